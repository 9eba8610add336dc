// RUN: weft-opt %s -weft-convert-to-llvm | FileCheck %s

// A table that is left as it is taken comes from the runtime, which fills it.

// CHECK-LABEL: llvm.func @kept(
// CHECK-DAG: %[[WORD:.*]] = llvm.mlir.constant(-9223372036854775808 : i64)
// CHECK: %[[TABLE:.*]] = llvm.call @weft_rt_take_table(%{{.*}}, %[[WORD]])
// CHECK-NOT: llvm.store
// CHECK: llvm.call @weft_rt_give_table(
// CHECK-NOT: weft.table
func.func @kept(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant -0.0 : f64
  %a = memref.alloc(%n) {weft.table = -9223372036854775808} : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %z, %a[%i] : memref<?xf64>
  } {weft.table}
  memref.dealloc %a {weft.table} : memref<?xf64>
  return
}

// What is not known to be filled, or to be freed as it was, is an array.

// CHECK-LABEL: llvm.func @others(
// CHECK-NOT: weft_rt_take_table
// CHECK: llvm.store
// CHECK-NOT: weft_rt_give_table
// CHECK-NOT: weft.table
func.func @others(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant -0.0 : f64
  %a = memref.alloc(%n) {weft.table = -9223372036854775808} : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %z, %a[%i] : memref<?xf64>
  } {weft.table}
  memref.dealloc %a : memref<?xf64>
  %b = memref.alloc(%n) {weft.table = 0} : memref<?xf64>
  memref.dealloc %b {weft.table} : memref<?xf64>
  return
}

// A table whose filling does more, that is freed in two ways, or that has two
// modes, is filled here.

// CHECK-LABEL: llvm.func @filled(
// CHECK-NOT: weft_rt_take_table
// CHECK: llvm.store
// CHECK: llvm.store
// CHECK-NOT: weft_rt_take_table
// CHECK: llvm.store
// CHECK-NOT: weft_rt_take_table
// CHECK: llvm.store
// CHECK-NOT: weft_rt_give_table
func.func @filled(%n: index, %early: i1, %other: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant -0.0 : f64
  %a = memref.alloc(%n) {weft.table = -9223372036854775808} : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %z, %a[%i] : memref<?xf64>
    memref.store %z, %other[%i] : memref<?xf64>
  } {weft.table}
  memref.dealloc %a {weft.table} : memref<?xf64>
  %b = memref.alloc(%n) {weft.table = -9223372036854775808} : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %z, %b[%i] : memref<?xf64>
  } {weft.table}
  scf.if %early {
    memref.dealloc %b : memref<?xf64>
  } else {
    memref.dealloc %b {weft.table} : memref<?xf64>
  }
  %c = memref.alloc(%n, %n) {weft.table = -9223372036854775808} : memref<?x?xf64>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %z, %c[%i, %c0] : memref<?x?xf64>
  } {weft.table}
  memref.dealloc %c {weft.table} : memref<?x?xf64>
  return
}
