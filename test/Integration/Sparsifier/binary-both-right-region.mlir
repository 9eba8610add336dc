// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Of two compressed vectors, entries of both are multiplied, entries of the
// right one alone are multiplied by a hundred; nothing else is stored.

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
      overlap={
      ^bb0(%x: f64, %y: f64):
        %z = arith.mulf %x, %y : f64
        sparse_tensor.yield %z : f64
      }
      left={}
      right={
      ^bb0(%x: f64):
        %c = arith.constant 100.0 : f64
        %z = arith.mulf %x, %c : f64
        sparse_tensor.yield %z : f64
      }
    linalg.yield %r : f64
  } -> tensor<7xf64, #SV>
  return %0 : tensor<7xf64, #SV>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 4
// CHECK-NEXT: dim = ( 7 )
// CHECK-NEXT: lvl = ( 7 )
// CHECK-NEXT: pos[0] : ( 0, 4 )
// CHECK-NEXT: crd[0] : ( 0, 1, 5, 6 )
// CHECK-NEXT: values : ( 500, -6, 21, -32 )
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
