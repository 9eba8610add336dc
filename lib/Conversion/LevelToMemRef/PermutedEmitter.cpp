//===- PermutedEmitter.cpp - Code of permuted levels ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of permuted levels, which have a place for every
// coordinate, as a dense level has, but not in order. One array says where each
// coordinate is; the other is its inverse, for who walks over what is stored.
// A level that is assembled has its order when rows are counted: in each of its
// windows, coordinates with more entries come first.
//
//===----------------------------------------------------------------------===//

#include "CoordinateArray.h"
#include "RowCounts.h"
#include "Sorting.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"

using namespace mlir;
using namespace weft;

/// The arrays of a level.
enum { kCrd, kWhere };

namespace {
template <typename Base> struct PermutedEmitter : Base {
  ValuePair locate(Attribute, const LevelSite &site, ValueRange arrays, Value,
                   ValueRange coords) const {
    return emitCoordAt(site, arrays[kWhere], coords.back());
  }

  // Assembly: the positions exist from the beginning, and have their
  // coordinates when rows are counted.
  bool isSizeFixed(Attribute) const { return true; }
  void getStateTypes(Attribute, Type, Type crdType,
                     SmallVectorImpl<Type> &types) const {
    types.append(2, getArrayType(crdType));
  }
  void init(Attribute, const LevelSite &site, Value, ValueVector &state) const {
    Value crd = emitAlloc(site.builder, site.crdType, site.size);
    state.append({crd, emitAlloc(site.builder, site.crdType, site.size)});
  }
  Value useRowCounts(Attribute attr, const LevelSite &site, ValueVector &state,
                     Value, Value counts) const {
    ImplicitLocOpBuilder &b = site.builder;
    RowGroups rows(b, counts, site.size);
    Value crd = state[kCrd], where = state[kWhere];
    emitOrder(b, cast<level::PermutedAttr>(attr).getWindow(), site.size, rows,
              crd);
    Value ordered = emitAlloc(b, b.getI64Type(), emitLength(b, counts));
    emitFor(b, site.size, [&](Value place) {
      Value coordinate = emitLoadIndex(b, crd, place);
      emitStoreIndex(b, place, where, coordinate);
      Value from = rows.emitBegin(b, coordinate);
      Value to = rows.emitBegin(b, place);
      emitFor(b, rows.size, [&](Value row) {
        Value count =
            emitLoadIndex(b, counts, arith::AddIOp::create(b, from, row));
        emitStoreIndex(b, count, ordered, arith::AddIOp::create(b, to, row));
      });
    });
    return ordered;
  }
  void scan(Attribute, const LevelSite &, ValueVector &, Value) const {}
  Value insertCoord(Attribute, const LevelSite &site, ValueVector &state, Value,
                    ValueRange coords) const {
    return emitCoordAt(site, state[kWhere], coords.back()).first;
  }
  Value size(Attribute, const LevelSite &site, ValueRange, Value) const {
    return site.size;
  }
  void finalize(Attribute, const LevelSite &, ValueRange state, Value,
                ValueVector &arrays) const {
    llvm::append_range(arrays, state);
  }

private:
  /// Stores the coordinates in their order: a number says for each in which
  /// window it is, and by how much its entries are fewer than the most.
  static void emitOrder(ImplicitLocOpBuilder &b, int64_t window, Value size,
                        const RowGroups &rows, Value crd) {
    Value numbers = emitAlloc(b, b.getI64Type(), size);
    Value most = emitFor(b, size, emitIndex(b, 0), [&](Value i, Value most) {
      Value sum = rows.emitSum(b, i);
      emitStoreIndex(b, sum, numbers, i);
      return arith::MaxSIOp::create(b, most, sum).getResult();
    });
    Value numCounts = arith::AddIOp::create(b, most, emitIndex(b, 1));
    Value length = emitIndex(b, window);
    // The product is larger than all numbers.
    (void)emitCheckedMul(b, size, numCounts);
    emitFor(b, size, [&](Value i) {
      Value first = arith::MulIOp::create(
          b, arith::DivUIOp::create(b, i, length), numCounts);
      Value less = arith::SubIOp::create(b, most, emitLoadIndex(b, numbers, i));
      emitStoreIndex(b, arith::AddIOp::create(b, first, less), numbers, i);
      emitStoreIndex(b, i, crd, i);
    });
    emitSort(b, size, numbers, crd);
    emitFree(b, numbers);
  }
};
} // namespace

void weft::registerPermutedEmitter(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, level::LevelDialect *) {
    attachEmitter<level::PermutedAttr, PermutedEmitter, LocateEmitterInterface,
                  AssemblyEmitterInterface, InsertEmitterInterface,
                  ScanEmitterInterface, RowUseEmitterInterface>(*context);
  });
}
