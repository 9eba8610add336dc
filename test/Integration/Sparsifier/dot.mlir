// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// linalg.dot of two compressed vectors multiplies where both have entries.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @dot(%u: tensor<4xf64, #SV>, %w: tensor<4xf64, #SV>, %x: tensor<f64>) -> tensor<f64> {
  %0 = linalg.dot ins(%u, %w : tensor<4xf64, #SV>, tensor<4xf64, #SV>) outs(%x : tensor<f64>) -> tensor<f64>
  return %0 : tensor<f64>
}

// CHECK: 10.5
func.func @main() {
  %u_dense = arith.constant dense<[0.0, 1.0, 0.0, 2.0]> : tensor<4xf64>
  %u = sparse_tensor.convert %u_dense : tensor<4xf64> to tensor<4xf64, #SV>
  %w_dense = arith.constant dense<[3.0, 0.0, 4.0, 5.0]> : tensor<4xf64>
  %w = sparse_tensor.convert %w_dense : tensor<4xf64> to tensor<4xf64, #SV>
  %x = arith.constant dense<0.5> : tensor<f64>
  %r = call @dot(%u, %w, %x) : (tensor<4xf64, #SV>, tensor<4xf64, #SV>, tensor<f64>) -> tensor<f64>
  %r_0 = tensor.extract %r[] : tensor<f64>
  vector.print %r_0 : f64
  return
}
