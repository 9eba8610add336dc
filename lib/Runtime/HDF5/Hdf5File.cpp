//===- Hdf5File.cpp - Arrays in an HDF5 file ------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dataset may refer to other files, which somebody who reads this one did not
// name: those are refused.
//
//===----------------------------------------------------------------------===//

#include "Hdf5File.h"

#include "FileSegments.h"

#include "weft/Runtime/Progress.h"

#include <algorithm>
#include <limits>
#include <mutex>

using namespace weft::runtime;

/// No descriptor is that long.
static constexpr size_t longestText = 1 << 20;

/// A progress callback may read another file.
static std::recursive_mutex &getMutex() {
  static std::recursive_mutex mutex;
  return mutex;
}

Hdf5Session::Hdf5Session() {
  getMutex().lock();
  H5Eget_auto2(H5E_DEFAULT, &printer, &printerData);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Hdf5Session::~Hdf5Session() {
  H5Eset_auto2(H5E_DEFAULT, printer, printerData);
  getMutex().unlock();
}

hid_t weft::runtime::getMemoryType(ElementType type) {
  switch (type) {
  case ElementType::I8:
    return H5T_NATIVE_INT8;
  case ElementType::I16:
    return H5T_NATIVE_INT16;
  case ElementType::I32:
    return H5T_NATIVE_INT32;
  case ElementType::I64:
    return H5T_NATIVE_INT64;
  case ElementType::Bool:
  case ElementType::U8:
    return H5T_NATIVE_UINT8;
  case ElementType::U16:
    return H5T_NATIVE_UINT16;
  case ElementType::U32:
    return H5T_NATIVE_UINT32;
  case ElementType::U64:
    return H5T_NATIVE_UINT64;
  case ElementType::F32:
  case ElementType::C64:
    return H5T_NATIVE_FLOAT;
  case ElementType::F64:
  case ElementType::C128:
    return H5T_NATIVE_DOUBLE;
  case ElementType::F16:
  case ElementType::BF16:
    break;
  }
  return -1;
}

hid_t weft::runtime::getFileType(ElementType type) {
  switch (type) {
  case ElementType::I8:
    return H5T_STD_I8LE;
  case ElementType::I16:
    return H5T_STD_I16LE;
  case ElementType::I32:
    return H5T_STD_I32LE;
  case ElementType::I64:
    return H5T_STD_I64LE;
  case ElementType::Bool:
  case ElementType::U8:
    return H5T_STD_U8LE;
  case ElementType::U16:
    return H5T_STD_U16LE;
  case ElementType::U32:
    return H5T_STD_U32LE;
  case ElementType::U64:
    return H5T_STD_U64LE;
  case ElementType::F32:
  case ElementType::C64:
    return H5T_IEEE_F32LE;
  case ElementType::F64:
  case ElementType::C128:
    return H5T_IEEE_F64LE;
  case ElementType::F16:
  case ElementType::BF16:
    break;
  }
  return -1;
}

int64_t Hdf5Array::integer(int64_t position) const {
  Number number = loadNumber(type, elements.data() + position * sizeOf(type));
  constexpr uint64_t most = std::numeric_limits<int64_t>::max();
  int64_t magnitude = static_cast<int64_t>(std::min(number.magnitude, most));
  return number.isNegative ? -magnitude : magnitude;
}

Expected<Hdf5File> Hdf5File::open(const std::string &path) {
  Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!file.isOpen())
    return Status::failure("this is no HDF5 file that can be read");
  return Hdf5File(std::move(file));
}

/// Reads a text whose length is its own, or that of its type.
static Status readAttribute(hid_t attribute, hid_t type, hid_t space,
                            std::string &text) {
  const Status damaged = Status::failure("it cannot be read");
  if (H5Tis_variable_str(type) > 0) {
    char *read = nullptr;
    if (H5Aread(attribute, type, &read) < 0 || !read)
      return damaged;
    text = read;
    H5Dvlen_reclaim(type, space, H5P_DEFAULT, &read);
    return Status::success();
  }
  size_t size = H5Tget_size(type);
  if (size == 0 || size > longestText)
    return Status::failure("expected a text of at most 1 MiB");
  text.resize(size);
  if (H5Aread(attribute, type, text.data()) < 0)
    return damaged;
  text.resize(std::min(text.find('\0'), size));
  return Status::success();
}

Expected<std::string> Hdf5File::readText(const char *name) const {
  std::string where = std::string("the attribute ") + name + ": ";
  if (H5Aexists(file, name) <= 0)
    return Status::failure(where + "the root of the file lacks it");
  Hdf5Handle attribute(H5Aopen(file, name, H5P_DEFAULT), H5Aclose);
  Hdf5Handle type(attribute.isOpen() ? H5Aget_type(attribute) : -1, H5Tclose);
  Hdf5Handle space(attribute.isOpen() ? H5Aget_space(attribute) : -1, H5Sclose);
  if (!type.isOpen() || !space.isOpen() || H5Tget_class(type) != H5T_STRING ||
      H5Sget_simple_extent_npoints(space) != 1)
    return Status::failure(where + "expected a text");
  std::string text;
  if (Status status = readAttribute(attribute, type, space, text);
      status.failed())
    return status.prefixed(where);
  return text;
}

/// Finds the type in memory for the type of a dataset; false if there is none.
static bool findType(hid_t type, ElementType &found) {
  H5T_class_t kind = H5Tget_class(type);
  size_t size = H5Tget_size(type);
  bool isReal = kind == H5T_FLOAT;
  if (!isReal && kind != H5T_INTEGER)
    return false;
  bool isUnsigned = !isReal && H5Tget_sign(type) == H5T_SGN_NONE;
  NumberKind wanted = isReal       ? NumberKind::Real
                      : isUnsigned ? NumberKind::Unsigned
                                   : NumberKind::Signed;
  for (ElementType candidate : allElementTypes())
    if (kindOf(candidate) == wanted &&
        sizeOf(candidate) == static_cast<int64_t>(size) &&
        getMemoryType(candidate) >= 0) {
      found = candidate;
      return true;
    }
  return false;
}

/// Whether the elements of a dataset lie in its own file.
static bool isSelfContained(hid_t dataset) {
  Hdf5Handle properties(H5Dget_create_plist(dataset), H5Pclose);
  return properties.isOpen() && H5Pget_layout(properties) != H5D_VIRTUAL &&
         H5Pget_external_count(properties) == 0;
}

/// The number of elements of a dataset with one index.
static Status countElements(hid_t dataset, int64_t &count) {
  Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  hsize_t extent = 0;
  if (!space.isOpen() || H5Sget_simple_extent_ndims(space) != 1 ||
      H5Sget_simple_extent_dims(space, &extent, nullptr) != 1)
    return Status::failure("expected an array with one index");
  if (extent > uint64_t(std::numeric_limits<int64_t>::max()))
    return Status::failure(
        notEnoughMemory("an array of " + std::to_string(extent) + " elements",
                        static_cast<double>(extent)));
  count = static_cast<int64_t>(extent);
  return Status::success();
}

/// How many bytes a byte may stand for behind the filters of a dataset. That of
/// gzip compresses zeros by 1032; others are given more than they do.
static double findMostExpansion(hid_t properties) {
  double most = 1;
  for (int number = H5Pget_nfilters(properties); number-- > 0;) {
    unsigned flags = 0, config = 0;
    size_t numValues = 0;
    H5Z_filter_t filter =
        H5Pget_filter2(properties, static_cast<unsigned>(number), &flags,
                       &numValues, nullptr, 0, nullptr, &config);
    bool keepsSize =
        filter == H5Z_FILTER_SHUFFLE || filter == H5Z_FILTER_FLETCHER32;
    most *= keepsSize ? 1 : filter == H5Z_FILTER_DEFLATE ? 1032 : 1 << 20;
  }
  return most;
}

/// Fails if a dataset has more bytes than what the file stores of it can stand
/// for: they would be fill values, or the file is damaged.
static Status checkStorage(hid_t file, hid_t dataset, double bytes) {
  hsize_t fileSize = 0;
  Hdf5Handle properties(H5Dget_create_plist(dataset), H5Pclose);
  if (!properties.isOpen() || H5Fget_filesize(file, &fileSize) < 0)
    return Status::failure("it cannot be read; the file may be damaged");
  hsize_t stored = std::min(H5Dget_storage_size(dataset), fileSize);
  double most = static_cast<double>(stored) * findMostExpansion(properties);
  if (bytes <= most)
    return Status::success();
  return Status::failure("the file stores less of it than its " +
                         std::to_string(static_cast<uint64_t>(bytes)) +
                         " bytes");
}

/// Reads the elements of a dataset in steps, between which reading may be
/// cancelled. Steps are long, since a compressed chunk that two steps share is
/// decompressed twice.
static Status readElements(hid_t dataset, hid_t space, Hdf5Array &array) {
  constexpr hsize_t step = 1 << 22;
  const auto count = static_cast<hsize_t>(array.count);
  for (hsize_t begin = 0; begin < count; begin += step) {
    if (!reportProgress("reading", -1))
      return Status::failure("cancelled");
    hsize_t size = std::min(step, count - begin);
    Hdf5Handle memory(H5Screate_simple(1, &size, nullptr), H5Sclose);
    char *data = array.elements.data() +
                 static_cast<int64_t>(begin) * sizeOf(array.type);
    if (!memory.isOpen() ||
        H5Sselect_hyperslab(space, H5S_SELECT_SET, &begin, nullptr, &size,
                            nullptr) < 0 ||
        H5Dread(dataset, getMemoryType(array.type), memory, space, H5P_DEFAULT,
                data) < 0)
      return Status::failure("it cannot be read; the file may be damaged");
  }
  return Status::success();
}

/// Reads the elements of a dataset.
static Status readDataset(hid_t file, hid_t dataset, Hdf5Array &array) {
  if (!isSelfContained(dataset))
    return Status::failure("it refers to other files, which are not read");
  Hdf5Handle type(H5Dget_type(dataset), H5Tclose);
  if (!type.isOpen() || !findType(type, array.type))
    return Status::failure("expected integers of 8 to 64 bits or real numbers "
                           "of 32 or 64 bits");
  int64_t count = 0;
  if (Status status = countElements(dataset, count); status.failed())
    return status;
  int64_t size = sizeOf(array.type), bytes = 0;
  double exact = static_cast<double>(size) * static_cast<double>(count);
  if (Status status = checkStorage(file, dataset, exact); status.failed())
    return status;
  if (__builtin_mul_overflow(count, size, &bytes) ||
      !array.elements.reserve(bytes))
    return Status::outOfMemory(notEnoughMemory(
        "an array of " + std::to_string(count) + " elements", exact));
  array.count = count;
  Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  if (!space.isOpen())
    return Status::failure("it cannot be read; the file may be damaged");
  return readElements(dataset, space, array);
}

Expected<Hdf5Handle> Hdf5File::openDataset(const std::string &name) const {
  if (H5Lexists(file, name.c_str(), H5P_DEFAULT) <= 0)
    return failInArray(name, "the root of the file lacks it");
  H5L_info_t info;
  if (H5Lget_info(file, name.c_str(), &info, H5P_DEFAULT) < 0 ||
      info.type != H5L_TYPE_HARD)
    return failInArray(name,
                       "it is a link to elsewhere, which is not followed");
  Hdf5Handle dataset(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
  if (!dataset.isOpen())
    return failInArray(name, "it is no dataset that can be read");
  return std::move(dataset);
}

Expected<int64_t> Hdf5File::count(const std::string &name) const {
  Expected<Hdf5Handle> dataset = openDataset(name);
  if (dataset.failed())
    return dataset.takeStatus();
  int64_t found = 0;
  if (Status status = countElements(*dataset, found); status.failed())
    return failInArray(name, status.message());
  return found;
}

Expected<Hdf5Array> Hdf5File::readArray(const std::string &name) const {
  Expected<Hdf5Handle> dataset = openDataset(name);
  if (dataset.failed())
    return dataset.takeStatus();
  Hdf5Array array;
  if (Status status = readDataset(file, *dataset, array); status.failed())
    return status.prefixed("the array " + name + ": ");
  return std::move(array);
}

Expected<Hdf5Array> Hdf5File::readIntegers(const std::string &name) const {
  Expected<Hdf5Array> array = readArray(name);
  if (array.succeeded() && kindOf(array->type) == NumberKind::Real)
    return failInArray(name, "expected integers, got real numbers");
  return array;
}
