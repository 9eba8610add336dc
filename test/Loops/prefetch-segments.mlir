// RUN: weft-opt %s -weft-prefetch=only=prefetch_streams -split-input-file | FileCheck %s
// RUN: weft-opt %s -weft-prefetch=only=prefetch_streams=l2 -split-input-file | FileCheck %s --check-prefix=NEAR

// Steps of a vector ask for what is ahead in each operand that they read in a row,
// once; what they gather is anywhere.
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

// Which segment it is may be counted from elsewhere: a tile's first row.
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

// Segments that coordinates say do not follow each other.
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

// Neither do those of every other row, those that are found with what a loop
// changes, and what begins at no bound at all.
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

// Less than half a line, single elements, what is read elsewhere, and arrays that
// are made here.
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

// Single elements at places that others say have a copy for large arrays, that
// asks once for each segment. It is asked in front of the rows how many there are.
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

// Near caches get three lines of what is loaded in eight bytes, the second one of
// them, from two million elements on.
// NEAR-LABEL: func.func @scattered(
// NEAR-SAME: %[[POS:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[CRD:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[VALUES:[^ ]*]]: memref<?xf64>
// NEAR: arith.constant 2097152 : index
// NEAR: scf.if
// NEAR:   memref.prefetch %[[CRD]]{{.*}}, read, locality<2>, data
// NEAR:   arith.constant 528 : index
// NEAR:   memref.prefetch %[[CRD]]{{.*}}, read, locality<2>, data
// NEAR-NOT: memref.prefetch %[[CRD]]
// NEAR:   memref.prefetch %[[VALUES]]{{.*}}, read, locality<2>, data
// NEAR:   arith.constant 520 : index
// NEAR:   memref.prefetch %[[VALUES]]{{.*}}, read, locality<2>, data
// NEAR:   arith.constant 528 : index
// NEAR:   memref.prefetch %[[VALUES]]{{.*}}, read, locality<2>, data
// NEAR-NEXT: scf.for
// NEAR-NOT: memref.prefetch
// NEAR: return
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

// Not where all elements are in a row, nor where there is another loop or a call in
// the rows, or a step is more than one.
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

// Nor where another pass has what is stored to fetched ahead.
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

// Steps that read less than a line of each array would ask for lines again.
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

// Vectors that are shorter ask in steps of a copy, which may go over a segment in
// another way as well; for the elements of which a step reads most.
// NEAR-LABEL: func.func @short(
// NEAR-SAME: %{{[^ ]*}}: memref<?xindex>{{[^,]*}}, %{{[^ ]*}}: memref<?xi32>{{[^,]*}}, %[[VALUES:[^ ]*]]: memref<?xf64>
// NEAR: arith.constant 2097152 : index
// NEAR: scf.if
// NEAR:   scf.for
// NEAR:     scf.if
// NEAR-NOT:   memref.prefetch
// NEAR:       scf.for %[[P:.*]] = %{{.*}} step %c4
// NEAR-NEXT:    arith.constant 512 : index
// NEAR-NEXT:    arith.addi %[[P]]
// NEAR-NEXT:    memref.prefetch %[[VALUES]]{{.*}}, read, locality<3>, data
// NEAR-NOT: memref.prefetch
// NEAR: return
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

// A version that asks for what coordinates lead to, since that is far, asks for its
// segment as well, and needs no other copy.
// NEAR-LABEL: func.func @asked(
// NEAR-SAME: %[[POS:[^ ]*]]: memref<?xindex>{{[^,]*}}, %[[CRD:[^ ]*]]: memref<?xindex>{{[^,]*}}, %[[X:[^ ]*]]: memref<?xf64>
// NEAR-NOT: arith.constant 2097152
// NEAR: scf.if
// NEAR-COUNT-3: memref.prefetch %[[CRD]]
// NEAR-NEXT: scf.for
// NEAR: memref.prefetch %[[X]]
// NEAR-NOT: memref.prefetch
// NEAR: return
func.func @asked(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index, %far: i1) {
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
