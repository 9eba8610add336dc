// Arrays of stored tensors and memrefs of the program are excluded from buffer
// deallocation.

// RUN: weft-opt %s --weft-exempt-arrays | FileCheck %s

// The kernel's result becomes a tensor, whose buffer the caller owns.
// CHECK: func.func private @dense_kernel() -> memref<?xf64>
func.func private @dense_kernel() -> memref<?xf64>
// Its array is one of a stored tensor.
// CHECK: func.func private @stored_kernel() -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
func.func private @stored_kernel() -> memref<?xf64>

// CHECK-LABEL: func.func @dense
// CHECK:         call @dense_kernel() : () -> memref<?xf64>
func.func @dense() -> tensor<?xf64> {
  %m = call @dense_kernel() : () -> memref<?xf64>
  %t = bufferization.to_tensor %m restrict writable : memref<?xf64> to tensor<?xf64>
  return %t : tensor<?xf64>
}

// CHECK-LABEL: func.func @stored({{.*}}) -> !llvm.struct<
// CHECK:         %[[CALL:.*]] = call @stored_kernel
// CHECK:         %[[ARRAY:.*]] = builtin.unrealized_conversion_cast %[[CALL]]
// CHECK:         memref.store %{{.*}}, %[[ARRAY]]
// CHECK:         %[[RETURNED:.*]] = builtin.unrealized_conversion_cast %[[ARRAY]]
// CHECK:         return %[[RETURNED]]
func.func @stored(%x: f64) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %m = call @stored_kernel() : () -> memref<?xf64>
  memref.store %x, %m[%c0] : memref<?xf64>
  return %m : memref<?xf64>
}

// CHECK-LABEL: func.func @buffer_of_tensor
// CHECK-SAME:    -> memref<?xf64>
func.func @buffer_of_tensor(%t: tensor<?xf64>) -> memref<?xf64> {
  %m = bufferization.to_buffer %t : tensor<?xf64> to memref<?xf64>
  return %m : memref<?xf64>
}

// A function that returns what it is given by a call gives it away, too,
// wherever the functions are in the module.
// CHECK-LABEL: func.func @forward_twice
// CHECK-SAME:    -> memref<?xf64>
// CHECK:         call @forward(%{{.*}}) : (tensor<?xf64>) -> memref<?xf64>
func.func @forward_twice(%t: tensor<?xf64>) -> memref<?xf64> {
  %m = call @forward(%t) : (tensor<?xf64>) -> memref<?xf64>
  return %m : memref<?xf64>
}

// CHECK-LABEL: func.func @forward(
// CHECK-SAME:    -> memref<?xf64>
func.func @forward(%t: tensor<?xf64>) -> memref<?xf64> {
  %m = call @buffer_of_tensor(%t) : (tensor<?xf64>) -> memref<?xf64>
  return %m : memref<?xf64>
}

// CHECK-LABEL: func.func @forward_stored({{.*}}) -> !llvm.struct<
func.func @forward_stored(%x: f64) -> memref<?xf64> {
  %m = call @stored(%x) : (f64) -> memref<?xf64>
  return %m : memref<?xf64>
}

// A function whose address is taken gives its results away.
// CHECK-LABEL: func.func @indirect
// CHECK-SAME:    -> memref<?xf64>
func.func @indirect(%t: tensor<?xf64>) -> memref<?xf64> {
  %f = constant @address_taken : (tensor<?xf64>) -> memref<?xf64>
  %m = call_indirect %f(%t) : (tensor<?xf64>) -> memref<?xf64>
  return %m : memref<?xf64>
}
func.func private @address_taken(tensor<?xf64>) -> memref<?xf64>

// Branches pass the buffer of a tensor to a block.
// CHECK-LABEL: func.func @branches
// CHECK-SAME:    -> memref<?xf64>
func.func @branches(%t: tensor<?xf64>, %m: memref<?xf64>, %which: i1) -> memref<?xf64> {
  cf.cond_br %which, ^buffer, ^exit(%m : memref<?xf64>)
^buffer:
  %b = bufferization.to_buffer %t : tensor<?xf64> to memref<?xf64>
  cf.br ^exit(%b : memref<?xf64>)
^exit(%r: memref<?xf64>):
  return %r : memref<?xf64>
}

// All that branches pass is of the program.
// CHECK-LABEL: func.func @branches_without_tensor({{.*}}) -> !llvm.struct<
func.func @branches_without_tensor(%m: memref<?xf64>, %n: memref<?xf64>, %which: i1) -> memref<?xf64> {
  cf.cond_br %which, ^exit(%m : memref<?xf64>), ^exit(%n : memref<?xf64>)
^exit(%r: memref<?xf64>):
  return %r : memref<?xf64>
}

// CHECK-LABEL: func.func @memory
// CHECK:         memref.alloc() {bufferization.manual_deallocation}
// CHECK:         memref.alloca() : memref<4xf64>
// CHECK:         memref.dealloc %{{.*}} {bufferization.manual_deallocation}
// CHECK-NOT:     dealloc_tensor
func.func @memory(%t: tensor<?xf64>) {
  %m = memref.alloc() : memref<4xf64>
  %s = memref.alloca() : memref<4xf64>
  memref.copy %s, %m : memref<4xf64> to memref<4xf64>
  memref.dealloc %m : memref<4xf64>
  bufferization.dealloc_tensor %t : tensor<?xf64>
  return
}

module @weft_kernels {
  llvm.func @dense_kernel() -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> attributes {weft.kernel} {
    %r = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    llvm.return %r : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  }
  llvm.func @stored_kernel() -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> attributes {weft.kernel} {
    %r = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    llvm.return %r : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  }
}
