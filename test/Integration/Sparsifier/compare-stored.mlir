// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Entries that differ from those of another matrix are stored.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

func.func @compare(%A: tensor<2x3xf64, #CSR>, %B: tensor<2x3xf64, #CSC>) -> tensor<2x3xi8, #DCSR> {
  %empty = tensor.empty() : tensor<2x3xi8, #DCSR>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0, d1)>
    ],
    iterator_types = ["parallel", "parallel"]
  }
    ins(%A, %B : tensor<2x3xf64, #CSR>, tensor<2x3xf64, #CSC>)
    outs(%empty : tensor<2x3xi8, #DCSR>) {
  ^bb0(%a: f64, %b: f64, %o: i8):
    %t = arith.cmpf une, %a, %b : f64
    %r = arith.extui %t : i1 to i8
    linalg.yield %r : i8
  } -> tensor<2x3xi8, #DCSR>
  return %0 : tensor<2x3xi8, #DCSR>
}

// CHECK: ( ( 1, 0, 0 ), ( 1, 1, 1 ) )
func.func @main() {
  %zero_i8 = arith.constant 0 : i8
  %c0 = arith.constant 0 : index
  %A_dense = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, -3.0, 0.0]]> : tensor<2x3xf64>
  %A = sparse_tensor.convert %A_dense : tensor<2x3xf64> to tensor<2x3xf64, #CSR>
  %B_dense = arith.constant dense<[[0.0, 0.0, 2.0], [1.0, -4.0, -1.0]]> : tensor<2x3xf64>
  %B = sparse_tensor.convert %B_dense : tensor<2x3xf64> to tensor<2x3xf64, #CSC>
  %r = call @compare(%A, %B) : (tensor<2x3xf64, #CSR>, tensor<2x3xf64, #CSC>) -> tensor<2x3xi8, #DCSR>
  %r_out = sparse_tensor.convert %r : tensor<2x3xi8, #DCSR> to tensor<2x3xi8>
  %r_out_v = vector.transfer_read %r_out[%c0, %c0], %zero_i8 : tensor<2x3xi8>, vector<2x3xi8>
  vector.print %r_out_v : vector<2x3xi8>
  return
}
