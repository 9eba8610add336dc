// RUN: weft-opt %s -weft-vectorize-loops -canonicalize -cse -split-input-file | FileCheck %s

// A tile of the result stays in a register during the loop over a row, unless the row
// is empty. A tile that is not full is a masked vector of all lanes, of half of them, or
// of a quarter, which is half a register and executes any number of elements.
// CHECK-LABEL: func.func @tile(
// CHECK: %[[C:.*]] = memref.alloc
// CHECK: %[[FULL:.*]] = arith.cmpi eq
// CHECK: scf.if %[[FULL]] {
// CHECK:   %[[ANY:.*]] = arith.cmpi slt, %[[LOW:.*]], %[[HIGH:[^ ]*]]
// CHECK:   scf.if %[[ANY]] {
// CHECK:     %[[INIT:.*]] = vector.load %[[C]][%[[AT:.*]]] : memref<?xf64>, vector<16xf64>
// CHECK:     %[[SUM:.*]] = scf.for %{{.*}} = %[[LOW]] to %[[HIGH]] step %{{.*}} iter_args(%[[ACC:.*]] = %[[INIT]]) -> (vector<16xf64>) {
// CHECK-NOT: vector.store
// CHECK:       %[[NEXT:.*]] = arith.addf %[[ACC]]
// CHECK:       scf.yield %[[NEXT]]
// CHECK:     vector.store %[[SUM]], %[[C]][%[[AT]]]
// CHECK: } else {
// CHECK:   %[[LARGE:.*]] = arith.cmpi sgt, %[[COUNT:.*]], %c8
// CHECK:   %[[MASK:.*]] = arith.cmpi sgt, %{{.*}}, %{{.*}} : vector<16xindex>
// CHECK:   scf.if %[[LARGE]] {
// CHECK:     scf.if %{{.*}} {
// CHECK:       %[[INIT:.*]] = vector.maskedload %[[C]][%[[AT]]], %[[MASK]]
// CHECK:       %[[SUM:.*]] = scf.for %{{.*}} = %[[LOW]] to %[[HIGH]] step %{{.*}} iter_args(%[[ACC:.*]] = %[[INIT]]) -> (vector<16xf64>) {
// CHECK:         vector.maskedload %{{.*}}[%{{.*}}], %[[MASK]]
// CHECK-NOT:     vector.maskedstore
// CHECK:         %[[NEXT:.*]] = arith.addf %[[ACC]]
// CHECK:         scf.yield %[[NEXT]]
// CHECK:       vector.maskedstore %[[C]][%[[AT]]], %[[MASK]], %[[SUM]]
// CHECK:   } else {
// CHECK:     %[[HALF:.*]] = arith.cmpi sgt, %[[COUNT]], %c4
// CHECK:     %[[MASK:.*]] = arith.cmpi sgt, %{{.*}}, %{{.*}} : vector<8xindex>
// CHECK:     scf.if %[[HALF]] {
// CHECK:       %[[INIT:.*]] = vector.maskedload %[[C]][%[[AT]]], %[[MASK]]
// CHECK:       %[[SUM:.*]] = scf.for %{{.*}} iter_args(%{{.*}} = %[[INIT]]) -> (vector<8xf64>) {
// CHECK:       vector.maskedstore %[[C]][%[[AT]]], %[[MASK]], %[[SUM]]
// CHECK:     } else {
// CHECK:       %[[MASK:.*]] = arith.cmpi sgt, %{{.*}}, %{{.*}} : vector<4xindex>
// CHECK-NOT:   arith.cmpi {{.*}} %[[COUNT]]
// CHECK:       %[[INIT:.*]] = vector.maskedload %[[C]][%[[AT]]], %[[MASK]]
// CHECK:       %[[SUM:.*]] = scf.for %{{.*}} iter_args(%{{.*}} = %[[INIT]]) -> (vector<4xf64>) {
// CHECK:       vector.maskedstore %[[C]][%[[AT]]], %[[MASK]], %[[SUM]]
// CHECK-NOT:   scf.for
// CHECK:   return
func.func @tile(%a: memref<?xf64>, %b: memref<?xf64>, %low: index, %high: index, %row: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = memref.alloc(%n) : memref<?xf64>
  scf.for %k = %low to %high step %c1 {
    %v = memref.load %a[%k] : memref<?xf64>
    scf.for %j = %c0 to %n step %c1 {
      %at = arith.addi %row, %j : index
      %from = arith.addi %k, %j : index
      %w = memref.load %b[%from] : memref<?xf64>
      %p = arith.mulf %v, %w : f64
      %old = memref.load %c[%at] : memref<?xf64>
      %new = arith.addf %old, %p : f64
      memref.store %new, %c[%at] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(16)>}
  }
  return %c : memref<?xf64>
}

// -----

// A constant trip count needs no branch. All loops in which the index is invariant
// carry the tile, in addition to their own iteration arguments.
// CHECK-LABEL: func.func @nest(
// CHECK: %[[C:.*]] = memref.alloc
// CHECK: %{{.*}} = scf.if %{{.*}} -> (index) {
// CHECK:   %[[INIT:.*]] = vector.load %[[C]]
// CHECK:   %[[OUTER:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[ACC:.*]] = %[[INIT]]) -> (index, vector<8xf64>)
// CHECK:     scf.for {{.*}} iter_args(%{{.*}} = %[[ACC]]) -> (vector<8xf64>)
// CHECK-NOT: vector.store
// CHECK:   vector.store %[[OUTER]]#1, %[[C]]
// CHECK:   scf.yield %[[OUTER]]#0
// CHECK: } else {
// CHECK:   scf.yield %c0
func.func @nest(%b: memref<?xf64>, %m: index, %n: index) -> (index, memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c = memref.alloc(%n) : memref<?xf64>
  %count = scf.for %i = %c0 to %m step %c1 iter_args(%sum = %c0) -> (index) {
    scf.for %k = %c0 to %n step %c1 {
      scf.for %j = %c0 to %c8 step %c1 {
        %from = arith.addi %k, %j : index
        %w = memref.load %b[%from] : memref<?xf64>
        %old = memref.load %c[%j] : memref<?xf64>
        %new = arith.addf %old, %w : f64
        memref.store %new, %c[%j] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(8)>}
    }
    %next = arith.addi %sum, %i : index
    scf.yield %next : index
  }
  return %count, %c : index, memref<?xf64>
}

// -----

// The tile remains in memory if the loop has another access of the array, if an
// argument may alias it, if its index changes, or if the loop is parallel.
// CHECK-LABEL: func.func @memory(
// CHECK-COUNT-4: scf.for {{.*}} {
// CHECK-NOT: iter_args
// CHECK: return
func.func @memory(%a: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %v = arith.constant 1.0 : f64
  %c = memref.alloc(%n) : memref<?xf64>
  scf.for %k = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %old = memref.load %c[%j] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %c[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(8)>}
    memref.store %v, %c[%k] : memref<?xf64>
  }
  scf.for %k = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %old = memref.load %a[%j] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %a[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(8)>}
  }
  scf.for %k = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %at = arith.addi %k, %j : index
      %old = memref.load %c[%at] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %c[%at] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(8)>}
  }
  scf.for %k = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %old = memref.load %c[%j] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %c[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(8)>}
  } {weft.loop = #weft.loop<parallel(static)>}
  return %c : memref<?xf64>
}

// -----

// 16-bit elements have no masks: the scalar version of an incomplete tile accumulates
// one element at a time in a register. A reduction that may be reordered starts with
// the neutral element and is combined with memory at the end. Other loads remain in
// the nest, and loops keep their attributes.
// CHECK-LABEL: func.func @edge(
// CHECK: } else {
// CHECK:     scf.for %[[J:.*]] = %c0
// CHECK:       %[[SUM:.*]] = scf.for %[[I:.*]] = %c0 to %{{.*}} iter_args(%[[OUTER:.*]] = %cst) -> (f16) {
// CHECK:         scf.for %[[K:.*]] = %c0 to %[[I]] step %{{.*}} iter_args(%{{.*}} = %[[OUTER]]) -> (f16) {
// CHECK:           memref.load %{{.*}}[%[[K]]]
// CHECK:         } {note = "k"}
// CHECK:       } {note = "i"}
// CHECK:       %[[OLD:.*]] = memref.load %[[C:.*]][%[[AT:.*]]]
// CHECK:       %[[NEW:.*]] = arith.addf %[[OLD]], %[[SUM]] fastmath<reassoc>
// CHECK:       memref.store %[[NEW]], %[[C]][%[[AT]]]
func.func @edge(%a: memref<?xf16>, %m: index, %n: index) -> memref<?xf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = memref.alloc(%n) : memref<?xf16>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %k = %c0 to %i step %c1 {
      %v = memref.load %a[%k] : memref<?xf16>
      scf.for %j = %c0 to %n step %c1 {
        %old = memref.load %c[%j] : memref<?xf16>
        %new = arith.addf %old, %v fastmath<reassoc> : f16
        memref.store %new, %c[%j] : memref<?xf16>
      } {weft.loop = #weft.loop<vector(8)>}
    } {note = "k"}
  } {note = "i"}
  return %c : memref<?xf16>
}

// -----

// Elements remain in memory if the nest stores to another array in between.
// CHECK-LABEL: func.func @written(
// CHECK: } else {
// CHECK-NEXT: scf.for %{{.*}} = %c0 to %{{.*}} step %c1 {
// CHECK-NEXT:   memref.store
// CHECK-NEXT:   scf.for %{{.*}} = %c0 to %{{.*}} step %c1 {
// CHECK-NEXT:     memref.load
// CHECK:          memref.store
func.func @written(%m: index, %n: index, %v: f16) -> (memref<?xf16>, memref<?xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = memref.alloc(%n) : memref<?xf16>
  %d = memref.alloc(%m) : memref<?xf16>
  scf.for %i = %c0 to %m step %c1 {
    memref.store %v, %d[%i] : memref<?xf16>
    scf.for %j = %c0 to %n step %c1 {
      %old = memref.load %c[%j] : memref<?xf16>
      %new = arith.addf %old, %v : f16
      memref.store %new, %c[%j] : memref<?xf16>
    } {weft.loop = #weft.loop<vector(8)>}
  }
  return %c, %d : memref<?xf16>, memref<?xf16>
}

// -----

// A tile whose index changes is not carried, but the check for a full tile moves out
// of the loop. A tile of one element has a version without the innermost loop.
// CHECK-LABEL: func.func @scattered(
// CHECK: %[[FULL:.*]] = arith.cmpi eq
// CHECK: scf.if %[[FULL]] {
// CHECK-NEXT:   scf.for
// CHECK-NOT: scf.if
// CHECK:          vector.store
// CHECK: } else {
// CHECK:        %[[SINGLE:.*]] = arith.cmpi eq
// CHECK-NEXT:   scf.if %[[SINGLE]] {
// CHECK-NEXT:     scf.for
// CHECK-NOT:        scf.for
// CHECK:            memref.store
// CHECK:        } else {
// CHECK-NEXT:     scf.for
// CHECK-NOT:        scf.if
// CHECK:            scf.for
// CHECK:              memref.store
func.func @scattered(%a: memref<?xindex>, %m: index, %n: index, %v: f16) -> memref<?xf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = memref.alloc(%n) : memref<?xf16>
  scf.for %i = %c0 to %m step %c1 {
    %row = memref.load %a[%i] : memref<?xindex>
    scf.for %j = %c0 to %n step %c1 {
      %at = arith.addi %row, %j : index
      %old = memref.load %c[%at] : memref<?xf16>
      %new = arith.addf %old, %v : f16
      memref.store %new, %c[%at] : memref<?xf16>
    } {weft.loop = #weft.loop<vector(8)>}
  }
  return %c : memref<?xf16>
}

// -----

// A reallocated array does not alias arguments. An array that may be a reallocation of
// a loaded one aliases it.
// CHECK-LABEL: func.func @grown(
// CHECK: %[[GROWN:.*]] = scf.if
// CHECK: %[[TILE:.*]] = vector.load %[[GROWN]]
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[TILE]]) -> (vector<8xf64>) {
// CHECK-LABEL: func.func @overlapping(
// CHECK: scf.for {{.*}} step %c1 {
// CHECK-NOT: iter_args
// CHECK: return
func.func private @grow(%array: memref<?xf64>, %n: index) -> memref<?xf64> {
  %longer = memref.realloc %array(%n) : memref<?xf64> to memref<?xf64>
  return %longer : memref<?xf64>
}
func.func @grown(%b: memref<?xf64>, %n: index, %c: i1) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloc(%n) : memref<?xf64>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %a) -> (memref<?xf64>) {
    %now = scf.if %c -> (memref<?xf64>) {
      %longer = func.call @grow(%carried, %n) : (memref<?xf64>, index) -> memref<?xf64>
      scf.yield %longer : memref<?xf64>
    } else {
      scf.yield %carried : memref<?xf64>
    }
    scf.for %k = %c0 to %n step %c1 {
      scf.for %j = %c0 to %c8 step %c1 {
        %x = memref.load %b[%k] : memref<?xf64>
        %old = memref.load %now[%j] : memref<?xf64>
        %new = arith.addf %old, %x : f64
        memref.store %new, %now[%j] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(8)>}
    }
    scf.yield %now : memref<?xf64>
  }
  return %last : memref<?xf64>
}
func.func @overlapping(%n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloc(%n) : memref<?xf64>
  %other = func.call @grow(%a, %n) : (memref<?xf64>, index) -> memref<?xf64>
  scf.for %k = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %x = memref.load %a[%k] : memref<?xf64>
      %old = memref.load %other[%j] : memref<?xf64>
      %new = arith.addf %old, %x : f64
      memref.store %new, %other[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(8)>}
  }
  return %other : memref<?xf64>
}

// -----

// A vectorized loop without effects leaves no check for a full tile behind.
// CHECK-LABEL: func.func @nothing(
// CHECK-NOT: weft.loop = {{.*}}vector
// CHECK: arith.muli
func.func @nothing(%rows: index, %n: index, %count: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %rows step %c1 iter_args(%s = %count) -> index {
    scf.for %l = %c0 to %n step %c1 {
      %x = arith.addi %l, %n : index
    } {weft.loop = #weft.loop<vector(4)>}
    %t = arith.muli %s, %n : index
    scf.yield %t : index
  }
  return %r : index
}
