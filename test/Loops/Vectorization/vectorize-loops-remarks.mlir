// RUN: weft-opt %s -weft-vectorize-loops -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s
// RUN: weft-opt %s -weft-vectorize-loops=strict-fp=true -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT

// Strip-mined loops, with each kind of tail.
func.func @tails(%a: memref<?xf64>, %b: memref<?xi64>, %n: index) -> (memref<?xf64>, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0 : i64
  %c = memref.alloc(%n) : memref<?xf64>
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] vectorize_loops {{.*}}Remark="vectorizes all 16 iterations as one vector"
  scf.for %i = %c0 to %c16 step %c1 {
    %v = memref.load %a[%i] : memref<?xf64>
    memref.store %v, %c[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<vector>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] vectorize_loops {{.*}}Remark="vectorizes the loop by 8 lanes with an overlapping last vector"
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xf64>
    memref.store %v, %c[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<vector>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] vectorize_loops {{.*}}Remark="vectorizes the loop by 8 lanes with a scalar tail"
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %c[%i] : memref<?xf64>
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<vector>}
  // CHECK: remarks.mlir:[[@LINE+1]]:10: remark: [Passed] vectorize_loops {{.*}}Remark="vectorizes the loop by 8 lanes with a masked tail"
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i64) {
    %v = memref.load %b[%i] : memref<?xi64>
    %next = arith.addi %s, %v : i64
    scf.yield %next : i64
  } {weft.loop = #weft.loop<vector>}
  return %c, %sum : memref<?xf64>, i64
}

// -----

// Tiles that become one vector.
func.func @tiles(%a: memref<?xf64>, %n: index, %v: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] vectorize_loops {{.*}}Remark="vectorizes all 8 iterations as one vector"
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<vector(8)>}
  // CHECK: remarks.mlir:[[@LINE+4]]:3: remark: [Passed] vectorize_loops {{.*}}Remark="vectorizes a full tile of 16 iterations as one vector"
  // CHECK: remarks.mlir:[[@LINE+3]]:3: remark: [Passed] vectorize_loops {{.*}}Remark="vectorizes at most 16 iterations as one masked vector"
  // CHECK: remarks.mlir:[[@LINE+2]]:3: remark: [Passed] vectorize_loops {{.*}}Remark="vectorizes at most 8 iterations as one masked vector"
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] vectorize_loops {{.*}}Remark="vectorizes at most 4 iterations as one masked vector"
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<vector(16)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] vectorize_loops {{.*}}Remark="vectorizes the loop as one masked vector of 8 lanes"
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<vector(8), predicate(8)>}
  return
}

// -----

// Tiles that do not become one vector.
func.func @long(%a: memref<?xf64>, %n: index, %v: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_loops {{.*}}Remark="a vector would have one lane"
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<vector(1)>}
  // CHECK: remarks.mlir:[[@LINE+2]]:3: remark: [Missed] vectorize_loops {{.*}}Remark="the loop does not become one vector: the tile length 48 is not a power of two"
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] vectorize_loops {{.*}}Remark="vectorizes the loop by 8 lanes with a scalar tail"
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<vector(48)>}
  // CHECK: remarks.mlir:[[@LINE+2]]:3: remark: [Missed] vectorize_loops {{.*}}Remark="the loop does not become one vector: the tile length 512 exceeds the 128 lanes of the longest vector"
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] vectorize_loops {{.*}}Remark="vectorizes the loop by 8 lanes with a scalar tail"
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<vector(512)>}
  return
}

// -----

// Tiles that become no masked vector.
func.func @masks(%a: memref<?xi64>, %b: memref<?xf16>, %m: index, %n: index, %v: f16, %s: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: remarks.mlir:[[@LINE+2]]:10: remark: [Passed] vectorize_loops {{.*}}Remark="vectorizes a full tile of 8 iterations as one vector"
  // CHECK: remarks.mlir:[[@LINE+1]]:10: remark: [Missed] vectorize_loops {{.*}}Remark="fewer than 8 iterations run in a scalar loop: the loop has iter_args"
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %s) -> (i64) {
    %x = memref.load %a[%i] : memref<?xi64>
    %next = arith.addi %acc, %x : i64
    scf.yield %next : i64
  } {weft.loop = #weft.loop<vector(8)>}
  // CHECK: remarks.mlir:[[@LINE+2]]:3: remark: [Passed] vectorize_loops {{.*}}Remark="vectorizes a full tile of 8 iterations as one vector"
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_loops {{.*}}Remark="fewer than 8 iterations run in a scalar loop: an access cannot be masked: vectors mask elements of 32 and 64 bits, not of type f16"
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %b[%i] : memref<?xf16>
  } {weft.loop = #weft.loop<vector(8)>}
  // CHECK: remarks.mlir:[[@LINE+2]]:3: remark: [Passed] vectorize_loops {{.*}}Remark="vectorizes a full tile of 8 iterations as one vector"
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_loops {{.*}}Remark="fewer than 8 iterations run in a scalar loop: the loop contains operations that are not speculatable"
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xi64>
    %y = arith.divsi %s, %x : i64
    memref.store %y, %a[%i] : memref<?xi64>
  } {weft.loop = #weft.loop<vector(8)>}
  scf.for %k = %c0 to %m step %c1 {
    // CHECK: remarks.mlir:[[@LINE+2]]:5: remark: [Passed] vectorize_loops {{.*}}Remark="vectorizes a full tile of 8 iterations as one vector"
    // CHECK: remarks.mlir:[[@LINE+1]]:5: remark: [Missed] vectorize_loops {{.*}}Remark="fewer than 8 iterations run in a scalar loop: the loop loads an array that it stores to at an index that varies in the enclosing loop, so that masked stores would stall later loads"
    scf.for %i = %c0 to %n step %c1 {
      %p = arith.addi %k, %i : index
      %x = memref.load %a[%p] : memref<?xi64>
      %y = arith.addi %s, %x : i64
      memref.store %y, %a[%p] : memref<?xi64>
    } {weft.loop = #weft.loop<vector(8)>}
  }
  return %sum : i64
}

// -----

// Optional loops that cannot be vectorized.
func.func private @f(f64)
func.func @scalar(%a: memref<?xf64>, %b: memref<?xindex>, %c: memref<?x8xf64>, %d: memref<?xcomplex<f64>>, %m: index, %n: index, %v: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_loops {{.*}}Remark="the store index is invariant, so that all iterations store to the same element"
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %a[%c0] : memref<?xf64>
  } {weft.loop = #weft.loop<vector, optional>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_loops {{.*}}Remark="'memref.store' accesses an array of rank 2, not 1"
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %c[%i, %c0] : memref<?x8xf64>
  } {weft.loop = #weft.loop<vector, optional>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_loops {{.*}}Remark="'complex<f64>' is not a valid vector element type"
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %d[%i] : memref<?xcomplex<f64>>
    memref.store %x, %d[%i] : memref<?xcomplex<f64>>
  } {weft.loop = #weft.loop<vector, optional>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_loops {{.*}}Remark="'func.call' has no vector form"
  scf.for %i = %c0 to %n step %c1 {
    func.call @f(%v) : (f64) -> ()
  } {weft.loop = #weft.loop<vector, optional>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_loops {{.*}}Remark="control flow of 'scf.for' may differ between lanes"
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %i step %c1 {
      memref.store %v, %a[%j] : memref<?xf64>
    }
  } {weft.loop = #weft.loop<vector, optional>}
  return
}

// -----

// Optional loops with other values than reductions.
func.func @carried(%a: memref<?xf64>, %b: memref<?xindex>, %n: index, %s: f64) -> (index, f64, f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: remarks.mlir:[[@LINE+1]]:10: remark: [Missed] vectorize_loops {{.*}}Remark="'memref.store' uses a loop-carried value outside of a reduction"
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%p = %c0) -> (index) {
    memref.store %i, %b[%p] : memref<?xindex>
    %next = arith.addi %p, %c1 : index
    scf.yield %next : index
  } {weft.loop = #weft.loop<vector, optional>}
  // CHECK: remarks.mlir:[[@LINE+1]]:11: remark: [Missed] vectorize_loops {{.*}}Remark="iter_arg #0 is not a reduction, and the loop returns its value in the last iteration"
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%p = %s) -> (f64) {
    %v = memref.load %a[%i] : memref<?xf64>
    scf.yield %v : f64
  } {weft.loop = #weft.loop<vector, optional>}
  // CHECK: remarks.mlir:[[@LINE+1]]:15: remark: [Missed] vectorize_loops {{.*}}Remark="'arith.divf' is not an associative and commutative reduction of one value"
  %quotient = scf.for %i = %c0 to %n step %c1 iter_args(%p = %s) -> (f64) {
    %v = memref.load %a[%i] : memref<?xf64>
    %q = arith.divf %p, %v : f64
    scf.yield %q : f64
  } {weft.loop = #weft.loop<vector, optional>}
  // CHECK: remarks.mlir:[[@LINE+2]]:10: remark: [Passed] vectorize_loops {{.*}}Remark="vectorizes the loop by 8 lanes with a masked tail"
  // STRICT: remarks.mlir:[[@LINE+1]]:10: remark: [Missed] vectorize_loops {{.*}}Remark="vectorization would reassociate a floating-point reduction, which strict-fp forbids"
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%p = %s) -> (f64) {
    %v = memref.load %a[%i] : memref<?xf64>
    %q = arith.addf %p, %v : f64
    scf.yield %q : f64
  } {weft.loop = #weft.loop<vector, optional>}
  return %end, %last, %quotient, %sum : index, f64, f64, f64
}

// -----

func.func @complex(%a: memref<?xcomplex<f64>>, %n: index, %init: complex<f64>) -> complex<f64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.load %a[%c0] : memref<?xcomplex<f64>>
  // CHECK: vectorize-loops-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] vectorize_loops {{.*}}Remark="'complex.add' uses a loop-carried value outside of a reduction"
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %init) -> (complex<f64>) {
    %t = complex.add %s, %v : complex<f64>
    scf.yield %t : complex<f64>
  } {weft.loop = #weft.loop<vector, optional>}
  return %r : complex<f64>
}
