// RUN: weft-opt %s -weft-vectorize-loops=strict-fp=true -verify-diagnostics | FileCheck %s

// A maximum is exact in any order, so that strict-fp allows its vectorization.
// CHECK-LABEL: func.func @exact(
// CHECK: arith.maximumf %{{.*}} : vector<8xf64>
func.func @exact(%a: memref<?xf64>, %n: index, %s: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %most = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %s) -> (f64) {
    %v = memref.load %a[%i] : memref<?xf64>
    %next = arith.maximumf %acc, %v : f64
    scf.yield %next : f64
  } {weft.loop = #weft.loop<vector>}
  return %most : f64
}
