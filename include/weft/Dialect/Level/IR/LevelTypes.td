//===- LevelTypes.td - Stored tensors and builders ---------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of a stored tensor and of a tensor under assembly.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_LEVEL_IR_LEVELTYPES_TD
#define WEFT_DIALECT_LEVEL_IR_LEVELTYPES_TD

include "weft/Dialect/Level/IR/LevelDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def Level_AssemblyEnum : I32EnumAttr<"Assembly",
    "what a kernel makes of a result", [
    I32EnumAttrCase<"Fused", 0, "fused">,
    I32EnumAttrCase<"Assemble", 1, "assemble">,
    I32EnumAttrCase<"Compute", 2, "compute">,
    I32EnumAttrCase<"TwoPhase", 3, "two_phase">,
    I32EnumAttrCase<"Count", 4, "count">,
    I32EnumAttrCase<"Place", 5, "place">,
    I32EnumAttrCase<"Reuse", 6, "reuse">]> {
  let cppNamespace = "::weft::level";
  let genSpecializedAttr = 0;
}

def Level_AssemblyAttr
    : EnumAttr<Level_Dialect, Level_AssemblyEnum, "assembly"> {
  let summary = "What a kernel makes of a result";
  let description = [{
    `fused` assembles the coordinates of a result and computes its values in one
    pass; `assemble` makes only the coordinates, with values that are the fill;
    `compute` keeps the structure of a result that was assembled before and only
    computes the values. `two_phase` makes the same as `fused` in two passes
    over the operands: `count` counts the entries of each segment, and `place`
    stores each entry at its place in arrays of the size that the counts sum to.
    `reuse` copies the structure of another tensor, of all its levels or the
    first ones, at whose positions components are stored. A kernel is `fused`,
    `assemble`, `compute` or `two_phase`; a builder is any but `two_phase`,
    which takes one that counts and one that places.

    ```mlir
    #level.assembly<compute>
    ```
  }];
  let assemblyFormat = "`<` $value `>`";
}

def Level_BoundEnum : I32EnumAttr<"Bound", "what is known of a size", [
    I32EnumAttrCase<"Exactly", 0, "exactly">,
    I32EnumAttrCase<"AtMost", 1, "at_most">,
    I32EnumAttrCase<"MultipleOf", 2, "multiple_of">]> {
  let cppNamespace = "::weft::level";
  let genSpecializedAttr = 0;
}

def Level_BoundAttr : EnumAttr<Level_Dialect, Level_BoundEnum, "bound"> {
  let summary = "What is known of a size";
  let description = [{
    A size is `exactly` a number, `at_most` a number or a `multiple_of` it.

    ```mlir
    #level.bound<at_most>
    ```
  }];
  let assemblyFormat = "`<` $value `>`";
}

def Level_WorkspaceEnum : I32EnumAttr<"Workspace",
    "how a workspace is stored", [
    I32EnumAttrCase<"Dense", 0, "dense">,
    I32EnumAttrCase<"Bitmap", 1, "bitmap">,
    I32EnumAttrCase<"SparseSet", 2, "sparse_set">,
    I32EnumAttrCase<"Hashed", 3, "hashed">,
    I32EnumAttrCase<"List", 4, "list">]> {
  let cppNamespace = "::weft::level";
  let genSpecializedAttr = 0;
}

def Level_WorkspaceAttr
    : EnumAttr<Level_Dialect, Level_WorkspaceEnum, "workspace"> {
  let summary = "How a workspace is stored";
  let description = [{
    `dense` and `bitmap` have a position for each component; `bitmap` marks the
    stored ones. `sparse_set` has a position for each stored component, and an
    index with an element for each coordinate. The memory of `hashed` and `list`
    is proportional to what is inserted: a hash table stores each component
    once, and a list has an entry for each update and is sorted.

    ```mlir
    #level.workspace<sparse_set>
    ```
  }];
  let assemblyFormat = "`<` $value `>`";
}

class Level_Type<string name, string typeMnemonic>
    : TypeDef<Level_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def Level_StorageType : Level_Type<"Storage", "storage"> {
  let summary = "The stored form of a tensor";
  let description = [{
    Read access to the arrays of a tensor in its format. A tensor without an
    encoding is stored densely in the order of its dimensions.

    ```mlir
    !level.storage<tensor<?x?xf64, #CSR>>
    ```
  }];
  let parameters = (ins "::mlir::RankedTensorType":$tensor);
  let builders = [TypeBuilderWithInferredContext<
      (ins "::mlir::RankedTensorType":$tensor),
      [{ return $_get(tensor.getContext(), tensor); }]>];
  let assemblyFormat = "`<` $tensor `>`";
  let extraClassDeclaration = [{
    FormatAttr getFormat();
    ::mlir::Type getElementType() { return getTensor().getElementType(); }
  }];
}

def Level_BuilderType : Level_Type<"Builder", "builder"> {
  let summary = "A tensor under assembly";
  let description = [{
    The mutable state of a tensor that is being assembled: its arrays, which may
    grow, and how much of them is used. Every operation that changes a builder
    takes it and returns the next state; an old state must not be used again.

    ```mlir
    !level.builder<tensor<?x?xf64, #CSR>>
    !level.builder<tensor<?x?xf64, #CSR>, compute>
    !level.builder<tensor<?x?xf64, #CSR>, count>
    ```
  }];
  let parameters = (ins "::mlir::RankedTensorType":$tensor,
    DefaultValuedParameter<"Assembly", "Assembly::Fused">:$assembly);
  let builders = [TypeBuilderWithInferredContext<
      (ins "::mlir::RankedTensorType":$tensor,
           CArg<"Assembly", "Assembly::Fused">:$assembly),
      [{ return $_get(tensor.getContext(), tensor, assembly); }]>];
  let assemblyFormat = "`<` $tensor (`,` $assembly^)? `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    FormatAttr getFormat();
    ::mlir::Type getElementType() { return getTensor().getElementType(); }
    bool isCounting() { return getAssembly() == Assembly::Count; }
    bool isPlacing() { return getAssembly() == Assembly::Place; }
    /// Whether its levels are assembled: the arrays of a structure that is
    /// reused are there, and come with no state of assembly.
    bool hasLevelState() { return getAssembly() != Assembly::Reuse; }
    /// Whether the coordinates of all segments have their places.
    bool hasStructure() {
      return isPlacing() || getAssembly() == Assembly::Compute;
    }
  }];
}

def Level_PartitionsType : Level_Type<"Partitions", "partitions"> {
  let summary = "A tensor under assembly by threads";
  let description = [{
    A builder that was forked, and the builders in which the parts of a parallel
    loop assemble what belongs behind it.

    ```mlir
    !level.partitions<tensor<?x?xf64, #DCSR>>
    !level.partitions<tensor<?x?xf64, #DCSR>, assemble>
    ```
  }];
  let parameters = (ins "::mlir::RankedTensorType":$tensor,
    DefaultValuedParameter<"Assembly", "Assembly::Fused">:$assembly);
  let assemblyFormat = "`<` $tensor (`,` $assembly^)? `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The type of the builder that was forked, and of that of each part.
    BuilderType getBuilder();
  }];
}

// What a builder must be for an operation to take it.
class Level_BuilderThat<string predicate, string summary>
    : ConfinedType<Level_BuilderType,
        [CPred<"::llvm::cast<::weft::level::BuilderType>($_self)." # predicate>],
        "a builder that " # summary>;
def Level_CountingBuilder : Level_BuilderThat<"isCounting()", "counts">;
def Level_PlacingBuilder : Level_BuilderThat<"isPlacing()", "places">;
def Level_AssemblingBuilder
    : Level_BuilderThat<"hasLevelState()", "reuses no structure">;
def Level_AppendingBuilder : ConfinedType<Level_BuilderType, [
    CPred<"::llvm::cast<::weft::level::BuilderType>($_self).hasLevelState()">,
    Neg<CPred<"::llvm::cast<::weft::level::BuilderType>($_self).isCounting()">>,
    Neg<CPred<"::llvm::cast<::weft::level::BuilderType>($_self).isPlacing()">>],
    "a builder that neither counts nor places nor reuses a structure">;
def Level_GrowingBuilder : ConfinedType<Level_BuilderType, [
    CPred<"::llvm::cast<::weft::level::BuilderType>($_self).hasLevelState()">,
    Neg<CPred<"::llvm::cast<::weft::level::BuilderType>($_self).isPlacing()">>],
    "a builder that does not place nor reuse a structure">;
def Level_StructuredBuilder : ConfinedType<Level_BuilderType, [
    CPred<"::llvm::cast<::weft::level::BuilderType>($_self).hasStructure()">],
    "a builder that places or keeps a structure">;
def Level_NumberedBuilder : ConfinedType<Level_BuilderType, [
    CPred<"::llvm::cast<::weft::level::BuilderType>($_self).isCounting() || "
          "::llvm::cast<::weft::level::BuilderType>($_self).isPlacing()">],
    "a builder that counts or places">;
def Level_UncountedBuilder : ConfinedType<Level_BuilderType, [
    Neg<CPred<"::llvm::cast<::weft::level::BuilderType>($_self).isCounting()">>],
    "a builder that does not count">;
def Level_UnplacedBuilder : ConfinedType<Level_BuilderType, [
    Neg<CPred<"::llvm::cast<::weft::level::BuilderType>($_self).isPlacing()">>],
    "a builder that does not place">;

#endif // WEFT_DIALECT_LEVEL_IR_LEVELTYPES_TD
