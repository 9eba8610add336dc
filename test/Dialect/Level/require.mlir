// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s -convert-level-to-memref | FileCheck %s --check-prefix=CODE

// CHECK-LABEL: func.func @require(
// CHECK: level.require %{{.*}} <exactly> 1024
// CHECK: level.require %{{.*}} <at_most> 7
// CHECK: level.require %{{.*}} <multiple_of> 8

// CODE-LABEL: func.func @require(
// CODE-SAME: %[[N:.*]]: index)
// CODE: arith.cmpi ne, %[[N]]
// CODE: call @weft_rt_fail
// CODE: arith.cmpi ugt, %[[N]]
// CODE: call @weft_rt_fail
// CODE: arith.remui %[[N]]
// CODE: call @weft_rt_fail
func.func @require(%n: index) {
  level.require %n <exactly> 1024
  level.require %n <at_most> 7
  level.require %n <multiple_of> 8
  return
}
