// RUN: weft-opt %s -weft-place-allocations=only=stack_arrays -split-input-file | FileCheck %s

// Arrays of a constant size are on the stack, and those of a dynamic size if they are
// small.
// CHECK-LABEL: func.func private @combine(
// CHECK-SAME: %[[N:[^ ]*]]: index
// CHECK-DAG: %[[MEMORY:.*]] = memref.alloca() {alignment = 64 : i64} : memref<256xi64>
// CHECK-DAG: memref.alloca() {alignment = 64 : i64} : memref<8xi64>
// CHECK-DAG: %[[FOUR:.*]] = memref.alloca() {alignment = 64 : i64} : memref<4xi64>
// CHECK: memref.store %{{.*}}, %[[FOUR]]
// CHECK: scf.if
// CHECK: %[[SMALL:.*]] = arith.cmpi ule, %[[N]], %{{.*}} : index
// CHECK: %[[ARRAY:.*]] = scf.if %[[SMALL]] -> (memref<?xi64>) {
// CHECK: %[[VIEW:.*]] = memref.reinterpret_cast %[[MEMORY]] to offset: [0], sizes: [%[[N]]], strides: [1]
// CHECK: scf.yield %[[VIEW]]
// CHECK: } else {
// CHECK: %[[LARGE:.*]] = memref.alloc(%[[N]]) : memref<?xi64>
// CHECK: scf.yield %[[LARGE]]
// CHECK: memref.store %{{.*}}, %[[ARRAY]]
// CHECK: scf.if %[[SMALL]] {
// CHECK-NEXT: } else {
// CHECK-NEXT: memref.dealloc %[[ARRAY]]
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func private @combine(%n: index, %which: i1, %value: i64) {
  %c0 = arith.constant 0 : index
  %four = memref.alloc() : memref<4xi64>
  memref.store %value, %four[%c0] : memref<4xi64>
  scf.if %which {
    %array = memref.alloc(%n) : memref<?xi64>
    memref.store %value, %array[%c0] : memref<?xi64>
    memref.dealloc %array : memref<?xi64>
  }
  scf.index_switch %n
  default {
    %switched = memref.alloc() : memref<8xi64>
    memref.dealloc %switched : memref<8xi64>
  }
  memref.dealloc %four : memref<4xi64>
  return
}

// -----

// Arrays stay on the heap if they are returned, freed in another block, large,
// allocated in a loop, of two dimensions, of another alignment, layout or memory space,
// or of elements that are not whole bytes.
// CHECK-LABEL: func.func private @others(
// CHECK-NOT: memref.alloca
// CHECK: return
func.func private @others(%n: index, %which: i1, %value: i64) -> memref<?xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %result = memref.alloc(%n) : memref<?xi64>
  %elsewhere = memref.alloc(%n) : memref<?xi64>
  scf.if %which {
    memref.dealloc %elsewhere : memref<?xi64>
  }
  %square = memref.alloc() : memref<2x2xi64>
  memref.dealloc %square : memref<2x2xi64>
  %aligned = memref.alloc() {alignment = 4096} : memref<4xi64>
  memref.dealloc %aligned : memref<4xi64>
  %bits = memref.alloc() : memref<4xi1>
  memref.dealloc %bits : memref<4xi1>
  %strided = memref.alloc() : memref<4xi64, strided<[1000]>>
  memref.dealloc %strided : memref<4xi64, strided<[1000]>>
  %space = memref.alloc() : memref<4xi64, 1>
  memref.dealloc %space : memref<4xi64, 1>
  %large = memref.alloc() : memref<257xi64>
  memref.dealloc %large : memref<257xi64>
  scf.for %i = %c0 to %n step %c1 {
    %again = memref.alloc() : memref<4xi64>
    memref.dealloc %again : memref<4xi64>
  }
  %table = memref.alloc() {weft.table = 0 : i64} : memref<4xi64>
  memref.dealloc %table : memref<4xi64>
  return %result : memref<?xi64>
}

// -----

// Arrays of public functions stay on the heap.
// CHECK-LABEL: func.func @kernel(
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @kernel() {
  %four = memref.alloc() : memref<4xi64>
  memref.dealloc %four : memref<4xi64>
  return
}
