// RUN: weft-opt %s -weft-vectorize-stores -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:

// These stores are vectorized. The stores below violate one precondition each.
func.func @plain(%sums: vector<4xf64>, %pair: vector<2xf64>, %a: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %bits: memref<?xi1>, %p: index, %q: index, %f: f64) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p1 = arith.addi %p, %c1 : index
  %p2 = arith.addi %p, %c2 : index
  %s0 = vector.extract %pair[0] : f64 from vector<2xf64>
  %s1 = vector.extract %pair[1] : f64 from vector<2xf64>
  // CHECK: vectorize-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Passed] vectorize_stores {{.*}}Remark="replaces 2 stores to argument 3 by a vector store"
  memref.store %s0, %b[%p] : memref<?xf64>
  memref.store %s1, %b[%p1] : memref<?xf64>
  return
}

// -----

func.func @nontemporal(%sums: vector<4xf64>, %pair: vector<2xf64>, %a: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %bits: memref<?xi1>, %p: index, %q: index, %f: f64) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p1 = arith.addi %p, %c1 : index
  %p2 = arith.addi %p, %c2 : index
  %s0 = vector.extract %pair[0] : f64 from vector<2xf64>
  %s1 = vector.extract %pair[1] : f64 from vector<2xf64>
  // CHECK: vectorize-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_stores {{.*}}Remark="the adjacent stores to argument 3 are nontemporal"
  memref.store %s0, %b[%p] {nontemporal = true} : memref<?xf64>
  memref.store %s1, %b[%p1] {nontemporal = true} : memref<?xf64>
  return
}

// -----

func.func @between(%sums: vector<4xf64>, %pair: vector<2xf64>, %a: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %bits: memref<?xi1>, %p: index, %q: index, %f: f64) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p1 = arith.addi %p, %c1 : index
  %p2 = arith.addi %p, %c2 : index
  %s0 = vector.extract %pair[0] : f64 from vector<2xf64>
  %s1 = vector.extract %pair[1] : f64 from vector<2xf64>
  // CHECK: vectorize-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_stores {{.*}}Remark="'memref.load' between adjacent stores to argument 3 may access the same memory"
  memref.store %s0, %b[%p] : memref<?xf64>
  %x = memref.load %b[%q] : memref<?xf64>
  memref.store %s1, %b[%p1] : memref<?xf64>
  return
}

// -----

func.func @three(%sums: vector<4xf64>, %pair: vector<2xf64>, %a: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %bits: memref<?xi1>, %p: index, %q: index, %f: f64) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p1 = arith.addi %p, %c1 : index
  %p2 = arith.addi %p, %c2 : index
  %s0 = vector.extract %pair[0] : f64 from vector<2xf64>
  %s1 = vector.extract %pair[1] : f64 from vector<2xf64>
  %t2 = vector.extract %sums[2] : f64 from vector<4xf64>
  // CHECK: vectorize-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_stores {{.*}}Remark="the number of adjacent stores, 3, is not a power of two"
  memref.store %s0, %b[%p] : memref<?xf64>
  memref.store %s1, %b[%p1] : memref<?xf64>
  memref.store %t2, %b[%p2] : memref<?xf64>
  return
}

// -----

func.func @bits(%sums: vector<4xf64>, %pair: vector<2xf64>, %a: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %bits: memref<?xi1>, %p: index, %q: index, %f: f64) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p1 = arith.addi %p, %c1 : index
  %p2 = arith.addi %p, %c2 : index
  %s0 = vector.extract %pair[0] : f64 from vector<2xf64>
  %s1 = vector.extract %pair[1] : f64 from vector<2xf64>
  %m0 = arith.cmpf ogt, %s0, %f : f64
  %m1 = arith.cmpf ogt, %s1, %f : f64
  // CHECK: vectorize-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_stores {{.*}}Remark="argument 5 has a non-identity layout or elements other than integers or floats of 8, 16, 32 or 64 bits"
  memref.store %m0, %bits[%p] : memref<?xi1>
  memref.store %m1, %bits[%p1] : memref<?xi1>
  return
}

// -----

func.func @same(%sums: vector<4xf64>, %pair: vector<2xf64>, %a: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %bits: memref<?xi1>, %p: index, %q: index, %f: f64) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p1 = arith.addi %p, %c1 : index
  %p2 = arith.addi %p, %c2 : index
  %s0 = vector.extract %pair[0] : f64 from vector<2xf64>
  %s1 = vector.extract %pair[1] : f64 from vector<2xf64>
  // CHECK: vectorize-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_stores {{.*}}Remark="the adjacent stores store the same value"
  memref.store %f, %b[%p] : memref<?xf64>
  memref.store %f, %b[%p1] : memref<?xf64>
  return
}

// -----

func.func @argument(%sums: vector<4xf64>, %pair: vector<2xf64>, %a: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %bits: memref<?xi1>, %p: index, %q: index, %f: f64) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p1 = arith.addi %p, %c1 : index
  %p2 = arith.addi %p, %c2 : index
  %s0 = vector.extract %pair[0] : f64 from vector<2xf64>
  %s1 = vector.extract %pair[1] : f64 from vector<2xf64>
  // CHECK: vectorize-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_stores {{.*}}Remark="lane 0 is a block argument and differs from other lanes"
  memref.store %f, %b[%p] : memref<?xf64>
  memref.store %s1, %b[%p1] : memref<?xf64>
  return
}

// -----

func.func @packed(%sums: vector<4xf64>, %pair: vector<2xf64>, %a: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %bits: memref<?xi1>, %p: index, %q: index, %f: f64) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p1 = arith.addi %p, %c1 : index
  %p2 = arith.addi %p, %c2 : index
  %s0 = vector.extract %pair[0] : f64 from vector<2xf64>
  %s1 = vector.extract %pair[1] : f64 from vector<2xf64>
  %m0 = memref.load %bits[%p] : memref<?xi1>
  %m1 = memref.load %bits[%p1] : memref<?xi1>
  %r0 = arith.select %m0, %s0, %f : f64
  %r1 = arith.select %m1, %s1, %f : f64
  // CHECK: vectorize-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_stores {{.*}}Remark="argument 5 has a non-identity layout or elements other than integers or floats of 8, 16, 32 or 64 bits"
  memref.store %r0, %b[%p] : memref<?xf64>
  memref.store %r1, %b[%p1] : memref<?xf64>
  return
}

// -----

func.func @apart(%sums: vector<4xf64>, %pair: vector<2xf64>, %a: memref<?xf64> {weft.array = #weft.array<0 level 1 coordinates>}, %b: memref<?xf64>, %c: memref<?xf64>, %bits: memref<?xi1>, %p: index, %q: index, %f: f64) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p1 = arith.addi %p, %c1 : index
  %p2 = arith.addi %p, %c2 : index
  %s0 = vector.extract %pair[0] : f64 from vector<2xf64>
  %s1 = vector.extract %pair[1] : f64 from vector<2xf64>
  %a0 = memref.load %a[%p] : memref<?xf64>
  %a2 = memref.load %a[%p2] : memref<?xf64>
  // CHECK: vectorize-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_stores {{.*}}Remark="the lanes do not load adjacent elements of the level 2 coordinates of tensor 0"
  memref.store %a0, %b[%p] : memref<?xf64>
  memref.store %a2, %b[%p1] : memref<?xf64>
  return
}

// -----

func.func @written(%sums: vector<4xf64>, %pair: vector<2xf64>, %a: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %bits: memref<?xi1>, %p: index, %q: index, %f: f64) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p1 = arith.addi %p, %c1 : index
  %p2 = arith.addi %p, %c2 : index
  %s0 = vector.extract %pair[0] : f64 from vector<2xf64>
  %s1 = vector.extract %pair[1] : f64 from vector<2xf64>
  %b0 = memref.load %b[%p] : memref<?xf64>
  %b1 = memref.load %b[%p1] : memref<?xf64>
  // CHECK: vectorize-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_stores {{.*}}Remark="the function may write argument 3, from which the lanes are loaded"
  memref.store %b0, %b[%p] : memref<?xf64>
  memref.store %b1, %b[%p1] : memref<?xf64>
  return
}

// -----

func.func @permuted(%sums: vector<4xf64>, %pair: vector<2xf64>, %a: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %bits: memref<?xi1>, %p: index, %q: index, %f: f64) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p1 = arith.addi %p, %c1 : index
  %p2 = arith.addi %p, %c2 : index
  %s0 = vector.extract %pair[0] : f64 from vector<2xf64>
  %s1 = vector.extract %pair[1] : f64 from vector<2xf64>
  // CHECK: vectorize-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_stores {{.*}}Remark="the lanes are not all elements of one vector in order"
  memref.store %s1, %b[%p] : memref<?xf64>
  memref.store %s0, %b[%p1] : memref<?xf64>
  return
}

// -----

func.func @operations(%sums: vector<4xf64>, %pair: vector<2xf64>, %a: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %bits: memref<?xi1>, %p: index, %q: index, %f: f64) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p1 = arith.addi %p, %c1 : index
  %p2 = arith.addi %p, %c2 : index
  %s0 = vector.extract %pair[0] : f64 from vector<2xf64>
  %s1 = vector.extract %pair[1] : f64 from vector<2xf64>
  %x0 = arith.addf %s0, %s0 : f64
  %x1 = arith.mulf %s1, %s1 : f64
  // CHECK: vectorize-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_stores {{.*}}Remark="the same elementwise operation does not compute all lanes, and lane 0 is computed by 'arith.addf'"
  memref.store %x0, %b[%p] : memref<?xf64>
  memref.store %x1, %b[%p1] : memref<?xf64>
  return
}

// -----

func.func @many(%sums: vector<4xf64>, %pair: vector<2xf64>, %a: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %bits: memref<?xi1>, %p: index, %q: index, %f: f64) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p1 = arith.addi %p, %c1 : index
  %p2 = arith.addi %p, %c2 : index
  %s0 = vector.extract %pair[0] : f64 from vector<2xf64>
  %s1 = vector.extract %pair[1] : f64 from vector<2xf64>
  %x1 = arith.addf %s0, %s0 : f64
  %x2 = arith.addf %x1, %s0 : f64
  %x3 = arith.addf %x2, %s0 : f64
  %x4 = arith.addf %x3, %s0 : f64
  %x5 = arith.addf %x4, %s0 : f64
  %x6 = arith.addf %x5, %s0 : f64
  %x7 = arith.addf %x6, %s0 : f64
  %x8 = arith.addf %x7, %s0 : f64
  %x9 = arith.addf %x8, %s0 : f64
  %x10 = arith.addf %x9, %s0 : f64
  %x11 = arith.addf %x10, %s0 : f64
  %x12 = arith.addf %x11, %s0 : f64
  %x13 = arith.addf %x12, %s0 : f64
  %x14 = arith.addf %x13, %s0 : f64
  %x15 = arith.addf %x14, %s0 : f64
  %x16 = arith.addf %x15, %s0 : f64
  %x17 = arith.addf %x16, %s0 : f64
  %x18 = arith.addf %x17, %s0 : f64
  %x19 = arith.addf %x18, %s0 : f64
  %x20 = arith.addf %x19, %s0 : f64
  %x21 = arith.addf %x20, %s0 : f64
  %x22 = arith.addf %x21, %s0 : f64
  %x23 = arith.addf %x22, %s0 : f64
  %x24 = arith.addf %x23, %s0 : f64
  %x25 = arith.addf %x24, %s0 : f64
  %x26 = arith.addf %x25, %s0 : f64
  %x27 = arith.addf %x26, %s0 : f64
  %x28 = arith.addf %x27, %s0 : f64
  %x29 = arith.addf %x28, %s0 : f64
  %x30 = arith.addf %x29, %s0 : f64
  %x31 = arith.addf %x30, %s0 : f64
  %x32 = arith.addf %x31, %s0 : f64
  %x33 = arith.addf %x32, %s0 : f64
  %y1 = arith.addf %s1, %s1 : f64
  %y2 = arith.addf %y1, %s1 : f64
  %y3 = arith.addf %y2, %s1 : f64
  %y4 = arith.addf %y3, %s1 : f64
  %y5 = arith.addf %y4, %s1 : f64
  %y6 = arith.addf %y5, %s1 : f64
  %y7 = arith.addf %y6, %s1 : f64
  %y8 = arith.addf %y7, %s1 : f64
  %y9 = arith.addf %y8, %s1 : f64
  %y10 = arith.addf %y9, %s1 : f64
  %y11 = arith.addf %y10, %s1 : f64
  %y12 = arith.addf %y11, %s1 : f64
  %y13 = arith.addf %y12, %s1 : f64
  %y14 = arith.addf %y13, %s1 : f64
  %y15 = arith.addf %y14, %s1 : f64
  %y16 = arith.addf %y15, %s1 : f64
  %y17 = arith.addf %y16, %s1 : f64
  %y18 = arith.addf %y17, %s1 : f64
  %y19 = arith.addf %y18, %s1 : f64
  %y20 = arith.addf %y19, %s1 : f64
  %y21 = arith.addf %y20, %s1 : f64
  %y22 = arith.addf %y21, %s1 : f64
  %y23 = arith.addf %y22, %s1 : f64
  %y24 = arith.addf %y23, %s1 : f64
  %y25 = arith.addf %y24, %s1 : f64
  %y26 = arith.addf %y25, %s1 : f64
  %y27 = arith.addf %y26, %s1 : f64
  %y28 = arith.addf %y27, %s1 : f64
  %y29 = arith.addf %y28, %s1 : f64
  %y30 = arith.addf %y29, %s1 : f64
  %y31 = arith.addf %y30, %s1 : f64
  %y32 = arith.addf %y31, %s1 : f64
  %y33 = arith.addf %y32, %s1 : f64
  // CHECK: vectorize-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_stores {{.*}}Remark="the stored values depend on more than 32 operations"
  memref.store %x33, %b[%p] : memref<?xf64>
  memref.store %y33, %b[%p1] : memref<?xf64>
  return
}
