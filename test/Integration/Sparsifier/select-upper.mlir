// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The upper entries of a matrix are kept, by their coordinates.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @select(%A: tensor<3x3xf64, #CSR>) -> tensor<3x3xf64, #CSR> {
  %empty = tensor.empty() : tensor<3x3xf64, #CSR>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0, d1)>
    ],
    iterator_types = ["parallel", "parallel"]
  }
    ins(%A : tensor<3x3xf64, #CSR>)
    outs(%empty : tensor<3x3xf64, #CSR>) {
  ^bb0(%a: f64, %o: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %r = sparse_tensor.select %a : f64 {
      ^bb0(%x: f64):
        %keep = arith.cmpi ult, %i, %j : index
        sparse_tensor.yield %keep : i1
      }
    linalg.yield %r : f64
  } -> tensor<3x3xf64, #CSR>
  return %0 : tensor<3x3xf64, #CSR>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 2
// CHECK-NEXT: dim = ( 3, 3 )
// CHECK-NEXT: lvl = ( 3, 3 )
// CHECK-NEXT: pos[1] : ( 0, 1, 2, 2 )
// CHECK-NEXT: crd[1] : ( 1, 2 )
// CHECK-NEXT: values : ( 2, 5 )
// CHECK-NEXT: ----
func.func @main() {
  %A_dense = arith.constant dense<[[1.0, 2.0, 0.0], [3.0, 4.0, 5.0], [0.0, 6.0, 7.0]]> : tensor<3x3xf64>
  %A = sparse_tensor.convert %A_dense : tensor<3x3xf64> to tensor<3x3xf64, #CSR>
  %r = call @select(%A) : (tensor<3x3xf64, #CSR>) -> tensor<3x3xf64, #CSR>
  sparse_tensor.print %r : tensor<3x3xf64, #CSR>
  return
}
