// Messages about a schedule name the options of the pipeline.

// RUN: not weft-opt %s --weft-sparsifier="schedule=parallelize(d1,CPUThread,IgnoreRaces)" 2>&1 | FileCheck %s
// RUN: weft-opt %s --weft-sparsifier="schedule=parallelize(d1,CPUThread,IgnoreRaces) allow-races" | FileCheck %s --check-prefix=ALLOWED

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>

// CHECK: schedule:1:1: error: cannot parallelize 'd1' with ignore_races:
// CHECK-SAME: ; the option allow-races ignores that
// ALLOWED: llvm.func @product
func.func @product(%A: tensor<8x8xf64, #CSR>, %x: tensor<8xf64>) -> tensor<8xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<8xf64>
  %init = linalg.fill ins(%zero : f64) outs(%e : tensor<8xf64>) -> tensor<8xf64>
  %y = linalg.matvec ins(%A, %x : tensor<8x8xf64, #CSR>, tensor<8xf64>) outs(%init : tensor<8xf64>) -> tensor<8xf64>
  return %y : tensor<8xf64>
}
