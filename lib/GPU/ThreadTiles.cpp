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
#include "weft/Support/IndexSum.h"

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
  loop.getBody()->walk([&](Block *block) { findStores(*block); });
  findStaged(*loop.getBody());
}

//===----------------------------------------------------------------------===//
// Vector loads and stores
//===----------------------------------------------------------------------===//

/// The largest number of elements of an array that one instruction of a thread
/// loads or stores; one if the type has no vectors.
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

bool ThreadTile::isMultiple(const IndexSum &index, int64_t factor,
                            SmallVectorImpl<Value> &conditions) {
  return llvm::all_of(index.addends, [&](Value addend) {
    return isMultiple(addend, factor, conditions);
  });
}

void ThreadTile::addGroups(ArrayRef<memref::LoadOp> loads,
                           ArrayRef<int64_t> offsets) {
  memref::LoadOp any = loads.front();
  int64_t length = getMaxLength(any.getMemRefType());
  SmallVector<Value> conditions;
  if (!isMultiple(IndexSum::of(any.getIndices().front()), length, conditions))
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
    IndexSum index = IndexSum::of(load.getIndices().front());
    Key key{load.getMemref(), index.getSortedAddends()};
    size_t number = llvm::find(keys, key) - keys.begin();
    if (number == keys.size()) {
      keys.push_back(key);
      loads.emplace_back();
      offsets.emplace_back();
    }
    loads[number].push_back(load);
    offsets[number].push_back(index.constant);
  }
  for (auto [ofKey, places] : llvm::zip_equal(loads, offsets))
    addGroups(ofKey, places);
}

void ThreadTile::addStores(ArrayRef<memref::StoreOp> stores) {
  if (stores.size() < 2)
    return;
  memref::StoreOp any = stores.front();
  int64_t length = getMaxLength(any.getMemRefType());
  SmallVector<Value> conditions;
  // Stores are too few to pay for guards that the loads do not need.
  if (!isMultiple(IndexSum::of(any.getIndices().front()), length, conditions) ||
      !llvm::all_of(conditions, [&](Value condition) {
        return multiples.contains({condition, length});
      }))
    return;
  llvm::SmallMapVector<int64_t, memref::StoreOp, 8> places;
  for (memref::StoreOp store : stores)
    if (!places
             .insert({IndexSum::of(store.getIndices().front()).constant, store})
             .second)
      return;
  for (int64_t offset : llvm::to_vector(llvm::make_first_range(places))) {
    SmallVector<memref::StoreOp> group;
    for (int64_t next : llvm::seq(offset, offset + length))
      if (auto found = places.find(next); found != places.end())
        group.push_back(found->second);
    if (offset % length != 0 || static_cast<int64_t>(group.size()) != length)
      continue;
    storeGroups.push_back(group);
    multiples.insert({{any.getMemref(), kVectorBytes}, true});
  }
}

void ThreadTile::findStores(Block &block) {
  SmallVector<memref::StoreOp> stores;
  auto isNext = [&](memref::StoreOp store) {
    return stores.empty() ||
           (stores.front().getMemref() == store.getMemref() &&
            getConstantDistance(stores.front().getIndices().front(),
                                store.getIndices().front()));
  };
  auto finish = [&] {
    addStores(stores);
    stores.clear();
  };
  for (Operation &op : block) {
    auto load = dyn_cast<memref::LoadOp>(op);
    if (isPure(&op) || (load && !written.contains(load.getMemref())))
      continue;
    auto store = dyn_cast<memref::StoreOp>(op);
    bool isVector =
        store && getMaxLength(store.getMemRefType()) != 1 &&
        !launch->isAncestor(store.getMemref().getParentBlock()->getParentOp());
    if (!isVector || !isNext(store))
      finish();
    if (isVector)
      stores.push_back(store);
  }
  finish();
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

/// Replaces stores to elements that follow each other by one, in the place of
/// the last one.
static void mergeStores(ArrayRef<memref::StoreOp> stores) {
  memref::StoreOp last = stores.front();
  SmallVector<Value> elements;
  for (memref::StoreOp store : stores) {
    elements.push_back(store.getValueToStore());
    if (last->isBeforeInBlock(store))
      last = store;
  }
  memref::StoreOp first = stores.front();
  ImplicitLocOpBuilder b(last.getLoc(), last);
  auto type = VectorType::get(stores.size(), elements.front().getType());
  vector::StoreOp::create(b, vector::FromElementsOp::create(b, type, elements),
                          first.getMemref(), first.getIndices(),
                          /*nontemporal=*/false,
                          llvm::MaybeAlign(kVectorBytes));
  for (memref::StoreOp store : stores)
    store.erase();
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
  for (ArrayRef<memref::StoreOp> group : storeGroups)
    mergeStores(llvm::map_to_vector(group, [&](memref::StoreOp store) {
      return cast<memref::StoreOp>(mapping.lookup(store.getOperation()));
    }));
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
  auto pair = dyn_cast<ComplexType>(element);
  if (pair)
    element = pair.getElementType();
  int64_t bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  return numLanes * bits * (pair ? 2 : 1) >= kSectorBytes * 8;
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
      SmallVector<Value> addends =
          IndexSum::of(load.getIndices().front()).addends;
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
