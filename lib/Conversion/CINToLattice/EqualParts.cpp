//===- EqualParts.cpp - Parts of equal work ---------------------*- C++ -*-===//
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

#include "EqualParts.h"

#include "IndexVariables.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

//===----------------------------------------------------------------------===//
// What is counted
//===----------------------------------------------------------------------===//

namespace {
/// An operand whose positions are counted: the levels from `begin` up to
/// `inside` store the variables of the forall, and those from there up to `end`
/// are below.
struct Counted {
  unsigned path;
  int64_t begin, inside, end;
};
} // namespace

/// Whether the positions of a level are in the order of coordinates, below
/// positions of the level above which are, and each is that of an entry.
/// `hasOneParent` says that the path is to the children of one position.
static bool isCountable(level::LevelTypeAttrInterface type, bool hasOneParent) {
  return type.isOrdered() && type.isCompact() &&
         (type.isFull() || type.hasPositionIterate()) &&
         (hasOneParent || type.hasRecover());
}

/// The levels of a path that are counted; nothing if all that is stored there
/// follows from its coordinates.
static std::optional<Counted> findCounted(unsigned number,
                                          const DerivedSpace &space,
                                          const KernelInfo &info,
                                          const Scope &scope) {
  const IndexedTensor &tensor = info.getPaths()[number];
  const PathState &path = scope.paths[number];
  if (!scope.getTensor(tensor.ref).storage || path.absent)
    return std::nullopt;
  int64_t level = path.depth, numLevels = tensor.getNumLevels();
  bool tells = false;
  auto count = [&] {
    bool hasOneParent =
        level == path.depth &&
        (level == 0 || tensor.getLevelType(level - 1).isUnique());
    if (level == numLevels ||
        !isCountable(tensor.getLevelType(level), hasOneParent))
      return false;
    tells |= !tensor.getLevelType(level++).isFull();
    return true;
  };
  for (Value original : space.originals)
    if (level == numLevels || tensor.getVariable(level) != original || !count())
      break;
  int64_t inside = level;
  while (inside != path.depth && count())
    ;
  if (!tells)
    return std::nullopt;
  return Counted{number, path.depth, inside, level};
}

static SmallVector<Counted> findCounted(cin::ForallOp forall,
                                        const DerivedSpace &space,
                                        const KernelInfo &info,
                                        const Scope &scope) {
  llvm::SetVector<unsigned> numbers;
  forall.walk(
      [&](cin::AccessOp access) { numbers.insert(info.getPath(access)); });
  SmallVector<Counted> counted;
  for (unsigned number : numbers)
    if (std::optional<Counted> found = findCounted(number, space, info, scope))
      counted.push_back(*found);
  return counted;
}

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
  for (cin::SplitOp split : info.getSplits()) {
    if (!split.isBalanced() || split.getInner() != forall.getVariable())
      continue;
    if (!plan.space)
      return forall.emitOpError("goes over the coordinates of a part of '")
             << split.getName()
             << "', but is not inside of the loop over its parts";
    if (cin::PositionOp position = plan.space->position)
      return forall.emitOpError("cannot balance the positions of ")
             << info.getName(position.getRef())
             << ", of which parts are equal if they are as many; divide them";
  }
  return success();
}

LogicalResult cin_to_lattice::verifyBalancedSplit(cin::SplitOp split,
                                                  const KernelInfo &info) {
  if (!split.isBalanced())
    return success();
  for (Value part : {split.getOuter(), split.getInner()})
    if (!isa<BlockArgument>(part))
      return split.emitOpError(
          "expected parts of equal work that foralls bind");
  for (Value part : {split.getOuter(), split.getInner()})
    for (Operation *user : part.getUsers())
      if (user != split &&
          isa<cin::SplitOp, cin::CollapseOp, cin::PositionOp>(user))
        return user->emitOpError("cannot derive anything else from a part of '")
               << split.getName() << "', which is balanced";
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

/// Emits how many positions come before coordinates, plus a constant: those of
/// the level that the forall goes over, and of all levels below.
static Value emitNumBefore(const EmitContext &context, const Counted &counted,
                           ValueRange coordinates, const Scope &scope) {
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
  // How many coordinates a full level has does not depend on the operand.
  Value number = begin;
  bool isOwn = !tensor.getLevelType(counted.inside - 1).isFull();
  for (int64_t level = counted.inside; level != counted.end; ++level) {
    begin =
        level::PosBoundsOp::create(builder, loc, storage, level, begin, begin)
            .getBegin();
    number = isOwn ? arith::AddIOp::create(builder, loc, number, begin) : begin;
    isOwn = true;
  }
  return number;
}

lattice::ShareOp cin_to_lattice::emitShare(const EmitContext &context,
                                           cin::ForallOp forall,
                                           const ForallPlan &plan,
                                           const Scope &scope) {
  if (!plan.space || plan.space->splits.empty())
    return {};
  const DerivedSpace &space = *plan.space;
  cin::SplitOp split = space.splits.front();
  if (!split.isBalanced())
    return {};
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
  for (const Counted &counted : findCounted(forall, space, context.info, scope))
    add(emitNumBefore(context, counted, block->getArguments(), scope));
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
  return share;
}
