// RUN: weft-opt %s -weft-vectorize-segments=only=vectorize_appends -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s

// The first two loops are vectorized. Each of the others violates one precondition.

func.func @append(%crd: memref<?xi32>, %begin: index, %end: index) -> (memref<?xi32>, memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %list = memref.alloc(%end) : memref<?xi32>
  %own = memref.alloc(%end) : memref<?xi32>
  // CHECK: vectorize-appends-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Passed] vectorize_appends {{.*}}Remark="vectorizes the loop by 16 lanes with a masked tail"
  %n = scf.for %p = %begin to %end step %c1 iter_args(%q = %c0) -> (index) {
    %j = memref.load %crd[%p] : memref<?xi32>
    memref.store %j, %list[%q] : memref<?xi32>
    %q1 = arith.addi %q, %c1 : index
    scf.yield %q1 : index
  }
  return %list, %own : memref<?xi32>, memref<?xi32>
}

// -----

func.func @local(%crd: memref<?xi32>, %begin: index, %end: index) -> (memref<?xi32>, memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %list = memref.alloc(%end) : memref<?xi32>
  %own = memref.alloc(%end) : memref<?xi32>
  // CHECK: vectorize-appends-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Passed] vectorize_appends {{.*}}Remark="vectorizes the loop by 16 lanes with a masked tail if it has at least 64 iterations"
  %n = scf.for %p = %begin to %end step %c1 iter_args(%q = %c0) -> (index) {
    %j = memref.load %own[%p] : memref<?xi32>
    memref.store %j, %list[%q] : memref<?xi32>
    %q1 = arith.addi %q, %c1 : index
    scf.yield %q1 : index
  }
  return %list, %own : memref<?xi32>, memref<?xi32>
}

// -----

func.func @annotated(%crd: memref<?xi32>, %begin: index, %end: index) -> (memref<?xi32>, memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %list = memref.alloc(%end) : memref<?xi32>
  %own = memref.alloc(%end) : memref<?xi32>
  // CHECK: vectorize-appends-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_appends {{.*}}Remark="the loop has a `loop_annotation` for LLVM"
  %n = scf.for %p = %begin to %end step %c1 iter_args(%q = %c0) -> (index) {
    %j = memref.load %crd[%p] : memref<?xi32>
    memref.store %j, %list[%q] : memref<?xi32>
    %q1 = arith.addi %q, %c1 : index
    scf.yield %q1 : index
  } {loop_annotation = #llvm.loop_annotation<disableNonforced = true>}
  return %list, %own : memref<?xi32>, memref<?xi32>
}

// -----

func.func @strided(%crd: memref<?xi32>, %begin: index, %end: index) -> (memref<?xi32>, memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %list = memref.alloc(%end) : memref<?xi32>
  %own = memref.alloc(%end) : memref<?xi32>
  %c2 = arith.constant 2 : index
  // CHECK: vectorize-appends-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_appends {{.*}}Remark="the step of the loop is not 1"
  %n = scf.for %p = %begin to %end step %c2 iter_args(%q = %c0) -> (index) {
    %j = memref.load %crd[%p] : memref<?xi32>
    memref.store %j, %list[%q] : memref<?xi32>
    %q1 = arith.addi %q, %c1 : index
    scf.yield %q1 : index
  }
  return %list, %own : memref<?xi32>, memref<?xi32>
}

// -----

func.func @counter(%crd: memref<?xi32>, %begin: index, %end: index) -> (memref<?xi32>, memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %list = memref.alloc(%end) : memref<?xi32>
  %own = memref.alloc(%end) : memref<?xi32>
  %c2 = arith.constant 2 : index
  // CHECK: vectorize-appends-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_appends {{.*}}Remark="iter_arg #0 is not incremented by 1 in each iteration"
  %n = scf.for %p = %begin to %end step %c1 iter_args(%q = %c0) -> (index) {
    %j = memref.load %crd[%p] : memref<?xi32>
    memref.store %j, %list[%q] : memref<?xi32>
    %q1 = arith.addi %q, %c2 : index
    scf.yield %q1 : index
  }
  return %list, %own : memref<?xi32>, memref<?xi32>
}

// -----

func.func @position(%crd: memref<?xi32>, %begin: index, %end: index) -> (memref<?xi32>, memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %list = memref.alloc(%end) : memref<?xi32>
  %own = memref.alloc(%end) : memref<?xi32>
  // CHECK: vectorize-appends-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_appends {{.*}}Remark="the loop also stores to {{.*}} array at an index that is not an iter_arg"
  %n = scf.for %p = %begin to %end step %c1 iter_args(%q = %c0) -> (index) {
    %j = memref.load %crd[%p] : memref<?xi32>
    memref.store %j, %list[%q] : memref<?xi32>
    memref.store %j, %own[%p] : memref<?xi32>
    %q1 = arith.addi %q, %c1 : index
    scf.yield %q1 : index
  }
  return %list, %own : memref<?xi32>, memref<?xi32>
}

// -----

func.func @inside(%crd: memref<?xi32>, %begin: index, %end: index) -> (memref<?xi32>, memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %list = memref.alloc(%end) : memref<?xi32>
  %own = memref.alloc(%end) : memref<?xi32>
  // CHECK: vectorize-appends-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_appends {{.*}}Remark="{{.*}}, to which the loop stores, is defined in the loop"
  %n = scf.for %p = %begin to %end step %c1 iter_args(%q = %c0) -> (index) {
    %cast = memref.cast %list : memref<?xi32> to memref<8xi32>
    %j = memref.load %crd[%p] : memref<?xi32>
    memref.store %j, %cast[%q] : memref<8xi32>
    %q1 = arith.addi %q, %c1 : index
    scf.yield %q1 : index
  }
  return %list, %own : memref<?xi32>, memref<?xi32>
}

// -----

func.func @given(%crd: memref<?xi32>, %begin: index, %end: index, %given: memref<?xi32>) -> (memref<?xi32>, memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %list = memref.alloc(%end) : memref<?xi32>
  %own = memref.alloc(%end) : memref<?xi32>
  // CHECK: vectorize-appends-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_appends {{.*}}Remark="argument 3, which the loop stores to, is not allocated in the function"
  %n = scf.for %p = %begin to %end step %c1 iter_args(%q = %c0) -> (index) {
    %j = memref.load %crd[%p] : memref<?xi32>
    memref.store %j, %given[%q] : memref<?xi32>
    %q1 = arith.addi %q, %c1 : index
    scf.yield %q1 : index
  }
  return %list, %own : memref<?xi32>, memref<?xi32>
}

// -----

func.func @counters(%crd: memref<?xi32>, %begin: index, %end: index) -> (memref<?xi32>, memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %list = memref.alloc(%end) : memref<?xi32>
  %own = memref.alloc(%end) : memref<?xi32>
  // CHECK: vectorize-appends-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_appends {{.*}}Remark="the stores to {{.*}} and to {{.*}} at different iter_args may alias"
  %n:2 = scf.for %p = %begin to %end step %c1 iter_args(%q = %c0, %r = %c1) -> (index, index) {
    %j = memref.load %crd[%p] : memref<?xi32>
    memref.store %j, %list[%q] : memref<?xi32>
    memref.store %j, %list[%r] : memref<?xi32>
    %r1 = arith.addi %r, %c1 : index
    %q1 = arith.addi %q, %c1 : index
    scf.yield %q1, %r1 : index, index
  }
  return %list, %own : memref<?xi32>, memref<?xi32>
}

// -----

func.func @moves(%crd: memref<?xi32>, %begin: index, %end: index) -> (memref<?xi32>, memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %list = memref.alloc(%end) : memref<?xi32>
  %own = memref.alloc(%end) : memref<?xi32>
  // CHECK: vectorize-appends-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_appends {{.*}}Remark="{{.*}}, from which the loop loads, may alias {{.*}}, to which it stores"
  %n = scf.for %p = %begin to %end step %c1 iter_args(%q = %c0) -> (index) {
    %j = memref.load %list[%p] : memref<?xi32>
    memref.store %j, %list[%q] : memref<?xi32>
    %q1 = arith.addi %q, %c1 : index
    scf.yield %q1 : index
  }
  return %list, %own : memref<?xi32>, memref<?xi32>
}

// -----

func.func @call(%crd: memref<?xi32>, %begin: index, %end: index) -> (memref<?xi32>, memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %list = memref.alloc(%end) : memref<?xi32>
  %own = memref.alloc(%end) : memref<?xi32>
  // CHECK: vectorize-appends-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_appends {{.*}}Remark="'func.call' has no vector form"
  %n = scf.for %p = %begin to %end step %c1 iter_args(%q = %c0) -> (index) {
    func.call @f() : () -> ()
    %j = memref.load %crd[%p] : memref<?xi32>
    memref.store %j, %list[%q] : memref<?xi32>
    %q1 = arith.addi %q, %c1 : index
    scf.yield %q1 : index
  }
  return %list, %own : memref<?xi32>, memref<?xi32>
}
func.func private @f()

// -----

func.func @defined(%crd: memref<?xi32>, %begin: index, %end: index) -> (memref<?xi32>, memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %list = memref.alloc(%end) : memref<?xi32>
  %own = memref.alloc(%end) : memref<?xi32>
  // CHECK: vectorize-appends-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_appends {{.*}}Remark="the loop loads from {{.*}} through a memref that it defines"
  %n = scf.for %p = %begin to %end step %c1 iter_args(%q = %c0) -> (index) {
    %cast = memref.cast %crd : memref<?xi32> to memref<8xi32>
    %j = memref.load %cast[%p] : memref<8xi32>
    memref.store %j, %list[%q] : memref<?xi32>
    %q1 = arith.addi %q, %c1 : index
    scf.yield %q1 : index
  }
  return %list, %own : memref<?xi32>, memref<?xi32>
}

// -----

func.func @gather(%crd: memref<?xi32>, %begin: index, %end: index) -> (memref<?xi32>, memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %list = memref.alloc(%end) : memref<?xi32>
  %own = memref.alloc(%end) : memref<?xi32>
  // CHECK: vectorize-appends-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_appends {{.*}}Remark="the loads from argument 0 are neither contiguous nor invariant"
  %n = scf.for %p = %begin to %end step %c1 iter_args(%q = %c0) -> (index) {
    %k = memref.load %crd[%p] : memref<?xi32>
    %at = arith.index_cast %k : i32 to index
    %j = memref.load %crd[%at] : memref<?xi32>
    memref.store %j, %list[%q] : memref<?xi32>
    %q1 = arith.addi %q, %c1 : index
    scf.yield %q1 : index
  }
  return %list, %own : memref<?xi32>, memref<?xi32>
}

// -----

func.func @bytes(%crd: memref<?xi32>, %begin: index, %end: index, %b: memref<?xi8>) -> (memref<?xi32>, memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %list = memref.alloc(%end) : memref<?xi32>
  %own = memref.alloc(%end) : memref<?xi32>
  // CHECK: vectorize-appends-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_appends {{.*}}Remark="accesses to argument 3 cannot be masked: vectors mask elements of 32 and 64 bits, not of type i8"
  %n = scf.for %p = %begin to %end step %c1 iter_args(%q = %c0) -> (index) {
    %k = memref.load %b[%p] : memref<?xi8>
    %j = arith.extsi %k : i8 to i32
    memref.store %j, %list[%q] : memref<?xi32>
    %q1 = arith.addi %q, %c1 : index
    scf.yield %q1 : index
  }
  return %list, %own : memref<?xi32>, memref<?xi32>
}

// -----

func.func @wide(%crd: memref<?xi32>, %begin: index, %end: index, %b: memref<?xi128>) -> (memref<?xi32>, memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %list = memref.alloc(%end) : memref<?xi32>
  %own = memref.alloc(%end) : memref<?xi32>
  // CHECK: vectorize-appends-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_appends {{.*}}Remark="elements of 16 bytes fill a vector with only 4 lanes"
  %n = scf.for %p = %begin to %end step %c1 iter_args(%q = %c0) -> (index) {
    %k = memref.load %b[%p] : memref<?xi128>
    %j = arith.trunci %k : i128 to i32
    memref.store %j, %list[%q] : memref<?xi32>
    %q1 = arith.addi %q, %c1 : index
    scf.yield %q1 : index
  }
  return %list, %own : memref<?xi32>, memref<?xi32>
}
