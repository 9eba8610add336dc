// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A tensor of order 3 is multiplied by two dense matrices, whose columns are
// combined.

#COO3 = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed(nonunique), d1 : singleton(nonunique), d2 : singleton) }>

func.func @mttkrp(%T: tensor<2x3x4xf64, #COO3>, %C: tensor<3x2xf64>, %D: tensor<4x2xf64>) -> tensor<2x2xf64> {
  %empty = tensor.empty() : tensor<2x2xf64>
  %init = arith.constant 0.0 : f64
  %out = linalg.fill ins(%init : f64) outs(%empty : tensor<2x2xf64>) -> tensor<2x2xf64>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>,
      affine_map<(d0, d1, d2, d3) -> (d2, d1)>,
      affine_map<(d0, d1, d2, d3) -> (d3, d1)>,
      affine_map<(d0, d1, d2, d3) -> (d0, d1)>
    ],
    iterator_types = ["parallel", "parallel", "reduction", "reduction"]
  }
    ins(%T, %C, %D : tensor<2x3x4xf64, #COO3>, tensor<3x2xf64>, tensor<4x2xf64>)
    outs(%out : tensor<2x2xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64, %o: f64):
    %p = arith.mulf %b, %c : f64
    %q = arith.mulf %a, %p : f64
    %s = arith.addf %o, %q : f64
    linalg.yield %s : f64
  } -> tensor<2x2xf64>
  return %0 : tensor<2x2xf64>
}

// CHECK: ( ( 92, 144 ), ( 74, 138 ) )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %T_dense = arith.constant dense<[[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [2.0, 0.0, 0.0, 3.0]], [[0.0, 0.0, 0.0, 0.0], [0.0, 4.0, 5.0, 0.0], [0.0, 0.0, 0.0, 0.0]]]> : tensor<2x3x4xf64>
  %T = sparse_tensor.convert %T_dense : tensor<2x3x4xf64> to tensor<2x3x4xf64, #COO3>
  %C = arith.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xf64>
  %D = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf64>
  %r = call @mttkrp(%T, %C, %D) : (tensor<2x3x4xf64, #COO3>, tensor<3x2xf64>, tensor<4x2xf64>) -> tensor<2x2xf64>
  %r_v = vector.transfer_read %r[%c0, %c0], %zero_f64 : tensor<2x2xf64>, vector<2x2xf64>
  vector.print %r_v : vector<2x2xf64>
  return
}
