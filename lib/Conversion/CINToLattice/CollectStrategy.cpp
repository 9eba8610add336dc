//===- CollectStrategy.cpp - Segments in any order --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of a block bind its column again and again, and out of order. So the
// columns of one block row are appended as they come, and a hash table tells
// where the block of a column is that has come before; when the block row is
// complete, its blocks are sorted (docs/decisions/blocked-formats.md). A block
// row is complete when the foralls around bind another, so that the parent of
// the last is carried, as for runs.
//
//===----------------------------------------------------------------------===//

#include "IndexVariables.h"
#include "TargetStrategy.h"

#include "weft/Analysis/FilledTypes.h"
#include "weft/Analysis/ResultAssembly.h"
#include "weft/Dialect/Weft/IR/ArrayNames.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

/// How many slots a table begins with: a power of two, which few segments have
/// more than half as many coordinates as.
static constexpr int64_t kInitialSlots = 64;

static int64_t getCollected(cin::AssignOp assign) {
  return analysis::getFirstAppended(getFormat(assign.getRef()));
}

/// The type of a table: a dense vector of positions, of which -1 is none.
static RankedTensorType getTableType(MLIRContext *context) {
  Type position = IntegerType::get(context, 64);
  return analysis::getFilledType(
      {ShapedType::kDynamic}, position,
      level::FormatAttr::getDense(context, /*rank=*/1),
      IntegerAttr::get(position, -1));
}

void CollectStrategy::begin(cin::AssignOp assign, Scope &scope) const {
  TensorState &tensor = scope.tensors[assign.getRef()];
  TargetState target = scope.targets.lookup(assign);
  int64_t level = getCollected(assign);
  Location loc = assign.getLoc();
  // A segment of no children may be anybody's.
  tensor.onlyRunParent = target.depth == level ? target.position : Value();
  tensor.runParent =
      tensor.onlyRunParent ? tensor.onlyRunParent : context.createIndex(0);
  tensor.runBegin =
      level::NextOp::create(context.builder, loc, tensor.builder, level);
  tensor.table = level::InitOp::create(
      context.builder,
      setArrayName(loc, context.info.getName(assign.getRef()), "hash table"),
      level::BuilderType::get(getTableType(assign.getContext()),
                              level::Assembly::Fused),
      context.createIndex(kInitialSlots));
}

/// Emits the end of a segment, which is sorted and added to the children of its
/// parent; returns the state.
static Value emitEnd(const EmitContext &context, cin::AssignOp assign,
                     const TensorState &tensor, Value next) {
  OpBuilder &builder = context.builder;
  Location loc = assign.getLoc();
  int64_t level = getCollected(assign);
  Value state = tensor.builder;
  if (getFormat(assign.getRef()).getLevelType(level).isOrdered())
    state = level::SortSegmentOp::create(builder, loc, state.getType(), state,
                                         level, tensor.runBegin);
  Value count = arith::SubIOp::create(builder, loc, next, tensor.runBegin);
  return level::AppendChildrenOp::create(builder, loc, state.getType(), state,
                                         level, tensor.runParent, count,
                                         /*shared=*/false);
}

void CollectStrategy::end(cin::AssignOp assign, Scope &scope) const {
  TensorState &tensor = scope.tensors[assign.getRef()];
  OpBuilder &builder = context.builder;
  Location loc = assign.getLoc();
  Value next =
      level::NextOp::create(builder, loc, tensor.builder, getCollected(assign));
  tensor.builder = emitLastRun(context, loc, tensor, next, [&] {
    return emitEnd(context, assign, tensor, next);
  });
  Value table = level::FinalizeOp::create(
      builder, loc, getTableType(loc.getContext()), tensor.table, UnitAttr());
  level::ReleaseOp::create(builder, loc, table);
  tensor.runParent = tensor.runBegin = tensor.onlyRunParent = Value();
  tensor.table = Value();
}

void CollectStrategy::advance(cin::AssignOp assign, TargetState &target,
                              Scope &scope) const {
  int64_t level = getCollected(assign), before = target.depth;
  LevelStrategy::advance(assign, target, scope);
  TensorState &tensor = scope.tensors[assign.getRef()];
  if (target.depth != level || before == level || !tensor.table)
    return;
  // The foralls have come to a parent, which may be that of before.
  OpBuilder &builder = context.builder;
  Location loc = assign.getLoc();
  Value next = level::NextOp::create(builder, loc, tensor.builder, level);
  Value isOther = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                        target.position, tensor.runParent);
  auto other = scf::IfOp::create(
      builder, loc, isOther,
      [&](OpBuilder &, Location) {
        Value state = emitEnd(context, assign, tensor, next);
        scf::YieldOp::create(builder, loc, ValueRange{state, next});
      },
      [&](OpBuilder &, Location) {
        scf::YieldOp::create(builder, loc,
                             ValueRange{tensor.builder, tensor.runBegin});
      });
  tensor.builder = other.getResult(0);
  tensor.runBegin = other.getResult(1);
  tensor.runParent = target.position;
}

void CollectStrategy::enter(cin::AssignOp assign, TargetState &target,
                            Scope &scope) const {
  LevelStrategy::enter(assign, target, scope);
  int64_t level = getCollected(assign);
  if (target.depth != level)
    return;
  OpBuilder &builder = context.builder;
  TensorState &tensor = scope.tensors[assign.getRef()];
  auto collect = level::CollectCoordOp::create(
      builder, assign.getLoc(), tensor.builder.getType(),
      tensor.table.getType(), builder.getIndexType(), tensor.builder, level,
      emitCoordinate(context, assign, level, scope), tensor.runBegin,
      tensor.table);
  tensor.builder = collect.getNext();
  tensor.table = collect.getNextTable();
  target.position = collect.getPosition();
  ++target.depth;
  LevelStrategy::enter(assign, target, scope);
}
