// RUN: weft-opt %s -weft-place-allocations=only=carry_workspaces -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s

// CHECK-NOT: Remark=
func.func private @append(memref<?xf64>) -> memref<?xf64>
func.func @carried(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: remarks.mlir:[[@LINE+3]]:{{.*}}: remark: [Passed] carry_workspaces {{.*}}Remark="allocates the array once before the loop: 2 elements"
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] carry_workspaces {{.*}}Remark="carries the array to the next iteration"
  scf.for %i = %c0 to %n step %c1 {
    %p = memref.alloc() : memref<2xindex>
    memref.store %i, %p[%c0] : memref<2xindex>
    %a = memref.alloc() : memref<64xf64>
    %c = memref.cast %a : memref<64xf64> to memref<?xf64>
    %d = func.call @append(%c) : (memref<?xf64>) -> memref<?xf64>
    memref.dealloc %p : memref<2xindex>
    memref.dealloc %d : memref<?xf64>
  }
  return
}

// -----

// CHECK-NOT: Remark=
func.func private @append(memref<?xf64>) -> memref<?xf64>
func.func private @narrow(memref<?xf64>) -> memref<?xf32>
func.func private @ranked(memref<*xf64>) -> memref<?xf64>
func.func @others(%n: index, %q: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] carry_workspaces {{.*}}Remark="the loop is tagged `parallel` in `weft.loop`"
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<64xf64>
    %c = memref.cast %a : memref<64xf64> to memref<?xf64>
    %d = func.call @append(%c) : (memref<?xf64>) -> memref<?xf64>
    memref.dealloc %d : memref<?xf64>
  } {weft.loop = #weft.loop<parallel(static)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] carry_workspaces {{.*}}Remark="the loop is tagged `vector` in `weft.loop`"
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<64xf64>
    %c = memref.cast %a : memref<64xf64> to memref<?xf64>
    %d = func.call @append(%c) : (memref<?xf64>) -> memref<?xf64>
    memref.dealloc %d : memref<?xf64>
  } {weft.loop = #weft.loop<vector(4)>}
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] carry_workspaces {{.*}}Remark="the allocation of the array has uses other than one `memref.cast`"
    %a = memref.alloc() : memref<64xf64>
    memref.store %zero, %a[%c0] : memref<64xf64>
    %c = memref.cast %a : memref<64xf64> to memref<?xf64>
    %d = func.call @append(%c) : (memref<?xf64>) -> memref<?xf64>
    memref.dealloc %d : memref<?xf64>
  }
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] carry_workspaces {{.*}}Remark="the `memref.cast` of the array is not in the block of the allocation"
    %a = memref.alloc() : memref<64xf64>
    scf.if %q {
      %c = memref.cast %a : memref<64xf64> to memref<?xf64>
      %d = func.call @append(%c) : (memref<?xf64>) -> memref<?xf64>
      memref.dealloc %d : memref<?xf64>
    }
  }
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] carry_workspaces {{.*}}Remark="the array is not cast to a one-dimensional memref with a dynamic size and the identity layout"
    %a = memref.alloc() : memref<64xf64>
    %c = memref.cast %a : memref<64xf64> to memref<*xf64>
    %d = func.call @ranked(%c) : (memref<*xf64>) -> memref<?xf64>
    memref.dealloc %d : memref<?xf64>
  }
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] carry_workspaces {{.*}}Remark="`memref.dim` uses the cast of the array, and a reused array differs from a new one in size and content"
    %a = memref.alloc() : memref<64xf64>
    %c = memref.cast %a : memref<64xf64> to memref<?xf64>
    %size = memref.dim %c, %c0 : memref<?xf64>
    %d = func.call @append(%c) : (memref<?xf64>) -> memref<?xf64>
    memref.dealloc %d : memref<?xf64>
  }
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] carry_workspaces {{.*}}Remark="the loop body deallocates no array of the type to which the array is cast"
    %a = memref.alloc() : memref<64xf64>
    %c = memref.cast %a : memref<64xf64> to memref<?xf64>
    %d = func.call @narrow(%c) : (memref<?xf64>) -> memref<?xf32>
    memref.dealloc %d : memref<?xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] carry_workspaces {{.*}}Remark="the deallocation of the array is in a nested block"
    %a = memref.alloc() : memref<64xf64>
    scf.if %q {
      memref.dealloc %a : memref<64xf64>
    }
  }
  // Loops without such arrays are silent.
  // CHECK-NOT: Remark=
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc(%n) : memref<?xf64>
    memref.dealloc %a : memref<?xf64>
  }
  return
}
