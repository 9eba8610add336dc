// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The absolute values of complex entries are real.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @abs(%u: tensor<5xcomplex<f64>, #SV>) -> tensor<5xf64, #SV> {
  %empty = tensor.empty() : tensor<5xf64, #SV>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>
    ],
    iterator_types = ["parallel"]
  }
    ins(%u : tensor<5xcomplex<f64>, #SV>)
    outs(%empty : tensor<5xf64, #SV>) {
  ^bb0(%a: complex<f64>, %o: f64):
    %r = complex.abs %a : complex<f64>
    linalg.yield %r : f64
  } -> tensor<5xf64, #SV>
  return %0 : tensor<5xf64, #SV>
}

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 2
// CHECK-NEXT: dim = ( 5 )
// CHECK-NEXT: lvl = ( 5 )
// CHECK-NEXT: pos[0] : ( 0, 2 )
// CHECK-NEXT: crd[0] : ( 1, 3 )
// CHECK-NEXT: values : ( 5, 5 )
// CHECK-NEXT: ----
func.func @main() {
  %u_dense = arith.constant dense<[(0.0, 0.0), (3.0, 4.0), (0.0, 0.0), (-5.0, 0.0), (0.0, 0.0)]> : tensor<5xcomplex<f64>>
  %u = sparse_tensor.convert %u_dense : tensor<5xcomplex<f64>> to tensor<5xcomplex<f64>, #SV>
  %r = call @abs(%u) : (tensor<5xcomplex<f64>, #SV>) -> tensor<5xf64, #SV>
  sparse_tensor.print %r : tensor<5xf64, #SV>
  return
}
