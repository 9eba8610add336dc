// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// complex.sub of the entries of two vectors, of which the parts are printed.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @combine(%u: tensor<5xcomplex<f64>, #SV>, %w: tensor<5xcomplex<f64>, #SV>) -> tensor<5xcomplex<f64>, #SV> {
  %empty = tensor.empty() : tensor<5xcomplex<f64>, #SV>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>
    ],
    iterator_types = ["parallel"]
  }
    ins(%u, %w : tensor<5xcomplex<f64>, #SV>, tensor<5xcomplex<f64>, #SV>)
    outs(%empty : tensor<5xcomplex<f64>, #SV>) {
  ^bb0(%a: complex<f64>, %b: complex<f64>, %o: complex<f64>):
    %r = complex.sub %a, %b : complex<f64>
    linalg.yield %r : complex<f64>
  } -> tensor<5xcomplex<f64>, #SV>
  return %0 : tensor<5xcomplex<f64>, #SV>
}

func.func @part_re(%u: tensor<5xcomplex<f64>, #SV>) -> tensor<5xf64, #SV> {
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
    %r = complex.re %a : complex<f64>
    linalg.yield %r : f64
  } -> tensor<5xf64, #SV>
  return %0 : tensor<5xf64, #SV>
}

func.func @part_im(%u: tensor<5xcomplex<f64>, #SV>) -> tensor<5xf64, #SV> {
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
    %r = complex.im %a : complex<f64>
    linalg.yield %r : f64
  } -> tensor<5xf64, #SV>
  return %0 : tensor<5xf64, #SV>
}

// CHECK: ( 0, 0, 0, 2, 0 )
// CHECK-NEXT: ( -2, 2, 0, -2, 0 )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %u_dense = arith.constant dense<[(0.0, 0.0), (1.0, 2.0), (0.0, 0.0), (3.0, -1.0), (0.0, 0.0)]> : tensor<5xcomplex<f64>>
  %u = sparse_tensor.convert %u_dense : tensor<5xcomplex<f64>> to tensor<5xcomplex<f64>, #SV>
  %w_dense = arith.constant dense<[(0.0, 2.0), (1.0, 0.0), (0.0, 0.0), (1.0, 1.0), (0.0, 0.0)]> : tensor<5xcomplex<f64>>
  %w = sparse_tensor.convert %w_dense : tensor<5xcomplex<f64>> to tensor<5xcomplex<f64>, #SV>
  %r = call @combine(%u, %w) : (tensor<5xcomplex<f64>, #SV>, tensor<5xcomplex<f64>, #SV>) -> tensor<5xcomplex<f64>, #SV>
  %re = call @part_re(%r) : (tensor<5xcomplex<f64>, #SV>) -> tensor<5xf64, #SV>
  %re_out = sparse_tensor.convert %re : tensor<5xf64, #SV> to tensor<5xf64>
  %re_out_v = vector.transfer_read %re_out[%c0], %zero_f64 : tensor<5xf64>, vector<5xf64>
  vector.print %re_out_v : vector<5xf64>
  %im = call @part_im(%r) : (tensor<5xcomplex<f64>, #SV>) -> tensor<5xf64, #SV>
  %im_out = sparse_tensor.convert %im : tensor<5xf64, #SV> to tensor<5xf64>
  %im_out_v = vector.transfer_read %im_out[%c0], %zero_f64 : tensor<5xf64>, vector<5xf64>
  vector.print %im_out_v : vector<5xf64>
  return
}
