//===- ArrayOrigins.cpp - Allocations and arguments that are arrays -------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks from an array backwards through views, control flow and calls, with
// the control flow interfaces of MLIR. A value denotes the same array as long
// as it is live: a reallocation returns a new value.
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

/// The control flow edge to a result of an operation or to an argument of one
/// of its regions; nothing if it is unknown.
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

/// The values that control flow forwards to a value; none if they are unknown.
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

/// The initial and the yielded value of an array that `weft.partitions`
/// carries; none for another array. A part that does not begin with the initial
/// value begins with a new array, which does not alias.
static SmallVector<Value> findCarried(Value array) {
  Operation *owner = array.getDefiningOp();
  if (!owner)
    owner = array.getParentBlock()->getParentOp();
  auto parts = dyn_cast<PartitionsOp>(owner);
  std::optional<unsigned> number =
      parts ? parts.getCarriedNumber(array) : std::nullopt;
  if (!number)
    return {};
  return {parts.getInits()[*number], parts.getYield().getValues()[*number]};
}

/// The values that an array may be, perhaps before a reallocation; none if they
/// are unknown.
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
  // A function of the module returns one of its operands or an array that it
  // allocates.
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
  llvm::SmallSetVector<Value, 8> visited;
  visited.insert(array);
  for (size_t next = 0; next < visited.size(); ++next) {
    Value value = visited[next];
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
    visited.insert_range(sources);
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
