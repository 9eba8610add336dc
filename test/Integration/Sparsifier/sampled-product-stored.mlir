// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A sampled product of dense matrices has the entries of the matrix that it is
// sampled by.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @sampled(%S: tensor<4x3xf64, #CSR>, %A: tensor<4x2xf64>, %B: tensor<2x3xf64>) -> tensor<4x3xf64, #CSR> {
  %empty = tensor.empty() : tensor<4x3xf64, #CSR>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1, d2) -> (d0, d1)>,
      affine_map<(d0, d1, d2) -> (d0, d2)>,
      affine_map<(d0, d1, d2) -> (d2, d1)>,
      affine_map<(d0, d1, d2) -> (d0, d1)>
    ],
    iterator_types = ["parallel", "parallel", "reduction"]
  }
    ins(%S, %A, %B : tensor<4x3xf64, #CSR>, tensor<4x2xf64>, tensor<2x3xf64>)
    outs(%empty : tensor<4x3xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %c: f64, %o: f64):
    %p = arith.mulf %b, %c : f64
    %q = arith.mulf %a, %p : f64
    %s = arith.addf %o, %q : f64
    linalg.yield %s : f64
  } -> tensor<4x3xf64, #CSR>
  return %0 : tensor<4x3xf64, #CSR>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 4
// CHECK-NEXT: dim = ( 4, 3 )
// CHECK-NEXT: lvl = ( 4, 3 )
// CHECK-NEXT: pos[1] : ( 0, 1, 2, 2, 4 )
// CHECK-NEXT: crd[1] : ( 0, 2, 0, 1 )
// CHECK-NEXT: values : ( 18, 99, 156, 270 )
// CHECK-NEXT: ----
func.func @main() {
  %S_dense = arith.constant dense<[[2.0, 0.0, 0.0], [0.0, 0.0, 3.0], [0.0, 0.0, 0.0], [4.0, 5.0, 0.0]]> : tensor<4x3xf64>
  %S = sparse_tensor.convert %S_dense : tensor<4x3xf64> to tensor<4x3xf64, #CSR>
  %A = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf64>
  %B = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %r = call @sampled(%S, %A, %B) : (tensor<4x3xf64, #CSR>, tensor<4x2xf64>, tensor<2x3xf64>) -> tensor<4x3xf64, #CSR>
  sparse_tensor.print %r : tensor<4x3xf64, #CSR>
  return
}
