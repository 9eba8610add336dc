//===- ArrayOrigins.cpp - Where arrays come from --------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Goes backwards from an array through what may hand it on, asking the
// interfaces of upstream. Values are arrays as they were at one time: the same
// value never is another array later.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ArrayOrigins.h"

#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace weft;

/// Where the control flow of an operation hands a value on that it gives or
/// that is an argument of one of its regions; nothing if that is not known.
static std::optional<RegionSuccessor> findSuccessor(RegionBranchOpInterface op,
                                                    Value value) {
  if (isa<OpResult>(value))
    return RegionSuccessor(op, op->getResults());
  SmallVector<RegionSuccessor> successors;
  op.getSuccessorRegions(RegionBranchPoint::parent(), successors);
  for (Region &region : op->getRegions())
    op.getSuccessorRegions(region, successors);
  auto *found = llvm::find_if(successors, [&](RegionSuccessor successor) {
    return successor.getSuccessor() == value.getParentRegion();
  });
  return found == successors.end() ? std::nullopt : std::optional(*found);
}

/// The values that control flow hands on as another; none if that is not known.
static SmallVector<Value> findHandedOn(RegionBranchOpInterface op,
                                       Value value) {
  SmallVector<Value> sources;
  std::optional<RegionSuccessor> successor = findSuccessor(op, value);
  if (!successor)
    return sources;
  ValueRange inputs = successor->getSuccessorInputs();
  auto input = llvm::find(inputs, value);
  if (input != inputs.end())
    op.getPredecessorValues(*successor, std::distance(inputs.begin(), input),
                            sources);
  return sources;
}

/// The values of which an array is one that parts of a loop carry; none if it
/// is none. What a part has instead of what the loop begins with is nobody
/// else's.
static SmallVector<Value> findCarried(Value array) {
  Operation *owner = array.getDefiningOp();
  if (!owner)
    owner = array.getParentBlock()->getParentOp();
  auto parts = dyn_cast<PartsOp>(owner);
  std::optional<unsigned> number =
      parts ? parts.getCarriedNumber(array) : std::nullopt;
  if (!number)
    return {};
  return {parts.getInits()[*number], parts.getYield().getValues()[*number]};
}

/// The values of which an array is one, or one that has grown; none if that is
/// not known.
static SmallVector<Value> findSources(Value array) {
  if (SmallVector<Value> carried = findCarried(array); !carried.empty())
    return carried;
  if (auto argument = dyn_cast<BlockArgument>(array)) {
    auto op =
        dyn_cast<RegionBranchOpInterface>(argument.getOwner()->getParentOp());
    return op ? findHandedOn(op, array) : SmallVector<Value>();
  }
  Operation *op = array.getDefiningOp();
  if (auto view = dyn_cast<ViewLikeOpInterface>(op))
    return {view.getViewSource()};
  if (auto branches = dyn_cast<RegionBranchOpInterface>(op))
    return findHandedOn(branches, array);
  // What a function of the module returns, it was given or made.
  auto call = dyn_cast<func::CallOp>(op);
  if (!call)
    return {};
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  if (!callee || callee.isDeclaration())
    return {};
  return llvm::to_vector(
      llvm::make_filter_range(call.getOperands(), [](Value operand) {
        return isa<BaseMemRefType>(operand.getType());
      }));
}

std::optional<llvm::SmallSetVector<Value, 4>> weft::findOrigins(Value array) {
  llvm::SmallSetVector<Value, 4> origins;
  llvm::SmallSetVector<Value, 8> asked;
  asked.insert(array);
  for (size_t next = 0; next < asked.size(); ++next) {
    Value value = asked[next];
    Operation *owner = value.getParentBlock()->getParentOp();
    if (value.getDefiningOp<memref::AllocOp>() ||
        (isa<BlockArgument>(value) && isa<FunctionOpInterface>(owner) &&
         value.getParentBlock()->isEntryBlock())) {
      origins.insert(value);
      continue;
    }
    SmallVector<Value> sources = findSources(value);
    if (sources.empty())
      return std::nullopt;
    asked.insert_range(sources);
  }
  return origins;
}

bool weft::isAllocatedHere(Value array) {
  auto origins = findOrigins(array);
  return origins && llvm::none_of(*origins, llvm::IsaPred<BlockArgument>);
}

bool weft::mayOverlap(Value own, Value other) {
  auto mine = findOrigins(own), others = findOrigins(other);
  return !mine || !others || llvm::any_of(*mine, [&](Value origin) {
    return others->contains(origin);
  });
}
