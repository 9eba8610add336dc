// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The entries of a compressed matrix are multiplied by their coordinates.

#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

func.func @index(%A: tensor<2x3xi64, #DCSR>) -> tensor<2x3xi64, #DCSR> {
  %empty = tensor.empty() : tensor<2x3xi64, #DCSR>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0, d1)>
    ],
    iterator_types = ["parallel", "parallel"]
  }
    ins(%A : tensor<2x3xi64, #DCSR>)
    outs(%empty : tensor<2x3xi64, #DCSR>) {
  ^bb0(%a: i64, %o: i64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %s = arith.addi %i, %j : index
    %c = arith.index_cast %s : index to i64
    %r = arith.muli %a, %c : i64
    linalg.yield %r : i64
  } -> tensor<2x3xi64, #DCSR>
  return %0 : tensor<2x3xi64, #DCSR>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 3
// CHECK-NEXT: dim = ( 2, 3 )
// CHECK-NEXT: lvl = ( 2, 3 )
// CHECK-NEXT: pos[0] : ( 0, 2 )
// CHECK-NEXT: crd[0] : ( 0, 1 )
// CHECK-NEXT: pos[1] : ( 0, 1, 3 )
// CHECK-NEXT: crd[1] : ( 1, 0, 2 )
// CHECK-NEXT: values : ( 2, 3, 12 )
// CHECK-NEXT: ----
func.func @main() {
  %A_dense = arith.constant dense<[[0, 2, 0], [3, 0, 4]]> : tensor<2x3xi64>
  %A = sparse_tensor.convert %A_dense : tensor<2x3xi64> to tensor<2x3xi64, #DCSR>
  %r = call @index(%A) : (tensor<2x3xi64, #DCSR>) -> tensor<2x3xi64, #DCSR>
  sparse_tensor.print %r : tensor<2x3xi64, #DCSR>
  return
}
