//===- TINOps.td - Expressions over index variables --------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of tensor index notation (thesis, section 4.2): definitions of
// tensors, reductions and accesses. Everything else in an expression is an
// operation of another dialect.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_TIN_IR_TINOPS_TD
#define WEFT_DIALECT_TIN_IR_TINOPS_TD

include "weft/Dialect/Level/IR/LevelTypes.td"
include "weft/Dialect/TIN/IR/TINDialect.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class TIN_Op<string mnemonic, list<Trait> traits = []>
    : Op<TIN_Dialect, mnemonic, traits>;

def TIN_Index : Type<CPred<"::llvm::isa<::weft::tin::IndexType>($_self)">,
                     "an index variable", "::weft::tin::IndexType">,
                BuildableType<
                    "::weft::tin::IndexType::get($_builder.getContext())">;

def TIN_Scalar : AnyTypeOf<[AnySignlessInteger, AnyFloat, AnyComplex, Index],
                           "a scalar">;

// An operation that binds index variables in its body.
class TIN_BindingOp<string mnemonic, list<Trait> traits = []>
    : TIN_Op<mnemonic, !listconcat([
        RecursivelySpeculatable, RecursiveMemoryEffects,
        DeclareOpInterfaceMethods<OpAsmOpInterface,
                                  ["getAsmBlockArgumentNames"]>], traits)> {
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  code bindingDeclarations = [{
    ::mlir::Block *getBlock() { return &getBody().front(); }
    YieldOp getYield();

    /// The index variables, outermost first in the text.
    ::mlir::Block::BlockArgListType getVariables() {
      return getBody().getArguments();
    }

    /// The name of a variable for schedules and printing; empty if it has none.
    ::llvm::StringRef getVariableName(unsigned variable);

    /// The explicit extent of a variable; null if accesses determine it.
    ::mlir::Value getExtent(unsigned variable);
  }];
}

//===----------------------------------------------------------------------===//
// ComputeOp
//===----------------------------------------------------------------------===//

def TIN_ComputeOp : TIN_BindingOp<"compute", [AttrSizedOperandSegments]> {
  let summary = "Defines every component of a tensor by an expression";
  let description = [{
    Binds one free index variable per mode of the result; the component of the
    result at their coordinates is the value that the body yields. A variable
    ranges over the size of the tensor modes that it indexes in the body, over
    an explicit extent (`to`), or over the static size of the result's mode. All
    sizes that determine one variable must be equal.

    Extents of all variables, those of reductions too, are defined outside of
    the operation.

    A variable may carry a name, by which schedules refer to it. `workspace`
    says how workspaces are stored that concretization puts between loops, where
    it would choose otherwise.

    `loop_order` is the order of the loops, outermost first: a permutation of
    the numbers of the variables, those of a reduction that the body yields
    behind those of the compute. Operands whose levels do not follow it are
    copied. Without it, concretization chooses an order.

    With `strict_zero`, absent operands of the body count as numbers, so that an
    absent zero times infinity is NaN. Without it, an absent operand annihilates
    infinities and NaN.

    With `drop_fill`, a component that turns out to be the fill of the result is
    not stored, as far as the result's format can do without it.

    With `from`, the reduction that the body yields begins with the component of
    another tensor in the place of the identity of its combiner. Result and
    initial tensor have the same sizes, only full levels and no slots.

    ```mlir
    %y = tin.compute (%i "i") from(%y0 : tensor<?xf64>) : tensor<?xf64> {
      %s = tin.reduce arith.addf (%j "j") {
        %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
        tin.yield %a : f64
      } : f64
      tin.yield %s : f64
    }
    ```

    An access that only serves to determine an extent can be simplified away
    with the expression that it stands in; a program that is simplified at this
    level gives extents explicitly.

    ```mlir
    %y = tin.compute (%i "i") : tensor<?xf64> {
      %s = tin.reduce arith.addf (%j "j") {
        %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
        %b = tin.access %x[%j] : tensor<?xf64>
        %p = arith.mulf %a, %b : f64
        tin.yield %p : f64
      } : f64
      tin.yield %s : f64
    }
    %ones = tin.compute (%i to %n) : tensor<?xf64> {
      %one = arith.constant 1.0 : f64
      tin.yield %one : f64
    }
    ```
  }];
  let arguments = (ins Variadic<Index>:$extents,
                       Optional<AnyRankedTensor>:$initial,
                       DenseBoolArrayAttr:$bounded,
                       OptionalAttr<StrArrayAttr>:$names,
                       OptionalAttr<Level_WorkspaceAttr>:$workspace,
                       OptionalAttr<DenseI64ArrayAttr>:$loop_order,
                       UnitAttr:$strict_zero, UnitAttr:$drop_fill);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs AnyRankedTensor:$result);
  let builders = [OpBuilder<(ins "::mlir::RankedTensorType":$type,
      CArg<"::llvm::ArrayRef<::llvm::StringRef>", "{}">:$names,
      CArg<"::llvm::ArrayRef<::mlir::Value>", "{}">:$extents,
      CArg<"::mlir::Value", "{}">:$initial), [{}]>];
  let skipDefaultBuilders = 1;
  let extraClassDeclaration = bindingDeclarations # [{
    ::mlir::RankedTensorType getType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getResult().getType());
    }
  }];
}

//===----------------------------------------------------------------------===//
// ReduceOp
//===----------------------------------------------------------------------===//

def TIN_ReduceOp : TIN_BindingOp<"reduce", [
    ParentOneOf<["ComputeOp", "ReduceOp"]>]> {
  let summary = "Combines the values of an expression";
  let description = [{
    Binds reduction variables and combines the values that the body yields for
    all their coordinates. The body sees the index variables and values around
    it. Reductions nest anywhere in an expression.

    The combiner is a region of an accumulator and a value, and is written as
    the name of an operation if it is just this operation. It uses only its own
    values. A combiner of several operations is assumed to be associative and
    commutative, so that no order of combination is defined. A single operation
    that is associative only combines values in the order of their coordinates,
    those of the first variable before those of the next. The value of a
    reduction over no coordinates is the combiner's identity; if the combiner's
    operation does not tell it, it is given by `identity`.

    ```mlir
    %y = tin.compute (%i) : tensor<?xf64> {
      %s = tin.reduce arith.maximumf (%j, %k to %n) {
        %a = tin.access %A[%i, %j] : tensor<?x?xf64>
        tin.yield %a : f64
      } : f64
      %t = tin.reduce {
      ^bb0(%acc: f64, %v: f64):
        %abs = math.absf %v : f64
        %max = arith.maximumf %acc, %abs : f64
        tin.yield %max : f64
      } (%j) identity(0.0 : f64) {
        %a = tin.access %A[%i, %j] : tensor<?x?xf64>
        tin.yield %a : f64
      } : f64
      ...
    }
    ```
  }];
  let arguments = (ins Variadic<Index>:$extents,
                       DenseBoolArrayAttr:$bounded,
                       OptionalAttr<StrArrayAttr>:$names,
                       OptionalAttr<AnyAttr>:$identity);
  let regions = (region SizedRegion<1>:$combiner, SizedRegion<1>:$body);
  let results = (outs TIN_Scalar:$result);
  let hasCanonicalizer = 1;
  let builders = [
    // Without a name, the combiner is an empty region.
    OpBuilder<(ins "::mlir::Type":$type, "::llvm::StringRef":$combiner,
                   "unsigned":$numVariables,
                   CArg<"::llvm::ArrayRef<::llvm::StringRef>", "{}">:$names,
                   CArg<"::llvm::ArrayRef<::mlir::Value>", "{}">:$extents,
                   CArg<"::mlir::Attribute", "{}">:$identity),
              [{}]>];
  let skipDefaultBuilders = 1;
  let extraClassDeclaration = bindingDeclarations;
}

//===----------------------------------------------------------------------===//
// Leaves and the terminator
//===----------------------------------------------------------------------===//

def TIN_AccessOp : TIN_Op<"access", [
    Pure, ParentOneOf<["ComputeOp", "ReduceOp"]>,
    TypesMatchWith<"the component has the element type", "tensor", "value",
      "::llvm::cast<::mlir::RankedTensorType>($_self).getElementType()">]> {
  let summary = "The value of a component";
  let description = [{
    The component of a tensor at the coordinates of index variables, at
    non-negative literals and at what is computed from variables
    (`tin.affine`). A variable may index several modes, which selects a
    diagonal.

    ```mlir
    %v = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
    %d = tin.access %A[%i, %i] : tensor<?x?xf64, #CSR>
    %c = tin.access %A[%i, 3] : tensor<?x?xf64, #CSR>
    %s = tin.access %alpha[] : tensor<f64>
    ```

    A format with slots stores a component in several entries, whose sum it is.
    With one more index, the slot, the access is one of the entries.

    ```mlir
    %e = tin.access %D[%i, %j, %slot] : tensor<?x?xf64, #DIA>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$tensor, Variadic<TIN_Index>:$indices,
                       DenseI64ArrayAttr:$literals);
  let results = (outs TIN_Scalar:$value);
  let assemblyFormat = [{
    $tensor `` custom<DynamicIndexList>($indices, $literals) attr-dict
    `:` type($tensor)
  }];
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "::mlir::Value":$tensor,
                                 "::mlir::ValueRange":$indices)>];
  let extraClassDeclaration = [{
    ::mlir::RankedTensorType getTensorType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getTensor().getType());
    }

    /// The index variable of a mode, or what is computed from variables; null
    /// if a literal indexes it.
    ::mlir::Value getIndex(int64_t mode);

    /// The literal of a mode; nothing if a variable indexes it.
    std::optional<int64_t> getLiteral(int64_t mode);
  }];
}

def TIN_AffineOp : TIN_Op<"affine", [
    Pure, ParentOneOf<["ComputeOp", "ReduceOp"]>]> {
  let summary = "A sum of index variables with factors, to index with";
  let description = [{
    The coordinate `factors * variables + constant`, which indexes a mode in
    place of a variable. It says nothing about the extents of its variables. A
    component outside of the tensor is absent.

    ```mlir
    %k = tin.affine [2, 1](%i, %j) plus -1
    %v = tin.access %x[%k] : tensor<?xf64>
    ```
  }];
  let arguments = (ins Variadic<TIN_Index>:$variables,
                       DenseI64ArrayAttr:$factors, I64Attr:$constant);
  let results = (outs TIN_Index:$index);
  let assemblyFormat = [{
    $factors `(` $variables `)` `plus` $constant attr-dict
  }];
  let hasVerifier = 1;
}

def TIN_ValueOp : TIN_Op<"value", [
    Pure, ParentOneOf<["ComputeOp", "ReduceOp"]>]> {
  let summary = "The coordinate of an index variable as a number";
  let description = [{
    ```mlir
    %n = tin.value %i
    ```
  }];
  let arguments = (ins TIN_Index:$variable);
  let results = (outs Index:$value);
  let assemblyFormat = "$variable attr-dict";
  let hasVerifier = 1;
}

def TIN_YieldOp : TIN_Op<"yield", [
    Pure, Terminator, ReturnLike, ParentOneOf<["ComputeOp", "ReduceOp"]>]> {
  let summary = "Ends an expression or a combiner with its value";
  let description = [{
    ```mlir
    tin.yield %p : f64
    ```
  }];
  let arguments = (ins TIN_Scalar:$value);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

#endif // WEFT_DIALECT_TIN_IR_TINOPS_TD
