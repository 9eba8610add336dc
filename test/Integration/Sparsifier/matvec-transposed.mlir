// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A vector is multiplied by the transpose of a compressed matrix.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @matvec(%A: tensor<4x6xf64, #CSR>, %x: tensor<4xf64>) -> tensor<6xf64> {
  %empty = tensor.empty() : tensor<6xf64>
  %init = arith.constant 0.0 : f64
  %out = linalg.fill ins(%init : f64) outs(%empty : tensor<6xf64>) -> tensor<6xf64>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0)>,
      affine_map<(d0, d1) -> (d1)>
    ],
    iterator_types = ["reduction", "parallel"]
  }
    ins(%A, %x : tensor<4x6xf64, #CSR>, tensor<4xf64>)
    outs(%out : tensor<6xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<6xf64>
  return %0 : tensor<6xf64>
}

// CHECK: ( 250, 120, 0, 150, 20, 340 )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %A_dense = arith.constant dense<[[1.0, 0.0, 0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 3.0], [0.0, 4.0, 0.0, 5.0, 0.0, 0.0], [6.0, 0.0, 0.0, 0.0, 0.0, 7.0]]> : tensor<4x6xf64>
  %A = sparse_tensor.convert %A_dense : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %x = arith.constant dense<[10.0, 20.0, 30.0, 40.0]> : tensor<4xf64>
  %r = call @matvec(%A, %x) : (tensor<4x6xf64, #CSR>, tensor<4xf64>) -> tensor<6xf64>
  %r_v = vector.transfer_read %r[%c0], %zero_f64 : tensor<6xf64>, vector<6xf64>
  vector.print %r_v : vector<6xf64>
  return
}
