// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The outer product of two compressed vectors is a doubly compressed matrix.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

func.func @outer(%u: tensor<4xf64, #SV>, %w: tensor<4xf64, #SV>) -> tensor<4x4xf64, #DCSR> {
  %empty = tensor.empty() : tensor<4x4xf64, #DCSR>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0)>,
      affine_map<(d0, d1) -> (d1)>,
      affine_map<(d0, d1) -> (d0, d1)>
    ],
    iterator_types = ["parallel", "parallel"]
  }
    ins(%u, %w : tensor<4xf64, #SV>, tensor<4xf64, #SV>)
    outs(%empty : tensor<4x4xf64, #DCSR>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    linalg.yield %p : f64
  } -> tensor<4x4xf64, #DCSR>
  return %0 : tensor<4x4xf64, #DCSR>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 6
// CHECK-NEXT: dim = ( 4, 4 )
// CHECK-NEXT: lvl = ( 4, 4 )
// CHECK-NEXT: pos[0] : ( 0, 2 )
// CHECK-NEXT: crd[0] : ( 1, 3 )
// CHECK-NEXT: pos[1] : ( 0, 3, 6 )
// CHECK-NEXT: crd[1] : ( 0, 2, 3, 0, 2, 3 )
// CHECK-NEXT: values : ( 3, 4, 5, 6, 8, 10 )
// CHECK-NEXT: ----
func.func @main() {
  %u_dense = arith.constant dense<[0.0, 1.0, 0.0, 2.0]> : tensor<4xf64>
  %u = sparse_tensor.convert %u_dense : tensor<4xf64> to tensor<4xf64, #SV>
  %w_dense = arith.constant dense<[3.0, 0.0, 4.0, 5.0]> : tensor<4xf64>
  %w = sparse_tensor.convert %w_dense : tensor<4xf64> to tensor<4xf64, #SV>
  %r = call @outer(%u, %w) : (tensor<4xf64, #SV>, tensor<4xf64, #SV>) -> tensor<4x4xf64, #DCSR>
  sparse_tensor.print %r : tensor<4x4xf64, #DCSR>
  return
}
