// RUN: weft-opt %s --weft-lower-launches --verify-diagnostics

module attributes {gpu.container_module} {
  func.func @kernel(%x: memref<?xf64> {weft.name = "x", weft.array = #weft.array<0 values>}, %n: index) -> (memref<?xf64> {weft.name = "y"}) {
    %c1 = arith.constant 1 : index
    %y = memref.alloc(%n) : memref<?xf64>
    gpu.launch_func @kernels::@whole blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf64>, %y : memref<?xf64>)
    return %y : memref<?xf64>
  }
  gpu.module @kernels {
    gpu.func @whole(%a: memref<?xf64>, %b: memref<?xf64>) kernel {
      %t = gpu.thread_id x
      %v = vector.load %a[%t] : memref<?xf64>, vector<2xf64>
      // expected-error @+1 {{cannot run on a GPU: 'vector.reduction' accesses an array in a way that devices do not have}}
      %s = vector.reduction <add>, %v : vector<2xf64> into f64
      memref.store %s, %b[%t] : memref<?xf64>
      gpu.return
    }
  }
}
