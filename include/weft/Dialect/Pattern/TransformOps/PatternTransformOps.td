//===- PatternTransformOps.td - Rules as transform ops -----*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One operation for each rule of `Rewrites.h`. A schedule is a sequence of
// them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_PATTERN_TRANSFORMOPS_PATTERNTRANSFORMOPS_TD
#define WEFT_DIALECT_PATTERN_TRANSFORMOPS_PATTERNTRANSFORMOPS_TD

include "weft/Dialect/Pattern/IR/PatternTypes.td"

include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/IR/TransformTypes.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

// A rule for an operation, which it replaces.
class Pattern_RewriteOp<string mnemonic>
    : Op<Transform_Dialect, "pattern." # mnemonic, [
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        DeclareOpInterfaceMethods<TransformOpInterface>,
        ReportTrackingListenerFailuresOpTrait]> {
  let cppNamespace = "::weft::pattern";
  let results = (outs TransformHandleTypeInterface:$replaced);
}

def FuseMapsOp : Pattern_RewriteOp<"fuse_maps"> {
  let summary = "Fuses a map with the map before it";
  let description = [{
    `map f . map g` becomes `map (f . g)`. The result of the map before has no
    other use.

    ```mlir
    %fused = transform.pattern.fuse_maps %map
        : (!transform.any_op) -> !transform.any_op
    ```

    #### Return modes

    Consumes the operand handle and gives a handle to the fused map. Fails
    silenceably where the target is another operation or the precondition does
    not hold.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let assemblyFormat = [{
    $target attr-dict `:` functional-type(operands, results)
  }];
}

def SplitMapOp : Pattern_RewriteOp<"split_map"> {
  let summary = "Splits a map into chunks";
  let description = [{
    `map f` becomes `join . map (map f) . split n`. Types of elements of the
    result do not depend on positions, or `n` divides the length.

    ```mlir
    %outer = transform.pattern.split_map %map "4"
        : (!transform.any_op) -> !transform.any_op
    ```

    #### Return modes

    Consumes the operand handle and gives a handle to the outer map. Fails
    silenceably where the target is another operation or the precondition does
    not hold.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, Pattern_NatAttr:$chunk);
  let assemblyFormat = [{
    $target custom<NatText>($chunk) attr-dict `:` functional-type(operands, results)
  }];
}

def SplitReduceOp : Pattern_RewriteOp<"split_reduce"> {
  let summary = "Splits a reduction into chunks";
  let description = [{
    `reduce f` becomes `reduce f . map (reduce f) . split n`.

    ```mlir
    %map = transform.pattern.split_reduce %reduce "4"
        : (!transform.any_op) -> !transform.any_op
    ```

    #### Return modes

    Consumes the operand handle and gives a handle to the map. Fails
    silenceably where the target is another operation or the precondition does
    not hold.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, Pattern_NatAttr:$chunk);
  let assemblyFormat = [{
    $target custom<NatText>($chunk) attr-dict `:` functional-type(operands, results)
  }];
}

def StrideReduceOp : Pattern_RewriteOp<"stride_reduce"> {
  let summary = "Splits a reduction into strided lanes";
  let description = [{
    `reduce f` becomes `reduce f . map (reduce f) . lanes n`. The combiner is
    one commutative operation, and `n` is at most 65536 where it is a constant.

    ```mlir
    %map = transform.pattern.stride_reduce %reduce "4"
        : (!transform.any_op) -> !transform.any_op
    ```

    #### Return modes

    Consumes the operand handle and gives a handle to the map. Fails
    silenceably where the target is another operation or the precondition does
    not hold.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, Pattern_NatAttr:$lanes);
  let assemblyFormat = [{
    $target custom<NatText>($lanes) attr-dict `:` functional-type(operands, results)
  }];
}

def FuseReduceOp : Pattern_RewriteOp<"fuse_reduce"> {
  let summary = "Fuses a reduction with the map before it";
  let description = [{
    `reduce f . map g` becomes a fold. The result of the map has no other use.

    ```mlir
    %fold = transform.pattern.fuse_reduce %reduce
        : (!transform.any_op) -> !transform.any_op
    ```

    #### Return modes

    Consumes the operand handle and gives a handle to the fold. Fails
    silenceably where the target is another operation or the precondition does
    not hold.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let assemblyFormat = [{
    $target attr-dict `:` functional-type(operands, results)
  }];
}

def SetMappingOp : Pattern_RewriteOp<"set_mapping"> {
  let summary = "Sets how a map is executed";
  let description = [{
    A map over threads of a block (`local`) is inside of one over blocks
    (`workgroup`), and neither is in another of its kind.

    ```mlir
    %threads = transform.pattern.set_mapping %map par
        : (!transform.any_op) -> !transform.any_op
    ```

    #### Return modes

    Consumes the operand handle and gives a handle to the map. Fails
    silenceably where the target is another operation or the precondition does
    not hold.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, Pattern_MappingAttr:$mapping);
  let assemblyFormat = [{
    $target custom<MappingKeyword>($mapping) attr-dict `:` functional-type(operands, results)
  }];
}

#endif // WEFT_DIALECT_PATTERN_TRANSFORMOPS_PATTERNTRANSFORMOPS_TD
