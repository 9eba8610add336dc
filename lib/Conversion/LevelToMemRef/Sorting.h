//===- Sorting.h - Sorting in emitted code ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime sorts and finds equal entries: by one routine each for every list
// and width of coordinates.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_SORTING_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_SORTING_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

/// Sorts `count` entries by arrays of coordinates, the first being the most
/// significant, and with them the values, unless they are null.
void emitSort(mlir::ImplicitLocOpBuilder &b, mlir::Value count,
              llvm::ArrayRef<mlir::Value> keys, mlir::Value values = nullptr);

/// An array with the address and the width of each array of coordinates, and,
/// if asked for, room for the box that they lie in.
mlir::Value emitAddresses(mlir::ImplicitLocOpBuilder &b,
                          llvm::ArrayRef<mlir::Value> keys, bool withBox);

/// Puts the coordinates of `count` entries in order, each once, and stores in
/// `places` where that of each entry is, negated bit by bit if it is the first
/// there. Returns how many are left; a negative number if entries are in order
/// already, each once, and no place was stored.
mlir::Value emitRank(mlir::ImplicitLocOpBuilder &b, mlir::Value count,
                     int64_t numKeys, mlir::Value addresses,
                     mlir::Value places);

/// Combines equal ones of `count` entries where that leaves half of them or
/// less and the arrays, which have the length `room`, are at least half full.
/// `addresses` tells the arrays of coordinates. Returns how many entries are
/// left. `combine` emits the value that two values become; it is not called if
/// `values` is null.
mlir::Value emitCombineEntries(
    mlir::ImplicitLocOpBuilder &b, mlir::Value count, mlir::Value room,
    int64_t numKeys, mlir::Value addresses, mlir::Value values,
    llvm::function_ref<mlir::Value(mlir::Value, mlir::Value)> combine);

/// Puts `count` entries in order and combines equal ones, in new memory for the
/// values, which may be null. Returns the values and how many entries are left.
std::pair<mlir::Value, mlir::Value> emitCombineSorted(
    mlir::ImplicitLocOpBuilder &b, mlir::Value count, int64_t numKeys,
    mlir::Value addresses, mlir::Value values,
    llvm::function_ref<mlir::Value(mlir::Value, mlir::Value)> combine);

/// Finds the box that `count` entries lie in. Returns how many places a table
/// of them has, or zero if it is not worth it. `room` is the length of arrays
/// that are full, and null if the list is complete.
mlir::Value emitFindBox(mlir::ImplicitLocOpBuilder &b, mlir::Value count,
                        int64_t numKeys, mlir::Value addresses,
                        mlir::Value room);

/// An array of a constant that is left as it is taken, if its pattern is known.
mlir::Value emitTable(mlir::ImplicitLocOpBuilder &b, mlir::Value length,
                      mlir::TypedAttr fill);
void emitFreeTable(mlir::ImplicitLocOpBuilder &b, mlir::Value table);

/// Reads the places of a table that have marks into the arrays whose addresses
/// are given, in order, and leaves none. `count` is of the entries that were
/// combined in it, whose coordinates these arrays have, or zero. Returns how
/// many are left.
mlir::Value emitCollect(mlir::ImplicitLocOpBuilder &b, mlir::Value count,
                        int64_t numKeys, mlir::Value addresses,
                        mlir::Value size, mlir::Value marks, mlir::Value table,
                        mlir::Value values);

/// Combines equal ones of `count` entries in a table with `size` places, which
/// leaves them in order. Returns how many are left. Places begin with the
/// identity, if there is an exact one.
mlir::Value emitCombineInTable(
    mlir::ImplicitLocOpBuilder &b, mlir::Value count,
    llvm::ArrayRef<mlir::Value> keys, mlir::Value addresses, mlir::Value size,
    mlir::Value values, mlir::TypedAttr identity,
    llvm::function_ref<mlir::Value(mlir::Value, mlir::Value)> combine);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_SORTING_H
