//===- GatherLoop.cpp - Loops that load indirectly ------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the indirect loads of a loop for which prefetches are profitable if the
// arrays exceed the caches, and their parameters for the processor.
//
//===----------------------------------------------------------------------===//

#include "Prefetching/GatherLoop.h"
#include "Analysis/ArrayDescription.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/LoweringDefaults.h"
#include "weft/Dialect/Weft/IR/Machine.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// The numbers of the value of `prefetch_gathers`: the distances of scalars, of
/// rows, and of rows of fibers.
enum GatherDistance : unsigned { ScalarDistance, RowDistance, FiberDistance };

static int64_t getDistance(scf::ForOp loop, GatherDistance kind,
                           int64_t byDefault) {
  return getChosenDistance(loop, LoweringOption::PrefetchGathers, byDefault,
                           kind);
}

/// For scalar loads: the first and second cache hold smaller arrays. Entries of
/// a mesh update the same lines of a result again and again.
static PrefetchParameters
getElementParameters(scf::ForOp loop, const Machine &machine, bool isUpdated) {
  return {getDistance(loop, ScalarDistance, machine.gatherPrefetchDistance), 2,
          isUpdated ? machine.updatePrefetchMinBytes
                    : machine.gatherPrefetchMinBytes};
}

/// For the first of several elements that a step loads. Their coordinates are
/// close to each other as a rule, so that the elements share the line, or have
/// the next one, which processors prefetch as well after a prefetch into the
/// first cache.
static PrefetchParameters getStridedParameters(scf::ForOp loop,
                                               const Machine &machine) {
  int64_t distance =
      getChosenDistance(loop, LoweringOption::PrefetchStridedGathers,
                        machine.stridedGatherPrefetchDistance);
  return {distance, 1, machine.gatherPrefetchMinBytes};
}

/// For a vector of a row, or all of it.
static PrefetchParameters getRowParameters(scf::ForOp loop,
                                           const Machine &machine) {
  return {getDistance(loop, RowDistance, machine.rowPrefetchDistance), 2,
          machine.rowPrefetchMinBytes};
}

/// For a vector in the loop over a fiber of a tensor. A fiber is short as a
/// rule: with a longer distance, the loads of other fibers evict the line.
static PrefetchParameters getFiberParameters(scf::ForOp loop,
                                             const Machine &machine) {
  return {getDistance(loop, FiberDistance, machine.fiberPrefetchDistance), 1,
          machine.gatherPrefetchMinBytes};
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
static StringRef whyNotProfitable(scf::ForOp loop) {
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

static PrefetchParameters
getParameters(scf::ForOp loop, const GatheredElement &element, bool isInFiber) {
  Machine machine = Machine::of(loop);
  if (element.isScalar())
    return getElementParameters(loop, machine, element.isOfResult());
  return isInFiber ? getFiberParameters(loop, machine)
                   : getRowParameters(loop, machine);
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
    if (element->isOfResult()) {
      missed.add("the indirect load is from an array that the function "
                 "allocates and returns");
    } else if (!hasPrefetches) {
      missed.add("the loop contains no other prefetches");
    } else {
      element->parameters = getStridedParameters(loop, Machine::of(loop));
      elements.push_back(*element);
    }
  }
  return elements;
}

/// Why an indirect load of a loop is not worth prefetching; empty if it is.
static std::string whyNotProfitable(const GatheredElement &element,
                                    scf::ForOp loop, bool isInFiber) {
  if (element.isScalar()) {
    if (StringRef reason = whyNotProfitable(loop); !reason.empty())
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
    std::string reason = whyNotProfitable(*element, loop, isInFiber);
    if (!reason.empty()) {
      missed.add(reason);
      return;
    }
    element->parameters = getParameters(loop, *element, isInFiber);
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
  for (Operation &op :
       llvm::make_range(std::next(loop->getIterator()), block->end())) {
    // Any position is valid, since prefetches read coordinates up to the last
    // one.
    std::optional<GatheredElement> element = findVectorInBlock(op, block);
    if (!element)
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

std::optional<GatherLoop> weft::findGatherLoop(scf::ForOp loop,
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
