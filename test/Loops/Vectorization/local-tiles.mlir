// RUN: weft-opt %s --weft-vectorize-loops=scalar | FileCheck %s

// A loop around the elements of full and half tiles accumulates them in a local
// array. The loop over the elements of other tiles updates the result.

// CHECK-LABEL: func.func @row
// CHECK:         %[[C:.*]] = memref.alloc(%{{.*}}) : memref<?xf64>
// CHECK:         scf.if
// CHECK:           %[[FULL:.*]] = memref.alloc() : memref<16xf64>
// CHECK:           scf.for %[[K:.*]] = %c0{{.*}} to %c16{{.*}} step %c1
// CHECK-NEXT:        %[[OLD:.*]] = memref.load %[[C]][%[[K]]]
// CHECK-NEXT:        memref.store %[[OLD]], %[[FULL]][%[[K]]]
// CHECK:           scf.for %{{.*}} = %c0 to %arg{{.*}} step %c1 {
// CHECK:             scf.for
// CHECK:               memref.load %[[FULL]]
// CHECK:               memref.store %{{.*}}, %[[FULL]]
// CHECK:           } {loop_annotation = #[[SHORT:.*]]}
// CHECK:           scf.for %[[K:.*]] = %c0{{.*}} to %c16{{.*}} step %c1
// CHECK-NEXT:        %[[NEW:.*]] = memref.load %[[FULL]][%[[K]]]
// CHECK-NEXT:        memref.store %[[NEW]], %[[C]][%[[K]]]
// CHECK:           memref.dealloc %[[FULL]]
// CHECK:         } else {
// CHECK:           scf.if
// CHECK:             memref.alloc() : memref<8xf64>
// CHECK:           } else {
// CHECK-NOT:         memref.alloc
// CHECK:             memref.store %{{.*}}, %[[C]]
func.func @row(%rows: index, %width: index, %a: memref<?xf64>, %b: memref<?xf64>) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %n = arith.minui %width, %c16 : index
  %c = memref.alloc(%c16) : memref<?xf64>
  scf.for %j = %c0 to %rows step %c1 {
    %x = memref.load %a[%j] : memref<?xf64>
    scf.for %k = %c0 to %n step %c1 {
      %y = memref.load %b[%k] : memref<?xf64>
      %z = arith.mulf %x, %y : f64
      %old = memref.load %c[%k] : memref<?xf64>
      %new = arith.addf %old, %z : f64
      memref.store %new, %c[%k] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(16), guard(16)>}
  }
  return %c : memref<?xf64>
}

// The array is copied around all loops in which the elements are the same; only
// the innermost one is not to be vectorized.

// CHECK-LABEL: func.func @nest
// CHECK:         %[[LOCAL:.*]] = memref.alloc() : memref<16xf64>
// CHECK:         scf.for
// CHECK:           memref.store %{{.*}}, %[[LOCAL]]
// CHECK:         scf.for
// CHECK-NOT:       memref.alloc
// CHECK:           scf.for
// CHECK:             scf.for
// CHECK:           } {loop_annotation = #[[SHORT]]}
// CHECK-NEXT:    }
// CHECK:         scf.for
// CHECK:           memref.load %[[LOCAL]]
// CHECK:         memref.dealloc %[[LOCAL]]
func.func @nest(%rows: index, %a: memref<?xf64>, %b: memref<?xf64>) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c = memref.alloc(%c16) : memref<?xf64>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %rows step %c1 {
      %x = memref.load %a[%j] : memref<?xf64>
      scf.for %k = %c0 to %c16 step %c1 {
        %y = memref.load %b[%k] : memref<?xf64>
        %z = arith.mulf %x, %y : f64
        %old = memref.load %c[%k] : memref<?xf64>
        %new = arith.addf %old, %z : f64
        memref.store %new, %c[%k] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  }
  return %c : memref<?xf64>
}

// Bounds that the loop around computes from values before it are computed for
// the copies again.

// CHECK-LABEL: func.func @bounds
// CHECK:         %[[LOCAL:.*]] = memref.alloc() : memref<16xf64>
// CHECK:         %[[LOW:.*]] = arith.muli
// CHECK:         scf.for %[[K:.*]] = %c0
// CHECK:           arith.addi %[[LOW]], %[[K]]
func.func @bounds(%rows: index, %first: index, %a: memref<?xf64>, %b: memref<?xf64>) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c = memref.alloc(%rows) : memref<?xf64>
  scf.for %j = %c0 to %rows step %c1 {
    %lo = arith.muli %first, %c16 : index
    %hi = arith.addi %lo, %c16 overflow<nsw> : index
    %x = memref.load %a[%j] : memref<?xf64>
    scf.for %k = %lo to %hi step %c1 {
      %y = memref.load %b[%k] : memref<?xf64>
      %z = arith.mulf %x, %y : f64
      %old = memref.load %c[%k] : memref<?xf64>
      %new = arith.addf %old, %z : f64
      memref.store %new, %c[%k] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(16)>}
  }
  return %c : memref<?xf64>
}

// No local array: the elements change with the loop around them, it reads one
// of them elsewhere, or the caller allocates the array.

// CHECK-LABEL: func.func @changes
// CHECK:         memref.alloc(%
// CHECK-NOT:     memref.alloc
func.func @changes(%rows: index, %b: memref<?xf64>) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c = memref.alloc(%rows) : memref<?xf64>
  scf.for %j = %c0 to %rows step %c1 {
    scf.for %k = %c0 to %c16 step %c1 {
      %at = arith.addi %j, %k : index
      %y = memref.load %b[%k] : memref<?xf64>
      %old = memref.load %c[%at] : memref<?xf64>
      %new = arith.addf %old, %y : f64
      memref.store %new, %c[%at] : memref<?xf64>
    } {weft.loop = #weft.loop<vector>}
  }
  return %c : memref<?xf64>
}

// CHECK-LABEL: func.func @reads
// CHECK:         memref.alloc(%
// CHECK-NOT:     memref.alloc
func.func @reads(%rows: index, %b: memref<?xf64>) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c = memref.alloc(%rows) : memref<?xf64>
  scf.for %j = %c0 to %rows step %c1 {
    %x = memref.load %c[%j] : memref<?xf64>
    scf.for %k = %c0 to %c16 step %c1 {
      %old = memref.load %c[%k] : memref<?xf64>
      %new = arith.addf %old, %x : f64
      memref.store %new, %c[%k] : memref<?xf64>
    } {weft.loop = #weft.loop<vector>}
  }
  return %c : memref<?xf64>
}

// CHECK-LABEL: func.func @given
// CHECK-NOT:     memref.alloc
func.func @given(%rows: index, %b: memref<?xf64>, %c: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %j = %c0 to %rows step %c1 {
    scf.for %k = %c0 to %c16 step %c1 {
      %y = memref.load %b[%k] : memref<?xf64>
      %old = memref.load %c[%k] : memref<?xf64>
      %new = arith.addf %old, %y : f64
      memref.store %new, %c[%k] : memref<?xf64>
    } {weft.loop = #weft.loop<vector>}
  }
  return
}

// The local array begins with the value that a loop before the reduction fills
// the elements with. The loop only remains where a guard selects no full tile.

// CHECK-LABEL: func.func @filled
// CHECK:         %[[ONE:.*]] = arith.constant 1.0
// CHECK:         %[[C:.*]] = memref.alloc(%{{.*}}) : memref<?xf64>
// CHECK-NOT:     memref.store
// CHECK:         scf.if
// CHECK:           %[[FULL:.*]] = memref.alloc() : memref<16xf64>
// CHECK:           scf.for %[[K:.*]] = %c0{{.*}} to %c16
// CHECK-NEXT:        memref.store %[[ONE]], %[[FULL]][%[[K]]]
// CHECK-NOT:       memref.load %[[C]][
// CHECK:           memref.dealloc %[[FULL]]
// CHECK:         } else {
// CHECK:           scf.if
// CHECK:             %[[HALF:.*]] = memref.alloc() : memref<8xf64>
// CHECK:             memref.store %[[ONE]], %[[HALF]]
// CHECK:           } else {
// CHECK:             scf.for %[[K:.*]] = %c0{{.*}} to %{{.*}} step
// CHECK:               memref.store %[[ONE]], %[[C]]
// CHECK:             scf.for
// CHECK:               scf.for
// CHECK:                 memref.store %{{.*}}, %[[C]]
func.func @filled(%rows: index, %width: index, %first: index, %a: memref<?xf64>, %b: memref<?xf64>) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1.0 : f64
  %n = arith.minui %width, %c16 : index
  %c = memref.alloc(%width) : memref<?xf64>
  scf.for %k = %c0 to %n step %c1 {
    %row = arith.muli %first, %width : index
    %at = arith.addi %row, %k : index
    memref.store %one, %c[%at] : memref<?xf64>
  } {weft.loop = #weft.loop<vector(16)>}
  scf.for %j = %c0 to %rows step %c1 {
    %x = memref.load %a[%j] : memref<?xf64>
    scf.for %k = %c0 to %n step %c1 {
      %row = arith.muli %first, %width : index
      %at = arith.addi %k, %row : index
      %y = memref.load %b[%k] : memref<?xf64>
      %z = arith.mulf %x, %y : f64
      %old = memref.load %c[%at] : memref<?xf64>
      %new = arith.addf %old, %z : f64
      memref.store %new, %c[%at] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(16), guard(16)>}
  }
  return %c : memref<?xf64>
}

// The loop before fills fewer elements, or other ones, or something reads them.

// CHECK-LABEL: func.func @fewer
// CHECK:         %[[LOCAL:.*]] = memref.alloc() : memref<16xf64>
// CHECK:         scf.for
// CHECK-NEXT:      %[[OLD:.*]] = memref.load
// CHECK-NEXT:      memref.store %[[OLD]], %[[LOCAL]]
func.func @fewer(%rows: index, %b: memref<?xf64>) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f64
  %c = memref.alloc(%c16) : memref<?xf64>
  scf.for %k = %c0 to %c8 step %c1 {
    memref.store %zero, %c[%k] : memref<?xf64>
  } {weft.loop = #weft.loop<vector(8)>}
  scf.for %j = %c0 to %rows step %c1 {
    scf.for %k = %c0 to %c16 step %c1 {
      %y = memref.load %b[%k] : memref<?xf64>
      %old = memref.load %c[%k] : memref<?xf64>
      %new = arith.addf %old, %y : f64
      memref.store %new, %c[%k] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(16)>}
  }
  return %c : memref<?xf64>
}

// CHECK-LABEL: func.func @others
// CHECK:         %[[LOCAL:.*]] = memref.alloc() : memref<16xf64>
// CHECK:         scf.for
// CHECK-NEXT:      %[[OLD:.*]] = memref.load
// CHECK-NEXT:      memref.store %[[OLD]], %[[LOCAL]]
func.func @others(%rows: index, %at: index, %b: memref<?xf64>) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f64
  %c = memref.alloc(%rows) : memref<?xf64>
  scf.for %k = %c0 to %c16 step %c1 {
    %other = arith.addi %k, %at : index
    memref.store %zero, %c[%other] : memref<?xf64>
  } {weft.loop = #weft.loop<vector(16)>}
  scf.for %j = %c0 to %rows step %c1 {
    scf.for %k = %c0 to %c16 step %c1 {
      %y = memref.load %b[%k] : memref<?xf64>
      %old = memref.load %c[%k] : memref<?xf64>
      %new = arith.addf %old, %y : f64
      memref.store %new, %c[%k] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(16)>}
  }
  return %c : memref<?xf64>
}

// CHECK-LABEL: func.func @between
// CHECK:         memref.store %{{.*}}, %[[C:.*]][
// CHECK:         memref.load %[[C]][%c0]
// CHECK:         %[[LOCAL:.*]] = memref.alloc() : memref<16xf64>
// CHECK:         scf.for
// CHECK-NEXT:      %[[OLD:.*]] = memref.load %[[C]]
func.func @between(%rows: index, %b: memref<?xf64>) -> (memref<?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f64
  %c = memref.alloc(%c16) : memref<?xf64>
  scf.for %k = %c0 to %c16 step %c1 {
    memref.store %zero, %c[%k] : memref<?xf64>
  } {weft.loop = #weft.loop<vector(16)>}
  %read = memref.load %c[%c0] : memref<?xf64>
  scf.for %j = %c0 to %rows step %c1 {
    scf.for %k = %c0 to %c16 step %c1 {
      %y = memref.load %b[%k] : memref<?xf64>
      %old = memref.load %c[%k] : memref<?xf64>
      %new = arith.addf %old, %y : f64
      memref.store %new, %c[%k] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(16)>}
  }
  return %c, %read : memref<?xf64>, f64
}
