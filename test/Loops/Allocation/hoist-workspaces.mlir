// RUN: weft-opt %s -weft-place-allocations=only=hoist_workspaces -split-input-file | FileCheck %s

// A row is scattered into two arrays, which are allocated once. An iteration resets
// the elements that it has stored, or fills the arrays if these are many.
// CHECK-LABEL: func.func @row(
// CHECK-SAME: %[[POS:[^ ]*]]: memref<?xi32>, %[[CRD:[^ ]*]]: memref<?xi32>, %{{.*}}, %[[ROWS:[^ ]*]]: index, %[[N:[^ ]*]]: index
// CHECK: %[[RUNS:.*]] = arith.cmpi sgt, %[[ROWS]], %{{.*}} : index
// CHECK: %[[SIZE:.*]] = arith.select %[[RUNS]], %[[N]], %{{.*}} : index
// CHECK: arith.cmpi ugt, %[[SIZE]]
// CHECK: func.call @weft_rt_fail
// CHECK: %[[SET:.*]] = memref.alloc(%[[SIZE]]) : memref<?xi8>
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[SIZE]]
// CHECK: %[[W:.*]] = memref.alloc(%[[SIZE]]) : memref<?xf64>
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[SIZE]]
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[ROWS]]
// CHECK-NOT: memref.alloc
// CHECK:   scf.for %{{.*}} = %[[BEGIN:.*]] to %[[END:.*]] step
// CHECK:     memref.store %{{.*}}, %[[SET]]
// CHECK:   func.call @use
// CHECK:   %[[COUNT:.*]] = arith.subi %[[END]], %[[BEGIN]] : index
// CHECK:   %[[FEW:.*]] = arith.divui %[[SIZE]], %c4
// CHECK:   arith.cmpi slt, %[[COUNT]], %[[FEW]] : index
// CHECK:   scf.if
// CHECK-NEXT: scf.for %[[P:.*]] = %[[BEGIN]] to %[[END]] step
// CHECK-NEXT:   %[[C:.*]] = memref.load %[[CRD]][%[[P]]]
// CHECK-NEXT:   %[[K:.*]] = arith.index_cast %[[C]]
// CHECK-NEXT:   memref.store %c0_i8, %[[SET]][%[[K]]]
// CHECK-NEXT:   memref.store %cst, %[[W]][%[[K]]]
// CHECK:   } else {
// CHECK:     scf.for %{{.*}} = %{{.*}} to %[[SIZE]]
// CHECK:     scf.for %{{.*}} = %{{.*}} to %[[SIZE]]
// CHECK: memref.dealloc %[[W]]
// CHECK: memref.dealloc %[[SET]]
func.func private @weft_rt_fail(i64, i64, i64, i64)
func.func private @use(f64, i8)
func.func @row(%pos: memref<?xi32>, %crd: memref<?xi32>, %vals: memref<?xf64>, %rows: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %most = arith.constant 576460752303423488 : index
  %c0_i64 = arith.constant 0 : i64
  %c3_i64 = arith.constant 3 : i64
  %c0_i8 = arith.constant 0 : i8
  %c1_i8 = arith.constant 1 : i8
  %cst = arith.constant 0.0 : f64
  scf.for %i = %c0 to %rows step %c1 {
    %tooLong = arith.cmpi ugt, %n, %most : index
    scf.if %tooLong {
      func.call @weft_rt_fail(%c3_i64, %c0_i64, %c0_i64, %c0_i64) : (i64, i64, i64, i64) -> ()
    }
    %set = memref.alloc(%n) : memref<?xi8>
    scf.for %k = %c0 to %n step %c1 {
      memref.store %c0_i8, %set[%k] : memref<?xi8>
    }
    scf.if %tooLong {
      func.call @weft_rt_fail(%c3_i64, %c0_i64, %c0_i64, %c0_i64) : (i64, i64, i64, i64) -> ()
    }
    %w = memref.alloc(%n) : memref<?xf64>
    scf.for %k = %c0 to %n step %c1 {
      memref.store %cst, %w[%k] : memref<?xf64>
    }
    %next = arith.addi %i, %c1 : index
    %0 = memref.load %pos[%i] : memref<?xi32>
    %begin = arith.index_cast %0 : i32 to index
    %1 = memref.load %pos[%next] : memref<?xi32>
    %end = arith.index_cast %1 : i32 to index
    scf.for %p = %begin to %end step %c1 {
      %c = memref.load %crd[%p] : memref<?xi32>
      %k = arith.index_cast %c : i32 to index
      %v = memref.load %vals[%p] : memref<?xf64>
      memref.store %c1_i8, %set[%k] : memref<?xi8>
      memref.store %v, %w[%k] : memref<?xf64>
    }
    %x = memref.load %w[%i] : memref<?xf64>
    %s = memref.load %set[%i] : memref<?xi8>
    func.call @use(%x, %s) : (f64, i8) -> ()
    memref.dealloc %set : memref<?xi8>
    memref.dealloc %w : memref<?xf64>
  }
  return
}

// -----

// For products of rows, the iterations of the innermost loops are counted first.
// CHECK-LABEL: func.func @product(
// CHECK: memref.alloc
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}}
// CHECK: scf.for
// CHECK: func.call @use
// CHECK: %[[COUNT:.*]] = scf.for {{.*}} iter_args(%[[SUM:.*]] = %{{.*}}) -> (index) {
// CHECK:   %[[STEPS:.*]] = arith.subi
// CHECK:   %[[MORE:.*]] = arith.addi %[[SUM]], %[[STEPS]] : index
// CHECK:   scf.yield %[[MORE]]
// CHECK: arith.cmpi slt, %[[COUNT]]
// CHECK: scf.if
// CHECK:   scf.for
// CHECK:     scf.for
// CHECK-NOT:   arith.addf
// CHECK:       memref.store %cst
// CHECK: else
func.func private @weft_rt_fail(i64, i64, i64, i64)
func.func private @use(f64)
func.func @product(%pos: memref<?xi32>, %crd: memref<?xi32>, %vals: memref<?xf64>, %rows: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %most = arith.constant 576460752303423488 : index
  %c0_i64 = arith.constant 0 : i64
  %cst = arith.constant 0.0 : f64
  scf.for %i = %c0 to %rows step %c1 {
    %tooLong = arith.cmpi ugt, %n, %most : index
    scf.if %tooLong {
      func.call @weft_rt_fail(%c0_i64, %c0_i64, %c0_i64, %c0_i64) : (i64, i64, i64, i64) -> ()
    }
    %w = memref.alloc(%n) : memref<?xf64>
    scf.for %k = %c0 to %n step %c1 {
      memref.store %cst, %w[%k] : memref<?xf64>
    }
    %0 = memref.load %pos[%i] : memref<?xi32>
    %begin = arith.index_cast %0 : i32 to index
    %next = arith.addi %i, %c1 : index
    %1 = memref.load %pos[%next] : memref<?xi32>
    %end = arith.index_cast %1 : i32 to index
    scf.for %p = %begin to %end step %c1 {
      %2 = memref.load %crd[%p] : memref<?xi32>
      %k = arith.index_cast %2 : i32 to index
      %3 = memref.load %pos[%k] : memref<?xi32>
      %begin2 = arith.index_cast %3 : i32 to index
      %next2 = arith.addi %k, %c1 : index
      %4 = memref.load %pos[%next2] : memref<?xi32>
      %end2 = arith.index_cast %4 : i32 to index
      scf.for %q = %begin2 to %end2 step %c1 {
        %5 = memref.load %crd[%q] : memref<?xi32>
        %j = arith.index_cast %5 : i32 to index
        %v = memref.load %vals[%q] : memref<?xf64>
        %old = memref.load %w[%j] : memref<?xf64>
        %new = arith.addf %old, %v : f64
        memref.store %new, %w[%j] : memref<?xf64>
      }
    }
    %x = memref.load %w[%i] : memref<?xf64>
    func.call @use(%x) : (f64) -> ()
    memref.dealloc %w : memref<?xf64>
  }
  return
}

// -----

// A workspace is filled in each iteration if a loop over a dimension stores to it, or
// if it is stored to at coordinates that are written. Both workspaces are allocated
// once, before all loops in which their size is invariant.
// CHECK-LABEL: func.func @filled(
// CHECK: memref.alloc
// CHECK-NEXT: scf.for
// CHECK-NEXT:   scf.for
// CHECK-NEXT:     scf.for
// CHECK-NEXT:       memref.store %cst
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.for
// CHECK-NEXT:       memref.load
// CHECK-NEXT:       memref.store
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc
// CHECK-LABEL: func.func @written(
// CHECK: memref.alloc
// CHECK-NEXT: scf.for
// CHECK-NEXT:   scf.for
// CHECK-NEXT:     memref.store %cst
// CHECK-NEXT:   }
// CHECK-NOT: memref.store %cst,
// CHECK: memref.dealloc
func.func private @weft_rt_fail(i64, i64, i64, i64)
func.func @filled(%vals: memref<?xf64>, %rows: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %most = arith.constant 576460752303423488 : index
  %c0_i64 = arith.constant 0 : i64
  %cst = arith.constant 0.0 : f64
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %i step %c1 {
      %tooLong = arith.cmpi ugt, %n, %most : index
      scf.if %tooLong {
        func.call @weft_rt_fail(%c0_i64, %c0_i64, %c0_i64, %c0_i64) : (i64, i64, i64, i64) -> ()
      }
      %w = memref.alloc(%n) : memref<?xf64>
      scf.for %k = %c0 to %n step %c1 {
        memref.store %cst, %w[%k] : memref<?xf64>
      }
      scf.for %k = %c0 to %n step %c1 {
        %v = memref.load %vals[%k] : memref<?xf64>
        memref.store %v, %w[%k] : memref<?xf64>
      }
      memref.dealloc %w : memref<?xf64>
    }
  }
  return
}
func.func @written(%pos: memref<?xi32>, %crd: memref<?xi32>, %rows: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %most = arith.constant 576460752303423488 : index
  %c0_i64 = arith.constant 0 : i64
  %c1_i32 = arith.constant 1 : i32
  %cst = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  scf.for %i = %c0 to %rows step %c1 {
    %tooLong = arith.cmpi ugt, %n, %most : index
    scf.if %tooLong {
      func.call @weft_rt_fail(%c0_i64, %c0_i64, %c0_i64, %c0_i64) : (i64, i64, i64, i64) -> ()
    }
    %w = memref.alloc(%n) : memref<?xf64>
    scf.for %k = %c0 to %n step %c1 {
      memref.store %cst, %w[%k] : memref<?xf64>
    }
    %0 = memref.load %pos[%i] : memref<?xi32>
    %end = arith.index_cast %0 : i32 to index
    scf.for %p = %c0 to %end step %c1 {
      %1 = memref.load %crd[%p] : memref<?xi32>
      %k = arith.index_cast %1 : i32 to index
      memref.store %one, %w[%k] : memref<?xf64>
      memref.store %c1_i32, %crd[%p] : memref<?xi32>
    }
    memref.dealloc %w : memref<?xf64>
  }
  return
}

// -----

// A workspace whose size depends on the iteration stays in the loop, and so does a
// workspace of a vector loop.
// CHECK-LABEL: func.func @stays(
// CHECK-NOT: memref.alloc
// CHECK: scf.for %[[I:.*]] = %c0 to
// CHECK: memref.alloc(%[[I]])
// CHECK: scf.for
// CHECK: memref.alloc(
// CHECK: } {weft.loop = #weft.loop<vector
func.func private @weft_rt_fail(i64, i64, i64, i64)
func.func @stays(%rows: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %most = arith.constant 576460752303423488 : index
  %c0_i64 = arith.constant 0 : i64
  %one = arith.constant 1.0 : f64
  scf.for %i = %c0 to %rows step %c1 {
    %tooLong = arith.cmpi ugt, %i, %most : index
    scf.if %tooLong {
      func.call @weft_rt_fail(%c0_i64, %c0_i64, %c0_i64, %c0_i64) : (i64, i64, i64, i64) -> ()
    }
    %w = memref.alloc(%i) : memref<?xf64>
    memref.store %one, %w[%c0] : memref<?xf64>
    memref.dealloc %w : memref<?xf64>
  }
  scf.for %i = %c0 to %rows step %c1 {
    %tooLong = arith.cmpi ugt, %n, %most : index
    scf.if %tooLong {
      func.call @weft_rt_fail(%c0_i64, %c0_i64, %c0_i64, %c0_i64) : (i64, i64, i64, i64) -> ()
    }
    %w = memref.alloc(%n) : memref<?xf64>
    memref.store %one, %w[%c0] : memref<?xf64>
    memref.dealloc %w : memref<?xf64>
  } {weft.loop = #weft.loop<vector(4)>}
  return
}

// -----

// The constants for the loop that fills a workspace are moved with it.

// CHECK-LABEL: func.func @constants_inside
// CHECK: memref.alloc
// CHECK: scf.for
// CHECK: scf.for
// CHECK: memref.dealloc
func.func @constants_inside(%pos: memref<?xi32>, %crd: memref<?xi32>, %y: memref<?xf64>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %m step %c1 {
    %most = arith.constant 1152921504606846975 : index
    %large = arith.cmpi ugt, %n, %most : index
    scf.if %large {
      %status = arith.constant 3 : i64
      func.call @weft_rt_fail(%status, %status, %status, %status) : (i64, i64, i64, i64) -> ()
    }
    %w = memref.alloc(%n) : memref<?xf64>
    %zero = arith.constant 0.0 : f64
    %b = arith.constant 0 : index
    %s = arith.constant 1 : index
    scf.for %k = %b to %n step %s {
      memref.store %zero, %w[%k] : memref<?xf64>
    }
    %p0 = memref.load %pos[%i] : memref<?xi32>
    %first = arith.index_cast %p0 : i32 to index
    %i1 = arith.addi %i, %c1 : index
    %p1 = memref.load %pos[%i1] : memref<?xi32>
    %last = arith.index_cast %p1 : i32 to index
    scf.for %p = %first to %last step %c1 {
      %j0 = memref.load %crd[%p] : memref<?xi32>
      %j = arith.index_cast %j0 : i32 to index
      %v = arith.constant 1.0 : f64
      memref.store %v, %w[%j] : memref<?xf64>
    }
    %r = memref.load %w[%i] : memref<?xf64>
    memref.store %r, %y[%i] : memref<?xf64>
    memref.dealloc %w : memref<?xf64>
  }
  return
}
func.func private @weft_rt_fail(i64, i64, i64, i64)

// -----

// Loops with unsigned bounds are not repeated: each iteration fills the workspace. A
// check whose error depends on the iteration stays in the loop with its workspace.

// CHECK-LABEL: func.func @unsigned
// CHECK: memref.alloc
// CHECK-NEXT: scf.for
// CHECK: memref.store %cst,
// CHECK: scf.for unsigned
// CHECK-NOT: memref.store %cst,
// CHECK-LABEL: func.func @number
// CHECK-NOT: memref.alloc
// CHECK: scf.for
// CHECK: memref.alloc
func.func private @weft_rt_fail(i64, i64, i64, i64)
func.func @unsigned(%pos: memref<?xindex>, %crd: memref<?xindex>, %y: memref<?xf64>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c0_i64 = arith.constant 0 : i64
  %most = arith.constant 1152921504606846975 : index
  %cst = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  scf.for %i = %c0 to %m step %c1 {
    %large = arith.cmpi ugt, %n, %most : index
    scf.if %large {
      func.call @weft_rt_fail(%c0_i64, %c0_i64, %c0_i64, %c0_i64) : (i64, i64, i64, i64) -> ()
    }
    %w = memref.alloc(%n) : memref<?xf64>
    scf.for %k = %c0 to %n step %c1 {
      memref.store %cst, %w[%k] : memref<?xf64>
    }
    %last = memref.load %pos[%i] : memref<?xindex>
    scf.for unsigned %p = %c0 to %last step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      memref.store %one, %w[%j] : memref<?xf64>
    }
    %r = memref.load %w[%i] : memref<?xf64>
    memref.store %r, %y[%i] : memref<?xf64>
    memref.dealloc %w : memref<?xf64>
  }
  return
}
func.func @number(%y: memref<?xf64>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c0_i64 = arith.constant 0 : i64
  %most = arith.constant 1152921504606846975 : index
  %one = arith.constant 1.0 : f64
  scf.for %i = %c0 to %m step %c1 {
    %number = arith.index_cast %i : index to i64
    %large = arith.cmpi ugt, %n, %most : index
    scf.if %large {
      func.call @weft_rt_fail(%c0_i64, %number, %c0_i64, %c0_i64) : (i64, i64, i64, i64) -> ()
    }
    %w = memref.alloc(%n) : memref<?xf64>
    memref.store %one, %w[%i] : memref<?xf64>
    %r = memref.load %w[%i] : memref<?xf64>
    memref.store %r, %y[%i] : memref<?xf64>
    memref.dealloc %w : memref<?xf64>
  }
  return
}

// -----

// Lookup tables stay in the loop, since the runtime caches them.
// CHECK-LABEL: func.func @table(
// CHECK-NEXT: arith.constant
// CHECK-NEXT: arith.constant
// CHECK-NEXT: arith.constant
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.alloc(%{{.*}}) {weft.table = 0 : i64}
func.func @table(%y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    %t = memref.alloc(%n) {weft.table = 0 : i64} : memref<?xf64>
    scf.for %k = %c0 to %n step %c1 {
      memref.store %none, %t[%k] : memref<?xf64>
    } {weft.table}
    %x = memref.load %t[%c0] : memref<?xf64>
    memref.store %x, %y[%i] : memref<?xf64>
    memref.dealloc %t {weft.table} : memref<?xf64>
  }
  return
}
