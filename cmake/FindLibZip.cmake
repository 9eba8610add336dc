# Finds libzip, which reads and writes the archives of NumPy: LibZip::LibZip has its
# header. Nothing is linked, since the library is loaded when there is an archive.
# The configuration that libzip installs fails where its tools are not installed.
include(FindPackageHandleStandardArgs)

find_path(LibZip_INCLUDE_DIR zip.h)
find_library(LibZip_LIBRARY zip)
mark_as_advanced(LibZip_INCLUDE_DIR LibZip_LIBRARY)
find_package_handle_standard_args(LibZip
  REQUIRED_VARS LibZip_LIBRARY LibZip_INCLUDE_DIR)

if(LibZip_FOUND AND NOT TARGET LibZip::LibZip)
  add_library(LibZip::LibZip INTERFACE IMPORTED)
  set_target_properties(LibZip::LibZip PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${LibZip_INCLUDE_DIR}")
endif()
