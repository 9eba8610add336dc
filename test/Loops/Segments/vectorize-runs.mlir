// RUN: weft-opt %s -weft-vectorize-runs -split-input-file | FileCheck %s

// Four entries are a vector if the first and the fourth coordinate show that the
// coordinates are consecutive. Other entries are scalar.
// CHECK-LABEL: func.func @add(
// CHECK-SAME: %[[CRD:[^ ]*]]: memref<?xi32>, %[[VALUES:[^ ]*]]: memref<?xf64>, %[[SCALES:[^ ]*]]: memref<?xf64>, %[[LEAST:[^ ]*]]: index, %[[BEGIN:[^ ]*]]: index, %[[END:[^ ]*]]: index
// CHECK: %[[MARKS:.*]] = memref.alloc(%{{.*}}) : memref<?xi8>
// CHECK: %[[TABLE:.*]] = memref.alloc(%{{.*}}) : memref<?xf64>
// CHECK: %[[LAST:.*]] = arith.subi %[[END]], %c4
// CHECK: %[[LEFT:.*]] = scf.while (%[[Q:.*]] = %[[BEGIN]])
// CHECK:   %[[MORE:.*]] = arith.cmpi sle, %[[Q]], %[[LAST]]
// CHECK:   scf.condition(%[[MORE]]) %[[Q]]
// CHECK: } do {
// CHECK: ^bb0(%[[Q:.*]]: index):
// CHECK:   %[[J:.*]] = memref.load %[[CRD]][%[[Q]]]
// CHECK:   %[[JI:.*]] = arith.index_cast %[[J]]
// CHECK:   %[[FIRST:.*]] = arith.subi %[[JI]], %[[LEAST]]
// CHECK:   %[[THIRD:.*]] = arith.addi %[[Q]], %c3
// CHECK:   %[[J3:.*]] = memref.load %[[CRD]][%[[THIRD]]]
// CHECK:   %[[J3I:.*]] = arith.index_cast %[[J3]]
// CHECK:   %[[FOURTH:.*]] = arith.subi %[[J3I]], %[[LEAST]]
// CHECK:   %[[WANTED:.*]] = arith.addi %[[FIRST]], %c3
// CHECK:   %[[FOLLOW:.*]] = arith.cmpi eq, %[[FOURTH]], %[[WANTED]]
// CHECK:   %[[NEXT:.*]] = scf.if %[[FOLLOW]] -> (index) {
// CHECK:     %[[S:.*]] = vector.broadcast %{{.*}} : f64 to vector<4xf64>
// CHECK:     %[[V:.*]] = vector.load %[[VALUES]][%[[Q]]] : memref<?xf64>, vector<4xf64>
// CHECK:     %[[SV:.*]] = arith.mulf %[[S]], %[[V]] : vector<4xf64>
// CHECK:     %[[BEFORE:.*]] = vector.load %[[TABLE]][%{{.*}}] : memref<?xf64>, vector<4xf64>
// CHECK:     %[[SUM:.*]] = arith.addf %[[BEFORE]], %[[SV]] fastmath<contract> : vector<4xf64>
// CHECK:     vector.store %[[SUM]], %[[TABLE]][%{{.*}}] : memref<?xf64>, vector<4xf64>
// CHECK:     %[[ONES:.*]] = vector.broadcast %{{.*}} : i8 to vector<4xi8>
// CHECK:     vector.store %[[ONES]], %[[MARKS]][%{{.*}}] : memref<?xi8>, vector<4xi8>
// CHECK:     %[[FOUR:.*]] = arith.addi %[[Q]], %c4
// CHECK:     scf.yield %[[FOUR]]
// CHECK:   } else {
// CHECK:     memref.store %{{.*}}, %[[TABLE]]
// CHECK:     memref.store %{{.*}}, %[[MARKS]]
// CHECK:     %[[ONE:.*]] = arith.addi %[[Q]], %c1
// CHECK:     scf.yield %[[ONE]]
// CHECK:   scf.yield %[[NEXT]]
// CHECK: scf.for %{{.*}} = %[[LEFT]] to %[[END]]
// CHECK-NOT: weft.loop = {{.*}}runs
// CHECK: return
func.func @add(%crd: memref<?xi32>, %values: memref<?xf64>, %scales: memref<?xf64>, %least: index, %begin: index, %end: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %mark = arith.constant 1 : i8
  %marks = memref.alloc(%end) : memref<?xi8>
  %table = memref.alloc(%end) : memref<?xf64>
  scf.for %p = %begin to %end step %c1 {
    %j32 = memref.load %crd[%p] : memref<?xi32>
    %j = arith.index_cast %j32 : i32 to index
    %scale = memref.load %scales[%c0] : memref<?xf64>
    %value = memref.load %values[%p] : memref<?xf64>
    %scaled = arith.mulf %scale, %value : f64
    %place = arith.subi %j, %least : index
    %before = memref.load %table[%place] : memref<?xf64>
    %sum = arith.addf %before, %scaled fastmath<contract> : f64
    memref.store %sum, %table[%place] : memref<?xf64>
    memref.store %mark, %marks[%place] : memref<?xi8>
  } {weft.loop = #weft.loop<runs>}
  memref.dealloc %marks : memref<?xi8>
  return %table : memref<?xf64>
}

// -----

// Computations with coordinates and positions use vectors of these.
// CHECK-LABEL: func.func @numbers(
// CHECK: scf.if
// CHECK: %[[J:.*]] = vector.load %{{.*}} : memref<?xindex>, vector<4xindex>
// CHECK: %[[STEP:.*]] = vector.step : vector<4xindex>
// CHECK: %[[POSITIONS:.*]] = arith.addi %{{.*}}, %[[STEP]] : vector<4xindex>
// CHECK: arith.addi %[[POSITIONS]], %[[J]] : vector<4xindex>
// CHECK: vector.store
// CHECK: } else {
func.func @numbers(%crd: memref<?xindex>, %begin: index, %end: index) -> memref<?xindex> {
  %c1 = arith.constant 1 : index
  %table = memref.alloc(%end) : memref<?xindex>
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %sum = arith.addi %p, %j : index
    memref.store %sum, %table[%j] : memref<?xindex>
  } {weft.loop = #weft.loop<runs>}
  return %table : memref<?xindex>
}

// -----

// The array that is stored to is an argument, which may alias an operand.
// CHECK-LABEL: func.func @argument(
// CHECK-NOT: vector
// CHECK-NOT: weft.loop = {{.*}}runs
// CHECK: return
func.func @argument(%crd: memref<?xindex>, %values: memref<?xf64>, %table: memref<?xf64>, %begin: index, %end: index) {
  %c1 = arith.constant 1 : index
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %value = memref.load %values[%p] : memref<?xf64>
    memref.store %value, %table[%j] : memref<?xf64>
  } {weft.loop = #weft.loop<runs>}
  return
}

// -----

// A load at the coordinate of another array than the stored one is a gather.
// CHECK-LABEL: func.func @gathered(
// CHECK-NOT: vector
// CHECK: return
func.func @gathered(%crd: memref<?xindex>, %values: memref<?xf64>, %begin: index, %end: index) -> memref<?xf64> {
  %c1 = arith.constant 1 : index
  %table = memref.alloc(%end) : memref<?xf64>
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %value = memref.load %values[%j] : memref<?xf64>
    memref.store %value, %table[%j] : memref<?xf64>
  } {weft.loop = #weft.loop<runs>}
  return %table : memref<?xf64>
}

// -----

// The two stores are at different indices.
// CHECK-LABEL: func.func @twice(
// CHECK-NOT: vector
// CHECK: return
func.func @twice(%crd: memref<?xindex>, %values: memref<?xf64>, %begin: index, %end: index) -> memref<?xf64> {
  %c1 = arith.constant 1 : index
  %table = memref.alloc(%end) : memref<?xf64>
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %value = memref.load %values[%p] : memref<?xf64>
    memref.store %value, %table[%j] : memref<?xf64>
    %next = arith.addi %j, %c1 : index
    memref.store %value, %table[%next] : memref<?xf64>
  } {weft.loop = #weft.loop<runs>}
  return %table : memref<?xf64>
}

// -----

// Without `runs`, coordinates may not increase.
// CHECK-LABEL: func.func @unmarked(
// CHECK-NOT: vector
// CHECK: return
func.func @unmarked(%crd: memref<?xindex>, %values: memref<?xf64>, %begin: index, %end: index) -> memref<?xf64> {
  %c1 = arith.constant 1 : index
  %table = memref.alloc(%end) : memref<?xf64>
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %value = memref.load %values[%p] : memref<?xf64>
    memref.store %value, %table[%j] : memref<?xf64>
  }
  return %table : memref<?xf64>
}

// -----

// Booleans are bits in a vector, and bytes in an array.
// CHECK-LABEL: func.func @bits(
// CHECK-NOT: vector
// CHECK: return
func.func @bits(%crd: memref<?xindex>, %values: memref<?xi1>, %begin: index, %end: index) -> memref<?xi1> {
  %c1 = arith.constant 1 : index
  %table = memref.alloc(%end) : memref<?xi1>
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %value = memref.load %values[%p] : memref<?xi1>
    memref.store %value, %table[%j] : memref<?xi1>
  } {weft.loop = #weft.loop<runs>}
  return %table : memref<?xi1>
}

// -----

// Elements of records are not contiguous.
// CHECK-LABEL: func.func @records(
// CHECK-NOT: vector
// CHECK: return
func.func @records(%crd: memref<?xindex>, %values: memref<?xf64, strided<[2], offset: 1>>, %begin: index, %end: index) -> memref<?xf64> {
  %c1 = arith.constant 1 : index
  %table = memref.alloc(%end) : memref<?xf64>
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %value = memref.load %values[%p] : memref<?xf64, strided<[2], offset: 1>>
    memref.store %value, %table[%j] : memref<?xf64>
  } {weft.loop = #weft.loop<runs>}
  return %table : memref<?xf64>
}

// -----

// One comparison does not decide for two coordinates.
// CHECK-LABEL: func.func @places(
// CHECK-NOT: vector
// CHECK: return
func.func @places(%crd: memref<?xindex>, %others: memref<?xindex>, %values: memref<?xf64>, %begin: index, %end: index) -> (memref<?xf64>, memref<?xf64>) {
  %c1 = arith.constant 1 : index
  %one = memref.alloc(%end) : memref<?xf64>
  %two = memref.alloc(%end) : memref<?xf64>
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %k = memref.load %others[%p] : memref<?xindex>
    %value = memref.load %values[%p] : memref<?xf64>
    memref.store %value, %one[%j] : memref<?xf64>
    memref.store %value, %two[%k] : memref<?xf64>
  } {weft.loop = #weft.loop<runs>}
  return %one, %two : memref<?xf64>, memref<?xf64>
}

// -----

// The previous elements are loaded before the vector is stored.
// CHECK-LABEL: func.func @before(
// CHECK: %[[OLD:.*]] = memref.alloc
// CHECK: %[[TABLE:.*]] = memref.alloc
// CHECK: scf.if
// CHECK: %[[BEFORE:.*]] = vector.load %[[TABLE]]
// CHECK: vector.store %{{.*}}, %[[TABLE]]
// CHECK: vector.store %[[BEFORE]], %[[OLD]]
// CHECK: } else {
func.func @before(%crd: memref<?xindex>, %values: memref<?xf64>, %begin: index, %end: index) -> (memref<?xf64>, memref<?xf64>) {
  %c1 = arith.constant 1 : index
  %old = memref.alloc(%end) : memref<?xf64>
  %table = memref.alloc(%end) : memref<?xf64>
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %value = memref.load %values[%p] : memref<?xf64>
    %before = memref.load %table[%j] : memref<?xf64>
    memref.store %value, %table[%j] : memref<?xf64>
    memref.store %before, %old[%j] : memref<?xf64>
  } {weft.loop = #weft.loop<runs>}
  return %old, %table : memref<?xf64>, memref<?xf64>
}
