//===- KernelCache.cpp - Kernels that other processes compiled --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The key of a kernel is the text and the options that it is compiled from, as
// they were given. The cached value also records the libraries that compiled
// it, with their sizes and modification times, so that a kernel is compiled
// again when a library is replaced.
//
//===----------------------------------------------------------------------===//

#include "KernelCache.h"

#include "Bytes.h"
#include "Processor.h"

#include "weft-c/Weft.h"

#include <sstream>

using namespace weft;

//===----------------------------------------------------------------------===//
// Values as bytes
//===----------------------------------------------------------------------===//

namespace weft {
namespace runtime {
template <typename Archive> void visit(Archive &archive, Number &number) {
  archive(number.isInteger, number.isNegative, number.magnitude, number.real,
          number.imaginary);
}
template <typename Archive> void visit(Archive &archive, Level &level) {
  archive(level.kind, level.unique, level.ordered, level.mode, level.part,
          level.block, level.room, level.positionBits, level.coordinateBits);
}
template <typename Archive> void visit(Archive &archive, Format &format) {
  archive(format.levels, format.fill, format.packed);
}
} // namespace runtime

namespace notation {
template <typename Archive> void visit(Archive &archive, Range &range) {
  archive(range.begin, range.end);
}
template <typename Archive>
void visit(Archive &archive, ParseOptions &options) {
  archive(options.tensors, options.functions);
}
} // namespace notation

template <typename Archive> void visit(Archive &archive, KernelTensor &tensor) {
  archive(tensor.name, tensor.format, tensor.type, tensor.index,
          tensor.assembled);
}
template <typename Archive>
void visit(Archive &archive, KernelDescription &kernel) {
  archive(kernel.text, kernel.schedule, kernel.patterns, kernel.parseOptions,
          kernel.sizes, kernel.numbers, kernel.naturalNumbers, kernel.results,
          kernel.operands, kernel.places, kernel.entryName,
          kernel.takesDeviceArrays);
}
} // namespace weft

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

static std::string makeKey(const capi::KernelSource &source) {
  capi::ByteWriter writer;
  writer(std::string("kernel 5"), std::string(weft_version()),
         capi::getLibrary(reinterpret_cast<const void *>(&weft_version)),
         capi::describeProcessor(), source.text, source.functions,
         source.functionsName, source.formats, source.types, source.options);
  return std::move(writer.bytes);
}

/// Whether a kernel is to be kept: some are only to be looked at.
static bool isKept(const capi::KernelSource &source) {
  std::istringstream words(source.options);
  bool isWanted = false, hasCode = true;
  for (std::string word; words >> word;) {
    isWanted |= word == "cache";
    hasCode &= word != "no-code";
  }
  // Plugins are no part of the key.
  return isWanted && hasCode && !capi::usesPluginCompiler();
}

capi::KernelCache::KernelCache(const KernelSource &source) {
  if (!isKept(source))
    return;
  auto options = FileCacheOptions::fromEnvironment();
  if (auto opened = options ? FileCache::open(*options) : std::nullopt) {
    files.emplace(std::move(*opened));
    key = makeKey(source);
  }
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

std::optional<capi::CachedKernel> capi::KernelCache::find() const {
  auto value = files ? files->find(key) : std::nullopt;
  if (!value)
    return std::nullopt;
  capi::ByteReader reader(*value);
  std::vector<LibraryStamp> libraries;
  CachedKernel kernel;
  reader(libraries, kernel.description, kernel.object);
  if (reader.failed || !reader.bytes.empty() || !areUnchanged(libraries))
    return std::nullopt;
  return kernel;
}

void capi::KernelCache::keep(const CachedKernel &kernel,
                             const std::vector<LibraryStamp> &libraries) const {
  // A library that is replaced while it runs has not compiled what comes then.
  if (!files || !areUnchanged(libraries))
    return;
  capi::ByteWriter writer;
  writer(libraries, kernel.description, kernel.object);
  files->keep(key, writer.bytes);
}
