# One target per folder. A compiler room is an object library whose objects go
# into the shared core library, so that dialects and passes have one identity in
# the tools and in plugins alike.

set_property(GLOBAL PROPERTY WEFT_CORE_LIBRARIES "")

function(weft_core_flags target)
  target_compile_options(${target} PRIVATE
    -fno-exceptions -funwind-tables -Wall -Wextra -Wno-unused-parameter)
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    target_compile_options(${target} PRIVATE
      "SHELL:-Xclang -fno-pch-timestamp" -fpch-instantiate-templates)
  endif()
  if(WEFT_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# weft_core_library(Name sources...): one room of the compiler. All rooms share
# the precompiled header of lib/CMakeLists.txt.
function(weft_core_library name)
  add_library(${name} OBJECT ${ARGN})
  weft_core_flags(${name})
  target_precompile_headers(${name} REUSE_FROM WeftCorePCH)
  add_dependencies(${name} WeftTableGen)
  set_property(GLOBAL APPEND PROPERTY WEFT_CORE_LIBRARIES ${name})
endfunction()

# weft_dialect_tablegen(Prefix dialect-name [TYPES] [ATTRS] [ENUMS]) generates
# the declarations and definitions of one dialect from PrefixOps.td.
function(weft_dialect_tablegen prefix dialect)
  cmake_parse_arguments(ARG "TYPES;ATTRS;ENUMS" "" "" ${ARGN})
  set(LLVM_TARGET_DEFINITIONS ${prefix}Ops.td)
  mlir_tablegen(${prefix}Dialect.h.inc -gen-dialect-decls -dialect=${dialect})
  mlir_tablegen(${prefix}Dialect.cpp.inc -gen-dialect-defs -dialect=${dialect})
  mlir_tablegen(${prefix}Ops.h.inc -gen-op-decls)
  mlir_tablegen(${prefix}Ops.cpp.inc -gen-op-defs)
  if(ARG_TYPES)
    mlir_tablegen(${prefix}Types.h.inc -gen-typedef-decls -typedefs-dialect=${dialect})
    mlir_tablegen(${prefix}Types.cpp.inc -gen-typedef-defs -typedefs-dialect=${dialect})
  endif()
  if(ARG_ATTRS)
    mlir_tablegen(${prefix}Attributes.h.inc -gen-attrdef-decls -attrdefs-dialect=${dialect})
    mlir_tablegen(${prefix}Attributes.cpp.inc -gen-attrdef-defs -attrdefs-dialect=${dialect})
  endif()
  if(ARG_ENUMS)
    # The enums stand beside the types; the file of the operations would bring
    # those of other dialects along.
    set(LLVM_TARGET_DEFINITIONS ${prefix}Types.td)
    mlir_tablegen(${prefix}Enums.h.inc -gen-enum-decls)
    mlir_tablegen(${prefix}Enums.cpp.inc -gen-enum-defs)
  endif()
  add_public_tablegen_target(Weft${prefix}IncGen)
  add_dependencies(WeftTableGen Weft${prefix}IncGen)
endfunction()
