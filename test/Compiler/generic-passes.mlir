// RUN: weft-opt %s --cse --canonicalize --weft-lower-to-llvm | FileCheck %s
// RUN: weft-opt %s --cse --convert-tin-to-cin --cse --canonicalize \
// RUN:   --cin-promote-reductions --cse --convert-cin-to-lattice --cse \
// RUN:   --convert-lattice-to-scf --cse --convert-level-to-memref --cse \
// RUN:   --weft-convert-to-llvm | FileCheck %s

// MLIR's -cse and -canonicalize may run between all passes of the pipeline. They hoist
// constants out of the regions of reductions, so that these regions may use values from
// above.

#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: llvm.func {{.*}}@largest_twice(
// CHECK-DAG: llvm.intr.maximum
// CHECK-DAG: llvm.fadd
func.func @largest_twice(%A: tensor<?xf64, #Sparse>) -> tensor<f64> attributes {weft.kernel} {
  %y = tin.compute () : tensor<f64> {
    %s = tin.reduce {
    ^bb0(%acc: f64, %v: f64):
      %two = arith.constant 2.0 : f64
      %twice = arith.mulf %v, %two : f64
      %max = arith.maximumf %acc, %twice : f64
      tin.yield %max : f64
    } (%i) identity(0.0 : f64) {
      %a = tin.access %A[%i] : tensor<?xf64, #Sparse>
      %two = arith.constant 2.0 : f64
      %b = arith.mulf %a, %two : f64
      tin.yield %b : f64
    } : f64
    %two = arith.constant 2.0 : f64
    %r = arith.addf %s, %two : f64
    tin.yield %r : f64
  }
  return %y : tensor<f64>
}
