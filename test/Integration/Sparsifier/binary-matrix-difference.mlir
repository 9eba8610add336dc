// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The entries of one matrix where another one has none.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>

func.func @without(%A: tensor<2x3xf64, #CSR>, %B: tensor<2x3xf64, #CSC>) -> tensor<2x3xf64, #CSR> {
  %empty = tensor.empty() : tensor<2x3xf64, #CSR>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0, d1)>
    ],
    iterator_types = ["parallel", "parallel"]
  }
    ins(%A, %B : tensor<2x3xf64, #CSR>, tensor<2x3xf64, #CSC>)
    outs(%empty : tensor<2x3xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %r = sparse_tensor.binary %a, %b : f64, f64 to f64
      overlap={}
      left=identity
      right={}
    linalg.yield %r : f64
  } -> tensor<2x3xf64, #CSR>
  return %0 : tensor<2x3xf64, #CSR>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 1
// CHECK-NEXT: dim = ( 2, 3 )
// CHECK-NEXT: lvl = ( 2, 3 )
// CHECK-NEXT: pos[1] : ( 0, 1, 1 )
// CHECK-NEXT: crd[1] : ( 2 )
// CHECK-NEXT: values : ( 2 )
// CHECK-NEXT: ----
func.func @main() {
  %A_dense = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 3.0, 0.0]]> : tensor<2x3xf64>
  %A = sparse_tensor.convert %A_dense : tensor<2x3xf64> to tensor<2x3xf64, #CSR>
  %B_dense = arith.constant dense<[[5.0, 0.0, 0.0], [0.0, 6.0, 7.0]]> : tensor<2x3xf64>
  %B = sparse_tensor.convert %B_dense : tensor<2x3xf64> to tensor<2x3xf64, #CSC>
  %r = call @without(%A, %B) : (tensor<2x3xf64, #CSR>, tensor<2x3xf64, #CSC>) -> tensor<2x3xf64, #CSR>
  sparse_tensor.print %r : tensor<2x3xf64, #CSR>
  return
}
