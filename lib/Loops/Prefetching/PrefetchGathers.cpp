//===- PrefetchGathers.cpp - Prefetch indirect loads ----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prefetches indirect loads `a[crd[p + d]]` of elements or rows of a dense
// array. An out-of-order processor overlaps such misses within its reorder
// window only, which a mispredicted end of a segment cuts off, and its first
// cache has few outstanding-miss slots. The pass versions the loop. The version
// that runs if the array exceeds the caches prefetches into the second cache,
// which has more slots (docs/decisions/prefetching.md).
//
//===----------------------------------------------------------------------===//

#include "Analysis/ArrayDescription.h"
#include "Analysis/ElementBytes.h"
#include "Analysis/IndirectLoads.h"
#include "Analysis/ReadOnlyArrays.h"
#include "Prefetching/PrefetchProfitability.h"
#include "Prefetching/Prefetching.h"
#include "Tiling/LoopVersions.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
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

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

namespace {
/// The distance in positions, the cache level, and the least bytes of an array
/// for which prefetches are profitable.
struct PrefetchParameters {
  int64_t distance, cache, farBytes;
};
} // namespace

/// For scalar loads: the first and second cache hold smaller arrays.
static PrefetchParameters getElementParameters(const Machine &machine) {
  return {machine.gatherPrefetchDistance, 2, machine.gatherPrefetchMinBytes};
}
/// For scalar loads of a result that the loop updates. Entries of a mesh update
/// the same lines again and again.
static PrefetchParameters getUpdateParameters(const Machine &machine) {
  return {machine.gatherPrefetchDistance, 2, machine.updatePrefetchMinBytes};
}
/// For the first of several elements that a step loads. Their coordinates are
/// close to each other as a rule, so that the elements share the line, or have
/// the next one, which processors prefetch as well after a prefetch into the
/// first cache.
static PrefetchParameters getStridedParameters(const Machine &machine) {
  return {machine.stridedGatherPrefetchDistance, 1,
          machine.gatherPrefetchMinBytes};
}
/// For a vector of a row, or all of it.
static PrefetchParameters getRowParameters(const Machine &machine) {
  return {machine.rowPrefetchDistance, 2, machine.rowPrefetchMinBytes};
}
/// For a vector in the loop over a fiber of a tensor. A fiber is short as a
/// rule: with a longer distance, the loads of other fibers evict the line.
static PrefetchParameters getFiberParameters(const Machine &machine) {
  return {machine.fiberPrefetchDistance, 1, machine.gatherPrefetchMinBytes};
}
/// The most bytes of a vector. Longer ones are no rows of a loop nest.
static constexpr int64_t kMaxRowBytes = 2048;
/// The most operations that compute an index, which a prefetch repeats.
static constexpr size_t kMaxComputed = 32;

namespace {
/// An indirect load.
struct GatheredElement {
  /// A memref.load, vector.load or vector.maskedload.
  Operation *load = nullptr;
  Value array;
  OperandRange indices;
  /// The most adjacent elements that are loaded.
  int64_t numElements = 1;
  /// The number of lanes that a mask selects; null without a mask, or if that
  /// is not known.
  Value count;
  bool isMasked = false;
  /// The bytes of an element; zero if it has a fraction of bytes.
  int64_t bytes = 0;
  PrefetchParameters parameters = {0, 2, 0};
  /// The coordinates of the iteration from which the index is computed, and the
  /// operations that compute it.
  llvm::SmallSetVector<Operation *, 2> coordinates;
  llvm::SmallSetVector<Operation *, 8> computed;

  GatheredElement(Operation *load, Value array, OperandRange indices)
      : load(load), array(array), indices(indices) {
    Type element = cast<MemRefType>(array.getType()).getElementType();
    bytes = getPackedBytes(element);
  }
  bool isScalar() const { return isa<memref::LoadOp>(load); }
};

/// The reasons why indirect loads of a loop are not prefetched, each once.
class MissedLoads {
public:
  MissedLoads(scf::ForOp loop, LoweringOption option)
      : loop(loop), option(option) {}
  std::nullopt_t add(const Twine &reason) {
    if (std::string text = reason.str(); !llvm::is_contained(reasons, text))
      reasons.push_back(std::move(text));
    return std::nullopt;
  }
  void clear() { reasons.clear(); }
  void report() const {
    for (const std::string &reason : reasons)
      (void)reportMissed(loop, option, reason);
  }

private:
  scf::ForOp loop;
  LoweringOption option;
  SmallVector<std::string> reasons;
};
} // namespace

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

/// Whether a value is the induction variable of a loop, plus loop-invariant
/// values, or the least of that and loop-invariant values.
static bool isPosition(Value position, scf::ForOp loop) {
  while (Operation *op = position.getDefiningOp()) {
    if (!isa<arith::AddIOp, arith::MinSIOp>(op))
      return false;
    bool isOther = isLoopInvariant(loop, op->getOperand(0));
    if (!isOther && !isLoopInvariant(loop, op->getOperand(1)))
      return false;
    position = op->getOperand(isOther ? 1 : 0);
  }
  return position == loop.getInductionVar();
}

/// Whether an operation computes an index from others.
static bool isIndexComputation(Operation *op) {
  return isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::AddIOp,
             arith::MulIOp>(op);
}

namespace {
/// From what the index of a load is computed.
enum class Indirection {
  /// No element at a position.
  None,
  /// Elements at positions of arrays that the function writes only.
  WrittenCoordinates,
  /// Elements at positions, by more operations than `kMaxComputed`.
  TooLong,
  /// Coordinates that the function does not write.
  Coordinates
};
} // namespace

/// Collects the coordinates in a block from which the index of an element is
/// computed, at positions that pass a test, and the operations that compute it.
static Indirection
collectCoordinates(Block *block, llvm::function_ref<bool(Value)> isPosition,
                   GatheredElement &element) {
  SmallVector<Value> values(element.indices);
  bool areWritten = false;
  while (!values.empty()) {
    Operation *op = values.pop_back_val().getDefiningOp();
    if (!op || !block->findAncestorOpInBlock(*op))
      continue;
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      if (op->getBlock() != block || load.getIndices().size() != 1 ||
          !isPosition(load.getIndices().front()))
        continue;
      if (isReadOnly(load.getMemRef()))
        element.coordinates.insert(op);
      else
        areWritten = true;
    } else if (isIndexComputation(op) && element.computed.insert(op)) {
      llvm::append_range(values, op->getOperands());
      if (element.computed.size() > kMaxComputed)
        return Indirection::TooLong;
    }
  }
  if (!element.coordinates.empty())
    return Indirection::Coordinates;
  return areWritten ? Indirection::WrittenCoordinates : Indirection::None;
}

/// The number of lanes that a mask selects if these are the first ones; else
/// null.
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

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// Whether a loaded number is an index, as the bounds of segments are, which
/// `prefetch_segments` prefetches.
static bool isIndexLoad(Operation *op) {
  return isa<memref::LoadOp>(op) &&
         (op->getResult(0).getType().isIndex() ||
          llvm::any_of(
              op->getUsers(),
              llvm::IsaPred<arith::IndexCastOp, arith::IndexCastUIOp>));
}

/// Whether an array is a result of the function, which loops update.
static bool isResult(Value array) {
  return array.getDefiningOp<memref::AllocOp>() &&
         llvm::any_of(array.getUsers(), llvm::IsaPred<func::ReturnOp>);
}

/// The element that an operation loads, without its coordinates; nothing if the
/// operation is no load.
static std::optional<GatheredElement> getLoad(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return GatheredElement(op, load.getMemRef(), load.getIndices());
  if (auto load = dyn_cast<vector::LoadOp>(op)) {
    GatheredElement element(op, load.getBase(), load.getIndices());
    element.numElements = load.getVectorType().getNumElements();
    return element;
  }
  auto load = dyn_cast<vector::MaskedLoadOp>(op);
  if (!load)
    return std::nullopt;
  GatheredElement element(op, load.getBase(), load.getIndices());
  element.numElements = load.getVectorType().getNumElements();
  element.isMasked = true;
  element.count = getNumLanes(load.getMask());
  return element;
}

/// Why a load cannot be prefetched, whatever its coordinates are; empty if it
/// can.
static std::string explainLoad(const GatheredElement &element) {
  auto type = cast<MemRefType>(element.array.getType());
  std::string array = describeArray(element.array);
  if (isIndexLoad(element.load))
    return "the elements of " + array + " are used as indices";
  if (element.isMasked && !element.count)
    return "the mask of the load from " + array +
           " is not known to select the first lanes only";
  if (type.getRank() != 1 || !type.getLayout().isIdentity())
    return array + " is multi-dimensional or has a non-identity layout";
  if (element.bytes == 0)
    return "the element type of " + array +
           " is not an integer or float type of 8, 16, 32 or 64 bits";
  if (element.numElements > kMaxRowBytes / element.bytes)
    return "the vector loaded from " + array + " exceeds " +
           std::to_string(kMaxRowBytes) + " bytes";
  if (!isReadOnly(element.array) && !isResult(element.array))
    return array +
           " may be written and is not an allocation that the function returns";
  return {};
}

/// The element that an operation of a loop loads indirectly. Nothing if it
/// loads directly, or cannot be prefetched, with the reason.
static std::optional<GatheredElement>
findElement(Operation &op, scf::ForOp loop, MissedLoads &missed) {
  std::optional<GatheredElement> element = getLoad(&op);
  if (!element)
    return std::nullopt;
  auto isPositionOfLoop = [&](Value value) { return isPosition(value, loop); };
  Indirection indirection =
      collectCoordinates(loop.getBody(), isPositionOfLoop, *element);
  if (indirection == Indirection::None)
    return std::nullopt;
  if (std::string reason = explainLoad(*element); !reason.empty())
    return missed.add(reason);
  std::string array = describeArray(element->array);
  if (indirection == Indirection::WrittenCoordinates)
    return missed.add("the index array of the loads from " + array +
                      " may be written");
  if (indirection == Indirection::TooLong)
    return missed.add("more than " + Twine(kMaxComputed) +
                      " operations compute the index into " + array);
  return element;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Whether a loop executes the remainder of a vectorized loop.
static bool isRemainder(scf::ForOp loop) {
  auto annotation =
      loop->getAttrOfType<LLVM::LoopAnnotationAttr>("loop_annotation");
  return annotation && annotation.getVectorize() &&
         annotation.getVectorize().getDisable() &&
         annotation.getVectorize().getDisable().getValue();
}

/// Why scalar loads of a loop over positions are not worth prefetching; empty
/// if they are.
static StringRef explainScalarLoop(scf::ForOp loop) {
  if (getConstantIntValue(loop.getStep()) != 1)
    return "the loop loads scalars with a step other than 1";
  // A remainder has few iterations.
  if (isRemainder(loop))
    return "the loop is the scalar remainder of a vectorized loop";
  // Each run would have to test whether its coordinates show reuse.
  auto around = loop->getParentOfType<LoopLikeOpInterface>();
  if (around && isa<scf::WhileOp>(around.getOperation()))
    return "the loop is nested in an `scf.while`, as over a run of equal "
           "coordinates";
  return {};
}

/// Whether an operation is a loop over a row in vectors, from its begin on.
static bool isRowLoop(Operation &op) {
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

static PrefetchParameters getParameters(const GatheredElement &element,
                                        bool isInFiber) {
  Machine machine = Machine::of(element.load);
  if (element.isScalar())
    return isResult(element.array) ? getUpdateParameters(machine)
                                   : getElementParameters(machine);
  return isInFiber ? getFiberParameters(machine) : getRowParameters(machine);
}

/// The first element that each step of a loop with a larger step loads
/// indirectly from each array. A loop without prefetches reads arrays that the
/// caches hold.
static SmallVector<GatheredElement> findStridedElements(scf::ForOp loop,
                                                        MissedLoads &missed) {
  SmallVector<GatheredElement> elements;
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!step || *step <= 1)
    return elements;
  bool hasPrefetches = !loop.getBody()->getOps<memref::PrefetchOp>().empty();
  for (auto load : loop.getBody()->getOps<memref::LoadOp>()) {
    std::optional<GatheredElement> element = findElement(*load, loop, missed);
    if (!element || llvm::any_of(elements, [&](const GatheredElement &other) {
          return other.array == element->array;
        }))
      continue;
    if (isResult(element->array)) {
      missed.add("the indirect load is from an array that the function "
                 "allocates and returns");
    } else if (!hasPrefetches) {
      missed.add("the loop contains no other prefetches");
    } else {
      element->parameters = getStridedParameters(Machine::of(loop));
      elements.push_back(*element);
    }
  }
  return elements;
}

/// Why an indirect load of a loop is not worth prefetching; empty if it is.
static std::string explainElement(const GatheredElement &element,
                                  scf::ForOp loop, bool isInFiber) {
  if (element.isScalar()) {
    if (StringRef reason = explainScalarLoop(loop); !reason.empty())
      return reason.str();
    if (element.load->getParentOp() != loop)
      return "the inner loop over a row loads scalars, not vectors, from " +
             describeArray(element.array);
  }
  // Fibers have one or two positions, so that the guard costs more than shorter
  // vectors gain.
  int64_t minFiberBytes = Machine::of(loop).fiberPrefetchMinBytes;
  if (isInFiber &&
      (element.count || element.bytes * element.numElements < minFiberBytes))
    return "two loops over segments enclose the loop, and its loads from " +
           describeArray(element.array) + " are masked or shorter than " +
           std::to_string(minFiberBytes) + " bytes";
  return {};
}

/// The elements that a loop, or a loop over a row in it, loads indirectly. A
/// loop that contains other loops has none: their iterations hide the latency.
static SmallVector<GatheredElement> findElements(scf::ForOp loop,
                                                 MissedLoads &missed) {
  SmallVector<GatheredElement> elements;
  bool isInFiber = isFiber(loop), isOuter = false;
  auto add = [&](Operation &op) {
    std::optional<GatheredElement> element = findElement(op, loop, missed);
    if (!element)
      return;
    std::string reason = explainElement(*element, loop, isInFiber);
    if (!reason.empty()) {
      missed.add(reason);
      return;
    }
    element->parameters = getParameters(*element, isInFiber);
    elements.push_back(*element);
  };
  for (Operation &op : *loop.getBody()) {
    if (isRowLoop(op)) {
      for (Operation &inside : *cast<scf::ForOp>(op).getBody())
        add(inside);
    } else if (hasLoop(op)) {
      isOuter = true;
    } else {
      add(op);
    }
  }
  if (!isOuter)
    return elements;
  missed.clear();
  if (!elements.empty())
    missed.add("the loop contains another loop, which hides the latency");
  return {};
}

namespace {
/// A loop that loads elements indirectly.
struct GatherLoop {
  scf::ForOp loop;
  /// The operation that is versioned: the loop, or the branch around it that
  /// executes the last steps of the loop behind it.
  Operation *root;
  SmallVector<GatheredElement> elements;
};
} // namespace

/// The elements that are loaded behind a loop in the same branch as in the
/// steps of the loop.
static SmallVector<GatheredElement>
findElementsBehind(scf::ForOp loop, ArrayRef<GatheredElement> elements) {
  SmallVector<GatheredElement> behind;
  Block *block = loop->getBlock();
  // Behind several loops, a load may belong to any of them.
  if (!isa<scf::IfOp>(block->getParentOp()) ||
      !llvm::hasSingleElement(block->getOps<scf::ForOp>()))
    return behind;
  // Any position is valid, since prefetches read coordinates up to the last
  // one.
  auto isVariable = [](Value position) {
    return !getConstantIntValue(position);
  };
  for (Operation &op :
       llvm::make_range(std::next(loop->getIterator()), block->end())) {
    std::optional<GatheredElement> element = getLoad(&op);
    if (!element || element->isScalar() || !explainLoad(*element).empty() ||
        collectCoordinates(block, isVariable, *element) !=
            Indirection::Coordinates)
      continue;
    auto coordinate = cast<memref::LoadOp>(element->coordinates.front());
    const auto *same =
        llvm::find_if(elements, [&](const GatheredElement &step) {
          auto other = cast<memref::LoadOp>(step.coordinates.front());
          return step.array == element->array &&
                 step.load->getName() == op.getName() &&
                 other.getMemRef() == coordinate.getMemRef();
        });
    if (same == elements.end())
      continue;
    element->parameters = same->parameters;
    behind.push_back(*element);
  }
  return behind;
}

static std::optional<GatherLoop> findGatherLoop(scf::ForOp loop,
                                                LoweringOption option) {
  MissedLoads missed(loop, option);
  bool isStrided = option == LoweringOption::PrefetchStridedGathers;
  GatherLoop gather{loop, loop,
                    isStrided ? findStridedElements(loop, missed)
                              : findElements(loop, missed)};
  missed.report();
  if (gather.elements.empty())
    return std::nullopt;
  SmallVector<GatheredElement> behind =
      findElementsBehind(loop, gather.elements);
  if (!behind.empty())
    gather.root = loop->getParentOp();
  llvm::append_range(gather.elements, behind);
  return gather;
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// The factor of a coordinate in an index; null if it has none.
static Value findStride(const GatheredElement &element) {
  auto isCoordinate = [&](Value value) {
    while (Operation *op = value.getDefiningOp()) {
      if (element.coordinates.contains(op))
        return true;
      if (!isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
        return false;
      value = op->getOperand(0);
    }
    return false;
  };
  for (Operation *op : element.computed)
    if (isa<arith::MulIOp>(op))
      for (unsigned number : {0, 1})
        if (isCoordinate(op->getOperand(number)) &&
            op->getOperand(1 - number).getType().isIndex())
          return op->getOperand(1 - number);
  return {};
}

/// The arrays of elements. The elements of a loop with a larger step are
/// adjacent to those of the step before where coordinates are close to each
/// other, and hardware prefetchers cover them, also where they are new.
static SmallVector<GatheredArray> findArrays(ArrayRef<GatheredElement> elements,
                                             bool isStrided) {
  llvm::SmallMapVector<Value, GatheredArray, 4> arrays;
  for (const GatheredElement &element : elements) {
    GatheredArray &gathered = arrays[element.array];
    int64_t length = element.parameters.farBytes / element.bytes;
    gathered.farLength =
        gathered.array ? std::min(gathered.farLength, length) : length;
    gathered.array = element.array;
    gathered.lineLength = std::max<int64_t>(
        Machine::of(element.load).cacheLineBytes / element.bytes, 1);
    auto load = cast<memref::LoadOp>(element.coordinates.front());
    gathered.coordinates = load.getMemRef();
    gathered.stride = findStride(element);
    gathered.isFarIfNew = !isStrided;
  }
  return llvm::map_to_vector(arrays, [](auto &entry) { return entry.second; });
}

//===----------------------------------------------------------------------===//
// Prefetches
//===----------------------------------------------------------------------===//

/// The locality hint of a memref.prefetch for level zero of the caches; a lower
/// hint is for a farther cache.
static constexpr int64_t kNearestHint = 4;

namespace {
/// Emits the prefetches of a loop.
class PrefetchEmitter {
public:
  PrefetchEmitter(Location loc, ArrayRef<GatheredElement> elements);
  void emit(const GatheredElement &element);

private:
  Value emitConstant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  /// Emits the load of a coordinate `distance` positions ahead of an iteration,
  /// or of one of the last coordinates.
  Value emitAhead(memref::LoadOp coordinate, int64_t distance);
  /// Emits the index of an element for coordinates ahead.
  Value emitIndex(Value index, const GatheredElement &element,
                  IRMapping &mapping);

  ImplicitLocOpBuilder b;
  /// The largest constant behind a position at which a loop loads coordinates,
  /// by array and position.
  llvm::SmallDenseMap<std::pair<Value, Value>, int64_t, 4> spans;
  /// The positions by array, position and distance, and the coordinates by
  /// load and distance, that have been emitted.
  llvm::SmallDenseMap<std::tuple<Value, Value, int64_t>, Value, 4> positions;
  llvm::SmallDenseMap<std::pair<Operation *, int64_t>, Value, 4> ahead;
};
} // namespace

/// Splits a position into another one and a constant that is added to it.
static std::pair<Value, int64_t> splitPosition(Value position) {
  if (auto sum = position.getDefiningOp<arith::AddIOp>())
    if (std::optional<int64_t> behind = getConstantIntValue(sum.getRhs());
        behind && *behind > 0)
      return {sum.getLhs(), *behind};
  return {position, 0};
}

PrefetchEmitter::PrefetchEmitter(Location loc,
                                 ArrayRef<GatheredElement> elements)
    : b(loc, loc.getContext()) {
  for (const GatheredElement &element : elements)
    for (Operation *op : element.coordinates) {
      auto load = cast<memref::LoadOp>(op);
      auto [position, behind] = splitPosition(load.getIndices().front());
      int64_t &span = spans[{load.getMemRef(), position}];
      span = std::max(span, behind);
    }
}

Value PrefetchEmitter::emitAhead(memref::LoadOp coordinate, int64_t distance) {
  Value &other = ahead[{coordinate, distance}];
  if (other)
    return other;
  OpBuilder::InsertionGuard guard(b);
  Value coordinates = coordinate.getMemRef();
  auto [position, behind] = splitPosition(coordinate.getIndices().front());
  Value &further = positions[{coordinates, position, distance}];
  if (!further) {
    b.setInsertionPointAfterValue(position);
    // The loop loads `numBehind` coordinates from this position on.
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

Value PrefetchEmitter::emitIndex(Value index, const GatheredElement &element,
                                 IRMapping &mapping) {
  Operation *op = index.getDefiningOp();
  if (mapping.contains(index))
    return mapping.lookup(index);
  if (element.coordinates.contains(op)) {
    Value other =
        emitAhead(cast<memref::LoadOp>(op), element.parameters.distance);
    mapping.map(index, other);
    return other;
  }
  // A value that no coordinate determines is the same ahead.
  mapping.map(index, index);
  if (!element.computed.contains(op))
    return index;
  bool isOther = false;
  for (Value operand : op->getOperands())
    isOther |= emitIndex(operand, element, mapping) != operand;
  if (isOther)
    mapping.map(index, b.clone(*op, mapping)->getResult(0));
  return mapping.lookup(index);
}

void PrefetchEmitter::emit(const GatheredElement &element) {
  b.setInsertionPoint(element.load);
  IRMapping mapping;
  Value index = emitIndex(element.indices.front(), element, mapping);
  Value last;
  if (element.count)
    last = arith::SubIOp::create(b, element.count, emitConstant(1));
  int64_t lineElements = std::max<int64_t>(
      1, Machine::of(element.load).cacheLineBytes / element.bytes);
  for (int64_t first = 0; first < element.numElements; first += lineElements) {
    Value offset = emitConstant(first);
    if (last)
      offset = arith::MinSIOp::create(b, offset, last);
    memref::PrefetchOp::create(
        b, element.array, arith::AddIOp::create(b, index, offset).getResult(),
        /*isWrite=*/false, kNearestHint - element.parameters.cache,
        /*isDataCache=*/true);
  }
}

/// Reports the arrays that a loop prefetches.
static void reportPrefetches(const GatherLoop &gather, LoweringOption option) {
  llvm::SmallSetVector<Value, 4> arrays;
  for (const GatheredElement &element : gather.elements) {
    if (!arrays.insert(element.array))
      continue;
    const PrefetchParameters &parameters = element.parameters;
    reportPassed(gather.loop, option,
                 "prefetches " + describeArray(element.array) + " " +
                     Twine(parameters.distance) + " positions ahead into L" +
                     Twine(parameters.cache) +
                     " in a loop version for arrays of at least " +
                     Twine(parameters.farBytes) + " bytes");
  }
}

static void prefetch(const GatherLoop &gather, Value isFar) {
  PrefetchEmitter emitter(gather.root->getLoc(), gather.elements);
  ImplicitLocOpBuilder b(gather.root->getLoc(), gather.root);
  // The first version contains the loads themselves, the other one clones.
  versionOperation(b, gather.root, isFar);
  for (const GatheredElement &element : gather.elements)
    emitter.emit(element);
}

void weft::prefetchGathers(func::FuncOp function, bool strided) {
  std::vector<GatherLoop> gathers;
  LoweringOption option = strided ? LoweringOption::PrefetchStridedGathers
                                  : LoweringOption::PrefetchGathers;
  function.walk([&](scf::ForOp loop) {
    if (!isChosen(loop, option))
      return;
    if (std::optional<GatherLoop> gather = findGatherLoop(loop, option))
      gathers.push_back(std::move(*gather));
  });
  PrefetchProfitability profitability(function);
  for (const GatherLoop &gather : gathers) {
    reportPrefetches(gather, option);
    prefetch(gather, profitability.emitGuard(
                         gather.loop, findArrays(gather.elements, strided)));
  }
}
