// RUN: weft-opt %s --weft-lower-launches --verify-diagnostics

module attributes {gpu.container_module} {
  func.func @host(%n: index, %x: memref<?xi128>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@update blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xi128>)
    return
  }
  gpu.module @kernels {
    gpu.func @update(%x: memref<?xi128>) kernel {
      %i = gpu.thread_id x
      %v = arith.constant 1 : i128
      // expected-error @+1 {{cannot run on a GPU: devices have no atomic updates of 'i128'; choose another loop for the blocks, or temporary}}
      %sum = memref.generic_atomic_rmw %x[%i] : memref<?xi128> {
      ^bb0(%old: i128):
        %new = arith.addi %old, %v : i128
        memref.atomic_yield %new : i128
      }
      gpu.return
    }
  }
}
