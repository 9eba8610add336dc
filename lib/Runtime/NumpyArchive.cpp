//===- NumpyArchive.cpp - Files of arrays in an archive -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files are decompressed as they are read, so that the sizes which an archive
// states take no memory. libzip is loaded when there is an archive: it brings a
// library for encryption, which takes a millisecond to load.
//
//===----------------------------------------------------------------------===//

#include "NumpyArchive.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <zip.h>

using namespace weft::runtime;

static const char suffix[] = ".npy";

//===----------------------------------------------------------------------===//
// libzip
//===----------------------------------------------------------------------===//

/// The functions of libzip that are called below.
#define WEFT_ZIP_FUNCTIONS(F)                                                  \
  F(zip_close)                                                                 \
  F(zip_discard)                                                               \
  F(zip_error_fini)                                                            \
  F(zip_error_init)                                                            \
  F(zip_error_init_with_code)                                                  \
  F(zip_error_strerror)                                                        \
  F(zip_fclose)                                                                \
  F(zip_file_add)                                                              \
  F(zip_file_set_mtime)                                                        \
  F(zip_file_strerror)                                                         \
  F(zip_fopen_index)                                                           \
  F(zip_fread)                                                                 \
  F(zip_get_name)                                                              \
  F(zip_get_num_entries)                                                       \
  F(zip_open)                                                                  \
  F(zip_open_from_source)                                                      \
  F(zip_source_buffer)                                                         \
  F(zip_source_buffer_create)                                                  \
  F(zip_source_close)                                                          \
  F(zip_source_error)                                                          \
  F(zip_source_free)                                                           \
  F(zip_source_keep)                                                           \
  F(zip_source_open)                                                           \
  F(zip_source_read)                                                           \
  F(zip_strerror)

namespace {
/// Their addresses.
struct ZipLibrary {
#define F(name) decltype(&::name) name = nullptr;
  WEFT_ZIP_FUNCTIONS(F)
#undef F
};
} // namespace

/// Loads libzip; null if that fails.
static const ZipLibrary *loadLibrary() {
  static ZipLibrary library;
  // The functions are the same in these versions.
  void *handle = nullptr;
  for (const char *name : {"libzip.so.4", "libzip.so.5"})
    if (!handle)
      handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (!handle)
    return nullptr;
#define F(name)                                                                \
  library.name =                                                               \
      reinterpret_cast<decltype(library.name)>(dlsym(handle, #name));          \
  if (!library.name)                                                           \
    return nullptr;
  WEFT_ZIP_FUNCTIONS(F)
#undef F
  return &library;
}

static const ZipLibrary *getLibrary() {
  static const ZipLibrary *library = loadLibrary();
  return library;
}

static Status failLoading() {
  return Status::failure("archives need libzip.so.4, which cannot be loaded");
}

static Status damaged(const std::string &reason) {
  return Status::failure("damaged archive: " + reason);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

/// The bytes of a file in an archive.
class ArchivedStream : public InputStream {
public:
  explicit ArchivedStream(zip_file_t *file) : file(file) {}
  ~ArchivedStream() override { getLibrary()->zip_fclose(file); }

  Expected<int64_t> read(char *data, int64_t size) override {
    zip_int64_t count = getLibrary()->zip_fread(file, data, size);
    if (count < 0)
      return damaged(getLibrary()->zip_file_strerror(file));
    return count;
  }

private:
  zip_file_t *file;
};

} // namespace

NumpyArchive::NumpyArchive(NumpyArchive &&other) noexcept
    : archive(std::exchange(other.archive, nullptr)),
      arrayNames(std::move(other.arrayNames)) {}

NumpyArchive::~NumpyArchive() {
  if (archive)
    getLibrary()->zip_discard(archive);
}

Expected<NumpyArchive> NumpyArchive::open(const std::string &path) {
  if (!getLibrary())
    return failLoading();
  NumpyArchive opened;
  int code = 0;
  opened.archive = getLibrary()->zip_open(path.c_str(), ZIP_RDONLY, &code);
  if (!opened.archive) {
    zip_error_t error;
    getLibrary()->zip_error_init_with_code(&error, code);
    std::string reason = getLibrary()->zip_error_strerror(&error);
    getLibrary()->zip_error_fini(&error);
    return Status::failure("this is no archive that can be read: " + reason);
  }
  if (Status status = opened.listNames(); status.failed())
    return status;
  return std::move(opened);
}

Status NumpyArchive::listNames() {
  zip_int64_t count = getLibrary()->zip_get_num_entries(archive, 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const char *name = getLibrary()->zip_get_name(archive, i, 0);
    if (!name)
      return damaged(getLibrary()->zip_strerror(archive));
    std::string file = name;
    if (file.size() <= std::strlen(suffix) || !endsWith(file, suffix))
      return Status::failure("the archive has a file that is no array of "
                             "NumPy: expected names that end with .npy");
    arrayNames.push_back(file.substr(0, file.size() - std::strlen(suffix)));
  }
  std::vector<std::string> sorted = arrayNames;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
    return Status::failure("the archive has two arrays of the same name");
  return Status::success();
}

bool NumpyArchive::contains(const std::string &name) const {
  return std::find(arrayNames.begin(), arrayNames.end(), name) !=
         arrayNames.end();
}

Expected<std::unique_ptr<InputStream>>
NumpyArchive::openFile(const std::string &name) const {
  auto place = std::find(arrayNames.begin(), arrayNames.end(), name);
  if (place == arrayNames.end())
    return Status::failure("the archive lacks this array");
  zip_file_t *file =
      getLibrary()->zip_fopen_index(archive, place - arrayNames.begin(), 0);
  if (!file)
    return Status::failure(getLibrary()->zip_strerror(archive));
  return std::unique_ptr<InputStream>(std::make_unique<ArchivedStream>(file));
}

/// A failure with the name of an array.
static Status failInArray(const std::string &name, const Status &status) {
  return status.prefixed("the array " + name + ": ");
}

Expected<NumpyArray> NumpyArchive::read(const std::string &name) const {
  Expected<std::unique_ptr<InputStream>> stream = openFile(name);
  if (stream.failed())
    return failInArray(name, stream.getStatus());
  Expected<NumpyArray> array = NumpyArray::read(**stream);
  if (array.failed())
    return failInArray(name, array.getStatus());
  return array;
}

Expected<std::string> NumpyArchive::readText(const std::string &name) const {
  Expected<std::unique_ptr<InputStream>> stream = openFile(name);
  if (stream.failed())
    return failInArray(name, stream.getStatus());
  Expected<std::string> text = NumpyArray::readText(**stream);
  if (text.failed())
    return failInArray(name, text.getStatus());
  return text;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

NumpyArchiveWriter::NumpyArchiveWriter() {
  if (!getLibrary()) {
    failure = failLoading();
    return;
  }
  zip_error_t error;
  getLibrary()->zip_error_init(&error);
  target = getLibrary()->zip_source_buffer_create(nullptr, 0, 0, &error);
  if (target)
    archive = getLibrary()->zip_open_from_source(target, ZIP_TRUNCATE, &error);
  if (archive)
    getLibrary()->zip_source_keep(target);
  else
    failure = Status::failure(getLibrary()->zip_error_strerror(&error));
  getLibrary()->zip_error_fini(&error);
}

NumpyArchiveWriter::~NumpyArchiveWriter() {
  if (archive)
    getLibrary()->zip_discard(archive);
  if (target)
    getLibrary()->zip_source_free(target);
}

void NumpyArchiveWriter::add(const std::string &name, const std::string &descr,
                             const std::vector<int64_t> &shape,
                             const void *data, int64_t bytes) {
  if (failure.failed())
    return;
  std::string header = NumpyHeader::write(descr, shape);
  Buffer file;
  int64_t size;
  if (__builtin_add_overflow(header.size(), bytes, &size) ||
      !file.reserve(size)) {
    failure = Status::outOfMemory(
        notEnoughMemory("an archive", static_cast<double>(bytes)));
    return;
  }
  std::memcpy(file.data(), header.data(), header.size());
  if (bytes > 0)
    std::memcpy(file.data() + header.size(), data, bytes);
  zip_source_t *source =
      getLibrary()->zip_source_buffer(archive, file.data(), size, 0);
  files.push_back(std::move(file));
  zip_int64_t index = -1;
  if (source)
    index = getLibrary()->zip_file_add(archive, (name + suffix).c_str(), source,
                                       ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    failure = Status::failure(getLibrary()->zip_strerror(archive));
    if (source)
      getLibrary()->zip_source_free(source);
    return;
  }
  // The same tensor is the same bytes. No archive knows an earlier time than
  // the begin of 1980, in whatever time zone.
  constexpr time_t secondOf1980 = 315619200;
  getLibrary()->zip_file_set_mtime(archive, index, secondOf1980, 0);
}

Status NumpyArchiveWriter::write(OutputStream &stream) {
  if (failure.failed())
    return failure;
  if (getLibrary()->zip_close(archive) < 0)
    return Status::failure(getLibrary()->zip_strerror(archive));
  archive = nullptr;
  if (getLibrary()->zip_source_open(target) < 0)
    return Status::failure(getLibrary()->zip_error_strerror(
        getLibrary()->zip_source_error(target)));
  std::vector<char> bytes(1 << 16);
  zip_int64_t count;
  while ((count = getLibrary()->zip_source_read(target, bytes.data(),
                                                bytes.size())) > 0 &&
         !stream.failed())
    stream.write(bytes.data(), count);
  getLibrary()->zip_source_close(target);
  return count < 0 ? Status::failure("cannot put the archive together")
                   : Status::success();
}
