//===- CINTypes.td - References and index variables --------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of tensor references and index variables, and the tags of foralls.
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

#endif // WEFT_DIALECT_CIN_IR_CINTYPES_TD
