//===- LoadedCode.cpp - Object files as code in memory ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Links object files into the process with LLVM's ORC. All kernels share one
// session. Each has its own library in it, which is removed with the kernel.
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/MachineCode.h"
#include "weft/Runtime/KernelSymbols.h"
#include "weft/Runtime/Threads.h"

#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/MemoryBuffer.h"

#include <atomic>

using namespace llvm;
using namespace weft;

namespace {
/// Makes the functions known that kernels may call.
class KernelSymbols : public orc::DefinitionGenerator {
public:
  explicit KernelSymbols(char prefix) : prefix(prefix) {}

  Error tryToGenerate(orc::LookupState &, orc::LookupKind,
                      orc::JITDylib &library, orc::JITDylibLookupFlags,
                      const orc::SymbolLookupSet &symbols) override {
    orc::SymbolMap found;
    for (const auto &[symbol, flags] : symbols) {
      StringRef spelling = *symbol;
      if (prefix != '\0' && !spelling.consume_front(StringRef(&prefix, 1)))
        continue;
      std::string name = spelling.str();
      void *address = runtime::findKernelSymbol(name.c_str());
      if (!address)
        return createStringError(runtime::whyNotFound(name.c_str()));
      found[symbol] = {orc::ExecutorAddr::fromPtr(address),
                       JITSymbolFlags::Exported | JITSymbolFlags::Callable};
    }
    return found.empty() ? Error::success()
                         : library.define(orc::absoluteSymbols(found));
  }

private:
  char prefix;
};
} // namespace

/// The library that all kernels link against.
static const char *const supportName = "weft.support";

static Expected<std::unique_ptr<orc::LLJIT>> createSession() {
  // Kernels have no initializers and see nothing of the process but what is
  // defined below.
  auto session = orc::LLJITBuilder()
                     .setLinkProcessSymbolsByDefault(false)
                     .setPlatformSetUp(orc::setUpInactivePlatform)
                     .create();
  if (!session)
    return session.takeError();
  Expected<orc::JITDylib &> support = (*session)->createJITDylib(supportName);
  if (!support)
    return support.takeError();
  // Loops that may be shared load it when one takes long.
  runtime::setThreadLibrary(runtime::kernelThreadLibrary);
  support->addGenerator(std::make_unique<KernelSymbols>(
      (*session)->getDataLayout().getGlobalPrefix()));
  return session;
}

/// The session. It is never destroyed, since kernels may outlive every static
/// object.
static Expected<orc::LLJIT &> getSession() {
  static Expected<std::unique_ptr<orc::LLJIT>> &session =
      *new Expected<std::unique_ptr<orc::LLJIT>>(createSession());
  static const std::string failure =
      session ? "" : toString(session.takeError());
  if (!failure.empty())
    return createStringError("cannot set up in-process linking: " + failure);
  return **session;
}

Expected<std::unique_ptr<LoadedCode>> LoadedCode::load(StringRef object) {
  Expected<orc::LLJIT &> session = getSession();
  if (!session)
    return session.takeError();
  static std::atomic<uint64_t> counter;
  std::string name = "weft.kernel." + std::to_string(counter++);
  Expected<orc::JITDylib &> library = session->createJITDylib(name);
  if (!library)
    return library.takeError();
  std::unique_ptr<LoadedCode> code(new LoadedCode(*library));
  library->addToLinkOrder(
      *session->getExecutionSession().getJITDylibByName(supportName));
  if (Error error = session->addObjectFile(
          *library, MemoryBuffer::getMemBufferCopy(object, name)))
    return std::move(error);
  return code;
}

LoadedCode::~LoadedCode() {
  consumeError(library.getExecutionSession().removeJITDylib(library));
}

Expected<void *> LoadedCode::lookup(StringRef name) {
  Expected<orc::LLJIT &> session = getSession();
  if (!session)
    return session.takeError();
  Expected<orc::ExecutorAddr> address = session->lookup(library, name);
  if (!address)
    return address.takeError();
  return address->toPtr<void *>();
}
