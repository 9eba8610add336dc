// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// arith.uitofp converts the entries of a vector.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @cast(%v: tensor<8xi8, #SV>) -> tensor<8xf32, #SV> {
  %empty = tensor.empty() : tensor<8xf32, #SV>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>
    ],
    iterator_types = ["parallel"]
  }
    ins(%v : tensor<8xi8, #SV>)
    outs(%empty : tensor<8xf32, #SV>) {
  ^bb0(%a: i8, %o: f32):
    %r = arith.uitofp %a : i8 to f32
    linalg.yield %r : f32
  } -> tensor<8xf32, #SV>
  return %0 : tensor<8xf32, #SV>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 4
// CHECK-NEXT: dim = ( 8 )
// CHECK-NEXT: lvl = ( 8 )
// CHECK-NEXT: pos[0] : ( 0, 4 )
// CHECK-NEXT: crd[0] : ( 1, 3, 5, 6 )
// CHECK-NEXT: values : ( 6, 249, 12, 5 )
// CHECK-NEXT: ----
func.func @main() {
  %v_dense = arith.constant dense<[0, 6, 0, -7, 0, 12, 5, 0]> : tensor<8xi8>
  %v = sparse_tensor.convert %v_dense : tensor<8xi8> to tensor<8xi8, #SV>
  %r = call @cast(%v) : (tensor<8xi8, #SV>) -> tensor<8xf32, #SV>
  sparse_tensor.print %r : tensor<8xf32, #SV>
  return
}
