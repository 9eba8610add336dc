// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Integers of 32 bits are inserted.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 2
// CHECK-NEXT: dim = ( 5 )
// CHECK-NEXT: lvl = ( 5 )
// CHECK-NEXT: pos[0] : ( 0, 2 )
// CHECK-NEXT: crd[0] : ( 0, 3 )
// CHECK-NEXT: values : ( 7, -9 )
// CHECK-NEXT: ----
func.func @main() {
  %0 = tensor.empty() : tensor<5xi32, #SV>
  %i0 = arith.constant 0 : index
  %i3 = arith.constant 3 : index
  %v0 = arith.constant 7 : i32
  %1 = tensor.insert %v0 into %0[%i0] : tensor<5xi32, #SV>
  %v1 = arith.constant -9 : i32
  %2 = tensor.insert %v1 into %1[%i3] : tensor<5xi32, #SV>
  %t = sparse_tensor.load %2 hasInserts : tensor<5xi32, #SV>
  sparse_tensor.print %t : tensor<5xi32, #SV>
  return
}
