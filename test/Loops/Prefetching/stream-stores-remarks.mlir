// RUN: weft-opt %s -weft-stream-stores -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:

// Whole lines of an array that the function allocates.
func.func @large(%v: vector<8xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloc(%n) : memref<?xf64>
  scf.for %i = %c0 to %n step %c8 {
    // CHECK: stream-stores-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Passed] stream_stores {{.*}}Remark="stores to an allocated array are nontemporal if it has at least 16777216 bytes and the vector begins at a cache line"
    vector.store %v, %a[%i] : memref<?xf64>, vector<8xf64>
  }
  return %a : memref<?xf64>
}

// -----

// Elements of four bits.
func.func @elements(%v: vector<128xi4>, %n: index) -> memref<?xi4> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloc(%n) : memref<?xi4>
  scf.for %i = %c0 to %n step %c8 {
    // CHECK: stream-stores-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] stream_stores {{.*}}Remark="the element type of an allocated array is not an integer or float type of 8, 16, 32 or 64 bits"
    vector.store %v, %a[%i] : memref<?xi4>, vector<128xi4>
  }
  return %a : memref<?xi4>
}

// -----

// Rows may begin anywhere in a line.
func.func @square(%v: vector<8xf64>, %n: index) -> memref<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloc(%n, %n) : memref<?x?xf64>
  scf.for %i = %c0 to %n step %c8 {
    // CHECK: stream-stores-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] stream_stores {{.*}}Remark="an allocated array is multi-dimensional or has a non-identity layout or a memory space"
    vector.store %v, %a[%i, %i] : memref<?x?xf64>, vector<8xf64>
  }
  return %a : memref<?x?xf64>
}

// -----

// The processor determines the length of the vector.
func.func @scalable(%v: vector<[8]xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloc(%n) : memref<?xf64>
  scf.for %i = %c0 to %n step %c8 {
    // CHECK: stream-stores-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] stream_stores {{.*}}Remark="the vector is scalable"
    vector.store %v, %a[%i] : memref<?xf64>, vector<[8]xf64>
  }
  return %a : memref<?xf64>
}

// -----

// Half a line.
func.func @half(%v: vector<4xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloc(%n) : memref<?xf64>
  scf.for %i = %c0 to %n step %c8 {
    // CHECK: stream-stores-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] stream_stores {{.*}}Remark="the vector size is not a multiple of the cache line size"
    vector.store %v, %a[%i] : memref<?xf64>, vector<4xf64>
  }
  return %a : memref<?xf64>
}

// -----

// The caller may hold the array in a cache.
func.func @argument(%v: vector<8xf64>, %n: index, %b: memref<?xf64>) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloc(%n) : memref<?xf64>
  scf.for %i = %c0 to %n step %c8 {
    // CHECK: stream-stores-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] stream_stores {{.*}}Remark="the function does not allocate argument 2 on the heap"
    vector.store %v, %b[%i] : memref<?xf64>, vector<8xf64>
  }
  return %b : memref<?xf64>
}

// -----

// The loop reads what it stores.
func.func @read(%v: vector<8xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloc(%n) : memref<?xf64>
  scf.for %i = %c0 to %n step %c8 {
    %w = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
    // CHECK: stream-stores-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] stream_stores {{.*}}Remark="the loop may load from an allocated array, to which it stores"
    vector.store %v, %a[%i] : memref<?xf64>, vector<8xf64>
  }
  return %a : memref<?xf64>
}

// -----

// Threads share a loop that is not a loop of Weft.
func.func @shared(%v: vector<8xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloc(%n) : memref<?xf64>
  scf.parallel (%i) = (%c0) to (%n) step (%c8) {
    // CHECK: stream-stores-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] stream_stores {{.*}}Remark="no enclosing loop can be followed by the memory fence that nontemporal stores need"
    vector.store %v, %a[%i] : memref<?xf64>, vector<8xf64>
  }
  return %a : memref<?xf64>
}

// -----

// A single store.
func.func @once(%v: vector<8xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloc(%n) : memref<?xf64>
  // CHECK: stream-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] stream_stores {{.*}}Remark="the store is not in a loop"
  vector.store %v, %a[%c0] : memref<?xf64>, vector<8xf64>
  return %a : memref<?xf64>
}
