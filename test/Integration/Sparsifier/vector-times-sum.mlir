// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The product of a vector and the sum of two others has the entries of the
// first and of either.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @combine(%t: tensor<8xf64, #SV>, %u: tensor<8xf64, #SV>, %w: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  %empty = tensor.empty() : tensor<8xf64, #SV>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>
    ],
    iterator_types = ["parallel"]
  }
    ins(%t, %u, %w : tensor<8xf64, #SV>, tensor<8xf64, #SV>, tensor<8xf64, #SV>)
    outs(%empty : tensor<8xf64, #SV>) {
  ^bb0(%a: f64, %b: f64, %c: f64, %o: f64):
    %s = arith.addf %b, %c : f64
    %p = arith.mulf %a, %s : f64
    linalg.yield %p : f64
  } -> tensor<8xf64, #SV>
  return %0 : tensor<8xf64, #SV>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 4
// CHECK-NEXT: dim = ( 8 )
// CHECK-NEXT: lvl = ( 8 )
// CHECK-NEXT: pos[0] : ( 0, 4 )
// CHECK-NEXT: crd[0] : ( 0, 1, 5, 7 )
// CHECK-NEXT: values : ( 4, 1, 9, 7 )
// CHECK-NEXT: ----
func.func @main() {
  %t_dense = arith.constant dense<[1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0]> : tensor<8xf64>
  %t = sparse_tensor.convert %t_dense : tensor<8xf64> to tensor<8xf64, #SV>
  %u_dense = arith.constant dense<[0.0, 1.0, 0.0, 2.0, 0.0, 3.0, 0.0, 0.0]> : tensor<8xf64>
  %u = sparse_tensor.convert %u_dense : tensor<8xf64> to tensor<8xf64, #SV>
  %w_dense = arith.constant dense<[4.0, 0.0, 0.0, 5.0, 0.0, 6.0, 0.0, 7.0]> : tensor<8xf64>
  %w = sparse_tensor.convert %w_dense : tensor<8xf64> to tensor<8xf64, #SV>
  %r = call @combine(%t, %u, %w) : (tensor<8xf64, #SV>, tensor<8xf64, #SV>, tensor<8xf64, #SV>) -> tensor<8xf64, #SV>
  sparse_tensor.print %r : tensor<8xf64, #SV>
  return
}
