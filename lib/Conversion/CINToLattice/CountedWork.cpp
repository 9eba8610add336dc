//===- CountedWork.cpp - Work that is counted in positions ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses what is counted, and emits the sums of what is looked up.
//
//===----------------------------------------------------------------------===//

#include "CountedWork.h"

#include "weft/Dialect/Lattice/IR/Lattice.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

//===----------------------------------------------------------------------===//
// What is counted
//===----------------------------------------------------------------------===//

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
static std::optional<CountedPath> findCounted(unsigned number,
                                              ArrayRef<Value> originals,
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
  // What stores a part of a combination is gone over for each of the others.
  for (Value original : originals)
    if (level == numLevels || tensor.getVariable(level) != original || !count())
      return std::nullopt;
  int64_t inside = level;
  while (count())
    ;
  if (!tells)
    return std::nullopt;
  return CountedPath{number, path.depth, inside, level};
}

/// The paths of the accesses in a forall, once each.
static llvm::SetVector<unsigned> getPaths(cin::ForallOp forall,
                                          const KernelInfo &info) {
  llvm::SetVector<unsigned> numbers;
  forall.walk(
      [&](cin::AccessOp access) { numbers.insert(info.getPath(access)); });
  return numbers;
}

SmallVector<CountedPath>
cin_to_lattice::findCountedPaths(cin::ForallOp forall,
                                 ArrayRef<Value> originals,
                                 const KernelInfo &info, const Scope &scope) {
  SmallVector<CountedPath> counted;
  for (unsigned number : getPaths(forall, info))
    if (std::optional<CountedPath> found =
            findCounted(number, originals, info, scope))
      counted.push_back(*found);
  return counted;
}

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

/// The operands that loops go over at each position of a level of a counted
/// one. What is looked up by the levels above the last that is balanced is gone
/// over at its positions, too.
static SmallVector<LookedUp> findLookedUp(cin::ForallOp forall,
                                          ArrayRef<Value> originals,
                                          const CountedPath &counted,
                                          int64_t level, const KernelInfo &info,
                                          const Scope &scope) {
  const IndexedTensor &tensor = info.getPaths()[counted.path];
  // One that is counted itself stores all that is balanced.
  llvm::SmallDenseSet<unsigned> others;
  for (const CountedPath &other :
       findCountedPaths(forall, originals, info, scope))
    others.insert(other.path);
  SmallVector<LookedUp> found;
  int64_t first = level < counted.inside ? counted.begin : level;
  for (unsigned number : getPaths(forall, info))
    for (int64_t above = first; above <= level; ++above)
      if (Value variable = tensor.getVariable(above);
          variable && !others.contains(number) &&
          isLookedUp(number, variable, originals, info, scope))
        found.push_back({number, above});
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
  return types.back().isUnique() &&
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
      builder, loc, level::BuilderType::get(type, level::Assembly::Fused),
      context.createNext(end), /*structure=*/Value());
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
    if (!split.isBalanced() || split.getOuter() != forall.getVariable())
      continue;
    auto originals = cin::getCollapsedVariables(split.getVariable());
    for (const CountedPath &counted :
         findCountedPaths(forall, originals, context.info, scope))
      for (int64_t level = counted.inside - 1;
           counted.begin == 0 && level != counted.end; ++level) {
        const IndexedTensor &tensor = context.info.getPaths()[counted.path];
        if (!canWalk(tensor, level))
          continue;
        SmallVector<LookedUp> lookedUp = findLookedUp(
            forall, originals, counted, level, context.info, scope);
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
