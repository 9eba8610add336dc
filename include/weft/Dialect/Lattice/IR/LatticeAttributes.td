//===- LatticeAttributes.td - Segments and points ----------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a coiteration says of each segment and of each lattice point (thesis,
// section 3.3), and of the splits that made its variable. What they have of
// values, the coiteration has as operands.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_LATTICE_IR_LATTICEATTRIBUTES_TD
#define WEFT_DIALECT_LATTICE_IR_LATTICEATTRIBUTES_TD

include "weft/Dialect/Lattice/IR/LatticeDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/CommonAttrConstraints.td"

class Lattice_Attr<string name, string attrMnemonic>
    : AttrDef<Lattice_Dialect, name> {
  let mnemonic = attrMnemonic;
  let genVerifyDecl = 1;
}

def Lattice_SegmentAttr : Lattice_Attr<"Segment", "segment"> {
  let summary = "One segment of a coiteration";
  let description = [{
    The consecutive levels of a stored tensor from `level` on, one for each of
    the variables that they are along, which are numbers of original variables
    of the coiteration or, one higher, of the coiterated variable itself. A
    segment that is `searched` is searched where it has no locate; one that is
    `strided` has the coordinates that are multiples of the stride, from an
    offset on.

    ```mlir
    #lattice.segment<"B2" level 1 along [0]>
    #lattice.segment<"A12" level 0 along [0, 1] searched>
    #lattice.segment<"b1" level 0 along [0] strided 2>
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$name, "int64_t":$firstLevel,
                        ArrayRefParameter<"int64_t">:$dimensions,
                        DefaultValuedParameter<"bool", "false">:$searched,
                        DefaultValuedParameter<"int64_t", "0">:$stride);
  let hasCustomAssemblyFormat = 1;
  let builders = [AttrBuilderWithInferredContext<
      (ins "::mlir::StringAttr":$name, "int64_t":$firstLevel,
           "::llvm::ArrayRef<int64_t>":$dimensions, CArg<"bool", "false">:$searched,
           CArg<"int64_t", "0">:$stride),
      [{ return $_get(name.getContext(), name, firstLevel, dimensions, searched,
                      stride); }]>];
  let extraClassDeclaration = [{
    int64_t getNumLevels() const { return getDimensions().size(); }
    int64_t getLastLevel() const {
      return getFirstLevel() + getNumLevels() - 1;
    }
    bool isShifted() const { return getStride() != 0; }
  }];
}

def Lattice_PointAttr : Lattice_Attr<"Point", "point"> {
  let summary = "One point of an iteration lattice";
  let description = [{
    The segments that are iterated over, by their numbers, and those that are
    located in. The universe has the number of segments as its number. A point
    may have unions of points, some point of each of which has what the point
    has.

    ```mlir
    #lattice.point<[0, 1]>
    #lattice.point<[2] locate [0]>
    #lattice.point<[0] any [[#lattice.point<[1]>, #lattice.point<locate [2]>]]>
    ```
  }];
  let parameters = (ins OptionalArrayRefParameter<"int64_t">:$iterators,
                        OptionalArrayRefParameter<"int64_t">:$locators,
                        OptionalArrayRefParameter<"::mlir::ArrayAttr">:$unions);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// Calls a function for this point and for those in its unions, until one
    /// call returns false; returns whether none has.
    bool all(::llvm::function_ref<bool(PointAttr)> function) const;
    /// Whether segments are enough for a point to apply.
    bool containsAll(::llvm::function_ref<bool(int64_t)> isPresent) const;
  }];
}

def Lattice_CopiesAttr : Lattice_Attr<"Copies", "copies"> {
  let summary = "Why a coiteration has one region for all points";
  let description = [{
    How many copies of statements a region for each point would have made, if
    they were counted, and how many it may make.

    ```mlir
    #lattice.copies<45, limit 32>
    #lattice.copies<limit 4096>
    ```
  }];
  let parameters = (ins OptionalParameter<"::std::optional<int64_t>">:$number,
                        "int64_t":$limit);
  let assemblyFormat = "`<` ($number^ `,` ` `)? `limit` $limit `>`";
}

def Lattice_PartAttr : Lattice_Attr<"Part", "part"> {
  let summary = "A split that a variable is a part of";
  let description = [{
    Whether the variable numbers the tiles of another one (`outer`) or the
    places in a tile (`inner`), and the name of that variable. The variable has
    at most `limit` values, or as many as the other one divided by `divisor`,
    rounded up. Neither is given where the tiles are cut at run time.

    ```mlir
    #lattice.part<outer of "i" divided by 32>
    #lattice.part<inner of "i" at most 32>
    #lattice.part<outer of "j">
    ```
  }];
  let parameters = (ins "bool":$outer, "::mlir::StringAttr":$whole,
                        OptionalParameter<"::std::optional<int64_t>">:$limit,
                        OptionalParameter<"::std::optional<int64_t>">:$divisor);
  let assemblyFormat = [{
    `<` custom<Role>($outer) `of` $whole (`at` `most` $limit^)?
    (`divided` `by` $divisor^)? `>`
  }];
}

def Lattice_SegmentArrayAttr
    : TypedArrayAttrBase<Lattice_SegmentAttr, "an array of segments">;
def Lattice_PointArrayAttr
    : TypedArrayAttrBase<Lattice_PointAttr, "an array of points">;
def Lattice_PartArrayAttr
    : TypedArrayAttrBase<Lattice_PartAttr, "an array of parts of splits">;

#endif // WEFT_DIALECT_LATTICE_IR_LATTICEATTRIBUTES_TD
