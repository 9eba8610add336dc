// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A product over the semiring of minima and sums finds the shortest paths of
// two edges.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>

func.func @paths(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x4xf64, #CSC>) -> tensor<4x4xf64, #CSR> {
  %empty = tensor.empty() : tensor<4x4xf64, #CSR>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1, d2) -> (d0, d2)>,
      affine_map<(d0, d1, d2) -> (d2, d1)>,
      affine_map<(d0, d1, d2) -> (d0, d1)>
    ],
    iterator_types = ["parallel", "parallel", "reduction"]
  }
    ins(%A, %B : tensor<4x4xf64, #CSR>, tensor<4x4xf64, #CSC>)
    outs(%empty : tensor<4x4xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %infinity = arith.constant 0x7FF0000000000000 : f64
    %p = sparse_tensor.binary %a, %b : f64, f64 to f64
      overlap={
      ^bb0(%x: f64, %y: f64):
        %s = arith.addf %x, %y : f64
        sparse_tensor.yield %s : f64
      }
      left={}
      right={}
    %r = sparse_tensor.reduce %o, %p, %infinity : f64 {
      ^bb0(%x: f64, %y: f64):
        %z = arith.minimumf %x, %y : f64
        sparse_tensor.yield %z : f64
      }
    linalg.yield %r : f64
  } -> tensor<4x4xf64, #CSR>
  return %0 : tensor<4x4xf64, #CSR>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 6
// CHECK-NEXT: dim = ( 4, 4 )
// CHECK-NEXT: lvl = ( 4, 4 )
// CHECK-NEXT: pos[1] : ( 0, 2, 3, 4, 6 )
// CHECK-NEXT: crd[1] : ( 1, 3, 0, 3, 1, 2 )
// CHECK-NEXT: values : ( 12, 4, 3, 5, 5, 10 )
// CHECK-NEXT: ----
func.func @main() {
  %A_dense = arith.constant dense<[[0.0, 3.0, 8.0, 0.0], [0.0, 0.0, 0.0, 1.0], [0.0, 4.0, 0.0, 0.0], [2.0, 0.0, 0.0, 0.0]]> : tensor<4x4xf64>
  %A = sparse_tensor.convert %A_dense : tensor<4x4xf64> to tensor<4x4xf64, #CSR>
  %B_dense = arith.constant dense<[[0.0, 3.0, 8.0, 0.0], [0.0, 0.0, 0.0, 1.0], [0.0, 4.0, 0.0, 0.0], [2.0, 0.0, 0.0, 0.0]]> : tensor<4x4xf64>
  %B = sparse_tensor.convert %B_dense : tensor<4x4xf64> to tensor<4x4xf64, #CSC>
  %r = call @paths(%A, %B) : (tensor<4x4xf64, #CSR>, tensor<4x4xf64, #CSC>) -> tensor<4x4xf64, #CSR>
  sparse_tensor.print %r : tensor<4x4xf64, #CSR>
  return
}
