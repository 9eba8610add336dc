// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The sum of the entries of a vector of complex numbers.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @sum(%u: tensor<5xcomplex<f32>, #SV>) -> tensor<complex<f32>> {
  %empty = tensor.empty() : tensor<complex<f32>>
  %init = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %out = linalg.fill ins(%init : complex<f32>) outs(%empty : tensor<complex<f32>>) -> tensor<complex<f32>>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> ()>
    ],
    iterator_types = ["reduction"]
  }
    ins(%u : tensor<5xcomplex<f32>, #SV>)
    outs(%out : tensor<complex<f32>>) {
  ^bb0(%a: complex<f32>, %o: complex<f32>):
    %r = complex.add %o, %a : complex<f32>
    linalg.yield %r : complex<f32>
  } -> tensor<complex<f32>>
  return %0 : tensor<complex<f32>>
}

// CHECK: 4
// CHECK-NEXT: 1
func.func @main() {
  %u_dense = arith.constant dense<[(0.0, 0.0), (1.0, 2.0), (0.0, 0.0), (3.0, -1.0), (0.0, 0.0)]> : tensor<5xcomplex<f32>>
  %u = sparse_tensor.convert %u_dense : tensor<5xcomplex<f32>> to tensor<5xcomplex<f32>, #SV>
  %r = call @sum(%u) : (tensor<5xcomplex<f32>, #SV>) -> tensor<complex<f32>>
  %s = tensor.extract %r[] : tensor<complex<f32>>
  %s_re = complex.re %s : complex<f32>
  %s_im = complex.im %s : complex<f32>
  vector.print %s_re : f32
  vector.print %s_im : f32
  return
}
