//===- PluginLibrary.cpp - The shared library of a plugin -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads which libraries a plugin needs before it is loaded: two versions of
// LLVM in one process end it.
//
//===----------------------------------------------------------------------===//

#include "PluginLibrary.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"

#include <dlfcn.h>

using namespace weft;

/// The names of the libraries that a shared library needs.
static llvm::Expected<std::vector<std::string>>
readNeededLibraries(llvm::StringRef path) {
  // Reading a character device such as /dev/zero does not terminate.
  if (llvm::sys::fs::exists(path) && !llvm::sys::fs::is_regular_file(path))
    return llvm::createStringError("it is not a regular file");
  auto file = llvm::object::ObjectFile::createObjectFile(path);
  if (!file)
    return file.takeError();
  auto *elf =
      llvm::dyn_cast<llvm::object::ELF64LEObjectFile>(file->getBinary());
  if (!elf || elf->getELFFile().getHeader().e_type != llvm::ELF::ET_DYN)
    return llvm::createStringError("it is no shared library of this machine");
  const auto &contents = elf->getELFFile();
  auto entries = contents.dynamicEntries();
  if (!entries)
    return entries.takeError();
  uint64_t address = 0, size = 0;
  for (const auto &entry : *entries) {
    if (entry.getTag() == llvm::ELF::DT_STRTAB)
      address = entry.getPtr();
    if (entry.getTag() == llvm::ELF::DT_STRSZ)
      size = entry.getVal();
  }
  auto names = contents.toMappedAddr(address);
  if (!names)
    return names.takeError();
  std::vector<std::string> needed;
  const uint8_t *end = contents.base() + contents.getBufSize();
  if (*names > end || static_cast<uint64_t>(end - *names) < size)
    return llvm::createStringError("its table of names is not complete");
  llvm::StringRef table(reinterpret_cast<const char *>(*names), size);
  for (const auto &entry : *entries)
    if (entry.getTag() == llvm::ELF::DT_NEEDED && entry.getVal() < size)
      needed.push_back(table.substr(entry.getVal())
                           .take_until([](char c) { return !c; })
                           .str());
  return needed;
}

/// The name of a library without its version.
static llvm::StringRef getStem(llvm::StringRef name) {
  return name.take_front(name.find(".so"));
}

/// Whether a library must be the one of this process, since types of both meet.
static bool isShared(llvm::StringRef name) {
  llvm::StringRef stem = getStem(name);
  return stem.starts_with("libMLIR") || stem.starts_with("libLLVM") ||
         stem == "libWeftCore" || stem == "libweft_runtime";
}

/// Checks that a plugin needs the libraries of this process.
static llvm::Error checkLibraries(llvm::StringRef path,
                                  llvm::ArrayRef<std::string> needed) {
  Dl_info own;
  if (dladdr(reinterpret_cast<const void *>(&openPluginLibrary), &own) == 0)
    return llvm::createStringError("the library of the compiler is not known");
  auto known = readNeededLibraries(own.dli_fname);
  if (!known)
    return known.takeError();
  known->push_back(WEFT_CORE_LIBRARY);
  for (const std::string &name : needed)
    for (const std::string &other : *known)
      if (isShared(name) && getStem(name) == getStem(other) && name != other)
        return llvm::createStringError(
            "it was built with " + name + ", but this Weft is built with " +
            other + "\nhint: build the plugin with the package of Weft " +
            WEFT_VERSION + " and its LLVM");
  return llvm::Error::success();
}

static llvm::Expected<PluginLibrary> open(const char *path) {
  auto needed = readNeededLibraries(path);
  if (!needed)
    return needed.takeError();
  if (llvm::Error error = checkLibraries(path, *needed))
    return std::move(error);
  // A path without '/' is one of a file here, not of a library of the system.
  std::string file = llvm::StringRef(path).contains('/')
                         ? std::string(path)
                         : "./" + std::string(path);
  void *handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char *reason = dlerror();
    return llvm::createStringError(reason ? reason : "the system refuses it");
  }
  auto getDialects = reinterpret_cast<mlir::DialectPluginLibraryInfo (*)()>(
      dlsym(handle, "mlirGetDialectPluginInfo"));
  if (!getDialects)
    return llvm::createStringError(
        "it is no plugin: it has no function mlirGetDialectPluginInfo");
  PluginLibrary library{handle, getDialects(), std::nullopt};
  if (library.dialects.apiVersion != MLIR_PLUGIN_API_VERSION)
    return llvm::createStringError(
        "it was built for version " + llvm::Twine(library.dialects.apiVersion) +
        " of MLIR's interface of plugins, expected " +
        llvm::Twine(MLIR_PLUGIN_API_VERSION));
  if (!library.dialects.registerDialectRegistryCallbacks)
    return llvm::createStringError("it is no plugin: it registers no dialects");
  auto getInfo =
      reinterpret_cast<PluginInfo (*)()>(dlsym(handle, pluginFunctionName));
  if (!getInfo)
    return library;
  library.info = getInfo();
  if (library.info->version != pluginVersion)
    return llvm::createStringError(
        "it was built for version " + llvm::Twine(library.info->version) +
        " of Weft's interface of plugins, expected " +
        llvm::Twine(pluginVersion));
  return library;
}

llvm::Expected<PluginLibrary> weft::openPluginLibrary(const char *path) {
  auto library = open(path);
  if (!library)
    return llvm::createStringError("cannot load the plugin '" +
                                   llvm::Twine(path) +
                                   "': " + llvm::toString(library.takeError()));
  return library;
}
