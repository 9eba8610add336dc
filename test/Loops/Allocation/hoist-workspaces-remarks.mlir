// RUN: weft-opt %s -weft-place-allocations=only=hoist_workspaces -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s

// A workspace that is filled, and a workspace of a parallel loop.
// CHECK-NOT: Remark=
func.func private @weft_rt_fail(i64, i64, i64, i64)
func.func @hoisted(%pos: memref<?xindex>, %crd: memref<?xindex>, %y: memref<?xf64>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c0_i64 = arith.constant 0 : i64
  %most = arith.constant 1152921504606846975 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  scf.for %i = %c0 to %m step %c1 {
    %large = arith.cmpi ugt, %n, %most : index
    scf.if %large {
      func.call @weft_rt_fail(%c0_i64, %c0_i64, %c0_i64, %c0_i64) : (i64, i64, i64, i64) -> ()
    }
    // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Passed] hoist_workspaces {{.*}}Remark="allocates and fills the array once before the loop, and resets the stored elements in each iteration"
    %w = memref.alloc(%n) : memref<?xf64>
    scf.for %k = %c0 to %n step %c1 {
      memref.store %zero, %w[%k] : memref<?xf64>
    }
    %last = memref.load %pos[%i] : memref<?xindex>
    scf.for %p = %c0 to %last step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      memref.store %one, %w[%j] : memref<?xf64>
    }
    %r = memref.load %w[%i] : memref<?xf64>
    memref.store %r, %y[%i] : memref<?xf64>
    memref.dealloc %w : memref<?xf64>
  }
  scf.for %i = %c0 to %m step %c1 {
    %large = arith.cmpi ugt, %n, %most : index
    scf.if %large {
      func.call @weft_rt_fail(%c0_i64, %c0_i64, %c0_i64, %c0_i64) : (i64, i64, i64, i64) -> ()
    }
    // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Passed] hoist_workspaces {{.*}}Remark="allocates the array once per partition of the parallel loop"
    %w = memref.alloc(%n) : memref<?xf64>
    memref.store %one, %w[%i] : memref<?xf64>
    %r = memref.load %w[%i] : memref<?xf64>
    memref.store %r, %y[%i] : memref<?xf64>
    memref.dealloc %w : memref<?xf64>
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// CHECK-NOT: Remark=
func.func private @weft_rt_fail(i64, i64, i64, i64)
func.func private @use(memref<?xf64>)
func.func @stays(%y: memref<?xf64>, %n: index, %m: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c0_i64 = arith.constant 0 : i64
  %most = arith.constant 1152921504606846975 : index
  %one = arith.constant 1.0 : f64
  %large = arith.cmpi ugt, %n, %most : index
  scf.for %i = %c0 to %m step %c1 {
    // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] hoist_workspaces {{.*}}Remark="the runtime keeps the array for the next call"
    %t = memref.alloc(%n) {weft.table = 0 : i64} : memref<?xf64>
    scf.for %k = %c0 to %n step %c1 {
      memref.store %one, %t[%k] : memref<?xf64>
    } {weft.table}
    memref.dealloc %t {weft.table} : memref<?xf64>
    // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] hoist_workspaces {{.*}}Remark="the array has a use other than loads and stores: `func.call`"
    %u = memref.alloc(%n) : memref<?xf64>
    func.call @use(%u) : (memref<?xf64>) -> ()
    memref.dealloc %u : memref<?xf64>
    // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] hoist_workspaces {{.*}}Remark="the deallocation of the array is not in the block of the allocation"
    %v = memref.alloc(%n) : memref<?xf64>
    scf.if %c {
      memref.dealloc %v : memref<?xf64>
    }
    // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] hoist_workspaces {{.*}}Remark="the allocation of the array does not directly follow an `scf.if` that calls `weft_rt_fail` if the size exceeds a constant"
    %w = memref.alloc(%n) : memref<?xf64>
    memref.dealloc %w : memref<?xf64>
    scf.index_switch %i
    default {
      scf.if %large {
        func.call @weft_rt_fail(%c0_i64, %c0_i64, %c0_i64, %c0_i64) : (i64, i64, i64, i64) -> ()
      }
      // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] hoist_workspaces {{.*}}Remark="the enclosing operation `scf.index_switch` is not an `scf.for`, `scf.while` or `scf.if`"
      %x = memref.alloc(%n) : memref<?xf64>
      memref.dealloc %x : memref<?xf64>
    }
  }
  scf.for %i = %c0 to %m step %c1 {
    %tooLong = arith.cmpi ugt, %i, %most : index
    scf.if %tooLong {
      func.call @weft_rt_fail(%c0_i64, %c0_i64, %c0_i64, %c0_i64) : (i64, i64, i64, i64) -> ()
    }
    // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] hoist_workspaces {{.*}}Remark="the size of the array is not invariant in the enclosing `scf.for`"
    %w = memref.alloc(%i) : memref<?xf64>
    memref.dealloc %w : memref<?xf64>
  }
  scf.for %i = %c0 to %m step %c1 {
    scf.if %large {
      func.call @weft_rt_fail(%c0_i64, %c0_i64, %c0_i64, %c0_i64) : (i64, i64, i64, i64) -> ()
    }
    // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] hoist_workspaces {{.*}}Remark="the loop is tagged `vector` in `weft.loop`, and its lanes cannot share the array"
    %w = memref.alloc(%n) : memref<?xf64>
    memref.dealloc %w : memref<?xf64>
  } {weft.loop = #weft.loop<vector(4)>}
  scf.for %i = %c0 to %m step %c1 {
    scf.if %large {
      func.call @weft_rt_fail(%c0_i64, %c0_i64, %c0_i64, %c0_i64) : (i64, i64, i64, i64) -> ()
    }
    // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] hoist_workspaces {{.*}}Remark="the loop is tagged `gpu` in `weft.loop`, and its threads cannot share the array"
    %w = memref.alloc(%n) : memref<?xf64>
    memref.dealloc %w : memref<?xf64>
  } {weft.loop = #weft.loop<gpu(thread)>}
  // Outside loops, and for arrays that nothing frees, there are no remarks.
  // CHECK-NOT: Remark=
  %w = memref.alloc(%n) : memref<?xf64>
  memref.dealloc %w : memref<?xf64>
  scf.for %i = %c0 to %m step %c1 {
    %kept = memref.alloc(%n) : memref<?xf64>
    func.call @use(%kept) : (memref<?xf64>) -> ()
  }
  return
}

// -----

// CHECK-NOT: Remark=
func.func private @weft_rt_fail(i64, i64, i64, i64)
func.func private @place() -> index
func.func @dimension(%pos: memref<?xindex>, %crd: memref<?xindex>, %written: memref<?xindex>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c0_i64 = arith.constant 0 : i64
  %most = arith.constant 1152921504606846975 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %large = arith.cmpi ugt, %n, %most : index
  memref.store %c0, %written[%c0] : memref<?xindex>
  scf.for %i = %c0 to %m step %c1 {
    scf.if %large {
      func.call @weft_rt_fail(%c0_i64, %c0_i64, %c0_i64, %c0_i64) : (i64, i64, i64, i64) -> ()
    }
    // CHECK: remarks.mlir:[[@LINE+2]]:{{.*}}: remark: [Missed] hoist_workspaces {{.*}}Remark="each iteration fills the array: a loop that stores to the workspace has no loaded bound or a step other than 1"
    // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Passed] hoist_workspaces {{.*}}Remark="allocates the array once before the loop"
    %w = memref.alloc(%n) : memref<?xf64>
    scf.for %k = %c0 to %n step %c1 {
      memref.store %zero, %w[%k] : memref<?xf64>
    }
    %last = memref.load %pos[%i] : memref<?xindex>
    scf.for %p = %c0 to %n step %c1 {
      memref.store %one, %w[%p] : memref<?xf64>
    }
    memref.dealloc %w : memref<?xf64>
  }
  return
}

// -----

// CHECK-NOT: Remark=
func.func private @weft_rt_fail(i64, i64, i64, i64)
func.func private @place() -> index
func.func @parallel(%pos: memref<?xindex>, %crd: memref<?xindex>, %written: memref<?xindex>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c0_i64 = arith.constant 0 : i64
  %most = arith.constant 1152921504606846975 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %large = arith.cmpi ugt, %n, %most : index
  memref.store %c0, %written[%c0] : memref<?xindex>
  scf.for %i = %c0 to %m step %c1 {
    scf.if %large {
      func.call @weft_rt_fail(%c0_i64, %c0_i64, %c0_i64, %c0_i64) : (i64, i64, i64, i64) -> ()
    }
    // CHECK: remarks.mlir:[[@LINE+2]]:{{.*}}: remark: [Missed] hoist_workspaces {{.*}}Remark="each iteration fills the array: a loop that stores to the workspace is parallel"
    // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Passed] hoist_workspaces {{.*}}Remark="allocates the array once before the loop"
    %w = memref.alloc(%n) : memref<?xf64>
    scf.for %k = %c0 to %n step %c1 {
      memref.store %zero, %w[%k] : memref<?xf64>
    }
    %last = memref.load %pos[%i] : memref<?xindex>
    scf.for %p = %c0 to %last step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      memref.store %one, %w[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<parallel(static)>}
    memref.dealloc %w : memref<?xf64>
  }
  return
}

// -----

// CHECK-NOT: Remark=
func.func private @weft_rt_fail(i64, i64, i64, i64)
func.func private @place() -> index
func.func @unsigned(%pos: memref<?xindex>, %crd: memref<?xindex>, %written: memref<?xindex>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c0_i64 = arith.constant 0 : i64
  %most = arith.constant 1152921504606846975 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %large = arith.cmpi ugt, %n, %most : index
  memref.store %c0, %written[%c0] : memref<?xindex>
  scf.for %i = %c0 to %m step %c1 {
    scf.if %large {
      func.call @weft_rt_fail(%c0_i64, %c0_i64, %c0_i64, %c0_i64) : (i64, i64, i64, i64) -> ()
    }
    // CHECK: remarks.mlir:[[@LINE+2]]:{{.*}}: remark: [Missed] hoist_workspaces {{.*}}Remark="each iteration fills the array: a loop that stores to the workspace has unsigned bounds"
    // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Passed] hoist_workspaces {{.*}}Remark="allocates the array once before the loop"
    %w = memref.alloc(%n) : memref<?xf64>
    scf.for %k = %c0 to %n step %c1 {
      memref.store %zero, %w[%k] : memref<?xf64>
    }
    %last = memref.load %pos[%i] : memref<?xindex>
    scf.for unsigned %p = %c0 to %last step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      memref.store %one, %w[%j] : memref<?xf64>
    }
    memref.dealloc %w : memref<?xf64>
  }
  return
}

// -----

// CHECK-NOT: Remark=
func.func private @weft_rt_fail(i64, i64, i64, i64)
func.func private @place() -> index
func.func @carried(%pos: memref<?xindex>, %crd: memref<?xindex>, %written: memref<?xindex>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c0_i64 = arith.constant 0 : i64
  %most = arith.constant 1152921504606846975 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %large = arith.cmpi ugt, %n, %most : index
  memref.store %c0, %written[%c0] : memref<?xindex>
  scf.for %i = %c0 to %m step %c1 {
    scf.if %large {
      func.call @weft_rt_fail(%c0_i64, %c0_i64, %c0_i64, %c0_i64) : (i64, i64, i64, i64) -> ()
    }
    // CHECK: remarks.mlir:[[@LINE+2]]:{{.*}}: remark: [Missed] hoist_workspaces {{.*}}Remark="each iteration fills the array: the index of a store depends on a loop-carried value"
    // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Passed] hoist_workspaces {{.*}}Remark="allocates the array once before the loop"
    %w = memref.alloc(%n) : memref<?xf64>
    scf.for %k = %c0 to %n step %c1 {
      memref.store %zero, %w[%k] : memref<?xf64>
    }
    %last = memref.load %pos[%i] : memref<?xindex>
    %count = scf.for %p = %c0 to %last step %c1 iter_args(%j = %c0) -> (index) {
      memref.store %one, %w[%j] : memref<?xf64>
      %next = arith.addi %j, %p : index
      scf.yield %next : index
    }
    memref.dealloc %w : memref<?xf64>
  }
  return
}

// -----

// CHECK-NOT: Remark=
func.func private @weft_rt_fail(i64, i64, i64, i64)
func.func private @place() -> index
func.func @written(%pos: memref<?xindex>, %crd: memref<?xindex>, %written: memref<?xindex>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c0_i64 = arith.constant 0 : i64
  %most = arith.constant 1152921504606846975 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %large = arith.cmpi ugt, %n, %most : index
  memref.store %c0, %written[%c0] : memref<?xindex>
  scf.for %i = %c0 to %m step %c1 {
    scf.if %large {
      func.call @weft_rt_fail(%c0_i64, %c0_i64, %c0_i64, %c0_i64) : (i64, i64, i64, i64) -> ()
    }
    // CHECK: remarks.mlir:[[@LINE+2]]:{{.*}}: remark: [Missed] hoist_workspaces {{.*}}Remark="each iteration fills the array: the index of a store depends on an array that may be written"
    // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Passed] hoist_workspaces {{.*}}Remark="allocates the array once before the loop"
    %w = memref.alloc(%n) : memref<?xf64>
    scf.for %k = %c0 to %n step %c1 {
      memref.store %zero, %w[%k] : memref<?xf64>
    }
    %last = memref.load %pos[%i] : memref<?xindex>
    scf.for %p = %c0 to %last step %c1 {
      %j = memref.load %written[%p] : memref<?xindex>
      memref.store %one, %w[%j] : memref<?xf64>
    }
    memref.dealloc %w : memref<?xf64>
  }
  return
}

// -----

// CHECK-NOT: Remark=
func.func private @weft_rt_fail(i64, i64, i64, i64)
func.func private @place() -> index
func.func @called(%pos: memref<?xindex>, %crd: memref<?xindex>, %written: memref<?xindex>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c0_i64 = arith.constant 0 : i64
  %most = arith.constant 1152921504606846975 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %large = arith.cmpi ugt, %n, %most : index
  memref.store %c0, %written[%c0] : memref<?xindex>
  scf.for %i = %c0 to %m step %c1 {
    scf.if %large {
      func.call @weft_rt_fail(%c0_i64, %c0_i64, %c0_i64, %c0_i64) : (i64, i64, i64, i64) -> ()
    }
    // CHECK: remarks.mlir:[[@LINE+2]]:{{.*}}: remark: [Missed] hoist_workspaces {{.*}}Remark="each iteration fills the array: the index of a store depends on `func.call`, which has regions or side effects"
    // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Passed] hoist_workspaces {{.*}}Remark="allocates the array once before the loop"
    %w = memref.alloc(%n) : memref<?xf64>
    scf.for %k = %c0 to %n step %c1 {
      memref.store %zero, %w[%k] : memref<?xf64>
    }
    %last = memref.load %pos[%i] : memref<?xindex>
    scf.for %p = %c0 to %last step %c1 {
      %j = func.call @place() : () -> index
      memref.store %one, %w[%j] : memref<?xf64>
    }
    memref.dealloc %w : memref<?xf64>
  }
  return
}

// -----

// CHECK-NOT: Remark=
func.func private @weft_rt_fail(i64, i64, i64, i64)
func.func private @place() -> index
func.func @switched(%pos: memref<?xindex>, %crd: memref<?xindex>, %written: memref<?xindex>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c0_i64 = arith.constant 0 : i64
  %most = arith.constant 1152921504606846975 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %large = arith.cmpi ugt, %n, %most : index
  memref.store %c0, %written[%c0] : memref<?xindex>
  scf.for %i = %c0 to %m step %c1 {
    scf.if %large {
      func.call @weft_rt_fail(%c0_i64, %c0_i64, %c0_i64, %c0_i64) : (i64, i64, i64, i64) -> ()
    }
    // CHECK: remarks.mlir:[[@LINE+2]]:{{.*}}: remark: [Missed] hoist_workspaces {{.*}}Remark="each iteration fills the array: a store to the workspace is in `scf.index_switch`, not in `scf.for` or `scf.if`"
    // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Passed] hoist_workspaces {{.*}}Remark="allocates the array once before the loop"
    %w = memref.alloc(%n) : memref<?xf64>
    scf.for %k = %c0 to %n step %c1 {
      memref.store %zero, %w[%k] : memref<?xf64>
    }
    %last = memref.load %pos[%i] : memref<?xindex>
    scf.index_switch %last
    default {
      memref.store %one, %w[%i] : memref<?xf64>
    }
    memref.dealloc %w : memref<?xf64>
  }
  return
}
