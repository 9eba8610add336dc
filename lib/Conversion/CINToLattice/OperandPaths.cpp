//===- OperandPaths.cpp - Accesses in their coordinate trees ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the locate or the search in levels that the loops do not iterate. If
// the coordinate may be missing, a flag says whether it was found, and the
// levels below have empty segments if it was not.
//
//===----------------------------------------------------------------------===//

#include "OperandPaths.h"

#include "IndexVariables.h"
#include "Sums.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

//===----------------------------------------------------------------------===//
// Absence
//===----------------------------------------------------------------------===//

/// Makes the segments below a path empty where it has no entry: a level that is
/// full gives positions even there.
static void emptyIfAbsent(const EmitContext &context, PathState &path) {
  if (!path.present)
    return;
  Location loc = path.present.getLoc();
  OpBuilder &builder = context.builder;
  Value zero = context.createIndex(0);
  path.begin =
      arith::SelectOp::create(builder, loc, path.present, path.begin, zero);
  path.end =
      arith::SelectOp::create(builder, loc, path.present, path.end, zero);
}

/// Makes a path one that may have no entry.
static void guardPath(const EmitContext &context, PathState &path,
                      Value present) {
  path.guard = cin::ForallOp();
  path.present = path.present
                     ? arith::AndIOp::create(context.builder, present.getLoc(),
                                             path.present, present)
                     : present;
  emptyIfAbsent(context, path);
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

/// Whether a level tells a position without a look at what is stored, which
/// there may not be below an absent parent or in an empty dimension.
static bool computesPositions(level::LevelTypeAttrInterface type) {
  SmallVector<level::LevelArray> arrays;
  type.getArrays(arrays);
  return type.isFull() && arrays.empty();
}

/// Locates the last of the coordinates in the next level of a path.
static void locateLevel(const EmitContext &context, Location loc,
                        PathState &path, level::LevelTypeAttrInterface type,
                        Value storage, ValueRange coords) {
  OpBuilder &builder = context.builder;
  auto emitLocate = [&] {
    return level::LocateOp::create(builder, loc, storage, path.depth,
                                   path.begin, coords)
        .getResults();
  };
  SmallVector<Value> located;
  if (!path.present || computesPositions(type)) {
    located = emitLocate();
  } else {
    auto ifOp = scf::IfOp::create(
        builder, loc, path.present,
        [&](OpBuilder &, Location) {
          scf::YieldOp::create(builder, loc, emitLocate());
        },
        [&](OpBuilder &, Location) {
          scf::YieldOp::create(builder, loc,
                               {context.createIndex(0), path.present});
        });
    located = ifOp.getResults();
  }
  path.begin = located[0];
  path.end = context.createNext(path.begin);
  ++path.depth;
  if (type.isFull())
    emptyIfAbsent(context, path);
  else
    guardPath(context, path, located[1]);
}

/// Searches the next level of a path for a coordinate.
static void searchLevel(const EmitContext &context, Location loc,
                        PathState &path, Value storage, ValueRange coords) {
  OpBuilder &builder = context.builder;
  auto bounds = level::PosBoundsOp::create(builder, loc, storage, path.depth,
                                           path.begin, path.end);
  auto search = [&](Value from, Value target) -> Value {
    return level::SearchOp::create(builder, loc, storage, path.depth, from,
                                   bounds.getEnd(), target, coords.drop_back());
  };
  path.begin = search(bounds.getBegin(), coords.back());
  path.end = search(path.begin, context.createNext(coords.back()));
  ++path.depth;
  guardPath(context, path,
            arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                  path.begin, path.end));
}

/// Whether a level is searched for the coordinate that the foralls bind: if it
/// is the only one that is ever wanted, as on a diagonal or at a literal, or
/// one of a sum, which may be in no order. In other orders of the foralls, each
/// coordinate would be searched for.
static bool isSearched(const IndexedTensor &tensor, int64_t level) {
  if (tensor.getSum(level))
    return true;
  SmallVector<Value> above;
  for (int64_t outer = 0; outer != level; ++outer)
    llvm::append_range(above, tensor.getBound(outer));
  return llvm::all_of(tensor.getBound(level), [&](Value variable) {
    return llvm::is_contained(above, variable);
  });
}

/// The names of the foralls that bind the coordinates of some levels.
static std::string getLoops(const IndexedTensor &tensor, int64_t begin,
                            int64_t end) {
  llvm::SetVector<StringRef> names;
  for (int64_t level = begin; level != end; ++level)
    for (Value variable : tensor.getForalls(level))
      names.insert(cast<cin::ForallOp>(variable.getParentBlock()->getParentOp())
                       .getName());
  return llvm::join(names, ", ");
}

/// Refuses a level whose coordinate is bound before its parent.
static LogicalResult refuseOrder(const EmitContext &context, Operation *op,
                                 const IndexedTensor &tensor, int64_t level) {
  StringRef name = context.info.getName(tensor.ref);
  InFlightDiagnostic error =
      op->emitOpError("cannot access ")
      << name << " in this order of the foralls: level " << level + 1 << " ("
      << tensor.getLevelType(level)
      << ") cannot be located in, and its variable is bound before its parent";
  std::string above = getLoops(tensor, 0, level);
  std::string below = getLoops(tensor, level, level + 1);
  if (!above.empty() && !below.empty() && above != below)
    error.attachNote(
        op->getParentOfType<cin::KernelOp>()->getParentOp()->getLoc())
        << "hint: " << name << " stores " << below << " below " << above
        << "; reorder the loops alike, or choose a format of " << name
        << " that stores " << below << " above";
  return error;
}

/// Gives a position to the next level of a path, whose coordinate is bound.
static LogicalResult advancePath(const EmitContext &context, Operation *op,
                                 const IndexedTensor &tensor, PathState &path,
                                 Value storage, const Scope &scope) {
  level::LevelTypeAttrInterface type = tensor.getLevelType(path.depth);
  if (Value inside = emitEntersInside(context, tensor, path.depth, scope))
    guardPath(context, path, inside);
  SmallVector<Value> coords =
      emitOuterCoordinates(context, tensor, path.depth + 1, scope);
  if (type.hasLocate()) {
    if (path.depth != 0 && !tensor.getLevelType(path.depth - 1).isUnique())
      return op->emitOpError("cannot access ")
             << context.info.getName(tensor.ref) << ": its level "
             << path.depth + 1 << " (" << type << ") is located in below level "
             << path.depth << " (" << tensor.getLevelType(path.depth - 1)
             << "), which may store a coordinate several times";
    locateLevel(context, op->getLoc(), path, type, storage, coords);
    return success();
  }
  if (!isSearched(tensor, path.depth) || !type.hasPositionIterate() ||
      !type.isOrdered())
    return refuseOrder(context, op, tensor, path.depth);
  searchLevel(context, op->getLoc(), path, storage, coords);
  return success();
}

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

LogicalResult cin_to_lattice::advancePaths(const EmitContext &context,
                                           Operation *op, Scope &scope) {
  for (auto [tensor, path] :
       llvm::zip_equal(context.info.getPaths(), scope.paths)) {
    Value storage = scope.getTensor(tensor.ref).storage;
    if (!storage || path.absent)
      continue;
    if (!path.begin) {
      path.begin = context.createIndex(0);
      path.end = context.createIndex(1);
    }
    while (path.depth != tensor.getNumLevels() &&
           isBound(tensor, path.depth, scope))
      if (failed(advancePath(context, op, tensor, path, storage, scope)))
        return failure();
  }
  return success();
}

void cin_to_lattice::enterSegments(const EmitContext &context,
                                   cin::ForallOp forall,
                                   lattice::CoiterateOp coiterate,
                                   unsigned region, ArrayRef<unsigned> paths,
                                   Block::args_iterator argument,
                                   Scope &scope) {
  SmallVector<int64_t> present = coiterate.getSegmentsOfRegion(region);
  for (auto [segment, number] : llvm::enumerate(paths))
    scope.paths[number].absent = !llvm::is_contained(present, segment);
  for (int64_t segment : present) {
    PathState &path = scope.paths[paths[segment]];
    path.begin = *argument++;
    path.end = coiterate.hasPositionRange(segment)
                   ? Value(*argument++)
                   : context.createNext(path.begin);
    path.depth += coiterate.getSegment(segment).getNumLevels();
    Value isPresent = coiterate.getGuarded() ? Value(*argument++) : Value();
    bool isFull = llvm::all_of(coiterate.getLevelTypes(segment),
                               [](auto type) { return type.isFull(); });
    if (!isPresent || isFull) {
      emptyIfAbsent(context, path);
      continue;
    }
    // What is located in below a parent that there may not be counts for the
    // coordinates of the forall in any case.
    bool isTold = !path.present || !coiterate.isLocatedGuarded(segment);
    // An iterated segment is empty where its parent is absent.
    if (isTold)
      path.present = Value();
    guardPath(context, path, isPresent);
    if (isTold)
      path.guard = forall;
  }
}
