//===- CINTypes.td - References and index variables --------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of tensor references and index variables, the tags of foralls, and
// the reasons for workspaces.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_CIN_IR_CINTYPES_TD
#define WEFT_DIALECT_CIN_IR_CINTYPES_TD

include "weft/Dialect/CIN/IR/CINDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class CIN_Type<string name, string typeMnemonic> : TypeDef<CIN_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def CIN_RefType : CIN_Type<"Ref", "ref"> {
  let summary = "Reference to a tensor inside a kernel";
  let description = [{
    An operand, result or workspace of a kernel, which accesses read and
    assignments write.

    ```mlir
    !cin.ref<tensor<?x?xf64, #CSR>>
    ```
  }];
  let parameters = (ins "::mlir::RankedTensorType":$tensor);
  let builders = [TypeBuilderWithInferredContext<
      (ins "::mlir::RankedTensorType":$tensor),
      [{ return $_get(tensor.getContext(), tensor); }]>];
  let assemblyFormat = "`<` $tensor `>`";
  let extraClassDeclaration = [{
    ::mlir::Type getElementType() { return getTensor().getElementType(); }
    int64_t getRank() { return getTensor().getRank(); }
  }];
}

def CIN_IndexType : CIN_Type<"Index", "index"> {
  let summary = "Index variable";
  let description = [{
    A variable that takes coordinates of one dimension as its values.

    ```mlir
    !cin.index
    ```
  }];
}

class CIN_EnumAttr<EnumInfo info, string attrMnemonic>
    : EnumAttr<CIN_Dialect, info, attrMnemonic> {
  let assemblyFormat = "`<` $value `>`";
}

def CIN_SplitDirectionEnum : I32EnumAttr<"SplitDirection",
    "which part of a split has the constant size, and what tiles have alike", [
    I32EnumAttrCase<"Down", 0, "down">, I32EnumAttrCase<"Up", 1, "up">,
    I32EnumAttrCase<"Balanced", 2, "balanced">]> {
  let cppNamespace = "::weft::cin";
  let genSpecializedAttr = 0;
}
def CIN_SplitDirectionAttr
    : CIN_EnumAttr<CIN_SplitDirectionEnum, "direction">;

def CIN_TailStrategyEnum : I32EnumAttr<"TailStrategy",
    "what is done at the end of a variable that fills no last tile", [
    I32EnumAttrCase<"Guard", 0, "guard">,
    I32EnumAttrCase<"ShiftInwards", 1, "shift_inwards">,
    I32EnumAttrCase<"Predicate", 2, "predicate">]> {
  let cppNamespace = "::weft::cin";
  let genSpecializedAttr = 0;
}
def CIN_TailStrategyAttr : CIN_EnumAttr<CIN_TailStrategyEnum, "tail">;

def CIN_ParallelUnitEnum : I32EnumAttr<"ParallelUnit",
    "hardware that runs the iterations of a forall", [
    I32EnumAttrCase<"CPUThread", 0, "cpu_thread">,
    I32EnumAttrCase<"CPUVector", 1, "cpu_vector">,
    I32EnumAttrCase<"GPUBlock", 2, "gpu_block">,
    I32EnumAttrCase<"GPUWarp", 3, "gpu_warp">,
    I32EnumAttrCase<"GPUThread", 4, "gpu_thread">]> {
  let cppNamespace = "::weft::cin";
  let genSpecializedAttr = 0;
}
def CIN_ParallelUnitAttr : CIN_EnumAttr<CIN_ParallelUnitEnum, "unit">;

def CIN_RaceStrategyEnum : I32EnumAttr<"RaceStrategy",
    "how concurrent reductions into one component are kept apart", [
    I32EnumAttrCase<"NoRaces", 0, "no_races">,
    I32EnumAttrCase<"IgnoreRaces", 1, "ignore_races">,
    I32EnumAttrCase<"Atomics", 2, "atomics">,
    I32EnumAttrCase<"Temporary", 3, "temporary">]> {
  let cppNamespace = "::weft::cin";
  let genSpecializedAttr = 0;
}
def CIN_RaceStrategyAttr : CIN_EnumAttr<CIN_RaceStrategyEnum, "races">;

def CIN_MergeStrategyEnum : I32EnumAttr<"MergeStrategy",
    "how the segments of a forall are coiterated", [
    I32EnumAttrCase<"TwoFinger", 0, "two_finger">,
    I32EnumAttrCase<"Gallop", 1, "gallop">,
    I32EnumAttrCase<"Locate", 2, "locate">]> {
  let cppNamespace = "::weft::cin";
  let genSpecializedAttr = 0;
}
def CIN_MergeStrategyAttr : CIN_EnumAttr<CIN_MergeStrategyEnum, "merge">;

//===----------------------------------------------------------------------===//
// Reasons
//===----------------------------------------------------------------------===//

def CIN_WorkspaceReasonEnum : I32EnumAttr<"WorkspaceReason",
    "why a statement computes a workspace", [
    I32EnumAttrCase<"Precomputed", 0, "precomputed">,
    I32EnumAttrCase<"Factored", 1, "factored">,
    I32EnumAttrCase<"NestedReduction", 2, "nested_reduction">,
    I32EnumAttrCase<"LevelOrder", 3, "level_order">,
    I32EnumAttrCase<"ReducedOutside", 4, "reduced_outside">,
    I32EnumAttrCase<"CoordinateOrder", 5, "coordinate_order">,
    I32EnumAttrCase<"InitialValue", 6, "initial_value">,
    I32EnumAttrCase<"CompleteComponents", 7, "complete_components">,
    I32EnumAttrCase<"AbsentTerms", 8, "absent_terms">,
    I32EnumAttrCase<"SortedCopy", 9, "sorted_copy">,
    I32EnumAttrCase<"PartialResults", 10, "partial_results">,
    I32EnumAttrCase<"Accumulator", 11, "accumulator">]> {
  let cppNamespace = "::weft::cin";
  let genSpecializedAttr = 0;
}

def CIN_ReasonAttr : AttrDef<CIN_Dialect, "Reason"> {
  let mnemonic = "reason";
  let summary = "Why a statement computes a workspace";
  let description = [{
    The transformation that creates a workspace sets it, and
    `print-explanation` prints it. Transformations that reorder loops remove and
    create copied workspaces again unless the reason is `precomputed`.

    The workspace holds

    - `precomputed`: an expression that a schedule precomputes;
    - `factored`: a factor or a sum that is invariant in loops of a reduction;
    - `nested_reduction`: a reduction that is an operand of an expression;
    - `level_order`: a result whose level `level` is bound outside of a level
      above it;
    - `reduced_outside`: a result with a reduction outside of the loop of level
      `level`, to which coordinates are appended;
    - `coordinate_order`: a result whose loops do not visit the coordinates of
      level `level` once each in ascending order;
    - `initial_value`: a result whose reduction does not start at its fill;
    - `complete_components`: a result that takes each component once, when its
      reduction is complete;
    - `absent_terms`: the number of stored terms of a reduction, by which its
      absent terms are combined;
    - `sorted_copy`: in order, the components of a workspace that has no order;
    - `partial_results`: a result of each concurrent iteration of a loop;
    - `accumulator`: a component while it is reduced.

    `level` is a level of the result that the consumer assigns, counted from
    zero.

    ```mlir
    #cin.reason<reduced_outside, level = 1>
    ```
  }];
  let parameters = (ins EnumParameter<CIN_WorkspaceReasonEnum>:$kind,
                        OptionalParameter<"std::optional<int64_t>">:$level);
  let builders = [AttrBuilder<(ins "::weft::cin::WorkspaceReason":$kind), [{
    return $_get($_ctxt, kind, std::nullopt);
  }]>];
  let assemblyFormat = "`<` $kind (`,` `level` `=` $level^)? `>`";
  let genVerifyDecl = 1;
}

def CIN_StorageReasonEnum : I32EnumAttr<"StorageReason",
    "why a workspace has its format", [
    I32EnumAttrCase<"Requested", 0, "requested">,
    I32EnumAttrCase<"AbsenceUnobserved", 1, "absence_unobserved">,
    I32EnumAttrCase<"FullyComputed", 2, "fully_computed">,
    I32EnumAttrCase<"AbsenceObserved", 3, "absence_observed">,
    I32EnumAttrCase<"FitsMemory", 4, "fits_memory">,
    I32EnumAttrCase<"OrderUnneeded", 5, "order_unneeded">,
    I32EnumAttrCase<"Repeated", 6, "repeated">,
    I32EnumAttrCase<"ExceedsMemory", 7, "exceeds_memory">,
    I32EnumAttrCase<"SparseResult", 8, "sparse_result">]> {
  let cppNamespace = "::weft::cin";
  let genSpecializedAttr = 0;
}
def CIN_StorageReasonAttr
    : CIN_EnumAttr<CIN_StorageReasonEnum, "storage">;

def CIN_ScheduleRuleEnum : I32EnumAttr<"ScheduleRule",
    "rule of the default schedule", [
    I32EnumAttrCase<"InnermostLanes", 0, "innermost_lanes">,
    I32EnumAttrCase<"IndependentIterations", 1, "independent_iterations">,
    I32EnumAttrCase<"DividedSum", 2, "divided_sum">,
    I32EnumAttrCase<"GPUColumns", 3, "gpu_columns">,
    I32EnumAttrCase<"GPUEntries", 4, "gpu_entries">,
    I32EnumAttrCase<"GPUSums", 5, "gpu_sums">,
    I32EnumAttrCase<"GPUIterations", 6, "gpu_iterations">]> {
  let cppNamespace = "::weft::cin";
  let genSpecializedAttr = 0;
}

def CIN_ChoiceAttr : AttrDef<CIN_Dialect, "Choice"> {
  let mnemonic = "choice";
  let summary = "Commands of the default schedule, and the rule behind them";
  let description = [{
    `cin.chosen` of a kernel lists the choices of `cin-choose-schedule`;
    explanations print them. It has no effect on the generated code.

    - `innermost_lanes`: tiles of a dense innermost variable are vectors, or
      loops over complex numbers;
    - `independent_iterations`: threads share iterations that assign different
      components;
    - `divided_sum`: threads share the parts of a sum;
    - `gpu_columns`: the threads of a warp compute adjacent components;
    - `gpu_entries`: warps take equal numbers of entries;
    - `gpu_sums`: the threads of a warp share sums;
    - `gpu_iterations`: each thread computes one iteration.

    ```mlir
    #cin.choice<independent_iterations, "parallelize(i,CPUThread,NoRaces)">
    ```
  }];
  let parameters = (ins EnumParameter<CIN_ScheduleRuleEnum>:$rule,
                        StringRefParameter<>:$commands);
  let assemblyFormat = "`<` $rule `,` $commands `>`";
}

def CIN_RefusalReasonEnum : I32EnumAttr<"RefusalReason",
    "why the default schedule does not parallelize a loop", [
    I32EnumAttrCase<"WorkspaceLoop", 0, "workspace_loop">,
    I32EnumAttrCase<"InnerWorkspace", 1, "inner_workspace">,
    I32EnumAttrCase<"CommonComponent", 2, "common_component">,
    I32EnumAttrCase<"SharedComponents", 3, "shared_components">,
    I32EnumAttrCase<"UnorderedResult", 4, "unordered_result">,
    I32EnumAttrCase<"SparseResult", 5, "sparse_result">,
    I32EnumAttrCase<"CopiedEntries", 6, "copied_entries">,
    I32EnumAttrCase<"MergedSegments", 7, "merged_segments">,
    I32EnumAttrCase<"ScheduledLoops", 8, "scheduled_loops">,
    I32EnumAttrCase<"SequentialCoordinates", 9, "sequential_coordinates">,
    I32EnumAttrCase<"CompoundUpdates", 10, "compound_updates">,
    I32EnumAttrCase<"RoundedSums", 11, "rounded_sums">,
    I32EnumAttrCase<"DependentIterations", 12, "dependent_iterations">]> {
  let cppNamespace = "::weft::cin";
  let genSpecializedAttr = 0;
}

def CIN_RefusalAttr : AttrDef<CIN_Dialect, "Refusal"> {
  let mnemonic = "refusal";
  let summary = "A command that the default schedule leaves out, and why";
  let description = [{
    `cin.not_chosen` of a kernel lists the outermost loops that
    `cin-choose-schedule` does not parallelize; explanations and remarks print
    them. It has no effect on the generated code.

    - `workspace_loop`: the loop fills or reads a workspace;
    - `inner_workspace`: a workspace is computed inside of the loop;
    - `common_component`: all iterations combine into one component;
    - `shared_components`: different iterations assign the same component;
    - `unordered_result`: a result is neither dense nor appended to in the order
      of the loop;
    - `sparse_result`: a result is not dense, which a GPU needs;
    - `copied_entries`: the loop only copies the entries of one operand;
    - `merged_segments`: the loop merges segments;
    - `scheduled_loops`: a schedule already tags a loop inside;
    - `sequential_coordinates`: the coordinates of the loop are found one after
      another;
    - `compound_updates`: iterations update the same component by more than an
      atomic instruction of the device;
    - `rounded_sums`: threads would combine floating-point numbers in an unknown
      order;
    - `dependent_iterations`: no rule can run the iterations concurrently.

    ```mlir
    #cin.refusal<merged_segments, "parallelize(i,CPUThread,NoRaces,optional)">
    ```
  }];
  let parameters = (ins EnumParameter<CIN_RefusalReasonEnum>:$reason,
                        StringRefParameter<>:$command);
  let assemblyFormat = "`<` $reason `,` $command `>`";
}

#endif // WEFT_DIALECT_CIN_IR_CINTYPES_TD
