// RUN: weft-opt %s -weft-place-allocations=only=stack_arrays -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s

// CHECK-NOT: Remark=
func.func private @small(%n: index) {
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Passed] stack_arrays {{.*}}Remark="allocates the array on the stack: 32 bytes"
  %four = memref.alloc() : memref<4xi64>
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Passed] stack_arrays {{.*}}Remark="allocates the array on the stack if it has at most 2048 bytes"
  %array = memref.alloc(%n) : memref<?xi64>
  memref.dealloc %array : memref<?xi64>
  memref.dealloc %four : memref<4xi64>
  return
}

// -----

// CHECK-NOT: Remark=
func.func private @others(%n: index, %which: i1, %value: i64) -> memref<?xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] stack_arrays {{.*}}Remark="the function does not deallocate the array"
  %result = memref.alloc(%n) : memref<?xi64>
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] stack_arrays {{.*}}Remark="the deallocation of the array is not in the block of the allocation"
  %elsewhere = memref.alloc(%n) : memref<?xi64>
  scf.if %which {
    memref.dealloc %elsewhere : memref<?xi64>
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] stack_arrays {{.*}}Remark="the array has several deallocations"
  %twice = memref.alloc(%n) : memref<?xi64>
  memref.dealloc %twice : memref<?xi64>
  memref.dealloc %twice : memref<?xi64>
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] stack_arrays {{.*}}Remark="the array has rank 2, not 1"
  %square = memref.alloc() : memref<2x2xi64>
  memref.dealloc %square : memref<2x2xi64>
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] stack_arrays {{.*}}Remark="the allocation of the array has an alignment"
  %aligned = memref.alloc() {alignment = 4096} : memref<4xi64>
  memref.dealloc %aligned : memref<4xi64>
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] stack_arrays {{.*}}Remark="the element type of the array is not an integer or float type of 8, 16, 32 or 64 bits"
  %bits = memref.alloc() : memref<4xi1>
  memref.dealloc %bits : memref<4xi1>
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] stack_arrays {{.*}}Remark="the array has a non-identity layout"
  %strided = memref.alloc() : memref<4xi64, strided<[1000]>>
  memref.dealloc %strided : memref<4xi64, strided<[1000]>>
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] stack_arrays {{.*}}Remark="the array is in a non-default memory space"
  %space = memref.alloc() : memref<4xi64, 1>
  memref.dealloc %space : memref<4xi64, 1>
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] stack_arrays {{.*}}Remark="the array has 2056 bytes, more than 2048"
  %large = memref.alloc() : memref<257xi64>
  memref.dealloc %large : memref<257xi64>
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] stack_arrays {{.*}}Remark="the allocation of the array is in `scf.for`, which may execute it more than once"
    %again = memref.alloc() : memref<4xi64>
    memref.dealloc %again : memref<4xi64>
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] stack_arrays {{.*}}Remark="the runtime keeps the array for the next call"
  %table = memref.alloc() {weft.table = 0 : i64} : memref<4xi64>
  memref.dealloc %table : memref<4xi64>
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] stack_arrays {{.*}}Remark="the allocation of the array has the attribute `weft.per_partition`"
  %part = memref.alloc() {weft.per_partition} : memref<4xi64>
  memref.dealloc %part : memref<4xi64>
  return %result : memref<?xi64>
}

// -----

// Public functions are silent.
// CHECK-NOT: Remark=
func.func @kernel() {
  %four = memref.alloc() : memref<4xi64>
  memref.dealloc %four : memref<4xi64>
  return
}
