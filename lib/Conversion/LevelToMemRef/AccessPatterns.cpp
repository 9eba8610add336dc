//===- AccessPatterns.cpp - Lowering of reads ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers the level functions that read: iterate and locate (thesis, table
// 2-13), search, and loads of components.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Support/Combiner.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::level;

namespace {
//===----------------------------------------------------------------------===//
// Stored tensors
//===----------------------------------------------------------------------===//

struct LowerSize : StoragePattern<SizeOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(SizeOp op, OneToNOpAdaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    return replaceBy(layout.emitSize(b, parts.sizes, op.getLevel()));
  }
};

//===----------------------------------------------------------------------===//
// Iterate and locate
//===----------------------------------------------------------------------===//

struct LowerPosBounds : StoragePattern<PosBoundsOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(PosBoundsOp op, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    int64_t level = op.getLevel();
    LevelSite site = layout.getSite(b, parts.sizes, level);
    site.hasParent = isNextPosition(op.getParentBegin(), op.getParentEnd());
    return replaceBy(layout.getEmitter(level).posBounds(
        site, parts.levels[level], adaptor.getParentBegin().front(),
        adaptor.getParentEnd().front()));
  }
};

struct LowerPosAccess : StoragePattern<PosAccessOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(PosAccessOp op, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    int64_t level = op.getLevel();
    return replaceBy(layout.getEmitter(level).posAccess(
        layout.getSite(b, parts.sizes, level), parts.levels[level],
        adaptor.getPosition().front(), flattenOperands(adaptor.getCoords())));
  }
};

/// Lowers what looks below a parent for a coordinate, or for coordinates, by a
/// level function.
template <typename OpTy, auto LevelFunction>
struct LowerLookUp : StoragePattern<OpTy> {
  using Base = StoragePattern<OpTy>;
  using Base::Base;
  FailureOr<Replacements> lower(OpTy op, typename Base::OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    int64_t level = op.getLevel();
    LevelEmitterInterface emitter = layout.getEmitter(level);
    return replaceBy((emitter.*LevelFunction)(
        layout.getSite(b, parts.sizes, level), parts.levels[level],
        adaptor.getParent().front(), flattenOperands(adaptor.getCoords())));
  }
};
using LowerCoordBounds =
    LowerLookUp<CoordBoundsOp, &LevelEmitterInterface::coordBounds>;
using LowerCoordAccess =
    LowerLookUp<CoordAccessOp, &LevelEmitterInterface::coordAccess>;
using LowerLocate = LowerLookUp<LocateOp, &LevelEmitterInterface::locate>;

struct LowerSearch : StoragePattern<SearchOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(SearchOp op, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    int64_t level = op.getLevel();
    LevelSite site = layout.getSite(b, parts.sizes, level);
    site.gallops = op.getGallops();
    return replaceBy(layout.getEmitter(level).search(
        site, parts.levels[level], adaptor.getBegin().front(),
        adaptor.getEnd().front(), adaptor.getCoordinate().front(),
        flattenOperands(adaptor.getCoords())));
  }
};

struct LowerParentOf : StoragePattern<ParentOfOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(ParentOfOp op, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    int64_t level = op.getLevel();
    return replaceBy(layout.getEmitter(level).parentOf(
        layout.getSite(b, parts.sizes, level), parts.levels[level],
        adaptor.getPosition().front(), adaptor.getParentBegin().front(),
        adaptor.getParentEnd().front()));
  }
};

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

struct LowerLoad : StoragePattern<LoadOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(LoadOp op, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    // While only coordinates are assembled, every component is the fill.
    if (layout.getAssembly() == Assembly::Assemble)
      return replaceBy(layout.emitFillValue(b));
    Value value =
        memref::LoadOp::create(b, parts.values, adaptor.getPosition().front());
    return replaceBy(value);
  }
};

struct LowerCombine : StoragePattern<CombineOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(CombineOp op, OneToNOpAdaptor adaptor,
                                const StorageLayout &, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override {
    Value begin = adaptor.getBegin().front();
    Value one = emitIndex(b, 1);
    Value first = memref::LoadOp::create(b, parts.values, begin);
    Value second = arith::AddIOp::create(b, begin, one);
    auto loop =
        scf::ForOp::create(b, second, adaptor.getEnd().front(), one, first);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value next =
        memref::LoadOp::create(b, parts.values, loop.getInductionVar());
    Value combined =
        inlineCombiner(b, op.getCombiner(), loop.getRegionIterArg(0), next);
    scf::YieldOp::create(b, combined);
    return replaceBy(Value(loop.getResult(0)));
  }
};
} // namespace

void weft::populateAccessPatterns(const StorageTypeConverter &converter,
                                  RewritePatternSet &patterns) {
  patterns.add<LowerSize, LowerPosBounds, LowerPosAccess, LowerCoordBounds,
               LowerCoordAccess, LowerLocate, LowerSearch, LowerParentOf,
               LowerLoad, LowerCombine>(converter, patterns.getContext());
}
