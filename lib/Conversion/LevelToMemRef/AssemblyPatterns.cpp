//===- AssemblyPatterns.cpp - Lowering of writes ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers the level functions that append (thesis, section 5.4 and table 2-14),
// and stores of components.
//
//===----------------------------------------------------------------------===//

#include "LockedUpdate.h"
#include "Patterns.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Dialect/Weft/IR/GroupedUpdates.h"
#include "weft/Runtime/TensorABI.h"
#include "weft/Support/Combiner.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::level;

/// Whether there is room at the position of a component.
static bool isReserved(StoreOp op, const StorageLayout &layout) {
  return op.getReserved() &&
         layout.getEmitter<RoomEmitterInterface>(layout.getNumLevels() - 1);
}

namespace {
struct LowerNext : LevelPattern<NextOp, AppendEmitterInterface> {
  using LevelPattern::LevelPattern;
  SmallVector<Value> emit(NextOp, OneToNOpAdaptor, Emitter emitter,
                          LevelSite site, ValueVector &state) const override {
    return {emitter.next(site, state)};
  }
};

struct LowerAppendCoord : StoragePattern<AppendCoordOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(AppendCoordOp op, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    int64_t level = op.getLevel();
    auto emitter = layout.getEmitter<AppendEmitterInterface>(level);
    if (!emitter)
      return failure();
    LevelSite site = layout.getSite(b, parts.sizes, level);
    site.reserved =
        op.getReserved() && layout.getEmitter<RoomEmitterInterface>(level);
    if (level + 1 == layout.getNumLevels() && site.assembly == Assembly::Fused)
      site.components = parts.values;
    SmallVector<Value> &state = parts.levels[level];
    auto append = [&](SmallVector<Value> &next) {
      emitter.appendCoord(site, next, adaptor.getCoordinate().front());
    };
    if (!op.getCondition()) {
      append(state);
      return Replacements{parts.flatten()};
    }
    // A coordinate that is stored where there is room, and not counted, is as
    // good as none, and needs no branch.
    if (site.reserved && site.assembly != Assembly::Compute) {
      SmallVector<Value> next = state;
      append(next);
      for (auto [before, after] : llvm::zip_equal(state, next))
        if (before != after)
          before = arith::SelectOp::create(b, adaptor.getCondition().front(),
                                           after, before);
      return Replacements{parts.flatten()};
    }
    auto ifOp = scf::IfOp::create(b, ValueRange(state).getTypes(),
                                  adaptor.getCondition().front(),
                                  /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    SmallVector<Value> next = state;
    b.setInsertionPointToStart(ifOp.thenBlock());
    append(next);
    scf::YieldOp::create(b, next);
    b.setInsertionPointToStart(ifOp.elseBlock());
    scf::YieldOp::create(b, state);
    state.assign(ifOp.result_begin(), ifOp.result_end());
    return Replacements{parts.flatten()};
  }
};

/// Whether an array was made with as much room.
static bool isMadeFor(Value array, Value room) {
  auto alloc = array.getDefiningOp<memref::AllocOp>();
  auto length = alloc && alloc.getDynamicSizes().size() == 1
                    ? alloc.getDynamicSizes().front().getDefiningOp()
                    : nullptr;
  return isa_and_nonnull<arith::MaxSIOp>(length) &&
         llvm::is_contained(length->getOperands(), room);
}

struct LowerReserveCoords : StoragePattern<ReserveCoordsOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(ReserveCoordsOp op, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    SmallVector<Value *> arrays;
    SmallVector<Value> needed;
    Value count = adaptor.getCount().front();
    auto ensure = [&](Value &array, Value end) {
      if (isMadeFor(array, end))
        return;
      arrays.push_back(&array);
      needed.push_back(end);
    };
    for (int64_t level : op.getLevels()) {
      auto emitter = layout.getEmitter<AppendEmitterInterface>(level);
      auto room = layout.getEmitter<RoomEmitterInterface>(level);
      if (!emitter || !room)
        continue;
      SmallVector<Value> &state = parts.levels[level];
      Value next = emitter.next(layout.getSite(b, parts.sizes, level), state);
      Value end = matchPattern(next, m_Zero())
                      ? count
                      : arith::AddIOp::create(b, next, count).getResult();
      bool isLeaf =
          level + 1 == layout.getNumLevels() && layout.isLeafAppended();
      // A structure that is kept has room for itself only. Others may have room
      // for more than positions can number, which is found out in the end.
      if (layout.getAssembly() != Assembly::Compute)
        ensure(state[room.getReservedArray()], end);
      if (isLeaf && layout.getAssembly() == Assembly::Fused)
        ensure(parts.values, end);
    }
    emitEnsureLengths(b, arrays, needed);
    return Replacements{parts.flatten()};
  }
};

struct LowerAppendEdges : LevelPattern<AppendEdgesOp, AppendEmitterInterface> {
  using LevelPattern::LevelPattern;
  SmallVector<Value> emit(AppendEdgesOp, OneToNOpAdaptor adaptor,
                          Emitter emitter, LevelSite site,
                          ValueVector &state) const override {
    emitter.appendEdges(site, state, adaptor.getParent().front(),
                        adaptor.getBegin().front(), adaptor.getEnd().front());
    return {};
  }
};

struct LowerStore : StoragePattern<StoreOp> {
  using StoragePattern::StoragePattern;
  unsigned getStoredOperand() const override { return 1; }
  FailureOr<Replacements> lower(StoreOp op, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    Value position = adaptor.getPosition().front();
    switch (layout.getAssembly()) {
    case Assembly::Assemble:
      return Replacements{parts.flatten()};
    case Assembly::Fused:
      if (layout.isLeafAppended() && !isReserved(op, layout)) {
        Value needed = arith::AddIOp::create(b, position, emitIndex(b, 1));
        parts.values = emitEnsureLength(b, parts.values, needed);
      }
      break;
    case Assembly::Place:
    case Assembly::Reuse:
    case Assembly::Count:
    case Assembly::TwoPhase:
      break;
    case Assembly::Compute:
      // The kernel may find more components than the structure has.
      if (layout.isAnyAppended())
        emitFailIf(b,
                   emitCompare(b, arith::CmpIPredicate::uge, position,
                               emitLength(b, parts.values)),
                   WEFT_RT_STRUCTURE_MISMATCH);
      break;
    }
    memref::StoreOp::create(b, adaptor.getValue().front(), parts.values,
                            position);
    return Replacements{parts.flatten()};
  }
};

struct LowerAtomicUpdate : StoragePattern<AtomicUpdateOp> {
  using StoragePattern::StoragePattern;
  unsigned getStoredOperand() const override { return 1; }
  FailureOr<Replacements> lower(AtomicUpdateOp op, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    if (layout.getAssembly() == Assembly::Assemble)
      return Replacements{parts.flatten()};
    Value position = adaptor.getPosition().front();
    auto emitCombined = [&](Value old) {
      return inlineCombiner(b, op.getCombiner(), old,
                            adaptor.getValue().front());
    };
    if (isa<ComplexType>(op.getValue().getType())) {
      emitLockedUpdate(b, parts.values, position, emitCombined);
      return Replacements{parts.flatten()};
    }
    auto update = memref::GenericAtomicRMWOp::create(b, parts.values, position);
    if (Attribute grouped = op->getAttr(kGroupedAttr))
      update->setAttr(kGroupedAttr, grouped);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(update.getBody());
    memref::AtomicYieldOp::create(b, emitCombined(update.getCurrentValue()));
    return Replacements{parts.flatten()};
  }
};
} // namespace

void weft::populateAssemblyPatterns(const StorageTypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns.add<LowerNext, LowerReserveCoords, LowerAppendCoord,
               LowerAppendEdges, LowerStore, LowerAtomicUpdate>(
      converter, patterns.getContext());
}
