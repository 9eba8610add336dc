# Installs the build, moves the result, and builds and runs the project in
# consumer/ and an example against it: whatever still leads back to the build
# folder fails.
foreach(variable VERSION BUILD_DIR WORK_DIR MATRIX MODULE LIBDIR GENERATOR C_COMPILER
                 CXX_COMPILER READELF LLVM_BIN LLVM_LIB)
  if(NOT DEFINED ${variable})
    message(FATAL_ERROR "${variable} is not set")
  endif()
endforeach()

# run(command...): prints and runs a command; the script ends where it fails.
function(run)
  execute_process(COMMAND ${ARGV}
    COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(ENV{WEFT_CACHE} 0)
file(REMOVE_RECURSE "${WORK_DIR}")
run("${CMAKE_COMMAND}" --install "${BUILD_DIR}" --prefix "${WORK_DIR}/staging")
set(prefix "${WORK_DIR}/a moved package")
file(RENAME "${WORK_DIR}/staging" "${prefix}")

# No binary may look for libraries where it was built.
file(GLOB binaries "${prefix}/bin/*" "${prefix}/${LIBDIR}/*.so")
list(LENGTH binaries count)
if(count LESS 8)
  message(FATAL_ERROR "expected 3 tools and 5 libraries, got ${binaries}")
endif()
foreach(binary IN LISTS binaries)
  execute_process(COMMAND "${READELF}" -d "${binary}"
    OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
  string(FIND "${dynamic}" "${BUILD_DIR}" position)
  if(NOT position EQUAL -1)
    message(FATAL_ERROR "${binary} refers to the build folder:\n${dynamic}")
  endif()
  # What compiles and runs kernels brings what it has of LLVM.
  if(binary MATCHES "libweft|bin/weft$" AND dynamic MATCHES "LLVM|MLIR")
    message(FATAL_ERROR "${binary} needs LLVM:\n${dynamic}")
  endif()
  # Nobody must see the types of MLIR that the compiler has for itself.
  if(binary MATCHES "weft_compiler")
    execute_process(COMMAND "${READELF}" --dyn-syms -W "${binary}"
      OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "(GLOBAL|WEAK|UNIQUE) +DEFAULT +[0-9]+ [^\n]+" seen
      "${symbols}")
    if(NOT seen MATCHES "^GLOBAL +DEFAULT +[0-9]+ weft_get_compiler$")
      message(FATAL_ERROR "${binary} shows more than its door:\n${seen}")
    endif()
  endif()
endforeach()

# Libraries have the version of their interface in their names, by which others
# and each other find them; only linkers look for the names without.
foreach(library weft weft_cxx weft_runtime weft_hdf5 weft_compiler WeftCore)
  set(link "${prefix}/${LIBDIR}/lib${library}.so")
  if(NOT EXISTS "${link}.${VERSION}" OR NOT IS_SYMLINK "${link}")
    message(FATAL_ERROR "${link} is not installed as version ${VERSION}")
  endif()
  string(REGEX REPLACE "\\.[0-9]+$" "" interface "${VERSION}")
  execute_process(COMMAND "${READELF}" -d "${link}"
    OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
  if(NOT dynamic MATCHES "soname: \\[lib${library}\\.so\\.${interface}\\]")
    message(FATAL_ERROR "${link} has another soname:\n${dynamic}")
  endif()
  if(dynamic MATCHES "NEEDED[^\n]*\\[lib(weft|Weft)[a-zA-Z_0-9]*\\.so\\]")
    message(FATAL_ERROR "${link} needs a library of any version:\n${dynamic}")
  endif()
  list(APPEND links "${link}")
endforeach()

# What runs needs none of the links, and loads the compiler and libhdf5.
foreach(link IN LISTS links)
  file(RENAME "${link}" "${link}.aside")
endforeach()
run("${prefix}/bin/weft" "y(i) = A(i,j) * x(j)" -f=A:CSR "-i=A:${MATRIX}" -g=x:d
  "-o=y:${WORK_DIR}/y.h5" -norm)
foreach(link IN LISTS links)
  file(RENAME "${link}.aside" "${link}")
endforeach()

# mlir-opt loads the plugin, and what it makes runs with the runtime.
set(plugin "${prefix}/${LIBDIR}/WeftPlugin.so")
run("${LLVM_BIN}/mlir-opt" "--load-dialect-plugin=${plugin}"
  "--load-pass-plugin=${plugin}" "${MODULE}"
  "--pass-pipeline=builtin.module(weft-sparsifier)"
  -o "${WORK_DIR}/lowered.mlir")
execute_process(COMMAND "${LLVM_BIN}/mlir-runner" "${WORK_DIR}/lowered.mlir"
  -e main -entry-point-result=void
  "-shared-libs=${prefix}/${LIBDIR}/libweft_runtime.so,${LLVM_LIB}/libmlir_c_runner_utils.so"
  OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
if(NOT printed MATCHES "\\( 402, 0, 8060 \\)")
  message(FATAL_ERROR "the kernel of the plugin prints ${printed}")
endif()

# build(source binary): configures and builds a project that uses the package.
function(build source binary)
  run("${CMAKE_COMMAND}" -G "${GENERATOR}" -S "${source}" -B "${binary}"
    "-DCMAKE_PREFIX_PATH=${prefix}" -DCMAKE_BUILD_TYPE=Release
    "-DCMAKE_C_COMPILER=${C_COMPILER}" "-DCMAKE_CXX_COMPILER=${CXX_COMPILER}")
  run("${CMAKE_COMMAND}" --build "${binary}")
endfunction()

build("${CMAKE_CURRENT_LIST_DIR}/consumer" "${WORK_DIR}/consumer")
run("${WORK_DIR}/consumer/multiply")
run("${WORK_DIR}/consumer/parse")
run("${WORK_DIR}/consumer/scale")
run("${WORK_DIR}/consumer/strided_kernels")

# A compiler with a pass and an operator of its own. The kernel is in tiles.
set(compiler "${CMAKE_CURRENT_LIST_DIR}/../../examples/compiler")
build("${compiler}" "${WORK_DIR}/compiler")
execute_process(COMMAND "${WORK_DIR}/compiler/compiler" "${compiler}/module.mlir"
  OUTPUT_FILE "${WORK_DIR}/compiled.mlir" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${LLVM_BIN}/mlir-runner" "${WORK_DIR}/compiled.mlir"
  -e main -entry-point-result=void
  "-shared-libs=${prefix}/${LIBDIR}/libweft_runtime.so,${LLVM_LIB}/libmlir_c_runner_utils.so"
  OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
if(NOT printed MATCHES "\\( 1.25, 0, 1.25 \\)")
  message(FATAL_ERROR "the example of a compiler prints ${printed}")
endif()

# A plugin, which the driver loads: a level type of its own is packed, iterated,
# assembled and listed, and an operator is called. mlir-opt loads it as well.
build("${CMAKE_CURRENT_LIST_DIR}/../../examples/plugin" "${WORK_DIR}/plugin")
set(plugin "${WORK_DIR}/plugin/StridedPlugin.so")
run("${prefix}/bin/weft" "C(i,j) = clip(A(i,j), B(i,j))" "-load=${plugin}"
  "-f=A:MARKED" "-f=B:CSR" "-f=C:{dense,strided.marked<8>}"
  "-i=A:${MATRIX}" "-i=B:${MATRIX}" "-o=C:${WORK_DIR}/C.mtx")
if(NOT EXISTS "${WORK_DIR}/C.mtx")
  message(FATAL_ERROR "the result in a format of a plugin was not written")
endif()
file(WRITE "${WORK_DIR}/type.mlir"
  "func.func private @f(tensor<4xf64, #level.format<(i) -> (i : #strided.every<2>)>>)\n")
run("${LLVM_BIN}/mlir-opt"
  "--load-dialect-plugin=${prefix}/${LIBDIR}/WeftPlugin.so"
  "--load-dialect-plugin=${plugin}" "${WORK_DIR}/type.mlir")

build("${CMAKE_CURRENT_LIST_DIR}/../../examples/spmv" "${WORK_DIR}/spmv")
run("${WORK_DIR}/spmv/spmv" "${MATRIX}")

# The C++ library by find_package, in the examples, and by pkg-config.
set(cxx_examples "${CMAKE_CURRENT_LIST_DIR}/../../examples/cxx")
build("${cxx_examples}" "${WORK_DIR}/cxx")
foreach(example mttkrp sddmm sparse_sum spmv_schedule)
  run("${WORK_DIR}/cxx/${example}")
endforeach()
run("${WORK_DIR}/cxx/figure1_6" "${cxx_examples}/B.mtx" "${cxx_examples}/c.tns"
  "${WORK_DIR}/a.tns")
find_program(PKG_CONFIG NAMES pkg-config)
if(PKG_CONFIG)
  set(ENV{PKG_CONFIG_PATH} "${prefix}/${LIBDIR}/pkgconfig")
  execute_process(COMMAND "${PKG_CONFIG}" --cflags --libs weft-cxx
    OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  run("${CXX_COMPILER}" -std=c++17 "${cxx_examples}/sddmm.cpp" ${flags}
    "-Wl,-rpath,${prefix}/${LIBDIR}" -o "${WORK_DIR}/sddmm")
  run("${WORK_DIR}/sddmm")
endif()
