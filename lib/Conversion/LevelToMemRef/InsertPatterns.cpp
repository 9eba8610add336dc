//===- InsertPatterns.cpp - Lowering of insertion ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers insertion (thesis, section 5.4 and table 2-14). It concerns all levels
// below: they need room for new parents, and move with a parent that moves.
//
//===----------------------------------------------------------------------===//

#include "GrowthFunctions.h"
#include "Patterns.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::level;

/// Makes room in the levels from `level` on, and in the components, for the
/// segments of all parents below `parentSize`, which may have moved.
static void emitReserve(ImplicitLocOpBuilder &b, const StorageLayout &layout,
                        StorageParts &parts, int64_t level, Value parentSize,
                        bool moves) {
  for (int64_t end = layout.getNumLevels(); level != end; ++level) {
    // A level that is appended to makes its own room, unless its counts are to
    // be moved.
    bool appends = !layout.getLevelType(level).hasInsert();
    if (appends && !moves && layout.getAssembly() != Assembly::Count)
      return;
    LevelSite site = layout.getSite(b, parts.sizes, level);
    SmallVector<Value> &state = parts.levels[level];
    if (auto mover = layout.getEmitter<MoveEmitterInterface>(level))
      mover.reserve(site, state, parentSize);
    if (appends)
      return;
    parentSize = layout.getAssembler(level).size(site, state, parentSize);
  }
  if (layout.getAssembly() != Assembly::Fused || !layout.isAnyAppended())
    return;
  Value fill = layout.getFillingLevel() ? Value() : layout.emitFillValue(b);
  parts.values = emitEnsureLength(b, parts.values, parentSize, fill);
}

/// Moves what is stored from `level` on under a parent to another parent, or,
/// if there are no levels, the component. `keepsOrder` says that parents stay
/// in order, in which segments are that are appended.
static LogicalResult emitMove(ImplicitLocOpBuilder &b,
                              const StorageLayout &layout,
                              const StorageParts &parts, int64_t level,
                              Value from, Value to, bool keepsOrder) {
  if (level != layout.getNumLevels()) {
    auto mover = layout.getEmitter<MoveEmitterInterface>(level);
    bool takesAnyOrder = layout.getLevelType(level).hasInsert() ||
                         layout.getAssembly() == Assembly::Count;
    if (!mover || !(keepsOrder || takesAnyOrder))
      return failure();
    return mover.moveSegment(layout.getSite(b, parts.sizes, level),
                             parts.levels[level], from, to,
                             [&](Value child, Value moved) {
                               return emitMove(b, layout, parts, level + 1,
                                               child, moved, keepsOrder);
                             });
  }
  if (layout.getAssembly() != Assembly::Fused)
    return success();
  Value component = memref::LoadOp::create(b, parts.values, from);
  memref::StoreOp::create(b, component, parts.values, to);
  memref::StoreOp::create(b, layout.emitFillValue(b), parts.values, from);
  return success();
}

/// Makes room for one more coordinate under the parent.
static LogicalResult emitGrowth(ImplicitLocOpBuilder &b,
                                const StorageLayout &layout,
                                StorageParts &parts, int64_t level,
                                GrowEmitterInterface emitter, Value parent) {
  auto reserve = [&](Value size) {
    emitReserve(b, layout, parts, level + 1, size, /*moves=*/true);
  };
  bool keepsOrder = layout.getLevelType(level).isOrdered();
  auto move = [&](Value from, Value to) {
    return emitMove(b, layout, parts, level + 1, from, to, keepsOrder);
  };
  return emitter.growSegment(layout.getSite(b, parts.sizes, level),
                             parts.levels[level], parent,
                             SegmentMover{reserve, move});
}

namespace {
struct LowerInsertCoord : StoragePattern<InsertCoordOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(InsertCoordOp op, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    int64_t level = op.getLevel();
    auto emitter = layout.getEmitter<InsertEmitterInterface>(level);
    if (!emitter)
      return failure();
    Value parent = adaptor.getParent().front(), full;
    auto growing = layout.getEmitter<GrowEmitterInterface>(level);
    if (growing)
      full = growing.isSegmentFull(layout.getSite(b, parts.sizes, level),
                                   parts.levels[level], parent);
    if (full) {
      SmallVector<Value> before = parts.flatten();
      auto ifOp = scf::IfOp::create(b, ValueRange(before).getTypes(), full,
                                    /*withElseRegion=*/true);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(ifOp.elseBlock());
      scf::YieldOp::create(b, before);
      b.setInsertionPointToStart(ifOp.thenBlock());
      if (failed(emitGrowth(b, layout, parts, level, growing, parent)))
        return failure();
      scf::YieldOp::create(b, parts.flatten());
      parts = layout.split(ifOp.getResults());
    }
    LevelSite site = layout.getSite(b, parts.sizes, level);
    SmallVector<Value> &state = parts.levels[level];
    Value position = emitter.insertCoord(site, state, parent,
                                         flattenOperands(adaptor.getCoords()));
    // A level that took the coordinate where it had room may have grown.
    AssemblyEmitterInterface assembler = layout.getAssembler(level);
    bool grows = !full && !assembler.isSizeFixed() &&
                 layout.getAssembly() != Assembly::Compute &&
                 layout.getAssembly() != Assembly::Place;
    if (grows)
      emitReserve(b, layout, parts, level + 1,
                  assembler.size(site, state, /*parentSize=*/Value()),
                  /*moves=*/false);
    return Replacements{parts.flatten(), {position}};
  }
};

struct LowerReserve : StoragePattern<ReserveOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(ReserveOp op, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    Value parentSize =
        arith::AddIOp::create(b, adaptor.getParent().front(), emitIndex(b, 1));
    emitReserve(b, layout, parts, op.getLevel(), parentSize, /*moves=*/false);
    return Replacements{parts.flatten()};
  }
};

/// The positions below one are consecutive.
struct LowerFillSegment : StoragePattern<FillSegmentOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(FillSegmentOp op, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    Value begin = adaptor.getPosition().front();
    Value fill = layout.emitFillValue(b);
    int64_t level = op.getLevel();
    if (level + 1 == layout.getNumLevels()) {
      memref::StoreOp::create(b, fill, parts.values, begin);
      return Replacements{parts.flatten()};
    }
    Value count = layout.emitSizeBelow(b, parts.sizes, level);
    begin = arith::MulIOp::create(b, begin, count);
    emitFill(b, parts.values, begin, arith::AddIOp::create(b, begin, count),
             fill);
    return Replacements{parts.flatten()};
  }
};
} // namespace

void weft::populateInsertPatterns(const StorageTypeConverter &converter,
                                  RewritePatternSet &patterns) {
  patterns.add<LowerInsertCoord, LowerReserve, LowerFillSegment>(
      converter, patterns.getContext());
}
