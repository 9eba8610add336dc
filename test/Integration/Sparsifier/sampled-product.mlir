// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A product of dense matrices is computed where a third one has entries.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @sampled(%S: tensor<4x3xf64, #CSR>, %A: tensor<4x2xf64>, %B: tensor<2x3xf64>) -> tensor<4x3xf64> {
  %empty = tensor.empty() : tensor<4x3xf64>
  %init = arith.constant 0.0 : f64
  %out = linalg.fill ins(%init : f64) outs(%empty : tensor<4x3xf64>) -> tensor<4x3xf64>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1, d2) -> (d0, d1)>,
      affine_map<(d0, d1, d2) -> (d0, d2)>,
      affine_map<(d0, d1, d2) -> (d2, d1)>,
      affine_map<(d0, d1, d2) -> (d0, d1)>
    ],
    iterator_types = ["parallel", "parallel", "reduction"]
  }
    ins(%S, %A, %B : tensor<4x3xf64, #CSR>, tensor<4x2xf64>, tensor<2x3xf64>)
    outs(%out : tensor<4x3xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64, %o: f64):
    %p = arith.mulf %b, %c : f64
    %q = arith.mulf %a, %p : f64
    %s = arith.addf %o, %q : f64
    linalg.yield %s : f64
  } -> tensor<4x3xf64>
  return %0 : tensor<4x3xf64>
}

// CHECK: ( ( 8, 0, 0 ), ( 0, 0, 72 ), ( 0, 0, 0 ), ( 136, 235, 0 ) )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %S_dense = arith.constant dense<[[2.0, 0.0, 0.0], [0.0, 0.0, 3.0], [0.0, 0.0, 0.0], [4.0, 5.0, 0.0]]> : tensor<4x3xf64>
  %S = sparse_tensor.convert %S_dense : tensor<4x3xf64> to tensor<4x3xf64, #CSR>
  %A = arith.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]]> : tensor<4x2xf64>
  %B = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %r = call @sampled(%S, %A, %B) : (tensor<4x3xf64, #CSR>, tensor<4x2xf64>, tensor<2x3xf64>) -> tensor<4x3xf64>
  %r_v = vector.transfer_read %r[%c0, %c0], %zero_f64 : tensor<4x3xf64>, vector<4x3xf64>
  vector.print %r_v : vector<4x3xf64>
  return
}
