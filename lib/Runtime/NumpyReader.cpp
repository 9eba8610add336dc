//===- NumpyReader.cpp - Arrays of NumPy (.npy) ---------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array lists all components of a tensor, of which those are entries that
// are not the background.
//
//===----------------------------------------------------------------------===//

#include "NumpyReader.h"

#include "FileReaders.h"

using namespace weft::runtime;

Expected<EntryList> weft::runtime::listElements(const NumpyArray &array,
                                                const ReadOptions &options) {
  FileEntries entries(array.type(), options);
  const std::vector<int64_t> &shape = array.shape();
  Status status = entries.begin(shape, /*isDense=*/true);
  int64_t order = shape.size();
  std::vector<int64_t> coordinate(order);
  for (int64_t i = 0; status.succeeded() && i < array.size(); ++i) {
    status = entries.add(coordinate.data(), array.element(i));
    for (int64_t next = 0; next < order; ++next) {
      int64_t mode = array.isFortran() ? next : order - 1 - next;
      if (++coordinate[mode] < shape[mode])
        break;
      coordinate[mode] = 0;
    }
  }
  if (status.failed())
    return status;
  return entries.take();
}

Expected<EntryList> weft::runtime::readNumpy(const std::string &path,
                                             const ReadOptions &options) {
  Expected<std::unique_ptr<InputStream>> stream = openInput(path);
  if (stream.failed())
    return stream.takeStatus();
  Expected<NumpyArray> array = NumpyArray::read(**stream);
  if (array.failed())
    return failInFile(path, array.getStatus());
  Expected<EntryList> entries = listElements(*array, options);
  if (entries.failed())
    return failInFile(path, entries.getStatus());
  return entries;
}
