// RUN: weft-opt %s -weft-unroll-and-jam=only=tile_sweeps -canonicalize -cse -split-input-file | FileCheck %s

// Groups of up to 16 diagonals accumulate into tiles of the result, which the loop over
// the diagonals carries. Tiles cover the elements that all diagonals update. The last
// loop executes the updates before and behind the tiles. The loop over tiles may be
// parallel.
// CHECK-LABEL: func.func @diagonals(
// CHECK-SAME: %[[OFF:[^ ]*]]: memref<?xindex>, %[[A:[^ ]*]]: memref<?xf64>,
// CHECK: scf.for %[[BEGIN:.*]] = %c0 to %[[D:.*]] step %c16 {
// CHECK:   %[[NEXT:.*]] = arith.addi %[[BEGIN]], %c16
// CHECK:   %[[END:.*]] = arith.minsi %[[NEXT]], %[[D]]
// CHECK:   %[[COUNT:.*]] = arith.subi %[[END]], %[[BEGIN]]
// CHECK:   %[[ENOUGH:.*]] = arith.cmpi sge, %[[COUNT]], %c4
// CHECK:   %[[GAINS:.*]] = scf.if %[[ENOUGH]] -> (i1) {
// CHECK:     memref.load %[[OFF]][%[[BEGIN]]]
// CHECK:     arith.cmpi sge, %{{.*}}, %c64
// CHECK:   %[[TILES:.*]]:2 = scf.if %[[GAINS]] -> (index, index) {
// CHECK:     %[[RANGE:.*]]:3 = scf.for %{{.*}} = %[[BEGIN]] to %[[END]] step %c1
// CHECK:     %[[LENGTH:.*]] = arith.subi %[[RANGE]]#1, %[[RANGE]]#0
// CHECK:     %[[INALL:.*]] = arith.muli %[[COUNT]], %[[LENGTH]]
// CHECK:     %[[LONG:.*]] = arith.cmpi sge, %[[LENGTH]], %c16
// CHECK:     %[[TWICE:.*]] = arith.addi %[[INALL]], %[[INALL]]
// CHECK:     %[[HALF:.*]] = arith.cmpi sge, %[[TWICE]], %[[RANGE]]#2
// CHECK:     %[[WORTH:.*]] = arith.andi %[[LONG]], %[[HALF]]
// CHECK:     %[[FULL:.*]] = arith.divui %[[LENGTH]], %c16
// CHECK:     %[[NTILES:.*]] = arith.select %[[WORTH]], %[[FULL]], %c0
// CHECK:     %[[FIRST:.*]] = arith.select %[[WORTH]], %[[RANGE]]#0, %c-9223372036854775808
// CHECK:     %[[INTILES:.*]] = arith.muli %[[NTILES]], %c16
// CHECK:     %[[LAST:.*]] = arith.addi %[[FIRST]], %[[INTILES]]
// CHECK:     scf.for %[[NUMBER:.*]] = %c0 to %[[NTILES]] step %c1 {
// CHECK:       %[[BEHIND:.*]] = arith.muli %[[NUMBER]], %c16
// CHECK:       %[[TILE:.*]] = arith.addi %[[FIRST]], %[[BEHIND]]
// CHECK:       %[[OLD:.*]] = vector.load %[[Y:.*]][%[[TILE]]] : memref<?xf64>, vector<16xf64>
// CHECK:       %[[NEW:.*]] = scf.for %{{.*}} = %[[BEGIN]] to %[[END]] step %c1 iter_args(%{{.*}} = %[[OLD]])
// CHECK:         arith.addi %[[TILE]], %c256
// CHECK-COUNT-2: memref.prefetch %[[A]]{{.*}}, read, locality<2>, data
// CHECK-NOT:     memref.prefetch
// CHECK:         vector.load %[[A]]
// CHECK:         vector.load
// CHECK:       vector.store %[[NEW]], %[[Y]][%[[TILE]]]
// CHECK:     } {weft.loop = #weft.loop<parallel(static), optional>}
// CHECK:     scf.yield %[[FIRST]], %[[LAST]]
// CHECK:   } else {
// CHECK:     scf.yield %c-9223372036854775808, %c-9223372036854775808
// CHECK:   scf.for %{{.*}} = %[[BEGIN]] to %[[END]] step %c1 {
// CHECK:     %[[LOWER:.*]] = arith.maxsi %{{.*}}, %c0
// CHECK:     %[[UPPER:.*]] = arith.minsi
// CHECK:     %[[ANY:.*]] = arith.cmpi ne, %[[TILES]]#0, %[[TILES]]#1
// CHECK:     %[[SIDE:.*]] = arith.select %[[ANY]], %c0, %c1
// CHECK:     scf.for %[[WHICH:.*]] = %[[SIDE]] to %c2 step %c1 {
// CHECK:       %[[ISBEFORE:.*]] = arith.cmpi eq, %[[WHICH]], %c0
// CHECK:       %[[BEFORE:.*]] = arith.minsi %[[TILES]]#0, %[[UPPER]]
// CHECK:       %[[BEHIND:.*]] = arith.maxsi %[[TILES]]#1, %[[LOWER]]
// CHECK:       %[[FROM:.*]] = arith.select %[[ISBEFORE]], %[[LOWER]], %[[BEHIND]]
// CHECK:       %[[TO:.*]] = arith.select %[[ISBEFORE]], %[[BEFORE]], %[[UPPER]]
// CHECK:       scf.for %{{.*}} = %[[FROM]] to %[[TO]] step %c1 {
// CHECK:         memref.store %{{.*}}, %[[Y]]
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

// The index may have an offset that is the same for all iterations. A tile has 32
// elements of 32 bits.
// CHECK-LABEL: func.func @offset(
// CHECK-SAME: %[[DISTANCE:[^ ]*]]: index)
// CHECK: arith.divui %{{.*}}, %c32
// CHECK: scf.for %[[NUMBER:.*]] = %c0 to
// CHECK:   %[[BEGIN:.*]] = arith.muli %[[NUMBER]], %c32
// CHECK:   %[[TILE:.*]] = arith.addi %{{.*}}, %[[BEGIN]]
// CHECK:   %[[PLACE:.*]] = arith.addi %[[TILE]], %[[DISTANCE]]
// CHECK:   vector.load %{{.*}}[%[[PLACE]]] : memref<?xi32>, vector<32xi32>
func.func @offset(%a: memref<?xi32>, %m: index, %n: index, %distance: index) -> memref<?xi32> {
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

// The loop that fills the array is fused with the first group, which runs even if the
// outer loop has no iteration. The fill value initializes tiles, and is stored only
// outside of them.
// CHECK-LABEL: func.func @filled(
// CHECK-SAME: %[[M:[^ ]*]]: index, %[[N:[^ ]*]]: index)
// CHECK-NOT: memref.store
// CHECK: %[[ONCE:.*]] = arith.maxsi %[[M]], %c1
// CHECK: scf.for %[[BEGIN:.*]] = %c0 to %[[ONCE]] step %c16 {
// CHECK:   %[[FIRST:.*]] = arith.cmpi eq, %[[BEGIN]], %c0
// CHECK:   %[[TILES:.*]]:2 = scf.if
// CHECK:     %[[OLD:.*]] = scf.if %[[FIRST]] -> (vector<16xf64>) {
// CHECK-NEXT:  scf.yield %cst
// CHECK-NEXT: } else {
// CHECK-NEXT:  vector.load
// CHECK:     scf.for {{.*}} iter_args(%{{.*}} = %[[OLD]])
// CHECK-NOT:   memref.prefetch
// CHECK:   scf.if %[[FIRST]] {
// CHECK:     %[[BEFORE:.*]] = arith.minsi %[[TILES]]#0, %[[N]]
// CHECK:     %[[BEHIND:.*]] = arith.maxsi %[[TILES]]#1, %c0
// CHECK:     memref.store
func.func @filled(%a: memref<?xf64>, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%n) : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %zero, %y[%i] : memref<?xf64>
  }
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf64>
      %old = memref.load %y[%i] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %y[%i] : memref<?xf64>
    }
  }
  return %y : memref<?xf64>
}

// -----

// A uniform factor may be part of a complex number, which vectors cannot hold.
// CHECK-LABEL: func.func @scaled(
// CHECK-SAME: %[[C:[^ ]*]]: memref<?xcomplex<f64>>
// CHECK:   %[[FACTOR:.*]] = memref.load %[[C]]
// CHECK:   %[[PART:.*]] = complex.re %[[FACTOR]]
// CHECK:   vector.broadcast %[[PART]] : f64 to vector<16xf64>
func.func @scaled(%c: memref<?xcomplex<f64>>, %a: memref<?xf64>, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%n) : memref<?xf64>
  scf.for %s = %c0 to %m step %c1 {
    %above = arith.muli %s, %n : index
    scf.for %i = %c0 to %n step %c1 {
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %number = memref.load %c[%c0] : memref<?xcomplex<f64>>
      %part = complex.re %number : complex<f64>
      %product = arith.mulf %v, %part : f64
      %old = memref.load %y[%i] : memref<?xf64>
      %new = arith.addf %old, %product : f64
      memref.store %new, %y[%i] : memref<?xf64>
    }
  }
  return %y : memref<?xf64>
}

// -----

// Not tiled: elements that differ between iterations, stores without loads, an element
// that another index reads, an argument, parallel loops, gathers, and single bits.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: vector
// CHECK: return
func.func @others(%a: memref<?xf64>, %crd: memref<?xindex>, %b: memref<?xi1>, %m: index, %n: index) -> (memref<?xf64>, memref<?xf64>, memref<?xi1>) {
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
    } {weft.loop = #weft.loop<parallel(static)>}
  }
  scf.for %batch = %c0 to %m step %c1 {
    scf.for %s = %c0 to %m step %c1 {
      scf.for %i = %c0 to %n step %c1 {
        %old = memref.load %z[%i] : memref<?xf64>
        %new = arith.addf %old, %one : f64
        memref.store %new, %z[%i] : memref<?xf64>
      }
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %at = memref.load %crd[%i] : memref<?xindex>
      %v = memref.load %a[%at] : memref<?xf64>
      %old = memref.load %y[%i] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %y[%i] : memref<?xf64>
    }
  }
  %bits = memref.alloc(%n) : memref<?xi1>
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %b[%i] : memref<?xi1>
      %old = memref.load %bits[%i] : memref<?xi1>
      %new = arith.ori %old, %v : i1
      memref.store %new, %bits[%i] : memref<?xi1>
    }
  }
  return %y, %z, %bits : memref<?xf64>, memref<?xf64>, memref<?xi1>
}

// -----

// The loop over tiles is sequential inside of another loop.
// CHECK-LABEL: func.func @nested(
// CHECK-NOT: weft.loop = {{.*}}parallel
// CHECK: vector.store
// CHECK-NOT: weft.loop = {{.*}}parallel
// CHECK: return
func.func @nested(%a: memref<?xf64>, %k: index, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%n) : memref<?xf64>
  scf.for %batch = %c0 to %k step %c1 {
    scf.for %s = %c0 to %m step %c1 {
      scf.for %i = %c0 to %n step %c1 {
        %v = memref.load %a[%i] : memref<?xf64>
        %old = memref.load %y[%i] : memref<?xf64>
        %new = arith.addf %old, %v : f64
        memref.store %new, %y[%i] : memref<?xf64>
      }
    }
  }
  return %y : memref<?xf64>
}

// -----

// The loop over tiles is sequential if another loop of the function is parallel and not
// optional.
// CHECK-LABEL: func.func @beside_parallel(
// CHECK-NOT: weft.loop = {{.*}}optional
// CHECK: weft.loop = #weft.loop<parallel
// CHECK: vector.store
// CHECK-NOT: weft.loop = {{.*}}parallel
// CHECK: return
func.func @beside_parallel(%a: memref<?xf64>, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%n) : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xf64>
    memref.store %v, %y[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<parallel(static)>}
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf64>
      %old = memref.load %y[%i] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %y[%i] : memref<?xf64>
    }
  }
  return %y : memref<?xf64>
}

// -----

// Not tiled: a strided view, and an array that a call may have returned under another
// value.
// CHECK-LABEL: func.func @aliases(
// CHECK-NOT: vector.load
// CHECK: return
func.func private @same(%array: memref<?xf64>) -> memref<?xf64> {
  return %array : memref<?xf64>
}
func.func @aliases(%m: index, %n: index) -> (memref<?xf64>, memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f64
  %twice = arith.muli %n, %c2 : index
  %all = memref.alloc(%twice) : memref<?xf64>
  %y = memref.subview %all[0] [%n] [2] : memref<?xf64> to memref<?xf64, strided<[2]>>
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %old = memref.load %y[%i] : memref<?xf64, strided<[2]>>
      %new = arith.addf %old, %one : f64
      memref.store %new, %y[%i] : memref<?xf64, strided<[2]>>
    }
  }
  %z = memref.alloc(%n) : memref<?xf64>
  %other = func.call @same(%z) : (memref<?xf64>) -> memref<?xf64>
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %next = arith.addi %i, %c1 : index
      %v = memref.load %other[%next] : memref<?xf64>
      %old = memref.load %z[%i] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %z[%i] : memref<?xf64>
    }
  }
  return %all, %z : memref<?xf64>, memref<?xf64>
}
