// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// math.expm1 of a compressed vector is computed at its entries, since it is
// zero of zero.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @apply(%v: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  %empty = tensor.empty() : tensor<8xf64, #SV>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>
    ],
    iterator_types = ["parallel"]
  }
    ins(%v : tensor<8xf64, #SV>)
    outs(%empty : tensor<8xf64, #SV>) {
  ^bb0(%a: f64, %o: f64):
    %r = math.expm1 %a : f64
    linalg.yield %r : f64
  } -> tensor<8xf64, #SV>
  return %0 : tensor<8xf64, #SV>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 4
// CHECK-NEXT: dim = ( 8 )
// CHECK-NEXT: lvl = ( 8 )
// CHECK-NEXT: pos[0] : ( 0, 4 )
// CHECK-NEXT: crd[0] : ( 1, 3, 6, 7 )
// CHECK-NEXT: values : ( -0.77687, 8.48774, 53.5982, -0.950213 )
// CHECK-NEXT: ----
func.func @main() {
  %v_dense = arith.constant dense<[0.0, -1.5, 0.0, 2.25, 0.0, 0.0, 4.0, -3.0]> : tensor<8xf64>
  %v = sparse_tensor.convert %v_dense : tensor<8xf64> to tensor<8xf64, #SV>
  %r = call @apply(%v) : (tensor<8xf64, #SV>) -> tensor<8xf64, #SV>
  sparse_tensor.print %r : tensor<8xf64, #SV>
  return
}
