//===- LevelCountedOps.td - Counted assembly ---------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of assembly in two phases, which the thesis leaves to the
// symbolic and numeric kernels of section 5.4: entries are counted by parent,
// the counts are summed to the bounds of segments, and every entry is stored at
// its place. No state but arrays is shared between segments whose parents are
// known, so that segments may be counted and placed in any order.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_LEVEL_IR_LEVELCOUNTEDOPS_TD
#define WEFT_DIALECT_LEVEL_IR_LEVELCOUNTEDOPS_TD

include "weft/Dialect/Level/IR/LevelOps.td"

def Level_CountOp : Level_BuilderOp<"count"> {
  let summary = "Counts the children of a parent";
  let description = [{
    Sets the number of coordinates of the segment of the parent. Without this
    operation, a segment is empty; the last one for a parent holds. Requires
    append, and a level that is not branchless.

    ```mlir
    %b1 = level.count %b level 1 under %p of %n
        : !level.builder<tensor<?x?xf64, #CSR>, count>
    ```
  }];
  let arguments = (ins Level_CountingBuilder:$state, I64Attr:$level,
                       Index:$parent, Index:$children);
  let assemblyFormat = [{
    $state `level` $level `under` $parent `of` $children attr-dict
    `:` type($state)
  }];
}

def Level_ScanOp : Level_Op<"scan", [
    TypesMatchWith<"the next builder places in the tensor that is counted",
      "state", "next", "::weft::level::BuilderType::get("
      "::llvm::cast<::weft::level::BuilderType>($_self).getTensor(), "
      "::weft::level::Assembly::Place)">]> {
  let summary = "Turns counts into the bounds of segments";
  let description = [{
    Ends the first phase: sums the counts of all levels and takes memory for
    exactly the coordinates and components that were counted. The components are
    the fill where levels are inserted into, and not defined where every
    component is placed.

    With `scattered`, segments are filled by `level.take_child`, which takes all
    children that were counted, and not where `level.begin` says that they are.
    The bounds are complete when the last child is taken. Requires scatter of
    the first level that is appended to.

    ```mlir
    %c = level.scan %b : !level.builder<tensor<?x?xf64, #CSR>, count>
    %d = level.scan %e scattered
        : !level.builder<tensor<?x?xf64, #CSC>, count>
    ```
  }];
  let arguments = (ins Level_CountingBuilder:$state, UnitAttr:$scattered);
  let results = (outs Level_PlacingBuilder:$next);
  let assemblyFormat = [{
    $state (`scattered` $scattered^)? attr-dict `:` type($state)
  }];
  let hasVerifier = 1;
}

def Level_BeginOp : Level_Op<"begin", [MemoryEffects<[MemRead]>]> {
  let summary = "The position at which the segment of a parent begins";
  let description = [{
    The first position of the children of the parent; for a parent beyond all
    that were counted, the number of coordinates of the level. Requires append
    of a level whose parents have segments.

    ```mlir
    %q = level.begin %c level 1 under %p
        : !level.builder<tensor<?x?xf64, #CSR>, place>
    ```
  }];
  let arguments = (ins Level_PlacingBuilder:$state, I64Attr:$level,
                       Index:$parent);
  let results = (outs Index:$position);
  let assemblyFormat = [{
    $state `level` $level `under` $parent attr-dict `:` type($state)
  }];
  let hasVerifier = 1;
}

def Level_PlaceOp : Level_BuilderOp<"place"> {
  let summary = "Stores a coordinate at its position";
  let description = [{
    Stores the coordinate at a position of a segment that was counted; with a
    condition that is false, nothing is stored. Requires append.

    ```mlir
    %c1 = level.place %c level 1 at %q coord %j
        : !level.builder<tensor<?x?xf64, #CSR>, place>
    %c2 = level.place %c1 level 0 at %p coord %i if %nonempty
        : !level.builder<tensor<?x?xf64, #DCSR>, place>
    ```
  }];
  let arguments = (ins Level_PlacingBuilder:$state, I64Attr:$level,
                       Index:$position, Index:$coordinate,
                       Optional<I1>:$condition);
  let assemblyFormat = [{
    $state `level` $level `at` $position `coord` $coordinate
    (`if` $condition^)? attr-dict `:` type($state)
  }];
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Segments in any order of their parents
//===----------------------------------------------------------------------===//

def Level_AddChildOp : Level_BuilderOp<"add_child"> {
  let summary = "Counts one more child of a parent";
  let description = [{
    Says that the segment of the parent will hold one more coordinate. Parents
    may come in any order and again. Requires scatter, and that the levels above
    are full.

    ```mlir
    %b1 = level.add_child %b level 1 under %p
        : !level.builder<tensor<?x?xf64, #CSC>, count>
    ```
  }];
  let arguments = (ins Level_CountingBuilder:$state, I64Attr:$level,
                       Index:$parent);
  let assemblyFormat = [{
    $state `level` $level `under` $parent attr-dict `:` type($state)
  }];
}

def Level_AppendChildrenOp : Level_BuilderOp<"append_children"> {
  let summary = "Adds appended coordinates to the children of a parent";
  let description = [{
    Makes the first `count` coordinates that were appended to the level and have
    no parent yet children of the parent, besides those that it has. Parents
    come in order, but a segment may be appended in several runs. With `shared`,
    other threads may add to the same segment at the same time. Requires append
    and scatter, and that the levels above are full.

    ```mlir
    %b1 = level.append_children %b level 1 under %p count %n
        : !level.builder<tensor<?x?xf64, #CSR>>
    ```
  }];
  let arguments = (ins Level_AppendingBuilder:$state, I64Attr:$level,
                       Index:$parent, Index:$count, UnitAttr:$shared);
  let assemblyFormat = [{
    $state `level` $level `under` $parent `count` $count (`shared` $shared^)?
    attr-dict `:` type($state)
  }];
}

def Level_TakeChildOp : Level_BuilderOp<"take_child"> {
  let summary = "The position of the next child of a parent";
  let description = [{
    The position at which the next coordinate of the parent's segment is stored,
    which has the coordinates before already. In a structure that is kept, the
    position that the coordinate has there; the kernel ends if it has none.
    Requires scatter, and, where coordinates are placed, a scan that says so.

    ```mlir
    %c1, %q = level.take_child %c level 1 under %p coord %i
        : !level.builder<tensor<?x?xf64, #CSC>, place>
    ```
  }];
  let arguments = (ins Level_StructuredBuilder:$state, I64Attr:$level,
                       Index:$parent, Index:$coordinate);
  let results = (outs Level_BuilderType:$next, Index:$position);
  let assemblyFormat = [{
    $state `level` $level `under` $parent `coord` $coordinate attr-dict
    `:` type($state)
  }];
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

def Level_NoteEntryOp : Level_BuilderOp<"note_entry"> {
  let summary = "Notes an entry that will take a slot";
  let description = [{
    Tells a tensor in a format with slots the coordinates of an entry, those of
    all levels but that of the slots. What is noted is what the level that
    numbers the slots must know before it can: how many entries a row has, or
    which diagonals there are. Entries are noted in any order, each once.

    ```mlir
    %b1 = level.note_entry %b coords(%i, %j)
        : !level.builder<tensor<?x?xf64, #ELL>, count>
    ```
  }];
  let arguments = (ins Level_CountingBuilder:$state, Variadic<Index>:$coords);
  let assemblyFormat = [{
    $state `coords` `(` $coords `)` attr-dict `:` type($state)
  }];
}

def Level_NumberSlotsOp : Level_BuilderOp<"number_slots"> {
  let summary = "Numbers the slots of the entries that were noted";
  let description = [{
    Ends the notes where levels depend on the slots of entries, so that these
    are counted in their slots next: how many slots there are is a size of the
    tensor from then on, and entries can take theirs.

    ```mlir
    %b1 = level.number_slots %b
        : !level.builder<tensor<?x?xf64, #SDIA>, count>
    ```
  }];
  let arguments = (ins Level_CountingBuilder:$state);
  let assemblyFormat = "$state attr-dict `:` type($state)";
}

def Level_TakeSlotOp : Level_BuilderOp<"take_slot"> {
  let summary = "Gives an entry its slot";
  let description = [{
    The slot of an entry that was noted, in which its coordinates are then
    counted or inserted. Each entry takes its slot once in a phase, in any
    order.

    ```mlir
    %c1, %slot = level.take_slot %c coords(%i, %j)
        : !level.builder<tensor<?x?xf64, #ELL>, place>
    ```
  }];
  let arguments = (ins Level_NumberedBuilder:$state, Variadic<Index>:$coords);
  let results = (outs Level_BuilderType:$next, Index:$slot);
  let assemblyFormat = [{
    $state `coords` `(` $coords `)` attr-dict `:` type($state)
  }];
}

#endif // WEFT_DIALECT_LEVEL_IR_LEVELCOUNTEDOPS_TD
