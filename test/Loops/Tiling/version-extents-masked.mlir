// RUN: weft-opt %s -weft-version-extents=masks -cse -split-input-file | FileCheck %s
// RUN: weft-opt %s -weft-version-extents -split-input-file | FileCheck %s --check-prefix=WHOLE

// With masks, extents of at most one register have a version without loops over tiles.
// An extent of 0 has no tile and runs the other version.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %{{[^ ]*}}: index, %[[N:[^ ]*]]: index)
// CHECK: scf.index_switch %[[N]]
// CHECK: default {
// CHECK:   %[[LAST:.*]] = arith.subi %[[N]], %c1
// CHECK:   %[[NARROW:.*]] = arith.cmpi ult, %[[LAST]], %c8
// CHECK:   scf.if %[[NARROW]] {
// CHECK:     scf.for %{{.*}} = %c0 to %{{.*}} step %c1 {
// CHECK-NOT:   scf.for
// CHECK:       scf.for %[[P:.*]] = %{{.*}} to %{{.*}} step %c1 {
// CHECK:         scf.for %{{.*}} = %c0 to %[[N]] step %c1 {
// CHECK:         } {weft.loop = #weft.loop<vector(8), partial>}
// CHECK-NEXT:  }
// CHECK-NEXT: } {weft.loop = #weft.loop<parallel(static)>}
// CHECK-NEXT: } else {
// CHECK:     scf.for %{{.*}} = %c0 to %{{.*}} step %c1 {
// CHECK:       scf.for %{{.*}} = %c0 to %{{.*}} step %c1 {
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c1 {
// CHECK:           scf.for
// CHECK:           } {weft.loop = #weft.loop<vector(16)>}
// WHOLE-LABEL: func.func @rows(
// WHOLE-NOT: weft.loop = {{.*}}partial
// WHOLE: return
func.func @rows(%positions: memref<?xi32>, %coordinates: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %rows: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %size = arith.muli %rows, %n : index
  %c = memref.alloc(%size) : memref<?xf64>
  scf.for %i = %c0 to %rows step %c1 {
    %after = arith.addi %i, %c1 : index
    %more = arith.addi %n, %c15 : index
    %quotient = arith.divui %more, %c16 : index
    %tiles = arith.minui %n, %quotient : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %most = arith.minui %n, %c16 : index
      %begin = arith.muli %tile, %c16 : index
      %left = arith.subi %n, %begin : index
      %width = arith.minui %most, %left : index
      %first = memref.load %positions[%i] : memref<?xi32>
      %low = arith.index_cast %first : i32 to index
      %last = memref.load %positions[%after] : memref<?xi32>
      %high = arith.index_cast %last : i32 to index
      scf.for %p = %low to %high step %c1 {
        %crd = memref.load %coordinates[%p] : memref<?xi32>
        %j = arith.index_cast %crd : i32 to index
        scf.for %k = %c0 to %width step %c1 {
          %column = arith.addi %begin, %k : index
          %above = arith.muli %j, %n : index
          %from = arith.addi %above, %column : index
          %row = arith.muli %i, %n : index
          %to = arith.addi %row, %column : index
          %v = memref.load %values[%p] : memref<?xf64>
          %x = memref.load %b[%from] : memref<?xf64>
          %product = arith.mulf %v, %x : f64
          %old = memref.load %c[%to] : memref<?xf64>
          %new = arith.addf %old, %product fastmath<reassoc> : f64
          memref.store %new, %c[%to] : memref<?xf64>
        } {weft.loop = #weft.loop<vector(16)>}
      }
    } {weft.loop = #weft.loop<tiles(16)>}
  } {weft.loop = #weft.loop<parallel(static)>}
  return %c : memref<?xf64>
}

// -----

// A register has 16 lanes of 32 bits.
// CHECK-LABEL: func.func @singles(
// CHECK: arith.cmpi ult, %{{.*}}, %c16
// CHECK: {weft.loop = #weft.loop<vector(16), partial>}
func.func @singles(%positions: memref<?xi32>, %coordinates: memref<?xi32>, %values: memref<?xf32>, %b: memref<?xf32>, %rows: index, %n: index) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %size = arith.muli %rows, %n : index
  %c = memref.alloc(%size) : memref<?xf32>
  scf.for %i = %c0 to %rows step %c1 {
    %after = arith.addi %i, %c1 : index
    %more = arith.addi %n, %c15 : index
    %quotient = arith.divui %more, %c16 : index
    %tiles = arith.minui %n, %quotient : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %most = arith.minui %n, %c16 : index
      %begin = arith.muli %tile, %c16 : index
      %left = arith.subi %n, %begin : index
      %width = arith.minui %most, %left : index
      %first = memref.load %positions[%i] : memref<?xi32>
      %low = arith.index_cast %first : i32 to index
      %last = memref.load %positions[%after] : memref<?xi32>
      %high = arith.index_cast %last : i32 to index
      scf.for %p = %low to %high step %c1 {
        %crd = memref.load %coordinates[%p] : memref<?xi32>
        %j = arith.index_cast %crd : i32 to index
        scf.for %k = %c0 to %width step %c1 {
          %column = arith.addi %begin, %k : index
          %above = arith.muli %j, %n : index
          %from = arith.addi %above, %column : index
          %row = arith.muli %i, %n : index
          %to = arith.addi %row, %column : index
          %v = memref.load %values[%p] : memref<?xf32>
          %x = memref.load %b[%from] : memref<?xf32>
          %product = arith.mulf %v, %x : f32
          %old = memref.load %c[%to] : memref<?xf32>
          %new = arith.addf %old, %product fastmath<reassoc> : f32
          memref.store %new, %c[%to] : memref<?xf32>
        } {weft.loop = #weft.loop<vector(16)>}
      }
    } {weft.loop = #weft.loop<tiles(16)>}
  } {weft.loop = #weft.loop<parallel(static)>}
  return %c : memref<?xf32>
}

// -----

// Vectors that accumulate into other elements in each iteration would wait for the
// masked store of the previous iteration, and have no such version.
// CHECK-LABEL: func.func @scattered(
// CHECK-NOT: weft.loop = {{.*}}partial
// CHECK: return
func.func @scattered(%positions: memref<?xi32>, %coordinates: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %rows: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %size = arith.muli %rows, %n : index
  %c = memref.alloc(%size) : memref<?xf64>
  scf.for %i = %c0 to %rows step %c1 {
    %after = arith.addi %i, %c1 : index
    %more = arith.addi %n, %c15 : index
    %quotient = arith.divui %more, %c16 : index
    %tiles = arith.minui %n, %quotient : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %most = arith.minui %n, %c16 : index
      %begin = arith.muli %tile, %c16 : index
      %left = arith.subi %n, %begin : index
      %width = arith.minui %most, %left : index
      %first = memref.load %positions[%i] : memref<?xi32>
      %low = arith.index_cast %first : i32 to index
      %last = memref.load %positions[%after] : memref<?xi32>
      %high = arith.index_cast %last : i32 to index
      scf.for %p = %low to %high step %c1 {
        %crd = memref.load %coordinates[%p] : memref<?xi32>
        %j = arith.index_cast %crd : i32 to index
        scf.for %k = %c0 to %width step %c1 {
          %column = arith.addi %begin, %k : index
          %above = arith.muli %j, %n : index
          %to = arith.addi %above, %column : index
          %row = arith.muli %i, %n : index
          %from = arith.addi %row, %column : index
          %v = memref.load %values[%p] : memref<?xf64>
          %x = memref.load %b[%from] : memref<?xf64>
          %product = arith.mulf %v, %x : f64
          %old = memref.load %c[%to] : memref<?xf64>
          %new = arith.addf %old, %product fastmath<reassoc> : f64
          memref.store %new, %c[%to] : memref<?xf64>
        } {weft.loop = #weft.loop<vector(16)>}
      }
    } {weft.loop = #weft.loop<tiles(16)>}
  } {weft.loop = #weft.loop<parallel(static)>}
  return %c : memref<?xf64>
}

// -----

// A loop over tiles that stores outside its vector loops has no such version.
// CHECK-LABEL: func.func @beside(
// CHECK-NOT: weft.loop = {{.*}}partial
// CHECK: return
func.func @beside(%positions: memref<?xi32>, %coordinates: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %rows: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %size = arith.muli %rows, %n : index
  %c = memref.alloc(%size) : memref<?xf64>
  scf.for %i = %c0 to %rows step %c1 {
    %after = arith.addi %i, %c1 : index
    %more = arith.addi %n, %c15 : index
    %quotient = arith.divui %more, %c16 : index
    %tiles = arith.minui %n, %quotient : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %most = arith.minui %n, %c16 : index
      %begin = arith.muli %tile, %c16 : index
      %left = arith.subi %n, %begin : index
      %width = arith.minui %most, %left : index
      %first = memref.load %positions[%i] : memref<?xi32>
      %low = arith.index_cast %first : i32 to index
      %last = memref.load %positions[%after] : memref<?xi32>
      %high = arith.index_cast %last : i32 to index
      memref.store %zero, %c[%tile] : memref<?xf64>
      scf.for %p = %low to %high step %c1 {
        %crd = memref.load %coordinates[%p] : memref<?xi32>
        %j = arith.index_cast %crd : i32 to index
        scf.for %k = %c0 to %width step %c1 {
          %column = arith.addi %begin, %k : index
          %above = arith.muli %j, %n : index
          %from = arith.addi %above, %column : index
          %row = arith.muli %i, %n : index
          %to = arith.addi %row, %column : index
          %v = memref.load %values[%p] : memref<?xf64>
          %x = memref.load %b[%from] : memref<?xf64>
          %product = arith.mulf %v, %x : f64
          %old = memref.load %c[%to] : memref<?xf64>
          %new = arith.addf %old, %product fastmath<reassoc> : f64
          memref.store %new, %c[%to] : memref<?xf64>
        } {weft.loop = #weft.loop<vector(16)>}
      }
    } {weft.loop = #weft.loop<tiles(16)>}
  } {weft.loop = #weft.loop<parallel(static)>}
  return %c : memref<?xf64>
}

// -----

// Tiles that are shorter than a register become one vector as well.
// CHECK-LABEL: func.func @short_tiles(
// CHECK: arith.cmpi ult, %{{.*}}, %c8
// CHECK: {weft.loop = #weft.loop<vector(8), partial>}
func.func @short_tiles(%positions: memref<?xi32>, %coordinates: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %rows: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 3 : index
  %c16 = arith.constant 4 : index
  %size = arith.muli %rows, %n : index
  %c = memref.alloc(%size) : memref<?xf64>
  scf.for %i = %c0 to %rows step %c1 {
    %after = arith.addi %i, %c1 : index
    %more = arith.addi %n, %c15 : index
    %quotient = arith.divui %more, %c16 : index
    %tiles = arith.minui %n, %quotient : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %most = arith.minui %n, %c16 : index
      %begin = arith.muli %tile, %c16 : index
      %left = arith.subi %n, %begin : index
      %width = arith.minui %most, %left : index
      %first = memref.load %positions[%i] : memref<?xi32>
      %low = arith.index_cast %first : i32 to index
      %last = memref.load %positions[%after] : memref<?xi32>
      %high = arith.index_cast %last : i32 to index
      scf.for %p = %low to %high step %c1 {
        %crd = memref.load %coordinates[%p] : memref<?xi32>
        %j = arith.index_cast %crd : i32 to index
        scf.for %k = %c0 to %width step %c1 {
          %column = arith.addi %begin, %k : index
          %above = arith.muli %j, %n : index
          %from = arith.addi %above, %column : index
          %row = arith.muli %i, %n : index
          %to = arith.addi %row, %column : index
          %v = memref.load %values[%p] : memref<?xf64>
          %x = memref.load %b[%from] : memref<?xf64>
          %product = arith.mulf %v, %x : f64
          %old = memref.load %c[%to] : memref<?xf64>
          %new = arith.addf %old, %product fastmath<reassoc> : f64
          memref.store %new, %c[%to] : memref<?xf64>
        } {weft.loop = #weft.loop<vector(4)>}
      }
    } {weft.loop = #weft.loop<tiles(4)>}
  } {weft.loop = #weft.loop<parallel(static)>}
  return %c : memref<?xf64>
}

// -----

// Vector loops with a tail strategy of a schedule have no such version.
// CHECK-LABEL: func.func @predicated(
// CHECK-NOT: weft.loop = {{.*}}partial
// CHECK: return
func.func @predicated(%positions: memref<?xi32>, %coordinates: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %rows: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %size = arith.muli %rows, %n : index
  %c = memref.alloc(%size) : memref<?xf64>
  scf.for %i = %c0 to %rows step %c1 {
    %after = arith.addi %i, %c1 : index
    %more = arith.addi %n, %c15 : index
    %quotient = arith.divui %more, %c16 : index
    %tiles = arith.minui %n, %quotient : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %most = arith.minui %n, %c16 : index
      %begin = arith.muli %tile, %c16 : index
      %left = arith.subi %n, %begin : index
      %width = arith.minui %most, %left : index
      %first = memref.load %positions[%i] : memref<?xi32>
      %low = arith.index_cast %first : i32 to index
      %last = memref.load %positions[%after] : memref<?xi32>
      %high = arith.index_cast %last : i32 to index
      scf.for %p = %low to %high step %c1 {
        %crd = memref.load %coordinates[%p] : memref<?xi32>
        %j = arith.index_cast %crd : i32 to index
        scf.for %k = %c0 to %width step %c1 {
          %column = arith.addi %begin, %k : index
          %above = arith.muli %j, %n : index
          %from = arith.addi %above, %column : index
          %row = arith.muli %i, %n : index
          %to = arith.addi %row, %column : index
          %v = memref.load %values[%p] : memref<?xf64>
          %x = memref.load %b[%from] : memref<?xf64>
          %product = arith.mulf %v, %x : f64
          %old = memref.load %c[%to] : memref<?xf64>
          %new = arith.addf %old, %product fastmath<reassoc> : f64
          memref.store %new, %c[%to] : memref<?xf64>
        } {weft.loop = #weft.loop<vector(16), predicate(16)>}
      }
    } {weft.loop = #weft.loop<tiles(16)>}
  } {weft.loop = #weft.loop<parallel(static)>}
  return %c : memref<?xf64>
}
