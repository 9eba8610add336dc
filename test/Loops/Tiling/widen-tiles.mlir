// RUN: weft-opt %s -weft-widen-tiles -canonicalize -cse -split-input-file | FileCheck %s

// A loop over pairs of full tiles precedes the loop over the remaining tiles. The first
// coordinate and the width of a tile may be computed anywhere in the loop.
// CHECK-LABEL: func.func @row(
// CHECK-SAME: %[[N:[^ ]*]]: index, %[[LOW:[^ ]*]]: index, %[[HIGH:[^ ]*]]: index
// CHECK: %[[TILES:.*]] = arith.divui %{{.*}}, %c16
// CHECK: %[[SOME:.*]] = arith.minui %[[N]], %[[TILES]]
// CHECK: %[[PAIRS:.*]] = arith.divui %[[N]], %c32
// CHECK: scf.for %[[T:.*]] = %c0 to %[[PAIRS]] step %c1 {
// CHECK:   scf.for %{{.*}} = %[[LOW]] to %[[HIGH]]
// CHECK:     %[[BEGIN:.*]] = arith.muli %[[T]], %c32
// CHECK:     scf.for %[[K:.*]] = %c0 to %c32 step %c1 {
// CHECK:       arith.addi %[[BEGIN]], %[[K]]
// CHECK:     } {weft.loop = #weft.loop<vector(32)>}
// CHECK: %[[FIRST:.*]] = arith.muli %[[PAIRS]], %c2
// CHECK: scf.for %[[U:.*]] = %[[FIRST]] to %[[SOME]] step %c1 {
// CHECK:     arith.muli %[[U]], %c16
// CHECK:     arith.subi %[[N]]
// CHECK:     } {weft.loop = #weft.loop<vector(16)>}
func.func @row(%n: index, %low: index, %high: index, %a: memref<?xf64>, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %more = arith.addi %n, %c15 : index
  %tiles = arith.divui %more, %c16 : index
  %some = arith.minui %n, %tiles : index
  scf.for %t = %c0 to %some step %c1 {
    scf.for %p = %low to %high step %c1 {
      %most = arith.minui %n, %c16 : index
      %begin = arith.muli %t, %c16 : index
      %left = arith.subi %n, %begin : index
      %width = arith.minui %most, %left : index
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  } {weft.loop = #weft.loop<tiles(16)>}
  return
}

// -----

// Loops over tiles stay if no vector loop is nested in another loop, if the number of
// the tile has other uses, if a vector loop has another extent, if the loop has no
// tag, if a function is called, if the loop carries a value, if vector loops store to
// the same elements for all tiles, if scalar loops store, and if the stored elements
// are loaded elsewhere.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: vector(32)
// CHECK: return
func.func private @f()
func.func @others(%n: index, %low: index, %high: index, %some: index, %a: memref<?xf64>, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %more = arith.addi %n, %c15 : index
  %tiles = arith.divui %more, %c16 : index
  scf.for %t = %c0 to %tiles step %c1 {
    %begin = arith.muli %t, %c16 : index
    %left = arith.subi %n, %begin : index
    %width = arith.minui %c16, %left : index
    scf.for %k = %c0 to %width step %c1 {
      %i = arith.addi %begin, %k : index
      memref.store %x, %a[%i] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(16)>}
  } {weft.loop = #weft.loop<tiles(16)>}
  scf.for %t = %c0 to %tiles step %c1 {
    memref.store %x, %a[%t] : memref<?xf64>
    scf.for %p = %low to %high step %c1 {
      %begin = arith.muli %t, %c16 : index
      %left = arith.subi %n, %begin : index
      %width = arith.minui %c16, %left : index
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  } {weft.loop = #weft.loop<tiles(16)>}
  scf.for %t = %c0 to %tiles step %c1 {
    scf.for %p = %low to %high step %c1 {
      %begin = arith.muli %t, %c16 : index
      %left = arith.subi %n, %begin : index
      %width = arith.minui %c16, %left : index
      scf.for %k = %c0 to %some step %c1 {
        memref.store %x, %a[%k] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  } {weft.loop = #weft.loop<tiles(16)>}
  scf.for %t = %c0 to %some step %c1 {
    scf.for %p = %low to %high step %c1 {
      %begin = arith.muli %t, %c16 : index
      %left = arith.subi %n, %begin : index
      %width = arith.minui %c16, %left : index
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  }
  scf.for %t = %c0 to %tiles step %c1 {
    scf.for %p = %low to %high step %c1 {
      %begin = arith.muli %t, %c16 : index
      %left = arith.subi %n, %begin : index
      %width = arith.minui %c16, %left : index
      func.call @f() : () -> ()
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  } {weft.loop = #weft.loop<tiles(16)>}
  %count = scf.for %t = %c0 to %tiles step %c1 iter_args(%carried = %c0) -> (index) {
    scf.for %p = %low to %high step %c1 {
      %begin = arith.muli %t, %c16 : index
      %left = arith.subi %n, %begin : index
      %width = arith.minui %c16, %left : index
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
    %next = arith.addi %carried, %c1 : index
    scf.yield %next : index
  }
  memref.store %x, %a[%count] : memref<?xf64>
  scf.for %t = %c0 to %tiles step %c1 {
    scf.for %p = %low to %high step %c1 {
      %begin = arith.muli %t, %c16 : index
      %left = arith.subi %n, %begin : index
      %width = arith.minui %c16, %left : index
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%k] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  } {weft.loop = #weft.loop<tiles(16)>}
  scf.for %t = %c0 to %tiles step %c1 {
    scf.for %p = %low to %high step %c1 {
      %begin = arith.muli %t, %c16 : index
      %left = arith.subi %n, %begin : index
      %width = arith.minui %c16, %left : index
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
      scf.for %k = %c0 to %width step %c1 {
        memref.store %x, %a[%c0] : memref<?xf64>
      }
    }
  } {weft.loop = #weft.loop<tiles(16)>}
  scf.for %t = %c0 to %tiles step %c1 {
    scf.for %p = %low to %high step %c1 {
      %begin = arith.muli %t, %c16 : index
      %left = arith.subi %n, %begin : index
      %width = arith.minui %c16, %left : index
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
      %z = memref.load %a[%c0] : memref<?xf64>
    }
  } {weft.loop = #weft.loop<tiles(16)>}
  return
}

// -----

// Another loop in the tile reaches elements of other tiles.
// CHECK-LABEL: func.func @shifted(
// CHECK-NOT: tiles(8)
// CHECK: vector(4)
// CHECK: tiles(4)
func.func @shifted(%a: memref<?xf64>, %y: memref<?xf64>, %n: index, %K: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c3 = arith.constant 3 : index
  %m = arith.addi %n, %c3 : index
  %t = arith.divui %m, %c4 : index
  scf.for %j0 = %c0 to %t step %c1 {
    %b = arith.muli %j0, %c4 : index
    %r = arith.subi %n, %b : index
    %w = arith.minui %r, %c4 : index
    scf.for %k = %c0 to %K step %c1 {
      %x = memref.load %a[%k] : memref<?xf64>
      scf.for %j1 = %c0 to %w step %c1 {
        %j = arith.addi %b, %j1 : index
        %i = arith.addi %j, %k : index
        memref.store %x, %y[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(4)>}
    }
  } {weft.loop = #weft.loop<tiles(4)>}
  return
}
