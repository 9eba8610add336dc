//===- Passes.td - Passes on concrete index notation -------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that rewrite `cin` statements.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_CIN_TRANSFORMS_PASSES_TD
#define WEFT_DIALECT_CIN_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def CINPromoteReductions
    : Pass<"cin-promote-reductions", "::mlir::func::FuncOp"> {
  let summary = "Promote reductions to scalar accumulators";
  let description = [{
    A compound assignment in foralls whose variables do not index its component
    combines into a scalar workspace around these foralls instead, and the
    component is assigned once:

    ```
    ∀i ∀j y(i) += A(i,j) * x(j)
    ∀i (y(i) += t where ∀j t += A(i,j) * x(j))
    ```

    The scalar becomes a value that the loops carry. Preconditions:

    - the combiner is associative;
    - its identity is known, from its operation or from the assignment;
    - no sequence has assigned the tensor before;
    - the innermost forall neither determines the component nor runs its
      iterations at the same time, unless lanes keep partial results.

    Other reductions into components, and into scalars that threads share, stay
    in memory, with a remark.
  }];
  let dependentDialects = ["::weft::cin::CINDialect"];
}

def CINFuseKernels : Pass<"cin-fuse-kernels", "::mlir::func::FuncOp"> {
  let summary = "Fuse the kernels of a function";
  let description = [{
    Fuses a kernel with the next one if both define results of the function.
    Their statements become a `cin.multi`, or a `cin.sequence` if the second
    reads what the first defines. Kernels are not fused if the second is
    computed into a result of the first, if their assemblies differ, or if an
    operation between them uses a result of the first.
  }];
  let dependentDialects = ["::weft::cin::CINDialect"];
}

def CINAllowReassociation
    : Pass<"cin-allow-reassociation", "::mlir::func::FuncOp"> {
  let summary = "Allow the reassociation of floating-point reductions";
  let description = [{
    Sets `fastmath<reassoc,contract>` on the floating-point operations of the
    combiners of `cin.assign`, and `fastmath<contract>` on all others, so that
    LLVM may keep several partial results of a reduction and fuse a
    multiplication with an addition. Operations of the expression itself, such
    as `(a + b) - c`, are not reassociated.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def CINSetAssembly : Pass<"cin-set-assembly", "::mlir::ModuleOp"> {
  let summary = "Choose how the results of functions are assembled";
  let description = [{
    Sets the assembly of all kernels that define results of a function to
    `fused`, `assemble`, `compute` or `two_phase`. For `compute`, the function
    takes, after its other arguments, one tensor per sparse result whose
    structure the result keeps; nothing may call it that does not pass them.
    Kernels that compute a temporary tensor, or only dense results, stay
    `fused`. With `assemble`, a result has a structure but no components, and it
    is an error to read these. The pass skips declarations. The body of a
    function is one block that ends with `func.return`; for `assemble` and
    `compute`, kernels compute all values that it returns.

    With `drop-fill`, these kernels do not store components of sparse results
    that are equal to the fill. With `reuse`, a result takes the coordinates of
    an operand if the algebra proves that it stores the same ones: those of all
    levels, in the same format, or of the first levels if the result is dense
    below them.
  }];
  let options = [
    Option<"assembly", "assembly", "::weft::level::Assembly",
           "::weft::level::Assembly::Fused", "What is made of the results",
           "::weft::cin::getAssemblyValues()">,
    Option<"dropFill", "drop-fill", "bool", "false",
           "Do not store components that turn out to be the fill">,
    Option<"reuse", "reuse", "bool", "false",
           "Let results take the structures of operands that are the same">];
}

def CINShareKernels : Pass<"cin-share-kernels", "::mlir::ModuleOp"> {
  let summary = "Outline identical kernels into one function";
  let description = [{
    Kernels that do the same to operands of the same types, as conversions of
    operands often do, become calls of one private function. Their outputs must
    be new tensors. Other kernels stay where they are, as do kernels of nested
    modules and kernels outside of functions.

    The kernels of a function with more than eight statements, counted in multi
    and sequence statements, are split into kernels of one statement, each of
    which becomes a function, so that compile time is linear in their number.
  }];
  let dependentDialects = ["::weft::cin::CINDialect", "::mlir::func::FuncDialect",
                           "::mlir::tensor::TensorDialect"];
}

def CINChooseSchedule : Pass<"cin-choose-schedule", "::mlir::func::FuncOp"> {
  let summary = "Choose the default schedule of kernels without one";
  let description = [{
    Transforms foralls by the rules of "The default" in `docs/schedules.md`. The
    attribute `cin.chosen` of the kernel lists the equivalent commands of a
    schedule.

    **Vectors.** The variable of the innermost mode of a dense result is split
    into tiles of 16 coordinates. The forall over the coordinates of a tile
    moves inside of the foralls that the original one contained, and is mapped
    to the lanes of a vector:

    ```
    ∀i ∀k ∀j C(i,k) += A(i,j) * B(j,k)
    ∀i ∀k0 ∀j ∀k1 C(i,k) += A(i,j) * B(j,k)
      : k -split(down,16)-> k0 k1, parallelize(k1, cpu_vector, no_races)
    ```

    Preconditions: each operand with the mode stores it densely and innermost,
    vectors support the element types, and the inner foralls visit all
    coordinates or those that one operand stores. The order of sums is kept.
    Results of complex numbers have tiles of 32 coordinates without lanes.

    **Threads.** Threads may share an outermost forall that merges no segments
    and whose iterations assign different components of dense results, or append
    components in order. A forall whose iterations combine into one component,
    each by a loop, is divided into 64 parts with partial results. Both are
    `optional`. The commands are recorded in `weft.schedule` of the function.

    For each assignment without vectors and each outermost forall without
    threads, `cin.not_chosen` of the kernel states the reason.

    With `gpu`, the units of a GPU run outermost foralls, by the rules of "The
    default on a GPU" in `docs/gpu.md`.
  }];
  let options = [Option<"strict", "strict-fp", "bool", "false",
                        "Keep floating-point operations in their order">,
                 Option<"vectors", "vectors", "bool", "true",
                        "Choose which foralls the lanes of vectors share">,
                 Option<"threads", "threads", "bool", "true",
                        "Choose which foralls threads share">,
                 Option<"gpu", "gpu", "bool", "false",
                        "Choose which foralls the units of a GPU run">,
                 Option<"deterministic", "deterministic", "bool", "false",
                        "Choose units of a GPU only where each run combines "
                        "real numbers in the same order">,
                 Option<"guardTiles", "guard-tiles", "bool", "false",
                        "Give full tiles a loop of their own, with a constant "
                        "number of steps, for compilers that vectorize it">];
  let dependentDialects = ["::weft::cin::CINDialect"];
}

def CINVersionGPUKernels : Pass<"cin-version-gpu-kernels", "::mlir::ModuleOp"> {
  let summary = "Add versions for even segments to kernels of a GPU";
  let description = [{
    Clones a function with `weft.kernel` if `cin-choose-schedule` splits its
    only loop nest evenly by the entries of an operand, this operand has two
    levels, and the last level is compressed. In the clone, `@kernel_even` for
    `@kernel`, a warp computes each segment. `weft.version` of the clone has
    `weft-generate-kernel-abi` emit an entry that calls the clone if the
    segments are even.
  }];
  let options = [Option<"strict", "strict-fp", "bool", "false",
                        "Keep floating-point operations in their order">,
                 Option<"deterministic", "deterministic", "bool", "false",
                        "Choose units of a GPU only where each run combines "
                        "real numbers in the same order">];
  let dependentDialects = ["::weft::cin::CINDialect"];
}

def CINChooseLowering : Pass<"cin-choose-lowering", "::mlir::ModuleOp"> {
  let summary = "Choose how loops over arrays are lowered";
  let description = [{
    Sets `weft.lowering_config` of the module: which transformations of loops
    over arrays (`weft/Loops/Passes.td`) are applied, with which parameters, for
    the processor that `dlti.target_system_spec` of the module describes. An
    option is chosen only if the statements of the module can use it, as
    `lookup_tables` where several operands store some coordinates of one
    variable. Vectors and prefetches are chosen for the loops that the processor
    runs, and not for those of a GPU. Without vectors, `strips` chooses
    `vectorize_rows`, which then strip-mines loops. Entries that the
    configuration has already are kept, so that a schedule takes precedence.

    ```mlir
    module attributes {weft.lowering_config = #weft.lowering_config<
        interleave_reductions = 4, vectorize_segments = masked, jam_rows>} {...}
    ```
  }];
  let options = [Option<"strict", "strict-fp", "bool", "false",
                        "Keep floating-point operations in their order">,
                 Option<"vectors", "vectors", "bool", "true",
                        "Choose vectors and prefetches">,
                 Option<"strips", "strips", "bool", "false",
                        "Choose strips of rows where there are no vectors">];
  let dependentDialects = ["::weft::WeftDialect"];
}

def CINFactorReductions
    : Pass<"cin-factor-reductions", "::mlir::func::FuncOp"> {
  let summary = "Factor loop-invariant sums out of reductions";
  let description = [{
    Moves factors of a product out of a compound assignment, if the operator of
    the product distributes over the combiner. They are reduced over the index
    variables that only they use, into a scalar, outside of the loops that they
    do not depend on:

    ```
    ∀i ∀l ∀j ∀k E(i,l) += A(i,j) * B(i,k) * C(j,k) * D(j,l)
    ∀i ∀j ((∀l E(i,l) += A(i,j) * t * D(j,l)) where ∀k t += B(i,k) * C(j,k))
    ```

    Of several factorings, the pass chooses the one with the smallest loop
    depth, and reorders the loops for it. The assigned tensor must be dense, and
    the loops beside that of the scalar must visit all coordinates, so that each
    computed scalar is used. The attributes `cin.chosen` and `cin.not_chosen` of
    the kernel state which sums are factored, and why others are not.
  }];
  let options = [Option<"strict", "strict-fp", "bool", "false",
                        "Keep floating-point operations in their order">];
  let dependentDialects = ["::weft::cin::CINDialect"];
}

def CINHoistFactors : Pass<"cin-hoist-factors", "::mlir::func::FuncOp"> {
  let summary = "Hoist invariant factors out of reductions";
  let description = [{
    Where the innermost forall of a compound assignment is one that it reduces
    over, and visits all coordinates, the factors that do not depend on it are
    hoisted, if the product distributes over the combiner:

    ```
    ∀i ∀j ∀k A(i,j) += B(i,j) * C(i,k) * D(j,k)
    ∀i ∀j (A(i,j) = B(i,j) * t where ∀k t += C(i,k) * D(j,k))
    ```

    Enclosing foralls on which the sum does not depend are moved out as well. If
    one of them may have no iteration, the pass changes nothing. `cin.chosen`
    and `cin.not_chosen` of the kernel state which factors are hoisted, and why
    others are not.
  }];
  let options = [Option<"strict", "strict-fp", "bool", "false",
                        "Keep floating-point operations in their order">];
  let dependentDialects = ["::weft::cin::CINDialect"];
}

def CINSortFactors : Pass<"cin-sort-factors", "::mlir::func::FuncOp"> {
  let summary = "Order factors by the loops that determine them";
  let description = [{
    Sorts the factors of a product that a compound assignment combines by the
    foralls that determine them, outermost first, so that products of invariant
    factors can be hoisted out of loops:

    ```
    ∀i ∀j ∀k C(i,k) += A(i,j) * B(j,k) * s(i)
    ∀i ∀j ∀k C(i,k) += s(i) * A(i,j) * B(j,k)
    ```

    The operator must be associative and commutative. `cin.chosen` and
    `cin.not_chosen` of the kernel state which products are sorted, and why
    others are not.
  }];
  let options = [Option<"strict", "strict-fp", "bool", "false",
                        "Keep floating-point operations in their order">];
  let dependentDialects = ["::weft::cin::CINDialect"];
}

#endif // WEFT_DIALECT_CIN_TRANSFORMS_PASSES_TD
