// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A product of stored matrices of type f16, converted to f32.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @product(%A: tensor<2x3xf16, #CSR>, %B: tensor<3x2xf16, #CSR>) -> tensor<2x2xf16, #CSR> {
  %empty = tensor.empty() : tensor<2x2xf16, #CSR>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1, d2) -> (d0, d2)>,
      affine_map<(d0, d1, d2) -> (d2, d1)>,
      affine_map<(d0, d1, d2) -> (d0, d1)>
    ],
    iterator_types = ["parallel", "parallel", "reduction"]
  }
    ins(%A, %B : tensor<2x3xf16, #CSR>, tensor<3x2xf16, #CSR>)
    outs(%empty : tensor<2x2xf16, #CSR>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %p = arith.mulf %a, %b : f16
    %s = arith.addf %o, %p : f16
    linalg.yield %s : f16
  } -> tensor<2x2xf16, #CSR>
  return %0 : tensor<2x2xf16, #CSR>
}

func.func @extend(%A: tensor<2x2xf16, #CSR>) -> tensor<2x2xf32> {
  %empty = tensor.empty() : tensor<2x2xf32>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0, d1)>
    ],
    iterator_types = ["parallel", "parallel"]
  }
    ins(%A : tensor<2x2xf16, #CSR>)
    outs(%empty : tensor<2x2xf32>) {
  ^bb0(%a: f16, %o: f32):
    %r = arith.extf %a : f16 to f32
    linalg.yield %r : f32
  } -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// CHECK: ( ( 7, 8 ), ( 0, 6 ) )
func.func @main() {
  %zero_f32 = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %A_dense = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 3.0, 0.0]]> : tensor<2x3xf16>
  %A = sparse_tensor.convert %A_dense : tensor<2x3xf16> to tensor<2x3xf16, #CSR>
  %B_dense = arith.constant dense<[[1.0, 0.0], [0.0, 2.0], [3.0, 4.0]]> : tensor<3x2xf16>
  %B = sparse_tensor.convert %B_dense : tensor<3x2xf16> to tensor<3x2xf16, #CSR>
  %c = call @product(%A, %B) : (tensor<2x3xf16, #CSR>, tensor<3x2xf16, #CSR>) -> tensor<2x2xf16, #CSR>
  %r = call @extend(%c) : (tensor<2x2xf16, #CSR>) -> tensor<2x2xf32>
  %r_v = vector.transfer_read %r[%c0, %c0], %zero_f32 : tensor<2x2xf32>, vector<2x2xf32>
  vector.print %r_v : vector<2x2xf32>
  return
}
