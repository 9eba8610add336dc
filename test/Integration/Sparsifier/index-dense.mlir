// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Coordinates are added to all components of a compressed matrix.

#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

func.func @index(%A: tensor<2x3xi64, #DCSR>) -> tensor<2x3xi64> {
  %empty = tensor.empty() : tensor<2x3xi64>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0, d1)>
    ],
    iterator_types = ["parallel", "parallel"]
  }
    ins(%A : tensor<2x3xi64, #DCSR>)
    outs(%empty : tensor<2x3xi64>) {
  ^bb0(%a: i64, %o: i64):
    %i = linalg.index 0 : index
    %c = arith.index_cast %i : index to i64
    %r = arith.addi %a, %c : i64
    linalg.yield %r : i64
  } -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// CHECK: ( ( 0, 2, 0 ), ( 4, 1, 5 ) )
func.func @main() {
  %zero_i64 = arith.constant 0 : i64
  %c0 = arith.constant 0 : index
  %A_dense = arith.constant dense<[[0, 2, 0], [3, 0, 4]]> : tensor<2x3xi64>
  %A = sparse_tensor.convert %A_dense : tensor<2x3xi64> to tensor<2x3xi64, #DCSR>
  %r = call @index(%A) : (tensor<2x3xi64, #DCSR>) -> tensor<2x3xi64>
  %r_v = vector.transfer_read %r[%c0, %c0], %zero_i64 : tensor<2x3xi64>, vector<2x3xi64>
  vector.print %r_v : vector<2x3xi64>
  return
}
