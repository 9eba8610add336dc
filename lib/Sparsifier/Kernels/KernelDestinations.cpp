//===- KernelDestinations.cpp - Kernels that use given memory ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The callers of kernels are not bufferized yet, so that one-shot bufferization
// decides whether a destination can be overwritten. Kernels are lowered, so
// that the allocation of a result is known.
//
//===----------------------------------------------------------------------===//

#include "KernelDestinations.h"

#include "weft/Dialect/Level/IR/Level.h"
#include "weft/Dialect/Level/IR/LevelArrays.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace weft;
using bufferization::MaterializeInDestinationOp;

/// What allocates memory for a `memref.alloc`.
static constexpr StringLiteral kAllocator = "_mlir_memref_to_llvm_alloc";

/// The fields of the descriptor of an array of order 1.
enum { kAligned = 1, kSizes = 3, kNumFields = 5 };

namespace {
/// A result of a call that is copied to a destination and used for nothing
/// else.
struct CopiedResult {
  unsigned number;
  tensor::CastOp cast;
  MaterializeInDestinationOp write;
  SmallVector<Operation *> releases;
};
} // namespace

/// How a result of a call is copied to a destination; none if it is used in
/// another way.
static std::optional<CopiedResult> findCopiedResult(OpResult result) {
  CopiedResult found{result.getResultNumber(), {}, {}, {}};
  for (Operation *user : result.getUsers()) {
    auto cast = dyn_cast<tensor::CastOp>(user);
    if (isa<level::ReleaseOp>(user))
      found.releases.push_back(user);
    else if (cast && !found.cast)
      found.cast = cast;
    else
      return std::nullopt;
  }
  if (!found.cast || !found.cast->hasOneUse())
    return std::nullopt;
  found.write = dyn_cast<MaterializeInDestinationOp>(*found.cast->user_begin());
  if (!found.write || found.write->getNumResults() != 1 ||
      found.write.getSource() != found.cast.getResult())
    return std::nullopt;
  return found;
}

/// Whether a write is the only use of the contents of a destination. The result
/// of a view may share memory with a tensor that is read; one-shot
/// bufferization allocates memory for the result of an operation in that case.
static bool isOnlyWritten(Value destination, MaterializeInDestinationOp write) {
  Operation *definition = destination.getDefiningOp();
  bool isView = definition &&
                !isa<bufferization::ToTensorOp, bufferization::AllocTensorOp,
                     tensor::EmptyOp, DestinationStyleOpInterface>(definition);
  return !isView && llvm::all_of(destination.getUsers(), [&](Operation *user) {
    return user == write || isa<tensor::DimOp>(user);
  });
}

/// Whether a call may overwrite the destination of a result instead of `write`:
/// both are in one block, and in the region that defines the destination. To
/// one-shot bufferization the call reads the destination; in a loop, it would
/// read what the iteration before has written.
static bool mayOverwrite(func::CallOp call, MaterializeInDestinationOp write) {
  Value destination = write.getDest();
  auto type = dyn_cast<RankedTensorType>(destination.getType());
  return type && !type.getEncoding() && type.getRank() != 0 &&
         !llvm::is_contained(type.getShape(), 0) &&
         write->getBlock() == call->getBlock() &&
         destination.getParentRegion() == call->getParentRegion() &&
         DominanceInfo().properlyDominates(destination, call) &&
         isOnlyWritten(destination, write);
}

/// The call that allocates the array of a dense result, which is of the size of
/// the result and stays where it is; null if a kernel does not allocate it like
/// that.
static LLVM::CallOp findAllocation(LLVM::LLVMFuncOp kernel, func::CallOp caller,
                                   unsigned result) {
  LLVM::ReturnOp returned;
  for (Block &block : kernel.getBody())
    if (auto op = dyn_cast<LLVM::ReturnOp>(block.getTerminator())) {
      if (returned)
        return {};
      returned = op;
    }
  if (!returned)
    return {};
  // The sizes of a result come before its arrays.
  int64_t field = 0;
  for (unsigned before : llvm::seq(result)) {
    auto type = cast<RankedTensorType>(caller.getResult(before).getType());
    field += type.getRank() + level::getArrayTypes(type).size();
  }
  field += cast<RankedTensorType>(caller.getResult(result).getType()).getRank();
  OpBuilder b(returned);
  auto extract = [&](ArrayRef<int64_t> position) {
    Value value = b.createOrFold<LLVM::ExtractValueOp>(
        returned.getLoc(), returned.getArg(), position);
    auto op = value.getDefiningOp<LLVM::ExtractValueOp>();
    if (!op || !op->use_empty())
      return value;
    op->erase();
    return Value();
  };
  Value data = extract({field, kAligned});
  Value size = extract({field, kSizes, 0});
  auto call = data ? data.getDefiningOp<LLVM::CallOp>() : LLVM::CallOp();
  if (!call || !size || call.getCallee() != kAllocator)
    return {};
  auto bytes = call.getArgOperands().front().getDefiningOp<LLVM::PtrToIntOp>();
  auto end =
      bytes ? bytes.getArg().getDefiningOp<LLVM::GEPOp>() : LLVM::GEPOp();
  bool isExact = end && end.getBase().getDefiningOp<LLVM::ZeroOp>() &&
                 llvm::equal(end.getDynamicIndices(), ValueRange(size));
  bool stays = llvm::none_of(
      data.getUsers(), [](Operation *user) { return isa<LLVM::CallOp>(user); });
  return isExact && stays ? call : LLVM::CallOp();
}

/// Lets a kernel take memory as its last argument in the place of allocating
/// it.
static void replaceAllocation(LLVM::LLVMFuncOp kernel,
                              LLVM::CallOp allocation) {
  MLIRContext *context = kernel.getContext();
  Builder b(context);
  Type pointer = LLVM::LLVMPointerType::get(context), number = b.getI64Type();
  SmallVector<Type> types(kernel.getArgumentTypes());
  types.append({pointer, pointer, number, number, number});
  kernel.setFunctionType(LLVM::LLVMFunctionType::get(
      kernel.getFunctionType().getReturnType(), types));
  if (ArrayAttr attrs = kernel.getArgAttrsAttr()) {
    SmallVector<Attribute> extended(attrs.getValue());
    extended.append(kNumFields, b.getDictionaryAttr({}));
    kernel.setArgAttrsAttr(b.getArrayAttr(extended));
  }
  Block &entry = kernel.getBody().front();
  unsigned first = entry.getNumArguments();
  for (Type type : ArrayRef(types).take_back(kNumFields))
    entry.addArgument(type, kernel.getLoc());
  // Nothing else in the kernel uses that memory, as if it were new.
  kernel.setArgAttr(first + kAligned, LLVM::LLVMDialect::getNoAliasAttrName(),
                    b.getUnitAttr());
  allocation.replaceAllUsesWith(
      ValueRange(entry.getArgument(first + kAligned)));
  allocation.erase();
}

/// The memory of a destination as an array.
static Value emitArray(OpBuilder &b, Location loc, Value memory) {
  auto type = cast<MemRefType>(memory.getType());
  if (type.getRank() > 1) {
    ReassociationIndices all =
        llvm::to_vector(llvm::seq<int64_t>(type.getRank()));
    memory = memref::CollapseShapeOp::create(
        b, loc, memory, ArrayRef<ReassociationIndices>(all));
  }
  auto arrayType =
      MemRefType::get({ShapedType::kDynamic}, type.getElementType());
  return memory.getType() == arrayType
             ? memory
             : memref::CastOp::create(b, loc, arrayType, memory).getResult();
}

/// Has a call give the memory of a destination to the kernel.
static func::CallOp giveMemory(func::CallOp call, CopiedResult &copied) {
  Value destination = copied.write.getDest();
  auto type = cast<RankedTensorType>(destination.getType());
  Location loc = call.getLoc();
  OpBuilder b(call);
  Value memory = bufferization::ToBufferOp::create(
      b, loc, MemRefType::get(type.getShape(), type.getElementType()),
      destination);
  SmallVector<Value> operands(call.getOperands());
  operands.push_back(emitArray(b, loc, memory));
  auto changed = func::CallOp::create(b, loc, call.getCallee(),
                                      call.getResultTypes(), operands);
  b.setInsertionPoint(copied.write);
  Value stored = bufferization::ToTensorOp::create(
      b, copied.write.getLoc(), type, memory, /*restrict=*/true,
      /*writable=*/true);
  // The write stays, so that its result is still an alias of the destination.
  // It copies nothing where the memory is that of the destination.
  copied.write.getSourceMutable().assign(stored);
  copied.cast->erase();
  for (Operation *release : copied.releases)
    release->erase();
  call->replaceAllUsesWith(changed);
  call->erase();
  return changed;
}

void weft::computeIntoDestinations(ModuleOp module, ModuleOp kernels) {
  DenseMap<StringAttr, SmallVector<func::CallOp>> calls;
  module.walk([&](func::CallOp call) {
    calls[call.getCalleeAttr().getAttr()].push_back(call);
  });
  for (auto kernel : kernels.getOps<LLVM::LLVMFuncOp>()) {
    auto declaration =
        module.lookupSymbol<func::FuncOp>(kernel.getSymNameAttr());
    SmallVector<func::CallOp> callers = calls.lookup(kernel.getSymNameAttr());
    if (!declaration || kernel.isExternal() || callers.size() != 1 ||
        !llvm::hasSingleElement(
            *SymbolTable::getSymbolUses(declaration.getSymNameAttr(), module)))
      continue;
    func::CallOp call = callers.front();
    for (unsigned result : llvm::seq(call.getNumResults())) {
      auto type = dyn_cast<RankedTensorType>(call.getResult(result).getType());
      level::FormatAttr format =
          type ? level::getFormat(type) : level::FormatAttr();
      if (!format || !format.isAllDense() || format.getNumSlots() != 0)
        continue;
      std::optional<CopiedResult> copied =
          findCopiedResult(call->getResult(result));
      if (!copied || !mayOverwrite(call, copied->write))
        continue;
      LLVM::CallOp allocation = findAllocation(kernel, call, result);
      if (!allocation)
        continue;
      replaceAllocation(kernel, allocation);
      call = giveMemory(call, *copied);
      declaration.setFunctionType(FunctionType::get(
          module.getContext(), call.getOperandTypes(), call.getResultTypes()));
      if (ArrayAttr attrs = declaration.getArgAttrsAttr()) {
        SmallVector<Attribute> extended(attrs.getValue());
        extended.push_back(DictionaryAttr::get(module.getContext()));
        declaration.setArgAttrsAttr(
            ArrayAttr::get(module.getContext(), extended));
      }
    }
  }
}
