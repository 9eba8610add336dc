//===- LevelAttributes.td - Formats and level types --------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `#level.format` and the level types that are built in: those of thesis
// section 2.4, and others that other systems have.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_LEVEL_IR_LEVELATTRIBUTES_TD
#define WEFT_DIALECT_LEVEL_IR_LEVELATTRIBUTES_TD

include "weft/Dialect/Level/IR/LevelDialect.td"
include "weft/Dialect/Level/IR/LevelInterfaces.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/TensorEncoding.td"

class Level_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Level_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

class Level_LevelTypeAttr<string name, string attrMnemonic,
                          list<Trait> traits = []>
    : Level_Attr<name, attrMnemonic, !listconcat(
        [DeclareAttrInterfaceMethods<LevelTypeAttrInterface>], traits)>;

class Level_PlacedLevelTypeAttr<string name, string attrMnemonic,
                                list<Trait> traits = []>
    : Level_LevelTypeAttr<name, attrMnemonic, !listconcat(
        [DeclareAttrInterfaceMethods<PlacedLevelTypeAttrInterface>], traits)>;

def Level_DenseAttr : Level_LevelTypeAttr<"Dense", "dense"> {
  let summary = "Level type that stores every coordinate implicitly";
  let description = [{
    Encodes all coordinates of the dimension under every parent and stores
    nothing: the position of coordinate `i` under parent `p` is `p * N + i`.

    ```mlir
    #level.dense
    ```
  }];
}

def Level_CompressedAttr : Level_LevelTypeAttr<"Compressed", "compressed"> {
  let summary = "Level type that stores coordinates in a segmented vector";
  let description = [{
    The children of parent `p` are the coordinates `crd[pos[p]]` up to, but not
    including, `crd[pos[p + 1]]`. Without `nonunique` a coordinate occurs once
    under a parent; without `nonordered` the coordinates ascend.

    ```mlir
    #level.compressed
    #level.compressed<nonunique, nonordered>
    ```
  }];
  let parameters = (ins "bool":$unique, "bool":$ordered);
  let hasCustomAssemblyFormat = 1;
}

def Level_SingletonAttr : Level_LevelTypeAttr<"Singleton", "singleton"> {
  let summary = "Level type that stores one coordinate per parent";
  let description = [{
    Every parent position has exactly one child at the same position, with
    coordinate `crd[p]`. Below a non-unique level, `nonunique` says that equal
    paths may end here more than once, and `nonordered` that coordinates under
    equal ancestors need not ascend.

    ```mlir
    #level.singleton
    #level.singleton<nonunique>
    ```
  }];
  let parameters = (ins "bool":$unique, "bool":$ordered);
  let hasCustomAssemblyFormat = 1;
}

def Level_BitmapAttr : Level_LevelTypeAttr<"Bitmap", "bitmap"> {
  let summary = "Level type that marks which coordinates are stored";
  let description = [{
    Has a position for each coordinate of the dimension under every parent, as a
    dense level has: the position of coordinate `i` under parent `p` is `p * N +
    i`. The byte `present[p * N + i]` is not zero if the coordinate is stored.
    Coordinates are located, inserted in any order, and iterated in order, in
    time proportional to the dimension.

    ```mlir
    #level.bitmap
    ```
  }];
}

def Level_HashedAttr : Level_LevelTypeAttr<"Hashed", "hashed"> {
  let summary = "Level type that stores coordinates in hash tables";
  let description = [{
    The children of parent `p` are the coordinates that are not negative among
    `crd[pos[2 * p]]` up to, but not including, `crd[pos[2 * p + 1]]`, a table
    of a power of two of slots in which coordinates are found by hashing, or of
    none. Coordinates are located and inserted in any order in constant time,
    and iterated in no order, in time proportional to the slots.

    ```mlir
    #level.hashed
    ```
  }];
}

def Level_SparseSetAttr : Level_PlacedLevelTypeAttr<"SparseSet", "sparse_set"> {
  let summary = "Level type whose coordinates are inserted by an index";
  let description = [{
    The only level of a vector, whose coordinates `crd` ascend. They are
    inserted in any order in constant time: each takes the next position, and an
    index with an element for each coordinate of the dimension stores it. Other
    elements of the index may have any value (Briggs and Torczon, "An efficient
    representation for sparse sets"), so that the index is not initialized, and
    time is proportional to the inserted coordinates. When the tensor is
    complete, its entries are sorted and the index is freed.

    ```mlir
    #level.sparse_set
    ```
  }];
}

def Level_RangeAttr : Level_PlacedLevelTypeAttr<"Range", "range"> {
  let summary = "Level type that stores the rows of diagonals";
  let description = [{
    Under the parent with coordinate `s`, a slot, are the coordinates from
    `max(0, -offset[s])` up to, but not including, `min(N, M - offset[s])`,
    where `N` is the size of this dimension and `M` that of the level below,
    which is an offset level. The position of coordinate `i` under parent `p` is
    `p * N + i`, so that positions before and behind the range hold nothing.

    ```mlir
    #level.range
    ```
  }];
}

def Level_OffsetAttr
    : Level_PlacedLevelTypeAttr<"Offset", "offset",
                                [SlotOrderLevelTypeAttrInterface]> {
  let summary = "Level type that stores distances from the parent";
  let description = [{
    Every parent position has exactly one child at the same position. Its
    coordinate is the parent's plus `offset[s]`, where `s` is the coordinate of
    the level above the parent, a slot.

    ```mlir
    #level.offset
    ```
  }];
}

def Level_PaddedAttr
    : Level_LevelTypeAttr<"Padded", "padded",
                          [CountsRowsLevelTypeAttrInterface]> {
  let summary = "Level type that stores one coordinate per parent or none";
  let description = [{
    Every parent position has exactly one child, at the same position, with
    coordinate `crd[p]`, which is negative if nothing is stored there.

    ```mlir
    #level.padded
    ```
  }];
}

def Level_LooseCompressedAttr
    : Level_LevelTypeAttr<"LooseCompressed", "loose_compressed"> {
  let summary = "Level type that stores coordinates in segments with gaps";
  let description = [{
    The children of parent `p` are the coordinates `crd[pos[2 * p]]` up to, but
    not including, `crd[pos[2 * p + 1]]`. Segments may lie anywhere, with gaps
    between them. Without `nonunique` a coordinate occurs once under a parent;
    without `nonordered` the coordinates ascend.

    ```mlir
    #level.loose_compressed
    #level.loose_compressed<nonunique>
    ```
  }];
  let parameters = (ins "bool":$unique, "bool":$ordered);
  let hasCustomAssemblyFormat = 1;
}

def Level_ListedAttr : Level_LevelTypeAttr<"Listed", "listed"> {
  let summary = "Level type that stores coordinates in lists by their lengths";
  let description = [{
    A compressed level that stores how many children each parent has in place of
    where they are: those of parent `p` follow the `len[0] + ... + len[p - 1]`
    coordinates of the parents before. The sums are taken when the tensor is
    opened.

    ```mlir
    #level.listed
    ```
  }];
}

def Level_RunLengthAttr : Level_LevelTypeAttr<"RunLength", "run_length"> {
  let summary = "Level type in which neighbouring coordinates share a position";
  let description = [{
    The children of parent `p` are the runs `pos[p]` up to, but not including,
    `pos[p + 1]`, which ascend. A run is one position, and has the coordinates
    from `first[r]` to `last[r]`, whose components are equal. A coordinate is
    found by binary search.

    ```mlir
    #level.run_length
    ```
  }];
}

def Level_IntervalAttr : Level_LevelTypeAttr<"Interval", "interval"> {
  let summary = "Level type that stores the coordinates of an interval";
  let description = [{
    The children of parent `p` have the positions `pos[p]` up to, but not
    including, `pos[p + 1]`, and the coordinates from `first[p]` on.

    ```mlir
    #level.interval
    ```
  }];
}

def Level_StructuredAttr : Level_LevelTypeAttr<"Structured", "structured"> {
  let summary = "Level type with at most n coordinates below each parent";
  let description = [{
    The children of parent `p` are the coordinates at positions from `p * n` on,
    at most `n`, which ascend. Unused positions come last, and have a negative
    coordinate. With the remainders of a dimension by `m`, this stores
    at most `n` of each `m` neighbours.

    ```mlir
    #level.structured<2>
    ```
  }];
  let parameters = (ins "int64_t":$count);
  let assemblyFormat = "`<` $count `>`";
  let genVerifyDecl = 1;
}

def Level_BatchedAttr : Level_PlacedLevelTypeAttr<"Batched", "batched"> {
  let summary = "Level type that stores coordinates for each batch apart";
  let description = [{
    A compressed level for each coordinate of the outermost level, the batches,
    with the same capacity. The levels above it are full. With `n` parents in
    each of `m` batches and a capacity of `c` coordinates, the children of
    parent `p` in batch `b` are the coordinates `crd[b * c + pos[b * (n + 1) +
    p]]` up to, but not including, `crd[b * c + pos[b * (n + 1) + p + 1]]`.

    ```mlir
    #level.batched
    ```
  }];
}

def Level_PermutedAttr
    : Level_PlacedLevelTypeAttr<"Permuted", "permuted",
                                [MadeOfCountsLevelTypeAttrInterface]> {
  let summary = "Level type that stores all coordinates in another order";
  let description = [{
    The outermost level. It has all coordinates of the dimension, as a dense
    level has: `crd[p]` is the one at position `p`, and `where[i]` the position
    of coordinate `i`. Which order it is is up to who makes the tensor; what is
    read from a file or computed has the coordinates with more entries first, in
    each of the windows of so many coordinates.

    ```mlir
    #level.permuted<32>
    ```
  }];
  let parameters = (ins "int64_t":$window);
  let assemblyFormat = "`<` $window `>`";
  let genVerifyDecl = 1;
}

def Level_SlicedAttr
    : Level_PlacedLevelTypeAttr<"Sliced", "sliced",
                                [MadeOfCountsLevelTypeAttrInterface]> {
  let summary = "Level type whose parents have equally many coordinates";
  let description = [{
    The parents are in slices of `n`, the last of which may be smaller. Those of
    slice `s` have the coordinates from zero up to, but not including,
    `pos[s + 1] - pos[s]`, and the position of coordinate `k` below parent `p`
    is `(pos[s] + k) * n + p mod n`. The positions of one coordinate are
    adjacent.

    ```mlir
    #level.sliced<4>
    ```
  }];
  let parameters = (ins "int64_t":$rows);
  let assemblyFormat = "`<` $rows `>`";
  let genVerifyDecl = 1;
}

def Level_FormatAttr : Level_Attr<"Format", "format", [
    DeclareAttrInterfaceMethods<VerifiableTensorEncoding>,
    DeclareAttrInterfaceMethods<FormatAttrInterface>]> {
  let summary = "Tensor format: a level type for every level";
  let description = [{
    The encoding attribute of a `tensor`. It names the dimensions of the tensor,
    lists the levels from the outermost to the innermost as an expression of the
    dimensions and a level type, and fixes the widths in bits of positions and
    coordinates, of all levels or of each (32 unless said otherwise; signed),
    and the fill value, the value of every component that is not stored (zero
    unless said otherwise; a complex number is an array of two floats). In a
    `packed` format, whose last level has one coordinate for each position, that
    coordinate and the component are stored side by side, in one array of
    records.

    A level type of this dialect is written by its mnemonic, with its modifiers
    in parentheses; that of another dialect as the attribute itself.

    ```mlir
    #CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
    #CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
    #COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
    #Wide = #level.format<(i) -> (i : compressed), pos = 64, crd = 64>
    #Mixed = #level.format<(i, j) -> (i : compressed, j : compressed),
                           crd = [32, 8]>
    #Packed = #level.format<(i, j) -> (i : dense, j : compressed), packed>
    #MinPlus = #level.format<(i) -> (i : compressed),
                             fill = 0x7FF0000000000000 : f64>
    #BCSR = #level.format<(i, j) -> (i floordiv 2 : dense,
                                     j floordiv 2 : compressed,
                                     i mod 2 : dense, j mod 2 : dense)>
    ```

    One level may store no dimension but the `slot` of an entry: which of
    several coordinates it is that a level below stores one of for each parent.
    How many slots there are is a size of the stored tensor. A component is the
    sum of its entries in all slots if the fill is zero; otherwise it has one at
    most.

    ```mlir
    #DIA = #level.format<(i, j) -> (slot : dense, i : range, j : offset)>
    #ELL = #level.format<(i, j) -> (slot : dense, i : dense, j : padded)>
    ```
  }];
  let parameters = (ins
    "::mlir::AffineMap":$dimToLevel,
    ArrayRefParameter<"::mlir::Attribute">:$levelTypes,
    ArrayRefParameter<"unsigned">:$posWidths,
    ArrayRefParameter<"unsigned">:$crdWidths,
    "::mlir::Attribute":$fill,
    "bool":$packed);
  let builders = [
    AttrBuilder<(ins "::mlir::AffineMap":$dimToLevel,
                     "::llvm::ArrayRef<::mlir::Attribute>":$levelTypes,
                     CArg<"unsigned", "32">:$posWidth,
                     CArg<"unsigned", "32">:$crdWidth,
                     CArg<"::mlir::Attribute", "{}">:$fill), [{
      ::llvm::SmallVector<unsigned> posWidths(levelTypes.size(), posWidth);
      ::llvm::SmallVector<unsigned> crdWidths(levelTypes.size(), crdWidth);
      return $_get($_ctxt, dimToLevel, levelTypes,
                   ::llvm::ArrayRef<unsigned>(posWidths),
                   ::llvm::ArrayRef<unsigned>(crdWidths), fill,
                   /*packed=*/false);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The widths that a format has unless it says otherwise.
    static constexpr unsigned kDefaultWidth = 32;

    /// All modes dense, in order.
    static FormatAttr getDense(::mlir::MLIRContext *context, int64_t order);

    /// A coordinate list whose levels store the dimensions in the order `dims`.
    /// Its leaf is unique unless `uniqueLeaf` is false.
    static FormatAttr getCOO(::mlir::MLIRContext *context,
                             ::llvm::ArrayRef<int64_t> dims, bool uniqueLeaf);

    /// As above, whose levels store the expressions `levels` of `numDims`
    /// dimensions.
    static FormatAttr getCOO(::mlir::MLIRContext *context, int64_t numDims,
                             ::llvm::ArrayRef<LevelExpr> levels,
                             bool uniqueLeaf);

    int64_t getNumDims() { return getDimToLevel().getNumDims(); }
    int64_t getNumLevels() { return getDimToLevel().getNumResults(); }
    LevelTypeAttrInterface getLevelType(int64_t level);

    /// What `level` stores. A slot counts as one more dimension, behind those
    /// of the tensor.
    LevelExpr getLevelExpr(int64_t level);

    /// Whether `level` stores a slot.
    bool isSlotLevel(int64_t level) {
      return ::mlir::isa<::mlir::AffineSymbolExpr>(
          getDimToLevel().getResult(level));
    }

    /// How many levels store a slot: none or one.
    int64_t getNumSlots() { return getDimToLevel().getNumSymbols(); }

    /// How many sizes a stored tensor has: those of its dimensions and the
    /// number of slots.
    int64_t getNumSizes() { return getNumDims() + getNumSlots(); }

    /// Whether a tensor can be assembled in this format: whether all levels can
    /// be appended to or inserted into and, of a format with slots, one of them
    /// numbers the slots.
    bool isAssembled();

    /// Whether coordinates of `level` may come in any order while a tensor is
    /// assembled: slots are numbered, so that they always do.
    bool takesAnyOrder(int64_t level);

    /// Whether the entries of a tensor in a format with slots are counted in
    /// `level` before they are stored, when the slots are numbered already.
    bool isCountedInSlots(int64_t level);
    /// Whether `level` is complete when entries are noted: its type is made of
    /// the counts of rows, and the format has them.
    bool isMadeOfCounts(int64_t level);
    /// Whether they are in any level.
    bool countsInSlots();

    /// The dimension that `level` stores, if the level stores one whole
    /// dimension; -1 for blocked levels and slots.
    int64_t getLevelDim(int64_t level);

    /// Whether every level stores one whole dimension and every dimension is
    /// stored by one level.
    bool isPermutation();

    /// Whether all levels are full and support locate.
    bool isAllDense();

    /// Whether it is that of an array: all levels are dense and store one whole
    /// dimension each.
    bool isPlain();

    /// Whether it is a list of coordinates, which may be sorted when all
    /// entries are there: of its levels, all but perhaps the last of several
    /// are not unique.
    bool isCoordinateList();

    /// Whether entries are appended in any order, several for a component, and
    /// sorted when all are there: a list without a level that is unique.
    /// A component is the sum of its entries.
    bool sortsEntries();

    /// Whether tensors in this format and in another have the same arrays for
    /// the same coordinates; their fills may differ.
    bool hasLevelsOf(FormatAttr other);
    /// Whether a level has the same arrays in both, wherever its dimension is.
    bool hasLevelOf(FormatAttr other, int64_t level);

    /// The types of the elements of a level's position and coordinate arrays.
    ::mlir::Type getPosType(int64_t level);
    ::mlir::Type getCrdType(int64_t level);
  }];
}

#endif // WEFT_DIALECT_LEVEL_IR_LEVELATTRIBUTES_TD
