// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Components are inserted where a condition holds.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 3
// CHECK-NEXT: dim = ( 6 )
// CHECK-NEXT: lvl = ( 6 )
// CHECK-NEXT: pos[0] : ( 0, 3 )
// CHECK-NEXT: crd[0] : ( 1, 3, 5 )
// CHECK-NEXT: values : ( 1, 1, 1 )
// CHECK-NEXT: ----
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty() : tensor<6xf64, #SV>
  %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%v = %empty) -> (tensor<6xf64, #SV>) {
    %rest = arith.remui %i, %c2 : index
    %odd = arith.cmpi eq, %rest, %c1 : index
    %next = scf.if %odd -> (tensor<6xf64, #SV>) {
      %more = tensor.insert %one into %v[%i] : tensor<6xf64, #SV>
      scf.yield %more : tensor<6xf64, #SV>
    } else {
      scf.yield %v : tensor<6xf64, #SV>
    }
    scf.yield %next : tensor<6xf64, #SV>
  }
  %s = sparse_tensor.load %r hasInserts : tensor<6xf64, #SV>
  sparse_tensor.print %s : tensor<6xf64, #SV>
  return
}
