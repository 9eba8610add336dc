// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A compressed matrix times a compressed vector is a compressed vector.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @matvec(%A: tensor<4x6xf64, #CSR>, %x: tensor<6xf64, #SV>) -> tensor<4xf64, #SV> {
  %empty = tensor.empty() : tensor<4xf64, #SV>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d1)>,
      affine_map<(d0, d1) -> (d0)>
    ],
    iterator_types = ["parallel", "reduction"]
  }
    ins(%A, %x : tensor<4x6xf64, #CSR>, tensor<6xf64, #SV>)
    outs(%empty : tensor<4xf64, #SV>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<4xf64, #SV>
  return %0 : tensor<4xf64, #SV>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 2
// CHECK-NEXT: dim = ( 4 )
// CHECK-NEXT: lvl = ( 4 )
// CHECK-NEXT: pos[0] : ( 0, 2 )
// CHECK-NEXT: crd[0] : ( 0, 2 )
// CHECK-NEXT: values : ( 6, 8 )
// CHECK-NEXT: ----
func.func @main() {
  %A_dense = arith.constant dense<[[1.0, 0.0, 0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 3.0], [0.0, 4.0, 0.0, 5.0, 0.0, 0.0], [6.0, 0.0, 0.0, 0.0, 0.0, 7.0]]> : tensor<4x6xf64>
  %A = sparse_tensor.convert %A_dense : tensor<4x6xf64> to tensor<4x6xf64, #CSR>
  %x_dense = arith.constant dense<[0.0, 2.0, 0.0, 0.0, 3.0, 0.0]> : tensor<6xf64>
  %x = sparse_tensor.convert %x_dense : tensor<6xf64> to tensor<6xf64, #SV>
  %r = call @matvec(%A, %x) : (tensor<4x6xf64, #CSR>, tensor<6xf64, #SV>) -> tensor<4xf64, #SV>
  sparse_tensor.print %r : tensor<4xf64, #SV>
  return
}
