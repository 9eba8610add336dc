#===- common.sh - What the scripts share ------------------------*- bash -*-===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
#
# The way from a fresh Debian 12 machine to a configured build, as steps that
# say what they do, leave alone what is done already, and name the log when one
# of them fails. Sourced by scripts/setup, scripts/demo and scripts/test.
#
#===----------------------------------------------------------------------===#

set -euo pipefail

WEFT_ROOT="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)"
WEFT_BUILD_DIR="${WEFT_BUILD_DIR:-$WEFT_ROOT/build}"
mkdir -p "$WEFT_BUILD_DIR"
WEFT_BUILD_DIR="$(cd -- "$WEFT_BUILD_DIR" && pwd)"
WEFT_LOGS="$WEFT_BUILD_DIR/logs"
LLVM_ROOT="${LLVM_ROOT:-/usr/lib/llvm-22}"
# What Debian's packages serve: another python3 that comes first on the PATH may
# be without NumPy.
PYTHON="${PYTHON:-/usr/bin/python3}"

# With precompiled headers ccache must not look at times and include files.
export CCACHE_SLOPPINESS="pch_defines,time_macros,include_file_mtime,include_file_ctime"
export NINJA_STATUS="[%f/%t, %es] "

current_step=""
current_log=""

on_exit() {
  local status=$?
  if [ "$status" -ne 0 ] && [ -n "$current_step" ]; then
    echo >&2
    echo "failed: $current_step (exit status $status)" >&2
    if [ -n "$current_log" ]; then
      echo "the log is $current_log" >&2
    fi
  fi
}
trap on_exit EXIT

# step TEXT: says what comes next; a failure from here on carries this name.
step() {
  current_step="$1"
  current_log=""
  printf '\n==> %s\n' "$1"
}

# done_with_steps: what fails from here on speaks for itself.
done_with_steps() { current_step=""; }

# logged NAME COMMAND...: runs a command, shows its output and keeps it.
logged() {
  current_log="$WEFT_LOGS/$1.log"
  shift
  mkdir -p "$WEFT_LOGS"
  "$@" 2>&1 | tee "$current_log"
}

# as_root COMMAND...: runs a command with the rights to install packages.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    echo "installing packages takes root or sudo; neither is here" >&2
    return 1
  fi
}

wanted_packages() {
  sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$WEFT_ROOT/scripts/packages.txt"
}

missing_packages() {
  local package state
  for package in $(wanted_packages); do
    state="$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null ||
      true)"
    [ "$state" = installed ] || echo "$package"
  done
}

has_candidate() {
  [[ "$(LC_ALL=C apt-cache policy "$1")" =~ Candidate:\ [^\(] ]]
}

install_packages() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "this is not a Debian system: nothing is installed here; what the"
    echo "build takes is listed in scripts/packages.txt"
    return
  fi
  local missing package
  missing="$(missing_packages)"
  if [ -z "$missing" ]; then
    echo "nothing to do: all $(wanted_packages | wc -l) packages are there"
    return
  fi
  echo "missing:" $missing
  logged apt-update as_root apt-get -o DPkg::Lock::Timeout=300 update
  for package in $missing; do
    if ! has_candidate "$package"; then
      echo "apt knows no package $package" >&2
      case "$package" in
      *22*)
        echo "hint: Debian 12 has LLVM 22 in bookworm-security; do the apt" \
          "sources of this machine list it?" >&2
        ;;
      esac
      return 1
    fi
  done
  # shellcheck disable=SC2086 # the names are words
  logged apt-install as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get -o DPkg::Lock::Timeout=300 install --yes \
    --no-install-recommends $missing
}

# How many compilers run at once: one for each processor, as far as the memory
# holds them. A file that includes much of MLIR takes about a gigabyte.
jobs_count() {
  local processors memory
  processors="$(nproc)"
  memory="$(awk '/^MemAvailable:/ {print int($2 / 1048576)}' /proc/meminfo)"
  if [ "${memory:-$processors}" -lt "$processors" ]; then
    processors="$memory"
  fi
  [ "$processors" -ge 1 ] || processors=1
  echo "${WEFT_JOBS:-$processors}"
}

configure() {
  local fresh=() known launcher=()
  # A build folder that was moved, or copied with the sources, is made anew.
  known="$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' \
    "$WEFT_BUILD_DIR/CMakeCache.txt" 2>/dev/null || true)"
  if [ -n "$known" ] && [ "$known" != "$WEFT_ROOT" ]; then
    fresh=(--fresh)
  fi
  if command -v ccache >/dev/null; then
    launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache
      -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  fi
  logged configure cmake "${fresh[@]}" -G Ninja \
    -S "$WEFT_ROOT" -B "$WEFT_BUILD_DIR" \
    -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_COMPILER="$LLVM_ROOT/bin/clang" \
    -DCMAKE_CXX_COMPILER="$LLVM_ROOT/bin/clang++" \
    -DMLIR_DIR="$LLVM_ROOT/lib/cmake/mlir" \
    -DPython3_EXECUTABLE="$PYTHON" \
    -DWEFT_WARNINGS_AS_ERRORS=ON \
    "${launcher[@]}"
}

# build TARGET...: builds the targets, or everything if none is named.
build() {
  logged build cmake --build "$WEFT_BUILD_DIR" --parallel "$(jobs_count)" \
    ${1:+--target "$@"}
}

# set_up: all that comes before the build; safe to run again.
set_up() {
  step "Debian packages"
  install_packages
  step "Configuring in $WEFT_BUILD_DIR"
  configure
}
