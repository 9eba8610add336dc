//===- SparseSetEmitter.cpp - Code of sparse sets ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of sparse sets (Briggs and Torczon, "An efficient
// representation for sparse sets", 1993). A coordinate is there if the position
// that the index has for it is taken, and taken by it, so that the index need
// not be initialized.
//
//===----------------------------------------------------------------------===//

#include "CoordinateArray.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Runtime/TensorABI.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;

/// The array of a level, and what its state holds besides: the index, and how
/// many coordinates there are.
enum { kCrd, kIndex, kCount };

namespace {
template <typename Base>
struct SparseSetEmitter : StoredCoordinates<Base, kCrd> {
  ValuePair posBounds(Attribute, const LevelSite &site, ValueRange arrays,
                      Value parentBegin, Value parentEnd) const {
    // There is one parent, or none.
    ImplicitLocOpBuilder &b = site.builder;
    Value length = emitLength(b, arrays[kCrd]);
    return ValuePair{arith::MulIOp::create(b, parentBegin, length),
                     arith::MulIOp::create(b, parentEnd, length)};
  }

  // Assembly.
  bool isSizeFixed(Attribute) const { return false; }
  void getStateTypes(Attribute, Type posType, Type crdType,
                     SmallVectorImpl<Type> &types) const {
    types.append({getArrayType(crdType), getArrayType(posType),
                  IndexType::get(posType.getContext())});
  }
  void init(Attribute, const LevelSite &site, Value, ValueVector &state) const {
    ImplicitLocOpBuilder &b = site.builder;
    state.append({emitAlloc(b, site.crdType, emitIndex(b, kInitialCapacity)),
                  emitAlloc(b, site.posType, site.size), emitIndex(b, 0)});
  }
  void initFrom(Attribute, const LevelSite &site, ValueRange arrays,
                ValueVector &state) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value crd = emitCopy(b, arrays[kCrd]);
    Value index = emitAlloc(b, site.posType, site.size);
    Value count = emitLength(b, crd);
    auto loop = scf::ForOp::create(b, emitIndex(b, 0), count, emitIndex(b, 1));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value position = loop.getInductionVar();
    emitStoreIndex(b, position, index, emitLoadIndex(b, crd, position));
    state.append({crd, index, count});
  }
  Value insertCoord(Attribute, const LevelSite &site, ValueVector &state, Value,
                    ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value coordinate = coords.back(), count = state[kCount];
    Value noted = emitLoadIndex(b, state[kIndex], coordinate);
    Value isTaken = emitCompare(b, arith::CmpIPredicate::ult, noted, count);
    Value safe = arith::SelectOp::create(b, isTaken, noted, emitIndex(b, 0));
    // What is not taken may be read, since a coordinate has room.
    Value isSame = emitCompare(b, arith::CmpIPredicate::eq,
                               emitLoadIndex(b, state[kCrd], safe), coordinate);
    Value isKnown = arith::AndIOp::create(b, isTaken, isSame);
    Value position = arith::SelectOp::create(b, isKnown, noted, count);
    Value isNew = arith::XOrIOp::create(
        b, isKnown, arith::ConstantOp::create(b, b.getBoolAttr(true)));
    if (site.assembly == level::Assembly::Compute) {
      // The structure that is kept must have the coordinate.
      emitFailIf(b, isNew, WEFT_RT_STRUCTURE_MISMATCH);
      return position;
    }
    emitStoreIndex(b, coordinate, state[kCrd], position);
    emitStoreIndex(b, position, state[kIndex], coordinate);
    Value more = arith::IndexCastUIOp::create(b, b.getIndexType(), isNew);
    state[kCount] = arith::AddIOp::create(b, count, more);
    return position;
  }
  Value isSegmentFull(Attribute, const LevelSite &site, ValueRange state,
                      Value) const {
    if (site.assembly == level::Assembly::Compute)
      return Value();
    ImplicitLocOpBuilder &b = site.builder;
    return emitCompare(b, arith::CmpIPredicate::eq, state[kCount],
                       emitLength(b, state[kCrd]));
  }
  LogicalResult growSegment(Attribute, const LevelSite &site,
                            ValueVector &state, Value,
                            const SegmentMover &mover) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value needed = arith::AddIOp::create(b, state[kCount], emitIndex(b, 1));
    state[kCrd] =
        emitEnsureLength(b, state[kCrd], needed, getMaxSigned(site.posType));
    mover.reserve(emitLength(b, state[kCrd]));
    return success();
  }
  Value size(Attribute, const LevelSite &, ValueRange state, Value) const {
    return state[kCount];
  }
  void finalize(Attribute, const LevelSite &site, ValueRange state, Value,
                ValueVector &arrays) const {
    ImplicitLocOpBuilder &b = site.builder;
    memref::DeallocOp::create(b, state[kIndex]);
    arrays.push_back(emitPrefix(b, state[kCrd], state[kCount]));
  }
};
} // namespace

void weft::registerSparseSetEmitter(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, level::LevelDialect *) {
    attachEmitter<level::SparseSetAttr, SparseSetEmitter,
                  PositionsEmitterInterface, PositionIterateEmitterInterface,
                  SearchEmitterInterface, AssemblyEmitterInterface,
                  KeepEmitterInterface, SortEmitterInterface,
                  InsertEmitterInterface, GrowEmitterInterface>(*context);
  });
}
