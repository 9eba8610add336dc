//===- EntryPatterns.cpp - Lowering of entries of lists ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers what is done with a coordinate list as a whole while entries are
// appended to it (docs/decisions/coordinate-lists.md).
//
//===----------------------------------------------------------------------===//

#include "EntryFunctions.h"
#include "Patterns.h"
#include "Sorting.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::level;

namespace {
/// What entries of a list are stored in.
struct ListArrays {
  SmallVector<RoomEmitterInterface> rooms;
  /// The coordinates of each level and, if they are computed, the values.
  SmallVector<Value *> arrays;
  /// An entry has a coordinate in each level, so that all count alike; but each
  /// goes on with its own.
  SmallVector<Value> counts;
};
} // namespace

/// The arrays of a list under assembly; fails if its levels have no entries.
static FailureOr<ListArrays> getListArrays(ImplicitLocOpBuilder &b,
                                           const StorageLayout &layout,
                                           StorageParts &parts) {
  ListArrays list;
  for (int64_t level = 0, end = layout.getNumLevels(); level != end; ++level) {
    auto emitter = layout.getEmitter<AppendEmitterInterface>(level);
    auto room = layout.getEmitter<RoomEmitterInterface>(level);
    if (!emitter || !room)
      return failure();
    list.rooms.push_back(room);
    SmallVector<Value> &state = parts.levels[level];
    list.arrays.push_back(&state[room.getReservedArray()]);
    list.counts.push_back(
        emitter.next(layout.getSite(b, parts.sizes, level), state));
  }
  if (layout.getAssembly() == Assembly::Fused)
    list.arrays.push_back(&parts.values);
  return list;
}

namespace {
struct LowerReserveEntries : StoragePattern<ReserveEntriesOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(ReserveEntriesOp op, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override;
};
} // namespace

FailureOr<Replacements>
LowerReserveEntries::lower(ReserveEntriesOp op, OneToNOpAdaptor adaptor,
                           const StorageLayout &layout, StorageParts parts,
                           ImplicitLocOpBuilder &b) const {
  FailureOr<ListArrays> list = getListArrays(b, layout, parts);
  if (failed(list))
    return failure();
  int64_t numLevels = layout.getNumLevels();
  auto &[rooms, arrays, counts] = *list;

  Value more = adaptor.getCount().front();
  Value needed = arith::AddIOp::create(b, counts.front(), more);
  Value isFull;
  SmallVector<Value> before =
      llvm::map_to_vector(arrays, [](Value *array) { return *array; });
  for (Value array : before) {
    Value lacks =
        emitCompare(b, arith::CmpIPredicate::slt, emitLength(b, array), needed);
    isFull = isFull ? arith::OrIOp::create(b, isFull, lacks) : lacks;
  }
  SmallVector<Type> types(ValueRange(before).getTypes());
  types.append(numLevels, b.getIndexType());
  auto choice = scf::IfOp::create(b, types, isFull, /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(choice.thenBlock());
    func::FuncOp makeRoom = getEntriesFunction(b, ValueRange(before).getTypes(),
                                               numLevels, op.getCombiner());
    SmallVector<Value> arguments = before;
    arguments.append({counts.front(), more});
    ValueRange results =
        func::CallOp::create(b, makeRoom, arguments).getResults();
    // All arrays have one length, which LLVM can see.
    Value length = results.drop_back().back();
    SmallVector<Value> after =
        llvm::map_to_vector(results.drop_back(2), [&](Value array) {
          return emitPrefix(b, array, length);
        });
    after.append(numLevels, results.back());
    scf::YieldOp::create(b, after);
    b.setInsertionPointToStart(choice.elseBlock());
    before.append(counts);
    scf::YieldOp::create(b, before);
  }
  for (auto [array, result] : llvm::zip(arrays, choice.getResults()))
    *array = result;
  for (auto [level, room] : llvm::enumerate(rooms))
    room.keepCoords(layout.getSite(b, parts.sizes, level), parts.levels[level],
                    choice.getResult(arrays.size() + level));
  return Replacements{parts.flatten()};
}

namespace {
struct LowerCombineEntries : StoragePattern<CombineEntriesOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(CombineEntriesOp op, OneToNOpAdaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override;
};
} // namespace

FailureOr<Replacements>
LowerCombineEntries::lower(CombineEntriesOp op, OneToNOpAdaptor,
                           const StorageLayout &layout, StorageParts parts,
                           ImplicitLocOpBuilder &b) const {
  FailureOr<ListArrays> list = getListArrays(b, layout, parts);
  if (failed(list))
    return failure();
  SmallVector<Value> arguments =
      llvm::map_to_vector(list->arrays, [](Value *array) { return *array; });
  func::FuncOp combine =
      getCombineFunction(b, ValueRange(arguments).getTypes(),
                         layout.getNumLevels(), op.getCombiner());
  arguments.push_back(list->counts.front());
  ValueRange results = func::CallOp::create(b, combine, arguments).getResults();
  if (results.size() == 2)
    parts.values = results.front();
  for (auto [level, room] : llvm::enumerate(list->rooms))
    room.keepCoords(layout.getSite(b, parts.sizes, level), parts.levels[level],
                    results.back());
  return Replacements{parts.flatten()};
}

namespace {
struct LowerTakeEntries : StoragePattern<TakeEntriesOp> {
  using StoragePattern::StoragePattern;
  FailureOr<Replacements> lower(TakeEntriesOp op, OneToNOpAdaptor adaptor,
                                const StorageLayout &layout, StorageParts parts,
                                ImplicitLocOpBuilder &b) const override;
};
} // namespace

FailureOr<Replacements> LowerTakeEntries::lower(TakeEntriesOp op,
                                                OneToNOpAdaptor adaptor,
                                                const StorageLayout &layout,
                                                StorageParts parts,
                                                ImplicitLocOpBuilder &b) const {
  FailureOr<ListArrays> list = getListArrays(b, layout, parts);
  if (failed(list))
    return failure();
  Value addresses = emitAddresses(b, *list->arrays.front(), /*withBox=*/true);
  auto storeInBox = [&](Value number, int64_t at) {
    number = arith::IndexCastOp::create(b, b.getI64Type(), number);
    memref::StoreOp::create(b, number, addresses, emitIndex(b, at));
  };
  storeInBox(adaptor.getFirst().front(), 2);
  storeInBox(emitIndex(b, 1), 3);
  Value marks = adaptor.getMarks().front();
  // No list tells where marks are.
  Value left = emitCollect(b, emitIndex(b, 0), /*numKeys=*/1, addresses,
                           emitLength(b, marks), marks,
                           adaptor.getTable().front(), parts.values);
  memref::DeallocOp::create(b, addresses);
  RoomEmitterInterface room = list->rooms.front();
  room.keepCoords(layout.getSite(b, parts.sizes, 0), parts.levels.front(),
                  left);
  return Replacements{parts.flatten()};
}

void weft::populateEntryPatterns(const StorageTypeConverter &converter,
                                 RewritePatternSet &patterns) {
  patterns.add<LowerReserveEntries, LowerCombineEntries, LowerTakeEntries>(
      converter, patterns.getContext());
}
