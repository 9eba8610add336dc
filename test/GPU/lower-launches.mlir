// Arrays stay on the device between launches, and the host has them when it
// accesses them.
// RUN: weft-opt %s --weft-lower-launches | FileCheck %s
// RUN: weft-opt %s --weft-lower-launches=device=2 | FileCheck %s --check-prefix=DEVICE

// The name of the operand's tensor is in messages about its arrays.
// CHECK-DAG: llvm.mlir.global internal constant @kernels_array_of_x("an array of x\00")
// CHECK-DAG: llvm.mlir.global internal constant @kernels_array_of_y("an array of y\00")

// CHECK-LABEL: func.func @kernel(
// CHECK-SAME:  %[[X:.*]]: memref<?xf64>
// The kernel defines the result, which the host never writes.
// CHECK:       %[[Y:.*]] = memref.alloc(
// CHECK:       arith.constant 3 : i64
// CHECK:       llvm.call @weft_rt_launch
// CHECK-NOT:   weft_rt_access
// CHECK:       llvm.call @weft_rt_launch
// Before the loop, and not in it.
// CHECK:       memref.extract_aligned_pointer_as_index %[[Y]]
// CHECK:       llvm.call @weft_rt_access
// CHECK:       scf.for
// CHECK-NOT:   weft_rt_access
// CHECK:       }
// CHECK:       call @weft_rt_finish_launches()
// CHECK-NEXT:  return

// DEVICE-LABEL: func.func @kernel(
// DEVICE:       llvm.call @weft_rt_launch({{.*}}, %c2_i64{{[_0-9]*}}) : (!llvm.ptr
module attributes {gpu.container_module} {
  func.func @kernel(%x: memref<?xf64> {weft.name = "x", weft.array = #weft.array<0 values>}, %n: index) -> (memref<?xf64> {weft.name = "y"}, f64) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f64
    %y = memref.alloc(%n) : memref<?xf64>
    gpu.launch_func @kernels::@copy blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf64>, %y : memref<?xf64>)
    gpu.launch_func @kernels::@copy blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf64>, %y : memref<?xf64>)
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
      %v = memref.load %y[%i] : memref<?xf64>
      %t = arith.addf %s, %v : f64
      scf.yield %t : f64
    }
    return %y, %sum : memref<?xf64>, f64
  }

  // What the host has written is copied; an array on the stack after each launch.
  // CHECK-LABEL: func.func @written(
  // CHECK:       %[[A:.*]] = memref.alloc(
  // CHECK:       %[[ONE:.*]] = arith.constant 1 : i64
  // CHECK:       llvm.call @weft_rt_access(%{{.*}}, %[[ONE]])
  // CHECK-NEXT:  memref.store %{{.*}}, %[[A]]
  // CHECK:       arith.constant 2 : i64
  // CHECK:       llvm.call @weft_rt_launch
  // CHECK:       %[[S:.*]] = memref.extract_aligned_pointer_as_index %{{.*}} : memref<4xf64>
  // CHECK:       llvm.call @weft_rt_access
  func.func @written(%x: f64, %n: index) -> memref<?xf64> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = memref.alloc(%n) : memref<?xf64>
    %s = memref.alloca() : memref<4xf64>
    %d = memref.cast %s : memref<4xf64> to memref<?xf64>
    memref.store %x, %a[%c0] : memref<?xf64>
    gpu.launch_func @kernels::@copy blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%d : memref<?xf64>, %a : memref<?xf64>)
    return %a : memref<?xf64>
  }

  // An array that the host writes first is only read after the launch: the
  // contents on the device stay current.
  // CHECK-LABEL: func.func @read(
  // CHECK:       %[[WRITES:.*]] = arith.constant 1 : i64
  // CHECK:       llvm.call @weft_rt_access(%{{.*}}, %[[WRITES]])
  // CHECK-NEXT:  memref.store
  // CHECK:       llvm.call @weft_rt_launch
  // CHECK:       %[[READS:.*]] = arith.constant 0 : i64
  // CHECK:       llvm.call @weft_rt_access(%{{.*}}, %[[READS]])
  // CHECK-NEXT:  memref.load
  func.func @read(%x: memref<?xf64> {weft.name = "x", weft.array = #weft.array<0 values>}, %v: f64, %n: index) -> f64 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = memref.alloc(%n) : memref<?xf64>
    memref.store %v, %a[%c0] : memref<?xf64>
    gpu.launch_func @kernels::@copy blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf64>, %a : memref<?xf64>)
    %r = memref.load %a[%c0] : memref<?xf64>
    memref.dealloc %a : memref<?xf64>
    return %r : f64
  }

  gpu.module @kernels {
    gpu.func @copy(%from: memref<?xf64>, %to: memref<?xf64>) kernel {
      %i = gpu.block_id x
      %v = memref.load %from[%i] : memref<?xf64>
      memref.store %v, %to[%i] : memref<?xf64>
      gpu.return
    }
  }
}
