// RUN: weft-opt %s --weft-lower-launches --split-input-file --verify-diagnostics | FileCheck %s

// Updates that no instruction does compare and exchange the element at a
// constant stride, or the only one.
module attributes {gpu.container_module} {
  func.func @host(%n: index, %x: memref<8xf32, strided<[3], offset: 5>>, %y: memref<i8>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@update blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<8xf32, strided<[3], offset: 5>>, %y : memref<i8>)
    return
  }
  gpu.module @kernels {
    // CHECK-LABEL: gpu.func @update
    gpu.func @update(%x: memref<8xf32, strided<[3], offset: 5>>, %y: memref<i8>) kernel {
      %i = gpu.thread_id x
      %v = arith.constant 2.0 : f32
      %w = arith.constant 2 : i8
      // CHECK: %[[OFFSET:.*]] = arith.constant 20 : index
      // CHECK: %[[BEGIN:.*]] = arith.addi %{{.*}}, %[[OFFSET]]
      // CHECK: %[[STRIDE:.*]] = arith.constant 12 : index
      // CHECK: %[[PLACE:.*]] = arith.muli %{{.*}}, %[[STRIDE]]
      // CHECK: arith.addi %[[BEGIN]], %[[PLACE]]
      // CHECK: llvm.cmpxchg
      %product = memref.generic_atomic_rmw %x[%i] : memref<8xf32, strided<[3], offset: 5>> {
      ^bb0(%old: f32):
        %new = arith.mulf %old, %v : f32
        memref.atomic_yield %new : f32
      }
      // CHECK: llvm.ptrtoint
      // CHECK-NOT: arith.addi
      // CHECK: llvm.inttoptr
      // CHECK: llvm.cmpxchg
      %all = memref.generic_atomic_rmw %y[] : memref<i8> {
      ^bb0(%old: i8):
        %new = arith.muli %old, %w : i8
        memref.atomic_yield %new : i8
      }
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module} {
  func.func @host(%n: index, %x: memref<?xf32, strided<[?]>>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@update blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf32, strided<[?]>>)
    return
  }
  gpu.module @kernels {
    gpu.func @update(%x: memref<?xf32, strided<[?]>>) kernel {
      %i = gpu.thread_id x
      %v = arith.constant 2.0 : f32
      // expected-error @+1 {{cannot run on a GPU: an array is not a list with constant distances}}
      %product = memref.generic_atomic_rmw %x[%i] : memref<?xf32, strided<[?]>> {
      ^bb0(%old: f32):
        %new = arith.mulf %old, %v : f32
        memref.atomic_yield %new : f32
      }
      gpu.return
    }
  }
}
