//===- NumpyWriter.cpp - Tensors to NumPy and SciPy (.npy, .npz) ----------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arrays of SciPy's matrices are those of a tensor by rows, by columns or
// as a coordinate list.
//
//===----------------------------------------------------------------------===//

#include "ConvertedTensor.h"
#include "FileWriters.h"
#include "NumpyArchive.h"

#include <algorithm>
#include <limits>

using namespace weft::runtime;

static Status checkType(const Tensor &tensor) {
  if (!getNumpyName(tensor.type()).empty())
    return Status::success();
  return Status::failure("NumPy has no type " + nameOf(tensor.type()) +
                         "; choose f32 for the result");
}

Status weft::runtime::writeNumpy(const Tensor &tensor, OutputStream &stream) {
  if (Status status = checkType(tensor); status.failed())
    return status;
  Expected<ConvertedTensor> listed = ConvertedTensor::listComponents(tensor);
  if (listed.failed())
    return listed.takeStatus();
  const weft_array &values = listed->get().arrays().back();
  stream.write(NumpyHeader::write(getNumpyName(tensor.type()), tensor.dims()));
  stream.write(static_cast<const char *>(values.data),
               values.length * sizeOf(tensor.type()));
  return Status::success();
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

namespace {

/// Writes a matrix, or a vector as a column.
class ScipyWriter {
public:
  explicit ScipyWriter(const Tensor &tensor) : tensor(tensor) {}
  Status write(OutputStream &stream);

private:
  void chooseFormat();
  void addText(const std::string &name, const std::string &text);
  void addArray(const std::string &name, const weft_array &array, int bits);

  const Tensor &tensor;
  NumpyArchiveWriter archive;
  /// SciPy's name of the format, and what it is here.
  std::string name;
  Format format;
};

} // namespace

void ScipyWriter::chooseFormat() {
  const Format &stored = tensor.format();
  int bits = getIndexBits(tensor);
  bool hasSegments = tensor.order() == 2 && !stored.hasParts() &&
                     stored.levels[0].kind == LevelKind::Dense;
  if (tensor.order() == 1) {
    name = "csc";
    format.levels = {{LevelKind::Compressed, true, true, 0}};
  } else if (hasSegments) {
    int64_t outer = stored.levels[0].mode;
    name = outer == 0 ? "csr" : "csc";
    format.levels = {{LevelKind::Dense, true, true, outer},
                     {LevelKind::Compressed, true, true, 1 - outer}};
  } else {
    name = "coo";
    format = Format::coo(2);
  }
  format.setPositionBits(bits);
  format.setCoordinateBits(bits);
}

void ScipyWriter::addText(const std::string &name, const std::string &text) {
  archive.add(name, "|S" + std::to_string(text.size()), {}, text.data(),
              text.size());
}

void ScipyWriter::addArray(const std::string &name, const weft_array &array,
                           int bits) {
  ElementType type = bits == 32 ? ElementType::I32 : ElementType::I64;
  archive.add(name, getNumpyName(type), {array.length}, array.data,
              array.length * bits / 8);
}

Status ScipyWriter::write(OutputStream &stream) {
  chooseFormat();
  Expected<ConvertedTensor> converted =
      ConvertedTensor::convert(tensor, format);
  if (converted.failed())
    return converted.takeStatus();
  const std::vector<weft_array> &arrays = converted->get().arrays();
  int bits = format.levels.back().coordinateBits;
  if (name == "coo") {
    addArray("row", arrays[1], bits);
    addArray("col", arrays[2], bits);
  } else {
    addArray("indices", arrays[1], bits);
    addArray("indptr", arrays[0], bits);
  }
  addText("format", name);
  int64_t shape[2] = {tensor.dims()[0],
                      tensor.order() == 1 ? 1 : tensor.dims()[1]};
  archive.add("shape", getNumpyName(ElementType::I64), {2}, shape,
              sizeof(shape));
  const weft_array &values = arrays.back();
  archive.add("data", getNumpyName(tensor.type()), {values.length}, values.data,
              values.length * sizeOf(tensor.type()));
  return archive.write(stream);
}

Status weft::runtime::writeNumpyArchive(const Tensor &tensor,
                                        OutputStream &stream) {
  if (Status status = checkType(tensor); status.failed())
    return status;
  if (isDense(tensor)) {
    Expected<ConvertedTensor> listed = ConvertedTensor::listComponents(tensor);
    if (listed.failed())
      return listed.takeStatus();
    const weft_array &values = listed->get().arrays().back();
    NumpyArchiveWriter archive;
    archive.add("arr_0", getNumpyName(tensor.type()), tensor.dims(),
                values.data, values.length * sizeOf(tensor.type()));
    return archive.write(stream);
  }
  if (tensor.order() > 2)
    return Status::failure("a .npz file holds a sparse matrix or a vector, not "
                           "a " +
                           describeDims(tensor.dims()) +
                           "; use .ttx or .tns, or a dense format");
  if (Status status = checkNoFill(tensor); status.failed())
    return status;
  return ScipyWriter(tensor).write(stream);
}
