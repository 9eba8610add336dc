// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | env TENSOR0= %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: env TENSOR0= %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads TENSOR0= %weft_run %t | FileCheck %s --match-full-lines

// Without a name of a file, a matrix is written to the standard output.

#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>

func.func private @getTensorFilename(index) -> !llvm.ptr

// CHECK: 7
// CHECK-NEXT: # extended FROSTT format
// CHECK-NEXT: 2 4
// CHECK-NEXT: 3 3
// CHECK-NEXT: 1 1 1
// CHECK-NEXT: 1 3 2.5
// CHECK-NEXT: 3 1 3
// CHECK-NEXT: 3 2 -4
// CHECK-NEXT: 8
func.func @main() {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %A_dense = arith.constant dense<[[1.0, 0.0, 2.5], [0.0, 0.0, 0.0], [3.0, -4.0, 0.0]]> : tensor<3x3xf64>
  %A = sparse_tensor.convert %A_dense : tensor<3x3xf64> to tensor<3x3xf64, #CSC>
  %none = call @getTensorFilename(%c0) : (index) -> !llvm.ptr
  vector.print %c7 : index
  sparse_tensor.out %A, %none : tensor<3x3xf64, #CSC>, !llvm.ptr
  vector.print %c8 : index
  return
}
