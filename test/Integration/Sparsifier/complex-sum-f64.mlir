// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The sum of the entries of a vector of complex numbers.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @sum(%u: tensor<5xcomplex<f64>, #SV>) -> tensor<complex<f64>> {
  %empty = tensor.empty() : tensor<complex<f64>>
  %init = complex.constant [0.0 : f64, 0.0 : f64] : complex<f64>
  %out = linalg.fill ins(%init : complex<f64>) outs(%empty : tensor<complex<f64>>) -> tensor<complex<f64>>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> ()>
    ],
    iterator_types = ["reduction"]
  }
    ins(%u : tensor<5xcomplex<f64>, #SV>)
    outs(%out : tensor<complex<f64>>) {
  ^bb0(%a: complex<f64>, %o: complex<f64>):
    %r = complex.add %o, %a : complex<f64>
    linalg.yield %r : complex<f64>
  } -> tensor<complex<f64>>
  return %0 : tensor<complex<f64>>
}

// CHECK: 4
// CHECK-NEXT: 1
func.func @main() {
  %u_dense = arith.constant dense<[(0.0, 0.0), (1.0, 2.0), (0.0, 0.0), (3.0, -1.0), (0.0, 0.0)]> : tensor<5xcomplex<f64>>
  %u = sparse_tensor.convert %u_dense : tensor<5xcomplex<f64>> to tensor<5xcomplex<f64>, #SV>
  %r = call @sum(%u) : (tensor<5xcomplex<f64>, #SV>) -> tensor<complex<f64>>
  %s = tensor.extract %r[] : tensor<complex<f64>>
  %s_re = complex.re %s : complex<f64>
  %s_im = complex.im %s : complex<f64>
  vector.print %s_re : f64
  vector.print %s_im : f64
  return
}
