//===- KeptTables.h - Tables that are left as they were taken ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table in which the entries of one row are combined has a place for each
// coordinate of a range, of which the row uses few. To fill it for each row
// would take longer than all else. What reads the row leaves what it has read
// as it was, so that the next row takes the same table.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_RUNTIME_KEPTTABLES_H
#define WEFT_LIB_RUNTIME_KEPTTABLES_H

#include "weft/Runtime/TensorABI.h"

#include <cstdint>

namespace weft {
namespace runtime {

/// The tables of one invocation; used by its thread alone. All words of one
/// that is not in use are its pattern.
class KeptTables {
public:
  /// A table with room for `bytes` bytes of a pattern; null if none is there.
  /// `grows` becomes whether a smaller one was.
  void *take(int64_t bytes, uint64_t pattern, bool &grows) {
    Table *small = nullptr;
    for (Table &table : tables) {
      if (!table.data || table.isUsed || table.pattern != pattern)
        continue;
      if (table.bytes >= bytes) {
        table.isUsed = true;
        return table.data;
      }
      small = &table;
    }
    // One that is too small makes room for the next.
    grows = small;
    if (small)
      drop(*small);
    return nullptr;
  }

  /// Keeps a table, in use, if there is room for one more.
  void add(void *data, int64_t bytes, uint64_t pattern) {
    Table *room = nullptr;
    for (Table &table : tables)
      if (!table.isUsed && (!room || !table.data))
        room = &table;
    if (!room)
      return;
    if (room->data)
      drop(*room);
    *room = {data, bytes, pattern, true};
  }

  /// Ends the use of a table; false if it is not kept.
  bool give(void *data) {
    Table *table = find(data);
    if (table)
      table->isUsed = false;
    return table;
  }

  /// The pattern of a table in use; null if it is not kept.
  const uint64_t *getPattern(void *data) const {
    const Table *table = const_cast<KeptTables *>(this)->find(data);
    return table ? &table->pattern : nullptr;
  }

  /// Frees all tables, none of which is in use.
  void clear() {
    for (Table &table : tables)
      if (table.data)
        drop(table);
  }

  /// How many entries tables have given to lists.
  int64_t getNumCollected() const { return numCollected; }
  void addCollected(int64_t number) { numCollected += number; }

private:
  struct Table {
    void *data = nullptr;
    int64_t bytes = 0;
    uint64_t pattern = 0;
    bool isUsed = false;
  };

  Table *find(void *data) {
    for (Table &table : tables)
      if (data && table.data == data)
        return &table;
    return nullptr;
  }

  void drop(Table &table) {
    weft_rt_free(table.data);
    table = Table();
  }

  Table tables[4];
  int64_t numCollected = 0;
};

/// Those of the invocation that runs; null if none does.
KeptTables *keptTables();

} // namespace runtime
} // namespace weft

#endif // WEFT_LIB_RUNTIME_KEPTTABLES_H
