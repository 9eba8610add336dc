//===- Placement.cpp - Placement of operations in the source ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Goes through each block from its end, because where an operation is printed
// follows from where its user is.
//
//===----------------------------------------------------------------------===//

#include "Placement.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft::csource;

/// The maximum number of operations of an expression; longer ones are split.
static constexpr unsigned kMaxExpression = 12;

StringRef weft::csource::getGivenName(Value value) {
  if (auto name = dyn_cast<NameLoc>(value.getLoc()))
    return name.getName();
  return {};
}

Placement::Placement(func::FuncOp function, const Arrays &arrays)
    : arrays(arrays), liveness(function, arrays) {
  unsigned next = 0;
  number(function, next);
  for (Block &block : function.getBody())
    place(block);
}

void Placement::number(Operation *op, unsigned &next) {
  unsigned begin = next++;
  for (Region &region : op->getRegions())
    for (Operation &nested : region.getOps())
      number(&nested, next);
  places[op] = {begin, next - 1};
}

void Placement::place(Block &block) {
  for (Operation &op : llvm::reverse(block)) {
    for (Region &region : op.getRegions())
      for (Block &nested : region)
        place(nested);
    if (auto branch = dyn_cast<scf::IfOp>(op); branch && isConditional(branch))
      conditionals.insert(branch);
    if (mayInline(&op))
      inlined.insert(&op);
  }
}

/// Whether a cast changes neither the number nor its type in C, and nothing
/// names its result.
static bool isSameInC(arith::IndexCastOp cast) {
  Type from = cast.getIn().getType(), to = cast.getType();
  if (!getGivenName(cast).empty())
    return false;
  return (from.isIndex() && to.isInteger(64)) ||
         (from.isInteger(64) && to.isIndex() &&
          cast.getIn().getDefiningOp<func::CallOp>());
}

/// Whether an operation only gives another name to what there is.
static bool isAlias(Operation *op) {
  // An address stands for its array in calls of the runtime, whatever it is
  // named after.
  if (isa<LLVM::IntToPtrOp>(op))
    return true;
  if (auto cast = dyn_cast<arith::IndexCastOp>(op))
    if (isSameInC(cast) ||
        cast.getIn().getDefiningOp<memref::ExtractAlignedPointerAsIndexOp>())
      return true;
  return isa<memref::CastOp, memref::ReinterpretCastOp, memref::DimOp,
             memref::ExtractAlignedPointerAsIndexOp>(op) ||
         matchPattern(op, m_Constant());
}

/// Whether an operation is so short that it is written at each of its uses, as
/// in `pos[i + 1]`.
static bool isShort(Operation *op) {
  if (!isa<arith::AddIOp, arith::SubIOp>(op) ||
      !op->getResult(0).getType().isIndex() ||
      !matchPattern(op->getOperand(1), m_Constant()))
    return false;
  return isa<BlockArgument>(op->getOperand(0)) &&
         llvm::all_of(op->getUsers(), [](Operation *user) {
           return isa<memref::LoadOp, memref::StoreOp>(user);
         });
}

bool Placement::isConditional(scf::IfOp op) const {
  return op.getNumResults() == 1 && !isa<MemRefType>(op.getType(0)) &&
         llvm::all_of(op->getRegions(), [&](Region &region) {
           return llvm::all_of(
               region.front().without_terminator(),
               [&](Operation &nested) { return isInlined(&nested); });
         });
}

Operation *Placement::getStatement(Operation *op) const {
  while (isInlined(op))
    op = *op->user_begin();
  return op;
}

/// Whether an operation reads an array that is written to somewhere.
bool Placement::readsMutableMemory(Operation *op) const {
  return op
      ->walk([&](memref::LoadOp load) {
        return arrays.isWritten(load.getMemRef()) ? WalkResult::interrupt()
                                                  : WalkResult::advance();
      })
      .wasInterrupted();
}

bool Placement::isWrittenBetween(Operation *op, Operation *end) const {
  for (Operation *next = op->getNextNode(); next && next != end;
       next = next->getNextNode()) {
    bool writes =
        next->walk([](Operation *nested) {
              return isa<memref::StoreOp, memref::DeallocOp, memref::ReallocOp,
                         memref::CopyOp, memref::GenericAtomicRMWOp,
                         memref::AtomicRMWOp, CallOpInterface,
                         mlir::gpu::BarrierOp, NVVM::SyncWarpOp>(nested)
                         ? WalkResult::interrupt()
                         : WalkResult::advance();
            })
            .wasInterrupted();
    if (writes)
      return true;
  }
  return false;
}

bool Placement::mayInline(Operation *op) {
  if (op->getNumResults() != 1 || op->hasTrait<OpTrait::IsTerminator>())
    return false;
  auto branch = dyn_cast<scf::IfOp>(op);
  bool isLoad = isa<memref::LoadOp>(op);
  bool isConditional = branch && conditionals.contains(op);
  bool isPureScalar = op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
                      !isa<memref::ViewOp, mlir::gpu::ShuffleOp>(op);
  if (!isLoad && !isConditional && !isPureScalar)
    return false;
  if (!isLive(op->getResult(0)) || isAlias(op) || isShort(op))
    return true;
  if (isa<MemRefType>(op->getResult(0).getType()) || !op->hasOneUse())
    return false;

  Operation *user = *op->user_begin();
  // An operator of an expression that is written several times would be, too.
  if (user->getBlock() != op->getBlock() ||
      (isInlined(user) && !user->hasOneUse()))
    return false;
  // Names tell more than expressions.
  bool isNamed =
      !getGivenName(op->getResult(0)).empty() && !isa<CastOpInterface>(user);
  if (isNamed)
    return false;
  Operation *statement = getStatement(user);
  Operation *end =
      statement->getBlock() == op->getBlock() ? statement : nullptr;
  if (readsMutableMemory(op) &&
      (isWrittenBetween(op, end) || isa<scf::ForOp>(statement)))
    return false;
  if (isConditional && isa<scf::ForOp>(statement))
    return false;
  return ++sizes[statement] <= kMaxExpression;
}

void Placement::forEachRead(Value value,
                            llvm::function_ref<void(OpOperand &)> visit) const {
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (isInlined(user)) {
      forEachRead(user->getResult(0), visit);
      continue;
    }
    visit(use);
    // What a conditional expression yields is read where the expression is.
    auto branch = dyn_cast<scf::IfOp>(user->getParentOp());
    if (branch && isExpression(branch) && isInlined(branch))
      forEachRead(branch.getResult(0), visit);
  }
}
