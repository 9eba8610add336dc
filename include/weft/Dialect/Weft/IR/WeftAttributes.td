//===- WeftAttributes.td - Attributes of loops -------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How iterations are distributed, which foralls, coiterations and loops say
// alike.
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
    thread one part, and `dynamic` one iteration at a time.

    ```mlir
    #weft.distribution<static>
    #weft.distribution<dynamic 64>
    ```
  }];
  let parameters = (ins EnumParameter<Weft_DistributionKind>:$kind,
                        OptionalParameter<"::std::optional<int64_t>">:$chunk);
  let assemblyFormat = "`<` custom<Parts>($kind, $chunk) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    bool isDynamic() const { return getKind() == DistributionKind::Dynamic; }
  }];
}

def Weft_AppendedAttr : AttrDef<Weft_Dialect, "Appended"> {
  let mnemonic = "appended";
  let summary = "An array that the parts of a loop append to";
  let description = [{
    Which of the values that a `weft.parts` carries is the array, and which says
    how much of it there is. Appended entries come after the first `first`
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
    number, nothing for an option that is on or off, or `off`. Options that are
    not listed are off.

    The attribute `weft.lowering_config` stands on a module, a function or a loop
    and holds for all that is inside. An entry that stands further inside takes
    precedence. Where no operation around has the attribute, passes do what their
    own options say.

    ```mlir
    #weft.lowering_config<widen_tiles, vectorize_segments = masked, stream_stores = 16777216>
    #weft.lowering_config<stream_stores = off>
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
