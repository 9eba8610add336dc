//===- DeviceFunctions.cpp - Device code as functions -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Brings host and device code into the form that the printer of C source takes:
// functions of one module that call each other.
//
//===----------------------------------------------------------------------===//

#include "weft/GPU/Passes.h"

#include "HostAccesses.h"
#include "SharedMemory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {
#define GEN_PASS_DEF_WEFTOUTLINEDEVICEFUNCTIONS
#include "weft/GPU/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::gpu;

namespace {
/// A launch, its kernel, and how that uses each argument.
struct Launch {
  mlir::gpu::LaunchFuncOp op;
  mlir::gpu::GPUFuncOp kernel;
  SmallVector<int64_t> uses;
};
} // namespace

static FailureOr<Launch> describe(mlir::gpu::LaunchFuncOp op) {
  auto kernel = SymbolTable::lookupNearestSymbolFrom<mlir::gpu::GPUFuncOp>(
      op, op.getKernelAttr());
  if (!kernel)
    return op.emitError("expected the kernel to be in a gpu.module");
  Launch launch{op, kernel, {}};
  for (unsigned number : llvm::seq(op.getNumKernelOperands()))
    launch.uses.push_back(
        static_cast<int64_t>(findArgumentKind(op, kernel, number)));
  return launch;
}

/// Replaces memory that a kernel declares by allocations at its begin.
static void allocate(ArrayRef<BlockArgument> arrays, OpBuilder &b) {
  for (BlockArgument array : arrays) {
    auto allocated = memref::AllocaOp::create(
        b, array.getLoc(), cast<MemRefType>(array.getType()));
    if (isExchangedByWord(array))
      allocated.setAlignment(kWordBytes);
    array.replaceAllUsesWith(allocated);
  }
}

/// The name of the module of a kernel, and that of the kernel if it is not the
/// only one there.
static std::string getFunctionName(mlir::gpu::GPUFuncOp kernel) {
  auto kernels = cast<mlir::gpu::GPUModuleOp>(kernel->getParentOp());
  std::string name = kernels.getName().str();
  if (!llvm::hasSingleElement(kernels.getOps<mlir::gpu::GPUFuncOp>()))
    name += "_" + kernel.getName().str();
  return name;
}

/// The indices of an element of a vector that is accessed at `indices`.
static SmallVector<Value> emitIndices(ImplicitLocOpBuilder &b,
                                      ValueRange indices, int64_t number) {
  SmallVector<Value> own(indices);
  own.back() = b.createOrFold<arith::AddIOp>(
      own.back(), arith::ConstantIndexOp::create(b, number));
  return own;
}

/// Refuses an operation on a vector.
static LogicalResult refuseVector(Operation *op) {
  return op->emitError("cannot write this in CUDA: '")
         << op->getName() << "' uses a vector as a whole";
}

static LogicalResult splitVector(vector::LoadOp load) {
  for (Operation *user : llvm::make_early_inc_range(load->getUsers())) {
    auto extract = dyn_cast<vector::ExtractOp>(user);
    if (!extract || extract.hasDynamicPosition() ||
        extract.getStaticPosition().size() != 1)
      return refuseVector(user);
    ImplicitLocOpBuilder b(load.getLoc(), load);
    SmallVector<Value> indices =
        emitIndices(b, load.getIndices(), extract.getStaticPosition()[0]);
    extract.replaceAllUsesWith(
        memref::LoadOp::create(b, load.getBase(), indices).getResult());
    extract.erase();
  }
  load.erase();
  return success();
}

static LogicalResult splitVector(vector::StoreOp store) {
  auto numbers =
      store.getValueToStore().getDefiningOp<vector::FromElementsOp>();
  if (!numbers)
    return refuseVector(store);
  ImplicitLocOpBuilder b(store.getLoc(), store);
  for (auto [number, element] : llvm::enumerate(numbers.getElements()))
    memref::StoreOp::create(b, element, store.getBase(),
                            emitIndices(b, store.getIndices(), number));
  store.erase();
  if (numbers->use_empty())
    numbers.erase();
  return success();
}

/// Replaces loads and stores of vectors, which the printer does not take, by
/// those of their elements.
static LogicalResult splitVectors(mlir::gpu::GPUFuncOp kernel) {
  SmallVector<Operation *> accesses;
  kernel.walk([&](Operation *op) {
    if (isa<vector::LoadOp, vector::StoreOp>(op))
      accesses.push_back(op);
  });
  return success(llvm::all_of(accesses, [](Operation *op) {
    auto load = dyn_cast<vector::LoadOp>(op);
    return succeeded(load ? splitVector(load)
                          : splitVector(cast<vector::StoreOp>(op)));
  }));
}

/// Moves a kernel into a function of the module around.
static func::FuncOp outline(mlir::gpu::GPUFuncOp kernel, StringRef name,
                            SymbolTable &symbols) {
  OpBuilder b(kernel.getContext());
  SmallVector<Type> inputs(kLaunchArguments, b.getIndexType());
  llvm::append_range(inputs, kernel.getArgumentTypes());
  auto function = func::FuncOp::create(
      b, kernel.getLoc(), name, FunctionType::get(b.getContext(), inputs, {}));
  function.setPrivate();
  symbols.insert(function);
  function->setAttr(mlir::gpu::GPUDialect::getKernelFuncAttrName(),
                    b.getUnitAttr());
  if (std::optional<ArrayRef<int32_t>> size = kernel.getKnownBlockSize())
    function->setAttr("gpu.known_block_size", b.getDenseI32ArrayAttr(*size));

  Block &body = kernel.getBody().front();
  unsigned count = kernel.getNumArguments();
  OpBuilder begin = OpBuilder::atBlockBegin(&body);
  allocate(kernel.getWorkgroupAttributions(), begin);
  allocate(kernel.getPrivateAttributions(), begin);
  body.eraseArguments(count, body.getNumArguments() - count);
  for (unsigned number : llvm::seq(kLaunchArguments))
    body.insertArgument(number, b.getIndexType(), kernel.getLoc());
  function.getBody().takeBody(kernel.getBody());
  Operation *end = function.getBody().front().getTerminator();
  OpBuilder atEnd(end);
  func::ReturnOp::create(atEnd, end->getLoc());
  end->erase();
  return function;
}

static void replaceByCall(const Launch &launch, func::FuncOp function) {
  mlir::gpu::LaunchFuncOp op = launch.op;
  ImplicitLocOpBuilder b(op.getLoc(), op);
  mlir::gpu::KernelDim3 grid = op.getGridSizeOperandValues(),
                        block = op.getBlockSizeOperandValues();
  SmallVector<Value> operands{grid.x, block.x, block.y};
  llvm::append_range(operands, op.getKernelOperands());
  auto call = func::CallOp::create(b, function, operands);
  call->setAttr(kArrayUsesName, b.getDenseI64ArrayAttr(launch.uses));
  op.erase();
}

namespace {
struct OutlineDeviceFunctions
    : weft::impl::WeftOutlineDeviceFunctionsBase<OutlineDeviceFunctions> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::vector<Launch> launches;
    WalkResult result =
        module.walk([&](mlir::gpu::LaunchFuncOp op) -> WalkResult {
          FailureOr<Launch> launch = describe(op);
          if (failed(launch))
            return WalkResult::interrupt();
          launches.push_back(*launch);
          return WalkResult::advance();
        });
    if (result.wasInterrupted())
      return signalPassFailure();
    for (auto function : llvm::to_vector(module.getOps<func::FuncOp>()))
      if (failed(emitHostAccesses(function, module)))
        return signalPassFailure();
    // A function may take the name of the module of its kernel.
    SymbolTable symbols(module);
    for (auto kernels : module.getOps<mlir::gpu::GPUModuleOp>())
      symbols.remove(kernels);
    llvm::MapVector<Operation *, func::FuncOp> functions;
    for (const Launch &launch : launches) {
      mlir::gpu::GPUFuncOp kernel = launch.kernel;
      func::FuncOp &function = functions[kernel];
      if (!function && failed(splitVectors(kernel)))
        return signalPassFailure();
      if (!function)
        function = outline(kernel, getFunctionName(kernel), symbols);
      replaceByCall(launch, function);
    }
    for (auto kernels :
         llvm::make_early_inc_range(module.getOps<mlir::gpu::GPUModuleOp>()))
      kernels.erase();
    module->removeDiscardableAttr(
        mlir::gpu::GPUDialect::getContainerModuleAttrName());
  }
};
} // namespace
