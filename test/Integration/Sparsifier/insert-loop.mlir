// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A loop inserts the squares of coordinates into a vector that it carries.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 5
// CHECK-NEXT: dim = ( 6 )
// CHECK-NEXT: lvl = ( 6 )
// CHECK-NEXT: pos[0] : ( 0, 5 )
// CHECK-NEXT: crd[0] : ( 1, 2, 3, 4, 5 )
// CHECK-NEXT: values : ( 1, 4, 9, 16, 25 )
// CHECK-NEXT: ----
func.func @main() {
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %empty = tensor.empty() : tensor<6xf64, #SV>
  %r = scf.for %i = %c1 to %c6 step %c1 iter_args(%v = %empty) -> (tensor<6xf64, #SV>) {
    %square = arith.muli %i, %i : index
    %integer = arith.index_cast %square : index to i64
    %value = arith.sitofp %integer : i64 to f64
    %next = tensor.insert %value into %v[%i] : tensor<6xf64, #SV>
    scf.yield %next : tensor<6xf64, #SV>
  }
  %s = sparse_tensor.load %r hasInserts : tensor<6xf64, #SV>
  sparse_tensor.print %s : tensor<6xf64, #SV>
  return
}
