// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | env TENSOR0=%S/Inputs/order-3.tns %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: env TENSOR0=%S/Inputs/order-3.tns %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads TENSOR0=%S/Inputs/order-3.tns %weft_run %t | FileCheck %s --match-full-lines

// A file of FROSTT is read into compressed fibers with the last mode first.

#CSFP = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d2 : compressed, d0 : compressed, d1 : compressed) }>

func.func private @getTensorFilename(index) -> !llvm.ptr

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 4
// CHECK-NEXT: dim = ( 2, 3, 4 )
// CHECK-NEXT: lvl = ( 4, 2, 3 )
// CHECK-NEXT: pos[0] : ( 0, 3 )
// CHECK-NEXT: crd[0] : ( 0, 1, 3 )
// CHECK-NEXT: pos[1] : ( 0, 2, 3, 4 )
// CHECK-NEXT: crd[1] : ( 0, 1, 0, 1 )
// CHECK-NEXT: pos[2] : ( 0, 1, 2, 3, 4 )
// CHECK-NEXT: crd[2] : ( 2, 0, 0, 2 )
// CHECK-NEXT: values : ( 3, 4, 1.5, -2 )
// CHECK-NEXT: ----
func.func @main() {
  %c0 = arith.constant 0 : index
  %file = call @getTensorFilename(%c0) : (index) -> !llvm.ptr
  %A = sparse_tensor.new %file : !llvm.ptr to tensor<?x?x?xf64, #CSFP>
  sparse_tensor.print %A : tensor<?x?x?xf64, #CSFP>
  return
}
