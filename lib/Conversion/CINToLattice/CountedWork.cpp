//===- CountedWork.cpp - Work that is counted in positions ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds what loops look up at each position of an operand that is counted, and
// emits the sums of how much that is.
//
//===----------------------------------------------------------------------===//

#include "CountedWork.h"

#include "CountedPaths.h"

#include "weft/Dialect/Lattice/IR/Lattice.h"
#include "weft/Dialect/Weft/IR/ArrayNames.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

//===----------------------------------------------------------------------===//
// What is looked up
//===----------------------------------------------------------------------===//

namespace {
/// An operand that is looked up by the coordinate of a level of a counted one.
struct LookedUp {
  unsigned path;
  int64_t level;
};
} // namespace

/// Whether an operand stores nothing above a variable, and below it something
/// that no variable is that is balanced.
static bool isLookedUp(unsigned number, Value variable,
                       ArrayRef<Value> originals, const KernelInfo &info,
                       const Scope &scope) {
  const IndexedTensor &tensor = info.getPaths()[number];
  const PathState &path = scope.paths[number];
  if (!scope.getTensor(tensor.ref).storage || path.absent || path.depth != 0 ||
      tensor.getNumLevels() < 2 || tensor.getVariable(0) != variable ||
      llvm::is_contained(originals, tensor.getVariable(1)))
    return false;
  level::LevelTypeAttrInterface first = tensor.getLevelType(0);
  return first.isFull() && first.hasLocate() &&
         !tensor.getLevelType(1).isFull() &&
         isCountable(tensor.getLevelType(1), /*hasOneParent=*/true);
}

/// Whether the loops that bind a level are around those that bind another one.
static bool isAround(const IndexedTensor &tensor, int64_t level,
                     const IndexedTensor &other, int64_t otherLevel) {
  auto getForall = [](Value variable) {
    return variable.getParentBlock()->getParentOp();
  };
  SmallVector<Value> variables = tensor.getForalls(level);
  return !variables.empty() && llvm::all_of(variables, [&](Value variable) {
    return llvm::all_of(other.getForalls(otherLevel), [&](Value inner) {
      return getForall(variable)->isProperAncestor(getForall(inner));
    });
  });
}

/// The operands that loops go over at each position of a level of a counted
/// one, which is the last of those whose loops are around.
static SmallVector<LookedUp>
findLookedUp(cin::ForallOp forall, ArrayRef<Value> originals,
             ArrayRef<CountedPath> allCounted, const CountedPath &counted,
             int64_t level, const KernelInfo &info, const Scope &scope) {
  const IndexedTensor &tensor = info.getPaths()[counted.path];
  SmallVector<LookedUp> found;
  for (unsigned number : info.getPathsIn(forall)) {
    // One that is counted itself stores all that is balanced.
    if (llvm::any_of(allCounted, [&](const CountedPath &other) {
          return other.path == number;
        }))
      continue;
    for (int64_t above = counted.begin; above <= level; ++above) {
      Value variable = tensor.getVariable(above);
      if (!variable || !isLookedUp(number, variable, originals, info, scope))
        continue;
      int64_t last = std::max(counted.inside - 1, above);
      while (last + 1 != counted.end &&
             isAround(tensor, last + 1, info.getPaths()[number], 1))
        ++last;
      if (last == level)
        found.push_back({number, above});
    }
  }
  return found;
}

/// Whether a loop can go over the positions of the last of some levels, and
/// find its coordinates.
static bool canWalk(const IndexedTensor &tensor, int64_t last) {
  SmallVector<level::LevelTypeAttrInterface> types;
  for (int64_t level = 0; level <= last; ++level) {
    types.push_back(tensor.getLevelType(level));
    if (level > 0 && !types[level - 1].isUnique() &&
        !types[level].isBranchless())
      return false;
  }
  return types.back().isUnique() && types.back().hasPositionIterate() &&
         lattice::findWalkProblem(types, /*byPositions=*/true).empty();
}

/// Emits how many positions an operand has below a coordinate of its first
/// level.
static Value emitNumBelow(const EmitContext &context, unsigned number,
                          Value coordinate, const Scope &scope) {
  OpBuilder &builder = context.builder;
  Location loc = context.info.getKernel().getLoc();
  const IndexedTensor &tensor = context.info.getPaths()[number];
  Value storage = scope.getTensor(tensor.ref).storage;
  Value begin = level::LocateOp::create(builder, loc, storage, 0,
                                        context.createIndex(0), coordinate)
                    .getPosition();
  Value end = context.createNext(begin), sum;
  for (int64_t level = 1; level != tensor.getNumLevels(); ++level) {
    if (!isCountable(tensor.getLevelType(level), /*hasOneParent=*/level == 1))
      break;
    auto bounds =
        level::PosBoundsOp::create(builder, loc, storage, level, begin, end);
    begin = bounds.getBegin();
    end = bounds.getEnd();
    Value length = arith::SubIOp::create(builder, loc, end, begin);
    sum = sum ? arith::AddIOp::create(builder, loc, sum, length) : length;
  }
  return sum;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

namespace {
/// The sums of what is looked up by the coordinates of one level.
class WeightEmitter {
public:
  WeightEmitter(const EmitContext &context, unsigned number, int64_t level,
                const Scope &scope)
      : context(context), builder(context.builder),
        loc(context.info.getKernel().getLoc()), scope(scope), level(level),
        tensor(context.info.getPaths()[number]),
        storage(scope.getTensor(tensor.ref).storage) {}

  /// Emits the tensor of the sums.
  Value emit(ArrayRef<LookedUp> lookedUp);

private:
  lattice::CoiterateOp emitLoop(Value numPositions, ValueRange inits);
  Value emitStore(Value sum, Value state, Value position) {
    Value value =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), sum);
    return level::StoreOp::create(builder, loc, state.getType(), value, state,
                                  position);
  }

  const EmitContext &context;
  OpBuilder &builder;
  Location loc;
  const Scope &scope;
  int64_t level;
  const IndexedTensor &tensor;
  Value storage;
};
} // namespace

/// Emits a loop over the positions of the level, which finds the coordinates.
lattice::CoiterateOp WeightEmitter::emitLoop(Value numPositions,
                                             ValueRange inits) {
  SmallVector<Attribute> names;
  for (int64_t above = 0; above <= level; ++above)
    names.push_back(builder.getStringAttr("x" + Twine(above + 1)));
  auto levels = llvm::to_vector(llvm::seq_inclusive<int64_t>(0, level));
  auto segment = lattice::SegmentAttr::get(builder.getStringAttr("counted"), 0,
                                           levels, /*searched=*/false,
                                           /*stride=*/0);
  auto point = lattice::PointAttr::get(builder.getContext(), {0}, {}, {});
  auto loop = lattice::CoiterateOp::create(
      builder, loc, builder.getStringAttr("p"), context.createIndex(0),
      numPositions, segment, storage, context.createIndex(0),
      context.createIndex(1), /*coords=*/ValueRange(), /*offsets=*/ValueRange(),
      inits, point);
  loop.setOriginalsAttr(builder.getArrayAttr(names));
  loop.setPositions(0);
  return loop;
}

Value WeightEmitter::emit(ArrayRef<LookedUp> lookedUp) {
  Value begin = context.createIndex(0), end = context.createIndex(1);
  for (int64_t above = 0; above <= level; ++above) {
    auto bounds =
        level::PosBoundsOp::create(builder, loc, storage, above, begin, end);
    begin = bounds.getBegin();
    end = bounds.getEnd();
  }
  auto type =
      RankedTensorType::get({ShapedType::kDynamic}, builder.getI64Type());
  Value empty = level::InitOp::create(
      builder, setArrayName(loc, "", "numbers of iterations below positions"),
      level::BuilderType::get(type, level::Assembly::Fused),
      context.createNext(end));
  lattice::CoiterateOp loop = emitLoop(end, {empty, context.createIndex(0)});
  {
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<Type> types = loop.getRegionArgumentTypes(0);
    Block *block =
        builder.createBlock(&loop.getBodies()[0], {}, types,
                            SmallVector<Location>(types.size(), loc));
    ValueRange args = block->getArguments();
    Value position = args[level + 2];
    Value state = args[args.size() - 2], sum = args.back();
    state = emitStore(sum, state, position);
    for (auto [other, above] : lookedUp)
      sum = arith::AddIOp::create(
          builder, loc, sum, emitNumBelow(context, other, args[above], scope));
    lattice::YieldOp::create(builder, loc, ValueRange{state, sum});
  }
  // Behind the last position is the sum of all.
  Value state = emitStore(loop.getResult(1), loop.getResult(0), end);
  return level::FinalizeOp::create(builder, loc, type, state, UnitAttr());
}

SmallVector<Value> cin_to_lattice::emitWeights(const EmitContext &context,
                                               cin::ForallOp forall,
                                               Scope &scope) {
  SmallVector<Value> tensors;
  for (cin::SplitOp split : context.info.getSplits()) {
    if (!split.isBalanced() || split.getRef() ||
        split.getOuter() != forall.getVariable())
      continue;
    auto originals = cin::getCollapsedVariables(split.getVariable());
    SmallVector<CountedPath> allCounted =
        findCountedPaths(forall, originals, context.info, scope);
    for (const CountedPath &counted : allCounted)
      for (int64_t level = counted.inside - 1;
           counted.begin == 0 && level != counted.end; ++level) {
        const IndexedTensor &tensor = context.info.getPaths()[counted.path];
        if (!canWalk(tensor, level))
          continue;
        SmallVector<LookedUp> lookedUp = findLookedUp(
            forall, originals, allCounted, counted, level, context.info, scope);
        if (lookedUp.empty())
          continue;
        Value sums =
            WeightEmitter(context, counted.path, level, scope).emit(lookedUp);
        scope.weights[{counted.path, level}] =
            level::OpenOp::create(context.builder, split.getLoc(), sums);
        tensors.push_back(sums);
      }
  }
  return tensors;
}
