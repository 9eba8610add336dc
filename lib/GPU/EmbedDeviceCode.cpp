//===- EmbedDeviceCode.cpp - Device code as text ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver of the device compiles PTX when it is first needed.
//
//===----------------------------------------------------------------------===//

#include "weft/GPU/Passes.h"

#include "MachineCode.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {
#define GEN_PASS_DEF_WEFTEMBEDDEVICECODE
#include "weft/GPU/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// The name of a function that PTX declares and does not define; empty if there
/// is none.
static StringRef findUndefined(StringRef code) {
  while (true) {
    size_t begin = code.find(".extern .func");
    if (begin == StringRef::npos)
      return {};
    code = code.drop_front(begin);
    StringRef head = code.take_until([](char c) { return c == ';'; });
    // The name is behind the results, which are in parentheses.
    StringRef name = head.drop_front(StringRef(".extern .func").size()).ltrim();
    if (name.consume_front("("))
      name = name.drop_front(name.find(')') + 1).ltrim();
    name = name.take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; });
    if (name != "vprintf" && name != "__assertfail")
      return name;
    code = code.drop_front(head.size());
  }
}

/// Machine code of PTX for each of some compute capabilities that the assembler
/// knows.
static FailureOr<SmallVector<std::pair<int64_t, std::string>>>
assemble(mlir::gpu::BinaryOp binary, StringRef code,
         const WeftEmbedDeviceCodeOptions &options) {
  SmallVector<std::pair<int64_t, std::string>> images;
  if (options.assembler.empty())
    return images;
  for (int64_t capability : options.capabilities) {
    llvm::Expected<std::string> image =
        weft::gpu::assemble(options.assembler, code, capability);
    if (!image)
      return binary.emitError("cannot make machine code for a GPU: ")
             << llvm::toString(image.takeError())
             << "; WEFT_PTXAS= leaves it out";
    if (!image->empty())
      images.emplace_back(capability, std::move(*image));
  }
  return images;
}

static LogicalResult embed(mlir::gpu::BinaryOp binary, ModuleOp module,
                           const WeftEmbedDeviceCodeOptions &options) {
  auto object = cast<mlir::gpu::ObjectAttr>(binary.getObjects()[0]);
  std::string code = object.getObject().getValue().str();
  if (StringRef name = findUndefined(code); !name.empty())
    return binary.emitError("cannot run on a GPU: the function '")
           << name << "' is of NVIDIA's libdevice, which is not installed";
  auto global = module.lookupSymbol<LLVM::GlobalOp>(
      (binary.getSymName() + "_code").str());
  if (global) {
    FailureOr<SmallVector<std::pair<int64_t, std::string>>> images =
        assemble(binary, code, options);
    if (failed(images))
      return failure();
    OpBuilder b(global);
    code = weft::gpu::appendMachineCode(code, *images);
    if (!images->empty())
      global.setAlignment(weft::gpu::kImageAlignment);
    global.setGlobalTypeAttr(
        TypeAttr::get(LLVM::LLVMArrayType::get(b.getI8Type(), code.size())));
    global.setValueAttr(b.getStringAttr(code));
    global.setLinkage(LLVM::Linkage::Internal);
  }
  binary.erase();
  return success();
}

namespace {
struct EmbedDeviceCode : weft::impl::WeftEmbedDeviceCodeBase<EmbedDeviceCode> {
  using WeftEmbedDeviceCodeBase::WeftEmbedDeviceCodeBase;

  void runOnOperation() override {
    WeftEmbedDeviceCodeOptions options{assembler,
                                       llvm::to_vector(capabilities)};
    for (auto binary : llvm::make_early_inc_range(
             getOperation().getOps<mlir::gpu::BinaryOp>()))
      if (failed(embed(binary, getOperation(), options)))
        return signalPassFailure();
    getOperation()->removeDiscardableAttr(
        mlir::gpu::GPUDialect::getContainerModuleAttrName());
  }
};
} // namespace
