//===- CINOps.td - Statements and index variables ----------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The statements of concrete index notation (thesis, figure 4-11), accesses,
// and the operations that derive index variables from others (sections 6.3 to
// 6.5 and the transformation framework paper, section 3).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_CIN_IR_CINOPS_TD
#define WEFT_DIALECT_CIN_IR_CINOPS_TD

include "weft/Dialect/CIN/IR/CINTypes.td"
include "weft/Dialect/Level/IR/LevelTypes.td"
include "weft/Dialect/Weft/IR/WeftAttributes.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class CIN_Op<string mnemonic, list<Trait> traits = []>
    : Op<CIN_Dialect, mnemonic, traits>;

def CIN_Scalar : AnyTypeOf<[AnySignlessInteger, AnyFloat, AnyComplex, Index],
                           "a scalar">;

//===----------------------------------------------------------------------===//
// Kernel
//===----------------------------------------------------------------------===//

def CIN_KernelOp : CIN_Op<"kernel", [
    AttrSizedOperandSegments, IsolatedFromAbove, SingleBlock, NoTerminator,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>,
    NoMemoryEffect]> {
  let summary = "Computes tensors by a statement";
  let description = [{
    Value semantics outside (destination style), effects inside. The body has a
    reference for every input and every output. Inputs are only read. Extents of
    index variables are given as `extents` and stand in the body as further
    arguments. Every output is a new tensor of the sizes of the value given for
    it; its components are the fill until the statement assigns them. `assembly`
    says what is made of the outputs. With `drop_fill`, a component that turns
    out to be the fill is not stored, unless the last level of its output is
    full. Of what is counted before it is computed, values are known in time
    only if they are copied. With `reuse`, an output that stores what an operand
    does, in all of its levels or in the first ones, takes the operand's
    coordinates. Either is said of a kernel that computes what it assembles, and
    not both.

    The body is the statement, after the scalar operations that it uses, which
    have neither side effects nor regions. An extent is the size of all modes,
    of operands, results and workspaces, that the variables of the extent
    index. Static sizes are checked; of others it is for the caller to see to.

    With `strict_zero`, absent operands of operations in the body count as
    numbers, so that an absent zero times infinity is NaN. Without it, an absent
    operand annihilates infinities and NaN.

    ```mlir
    %y1 = cin.kernel ins(%A, %x) outs(%y) extents(%m, %n) {
    ^bb0(%a: !cin.ref<tensor<?x?xf64, #CSR>>, %b: !cin.ref<tensor<?xf64>>,
         %c: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %a[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j] : !cin.ref<tensor<?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i] arith.addf %2 : !cin.ref<tensor<?xf64>>
        }
      }
    } : (tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs,
                       Variadic<Index>:$extents,
                       DefaultValuedAttr<Level_AssemblyAttr,
                         "::weft::level::Assembly::Fused">:$assembly,
                       UnitAttr:$drop_fill, UnitAttr:$reuse,
                       UnitAttr:$strict_zero);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Block *getBlock() { return &getBody().front(); }
    ::mlir::ValueRange getInputRefs();
    ::mlir::ValueRange getOutputRefs();
    ::mlir::ValueRange getExtentArgs();
    /// The operand that an extent in the body is of; null if it is of none.
    ::mlir::Value getOutsideExtent(::mlir::Value extent);
  }];
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

// What a kernel's body is made of, at any depth: bodies have no other regions.
def CIN_InKernel : ParentOneOf<["KernelOp", "ForallOp", "WhereOp", "SequenceOp",
                                "MultiOp"]>;

// A statement: it may stand where the grammar asks for one.
class CIN_Statement<string mnemonic, list<Trait> traits = []>
    : CIN_Op<mnemonic, !listconcat([CIN_InKernel], traits)>;

def CIN_AssignOp : CIN_Statement<"assign", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Assigns a scalar to a component";
  let description = [{
    Sets the component, or combines its value with the scalar by a combiner: a
    region of the accumulator and the new value, written as the name of an
    operation if it is just one. The combiner uses only its own values and
    constants. If its operation does not tell its identity, `identity` may state
    it.

    A component is set once: each forall between the assignment and what binds
    the reference has a variable that the indices are or derive from. Others
    need a combiner.

    ```mlir
    cin.assign %c[%i, %j] = %v : !cin.ref<tensor<?x?xf64>>
    cin.assign %c[%i] arith.addf %v : !cin.ref<tensor<?xf64>>
    cin.assign %c[%i] {
    ^bb0(%acc: f64, %new: f64):
      %abs = math.absf %new : f64
      %max = arith.maximumf %acc, %abs : f64
      cin.yield %max : f64
    } identity(0.0 : f64) %v : !cin.ref<tensor<?xf64>>
    ```
  }];
  let arguments = (ins CIN_RefType:$ref, Variadic<CIN_IndexType>:$indices,
                       CIN_Scalar:$value, OptionalAttr<AnyAttr>:$identity);
  let regions = (region MaxSizedRegion<1>:$combiner);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "::mlir::Value":$ref,
                                 "::mlir::ValueRange":$indices,
                                 "::mlir::Value":$value), [{
    build($_builder, $_state, ref, indices, value, /*identity=*/{});
  }]>];
  let extraClassDeclaration = [{
    /// Whether the assignment is compound.
    bool isCompound() { return !getCombiner().empty(); }
  }];
}

def CIN_YieldOp : CIN_Op<"yield", [Pure, Terminator, ReturnLike,
                                   HasParent<"AssignOp">]> {
  let summary = "Ends a combiner";
  let description = [{
    ```mlir
    cin.yield %sum : f64
    ```
  }];
  let arguments = (ins CIN_Scalar:$value);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

def CIN_ForallOp : CIN_Statement<"forall", [
    SingleBlock, NoTerminator, RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<OpAsmOpInterface,
                              ["getAsmBlockArgumentNames"]>]> {
  let summary = "Executes a statement for every coordinate of a dimension";
  let description = [{
    Binds an index variable, whose name serves schedules and printing and is
    unique in the kernel, to the coordinates from zero up to its extent. Without
    an extent, the guards of index variables that derive from it bound it. The
    order is not defined; tags say which hardware runs the iterations, how races
    are avoided, how the iterations are distributed (`dynamic 64`: 64 at a time,
    to whichever thread is free), how often the loop is unrolled and how its
    segments are coiterated. `optional` permits a parallel loop to run
    sequentially if it cannot be divided or vectorized, or if the runtime
    expects no gain. `config` lists transformations of its loops over arrays
    that differ from those of the module.

    `tail` says how the loop over a tile ends, if the forall binds the inner
    variable of a split `down` (transformation framework paper, section 6.1).
    `guard` versions the loop: one version for full tiles, one for the last
    tile, selected before the loop. `predicate` iterates all coordinates of a
    tile and tests each against the extent.

    ```mlir
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      ...
    }
    cin.forall "i" to %m parallel(cpu_thread, atomics) unroll 4 merge(gallop) {
    ^bb0(%i: !cin.index):
      ...
    }
    cin.forall "i1" to %c32 tail(guard) {
    ^bb0(%i1: !cin.index):
      %i = cin.split "i" %i0, %i1 down 32 of %m
      cin.guard %i
      ...
    }
    cin.forall "i" to %m parallel(cpu_thread, no_races, dynamic 64) {
    ^bb0(%i: !cin.index):
      ...
    }
    cin.forall "i" to %m parallel(cpu_thread, no_races, optional)
        config(#weft.lowering_config<jam_rows = off>) {
    ^bb0(%i: !cin.index):
      ...
    }
    ```
  }];
  let arguments = (ins StrAttr:$name, Optional<Index>:$extent,
                       OptionalAttr<CIN_TailStrategyAttr>:$tail,
                       OptionalAttr<CIN_ParallelUnitAttr>:$unit,
                       OptionalAttr<CIN_RaceStrategyAttr>:$races,
                       OptionalAttr<Weft_DistributionAttr>:$distribution,
                       OptionalAttr<I64Attr>:$unroll,
                       OptionalAttr<CIN_MergeStrategyAttr>:$merge,
                       UnitAttr:$optional,
                       OptionalAttr<Weft_LoweringConfigAttr>:$config);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name,
                                 "::mlir::Value":$extent)>];
  let extraClassDeclaration = [{
    ::mlir::Block *getBlock() { return &getBody().front(); }
    ::mlir::BlockArgument getVariable() { return getBlock()->getArgument(0); }
  }];
}

def CIN_WhereOp : CIN_Statement<"where", [
    NoTerminator, RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<OpAsmOpInterface,
                              ["getAsmBlockArgumentNames"]>]> {
  let summary = "Computes a workspace and uses it";
  let description = [{
    The workspace is new, and its components are its fill, each time the
    statement is executed. The producer assigns it, the consumer reads it. The
    workspace has a format of its own; `sizes` are those of its dynamic
    dimensions. A workspace of a unique ordered coordinate list is a set of
    components whatever the order in which the producer assigns them.

    `reason` says why the workspace exists, `storage` why it has its format:

    - `requested`: by a schedule, an option or the program;
    - `absence_unobserved`: the consumer does not observe which components are
      absent;
    - `fully_computed`: the producer assigns all components;
    - `absence_observed`: the consumer observes which components are absent;
    - `fits_memory`: memory for all components exists anyway or fits a cache,
      and the workspace is read once;
    - `order_unneeded`: the consumer reads components in any order;
    - `repeated`: memory for all components would be traversed in each iteration
      of the loops around;
    - `exceeds_memory`: no stored tensor has memory for all components;
    - `sparse_result`: the result that it is copied to stores few components.

    A workspace that is created again keeps its format if that is `requested`.

    ```mlir
    cin.where "t" () : tensor<f64> reason<accumulator> producer {
    ^bb0(%t: !cin.ref<tensor<f64>>):
      ...
    } consumer {
    ^bb0(%t: !cin.ref<tensor<f64>>):
      ...
    }
    ```
  }];
  let arguments = (ins StrAttr:$name, Variadic<Index>:$sizes,
                       TypeAttrOf<AnyRankedTensor>:$workspace,
                       OptionalAttr<CIN_ReasonAttr>:$reason,
                       OptionalAttr<CIN_StorageReasonAttr>:$storage);
  let regions = (region SizedRegion<1>:$producer, SizedRegion<1>:$consumer);
  let assemblyFormat = [{
    $name ` ` `(` $sizes `)` `:` $workspace (`reason` `` $reason^)?
    (`storage` `` $storage^)? `producer` $producer `consumer` $consumer
    attr-dict
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name,
                                 "::mlir::ValueRange":$sizes,
                                 "::mlir::RankedTensorType":$workspace,
                                 "::weft::cin::ReasonAttr":$reason,
                                 CArg<"::weft::cin::StorageReasonAttr",
                                      "{}">:$storage)>];
  let extraClassDeclaration = [{
    ::mlir::RankedTensorType getTensorType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getWorkspace());
    }
    /// Whether the workspace exists for a reason.
    bool isFor(::weft::cin::WorkspaceReason kind) {
      ::weft::cin::ReasonAttr reason = getReasonAttr();
      return reason && reason.getKind() == kind;
    }
    /// Whether the format was requested.
    bool isStorageRequested() {
      return getStorage() == ::weft::cin::StorageReason::Requested;
    }
    ::mlir::BlockArgument getProducerRef() {
      return getProducer().front().getArgument(0);
    }
    ::mlir::BlockArgument getConsumerRef() {
      return getConsumer().front().getArgument(0);
    }
  }];
}

def CIN_SequenceOp : CIN_Statement<"sequence", [
    NoTerminator, RecursiveMemoryEffects]> {
  let summary = "Defines a tensor, then mutates it";
  let description = [{
    Executes the definition, then the mutation. What the definition assigns is
    complete when the mutation begins, which reads it or assigns it once more.

    ```mlir
    cin.sequence { ... } then { ... }
    ```
  }];
  let regions = (region SizedRegion<1>:$definition, SizedRegion<1>:$mutation);
  let assemblyFormat = "$definition `then` $mutation attr-dict";
  let hasRegionVerifier = 1;
}

def CIN_MultiOp : CIN_Statement<"multi", [
    NoTerminator, RecursiveMemoryEffects]> {
  let summary = "Computes different results, in any order";
  let description = [{
    Executes both statements. No tensor is assigned by both, so that their order
    is not defined and they may share foralls.

    ```mlir
    cin.multi { ... } and { ... }
    ```
  }];
  let regions = (region SizedRegion<1>:$left, SizedRegion<1>:$right);
  let assemblyFormat = "$left `and` $right attr-dict";
  let hasRegionVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

def CIN_AccessOp : CIN_Op<"access", [
    CIN_InKernel, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    TypesMatchWith<"the component has the element type", "ref", "value",
      "::llvm::cast<::weft::cin::RefType>($_self).getElementType()">]> {
  let summary = "Reads a component of a tensor";
  let description = [{
    ```mlir
    %v = cin.access %a[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
    ```

    Of a tensor in a format with slots, one entry is read; its slot is the last
    index.

    ```mlir
    %e = cin.access %d[%i, %j, %slot] : !cin.ref<tensor<?x?xf64, #DIA>>
    ```
  }];
  let arguments = (ins CIN_RefType:$ref, Variadic<CIN_IndexType>:$indices);
  let results = (outs CIN_Scalar:$value);
  let assemblyFormat = "$ref `[` $indices `]` attr-dict `:` type($ref)";
  let hasVerifier = 1;
}

def CIN_ValueOp : CIN_Op<"value", [Pure]> {
  let summary = "The coordinate of an index variable as a number";
  let description = [{
    ```mlir
    %n = cin.value %i
    ```
  }];
  let arguments = (ins CIN_IndexType:$variable);
  let results = (outs Index:$value);
  let assemblyFormat = "$variable attr-dict";
  let hasFolder = 1;
}

def CIN_PresentOp : CIN_Op<"present", [Pure]> {
  let summary = "A value where an expression is present, another where it is not";
  let description = [{
    Where `of` is present, this is `number` or, without one, `of` itself. Where
    it is absent, this is absent, too, and is `fill`. So the fill of an
    expression can be another one, and what is present can be counted, without
    going over what is absent.

    ```mlir
    %a = cin.present %v else(0xFFF0000000000000 : f64) : f64 -> f64
    %n = cin.present %v then(1 : i64) else(0 : i64) : f64 -> i64
    ```
  }];
  let arguments = (ins CIN_Scalar:$of, TypedAttrInterface:$fill,
                       OptionalAttr<TypedAttrInterface>:$number);
  let results = (outs CIN_Scalar:$value);
  let assemblyFormat = [{
    $of (`then` `(` $number^ `)`)? `else` `(` $fill `)` attr-dict
    `:` type($of) `->` type($value)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Derived index variables
//===----------------------------------------------------------------------===//

def CIN_LiteralOp : CIN_Op<"literal", [Pure]> {
  let summary = "An index variable with one value";
  let description = [{
    ```mlir
    %c = cin.literal 3
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$coordinate);
  let results = (outs CIN_IndexType:$variable);
  let assemblyFormat = "$coordinate attr-dict";
}

def CIN_AffineOp : CIN_Op<"affine", [Pure]> {
  let summary = "A sum of index variables with factors, to index with";
  let description = [{
    The coordinate `factors * variables + constant`, which an access is indexed
    by. Where it is outside of the tensor, the component is absent. Nothing is
    assigned at such an index.

    ```mlir
    %k = cin.affine [2, 1](%i, %j) plus -1
    ```
  }];
  let arguments = (ins Variadic<CIN_IndexType>:$variables,
                       DenseI64ArrayAttr:$factors, I64Attr:$constant);
  let results = (outs CIN_IndexType:$index);
  let assemblyFormat = [{
    $factors `(` $variables `)` `plus` $constant attr-dict
  }];
  let hasVerifier = 1;
}

/// The iterations of the foralls around an operation.
def CIN_IterationSpace : Resource<"::weft::cin::IterationSpace">;

def CIN_GuardOp : CIN_Op<"guard", [
    CIN_InKernel, MemoryEffects<[MemWrite<CIN_IterationSpace>]>]> {
  let summary = "Restricts iterations to those where index variables exist";
  let description = [{
    Of the foralls around it, only those iterations are executed where each of
    the index variables, which derive from theirs, exists: one that was split is
    less than its extent, combinations are those of the variables that were
    collapsed, and positions are those of the levels. What an iteration without
    a guard computes where a variable does not exist is undefined.

    ```mlir
    cin.forall "i0" to %tiles {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %c32 {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 32 of %m
        cin.guard %i
        ...
      }
    }
    ```
  }];
  let arguments = (ins Variadic<CIN_IndexType>:$variables);
  let assemblyFormat = "$variables attr-dict";
  let hasVerifier = 1;
}

def CIN_SplitOp : CIN_Op<"split", [Pure, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "The variable that was split into two";
  let description = [{
    The original variable of a split: `outer * size + inner`, where `size` is
    the constant size of the inner (`down`) or, with `up`, of the outer
    variable's extent, for an original extent; without `of`, the variable counts
    combinations or positions. In the last tile the variable may be past its
    extent, which a guard prevents.

    The foralls of the parts have the extents of the parts: the constant `size`,
    and as many tiles as cover the original extent (or, with `up`, as many
    coordinates as one of `size` tiles has). A part of a variable without an
    extent, and one that is cut where the kernel runs, has none.

    A `balanced` split has `size` adjacent tiles of equal work instead of equal
    length: each has the same number of stored entries, of all tensors whose
    first level stores the original variable, or a variable that was collapsed
    into it. The bounds of the tiles are computed at run time.

    With a tensor, the tiles are divided at its positions, below the given outer
    variables (the coordinate tree of a split, thesis, section 6.4). A tile has
    the coordinates from that of its first position up to that of the first
    position of the next tile; the first and the last tile also have those
    before and after all positions. A tile has `size` positions (`down`), or
    there are `size` tiles (`up`).

    The loop over a tile of a `down` split ends at the extent of the variable,
    or as the `tail` of its forall says. With `shift_inwards`, each tile is
    full: the last one begins `size` coordinates before the end, and recomputes
    components of the tile before it. If the extent is less than `size`, the
    only tile ends at the extent.

    ```mlir
    %i = cin.split "i" %i0, %i1 down 32 of %n
    %f = cin.split "f" %f0, %f1 balanced 8 of %n
    %l = cin.split "l" %l0, %l1 down 16 of %n shift_inwards
    %j = cin.split "j" %p0, %j1 down 8 of %n
        by %A level 1 under (%i) : !cin.ref<tensor<?x?xf64, #CSR>>
    ```
  }];
  let arguments = (ins StrAttr:$name, CIN_IndexType:$outer,
                       CIN_IndexType:$inner, CIN_SplitDirectionAttr:$direction,
                       ConfinedAttr<I64Attr, [IntPositive]>:$size,
                       Optional<Index>:$extent,
                       UnitAttr:$shift_inwards,
                       Optional<CIN_RefType>:$ref,
                       OptionalAttr<I64Attr>:$level,
                       Variadic<CIN_IndexType>:$above);
  let results = (outs CIN_IndexType:$variable);
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name,
      "::mlir::Value":$outer, "::mlir::Value":$inner,
      "SplitDirection":$direction, "int64_t":$size, "::mlir::Value":$extent,
      CArg<"bool", "false">:$shift_inwards), [{
    build($_builder, $_state, name, outer, inner, direction, size, extent,
          shift_inwards, ::mlir::Value(), ::mlir::IntegerAttr(),
          ::mlir::ValueRange());
  }]>];
  let assemblyFormat = [{
    $name $outer `,` $inner custom<Direction>($direction) $size
    (`of` $extent^)? (`shift_inwards` $shift_inwards^)?
    (`by` $ref^ `level` $level `under` ` ` `(` $above `)` `:` type($ref))?
    attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Whether it is found out when the kernel runs where tiles are cut: where
    /// their work is equal, or where they have as many positions.
    bool isBalanced() {
      return getDirection() == SplitDirection::Balanced || getRef();
    }
    /// Whether the last tile begins before the one before it ends.
    bool isShifted() { return getShiftInwards(); }
    /// The part that takes `size` coordinates wherever the original variable
    /// does not end; null if none does.
    ::mlir::Value getPartOfConstantRange() {
      if (getDirection() != SplitDirection::Down)
        return getOuter();
      return getRef() ? ::mlir::Value() : getInner();
    }
  }];
}

def CIN_CollapseOp : CIN_Op<"collapse", [Pure, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "The two variables that were collapsed into one";
  let description = [{
    The original variables of a collapse, for their extents. The collapsed
    variable counts their Cartesian combinations; its forall has no extent. One
    of the variables may have none itself, written `?`.

    ```mlir
    %i, %j = cin.collapse "i" "j" %f of %m, %n
    %g, %k = cin.collapse "g" "k" %h of ?, %l
    ```
  }];
  let arguments = (ins StrAttr:$outerName, StrAttr:$innerName,
                       CIN_IndexType:$collapsed,
                       Optional<Index>:$outerExtent,
                       Optional<Index>:$innerExtent);
  let results = (outs CIN_IndexType:$outer, CIN_IndexType:$inner);
  let assemblyFormat = [{
    $outerName $innerName $collapsed `of` custom<ExtentOrNone>($outerExtent)
    `,` custom<ExtentOrNone>($innerExtent) attr-dict
  }];
  let hasVerifier = 1;
}

def CIN_PositionOp : CIN_Op<"position", [Pure, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "The variable whose coordinates are found at positions";
  let description = [{
    The coordinate variable of a position variable, which counts the positions
    of consecutive levels of a tensor below the given outer variables; its
    forall has no extent, unless the levels are dense, so that the positions
    count the coordinates. The coordinate has the extent of its dimension,
    unless it is a combination of coordinates.

    What the body computes where the tensor stores nothing would be lost, and is
    refused when it is lowered. With `alone`, nothing elsewhere is asked for, as
    of a workspace with a component for each position of a tile.

    ```mlir
    %f = cin.position "f" %p of %A levels [0, 1] under ()
        : !cin.ref<tensor<?x?xf64, #CSR>>
    %g = cin.position "g" %q of %A levels [1] under (%i) to %n alone
        : !cin.ref<tensor<?x?xf64, #CSR>>
    ```
  }];
  let arguments = (ins StrAttr:$name, CIN_IndexType:$position,
                       Optional<Index>:$extent, CIN_RefType:$ref,
                       DenseI64ArrayAttr:$levels,
                       Variadic<CIN_IndexType>:$outer, UnitAttr:$alone);
  let results = (outs CIN_IndexType:$variable);
  let assemblyFormat = [{
    $name $position `of` $ref `levels` $levels `under` ` ` `(` $outer `)`
    (`to` $extent^)? (`alone` $alone^)? attr-dict `:` type($ref)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Whether the levels are dense, so that their positions count the
    /// coordinates.
    bool hasDenseLevels();
  }];
}

#endif // WEFT_DIALECT_CIN_IR_CINOPS_TD
