// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// arith.bitcast shows the bits of the entries of a vector.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @cast(%v: tensor<4xf32, #SV>) -> tensor<4xi32, #SV> {
  %empty = tensor.empty() : tensor<4xi32, #SV>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>
    ],
    iterator_types = ["parallel"]
  }
    ins(%v : tensor<4xf32, #SV>)
    outs(%empty : tensor<4xi32, #SV>) {
  ^bb0(%a: f32, %o: i32):
    %r = arith.bitcast %a : f32 to i32
    linalg.yield %r : i32
  } -> tensor<4xi32, #SV>
  return %0 : tensor<4xi32, #SV>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 2
// CHECK-NEXT: dim = ( 4 )
// CHECK-NEXT: lvl = ( 4 )
// CHECK-NEXT: pos[0] : ( 0, 2 )
// CHECK-NEXT: crd[0] : ( 1, 3 )
// CHECK-NEXT: values : ( 1069547520, -1073741824 )
// CHECK-NEXT: ----
func.func @main() {
  %v_dense = arith.constant dense<[0.0, 1.5, 0.0, -2.0]> : tensor<4xf32>
  %v = sparse_tensor.convert %v_dense : tensor<4xf32> to tensor<4xf32, #SV>
  %r = call @cast(%v) : (tensor<4xf32, #SV>) -> tensor<4xi32, #SV>
  sparse_tensor.print %r : tensor<4xi32, #SV>
  return
}
