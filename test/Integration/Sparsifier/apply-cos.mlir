// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The cosine of zero is one, so that the result is dense.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @apply(%v: tensor<8xf64, #SV>) -> tensor<8xf64> {
  %empty = tensor.empty() : tensor<8xf64>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>
    ],
    iterator_types = ["parallel"]
  }
    ins(%v : tensor<8xf64, #SV>)
    outs(%empty : tensor<8xf64>) {
  ^bb0(%a: f64, %o: f64):
    %r = math.cos %a : f64
    linalg.yield %r : f64
  } -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

// CHECK: ( 1, 0.0707372, 1, -0.628174, 1, 1, -0.653644, -0.989992 )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %v_dense = arith.constant dense<[0.0, -1.5, 0.0, 2.25, 0.0, 0.0, 4.0, -3.0]> : tensor<8xf64>
  %v = sparse_tensor.convert %v_dense : tensor<8xf64> to tensor<8xf64, #SV>
  %r = call @apply(%v) : (tensor<8xf64, #SV>) -> tensor<8xf64>
  %r_v = vector.transfer_read %r[%c0], %zero_f64 : tensor<8xf64>, vector<8xf64>
  vector.print %r_v : vector<8xf64>
  return
}
