//===- WeftAttributes.td - Attributes of loops -------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of loops and arrays, and how loops are executed.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_WEFTATTRIBUTES_TD
#define WEFT_DIALECT_WEFT_IR_WEFTATTRIBUTES_TD

include "weft/Dialect/Weft/IR/WeftDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def Weft_DistributionKind : I32EnumAttr<"DistributionKind",
    "whether it is settled beforehand which thread runs which iterations", [
    I32EnumAttrCase<"Static", 0, "static">,
    I32EnumAttrCase<"Dynamic", 1, "dynamic">]> {
  let cppNamespace = "::weft";
  let genSpecializedAttr = 0;
}

def Weft_DistributionAttr : AttrDef<Weft_Dialect, "Distribution"> {
  let mnemonic = "distribution";
  let summary = "How iterations that may run at the same time are handed out";
  let description = [{
    With `dynamic`, to whichever thread is free; with `static`, in turn. `chunk`
    iterations are handed out at a time; without a number, `static` gives each
    thread one partition, and `dynamic` one iteration at a time.

    ```mlir
    #weft.distribution<static>
    #weft.distribution<dynamic 64>
    ```
  }];
  let parameters = (ins EnumParameter<Weft_DistributionKind>:$kind,
                        OptionalParameter<"::std::optional<int64_t>">:$chunk);
  let assemblyFormat = "`<` custom<Partitions>($kind, $chunk) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    bool isDynamic() const { return getKind() == DistributionKind::Dynamic; }
  }];
}

def Weft_ArrayKind : I32EnumAttr<"ArrayKind", "the role of an array of a tensor", [
    I32EnumAttrCase<"Positions", 0, "positions">,
    I32EnumAttrCase<"Coordinates", 1, "coordinates">,
    I32EnumAttrCase<"Presence", 2, "presence">,
    I32EnumAttrCase<"Values", 3, "values">]> {
  let cppNamespace = "::weft";
  let genSpecializedAttr = 0;
}

def Weft_TensorArrayAttr : AttrDef<Weft_Dialect, "TensorArray"> {
  let mnemonic = "array";
  let summary = "The tensor, level and role of an array";
  let description = [{
    Stands as `weft.array` on the arguments of a function whose tensors have
    become arrays. `tensor` is the number of the tensor among the arguments of
    the function before that. The values of a tensor belong to no level. The
    function does not write an array that has a role.

    ```mlir
    func.func @kernel(
        %pos: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>},
        %val: memref<?xf64> {weft.array = #weft.array<0 values>})
    ```
  }];
  let parameters = (ins "int64_t":$tensor, "::std::optional<int64_t>":$level,
                        "::weft::ArrayKind":$kind);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Weft_ArrayNameAttr : AttrDef<Weft_Dialect, "ArrayName"> {
  let mnemonic = "array_name";
  let summary = "The name of an allocated array in remarks";
  let description = [{
    Stands in the location of an operation that allocates an array, which passes
    keep where they move or replace the operation. `tensor` is the result or
    workspace that the array belongs to, `role` which of its arrays it is. On an
    operation of the `level` dialect, the name is that of the tensor that is
    assembled. Remarks print the name; no transformation depends on it.

    ```mlir
    %a = memref.alloc(%n) : memref<?xf64>
        loc(fused<#weft.array_name<tensor = "w", role = "values">>["k":1:1])
    ```
  }];
  let parameters = (ins OptionalParameter<"::mlir::StringAttr">:$tensor,
                        OptionalParameter<"::mlir::StringAttr">:$role);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Weft_LevelSegmentAttr : AttrDef<Weft_Dialect, "LevelSegment"> {
  let mnemonic = "segment";
  let summary = "The segment of a level that a loop iterates";
  let description = [{
    A segment is the range of positions of a level below one parent position.
    `tensor` is the number of the tensor among the arguments of the function, as
    in `#weft.array`; it is missing if the function makes the tensor itself.

    | property | the coordinates of a segment |
    |---|---|
    | `ordered` | do not decrease |
    | `unique` | differ from each other |
    | `adjacent` | end where those of the next parent position begin |

    ```mlir
    #weft.segment<0 level 1 ordered unique adjacent>
    ```
  }];
  let parameters = (ins "::std::optional<int64_t>":$tensor, "int64_t":$level,
                        "bool":$ordered, "bool":$unique, "bool":$adjacent);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Weft_GPUUnit : I32EnumAttr<"GPUUnit", "a level of the hierarchy of a GPU", [
    I32EnumAttrCase<"Block", 0, "block">, I32EnumAttrCase<"Warp", 1, "warp">,
    I32EnumAttrCase<"Thread", 2, "thread">]> {
  let cppNamespace = "::weft";
  let genSpecializedAttr = 0;
}

def Weft_LoopAttr : AttrDef<Weft_Dialect, "Loop"> {
  let mnemonic = "loop";
  let summary = "What is known of a loop, and how it is executed";
  let description = [{
    The attribute `weft.loop` of an `scf.for`, or of the `scf.condition` of an
    `scf.while`, since upstream's type conversion replaces an `scf.while` by a
    new operation without attributes. Dropping the attribute is correct; the
    loop is then slower.

    | entry | says |
    |---|---|
    | `parallel(static)` | the iterations may run at the same time, and are distributed so |
    | `gpu(warp 8)` | the iterations may run at the same time on the units of a GPU, which are `block`, `warp` or `thread`; there are at most so many iterations, if that is known |
    | `vector(8)` | the lanes of a vector may run the iterations, of which there are at most so many; `vector` if that is not known |
    | `partial` | with `vector`: the iterations are lanes of one vector, perhaps not all; with `gpu(thread)`: the threads of a warp combine what adjacent iterations update in one component, before one of them updates it |
    | `optional` | with `parallel` or `vector`: the loop runs sequentially where that is not possible or does not pay |
    | `unroll(4)` | how many iterations become one |
    | `guard(8)` | the loop iterates a tile of so many coordinates, and has a version for full tiles |
    | `predicate(8)` | the loop iterates a tile of so many coordinates, and tests each |
    | `runs` | the iterations update elements at coordinates that increase, and most are adjacent |
    | `segments(<0 level 1 ordered unique adjacent>)` | the induction variable is a position of the segment; for an `scf.while`, the first carried values are positions of one segment each |
    | `intersection` | each iteration of the `scf.while` advances the segments to their next common coordinate |
    | `tiles(16)` | each iteration computes a tile of so many coordinates of a dimension |

    ```mlir
    scf.for %p = %begin to %end step %c1 {
      ...
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    ```
  }];
  let parameters = (ins
    OptionalParameter<"::weft::DistributionAttr">:$parallel,
    "::std::optional<::weft::GPUUnit>":$gpu, "int64_t":$gpuSize,
    "::std::optional<int64_t>":$vector, "bool":$partial, "bool":$optional,
    "int64_t":$unroll, "int64_t":$guard, "int64_t":$predicate, "bool":$runs,
    ArrayRefParameter<"::weft::LevelSegmentAttr">:$segments, "bool":$intersection,
    "int64_t":$tiles);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Weft_AppendedAttr : AttrDef<Weft_Dialect, "Appended"> {
  let mnemonic = "appended";
  let summary = "An array that the partitions of a loop append to";
  let description = [{
    Which of the values that a `weft.partitions` carries is the array, and which
    says how much of it there is. Appended entries come after the first `first`
    elements. If the array is `cleared`, elements behind those that were stored
    are zero, bit by bit.

    ```mlir
    #weft.appended<array = 2, length = 1, first = 0, cleared = false>
    ```
  }];
  let parameters = (ins "int64_t":$array, "int64_t":$length, "int64_t":$first,
                        "bool":$cleared);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Weft_LoweringConfigAttr : AttrDef<Weft_Dialect, "LoweringConfig"> {
  let mnemonic = "lowering_config";
  let summary = "Which transformations of loops over arrays are applied";
  let description = [{
    Each entry is an option of `LoweringConfig.h` and its value: a keyword, a
    number, a list of these, nothing for an option that is on or off, or `off`.
    Options that are not listed are off.

    The attribute `weft.lowering_config` of a module, a function or a loop holds
    for all loops inside. For each option, the innermost attribute that lists it
    takes precedence. Where no enclosing operation has the attribute, the
    options of the passes hold.

    ```mlir
    #weft.lowering_config<widen_tiles, vectorize_segments = masked, stream_stores = 16777216>
    #weft.lowering_config<stream_stores = off, prefetch_streams = [l2, 512]>
    ```
  }];
  let parameters = (ins "::mlir::DictionaryAttr":$entries);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The value of an option; null if it is not listed.
    ::mlir::Attribute lookup(LoweringOption option) const;
    /// The same configuration with another value of an option.
    LoweringConfigAttr with(LoweringOption option, ::mlir::Attribute value) const;
    /// A configuration that lists nothing.
    static LoweringConfigAttr getEmpty(::mlir::MLIRContext *context);
  }];
}

#endif // WEFT_DIALECT_WEFT_IR_WEFTATTRIBUTES_TD
