//===- PatternOps.td - Patterns ----------------------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations: a program, patterns over arrays, pairs, and accesses.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_PATTERN_IR_PATTERNOPS_TD
#define WEFT_DIALECT_PATTERN_IR_PATTERNOPS_TD

include "weft/Dialect/Pattern/IR/PatternTypes.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Pattern_Op<string mnemonic, list<Trait> traits = []>
    : Op<Pattern_Dialect, mnemonic, traits>;

def Pattern_Data : Type<CPred<"::weft::pattern::isData($_self)">,
                        "a scalar, a pair or an array">;
def Pattern_Array : Type<CPred<"::llvm::isa<::weft::pattern::ArrayType>($_self)">,
                         "an array", "::weft::pattern::ArrayType">;
def Pattern_Pair : Type<CPred<"::llvm::isa<::weft::pattern::PairType>($_self)">,
                        "a pair", "::weft::pattern::PairType">;

// An operation whose operands determine the type of its result.
class Pattern_InferredOp<string mnemonic, list<Trait> traits = []>
    : Pattern_Op<mnemonic, !listconcat([
        Pure, InferTypeOpAdaptor], traits)>;

//===----------------------------------------------------------------------===//
// ProgramOp
//===----------------------------------------------------------------------===//

def Pattern_ProgramOp : Pattern_Op<"program", [
    IsolatedFromAbove, Symbol,
    DeclareOpInterfaceMethods<OpAsmOpInterface,
                              ["getAsmBlockArgumentNames"]>]> {
  let summary = "A function of natural numbers, scalars and arrays";
  let description = [{
    The natural numbers stand in brackets. Types of parameters refer to them and
    to parameters before them by name. All names in a program are different.

    ```mlir
    pattern.program @row_sums ["n"] (
        %offset = "offset" : !pattern.array<"n + 1" x i32>,
        %values = "values" : !pattern.array<"i < n" ->
            array<"toNat(offset@(i + 1) - offset@i)" x f32>>)
        -> !pattern.array<"n" x f32> {
      %zero = arith.constant 0.0 : f32
      %sums = pattern.map "i" (%row = %values : !pattern.array<"i < n" ->
          array<"toNat(offset@(i + 1) - offset@i)" x f32>>) {
        %sum = pattern.reduce arith.addf %row from %zero
            : !pattern.array<"toNat(offset@(i + 1) - offset@i)" x f32>
        pattern.yield %sum : f32
      }
      pattern.yield %sums : !pattern.array<"n" x f32>
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrArrayAttr:$nats,
                       StrArrayAttr:$params, TypeAttr:$result);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Block *getBlock() { return &getBody().front(); }
    YieldOp getYield();

    /// The parameter of a name; null if there is none.
    ::mlir::Value getParam(::llvm::StringRef name);
  }];
}

//===----------------------------------------------------------------------===//
// Patterns with functions
//===----------------------------------------------------------------------===//

class Pattern_BindingOp<string mnemonic, list<Trait> traits = []>
    : Pattern_Op<mnemonic, !listconcat([
        RecursivelySpeculatable, RecursiveMemoryEffects,
        DeclareOpInterfaceMethods<OpAsmOpInterface,
                                  ["getAsmBlockArgumentNames"]>], traits)> {
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  code bindingDeclarations = [{
    ::mlir::Block *getBlock() { return &getBody().front(); }
    YieldOp getYield();
    ArrayType getInputType() {
      return ::llvm::cast<ArrayType>(getInput().getType());
    }
  }];
}

def Pattern_MapOp : Pattern_BindingOp<"map"> {
  let summary = "Applies a function to each element";
  let description = [{
    The function may use the position of the element, whose name stands before
    the parenthesis; it needs one if the type of elements depends on it. `seq`,
    `par`, `vec`, `workgroup` and `local` say how elements are computed: one
    after the other, by threads, by lanes of vectors, by blocks of a GPU, by
    threads of a block.

    ```mlir
    %y = pattern.map par "i" (%row = %A : !pattern.array<"n" x array<"m" x f32>>) {
      %s = pattern.reduce arith.addf %row from %zero : !pattern.array<"m" x f32>
      pattern.yield %s : f32
    }
    ```
  }];
  let arguments = (ins Pattern_Array:$input, OptionalAttr<StrAttr>:$position,
      DefaultValuedAttr<Pattern_MappingAttr,
                        "::weft::pattern::Mapping::Any">:$mapping);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Pattern_Array:$output);
  let builders = [
    // With a body of an argument and without operations.
    OpBuilder<(ins "::mlir::Value":$input, "::llvm::StringRef":$position,
                   "::weft::pattern::Mapping":$mapping,
                   "::mlir::Type":$elementOfResult), [{}]>];
  let extraClassDeclaration = bindingDeclarations # [{
    /// The type of the result for elements of this type.
    ArrayType getResultType(::mlir::Type element);
  }];
}

def Pattern_ReduceSeqOp : Pattern_BindingOp<"reduce_seq"> {
  let summary = "Folds the elements one after the other";
  let description = [{
    The accumulator may have another type than the elements.

    ```mlir
    %s = pattern.reduce_seq (%acc = %zero, %x = %xs : !pattern.array<"n" x f32>) {
      %square = arith.mulf %x, %x : f32
      %sum = arith.addf %acc, %square : f32
      pattern.yield %sum : f32
    }
    ```
  }];
  let arguments = (ins Pattern_Data:$init, Pattern_Array:$input,
                       OptionalAttr<StrAttr>:$position);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Pattern_Data:$output);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$init, "::mlir::Value":$input,
                   "::llvm::StringRef":$position), [{}]>];
  let extraClassDeclaration = bindingDeclarations;
}

class Pattern_CombiningOp<string mnemonic> : Pattern_Op<mnemonic, [
    RecursivelySpeculatable, RecursiveMemoryEffects]> {
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

def Pattern_ReduceOp : Pattern_CombiningOp<"reduce"> {
  let summary = "Combines the elements of an array";
  let description = [{
    The combiner is the name of an operation or a region. It is assumed to be
    associative, with the identity `from`.

    ```mlir
    %s = pattern.reduce arith.addf %xs from %zero : !pattern.array<"n" x f32>
    ```
  }];
  let arguments = (ins Pattern_Data:$init, Pattern_Array:$input);
  let regions = (region SizedRegion<1>:$combiner);
  let results = (outs Pattern_Data:$output);
  let builders = [
    // Without a name, the combiner is an empty region.
    OpBuilder<(ins "::llvm::StringRef":$combiner, "::mlir::Value":$init,
                   "::mlir::Value":$input), [{}]>];
}

def Pattern_ScatterOp : Pattern_CombiningOp<"scatter"> {
  let summary = "Combines values into an array at positions";
  let description = [{
    Each element of the input is a position and a value. An element of the
    result combines `from` with the values of its position, in their order.

    ```mlir
    %y = pattern.scatter arith.addf %entries into "m" from %zero
        : !pattern.array<"n" x pair<i32, f32>>
    ```
  }];
  let arguments = (ins Pattern_Data:$init, Pattern_Array:$input,
                       Pattern_NatAttr:$length);
  let regions = (region SizedRegion<1>:$combiner);
  let results = (outs Pattern_Array:$output);
  let builders = [
    OpBuilder<(ins "::llvm::StringRef":$combiner, "::mlir::Value":$init,
                   "::mlir::Value":$input, "const ::weft::pattern::Nat &":$length),
              [{}]>];
}

//===----------------------------------------------------------------------===//
// Arrays seen otherwise
//===----------------------------------------------------------------------===//

def Pattern_ZipOp : Pattern_InferredOp<"zip"> {
  let summary = "The array of pairs of two arrays";
  let description = [{
    The arrays have the same length.

    ```mlir
    %p = pattern.zip %a, %b : !pattern.array<"n" x i32>, !pattern.array<"n" x f32>
    ```
  }];
  let arguments = (ins Pattern_Array:$first, Pattern_Array:$second);
  let results = (outs Pattern_Array:$output);
  let assemblyFormat = [{
    $first `,` $second attr-dict `:` type($first) `,` type($second)
  }];
}

def Pattern_SplitOp : Pattern_InferredOp<"split"> {
  let summary = "Chunks of an array";
  let description = [{
    Chunk `j` begins at position `j * chunk`. If `chunk` is not known to divide
    the length, the last chunk may be shorter, so that lengths depend on `j`.

    ```mlir
    // !pattern.array<"n" x array<"4" x f32>>
    %c = pattern.split "4" %a : !pattern.array<"4 * n" x f32>
    // !pattern.array<"j < (n + 3) / 4" ->
    //     array<"min(4 * j + 4, n) - min(4 * j, n)" x f32>>
    %d = pattern.split "4" %b : !pattern.array<"n" x f32>
    ```
  }];
  let arguments = (ins Pattern_Array:$input, Pattern_NatAttr:$chunk);
  let results = (outs Pattern_Array:$output);
  let assemblyFormat = [{
    custom<NatText>($chunk) $input attr-dict `:` type($input)
  }];
}

def Pattern_LanesOp : Pattern_InferredOp<"lanes"> {
  let summary = "Strided lanes of an array";
  let description = [{
    Lane `k` has the elements `k`, `k + count`, `k + 2 * count`, and so on:
    chunks of `count` elements, transposed, where the last chunk may be shorter.

    ```mlir
    // !pattern.array<"k < 4" -> array<"(n + 3 - k) / 4" x f32>>
    %l = pattern.lanes "4" %a : !pattern.array<"n" x f32>
    ```
  }];
  let arguments = (ins Pattern_Array:$input, Pattern_NatAttr:$count);
  let results = (outs Pattern_Array:$output);
  let assemblyFormat = [{
    custom<NatText>($count) $input attr-dict `:` type($input)
  }];
}

def Pattern_JoinOp : Pattern_InferredOp<"join"> {
  let summary = "The elements of arrays one behind the other";
  let description = [{
    The length is the sum of the lengths.

    ```mlir
    // !pattern.array<"4 * n" x f32>
    %j = pattern.join %a : !pattern.array<"n" x array<"4" x f32>>
    ```
  }];
  let arguments = (ins Pattern_Array:$input);
  let results = (outs Pattern_Array:$output);
  let assemblyFormat = "$input attr-dict `:` type($input)";
  let hasFolder = 1;
}

def Pattern_TransposeOp : Pattern_InferredOp<"transpose"> {
  let summary = "Exchanges rows and columns";
  let description = [{
    All rows have the same length.

    ```mlir
    %t = pattern.transpose %a : !pattern.array<"n" x array<"m" x f32>>
    ```
  }];
  let arguments = (ins Pattern_Array:$input);
  let results = (outs Pattern_Array:$output);
  let assemblyFormat = "$input attr-dict `:` type($input)";
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Pairs, elements and the terminator
//===----------------------------------------------------------------------===//

def Pattern_PairOp : Pattern_InferredOp<"pair"> {
  let summary = "A pair of two values";
  let description = [{
    ```mlir
    %p = pattern.pair %a, %b : i32, f32
    ```
  }];
  let arguments = (ins Pattern_Data:$first, Pattern_Data:$second);
  let results = (outs Pattern_Pair:$output);
  let assemblyFormat = [{
    $first `,` $second attr-dict `:` type($first) `,` type($second)
  }];
}

def Pattern_FirstOp : Pattern_InferredOp<"first"> {
  let summary = "The first value of a pair";
  let description = [{
    ```mlir
    %a = pattern.first %p : !pattern.pair<i32, f32>
    ```
  }];
  let arguments = (ins Pattern_Pair:$input);
  let results = (outs Pattern_Data:$output);
  let assemblyFormat = "$input attr-dict `:` type($input)";
  let hasFolder = 1;
}

def Pattern_SecondOp : Pattern_InferredOp<"second"> {
  let summary = "The second value of a pair";
  let description = [{
    ```mlir
    %b = pattern.second %p : !pattern.pair<i32, f32>
    ```
  }];
  let arguments = (ins Pattern_Pair:$input);
  let results = (outs Pattern_Data:$output);
  let assemblyFormat = "$input attr-dict `:` type($input)";
  let hasFolder = 1;
}

def Pattern_AtOp : Pattern_InferredOp<"at"> {
  let summary = "The element at a position that is a number";
  let description = [{
    The types of elements do not depend on their positions.

    ```mlir
    %x = pattern.at %xs[%j] : !pattern.array<"m" x f32>, i32
    ```
  }];
  let arguments = (ins Pattern_Array:$input, AnySignlessInteger:$index);
  let results = (outs Pattern_Data:$output);
  let assemblyFormat = [{
    $input `[` $index `]` attr-dict `:` type($input) `,` type($index)
  }];
}

def Pattern_ElementOp : Pattern_InferredOp<"element"> {
  let summary = "The element at a position that is a natural number";
  let description = [{
    ```mlir
    %row = pattern.element "i + 1" %A : !pattern.array<"n + 1" x array<"m" x f32>>
    ```
  }];
  let arguments = (ins Pattern_Array:$input, Pattern_NatAttr:$index);
  let results = (outs Pattern_Data:$output);
  let assemblyFormat = [{
    custom<NatText>($index) $input attr-dict `:` type($input)
  }];
}

def Pattern_ValueOp : Pattern_Op<"value", [Pure]> {
  let summary = "A natural number as a scalar";
  let description = [{
    ```mlir
    %i = pattern.value "i + 1" : i32
    ```
  }];
  let arguments = (ins Pattern_NatAttr:$nat);
  let results = (outs AnySignlessInteger:$output);
  let assemblyFormat = "custom<NatText>($nat) attr-dict `:` type($output)";
}

def Pattern_YieldOp : Pattern_Op<"yield", [
    Pure, Terminator, ReturnLike]> {
  let summary = "Ends a function with its value";
  let description = [{
    ```mlir
    pattern.yield %s : f32
    ```
  }];
  let arguments = (ins Pattern_Data:$value);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

#endif // WEFT_DIALECT_PATTERN_IR_PATTERNOPS_TD
