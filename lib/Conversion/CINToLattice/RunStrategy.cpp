//===- RunStrategy.cpp - Runs of children in order --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forall that binds a combination of coordinates reaches components in the
// order of their levels, but has no loop around the segments that it fills. So
// it appends them one after the other, and carries the parent of the last and
// where its run of children began: where the parent changes, the run ends and
// is added to the children of its parent. A tile may begin and end inside of a
// segment, which then has several runs (docs/decisions/assembly.md). Where
// foralls further outside bind the parent, as those around the rows of a block,
// a run has one.
//
//===----------------------------------------------------------------------===//

#include "IndexVariables.h"
#include "TargetStrategy.h"

#include "weft/Analysis/ResultAssembly.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

/// Whether threads may add runs to one segment at the same time.
static bool isShared(cin::AssignOp assign) {
  Region *region = assign.getRef().getParentRegion();
  for (auto forall = assign->getParentOfType<cin::ForallOp>();
       forall && region->isAncestor(forall->getParentRegion());
       forall = forall->getParentOfType<cin::ForallOp>())
    if (forall.getUnit() == cin::ParallelUnit::CPUThread)
      return true;
  return false;
}

static int64_t getFirst(cin::AssignOp assign) {
  return analysis::getFirstAppended(getFormat(assign.getRef()));
}

void RunStrategy::begin(cin::AssignOp assign, Scope &scope) const {
  TensorState &tensor = scope.tensors[assign.getRef()];
  // A run of no children may be anybody's.
  TargetState target = scope.targets.lookup(assign);
  tensor.onlyRunParent =
      target.depth == getFirst(assign) ? target.position : Value();
  tensor.runParent =
      tensor.onlyRunParent ? tensor.onlyRunParent : context.createIndex(0);
  tensor.runBegin = level::NextOp::create(context.builder, assign.getLoc(),
                                          tensor.builder, getFirst(assign));
}

/// Emits the end of a run, which adds it to the children of its parent; returns
/// the state.
static Value emitEnd(const EmitContext &context, cin::AssignOp assign,
                     const TensorState &tensor, Value next) {
  OpBuilder &builder = context.builder;
  Location loc = assign.getLoc();
  Value count = arith::SubIOp::create(builder, loc, next, tensor.runBegin);
  return level::AppendChildrenOp::create(
      builder, loc, tensor.builder.getType(), tensor.builder, getFirst(assign),
      tensor.runParent, count, isShared(assign));
}

void RunStrategy::end(cin::AssignOp assign, Scope &scope) const {
  TensorState &tensor = scope.tensors[assign.getRef()];
  Value next = level::NextOp::create(context.builder, assign.getLoc(),
                                     tensor.builder, getFirst(assign));
  tensor.builder = emitLastRun(context, assign.getLoc(), tensor, next, [&] {
    return emitEnd(context, assign, tensor, next);
  });
  tensor.runParent = tensor.runBegin = tensor.onlyRunParent = Value();
}

Value cin_to_lattice::emitLastRun(const EmitContext &context, Location loc,
                                  const TensorState &tensor, Value next,
                                  llvm::function_ref<Value()> emit) {
  if (tensor.onlyRunParent)
    return emit();
  Value hasChildren = arith::CmpIOp::create(
      context.builder, loc, arith::CmpIPredicate::ne, next, tensor.runBegin);
  auto yield = [&](Value state) {
    scf::YieldOp::create(context.builder, loc, state);
  };
  return scf::IfOp::create(
             context.builder, loc, hasChildren,
             [&](OpBuilder &, Location) { yield(emit()); },
             [&](OpBuilder &, Location) { yield(tensor.builder); })
      .getResult(0);
}

/// Emits the end of the run before, if a coordinate is that of another parent.
static void emitChange(const EmitContext &context, cin::AssignOp assign,
                       Value parent, Value next, TensorState &tensor) {
  OpBuilder &builder = context.builder;
  Location loc = assign.getLoc();
  Value isOver = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                       parent, tensor.runParent);
  auto over = scf::IfOp::create(
      builder, loc, isOver,
      [&](OpBuilder &, Location) {
        Value state = emitEnd(context, assign, tensor, next);
        scf::YieldOp::create(builder, loc, ValueRange{state, next});
      },
      [&](OpBuilder &, Location) {
        scf::YieldOp::create(builder, loc,
                             ValueRange{tensor.builder, tensor.runBegin});
      });
  tensor.builder = over.getResult(0);
  tensor.runBegin = over.getResult(1);
  tensor.runParent = parent;
}

void RunStrategy::enter(cin::AssignOp assign, TargetState &target,
                        Scope &scope) const {
  LevelStrategy::enter(assign, target, scope);
  OpBuilder &builder = context.builder;
  Location loc = assign.getLoc();
  TensorState &tensor = scope.tensors[assign.getRef()];
  int64_t first = target.depth, end = IndexedTensor(assign).getNumLevels();
  Value next = level::NextOp::create(builder, loc, tensor.builder, first);
  if (target.position != tensor.onlyRunParent)
    emitChange(context, assign, target.position, next, tensor);
  for (int64_t level = first; level != end; ++level)
    tensor.builder = level::AppendCoordOp::create(
        builder, loc, tensor.builder.getType(), tensor.builder, level,
        emitCoordinate(context, assign, level, scope), /*condition=*/Value(),
        scope.isReserved(assign.getRef(), level));
  target.position = next;
  target.depth = end;
}
