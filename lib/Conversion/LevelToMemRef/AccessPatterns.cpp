//===- AccessPatterns.cpp - Lowering of reads -------------------*- C++ -*-===//
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
#include "weft/Support/ShortLoops.h"

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

struct LowerPosBounds : LevelPattern<PosBoundsOp, PositionsEmitterInterface> {
  using LevelPattern::LevelPattern;
  SmallVector<Value> emit(PosBoundsOp op, OneToNOpAdaptor adaptor,
                          Emitter emitter, LevelSite site,
                          ValueVector &arrays) const override {
    site.hasParent = isNextPosition(op.getParentBegin(), op.getParentEnd());
    auto [begin, end] =
        emitter.posBounds(site, arrays, adaptor.getParentBegin().front(),
                          adaptor.getParentEnd().front());
    return {begin, end};
  }
};

struct LowerPosAccess
    : LevelPattern<PosAccessOp, PositionIterateEmitterInterface> {
  using LevelPattern::LevelPattern;
  SmallVector<Value> emit(PosAccessOp, OneToNOpAdaptor adaptor, Emitter emitter,
                          LevelSite site, ValueVector &arrays) const override {
    auto [coordinate, found] =
        emitter.posAccess(site, arrays, adaptor.getPosition().front(),
                          flattenOperands(adaptor.getCoords()));
    return {coordinate, found};
  }
};

/// Lowers an operation on a parent and coordinates below it.
template <typename OpTy, typename EmitterTy, auto Function>
struct LowerLookUp : LevelPattern<OpTy, EmitterTy> {
  using Base = LevelPattern<OpTy, EmitterTy>;
  using Base::Base;
  SmallVector<Value> emit(OpTy, typename Base::OneToNOpAdaptor adaptor,
                          EmitterTy emitter, LevelSite site,
                          ValueVector &arrays) const override {
    auto [first, second] =
        (emitter.*Function)(site, arrays, adaptor.getParent().front(),
                            flattenOperands(adaptor.getCoords()));
    return {first, second};
  }
};
using LowerCoordBounds =
    LowerLookUp<CoordBoundsOp, CoordinateIterateEmitterInterface,
                &CoordinateIterateEmitterInterface::coordBounds>;
using LowerCoordAccess =
    LowerLookUp<CoordAccessOp, CoordinateIterateEmitterInterface,
                &CoordinateIterateEmitterInterface::coordAccess>;
using LowerLocate = LowerLookUp<LocateOp, LocateEmitterInterface,
                                &LocateEmitterInterface::locate>;

struct LowerSearch : LevelPattern<SearchOp, SearchEmitterInterface> {
  using LevelPattern::LevelPattern;
  SmallVector<Value> emit(SearchOp op, OneToNOpAdaptor adaptor, Emitter emitter,
                          LevelSite site, ValueVector &arrays) const override {
    site.gallops = op.getGallops();
    return {emitter.search(
        site, arrays, adaptor.getBegin().front(), adaptor.getEnd().front(),
        adaptor.getCoordinate().front(), flattenOperands(adaptor.getCoords()))};
  }
};

struct LowerParentOf : LevelPattern<ParentOfOp, RecoverEmitterInterface> {
  using LevelPattern::LevelPattern;
  SmallVector<Value> emit(ParentOfOp, OneToNOpAdaptor adaptor, Emitter emitter,
                          LevelSite site, ValueVector &arrays) const override {
    return {emitter.parentOf(site, arrays, adaptor.getPosition().front(),
                             adaptor.getParentBegin().front(),
                             adaptor.getParentEnd().front())};
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
    // Few entries have the same coordinates as a rule.
    markShortLoop(loop);
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
