//===- ThreadTiles.cpp - Full tiles of iterations of threads ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vector loads need addresses that are aligned to their size. The index of the
// first element is a sum of products; it is a multiple of the length of the
// vector if each addend is, for which sizes of dense modes are checked once for
// each launch.
//
//===----------------------------------------------------------------------===//

#include "ThreadTiles.h"

#include "Shuffles.h"

#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Support/GPULimits.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace weft;
using namespace weft::gpu;

static constexpr llvm::StringLiteral kTransformation = "map_to_gpu";

bool weft::gpu::hasThreadsInside(scf::ForOp loop) {
  return loop.getBody()
      ->walk([](scf::ForOp inner) {
        return getGPUUnit(inner) == GPUUnit::Thread ? WalkResult::interrupt()
                                                    : WalkResult::advance();
      })
      .wasInterrupted();
}

ThreadTile::ThreadTile(scf::ForOp loop, mlir::gpu::LaunchOp launch,
                       const llvm::DenseSet<Value> &written, int64_t numLanes)
    : loop(loop), launch(launch), written(written), numLanes(numLanes) {
  loop.getBody()->walk([&](Block *block) { findGroups(*block); });
  findGroups(*loop.getBody());
  findStaged(*loop.getBody());
}

//===----------------------------------------------------------------------===//
// Vector loads
//===----------------------------------------------------------------------===//

/// Splits an index into addends, in a fixed order, and a constant.
static int64_t split(Value index, SmallVectorImpl<Value> &addends) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return *constant;
  if (auto sum = index.getDefiningOp<arith::AddIOp>())
    return split(sum.getLhs(), addends) + split(sum.getRhs(), addends);
  addends.push_back(index);
  return 0;
}

/// How many elements of an array a thread loads at once at most.
static int64_t getMaxLength(MemRefType type) {
  Type element = type.getElementType();
  if (type.getRank() != 1 || !type.getLayout().isIdentity() ||
      !(element.isF32() || element.isF64() || element.isSignlessInteger(32) ||
        element.isSignlessInteger(64)))
    return 1;
  return kVectorBytes * 8 / element.getIntOrFloatBitWidth();
}

bool ThreadTile::isMultiple(Value value, int64_t factor,
                            SmallVectorImpl<Value> &conditions) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return *constant % factor == 0;
  Block *block = value.getParentBlock();
  bool isOutside = !launch->isAncestor(block->getParentOp());
  if (auto product = value.getDefiningOp<arith::MulIOp>()) {
    // The factor with the fewest conditions is checked.
    std::optional<SmallVector<Value>> fewest;
    for (Value operand : product->getOperands()) {
      SmallVector<Value> own;
      if (isMultiple(operand, factor, own) &&
          (!fewest || own.size() < fewest->size()))
        fewest = std::move(own);
    }
    if (fewest)
      conditions.append(*fewest);
    return fewest.has_value();
  }
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<arith::AddIOp, arith::SubIOp>(op) && !isOutside)
    return isMultiple(op->getOperand(0), factor, conditions) &&
           isMultiple(op->getOperand(1), factor, conditions);
  if (isOutside) {
    if (value.getType().isIndex())
      conditions.push_back(value);
    return value.getType().isIndex();
  }
  auto around = dyn_cast<scf::ForOp>(block->getParentOp());
  return !op && around && value == around.getInductionVar() &&
         isMultiple(around.getLowerBound(), factor, conditions) &&
         isMultiple(around.getStep(), factor, conditions);
}

void ThreadTile::addGroups(ArrayRef<memref::LoadOp> loads,
                           ArrayRef<int64_t> offsets) {
  memref::LoadOp any = loads.front();
  int64_t length = getMaxLength(any.getMemRefType());
  SmallVector<Value> addends, conditions;
  split(any.getIndices().front(), addends);
  if (!llvm::all_of(addends, [&](Value addend) {
        return isMultiple(addend, length, conditions);
      }))
    return;
  llvm::SmallMapVector<int64_t, memref::LoadOp, 8> places;
  for (auto [load, offset] : llvm::zip_equal(loads, offsets))
    places.insert({offset, load});
  bool isAny = false;
  for (auto [offset, load] : places) {
    if (offset % length != 0)
      continue;
    SmallVector<memref::LoadOp> group;
    for (int64_t next : llvm::seq(offset, offset + length))
      if (auto found = places.find(next); found != places.end())
        group.push_back(found->second);
    // The vector is loaded where the first element was.
    if (static_cast<int64_t>(group.size()) != length ||
        llvm::any_of(group, [&](memref::LoadOp other) {
          return other->isBeforeInBlock(group.front());
        }))
      continue;
    groups.push_back(group);
    isAny = true;
  }
  if (!isAny)
    return;
  for (Value condition : conditions)
    multiples.insert({{condition, length}, true});
  multiples.insert({{any.getMemref(), kVectorBytes}, true});
}

void ThreadTile::findGroups(Block &block) {
  using Key = std::pair<Value, SmallVector<Value>>;
  SmallVector<Key> keys;
  SmallVector<SmallVector<memref::LoadOp>> loads;
  SmallVector<SmallVector<int64_t>> offsets;
  for (auto load : block.getOps<memref::LoadOp>()) {
    if (getMaxLength(load.getMemRefType()) == 1 ||
        written.contains(load.getMemref()) ||
        launch->isAncestor(load.getMemref().getParentBlock()->getParentOp()))
      continue;
    Key key{load.getMemref(), {}};
    int64_t offset = split(load.getIndices().front(), key.second);
    llvm::sort(key.second, [](Value a, Value b) {
      return a.getAsOpaquePointer() < b.getAsOpaquePointer();
    });
    size_t number = llvm::find(keys, key) - keys.begin();
    if (number == keys.size()) {
      keys.push_back(key);
      loads.emplace_back();
      offsets.emplace_back();
    }
    loads[number].push_back(load);
    offsets[number].push_back(offset);
  }
  for (auto [ofKey, places] : llvm::zip_equal(loads, offsets))
    addGroups(ofKey, places);
}

Value ThreadTile::emitAlignment() {
  ImplicitLocOpBuilder b(loop.getLoc(), loop.getContext());
  b.setInsertionPointToStart(&launch.getBody().front());
  Value all;
  for (auto [value, factor] : llvm::make_first_range(multiples)) {
    Value number = value;
    if (isa<MemRefType>(value.getType()))
      number = memref::ExtractAlignedPointerAsIndexOp::create(b, value);
    Value rest = arith::RemUIOp::create(
        b, number, arith::ConstantIndexOp::create(b, factor));
    Value isMultiple =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rest,
                              arith::ConstantIndexOp::create(b, 0));
    all = all ? arith::AndIOp::create(b, all, isMultiple).getResult()
              : isMultiple;
  }
  return all;
}

/// Replaces loads of elements that follow each other by one.
static void mergeLoads(ArrayRef<memref::LoadOp> loads) {
  memref::LoadOp first = loads.front();
  ImplicitLocOpBuilder b(first.getLoc(), first);
  auto type = VectorType::get(loads.size(), first.getType());
  Value vector = vector::LoadOp::create(
      b, type, first.getMemref(), first.getIndices(), /*nontemporal=*/false,
      llvm::MaybeAlign(kVectorBytes));
  for (auto [number, load] : llvm::enumerate(loads)) {
    b.setInsertionPointAfter(vector.getDefiningOp());
    memref::LoadOp replaced = load;
    Value element =
        vector::ExtractOp::create(b, vector, static_cast<int64_t>(number));
    replaced.replaceAllUsesWith(element);
    replaced.erase();
  }
}

StagedLoops ThreadTile::cloneBody(ImplicitLocOpBuilder &b, Value iteration) {
  if (!groups.empty())
    reportPassed(loop, kTransformation,
                 "loads " + Twine(kVectorBytes) +
                     " bytes at once in full tiles whose arrays and rows are "
                     "aligned");
  for (auto &[inner, loads] : staged)
    reportPassed(inner, kTransformation,
                 "stages " + Twine(loads.size()) +
                     " loads of each step, which threads exchange by shuffles "
                     "in full tiles");
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), iteration);
  for (Operation &op : loop.getBody()->without_terminator())
    b.clone(op, mapping);
  auto find = [&](memref::LoadOp load) {
    return mapping.lookup(load.getResult()).getDefiningOp<memref::LoadOp>();
  };
  StagedLoops copies;
  for (auto &[inner, loads] : staged)
    copies.insert({mapping.lookup(inner), llvm::map_to_vector(loads, find)});
  for (ArrayRef<memref::LoadOp> group : groups)
    mergeLoads(llvm::map_to_vector(group, find));
  return copies;
}

//===----------------------------------------------------------------------===//
// Staged loads
//===----------------------------------------------------------------------===//

bool ThreadTile::isUniform(Value value) {
  if (loop.isDefinedOutsideOfLoop(value))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op) {
    auto around = dyn_cast<scf::ForOp>(value.getParentBlock()->getParentOp());
    return around && around != loop && value == around.getInductionVar() &&
           !getGPUUnit(around) && isUniform(around.getLowerBound()) &&
           isUniform(around.getStep());
  }
  auto load = dyn_cast<memref::LoadOp>(op);
  if (op->getNumRegions() != 0 ||
      !(load ? !written.contains(load.getMemref()) : isPure(op)))
    return false;
  return llvm::all_of(op->getOperands(),
                      [&](Value operand) { return isUniform(operand); });
}

bool ThreadTile::isCoalesced(Type element) const {
  int64_t bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  return numLanes * bits >= kSectorBytes * 8;
}

void ThreadTile::findStaged(Block &block) {
  for (auto inner : block.getOps<scf::ForOp>()) {
    if (!isUniform(inner.getLowerBound()) ||
        !isUniform(inner.getUpperBound()) || !isUniform(inner.getStep()))
      continue;
    bool isInnermost =
        !inner.getBody()
             ->walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
             .wasInterrupted();
    bool isShared = getGPUUnit(inner).has_value();
    if (!isInnermost) {
      if (!isShared)
        findStaged(*inner.getBody());
      continue;
    }
    // A loop without `gpu(thread)` is executed by each of the threads that
    // share an iteration, in full.
    if (isShared != (numLanes != 1) ||
        getConstantIntValue(inner.getStep()) != 1 || inner.getUnsignedCmp())
      continue;
    SmallVector<memref::LoadOp> loads;
    for (auto load : inner.getBody()->getOps<memref::LoadOp>()) {
      if (load.getIndices().size() != 1 || written.contains(load.getMemref()) ||
          !canShuffle(load.getType()) || isCoalesced(load.getType()))
        continue;
      SmallVector<Value> addends;
      split(load.getIndices().front(), addends);
      bool isAt =
          llvm::count(addends, inner.getInductionVar()) == 1 &&
          llvm::all_of(addends,
                       [&](Value addend) {
                         return addend == inner.getInductionVar() ||
                                inner.isDefinedOutsideOfLoop(addend);
                       }) &&
          llvm::all_of(addends, [&](Value addend) {
            return addend == inner.getInductionVar() || isUniform(addend);
          });
      if (isAt)
        loads.push_back(load);
    }
    if (!loads.empty())
      staged.insert({inner, loads});
  }
}

/// Clones the computation of an index, whose addends but the induction variable
/// are computed outside of a loop.
static Value cloneIndex(ImplicitLocOpBuilder &b, Value index, scf::ForOp loop,
                        Value place) {
  SmallVector<Value> addends;
  int64_t offset = split(index, addends);
  Value sum = place;
  for (Value addend : addends)
    if (addend != loop.getInductionVar())
      sum = arith::AddIOp::create(b, sum, addend);
  if (offset != 0)
    sum = arith::AddIOp::create(b, sum,
                                arith::ConstantIndexOp::create(b, offset));
  return sum;
}

/// Emits the body of a staged loop for iteration `place`, with what is carried.
static SmallVector<Value> cloneIteration(ImplicitLocOpBuilder &b,
                                         scf::ForOp loop, Value place,
                                         ValueRange carried, IRMapping &mapping,
                                         ArrayRef<memref::LoadOp> loads) {
  mapping.map(loop.getInductionVar(), place);
  mapping.map(loop.getRegionIterArgs(), carried);
  for (Operation &op : loop.getBody()->without_terminator())
    if (!llvm::is_contained(loads, dyn_cast<memref::LoadOp>(&op)))
      b.clone(op, mapping);
  return llvm::map_to_vector(loop.getYieldedValues(), [&](Value value) {
    return mapping.lookupOrDefault(value);
  });
}

scf::ForOp weft::gpu::stageLoads(scf::ForOp loop,
                                 ArrayRef<memref::LoadOp> loads, Value thread,
                                 Value lane, int64_t numLanes,
                                 int64_t warpSize) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  auto emitIndex = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  auto startBody = [&](scf::ForOp of) {
    Block *body = of.getBody();
    if (body->mightHaveTerminator())
      body->getTerminator()->erase();
    b.setInsertionPointToEnd(body);
  };
  Value end = loop.getUpperBound(), size = emitIndex(warpSize);
  Value last = arith::SubIOp::create(b, end, emitIndex(1));
  auto chunks =
      scf::ForOp::create(b, loop.getLowerBound(), end, size, loop.getInits());
  startBody(chunks);
  Value begin = chunks.getInductionVar();
  Value own =
      arith::MinSIOp::create(b, arith::AddIOp::create(b, begin, thread), last);
  SmallVector<Value> elements;
  for (memref::LoadOp load : loads)
    elements.push_back(memref::LoadOp::create(
        b, load.getMemref(),
        cloneIndex(b, load.getIndices().front(), loop, own)));
  Value count =
      arith::MinSIOp::create(b, arith::SubIOp::create(b, end, begin), size);
  auto steps = scf::ForOp::create(b, emitIndex(0), count, emitIndex(numLanes),
                                  chunks.getRegionIterArgs());
  startBody(steps);
  Value number = steps.getInductionVar();
  if (numLanes != 1)
    number = arith::AddIOp::create(b, number, lane);
  Value source = arith::IndexCastOp::create(b, b.getI32Type(), number);
  IRMapping mapping;
  for (auto [load, element] : llvm::zip_equal(loads, elements)) {
    memref::LoadOp replaced = load;
    mapping.map(replaced.getResult(), emitShuffle(b, element, source, warpSize,
                                                  mlir::gpu::ShuffleMode::IDX));
  }
  Value place = arith::AddIOp::create(b, begin, number);
  ValueRange carried = steps.getRegionIterArgs();
  if (numLanes == 1) {
    scf::YieldOp::create(
        b, cloneIteration(b, loop, place, carried, mapping, loads));
  } else {
    // Threads without an iteration in the last step exchange elements as well.
    Value isInside =
        arith::CmpIOp::create(b, arith::CmpIPredicate::slt, number, count);
    bool isCarried = !carried.empty();
    auto branch = scf::IfOp::create(b, TypeRange(carried), isInside,
                                    /*addThenBlock=*/true,
                                    /*addElseBlock=*/isCarried);
    if (isCarried) {
      b.setInsertionPointToEnd(branch.elseBlock());
      scf::YieldOp::create(b, carried);
      b.setInsertionPointToEnd(branch.thenBlock());
    } else {
      b.setInsertionPoint(branch.thenBlock()->getTerminator());
    }
    SmallVector<Value> next =
        cloneIteration(b, loop, place, carried, mapping, loads);
    if (isCarried)
      scf::YieldOp::create(b, next);
    b.setInsertionPointToEnd(steps.getBody());
    scf::YieldOp::create(b, branch.getResults());
  }
  b.setInsertionPointToEnd(chunks.getBody());
  scf::YieldOp::create(b, steps.getResults());
  loop.replaceAllUsesWith(chunks.getResults());
  loop.erase();
  return chunks;
}
