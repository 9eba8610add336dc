// RUN: weft-opt %s -weft-prefetch=only=prefetch_scatters -split-input-file | FileCheck %s
// RUN: weft-opt %s -weft-prefetch="only=prefetch_scatters min-entries=1000" -split-input-file | FileCheck %s --check-prefix=MANY

// RUN: weft-opt %s "-weft-prefetch=only=prefetch_scatters=l2 min-entries=0" -split-input-file | FileCheck %s --check-prefix=L2

// RUN: weft-opt %s "-weft-prefetch=only=prefetch_scatters=l2 min-entries=4096" -split-input-file | FileCheck %s --check-prefix=FAR

// Prefetches into the second cache are for reading, and 64 positions ahead.
// L2-LABEL: func.func @columns(
// L2: %[[FEW:.*]] = arith.maxsi %{{.*}}, %c1024
// L2: %[[HALF:.*]] = arith.cmpi sge, %{{.*}}, %[[FEW]]
// L2: scf.if %[[HALF]] -> (i1)
// L2: arith.constant 64 : index
// L2: scf.for
// L2:   scf.for
// L2:     memref.prefetch %{{.*}}, read, locality<2>, data
// L2:     memref.prefetch %{{.*}}, read, locality<2>, data

// Half as many entries suffice if samples of the coordinates show no reuse.
// FAR-LABEL: func.func @columns(
// FAR-SAME: %[[BOUNDS:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[COORDS:[^ ]*]]: memref<?xi32>
// FAR: %[[MORE:.*]] = arith.cmpi sge, %[[ENTRIES:.*]], %{{.*}} : index
// FAR: %[[LEAST:.*]] = arith.maxsi %{{.*}}, %c2048
// FAR: %[[HALF:.*]] = arith.cmpi sge, %[[ENTRIES]], %[[LEAST]] : index
// FAR: %[[AREFAR:.*]] = scf.if %[[HALF]] -> (i1)
// FAR: scf.for
// FAR: memref.load %[[COORDS]]
// FAR: scf.for
// FAR: memref.load %[[COORDS]]
// FAR: %[[SPAN:.*]] = arith.constant 2047 : index
// FAR: arith.cmpi ult, %{{.*}}, %[[SPAN]]
// FAR: } else {
// FAR-NEXT: scf.yield %[[HALF]]
// FAR: %[[WORTH:.*]] = arith.ori %[[MORE]], %[[AREFAR]]
// FAR: scf.if %[[WORTH]] -> (index)

// The first cache holds the results of few entries.
// MANY-LABEL: func.func @columns(
// MANY: %[[ENTRIES:.*]] = arith.subi
// MANY: %[[LENGTH:.*]] = arith.muli
// MANY: %[[LEAST:.*]] = arith.maxsi %[[LENGTH]], %c1000
// MANY: arith.cmpi sge, %[[ENTRIES]], %[[LEAST]]

// The loop stores entries of rows to destinations that it loads for their
// columns. It prefetches the destination of the entry 16 positions ahead, or of
// the last entry of all rows, in a version for long rows.
// CHECK-LABEL: func.func @columns(
// CHECK-SAME: %[[BOUNDS:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[COORDS:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[VALUES:[^ ]*]]: memref<?xf64>{{[^,]*}}, %[[M:[^ ]*]]: index
// CHECK: %[[PLACES:.*]] = memref.alloc() : memref<8xi32>
// CHECK: %[[ROWS:.*]] = memref.alloc() : memref<8xindex>
// CHECK: %[[OUT:.*]] = memref.alloc() : memref<8xf64>
// CHECK: %[[ANY:.*]] = arith.cmpi slt, %[[ZERO:.*]], %[[M]]
// CHECK: %[[ENDS:.*]]:2 = scf.if %[[ANY]]
// CHECK:   %[[B:.*]] = memref.load %[[BOUNDS]][%[[ZERO]]]
// CHECK:   %[[BI:.*]] = arith.index_cast %[[B]]
// CHECK:   %[[E:.*]] = memref.load %[[BOUNDS]][%[[M]]]
// CHECK:   %[[EI:.*]] = arith.index_cast %[[E]]
// CHECK:   scf.yield %[[BI]], %[[EI]]
// CHECK: %[[ENTRIES:.*]] = arith.subi %[[ENDS]]#1, %[[ENDS]]#0
// CHECK: %[[LEAST:.*]] = arith.muli
// CHECK: %[[LONG:.*]] = arith.cmpi sge, %[[ENTRIES]], %[[LEAST]]
// CHECK: %[[LAST:.*]] = arith.subi %[[ENDS]]#1
// CHECK: %[[RESULT:.*]] = scf.if %[[LONG]] -> (index)
// CHECK:   scf.for
// CHECK:     scf.for %[[P:.*]] =
// CHECK-NEXT:  %[[FURTHER:.*]] = arith.addi %[[P]], %c16
// CHECK-NEXT:  %[[AHEAD:.*]] = arith.minsi %[[FURTHER]], %[[LAST]]
// CHECK-NEXT:  %[[J:.*]] = memref.load %[[COORDS]][%[[AHEAD]]]
// CHECK-NEXT:  %[[JI:.*]] = arith.index_cast %[[J]]
// CHECK-NEXT:  %[[NEXT:.*]] = arith.addi %[[JI]]
// CHECK-NEXT:  %[[PLACE:.*]] = memref.load %[[PLACES]][%[[NEXT]]]
// CHECK-NEXT:  %[[AT:.*]] = arith.index_cast %[[PLACE]]
// CHECK-NEXT:  memref.prefetch %[[ROWS]][%[[AT]]], write, locality<3>, data
// CHECK-NEXT:  memref.prefetch %[[OUT]][%[[AT]]], write, locality<3>, data
// CHECK:     memref.store
// CHECK: } else {
// CHECK-NOT: prefetch
// CHECK:   scf.for
// CHECK:     scf.for
// CHECK: return %[[RESULT]]
func.func @columns(%bounds: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %coords: memref<?xi32> {weft.array = #weft.array<0 level 1 coordinates>}, %values: memref<?xf64> {weft.array = #weft.array<0 values>}, %m: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %places = memref.alloc() : memref<8xi32>
  %rows = memref.alloc() : memref<8xindex>
  %out = memref.alloc() : memref<8xf64>
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%count = %c0) -> (index) {
    %next = arith.addi %i, %c1 : index
    %b = memref.load %bounds[%i] : memref<?xi32>
    %begin = arith.index_cast %b : i32 to index
    %e = memref.load %bounds[%next] : memref<?xi32>
    %end = arith.index_cast %e : i32 to index
    scf.for %p = %begin to %end step %c1 {
      %c = memref.load %coords[%p] : memref<?xi32>
      %j = arith.index_cast %c : i32 to index
      %v = memref.load %values[%p] : memref<?xf64>
      %j1 = arith.addi %j, %c1 : index
      %q = memref.load %places[%j1] : memref<8xi32>
      %place = arith.index_cast %q : i32 to index
      %moved = arith.addi %place, %c1 : index
      %n = arith.index_cast %moved : index to i32
      memref.store %n, %places[%j1] : memref<8xi32>
      memref.store %i, %rows[%place] : memref<8xindex>
      memref.store %v, %out[%place] : memref<8xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    %more = arith.addi %count, %end : index
    scf.yield %more : index
  }
  return %r : index
}

// -----

// No prefetches if the destination is the coordinate itself, if coordinates are
// no operand, if rows are not adjacent, or if `weft.loop` says how the loop
// over rows is executed.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: prefetch
// CHECK: return
func.func @others(%bounds: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %ends: memref<?xindex>, %coords: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %places = memref.alloc() : memref<8xindex>
  %rows = memref.alloc() : memref<8xindex>
  %changes = memref.alloc() : memref<8xindex>
  scf.for %i = %c0 to %m step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %bounds[%i] : memref<?xindex>
    %end = memref.load %bounds[%next] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %coords[%p] : memref<?xindex>
      memref.store %i, %rows[%j] : memref<8xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  scf.for %i = %c0 to %m step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %bounds[%i] : memref<?xindex>
    %end = memref.load %bounds[%next] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %changes[%p] : memref<8xindex>
      %place = memref.load %places[%j] : memref<8xindex>
      memref.store %i, %rows[%place] : memref<8xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  scf.for %i = %c0 to %m step %c1 {
    %begin = memref.load %bounds[%i] : memref<?xindex>
    %end = memref.load %ends[%i] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %coords[%p] : memref<?xindex>
      %place = memref.load %places[%j] : memref<8xindex>
      memref.store %i, %rows[%place] : memref<8xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  scf.for %i = %c0 to %m step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %bounds[%i] : memref<?xindex>
    %end = memref.load %bounds[%next] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %coords[%p] : memref<?xindex>
      %place = memref.load %places[%j] : memref<8xindex>
      memref.store %i, %rows[%place] : memref<8xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  } {weft.loop = #weft.loop<vector(8)>}
  return
}

// -----

// An array that the function writes has no role.
// CHECK-LABEL: func.func @stored(
// CHECK-NOT: prefetch
// CHECK: return
func.func @stored(%bounds: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %coords: memref<?xindex>, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %places = memref.alloc() : memref<8xindex>
  %rows = memref.alloc() : memref<8xindex>
  scf.for %i = %c0 to %m step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %bounds[%i] : memref<?xindex>
    %end = memref.load %bounds[%next] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %coords[%p] : memref<?xindex>
      %place = memref.load %places[%j] : memref<8xindex>
      memref.store %i, %rows[%place] : memref<8xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    memref.store %c0, %coords[%i] : memref<?xindex>
  }
  return
}

// -----

// Operands may also be read by vector loads, prefetches and called functions.
// CHECK-LABEL: func.func @read(
// CHECK: memref.prefetch %{{.*}}, read
// CHECK: memref.prefetch %{{.*}}, write
// CHECK-LABEL: func.func @written(
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func private @search(%coords: memref<?xindex>, %p: index) -> index {
  %j = memref.load %coords[%p] : memref<?xindex>
  return %j : index
}
func.func private @clear(%coords: memref<?xindex>, %p: index) {
  %c0 = arith.constant 0 : index
  memref.store %c0, %coords[%p] : memref<?xindex>
  return
}
func.func @read(%bounds: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %coords: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %m: index) -> (index, vector<8xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %places = memref.alloc() : memref<8xindex>
  %rows = memref.alloc() : memref<8xindex>
  memref.prefetch %bounds[%m], read, locality<3>, data : memref<?xindex>
  scf.for %i = %c0 to %m step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %bounds[%i] : memref<?xindex>
    %end = memref.load %bounds[%next] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %coords[%p] : memref<?xindex>
      %place = memref.load %places[%j] : memref<8xindex>
      memref.store %i, %rows[%place] : memref<8xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  %found = func.call @search(%coords, %c0) : (memref<?xindex>, index) -> index
  %some = vector.load %coords[%c0] : memref<?xindex>, vector<8xindex>
  return %found, %some : index, vector<8xindex>
}
func.func @written(%bounds: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %coords: memref<?xindex>, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %places = memref.alloc() : memref<8xindex>
  %rows = memref.alloc() : memref<8xindex>
  scf.for %i = %c0 to %m step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %bounds[%i] : memref<?xindex>
    %end = memref.load %bounds[%next] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %coords[%p] : memref<?xindex>
      %place = memref.load %places[%j] : memref<8xindex>
      memref.store %i, %rows[%place] : memref<8xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    func.call @clear(%coords, %i) : (memref<?xindex>, index) -> ()
  }
  return
}
