// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A tensor of order 3 times a vector is a matrix with compressed rows.

#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed) }>

func.func @product(%T: tensor<2x3x4xf64, #CSF>, %v: tensor<4xf64>) -> tensor<2x3xf64, #DCSR> {
  %empty = tensor.empty() : tensor<2x3xf64, #DCSR>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1, d2) -> (d0, d1, d2)>,
      affine_map<(d0, d1, d2) -> (d2)>,
      affine_map<(d0, d1, d2) -> (d0, d1)>
    ],
    iterator_types = ["parallel", "parallel", "reduction"]
  }
    ins(%T, %v : tensor<2x3x4xf64, #CSF>, tensor<4xf64>)
    outs(%empty : tensor<2x3xf64, #DCSR>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<2x3xf64, #DCSR>
  return %0 : tensor<2x3xf64, #DCSR>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 3
// CHECK-NEXT: dim = ( 2, 3 )
// CHECK-NEXT: lvl = ( 2, 3 )
// CHECK-NEXT: pos[0] : ( 0, 2 )
// CHECK-NEXT: crd[0] : ( 0, 1 )
// CHECK-NEXT: pos[1] : ( 0, 2, 3 )
// CHECK-NEXT: crd[1] : ( 0, 2, 1 )
// CHECK-NEXT: values : ( 2, 14, 23 )
// CHECK-NEXT: ----
func.func @main() {
  %T_dense = arith.constant dense<[[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [2.0, 0.0, 0.0, 3.0]], [[0.0, 0.0, 0.0, 0.0], [0.0, 4.0, 5.0, 0.0], [0.0, 0.0, 0.0, 0.0]]]> : tensor<2x3x4xf64>
  %T = sparse_tensor.convert %T_dense : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %v = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %r = call @product(%T, %v) : (tensor<2x3x4xf64, #CSF>, tensor<4xf64>) -> tensor<2x3xf64, #DCSR>
  sparse_tensor.print %r : tensor<2x3xf64, #DCSR>
  return
}
