//===- BalancedChunks.cpp - Chunks of equal work ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses what is counted, and emits the count of what comes before a
// coordinate.
//
//===----------------------------------------------------------------------===//

#include "BalancedChunks.h"

#include "CountedPaths.h"
#include "IndexVariables.h"
#include "PositionTiles.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

/// Whether the loop of some point goes over all coordinates.
static bool visitsAll(const ForallPlan &plan) {
  return analysis::anyPoint(plan.coiteration.points, [&](const auto &point) {
    return llvm::any_of(point.iterators.set_bits(), [&](unsigned id) {
      return id == plan.segments.size() || plan.segments[id].full;
    });
  });
}

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

LogicalResult cin_to_lattice::verifyBalanced(cin::ForallOp forall,
                                             const ForallPlan &plan,
                                             const KernelInfo &info) {
  for (cin::SplitOp split : info.getSplits())
    if (split.isBalanced() && split.getInner() == forall.getVariable() &&
        !plan.space)
      return forall.emitOpError("goes over the coordinates of a chunk of '")
             << split.getName()
             << "', but is not inside of the loop over its chunks";
  return success();
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

/// Emits the first position in a range of one level that has a coordinate, or a
/// greater one.
static Value emitFirstAt(const EmitContext &context, Value storage,
                         level::LevelTypeAttrInterface type, int64_t level,
                         level::PosBoundsOp range, Value begin,
                         Value coordinate, ValueRange above) {
  OpBuilder &builder = context.builder;
  Location loc = range.getLoc();
  if (type.hasPositionIterate())
    return level::SearchOp::create(builder, loc, storage, level, begin,
                                   range.getEnd(), coordinate, above);
  Value width =
      arith::SubIOp::create(builder, loc, range.getEnd(), range.getBegin());
  coordinate = arith::MinUIOp::create(builder, loc, coordinate, width);
  return arith::AddIOp::create(builder, loc, range.getBegin(), coordinate);
}

/// Emits how much work comes before coordinates, plus a constant: the positions
/// of the level that the forall goes over, those of all levels below, and what
/// is looked up by their coordinates.
static Value emitWorkBefore(const EmitContext &context,
                            const CountedPath &counted, ValueRange coordinates,
                            const Scope &scope) {
  OpBuilder &builder = context.builder;
  Location loc = context.info.getKernel().getLoc();
  const IndexedTensor &tensor = context.info.getPaths()[counted.path];
  const PathState &path = scope.paths[counted.path];
  Value storage = scope.getTensor(tensor.ref).storage;
  SmallVector<Value> above =
      emitOuterCoordinates(context, tensor, counted.begin, scope);
  Value begin = path.begin, end = path.end;
  for (int64_t level = counted.begin; level != counted.inside; ++level) {
    level::LevelTypeAttrInterface type = tensor.getLevelType(level);
    Value coordinate = coordinates[level - counted.begin];
    auto range =
        level::PosBoundsOp::create(builder, loc, storage, level, begin, end);
    begin = emitFirstAt(context, storage, type, level, range, range.getBegin(),
                        coordinate, above);
    // Without the coordinate there are no children.
    if (level + 1 != counted.inside)
      end = emitFirstAt(context, storage, type, level, range, begin,
                        context.createNext(coordinate), above);
    above.push_back(coordinate);
  }
  Value work;
  auto add = [&](Value more) {
    work = work ? arith::AddIOp::create(builder, loc, work, more) : more;
  };
  // How many coordinates full levels have does not depend on the operand.
  bool isFull = llvm::all_of(
      llvm::seq(counted.begin, counted.inside),
      [&](int64_t level) { return tensor.getLevelType(level).isFull(); });
  for (int64_t level = counted.inside - 1; level != counted.end; ++level) {
    if (level >= counted.inside)
      begin =
          level::PosBoundsOp::create(builder, loc, storage, level, begin, begin)
              .getBegin();
    if (level >= counted.inside || !isFull)
      add(begin);
    if (Value weights = scope.weights.lookup({counted.path, level})) {
      Value weight = level::LoadOp::create(builder, loc, builder.getI64Type(),
                                           weights, begin);
      add(arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                     weight));
    }
  }
  return work;
}

std::optional<Part> cin_to_lattice::emitPart(const EmitContext &context,
                                             cin::ForallOp forall,
                                             const ForallPlan &plan,
                                             const Scope &scope) {
  if (!plan.space || plan.space->splits.empty())
    return std::nullopt;
  const DerivedSpace &space = *plan.space;
  cin::SplitOp split = space.splits.front();
  if (!split.isBalanced())
    return std::nullopt;
  if (split.getRef()) {
    auto [begin, end] = emitTile(context, split, scope);
    return Part{begin, end};
  }
  OpBuilder &builder = context.builder;
  Location loc = split.getLoc();
  SmallVector<Value> sizes = emitSizes(context, space.originals, scope);
  auto share = lattice::ShareOp::create(
      builder, loc, builder.getIndexType(), builder.getIndexType(),
      scope.coordinates.lookup(split.getOuter()), split.getSize(), sizes);
  OpBuilder::InsertionGuard guard(builder);
  Block *block =
      builder.createBlock(&share.getWork(), {}, ValueRange(sizes).getTypes(),
                          SmallVector<Location>(sizes.size(), loc));
  Value work;
  auto add = [&](Value more) {
    work = work ? arith::AddIOp::create(builder, loc, work, more) : more;
  };
  for (const CountedPath &counted :
       findCountedPaths(forall, space.originals, context.info, scope))
    add(emitWorkBefore(context, counted, block->getArguments(), scope));
  if (visitsAll(plan) || !work) {
    Value number = block->getArgument(0);
    for (auto [argument, size] :
         llvm::drop_begin(llvm::zip_equal(block->getArguments(), sizes))) {
      number = arith::MulIOp::create(builder, loc, number, size);
      number = arith::AddIOp::create(builder, loc, number, argument);
    }
    add(number);
  }
  lattice::YieldOp::create(builder, loc, work);
  return Part{share.getBegin(), share.getEnd()};
}
