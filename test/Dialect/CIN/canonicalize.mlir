// RUN: weft-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: func @value_of_literal
// CHECK:         %[[C3:.*]] = arith.constant 3 : i64
// CHECK:         cin.assign %{{.*}} = %[[C3]]
func.func @value_of_literal(%y: tensor<i64>) -> tensor<i64> {
  %0 = cin.kernel outs(%y) {
  ^bb0(%b: !cin.ref<tensor<i64>>):
    %l = cin.literal 3
    %n = cin.value %l
    %v = arith.index_cast %n : index to i64
    cin.assign %b[] = %v : !cin.ref<tensor<i64>>
  } : (tensor<i64>) -> tensor<i64>
  return %0 : tensor<i64>
}
