// RUN: weft-opt %s -weft-vectorize-stores -split-input-file | FileCheck %s

// Operations on the lanes of a vector and on adjacent elements become vector
// operations. A uniform condition of a select stays scalar.
// CHECK-LABEL: func.func @entries(
// CHECK-SAME: %[[SUMS:[^ ]*]]: vector<2xf64>, %[[A:[^ ]*]]: memref<?xf64>, %[[B:[^ ]*]]: memref<?xf64>, %[[P:[^ ]*]]: index, %[[F:[^ ]*]]: f64, %[[ANY:[^ ]*]]: i1
// CHECK: %[[AS:.*]] = vector.load %[[A]][%[[P]]] : memref<?xf64>, vector<2xf64>
// CHECK: %[[PRODUCT:.*]] = arith.mulf %[[SUMS]], %[[AS]] fastmath<contract> : vector<2xf64>
// CHECK: %[[FS:.*]] = vector.broadcast %[[F]] : f64 to vector<2xf64>
// CHECK: %[[CHOICE:.*]] = arith.select %[[ANY]], %[[PRODUCT]], %[[FS]] : vector<2xf64>
// CHECK: vector.store %[[CHOICE]], %[[B]][%[[P]]] : memref<?xf64>, vector<2xf64>
// CHECK-NOT: memref.store
// CHECK: return
func.func @entries(%sums: vector<2xf64>, %a: memref<?xf64>, %b: memref<?xf64>, %p: index, %f: f64, %any: i1) {
  %c1 = arith.constant 1 : index
  %p1 = arith.addi %p, %c1 : index
  %s0 = vector.extract %sums[0] : f64 from vector<2xf64>
  %s1 = vector.extract %sums[1] : f64 from vector<2xf64>
  %a0 = memref.load %a[%p] : memref<?xf64>
  %m0 = arith.mulf %s0, %a0 fastmath<contract> : f64
  %r0 = arith.select %any, %m0, %f : f64
  %a1 = memref.load %a[%p1] : memref<?xf64>
  %m1 = arith.mulf %s1, %a1 fastmath<contract> : f64
  %r1 = arith.select %any, %m1, %f : f64
  memref.store %r0, %b[%p] : memref<?xf64>
  memref.store %r1, %b[%p1] : memref<?xf64>
  return
}

// -----

// Not vectorized: the lanes are permuted, belong to a larger vector, are computed by
// different operations, are loaded from elements that are not adjacent, or are loaded
// from an array that the function writes.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: vector.store
// CHECK: return
func.func @others(%sums: vector<2xf64>, %more: vector<4xf64>, %a: memref<?xf64>, %b: memref<?xf64>, %p: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p1 = arith.addi %p, %c1 : index
  %p2 = arith.addi %p, %c2 : index
  %s0 = vector.extract %sums[0] : f64 from vector<2xf64>
  %s1 = vector.extract %sums[1] : f64 from vector<2xf64>
  memref.store %s1, %b[%p] : memref<?xf64>
  memref.store %s0, %b[%p1] : memref<?xf64>
  func.call @between() : () -> ()
  %m0 = vector.extract %more[0] : f64 from vector<4xf64>
  %m1 = vector.extract %more[1] : f64 from vector<4xf64>
  memref.store %m0, %b[%p] : memref<?xf64>
  memref.store %m1, %b[%p1] : memref<?xf64>
  func.call @between() : () -> ()
  %x0 = arith.addf %s0, %s0 : f64
  %x1 = arith.mulf %s1, %s1 : f64
  memref.store %x0, %b[%p] : memref<?xf64>
  memref.store %x1, %b[%p1] : memref<?xf64>
  func.call @between() : () -> ()
  %y0 = arith.addf %s0, %s0 fastmath<contract> : f64
  %y1 = arith.addf %s1, %s1 : f64
  memref.store %y0, %b[%p] : memref<?xf64>
  memref.store %y1, %b[%p1] : memref<?xf64>
  func.call @between() : () -> ()
  %a0 = memref.load %a[%p] : memref<?xf64>
  %a2 = memref.load %a[%p2] : memref<?xf64>
  memref.store %a0, %b[%p] : memref<?xf64>
  memref.store %a2, %b[%p1] : memref<?xf64>
  func.call @between() : () -> ()
  %b0 = memref.load %b[%p] : memref<?xf64>
  %b1 = memref.load %b[%p1] : memref<?xf64>
  memref.store %b0, %b[%p] : memref<?xf64>
  memref.store %b1, %b[%p1] : memref<?xf64>
  return
}
func.func private @between()

// -----

// Not vectorized: three stores, stores to elements that are not adjacent, and stores of
// one value, which other passes turn into loops.
// CHECK-LABEL: func.func @numbers(
// CHECK-NOT: vector.store
// CHECK: return
func.func @numbers(%sums: vector<4xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %p: index, %f: f64) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p1 = arith.addi %p, %c1 : index
  %p2 = arith.addi %p, %c2 : index
  %s0 = vector.extract %sums[0] : f64 from vector<4xf64>
  %s1 = vector.extract %sums[1] : f64 from vector<4xf64>
  %s2 = vector.extract %sums[2] : f64 from vector<4xf64>
  memref.store %s0, %b[%p] : memref<?xf64>
  memref.store %s1, %b[%p1] : memref<?xf64>
  memref.store %s2, %b[%p2] : memref<?xf64>
  memref.store %s0, %c[%p] : memref<?xf64>
  memref.store %s1, %c[%p2] : memref<?xf64>
  memref.store %f, %b[%p] : memref<?xf64>
  memref.store %f, %b[%p1] : memref<?xf64>
  return
}

// -----

// A boolean takes a byte in an array and a bit in a vector.
// CHECK-LABEL: func.func @bits(
// CHECK-NOT: vector.store
// CHECK-NOT: vector.load
// CHECK: return
func.func @bits(%sums: vector<2xf64>, %a: memref<?xi1>, %b: memref<?xi1>, %c: memref<?xf64>, %p: index, %f: f64) {
  %c1 = arith.constant 1 : index
  %p1 = arith.addi %p, %c1 : index
  %s0 = vector.extract %sums[0] : f64 from vector<2xf64>
  %s1 = vector.extract %sums[1] : f64 from vector<2xf64>
  %m0 = arith.cmpf ogt, %s0, %f : f64
  %m1 = arith.cmpf ogt, %s1, %f : f64
  memref.store %m0, %b[%p] : memref<?xi1>
  memref.store %m1, %b[%p1] : memref<?xi1>
  %a0 = memref.load %a[%p] : memref<?xi1>
  %a1 = memref.load %a[%p1] : memref<?xi1>
  %r0 = arith.select %a0, %s0, %f : f64
  %r1 = arith.select %a1, %s1, %f : f64
  memref.store %r0, %c[%p] : memref<?xf64>
  memref.store %r1, %c[%p1] : memref<?xf64>
  return
}

// -----

// Loads from arrays that the function does not write may be between the stores.
// CHECK-LABEL: func.func @between(
// CHECK-SAME: %[[SUMS:[^ ]*]]: vector<2xf64>, %[[A:[^ ]*]]: memref<?xf64>, %[[P:[^ ]*]]: index
// CHECK: %[[C:.*]] = memref.alloc
// CHECK: %[[FACTORS:.*]] = vector.load %[[A]][%[[P]]]
// CHECK: %[[PRODUCTS:.*]] = arith.mulf %[[SUMS]], %[[FACTORS]]
// CHECK: vector.store %[[PRODUCTS]], %[[C]][%[[P]]]
// CHECK-NOT: memref.store
// CHECK: return
func.func @between(%sums: vector<2xf64>, %a: memref<?xf64>, %p: index, %n: index) -> memref<?xf64> {
  %c1 = arith.constant 1 : index
  %c = memref.alloc(%n) : memref<?xf64>
  %s0 = vector.extract %sums[0] : f64 from vector<2xf64>
  %s1 = vector.extract %sums[1] : f64 from vector<2xf64>
  %p1 = arith.addi %p, %c1 : index
  %a0 = memref.load %a[%p] : memref<?xf64>
  %r0 = arith.mulf %s0, %a0 : f64
  memref.store %r0, %c[%p] : memref<?xf64>
  %a1 = memref.load %a[%p1] : memref<?xf64>
  %r1 = arith.mulf %s1, %a1 : f64
  memref.store %r1, %c[%p1] : memref<?xf64>
  return %c : memref<?xf64>
}

// -----

// A load from the stored array between the stores may read a stored element.
// CHECK-LABEL: func.func @read_back(
// CHECK-NOT: vector.store
// CHECK: return
func.func @read_back(%sums: vector<2xf64>, %p: index, %q: index, %n: index) -> (memref<?xf64>, f64) {
  %c1 = arith.constant 1 : index
  %c = memref.alloc(%n) : memref<?xf64>
  %s0 = vector.extract %sums[0] : f64 from vector<2xf64>
  %s1 = vector.extract %sums[1] : f64 from vector<2xf64>
  %p1 = arith.addi %p, %c1 : index
  memref.store %s0, %c[%p] : memref<?xf64>
  %x = memref.load %c[%q] : memref<?xf64>
  memref.store %s1, %c[%p1] : memref<?xf64>
  return %c, %x : memref<?xf64>, f64
}

// -----

// Another array that is stored to between the stores may alias.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: vector.store
// CHECK: return
func.func @others(%sums: vector<2xf64>, %c: memref<?xf64>, %d: memref<?xf64>, %p: index, %f: f64) {
  %c1 = arith.constant 1 : index
  %s0 = vector.extract %sums[0] : f64 from vector<2xf64>
  %s1 = vector.extract %sums[1] : f64 from vector<2xf64>
  %p1 = arith.addi %p, %c1 : index
  memref.store %s0, %c[%p] : memref<?xf64>
  memref.store %f, %d[%p] : memref<?xf64>
  memref.store %s1, %c[%p1] : memref<?xf64>
  return
}

// -----

// CHECK-LABEL: module @empty
module {
  module @empty {
  }
  func.func @nothing() {
    builtin.module {
    }
    return
  }
}
