// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A combiner that adds one to each sum of two entries begins with its
// identity.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @reduce(%A: tensor<3x3xf64, #CSR>) -> tensor<3xf64, #SV> {
  %empty = tensor.empty() : tensor<3xf64, #SV>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0)>
    ],
    iterator_types = ["parallel", "reduction"]
  }
    ins(%A : tensor<3x3xf64, #CSR>)
    outs(%empty : tensor<3xf64, #SV>) {
  ^bb0(%a: f64, %o: f64):
    %identity = arith.constant -1.0 : f64
    %r = sparse_tensor.reduce %o, %a, %identity : f64 {
      ^bb0(%x: f64, %y: f64):
        %s = arith.addf %x, %y : f64
        %one = arith.constant 1.0 : f64
        %z = arith.addf %s, %one : f64
        sparse_tensor.yield %z : f64
      }
    linalg.yield %r : f64
  } -> tensor<3xf64, #SV>
  return %0 : tensor<3xf64, #SV>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 2
// CHECK-NEXT: dim = ( 3 )
// CHECK-NEXT: lvl = ( 3 )
// CHECK-NEXT: pos[0] : ( 0, 2 )
// CHECK-NEXT: crd[0] : ( 0, 2 )
// CHECK-NEXT: values : ( 4, -3 )
// CHECK-NEXT: ----
func.func @main() {
  %A_dense = arith.constant dense<[[1.0, 2.0, 0.0], [0.0, 0.0, 0.0], [3.0, 0.0, -7.0]]> : tensor<3x3xf64>
  %A = sparse_tensor.convert %A_dense : tensor<3x3xf64> to tensor<3x3xf64, #CSR>
  %r = call @reduce(%A) : (tensor<3x3xf64, #CSR>) -> tensor<3xf64, #SV>
  sparse_tensor.print %r : tensor<3xf64, #SV>
  return
}
