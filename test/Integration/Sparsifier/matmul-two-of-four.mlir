// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A matrix with two of four components times a dense one.

#NV24 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 floordiv 4 : dense, d1 mod 4 : structured[2, 4]) }>

func.func @matmul(%A: tensor<2x8xf64, #NV24>, %B: tensor<8x2xf64>) -> tensor<2x2xf64> {
  %empty = tensor.empty() : tensor<2x2xf64>
  %init = arith.constant 0.0 : f64
  %out = linalg.fill ins(%init : f64) outs(%empty : tensor<2x2xf64>) -> tensor<2x2xf64>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1, d2) -> (d0, d2)>,
      affine_map<(d0, d1, d2) -> (d2, d1)>,
      affine_map<(d0, d1, d2) -> (d0, d1)>
    ],
    iterator_types = ["parallel", "parallel", "reduction"]
  }
    ins(%A, %B : tensor<2x8xf64, #NV24>, tensor<8x2xf64>)
    outs(%out : tensor<2x2xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<2x2xf64>
  return %0 : tensor<2x2xf64>
}

// CHECK: ( ( 62, 69 ), ( 130, 148 ) )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %A_dense = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 0.0, 1.0, 3.0], [0.0, 3.0, 0.0, 4.0, 5.0, 6.0, 0.0, 0.0]]> : tensor<2x8xf64>
  %A = sparse_tensor.convert %A_dense : tensor<2x8xf64> to tensor<2x8xf64, #NV24>
  %B = arith.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0], [8.0, 9.0], [10.0, 11.0], [12.0, 13.0], [14.0, 15.0]]> : tensor<8x2xf64>
  %r = call @matmul(%A, %B) : (tensor<2x8xf64, #NV24>, tensor<8x2xf64>) -> tensor<2x2xf64>
  %r_v = vector.transfer_read %r[%c0, %c0], %zero_f64 : tensor<2x2xf64>, vector<2x2xf64>
  vector.print %r_v : vector<2x2xf64>
  return
}
