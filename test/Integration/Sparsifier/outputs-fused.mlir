// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier=strict-fp=true | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier=create-sparse-deallocs=false | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Operations whose outputs have contents share a kernel with what they feed and
// what feeds them.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func private @print(%x: tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %v = vector.transfer_read %x[%c0], %zero : tensor<?xf64>, vector<2xf64>
  vector.print %v : vector<2xf64>
  return
}

// w = v + B (z + A x)
func.func private @feeds(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %z: tensor<?xf64>, %v: tensor<?xf64>) -> tensor<?xf64> {
  %y = linalg.matvec ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%z : tensor<?xf64>) -> tensor<?xf64>
  %w = linalg.matvec ins(%B, %y : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%v : tensor<?xf64>) -> tensor<?xf64>
  return %w : tensor<?xf64>
}

// As above, with both results, and what they began with.
func.func private @both(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %z: tensor<?xf64>, %v: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %y = linalg.matvec ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%z : tensor<?xf64>) -> tensor<?xf64>
  %w = linalg.matvec ins(%B, %y : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%v : tensor<?xf64>) -> tensor<?xf64>
  return %y, %w, %z : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}

// z + A x + B x
func.func private @sum(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %z: tensor<?xf64>) -> tensor<?xf64> {
  %y = linalg.matvec ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%z : tensor<?xf64>) -> tensor<?xf64>
  %w = linalg.matvec ins(%B, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %w : tensor<?xf64>
}

// A x + B (A x), whose output is what the first operation gives.
func.func private @polynomial(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %e = tensor.empty(%n) : tensor<?xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  %y = linalg.matvec ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%f : tensor<?xf64>) -> tensor<?xf64>
  %w = linalg.matvec ins(%B, %y : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %w : tensor<?xf64>
}

// The first result is read between the operations, so that they are two kernels.
func.func private @read(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %z: tensor<?xf64>) -> tensor<?xf64> {
  %y = linalg.matvec ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%z : tensor<?xf64>) -> tensor<?xf64>
  call @print(%y) : (tensor<?xf64>) -> ()
  %w = linalg.matvec ins(%B, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %w : tensor<?xf64>
}

// Both operations in each iteration.
func.func private @iterate(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %z: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%p = %x, %q = %z) -> (tensor<?xf64>, tensor<?xf64>) {
    %y = linalg.matvec ins(%A, %p : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%q : tensor<?xf64>) -> tensor<?xf64>
    %w = linalg.matvec ins(%B, %y : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%p : tensor<?xf64>) -> tensor<?xf64>
    scf.yield %w, %y : tensor<?xf64>, tensor<?xf64>
  }
  return %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
}

// CHECK: ( 104, 220 )
// CHECK-NEXT: ( 6, 14 )
// CHECK-NEXT: ( 104, 220 )
// CHECK-NEXT: ( 1, 2 )
// CHECK-NEXT: ( 23, 19 )
// CHECK-NEXT: ( 34, 17 )
// CHECK-NEXT: ( 6, 14 )
// CHECK-NEXT: ( 23, 19 )
// CHECK-NEXT: ( 1, 2 )
// CHECK-NEXT: ( 669, 262 )
// CHECK-NEXT: ( 205, 152 )
func.func @main() {
  %da = arith.constant dense<[[1.0, 0.0], [0.0, 2.0]]> : tensor<2x2xf64>
  %db = arith.constant dense<[[1.0, 2.0], [1.0, 0.0]]> : tensor<2x2xf64>
  %As = sparse_tensor.convert %da : tensor<2x2xf64> to tensor<2x2xf64, #CSR>
  %Bs = sparse_tensor.convert %db : tensor<2x2xf64> to tensor<2x2xf64, #CSR>
  %A = tensor.cast %As : tensor<2x2xf64, #CSR> to tensor<?x?xf64, #CSR>
  %B = tensor.cast %Bs : tensor<2x2xf64, #CSR> to tensor<?x?xf64, #CSR>
  %cz = arith.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %cx = arith.constant dense<[5.0, 6.0]> : tensor<2xf64>
  %cv = arith.constant dense<[70.0, 214.0]> : tensor<2xf64>
  %z = tensor.cast %cz : tensor<2xf64> to tensor<?xf64>
  %x = tensor.cast %cx : tensor<2xf64> to tensor<?xf64>
  %v = tensor.cast %cv : tensor<2xf64> to tensor<?xf64>
  %w = call @feeds(%A, %B, %x, %z, %v) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  call @print(%w) : (tensor<?xf64>) -> ()
  %b:3 = call @both(%A, %B, %x, %z, %v) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>)
  call @print(%b#0) : (tensor<?xf64>) -> ()
  call @print(%b#1) : (tensor<?xf64>) -> ()
  call @print(%b#2) : (tensor<?xf64>) -> ()
  %s = call @sum(%A, %B, %x, %z) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  call @print(%s) : (tensor<?xf64>) -> ()
  %p = call @polynomial(%A, %B, %x) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?xf64>) -> tensor<?xf64>
  call @print(%p) : (tensor<?xf64>) -> ()
  %r = call @read(%A, %B, %x, %z) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  call @print(%r) : (tensor<?xf64>) -> ()
  call @print(%z) : (tensor<?xf64>) -> ()
  %i:2 = call @iterate(%A, %B, %x, %z) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  call @print(%i#0) : (tensor<?xf64>) -> ()
  call @print(%i#1) : (tensor<?xf64>) -> ()
  bufferization.dealloc_tensor %As : tensor<2x2xf64, #CSR>
  bufferization.dealloc_tensor %Bs : tensor<2x2xf64, #CSR>
  return
}
