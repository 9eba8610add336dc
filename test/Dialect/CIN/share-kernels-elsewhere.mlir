// RUN: weft-opt %s --cin-share-kernels | FileCheck %s

// Kernels outside of functions and in nested modules stay.

// CHECK-NOT: call
// CHECK-COUNT-4: cin.kernel
// CHECK-NOT: call
%none = tensor.empty() : tensor<f64>
%n1 = cin.kernel outs(%none) {
^bb0(%r: !cin.ref<tensor<f64>>):
  %c = arith.constant 1.0 : f64
  cin.assign %r[] = %c : !cin.ref<tensor<f64>>
} : (tensor<f64>) -> tensor<f64>
%n2 = cin.kernel outs(%none) {
^bb0(%r: !cin.ref<tensor<f64>>):
  %c = arith.constant 1.0 : f64
  cin.assign %r[] = %c : !cin.ref<tensor<f64>>
} : (tensor<f64>) -> tensor<f64>
module {
  func.func @inner() -> (tensor<f64>, tensor<f64>) {
    %0 = tensor.empty() : tensor<f64>
    %1 = cin.kernel outs(%0) {
    ^bb0(%r: !cin.ref<tensor<f64>>):
      %c = arith.constant 1.0 : f64
      cin.assign %r[] = %c : !cin.ref<tensor<f64>>
    } : (tensor<f64>) -> tensor<f64>
    %2 = tensor.empty() : tensor<f64>
    %3 = cin.kernel outs(%2) {
    ^bb0(%r: !cin.ref<tensor<f64>>):
      %c = arith.constant 1.0 : f64
      cin.assign %r[] = %c : !cin.ref<tensor<f64>>
    } : (tensor<f64>) -> tensor<f64>
    return %1, %3 : tensor<f64>, tensor<f64>
  }
}
