//===- SingletonEmitter.cpp - Code of singleton levels ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of singleton levels (thesis, tables 2-13 and 2-14): the
// child of a parent is at the parent's position.
//
//===----------------------------------------------------------------------===//

#include "CoordinateArray.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"

using namespace mlir;
using namespace weft;

/// The array of a level, and what its state holds besides.
enum { kCrd, kCount };

namespace {
template <typename Base> struct SingletonEmitter : CoordinateOfParent<Base> {
  // Assembly.
  bool isSizeFixed(Attribute) const { return false; }
  void getStateTypes(Attribute, Type, Type crdType,
                     SmallVectorImpl<Type> &types) const {
    types.append({getArrayType(crdType), IndexType::get(crdType.getContext())});
  }
  void init(Attribute, const LevelSite &site, Value, ValueVector &state) const {
    ImplicitLocOpBuilder &b = site.builder;
    bool counts = site.assembly == level::Assembly::Count;
    Value room =
        counts ? emitIndex(b, 0) : emitInitialEntries(b, site.initialCapacity);
    state.append({emitAlloc(b, site.crdType, room), emitIndex(b, 0)});
  }
  void initFrom(Attribute, const LevelSite &site, ValueRange arrays,
                ValueVector &state) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value crd = emitCopy(b, arrays[kCrd]);
    state.append({crd, emitIndex(b, 0)});
  }
  Value next(Attribute, const LevelSite &, ValueRange state) const {
    return state[kCount];
  }
  unsigned getReservedArray(Attribute) const { return kCrd; }
  void keepCoords(Attribute, const LevelSite &, ValueVector &state,
                  Value count) const {
    state[kCount] = count;
  }
  void appendCoord(Attribute, const LevelSite &site, ValueVector &state,
                   Value coordinate) const {
    emitAppendCoord(site, state[kCrd], state[kCount], coordinate);
  }
  void appendEdges(Attribute, const LevelSite &, ValueVector &, Value, Value,
                   Value) const {}
  void beginPartition(Attribute, const LevelSite &site, ValueRange,
                      ValueVector &partition) const {
    ImplicitLocOpBuilder &b = site.builder;
    partition.append(
        {emitAlloc(b, site.crdType, emitIndex(b, kInitialCapacity)),
         emitIndex(b, 0)});
  }
  void reservePartitions(Attribute, const LevelSite &site, ValueVector &state,
                         Value, Value positions) const {
    emitReservePartitions(site, state[kCrd], state[kCount], positions);
  }
  void copyPartition(Attribute, const LevelSite &site, ValueRange state,
                     ValueRange partition, Value, Value, Value begin,
                     Value count) const {
    emitCopyRange(site.builder, partition[kCrd], emitIndex(site.builder, 0),
                  state[kCrd], begin, count);
  }
  void endPartition(Attribute, const LevelSite &site,
                    ValueRange partition) const {
    emitFree(site.builder, partition[kCrd]);
  }
  std::optional<unsigned> getCounter(Attribute) const { return kCount; }
  PartitionArrays getPartitionArrays(Attribute) const {
    return {{kCrd, /*isOfParents=*/false}};
  }
  // Every parent has one child, so that there is nothing to count.
  void scan(Attribute, const LevelSite &site, ValueVector &state,
            Value parentSize) const {
    state[kCount] = parentSize;
    emitReplaceCoords(site, state[kCrd], parentSize);
  }
  void place(Attribute, const LevelSite &site, ValueRange state, Value position,
             Value coordinate) const {
    emitStoreIndex(site.builder, coordinate, state[kCrd], position);
  }
  Value size(Attribute, const LevelSite &, ValueRange, Value parentSize) const {
    return parentSize;
  }
  void finalize(Attribute, const LevelSite &site, ValueRange state,
                Value parentSize, ValueVector &arrays) const {
    if (site.assembly == level::Assembly::Compute ||
        site.assembly == level::Assembly::Place)
      arrays.push_back(state[kCrd]);
    else
      arrays.push_back(emitPrefix(site.builder, state[kCrd], state[kCount]));
  }
};
} // namespace

void weft::registerSingletonEmitter(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, level::LevelDialect *) {
    attachEmitter<level::SingletonAttr, SingletonEmitter,
                  PositionsEmitterInterface, PositionIterateEmitterInterface,
                  SearchEmitterInterface, RecoverEmitterInterface,
                  AssemblyEmitterInterface, KeepEmitterInterface,
                  AppendEmitterInterface, RoomEmitterInterface,
                  ConcatenateEmitterInterface, ScanEmitterInterface,
                  PlaceEmitterInterface>(*context);
  });
}
