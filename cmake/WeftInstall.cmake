# What `cmake --install` makes: a package that find_package(Weft) finds and that
# may be moved. Four components: Runtime (tensors and compiled kernels), C (the C
# interface, with the compiler), CXX (the C++ library) and Core (dialects and
# passes; looks for MLIR).
include(CMakePackageConfigHelpers)

set(WEFT_INSTALL_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/weft")

# weft_version_library(target): names a library by the version of the package,
# and its interface by the first two numbers of it, as the package's files for
# CMake do. Libraries load others by that name, so that two versions may lie in
# one folder.
function(weft_version_library target)
  set_target_properties(${target} PROPERTIES
    VERSION "${PROJECT_VERSION}"
    SOVERSION "${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")
endfunction()

# weft_install_library(target COMPONENT component [NAME exported-name])
function(weft_install_library target)
  cmake_parse_arguments(ARG "" "COMPONENT;NAME" "" ${ARGN})
  if(ARG_NAME)
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${ARG_NAME})
  endif()
  target_include_directories(${target} INTERFACE
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  weft_version_library(${target})
  # The path of LLVM's libraries follows: the dynamic linker does not know it.
  set_target_properties(${target} PROPERTIES
    INSTALL_RPATH "$ORIGIN"
    INSTALL_RPATH_USE_LINK_PATH ON)
  install(TARGETS ${target} EXPORT Weft${ARG_COMPONENT}Targets
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endfunction()

weft_install_library(WeftRuntime COMPONENT Runtime NAME weft_runtime)
weft_install_library(WeftCore COMPONENT Core)
weft_install_library(weft COMPONENT C)
weft_install_library(weft_cxx COMPONENT CXX)
# Loaded by the last, and linked by nobody.
weft_version_library(weft_compiler)
set_target_properties(weft_compiler PROPERTIES
  INSTALL_RPATH "$ORIGIN"
  INSTALL_RPATH_USE_LINK_PATH ON)
install(TARGETS weft_compiler LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
# Loaded instead of libcuda.so.1, and linked by nobody.
set_target_properties(weft_ptx PROPERTIES INSTALL_RPATH "$ORIGIN")
install(TARGETS weft_ptx LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
# Loaded by mlir-opt.
set_target_properties(WeftPlugin PROPERTIES
  INSTALL_RPATH "$ORIGIN"
  INSTALL_RPATH_USE_LINK_PATH ON)
install(TARGETS WeftPlugin LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
# Loaded by the first.
weft_version_library(WeftHDF5)
set_target_properties(WeftHDF5 PROPERTIES INSTALL_RPATH "$ORIGIN")
install(TARGETS WeftHDF5 LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
foreach(component Runtime C CXX Core)
  install(EXPORT Weft${component}Targets NAMESPACE Weft::
    DESTINATION "${WEFT_INSTALL_CMAKE_DIR}")
endforeach()

set(tools weft-driver weft-opt weft-translate weft-lsp-server weft-ptx)
set_target_properties(${tools} PROPERTIES
  INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}"
  INSTALL_RPATH_USE_LINK_PATH ON)
install(TARGETS ${tools}
  RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")

# The doors of the rooms: headers, definitions, and what TableGen made of them.
install(
  DIRECTORY "${PROJECT_SOURCE_DIR}/include/weft"
            "${PROJECT_SOURCE_DIR}/include/weft-c"
            "${PROJECT_SOURCE_DIR}/include/weft-cxx"
            "${PROJECT_SOURCE_DIR}/include/weft-mlir-c"
            "${PROJECT_BINARY_DIR}/include/weft"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
  PATTERN CMakeFiles EXCLUDE)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/"
  DESTINATION "${CMAKE_INSTALL_DOCDIR}"
  FILES_MATCHING PATTERN "*.md")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/README.md"
  DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# find_package does not look for a package in this folder of the build: the
# package is complete where it is installed.
set(WEFT_PACKAGE_DIR "${PROJECT_BINARY_DIR}/CMakeFiles/WeftPackage")
configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/WeftConfig.cmake.in"
  "${WEFT_PACKAGE_DIR}/WeftConfig.cmake"
  INSTALL_DESTINATION "${WEFT_INSTALL_CMAKE_DIR}")
write_basic_package_version_file(
  "${WEFT_PACKAGE_DIR}/WeftConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(
  FILES "${WEFT_PACKAGE_DIR}/WeftConfig.cmake"
        "${WEFT_PACKAGE_DIR}/WeftConfigVersion.cmake"
  DESTINATION "${WEFT_INSTALL_CMAKE_DIR}")

# The C++ library for projects without CMake. Paths begin at the file itself, so
# that the package may be moved.
set(WEFT_PKGCONFIG_DIR "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
file(RELATIVE_PATH WEFT_PKGCONFIG_PREFIX
  "/prefix/${WEFT_PKGCONFIG_DIR}" "/prefix")
configure_file(
  "${PROJECT_SOURCE_DIR}/cmake/weft-cxx.pc.in"
  "${PROJECT_BINARY_DIR}/cmake/weft-cxx.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/cmake/weft-cxx.pc"
  DESTINATION "${WEFT_PKGCONFIG_DIR}")
