//===- PatternTypes.td - Arrays and pairs ------------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of arrays and pairs, the attribute of natural numbers, and how maps
// are executed.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_PATTERN_IR_PATTERNTYPES_TD
#define WEFT_DIALECT_PATTERN_IR_PATTERNTYPES_TD

include "weft/Dialect/Pattern/IR/PatternDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def Pattern_ArrayType : TypeDef<Pattern_Dialect, "Array"> {
  let mnemonic = "array";
  let summary = "Array whose elements may depend on their position";
  let description = [{
    `[T]_n`, or `[i -> T]_n` where the lengths in `T` depend on the position
    `i`. Elements are stored one behind the other: the address of element `i` is
    the sum of the sizes of those before. Types are equal if their lengths have
    the same normal form; the names of positions mean nothing.

    ```mlir
    !pattern.array<"n + 1" x i32>
    !pattern.array<"i < n" -> array<"i + 1" x f32>>
    ```
  }];
  // In the element, the position is `bound(0)`.
  let parameters = (ins "::weft::pattern::Nat":$length,
                        "::mlir::Type":$element);
  let builders = [TypeBuilderWithInferredContext<
      (ins "const ::weft::pattern::Nat &":$length, "::mlir::Type":$element),
      [{ return $_get(element.getContext(), length, element); }]>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The array whose elements all have the type `element`.
    static ArrayType getUniform(const Nat &length, ::mlir::Type element);

    /// The type of the element at a position.
    ::mlir::Type getElementAt(const Nat &position) const;

    /// Whether the type of an element depends on its position.
    bool isDependent() const;
  }];
}

def Pattern_PairType : TypeDef<Pattern_Dialect, "Pair"> {
  let mnemonic = "pair";
  let summary = "Two values";
  let description = [{
    In an array, the two values stand beside each other.

    ```mlir
    !pattern.pair<i32, f32>
    ```
  }];
  let parameters = (ins "::mlir::Type":$first, "::mlir::Type":$second);
  let builders = [TypeBuilderWithInferredContext<
      (ins "::mlir::Type":$first, "::mlir::Type":$second),
      [{ return $_get(first.getContext(), first, second); }]>];
  let assemblyFormat = "`<` custom<Data>($first) `,` custom<Data>($second) `>`";
}

def Pattern_NatAttr : AttrDef<Pattern_Dialect, "Nat"> {
  let mnemonic = "nat";
  let summary = "Natural-number expression";
  let description = [{
    Variables, literals, `+`, `-`, `*`, `/`, `mod`, `min(a, b)`, conditionals
    `a == b ? c : d` and `a < b ? c : d`, sums `sum(k < n, e)`, and `toNat(e)`
    of elements `a@i` of integer arrays. A difference must not be negative, and
    a divisor not be zero.

    ```mlir
    #pattern.nat<"toNat(offset@(i + 1) - offset@i)">
    ```
  }];
  let parameters = (ins "::weft::pattern::Nat":$value);
  let hasCustomAssemblyFormat = 1;
}

def Pattern_MappingEnum : I32EnumAttr<"Mapping",
    "how the elements of a map are computed", [
    I32EnumAttrCase<"Any", 0, "any">, I32EnumAttrCase<"Seq", 1, "seq">,
    I32EnumAttrCase<"Par", 2, "par">, I32EnumAttrCase<"Vec", 3, "vec">,
    I32EnumAttrCase<"Workgroup", 4, "workgroup">,
    I32EnumAttrCase<"Local", 5, "local">]> {
  let cppNamespace = "::weft::pattern";
  let genSpecializedAttr = 0;
}
def Pattern_MappingAttr
    : EnumAttr<Pattern_Dialect, Pattern_MappingEnum, "mapping"> {
  let assemblyFormat = "`<` $value `>`";
}

#endif // WEFT_DIALECT_PATTERN_IR_PATTERNTYPES_TD
