//===- PrefetchStreams.cpp - Prefetch arrays that loops stream ------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prefetches the coordinates and values that loops over adjacent segments read
// sequentially. Hardware prefetchers cover such streams, but a short distance
// ahead and not up to the first cache, and indirect accesses wait for the
// coordinates. The prefetch distance reaches beyond the next few segments.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ArrayDescription.h"
#include "Analysis/ElementBytes.h"
#include "Analysis/IndirectLoads.h"
#include "Analysis/SegmentInfo.h"
#include "Analysis/ValueDependence.h"
#include "Prefetching/Prefetching.h"
#include "Tiling/LoopVersions.h"

#include "weft/Dialect/Weft/IR/LoweringDefaults.h"
#include "weft/Dialect/Weft/IR/Machine.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;

namespace {
/// How loops with small steps prefetch, in a version for arrays that the caches
/// do not hold.
struct LargeStreams {
  /// The least number of elements of the arrays.
  int64_t minElements;
  /// The number of elements that are prefetched before a segment. Hardware
  /// prefetchers of processors with a low L3 latency stop at a line that a
  /// prefetch has left out (docs/decisions/prefetching.md).
  int64_t numElements;
  /// The locality hint of memref.prefetch.
  int64_t locality;
};
} // namespace

static LargeStreams getLargeStreams(const Machine &machine,
                                    bool toSecondCache) {
  if (toSecondCache)
    return {machine.l2StreamPrefetchMinElements,
            machine.l2StreamPrefetchElements, 2};
  return {machine.l1StreamPrefetchMinElements, 1, 3};
}

/// The most operations of a loop that is versioned, which bounds the code size.
static constexpr int64_t kMaxCopiedOps = 60;
static constexpr int64_t kMaxCopiedVectorOps = 160;

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

/// Whether a value is one more in the next iteration of a loop: the induction
/// variable of a loop with step one, plus loop-invariant values.
static bool countsIterations(Value value) {
  if (auto sum = value.getDefiningOp<arith::AddIOp>()) {
    auto counts = [](Value term, Value other) {
      auto loop = dyn_cast<scf::ForOp>(term.getParentBlock()->getParentOp());
      return loop && isLoopInvariant(loop, other) && countsIterations(term);
    };
    return counts(sum.getLhs(), sum.getRhs()) ||
           counts(sum.getRhs(), sum.getLhs());
  }
  auto loop = dyn_cast<scf::ForOp>(value.getParentBlock()->getParentOp());
  return loop && value == loop.getInductionVar() &&
         getConstantIntValue(loop.getStep()) == 1;
}

/// Why the next iteration of the loop around a loop over a segment does not
/// iterate the next segment; empty if it does.
static std::string whyNotAdjacent(const SegmentInfo &segment) {
  memref::LoadOp begin = segment.getBegin();
  if (!begin)
    return "the lower bound of the loop is " +
           describeBound(segment.getLoop().getLowerBound()) +
           ", not loaded from an array";
  if (!countsIterations(begin.getIndices().front()))
    return "the lower bound of the loop is not loaded at an index that an "
           "enclosing loop increments by 1";
  return {};
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

/// The bytes of an array that a step of a loop advances; zero if unknown.
static int64_t getStepBytes(scf::ForOp loop, Value array) {
  Type element = cast<MemRefType>(array.getType()).getElementType();
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  return step ? *step * getPackedBytes(element) : 0;
}

/// Whether an array is an argument. Arrays that the function fills are in the
/// caches.
static bool isOperand(Value array) {
  return isa<BlockArgument>(array) &&
         isa<func::FuncOp>(array.getParentBlock()->getParentOp());
}

/// The arguments that a loop reads at its induction variable, in vectors or
/// element by element.
static SmallVector<Value> findStreams(scf::ForOp loop, bool inVectors) {
  llvm::SmallSetVector<Value, 4> streams;
  for (Operation *user : loop.getInductionVar().getUsers()) {
    Value array = getArrayReadAt(user, loop.getInductionVar());
    // A masked load is that of a tail, which has one iteration.
    if (array && isOperand(array) && !isa<vector::MaskedLoadOp>(user) &&
        isa<vector::LoadOp>(user) == inVectors)
      streams.insert(array);
  }
  return inOrder(streams.getArrayRef());
}

/// Whether a loop reads an argument at its induction variable.
static bool hasStreams(scf::ForOp loop) {
  return !findStreams(loop, /*inVectors=*/true).empty() ||
         !findStreams(loop, /*inVectors=*/false).empty();
}

/// The streams that each step prefetches since it reads enough of them: half a
/// line of each, and a line of one. Smaller steps would prefetch the same line
/// several times.
static SmallVector<Value> findStreamsOfSteps(scf::ForOp loop,
                                             ArrayRef<Value> streams) {
  auto hasBytes = [&](int64_t bytes) {
    return [=](Value array) { return getStepBytes(loop, array) >= bytes; };
  };
  int64_t lineBytes = Machine::of(loop).cacheLineBytes;
  if (llvm::none_of(streams, hasBytes(lineBytes)))
    return {};
  return llvm::filter_to_vector(streams, hasBytes(lineBytes / 2));
}

//===----------------------------------------------------------------------===//
// Prefetches
//===----------------------------------------------------------------------===//

/// The prefetch distance of a loop, in elements.
static int64_t getDistance(scf::ForOp loop) {
  return getChosenDistance(loop, LoweringOption::PrefetchStreams,
                           Machine::of(loop).streamPrefetchDistance);
}

/// Prefetches `numElements` elements of each stream of a loop from its prefetch
/// distance behind a position on.
static void emitPrefetches(ImplicitLocOpBuilder &b, scf::ForOp segment,
                           Value position, ArrayRef<Value> streams,
                           int64_t numElements = 1, int64_t locality = 3) {
  if (streams.empty())
    return;
  Machine machine = Machine::of(segment);
  int64_t distance = getDistance(segment);
  for (Value array : streams) {
    Type element = cast<MemRefType>(array.getType()).getElementType();
    int64_t bytes = std::max<int64_t>(1, getPackedBytes(element));
    int64_t lineElements = std::max<int64_t>(1, machine.cacheLineBytes / bytes);
    for (int64_t first = 0; first < numElements; first += lineElements) {
      Value ahead = arith::AddIOp::create(
          b, position, arith::ConstantIndexOp::create(b, distance + first));
      memref::PrefetchOp::create(b, array, ahead, /*isWrite=*/false, locality,
                                 /*isDataCache=*/true);
    }
  }
}

/// Prefetches streams in each step of a loop.
static void prefetchInSteps(scf::ForOp loop, ArrayRef<Value> streams) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop.getContext());
  b.setInsertionPointToStart(loop.getBody());
  emitPrefetches(b, loop, loop.getInductionVar(), streams);
}

//===----------------------------------------------------------------------===//
// Loop versions for large arrays
//===----------------------------------------------------------------------===//

/// Whether an index is computed from a value that a loop loads.
static bool isLoaded(Value index, scf::ForOp loop) {
  return !isComputedFrom(index, [&](Value value) -> std::optional<bool> {
    if (value.getDefiningOp<memref::LoadOp>())
      return loop.isDefinedOutsideOfLoop(value);
    return loop.isDefinedOutsideOfLoop(value) || isa<BlockArgument>(value)
               ? std::optional(true)
               : std::nullopt;
  });
}

/// Whether a loop has scalar indirect accesses.
static bool isIndirect(scf::ForOp loop) {
  return llvm::any_of(loop.getBody()->without_terminator(), [&](Operation &op) {
    ValueRange indices;
    if (auto load = dyn_cast<memref::LoadOp>(op))
      indices = load.getIndices();
    else if (auto store = dyn_cast<memref::StoreOp>(op))
      indices = store.getIndices();
    return llvm::any_of(indices,
                        [&](Value index) { return isLoaded(index, loop); });
  });
}

/// An array that a loop stores to and does not read, and that is prefetched in
/// this version of the loop or in another one; null if there is none.
static Value findPrefetchedStore(scf::ForOp loop) {
  auto isLoaded = [&](Value array) {
    return llvm::any_of(
        loop.getBody()->getOps<memref::LoadOp>(),
        [&](memref::LoadOp load) { return load.getMemRef() == array; });
  };
  for (auto store : loop.getBody()->getOps<memref::StoreOp>())
    if (!isLoaded(store.getMemRef()) &&
        llvm::any_of(store.getMemRef().getUsers(),
                     llvm::IsaPred<memref::PrefetchOp>))
      return store.getMemRef();
  return {};
}

/// Whether a loop without stores prefetches its indirect loads: it is the
/// version for arrays that the caches do not hold.
static bool prefetchesGathers(scf::ForOp loop) {
  return !loop.getBody()->getOps<memref::PrefetchOp>().empty() &&
         loop.getBody()->getOps<memref::StoreOp>().empty();
}

/// Why a loop around a loop over a segment is too large to be versioned, for at
/// most `maxCopiedOps` operations; empty if it is not. It may contain other
/// loops over the same segment.
static std::string explainSize(scf::ForOp rows, scf::ForOp segment,
                               int64_t maxCopiedOps) {
  auto isOther = [&](Operation *op) {
    auto loop = dyn_cast<scf::ForOp>(op);
    return op->getNumRegions() > 0 && !op->isAncestor(segment) &&
           !(loop && loop.getLowerBound() == segment.getLowerBound());
  };
  int64_t numOps = 0;
  std::string reason;
  rows.getBody()->walk([&](Operation *op) {
    if (isOther(op))
      reason = "the enclosing loop contains another loop or branch";
    else if (isa<func::CallOp>(op))
      reason = "the enclosing loop calls a function";
    else if (++numOps > maxCopiedOps)
      reason = "the enclosing loop has more than " +
               std::to_string(maxCopiedOps) + " operations";
    return reason.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return reason;
}

/// The loop each step of which iterates a segment, perhaps in a branch; null if
/// another operation stands between.
static scf::ForOp findRows(scf::ForOp segment) {
  Operation *around = segment->getParentOp();
  while (isa<scf::IfOp>(around))
    around = around->getParentOp();
  return dyn_cast<scf::ForOp>(around);
}

/// Prefetches streams once, before a segment.
static void prefetchBefore(scf::ForOp segment, ArrayRef<Value> streams,
                           const LargeStreams &large) {
  ImplicitLocOpBuilder b(segment.getLoc(), segment);
  emitPrefetches(b, segment, segment.getLowerBound(), streams,
                 large.numElements, large.locality);
}

/// Versions the loop over segments, and prefetches in the version for arrays
/// that the caches do not hold. Those that they hold would take up to a fifth
/// longer.
static void prefetchIfLarge(scf::ForOp rows, scf::ForOp segment,
                            ArrayRef<Value> streams, bool inSteps,
                            const LargeStreams &large) {
  ImplicitLocOpBuilder b(segment.getLoc(), rows);
  Value size = memref::DimOp::create(b, streams.front(), 0);
  Value isLarge = arith::CmpIOp::create(
      b, arith::CmpIPredicate::sge, size,
      arith::ConstantIndexOp::create(b, large.minElements));
  versionOperation(b, rows, isLarge);
  if (inSteps)
    return prefetchInSteps(segment, streams);
  prefetchBefore(segment, streams, large);
}

namespace {
/// How a loop over a segment prefetches its streams.
struct StreamPlan {
  enum Kind {
    /// In each step.
    InSteps,
    /// Before each segment.
    BeforeSegments,
    /// In each step, in a version of the loop over segments.
    InStepsIfLarge,
    /// Before each segment, in a version of the loop over segments.
    BeforeSegmentsIfLarge
  };
  Kind kind;
  SmallVector<Value> streams;
  /// The loop over segments; null for `InSteps`.
  scf::ForOp rows;
};
} // namespace

static LogicalResult miss(scf::ForOp segment, const Twine &reason) {
  return reportMissed(segment, LoweringOption::PrefetchStreams, reason);
}

/// Decides how a loop over a segment prefetches, or reports why it does not.
/// `versioned` contains the loops over segments that have been versioned.
static FailureOr<StreamPlan>
planStreams(scf::ForOp segment,
            const llvm::SmallPtrSetImpl<Operation *> &versioned) {
  SmallVector<Value> streams = findStreams(segment, /*inVectors=*/true);
  bool inVectors = !streams.empty();
  SmallVector<Value> ofSteps = findStreamsOfSteps(segment, streams);
  if (!ofSteps.empty())
    return StreamPlan{StreamPlan::InSteps, ofSteps, {}};
  // A loop that reads no stream is not meant.
  if (!hasStreams(segment))
    return failure();
  if (!inVectors && getConstantIntValue(segment.getStep()) != 1)
    return miss(segment, "the loop loads scalars with a step other than 1");
  if (!inVectors)
    streams = findStreams(segment, /*inVectors=*/false);
  scf::ForOp rows = findRows(segment);
  if (!rows)
    return miss(segment, "the innermost enclosing operation other than "
                         "`scf.if` is not an `scf.for`");
  if (versioned.contains(rows))
    return miss(segment, "another inner loop of the enclosing loop already "
                         "prefetches its streams");
  if (!isIndirect(segment))
    return miss(segment, "the loop has no scalar indirect access");
  if (Value stored = findPrefetchedStore(segment))
    return miss(segment, "the stores to " + describeArray(stored) +
                             " are already prefetched");
  if (!inVectors && prefetchesGathers(segment))
    return StreamPlan{StreamPlan::BeforeSegments, streams, rows};
  std::string reason = explainSize(
      rows, segment, inVectors ? kMaxCopiedVectorOps : kMaxCopiedOps);
  if (!reason.empty())
    return miss(segment, reason);
  return StreamPlan{inVectors ? StreamPlan::InStepsIfLarge
                              : StreamPlan::BeforeSegmentsIfLarge,
                    streams, rows};
}

static void reportPlan(scf::ForOp segment, const StreamPlan &plan,
                       const LargeStreams &large) {
  bool isLarge = plan.kind == StreamPlan::InStepsIfLarge ||
                 plan.kind == StreamPlan::BeforeSegmentsIfLarge;
  bool inSteps = plan.kind == StreamPlan::InSteps ||
                 plan.kind == StreamPlan::InStepsIfLarge;
  std::string version = isLarge
                            ? (" in a loop version for arrays of at least " +
                               Twine(large.minElements) + " elements")
                                  .str()
                            : "";
  std::string names =
      llvm::join(llvm::map_range(plan.streams, describeArray), " and ");
  reportPassed(segment, LoweringOption::PrefetchStreams,
               "prefetches " + names + " " + Twine(getDistance(segment)) +
                   " elements ahead " +
                   (inSteps ? "in each step" : "before each segment") +
                   version);
}

static void prefetch(scf::ForOp segment, const StreamPlan &plan,
                     const LargeStreams &large) {
  reportPlan(segment, plan, large);
  switch (plan.kind) {
  case StreamPlan::InSteps:
    return prefetchInSteps(segment, plan.streams);
  case StreamPlan::BeforeSegments:
    return prefetchBefore(segment, plan.streams, large);
  case StreamPlan::InStepsIfLarge:
  case StreamPlan::BeforeSegmentsIfLarge:
    return prefetchIfLarge(plan.rows, segment, plan.streams,
                           plan.kind == StreamPlan::InStepsIfLarge, large);
  }
}

void weft::prefetchStreams(func::FuncOp function,
                           const SelectedOptions &selected) {
  auto getCache = [&](scf::ForOp loop) {
    return selected.getKeyword(loop, LoweringOption::PrefetchStreams, "l1");
  };
  SmallVector<scf::ForOp> segments;
  function.walk([&](scf::ForOp loop) {
    std::optional<SegmentInfo> segment = SegmentInfo::of(loop);
    if (!segment || getCache(loop).empty())
      return;
    std::string reason = whyNotAdjacent(*segment);
    if (reason.empty())
      segments.push_back(loop);
    else if (hasStreams(loop))
      (void)miss(loop, reason);
  });
  // Several loops in a loop over segments may iterate the same segment.
  llvm::SmallPtrSet<Operation *, 4> versioned;
  for (scf::ForOp segment : segments) {
    FailureOr<StreamPlan> plan = planStreams(segment, versioned);
    if (failed(plan))
      continue;
    if (plan->rows)
      versioned.insert(plan->rows);
    prefetch(segment, *plan,
             getLargeStreams(Machine::of(segment), getCache(segment) == "l2"));
  }
}
