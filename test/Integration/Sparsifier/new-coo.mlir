// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | env TENSOR0=%S/Inputs/general.mtx %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: env TENSOR0=%S/Inputs/general.mtx %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads TENSOR0=%S/Inputs/general.mtx %weft_run %t | FileCheck %s --match-full-lines

// A file of Matrix Market is read into a coordinate list, which is sorted.

#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>

func.func private @getTensorFilename(index) -> !llvm.ptr

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 6
// CHECK-NEXT: dim = ( 4, 6 )
// CHECK-NEXT: lvl = ( 4, 6 )
// CHECK-NEXT: pos[0] : ( 0, 6 )
// CHECK-NEXT: crd[0] : ( 0, 1, 0, 5, 2, 0, 2, 4, 3, 0, 3, 5 )
// CHECK-NEXT: values : ( -2, 4, 5, 1.5, 3, 6.25 )
// CHECK-NEXT: ----
func.func @main() {
  %c0 = arith.constant 0 : index
  %file = call @getTensorFilename(%c0) : (index) -> !llvm.ptr
  %A = sparse_tensor.new %file : !llvm.ptr to tensor<?x?xf64, #COO>
  sparse_tensor.print %A : tensor<?x?xf64, #COO>
  return
}
