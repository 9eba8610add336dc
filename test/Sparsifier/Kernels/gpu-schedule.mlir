// The schedule of an operation has units of a GPU.

// RUN: weft-opt %s --weft-sparsifier | FileCheck %s

// CHECK-LABEL: llvm.func @product
// CHECK: llvm.call @weft_rt_launch
func.func @product(%A: tensor<3x4xf64>, %B: tensor<4x5xf64>, %C: tensor<3x5xf64>) -> tensor<3x5xf64> {
  %y = linalg.matmul {weft.schedule = "parallelize(d0,GPUBlock,NoRaces),parallelize(d1,GPUThread,NoRaces)"} ins(%A, %B : tensor<3x4xf64>, tensor<4x5xf64>) outs(%C : tensor<3x5xf64>) -> tensor<3x5xf64>
  return %y : tensor<3x5xf64>
}
