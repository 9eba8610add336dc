// Kernels become functions of the module, and launches calls, which say how each
// argument is used.
// RUN: weft-opt %s --weft-outline-device-functions --split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @kernel(
// CHECK-SAME:  %[[X:.*]]: memref<?xf64>
// CHECK:       %[[Y:.*]] = memref.alloc(
// The number of blocks, and the threads in each dimension.
// CHECK:       call @kernels(%{{.*}}, %c32, %c8, %[[X]], %[[Y]], %{{.*}}) {array_uses = array<i64: 1, 3, 0>}
// CHECK:       llvm.call @weft_rt_access
// CHECK:       memref.load %[[Y]]
// CHECK:       call @weft_rt_finish_launches()
// CHECK-NEXT:  return
// CHECK-NOT:   gpu.module
// CHECK:       func.func private @kernels(
// CHECK-SAME:    %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %[[A:.*]]: memref<?xf64>, %[[B:.*]]: memref<?xf64>, %[[N:.*]]: index
// CHECK-SAME:    attributes {gpu.kernel
// CHECK-DAG:   memref.alloca() : memref<8xf64, #gpu.address_space<workgroup>>
// CHECK-DAG:   memref.alloca() : memref<2xf64>
// CHECK:       gpu.thread_id  x
// CHECK:       return
module attributes {gpu.container_module} {
  func.func @kernel(%x: memref<?xf64> {weft.name = "x", weft.array = #weft.array<0 values>}, %n: index) -> (memref<?xf64> {weft.name = "y"}, f64) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %y = memref.alloc(%n) : memref<?xf64>
    gpu.launch_func @kernels::@copy blocks in (%n, %c1, %c1) threads in (%c32, %c8, %c1) args(%x : memref<?xf64>, %y : memref<?xf64>, %n : index)
    %v = memref.load %y[%c0] : memref<?xf64>
    return %y, %v : memref<?xf64>, f64
  }
  gpu.module @kernels {
    gpu.func @copy(%a: memref<?xf64>, %b: memref<?xf64>, %n: index) workgroup(%s: memref<8xf64, #gpu.address_space<workgroup>>) private(%p: memref<2xf64>) kernel {
      %t = gpu.thread_id x
      %v = memref.load %a[%t] : memref<?xf64>
      memref.store %v, %s[%t] : memref<8xf64, #gpu.address_space<workgroup>>
      memref.store %v, %p[%t] : memref<2xf64>
      memref.store %v, %b[%t] : memref<?xf64>
      gpu.return
    }
  }
}

// -----

// Names of functions are unique, and vectors become their elements.
// CHECK-LABEL: func.func @M_K(
// CHECK:         call @M_K_0(
// CHECK:         call @M_L(
// CHECK-DAG:   func.func private @M_K_0(
// CHECK-DAG:   func.func private @M_L(
// CHECK-NOT:     vector
// CHECK:         %[[AT:.*]] = arith.addi %{{.*}}, %c1
// CHECK:         memref.load %{{.*}}[%[[AT]]] : memref<?xf64>
module attributes {gpu.container_module} {
  func.func @M_K(%x: memref<?xf64> {weft.name = "x", weft.array = #weft.array<0 values>}, %n: index) -> (memref<?xf64> {weft.name = "y"}) {
    %c1 = arith.constant 1 : index
    %y = memref.alloc(%n) : memref<?xf64>
    gpu.launch_func @M::@K blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf64>, %y : memref<?xf64>)
    gpu.launch_func @M::@L blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf64>, %y : memref<?xf64>)
    return %y : memref<?xf64>
  }
  gpu.module @M {
    gpu.func @K(%a: memref<?xf64>, %b: memref<?xf64>) kernel {
      gpu.return
    }
    gpu.func @L(%a: memref<?xf64>, %b: memref<?xf64>) kernel {
      %t = gpu.thread_id x
      %v = vector.load %a[%t] {alignment = 16 : i64} : memref<?xf64>, vector<2xf64>
      %v0 = vector.extract %v[0] : f64 from vector<2xf64>
      %v1 = vector.extract %v[1] : f64 from vector<2xf64>
      %s = arith.addf %v0, %v1 : f64
      memref.store %s, %b[%t] : memref<?xf64>
      gpu.return
    }
  }
}
