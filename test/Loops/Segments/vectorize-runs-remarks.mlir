// RUN: weft-opt %s -weft-vectorize-runs -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s

// The first loop is vectorized. Each of the others violates one precondition.

func.func @scatter(%crd: memref<?xindex>, %val: memref<?xf64>, %begin: index, %end: index) -> memref<?xf64> {
  %c1 = arith.constant 1 : index
  %table = memref.alloc(%end) : memref<?xf64>
  // CHECK: vectorize-runs-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Passed] vectorize_runs {{.*}}Remark="updates 4 elements by a vector where coordinates are consecutive"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %val[%p] : memref<?xf64>
    memref.store %v, %table[%j] : memref<?xf64>
  } {weft.loop = #weft.loop<runs>}
  return %table : memref<?xf64>
}

// -----

func.func @carries(%crd: memref<?xindex>, %val: memref<?xf64>, %begin: index, %end: index) -> memref<?xf64> {
  %c1 = arith.constant 1 : index
  %table = memref.alloc(%end) : memref<?xf64>
  // CHECK: vectorize-runs-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_runs {{.*}}Remark="the loop has iter_args"
  %r = scf.for %p = %begin to %end step %c1 iter_args(%k = %c1) -> (index) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %val[%p] : memref<?xf64>
    memref.store %v, %table[%j] : memref<?xf64>
    scf.yield %k : index
  } {weft.loop = #weft.loop<runs>}
  return %table : memref<?xf64>
}

// -----

func.func @strided(%crd: memref<?xindex>, %val: memref<?xf64>, %begin: index, %end: index) -> memref<?xf64> {
  %c1 = arith.constant 1 : index
  %table = memref.alloc(%end) : memref<?xf64>
  %c2 = arith.constant 2 : index
  // CHECK: vectorize-runs-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_runs {{.*}}Remark="the step of the loop is not 1"
  scf.for %p = %begin to %end step %c2 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %val[%p] : memref<?xf64>
    memref.store %v, %table[%j] : memref<?xf64>
  } {weft.loop = #weft.loop<runs>}
  return %table : memref<?xf64>
}

// -----

func.func @defines(%crd: memref<?xindex>, %val: memref<?xf64>, %begin: index, %end: index) -> memref<?xf64> {
  %c1 = arith.constant 1 : index
  %table = memref.alloc(%end) : memref<?xf64>
  // CHECK: vectorize-runs-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_runs {{.*}}Remark="a stored array is defined in the loop"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %val[%p] : memref<?xf64>
    %cast = memref.cast %table : memref<?xf64> to memref<8xf64>
    memref.store %v, %cast[%j] : memref<8xf64>
  } {weft.loop = #weft.loop<runs>}
  return %table : memref<?xf64>
}

// -----

func.func @bits(%crd: memref<?xindex>, %val: memref<?xf64>, %begin: index, %end: index, %flags: memref<?xi1>) -> memref<?xf64> {
  %c1 = arith.constant 1 : index
  %table = memref.alloc(%end) : memref<?xf64>
  %bits = memref.alloc(%end) : memref<?xi1>
  // CHECK: vectorize-runs-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_runs {{.*}}Remark="{{.*}} array is not one-dimensional with unit stride and integer or float elements of 8, 16, 32 or 64 bits"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %flags[%p] : memref<?xi1>
    memref.store %v, %bits[%j] : memref<?xi1>
  } {weft.loop = #weft.loop<runs>}
  return %table : memref<?xf64>
}

// -----

func.func @twice(%crd: memref<?xindex>, %val: memref<?xf64>, %begin: index, %end: index) -> memref<?xf64> {
  %c1 = arith.constant 1 : index
  %table = memref.alloc(%end) : memref<?xf64>
  // CHECK: vectorize-runs-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_runs {{.*}}Remark="the loop stores to {{.*}} array at an index that is not a coordinate plus a loop-invariant offset"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %val[%p] : memref<?xf64>
    %k = arith.addi %j, %j : index
    memref.store %v, %table[%k] : memref<?xf64>
  } {weft.loop = #weft.loop<runs>}
  return %table : memref<?xf64>
}

// -----

func.func @indices(%crd: memref<?xindex>, %val: memref<?xf64>, %begin: index, %end: index) -> memref<?xf64> {
  %c1 = arith.constant 1 : index
  %table = memref.alloc(%end) : memref<?xf64>
  // CHECK: vectorize-runs-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_runs {{.*}}Remark="the loop stores at two different indices"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %val[%p] : memref<?xf64>
    memref.store %v, %table[%j] : memref<?xf64>
    %k = arith.addi %j, %c1 : index
    memref.store %v, %table[%k] : memref<?xf64>
  } {weft.loop = #weft.loop<runs>}
  return %table : memref<?xf64>
}

// -----

func.func @matrix(%crd: memref<?xindex>, %val: memref<?xf64>, %begin: index, %end: index, %m: memref<?x?xf64>) -> memref<?xf64> {
  %c1 = arith.constant 1 : index
  %table = memref.alloc(%end) : memref<?xf64>
  // CHECK: vectorize-runs-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_runs {{.*}}Remark="argument 4 has rank 2, not 1"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %m[%p, %p] : memref<?x?xf64>
    memref.store %v, %table[%j] : memref<?xf64>
  } {weft.loop = #weft.loop<runs>}
  return %table : memref<?xf64>
}

// -----

func.func @neighbor(%crd: memref<?xindex>, %val: memref<?xf64>, %begin: index, %end: index) -> memref<?xf64> {
  %c1 = arith.constant 1 : index
  %table = memref.alloc(%end) : memref<?xf64>
  // CHECK: vectorize-runs-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_runs {{.*}}Remark="the loop loads {{.*}} array at an index other than the store index"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %table[%p] : memref<?xf64>
    memref.store %v, %table[%j] : memref<?xf64>
  } {weft.loop = #weft.loop<runs>}
  return %table : memref<?xf64>
}

// -----

func.func @gather(%crd: memref<?xindex>, %val: memref<?xf64>, %begin: index, %end: index) -> memref<?xf64> {
  %c1 = arith.constant 1 : index
  %table = memref.alloc(%end) : memref<?xf64>
  // CHECK: vectorize-runs-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_runs {{.*}}Remark="the loop loads argument 1 at an index that is neither invariant nor the induction variable"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %val[%j] : memref<?xf64>
    memref.store %v, %table[%j] : memref<?xf64>
  } {weft.loop = #weft.loop<runs>}
  return %table : memref<?xf64>
}

// -----

func.func @records(%crd: memref<?xindex>, %val: memref<?xf64>, %begin: index, %end: index, %r: memref<?xf64, strided<[2], offset: 1>>) -> memref<?xf64> {
  %c1 = arith.constant 1 : index
  %table = memref.alloc(%end) : memref<?xf64>
  // CHECK: vectorize-runs-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_runs {{.*}}Remark="argument 4 is not one-dimensional with unit stride and integer or float elements of 8, 16, 32 or 64 bits"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %r[%p] : memref<?xf64, strided<[2], offset: 1>>
    memref.store %v, %table[%j] : memref<?xf64>
  } {weft.loop = #weft.loop<runs>}
  return %table : memref<?xf64>
}

// -----

func.func @call(%crd: memref<?xindex>, %val: memref<?xf64>, %begin: index, %end: index) -> memref<?xf64> {
  %c1 = arith.constant 1 : index
  %table = memref.alloc(%end) : memref<?xf64>
  // CHECK: vectorize-runs-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_runs {{.*}}Remark="'func.call' is not a side-effect-free elementwise operation on vector element types"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %val[%p] : memref<?xf64>
    func.call @f() : () -> ()
    memref.store %v, %table[%j] : memref<?xf64>
  } {weft.loop = #weft.loop<runs>}
  return %table : memref<?xf64>
}
func.func private @f()

// -----

func.func @none(%crd: memref<?xindex>, %val: memref<?xf64>, %begin: index, %end: index) -> memref<?xf64> {
  %c1 = arith.constant 1 : index
  %table = memref.alloc(%end) : memref<?xf64>
  // CHECK: vectorize-runs-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_runs {{.*}}Remark="the loop contains no store"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %val[%p] : memref<?xf64>
  } {weft.loop = #weft.loop<runs>}
  return %table : memref<?xf64>
}

// -----

func.func @given(%crd: memref<?xindex>, %val: memref<?xf64>, %begin: index, %end: index, %given: memref<?xf64>) -> memref<?xf64> {
  %c1 = arith.constant 1 : index
  %table = memref.alloc(%end) : memref<?xf64>
  // CHECK: vectorize-runs-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_runs {{.*}}Remark="argument 4, which the loop stores to, is not allocated in the function"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %val[%p] : memref<?xf64>
    memref.store %v, %given[%j] : memref<?xf64>
  } {weft.loop = #weft.loop<runs>}
  return %table : memref<?xf64>
}

// -----

func.func @stores(%crd: memref<?xindex>, %val: memref<?xf64>, %begin: index, %end: index, %is: i1) -> memref<?xf64> {
  %c1 = arith.constant 1 : index
  %table = memref.alloc(%end) : memref<?xf64>
  %new = memref.alloc(%end) : memref<?xf64>
  %other = arith.select %is, %table, %new : memref<?xf64>
  // CHECK: vectorize-runs-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_runs {{.*}}Remark="two stored arrays may alias"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %val[%p] : memref<?xf64>
    memref.store %v, %table[%j] : memref<?xf64>
    memref.store %v, %other[%j] : memref<?xf64>
  } {weft.loop = #weft.loop<runs>}
  return %table : memref<?xf64>
}

// -----

func.func @loads(%crd: memref<?xindex>, %val: memref<?xf64>, %begin: index, %end: index, %is: i1) -> memref<?xf64> {
  %c1 = arith.constant 1 : index
  %table = memref.alloc(%end) : memref<?xf64>
  %new = memref.alloc(%end) : memref<?xf64>
  %other = arith.select %is, %table, %new : memref<?xf64>
  // CHECK: vectorize-runs-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_runs {{.*}}Remark="{{.*}} array may alias a stored array"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %other[%p] : memref<?xf64>
    memref.store %v, %table[%j] : memref<?xf64>
  } {weft.loop = #weft.loop<runs>}
  return %table : memref<?xf64>
}
