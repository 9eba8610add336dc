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

include "weft/Dialect/CIN/IR/CINChoices.td"
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

#endif // WEFT_DIALECT_CIN_IR_CINTYPES_TD
