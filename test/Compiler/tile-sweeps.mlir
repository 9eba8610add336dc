// RUN: weft-opt %s -weft-tile-sweeps -canonicalize -cse -split-input-file | FileCheck %s

// Up to 16 diagonals are gone through together, by tiles of the result that a loop
// over them carries. Where one of them begins or ends in a tile, lanes are left
// out. What is behind the last tile is done as before.
// CHECK-LABEL: func.func @diagonals(
// CHECK-SAME: %[[OFF:[^ ]*]]: memref<?xindex>,
// CHECK: scf.for %[[BEGIN:.*]] = %c0 to %[[D:.*]] step %c16 {
// CHECK:   %[[NEXT:.*]] = arith.addi %[[BEGIN]], %c16
// CHECK:   %[[END:.*]] = arith.minsi %[[NEXT]], %[[D]]
// CHECK:   %[[COUNT:.*]] = arith.subi %[[END]], %[[BEGIN]]
// CHECK:   memref.load %[[OFF]][%[[BEGIN]]]
// CHECK:   arith.cmpi sge, %[[COUNT]], %c4
// CHECK:   %[[DONE:.*]] = scf.if
// CHECK:     %[[RANGE:.*]]:5 = scf.for %{{.*}} = %[[BEGIN]] to %[[END]] step %c1
// CHECK:     %[[LENGTH:.*]] = arith.subi %[[RANGE]]#1, %[[RANGE]]#0
// CHECK:     %[[TWICE:.*]] = arith.addi %[[RANGE]]#4, %[[RANGE]]#4
// CHECK:     %[[ALL:.*]] = arith.muli %[[COUNT]], %[[LENGTH]]
// CHECK:     %[[DENSE:.*]] = arith.cmpi sge, %[[TWICE]], %[[ALL]]
// CHECK:     %[[REST:.*]] = arith.remui %[[LENGTH]], %c16
// CHECK:     %[[FULL:.*]] = arith.subi %[[RANGE]]#1, %[[REST]]
// CHECK:     %[[LAST:.*]] = arith.select %[[DENSE]], %[[FULL]], %[[RANGE]]#0
// CHECK:     scf.for %[[TILE:.*]] = %[[RANGE]]#0 to %[[LAST]] step %c16 {
// CHECK:       %[[OLD:.*]] = vector.load %[[Y:.*]][%[[TILE]]] : memref<?xf64>, vector<16xf64>
// CHECK:       arith.cmpi sge, %[[TILE]], %[[RANGE]]#2
// CHECK:       arith.cmpi sle, %{{.*}}, %[[RANGE]]#3
// CHECK:       %[[NEW:.*]] = scf.if %{{.*}} -> (vector<16xf64>) {
// CHECK:         scf.for %{{.*}} = %[[BEGIN]] to %[[END]] step %c1 iter_args(%{{.*}} = %[[OLD]])
// CHECK-NOT:       masked
// CHECK:           vector.load %{{.*}} : memref<?xf64>, vector<16xf64>
// CHECK:       } else {
// CHECK:         scf.for %{{.*}} = %[[BEGIN]] to %[[END]] step %c1 iter_args(%[[OTHERS:.*]] = %[[OLD]])
// CHECK:           %[[MASK:.*]] = arith.andi %{{.*}} : vector<16xi1>
// CHECK:           vector.maskedload
// CHECK:           %[[SUM:.*]] = arith.addf %[[OTHERS]]
// CHECK:           arith.select %[[MASK]], %[[SUM]], %[[OTHERS]]
// CHECK:       vector.store %[[NEW]], %[[Y]][%[[TILE]]]
// CHECK:     scf.yield %[[LAST]]
// CHECK:   } else {
// CHECK:     scf.yield %c-9223372036854775808
// CHECK:   scf.for %{{.*}} = %[[BEGIN]] to %[[END]] step %c1 {
// CHECK:     %[[HERE:.*]] = arith.maxsi %{{.*}}, %[[DONE]]
// CHECK:     scf.for %{{.*}} = %[[HERE]] to
// CHECK:       memref.store %{{.*}}, %[[Y]]
func.func @diagonals(%off: memref<?xindex>, %a: memref<?xf64>, %x: memref<?xf64>, %d: index, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%m) : memref<?xf64>
  scf.for %slot = %c0 to %d step %c1 {
    %o = memref.load %off[%slot] : memref<?xindex>
    %begin = arith.subi %c0, %o : index
    %end = arith.subi %n, %o : index
    %lower = arith.maxsi %begin, %c0 : index
    %upper = arith.minsi %end, %m : index
    scf.for %i = %lower to %upper step %c1 {
      %above = arith.muli %slot, %m : index
      %p = arith.addi %above, %i : index
      %j = arith.addi %i, %o : index
      %v = memref.load %a[%p] : memref<?xf64>
      %w = memref.load %x[%j] : memref<?xf64>
      %product = arith.mulf %v, %w : f64
      %old = memref.load %y[%i] : memref<?xf64>
      %new = arith.addf %old, %product : f64
      memref.store %new, %y[%i] : memref<?xf64>
    }
  }
  return %y : memref<?xf64>
}

// -----

// Elements may be a distance behind the variable that is that of all sweeps, and
// numbers of 32 bits make tiles of 32.
// CHECK-LABEL: func.func @behind(
// CHECK-SAME: %[[DISTANCE:[^ ]*]]: index)
// CHECK: scf.for %[[TILE:.*]] = %{{.*}} to %{{.*}} step %c32 {
// CHECK:   %[[PLACE:.*]] = arith.addi %[[TILE]], %[[DISTANCE]]
// CHECK:   vector.load %{{.*}}[%[[PLACE]]] : memref<?xi32>, vector<32xi32>
func.func @behind(%a: memref<?xi32>, %m: index, %n: index, %distance: index) -> memref<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%n) : memref<?xi32>
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xi32>
      %at = arith.addi %distance, %i : index
      %old = memref.load %y[%at] : memref<?xi32>
      %new = arith.addi %old, %v : i32
      memref.store %new, %y[%at] : memref<?xi32>
    }
  }
  return %y : memref<?xi32>
}

// -----

// Not in tiles: what moves from sweep to sweep, what only the last sweep leaves,
// what others may read, what threads share, and what just counts on.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: vector
// CHECK: return
func.func @others(%a: memref<?xf64>, %m: index, %n: index) -> (memref<?xf64>, memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %y = memref.alloc(%n) : memref<?xf64>
  %z = memref.alloc(%n) : memref<?xf64>
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %at = arith.addi %i, %s : index
      %old = memref.load %y[%at] : memref<?xf64>
      %new = arith.addf %old, %one : f64
      memref.store %new, %y[%at] : memref<?xf64>
    }
  }
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      memref.store %one, %y[%i] : memref<?xf64>
    }
  }
  scf.for %s = %c0 to %m step %c1 {
    %next = arith.addi %s, %c1 : index
    scf.for %i = %c0 to %n step %c1 {
      %at = arith.addi %i, %next : index
      %old = memref.load %y[%i] : memref<?xf64>
      %other = memref.load %y[%at] : memref<?xf64>
      %new = arith.addf %old, %other : f64
      memref.store %new, %y[%i] : memref<?xf64>
    }
  }
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %old = memref.load %a[%i] : memref<?xf64>
      %new = arith.addf %old, %one : f64
      memref.store %new, %a[%i] : memref<?xf64>
    }
  }
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %old = memref.load %y[%i] : memref<?xf64>
      %new = arith.addf %old, %one : f64
      memref.store %new, %y[%i] : memref<?xf64>
    } {weft.parallel = #weft.distribution<static>}
  }
  scf.for %b = %c0 to %m step %c1 {
    scf.for %s = %c0 to %m step %c1 {
      scf.for %i = %c0 to %n step %c1 {
        %old = memref.load %z[%i] : memref<?xf64>
        %new = arith.addf %old, %one : f64
        memref.store %new, %z[%i] : memref<?xf64>
      }
    }
  } {weft.parallel = #weft.distribution<static>}
  return %y, %z : memref<?xf64>, memref<?xf64>
}
