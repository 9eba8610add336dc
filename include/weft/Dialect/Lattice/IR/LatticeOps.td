//===- LatticeOps.td - Coiteration -------------------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Coiteration of one index variable as an operation (thesis, sections 3.3
// and 5.2).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_LATTICE_IR_LATTICEOPS_TD
#define WEFT_DIALECT_LATTICE_IR_LATTICEOPS_TD

include "weft/Dialect/Lattice/IR/LatticeAttributes.td"
include "weft/Dialect/Level/IR/LevelTypes.td"
include "weft/Dialect/Weft/IR/WeftAttributes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Lattice_Op<string mnemonic, list<Trait> traits = []>
    : Op<Lattice_Dialect, mnemonic, traits>;

def Lattice_CoiterateOp : Lattice_Op<"coiterate", [
    AttrSizedOperandSegments, RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    SingleBlockImplicitTerminator<"YieldOp">,
    DeclareOpInterfaceMethods<RegionBranchOpInterface,
                              ["getEntrySuccessorOperands"]>,
    DeclareOpInterfaceMethods<OpAsmOpInterface,
                              ["getAsmBlockArgumentNames"]>]> {
  let summary = "Coiterates the segments of one index variable";
  let description = [{
    Visits, in ascending order, the coordinates in `[lower, upper)` that are in
    the iteration domain, and executes one region for each.

    Each *segment* is one level of a stored tensor, or several that follow each
    other, below a range of parent positions; the range has one position unless
    the level above is not unique. It has a name (`B2` is the second level of B)
    and, in parentheses, the coordinates of the levels above it. With
    `windowed`, segments may have coordinates outside of the bounds, and
    iteration starts at `lower` by search; otherwise all coordinates of the
    segments are inside.

    **Derived variables.** Segments are compared in the space of the variables
    that the tensors are indexed by. A variable that derives from them names
    them after `original`, and each region gets their coordinates before its
    own. There are three ways to derive, and `from` adds to all of them: the
    variable plus this value is what derives.

    - From one variable: it is the same coordinate. With `from`, the variable
      counts from the begin of a tile.
    - From several, with their sizes after `of`: it counts their combinations in
      row-major order (collapse). Coordinates are tuples and are compared
      lexicographically.
    - From the coordinates of a segment, which is named after `positions of`: it
      is a position of the last level of this segment, and the bounds are
      bounds of positions. Positions outside of the segment are passed over.
      Every point iterates over the segment, the others start at its first
      coordinate.

    A segment has one level for each original variable, in their order, or says
    after `along` which variables its levels store. One that has not all of
    them, or has them in another order, is located in; so is one along the
    variable itself, except that in place of one original variable its
    coordinates count from `from` and can be iterated over. To locate in a
    segment marked `searched`, levels without locate are searched.

    **Parts.** `parts`, behind the regions, lists the splits that the variable
    is a part of: first that of which it is a part itself, then that of which
    the variable of that split is a part, and so on. The last one, which
    is no part of a split, is the whole. The loops of all parts
    together visit the values of the whole. `print-explanation` reads costs from
    it; it has no effect on the generated code.

    ```mlir
    lattice.coiterate "i1" in %c0 to %left over () {
      point [U] {
      ^bb0(%i1: index):
        ...
      }
    } {parts = [#lattice.part<inner of "i" at most 32>]}
    ```

    **Shifted segments.** A segment may have other coordinates than those that
    are resolved, times its *stride* and from its *offset* on: with `strided 2
    from %o`, the coordinate at `i` is `2 * i + o`. It is iterated over, from
    where a search for the first coordinate in the bounds ends, and what lies
    between its strides is passed over. Its one level has ordered position
    iterate.

    ```mlir
    lattice.coiterate "i" in %c0 to %n
        over (b1 = %b level 0 strided 2 from %o under %c0 to %c1 coords()
                  : !level.storage<tensor<?xf64, #Sparse>>) {
      point [b1] {
      ^bb0(%i: index, %pb1: index):
        ...
      }
    }
    ```

    The coordinates of the upper levels of a segment with several are found
    once, and then tracked: while the children of a position end at or before
    the current position, it moves on.

    ```mlir
    lattice.coiterate "j1" original ("j") from %tile in %c0 to %size windowed
        over (b1 = %b level 0 under %c0 to %c1 coords()
                  : !level.storage<tensor<?xf64, #Sparse>>) {
      point [b1] {
      ^bb0(%j: index, %j1: index, %pb1: index):
        ...
      }
    }
    lattice.coiterate "f" original ("i", "j") of (%m, %n) in %c0 to %mn
        over (B12 = %B level 0 to 1 under %c0 to %c1 coords()
                  : !level.storage<tensor<?x?xf64, #COO>>,
              C12 = %C level 0 to 1 under %c0 to %c1 coords()
                  : !level.storage<tensor<?x?xf64, #CSR>>) {
      point [B12, C12] {
      ^bb0(%i: index, %j: index, %f: index, %pB12: index, %pC12: index):
        ...
      }
      ...
    }
    lattice.coiterate "p" positions of A12 original ("i", "j") in %lo to %hi
        over (A12 = %A level 0 to 1 under %c0 to %c1 coords()
                  : !level.storage<tensor<?x?xf64, #CSR>>,
              x1 = %x level 0 along ("j") searched under %c0 to %c1 coords()
                  : !level.storage<tensor<?xf64, #Sparse>>) {
      point [A12 | x1] {
      ^bb0(%i: index, %j: index, %p: index, %pA12: index, %px1: index):
        ...
      }
    }
    ```

    **Points.** Each *point* lists the segments that are iterated and, after a
    bar, those that are located in; `U` is the universe of all coordinates in
    the bounds.
    Points are ordered so that a point comes before those below it. The loop of
    a point runs until one of its iterators is exhausted; then the next point
    below goes on. At a coordinate, the region of the first point applies, from
    the loop's own on, all of whose segments have the coordinate; if there is
    none, the coordinate is passed over. For this the points have to be closed:
    what two points list together is listed by a point, which may list full
    segments more. So that no loop starts over, a segment is iterated over by
    all points that list it or by none, and a point iterates over the universe,
    or something full, if one below it does.

    A region's arguments are the coordinates of the original variables, if there
    are any, and of the variable, then for each segment of the point, in the
    order listed and without `U`, its position, as a range of two if its last
    level is not unique, and then the carried values, which it yields. A run of
    equal coordinates that bounds of positions cut is handed over in partitions,
    and the variable is the position of the first.

    No region, or any of them, comes first, and after each may come any or none.
    (`LoopLikeOpInterface` knows carried values in one region only.)

    A *guarded* coiteration has one region for all of its points, and one loop,
    which coiterates all segments; a segment that can be located in and whose
    levels are full, or not ordered, or searched, or along variables that cannot
    be iterated over, is located in. The region applies to the coordinates that
    all segments of some point have. Its arguments are the coordinates, for each
    segment its position, as above, and whether it has the coordinate, and the
    carried values; positions of segments that do not have it must not be used.
    Code grows with the number of segments that its points name. They only have
    to decide which coordinates are in the domain, so that they may follow its
    expression: beside segments, a point may have *unions* of points in
    parentheses, some point of each of which has to apply as well. `copies` says
    why there is one region: how many copies of statements a region for each
    lattice point would have made, and the limit.

    ```mlir
    lattice.coiterate "j" in %c0 to %n guarded copies(45, limit 32) over (...) {
      points [B2], [C2, D2] {
      ^bb0(%j: index, %pB: index, %hasB: i1, %pC: index, %hasC: i1,
           %pD: index, %hasD: i1):
        ...
      }
    }
    // (a + b) * (c + d) * e
    lattice.coiterate "i" in %c0 to %n guarded over (...) {
      points [e1, ([a1], [b1]), ([c1], [d1])] {
        ...
      }
    }
    ```

    **Early exit.** `until` gives an integer for every carried value, or `unit`
    for one that may be any. As soon as the carried values are these numbers, no
    further coordinate is visited. The producer of the operation asserts that
    these values would not change any more, and that the other carried values
    are not used in that case.

    **Parallel iteration.** With `parallel`, the iterations may run at the same
    time. The producer of the operation asserts that no iteration uses what
    another one changes. The carried values are states of builders, which are
    independent of the order of the iterations. `parallel(dynamic 64)` hands out
    64 iterations at a time to whichever thread is free, `parallel(static 64)`
    in turn; without a number, `static` gives each thread one partition. There
    is one loop, whose number of steps is known when it begins, or one over
    positions that are in order, some of which have the same coordinate: their
    partitions end where another coordinate begins.

    Iterations append to the carried values whose numbers `partitions` lists.
    Each partition of the iterations appends to a separate builder, and the
    builders are concatenated in the order of the partitions.

    ```mlir
    %y1 = lattice.coiterate "i" in %c0 to %n parallel(static) over ()
        carry (%y : !level.builder<tensor<?xf64>>) {
      point [U] {
      ^bb0(%i: index, %state: !level.builder<tensor<?xf64>>):
        ...
        lattice.yield %next : !level.builder<tensor<?xf64>>
      }
    }
    ```

    With `optional`, iterations that cannot be divided run one after the other,
    and a loop that cannot have lanes has none; without it, both are errors.
    `config` lists transformations of the loops over arrays that differ from
    those of the module.

    **Unrolling.** With `unroll(4)`, four coordinates after each other are
    visited in one pass of the loop, as long as four are left. There is one
    loop, whose number of steps is known when it begins.

    ```mlir
    %y1 = lattice.coiterate "j1" in %c0 to %c8 unroll(4) over ()
        carry (%y : !level.builder<tensor<?xf64>>) {
      point [U] {
      ^bb0(%j1: index, %state: !level.builder<tensor<?xf64>>):
        ...
        lattice.yield %next : !level.builder<tensor<?xf64>>
      }
    }
    ```

    **Vectors.** With `vector`, the lanes of a vector visit coordinates after
    each other at the same time. The producer of the operation asserts that none
    uses what another one changes, except that they combine the carried values,
    by a combiner that is associative and commutative. `vector(8)` says that
    there are at most eight coordinates. There is one loop, whose number of
    steps is known when it begins.

    ```mlir
    %y1 = lattice.coiterate "j1" in %c0 to %c8 vector(8) over ()
        carry (%y : !level.builder<tensor<?xf64>>) {
      point [U] {
      ^bb0(%j1: index, %state: !level.builder<tensor<?xf64>>):
        ...
        lattice.yield %next : !level.builder<tensor<?xf64>>
      }
    }
    ```

    **Ends of tiles.** The coordinates of a tile are as many as its width, or
    fewer where the tile is the last one. With `guard(8)`, the loop is there
    twice, for tiles of just eight and for others. With `predicate(8)`, it has
    eight steps, of which those past the end do nothing. There is one loop,
    whose number of steps is known when it begins, and is at most that.

    ```mlir
    %y1 = lattice.coiterate "j1" in %c0 to %left guard(8) over ()
        carry (%y : !level.builder<tensor<?xf64>>) {
      point [U] {
      ^bb0(%j1: index, %state: !level.builder<tensor<?xf64>>):
        ...
        lattice.yield %next : !level.builder<tensor<?xf64>>
      }
    }
    ```

    **Galloping.** In the loop of a point, a coordinate counts only if all
    iterators of that point or of one below have it. Where each of these has
    several, no coordinate counts that is before the last iterator of each of
    them. With `gallop(r)`, iterators that are behind the first such coordinate
    move to it by exponential search instead of step by step, if the longest
    segment has at least `r` times as many positions as the shortest: that of an
    intersection or, of several, the one with most.

    ```mlir
    %any = lattice.coiterate "j" in %c0 to %n gallop(16)
        over (b1 = %b level 0 under %c0 to %c1 coords()
                  : !level.storage<tensor<?xi1, #Sparse>>,
              c1 = %c level 0 under %c0 to %c1 coords()
                  : !level.storage<tensor<?xi1, #Sparse>>)
        carry (%false : i1) until [true] {
      point [b1, c1] {
      ^bb0(%j: index, %pb: index, %pc: index, %acc: i1):
        ...
        lattice.yield %next : i1
      }
    }
    ```

    ```mlir
    %sum = lattice.coiterate "j" in %c0 to %n
        over (B2 = %B level 1 under %p to %q coords(%i)
                  : !level.storage<tensor<?x?xf64, #CSR>>,
              c1 = %c level 0 under %c0 to %c1 coords()
                  : !level.storage<tensor<?xf64, #Sparse>>)
        carry (%zero : f64) {
      point [B2, c1] {
      ^bb0(%j: index, %pB: index, %pc: index, %acc: f64):
        ...
        lattice.yield %next : f64
      }
    }
    ```
  }];
  let arguments = (ins StrAttr:$name, Index:$lower, Index:$upper,
                       Variadic<Level_StorageType>:$storages,
                       Variadic<Index>:$parentBegins,
                       Variadic<Index>:$parentEnds,
                       Variadic<Index>:$coords,
                       Variadic<Index>:$offsets,
                       Variadic<Index>:$sizes,
                       Optional<Index>:$base,
                       Variadic<AnyType>:$inits,
                       Lattice_SegmentArrayAttr:$segments,
                       Lattice_PointArrayAttr:$points,
                       OptionalAttr<StrArrayAttr>:$originals,
                       OptionalAttr<I64Attr>:$positions,
                       UnitAttr:$windowed,
                       UnitAttr:$guarded,
                       OptionalAttr<Lattice_CopiesAttr>:$copies,
                       OptionalAttr<ArrayAttr>:$exits,
                       OptionalAttr<I64Attr>:$gallop,
                       OptionalAttr<DenseI64ArrayAttr>:$partitions,
                       OptionalAttr<Weft_LoopAttr>:$loop,
                       UnitAttr:$pieces,
                       OptionalAttr<Weft_LoweringConfigAttr>:$config,
                       OptionalAttr<Lattice_PartArrayAttr>:$parts);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$bodies);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  // A variable that derives from no other. The operands of the segments come in
  // their order; there are coordinates for the levels above each, and offsets
  // for those that are shifted. Whoever builds fills the regions, as many as
  // there are points or, guarded, one.
  let builders = [OpBuilder<
      (ins "::mlir::StringAttr":$name, "::mlir::Value":$lower,
           "::mlir::Value":$upper,
           "::llvm::ArrayRef<::weft::lattice::SegmentAttr>":$segments,
           "::mlir::ValueRange":$storages, "::mlir::ValueRange":$parentBegins,
           "::mlir::ValueRange":$parentEnds, "::mlir::ValueRange":$coords,
           "::mlir::ValueRange":$offsets, "::mlir::ValueRange":$inits,
           "::llvm::ArrayRef<::weft::lattice::PointAttr>":$points,
           CArg<"bool", "false">:$guarded)>];
  let extraClassDeclaration = [{
    /// The name of the universe among the segments of a point.
    static constexpr ::llvm::StringLiteral kUniverse = "U";

    unsigned getNumSegments() { return getStorages().size(); }
    /// How the loops are executed.
    LoopInfo getLoopInfo() { return LoopInfo(getLoopAttr()); }
    void setLoopInfo(const LoopInfo &info);
    bool isParallel() { return getLoopInfo().parallel != nullptr; }
    unsigned getNumPoints() { return getPoints().size(); }
    SegmentAttr getSegment(unsigned segment) {
      return ::llvm::cast<SegmentAttr>(getSegments()[segment]);
    }
    PointAttr getPoint(unsigned point) {
      return ::llvm::cast<PointAttr>(getPoints()[point]);
    }
    /// The segments that a point iterates over, as indices; the universe is
    /// the number of segments.
    ::llvm::ArrayRef<int64_t> getIteratorsOf(unsigned point) {
      return getPoint(point).getIterators();
    }
    /// The segments that a point locates in.
    ::llvm::ArrayRef<int64_t> getLocatorsOf(unsigned point) {
      return getPoint(point).getLocators();
    }
    /// All segments of a point in the order of its region's arguments.
    ::llvm::SmallVector<int64_t> getSegmentsOf(unsigned point);
    /// The segments that have arguments in a region, in their order: those of
    /// its point or, if guarded, all.
    ::llvm::SmallVector<int64_t> getSegmentsOfRegion(unsigned region);
    /// The level types of a segment, from its first level to its last.
    ::llvm::SmallVector<::weft::level::LevelTypeAttrInterface>
    getLevelTypes(unsigned segment);
    /// The level type of the last level of a segment.
    ::weft::level::LevelTypeAttrInterface getLevelType(unsigned segment);
    /// Whether a region has two arguments for a segment, a range of positions.
    bool hasPositionRange(unsigned segment);
    /// The coordinates of the levels above a segment.
    ::mlir::OperandRange getCoordsOf(unsigned segment);

    /// The number of coordinates in the original space.
    unsigned getNumDimensions() {
      return getOriginals() ? getOriginals()->size() : 1;
    }
    /// Whether a segment has coordinates of the variable itself, which is not
    /// an original one.
    bool isAlongVariable(unsigned segment);
    /// Whether a segment has the coordinates that are resolved, in their order.
    bool hasAllDimensions(unsigned segment);
    /// Whether a segment has every coordinate.
    bool isFull(unsigned segment);
    /// What is added to the multiples; null if the segment is not shifted.
    ::mlir::Value getOffset(unsigned segment);
    /// Whether this is the segment whose positions the variable counts.
    bool isPositionSegment(unsigned segment) {
      return getPositions() && *getPositions() == segment;
    }
    /// Whether a guarded coiteration locates in a segment.
    bool isLocatedGuarded(unsigned segment);
    /// The same for a segment of all dimensions, by the properties of its
    /// levels: what can be merged is merged.
    static bool isLocatedGuarded(bool canLocate, bool isFull, bool isOrdered) {
      return canLocate && (isFull || !isOrdered);
    }
    /// The arguments of a region that are the carried values.
    ::mlir::Block::BlockArgListType getCarriedArguments(unsigned region);
    /// The types of the arguments of a region.
    ::llvm::SmallVector<::mlir::Type> getRegionArgumentTypes(unsigned region);
    ::mlir::Block &getBlock(unsigned region) {
      return getBodies()[region].front();
    }
  }];
}

def Lattice_ShareOp : Lattice_Op<"share", [
    RecursiveMemoryEffects, SingleBlockImplicitTerminator<"YieldOp">,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "Bounds of one of several partitions that have equal work";
  let description = [{
    The tuples of coordinates of the given sizes, in row-major order, are cut
    into `partitions` partitions that follow each other. The results number the
    first tuple of a partition, and the first behind it.

    The region tells how much work comes before a tuple, up to a constant. It is
    given every tuple up to the first one behind the last, whose first
    coordinate is the first size, and the others zero; it does not decrease. A
    partition begins with the first tuple before which there is its share of the
    work: for partition `p` of `n` that is `p/n` of it, rounded down. So no two
    partitions differ by more than the work of one tuple.

    ```mlir
    %begin, %end = lattice.share %partition of 8 in (%m, %n) {
    ^bb0(%i: index, %j: index):
      %b, %e = level.pos_bounds %A level 1 under %i to %i
          : !level.storage<tensor<?x?xf64, #CSR>>
      lattice.yield %b : index
    }
    ```
  }];
  let arguments = (ins Index:$partition,
                       ConfinedAttr<I64Attr, [IntPositive]>:$partitions,
                       Variadic<Index>:$sizes);
  let results = (outs Index:$begin, Index:$end);
  let regions = (region SizedRegion<1>:$work);
  let assemblyFormat = [{
    $partition `of` $partitions `in` `(` $sizes `)` $work attr-dict
  }];
  let hasRegionVerifier = 1;
}

def Lattice_YieldOp : Lattice_Op<"yield", [
    Pure, Terminator, ReturnLike, ParentOneOf<["CoiterateOp", "ShareOp"]>]> {
  let summary = "Ends the region of a lattice point or of a share";
  let description = [{
    Gives the carried values for the next coordinate, or the work before a
    tuple.

    ```mlir
    lattice.yield %next : f64
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
  let builders = [OpBuilder<(ins), [{ (void)$_state; }]>];
}

#endif // WEFT_DIALECT_LATTICE_IR_LATTICEOPS_TD
