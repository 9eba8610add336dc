// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A tensor that is inserted into tells its size, may begin outside of a loop that
// makes several of it, and may be used several times when it is complete.

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = arith.constant 3 : index
  %v = arith.constant 3.0 : f64
  %e = tensor.empty(%n) : tensor<?xf64, #SV>
  // CHECK:      ---- Sparse Tensor ----
  // CHECK-NEXT: nse = 1
  // CHECK-NEXT: dim = ( 3 )
  // CHECK-NEXT: lvl = ( 3 )
  // CHECK-NEXT: pos[0] : ( 0, 1 )
  // CHECK-NEXT: crd[0] : ( 2 )
  // CHECK-NEXT: values : ( 3 )
  // CHECK-NEXT: ----
  // CHECK-NEXT: 1
  // CHECK-NEXT: ---- Sparse Tensor ----
  // CHECK-NEXT: nse = 1
  // CHECK-NEXT: dim = ( 3 )
  // CHECK-NEXT: lvl = ( 3 )
  // CHECK-NEXT: pos[0] : ( 0, 1 )
  // CHECK-NEXT: crd[0] : ( 1 )
  // CHECK-NEXT: values : ( 3 )
  // CHECK-NEXT: ----
  // CHECK-NEXT: 1
  scf.for %k = %c0 to %c2 step %c1 {
    %size = tensor.dim %e, %c0 : tensor<?xf64, #SV>
    %last = arith.subi %size, %c1 : index
    %place = arith.subi %last, %k : index
    %t = tensor.insert %v into %e[%place] : tensor<?xf64, #SV>
    sparse_tensor.print %t : tensor<?xf64, #SV>
    %entries = sparse_tensor.number_of_entries %t : tensor<?xf64, #SV>
    vector.print %entries : index
    bufferization.dealloc_tensor %t : tensor<?xf64, #SV>
  }
  // CHECK-NEXT: 3
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%b = %e) -> tensor<?xf64, #SV> {
    %d = tensor.dim %b, %c0 : tensor<?xf64, #SV>
    %m = arith.subi %d, %c1 : index
    %k = arith.subi %m, %i : index
    %next = tensor.insert %v into %b[%k] : tensor<?xf64, #SV>
    scf.yield %next : tensor<?xf64, #SV>
  }
  %full = sparse_tensor.load %r hasInserts : tensor<?xf64, #SV>
  %count = sparse_tensor.number_of_entries %full : tensor<?xf64, #SV>
  vector.print %count : index
  bufferization.dealloc_tensor %full : tensor<?xf64, #SV>
  return
}
