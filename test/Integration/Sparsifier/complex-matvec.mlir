// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A compressed matrix of complex numbers times a dense vector.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @matvec(%M: tensor<3x2xcomplex<f64>, #CSR>, %x: tensor<2xcomplex<f64>>) -> tensor<3xcomplex<f64>> {
  %empty = tensor.empty() : tensor<3xcomplex<f64>>
  %init = complex.constant [0.0 : f64, 0.0 : f64] : complex<f64>
  %out = linalg.fill ins(%init : complex<f64>) outs(%empty : tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d1)>,
      affine_map<(d0, d1) -> (d0)>
    ],
    iterator_types = ["parallel", "reduction"]
  }
    ins(%M, %x : tensor<3x2xcomplex<f64>, #CSR>, tensor<2xcomplex<f64>>)
    outs(%out : tensor<3xcomplex<f64>>) {
  ^bb0(%a: complex<f64>, %b: complex<f64>, %o: complex<f64>):
    %p = complex.mul %a, %b : complex<f64>
    %s = complex.add %o, %p : complex<f64>
    linalg.yield %s : complex<f64>
  } -> tensor<3xcomplex<f64>>
  return %0 : tensor<3xcomplex<f64>>
}

func.func @part_re(%u: tensor<3xcomplex<f64>>) -> tensor<3xf64> {
  %empty = tensor.empty() : tensor<3xf64>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>
    ],
    iterator_types = ["parallel"]
  }
    ins(%u : tensor<3xcomplex<f64>>)
    outs(%empty : tensor<3xf64>) {
  ^bb0(%a: complex<f64>, %o: f64):
    %r = complex.re %a : complex<f64>
    linalg.yield %r : f64
  } -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

func.func @part_im(%u: tensor<3xcomplex<f64>>) -> tensor<3xf64> {
  %empty = tensor.empty() : tensor<3xf64>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>
    ],
    iterator_types = ["parallel"]
  }
    ins(%u : tensor<3xcomplex<f64>>)
    outs(%empty : tensor<3xf64>) {
  ^bb0(%a: complex<f64>, %o: f64):
    %r = complex.im %a : complex<f64>
    linalg.yield %r : f64
  } -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

// CHECK: ( 0, 0, 4 )
// CHECK-NEXT: ( 1, 0, 2 )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %M_dense = arith.constant dense<[[(0.0, 1.0), (0.0, 0.0)], [(0.0, 0.0), (0.0, 0.0)], [(2.0, 0.0), (1.0, -1.0)]]> : tensor<3x2xcomplex<f64>>
  %M = sparse_tensor.convert %M_dense : tensor<3x2xcomplex<f64>> to tensor<3x2xcomplex<f64>, #CSR>
  %x = arith.constant dense<[(1.0, 0.0), (0.0, 2.0)]> : tensor<2xcomplex<f64>>
  %r = call @matvec(%M, %x) : (tensor<3x2xcomplex<f64>, #CSR>, tensor<2xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  %re = call @part_re(%r) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  %re_v = vector.transfer_read %re[%c0], %zero_f64 : tensor<3xf64>, vector<3xf64>
  vector.print %re_v : vector<3xf64>
  %im = call @part_im(%r) : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  %im_v = vector.transfer_read %im[%c0], %zero_f64 : tensor<3xf64>, vector<3xf64>
  vector.print %im_v : vector<3xf64>
  return
}
