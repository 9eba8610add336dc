//===- MachineCode.cpp - Machine code of devices ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The assembler is a program that reads and writes files.
//
//===----------------------------------------------------------------------===//

#include "MachineCode.h"

#include "weft/Runtime/DeviceCodeFormat.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace {
/// A file that is removed in the end.
class TemporaryFile {
public:
  explicit TemporaryFile(StringRef suffix) {
    error = sys::fs::createTemporaryFile("weft", suffix, path);
    remover.setFile(path);
  }

  StringRef getPath() const { return path; }
  std::error_code getError() const { return error; }
  std::string read() const {
    ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(
        path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    return buffer ? (*buffer)->getBuffer().str() : std::string();
  }
  Error write(StringRef contents) {
    raw_fd_ostream os(path, error);
    if (error)
      return errorCodeToError(error);
    os << contents;
    os.close();
    error = os.error();
    os.clear_error();
    return errorCodeToError(error);
  }

private:
  SmallString<128> path;
  std::error_code error;
  FileRemover remover;
};
} // namespace

Expected<std::string> weft::gpu::assemble(StringRef assembler, StringRef ptx,
                                          int64_t capability) {
  TemporaryFile source("ptx"), image("cubin"), messages("txt");
  for (const TemporaryFile *file : {&source, &image, &messages})
    if (file->getError())
      return createStringError(file->getError(),
                               "cannot create a temporary file");
  if (Error error = source.write(ptx))
    return std::move(error);
  std::string architecture = formatv("-arch=sm_{0}", capability);
  std::string reason;
  int status = sys::ExecuteAndWait(
      assembler,
      {assembler, architecture, "-o", image.getPath(), source.getPath()},
      /*Env=*/std::nullopt,
      {std::nullopt, StringRef(messages.getPath()),
       StringRef(messages.getPath())},
      /*SecondsToWait=*/0, /*MemoryLimit=*/0, &reason);
  if (status == 0)
    return image.read();
  std::string said = messages.read();
  // An assembler that is older than the device.
  if (StringRef(said).contains("gpu-name"))
    return std::string();
  StringRef line = StringRef(said).trim().split('\n').first;
  return createStringError("'" + assembler + "' failed for sm_" +
                           Twine(capability) + ": " +
                           (line.empty() ? StringRef(reason) : line));
}

std::string
weft::gpu::appendMachineCode(StringRef ptx,
                             ArrayRef<std::pair<int64_t, std::string>> images) {
  if (images.empty())
    return ptx.str() + '\0';
  // Numbers have as many digits whatever they are, so that the length of the
  // line is known.
  auto describe = [](int64_t capability, size_t offset, size_t size) {
    return formatv(" {0} {1,0+10} {2,0+10}", capability, offset, size).str();
  };
  std::string line = WEFT_RT_MACHINE_CODE;
  size_t length = line.size() + 1;
  for (const auto &[capability, image] : images)
    length += describe(capability, 0, 0).size();
  size_t offset = alignTo(length + ptx.size() + 1, kImageAlignment);
  for (const auto &[capability, image] : images) {
    line += describe(capability, offset, image.size());
    offset = alignTo(offset + image.size(), kImageAlignment);
  }
  std::string code = line + '\n' + ptx.str() + '\0';
  for (const auto &[capability, image] : images) {
    code.resize(alignTo(code.size(), kImageAlignment));
    code += image;
  }
  return code;
}
