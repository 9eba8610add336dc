// RUN: weft-opt %s -weft-vectorize-loops -verify-diagnostics | FileCheck %s

// An optional loop that cannot be vectorized remains scalar.

// CHECK-LABEL: func.func @left(
// CHECK: scf.for
// CHECK-NOT: vector
// CHECK: return
func.func @left(%a: memref<?xcomplex<f64>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xcomplex<f64>>
    memref.store %v, %a[%i] : memref<?xcomplex<f64>>
  } {weft.loop = #weft.loop<vector(4), optional>}
  return
}

// CHECK-LABEL: func.func @made(
// CHECK: vector.store
func.func @made(%a: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xf64>
    %w = arith.negf %v : f64
    memref.store %w, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<vector(4), optional>}
  return
}
