//===- Hdf5Library.cpp - Files that libhdf5 reads -------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads the library from the folder of the runtime.
//
//===----------------------------------------------------------------------===//

#include "Hdf5Library.h"

#include "FileEntries.h"
#include "FileReaders.h"
#include "FileWriters.h"
#include "LibraryPath.h"

#include <dlfcn.h>

using namespace weft::runtime;

Status weft::runtime::checkHdf5Functions(const Hdf5Functions &functions,
                                         const std::string &path) {
  if (functions.layout == kHdf5Layout)
    return Status::success();
  return Status::failure(path + " is of another version of Weft than the "
                                "runtime that loads it; use those of one");
}

static Expected<const Hdf5Functions *> loadLibrary() {
  std::string path = findBesideRuntime(WEFT_HDF5_LIBRARY);
  // It is not unloaded: nothing would be won.
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void *function = library ? dlsym(library, kHdf5FunctionsName) : nullptr;
  if (!function) {
    const char *error = dlerror();
    return Status::failure(
        std::string("HDF5 files need " WEFT_HDF5_LIBRARY ": ") +
        (error ? error : "it cannot be loaded"));
  }
  const Hdf5Functions *functions =
      reinterpret_cast<GetHdf5Functions *>(function)();
  if (Status status = checkHdf5Functions(*functions, path); status.failed())
    return status;
  return functions;
}

Expected<EntryList> weft::runtime::readBinsparse(const std::string &path,
                                                 const ReadOptions &options) {
  // A file that cannot be opened is refused as those of other formats are.
  if (auto stream = openInput(path); stream.failed())
    return stream.takeStatus();
  Expected<const Hdf5Functions *> library = loadLibrary();
  if (library.failed())
    return failInFile(path, library.getStatus());
  Expected<EntryList> entries = (*library)->read(path, options);
  if (entries.failed())
    return failInFile(path, entries.getStatus());
  return entries;
}

Status weft::runtime::writeBinsparse(const Tensor &tensor,
                                     OutputStream &stream) {
  Expected<const Hdf5Functions *> library = loadLibrary();
  if (library.failed())
    return library.takeStatus();
  return (*library)->write(tensor, stream);
}
