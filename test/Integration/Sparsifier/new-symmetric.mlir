// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | env TENSOR0=%S/Inputs/symmetric.mtx %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: env TENSOR0=%S/Inputs/symmetric.mtx %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads TENSOR0=%S/Inputs/symmetric.mtx %weft_run %t | FileCheck %s --match-full-lines

// The half of a symmetric matrix that a file has is stored, as upstream reads
// it.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func private @getTensorFilename(index) -> !llvm.ptr

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 4
// CHECK-NEXT: dim = ( 4, 4 )
// CHECK-NEXT: lvl = ( 4, 4 )
// CHECK-NEXT: pos[1] : ( 0, 1, 1, 2, 4 )
// CHECK-NEXT: crd[1] : ( 0, 0, 1, 3 )
// CHECK-NEXT: values : ( 1, 2, 3, 4 )
// CHECK-NEXT: ----
func.func @main() {
  %c0 = arith.constant 0 : index
  %file = call @getTensorFilename(%c0) : (index) -> !llvm.ptr
  %A = sparse_tensor.new %file : !llvm.ptr to tensor<?x?xf64, #CSR>
  sparse_tensor.print %A : tensor<?x?xf64, #CSR>
  return
}
