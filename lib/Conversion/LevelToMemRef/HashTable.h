//===- HashTable.h - Search in open hash tables -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The search in the hash tables that TensorABI.h describes: those of hashed
// levels and those that an assembly needs for a while.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_HASHTABLE_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_HASHTABLE_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {

/// The slots of one table in an array of keys.
struct TableSegment {
  mlir::Value begin, end, size;
};

/// A slot and the key in it.
struct TableSlot {
  mlir::Value position, key;
};

/// Where the search for a key begins, in a table of any size: as many of the
/// lower bits as number its slots.
mlir::Value emitHash(mlir::ImplicitLocOpBuilder &b, mlir::Value key);

/// Searches a table, which has slots, for a key that is not negative: its slot
/// or the free slot where it belongs.
TableSlot emitSearchTable(mlir::ImplicitLocOpBuilder &b, mlir::Value keys,
                          const TableSegment &table, mlir::Value key);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_HASHTABLE_H
