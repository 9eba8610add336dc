// A thread notes the index of an access beyond its array, and the host fails
// after the launch.
// RUN: weft-opt %s --weft-check-accesses | FileCheck %s

// CHECK-LABEL: func.func @kernel(
// CHECK-SAME:  %[[X:.*]]: memref<?xf64>, %[[Y:.*]]: memref<?xf64>
// CHECK:       %[[NOTED:.*]] = memref.alloca() : memref<2xi64>
// CHECK-DAG:   memref.dim %[[X]]
// CHECK-DAG:   memref.dim %[[Y]]
// CHECK-COUNT-2: memref.store %{{.*}}, %[[NOTED]]
// CHECK:       gpu.launch_func
// CHECK-SAME:  %[[NOTED]] : memref<2xi64>
// CHECK:       memref.load %[[NOTED]]
// CHECK:       arith.cmpi ne
// CHECK:       scf.if
// CHECK:         call @weft_rt_fail
// CHECK:       memref.load %[[NOTED]]
// CHECK:         call @weft_rt_fail
module attributes {gpu.container_module} {
  func.func @kernel(%x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@copy blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf64>, %y : memref<?xf64>)
    return
  }

  // CHECK-LABEL: gpu.func @copy(
  // CHECK-SAME:  %[[FROM:[a-z0-9]+]]: memref<?xf64>, %[[TO:[a-z0-9]+]]: memref<?xf64>, %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index, %[[NOTE:[a-z0-9]+]]: memref<2xi64>)
  // CHECK:       %[[I:.*]] = gpu.block_id
  // CHECK:       %[[LOADS:.*]] = arith.cmpi ult, %[[I]], %[[M]]
  // CHECK:       %[[V:.*]] = scf.if %[[LOADS]] -> (f64) {
  // CHECK-NEXT:    %[[L:.*]] = memref.load %[[FROM]][%[[I]]]
  // CHECK-NEXT:    scf.yield %[[L]]
  // CHECK:       } else {
  // CHECK:         memref.generic_atomic_rmw %[[NOTE]]
  // CHECK:           arith.maxui
  // CHECK:       %[[STORES:.*]] = arith.cmpi ult, %[[I]], %[[N]]
  // CHECK:       scf.if %[[STORES]] {
  // CHECK-NEXT:    memref.store %[[V]], %[[TO]][%[[I]]]
  // CHECK-NEXT:  } else {
  // CHECK:         memref.generic_atomic_rmw %[[NOTE]]
  gpu.module @kernels {
    gpu.func @copy(%from: memref<?xf64>, %to: memref<?xf64>) kernel {
      %i = gpu.block_id x
      %v = memref.load %from[%i] : memref<?xf64>
      memref.store %v, %to[%i] : memref<?xf64>
      gpu.return
    }

    // The index of the second access is a loaded element, and no check yields
    // the result of the update, which devices have no instruction for.
    // CHECK-LABEL: gpu.func @scatter(
    // CHECK:       %[[INDEX:.*]] = scf.if %{{.*}} -> (index) {
    // CHECK:       arith.cmpi ult, %[[INDEX]],
    // CHECK-NEXT:  scf.if %{{.*}} {
    // CHECK-NEXT:    memref.generic_atomic_rmw %{{.*}}[%[[INDEX]]] : memref<?xf64>
    gpu.func @scatter(%indices: memref<?xindex>, %to: memref<?xf64>) kernel {
      %i = gpu.block_id x
      %one = arith.constant 1.0 : f64
      %index = memref.load %indices[%i] : memref<?xindex>
      %old = memref.generic_atomic_rmw %to[%index] : memref<?xf64> {
      ^bb0(%current: f64):
        %sum = arith.addf %current, %one : f64
        memref.atomic_yield %sum : f64
      }
      gpu.return
    }
  }

  func.func @scatter_kernel(%indices: memref<?xindex>, %y: memref<?xf64>, %n: index) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@scatter blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%indices : memref<?xindex>, %y : memref<?xf64>)
    return
  }
}
