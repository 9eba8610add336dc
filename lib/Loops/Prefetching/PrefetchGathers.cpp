//===- PrefetchGathers.cpp - Where coordinates lead to --------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The element, or the row, of a dense operand that an entry leads to may be
// anywhere. A processor loads ahead as far as it guesses right, which ends with
// the segments of the sparse operand, and waits for few lines at a time in its
// first cache. Where the dense operand is in memory or a far cache, each entry
// asks for the lines that another one needs some entries later, to come to the
// second cache, which waits for more of them (decision 185).
//
//===----------------------------------------------------------------------===//

#include "Analysis/ElementBytes.h"
#include "Analysis/IndirectLoads.h"
#include "Analysis/ReadOnlyArrays.h"
#include "Prefetching/PrefetchProfitability.h"
#include "Prefetching/Prefetching.h"
#include "Segments/SegmentVectors.h"
#include "Tiling/LoopVersions.h"

#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include <vector>

using namespace mlir;
using namespace weft;

namespace {
/// How many positions ahead something is asked for, and to come to which cache,
/// if the operand has so many bytes that it is far.
struct Reach {
  int64_t distance, cache, farBytes;
};
} // namespace

/// A single number: the first and second cache do not hold a larger array.
static Reach getElementReach(const Machine &machine) {
  return {machine.gatherPrefetchDistance, 2, machine.gatherPrefetchMinBytes};
}
/// The same of a result, which the entries of a mesh update in turn.
static Reach getUpdateReach(const Machine &machine) {
  return {machine.gatherPrefetchDistance, 2, machine.updatePrefetchMinBytes};
}
/// The first of several numbers that a step loads, whose coordinates are close
/// to each other as a rule: the others are in the same line, or in the next
/// one, which processors prefetch as well after a prefetch into the first
/// cache.
static Reach getStridedReach(const Machine &machine) {
  return {machine.stridedGatherPrefetchDistance, 1,
          machine.gatherPrefetchMinBytes};
}
/// A vector, or all of a row.
static Reach getRowReach(const Machine &machine) {
  return {machine.rowPrefetchDistance, 2, machine.rowPrefetchMinBytes};
}
/// The same in a fiber of a tensor, which is short as a rule: other fibers are
/// between the prefetch and the load, so that a longer distance gains nothing.
static Reach getFiberReach(const Machine &machine) {
  return {machine.fiberPrefetchDistance, 1, machine.gatherPrefetchMinBytes};
}
static constexpr int64_t kMinFiberBytes = 256;
/// The most that a vector has: longer ones are no rows of a nest.
static constexpr int64_t kMaxRowBytes = 2048;
/// The most operations that compute an index.
static constexpr size_t kMaxComputed = 32;

namespace {
/// A load at a place that a coordinate leads to.
struct FoundElement {
  /// A memref.load, vector.load or vector.maskedload.
  Operation *load = nullptr;
  Value array, index;
  /// How many elements are loaded, which are next to each other, at most.
  int64_t numElements = 1;
  /// How many there are; null if it is as many.
  Value count;
  /// The bytes of an element.
  int64_t bytes = 0;
  Reach reach = {0, 2, 0};
  /// What the index is computed from in an iteration, and by which operations.
  llvm::SmallSetVector<Operation *, 2> coordinates;
  llvm::SmallSetVector<Operation *, 8> computed;
};
} // namespace

//===----------------------------------------------------------------------===//
// Finding them
//===----------------------------------------------------------------------===//

/// Whether a position goes on as a loop does: it is its variable, a distance
/// behind it, or the last one that there is.
static bool isPosition(Value position, scf::ForOp loop) {
  while (Operation *op = position.getDefiningOp()) {
    if (!isa<arith::AddIOp, arith::MinSIOp>(op))
      return false;
    bool isOther = isSameInAll(loop, op->getOperand(0));
    if (!isOther && !isSameInAll(loop, op->getOperand(1)))
      return false;
    position = op->getOperand(isOther ? 1 : 0);
  }
  return position == loop.getInductionVar();
}

/// Whether an operation computes places from other ones.
static bool isComputed(Operation *op) {
  return isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::AddIOp,
             arith::MulIOp>(op);
}

/// Collects the coordinates in a block that an index is computed from, at
/// positions that pass a test, and what it is computed by. Fails if that is
/// more than places take.
static LogicalResult
collectCoordinates(Block *block, llvm::function_ref<bool(Value)> isPosition,
                   FoundElement &found) {
  SmallVector<Value> values = {found.index};
  while (!values.empty()) {
    Operation *op = values.pop_back_val().getDefiningOp();
    if (!op || !block->findAncestorOpInBlock(*op))
      continue;
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      if (op->getBlock() == block && load.getIndices().size() == 1 &&
          isPosition(load.getIndices().front()) &&
          isNeverWritten(load.getMemRef()))
        found.coordinates.insert(op);
    } else if (isComputed(op) && found.computed.insert(op)) {
      llvm::append_range(values, op->getOperands());
      if (found.computed.size() > kMaxComputed)
        return failure();
    }
  }
  return success(!found.coordinates.empty());
}

/// How many lanes are left in a mask that leaves out the last ones; null if it
/// is another one.
static Value getNumLanes(Value mask) {
  auto compare = mask.getDefiningOp<arith::CmpIOp>();
  DenseIntElementsAttr steps;
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::slt ||
      !matchPattern(compare.getLhs(), m_Constant(&steps)))
    return {};
  for (auto [number, step] : llvm::enumerate(steps.getValues<APInt>()))
    if (step != number)
      return {};
  auto count = compare.getRhs().getDefiningOp<vector::BroadcastOp>();
  return count && count.getSourceType().isIndex() ? count.getSource() : Value();
}

/// Whether a number is a place, as the bounds of segments are, which are
/// fetched by `weft-prefetch-found-segments`.
static bool isPlace(memref::LoadOp load) {
  return load.getType().isIndex() ||
         llvm::any_of(load->getUsers(),
                      llvm::IsaPred<arith::IndexCastOp, arith::IndexCastUIOp>);
}

/// Whether an array is a result that a loop over coordinates updates.
static bool isResult(Value array) {
  return array.getDefiningOp<memref::AllocOp>() &&
         llvm::any_of(array.getUsers(), llvm::IsaPred<func::ReturnOp>);
}

/// Describes what an operation loads, but not the coordinates that lead there.
static std::optional<FoundElement> describe(Operation *op) {
  FoundElement found;
  found.load = op;
  OperandRange indices = op->getOperands();
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    if (isPlace(load))
      return std::nullopt;
    found.array = load.getMemRef();
    indices = load.getIndices();
  } else if (auto load = dyn_cast<vector::LoadOp>(op)) {
    found.array = load.getBase();
    found.numElements = load.getVectorType().getNumElements();
    indices = load.getIndices();
  } else if (auto load = dyn_cast<vector::MaskedLoadOp>(op)) {
    found.array = load.getBase();
    found.numElements = load.getVectorType().getNumElements();
    found.count = getNumLanes(load.getMask());
    indices = load.getIndices();
    if (!found.count)
      return std::nullopt;
  } else {
    return std::nullopt;
  }
  auto type = cast<MemRefType>(found.array.getType());
  found.bytes = getPackedBytes(type.getElementType());
  if (indices.size() != 1 || !type.getLayout().isIdentity() ||
      found.bytes == 0 || found.numElements > kMaxRowBytes / found.bytes ||
      !(isNeverWritten(found.array) || isResult(found.array)))
    return std::nullopt;
  found.index = indices.front();
  return found;
}

/// Whether what is left of a loop of vectors is done one by one.
static bool isRest(scf::ForOp loop) {
  auto annotation =
      loop->getAttrOfType<LLVM::LoopAnnotationAttr>("loop_annotation");
  return annotation && annotation.getVectorize() &&
         annotation.getVectorize().getDisable() &&
         annotation.getVectorize().getDisable().getValue();
}

/// Whether it is worth while to ask for the elements that a loop over positions
/// leads to. What is left of vectors is little, and runs of equal coordinates
/// would have to be asked whether theirs are near each other, each of them.
static bool mayReachElements(scf::ForOp loop) {
  LoopLikeOpInterface around = loop->getParentOfType<LoopLikeOpInterface>();
  bool isRun = around && isa<scf::WhileOp>(around.getOperation());
  return getConstantIntValue(loop.getStep()) == 1 && !isRest(loop) && !isRun;
}

/// Whether a loop goes on in steps of several entries, and loads ahead what it
/// goes through, which is large then.
static bool isLargeInSteps(scf::ForOp loop) {
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  return step && *step > 1 &&
         !loop.getBody()->getOps<memref::PrefetchOp>().empty();
}

/// Whether a loop is in another one only to go over a row in vectors, from its
/// begin on.
static bool isRow(Operation &op) {
  auto row = dyn_cast<scf::ForOp>(op);
  return row && getConstantIntValue(row.getLowerBound()) &&
         llvm::all_of(*row.getBody(), [](Operation &inside) {
           return inside.getNumRegions() == 0;
         });
}

static bool hasLoop(Operation &op) {
  return op.getNumRegions() != 0 && op.walk([](LoopLikeOpInterface) {
                                        return WalkResult::interrupt();
                                      }).wasInterrupted();
}

/// Whether a loop iterates a segment below the segments of two other levels.
static bool isFiber(scf::ForOp loop) {
  int64_t numSegments = 0;
  for (auto around = loop->getParentOfType<scf::ForOp>(); around;
       around = around->getParentOfType<scf::ForOp>())
    numSegments += getSegment(around) != nullptr;
  return numSegments > 1;
}

static Reach getReach(const FoundElement &found, bool isInFiber) {
  Machine machine = Machine::of(found.load);
  if (isa<memref::LoadOp>(found.load))
    return isResult(found.array) ? getUpdateReach(machine)
                                 : getElementReach(machine);
  return isInFiber ? getFiberReach(machine) : getRowReach(machine);
}

/// What a loop loads in each of its steps where its coordinates lead to, the
/// first element of each array.
static SmallVector<FoundElement> findNeighbors(scf::ForOp loop) {
  SmallVector<FoundElement> elements;
  if (!isLargeInSteps(loop))
    return elements;
  auto isPositionOfLoop = [&](Value value) { return isPosition(value, loop); };
  for (auto load : loop.getBody()->getOps<memref::LoadOp>()) {
    std::optional<FoundElement> found = describe(load);
    if (!found || isResult(found->array) ||
        llvm::any_of(elements,
                     [&](const FoundElement &other) {
                       return other.array == found->array;
                     }) ||
        failed(collectCoordinates(loop.getBody(), isPositionOfLoop, *found)))
      continue;
    found->reach = getStridedReach(Machine::of(loop));
    elements.push_back(*found);
  }
  return elements;
}

/// What a loop loads where its coordinates lead to. Loops around others have
/// time enough.
static SmallVector<FoundElement> findElements(scf::ForOp loop) {
  SmallVector<FoundElement> elements;
  bool isInFiber = isFiber(loop);
  auto add = [&](Operation &op) {
    std::optional<FoundElement> found = describe(&op);
    if (!found)
      return;
    bool isSingle = isa<memref::LoadOp>(op);
    if (isSingle && !(mayReachElements(loop) && op.getParentOp() == loop))
      return;
    if (isInFiber &&
        (found->count || found->bytes * found->numElements < kMinFiberBytes))
      return;
    auto isPositionOfLoop = [&](Value value) {
      return isPosition(value, loop);
    };
    if (failed(collectCoordinates(loop.getBody(), isPositionOfLoop, *found)))
      return;
    found->reach = getReach(*found, isInFiber);
    elements.push_back(*found);
  };
  for (Operation &op : *loop.getBody()) {
    if (isRow(op)) {
      for (Operation &inside : *cast<scf::ForOp>(op).getBody())
        add(inside);
    } else if (hasLoop(op)) {
      return {};
    } else {
      add(op);
    }
  }
  return elements;
}

namespace {
/// What loads elements: a loop, or a branch that does the last steps of the
/// loop in it behind that.
struct FoundLoads {
  scf::ForOp loop;
  Operation *root;
  SmallVector<FoundElement> elements;
};
} // namespace

/// Finds what is loaded behind a loop in the same branch, as in its steps.
static SmallVector<FoundElement>
findElementsBehind(scf::ForOp loop, ArrayRef<FoundElement> elements) {
  SmallVector<FoundElement> behind;
  Block *block = loop->getBlock();
  // Of several loops, nobody knows whose steps they are.
  if (!isa<scf::IfOp>(block->getParentOp()) ||
      !llvm::hasSingleElement(block->getOps<scf::ForOp>()))
    return behind;
  // Where a position was computed does not matter: what is fetched ahead of it
  // is there.
  auto isKnownHere = [](Value position) {
    return !getConstantIntValue(position);
  };
  for (Operation &op :
       llvm::make_range(std::next(loop->getIterator()), block->end())) {
    std::optional<FoundElement> found = describe(&op);
    if (!found || isa<memref::LoadOp>(op) ||
        failed(collectCoordinates(block, isKnownHere, *found)))
      continue;
    auto coordinate = cast<memref::LoadOp>(found->coordinates.front());
    const auto *same = llvm::find_if(elements, [&](const FoundElement &step) {
      auto other = cast<memref::LoadOp>(step.coordinates.front());
      return step.array == found->array &&
             step.load->getName() == op.getName() &&
             other.getMemRef() == coordinate.getMemRef();
    });
    if (same == elements.end())
      continue;
    found->reach = same->reach;
    behind.push_back(*found);
  }
  return behind;
}

static std::optional<FoundLoads> findLoads(scf::ForOp loop, bool neighbors) {
  FoundLoads loads{loop, loop,
                   neighbors ? findNeighbors(loop) : findElements(loop)};
  if (loads.elements.empty())
    return std::nullopt;
  SmallVector<FoundElement> behind = findElementsBehind(loop, loads.elements);
  if (!behind.empty())
    loads.root = loop->getParentOp();
  llvm::append_range(loads.elements, behind);
  return loads;
}

//===----------------------------------------------------------------------===//
// What they are of
//===----------------------------------------------------------------------===//

/// What a coordinate of a loop is multiplied by; null if it is by nothing.
static Value findStride(const FoundElement &found) {
  auto isCoordinate = [&](Value value) {
    while (Operation *op = value.getDefiningOp()) {
      if (found.coordinates.contains(op))
        return true;
      if (!isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
        return false;
      value = op->getOperand(0);
    }
    return false;
  };
  for (Operation *op : found.computed)
    if (isa<arith::MulIOp>(op))
      for (unsigned number : {0, 1})
        if (isCoordinate(op->getOperand(number)) &&
            op->getOperand(1 - number).getType().isIndex())
          return op->getOperand(1 - number);
  return {};
}

/// The arrays that elements are of. Neighbors follow those of the step before
/// unless coordinates are far from each other: a processor fetches what is new
/// of them by itself.
static SmallVector<FoundArray> findArrays(ArrayRef<FoundElement> elements,
                                          bool neighbors) {
  llvm::SmallMapVector<Value, FoundArray, 4> arrays;
  for (const FoundElement &found : elements) {
    FoundArray &of = arrays[found.array];
    int64_t length = found.reach.farBytes / found.bytes;
    of.farLength = of.array ? std::min(of.farLength, length) : length;
    of.array = found.array;
    auto load = cast<memref::LoadOp>(found.coordinates.front());
    of.coordinates = load.getMemRef();
    of.stride = findStride(found);
    of.isFarIfNew = !neighbors;
  }
  return llvm::map_to_vector(arrays, [](auto &entry) { return entry.second; });
}

//===----------------------------------------------------------------------===//
// Asking for them
//===----------------------------------------------------------------------===//

/// The hint of a memref.prefetch for the first cache is this less one.
static constexpr int64_t kNearest = 4;

namespace {
/// Asks for what further steps of a loop will load.
class Prefetches {
public:
  Prefetches(Location loc, ArrayRef<FoundElement> elements);
  void emit(const FoundElement &found);

private:
  Value emitConstant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  /// The coordinate some entries behind that of an iteration, or one of the
  /// last ones.
  Value emitAhead(memref::LoadOp coordinate, int64_t distance);
  /// The index that another coordinate leads to.
  Value emitIndex(Value index, const FoundElement &found, IRMapping &mapping);

  ImplicitLocOpBuilder b;
  /// How far behind a position coordinates of an array are loaded, at most.
  llvm::SmallDenseMap<std::pair<Value, Value>, int64_t, 4> spans;
  /// The positions and coordinates that were computed.
  llvm::SmallDenseMap<std::tuple<Value, Value, int64_t>, Value, 4> positions;
  llvm::SmallDenseMap<std::pair<Operation *, int64_t>, Value, 4> ahead;
};
} // namespace

/// Takes a position apart into another one and a constant behind it.
static std::pair<Value, int64_t> splitPosition(Value position) {
  if (auto sum = position.getDefiningOp<arith::AddIOp>())
    if (std::optional<int64_t> behind = getConstantIntValue(sum.getRhs());
        behind && *behind > 0)
      return {sum.getLhs(), *behind};
  return {position, 0};
}

Prefetches::Prefetches(Location loc, ArrayRef<FoundElement> elements)
    : b(loc, loc.getContext()) {
  for (const FoundElement &found : elements)
    for (Operation *op : found.coordinates) {
      auto load = cast<memref::LoadOp>(op);
      auto [position, behind] = splitPosition(load.getIndices().front());
      int64_t &span = spans[{load.getMemRef(), position}];
      span = std::max(span, behind);
    }
}

Value Prefetches::emitAhead(memref::LoadOp coordinate, int64_t distance) {
  Value &other = ahead[{coordinate, distance}];
  if (other)
    return other;
  OpBuilder::InsertionGuard guard(b);
  Value coordinates = coordinate.getMemRef();
  auto [position, behind] = splitPosition(coordinate.getIndices().front());
  Value &further = positions[{coordinates, position, distance}];
  if (!further) {
    b.setInsertionPointAfterValue(position);
    // All coordinates that are loaded from this position on are there.
    int64_t numBehind = 1 + spans.lookup({coordinates, position});
    Value last = arith::SubIOp::create(
        b, memref::DimOp::create(b, coordinates, int64_t(0)),
        emitConstant(numBehind));
    further = arith::AddIOp::create(b, position, emitConstant(distance));
    further = arith::MinSIOp::create(b, further, last);
  }
  b.setInsertionPoint(coordinate);
  Value at = arith::AddIOp::create(b, further, emitConstant(behind));
  return other = memref::LoadOp::create(b, coordinates, at);
}

Value Prefetches::emitIndex(Value index, const FoundElement &found,
                            IRMapping &mapping) {
  Operation *op = index.getDefiningOp();
  if (mapping.contains(index))
    return mapping.lookup(index);
  if (found.coordinates.contains(op)) {
    Value other = emitAhead(cast<memref::LoadOp>(op), found.reach.distance);
    mapping.map(index, other);
    return other;
  }
  // What has nothing to do with coordinates stays as it is.
  mapping.map(index, index);
  if (!found.computed.contains(op))
    return index;
  bool isOther = false;
  for (Value operand : op->getOperands())
    isOther |= emitIndex(operand, found, mapping) != operand;
  if (isOther)
    mapping.map(index, b.clone(*op, mapping)->getResult(0));
  return mapping.lookup(index);
}

void Prefetches::emit(const FoundElement &found) {
  b.setInsertionPoint(found.load);
  IRMapping mapping;
  Value index = emitIndex(found.index, found, mapping);
  Value last;
  if (found.count)
    last = arith::SubIOp::create(b, found.count, emitConstant(1));
  int64_t lineElements = std::max<int64_t>(1, kLineBytes / found.bytes);
  for (int64_t first = 0; first < found.numElements; first += lineElements) {
    Value offset = emitConstant(first);
    if (last)
      offset = arith::MinSIOp::create(b, offset, last);
    memref::PrefetchOp::create(
        b, found.array, arith::AddIOp::create(b, index, offset).getResult(),
        /*isWrite=*/false, kNearest - found.reach.cache, /*isDataCache=*/true);
  }
}

static void prefetch(const FoundLoads &loads, Value isFar) {
  Prefetches prefetches(loads.root->getLoc(), loads.elements);
  ImplicitLocOpBuilder b(loads.root->getLoc(), loads.root);
  // The loads themselves are in the first version.
  emitVersions(b, loads.root, isFar);
  for (const FoundElement &found : loads.elements)
    prefetches.emit(found);
}

void weft::prefetchGathers(func::FuncOp function, bool strided) {
  std::vector<FoundLoads> loops;
  LoweringOption option = strided ? LoweringOption::PrefetchStridedGathers
                                  : LoweringOption::PrefetchGathers;
  function.walk([&](scf::ForOp loop) {
    if (!isChosen(loop, option))
      return;
    if (std::optional<FoundLoads> loads = findLoads(loop, strided))
      loops.push_back(std::move(*loads));
  });
  FarQuestions questions(function);
  for (const FoundLoads &loads : loops)
    prefetch(loads,
             questions.ask(loads.loop, findArrays(loads.elements, strided)));
}
