// RUN: weft-opt %s -convert-level-to-memref -canonicalize -split-input-file | FileCheck %s

#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

// The singleton level has one position for each parent, and its loop is its body.
// CHECK-LABEL: func.func @entries(
// CHECK:         scf.for
// CHECK-NOT:       scf.for
// CHECK:           memref.load
// CHECK:           scf.yield
// CHECK:         return
func.func @entries(%a: tensor<?x?xf64, #COO>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %s = level.open %a : tensor<?x?xf64, #COO>
  %begin, %end = level.pos_bounds %s level 0 under %c0 to %c1 : <tensor<?x?xf64, #COO>>
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%outer = %zero) -> (f64) {
    %next = arith.addi %p, %c1 : index
    %first, %last = level.pos_bounds %s level 1 under %p to %next : <tensor<?x?xf64, #COO>>
    %all = scf.for %q = %first to %last step %c1 iter_args(%inner = %outer) -> (f64) {
      %v = level.load %s[%q] : !level.storage<tensor<?x?xf64, #COO>>
      %more = arith.addf %inner, %v : f64
      scf.yield %more : f64
    }
    scf.yield %all : f64
  }
  return %sum : f64
}

// -----

// Other loops are left: of two steps, that begin elsewhere, or that threads share.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-3: scf.for
func.func @others(%a: memref<?xf64>, %p: index, %q: index, %v: f64) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %next = arith.addi %p, %c1 : index
  %after = arith.addi %p, %c2 : index
  scf.for %i = %p to %after step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  }
  scf.for %i = %q to %next step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  }
  scf.for %i = %p to %next step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}
