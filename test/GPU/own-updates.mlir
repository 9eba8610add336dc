// RUN: weft-opt %s --weft-lower-launches | FileCheck %s

// Arrays of a block are updated at their generic addresses, by an instruction or
// by comparing and exchanging; those of a thread take a load and a store. The
// result is the value before the update.
module attributes {gpu.container_module} {
  func.func @host(%n: index, %x: memref<?xf64>, %y: memref<?xi8>, %z: memref<?xi128>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@update blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf64>)
    gpu.launch_func @kernels::@results blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf64>, %y : memref<?xi8>)
    gpu.launch_func @kernels::@wide blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%z : memref<?xi128>)
    return
  }

  gpu.module @kernels {
    // CHECK-LABEL: gpu.func @update
    // CHECK-SAME:  workgroup(%[[SHARED:.*]] : memref<8xf64, #gpu.address_space<workgroup>>)
    gpu.func @update(%x: memref<?xf64>) workgroup(%shared: memref<8xf64, #gpu.address_space<workgroup>>) kernel {
      %i = gpu.thread_id x
      // CHECK: %[[OWN:.*]] = memref.alloca() : memref<8xf64>
      %own = memref.alloca() : memref<8xf64>
      %v = memref.load %x[%i] : memref<?xf64>
      // CHECK: %[[GENERIC:.*]] = memref.memory_space_cast %[[SHARED]] : memref<8xf64, #gpu.address_space<workgroup>> to memref<8xf64>
      // CHECK: memref.extract_aligned_pointer_as_index %[[GENERIC]]
      // CHECK: llvm.atomicrmw fadd %{{.*}}, %{{.*}} syncscope("device") monotonic : !llvm.ptr, f64
      %sum = memref.generic_atomic_rmw %shared[%i] : memref<8xf64, #gpu.address_space<workgroup>> {
      ^bb0(%old: f64):
        %new = arith.addf %old, %v : f64
        memref.atomic_yield %new : f64
      }
      // CHECK: memref.memory_space_cast %[[SHARED]]
      // CHECK: scf.while
      // CHECK:   arith.mulf
      // CHECK:   llvm.cmpxchg
      %product = memref.generic_atomic_rmw %shared[%i] : memref<8xf64, #gpu.address_space<workgroup>> {
      ^bb0(%old: f64):
        %new = arith.mulf %old, %v : f64
        memref.atomic_yield %new : f64
      }
      // CHECK: %[[OLD:.*]] = memref.load %[[OWN]]
      // CHECK: %[[NEW:.*]] = arith.addf %[[OLD]]
      // CHECK: memref.store %[[NEW]], %[[OWN]]
      %part = memref.generic_atomic_rmw %own[%i] : memref<8xf64> {
      ^bb0(%old: f64):
        %new = arith.addf %old, %v : f64
        memref.atomic_yield %new : f64
      }
      gpu.return
    }

    // CHECK-LABEL: gpu.func @results
    gpu.func @results(%x: memref<?xf64>, %y: memref<?xi8>) kernel {
      %i = gpu.thread_id x
      %v = arith.constant 2.0 : f64
      %byte = arith.constant 3 : i8
      %own = memref.alloca() : memref<8xf64>
      // CHECK: %[[OLD:.*]] = memref.load
      // CHECK: memref.store
      // CHECK: llvm.store %[[OLD]]
      %private = memref.generic_atomic_rmw %own[%i] : memref<8xf64> {
      ^bb0(%old: f64):
        %new = arith.addf %old, %v : f64
        memref.atomic_yield %new : f64
      }
      memref.store %private, %x[%i] : memref<?xf64>
      // CHECK: %[[OLD:.*]] = llvm.atomicrmw fadd
      // CHECK: llvm.store %[[OLD]]
      %instruction = memref.generic_atomic_rmw %x[%i] : memref<?xf64> {
      ^bb0(%old: f64):
        %new = arith.addf %old, %v : f64
        memref.atomic_yield %new : f64
      }
      memref.store %instruction, %x[%i] : memref<?xf64>
      // CHECK: %[[BITS:.*]] = scf.while
      // CHECK:   llvm.cmpxchg
      // CHECK: %[[OLD:.*]] = arith.bitcast %[[BITS]] : i64 to f64
      // CHECK: llvm.store %[[OLD]]
      %exchanged = memref.generic_atomic_rmw %x[%i] : memref<?xf64> {
      ^bb0(%old: f64):
        %new = arith.mulf %old, %v : f64
        memref.atomic_yield %new : f64
      }
      memref.store %exchanged, %x[%i] : memref<?xf64>
      // CHECK: %[[WORD:.*]] = scf.while
      // CHECK:   llvm.cmpxchg
      // CHECK: %[[SHIFTED:.*]] = arith.shrui %[[WORD]]
      // CHECK: %[[OLD:.*]] = arith.trunci %[[SHIFTED]] : i32 to i8
      // CHECK: llvm.store %[[OLD]]
      %short = memref.generic_atomic_rmw %y[%i] : memref<?xi8> {
      ^bb0(%old: i8):
        %new = arith.addi %old, %byte : i8
        memref.atomic_yield %new : i8
      }
      memref.store %short, %y[%i] : memref<?xi8>
      gpu.return
    }

    // Loads and stores have types that no atomic update has.
    // CHECK-LABEL: gpu.func @wide
    gpu.func @wide(%z: memref<?xi128>) kernel {
      %i = gpu.thread_id x
      %own = memref.alloca() : memref<8xi128>
      %v = memref.load %z[%i] : memref<?xi128>
      // CHECK: %[[OLD:.*]] = memref.load
      // CHECK: %[[NEW:.*]] = arith.addi %[[OLD]]
      // CHECK: memref.store %[[NEW]]
      // CHECK-NOT: generic_atomic_rmw
      // CHECK: gpu.return
      %sum = memref.generic_atomic_rmw %own[%i] : memref<8xi128> {
      ^bb0(%old: i128):
        %new = arith.addi %old, %v : i128
        memref.atomic_yield %new : i128
      }
      gpu.return
    }
  }
}
