// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// complex.mul of the entries of two vectors, of which the parts are printed.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @combine(%u: tensor<5xcomplex<f32>, #SV>, %w: tensor<5xcomplex<f32>, #SV>) -> tensor<5xcomplex<f32>, #SV> {
  %empty = tensor.empty() : tensor<5xcomplex<f32>, #SV>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>
    ],
    iterator_types = ["parallel"]
  }
    ins(%u, %w : tensor<5xcomplex<f32>, #SV>, tensor<5xcomplex<f32>, #SV>)
    outs(%empty : tensor<5xcomplex<f32>, #SV>) {
  ^bb0(%a: complex<f32>, %b: complex<f32>, %o: complex<f32>):
    %r = complex.mul %a, %b : complex<f32>
    linalg.yield %r : complex<f32>
  } -> tensor<5xcomplex<f32>, #SV>
  return %0 : tensor<5xcomplex<f32>, #SV>
}

func.func @part_re(%u: tensor<5xcomplex<f32>, #SV>) -> tensor<5xf32, #SV> {
  %empty = tensor.empty() : tensor<5xf32, #SV>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>
    ],
    iterator_types = ["parallel"]
  }
    ins(%u : tensor<5xcomplex<f32>, #SV>)
    outs(%empty : tensor<5xf32, #SV>) {
  ^bb0(%a: complex<f32>, %o: f32):
    %r = complex.re %a : complex<f32>
    linalg.yield %r : f32
  } -> tensor<5xf32, #SV>
  return %0 : tensor<5xf32, #SV>
}

func.func @part_im(%u: tensor<5xcomplex<f32>, #SV>) -> tensor<5xf32, #SV> {
  %empty = tensor.empty() : tensor<5xf32, #SV>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>
    ],
    iterator_types = ["parallel"]
  }
    ins(%u : tensor<5xcomplex<f32>, #SV>)
    outs(%empty : tensor<5xf32, #SV>) {
  ^bb0(%a: complex<f32>, %o: f32):
    %r = complex.im %a : complex<f32>
    linalg.yield %r : f32
  } -> tensor<5xf32, #SV>
  return %0 : tensor<5xf32, #SV>
}

// CHECK: ( 0, 1, 0, 4, 0 )
// CHECK-NEXT: ( 0, 2, 0, 2, 0 )
func.func @main() {
  %zero_f32 = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %u_dense = arith.constant dense<[(0.0, 0.0), (1.0, 2.0), (0.0, 0.0), (3.0, -1.0), (0.0, 0.0)]> : tensor<5xcomplex<f32>>
  %u = sparse_tensor.convert %u_dense : tensor<5xcomplex<f32>> to tensor<5xcomplex<f32>, #SV>
  %w_dense = arith.constant dense<[(0.0, 2.0), (1.0, 0.0), (0.0, 0.0), (1.0, 1.0), (0.0, 0.0)]> : tensor<5xcomplex<f32>>
  %w = sparse_tensor.convert %w_dense : tensor<5xcomplex<f32>> to tensor<5xcomplex<f32>, #SV>
  %r = call @combine(%u, %w) : (tensor<5xcomplex<f32>, #SV>, tensor<5xcomplex<f32>, #SV>) -> tensor<5xcomplex<f32>, #SV>
  %re = call @part_re(%r) : (tensor<5xcomplex<f32>, #SV>) -> tensor<5xf32, #SV>
  %re_out = sparse_tensor.convert %re : tensor<5xf32, #SV> to tensor<5xf32>
  %re_out_v = vector.transfer_read %re_out[%c0], %zero_f32 : tensor<5xf32>, vector<5xf32>
  vector.print %re_out_v : vector<5xf32>
  %im = call @part_im(%r) : (tensor<5xcomplex<f32>, #SV>) -> tensor<5xf32, #SV>
  %im_out = sparse_tensor.convert %im : tensor<5xf32, #SV> to tensor<5xf32>
  %im_out_v = vector.transfer_read %im_out[%c0], %zero_f32 : tensor<5xf32>, vector<5xf32>
  vector.print %im_out_v : vector<5xf32>
  return
}
