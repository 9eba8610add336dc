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
  let summary = "Combine reductions into scalars";
  let description = [{
    A compound assignment in foralls whose variables do not index its component
    combines into a scalar workspace around these foralls instead, and the
    component is assigned once:

    ```
    ∀i ∀j y(i) += A(i,j) * x(j)
    ∀i (y(i) += t where ∀j t += A(i,j) * x(j))
    ```

    The scalar becomes a value that the loops carry. Combining in this order
    needs the combiner to be associative and its identity to be known, from its
    operation or from the assignment; other assignments stay as they are. So do
    those into a tensor that a sequence has set before.
  }];
  let dependentDialects = ["::weft::cin::CINDialect"];
}

def CINFuseKernels : Pass<"cin-fuse-kernels", "::mlir::func::FuncOp"> {
  let summary = "Join the kernels of a function";
  let description = [{
    Joins a kernel with the next one if both define results of the function.
    Their statements become a `cin.multi`, or a `cin.sequence` if the second
    reads what the first defines. Kernels stay apart if the second is computed
    into a result of the first, if their assemblies differ, or if something
    between them uses a result of the first.
  }];
  let dependentDialects = ["::weft::cin::CINDialect"];
}

def CINAllowReassociation
    : Pass<"cin-allow-reassociation", "::mlir::func::FuncOp"> {
  let summary = "Let reductions be computed in another order";
  let description = [{
    Sets `fastmath<reassoc,contract>` on the floating-point operations of the
    combiners of `cin.assign`, and `fastmath<contract>` on all others, so that
    LLVM may keep several partial results of a reduction and fuse a
    multiplication with an addition. What the expression itself says, such as
    `(a + b) - c`, stays in its order.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def CINSetAssembly : Pass<"cin-set-assembly", "::mlir::ModuleOp"> {
  let summary = "Choose what kernels make of the results of their functions";
  let description = [{
    Sets the assembly of all kernels that define results of a function to
    `fused`, `assemble`, `compute` or `two_phase`. For `compute`, the function
    takes, after its other arguments, one tensor per sparse result whose
    structure the result keeps; nothing may call it that does not pass them.
    What computes a temporary tensor, or dense results alone, stays fused. What
    is assembled only has no components, so that nothing may read them.
    Declarations stay as they are; a definition is one block that ends with
    `func.return`, and for `assemble` and `compute`, all that it returns is
    computed by kernels.

    With `drop-fill`, these kernels do not store components of sparse results
    that turn out to be the fill. With `reuse`, a result that stores what an
    operand does, as the algebra proves, takes the operand's coordinates: those
    of all levels, in the same format, or of the first ones, where the result is
    dense below.
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
  let summary = "Make one function of kernels that are alike";
  let description = [{
    Kernels that do the same to operands of the same types, as conversions of
    operands often do, become calls of one private function. What they compute
    into must be new. A kernel that has no like stays where it is, and so do
    those of nested modules and those outside of functions.

    The kernels of a function with more than eight statements, counted in multi
    and sequence statements, get one statement each and become functions even
    without a like, so that the time to compile grows with their number only.
  }];
  let dependentDialects = ["::weft::cin::CINDialect", "::mlir::func::FuncDialect",
                           "::mlir::tensor::TensorDialect"];
}

def CINChooseSchedule : Pass<"cin-choose-schedule", "::mlir::func::FuncOp"> {
  let summary = "Schedule kernels that have no schedule";
  let description = [{
    Transforms foralls by the rules of "The default" in `docs/schedules.md`, as
    a schedule could. The commands of one that does the same are noted in
    `cin.chosen` of the kernel.

    The variable of a mode that a dense result stores innermost is split into
    tiles of 16 coordinates, which go inside of the foralls that it had inside,
    as lanes of a vector:

    ```
    ∀i ∀k ∀j C(i,k) += A(i,j) * B(j,k)
    ∀i ∀k0 ∀j ∀k1 C(i,k) += A(i,j) * B(j,k)
      : k -split(down,16)-> k0 k1, parallelize(k1, cpu_vector, no_races)
    ```

    That is done where what is read along the mode is stored densely and
    innermost as well, all of it are numbers that vectors have, and the foralls
    inside visit all coordinates or those that one operand stores. The sums keep
    their order.

    An outermost forall whose iterations assign different components of dense
    results, or append them in order to others, and that merges no segments, may
    be shared by threads. So may one whose iterations combine into one
    component, by loops: it is divided into 64 parts, which combine into partial
    results. Both are `optional`. Why other foralls have no threads is noted in
    `cin.not_chosen` of the kernel. Commands are recorded in `weft.schedule` of
    the function.

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
    variable. Entries that the configuration has already are kept, so that a
    schedule takes precedence.

    ```mlir
    module attributes {weft.lowering_config = #weft.lowering_config<
        interleave_reductions = 4, vectorize_segments = masked, jam_rows>} {...}
    ```
  }];
  let options = [Option<"strict", "strict-fp", "bool", "false",
                        "Keep floating-point operations in their order">,
                 Option<"vectors", "vectors", "bool", "true",
                        "Choose vectors and prefetches">];
  let dependentDialects = ["::weft::WeftDialect"];
}

def CINFactorReductions
    : Pass<"cin-factor-reductions", "::mlir::func::FuncOp"> {
  let summary = "Combine factors once that several loops have in common";
  let description = [{
    Where a compound assignment combines a product and the operator of the
    product distributes over the combiner, factors are combined over what they
    alone depend on, into a scalar, beside the loops that they do not depend on:

    ```
    ∀i ∀l ∀j ∀k E(i,l) += A(i,j) * B(i,k) * C(j,k) * D(j,l)
    ∀i ∀j ((∀l E(i,l) += A(i,j) * t * D(j,l)) where ∀k t += B(i,k) * C(j,k))
    ```

    Of several ways, that one is taken by which the fewest loops are inside of
    one another. The loops are reordered for it, so that the assigned tensor is
    dense; the loops beside that of the scalar visit all coordinates, so that no
    scalar is computed in vain. The workspaces are noted in `cin.factored` of
    the kernel.
  }];
  let options = [Option<"strict", "strict-fp", "bool", "false",
                        "Keep floating-point operations in their order">];
  let dependentDialects = ["::weft::cin::CINDialect"];
}

def CINHoistFactors : Pass<"cin-hoist-factors", "::mlir::func::FuncOp"> {
  let summary = "Take factors out of sums that do not change them";
  let description = [{
    Where the innermost forall of a compound assignment is one that it reduces
    over, and visits all coordinates, the factors that do not depend on it are
    taken out, if they distribute over the combiner:

    ```
    ∀i ∀j ∀k A(i,j) += B(i,j) * C(i,k) * D(j,k)
    ∀i ∀j (A(i,j) = B(i,j) * t where ∀k t += C(i,k) * D(j,k))
    ```

    Foralls around it that the sum does not need leave it as well; if one of
    them may find nothing, all stays as it is.
  }];
  let options = [Option<"strict", "strict-fp", "bool", "false",
                        "Keep floating-point operations in their order">];
  let dependentDialects = ["::weft::cin::CINDialect"];
}

def CINSortFactors : Pass<"cin-sort-factors", "::mlir::func::FuncOp"> {
  let summary = "Multiply first what outer loops determine";
  let description = [{
    The factors of a product that a compound assignment combines come in the
    order of the foralls that determine them, so that what is the same in all
    iterations of a loop can leave it:

    ```
    ∀i ∀j ∀k C(i,k) += A(i,j) * B(j,k) * s(i)
    ∀i ∀j ∀k C(i,k) += s(i) * A(i,j) * B(j,k)
    ```

    The operator is associative and commutative, as factors are by which
    `cin-factor-reductions` takes sums apart.
  }];
  let options = [Option<"strict", "strict-fp", "bool", "false",
                        "Keep floating-point operations in their order">];
  let dependentDialects = ["::weft::cin::CINDialect"];
}

#endif // WEFT_DIALECT_CIN_TRANSFORMS_PASSES_TD
