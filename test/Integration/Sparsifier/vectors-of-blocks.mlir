// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Blocks of two matrices in the same format are added.

#BSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 2 : compressed, d0 mod 2 : dense, d1 mod 2 : dense) }>

func.func @add(%A: tensor<4x6xf64, #BSR>, %B: tensor<4x6xf64, #BSR>) -> tensor<4x6xf64, #BSR> {
  %empty = tensor.empty() : tensor<4x6xf64, #BSR>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0, d1)>
    ],
    iterator_types = ["parallel", "parallel"]
  }
    ins(%A, %B : tensor<4x6xf64, #BSR>, tensor<4x6xf64, #BSR>)
    outs(%empty : tensor<4x6xf64, #BSR>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<4x6xf64, #BSR>
  return %0 : tensor<4x6xf64, #BSR>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 8
// CHECK-NEXT: dim = ( 4, 6 )
// CHECK-NEXT: lvl = ( 2, 3, 2, 2 )
// CHECK-NEXT: pos[1] : ( 0, 1, 2 )
// CHECK-NEXT: crd[1] : ( 0, 2 )
// CHECK-NEXT: values : ( 0, 1, 3, 0, 4, 0, 0, 2 )
// CHECK-NEXT: ----
func.func @main() {
  %A_dense = arith.constant dense<[[0.0, 1.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 2.0]]> : tensor<4x6xf64>
  %A = sparse_tensor.convert %A_dense : tensor<4x6xf64> to tensor<4x6xf64, #BSR>
  %B_dense = arith.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [3.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 4.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<4x6xf64>
  %B = sparse_tensor.convert %B_dense : tensor<4x6xf64> to tensor<4x6xf64, #BSR>
  %r = call @add(%A, %B) : (tensor<4x6xf64, #BSR>, tensor<4x6xf64, #BSR>) -> tensor<4x6xf64, #BSR>
  sparse_tensor.print %r : tensor<4x6xf64, #BSR>
  return
}
