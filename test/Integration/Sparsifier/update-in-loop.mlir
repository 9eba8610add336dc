// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: ulimit -v 6000000
// RUN: %weft_run %t | FileCheck %s --match-full-lines

// A dense tensor that a loop updates stays where it is: the kernel's memory is
// freed in each iteration, so that a thousand of them, 8 GB in all, need no more than one.

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant 1000 : index
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %n = arith.constant 1000000 : index
  %e = tensor.empty(%n, %c1) : tensor<?x?xf64, #CSR>
  %A = tensor.insert %two into %e[%c1, %c0] : tensor<?x?xf64, #CSR>
  %x0 = tensor.empty(%c1) : tensor<?xf64>
  %x = linalg.fill ins(%one : f64) outs(%x0 : tensor<?xf64>) -> tensor<?xf64>
  %y0 = bufferization.alloc_tensor(%n) : tensor<?xf64>
  %y1 = linalg.fill ins(%one : f64) outs(%y0 : tensor<?xf64>) -> tensor<?xf64>
  %y = scf.for %k = %c0 to %steps step %c1 iter_args(%b = %y1) -> tensor<?xf64> {
    %next = linalg.matvec ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>)
                          outs(%b : tensor<?xf64>) -> tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  // CHECK: ( 1, 2001 )
  %v = vector.transfer_read %y[%c0], %one : tensor<?xf64>, vector<2xf64>
  vector.print %v : vector<2xf64>
  bufferization.dealloc_tensor %A : tensor<?x?xf64, #CSR>
  return
}
