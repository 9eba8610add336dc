// Floating-point reductions that cannot keep the order of linalg.

// RUN: weft-opt %s --convert-linalg-to-tin=strict-fp -split-input-file -verify-diagnostics

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
func.func @quotient(%A: tensor<4x6xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %r = linalg.generic #rows ins(%A : tensor<4x6xf64, #CSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %out: f64):
    // expected-error @+1 {{'linalg.generic' op cannot keep its order of floating-point operations: quotients multiply the divisors first; multiply by reciprocals}}
    %s = arith.divf %out, %a : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
func.func @several_values(%A: tensor<4x6xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %r = linalg.generic #rows ins(%A : tensor<4x6xf64, #CSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %out: f64):
    %square = arith.mulf %a, %a : f64
    %s = arith.addf %out, %a : f64
    // expected-error @+1 {{each iteration combines several values with the output; write an operation for each of them}}
    %t = arith.addf %s, %square : f64
    linalg.yield %t : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @stored_contents(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x4xf64, #CSR>, %C: tensor<4x4xf64, #CSR>)
    -> tensor<4x4xf64, #CSR> {
  // expected-error @+1 {{'linalg.matmul' op cannot keep its order of floating-point operations: the contents of an output that is stored are combined last; begin with an empty output and add the contents in another operation}}
  %r = linalg.matmul ins(%A, %B : tensor<4x4xf64, #CSR>, tensor<4x4xf64, #CSR>)
      outs(%C : tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR>
  return %r : tensor<4x4xf64, #CSR>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
func.func @custom(%A: tensor<4x6xf64, #CSR>) -> tensor<4xf64> {
  %half = arith.constant 0.5 : f64
  %e = tensor.empty() : tensor<4xf64>
  %r = linalg.generic #rows ins(%A : tensor<4x6xf64, #CSR>) outs(%e : tensor<4xf64>) {
  ^bb0(%a: f64, %out: f64):
    // expected-error @+1 {{'sparse_tensor.reduce' op cannot keep its order of floating-point operations: its identity is combined last; use that of 'arith.addf', and combine the other number in another operation}}
    %s = sparse_tensor.reduce %out, %a, %half : f64 {
    ^bb0(%x: f64, %y: f64):
      %t = arith.addf %x, %y : f64
      sparse_tensor.yield %t : f64
    }
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}
