// RUN: weft-opt %s -weft-vectorize-segments=only=vectorize_segments=overrun -canonicalize -cse -split-input-file | FileCheck %s

// All vectors are full, and gather by scalar loads. The tail masks the results of the
// next segment. A segment whose tail would end behind the last segment is scalar. A
// profitability guard tests the sizes of arrays and the coordinates of two segments
// before the loop, which is not vectorized if most segments have one entry, or if
// gathers are expected to miss the caches.
// CHECK-DAG: #[[NONE:.*]] = #llvm.loop_vectorize<disable = true>
// CHECK-DAG: #[[SHORT:.*]] = #llvm.loop_annotation<vectorize = #[[NONE]]>
// CHECK-LABEL: func.func @sum(
// CHECK-SAME: %[[POS:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[CRD:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[VAL:[^ ]*]]: memref<?xf64>{{[^,]*}}, %[[X:[^ ]*]]: memref<?xf64>{{[^,]*}}, %[[Y:[^ ]*]]: memref<?xf64>{{[^,]*}}, %[[N:[^ ]*]]: index
// CHECK-DAG: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<4xf64>
// CHECK: %[[SOME:.*]] = arith.cmpi sgt, %[[N]], %c0
// CHECK: %[[LIMIT:.*]] = scf.if %[[SOME]] -> (index) {
// CHECK:   %[[L1:.*]] = memref.load %[[POS]][%[[N]]]
// CHECK:   %[[TO:.*]] = arith.index_cast %[[L1]]
// CHECK:   %[[SIZE:.*]] = memref.dim %[[X]], %c0
// CHECK:   %[[NEAR:.*]] = arith.cmpi ule, %[[SIZE]], %c131072
// CHECK:   %[[THIRD:.*]] = arith.divui %[[N]], %c3
// CHECK:   memref.load %[[POS]][%[[THIRD]]]
// CHECK:   %[[TWO:.*]] = arith.cmpi slt, %[[LOW:.*]], %[[LAST:.*]] : index
// CHECK:   %[[NARROW:.*]] = scf.if %[[TWO]] -> (i1) {
// CHECK:     %[[LENGTH:.*]] = arith.subi %[[LAST]], %[[LOW]]
// CHECK:     %[[QUARTER:.*]] = arith.divui %[[LENGTH]], %c4
// CHECK:     %[[UPPER:.*]] = arith.subi %[[LAST]], %[[QUARTER]]
// CHECK:     %[[FINAL:.*]] = memref.load %[[CRD]][%[[UPPER]]]
// CHECK:     %[[LOWER:.*]] = arith.addi %[[LOW]], %[[QUARTER]]
// CHECK:     %[[FIRST:.*]] = memref.load %[[CRD]][%[[LOWER]]]
// CHECK:     %[[SPAN:.*]] = arith.subi %[[FINAL]], %[[FIRST]]
// CHECK:     arith.cmpi ult, %[[SPAN]], %c16384
// CHECK:   %[[BOTH:.*]] = arith.andi %[[NARROW]], %{{.*}} : i1
// CHECK:   %[[READS:.*]] = arith.ori %[[NEAR]], %[[BOTH]]
// CHECK:   %[[ENTRIES:.*]] = memref.dim %[[CRD]], %c0
// CHECK:   %[[BOUNDS:.*]] = memref.dim %[[POS]], %c0
// CHECK:   %[[LEAST:.*]] = arith.muli %[[BOUNDS]], %c3
// CHECK:   %[[TWICE:.*]] = arith.addi %[[ENTRIES]], %[[ENTRIES]]
// CHECK:   %[[LONG:.*]] = arith.cmpi uge, %[[TWICE]], %[[LEAST]]
// CHECK:   %[[WORTH:.*]] = arith.andi %[[LONG]], %[[READS]]
// CHECK:   arith.select %[[WORTH]], %[[TO]], %c0
// CHECK: %[[ANY:.*]] = arith.cmpi ne, %[[LIMIT]], %c0
// CHECK: scf.if %[[ANY]] {
// CHECK: scf.for %[[I:.*]] = %c0 to %[[N]]
// CHECK:   %[[BEHIND:.*]] = arith.addi %[[HIGH:.*]], %c4
// CHECK:   %[[INSIDE:.*]] = arith.cmpi sle, %[[BEHIND]], %[[LIMIT]]
// CHECK:   scf.if %[[INSIDE]] -> (f64) {
// CHECK:     %[[STOP:.*]] = arith.subi %[[HIGH]], %c4
// CHECK:     %[[SUM:.*]]:2 = scf.for %[[P:.*]] = %[[B:.*]] to %[[STOP]] step %c4 iter_args(%[[CARRIED:.*]] = %[[ZEROS]], %{{.*}} = %[[B]]) -> (vector<4xf64>, index) {
// CHECK:       vector.load %[[VAL]][%[[P]]]
// CHECK-COUNT-4: memref.load %[[X]]
// CHECK:       %[[XS:.*]] = vector.from_elements
// CHECK:       %[[NEXT:.*]] = arith.addi %[[P]], %c4
// CHECK:       scf.yield %{{.*}}, %[[NEXT]]
// CHECK:     %[[LEFT:.*]] = arith.subi %[[HIGH]], %[[SUM]]#1
// CHECK:     vector.load %[[VAL]][%[[SUM]]#1]
// CHECK-COUNT-4: memref.load %[[X]]
// CHECK:     %[[MANY:.*]] = vector.broadcast %[[LEFT]]
// CHECK:     %[[MASK:.*]] = arith.cmpi sgt, %[[MANY]], %{{.*}} : vector<4xindex>
// CHECK:     arith.select %[[MASK]], %{{.*}}, %[[SUM]]#0
// CHECK:   } else {
// CHECK:     scf.for %{{.*}} = %[[B]] to %[[HIGH]] step %c1
// CHECK:     } {loop_annotation = #[[SHORT]], weft.loop
// CHECK: } else {
// CHECK:   scf.for %{{.*}} = %c0 to %[[N]]
// CHECK-NOT: vector<
func.func @sum(%pos: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xi32> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %b = memref.load %pos[%i] : memref<?xi32>
    %begin = arith.index_cast %b : i32 to index
    %e = memref.load %pos[%i1] : memref<?xi32>
    %end = arith.index_cast %e : i32 to index
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
      %c = memref.load %crd[%p] : memref<?xi32>
      %j = arith.index_cast %c : i32 to index
      %v = memref.load %val[%p] : memref<?xf64>
      %xj = memref.load %x[%j] : memref<?xf64>
      %product = arith.mulf %v, %xj fastmath<contract> : f64
      %next = arith.addf %carried, %product fastmath<reassoc, contract> : f64
      scf.yield %next : f64
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return
}

// -----

// Arrays that the function allocates are gathered from as well.
// CHECK-LABEL: func.func @made(
// CHECK: %[[X:.*]] = memref.alloc
// CHECK: scf.if
// CHECK: scf.for
// CHECK-COUNT-4: memref.load %[[X]]
// CHECK:   vector.from_elements
func.func @made(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %y: memref<?xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.alloc(%n) : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
      %j = memref.load %crd[%p] : memref<?xindex>
      %xj = memref.load %x[%j] : memref<?xf64>
      %next = arith.addf %carried, %xj fastmath<reassoc> : f64
      scf.yield %next : f64
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    memref.store %sum, %y[%i] : memref<?xf64>
    memref.store %sum, %x[%i] : memref<?xf64>
  }
  return
}

// -----

// A call of a function that reads the operands does not matter.
// CHECK-LABEL: func.func @searched(
// CHECK:   vector.from_elements
func.func private @search(%pos: memref<?xindex>, %crd: memref<?xindex>) -> index {
  %c0 = arith.constant 0 : index
  %p = memref.load %pos[%c0] : memref<?xindex>
  %j = memref.load %crd[%p] : memref<?xindex>
  return %j : index
}
func.func @searched(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) -> index {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
      %j = memref.load %crd[%p] : memref<?xindex>
      %xj = memref.load %x[%j] : memref<?xf64>
      %next = arith.addf %carried, %xj fastmath<reassoc> : f64
      scf.yield %next : f64
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  %j = func.call @search(%pos, %crd) : (memref<?xindex>, memref<?xindex>) -> index
  return %j : index
}

// -----

// The guard would execute in each iteration of an enclosing sequential loop.
// CHECK-LABEL: func.func @parents(
// CHECK-NOT: vector<
func.func @parents(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %x: memref<?xf64>, %y: memref<?xf64>, %m: index, %n: index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %m step %c1 {
    %row = arith.muli %k, %n : index
    scf.for %l = %c0 to %n step %c1 {
      %i = arith.addi %row, %l : index
      %i1 = arith.addi %i, %c1 : index
      %begin = memref.load %pos[%i] : memref<?xindex>
      %end = memref.load %pos[%i1] : memref<?xindex>
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
        %j = memref.load %crd[%p] : memref<?xindex>
        %xj = memref.load %x[%j] : memref<?xf64>
        %next = arith.addf %carried, %xj fastmath<reassoc> : f64
        scf.yield %next : f64
      } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
      memref.store %sum, %y[%i] : memref<?xf64>
    }
  }
  return
}

// -----

// Loops are not vectorized whose segments are not adjacent: segments with bounds of
// their own, over two parents, with bounds in two arrays or in an array without a role;
// loops that load a local array, load at the first position of a segment, or compute
// indices from values of the segment; and a segment that is in no loop over segments.
// CHECK-LABEL: func.func @loose(
// CHECK-NOT: vector
// CHECK-LABEL: func.func @between(
// CHECK-NOT: vector
// CHECK-LABEL: func.func @apart(
// CHECK-NOT: vector
// CHECK-LABEL: func.func @changed(
// CHECK-NOT: vector
// CHECK-LABEL: func.func @own(
// CHECK-NOT: vector
// CHECK-LABEL: func.func @beginning(
// CHECK-NOT: vector
// CHECK-LABEL: func.func @shifted(
// CHECK-NOT: vector
// CHECK-LABEL: func.func @single(
// CHECK-NOT: vector<
func.func @loose(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %i2 = arith.muli %i, %c2 : index
    %i3 = arith.addi %i2, %c1 : index
    %begin = memref.load %pos[%i2] : memref<?xindex>
    %end = memref.load %pos[%i3] : memref<?xindex>
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
      %j = memref.load %crd[%p] : memref<?xindex>
      %xj = memref.load %x[%j] : memref<?xf64>
      %next = arith.addf %carried, %xj fastmath<reassoc> : f64
      scf.yield %next : f64
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return
}
func.func @between(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %i2 = arith.addi %i, %c2 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i2] : memref<?xindex>
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
      %j = memref.load %crd[%p] : memref<?xindex>
      %xj = memref.load %x[%j] : memref<?xf64>
      %next = arith.addf %carried, %xj fastmath<reassoc> : f64
      scf.yield %next : f64
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return
}
func.func @apart(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %ends: memref<?xindex>, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %ends[%i1] : memref<?xindex>
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
      %j = memref.load %crd[%p] : memref<?xindex>
      %xj = memref.load %x[%j] : memref<?xf64>
      %next = arith.addf %carried, %xj fastmath<reassoc> : f64
      scf.yield %next : f64
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return
}
func.func @changed(%pos: memref<?xindex>, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
      %j = memref.load %crd[%p] : memref<?xindex>
      %xj = memref.load %x[%j] : memref<?xf64>
      %next = arith.addf %carried, %xj fastmath<reassoc> : f64
      scf.yield %next : f64
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    memref.store %sum, %y[%i] : memref<?xf64>
    memref.store %begin, %pos[%i1] : memref<?xindex>
  }
  return
}
func.func @own(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %own = memref.alloc(%n) : memref<?xindex>
  scf.for %i = %c0 to %n step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
      %j = memref.load %own[%p] : memref<?xindex>
      %xj = memref.load %x[%j] : memref<?xf64>
      %next = arith.addf %carried, %xj fastmath<reassoc> : f64
      scf.yield %next : f64
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return
}
func.func @beginning(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %s: memref<?xf64>, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
      %j = memref.load %crd[%p] : memref<?xindex>
      %xj = memref.load %x[%j] : memref<?xf64>
      %first = memref.load %s[%begin] : memref<?xf64>
      %product = arith.mulf %first, %xj : f64
      %next = arith.addf %carried, %product fastmath<reassoc> : f64
      scf.yield %next : f64
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return
}
func.func @shifted(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 values>}, %offsets: memref<?xindex>, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    %offset = memref.load %offsets[%i] : memref<?xindex>
    %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
      %j = memref.load %crd[%p] : memref<?xindex>
      %k = arith.addi %j, %offset : index
      %xk = memref.load %x[%k] : memref<?xf64>
      %next = arith.addf %carried, %xk fastmath<reassoc> : f64
      scf.yield %next : f64
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return
}
func.func @single(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %x: memref<?xf64>, %i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %xj = memref.load %x[%j] : memref<?xf64>
    %next = arith.addf %carried, %xj fastmath<reassoc> : f64
    scf.yield %next : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : f64
}

// -----

// Each thread executes the guard before its segments.
// CHECK-LABEL: func.func @parts(
// CHECK: scf.for
// CHECK:   scf.if %{{.*}} -> (index)
// CHECK:   vector<4xf64>
func.func @parts(%pos: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xi32> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index, %parts: index, %chunk: index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %q = %c0 to %parts step %c1 {
    %b0 = arith.muli %q, %chunk : index
    %e0 = arith.addi %b0, %chunk : index
    %e1 = arith.minui %e0, %n : index
    scf.for %i = %b0 to %e1 step %c1 {
      %i1 = arith.addi %i, %c1 : index
      %b = memref.load %pos[%i] : memref<?xi32>
      %begin = arith.index_cast %b : i32 to index
      %l = memref.load %pos[%i1] : memref<?xi32>
      %end = arith.index_cast %l : i32 to index
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
        %c = memref.load %crd[%p] : memref<?xi32>
        %j = arith.index_cast %c : i32 to index
        %xx = memref.load %x[%j] : memref<?xf64>
        %v = memref.load %val[%p] : memref<?xf64>
        %term = arith.mulf %v, %xx : f64
        %more = arith.addf %carried, %term fastmath<reassoc> : f64
        scf.yield %more : f64
      } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
      memref.store %sum, %y[%i] : memref<?xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// The guard would execute in each iteration of a sequential loop over chunks.
// CHECK-LABEL: func.func @serial(
// CHECK-NOT: vector<4xf64>
func.func @serial(%pos: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xi32> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index, %parts: index, %chunk: index) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %q = %c0 to %parts step %c1 {
    %b0 = arith.muli %q, %chunk : index
    %e0 = arith.addi %b0, %chunk : index
    %e1 = arith.minui %e0, %n : index
    scf.for %i = %b0 to %e1 step %c1 {
      %i1 = arith.addi %i, %c1 : index
      %b = memref.load %pos[%i] : memref<?xi32>
      %begin = arith.index_cast %b : i32 to index
      %l = memref.load %pos[%i1] : memref<?xi32>
      %end = arith.index_cast %l : i32 to index
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%carried = %zero) -> (f64) {
        %c = memref.load %crd[%p] : memref<?xi32>
        %j = arith.index_cast %c : i32 to index
        %xx = memref.load %x[%j] : memref<?xf64>
        %v = memref.load %val[%p] : memref<?xf64>
        %term = arith.mulf %v, %xx : f64
        %more = arith.addf %carried, %term fastmath<reassoc> : f64
        scf.yield %more : f64
      } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
      memref.store %sum, %y[%i] : memref<?xf64>
    }
  }
  return
}

// -----

// Coordinates of a row that is not computed may be no indices.
// CHECK-LABEL: func.func @conditional(
// CHECK-NOT: vector
// CHECK: return
func.func @conditional(%pos: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xi32> {weft.array = #weft.array<0 level 1 coordinates>}, %x: memref<?xf64>, %y: memref<?xf64>, %rows: memref<?xi1>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    %has = memref.load %rows[%i] : memref<?xi1>
    scf.if %has {
      %i1 = arith.addi %i, %c1 : index
      %b = memref.load %pos[%i] : memref<?xi32>
      %bi = arith.index_cast %b : i32 to index
      %e = memref.load %pos[%i1] : memref<?xi32>
      %ei = arith.index_cast %e : i32 to index
      %r = scf.for %p = %bi to %ei step %c1 iter_args(%s = %z) -> f64 {
        %c = memref.load %crd[%p] : memref<?xi32>
        %ci = arith.index_cast %c : i32 to index
        %v = memref.load %x[%ci] : memref<?xf64>
        %u = arith.addf %s, %v fastmath<reassoc> : f64
        scf.yield %u : f64
      } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
      memref.store %r, %y[%i] : memref<?xf64>
    }
  }
  return
}
