// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The product of two compressed vectors has the entries of both.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @combine(%u: tensor<8xf64, #SV>, %w: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  %empty = tensor.empty() : tensor<8xf64, #SV>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>
    ],
    iterator_types = ["parallel"]
  }
    ins(%u, %w : tensor<8xf64, #SV>, tensor<8xf64, #SV>)
    outs(%empty : tensor<8xf64, #SV>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    linalg.yield %p : f64
  } -> tensor<8xf64, #SV>
  return %0 : tensor<8xf64, #SV>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 2
// CHECK-NEXT: dim = ( 8 )
// CHECK-NEXT: lvl = ( 8 )
// CHECK-NEXT: pos[0] : ( 0, 2 )
// CHECK-NEXT: crd[0] : ( 3, 5 )
// CHECK-NEXT: values : ( 10, 18 )
// CHECK-NEXT: ----
func.func @main() {
  %u_dense = arith.constant dense<[0.0, 1.0, 0.0, 2.0, 0.0, 3.0, 0.0, 0.0]> : tensor<8xf64>
  %u = sparse_tensor.convert %u_dense : tensor<8xf64> to tensor<8xf64, #SV>
  %w_dense = arith.constant dense<[4.0, 0.0, 0.0, 5.0, 0.0, 6.0, 0.0, 7.0]> : tensor<8xf64>
  %w = sparse_tensor.convert %w_dense : tensor<8xf64> to tensor<8xf64, #SV>
  %r = call @combine(%u, %w) : (tensor<8xf64, #SV>, tensor<8xf64, #SV>) -> tensor<8xf64, #SV>
  sparse_tensor.print %r : tensor<8xf64, #SV>
  return
}
