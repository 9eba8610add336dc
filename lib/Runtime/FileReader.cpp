//===- FileReader.cpp - Tensors from files --------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reading half of TensorFile.h: chooses the reader by the file's suffix,
// and holds what the readers share.
//
//===----------------------------------------------------------------------===//

#include "FileReaders.h"

#include <limits>

using namespace weft::runtime;

std::string weft::runtime::describeFileNames() {
  return ".mtx, .ttx, .tns, .rb or .npy, or one of these and .gz or .xz, or "
         "with .npz or .h5";
}

static Status failIndex(LineReader &lines, TokenReader &tokens, int64_t mode,
                        int64_t limit, int64_t first) {
  std::string found = tokens.quoted();
  std::string which = "index " + std::to_string(mode + 1) + " of the entry";
  int64_t index = 0;
  bool isNegative = found.size() > 1 && found[1] == '-';
  if (!isNegative && !tokens.readIndex(index))
    return lines.fail("expected " + which + ", got " + found);
  std::string message = which + " is " + found + ", out of range: ";
  if (limit == 0)
    return lines.fail(message + "that mode has the size 0");
  message += "expected " + std::to_string(first) + " to " +
             std::to_string(limit - 1 + first);
  if (!isNegative && index == 0)
    message +=
        "; indices start at 1 unless the file is declared to be zero-based";
  return lines.fail(message);
}

Status weft::runtime::readCoordinate(LineReader &lines, TokenReader &tokens,
                                     const std::vector<int64_t> &limits,
                                     int64_t first, int64_t *coordinate) {
  for (size_t mode = 0; mode < limits.size(); ++mode) {
    TokenReader start = tokens;
    int64_t index;
    if (!tokens.readIndex(index) || index < first ||
        index - first >= limits[mode])
      return failIndex(lines, start, mode, limits[mode], first);
    coordinate[mode] = index - first;
  }
  return Status::success();
}

Status weft::runtime::expectLineEnd(LineReader &lines,
                                    const TokenReader &tokens) {
  if (tokens.atEnd())
    return Status::success();
  return lines.fail("expected the end of the line, got " + tokens.quoted());
}

std::string weft::runtime::describeNoMemory(const EntryList &entries) {
  double entryBytes =
      8.0 * entries.dims.size() + static_cast<double>(sizeOf(entries.type()));
  int64_t room = entries.nextRoom();
  return notEnoughMemory("a list of " + std::to_string(room) + " entries",
                         entryBytes * static_cast<double>(room));
}

Status weft::runtime::failNoMemory(LineReader &lines,
                                   const EntryList &entries) {
  return lines.fail(describeNoMemory(entries), Failure::OutOfMemory);
}

Expected<LineReader> weft::runtime::openLines(const std::string &path) {
  Expected<std::unique_ptr<InputStream>> stream = openInput(path);
  if (stream.failed())
    return stream.takeStatus();
  return LineReader(path, std::move(*stream));
}

namespace {
/// A format of files.
struct FileFormat {
  const char *suffix;
  Expected<EntryList> (*read)(const std::string &path,
                              const ReadOptions &options);
  bool isText;
  /// Whether the file may be compressed as a whole.
  bool canBeCompressed;
};
} // namespace

static const FileFormat fileFormats[] = {
    {".mtx", readMatrixMarket, true, true},
    {".ttx", readMatrixMarket, true, true},
    {".tns", readFrostt, true, true},
    {".rb", readRutherfordBoeing, true, true},
    {".npy", readNumpy, false, true},
    {".npz", readNumpyArchive, false, false},
    {".h5", readBinsparse, false, false}};

/// The format of a file by its name; null if that is unknown.
static const FileFormat *findFormat(const std::string &path) {
  std::string base = path;
  bool isCompressed = endsWith(base, ".gz") || endsWith(base, ".xz");
  if (isCompressed)
    base.resize(base.size() - 3);
  for (const FileFormat &format : fileFormats)
    if (endsWith(base, format.suffix) &&
        (format.canBeCompressed || !isCompressed))
      return &format;
  return nullptr;
}

Expected<EntryList> weft::runtime::readEntries(const std::string &path,
                                               const ReadOptions &options) {
  const FileFormat *format = findFormat(path);
  if (!format)
    return Status::failure("cannot read " + path +
                           ": unknown file format; expected a name that ends "
                           "with " +
                           describeFileNames());
  if (options.order && options.dims &&
      *options.order != static_cast<int64_t>(options.dims->size()))
    return Status::failure("cannot read " + path + ": a tensor of order " +
                           std::to_string(*options.order) +
                           " needs as many sizes, got " +
                           std::to_string(options.dims->size()));
  if (options.dims)
    for (int64_t dim : *options.dims)
      if (dim < 0)
        return Status::failure("cannot read " + path +
                               ": expected sizes of zero or more, got " +
                               std::to_string(dim));
  return format->read(path, options);
}

Expected<Tensor> weft::runtime::readTensor(const std::string &path,
                                           const Format &format,
                                           ReadOptions options,
                                           const PackOptions &packOptions) {
  options.order = format.order();
  options.background = format.fill.value_or(Number());
  return readTensor(
      path, [&](int64_t) -> Expected<Format> { return format; }, options,
      packOptions);
}

Expected<Tensor> weft::runtime::readTensor(
    const std::string &path,
    const std::function<Expected<Format>(int64_t order)> &chooseFormat,
    ReadOptions options, const PackOptions &packOptions) {
  options.noteLines = packOptions.rejectDuplicates;
  Expected<EntryList> entries = readEntries(path, options);
  if (entries.failed())
    return entries.takeStatus();
  EntryView view = entries->view();
  view.countsFromOne = findFormat(path)->isText && !options.zeroBased;
  auto format = chooseFormat(static_cast<int64_t>(view.dims.size()));
  if (format.failed())
    return format.takeStatus();
  Expected<Tensor> tensor = pack(view, *format, packOptions);
  if (tensor.failed())
    return tensor.getStatus().prefixed("cannot load " + path + ": ");
  return tensor;
}
