// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The sums of the columns of a compressed matrix are a dense vector.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @sums(%A: tensor<4x6xf64, #CSR>) -> tensor<6xf64> {
  %empty = tensor.empty() : tensor<6xf64>
  %init = arith.constant 0.0 : f64
  %out = linalg.fill ins(%init : f64) outs(%empty : tensor<6xf64>) -> tensor<6xf64>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d1)>
    ],
    iterator_types = ["reduction", "parallel"]
  }
    ins(%A : tensor<4x6xf64, #CSR>)
    outs(%out : tensor<6xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.addf %o, %a : f64
    linalg.yield %s : f64
  } -> tensor<6xf64>
  return %0 : tensor<6xf64>
}

// CHECK: ( 7, 4, 0, 5, 2, 10 )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %A_dense = arith.constant dense<[[1.0, 0.0, 0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 3.0], [0.0, 4.0, 0.0, 5.0, 0.0, 0.0], [6.0, 0.0, 0.0, 0.0, 0.0, 7.0]]> : tensor<4x6xf64>
  %A = sparse_tensor.convert %A_dense : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %r = call @sums(%A) : (tensor<4x6xf64, #CSR>) -> tensor<6xf64>
  %r_v = vector.transfer_read %r[%c0], %zero_f64 : tensor<6xf64>, vector<6xf64>
  vector.print %r_v : vector<6xf64>
  return
}
