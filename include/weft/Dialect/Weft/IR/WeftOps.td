//===- WeftOps.td - Loops that threads share ---------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that appends, of which threads may run partitions.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_WEFTOPS_TD
#define WEFT_DIALECT_WEFT_IR_WEFTOPS_TD

include "weft/Dialect/Weft/IR/WeftAttributes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Weft_Op<string mnemonic, list<Trait> traits = []>
    : Op<Weft_Dialect, mnemonic, traits>;

def Weft_PartitionsOp : Weft_Op<"partitions", [
    AttrSizedOperandSegments, RecursiveMemoryEffects, SingleBlock,
    DeclareOpInterfaceMethods<OpAsmOpInterface,
                              ["getAsmBlockArgumentNames"]>]> {
  let summary = "Runs partitions of a loop, on threads or not";
  let description = [{
    Executes its region for partitions of the iterations from `begin` to before
    `end`, which are all of these and follow each other. The region is told the
    first iteration of a partition and the one behind the last. One partition is
    as right as many, and several may be executed at the same time.

    What is carried are builders, or what has become of them. The first
    partition goes on with those that are given, and hands them on to the next,
    or begins a partition with builders that have no entries yet; what they have
    in the end is put behind each other in the order of the partitions. So a
    region must not ask what was appended before. A value that is passed on
    unchanged is the same in all partitions; a loop whose results have their
    places carries nothing else.

    ```mlir
    %c = weft.partitions %first to %last of %c0 to %n carry(%b = %begun)
        : !level.builder<tensor<?x?xf64, #CSR>> {
      %next = scf.for %i = %first to %last step %c1 iter_args(%s = %b) ...
      weft.yield %next : !level.builder<tensor<?x?xf64, #CSR>>
    }
    ```

    When builders have become arrays, `arrays` says which of the values are
    appended to and which count what is in them, and `factors`, for each array,
    how many elements there are for one that is counted.

    ```mlir
    %r:3 = weft.partitions %first to %last of %c0 to %n
        carry(%crd = %crd0, %count = %count0, %vals = %vals0)
        : memref<?xi32>, index, memref<?xf64>
        arrays [#weft.appended<array = 0, length = 1, first = 0, cleared = false>,
                #weft.appended<array = 2, length = 1, first = 0, cleared = false>]
        by (%c1, %c1) { ... }
    ```
  }];
  let arguments = (ins Index:$begin, Index:$end, Variadic<AnyType>:$inits,
                       Variadic<Index>:$factors,
                       OptionalAttr<TypedArrayAttrBase<Weft_AppendedAttr,
                         "arrays that are appended to">>:$arrays);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$begin, "::mlir::Value":$end,
                   "::mlir::ValueRange":$inits)>
  ];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
  let skipDefaultBuilders = 1;
  let extraClassDeclaration = [{
    ::mlir::BlockArgument getFirst() { return getBody().getArgument(0); }
    ::mlir::BlockArgument getLast() { return getBody().getArgument(1); }
    /// The values that a partition begins with.
    ::mlir::Block::BlockArgListType getCarried() {
      return getBody().getArguments().drop_front(2);
    }
    ::weft::PartsYieldOp getYield();
    /// The number of what is carried that an argument of the region or a result
    /// is; nothing if `value` is neither.
    ::std::optional<unsigned> getCarriedNumber(::mlir::Value value);
    /// The operand that it begins with; null if there is none.
    ::mlir::Value getTiedInit(::mlir::Value value);
    /// Says which arrays are appended to, with a factor for each.
    void setArrays(::mlir::OpBuilder &builder,
                   ::llvm::ArrayRef<::mlir::Attribute> arrays,
                   ::mlir::ValueRange factors);
  }];
}

def Weft_PartsYieldOp : Weft_Op<"yield", [
    Pure, ReturnLike, Terminator, HasParent<"::weft::PartitionsOp">]> {
  let summary = "Ends a partition with what it hands on";
  let description = [{
    ```mlir
    weft.yield %next : !level.builder<tensor<?x?xf64, #CSR>>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

#endif // WEFT_DIALECT_WEFT_IR_WEFTOPS_TD
