//===- LowerLaunches.cpp - Launches as calls of the runtime -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes the arguments of a kernel to the runtime, which keeps arrays on the
// device and launches.
//
//===----------------------------------------------------------------------===//

#include "weft/GPU/Passes.h"

#include "ArrayAccesses.h"
#include "HostAccesses.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Support/KernelFunctions.h"

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {
#define GEN_PASS_DEF_WEFTLOWERLAUNCHES
#include "weft/GPU/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::gpu;

/// The words that describe an argument to the runtime (TensorABI.h): two of its
/// value or address, its size in bytes, its kind, and the address of its name.
static constexpr int64_t kWordsOfArgument = 5;

namespace {
/// What becomes of one launch.
class Launch {
public:
  /// Finds how the kernel uses its arguments.
  Launch(mlir::gpu::LaunchFuncOp launch, mlir::gpu::GPUFuncOp kernel,
         ModuleOp module)
      : launch(launch), kernel(kernel), module(module),
        b(launch.getLoc(), launch) {
    for (unsigned number : llvm::seq(launch.getNumKernelOperands()))
      kinds.push_back(findArgumentKind(launch, kernel, number));
  }

  /// Lowers the launch to a call, on a device.
  LogicalResult lower(int64_t device);

private:
  Value emitWord(int64_t value) {
    return arith::ConstantIntOp::create(b, value, 64);
  }
  Value emitWord(ArgumentKind kind) {
    return emitWord(static_cast<int64_t>(kind));
  }
  /// A number in the lower bits of a word.
  Value toWord(Value value);
  SmallVector<Value> emitArgument(Value operand, ArgumentKind kind);
  /// The size of an array in bytes.
  Value emitBytes(Value array);
  Value emitAddress(StringRef symbol, StringRef contents);
  /// The address of the text that says in messages which array it is.
  Value emitName(Value array);

  mlir::gpu::LaunchFuncOp launch;
  mlir::gpu::GPUFuncOp kernel;
  ModuleOp module;
  ImplicitLocOpBuilder b;
  SmallVector<ArgumentKind> kinds;
};
} // namespace

Value Launch::toWord(Value value) {
  Type type = value.getType();
  if (type.isIndex())
    return arith::IndexCastOp::create(b, b.getI64Type(), value);
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::PtrToIntOp::create(b, b.getI64Type(), value);
  unsigned bits = type.getIntOrFloatBitWidth();
  if (!type.isInteger())
    value = arith::BitcastOp::create(b, b.getIntegerType(bits), value);
  return bits == 64
             ? value
             : arith::ExtUIOp::create(b, b.getI64Type(), value).getResult();
}

Value Launch::emitBytes(Value array) {
  auto type = cast<MemRefType>(array.getType());
  Type element = type.getElementType();
  int64_t bytes = 8;
  if (auto pair = dyn_cast<ComplexType>(element))
    bytes = pair.getElementType().getIntOrFloatBitWidth() / 4;
  else if (element.isIntOrFloat())
    bytes = llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
  if (type.getRank() == 0)
    return emitWord(bytes);
  // Elements of records have others in between.
  SmallVector<int64_t> strides;
  int64_t offset;
  if (succeeded(type.getStridesAndOffset(strides, offset)) &&
      !ShapedType::isDynamic(strides.front()))
    bytes *= strides.front();
  Value length = memref::DimOp::create(b, array, 0);
  return arith::MulIOp::create(
      b, arith::IndexCastOp::create(b, b.getI64Type(), length),
      emitWord(bytes));
}

SmallVector<Value> Launch::emitArgument(Value operand, ArgumentKind kind) {
  Value zero = emitWord(0);
  if (isa<MemRefType>(operand.getType())) {
    Value address = memref::ExtractAlignedPointerAsIndexOp::create(b, operand);
    return {toWord(address), zero, emitBytes(operand), emitWord(kind),
            emitName(getArray(operand))};
  }
  auto pair = dyn_cast<ComplexType>(operand.getType());
  if (!pair)
    return {toWord(operand), zero, emitWord(8), emitWord(ArgumentKind::Scalar),
            zero};
  Value real = toWord(complex::ReOp::create(b, operand));
  Value imaginary = toWord(complex::ImOp::create(b, operand));
  unsigned bits = pair.getElementType().getIntOrFloatBitWidth();
  if (bits == 64)
    return {real, imaginary, emitWord(16), emitWord(ArgumentKind::Scalar),
            zero};
  Value upper = arith::ShLIOp::create(b, imaginary, emitWord(bits));
  return {arith::OrIOp::create(b, real, upper), zero, emitWord(bits / 4),
          emitWord(ArgumentKind::Scalar), zero};
}

Value Launch::emitAddress(StringRef symbol, StringRef contents) {
  auto global = module.lookupSymbol<LLVM::GlobalOp>(symbol);
  if (!global) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    bool isDefined = !contents.empty();
    auto type =
        LLVM::LLVMArrayType::get(b.getI8Type(), contents.size() + isDefined);
    global = LLVM::GlobalOp::create(
        b, type, /*isConstant=*/true,
        isDefined ? LLVM::Linkage::Internal : LLVM::Linkage::External, symbol,
        isDefined ? Attribute(b.getStringAttr(contents.str() + '\0'))
                  : Attribute());
  }
  return LLVM::AddressOfOp::create(b, global);
}

Value Launch::emitName(Value array) {
  StringRef name =
      getTensorName(array, launch->getParentOfType<func::FuncOp>());
  if (name.empty())
    return emitWord(0);
  StringRef kernels = launch.getKernelModuleName().getValue();
  return toWord(emitAddress((kernels + "_array_of_" + name).str(),
                            ("an array of " + name).str()));
}

LogicalResult Launch::lower(int64_t device) {
  auto function =
      getRuntimeFunction<LLVM::LLVMFuncOp>(b, module, "weft_rt_launch");
  if (!function)
    return failure();
  int64_t count = launch.getNumKernelOperands();
  Value words;
  {
    // The memory is taken once, also where the launch is in a loop.
    OpBuilder::InsertionGuard guard(b);
    auto host = launch->getParentOfType<func::FuncOp>();
    b.setInsertionPointToStart(&host.getBody().front());
    words = memref::AllocaOp::create(
        b, MemRefType::get(std::max<int64_t>(count, 1) * kWordsOfArgument,
                           b.getI64Type()));
  }
  for (auto [number, operand] : llvm::enumerate(launch.getKernelOperands())) {
    SmallVector<Value> argument = emitArgument(operand, kinds[number]);
    for (auto [word, value] : llvm::enumerate(argument))
      memref::StoreOp::create(b, value, words,
                              ValueRange(arith::ConstantIndexOp::create(
                                  b, number * kWordsOfArgument + word)));
  }
  StringRef module = launch.getKernelModuleName().getValue();
  StringRef name = launch.getKernelName().getValue();
  mlir::gpu::KernelDim3 grid = launch.getGridSizeOperandValues(),
                        block = launch.getBlockSizeOperandValues();
  LLVM::CallOp::create(
      b, function,
      ValueRange{emitAddress((module + "_code").str(), ""),
                 emitAddress((module + "_" + name).str(), name),
                 emitPointer(b, b.getLoc(), words), emitWord(count),
                 toWord(grid.x), toWord(block.x), toWord(block.y), emitWord(0),
                 emitWord(device)});
  launch.erase();
  return success();
}

namespace {
struct LowerLaunches : weft::impl::WeftLowerLaunchesBase<LowerLaunches> {
  using WeftLowerLaunchesBase::WeftLowerLaunchesBase;

  void runOnOperation() override {
    SmallVector<mlir::gpu::LaunchFuncOp> launches;
    getOperation().walk(
        [&](mlir::gpu::LaunchFuncOp launch) { launches.push_back(launch); });
    llvm::SetVector<Operation *> kernels;
    std::vector<Launch> lowered;
    for (mlir::gpu::LaunchFuncOp launch : launches) {
      auto kernel = SymbolTable::lookupNearestSymbolFrom<mlir::gpu::GPUFuncOp>(
          launch, launch.getKernelAttr());
      if (!kernel) {
        launch.emitError("expected the kernel to be in a gpu.module");
        return signalPassFailure();
      }
      kernels.insert(kernel);
      lowered.emplace_back(launch, kernel, getOperation());
    }
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (failed(emitHostAccesses(function, getOperation())))
        return signalPassFailure();
    for (Launch &launch : lowered)
      if (failed(launch.lower(device)))
        return signalPassFailure();
    for (Operation *kernel : kernels)
      if (failed(convertArrays(cast<mlir::gpu::GPUFuncOp>(kernel))))
        return signalPassFailure();
  }
};
} // namespace
