//===- KernelCache.cpp - Kernels that other processes compiled --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The key of a kernel is all that it is compiled from, spelled as it was given.
// By what it was compiled, its value says: the libraries, their sizes and when
// they were last changed, so that kernels of a library that is replaced are
// replaced, too.
//
//===----------------------------------------------------------------------===//

#include "KernelCache.h"

#include "Bytes.h"
#include "Processor.h"

#include "weft-c/Weft.h"

#include <cstdlib>
#include <dlfcn.h>
#include <sstream>
#include <sys/stat.h>

using namespace weft;

//===----------------------------------------------------------------------===//
// Values as bytes
//===----------------------------------------------------------------------===//

namespace {
/// A library that took part in making a kernel.
struct LibraryStamp {
  std::string path;
  int64_t size = 0, seconds = 0, nanoseconds = 0;

  bool operator==(const LibraryStamp &other) const {
    return path == other.path && size == other.size &&
           seconds == other.seconds && nanoseconds == other.nanoseconds;
  }
};

template <typename Archive> void visit(Archive &archive, LibraryStamp &stamp) {
  archive(stamp.path, stamp.size, stamp.seconds, stamp.nanoseconds);
}
} // namespace

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
  archive(kernel.text, kernel.schedule, kernel.parseOptions, kernel.sizes,
          kernel.results, kernel.operands, kernel.entryName);
}
} // namespace weft

//===----------------------------------------------------------------------===//
// Libraries
//===----------------------------------------------------------------------===//

/// A library as it is now; nothing if it is not there.
static std::optional<LibraryStamp> stamp(const std::string &path) {
  struct stat info;
  if (::stat(path.c_str(), &info) != 0)
    return std::nullopt;
  return LibraryStamp{path, info.st_size, info.st_mtim.tv_sec,
                      info.st_mtim.tv_nsec};
}

/// The library that a function is in.
static std::string getLibrary(const void *function) {
  Dl_info info;
  return dladdr(function, &info) && info.dli_fname ? info.dli_fname : "";
}

/// The libraries that make and run kernels, as they are now. Empty if one is
/// not known.
static std::vector<LibraryStamp> stampLibraries(const Compiler &compiler) {
  std::vector<std::string> paths = compiler.getLibraries();
  paths.push_back(getLibrary(reinterpret_cast<const void *>(&weft_version)));
  paths.push_back(getLibrary(reinterpret_cast<const void *>(&weft_rt_invoke)));
  std::vector<LibraryStamp> stamps;
  for (const std::string &path : paths) {
    std::unique_ptr<char, void (*)(void *)> resolved(
        ::realpath(path.c_str(), nullptr), std::free);
    auto library = resolved ? stamp(resolved.get()) : std::nullopt;
    if (!library)
      return {};
    stamps.push_back(*library);
  }
  return stamps;
}

static bool areUnchanged(const std::vector<LibraryStamp> &libraries) {
  for (const LibraryStamp &library : libraries)
    if (!(stamp(library.path) == library))
      return false;
  return !libraries.empty();
}

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

static std::optional<std::string> copyOptional(const char *text) {
  return text ? std::optional<std::string>(text) : std::nullopt;
}

static std::string makeKey(const CompileArguments &arguments) {
  auto copyList = [](const char *const *texts, int64_t count) {
    return count == 0 ? std::vector<std::string>()
                      : std::vector<std::string>(texts, texts + count);
  };
  capi::ByteWriter writer;
  writer(std::string("kernel 1"), std::string(weft_version()),
         getLibrary(reinterpret_cast<const void *>(&weft_version)),
         capi::describeProcessor(), std::string(arguments.text),
         copyOptional(arguments.functions),
         copyOptional(arguments.functionsName),
         copyList(arguments.formats, arguments.numFormats),
         copyList(arguments.types, arguments.numTypes),
         std::string(arguments.options ? arguments.options : ""));
  return std::move(writer.bytes);
}

/// Whether a kernel is to be kept: some are only to be looked at.
static bool isKept(const CompileArguments &arguments) {
  std::istringstream words(arguments.options ? arguments.options : "");
  bool isWanted = false, hasCode = true;
  for (std::string word; words >> word;) {
    isWanted |= word == "cache";
    hasCode &= word != "no-code";
  }
  return isWanted && hasCode;
}

capi::KernelCache::KernelCache(const CompileArguments &arguments) {
  if (!isKept(arguments))
    return;
  auto options = FileCacheOptions::fromEnvironment();
  if (auto opened = options ? FileCache::open(*options) : std::nullopt) {
    files.emplace(std::move(*opened));
    key = makeKey(arguments);
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
                             const Compiler &compiler) const {
  // A library that is replaced while it runs has not compiled what comes then.
  static const std::vector<LibraryStamp> atFirst = stampLibraries(compiler);
  if (!files || !areUnchanged(atFirst))
    return;
  capi::ByteWriter writer;
  writer(atFirst, kernel.description, kernel.object);
  files->keep(key, writer.bytes);
}
