// RUN: weft-opt %s -weft-prefetch=only=prefetch_segments -split-input-file | FileCheck %s

// The column of an entry selects a row: the loop prefetches the bound of the
// row for the entry 16 positions ahead, and the first elements of the row for
// the entry 8 positions ahead, or for the last entry of all rows. It does so in
// a version of the loop over rows, if the rows are larger than the second level
// cache and most of 64 sampled entries select a row that has elements.
// CHECK-LABEL: func.func @product(
// CHECK-SAME: %[[ROWS:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[COLUMNS:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[POS:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[CRD:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[VALUES:[^ ]*]]: memref<?xf64>
// CHECK: %[[ENDS:.*]]:2 = scf.if
// CHECK: %[[LAST:.*]] = arith.subi %[[ENDS]]#1, %c1
// CHECK: %[[COUNT:.*]] = memref.dim %[[COLUMNS]]
// CHECK: %[[MANY:.*]] = arith.cmpi sge, %[[COUNT]], %c1024
// CHECK: %[[CRD_SIZE:.*]] = memref.dim %[[CRD]]
// CHECK: %[[CRD_BYTES:.*]] = arith.muli %[[CRD_SIZE]], %c4
// CHECK: %[[VALUES_SIZE:.*]] = memref.dim %[[VALUES]]
// CHECK: %[[VALUES_BYTES:.*]] = arith.muli %[[VALUES_SIZE]], %c8
// CHECK: %[[BYTES:.*]] = arith.addi %[[CRD_BYTES]], %[[VALUES_BYTES]]
// CHECK: %[[LARGE:.*]] = arith.cmpi sge, %[[BYTES]], %c1048576
// CHECK: %[[BOTH:.*]] = arith.andi %[[MANY]], %[[LARGE]]
// CHECK: %[[MOST:.*]] = scf.if %[[BOTH]]
// CHECK: %[[STEP:.*]] = arith.divui %[[COUNT]], %c64
// CHECK: %[[FILLED:.*]] = scf.for %[[S:.*]] = %c0{{.*}} to %c64{{.*}} iter_args(%[[SO_FAR:.*]] =
// CHECK: %[[AT:.*]] = arith.muli %[[S]], %[[STEP]]
// CHECK: memref.load %[[COLUMNS]][%[[AT]]]
// CHECK: %[[BEGIN:.*]] = memref.load %[[POS]]
// CHECK: %[[NEXT:.*]] = memref.load %[[POS]]
// CHECK: %[[DIFFER:.*]] = arith.cmpi ne, %[[BEGIN]], %[[NEXT]]
// CHECK: %[[ONE:.*]] = arith.index_castui %[[DIFFER]]
// CHECK: arith.addi %[[SO_FAR]], %[[ONE]]
// CHECK: arith.cmpi sge, %[[FILLED]], %c32
// CHECK: scf.if %[[MOST]] {
// CHECK-NEXT: scf.for
// CHECK: scf.for %[[P:.*]] =
// CHECK-NEXT: %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT: %[[FAR:.*]] = arith.addi %[[P]], %[[C16]]
// CHECK-NEXT: %[[FURTHER:.*]] = arith.minsi %[[FAR]], %[[LAST]]
// CHECK-NEXT: %[[J16:.*]] = memref.load %[[COLUMNS]][%[[FURTHER]]]
// CHECK-NEXT: %[[J16I:.*]] = arith.index_cast %[[J16]]
// CHECK-NEXT: memref.prefetch %[[POS]][%[[J16I]]], read, locality<3>, data
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[NEAR:.*]] = arith.addi %[[P]], %[[C8]]
// CHECK-NEXT: %[[AHEAD:.*]] = arith.minsi %[[NEAR]], %[[LAST]]
// CHECK-NEXT: %[[J8:.*]] = memref.load %[[COLUMNS]][%[[AHEAD]]]
// CHECK-NEXT: %[[J8I:.*]] = arith.index_cast %[[J8]]
// CHECK-NEXT: %[[FIRST:.*]] = memref.load %[[POS]][%[[J8I]]]
// CHECK-NEXT: %[[FIRSTI:.*]] = arith.index_cast %[[FIRST]]
// CHECK-NEXT: memref.prefetch %[[CRD]][%[[FIRSTI]]], read, locality<3>, data
// CHECK-NEXT: memref.prefetch %[[VALUES]][%[[FIRSTI]]], read, locality<3>, data
// CHECK: } else {
// CHECK-NEXT: scf.for
// CHECK: scf.for
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @product(%rows: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %columns: memref<?xi32> {weft.array = #weft.array<0 level 1 coordinates>}, %pos: memref<?xi32> {weft.array = #weft.array<1 level 1 positions>}, %crd: memref<?xi32> {weft.array = #weft.array<1 level 1 coordinates>}, %values: memref<?xf64> {weft.array = #weft.array<1 values>}, %out: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %b = memref.load %rows[%i] : memref<?xi32>
    %e = memref.load %rows[%next] : memref<?xi32>
    %begin = arith.index_cast %b : i32 to index
    %end = arith.index_cast %e : i32 to index
    scf.for %p = %begin to %end step %c1 {
      %jc = memref.load %columns[%p] : memref<?xi32>
      %j = arith.index_cast %jc : i32 to index
      %after = arith.addi %j, %c1 : index
      %f = memref.load %pos[%j] : memref<?xi32>
      %l = memref.load %pos[%after] : memref<?xi32>
      %first = arith.index_cast %f : i32 to index
      %last = arith.index_cast %l : i32 to index
      scf.for %q = %first to %last step %c1 {
        %kc = memref.load %crd[%q] : memref<?xi32>
        %k = arith.index_cast %kc : i32 to index
        %v = memref.load %values[%q] : memref<?xf64>
        memref.store %v, %out[%k] : memref<?xf64>
      } {weft.loop = #weft.loop<segments(<1 level 1 ordered unique adjacent>)>}
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// An scf.while over the segment begins there as well, and may load vectors.
// Arrays that are read at other positions are not prefetched.
// CHECK-LABEL: func.func @merged(
// CHECK-SAME: %[[ROWS:[^ ]*]]: memref<?xindex>{{[^,]*}}, %[[COLUMNS:[^ ]*]]: memref<?xindex>{{[^,]*}}, %[[POS:[^ ]*]]: memref<?xindex>{{[^,]*}}, %[[CRD:[^ ]*]]: memref<?xindex>{{[^,]*}}, %[[VALUES:[^ ]*]]: memref<?xf64>{{[^,]*}}, %[[X:[^ ]*]]: memref<?xf64>
// CHECK: scf.for
// CHECK: scf.for
// CHECK: memref.prefetch %[[POS]]
// CHECK: %[[FIRST:.*]] = memref.load %[[POS]]
// CHECK-NEXT: memref.prefetch %[[CRD]][%[[FIRST]]]
// CHECK-NEXT: memref.prefetch %[[VALUES]][%[[FIRST]]]
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @merged(%rows: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %columns: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %pos: memref<?xindex>, %crd: memref<?xindex>, %values: memref<?xf64>, %x: memref<?xf64>, %out: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %rows[%i] : memref<?xindex>
    %end = memref.load %rows[%next] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %columns[%p] : memref<?xindex>
      %after = arith.addi %j, %c1 : index
      %first = memref.load %pos[%j] : memref<?xindex>
      %last = memref.load %pos[%after] : memref<?xindex>
      %ends:2 = scf.while (%q = %first, %r = %begin) : (index, index) -> (index, index) {
        %more = arith.cmpi slt, %q, %last : index
        scf.condition(%more) %q, %r : index, index
      } do {
      ^bb0(%q: index, %r: index):
        %k = memref.load %crd[%q] : memref<?xindex>
        %xk = memref.load %x[%k] : memref<?xf64>
        %v = vector.load %values[%q] : memref<?xf64>, vector<4xf64>
        vector.store %v, %out[%k] : memref<?xf64>, vector<4xf64>
        memref.store %xk, %out[%r] : memref<?xf64>
        %q1 = arith.addi %q, %c1 : index
        %r1 = arith.addi %r, %c1 : index
        scf.yield %q1, %r1 : index, index
      }
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// Written bounds are not those of later segments.
// CHECK-LABEL: func.func @changing(
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @changing(%rows: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %columns: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %pos: memref<?xindex> {weft.array = #weft.array<1 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<1 values>}, %out: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %rows[%i] : memref<?xindex>
    %end = memref.load %rows[%next] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %columns[%p] : memref<?xindex>
      %after = arith.addi %j, %c1 : index
      %first = memref.load %pos[%j] : memref<?xindex>
      %last = memref.load %pos[%after] : memref<?xindex>
      scf.for %q = %first to %last step %c1 {
        %k = memref.load %crd[%q] : memref<?xindex>
        memref.store %k, %out[%q] : memref<?xindex>
      } {weft.loop = #weft.loop<segments(<1 level 1 ordered unique adjacent>)>}
      memref.store %last, %pos[%j] : memref<?xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// Rows that are not adjacent have no last entry.
// CHECK-LABEL: func.func @apart(
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @apart(%begins: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %ends: memref<?xindex>, %columns: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %pos: memref<?xindex> {weft.array = #weft.array<1 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<1 values>}, %out: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %begins[%i] : memref<?xindex>
    %end = memref.load %ends[%i] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %columns[%p] : memref<?xindex>
      %after = arith.addi %j, %c1 : index
      %first = memref.load %pos[%j] : memref<?xindex>
      %last = memref.load %pos[%after] : memref<?xindex>
      scf.for %q = %first to %last step %c1 {
        %k = memref.load %crd[%q] : memref<?xindex>
        memref.store %k, %out[%q] : memref<?xindex>
      } {weft.loop = #weft.loop<segments(<1 level 1 ordered unique adjacent>)>}
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// An array that a called function searches is read-only, too.
// CHECK-LABEL: func.func @searched(
// CHECK-SAME: %[[POS:[^ ]*]]: memref<?xindex>{{[^,]*}}, %[[CRD:[^ ]*]]: memref<?xindex>
// CHECK: memref.prefetch %[[POS]]
// CHECK: memref.prefetch %[[CRD]]
func.func private @search(%crd: memref<?xindex>, %p: index) -> index {
  %j = memref.load %crd[%p] : memref<?xindex>
  return %j : index
}
func.func @searched(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %out: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%next] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %after = arith.addi %j, %c1 : index
      %first = memref.load %pos[%j] : memref<?xindex>
      %last = memref.load %pos[%after] : memref<?xindex>
      scf.for %q = %first to %last step %c1 {
        %k = memref.load %crd[%q] : memref<?xindex>
        %found = func.call @search(%crd, %p) : (memref<?xindex>, index) -> index
        memref.store %found, %out[%k] : memref<?xindex>
      } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// The index ahead is computed by the same operations: here, an unsigned cast
// and an addition.
// CHECK-LABEL: func.func @moved(
// CHECK-SAME: %[[ROWS:[^ ]*]]: memref<?xindex>{{[^,]*}}, %[[COLUMNS:[^ ]*]]: memref<?xi8>{{[^,]*}}, %[[POS:[^ ]*]]: memref<?xindex>{{[^,]*}}, %[[CRD:[^ ]*]]: memref<?xindex>
// CHECK: scf.for
// CHECK: scf.for
// CHECK: %[[J16:.*]] = memref.load %[[COLUMNS]]
// CHECK-NEXT: %[[J16I:.*]] = arith.index_castui %[[J16]]
// CHECK-NEXT: %[[MOVED16:.*]] = arith.addi %[[J16I]], %c-2
// CHECK-NEXT: memref.prefetch %[[POS]][%[[MOVED16]]]
// CHECK: %[[J8:.*]] = memref.load %[[COLUMNS]]
// CHECK-NEXT: %[[J8I:.*]] = arith.index_castui %[[J8]]
// CHECK-NEXT: %[[MOVED8:.*]] = arith.addi %[[J8I]], %c-2
// CHECK-NEXT: %[[FIRST:.*]] = memref.load %[[POS]][%[[MOVED8]]]
// CHECK-NEXT: memref.prefetch %[[CRD]][%[[FIRST]]]
func.func @moved(%rows: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %columns: memref<?xi8> {weft.array = #weft.array<0 level 1 coordinates>}, %pos: memref<?xindex> {weft.array = #weft.array<1 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<1 values>}, %out: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %back = arith.constant -2 : index
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %rows[%i] : memref<?xindex>
    %end = memref.load %rows[%next] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {
      %jc = memref.load %columns[%p] : memref<?xi8>
      %j = arith.index_castui %jc : i8 to index
      %moved = arith.addi %j, %back : index
      %after = arith.addi %moved, %c1 : index
      %first = memref.load %pos[%moved] : memref<?xindex>
      %last = memref.load %pos[%after] : memref<?xindex>
      scf.for %q = %first to %last step %c1 {
        %k = memref.load %crd[%q] : memref<?xindex>
        memref.store %k, %out[%q] : memref<?xindex>
      } {weft.loop = #weft.loop<segments(<1 level 1 ordered unique adjacent>)>}
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// Two segments share a version of the loop over rows, in which each is tested.
// CHECK-LABEL: func.func @two(
// CHECK: %[[ONE:.*]] = scf.if %{{.*}} -> (i1)
// CHECK: %[[OTHER:.*]] = scf.if %{{.*}} -> (i1)
// CHECK: %[[ANY:.*]] = arith.ori %[[ONE]], %[[OTHER]]
// CHECK: scf.if %[[ANY]] {
// CHECK-NEXT: scf.for
// CHECK: scf.for
// CHECK-NEXT: scf.if %[[ONE]] {
// CHECK: memref.prefetch
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NEXT: scf.if %[[OTHER]] {
// CHECK: memref.prefetch
// CHECK: } else {
// CHECK-NEXT: scf.for
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @two(%rows: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %columns: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %pos: memref<?xindex> {weft.array = #weft.array<1 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<1 level 1 coordinates>}, %pos2: memref<?xindex> {weft.array = #weft.array<2 level 1 positions>}, %crd2: memref<?xindex> {weft.array = #weft.array<2 level 1 coordinates>}, %out: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %rows[%i] : memref<?xindex>
    %end = memref.load %rows[%next] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %columns[%p] : memref<?xindex>
      %after = arith.addi %j, %c1 : index
      %first = memref.load %pos[%j] : memref<?xindex>
      %last = memref.load %pos[%after] : memref<?xindex>
      scf.for %q = %first to %last step %c1 {
        %k = memref.load %crd[%q] : memref<?xindex>
        memref.store %i, %out[%k] : memref<?xindex>
      } {weft.loop = #weft.loop<segments(<1 level 1 ordered unique adjacent>)>}
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %columns[%p] : memref<?xindex>
      %after = arith.addi %j, %c1 : index
      %first = memref.load %pos2[%j] : memref<?xindex>
      %last = memref.load %pos2[%after] : memref<?xindex>
      scf.for %q = %first to %last step %c1 {
        %k = memref.load %crd2[%q] : memref<?xindex>
        memref.store %i, %out[%k] : memref<?xindex>
      } {weft.loop = #weft.loop<segments(<2 level 1 ordered unique adjacent>)>}
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// A large loop over rows is not copied: each iteration tests the guard.
// CHECK-LABEL: func.func @large(
// CHECK: %[[MOST:.*]] = scf.if %{{.*}} -> (i1)
// CHECK: } else {
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NEXT: scf.if %[[MOST]] {
// CHECK: memref.prefetch
// CHECK-NOT: } else {
// CHECK: return
func.func @large(%rows: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %columns: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %pos: memref<?xindex> {weft.array = #weft.array<1 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<1 level 1 coordinates>}, %pos2: memref<?xindex> {weft.array = #weft.array<2 level 1 positions>}, %crd2: memref<?xindex> {weft.array = #weft.array<2 level 1 coordinates>}, %out: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %rows[%i] : memref<?xindex>
    %end = memref.load %rows[%next] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %columns[%p] : memref<?xindex>
      %after = arith.addi %j, %c1 : index
      %first = memref.load %pos[%j] : memref<?xindex>
      %last = memref.load %pos[%after] : memref<?xindex>
      scf.for %q = %first to %last step %c1 {
        %k = memref.load %crd[%q] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %k, %out[%k] : memref<?xindex>
        memref.store %i, %out[%k] : memref<?xindex>
      } {weft.loop = #weft.loop<segments(<1 level 1 ordered unique adjacent>)>}
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}
