// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The mode of a vector becomes two.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

// CHECK: ( ( 0, 1, 0, 0, 0, 0 ), ( 0, 0, 0, 0, 0, 2 ), ( 0, 0, 0, 0, 0, 0 ), ( 3, 0, 0, 0, 4, 0 ) )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %v_dense = arith.constant dense<[0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 4.0, 0.0]> : tensor<24xf64>
  %v = sparse_tensor.convert %v_dense : tensor<24xf64> to tensor<24xf64, #SV>
  %r = tensor.expand_shape %v [[0, 1]] output_shape [4, 6] : tensor<24xf64, #SV> into tensor<4x6xf64>
  %r_v = vector.transfer_read %r[%c0, %c0], %zero_f64 : tensor<4x6xf64>, vector<4x6xf64>
  vector.print %r_v : vector<4x6xf64>
  return
}
