// RUN: weft-opt %s -weft-unroll-loops -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s

// CHECK-NOT: Remark=
func.func @factors(%a: memref<?xf64>, %n: index, %v: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] unroll_loops {{.*}}Remark="unrolls the loop by a factor of 4 with a remainder loop"
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<unroll(4)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] unroll_loops {{.*}}Remark="unrolls the loop by a factor of 3 without a remainder"
  scf.for %i = %c0 to %c6 step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<unroll(3)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] unroll_loops {{.*}}Remark="unrolls the loop by a factor of 4 with a remainder of 2 iterations"
  scf.for %i = %c0 to %c6 step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<unroll(4)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] unroll_loops {{.*}}Remark="unrolls the loop by a factor of 4 with a remainder of 1 iteration"
  scf.for %i = %c0 to %c5 step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<unroll(4)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] unroll_loops {{.*}}Remark="unroll-and-jams the loop by a factor of 2 with a remainder loop"
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<gpu(thread), unroll(2)>}
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  }
  // CHECK-NOT: Remark=
  return
}
