// What upstream's pipeline makes of a kernel is accepted as it is.
// REQUIRES: mlir-opt
// RUN: mlir-opt %s --gpu-lower-to-nvvm-pipeline="cubin-chip=sm_90 cubin-features=+ptx80 cubin-format=isa" \
// RUN:   --mlir-print-op-on-diagnostic=false -o %t.mlir
// RUN: %python %S/Inputs/extract.py %t.mlir > %t.ptx
// RUN: weft-ptx %t.ptx | FileCheck %s

// CHECK: .entry sum
// CHECK: shared 256 bytes
// CHECK-DAG: atom{{.*}}add.f64
// CHECK-DAG: bar{{.*}}sync
// CHECK-DAG: shfl.sync.bfly.b32

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @sum(%x: memref<?xf64>, %y: memref<1xf64>)
        workgroup(%partial: memref<32xf64, #gpu.address_space<workgroup>>) kernel {
      %i = gpu.thread_id x
      %lane = gpu.lane_id
      %value = memref.load %x[%i] : memref<?xf64>
      %offset = arith.constant 16 : i32
      %width = arith.constant 32 : i32
      %other, %valid = gpu.shuffle xor %value, %offset, %width : f64
      %sum = arith.addf %value, %other : f64
      memref.store %sum, %partial[%lane] : memref<32xf64, #gpu.address_space<workgroup>>
      gpu.barrier
      %c0 = arith.constant 0 : index
      %first = memref.load %partial[%c0] : memref<32xf64, #gpu.address_space<workgroup>>
      memref.atomic_rmw addf %first, %y[%c0] : (f64, memref<1xf64>) -> f64
      gpu.return
    }
  }
}
