// RUN: weft-opt %s -weft-flatten-rows -canonicalize -split-input-file | FileCheck %s

// For each chunk of 512 entries, a loop stores the row of each entry, by vectors of
// eight lanes, up to the row of the last entry. A second loop iterates the entries. Rows
// that average at least three entries are not flattened.
// CHECK-LABEL: func.func @columns(
// CHECK-SAME: %[[BOUNDS:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[COORDS:[^ ]*]]: memref<?xi32>{{[^,]*}}, %[[M:[^ ]*]]: index)
// CHECK: %[[ENDS:.*]]:2 = scf.if
// CHECK: %[[ENTRIES:.*]] = arith.subi %[[ENDS]]#1, %[[ENDS]]#0
// CHECK: %[[LEAST:.*]] = arith.muli %[[M]], %c3
// CHECK: %[[SHORT:.*]] = arith.cmpi slt, %[[ENTRIES]], %[[LEAST]]
// CHECK: %[[NUMBERS:.*]] = memref.alloca() : memref<520xindex>
// CHECK: scf.if %[[SHORT]] {
// CHECK:   scf.for %[[BEGIN:.*]] = %[[ENDS]]#0 to %[[ENDS]]#1 step %c512 iter_args(%[[FIRST:.*]] = %c0)
// CHECK:     %[[NEXT:.*]] = arith.addi %[[BEGIN]], %c512
// CHECK:     %[[END:.*]] = arith.minsi %[[NEXT]], %[[ENDS]]#1
// CHECK:     %[[LAST:.*]] = scf.while (%[[I:.*]] = %[[FIRST]])
// CHECK:       %[[L:.*]] = memref.load %[[BOUNDS]][%[[I]]]
// CHECK:       %[[LOW:.*]] = arith.index_cast %[[L]]
// CHECK:       %[[I1:.*]] = arith.addi %[[I]], %c1
// CHECK:       %[[H:.*]] = memref.load %[[BOUNDS]][%[[I1]]]
// CHECK:       %[[HIGH:.*]] = arith.index_cast %[[H]]
// CHECK:       %[[FROM:.*]] = arith.maxsi %[[LOW]], %[[BEGIN]]
// CHECK:       %[[TO:.*]] = arith.minsi %[[HIGH]], %[[END]]
// CHECK:       %[[AT:.*]] = arith.subi %[[FROM]], %[[BEGIN]]
// CHECK:       %[[STOP:.*]] = arith.subi %[[TO]], %[[BEGIN]]
// CHECK:       %[[ROW:.*]] = vector.broadcast %[[I]] : index to vector<8xindex>
// CHECK:       vector.store %[[ROW]], %[[NUMBERS]][%[[AT]]]
// CHECK:       %[[BEHIND:.*]] = arith.addi %[[AT]], %c8
// CHECK:       scf.for %[[MORE:.*]] = %[[BEHIND]] to %[[STOP]] step %c8
// CHECK:         vector.store %[[ROW]], %[[NUMBERS]][%[[MORE]]]
// CHECK:       %[[ON:.*]] = arith.cmpi slt, %[[HIGH]], %[[END]]
// CHECK:       scf.condition(%[[ON]]) %[[I]]
// CHECK:     scf.for %[[P:.*]] = %[[BEGIN]] to %[[END]] step %c1 {
// CHECK:       %[[NUMBER:.*]] = arith.subi %[[P]], %[[BEGIN]]
// CHECK:       %[[OF:.*]] = memref.load %[[NUMBERS]][%[[NUMBER]]]
// CHECK:       %[[STORED:.*]] = arith.index_cast %[[OF]] : index to i32
// CHECK:       memref.load %[[COORDS]][%[[P]]]
// CHECK:       memref.store %[[STORED]]
// CHECK:     scf.yield %[[LAST]]
// CHECK: } else {
// CHECK:   scf.for %{{.*}} = %c0 to %[[M]] step %c1 {
// CHECK:     scf.for
func.func @columns(%bounds: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %coords: memref<?xi32> {weft.array = #weft.array<0 level 1 coordinates>}, %m: index) -> memref<8xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %places = memref.alloc() : memref<8xi32>
  %rows = memref.alloc() : memref<8xi32>
  scf.for %i = %c0 to %m step %c1 {
    %next = arith.addi %i, %c1 : index
    %b = memref.load %bounds[%i] : memref<?xi32>
    %begin = arith.index_cast %b : i32 to index
    %e = memref.load %bounds[%next] : memref<?xi32>
    %end = arith.index_cast %e : i32 to index
    %n = arith.index_cast %i : index to i32
    scf.for %p = %begin to %end step %c1 {
      %c = memref.load %coords[%p] : memref<?xi32>
      %j = arith.index_cast %c : i32 to index
      %q = memref.load %places[%j] : memref<8xi32>
      %place = arith.index_cast %q : i32 to index
      memref.store %n, %rows[%place] : memref<8xi32>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return %rows : memref<8xi32>
}

// -----

// Loops are not flattened that are nested, whose entries use another value of the row
// than its number, or whose rows store after their entries.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: memref.alloca()
// CHECK: return
func.func @others(%bounds: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %coords: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %m: index) -> (memref<8xindex>, memref<8xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %places = memref.alloc() : memref<8xindex>
  %rows = memref.alloc() : memref<8xindex>
  scf.for %batch = %c0 to %m step %c1 {
    scf.for %i = %c0 to %m step %c1 {
      %next = arith.addi %i, %c1 : index
      %begin = memref.load %bounds[%i] : memref<?xindex>
      %end = memref.load %bounds[%next] : memref<?xindex>
      scf.for %p = %begin to %end step %c1 {
        %j = memref.load %coords[%p] : memref<?xindex>
        %q = memref.load %places[%j] : memref<8xindex>
        memref.store %i, %rows[%q] : memref<8xindex>
      } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    }
  }
  scf.for %i = %c0 to %m step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %bounds[%i] : memref<?xindex>
    %end = memref.load %bounds[%next] : memref<?xindex>
    %twice = arith.addi %begin, %begin : index
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %coords[%p] : memref<?xindex>
      %q = memref.load %places[%j] : memref<8xindex>
      memref.store %twice, %rows[%q] : memref<8xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  scf.for %i = %c0 to %m step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %bounds[%i] : memref<?xindex>
    %end = memref.load %bounds[%next] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %coords[%p] : memref<?xindex>
      %q = memref.load %places[%j] : memref<8xindex>
      memref.store %i, %rows[%q] : memref<8xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    memref.store %i, %places[%i] : memref<8xindex>
  }
  return %rows, %places : memref<8xindex>, memref<8xindex>
}

// -----

// Positions that are cast as unsigned numbers are no bounds that the pass can load
// for other rows.
// CHECK-LABEL: func.func @unsigned(
// CHECK-COUNT-2: scf.for
// CHECK-NOT: scf.for
func.func @unsigned(%pos: memref<?xi8> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xi32> {weft.array = #weft.array<0 level 1 coordinates>}, %pl: memref<?xi32>, %b: memref<?xf64>, %a: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant 1.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %x = memref.load %pos[%i] : memref<?xi8>
    %bi = arith.index_castui %x : i8 to index
    %e = memref.load %pos[%i1] : memref<?xi8>
    %ei = arith.index_castui %e : i8 to index
    scf.for %p = %bi to %ei step %c1 {
      %c = memref.load %crd[%p] : memref<?xi32>
      %ci = arith.index_cast %c : i32 to index
      %q = memref.load %pl[%ci] : memref<?xi32>
      %qi = arith.index_cast %q : i32 to index
      memref.store %v, %a[%qi] : memref<?xf64>
      memref.store %v, %b[%p] : memref<?xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// Positions that the function writes are not loaded for other rows.
// CHECK-LABEL: func.func @written(
// CHECK-COUNT-2: scf.for
// CHECK-NOT: scf.for
func.func @written(%pos: memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xi32> {weft.array = #weft.array<0 level 1 coordinates>}, %pl: memref<?xi32>, %b: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant 1.0 : f64
  %three = arith.constant 3 : i32
  scf.for %i = %c0 to %n step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %x = memref.load %pos[%i] : memref<?xi32>
    %bi = arith.index_cast %x : i32 to index
    %e = memref.load %pos[%i1] : memref<?xi32>
    %ei = arith.index_cast %e : i32 to index
    scf.for %p = %bi to %ei step %c1 {
      %c = memref.load %crd[%p] : memref<?xi32>
      %ci = arith.index_cast %c : i32 to index
      %q = memref.load %pl[%ci] : memref<?xi32>
      %qi = arith.index_cast %q : i32 to index
      memref.store %three, %pos[%qi] : memref<?xi32>
      memref.store %v, %b[%p] : memref<?xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}
memref.global "private" constant @c : memref<4xi32> = dense<[0, 1, 0, 1]>
memref.global "private" constant @q : memref<2xi32> = dense<[2, 2]>
