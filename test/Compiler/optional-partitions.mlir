// RUN: weft-opt %s -weft-convert-parallel-loops -split-input-file | FileCheck %s

// What a partition carries is in words: arrays that are appended to alike have one
// for their lengths.

// CHECK-LABEL: func.func private @append_partition(
// CHECK-SAME: %[[V:[^:]*]]: f64, %[[FIRST:[^:]*]]: index, %[[LAST:[^:]*]]: index, %[[WORDS:[^:]*]]: index) attributes {weft.appending, weft.partition} {
// CHECK-COUNT-4: llvm.load %{{.*}} : !llvm.ptr -> i64
// CHECK-NOT: llvm.load
// CHECK: %[[VALS:.*]] = builtin.unrealized_conversion_cast %{{.*}} : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<?xf64>
// CHECK: call @more(%{{.*}}, %[[VALS]], %[[V]], %[[FIRST]], %[[LAST]])
// CHECK: arith.minsi
// CHECK-COUNT-4: llvm.store
// CHECK: return
// CHECK-LABEL: func.func @append(
// CHECK: %[[MEMORY:.*]] = memref.alloca() : memref<20xi64>
// CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[MEMORY]]
// CHECK: call @append_partition(%{{.*}}, %c0, %{{.*}}, %[[ADDRESS]])
// CHECK-COUNT-4: memref.load %[[MEMORY]]
// CHECK: return
func.func private @more(memref<?xi32>, memref<?xf64>, f64, index, index) -> (memref<?xi32>, index, memref<?xf64>)
func.func @append(%crd: memref<?xi32>, %vals: memref<?xf64>, %v: f64, %n: index) -> (memref<?xi32>, index, memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = weft.partitions %first to %last of %c0 to %n carry(%a = %crd, %count = %c0, %b = %vals) : memref<?xi32>, index, memref<?xf64>
      arrays [#weft.appended<array = 0, length = 1, first = 0, cleared = false>, #weft.appended<array = 2, length = 1, first = 0, cleared = false>] by (%c1, %c1) {
    %next:3 = func.call @more(%a, %b, %v, %first, %last) : (memref<?xi32>, memref<?xf64>, f64, index, index) -> (memref<?xi32>, index, memref<?xf64>)
    weft.yield %next#0, %next#1, %next#2 : memref<?xi32>, index, memref<?xf64>
  }
  return %r#0, %r#1, %r#2 : memref<?xi32>, index, memref<?xf64>
}

// -----

// There is one partition if others would lack something: room that was made for all,
// what nobody has described, or a description at all.

// CHECK-LABEL: func.func @room(
// CHECK-NOT: call
// CHECK: %[[NEXT:.*]] = arith.addi %{{.*}}, %arg1
// CHECK: return %arg0, %[[NEXT]]
func.func @room(%crd: memref<?xi32>, %n: index) -> (memref<?xi32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = weft.partitions %first to %last of %c0 to %n carry(%a = %crd, %count = %c0) : memref<?xi32>, index
      arrays [#weft.appended<array = 0, length = 1, first = 0, cleared = false>] by (%c1) {
    %next = arith.addi %count, %last : index
    weft.yield %a, %next : memref<?xi32>, index
  }
  return %r#0, %r#1 : memref<?xi32>, index
}

// Loops and branches that pass it on make no room either.
// CHECK-LABEL: func.func @passed_on(
// CHECK-NOT: call @passed_on_partition
func.func @passed_on(%crd: memref<?xi32>, %n: index, %c: i1) -> (memref<?xi32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = weft.partitions %first to %last of %c0 to %n carry(%a = %crd, %count = %c0) : memref<?xi32>, index
      arrays [#weft.appended<array = 0, length = 1, first = 0, cleared = false>] by (%c1) {
    %b:2 = scf.for %i = %first to %last step %c1 iter_args(%x = %a, %y = %count) -> (memref<?xi32>, index) {
      %z = scf.if %c -> (memref<?xi32>) {
        scf.yield %x : memref<?xi32>
      } else {
        scf.yield %x : memref<?xi32>
      }
      %next = arith.addi %y, %c1 : index
      scf.yield %z, %next : memref<?xi32>, index
    }
    weft.yield %b#0, %b#1 : memref<?xi32>, index
  }
  return %r#0, %r#1 : memref<?xi32>, index
}

// CHECK-LABEL: func.func @passed_on_while(
// CHECK-NOT: call @passed_on_while_partition
func.func @passed_on_while(%crd: memref<?xi32>, %n: index) -> (memref<?xi32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = weft.partitions %first to %last of %c0 to %n carry(%a = %crd, %count = %c0) : memref<?xi32>, index
      arrays [#weft.appended<array = 0, length = 1, first = 0, cleared = false>] by (%c1) {
    %b:3 = scf.while (%i = %first, %x = %a, %y = %count) : (index, memref<?xi32>, index) -> (index, index, memref<?xi32>) {
      %more = arith.cmpi ult, %i, %last : index
      scf.condition(%more) %i, %y, %x : index, index, memref<?xi32>
    } do {
    ^bb0(%i: index, %y: index, %x: memref<?xi32>):
      %j = arith.addi %i, %c1 : index
      %next = arith.addi %y, %c1 : index
      scf.yield %j, %x, %next : index, memref<?xi32>, index
    }
    weft.yield %b#2, %b#1 : memref<?xi32>, index
  }
  return %r#0, %r#1 : memref<?xi32>, index
}

// CHECK-LABEL: func.func @other(
// CHECK-NOT: call @other_partition
func.func private @grow(memref<?xi32>, index) -> (memref<?xi32>, index)
func.func @other(%crd: memref<?xi32>, %x: f64, %n: index) -> (memref<?xi32>, index, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = weft.partitions %first to %last of %c0 to %n carry(%a = %crd, %count = %c0, %y = %x) : memref<?xi32>, index, f64
      arrays [#weft.appended<array = 0, length = 1, first = 0, cleared = false>] by (%c1) {
    %next:2 = func.call @grow(%a, %count) : (memref<?xi32>, index) -> (memref<?xi32>, index)
    %z = arith.addf %y, %y : f64
    weft.yield %next#0, %next#1, %z : memref<?xi32>, index, f64
  }
  return %r#0, %r#1, %r#2 : memref<?xi32>, index, f64
}

// CHECK-LABEL: func.func @unknown(
// CHECK-NOT: call @unknown_partition
func.func @unknown(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %r = weft.partitions %first to %last of %c0 to %n carry(%count = %c0) : index {
    %next = arith.addi %count, %last : index
    weft.yield %next : index
  }
  return %r : index
}

// What carries nothing needs no joining.
// CHECK-LABEL: func.func private @placed_partition(
// CHECK-SAME: %[[Y:[^:]*]]: memref<?xf64>, %[[FIRST:[^:]*]]: index, %[[LAST:[^:]*]]: index) attributes {weft.partition}
// CHECK: memref.store %{{.*}}, %[[Y]][%[[FIRST]]]
// CHECK: return
// CHECK-LABEL: func.func @placed(
// CHECK: call @placed_partition(%{{.*}}, %{{.*}}, %{{.*}}) : (memref<?xf64>, index, index) -> ()
func.func @placed(%y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  weft.partitions %first to %last of %c0 to %n {
    memref.store %one, %y[%first] : memref<?xf64>
    weft.yield
  }
  return
}
