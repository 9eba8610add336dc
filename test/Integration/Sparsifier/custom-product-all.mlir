// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The product of all entries of a matrix.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @reduce(%A: tensor<3x3xf64, #CSR>) -> tensor<f64> {
  %empty = tensor.empty() : tensor<f64>
  %init = arith.constant 0.0 : f64
  %out = linalg.fill ins(%init : f64) outs(%empty : tensor<f64>) -> tensor<f64>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> ()>
    ],
    iterator_types = ["reduction", "reduction"]
  }
    ins(%A : tensor<3x3xf64, #CSR>)
    outs(%out : tensor<f64>) {
  ^bb0(%a: f64, %o: f64):
    %identity = arith.constant 1.0 : f64
    %r = sparse_tensor.reduce %o, %a, %identity : f64 {
      ^bb0(%x: f64, %y: f64):
        %z = arith.mulf %x, %y : f64
        sparse_tensor.yield %z : f64
      }
    linalg.yield %r : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

// CHECK: -42
func.func @main() {
  %A_dense = arith.constant dense<[[1.0, 2.0, 0.0], [0.0, 0.0, 0.0], [3.0, 0.0, -7.0]]> : tensor<3x3xf64>
  %A = sparse_tensor.convert %A_dense : tensor<3x3xf64> to tensor<3x3xf64, #CSR>
  %r = call @reduce(%A) : (tensor<3x3xf64, #CSR>) -> tensor<f64>
  %r_0 = tensor.extract %r[] : tensor<f64>
  vector.print %r_0 : f64
  return
}
