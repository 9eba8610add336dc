//===- PositionTiles.cpp - Coordinates of as many positions -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the numbers of tiles, and their cuts.
//
//===----------------------------------------------------------------------===//

#include "PositionTiles.h"

#include "IndexVariables.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

LogicalResult cin_to_lattice::verifyTiles(cin::SplitOp split,
                                          const KernelInfo &info) {
  auto refuse = [&](const Twine &why) -> LogicalResult {
    return split.emitOpError("cannot cut '")
           << split.getName() << "' by the positions of "
           << info.getName(split.getRef()) << ": " << why;
  };
  std::optional<unsigned> path = info.getPath(split);
  if (!path)
    return refuse("nothing accesses it at their coordinates");
  level::FormatAttr format = getFormat(split.getRef());
  int64_t level = *split.getLevel();
  level::LevelTypeAttrInterface type = format.getLevelType(level);
  bool hasOneParent = level == 0 || format.getLevelType(level - 1).isUnique();
  if (!type.hasPositionIterate() || !type.isCompact() || !type.isOrdered() ||
      !type.isUnique() || !hasOneParent)
    return refuse("they are not in the order of coordinates, each of which "
                  "has one");
  return success();
}

LogicalResult cin_to_lattice::verifyTilesInside(cin::ForallOp forall,
                                                const KernelInfo &info,
                                                const Scope &scope) {
  for (cin::SplitOp split : info.getSplits()) {
    if (!split.getRef() || (split.getOuter() != forall.getVariable() &&
                            split.getInner() != forall.getVariable()))
      continue;
    const PathState &path = scope.paths[*info.getPath(split)];
    if (!path.absent && path.depth != static_cast<int64_t>(*split.getLevel()))
      return forall.emitOpError("cannot cut '")
             << split.getName() << "' by the positions of "
             << info.getName(split.getRef())
             << ": it is outside of the loops that bind what the levels above "
                "store";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Cuts
//===----------------------------------------------------------------------===//

/// Emits the positions below what is bound; none where the tensor is absent.
static std::pair<Value, Value>
emitRange(const EmitContext &context, cin::SplitOp split, const Scope &scope) {
  const PathState &path = scope.paths[*context.info.getPath(split)];
  if (path.absent) {
    Value zero = context.createIndex(0);
    return {zero, zero};
  }
  auto bounds = level::PosBoundsOp::create(
      context.builder, split.getLoc(), scope.getTensor(split.getRef()).storage,
      *split.getLevel(), path.begin, path.end);
  return {bounds.getBegin(), bounds.getEnd()};
}

/// Emits the quotient, rounded up, and at least one.
static Value emitCount(const EmitContext &context, Value value, int64_t by) {
  OpBuilder &builder = context.builder;
  Location loc = value.getLoc();
  Value past =
      arith::AddIOp::create(builder, loc, value, context.createIndex(by - 1));
  Value count =
      arith::DivUIOp::create(builder, loc, past, context.createIndex(by));
  return arith::MaxUIOp::create(builder, loc, count, context.createIndex(1));
}

Value cin_to_lattice::emitNumTiles(const EmitContext &context,
                                   cin::SplitOp split, const Scope &scope) {
  if (split.getDirection() == cin::SplitDirection::Up)
    return context.createIndex(split.getSize());
  auto [begin, end] = emitRange(context, split, scope);
  Value count =
      arith::SubIOp::create(context.builder, split.getLoc(), end, begin);
  return emitCount(context, count, split.getSize());
}

std::pair<Value, Value> cin_to_lattice::emitTile(const EmitContext &context,
                                                 cin::SplitOp split,
                                                 const Scope &scope) {
  OpBuilder &builder = context.builder;
  Location loc = split.getLoc();
  unsigned number = *context.info.getPath(split);
  Value storage = scope.getTensor(split.getRef()).storage;
  Value size = emitSize(context, split.getVariable(), scope);
  auto [begin, end] = emitRange(context, split, scope);
  Value count = arith::SubIOp::create(builder, loc, end, begin);
  Value width = split.getDirection() == cin::SplitDirection::Down
                    ? context.createIndex(split.getSize())
                    : emitCount(context, count, split.getSize());
  SmallVector<Value> coords = emitOuterCoordinates(
      context, context.info.getPaths()[number], *split.getLevel(), scope);
  // The coordinate of the first position of a tile; the end of the dimension if
  // there is none.
  auto emitCut = [&, begin = begin](Value tile) -> Value {
    Value before = arith::MulIOp::create(builder, loc, tile, width);
    Value exists = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, before, count);
    auto cut = scf::IfOp::create(
        builder, loc, exists,
        [&](OpBuilder &inner, Location) {
          Value position = arith::AddIOp::create(inner, loc, begin, before);
          Value coordinate =
              level::PosAccessOp::create(inner, loc, storage, *split.getLevel(),
                                         position, coords)
                  .getCoordinate();
          // Coordinates behind the end of the dimension are left out.
          scf::YieldOp::create(
              inner, loc,
              arith::MinUIOp::create(inner, loc, coordinate, size).getResult());
        },
        [&](OpBuilder &inner, Location) {
          scf::YieldOp::create(inner, loc, size);
        });
    return cut.getResult(0);
  };
  Value tile = scope.coordinates.lookup(split.getOuter());
  Value zero = context.createIndex(0);
  Value isFirst =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, tile, zero);
  Value first =
      arith::SelectOp::create(builder, loc, isFirst, zero, emitCut(tile));
  return {first, emitCut(context.createNext(tile))};
}
