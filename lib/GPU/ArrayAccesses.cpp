//===- ArrayAccesses.cpp - Arrays of device code as pointers ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Updates for which the device has an instruction are atomic operations of
// LLVM; others compare and exchange.
//
//===----------------------------------------------------------------------===//

#include "ArrayAccesses.h"

#include "Accumulation.h"
#include "SharedMemory.h"

#include "weft/GPU/DeviceFunctions.h"
#include "weft/Support/ExpandAtomics.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace weft;
using namespace weft::gpu;

bool weft::gpu::isWritten(BlockArgument array) {
  return llvm::any_of(array.getUsers(), [](Operation *user) {
    return !isa<memref::LoadOp, vector::LoadOp, memref::DimOp,
                memref::ExtractAlignedPointerAsIndexOp>(user);
  });
}

/// The atomic operation of LLVM that combines as an operation does, if devices
/// have an instruction for it.
static std::optional<LLVM::AtomicBinOp> getAtomicOperation(Operation *op) {
  Type type = op->getResult(0).getType();
  unsigned bits = type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
  if (bits != 32 && bits != 64)
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, std::optional<LLVM::AtomicBinOp>>(op)
      .Case<arith::AddFOp>([](auto) { return LLVM::AtomicBinOp::fadd; })
      .Case<arith::AddIOp>([](auto) { return LLVM::AtomicBinOp::add; })
      .Case<arith::AndIOp>([](auto) { return LLVM::AtomicBinOp::_and; })
      .Case<arith::OrIOp>([](auto) { return LLVM::AtomicBinOp::_or; })
      .Case<arith::XOrIOp>([](auto) { return LLVM::AtomicBinOp::_xor; })
      .Case<arith::MaxSIOp>([](auto) { return LLVM::AtomicBinOp::max; })
      .Case<arith::MinSIOp>([](auto) { return LLVM::AtomicBinOp::min; })
      .Case<arith::MaxUIOp>([](auto) { return LLVM::AtomicBinOp::umax; })
      .Case<arith::MinUIOp>([](auto) { return LLVM::AtomicBinOp::umin; })
      .Default(std::nullopt);
}

namespace {
/// Rewrites the accesses of one array.
class ArrayAccesses {
public:
  ArrayAccesses(Value array, Value pointer, const LLVMTypeConverter &types)
      : array(array), pointer(pointer), types(types),
        element(cast<MemRefType>(array.getType()).getElementType()) {}

  /// Rewrites all accesses, or one of a list without gaps.
  LogicalResult rewrite();
  LogicalResult rewrite(Operation *user);

private:
  Value emitAddress(ImplicitLocOpBuilder &b, ValueRange indices);
  /// A value as the LLVM dialect has it, and back.
  Value toLLVM(ImplicitLocOpBuilder &b, Value value);
  Value fromLLVM(ImplicitLocOpBuilder &b, Value value);
  LogicalResult rewriteUpdate(ImplicitLocOpBuilder &b,
                              memref::GenericAtomicRMWOp update);
  /// Rewrites a load of several numbers, which are extracted one by one.
  LogicalResult rewriteVector(ImplicitLocOpBuilder &b, vector::LoadOp load);
  /// Rewrites a store of several numbers.
  LogicalResult rewriteVector(ImplicitLocOpBuilder &b, vector::StoreOp store);

  Value array, pointer;
  const LLVMTypeConverter &types;
  Type element;
  /// How far elements are from each other, and the first from the begin, in
  /// elements: those of records have others in between.
  int64_t stride = 1, offset = 0;
};
} // namespace

Value ArrayAccesses::emitAddress(ImplicitLocOpBuilder &b, ValueRange indices) {
  if (indices.empty())
    return pointer;
  Value index = arith::IndexCastOp::create(b, b.getI64Type(), indices.front());
  auto scale = [&](int64_t by) {
    return arith::ConstantIntOp::create(b, by, 64);
  };
  if (stride != 1)
    index = arith::MulIOp::create(b, index, scale(stride));
  if (offset != 0)
    index = arith::AddIOp::create(b, index, scale(offset));
  return LLVM::GEPOp::create(b, pointer.getType(), types.convertType(element),
                             pointer, ValueRange(index),
                             LLVM::GEPNoWrapFlags::inbounds);
}

Value ArrayAccesses::toLLVM(ImplicitLocOpBuilder &b, Value value) {
  Type type = types.convertType(element);
  if (type == element)
    return value;
  return UnrealizedConversionCastOp::create(b, type, value).getResult(0);
}

Value ArrayAccesses::fromLLVM(ImplicitLocOpBuilder &b, Value value) {
  if (value.getType() == element)
    return value;
  return UnrealizedConversionCastOp::create(b, element, value).getResult(0);
}

LogicalResult ArrayAccesses::rewriteUpdate(ImplicitLocOpBuilder &b,
                                           memref::GenericAtomicRMWOp update) {
  Operation *combiner = findCombiner(update);
  std::optional<LLVM::AtomicBinOp> operation =
      combiner ? getAtomicOperation(combiner) : std::nullopt;
  if (!operation)
    return failure();
  bool isFirst = combiner->getOperand(0) == update.getCurrentValue();
  Value value = combiner->getOperand(isFirst ? 1 : 0);
  Value old = LLVM::AtomicRMWOp::create(
      b, *operation, emitAddress(b, update.getIndices()), toLLVM(b, value),
      LLVM::AtomicOrdering::monotonic, /*syncscope=*/"device");
  if (!update.use_empty())
    update.replaceAllUsesWith(fromLLVM(b, old));
  update.erase();
  return success();
}

/// Refuses an access of an array, or of a vector of its elements.
static LogicalResult refuse(Operation *op) {
  return op->emitError("cannot run on a GPU: '")
         << op->getName() << "' accesses an array in a way that devices do "
         << "not have";
}

/// Refuses an array whose elements are not at constant distances.
static LogicalResult refuseLayout(Location loc) {
  return emitError(loc, "cannot run on a GPU: an array is not a list with "
                        "constant distances");
}

LogicalResult ArrayAccesses::rewriteVector(ImplicitLocOpBuilder &b,
                                           vector::LoadOp load) {
  for (Operation *user : load->getUsers()) {
    auto extract = dyn_cast<vector::ExtractOp>(user);
    if (!extract || extract.hasDynamicPosition() ||
        extract.getStaticPosition().size() != 1)
      return refuse(user);
  }
  Value numbers = LLVM::LoadOp::create(b, load.getVectorType(),
                                       emitAddress(b, load.getIndices()),
                                       load.getAlignment().value_or(0));
  for (Operation *user : llvm::make_early_inc_range(load->getUsers())) {
    auto extract = cast<vector::ExtractOp>(user);
    b.setInsertionPoint(user);
    Value place = arith::ConstantIntOp::create(
        b, extract.getStaticPosition().front(), 64);
    extract.replaceAllUsesWith(
        LLVM::ExtractElementOp::create(b, numbers, place).getResult());
    extract.erase();
  }
  load.erase();
  return success();
}

LogicalResult ArrayAccesses::rewriteVector(ImplicitLocOpBuilder &b,
                                           vector::StoreOp store) {
  auto numbers =
      store.getValueToStore().getDefiningOp<vector::FromElementsOp>();
  if (!numbers)
    return refuse(store);
  Value vector = LLVM::PoisonOp::create(b, store.getVectorType());
  for (auto [number, element] : llvm::enumerate(numbers.getElements()))
    vector = LLVM::InsertElementOp::create(
        b, vector, element, arith::ConstantIntOp::create(b, number, 64));
  LLVM::StoreOp::create(b, vector, emitAddress(b, store.getIndices()),
                        store.getAlignment().value_or(0));
  store.erase();
  if (numbers->use_empty())
    numbers.erase();
  return success();
}

LogicalResult ArrayAccesses::rewrite(Operation *user) {
  ImplicitLocOpBuilder b(user->getLoc(), user);
  if (auto load = dyn_cast<vector::LoadOp>(user))
    return rewriteVector(b, load);
  if (auto store = dyn_cast<vector::StoreOp>(user))
    return rewriteVector(b, store);
  if (auto load = dyn_cast<memref::LoadOp>(user)) {
    Value value = LLVM::LoadOp::create(b, types.convertType(element),
                                       emitAddress(b, load.getIndices()));
    load.replaceAllUsesWith(fromLLVM(b, value));
    load.erase();
    return success();
  }
  if (auto store = dyn_cast<memref::StoreOp>(user)) {
    LLVM::StoreOp::create(b, toLLVM(b, store.getValueToStore()),
                          emitAddress(b, store.getIndices()));
    store.erase();
    return success();
  }
  if (auto address = dyn_cast<memref::ExtractAlignedPointerAsIndexOp>(user)) {
    Value number = LLVM::PtrToIntOp::create(b, b.getI64Type(), pointer);
    address.replaceAllUsesWith(
        arith::IndexCastOp::create(b, b.getIndexType(), number).getResult());
    address.erase();
    return success();
  }
  if (auto update = dyn_cast<memref::GenericAtomicRMWOp>(user))
    if (succeeded(rewriteUpdate(b, update)))
      return success();
  return refuse(user);
}

LogicalResult ArrayAccesses::rewrite() {
  auto type = cast<MemRefType>(array.getType());
  SmallVector<int64_t> strides;
  if (type.getRank() > 1 || failed(type.getStridesAndOffset(strides, offset)) ||
      ShapedType::isDynamic(offset) ||
      llvm::any_of(strides, ShapedType::isDynamic))
    return refuseLayout(array.getLoc());
  if (!strides.empty())
    stride = strides.front();
  for (Operation *user : llvm::make_early_inc_range(array.getUsers()))
    if (failed(rewrite(user)))
      return failure();
  return success();
}

/// Replaces an update of a number of less than 32 bits, which devices do not
/// exchange by itself, by a loop that exchanges the word around it.
static void expandShortAtomic(memref::GenericAtomicRMWOp update) {
  ImplicitLocOpBuilder b(update.getLoc(), update);
  Type type = update.getCurrentValue().getType();
  IntegerType word = b.getI32Type(), number = b.getI64Type();
  auto bits = b.getIntegerType(std::max(8u, type.getIntOrFloatBitWidth()));
  auto constant = [&](int64_t value, Type of) {
    return arith::ConstantOp::create(b, b.getIntegerAttr(of, value))
        .getResult();
  };
  Value address = emitElementAddress(b, update);
  Value aligned = arith::AndIOp::create(b, address, constant(-4, number));
  Value pointer = LLVM::IntToPtrOp::create(
      b, LLVM::LLVMPointerType::get(b.getContext()), aligned);
  Value byte = arith::AndIOp::create(b, address, constant(3, number));
  Value shift = arith::TruncIOp::create(
      b, word, arith::ShLIOp::create(b, byte, constant(3, number)));
  Value mask = arith::ShLIOp::create(
      b, constant((int64_t(1) << bits.getWidth()) - 1, word), shift);
  Value others = arith::XOrIOp::create(b, mask, constant(-1, word));
  constexpr auto ordering = LLVM::AtomicOrdering::monotonic;
  Value first = LLVM::LoadOp::create(
      b, word, pointer, /*alignment=*/4, /*isVolatile=*/false,
      /*isNonTemporal=*/false, /*isInvariant=*/false,
      /*isInvariantGroup=*/false, ordering, /*syncscope=*/"device");
  auto loop = scf::WhileOp::create(b, word, first);
  Block *before = b.createBlock(&loop.getBefore(), {}, word, update.getLoc());
  Value old = before->getArgument(0);
  auto extract = [&](Value from) -> Value {
    Value value = arith::TruncIOp::create(
        b, bits, arith::ShRUIOp::create(b, from, shift));
    if (!type.isInteger())
      return arith::BitcastOp::create(b, type, value);
    return type == bits ? value : arith::TruncIOp::create(b, type, value);
  };
  Block *body = update.getBody();
  Operation *yield = body->getTerminator();
  update.getCurrentValue().replaceAllUsesWith(extract(old));
  Value combined = yield->getOperand(0);
  yield->erase();
  before->getOperations().splice(before->end(), body->getOperations());
  b.setInsertionPointToEnd(before);
  if (!type.isInteger())
    combined = arith::BitcastOp::create(b, bits, combined);
  Value inserted = arith::OrIOp::create(
      b, arith::AndIOp::create(b, old, others),
      arith::ShLIOp::create(b, arith::ExtUIOp::create(b, word, combined),
                            shift));
  Value exchange = LLVM::AtomicCmpXchgOp::create(
      b, pointer, old, inserted, ordering, ordering, /*syncscope=*/"device");
  Value there = LLVM::ExtractValueOp::create(b, exchange, 0);
  Value isDone = LLVM::ExtractValueOp::create(b, exchange, 1);
  scf::ConditionOp::create(
      b, arith::XOrIOp::create(b, isDone, constant(1, b.getI1Type())), there);
  Block *after = b.createBlock(&loop.getAfter(), {}, word, update.getLoc());
  scf::YieldOp::create(b, after->getArgument(0));
  b.setInsertionPointAfter(loop);
  if (!update.use_empty())
    update.replaceAllUsesWith(extract(loop.getResult(0)));
  update.erase();
}

/// Makes an update of an array that a thread has for itself a load and a store:
/// devices have no atomic operations on local memory.
static void rewritePrivateUpdate(memref::GenericAtomicRMWOp update) {
  ImplicitLocOpBuilder b(update.getLoc(), update);
  Block *body = update.getBody();
  Value old =
      memref::LoadOp::create(b, update.getMemref(), update.getIndices());
  update.getCurrentValue().replaceAllUsesWith(old);
  Operation *yield = body->getTerminator();
  Value combined = yield->getOperand(0);
  yield->erase();
  update->getBlock()->getOperations().splice(update->getIterator(),
                                             body->getOperations());
  memref::StoreOp::create(b, combined, update.getMemref(), update.getIndices());
  update.replaceAllUsesWith(old);
  update.erase();
}

/// Has the updates of an array in shared memory use its generic address, as
/// those of other arrays do.
static LogicalResult rewriteSharedUpdates(Value array,
                                          const LLVMTypeConverter &types) {
  auto type = cast<MemRefType>(array.getType());
  auto generic = MemRefType::get(type.getShape(), type.getElementType());
  for (Operation *user : llvm::make_early_inc_range(array.getUsers())) {
    auto update = dyn_cast<memref::GenericAtomicRMWOp>(user);
    if (!update)
      continue;
    ImplicitLocOpBuilder b(update.getLoc(), update);
    Value cast = memref::MemorySpaceCastOp::create(b, generic, array);
    update.getMemrefMutable().assign(cast);
    Operation *combiner = findCombiner(update);
    if (!combiner || !getAtomicOperation(combiner))
      continue;
    Value address = memref::ExtractAlignedPointerAsIndexOp::create(b, cast);
    Value number = arith::IndexCastOp::create(b, b.getI64Type(), address);
    auto pointerType = LLVM::LLVMPointerType::get(b.getContext());
    Value pointer = LLVM::IntToPtrOp::create(b, pointerType, number);
    if (failed(ArrayAccesses(cast, pointer, types).rewrite(update)))
      return failure();
  }
  return success();
}

/// Rewrites the updates of arrays that a thread has for itself.
static void rewritePrivateUpdates(mlir::gpu::GPUFuncOp kernel) {
  kernel.walk([](memref::GenericAtomicRMWOp update) {
    if (update.getMemref().getDefiningOp<memref::AllocaOp>())
      rewritePrivateUpdate(update);
  });
}

/// Rewrites the updates of arrays in the shared memory of a block.
static LogicalResult rewriteSharedUpdates(mlir::gpu::GPUFuncOp kernel,
                                          const LLVMTypeConverter &types) {
  OpBuilder b(kernel.getContext());
  StringRef alignment = LLVM::LLVMDialect::getAlignAttrName();
  for (auto [number, array] :
       llvm::enumerate(kernel.getWorkgroupAttributions())) {
    if (isExchangedByWord(array))
      kernel.setWorkgroupAttributionAttr(number, alignment,
                                         b.getI32IntegerAttr(kWordBytes));
    if (failed(rewriteSharedUpdates(array, types)))
      return failure();
  }
  return success();
}

/// Refuses updates of numbers that devices do not exchange.
static LogicalResult verifyUpdates(mlir::gpu::GPUFuncOp kernel) {
  WalkResult result =
      kernel.walk([](memref::GenericAtomicRMWOp update) -> WalkResult {
        Type type = update.getCurrentValue().getType();
        if (!hasConstantStride(update.getMemRefType()))
          return refuseLayout(update.getLoc());
        if (type.isIntOrFloat() && type.getIntOrFloatBitWidth() <= 64)
          return WalkResult::advance();
        return update.emitError("cannot run on a GPU: devices have no atomic "
                                "updates of ")
               << type << "; choose another loop for the blocks, or temporary";
      });
  return failure(result.wasInterrupted());
}

/// Expands the updates of arrays that no instruction does.
static void expandUpdates(mlir::gpu::GPUFuncOp kernel) {
  kernel.walk([](memref::GenericAtomicRMWOp update) {
    Operation *combiner = findCombiner(update);
    if (combiner && getAtomicOperation(combiner))
      return;
    Type type = update.getCurrentValue().getType();
    if (type.getIntOrFloatBitWidth() < 32)
      expandShortAtomic(update);
    else
      expandAtomic(update, "device");
  });
}

/// Has the assembler leave enough registers for each thread.
static void limitOccupancy(mlir::gpu::GPUFuncOp kernel) {
  std::optional<ArrayRef<int32_t>> size = kernel.getKnownBlockSize();
  if (!size)
    return;
  int32_t threads = (*size)[0] * (*size)[1] * (*size)[2];
  OpBuilder b(kernel.getContext());
  kernel->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                  b.getI32IntegerAttr(getMinBlocks(threads)));
}

LogicalResult weft::gpu::convertArrays(mlir::gpu::GPUFuncOp kernel) {
  MLIRContext *context = kernel.getContext();
  LLVMTypeConverter types(context);
  auto pointer = LLVM::LLVMPointerType::get(context);
  Block &entry = kernel.getBody().front();
  // Updates that are expanded take the address of what they write.
  llvm::SmallDenseSet<unsigned> writes;
  for (BlockArgument argument : entry.getArguments())
    if (isWritten(argument))
      writes.insert(argument.getArgNumber());
  // Loads and stores have any type.
  rewritePrivateUpdates(kernel);
  if (failed(verifyUpdates(kernel)) ||
      failed(rewriteSharedUpdates(kernel, types)))
    return failure();
  expandUpdates(kernel);
  SmallVector<Type> inputs(kernel.getArgumentTypes());
  OpBuilder b(context);
  for (unsigned number : llvm::seq(kernel.getNumArguments())) {
    BlockArgument argument = entry.getArgument(number);
    if (!isa<MemRefType>(argument.getType()))
      continue;
    // Threads may hand each other what others are written with.
    if (!writes.contains(number)) {
      kernel.setArgAttr(number, LLVM::LLVMDialect::getNoAliasAttrName(),
                        b.getUnitAttr());
      kernel.setArgAttr(number, LLVM::LLVMDialect::getReadonlyAttrName(),
                        b.getUnitAttr());
    }
    BlockArgument replaced =
        entry.insertArgument(number, pointer, argument.getLoc());
    if (failed(ArrayAccesses(argument, replaced, types).rewrite()))
      return failure();
    entry.eraseArgument(number + 1);
    inputs[number] = pointer;
  }
  kernel.setFunctionType(FunctionType::get(context, inputs, {}));
  limitOccupancy(kernel);
  return success();
}
