//===- LevelOps.td - The level functions as operations -----*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of the thesis (tables 2-13 and 2-14) as operations on
// stored tensors and builders. `level` arguments count from the outermost.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_LEVEL_IR_LEVELOPS_TD
#define WEFT_DIALECT_LEVEL_IR_LEVELOPS_TD

include "weft/Dialect/Level/IR/LevelAttributes.td"
include "weft/Dialect/Level/IR/LevelTypes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Level_Op<string mnemonic, list<Trait> traits = []>
    : Op<Level_Dialect, mnemonic, traits>;

// An operation that reads one level of a stored tensor. It must not move past a
// release of the tensor, nor past a change of a builder.
class Level_AccessOp<string mnemonic, list<Trait> traits = []>
    : Level_Op<mnemonic, !listconcat([MemoryEffects<[MemRead]>], traits)> {
  let hasVerifier = 1;
}

// An operation that takes a builder and returns its next state.
class Level_BuilderOp<string mnemonic, list<Trait> traits = []>
    : Level_Op<mnemonic, !listconcat([
        TypesMatchWith<"the state has the type of the builder", "state",
                       "next", "$_self">], traits)> {
  let results = (outs Level_BuilderType:$next);
  let hasVerifier = 1;
}

def Level_AnyStored : AnyTypeOf<[Level_StorageType, Level_BuilderType],
                                "a stored tensor or a builder">;
def Level_AnyValued : AnyTypeOf<[Level_StorageType, Level_UncountedBuilder],
                                "a stored tensor or a builder of components">;
def Level_Scalar : AnyTypeOf<[AnySignlessInteger, AnyFloat, AnyComplex, Index],
                             "a scalar">;

//===----------------------------------------------------------------------===//
// Tensors and their stored form
//===----------------------------------------------------------------------===//

def Level_OpenOp : Level_Op<"open", [Pure,
    TypesMatchWith<"storage is that of the tensor", "tensor", "storage",
      "::weft::level::StorageType::get("
      "::llvm::cast<::mlir::RankedTensorType>($_self))">]> {
  let summary = "Gives the stored form of a tensor";
  let description = [{
    ```mlir
    %s = level.open %A : tensor<?x?xf64, #CSR>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$tensor);
  let results = (outs Level_StorageType:$storage);
  let assemblyFormat = "$tensor attr-dict `:` type($tensor)";
}

def Level_ReleaseOp : Level_Op<"release"> {
  let summary = "Frees the arrays of a workspace";
  let description = [{
    Frees the memory of a stored tensor that this function assembled or received
    from a function that it calls, after the last use of the tensor. A function
    that releases an argument takes ownership of it from its caller.

    ```mlir
    level.release %w : tensor<?xf64, #COO>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$tensor);
  let assemblyFormat = "$tensor attr-dict `:` type($tensor)";
}

def Level_RequireOp : Level_Op<"require", [MemoryEffects<[MemWrite]>]> {
  let summary = "Ends the kernel unless a size is what is promised of it";
  let description = [{
    Code after it may rely on the promise.

    ```mlir
    level.require %n <exactly> 1024
    level.require %n <multiple_of> 8
    ```
  }];
  let arguments = (ins Index:$size, Level_BoundAttr:$bound,
                       ConfinedAttr<I64Attr, [IntPositive]>:$number);
  let assemblyFormat = "$size $bound $number attr-dict";
}

def Level_SizeOp : Level_Op<"size", [Pure]> {
  let summary = "The number of coordinates in the dimension of a level";
  let description = [{
    ```mlir
    %n = level.size %s level 1 : !level.storage<tensor<?x?xf64, #CSR>>
    ```
  }];
  let arguments = (ins Level_AnyStored:$stored, I64Attr:$level);
  let results = (outs Index:$size);
  let assemblyFormat = "$stored `level` $level attr-dict `:` type($stored)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Iterate and locate (table 2-13)
//===----------------------------------------------------------------------===//

def Level_PosBoundsOp : Level_AccessOp<"pos_bounds"> {
  let summary = "Positions of the children of a range of parents";
  let description = [{
    The positions `[begin, end)` that may have a parent in the range
    `[parent_begin, parent_end)`; the range has one parent unless the parent
    level is not unique, or nothing is stored there and it is empty. Requires
    position iterate or recover.

    ```mlir
    %b, %e = level.pos_bounds %s level 1 under %p to %q
        : !level.storage<tensor<?x?xf64, #CSR>>
    ```
  }];
  let arguments = (ins Level_StorageType:$storage, I64Attr:$level,
                       Index:$parentBegin, Index:$parentEnd);
  let results = (outs Index:$begin, Index:$end);
  let assemblyFormat = [{
    $storage `level` $level `under` $parentBegin `to` $parentEnd attr-dict
    `:` type($storage)
  }];
}

def Level_PosAccessOp : Level_AccessOp<"pos_access"> {
  let summary = "The coordinate stored at a position";
  let description = [{
    Whether a coordinate is stored at the position, and which. The ancestors'
    coordinates are given where the level type derives the coordinate from
    them. Requires position iterate.

    ```mlir
    %j, %found = level.pos_access %s level 1 at %p coords(%i)
        : !level.storage<tensor<?x?xf64, #CSR>>
    ```
  }];
  let arguments = (ins Level_StorageType:$storage, I64Attr:$level,
                       Index:$position, Variadic<Index>:$coords);
  let results = (outs Index:$coordinate, I1:$found);
  let assemblyFormat = [{
    $storage `level` $level `at` $position `coords` `(` $coords `)` attr-dict
    `:` type($storage)
  }];
}

def Level_CoordBoundsOp : Level_AccessOp<"coord_bounds"> {
  let summary = "Coordinates that may have the given ancestors";
  let description = [{
    The coordinates `[begin, end)` that may be stored below a parent, which
    exists, with the coordinates of the ancestors. Requires coordinate iterate.

    ```mlir
    %b, %e = level.coord_bounds %s level 1 under %p coords(%i)
        : !level.storage<tensor<?x?xf64, #Band>>
    ```
  }];
  let arguments = (ins Level_StorageType:$storage, I64Attr:$level,
                       Index:$parent, Variadic<Index>:$coords);
  let results = (outs Index:$begin, Index:$end);
  let assemblyFormat = [{
    $storage `level` $level `under` $parent `coords` `(` $coords `)` attr-dict
    `:` type($storage)
  }];
}

def Level_CoordAccessOp : Level_AccessOp<"coord_access"> {
  let summary = "The position of a coordinate of a coordinate iterator";
  let description = [{
    The position of the child of the parent with the last of the coordinates,
    and whether it exists. Requires coordinate iterate.

    ```mlir
    %p, %found = level.coord_access %s level 1 under %q coords(%i, %j)
        : !level.storage<tensor<?x?xf64, #Band>>
    ```
  }];
  let arguments = (ins Level_StorageType:$storage, I64Attr:$level,
                       Index:$parent, Variadic<Index>:$coords);
  let results = (outs Index:$position, I1:$found);
  let assemblyFormat = [{
    $storage `level` $level `under` $parent `coords` `(` $coords `)` attr-dict
    `:` type($storage)
  }];
}

def Level_LocateOp : Level_AccessOp<"locate"> {
  let summary = "The position of a coordinate";
  let description = [{
    The position of the child of the parent with the last of the coordinates,
    and whether it exists. Requires locate.

    ```mlir
    %p, %found = level.locate %s level 0 under %root coords(%i)
        : !level.storage<tensor<?x?xf64, #CSR>>
    ```
  }];
  let arguments = (ins Level_AnyStored:$stored, I64Attr:$level,
                       Index:$parent, Variadic<Index>:$coords);
  let results = (outs Index:$position, I1:$found);
  let assemblyFormat = [{
    $stored `level` $level `under` $parent `coords` `(` $coords `)` attr-dict
    `:` type($stored)
  }];
}

def Level_SearchOp : Level_AccessOp<"search"> {
  let summary = "The first position at or after a coordinate";
  let description = [{
    The first position in `[begin, end)` whose coordinate is not smaller than
    the given one, or `end`. The ancestors' coordinates are given as to
    `level.pos_access`. A search that gallops is expected to end near where it
    begins, and takes time logarithmic in the distance where the level stores
    its coordinates. Requires position iterate of an ordered level.

    ```mlir
    %p = level.search %s level 1 in %b to %e for %j coords(%i)
        : !level.storage<tensor<?x?xf64, #CSR>>
    ```
  }];
  let arguments = (ins Level_StorageType:$storage, I64Attr:$level,
                       Index:$begin, Index:$end, Index:$coordinate,
                       Variadic<Index>:$coords, UnitAttr:$gallops);
  let results = (outs Index:$position);
  let assemblyFormat = [{
    $storage `level` $level `in` $begin `to` $end `for` $coordinate
    `coords` `(` $coords `)` (`gallops` $gallops^)? attr-dict
    `:` type($storage)
  }];
  let hasFolder = 1;
}

def Level_ParentOfOp : Level_AccessOp<"parent_of"> {
  let summary = "The parent of a position";
  let description = [{
    The parent of a position, which is the one in `[begin, end)` of the level
    above whose `pos_bounds` have the position. For a position outside of the
    bounds of all of these parents the result is any index: nothing may be
    stored or read there, but `parent_of` may be asked for its parent. The
    operation itself reads nothing outside of the range, so that it may come
    before the test whether there is a position. This is how iteration over the
    positions of several levels finds the coordinates of the upper ones (thesis,
    section 5.2: the search that initializes collapsed variables). Requires
    recover.

    ```mlir
    %q = level.parent_of %s level 1 at %p under %b to %e
        : !level.storage<tensor<?x?xf64, #CSR>>
    ```
  }];
  let arguments = (ins Level_StorageType:$storage, I64Attr:$level,
                       Index:$position, Index:$parentBegin, Index:$parentEnd);
  let results = (outs Index:$parent);
  let assemblyFormat = [{
    $storage `level` $level `at` $position `under` $parentBegin `to` $parentEnd
    attr-dict `:` type($storage)
  }];
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

def Level_LoadOp : Level_Op<"load", [
    MemoryEffects<[MemRead]>,
    TypesMatchWith<"the component has the element type", "stored", "value",
                   "::weft::level::getElementTypeOf($_self)">]> {
  let summary = "Loads the component at a position of the last level";
  let description = [{
    ```mlir
    %v = level.load %s[%p] : !level.storage<tensor<?x?xf64, #CSR>>
    ```
  }];
  let arguments = (ins Level_AnyValued:$stored, Index:$position);
  let results = (outs Level_Scalar:$value);
  let assemblyFormat = "$stored `[` $position `]` attr-dict `:` type($stored)";
}

def Level_CombineOp : Level_Op<"combine", [
    MemoryEffects<[MemRead]>, SingleBlock,
    TypesMatchWith<"the component has the element type", "storage", "value",
                   "::weft::level::getElementTypeOf($_self)">]> {
  let summary = "Combines the components of a run of positions";
  let description = [{
    One component that is stored in the entries at `[begin, end)`, which is not
    empty: the entries are combined from the first to the last by the combiner,
    a region of the accumulator and the next entry that uses only its own
    values. This is how a component is read below a level that is not unique.

    ```mlir
    %v = level.combine arith.addf %s[%p to %q]
        : !level.storage<tensor<?xf64, #List>>
    ```
  }];
  let arguments = (ins Level_StorageType:$storage, Index:$begin, Index:$end);
  let regions = (region SizedRegion<1>:$combiner);
  let results = (outs Level_Scalar:$value);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def Level_YieldOp : Level_Op<"yield", [Pure, Terminator, ReturnLike,
                                       ParentOneOf<["CombineOp", "AtomicUpdateOp",
                                                    "ReserveEntriesOp",
                                                    "CombineEntriesOp"]>]> {
  let summary = "Ends a combiner";
  let description = [{
    ```mlir
    level.yield %sum : f64
    ```
  }];
  let arguments = (ins Level_Scalar:$value);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

//===----------------------------------------------------------------------===//
// Append and insert (table 2-14)
//===----------------------------------------------------------------------===//

def Level_InitOp : Level_Op<"init", [AttrSizedOperandSegments]> {
  let summary = "Begins the assembly of a tensor";
  let description = [{
    Begins to assemble a tensor with the given sizes of its modes
    (`append_init` and `insert_init` of all levels). Every component is the
    fill, or with `unfilled`, undefined until `level.fill_segment` or a store
    defines it. A `compute` builder takes the tensor whose structure it keeps,
    and a `reuse` builder one in the same format, but for the fill, of any type;
    or one whose first `levels` are those of its format, which is dense below
    them. Each position of these is that of a coordinate then: they are dense,
    compressed or singletons. The sizes are those of the structure where levels
    are kept.

    ```mlir
    %b = level.init(%m, %n) : !level.builder<tensor<?x?xf64, #CSR>>
    %c = level.init(%m, %n) keeping %C : tensor<?x?xf64, #CSR>
        -> !level.builder<tensor<?x?xf64, #CSR>, compute>
    %d = level.init(%m, %n) unfilled : !level.builder<tensor<?x?xf64>>
    %e = level.init(%m, %n) unfilled keeping %E levels 1
        : tensor<?x?xf64, #DCSR> -> !level.builder<tensor<?x?xf64, #Rows>, reuse>
    ```
  }];
  let arguments = (ins Variadic<Index>:$sizes,
                       Optional<AnyRankedTensor>:$structure,
                       UnitAttr:$unfilled,
                       OptionalAttr<I64Attr>:$levels);
  let results = (outs Level_UnplacedBuilder:$state);
  let builders = [
    OpBuilder<(ins "::mlir::Type":$state, "::mlir::ValueRange":$sizes), [{
      build($_builder, $_state, state, sizes, /*structure=*/{},
            /*unfilled=*/false, /*levels=*/nullptr);
    }]>];
  let assemblyFormat = [{
    `(` $sizes `)` (`unfilled` $unfilled^)?
    (`keeping` $structure^ (`levels` $levels^)? `:` type($structure) `->`):(`:`)?
    type($state) attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// How many levels are those of the structure.
    int64_t getNumKeptLevels() {
      return getLevels().value_or(
          getState().getType().getFormat().getNumLevels());
    }
  }];
}

def Level_FinalizeOp : Level_Op<"finalize", [
    TypesMatchWith<"the tensor is the builder's", "state", "tensor",
      "::llvm::cast<::weft::level::BuilderType>($_self).getTensor()">]> {
  let summary = "Ends the assembly of a tensor";
  let description = [{
    Ends the assembly (`append_finalize` and `insert_finalize`) and gives the
    tensor. With `sorting`, the entries of a coordinate list were appended in
    any order: they are sorted, stably. The list may hold a coordinate several
    times unless its leaf is unique. Levels without an order may be sorted as
    well. A structure that is reused is not.

    ```mlir
    %A = level.finalize %b : !level.builder<tensor<?x?xf64, #CSR>>
    %L = level.finalize %c sorting : !level.builder<tensor<?x?xf64, #List>>
    ```
  }];
  let arguments = (ins Level_UncountedBuilder:$state, UnitAttr:$sorting);
  let results = (outs AnyRankedTensor:$tensor);
  let assemblyFormat = [{
    $state (`sorting` $sorting^)? attr-dict `:` type($state)
  }];
  let hasVerifier = 1;
}

def Level_NextOp : Level_Op<"next", [MemoryEffects<[MemRead]>]> {
  let summary = "The position at which a level is appended to next";
  let description = [{
    The number of coordinates that were appended to the level, or counted, so
    far. Requires append.

    ```mlir
    %p = level.next %b level 1 : !level.builder<tensor<?x?xf64, #CSR>>
    ```
  }];
  let arguments = (ins Level_GrowingBuilder:$state, I64Attr:$level);
  let results = (outs Index:$position);
  let assemblyFormat = "$state `level` $level attr-dict `:` type($state)";
  let hasVerifier = 1;
}

def Level_AppendCoordOp : Level_BuilderOp<"append_coord"> {
  let summary = "Appends a coordinate to a level";
  let description = [{
    Stores the coordinate at the next position of the level; with a condition
    that is false, nothing is appended. Requires append.

    ```mlir
    %b1 = level.append_coord %b level 1 coord %j
        : !level.builder<tensor<?x?xf64, #CSR>>
    %b2 = level.append_coord %b1 level 0 coord %i if %nonempty
        : !level.builder<tensor<?x?xf64, #DCSR>>
    ```

    With `reserved`, `level.reserve_coords` has reserved the capacity, and the
    operation does not check it.
  }];
  let arguments = (ins Level_AppendingBuilder:$state, I64Attr:$level,
                       Index:$coordinate, Optional<I1>:$condition,
                       UnitAttr:$reserved);
  let assemblyFormat = [{
    $state `level` $level `coord` $coordinate (`if` $condition^)?
    (`reserved` $reserved^)? attr-dict `:` type($state)
  }];
  let hasFolder = 1;
}

def Level_ReserveCoordsOp : Level_BuilderOp<"reserve_coords"> {
  let summary = "Reserves capacity for appended coordinates";
  let description = [{
    Reserves capacity in the level for `count` further coordinates and, if it is
    the last level, in the array of components. Appends and stores that are
    marked `reserved` then need no check and no branch. Requires append.

    ```mlir
    %b1 = level.reserve_coords %b level 1 for %n
        : !level.builder<tensor<?x?xf64, #CSR>>
    ```

    For coordinates that are appended to several levels, as in a coordinate
    list, one check reserves capacity in all of them:

    ```mlir
    %b1 = level.reserve_coords %b level 0 to 1 for %n
        : !level.builder<tensor<?x?xf64, #COO>>
    ```
  }];
  let arguments = (ins Level_AppendingBuilder:$state, I64Attr:$level,
                       OptionalAttr<I64Attr>:$last, Index:$count);
  let assemblyFormat = [{
    $state `level` $level (`to` $last^)? `for` $count attr-dict
    `:` type($state)
  }];
  let extraClassDeclaration = [{
    /// The levels in which capacity is reserved.
    auto getLevels() {
      return ::llvm::seq<int64_t>(getLevel(), getLast().value_or(getLevel()) + 1);
    }
  }];
}

def Level_ReserveEntriesOp : Level_BuilderOp<"reserve_entries", [SingleBlock]> {
  let summary = "Reserves capacity for entries of a coordinate list";
  let description = [{
    Reserves capacity in all levels of a coordinate list, and in the array of
    components, for `count` further entries, as `level.reserve_coords` does. If
    the list is full, entries with equal coordinates are first combined in the
    order in which they were appended, if at most about half of the entries
    remain. The memory of a list is therefore proportional to its components and
    not to the appended entries. The combiner is a region of the accumulator and
    the next entry that uses only its own values. Readers of the list must
    combine entries by the same combiner.

    ```mlir
    %b1 = level.reserve_entries arith.addf %b for %n
        : !level.builder<tensor<?xf64, #List>>
    ```

    No entry keeps its position, and the list has no edges yet.
  }];
  let arguments = (ins Level_AppendingBuilder:$state, Index:$count);
  let regions = (region SizedRegion<1>:$combiner);
  let hasCustomAssemblyFormat = 1;
}

def Level_CombineEntriesOp : Level_BuilderOp<"combine_entries", [SingleBlock]> {
  let summary = "Combines the equal entries of a coordinate list";
  let description = [{
    Sorts the entries of a coordinate list and combines entries with equal
    coordinates in the order in which they were appended. The combiner is as for
    `level.reserve_entries`. This operation completes a list into which a
    reduction scatters; each component is then stored once.

    ```mlir
    %b1 = level.combine_entries arith.addf %b
        : !level.builder<tensor<?xf64, #List>>
    ```

    No entry keeps its position, and the list has no edges yet.
  }];
  let arguments = (ins Level_AppendingBuilder:$state);
  let regions = (region SizedRegion<1>:$combiner);
  let hasCustomAssemblyFormat = 1;
}

def Level_TakeEntriesOp : Level_BuilderOp<"take_entries"> {
  let summary = "Appends the entries of a table to a coordinate list";
  let description = [{
    Appends to an empty coordinate list of one level an entry for each element
    of a table whose mark is one (other marks are zero). The coordinate of an
    entry is `first` plus the index of the element, so that the entries are
    sorted and each component is stored once. Capacity for all marked elements
    must be reserved. The number of marks is a multiple of 64. The operation
    resets the marks to zero, and the elements to their values when the table
    was taken (`weft.table`).

    ```mlir
    %b1 = level.take_entries %b at %first from %marks, %table
        : !level.builder<tensor<?xf64, #List>>, memref<?xi8>, memref<?xf64>
    ```
  }];
  let arguments = (ins Level_AppendingBuilder:$state, Index:$first,
                       MemRefRankOf<[I8], [1]>:$marks,
                       MemRefRankOf<[AnyType], [1]>:$table);
  let assemblyFormat = [{
    $state `at` $first `from` $marks `,` $table attr-dict
    `:` type($state) `,` type($marks) `,` type($table)
  }];
}

def Level_AppendEdgesOp : Level_BuilderOp<"append_edges"> {
  let summary = "Connects appended coordinates to their parent";
  let description = [{
    Makes the coordinates at `[begin, end)` the children of the parent.
    Requires append.

    ```mlir
    %b1 = level.append_edges %b level 1 under %p from %q to %r
        : !level.builder<tensor<?x?xf64, #CSR>>
    ```
  }];
  let arguments = (ins Level_AppendingBuilder:$state, I64Attr:$level,
                       Index:$parent, Index:$begin, Index:$end);
  let assemblyFormat = [{
    $state `level` $level `under` $parent `from` $begin `to` $end attr-dict
    `:` type($state)
  }];
}

def Level_InsertCoordOp : Level_BuilderOp<"insert_coord"> {
  let summary = "Inserts a coordinate and gives its position";
  let description = [{
    Inserts the last of the coordinates under the parent, unless it is stored
    already, and returns its position. The component of a new coordinate is the
    fill. (In the thesis, `locate` returns the position to insert at. Here the
    insertion returns it with the next state, because a level that grows may
    move its entries.) Positions of the level that were obtained before are
    invalid for the next state, unless the level has a position for every
    coordinate. In the first of two phases, levels below count their coordinates
    at the position; in the second, the coordinate is already stored. Requires
    insert.

    ```mlir
    %b1, %p = level.insert_coord %b level 0 under %root coords(%i)
        : !level.builder<tensor<?xf64, #Bitmap>>
    ```
  }];
  let arguments = (ins Level_AssemblingBuilder:$state, I64Attr:$level,
                       Index:$parent, Variadic<Index>:$coords);
  let results = (outs Level_BuilderType:$next, Index:$position);
  let assemblyFormat = [{
    $state `level` $level `under` $parent `coords` `(` $coords `)` attr-dict
    `:` type($state)
  }];
}

def Level_ReserveOp : Level_BuilderOp<"reserve"> {
  let summary = "Reserves the segment of a new parent";
  let description = [{
    Reserves capacity for the segment of an appended parent position in the
    level, in all insert levels below it, and in the array of components. If all
    of these levels are dense, `level.fill_segment` fills the segment; otherwise
    this operation does. Required before a segment of an insert level below an
    append level is written.

    ```mlir
    %b1 = level.reserve %b level 1 under %p
        : !level.builder<tensor<?x?xf64, #RowBlocks>>
    ```
  }];
  let arguments = (ins Level_GrowingBuilder:$state, I64Attr:$level,
                       Index:$parent);
  let assemblyFormat = [{
    $state `level` $level `under` $parent attr-dict `:` type($state)
  }];
}

def Level_FillSegmentOp : Level_BuilderOp<"fill_segment"> {
  let summary = "Fills what is below a position";
  let description = [{
    Gives all components below a position of a level the fill. Requires that all
    levels below are dense.

    ```mlir
    %b1 = level.fill_segment %b level 0 at %p : !level.builder<tensor<?x?xf64>>
    ```
  }];
  let arguments = (ins Level_UncountedBuilder:$state, I64Attr:$level,
                       Index:$position);
  let assemblyFormat = [{
    $state `level` $level `at` $position attr-dict `:` type($state)
  }];
}

def Level_StoreOp : Level_BuilderOp<"store"> {
  let summary = "Stores a component at a position of the last level";
  let description = [{
    ```mlir
    %b1 = level.store %v, %b[%p] : f64, !level.builder<tensor<?x?xf64, #CSR>>
    ```

    With `reserved`, `level.reserve_coords` has reserved the position.
  }];
  let arguments = (ins Level_Scalar:$value, Level_UncountedBuilder:$state,
                       Index:$position, UnitAttr:$reserved);
  let assemblyFormat = [{
    $value `,` $state `[` $position `]` (`reserved` $reserved^)? attr-dict
    `:` type($value) `,` type($state)
  }];
}

def Level_AtomicUpdateOp : Level_Op<"atomic_update", [SingleBlock,
        TypesMatchWith<"the state has the type of the builder", "state",
                       "next", "$_self">]> {
  let summary = "Combines a value into a component atomically";
  let description = [{
    Combines a component at a position of the last level with a value in one
    atomic operation. The combiner is a region of
    the component and the value that uses only its own values. Threads update
    in any order.

    ```mlir
    %b1 = level.atomic_update arith.addf %v, %b[%p]
        : f64, !level.builder<tensor<?xf64>>
    ```

    The component is a number of 8 to 64 bits, or of two such, or a truth value.
  }];
  let arguments = (ins Level_Scalar:$value, Level_UncountedBuilder:$state,
                       Index:$position);
  let regions = (region SizedRegion<1>:$combiner);
  let results = (outs Level_BuilderType:$next);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

include "weft/Dialect/Level/IR/LevelCollectOps.td"
include "weft/Dialect/Level/IR/LevelCountedOps.td"
include "weft/Dialect/Level/IR/LevelPartitionOps.td"

#endif // WEFT_DIALECT_LEVEL_IR_LEVELOPS_TD
