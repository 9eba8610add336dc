//===- LevelCollectOps.td - Segments in any order ----------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The coordinates of one segment of an appended level may come in any order,
// and each several times, while segments follow each other in the order of
// their parents: a hash table tells where a coordinate is that was appended
// before, and the segment is sorted when it is complete
// (docs/decisions/blocked-formats.md).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_LEVEL_IR_LEVELCOLLECTOPS_TD
#define WEFT_DIALECT_LEVEL_IR_LEVELCOLLECTOPS_TD

include "weft/Dialect/Level/IR/LevelOps.td"

def Level_CollectCoordOp : Level_Op<"collect_coord", [
    AllTypesMatch<["state", "next"]>, AllTypesMatch<["table", "nextTable"]>]> {
  let summary = "Appends a coordinate, unless it is in the segment";
  let description = [{
    The position of a coordinate in the segment that begins at `begin`, which is
    the last of the level. It is appended if it is not there, with components
    below that are the fill.

    The table is a builder of a dense vector of 64-bit integers that has this
    segment and those before it only; its fill is -1 and its length a power of
    two. It takes the hash of a coordinate to a position. One before `begin` is
    that of another segment, and as good as none: so nothing is cleared between
    segments. At least half of its places are free, for which it grows.

    Requires append and scatter of the level, and that the levels below are
    full.

    ```mlir
    %b1, %t1, %p = level.collect_coord %b level 1 coord %j from %q in %t
        : !level.builder<tensor<?x?xf64, #BCSR>>,
          !level.builder<tensor<?xi64, #Table>>
    ```
  }];
  let arguments = (ins Level_AppendingBuilder:$state, I64Attr:$level,
                       Index:$coordinate, Index:$begin,
                       Level_AppendingBuilder:$table);
  let results = (outs Level_BuilderType:$next, Level_BuilderType:$nextTable,
                      Index:$position);
  let assemblyFormat = [{
    $state `level` $level `coord` $coordinate `from` $begin `in` $table
    attr-dict `:` type($state) `,` type($table)
  }];
  let hasVerifier = 1;
}

def Level_SortSegmentOp : Level_BuilderOp<"sort_segment"> {
  let summary = "Sorts the last segment of a level";
  let description = [{
    Puts the coordinates from a position to the end of the level in order, and
    with them the components below. Requires append and scatter of the level,
    and that the levels below are full. The positions of the segment are not
    valid for the next state.

    ```mlir
    %b1 = level.sort_segment %b level 1 from %q
        : !level.builder<tensor<?x?xf64, #BCSR>>
    ```
  }];
  let arguments = (ins Level_AppendingBuilder:$state, I64Attr:$level,
                       Index:$begin);
  let assemblyFormat = [{
    $state `level` $level `from` $begin attr-dict `:` type($state)
  }];
}

#endif // WEFT_DIALECT_LEVEL_IR_LEVELCOLLECTOPS_TD
