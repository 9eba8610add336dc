//===- CINTransformOps.td - Schedules as transform ops -----*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One operation for each transformation of `Scheduling.h`, and what finds the
// foralls and accesses that they are for.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_CIN_TRANSFORMOPS_CINTRANSFORMOPS_TD
#define WEFT_DIALECT_CIN_TRANSFORMOPS_CINTRANSFORMOPS_TD

include "weft/Dialect/CIN/IR/CINTypes.td"
include "weft/Dialect/Level/IR/LevelTypes.td"
include "weft/Dialect/Weft/IR/WeftAttributes.td"

include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/IR/TransformTypes.td"
include "mlir/Dialect/Transform/Interfaces/MatchInterfaces.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Finding and matching
//===----------------------------------------------------------------------===//

// An operation of the transform dialect whose class is ours: MLIR may have an
// operation of the same name.
class CIN_ScheduleOp<string mnemonic, list<Trait> traits>
    : Op<Transform_Dialect, mnemonic, traits> {
  let cppNamespace = "::weft::cin";
}

def FindForallOp : CIN_ScheduleOp<"cin.find_forall", [
    NavigationTransformOpTrait, MemoryEffectsOpInterface,
    DeclareOpInterfaceMethods<TransformOpInterface>]> {
  let summary = "Finds the forall over an index variable";
  let description = [{
    Finds the `cin.forall` whose index variable has a name, in or below each
    target.

    ```mlir
    %i = transform.cin.find_forall "i" in %kernel
        : (!transform.any_op) -> !transform.op<"cin.forall">
    ```

    #### Return modes

    Reads the operand handle. Gives a handle to one forall for each target.
    Fails silenceably where there is none or, since names are unique in a kernel
    only, several.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, StrAttr:$name);
  let results = (outs TransformHandleTypeInterface:$forall);
  let assemblyFormat = [{
    $name `in` $target attr-dict `:` functional-type(operands, results)
  }];
}

def MatchForallOp : CIN_ScheduleOp<"match.cin.forall", [
    SingleOpMatcher, MatchOpInterface, MemoryEffectsOpInterface]> {
  let summary = "Matches the forall over an index variable";
  let description = [{
    Succeeds if the operand is a `cin.forall` whose index variable has the name,
    or has any name if none is given.

    ```mlir
    transform.match.cin.forall %candidate "i" : !transform.any_op
    ```

    #### Return modes

    Reads the operand handle. Fails silenceably if the operand is another
    operation or has another name, and definitely if the handle has not just one
    operation.
  }];
  let arguments = (ins TransformHandleTypeInterface:$operand_handle,
                       OptionalAttr<StrAttr>:$name);
  let assemblyFormat = [{
    $operand_handle ($name^)? attr-dict `:` type($operand_handle)
  }];
  let extraClassDeclaration = SingleOpMatcher.extraDeclaration;
}

def MatchAccessOp : CIN_ScheduleOp<"match.cin.access", [
    SingleOpMatcher, MatchOpInterface, MemoryEffectsOpInterface]> {
  let summary = "Matches an access of a tensor";
  let description = [{
    Succeeds if the operand is a `cin.access` of the named tensor (as printed in
    concrete index notation), or of any tensor if no name is given.

    ```mlir
    transform.match.cin.access %candidate "A" : !transform.any_op
    ```

    #### Return modes

    Reads the operand handle. Fails silenceably if the operand is another
    operation or reads another tensor, and definitely if the handle has not just
    one operation.
  }];
  let arguments = (ins TransformHandleTypeInterface:$operand_handle,
                       OptionalAttr<StrAttr>:$name);
  let assemblyFormat = [{
    $operand_handle ($name^)? attr-dict `:` type($operand_handle)
  }];
  let extraClassDeclaration = SingleOpMatcher.extraDeclaration;
}

//===----------------------------------------------------------------------===//
// Transformations
//===----------------------------------------------------------------------===//

// A transformation of each forall of a handle, up to the first that has not
// what it takes, of which nothing is changed. What the function says of a
// precondition that does not hold becomes a silenceable failure. Numbers are
// constants or parameters.
class CIN_TransformOp<string mnemonic, list<Trait> traits = []>
    : CIN_ScheduleOp<"cin." # mnemonic, !listconcat(traits, [
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        DeclareOpInterfaceMethods<TransformOpInterface>])>;

def SplitForallOp : CIN_TransformOp<"split"> {
  let summary = "Splits a forall into tiles and the coordinates of a tile";
  let description = [{
    `down` into tiles of a number of coordinates, or `up` into a number of
    tiles, or `balanced` into a number of tiles with equal work.

    ```mlir
    %i0, %i1 = transform.cin.split %i into "i0", "i1" down 32
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %j0, %j1 = transform.cin.split %j into "j0", "j1" up %tiles
        : (!transform.any_op, !transform.param<i64>)
       -> (!transform.any_op, !transform.any_op)
    ```

    Tiles of a number of coordinates may have a tail strategy, `guard`,
    `shift_inwards` or `predicate`: what is done where the last tile would be
    past the end.

    ```mlir
    %k0, %k1 = transform.cin.split %k into "k0", "k1" down 32 tail shift_inwards
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```

    #### Return modes

    Reads the operand handle, whose foralls become those over the tiles. Gives
    handles to these and to the foralls over the coordinates of a tile. Fails
    silenceably if an operand is no `cin.forall`, has tags, or is over a part of
    a balanced split; if what is balanced counts positions; if the number is not
    positive; if the two names are the same or taken in the kernel; if the
    parameter is not one integer; if it is over a tile that is guarded or
    predicated itself; if tiles that are not split `down` have a tail strategy;
    and if the last tile is shifted inwards, and what it repeats would change a
    result. Of several foralls, those before the one that it fails for are
    changed.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Optional<TransformParamTypeInterface>:$size_param,
                       StrAttr:$outer, StrAttr:$inner,
                       CIN_SplitDirectionAttr:$direction,
                       OptionalAttr<I64Attr>:$size,
                       OptionalAttr<CIN_TailStrategyAttr>:$tail);
  let results = (outs TransformHandleTypeInterface:$outer_forall,
                      TransformHandleTypeInterface:$inner_forall);
  let assemblyFormat = [{
    $target `into` $outer `,` $inner custom<Keyword>($direction)
    custom<Number>($size_param, $size) (`tail` custom<Keyword>($tail)^)?
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def CollapseForallsOp : CIN_TransformOp<"collapse"> {
  let summary = "Collapses two nested foralls into one";
  let description = [{
    ```mlir
    %f = transform.cin.collapse %i, %j into "f"
        : (!transform.any_op, !transform.any_op) -> !transform.any_op
    ```

    #### Return modes

    Reads the first operand handle, whose forall becomes the collapsed one, and
    gives a handle to it. Consumes the second, and with it handles to what was
    inside. Fails silenceably if a handle has not just one `cin.forall`; if the
    second is not nested in the first without other statements between them, but
    for a where statement whose producer it is and whose workspace, a scalar or
    a sparse one, can get a mode for the first; if one has tags; and if the name
    is taken in the kernel.
  }];
  let arguments = (ins TransformHandleTypeInterface:$outer,
                       TransformHandleTypeInterface:$inner, StrAttr:$name);
  let results = (outs TransformHandleTypeInterface:$collapsed);
  let assemblyFormat = [{
    $outer `,` $inner `into` $name attr-dict `:`
    functional-type(operands, results)
  }];
}

def IteratePositionsOp : CIN_TransformOp<"pos"> {
  let summary = "Lets a forall iterate over the positions of a tensor";
  let description = [{
    The tensor is that of an access inside of the forall, which iterates over
    what its levels store.

    ```mlir
    transform.cin.pos %f into "p" of %a : !transform.any_op, !transform.any_op
    ```

    #### Return modes

    Reads the operand handles, whose forall becomes that over the positions.
    Fails silenceably if a handle has not just one `cin.forall` or `cin.access`;
    if the access is not inside of the forall, or of a tensor that it assigns;
    if no consecutive levels of the tensor store what the forall iterates over,
    in its order, or what the levels above store is not bound around it; if it
    has tags, or counts positions already; and if the name is taken in the
    kernel.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       TransformHandleTypeInterface:$access, StrAttr:$name);
  let assemblyFormat = [{
    $target `into` $name `of` $access attr-dict `:` type($target) `,`
    type($access)
  }];
}

def IterateCoordinatesOp : CIN_TransformOp<"coord"> {
  let summary = "Lets a forall over positions iterate over coordinates again";
  let description = [{
    The forall goes over the coordinates of the dimension, as before
    `transform.cin.pos`, under a name that may be the one it had then. That over
    the positions of a tile goes over the coordinates that the tile has, under a
    new name.

    ```mlir
    transform.cin.coord %p into "f" : !transform.any_op
    ```

    #### Return modes

    Reads the operand handle, whose forall becomes that over the coordinates.
    Fails silenceably if the handle has not just one `cin.forall`; if that
    counts no positions, or those of a part of a part; if it numbers tiles; if
    the positions of a tile are those of combinations or of blocks; if a
    workspace was precomputed for them; if it has tags; and if the name is taken
    in the kernel.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, StrAttr:$name);
  let assemblyFormat = [{
    $target `into` $name attr-dict `:` type($target)
  }];
}

def ReorderForallsOp : CIN_TransformOp<"reorder"> {
  let summary = "Puts nested foralls into an order";
  let description = [{
    The order, outermost first, in which the foralls are to be nested. Foralls
    between them that are not given keep their places. The inner ones may be in
    the producer of a where statement if what its consumer does with the
    workspace distributes over the combiner: then they leave it, and a scalar
    workspace that does nothing goes.

    ```mlir
    transform.cin.reorder %j, %i : !transform.any_op, !transform.any_op
    ```

    #### Return modes

    Reads the operand handles, which keep their foralls. Fails silenceably if a
    handle has not just one `cin.forall`, if the foralls
    are not different and nested without other statements between them than a
    where statement that they can leave, or if they reduce by what is not
    associative and commutative.
  }];
  let arguments = (ins Variadic<TransformHandleTypeInterface>:$targets);
  let assemblyFormat = "$targets attr-dict `:` type($targets)";
  let hasVerifier = 1;
}

def BoundForallOp : CIN_TransformOp<"bound"> {
  let summary = "Promises what the extent of a forall is";
  let description = [{
    Promises that the extent is `exactly` a number, `at_most` a number, or a
    `multiple_of` it. The kernel checks the promise before it runs. `as` gives
    the variable a new name.

    ```mlir
    transform.cin.bound %i as "ib" exactly 1024 : (!transform.any_op) -> ()
    transform.cin.bound %j as "jb" multiple_of %width
        : (!transform.any_op, !transform.param<i64>) -> ()
    ```

    #### Return modes

    Reads the operand handle, which keeps its foralls. Fails silenceably if an
    operand is no `cin.forall`, has a tag, or is over a part of a variable that
    was split; if the number is not positive; if the name is taken; and if the
    parameter is not one integer.
    Of several foralls, those before the one that it fails for are changed.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Optional<TransformParamTypeInterface>:$number_param,
                       StrAttr:$name, Level_BoundAttr:$bound,
                       OptionalAttr<I64Attr>:$number);
  let assemblyFormat = [{
    $target `as` $name custom<Keyword>($bound)
    custom<Number>($number_param, $number) attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def PrecomputeOp : CIN_TransformOp<"precompute"> {
  let summary = "Computes a scalar of a statement into a workspace";
  let description = [{
    The scalar is the result of the operation in the first handle. It is
    computed over new variables, one for each forall of the other handles, whose
    names come after `into`, before the statement reads it from a workspace.
    Foralls that one of both alone needs move into it. `consumers` gives the
    variables that read it other names, `workspace` names the workspace, and
    `storage` says how it is stored, if that is not to be chosen. With the name
    of what the statement assigns, there is no workspace: the scalar is assigned
    to the result, and the rest of the statement combined into it.

    ```mlir
    %where = transform.cin.precompute %product over %j into ["jw"]
        : (!transform.any_op, !transform.any_op) -> !transform.any_op
    %row = transform.cin.precompute %product over %j into ["jw"]
        {workspace = "row", storage = #level.workspace<sparse_set>}
        : (!transform.any_op, !transform.any_op) -> !transform.any_op
    ```

    #### Return modes

    Reads the operand handles, which keep their operations; foralls become those
    that read the workspace. Gives a handle to the `cin.where`, or to the
    `cin.sequence` if the result is reused. Fails silenceably if the first
    handle has not just one operation with one result, or one of the others not
    just one `cin.forall`; if the scalar is not part of one assignment, around
    which the foralls are the innermost; if one of them has a tag; if a name is
    taken; if a workspace that is to be dense would have to tell which
    components are absent; and if the result that is to be reused is not dense,
    or the scalar not combined with the rest by one associative operator.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Variadic<TransformHandleTypeInterface>:$foralls,
                       StrArrayAttr:$producers,
                       OptionalAttr<StrArrayAttr>:$consumers,
                       OptionalAttr<StrAttr>:$workspace,
                       OptionalAttr<Level_WorkspaceAttr>:$storage);
  let results = (outs TransformHandleTypeInterface:$where);
  let assemblyFormat = [{
    $target `over` $foralls `into` $producers attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def UnrollForallOp : CIN_TransformOp<"unroll"> {
  let summary = "Unrolls the loop of a forall";
  let description = [{
    ```mlir
    transform.cin.unroll %i by 4 : (!transform.any_op) -> ()
    transform.cin.unroll %i by %factor
        : (!transform.any_op, !transform.param<i64>) -> ()
    ```

    #### Return modes

    Reads the operand handle, which keeps its foralls. Fails silenceably if an
    operand is no `cin.forall`, is unrolled already or parallel, or has a number
    of iterations that is not a constant in each tile but the last; if the
    factor is not from 1 to 1024; if there would be more than 1024 copies of a
    statement; and if the parameter is not one integer. Of several foralls,
    those before the one that it fails for are changed.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Optional<TransformParamTypeInterface>:$factor_param,
                       OptionalAttr<I64Attr>:$factor);
  let assemblyFormat = [{
    $target `by` custom<Number>($factor_param, $factor) attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def MergeForallOp : CIN_TransformOp<"merge"> {
  let summary = "Chooses how the segments of a forall are coiterated";
  let description = [{
    ```mlir
    transform.cin.merge %j by gallop : !transform.any_op
    ```

    #### Return modes

    Reads the operand handle, which keeps its foralls. Fails silenceably if an
    operand is no `cin.forall` or has a merge strategy.
    Of several foralls, those before the one that it fails for are changed.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       CIN_MergeStrategyAttr:$strategy);
  let assemblyFormat = [{
    $target `by` custom<Keyword>($strategy) attr-dict `:` type($target)
  }];
}

def ParallelizeForallOp : CIN_TransformOp<"parallelize"> {
  let summary = "Lets the iterations of a forall run at the same time";
  let description = [{
    On a parallel unit, with a strategy for races, and, if wanted, a
    distribution of the iterations in chunks. With `temporary`, the parts of a
    divided loop combine into partial results of their own, as do the lanes of
    vectors (`cpu_vector`), which share an innermost forall, or a tile of the
    coordinates of another one, which moves inside. With `allow_races`, races
    that change the result are ignored (`ignore_races`) as those are that do
    not. With `optional`, the iterations run one after the other where that does
    not pay.

    ```mlir
    transform.cin.parallelize %i on (cpu_thread, no_races)
        : (!transform.any_op) -> ()
    transform.cin.parallelize %i on (cpu_thread, no_races, dynamic 64)
        : (!transform.any_op) -> ()
    transform.cin.parallelize %i on (cpu_thread, ignore_races) {allow_races}
        : (!transform.any_op) -> ()
    transform.cin.parallelize %i on (cpu_thread, no_races) {optional}
        : (!transform.any_op) -> ()
    ```

    #### Return modes

    Reads the operand handle, which keeps its foralls. Fails silenceably if an
    operand is no `cin.forall`; if it, or one around it or inside of it on the
    same unit, is parallel; if lanes would share one that has others inside
    which may differ; if it has another tag; if the parameter is not one
    integer; if what it reduces by is not associative and commutative; if
    iterations race and the strategy does not say how they are kept apart; and
    if the unit or the strategy is not supported. Of several foralls, those
    before the one that it fails for are changed.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Optional<TransformParamTypeInterface>:$chunk_param,
                       CIN_ParallelUnitAttr:$unit,
                       CIN_RaceStrategyAttr:$races,
                       OptionalAttr<Weft_DistributionAttr>:$distribution,
                       UnitAttr:$allow_races, UnitAttr:$optional);
  let assemblyFormat = [{
    $target `on` `(` custom<Keyword>($unit) `,` custom<Keyword>($races)
    custom<DistributionOf>($distribution, $chunk_param) `)` attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def FactorReductionOp : CIN_TransformOp<"factor"> {
  let summary = "Precomputes the factors of a sum that depend on given variables";
  let description = [{
    Computes the factors of a compound assignment that depend on the reduction
    variables of the given foralls in a scalar workspace: `E += A * B * C * D`
    becomes `E += A * t * D where t += B * C`. Each handle maps to one
    `cin.forall`.

    ```mlir
    %where = transform.cin.factor %k : (!transform.any_op) -> !transform.any_op
    ```

    #### Return modes

    Reads the operand handles, and gives one to the where statement of the
    scalar. Fails silenceably if a handle has not just one `cin.forall`; if the
    foralls are not nested right around one assignment that combines a product
    which distributes over its combiner; if one of these foralls has a tag; if
    what is assigned is not dense; or if no forall that visits all coordinates
    is left beside the scalar.
  }];
  let arguments = (ins Variadic<TransformHandleTypeInterface>:$targets);
  let results = (outs TransformHandleTypeInterface:$where);
  let assemblyFormat = [{
    $targets attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def HoistFactorsOp : CIN_TransformOp<"hoist_factors"> {
  let summary = "Hoists invariant factors out of a reduction";
  let description = [{
    `A += B * C * D` over `k` becomes `A = B * t where t += C * D`, if `B` does
    not depend on `k`.

    ```mlir
    transform.cin.hoist_factors %k : !transform.any_op
    ```

    #### Return modes

    Reads the operand handle, which keeps its foralls. Fails silenceably if an
    operand is no `cin.forall`; if its body is not an assignment that combines a
    product which distributes over its combiner; if it is parallel, is not
    reduced over, or visits only some coordinates; or if it changes all factors.
    Of several foralls, those before the one that it fails for are changed.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

def OrderFactorsOp : CIN_TransformOp<"order_factors"> {
  let summary = "Orders the factors of a product by loop depth";
  let description = [{
    ```mlir
    transform.cin.order_factors %k : !transform.any_op
    ```

    #### Return modes

    Reads the operand handle, which keeps its foralls. Fails silenceably if an
    operand is no `cin.forall`; if its body is not an assignment that combines a
    product of three factors or more by an associative and commutative operator;
    or if they are in that order. Of several foralls, those before the one that
    it fails for are changed.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

def ConfigureLoweringOp : CIN_TransformOp<"configure"> {
  let summary = "Sets lowering options";
  let description = [{
    Sets options in `config` of a `cin.forall`, or in `weft.lowering_config` of
    a module, function or loop. Options that are not listed keep their values.

    ```mlir
    transform.cin.configure %i with <jam_rows = off> : !transform.any_op
    ```

    #### Return modes

    Reads the operand handle, which keeps its operations. Fails silenceably if
    an operand is none of these. Operations before the one that it fails for are
    changed.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Weft_LoweringConfigAttr:$config);
  let assemblyFormat = "$target `with` $config attr-dict `:` type($target)";
}

#endif // WEFT_DIALECT_CIN_TRANSFORMOPS_CINTRANSFORMOPS_TD
