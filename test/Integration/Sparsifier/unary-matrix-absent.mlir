// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The complement of a matrix has ones where it has no entries.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @apply(%A: tensor<2x3xf64, #CSR>) -> tensor<2x3xf64, #CSR> {
  %empty = tensor.empty() : tensor<2x3xf64, #CSR>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0, d1)>
    ],
    iterator_types = ["parallel", "parallel"]
  }
    ins(%A : tensor<2x3xf64, #CSR>)
    outs(%empty : tensor<2x3xf64, #CSR>) {
  ^bb0(%a: f64, %o: f64):
    %r = sparse_tensor.unary %a : f64 to f64
      present = {}
      absent = {
        %one = arith.constant 1.0 : f64
        sparse_tensor.yield %one : f64
      }
    linalg.yield %r : f64
  } -> tensor<2x3xf64, #CSR>
  return %0 : tensor<2x3xf64, #CSR>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 3
// CHECK-NEXT: dim = ( 2, 3 )
// CHECK-NEXT: lvl = ( 2, 3 )
// CHECK-NEXT: pos[1] : ( 0, 1, 3 )
// CHECK-NEXT: crd[1] : ( 1, 0, 2 )
// CHECK-NEXT: values : ( 1, 1, 1 )
// CHECK-NEXT: ----
func.func @main() {
  %A_dense = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 3.0, 0.0]]> : tensor<2x3xf64>
  %A = sparse_tensor.convert %A_dense : tensor<2x3xf64> to tensor<2x3xf64, #CSR>
  %r = call @apply(%A) : (tensor<2x3xf64, #CSR>) -> tensor<2x3xf64, #CSR>
  sparse_tensor.print %r : tensor<2x3xf64, #CSR>
  return
}
