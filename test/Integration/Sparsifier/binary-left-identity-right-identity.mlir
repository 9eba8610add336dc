// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Of two compressed vectors, entries of the left one alone are kept, entries
// of the right one alone are kept; nothing else is stored.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @combine(%v: tensor<7xf64, #SV>, %w: tensor<7xf64, #SV>) -> tensor<7xf64, #SV> {
  %empty = tensor.empty() : tensor<7xf64, #SV>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>
    ],
    iterator_types = ["parallel"]
  }
    ins(%v, %w : tensor<7xf64, #SV>, tensor<7xf64, #SV>)
    outs(%empty : tensor<7xf64, #SV>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %r = sparse_tensor.binary %a, %b : f64, f64 to f64
      overlap={}
      left=identity
      right=identity
    linalg.yield %r : f64
  } -> tensor<7xf64, #SV>
  return %0 : tensor<7xf64, #SV>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 2
// CHECK-NEXT: dim = ( 7 )
// CHECK-NEXT: lvl = ( 7 )
// CHECK-NEXT: pos[0] : ( 0, 2 )
// CHECK-NEXT: crd[0] : ( 0, 3 )
// CHECK-NEXT: values : ( 5, 2 )
// CHECK-NEXT: ----
func.func @main() {
  %v_dense = arith.constant dense<[0.0, -1.0, 0.0, 2.0, 0.0, 3.0, 4.0]> : tensor<7xf64>
  %v = sparse_tensor.convert %v_dense : tensor<7xf64> to tensor<7xf64, #SV>
  %w_dense = arith.constant dense<[5.0, 6.0, 0.0, 0.0, 0.0, 7.0, -8.0]> : tensor<7xf64>
  %w = sparse_tensor.convert %w_dense : tensor<7xf64> to tensor<7xf64, #SV>
  %r = call @combine(%v, %w) : (tensor<7xf64, #SV>, tensor<7xf64, #SV>) -> tensor<7xf64, #SV>
  sparse_tensor.print %r : tensor<7xf64, #SV>
  return
}
