// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A tensor of order 3 times a matrix has dense fibers below its compressed
// modes.

#CCD = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : dense) }>
#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed) }>

func.func @product(%T: tensor<2x3x4xf64, #CSF>, %M: tensor<4x2xf64>) -> tensor<2x3x2xf64, #CCD> {
  %empty = tensor.empty() : tensor<2x3x2xf64, #CCD>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>,
      affine_map<(d0, d1, d2, d3) -> (d3, d2)>,
      affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
    ],
    iterator_types = ["parallel", "parallel", "parallel", "reduction"]
  }
    ins(%T, %M : tensor<2x3x4xf64, #CSF>, tensor<4x2xf64>)
    outs(%empty : tensor<2x3x2xf64, #CCD>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<2x3x2xf64, #CCD>
  return %0 : tensor<2x3x2xf64, #CCD>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 6
// CHECK-NEXT: dim = ( 2, 3, 2 )
// CHECK-NEXT: lvl = ( 2, 3, 2 )
// CHECK-NEXT: pos[0] : ( 0, 2 )
// CHECK-NEXT: crd[0] : ( 0, 1 )
// CHECK-NEXT: pos[1] : ( 0, 2, 3 )
// CHECK-NEXT: crd[1] : ( 0, 2, 1 )
// CHECK-NEXT: values : ( 3, 4, 23, 28, 37, 46 )
// CHECK-NEXT: ----
func.func @main() {
  %T_dense = arith.constant dense<[[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [2.0, 0.0, 0.0, 3.0]], [[0.0, 0.0, 0.0, 0.0], [0.0, 4.0, 5.0, 0.0], [0.0, 0.0, 0.0, 0.0]]]> : tensor<2x3x4xf64>
  %T = sparse_tensor.convert %T_dense : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %M = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf64>
  %r = call @product(%T, %M) : (tensor<2x3x4xf64, #CSF>, tensor<4x2xf64>) -> tensor<2x3x2xf64, #CCD>
  sparse_tensor.print %r : tensor<2x3x2xf64, #CCD>
  return
}
