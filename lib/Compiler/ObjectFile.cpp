//===- ObjectFile.cpp - Kernels as object files ---------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine code of a kernel in memory, and as files that C programs are
// linked with. An object file without its header, or with an old one, would be
// worse than none: both are there completely before either takes its place.
//
//===----------------------------------------------------------------------===//

#include "ObjectFile.h"

#include "weft/Compiler/CHeader.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <list>
#include <optional>

using namespace weft;

namespace {
/// A file that takes its place only when it is complete.
class StagedFile {
public:
  StagedFile(llvm::StringRef path, std::string content)
      : path(path), content(std::move(content)) {}
  ~StagedFile() {
    if (temporary)
      llvm::consumeError(temporary->discard());
  }

  /// Writes the content beside the path.
  llvm::Error stage();
  /// Writes what is no regular file, say a pipe, and so cannot be replaced.
  llvm::Error writeSpecial();
  /// Moves what was staged to its place.
  llvm::Error place();

  /// The kind of a failure: whether the folder of the file exists.
  runtime::Failure classifyFailure() const {
    llvm::StringRef folder = llvm::sys::path::parent_path(path);
    return folder.empty() || llvm::sys::fs::exists(folder)
               ? runtime::Failure::FileAccess
               : runtime::Failure::NoFile;
  }

private:
  llvm::Error fail(const std::string &why) const {
    return llvm::createStringError("cannot write " + path + ": " + why);
  }
  llvm::Error write(int descriptor) const;

  std::string path, content;
  bool isSpecial = false;
  std::optional<llvm::sys::fs::TempFile> temporary;
};
} // namespace

llvm::Error StagedFile::write(int descriptor) const {
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/false);
  os << content;
  os.flush();
  std::error_code failure = os.error();
  os.clear_error();
  return failure ? fail(failure.message()) : llvm::Error::success();
}

llvm::Error StagedFile::stage() {
  llvm::sys::fs::file_status status;
  llvm::sys::fs::status(path, status);
  if (llvm::sys::fs::is_directory(status))
    return fail("Is a directory");
  isSpecial =
      llvm::sys::fs::exists(status) && !llvm::sys::fs::is_regular_file(status);
  if (isSpecial)
    return llvm::Error::success();
  auto created = llvm::sys::fs::TempFile::create(path + "-%%%%%%.tmp");
  if (!created)
    return fail(llvm::toString(created.takeError()));
  temporary.emplace(std::move(*created));
  return write(temporary->FD);
}

llvm::Error StagedFile::writeSpecial() {
  if (!isSpecial)
    return llvm::Error::success();
  std::error_code failure;
  llvm::raw_fd_ostream os(path, failure, llvm::sys::fs::CD_OpenExisting,
                          llvm::sys::fs::FA_Write, llvm::sys::fs::OF_None);
  if (!failure) {
    os << content;
    os.close();
    failure = os.error();
    os.clear_error();
  }
  return failure ? fail(failure.message()) : llvm::Error::success();
}

llvm::Error StagedFile::place() {
  if (!temporary)
    return llvm::Error::success();
  llvm::Error failure = temporary->keep(path);
  temporary.reset();
  return failure ? fail(llvm::toString(std::move(failure)))
                 : llvm::Error::success();
}

runtime::Status weft::checkObject(const Kernel &kernel) {
  if (kernel.object().empty())
    return runtime::Status::failure(
        "no machine code was generated for this kernel");
  const KernelTensor *converted = kernel.findConverted();
  if (!converted)
    return runtime::Status::success();
  return runtime::Status::failure(
      converted->name + " is converted to its format when the kernel has " +
      "run, which an object file does not do; choose another format for it");
}

runtime::Status weft::writeObject(const Kernel &kernel, const char *path,
                                  const char *headerPath) {
  if (runtime::Status status = checkObject(kernel); status.failed())
    return status;
  if (path && headerPath && llvm::StringRef(path) == headerPath)
    return runtime::Status::failure(
        "the object file and its header have the same path, " +
        std::string(path));
  std::list<StagedFile> files;
  if (path) {
    llvm::Expected<std::string> object = kernel.makeStandaloneObject();
    if (!object)
      return runtime::Status::failure(llvm::toString(object.takeError()));
    files.emplace_back(path, std::move(*object));
  }
  if (headerPath)
    files.emplace_back(headerPath, makeCHeader(kernel));
  for (auto step :
       {&StagedFile::stage, &StagedFile::writeSpecial, &StagedFile::place})
    for (StagedFile &file : files)
      if (llvm::Error failure = (file.*step)())
        return runtime::Status::failure(llvm::toString(std::move(failure)),
                                        file.classifyFailure());
  return runtime::Status::success();
}
