#!/bin/sh
# Takes the arguments of NVIDIA's assembler, and writes an image that has what
# driver.c reads: the first bytes of an ELF file, and the architecture in byte
# 49. Supports compute capabilities up to LATEST, times ten.
# Usage: assembler.sh -arch=sm_NUMBER -o IMAGE PTX
number=${1#-arch=sm_}
if [ "$number" -gt "${LATEST:-999}" ]; then
  echo "fatal: Value 'sm_$number' is not defined for option 'gpu-name'"
  exit 1
fi
{
  printf '\177ELF'
  head -c 45 /dev/zero
  printf "\\$(printf %o "$number")"
} >"$3"
