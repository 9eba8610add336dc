// RUN: weft-opt %s -weft-place-allocations=only=hoist_workspaces | FileCheck %s
// RUN: weft-opt %s -weft-place-allocations=only=hoist_workspaces -weft-convert-parallel-loops | FileCheck %s --check-prefix=PART

// Each partition of a parallel loop allocates and fills a workspace once. Each
// iteration of the loop, and of a loop inside, resets the elements that it stored.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: index, %[[N:[^ ]*]]: index
// CHECK: %[[SIZE:.*]] = arith.select %{{.*}}, %[[N]], %{{.*}} : index
// CHECK: func.call @weft_rt_fail
// CHECK: scf.for
// CHECK-NEXT: %[[W:.*]] = memref.alloc(%[[SIZE]]) {weft.per_partition} : memref<?xf64>
// CHECK-NEXT: scf.for %{{.*}} = %{{.*}} to %[[SIZE]]
// CHECK-NEXT:   memref.store %cst, %[[W]]
// CHECK-NEXT: } {weft.per_partition}
// CHECK:      scf.for
// CHECK:        memref.store %{{.*}}, %[[W]]
// CHECK:        scf.if
// CHECK:          memref.store %cst, %[[W]]
// CHECK:        } else {
// CHECK-NEXT:     scf.for
// CHECK-NEXT:       memref.store %cst, %[[W]]
// CHECK-NEXT:     }
// CHECK-NOT:  {weft.per_partition}
// CHECK:      memref.dealloc %[[W]] {weft.per_partition}
// CHECK-NEXT: } {weft.loop = #weft.loop<parallel(static)>}

// PART-LABEL: func.func private @rows_partition(
// PART: memref.alloc
// PART: scf.for
// PART-NEXT: memref.store
// PART-NEXT: }
// PART: scf.for
// PART-NOT: memref.alloc
// PART: memref.dealloc
// PART-NEXT: return
func.func private @weft_rt_fail(i64, i64, i64, i64)
func.func private @use(f64)
func.func @rows(%pos: memref<?xi32>, %crd: memref<?xi32>, %rows: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %most = arith.constant 576460752303423488 : index
  %c0_i64 = arith.constant 0 : i64
  %cst = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %half = %c0 to %c2 step %c1 {
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
      }
      %x = memref.load %w[%half] : memref<?xf64>
      func.call @use(%x) : (f64) -> ()
      memref.dealloc %w : memref<?xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}
