// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The product of two tensors of order 3 has the entries that both have.

#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed) }>

func.func @product(%A: tensor<2x3x4xf64, #CSF>, %B: tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #CSF> {
  %empty = tensor.empty() : tensor<2x3x4xf64, #CSF>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1, d2) -> (d0, d1, d2)>,
      affine_map<(d0, d1, d2) -> (d0, d1, d2)>,
      affine_map<(d0, d1, d2) -> (d0, d1, d2)>
    ],
    iterator_types = ["parallel", "parallel", "parallel"]
  }
    ins(%A, %B : tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>)
    outs(%empty : tensor<2x3x4xf64, #CSF>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    linalg.yield %p : f64
  } -> tensor<2x3x4xf64, #CSF>
  return %0 : tensor<2x3x4xf64, #CSF>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 2
// CHECK-NEXT: dim = ( 2, 3, 4 )
// CHECK-NEXT: lvl = ( 2, 3, 4 )
// CHECK-NEXT: pos[0] : ( 0, 2 )
// CHECK-NEXT: crd[0] : ( 0, 1 )
// CHECK-NEXT: pos[1] : ( 0, 1, 2 )
// CHECK-NEXT: crd[1] : ( 0, 1 )
// CHECK-NEXT: pos[2] : ( 0, 1, 2 )
// CHECK-NEXT: crd[2] : ( 1, 2 )
// CHECK-NEXT: values : ( 10, 150 )
// CHECK-NEXT: ----
func.func @main() {
  %A_dense = arith.constant dense<[[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [2.0, 0.0, 0.0, 3.0]], [[0.0, 0.0, 0.0, 0.0], [0.0, 4.0, 5.0, 0.0], [0.0, 0.0, 0.0, 0.0]]]> : tensor<2x3x4xf64>
  %A = sparse_tensor.convert %A_dense : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %B_dense = arith.constant dense<[[[0.0, 10.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 20.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 30.0, 0.0], [0.0, 0.0, 0.0, 0.0]]]> : tensor<2x3x4xf64>
  %B = sparse_tensor.convert %B_dense : tensor<2x3x4xf64> to tensor<2x3x4xf64, #CSF>
  %r = call @product(%A, %B) : (tensor<2x3x4xf64, #CSF>, tensor<2x3x4xf64, #CSF>) -> tensor<2x3x4xf64, #CSF>
  sparse_tensor.print %r : tensor<2x3x4xf64, #CSF>
  return
}
