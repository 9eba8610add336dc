// Devices exchange no less than four bytes: arrays in shared memory with
// shorter elements that are updated atomically consist of whole words, which
// are cleared first.
// RUN: weft-opt %s --weft-map-to-gpu --canonicalize --split-input-file | FileCheck %s
// RUN: weft-opt %s --weft-map-to-gpu --canonicalize --gpu-kernel-outlining --weft-outline-device-functions --split-input-file | FileCheck %s --check-prefix=SOURCE

// An array of a block, with a bound of its size. The threads share its words.
// CHECK-LABEL: @block
// CHECK:       gpu.launch {{.*}} workgroup(%[[W:.*]] : memref<12xi8, #gpu.address_space<workgroup>>)
// CHECK:         scf.for %[[K:.*]] = %{{.*}} to %c12 step %c256
// CHECK-NEXT:      memref.store %c0_i8, %[[W]][%[[K]]]
// CHECK-NEXT:    }
// CHECK-NEXT:    gpu.barrier
// CHECK:         memref.generic_atomic_rmw %[[W]]
// SOURCE:      memref.alloca() {alignment = 4 : i64} : memref<12xi8, #gpu.address_space<workgroup>>
func.func @block(%n: index, %at: memref<?xindex>, %y: memref<?xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %one = arith.constant 1 : i8
  scf.for %b = %c0 to %n step %c1 {
    %size = arith.minui %n, %c10 : index
    %w = memref.alloc(%size) : memref<?xi8>
    scf.for %t = %c0 to %n step %c1 {
      %p = memref.load %at[%t] : memref<?xindex>
      memref.generic_atomic_rmw %w[%p] : memref<?xi8> {
      ^bb0(%old: i8):
        %new = arith.addi %old, %one : i8
        memref.atomic_yield %new : i8
      }
    } {weft.loop = #weft.loop<gpu(thread)>}
    %v = memref.load %w[%c0] : memref<?xi8>
    memref.store %v, %y[%b] : memref<?xi8>
    memref.dealloc %w : memref<?xi8>
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// Each warp has words for itself, here for a scalar.
// CHECK-LABEL: @warps
// CHECK:       gpu.launch {{.*}} threads(%{{[a-z0-9]+}}, %[[WARP:[a-z0-9]+]], {{.*}} workgroup(%[[W:.*]] : memref<8xf16, #gpu.address_space<workgroup>>)
// CHECK:         %[[PART:.*]] = arith.muli %[[WARP]], %c2
// CHECK:         memref.store %{{.*}}, %[[W]][
// CHECK:         memref.generic_atomic_rmw %[[W]][%[[PART]]]
// CHECK:         memref.load %[[W]][%[[PART]]]
func.func @warps(%n: index, %x: memref<?xf16>, %y: memref<?xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f16
  scf.for %b = %c0 to %n step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %w = memref.alloca() : memref<f16>
      memref.store %zero, %w[] : memref<f16>
      scf.for %t = %c0 to %n step %c1 {
        %v = memref.load %x[%t] : memref<?xf16>
        memref.generic_atomic_rmw %w[] : memref<f16> {
        ^bb0(%old: f16):
          %new = arith.addf %old, %v : f16
          memref.atomic_yield %new : f16
        }
      } {weft.loop = #weft.loop<gpu(thread)>}
      %sum = memref.load %w[] : memref<f16>
      memref.store %sum, %y[%i] : memref<?xf16>
    } {weft.loop = #weft.loop<gpu(warp 4)>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// Elements without atomic updates, and of whole words, need nothing of this.
// CHECK-LABEL: @others
// CHECK:       gpu.launch {{.*}} workgroup(%{{.*}} : memref<3xi8, #gpu.address_space<workgroup>>, %{{.*}} : memref<3xi32, #gpu.address_space<workgroup>>)
// CHECK-NOT:     memref.store %c0
// SOURCE-COUNT-2: memref.alloca() : memref<3x
func.func @others(%n: index, %x: memref<?xi8>, %y: memref<?xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i32
  scf.for %b = %c0 to %n step %c1 {
    %v = memref.alloc() : memref<3xi8>
    %w = memref.alloc() : memref<3xi32>
    scf.for %t = %c0 to %c3 step %c1 {
      %a = memref.load %x[%t] : memref<?xi8>
      memref.store %a, %v[%t] : memref<3xi8>
      memref.generic_atomic_rmw %w[%t] : memref<3xi32> {
      ^bb0(%old: i32):
        %new = arith.addi %old, %one : i32
        memref.atomic_yield %new : i32
      }
    } {weft.loop = #weft.loop<gpu(thread)>}
    %a = memref.load %v[%c0] : memref<3xi8>
    memref.store %a, %y[%b] : memref<?xi8>
    memref.dealloc %v : memref<3xi8>
    memref.dealloc %w : memref<3xi32>
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}
