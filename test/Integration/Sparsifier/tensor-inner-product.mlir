// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The inner product of tensors in different formats is a scalar.

#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed) }>
#COO3 = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed(nonunique), d1 : singleton(nonunique), d2 : singleton) }>

func.func @inner(%A: tensor<2x3x4xf64, #CSF>, %B: tensor<2x3x4xf64, #COO3>, %out: tensor<f64>) -> tensor<f64> {
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1, d2) -> (d0, d1, d2)>,
      affine_map<(d0, d1, d2) -> (d0, d1, d2)>,
      affine_map<(d0, d1, d2) -> ()>
    ],
    iterator_types = ["reduction", "reduction", "reduction"]
  }
    ins(%A, %B : tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #COO3>)
    outs(%out : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

// CHECK: 161
func.func @main() {
  %A_dense = arith.constant dense<[[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [2.0, 0.0, 0.0, 3.0]], [[0.0, 0.0, 0.0, 0.0], [0.0, 4.0, 5.0, 0.0], [0.0, 0.0, 0.0, 0.0]]]> : tensor<2x3x4xf64>
  %A = sparse_tensor.convert %A_dense : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %B_dense = arith.constant dense<[[[0.0, 10.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 20.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 30.0, 0.0], [0.0, 0.0, 0.0, 0.0]]]> : tensor<2x3x4xf64>
  %B = sparse_tensor.convert %B_dense : tensor<2x3x4xf64> to tensor<2x3x4xf64, #COO3>
  %x = arith.constant dense<1.0> : tensor<f64>
  %r = call @inner(%A, %B, %x) : (tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #COO3>, tensor<f64>) -> tensor<f64>
  %r_0 = tensor.extract %r[] : tensor<f64>
  vector.print %r_0 : f64
  return
}
