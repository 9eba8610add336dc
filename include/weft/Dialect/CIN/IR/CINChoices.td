//===- CINChoices.td - Choices of the default schedule -----*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the passes of the default schedule choose and leave out, with reasons.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_CIN_IR_CINCHOICES_TD
#define WEFT_DIALECT_CIN_IR_CINCHOICES_TD

include "weft/Dialect/CIN/IR/CINDialect.td"

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def CIN_ScheduleRuleEnum : I32EnumAttr<"ScheduleRule",
    "rule of the default schedule", [
    I32EnumAttrCase<"InnermostLanes", 0, "innermost_lanes">,
    I32EnumAttrCase<"IndependentIterations", 1, "independent_iterations">,
    I32EnumAttrCase<"DividedSum", 2, "divided_sum">,
    I32EnumAttrCase<"GPUColumns", 3, "gpu_columns">,
    I32EnumAttrCase<"GPUEntries", 4, "gpu_entries">,
    I32EnumAttrCase<"GPUSums", 5, "gpu_sums">,
    I32EnumAttrCase<"GPUIterations", 6, "gpu_iterations">,
    I32EnumAttrCase<"CommonSum", 7, "common_sum">,
    I32EnumAttrCase<"InvariantFactors", 8, "invariant_factors">,
    I32EnumAttrCase<"FactorOrder", 9, "factor_order">]> {
  let cppNamespace = "::weft::cin";
  let genSpecializedAttr = 0;
}

def CIN_ChoiceAttr : AttrDef<CIN_Dialect, "Choice"> {
  let mnemonic = "choice";
  let summary = "Commands of the default schedule, and the rule behind them";
  let description = [{
    `cin.chosen` of a kernel lists the choices of the passes of the default
    schedule; explanations and remarks print them. It has no effect on the
    generated code.

    - `innermost_lanes`: tiles of a dense innermost variable are vectors, or
      loops over complex numbers;
    - `independent_iterations`: threads share iterations that assign different
      components;
    - `divided_sum`: threads share the parts of a sum;
    - `gpu_columns`: the threads of a warp compute adjacent components;
    - `gpu_entries`: warps take equal numbers of entries;
    - `gpu_sums`: the threads of a warp share sums;
    - `gpu_iterations`: each thread computes one iteration;
    - `common_sum`: a sum does not depend on a loop of the reduction;
    - `invariant_factors`: factors are the same in all iterations of a sum;
    - `factor_order`: factors are multiplied in the order of the loops that
      determine them.

    ```mlir
    #cin.choice<independent_iterations, "parallelize(i,CPUThread,NoRaces)">
    ```
  }];
  let parameters = (ins EnumParameter<CIN_ScheduleRuleEnum>:$rule,
                        StringRefParameter<>:$commands);
  let assemblyFormat = "`<` $rule `,` $commands `>`";
  let genVerifyDecl = 1;
}

def CIN_RefusalReasonEnum : I32EnumAttr<"RefusalReason",
    "why a rule of the default schedule does not apply", [
    I32EnumAttrCase<"WorkspaceLoop", 0, "workspace_loop">,
    I32EnumAttrCase<"InnerWorkspace", 1, "inner_workspace">,
    I32EnumAttrCase<"CommonComponent", 2, "common_component">,
    I32EnumAttrCase<"SharedComponents", 3, "shared_components">,
    I32EnumAttrCase<"UnorderedResult", 4, "unordered_result">,
    I32EnumAttrCase<"SparseResult", 5, "sparse_result">,
    I32EnumAttrCase<"CopiedEntries", 6, "copied_entries">,
    I32EnumAttrCase<"MergedSegments", 7, "merged_segments">,
    I32EnumAttrCase<"ScheduledLoops", 8, "scheduled_loops">,
    I32EnumAttrCase<"ScheduledThreads", 9, "scheduled_threads">,
    I32EnumAttrCase<"SequentialCoordinates", 10, "sequential_coordinates">,
    I32EnumAttrCase<"CompoundUpdates", 11, "compound_updates">,
    I32EnumAttrCase<"RoundedSums", 12, "rounded_sums">,
    I32EnumAttrCase<"DependentIterations", 13, "dependent_iterations">,
    I32EnumAttrCase<"ScalarResult", 14, "scalar_result">,
    I32EnumAttrCase<"SeparateLoop", 15, "separate_loop">,
    I32EnumAttrCase<"NoInnerLoop", 16, "no_inner_loop">,
    I32EnumAttrCase<"SlotLevel", 17, "slot_level">,
    I32EnumAttrCase<"SeveralModes", 18, "several_modes">,
    I32EnumAttrCase<"OuterLevel", 19, "outer_level">,
    I32EnumAttrCase<"SparseLevel", 20, "sparse_level">,
    I32EnumAttrCase<"UnplacedLevel", 21, "unplaced_level">,
    I32EnumAttrCase<"InnerInsertion", 22, "inner_insertion">,
    I32EnumAttrCase<"NoVectors", 23, "no_vectors">,
    I32EnumAttrCase<"NotElementwise", 24, "not_elementwise">,
    I32EnumAttrCase<"CompoundCombiner", 25, "compound_combiner">,
    I32EnumAttrCase<"OrderedCombiner", 26, "ordered_combiner">,
    I32EnumAttrCase<"EarlyExit", 27, "early_exit">,
    I32EnumAttrCase<"SeveralStatements", 28, "several_statements">,
    I32EnumAttrCase<"DerivedVariables", 29, "derived_variables">,
    I32EnumAttrCase<"UpdatedInPlace", 30, "updated_in_place">,
    I32EnumAttrCase<"UsedVariable", 31, "used_variable">,
    I32EnumAttrCase<"ComputedIndex", 32, "computed_index">,
    I32EnumAttrCase<"MergedInside", 33, "merged_inside">,
    I32EnumAttrCase<"AbsentCoordinates", 34, "absent_coordinates">,
    I32EnumAttrCase<"FixedOrder", 35, "fixed_order">,
    I32EnumAttrCase<"NoProduct", 36, "no_product">,
    I32EnumAttrCase<"StrictOrder", 37, "strict_order">,
    I32EnumAttrCase<"SingleLoop", 38, "single_loop">,
    I32EnumAttrCase<"NoCommonSum", 39, "no_common_sum">,
    I32EnumAttrCase<"SparseTarget", 40, "sparse_target">,
    I32EnumAttrCase<"SparseSum", 41, "sparse_sum">,
    I32EnumAttrCase<"NotReduced", 42, "not_reduced">,
    I32EnumAttrCase<"NoInvariantFactor", 43, "no_invariant_factor">,
    I32EnumAttrCase<"ParallelLoop", 44, "parallel_loop">,
    I32EnumAttrCase<"SparseOperand", 45, "sparse_operand">,
    I32EnumAttrCase<"UnusedSum", 46, "unused_sum">,
    I32EnumAttrCase<"ScatteredResult", 47, "scattered_result">,
    I32EnumAttrCase<"FewFactors", 48, "few_factors">,
    I32EnumAttrCase<"OrderedFactors", 49, "ordered_factors">,
    I32EnumAttrCase<"NotOutermost", 50, "not_outermost">,
    I32EnumAttrCase<"DerivedIndex", 51, "derived_index">,
    I32EnumAttrCase<"RepeatedCoordinates", 52, "repeated_coordinates">,
    I32EnumAttrCase<"AbsentComponents", 53, "absent_components">,
    I32EnumAttrCase<"TwoPhaseResult", 54, "two_phase_result">,
    I32EnumAttrCase<"SumWithoutLoop", 55, "sum_without_loop">,
    I32EnumAttrCase<"OrderedSum", 56, "ordered_sum">,
    I32EnumAttrCase<"SparseSumLoop", 57, "sparse_sum_loop">,
    I32EnumAttrCase<"SingleOperand", 58, "single_operand">,
    I32EnumAttrCase<"StatementLoop", 59, "statement_loop">]> {
  let cppNamespace = "::weft::cin";
  let genSpecializedAttr = 0;
}

def CIN_RefusalAttr : AttrDef<CIN_Dialect, "Refusal"> {
  let mnemonic = "refusal";
  let summary = "A command that the default schedule leaves out, and why";
  let description = [{
    `cin.not_chosen` of a kernel lists the commands that the passes of the
    default schedule considered and did not apply; remarks print all of them,
    and explanations those that have a consequence. It has no effect on the
    generated code.

    The names behind the command are those for which N stands in the list of
    reasons.

    Threads and units of a GPU:

    - `workspace_loop`: the loop fills or reads workspace N;
    - `statement_loop`: the kernel has other statements beside the loop;
    - `inner_workspace`: workspace N is computed inside of the loop;
    - `common_component`: all iterations combine into one component;
    - `sum_without_loop`: they do, and the loop has no loop inside;
    - `ordered_sum`: they do, by a combiner that is not one associative and
      commutative operation with an identity, or that may exit early;
    - `sparse_sum_loop`: they do, and an operand stores only some coordinates
      of the loop;
    - `single_operand`: they do, and the variable of the loop indexes fewer
      than two operands;
    - `shared_components`: different iterations assign the same component;
    - `unordered_result`: a result is neither dense nor appended to in the
      order of the loop;
    - `two_phase_result`: result N is assembled in two phases;
    - `sparse_result`: a result is not dense, which a GPU needs;
    - `copied_entries`: the loop only copies the entries of one operand;
    - `merged_segments`: the loop merges segments;
    - `not_outermost`: the loop iterates a level of tensor N that is not the
      outermost one;
    - `derived_index`: the index of a level of tensor N is computed from the
      variable of the loop;
    - `repeated_coordinates`: a level of tensor N stores equal coordinates
      several times, and is not both ordered and compact;
    - `absent_components`: components that tensor N does not store contribute;
    - `scheduled_loops`: a schedule already says how a loop is executed;
    - `scheduled_threads`: a schedule parallelizes a loop of the function;
    - `sequential_coordinates`: the coordinates of the loop are found one
      after another;
    - `compound_updates`: iterations update the same component by more than
      an atomic instruction of the device;
    - `rounded_sums`: threads would combine floating-point numbers in an
      unknown order;
    - `dependent_iterations`: no rule can run the iterations concurrently.

    Vectors:

    - `scalar_result`: tensor N has no modes;
    - `separate_loop`: the loop over the innermost level of tensor N is not
      nested right around the assignment;
    - `no_inner_loop`: LLVM vectorizes the loop, which has no loop inside;
    - `slot_level`: tensor N has a level of slots;
    - `several_modes`: the variable indexes several modes of tensor N;
    - `outer_level`: the variable is not that of the innermost level of
      tensor N;
    - `sparse_level`: the innermost level of tensor N is not dense;
    - `unplaced_level`: a level of tensor N around the tile is neither dense
      nor appended to;
    - `inner_insertion`: loop N inside of the tile inserts into tensor N;
    - `no_vectors`: vectors of type N do not exist on every processor;
    - `not_elementwise`: operation N is not elementwise;
    - `compound_combiner`: the combiner consists of several operations;
    - `ordered_combiner`: combiner N is not associative and commutative;
    - `early_exit`: the reduction exits early at the annihilator of combiner
      N;
    - `several_statements`: several statements are nested in the loop;
    - `derived_variables`: loops inside compute index variables;
    - `updated_in_place`: the loop reads tensor N and assigns to it;
    - `used_variable`: the value of the variable is used other than to index
      tensors;
    - `computed_index`: a level of tensor N is indexed by more than a
      variable;
    - `merged_inside`: loop N inside merges segments;
    - `absent_coordinates`: loop N inside visits coordinates that tensor N
      does not store;
    - `fixed_order`: the loops cannot be reordered.

    Sums and factors:

    - `no_product`: no product that distributes over the combiner is
      combined;
    - `strict_order`: `-strict-fp` keeps the order of floating-point
      operations;
    - `single_loop`: fewer than two loops are nested right around the
      assignment;
    - `no_common_sum`: no factors can be summed outside of a loop that
      visits all coordinates;
    - `sparse_target`: the assigned tensor N is not dense;
    - `sparse_sum`: a sum of variables indexes a tensor that is not dense;
    - `not_reduced`: the assignment does not reduce over the loop;
    - `no_invariant_factor`: no factor is the same in all iterations of the
      loop;
    - `parallel_loop`: the loop is parallel;
    - `sparse_operand`: an operand stores only some coordinates of the loop;
    - `unused_sum`: a loop that may have no iterations would leave the sum;
    - `scattered_result`: the result is scattered and takes each component
      once, and another loop is reduced over;
    - `few_factors`: the product has fewer than three factors;
    - `ordered_factors`: the factors are in the order of the loops already.

    ```mlir
    #cin.refusal<merged_segments, "parallelize(i,CPUThread,NoRaces,optional)">
    #cin.refusal<absent_coordinates,
                 "parallelize(k,CPUVector,NoRaces,optional)", "j", "A">
    ```
  }];
  let parameters = (ins EnumParameter<CIN_RefusalReasonEnum>:$reason,
                        StringRefParameter<>:$command,
                        OptionalArrayRefParameter<"::mlir::StringAttr">:$names);
  let builders = [AttrBuilder<(ins "::weft::cin::RefusalReason":$reason,
                                   "::llvm::StringRef":$command,
                                   "::llvm::ArrayRef<std::string>":$names), [{
    ::llvm::SmallVector<::mlir::StringAttr> attributes;
    for (::llvm::StringRef name : names)
      attributes.push_back(::mlir::StringAttr::get($_ctxt, name));
    return $_get($_ctxt, reason, command, attributes);
  }]>];
  let extraClassDeclaration = [{
    /// How many names a refusal for a reason has.
    static size_t getNumNames(RefusalReason reason);
  }];
  let assemblyFormat = "`<` $reason `,` $command (`,` $names^)? `>`";
  let genVerifyDecl = 1;
}

#endif // WEFT_DIALECT_CIN_IR_CINCHOICES_TD
