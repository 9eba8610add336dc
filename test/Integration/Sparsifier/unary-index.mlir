// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Entries are replaced by their coordinates plus one.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @apply(%v: tensor<7xf64, #SV>) -> tensor<7xf64, #SV> {
  %empty = tensor.empty() : tensor<7xf64, #SV>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>
    ],
    iterator_types = ["parallel"]
  }
    ins(%v : tensor<7xf64, #SV>)
    outs(%empty : tensor<7xf64, #SV>) {
  ^bb0(%a: f64, %o: f64):
    %i = linalg.index 0 : index
    %r = sparse_tensor.unary %a : f64 to f64
      present = {
      ^bb0(%x: f64):
        %c = arith.index_cast %i : index to i64
        %one = arith.constant 1 : i64
        %y = arith.addi %c, %one : i64
        %f = arith.sitofp %y : i64 to f64
        sparse_tensor.yield %f : f64
      }
      absent = {}
    linalg.yield %r : f64
  } -> tensor<7xf64, #SV>
  return %0 : tensor<7xf64, #SV>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 4
// CHECK-NEXT: dim = ( 7 )
// CHECK-NEXT: lvl = ( 7 )
// CHECK-NEXT: pos[0] : ( 0, 4 )
// CHECK-NEXT: crd[0] : ( 1, 3, 5, 6 )
// CHECK-NEXT: values : ( 2, 4, 6, 7 )
// CHECK-NEXT: ----
func.func @main() {
  %v_dense = arith.constant dense<[0.0, -1.0, 0.0, 2.0, 0.0, 3.0, 4.0]> : tensor<7xf64>
  %v = sparse_tensor.convert %v_dense : tensor<7xf64> to tensor<7xf64, #SV>
  %r = call @apply(%v) : (tensor<7xf64, #SV>) -> tensor<7xf64, #SV>
  sparse_tensor.print %r : tensor<7xf64, #SV>
  return
}
