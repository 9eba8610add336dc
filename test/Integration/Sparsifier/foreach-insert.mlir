// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The entries of a matrix that are greater than one are inserted into another
// one.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 3
// CHECK-NEXT: dim = ( 3, 3 )
// CHECK-NEXT: lvl = ( 3, 3 )
// CHECK-NEXT: pos[1] : ( 0, 1, 2, 3 )
// CHECK-NEXT: crd[1] : ( 2, 2, 0 )
// CHECK-NEXT: values : ( 3, 4, 2 )
// CHECK-NEXT: ----
func.func @main() {
  %A_dense = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [3.0, 4.0, 0.0]]> : tensor<3x3xf64>
  %A = sparse_tensor.convert %A_dense : tensor<3x3xf64> to tensor<3x3xf64, #CSR>
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty() : tensor<3x3xf64, #CSR>
  %r = sparse_tensor.foreach in %A init(%empty) : tensor<3x3xf64, #CSR>, tensor<3x3xf64, #CSR> -> tensor<3x3xf64, #CSR> do {
  ^bb0(%i: index, %j: index, %x: f64, %B: tensor<3x3xf64, #CSR>):
    %keep = arith.cmpf ogt, %x, %one : f64
    %next = scf.if %keep -> (tensor<3x3xf64, #CSR>) {
      %more = tensor.insert %x into %B[%j, %i] : tensor<3x3xf64, #CSR>
      scf.yield %more : tensor<3x3xf64, #CSR>
    } else {
      scf.yield %B : tensor<3x3xf64, #CSR>
    }
    sparse_tensor.yield %next : tensor<3x3xf64, #CSR>
  }
  %s = sparse_tensor.load %r hasInserts : tensor<3x3xf64, #CSR>
  sparse_tensor.print %s : tensor<3x3xf64, #CSR>
  return
}
