// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Where a block has fewer than two components, the rest of its places has the
// coordinate -1.

#NV24 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 floordiv 4 : dense, d1 mod 4 : structured[2, 4]) }>
#NV24_8 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 floordiv 4 : dense, d1 mod 4 : structured[2, 4]), posWidth = 8, crdWidth = 8 }>

// CHECK:      crd[2] : ( 0, 2, 1, -1 )
// CHECK-NEXT: values : ( 1, 2, 3, 0 )
// CHECK:      crd[2] : ( 0, 2, 1, -1 )
// CHECK-NEXT: values : ( 1, 2, 3, 0 )
func.func @main() {
  %d = arith.constant dense<[[1.0, 0.0, 2.0, 0.0], [0.0, 3.0, 0.0, 0.0]]> : tensor<2x4xf64>
  %A = sparse_tensor.convert %d : tensor<2x4xf64> to tensor<2x4xf64, #NV24>
  sparse_tensor.print %A : tensor<2x4xf64, #NV24>
  %B = sparse_tensor.convert %d : tensor<2x4xf64> to tensor<2x4xf64, #NV24_8>
  sparse_tensor.print %B : tensor<2x4xf64, #NV24_8>
  return
}
