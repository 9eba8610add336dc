// RUN: weft-opt %s -weft-prefetch=only=prefetch_strided_gathers -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:

// Each step prefetches an array that it reads sequentially.
func.func @steps(%crd: memref<?xindex>, %x: memref<?xf64>, %values: memref<?xf64>, %begin: index, %end: index, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  // CHECK: prefetch-strided-gathers-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Passed] prefetch_strided_gathers {{.*}}Remark="prefetches argument 1 256 positions ahead into L1 in a loop version for arrays of at least 1048576 bytes"
  scf.for %p = %begin to %end step %c2 {
    memref.prefetch %values[%p], read, locality<3>, data : memref<?xf64>
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %x[%j] : memref<?xf64>
    memref.store %v, %out[%p] : memref<?xf64>
  }
  return
}

// -----

// The caches may hold what the loop reads.
func.func @near(%crd: memref<?xindex>, %x: memref<?xf64>, %values: memref<?xf64>, %begin: index, %end: index, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  // CHECK: prefetch-strided-gathers-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_strided_gathers {{.*}}Remark="the loop contains no other prefetches"
  scf.for %p = %begin to %end step %c2 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %x[%j] : memref<?xf64>
    memref.store %v, %out[%p] : memref<?xf64>
  }
  return
}

// -----

// Results are those of `prefetch_gathers`.
func.func @result(%crd: memref<?xindex>, %x: memref<?xf64>, %values: memref<?xf64>, %begin: index, %end: index, %out: memref<?xf64>) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %y = memref.alloc(%end) : memref<?xf64>
  // CHECK: prefetch-strided-gathers-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_strided_gathers {{.*}}Remark="the indirect load is from an array that the function allocates and returns"
  scf.for %p = %begin to %end step %c2 {
    memref.prefetch %values[%p], read, locality<3>, data : memref<?xf64>
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %y[%j] : memref<?xf64>
    %w = arith.addf %v, %v : f64
    memref.store %w, %y[%j] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// The reasons of `prefetch_gathers` hold for each array.
func.func @written(%crd: memref<?xindex>, %x: memref<?xf64>, %values: memref<?xf64>, %begin: index, %end: index, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  // CHECK: prefetch-strided-gathers-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_strided_gathers {{.*}}Remark="the function may write argument 1 and does not allocate and return the array"
  scf.for %p = %begin to %end step %c2 {
    memref.prefetch %values[%p], read, locality<3>, data : memref<?xf64>
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %x[%j] : memref<?xf64>
    memref.store %v, %out[%p] : memref<?xf64>
    memref.store %v, %x[%p] : memref<?xf64>
  }
  return
}

// -----

// Loops with step one are those of `prefetch_gathers`, and are not reported.
func.func @single(%crd: memref<?xindex>, %x: memref<?xf64>, %values: memref<?xf64>, %begin: index, %end: index, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  scf.for %p = %begin to %end step %c1 {
    memref.prefetch %values[%p], read, locality<3>, data : memref<?xf64>
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %x[%j] : memref<?xf64>
    memref.store %v, %out[%p] : memref<?xf64>
  }
  return
}
