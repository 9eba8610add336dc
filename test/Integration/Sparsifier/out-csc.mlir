// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | env TENSOR0=%t.tns %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: env TENSOR0=%t.tns %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads TENSOR0=%t.tns %weft_run %t | FileCheck %s --match-full-lines

// A matrix is written to a file, and read from it.

#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

func.func private @getTensorFilename(index) -> !llvm.ptr

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 4
// CHECK-NEXT: dim = ( 3, 3 )
// CHECK-NEXT: lvl = ( 3, 3 )
// CHECK-NEXT: pos[0] : ( 0, 2 )
// CHECK-NEXT: crd[0] : ( 0, 2 )
// CHECK-NEXT: pos[1] : ( 0, 2, 4 )
// CHECK-NEXT: crd[1] : ( 0, 2, 0, 1 )
// CHECK-NEXT: values : ( 1, 2.5, 3, -4 )
// CHECK-NEXT: ----
func.func @main() {
  %c0 = arith.constant 0 : index
  %A_dense = arith.constant dense<[[1.0, 0.0, 2.5], [0.0, 0.0, 0.0], [3.0, -4.0, 0.0]]> : tensor<3x3xf64>
  %A = sparse_tensor.convert %A_dense : tensor<3x3xf64> to tensor<3x3xf64, #CSC>
  %file = call @getTensorFilename(%c0) : (index) -> !llvm.ptr
  sparse_tensor.out %A, %file : tensor<3x3xf64, #CSC>, !llvm.ptr
  %B = sparse_tensor.new %file : !llvm.ptr to tensor<3x3xf64, #DCSR>
  sparse_tensor.print %B : tensor<3x3xf64, #DCSR>
  return
}
