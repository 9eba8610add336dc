// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// linalg.reduce takes the largest component of each row.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @rows(%A: tensor<3x3xf64, #CSR>, %x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = linalg.reduce { arith.maximumf } ins(%A : tensor<3x3xf64, #CSR>) outs(%x : tensor<3xf64>) dimensions = [1]
  return %0 : tensor<3xf64>
}

// CHECK: ( 2, -1, 1 )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %A_dense = arith.constant dense<[[1.0, 0.0, 2.0], [-1.0, -3.0, -2.0], [0.0, 0.0, 0.0]]> : tensor<3x3xf64>
  %A = sparse_tensor.convert %A_dense : tensor<3x3xf64> to tensor<3x3xf64, #CSR>
  %x = arith.constant dense<[-9.0, -9.0, 1.0]> : tensor<3xf64>
  %r = call @rows(%A, %x) : (tensor<3x3xf64, #CSR>, tensor<3xf64>) -> tensor<3xf64>
  %r_v = vector.transfer_read %r[%c0], %zero_f64 : tensor<3xf64>, vector<3xf64>
  vector.print %r_v : vector<3xf64>
  return
}
