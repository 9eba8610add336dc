// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// arith.fptosi converts the entries of a vector.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @cast(%v: tensor<8xf64, #SV>) -> tensor<8xi32, #SV> {
  %empty = tensor.empty() : tensor<8xi32, #SV>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>
    ],
    iterator_types = ["parallel"]
  }
    ins(%v : tensor<8xf64, #SV>)
    outs(%empty : tensor<8xi32, #SV>) {
  ^bb0(%a: f64, %o: i32):
    %r = arith.fptosi %a : f64 to i32
    linalg.yield %r : i32
  } -> tensor<8xi32, #SV>
  return %0 : tensor<8xi32, #SV>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 4
// CHECK-NEXT: dim = ( 8 )
// CHECK-NEXT: lvl = ( 8 )
// CHECK-NEXT: pos[0] : ( 0, 4 )
// CHECK-NEXT: crd[0] : ( 1, 3, 6, 7 )
// CHECK-NEXT: values : ( -1, 2, 4, -3 )
// CHECK-NEXT: ----
func.func @main() {
  %v_dense = arith.constant dense<[0.0, -1.5, 0.0, 2.25, 0.0, 0.0, 4.0, -3.0]> : tensor<8xf64>
  %v = sparse_tensor.convert %v_dense : tensor<8xf64> to tensor<8xf64, #SV>
  %r = call @cast(%v) : (tensor<8xf64, #SV>) -> tensor<8xi32, #SV>
  sparse_tensor.print %r : tensor<8xi32, #SV>
  return
}
