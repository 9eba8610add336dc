// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A component that is inserted replaces one that was there, whether it was
// inserted before or is an entry.

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %three = arith.constant 3.0 : f64
  %five = arith.constant 5.0 : f64
  %e = tensor.empty() : tensor<2x2xf64, #CSR>
  %a = tensor.insert %three into %e[%c1, %c0] : tensor<2x2xf64, #CSR>
  %b = tensor.insert %three into %a[%c0, %c1] : tensor<2x2xf64, #CSR>
  %c = tensor.insert %five into %b[%c1, %c0] : tensor<2x2xf64, #CSR>
  %t = sparse_tensor.load %c hasInserts : tensor<2x2xf64, #CSR>
  // CHECK:      ---- Sparse Tensor ----
  // CHECK-NEXT: nse = 2
  // CHECK-NEXT: dim = ( 2, 2 )
  // CHECK-NEXT: lvl = ( 2, 2 )
  // CHECK-NEXT: pos[1] : ( 0, 1, 2 )
  // CHECK-NEXT: crd[1] : ( 1, 0 )
  // CHECK-NEXT: values : ( 3, 5 )
  // CHECK-NEXT: ----
  sparse_tensor.print %t : tensor<2x2xf64, #CSR>
  %d = tensor.insert %five into %t[%c0, %c1] : tensor<2x2xf64, #CSR>
  // CHECK-NEXT: ---- Sparse Tensor ----
  // CHECK-NEXT: nse = 2
  // CHECK-NEXT: dim = ( 2, 2 )
  // CHECK-NEXT: lvl = ( 2, 2 )
  // CHECK-NEXT: pos[1] : ( 0, 1, 2 )
  // CHECK-NEXT: crd[1] : ( 1, 0 )
  // CHECK-NEXT: values : ( 5, 5 )
  // CHECK-NEXT: ----
  sparse_tensor.print %d : tensor<2x2xf64, #CSR>
  bufferization.dealloc_tensor %d : tensor<2x2xf64, #CSR>
  bufferization.dealloc_tensor %t : tensor<2x2xf64, #CSR>
  return
}
