// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | env TENSOR0=%S/Inputs/pattern.mtx %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: env TENSOR0=%S/Inputs/pattern.mtx %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads TENSOR0=%S/Inputs/pattern.mtx %weft_run %t | FileCheck %s --match-full-lines

// The entries of a pattern are one.

#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

func.func private @getTensorFilename(index) -> !llvm.ptr

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 3
// CHECK-NEXT: dim = ( 3, 3 )
// CHECK-NEXT: lvl = ( 3, 3 )
// CHECK-NEXT: pos[0] : ( 0, 3 )
// CHECK-NEXT: crd[0] : ( 0, 1, 2 )
// CHECK-NEXT: pos[1] : ( 0, 1, 2, 3 )
// CHECK-NEXT: crd[1] : ( 0, 2, 1 )
// CHECK-NEXT: values : ( 1, 1, 1 )
// CHECK-NEXT: ----
func.func @main() {
  %c0 = arith.constant 0 : index
  %file = call @getTensorFilename(%c0) : (index) -> !llvm.ptr
  %A = sparse_tensor.new %file : !llvm.ptr to tensor<?x?xf64, #DCSR>
  sparse_tensor.print %A : tensor<?x?xf64, #DCSR>
  return
}
