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

include "weft/Dialect/Lattice/IR/LatticeDialect.td"
include "weft/Dialect/Level/IR/LevelTypes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Lattice_Op<string mnemonic, list<Trait> traits = []>
    : Op<Lattice_Dialect, mnemonic, traits>;

def Lattice_CoiterateOp : Lattice_Op<"coiterate", [
    AttrSizedOperandSegments, RecursiveMemoryEffects,
    SingleBlockImplicitTerminator<"YieldOp">,
    DeclareOpInterfaceMethods<OpAsmOpInterface,
                              ["getAsmBlockArgumentNames"]>]> {
  let summary = "Coiterates the segments of one index variable";
  let description = [{
    Visits, in ascending order, the coordinates in `[lower, upper)` that are in
    the iteration domain, and executes one region for each.

    Each *segment* is one level of a stored tensor below a range of parent
    positions; the range has one position unless the level above is not
    unique. It has a name (`B2` is the second level of B) and, in parentheses,
    the coordinates of the levels above it. With `windowed`, segments may have
    coordinates outside of the bounds, and iteration starts at `lower` by
    search; otherwise all coordinates of the segments are inside.

    Each *point* lists the segments that are iterated and, after a bar, those
    that are located in; `U` is the universe of all coordinates in the bounds.
    Points are ordered so that a point comes before those below it. The loop of
    a point runs until one of its iterators is exhausted; then the next point
    below goes on. At a coordinate, the region of the first point applies all of
    whose segments have the coordinate; if there is none, the coordinate is
    passed over. A region's arguments are the coordinate, then for each segment
    of the point, in the order listed and without `U`, its position, as a range
    of two if the level is not unique, and then the carried values, which it
    yields.

    A *guarded* coiteration has one region for all of its points, and one loop,
    which coiterates all segments; a segment whose level is full and can be
    located in is located in. The region applies to the coordinates that all
    segments of some point have. Its arguments are the coordinate, for each
    segment its position, as above, and whether it has the coordinate, and the
    carried values; positions of segments that do not have it must not be used.
    Code does not grow with the number of points, which list only the smallest
    sets of segments that bring a coordinate into the domain.

    ```mlir
    lattice.coiterate "j" in %c0 to %n guarded over (...) {
      points [B2], [C2, D2] {
      ^bb0(%j: index, %pB: index, %hasB: i1, %pC: index, %hasC: i1,
           %pD: index, %hasD: i1):
        ...
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
                       Variadic<AnyType>:$inits,
                       StrArrayAttr:$segments,
                       DenseI64ArrayAttr:$levels,
                       ArrayAttr:$iterators,
                       ArrayAttr:$locators,
                       UnitAttr:$windowed,
                       UnitAttr:$guarded);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$bodies);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// The name of the universe among the segments of a point.
    static constexpr ::llvm::StringLiteral kUniverse = "U";

    unsigned getNumSegments() { return getStorages().size(); }
    unsigned getNumPoints() { return getIterators().size(); }
    /// The segments that a point iterates over, as indices; the universe is
    /// the number of segments.
    ::llvm::ArrayRef<int64_t> getIteratorsOf(unsigned point);
    /// The segments that a point locates in.
    ::llvm::ArrayRef<int64_t> getLocatorsOf(unsigned point);
    /// All segments of a point in the order of its region's arguments.
    ::llvm::SmallVector<int64_t> getSegmentsOf(unsigned point);
    /// The segments that have arguments in a region, in their order: those of
    /// its point or, if guarded, all.
    ::llvm::SmallVector<int64_t> getSegmentsOfRegion(unsigned region);
    /// The level type of a segment.
    ::weft::level::LevelTypeAttrInterface getLevelType(unsigned segment);
    /// Whether a region has two arguments for a segment, a range of positions.
    bool hasPositionRange(unsigned segment);
    /// The coordinates of the levels above a segment.
    ::mlir::OperandRange getCoordsOf(unsigned segment);
    /// Whether a guarded coiteration locates in a segment.
    bool isLocatedGuarded(unsigned segment) {
      return getLevelType(segment).isFull() &&
             getLevelType(segment).hasLocate();
    }
    /// The types of the arguments of a region.
    ::llvm::SmallVector<::mlir::Type> getRegionArgumentTypes(unsigned region);
    ::mlir::Block &getBlock(unsigned region) {
      return getBodies()[region].front();
    }
  }];
}

def Lattice_YieldOp : Lattice_Op<"yield", [Pure, Terminator, ReturnLike,
                                           ParentOneOf<["CoiterateOp"]>]> {
  let summary = "Ends the region of a lattice point";
  let description = [{
    Gives the carried values for the next coordinate.

    ```mlir
    lattice.yield %next : f64
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
  let builders = [OpBuilder<(ins), [{ (void)$_state; }]>];
}

#endif // WEFT_DIALECT_LATTICE_IR_LATTICEOPS_TD
