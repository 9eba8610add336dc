// RUN: weft-opt %s -weft-prefetch=only=prefetch_streams -split-input-file | FileCheck %s
// RUN: weft-opt %s -weft-prefetch=only=prefetch_streams=l2 -split-input-file | FileCheck %s --check-prefix=L2

// Each step of a vector loop prefetches once for each argument that it reads
// sequentially, and not for the gathered one.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[POS:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[CRD:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[VALUES:[^ ]*]]: memref<?xf64>
// CHECK: scf.for
// CHECK: scf.for %[[P:.*]] = %{{.*}} to %{{.*}} step %c8
// CHECK-NEXT: %[[FAR:.*]] = arith.constant 512 : index
// CHECK-NEXT: %[[AHEAD:.*]] = arith.addi %[[P]], %[[FAR]] : index
// CHECK-NEXT: memref.prefetch %[[CRD]][%[[AHEAD]]], read, locality<3>, data
// CHECK-NEXT: arith.constant 512 : index
// CHECK-NEXT: %[[AHEAD2:.*]] = arith.addi
// CHECK-NEXT: memref.prefetch %[[VALUES]][%[[AHEAD2]]], read, locality<3>, data
// CHECK-NOT: memref.prefetch
func.func @rows(%pos: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xi32>, %values: memref<?xf64>, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0.0> : vector<8xf64>
  %mask = arith.constant dense<true> : vector<8xi1>
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %first = memref.load %pos[%i] : memref<?xi32>
    %last = memref.load %pos[%next] : memref<?xi32>
    %begin = arith.index_cast %first : i32 to index
    %end = arith.index_cast %last : i32 to index
    %sum = scf.for %p = %begin to %end step %c8 iter_args(%carried = %zeros) -> (vector<8xf64>) {
      %j = vector.load %crd[%p] : memref<?xi32>, vector<8xi32>
      %a = vector.load %values[%p] : memref<?xf64>, vector<8xf64>
      %again = vector.load %values[%p] : memref<?xf64>, vector<8xf64>
      %b = vector.gather %x[%c0] [%j], %mask, %zeros : memref<?xf64>, vector<8xi32>, vector<8xi1>, vector<8xf64> into vector<8xf64>
      %ab = arith.mulf %a, %b : vector<8xf64>
      %abb = arith.mulf %ab, %again : vector<8xf64>
      %more = arith.addf %carried, %abb : vector<8xf64>
      scf.yield %more : vector<8xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    %total = vector.reduction <add>, %sum : vector<8xf64> into f64
    memref.store %total, %y[%i] : memref<?xf64>
  }
  return
}

// -----

// The number of the segment may be computed from the first row of a tile.
// CHECK-LABEL: func.func @tiles(
// CHECK: memref.prefetch
func.func @tiles(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %values: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %tile = %c0 to %n step %c8 {
    scf.for %row = %c0 to %c8 step %c1 {
      %i = arith.addi %tile, %row : index
      %next = arith.addi %i, %c1 : index
      %begin = memref.load %pos[%i] : memref<?xindex>
      %end = memref.load %pos[%next] : memref<?xindex>
      scf.for %p = %begin to %end step %c8 {
        %a = vector.load %values[%p] : memref<?xf64>, vector<8xf64>
        vector.store %a, %y[%p] : memref<?xf64>, vector<8xf64>
      } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    }
  }
  return
}

// -----

// Segments that coordinates select are not adjacent.
// CHECK-LABEL: func.func @found(
// CHECK-NOT: memref.prefetch
func.func @found(%crd: memref<?xindex>, %pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %values: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %p = %c0 to %n step %c1 {
    %k = memref.load %crd[%p] : memref<?xindex>
    %next = arith.addi %k, %c1 : index
    %begin = memref.load %pos[%k] : memref<?xindex>
    %end = memref.load %pos[%next] : memref<?xindex>
    scf.for %q = %begin to %end step %c8 {
      %a = vector.load %values[%q] : memref<?xf64>, vector<8xf64>
      vector.store %a, %y[%q] : memref<?xf64>, vector<8xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// Nor are those of every other row, those whose number is not the induction
// variable plus a loop-invariant value, and those whose begin is not loaded.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: memref.prefetch
func.func @others(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %values: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c2 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    scf.for %q = %begin to %n step %c8 {
      %a = vector.load %values[%q] : memref<?xf64>, vector<8xf64>
      vector.store %a, %y[%q] : memref<?xf64>, vector<8xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  scf.for %i = %c0 to %n step %c1 {
    %twice = arith.addi %i, %i : index
    %begin = memref.load %pos[%twice] : memref<?xindex>
    scf.for %q = %begin to %n step %c8 {
      %a = vector.load %values[%q] : memref<?xf64>, vector<8xf64>
      vector.store %a, %y[%q] : memref<?xf64>, vector<8xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    scf.for %q = %c0 to %n step %c8 {
      %a = vector.load %values[%q] : memref<?xf64>, vector<8xf64>
      vector.store %a, %y[%q] : memref<?xf64>, vector<8xf64>
    }
  }
  return
}

// -----

// No prefetches for less than half a line, scalars, reads at other positions,
// and arrays that the function allocates.
// CHECK-LABEL: func.func @reads(
// CHECK-NOT: memref.prefetch
func.func @reads(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %bytes: memref<?xi8>, %values: memref<?xf64> {weft.array = #weft.array<0 values>}, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %own = memref.alloc(%n) : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    scf.for %q = %begin to %n step %c8 {
      %a = vector.load %bytes[%q] : memref<?xi8>, vector<8xi8>
      vector.store %a, %bytes[%q] : memref<?xi8>, vector<8xi8>
      %next = arith.addi %q, %c1 : index
      %b = vector.load %values[%next] : memref<?xf64>, vector<8xf64>
      vector.store %b, %y[%q] : memref<?xf64>, vector<8xf64>
      %c = memref.load %values[%q] : memref<?xf64>
      memref.store %c, %y[%q] : memref<?xf64>
      %d = vector.load %own[%q] : memref<?xf64>, vector<8xf64>
      vector.store %d, %y[%q] : memref<?xf64>, vector<8xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  memref.dealloc %own : memref<?xf64>
  return
}

// -----

// A loop with scalar indirect accesses prefetches before each segment in a
// version of the loop over segments, which runs for large arrays.
// CHECK-LABEL: func.func @scattered(
// CHECK-SAME: %[[POS:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[CRD:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[VALUES:[^ ]*]]: memref<?xf64>
// CHECK: %[[SIZE:.*]] = memref.dim %[[CRD]]
// CHECK: %[[MANY:.*]] = arith.constant 4194304 : index
// CHECK: %[[LARGE:.*]] = arith.cmpi sge, %[[SIZE]], %[[MANY]] : index
// CHECK: scf.if %[[LARGE]] {
// CHECK:   scf.for
// CHECK:     %[[FAR:.*]] = arith.constant 512 : index
// CHECK-NEXT: %[[AHEAD:.*]] = arith.addi %[[BEGIN:.*]], %[[FAR]] : index
// CHECK-NEXT: memref.prefetch %[[CRD]][%[[AHEAD]]], read, locality<3>, data
// CHECK-NEXT: arith.constant 512 : index
// CHECK-NEXT: %[[AHEAD2:.*]] = arith.addi
// CHECK-NEXT: memref.prefetch %[[VALUES]][%[[AHEAD2]]], read, locality<3>, data
// CHECK-NEXT: scf.for %{{.*}} = %[[BEGIN]]
// CHECK: } else {
// CHECK-NOT: memref.prefetch
// CHECK:   scf.for
// CHECK-NOT: memref.prefetch
// CHECK:     scf.for
// CHECK-NOT: memref.prefetch

// For the second cache, 24 elements of each array are prefetched, which are
// three lines of eight bytes each, for at least 2097152 elements.
// L2-LABEL: func.func @scattered(
// L2-SAME: %[[POS:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[CRD:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[VALUES:[^ ]*]]: memref<?xf64>
// L2: arith.constant 2097152 : index
// L2: scf.if
// L2:   memref.prefetch %[[CRD]]{{.*}}, read, locality<2>, data
// L2:   arith.constant 528 : index
// L2:   memref.prefetch %[[CRD]]{{.*}}, read, locality<2>, data
// L2-NOT: memref.prefetch %[[CRD]]
// L2:   memref.prefetch %[[VALUES]]{{.*}}, read, locality<2>, data
// L2:   arith.constant 520 : index
// L2:   memref.prefetch %[[VALUES]]{{.*}}, read, locality<2>, data
// L2:   arith.constant 528 : index
// L2:   memref.prefetch %[[VALUES]]{{.*}}, read, locality<2>, data
// L2-NEXT: scf.for
// L2-NOT: memref.prefetch
// L2: return
func.func @scattered(%pos: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xi32> {weft.array = #weft.array<0 level 1 coordinates>}, %values: memref<?xf64> {weft.array = #weft.array<0 values>}, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %first = memref.load %pos[%i] : memref<?xi32>
    %last = memref.load %pos[%next] : memref<?xi32>
    %begin = arith.index_cast %first : i32 to index
    %end = arith.index_cast %last : i32 to index
    scf.for %p = %begin to %end step %c1 {
      %k = memref.load %crd[%p] : memref<?xi32>
      %j = arith.index_cast %k : i32 to index
      %a = memref.load %values[%p] : memref<?xf64>
      %b = memref.load %y[%j] : memref<?xf64>
      %c = arith.addf %a, %b : f64
      memref.store %c, %y[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// No prefetches if all accesses are sequential, if the loop over segments
// contains another loop or a call, or if the step of a scalar loop is not one.
// CHECK-LABEL: func.func @rest(
// CHECK-NOT: memref.prefetch
// CHECK-NOT: scf.if
func.func private @call(index)
func.func @rest(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %values: memref<?xf64> {weft.array = #weft.array<0 values>}, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    scf.for %p = %begin to %n step %c1 {
      %a = memref.load %values[%p] : memref<?xf64>
      memref.store %a, %y[%p] : memref<?xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    scf.for %p = %begin to %n step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %a = memref.load %values[%p] : memref<?xf64>
      memref.store %a, %y[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    scf.for %p = %c0 to %n step %c1 {
      %a = memref.load %y[%i] : memref<?xf64>
      memref.store %a, %y[%p] : memref<?xf64>
    }
  }
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    func.call @call(%begin) : (index) -> ()
    scf.for %p = %begin to %n step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %a = memref.load %values[%p] : memref<?xf64>
      memref.store %a, %y[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    scf.for %p = %begin to %n step %c2 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %a = memref.load %values[%p] : memref<?xf64>
      memref.store %a, %y[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// No prefetches of streams if the destinations of stores are prefetched.
// CHECK-LABEL: func.func @fetched(
// CHECK-COUNT-1: memref.prefetch
// CHECK-NOT: memref.prefetch
func.func @fetched(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %values: memref<?xf64> {weft.array = #weft.array<0 values>}, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    scf.for %p = %begin to %n step %c1 {
      memref.prefetch %y[%p], write, locality<3>, data : memref<?xf64>
      %j = memref.load %crd[%p] : memref<?xindex>
      %a = memref.load %values[%p] : memref<?xf64>
      memref.store %a, %y[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// Steps that read less than a line of each array would prefetch the same line
// again.
// CHECK-LABEL: func.func @half(
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @half(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %val: memref<?xf64>, %n: index, %zeros: vector<4xf64>) -> vector<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %zeros) -> (vector<4xf64>) {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    %sum = scf.for %p = %begin to %end step %c4 iter_args(%part = %carried) -> (vector<4xf64>) {
      %v = vector.load %val[%p] : memref<?xf64>, vector<4xf64>
      %next = arith.addf %part, %v : vector<4xf64>
      scf.yield %next : vector<4xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    scf.yield %sum : vector<4xf64>
  }
  return %all : vector<4xf64>
}

// -----

// Shorter vectors prefetch all arrays in each step of a version of the loop over
// segments. The loop over segments may contain
// another loop over the same segment.
// L2-LABEL: func.func @short(
// L2-SAME: %{{[^ ]*}}: memref<?xindex>{{[^,]*}}, %[[COORDINATES:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[VALUES:[^ ]*]]: memref<?xf64>
// L2: arith.constant 2097152 : index
// L2: scf.if
// L2:   scf.for
// L2:     scf.if
// L2-NOT:   memref.prefetch
// L2:       scf.for %[[P:.*]] = %{{.*}} step %c4
// L2-NEXT:    arith.constant 512 : index
// L2-NEXT:    arith.addi %[[P]]
// L2-NEXT:    memref.prefetch %[[COORDINATES]]{{.*}}, read, locality<3>, data
// L2-NEXT:    arith.constant 512 : index
// L2-NEXT:    arith.addi %[[P]]
// L2-NEXT:    memref.prefetch %[[VALUES]]{{.*}}, read, locality<3>, data
// L2-NOT: memref.prefetch
// L2: return
func.func @short(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xi32> {weft.array = #weft.array<0 level 1 coordinates>}, %values: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index, %limit: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zeros = arith.constant dense<0.0> : vector<4xf64>
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%next] : memref<?xindex>
    %inside = arith.cmpi sle, %end, %limit : index
    %sum = scf.if %inside -> (f64) {
      %lanes = scf.for %p = %begin to %end step %c4 iter_args(%carried = %zeros) -> (vector<4xf64>) {
        %j4 = vector.load %crd[%p] : memref<?xi32>, vector<4xi32>
        %at = memref.load %crd[%p] : memref<?xi32>
        %j = arith.index_cast %at : i32 to index
        %v = vector.load %values[%p] : memref<?xf64>, vector<4xf64>
        %b = memref.load %x[%j] : memref<?xf64>
        %bs = vector.broadcast %b : f64 to vector<4xf64>
        %product = arith.mulf %v, %bs : vector<4xf64>
        %more = arith.addf %carried, %product : vector<4xf64>
        scf.yield %more : vector<4xf64>
      } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
      %all = vector.reduction <add>, %lanes : vector<4xf64> into f64
      scf.yield %all : f64
    } else {
      %all = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
        %at = memref.load %crd[%p] : memref<?xi32>
        %j = arith.index_cast %at : i32 to index
        %v = memref.load %values[%p] : memref<?xf64>
        %b = memref.load %x[%j] : memref<?xf64>
        %product = arith.mulf %v, %b : f64
        %more = arith.addf %carried, %product : f64
        scf.yield %more : f64
      } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
      scf.yield %all : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return
}

// -----

// A version that prefetches indirect loads prefetches its streams as well,
// without another version.
// L2-LABEL: func.func @far(
// L2-SAME: %[[POS:[^ ]*]]: memref<?xindex>{{[^,]*}}, %[[CRD:[^ ]*]]: memref<?xindex>{{[^,]*}}, %[[X:[^ ]*]]: memref<?xf64>
// L2-NOT: arith.constant 2097152
// L2: scf.if
// L2-COUNT-3: memref.prefetch %[[CRD]]
// L2-NEXT: scf.for
// L2: memref.prefetch %[[X]]
// L2-NOT: memref.prefetch
// L2: return
func.func @far(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index, %far: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%next] : memref<?xindex>
    %sum = scf.if %far -> (f64) {
      %all = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
        %j = memref.load %crd[%p] : memref<?xindex>
        memref.prefetch %x[%j], read, locality<2>, data : memref<?xf64>
        %b = memref.load %x[%j] : memref<?xf64>
        %more = arith.addf %carried, %b : f64
        scf.yield %more : f64
      } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
      scf.yield %all : f64
    } else {
      %all = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
        %j = memref.load %crd[%p] : memref<?xindex>
        %b = memref.load %x[%j] : memref<?xf64>
        %more = arith.addf %carried, %b : f64
        scf.yield %more : f64
      } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
      scf.yield %all : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return
}
