//===- Foralls.cpp - Lowering foralls ---------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forall becomes the coiteration of the lattice of its iteration domain: one
// region per lattice point, with the body lowered for the operands that are
// present at it (thesis, figure 5-2).
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "BalancedChunks.h"
#include "CountedWork.h"
#include "DerivedSegments.h"
#include "IndexVariables.h"
#include "IterationBound.h"
#include "OperandPaths.h"
#include "TileEnds.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Analysis/Races.h"
#include "weft/Support/Combiner.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

//===----------------------------------------------------------------------===//
// Foralls
//===----------------------------------------------------------------------===//

/// Tells which form of the lattice was chosen.
static void remarkForm(cin::ForallOp forall, const Coiteration &chosen) {
  StringRef name = chosen.guarded ? "guarded_lattice" : "exact_lattice";
  auto remark = remark::analysis(
      forall.getLoc(),
      remark::RemarkOpts::name(name).category("convert-cin-to-lattice"));
  remark << remark::metric("Loop", forall.getName())
         << remark::metric("Points", chosen.points.size());
  if (chosen.guarded && chosen.exactCopies)
    remark << remark::metric("ExactCopies", *chosen.exactCopies)
           << remark::metric("Limit", *chosen.limit);
}

/// Says which of the carried builders each part of the iterations has of its
/// own.
void KernelLowering::setPartitions(lattice::CoiterateOp op,
                                   ArrayRef<Value> partitions,
                                   const Scope &scope) {
  auto numbers = llvm::map_to_vector(partitions, [&](Value ref) -> int64_t {
    return llvm::find(op.getInits(), scope.getTensor(ref).builder) -
           op.getInits().begin();
  });
  llvm::sort(numbers);
  if (!numbers.empty())
    op.setPartitions(numbers);
}

/// How many coordinates the tile has that a forall goes over, if it does.
static std::optional<int64_t> getTileSize(cin::ForallOp forall,
                                          const KernelInfo &info) {
  std::optional<int64_t> size;
  for (cin::SplitOp split : info.getSplits())
    if (split.getPartOfConstantRange() == forall.getVariable())
      size = std::min<int64_t>(size.value_or(split.getSize()), split.getSize());
  return size;
}

/// How many tiles a tile of a constant size was split into, if a forall goes
/// over these.
static std::optional<int64_t> getNumTiles(cin::ForallOp forall,
                                          const KernelInfo &info) {
  for (cin::SplitOp split : info.getSplits()) {
    if (split.getOuter() != forall.getVariable() || split.isBalanced() ||
        split.getDirection() != cin::SplitDirection::Down)
      continue;
    for (cin::SplitOp whole : info.getSplits())
      if (whole.getPartOfConstantRange() == split.getVariable())
        return llvm::divideCeil(whole.getSize(), split.getSize());
  }
  return std::nullopt;
}

/// Emits for how many coordinates there is to be room before a forall; null if
/// that is not known to be about as many as it appends.
static Value emitRoom(const EmitContext &context, cin::ForallOp forall,
                      const ForallPlan &plan, const Scope &scope) {
  if (Value bound = emitBound(context, plan, scope))
    return bound;
  // A short tile takes little memory if most of it is left out.
  const int64_t longest = 64;
  std::optional<int64_t> size = getTileSize(forall, context.info);
  return size && *size <= longest ? emitUpper(context, forall, scope) : Value();
}

LogicalResult KernelLowering::lowerForall(cin::ForallOp forall, Scope &scope) {
  FailureOr<ForallPlan> plan = planForall(forall, info, scope, options);
  if (failed(plan))
    return failure();
  if (plan->domain.isEmpty()) {
    if (plan->absent)
      combineAbsent(context, forall, *plan->absent, /*visited=*/Value(), scope);
    return success();
  }
  if (failed(verifyTail(forall, *plan)))
    return failure();
  remarkForm(forall, plan->coiteration);
  FailureOr<SmallVector<Appending>> segments = targets.beginSegments(
      forall,
      plan->space ? ArrayRef(plan->space->originals) : ArrayRef<Value>(),
      scope);
  if (failed(segments))
    return failure();

  FailureOr<SmallVector<Value>> partitions =
      targets.getPartitions(forall, *segments, scope);
  if (failed(partitions))
    return failure();
  auto reserved = scope.reserved;
  targets.reserve(
      forall, *segments, *partitions,
      [&] { return emitRoom(context, forall, *plan, scope); },
      [&](Operation *begin) {
        return emitTotalBound(context, forall, *plan, scope, begin);
      },
      scope);
  SmallVector<cin::AssignOp> runs = targets.beginRuns(forall, scope);
  SmallVector<Value> carried = scope.getCarried(forall);
  SmallVector<Value> inits = scope.getStates(carried);
  if (plan->absent)
    inits.push_back(context.createIndex(0));
  SmallVector<Value> weights = emitWeights(context, forall, scope);
  lattice::CoiterateOp coiterate = emitCoiterate(forall, *plan, inits, scope);
  setPartitions(coiterate, *partitions, scope);
  for (unsigned region = 0, e = coiterate.getBodies().size(); region != e;
       ++region) {
    OpBuilder::InsertionGuard guard(builder);
    if (failed(lowerRegion(forall, *plan, coiterate, region, carried, *segments,
                           scope)))
      return failure();
  }
  ValueRange results = coiterate.getResults();
  scope.setStates(carried, plan->absent ? results.drop_back() : results);
  if (plan->absent)
    combineAbsent(context, forall, *plan->absent, results.back(), scope);
  for (Value tensor : weights)
    level::ReleaseOp::create(builder, forall.getLoc(), tensor);
  if (!weights.empty())
    scope.weights.clear();
  scope.reserved = std::move(reserved);
  targets.endRuns(runs, scope);
  targets.endSegments(*segments, scope);
  return success();
}

/// The length ratio from which on the segments of a forall are searched: that
/// of its tag or, without one, that of the kernel.
int64_t KernelLowering::getGallop(cin::ForallOp forall) const {
  if (!forall.getMerge())
    return options.gallop;
  return forall.getMerge() == cin::MergeStrategy::Gallop ? 0 : -1;
}

/// The integer that annihilates in all assignments of a forall to a scalar;
/// null if there is none. (Of real numbers, NaN is one that comes later.)
static IntegerAttr findAnnihilator(cin::ForallOp forall, Value ref) {
  IntegerAttr annihilator;
  WalkResult result = forall.walk([&](cin::AssignOp assign) -> WalkResult {
    if (assign.getRef() != ref)
      return WalkResult::advance();
    Operation *combiner = assign.isCompound()
                              ? getSimpleCombinerOp(assign.getCombiner())
                              : nullptr;
    auto own = dyn_cast_or_null<IntegerAttr>(
        combiner ? weft::getAnnihilator(combiner) : Attribute());
    if (!own || (annihilator && annihilator != own))
      return WalkResult::interrupt();
    annihilator = own;
    return WalkResult::advance();
  });
  return result.wasInterrupted() ? IntegerAttr() : annihilator;
}

/// Whether a number that annihilates is likely to come up. A maximum hardly
/// ever comes to the end of its type's range, and its loop becomes vector code
/// if it need not ask.
static bool isLikely(IntegerAttr annihilator) {
  return annihilator.getType().isInteger(1) || annihilator.getValue().isZero();
}

/// The carried values at which the iterations of a forall change nothing any
/// more; null if there are none. Which iterations there were is not asked then:
/// what is absent changes nothing either.
static ArrayAttr getExits(cin::ForallOp forall, const ForallPlan &plan,
                          OpBuilder &builder, const Scope &scope) {
  SmallVector<Attribute> exits;
  for (Value ref : scope.getCarried(forall)) {
    TensorState tensor = scope.getTensor(ref);
    // That something is present is all that counting wants to know.
    if (scope.counting && tensor.scalar) {
      exits.push_back(builder.getBoolAttr(true));
      continue;
    }
    IntegerAttr annihilator =
        tensor.scalar ? findAnnihilator(forall, ref) : IntegerAttr();
    if (!annihilator || tensor.counter ||
        (plan.absent && !isLikely(annihilator)))
      return {};
    exits.push_back(annihilator);
    if (tensor.presence)
      exits.push_back(builder.getBoolAttr(true));
  }
  if (exits.empty())
    return {};
  if (plan.absent)
    exits.push_back(builder.getUnitAttr());
  return builder.getArrayAttr(exits);
}

/// How many coordinates each iteration of a forall computes, if its variable
/// counts the tiles of a dimension; else zero.
static int64_t getTileLength(cin::ForallOp forall, const KernelInfo &info) {
  for (cin::SplitOp split : info.getSplits())
    if (split.getOuter() == forall.getVariable() && !split.isBalanced() &&
        !split.isShifted() && split.getDirection() == cin::SplitDirection::Down)
      return split.getSize();
  return 0;
}

/// The units of a GPU that run the iterations of a forall; nothing if none do.
static std::optional<GPUUnit> getGPUUnit(cin::ForallOp forall) {
  if (!analysis::isOnGPU(forall))
    return std::nullopt;
  switch (*forall.getUnit()) {
  case cin::ParallelUnit::GPUBlock:
    return GPUUnit::Block;
  case cin::ParallelUnit::GPUWarp:
    return GPUUnit::Warp;
  default:
    return GPUUnit::Thread;
  }
}

/// Whether units of a GPU share a forall around another one, and combine the
/// scalars that it carries: none of them knows when all are done.
static bool isInPartialResult(cin::ForallOp forall) {
  for (auto outer = forall->getParentOfType<cin::ForallOp>(); outer;
       outer = outer->getParentOfType<cin::ForallOp>())
    if (analysis::isOnGPU(outer) && analysis::mayCarryPartialResults(outer))
      return true;
  return false;
}

/// Hands on the tags of a forall that say how its loop is run.
static void setTags(lattice::CoiterateOp op, cin::ForallOp forall,
                    const KernelInfo &info) {
  std::optional<int64_t> size = getTileSize(forall, info);
  LoopInfo loop = op.getLoopInfo();
  // A tile that is as long as what is unrolled is unrolled in full.
  if (std::optional<int64_t> factor = forall.getUnroll())
    loop.unroll = std::min(*factor, size.value_or(*factor));
  if (forall.getUnit() == cin::ParallelUnit::CPUVector) {
    loop.vector = size.value_or(0);
  } else if (std::optional<GPUUnit> unit = getGPUUnit(forall)) {
    loop.gpu = unit;
    loop.gpuSize = size ? *size : getNumTiles(forall, info).value_or(0);
    loop.isPartial = hasSegmentedSums(forall, info);
  } else if (forall.getUnit()) {
    loop.parallel = forall.getDistribution().value_or(DistributionAttr::get(
        op.getContext(), DistributionKind::Static, std::nullopt));
  }
  loop.isOptional = forall.getOptional();
  loop.tiles = getTileLength(forall, info);
  op.setLoopInfo(loop);
  op.setConfigAttr(forall.getConfigAttr());
}

/// A lattice point with its sets as lists.
static lattice::PointAttr getPoint(MLIRContext *context,
                                   const analysis::LatticePoint &point) {
  SmallVector<ArrayAttr> unions;
  for (const auto &alternatives : point.unions)
    unions.push_back(ArrayAttr::get(
        context, llvm::map_to_vector(
                     alternatives,
                     [&](const analysis::LatticePoint &inner) -> Attribute {
                       return getPoint(context, inner);
                     })));
  return lattice::PointAttr::get(
      context, SmallVector<int64_t>(point.iterators.set_bits()),
      SmallVector<int64_t>(point.locators.set_bits()), unions);
}

void KernelLowering::setSpace(lattice::CoiterateOp op, const ForallPlan &plan,
                              Value begin, const Scope &scope) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(op);
  const DerivedSpace &space = *plan.space;
  SmallVector<Attribute> names;
  for (Value original : space.originals)
    names.push_back(builder.getStringAttr(info.getIndexName(original)));
  op.setOriginalsAttr(builder.getArrayAttr(names));
  if (space.position)
    op.setPositions(*plan.counted);
  else if (space.originals.size() != 1)
    op.getSizesMutable().assign(emitSizes(context, space.originals, scope));
  if (begin)
    op.getBaseMutable().assign(begin);
  else if (Value base = emitBase(context, op.getLoc(), space, scope))
    op.getBaseMutable().assign(base);
}

/// The first of the splits that share a part with a split: their variables are
/// copies of one, which have the same values.
static cin::SplitOp getFirstCopy(cin::SplitOp split, const KernelInfo &info) {
  for (cin::SplitOp other : info.getSplits())
    if (other.getOuter() == split.getOuter() ||
        other.getInner() == split.getInner())
      return other;
  return split;
}

/// Returns the attribute that describes a part of a split: its role, the name
/// of the variable that was split, and its limit or divisor.
static lattice::PartAttr getPart(cin::SplitOp split, bool isOuter,
                                 const KernelInfo &info) {
  MLIRContext *context = split.getContext();
  std::optional<int64_t> size, none;
  bool isLimit = isOuter == (split.getDirection() != cin::SplitDirection::Down);
  // Tiles that are cut at run time have a maximum number only.
  if (!split.isBalanced() || (isOuter && isLimit))
    size = split.getSize();
  auto name = StringAttr::get(
      context, info.getIndexName(getFirstCopy(split, info).getVariable()));
  return lattice::PartAttr::get(context, isOuter, name, isLimit ? size : none,
                                isLimit ? none : size);
}

/// The splits that a variable is a part of, from the innermost on.
static ArrayAttr getParts(Value variable, const KernelInfo &info) {
  SmallVector<Attribute> parts;
  for (bool isPart = true; std::exchange(isPart, false);)
    for (cin::SplitOp split : info.getSplits()) {
      bool isOuter = split.getOuter() == variable;
      if (!isOuter && split.getInner() != variable)
        continue;
      parts.push_back(getPart(split, isOuter, info));
      variable = split.getVariable();
      isPart = true;
      break;
    }
  return parts.empty() ? ArrayAttr()
                       : ArrayAttr::get(variable.getContext(), parts);
}

lattice::CoiterateOp KernelLowering::emitCoiterate(cin::ForallOp forall,
                                                   const ForallPlan &plan,
                                                   ValueRange inits,
                                                   const Scope &scope) {
  const Coiteration &coiteration = plan.coiteration;
  SmallVector<Value> storages, begins, ends, coords, offsets;
  SmallVector<lattice::SegmentAttr> segments;
  for (auto [id, number, segment, shift] :
       llvm::enumerate(plan.paths, plan.segments, plan.shifts)) {
    const IndexedTensor &tensor = info.getPaths()[number];
    const PathState &path = scope.paths[number];
    storages.push_back(scope.getTensor(tensor.ref).storage);
    begins.push_back(path.begin);
    ends.push_back(path.end);
    llvm::append_range(
        coords, emitOuterCoordinates(context, tensor, path.depth, scope));
    bool isLocated =
        analysis::anyPoint(coiteration.points, [id = id](const auto &point) {
          return point.locators.test(id);
        });
    bool searched = isLocated && segment.searched;
    // A guarded coiteration locates in what it cannot iterate over.
    if (plan.space)
      searched |= (isLocated && plan.searches[id]) ||
                  (coiteration.guarded && !segment.iterable);
    segments.push_back(lattice::SegmentAttr::get(
        builder.getStringAttr(segment.name), path.depth,
        plan.space ? plan.dimensions[id] : SmallVector<int64_t, 2>{0}, searched,
        shift.stride));
  }
  for (const Shift &shift : plan.shifts)
    if (shift.stride != 0)
      offsets.push_back(emitOffset(context, forall.getLoc(), shift, scope));
  auto points = llvm::map_to_vector(
      coiteration.points, [&](const analysis::LatticePoint &point) {
        return getPoint(builder.getContext(), point);
      });
  std::optional<Part> part = emitPart(context, forall, plan, scope);
  Value upper = part ? arith::SubIOp::create(builder, forall.getLoc(),
                                             part->end, part->begin)
                     : emitUpper(context, forall, scope);
  auto op = lattice::CoiterateOp::create(
      builder, forall.getLoc(), forall.getNameAttr(), context.createIndex(0),
      upper, segments, storages, begins, ends, coords, offsets, inits, points,
      coiteration.guarded);
  if (plan.space)
    setSpace(op, plan, part ? part->begin : Value(), scope);
  op.setWindowed(plan.isWindowed);
  // Several steps at a time do not end in between.
  if (!forall.getUnroll() && !analysis::mayCarryPartialResults(forall) &&
      !isInPartialResult(forall) && !forall.getTail())
    op.setExitsAttr(getExits(forall, plan, builder, scope));
  if (coiteration.limit)
    op.setCopiesAttr(lattice::CopiesAttr::get(
        builder.getContext(), coiteration.exactCopies, *coiteration.limit));
  if (int64_t ratio = getGallop(forall); ratio >= 0 && plan.canGallop)
    op.setGallop(ratio);
  setTags(op, forall, info);
  setTail(op, forall, plan);
  op.setPartsAttr(getParts(forall.getVariable(), info));
  return op;
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

LogicalResult
KernelLowering::lowerRegion(cin::ForallOp forall, const ForallPlan &plan,
                            lattice::CoiterateOp coiterate, unsigned region,
                            ArrayRef<Value> carried,
                            ArrayRef<Appending> segments, Scope scope) {
  Location loc = forall.getLoc();
  SmallVector<Type> types = coiterate.getRegionArgumentTypes(region);
  Block *block = builder.createBlock(&coiterate.getBodies()[region], {}, types,
                                     SmallVector<Location>(types.size(), loc));
  scope.numCopies = plan.coiteration.numCopies[region];
  auto argument = block->args_begin();
  if (plan.space)
    for (Value original : plan.space->originals)
      scope.coordinates[original] = *argument++;
  scope.coordinates[forall.getVariable()] = *argument++;
  recoverVariables(context, scope);
  enterSegments(context, forall, coiterate, region, plan.paths, argument,
                scope);
  ValueRange states =
      block->getArguments().take_back(coiterate.getInits().size());
  scope.setStates(carried, plan.absent ? states.drop_back() : states);
  // How many coordinates there were before, or behind which there is a gap.
  Value visited = plan.absent ? states.back() : Value();
  if (plan.absent && plan.absent->inGaps) {
    Value coordinate = scope.coordinates.lookup(forall.getVariable());
    combineGap(context, *plan.absent, coordinate, visited, scope);
    visited = coordinate;
  }
  if (failed(advancePaths(context, forall, scope)) ||
      failed(lowerBody(forall, segments, scope)))
    return failure();
  SmallVector<Value> yielded = scope.getStates(carried);
  if (plan.absent)
    yielded.push_back(context.createNext(visited));
  lattice::YieldOp::create(builder, loc, yielded);
  return success();
}

LogicalResult KernelLowering::lowerBody(cin::ForallOp forall,
                                        ArrayRef<Appending> segments,
                                        Scope &scope) {
  Operation *body = cin::getStatement(*forall.getBlock());
  if (isVoid(body, info, scope))
    return success();
  // What the assignments do here is known before workspaces are produced
  // further inside.
  auto appends = llvm::map_to_vector(segments, [&](const Appending &segment) {
    return !isVoid(segment.assign, info, scope);
  });
  auto coordinates =
      llvm::map_to_vector(segments, [&](const Appending &segment) {
        return targets.beginCoordinate(segment, scope);
      });
  targets.advance(scope);
  if (failed(lowerStatement(body, scope)))
    return failure();
  for (auto [segment, coordinate, isAppended] :
       llvm::zip_equal(segments, coordinates, appends))
    targets.endCoordinate(segment, coordinate, isAppended, scope);
  return success();
}
