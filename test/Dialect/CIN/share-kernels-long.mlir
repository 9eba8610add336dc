// RUN: weft-opt %s --convert-tin-to-cin --cin-fuse-kernels --cin-share-kernels | FileCheck %s

// Of a long program, each statement is a function. Those that are alike are one,
// and what reads the result of another gets it as an operand.

// CHECK-LABEL: func.func @long(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?xf64>
// CHECK-NOT: cin.kernel
// CHECK: %[[FIRST:[a-z0-9_]+]] = call @[[SQUARE:shared[_0-9]*]](%[[X]],
// CHECK-COUNT-7: call @[[SQUARE]](%[[X]],
// CHECK: %[[LAST:[a-z0-9_]+]] = call @[[NEGATE:shared[_0-9]*]](%[[FIRST]],
// CHECK-NOT: cin.kernel
// CHECK: return %[[FIRST]], {{.*}}, %[[LAST]] :
// CHECK-DAG: func.func private @[[SQUARE]](
// CHECK-DAG: func.func private @[[NEGATE]](
func.func @long(%x: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %z0 = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64>
    %b = arith.mulf %a, %a : f64
    tin.yield %b : f64
  }
  %z1 = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64>
    %b = arith.mulf %a, %a : f64
    tin.yield %b : f64
  }
  %z2 = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64>
    %b = arith.mulf %a, %a : f64
    tin.yield %b : f64
  }
  %z3 = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64>
    %b = arith.mulf %a, %a : f64
    tin.yield %b : f64
  }
  %z4 = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64>
    %b = arith.mulf %a, %a : f64
    tin.yield %b : f64
  }
  %z5 = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64>
    %b = arith.mulf %a, %a : f64
    tin.yield %b : f64
  }
  %z6 = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64>
    %b = arith.mulf %a, %a : f64
    tin.yield %b : f64
  }
  %z7 = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64>
    %b = arith.mulf %a, %a : f64
    tin.yield %b : f64
  }
  %z8 = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %z0[%i] : tensor<?xf64>
    %b = arith.negf %a : f64
    tin.yield %b : f64
  }
  return %z0, %z1, %z2, %z3, %z4, %z5, %z6, %z7, %z8 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}
