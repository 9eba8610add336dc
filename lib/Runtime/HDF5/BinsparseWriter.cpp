//===- BinsparseWriter.cpp - Sparse tensors to HDF5 (.h5) -----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file is put together in memory and written like any other, whole or not
// at all.
//
//===----------------------------------------------------------------------===//

#include "Binsparse.h"
#include "BinsparseDescriptor.h"
#include "ConvertedTensor.h"
#include "FileWriters.h"
#include "Hdf5File.h"

#include <algorithm>

using namespace weft::runtime;

namespace {

/// A file in memory.
class Hdf5Image {
public:
  static Expected<Hdf5Image> create();
  /// Writes an array. False if that fails.
  bool write(const std::string &name, ElementType type, const void *elements,
             int64_t count);
  bool writeText(const char *attribute, const std::string &text);
  Status copyTo(OutputStream &stream);

private:
  explicit Hdf5Image(Hdf5Handle file) : file(std::move(file)) {}

  Hdf5Handle file;
};

} // namespace

static Status failWriting() {
  return Status::failure("libhdf5 cannot put the file together");
}

Expected<Hdf5Image> Hdf5Image::create() {
  Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  constexpr size_t step = 1 << 20;
  if (!access.isOpen() || H5Pset_fapl_core(access, step, false) < 0)
    return failWriting();
  Hdf5Handle file(H5Fcreate("weft.h5", H5F_ACC_TRUNC, H5P_DEFAULT, access),
                  H5Fclose);
  if (!file.isOpen())
    return failWriting();
  return Hdf5Image(std::move(file));
}

bool Hdf5Image::write(const std::string &name, ElementType type,
                      const void *elements, int64_t count) {
  // Complex numbers are their parts, one after the other.
  hsize_t length = isComplex(type) ? 2 * count : count;
  Hdf5Handle space(H5Screate_simple(1, &length, nullptr), H5Sclose);
  Hdf5Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  // The same tensor is the same bytes.
  if (!space.isOpen() || !properties.isOpen() ||
      H5Pset_obj_track_times(properties, false) < 0)
    return false;
  Hdf5Handle dataset(H5Dcreate2(file, name.c_str(), getFileType(type), space,
                                H5P_DEFAULT, properties, H5P_DEFAULT),
                     H5Dclose);
  return dataset.isOpen() &&
         (length == 0 || H5Dwrite(dataset, getMemoryType(type), H5S_ALL,
                                  H5S_ALL, H5P_DEFAULT, elements) >= 0);
}

bool Hdf5Image::writeText(const char *attribute, const std::string &text) {
  Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  Hdf5Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  if (!type.isOpen() || !space.isOpen() ||
      H5Tset_size(type, H5T_VARIABLE) < 0 ||
      H5Tset_cset(type, H5T_CSET_UTF8) < 0)
    return false;
  Hdf5Handle created(
      H5Acreate2(file, attribute, type, space, H5P_DEFAULT, H5P_DEFAULT),
      H5Aclose);
  const char *first = text.c_str();
  return created.isOpen() && H5Awrite(created, type, &first) >= 0;
}

Status Hdf5Image::copyTo(OutputStream &stream) {
  if (H5Fflush(file, H5F_SCOPE_GLOBAL) < 0)
    return failWriting();
  ssize_t size = H5Fget_file_image(file, nullptr, 0);
  Buffer image;
  if (size < 0)
    return failWriting();
  if (!image.reserve(size))
    return Status::outOfMemory(
        notEnoughMemory("an HDF5 file", static_cast<double>(size)));
  if (H5Fget_file_image(file, image.data(), size) != size)
    return failWriting();
  stream.write(image.data(), size);
  return Status::success();
}

namespace {
/// How a tensor is stored in a file: the name and the format, and the names of
/// its arrays but the values.
struct Layout {
  std::string name;
  Format format;
  std::vector<std::string> arrays;
};
} // namespace

static Layout chooseLayout(const Tensor &tensor) {
  const Format &stored = tensor.format();
  Layout layout;
  if (isDense(tensor)) {
    layout.name = tensor.order() == 1 ? "DVEC" : "DMATR";
    layout.format = Format::dense(tensor.order());
    layout.format.fill = stored.fill;
  } else if (tensor.order() == 1) {
    layout = {"CVEC", {}, {"", "indices_0"}};
    layout.format.levels = {{LevelKind::Compressed, true, true, 0}};
  } else {
    // A unique compressed level above another is doubly compressed.
    const Level &first = stored.levels[0];
    bool isDoubly = first.kind == LevelKind::Compressed && first.unique;
    bool hasSegments = !stored.hasParts() && stored.numLevels() == 2 &&
                       (first.kind == LevelKind::Dense || isDoubly);
    int64_t outer = hasSegments ? first.mode : 0;
    if (hasSegments) {
      layout.name =
          std::string(isDoubly ? "D" : "") + (outer == 0 ? "CSR" : "CSC");
      layout.arrays = {"pointers_to_1", "indices_1"};
      if (isDoubly)
        layout.arrays.insert(layout.arrays.begin(), {"", "indices_0"});
      layout.format.levels = {
          {isDoubly ? LevelKind::Compressed : LevelKind::Dense, true, true,
           outer},
          {LevelKind::Compressed, true, true, 1 - outer}};
    } else {
      layout = {"COO", Format::coo(2), {"", "indices_0", "indices_1"}};
    }
  }
  int bits = getIndexBits(tensor);
  layout.format.setPositionBits(bits);
  layout.format.setCoordinateBits(bits);
  return layout;
}

/// Fails if a file cannot hold the tensor.
static Status checkTensor(const Tensor &tensor) {
  if (tensor.order() < 1 || tensor.order() > 2)
    return Status::failure("a .h5 file holds a matrix or a vector, not a " +
                           describeDims(tensor.dims()) + "; use .ttx or .tns");
  if (getBinsparseName(tensor.type()).empty())
    return Status::failure("binsparse has no type " + nameOf(tensor.type()) +
                           "; choose f32 for the result");
  return isDense(tensor) ? Status::success() : checkNoFill(tensor);
}

Status weft::runtime::writeBinsparseFile(const Tensor &tensor,
                                         OutputStream &stream) {
  if (Status status = checkTensor(tensor); status.failed())
    return status;
  Layout layout = chooseLayout(tensor);
  Expected<ConvertedTensor> converted =
      ConvertedTensor::convert(tensor, layout.format);
  if (converted.failed())
    return converted.takeStatus();
  const Tensor &stored = converted->get();

  Hdf5Session session;
  Expected<Hdf5Image> image = Hdf5Image::create();
  if (image.failed())
    return image.takeStatus();
  // All of these numbers are at least zero.
  ElementType indexType =
      getIndexBits(tensor) == 32 ? ElementType::U32 : ElementType::U64;
  bool isWritten = true;
  std::vector<std::string> names;
  for (size_t i = 0; i < layout.arrays.size(); ++i) {
    if (layout.arrays[i].empty())
      continue;
    const weft_array &array = stored.arrays()[i];
    names.push_back(layout.arrays[i]);
    isWritten = isWritten &&
                image->write(names.back(), indexType, array.data, array.length);
  }
  BinsparseDescriptor descriptor;
  descriptor.format = layout.name;
  descriptor.shape = tensor.dims();
  descriptor.numStored = stored.numStored();
  descriptor.values.type = tensor.type();
  isWritten =
      isWritten &&
      image->write("values", tensor.type(), stored.values(),
                   stored.numStored()) &&
      image->writeText("binsparse",
                       descriptor.print(names, getBinsparseName(indexType)));
  return isWritten ? image->copyTo(stream) : failWriting();
}
