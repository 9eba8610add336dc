// RUN: weft-opt %s -weft-shift-loops -weft-prefetch=only=prefetch_gathers | FileCheck %s

// A loop over rows with an offset does not iterate a segment, so that the loop
// two levels below is not one over a fiber.
// CHECK-LABEL: func.func @rows(
// CHECK: memref.prefetch
func.func @rows(%pos: memref<?xi32>, %crd: memref<?xi32>, %pos2: memref<?xi32>, %crd2: memref<?xi32>, %val: memref<?xf64>, %x: memref<?xf64>, %begin: index, %n: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc0 = %zero) -> f64 {
   %i = arith.addi %begin, %k : index
   %i1 = arith.addi %i, %c1 : index
   %b = memref.load %pos[%i] : memref<?xi32>
   %lo = arith.index_cast %b : i32 to index
   %l = memref.load %pos[%i1] : memref<?xi32>
   %hi = arith.index_cast %l : i32 to index
   %s = scf.for %p = %lo to %hi step %c1 iter_args(%acc = %acc0) -> (f64) {
    %c = memref.load %crd[%p] : memref<?xi32>
    %j = arith.index_cast %c : i32 to index
    %j1 = arith.addi %j, %c1 : index
    %b2 = memref.load %pos2[%j] : memref<?xi32>
    %lo2 = arith.index_cast %b2 : i32 to index
    %l2 = memref.load %pos2[%j1] : memref<?xi32>
    %hi2 = arith.index_cast %l2 : i32 to index
    %sum = scf.for %q = %lo2 to %hi2 step %c1 iter_args(%carried = %acc) -> (f64) {
      %cc = memref.load %crd2[%q] : memref<?xi32>
      %kk = arith.index_cast %cc : i32 to index
      %xx = memref.load %x[%kk] : memref<?xf64>
      %v = memref.load %val[%q] : memref<?xf64>
      %term = arith.mulf %v, %xx : f64
      %more = arith.addf %carried, %term : f64
      scf.yield %more : f64
    }
    scf.yield %sum : f64
   }
   scf.yield %s : f64
  }
  return %r : f64
}
