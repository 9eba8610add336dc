// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A scalar from outside of the region multiplies the entries of a vector.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @scale(%factor: f64, %u: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  %empty = tensor.empty() : tensor<8xf64, #SV>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>
    ],
    iterator_types = ["parallel"]
  }
    ins(%u : tensor<8xf64, #SV>)
    outs(%empty : tensor<8xf64, #SV>) {
  ^bb0(%a: f64, %o: f64):
    %p = arith.mulf %a, %factor : f64
    linalg.yield %p : f64
  } -> tensor<8xf64, #SV>
  return %0 : tensor<8xf64, #SV>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 3
// CHECK-NEXT: dim = ( 8 )
// CHECK-NEXT: lvl = ( 8 )
// CHECK-NEXT: pos[0] : ( 0, 3 )
// CHECK-NEXT: crd[0] : ( 1, 3, 5 )
// CHECK-NEXT: values : ( 2.5, 5, 7.5 )
// CHECK-NEXT: ----
func.func @main() {
  %factor = arith.constant 2.5 : f64
  %u_dense = arith.constant dense<[0.0, 1.0, 0.0, 2.0, 0.0, 3.0, 0.0, 0.0]> : tensor<8xf64>
  %u = sparse_tensor.convert %u_dense : tensor<8xf64> to tensor<8xf64, #SV>
  %r = call @scale(%factor, %u) : (f64, tensor<8xf64, #SV>) -> tensor<8xf64, #SV>
  sparse_tensor.print %r : tensor<8xf64, #SV>
  return
}
