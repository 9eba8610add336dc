// Programs free stored tensors, and the pipeline frees the buffers of all
// others: AddressSanitizer sees no leak, no double free and no use after one.

// REQUIRES: clang, opt
// RUN: weft-opt %s --weft-sparsifier | mlir-translate --mlir-to-llvmir | %weft_sanitize %t
// RUN: %t | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier=private-function-dynamic-ownership | mlir-translate --mlir-to-llvmir | %weft_sanitize %t
// RUN: %t | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier=threads=false | mlir-translate --mlir-to-llvmir | %weft_sanitize %t
// RUN: %t | FileCheck %s --match-full-lines

// Without deallocation, the sanitizer reports leaks.
// RUN: weft-opt %s --weft-sparsifier=create-sparse-deallocs=false | mlir-translate --mlir-to-llvmir | %weft_sanitize %t
// RUN: not %t 2>&1 | FileCheck %s --check-prefix=LEAK
// LEAK: LeakSanitizer: detected memory leaks

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#Dense = #level.format<(d0) -> (d0 : dense)>

// Each call gives new memory.
func.func @multiply(%A: tensor<3x3xf64, #CSR>, %x: tensor<3xf64>) -> tensor<3xf64> {
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty() : tensor<3xf64>
  %y0 = linalg.fill ins(%zero : f64) outs(%empty : tensor<3xf64>) -> tensor<3xf64>
  %y = linalg.matvec ins(%A, %x : tensor<3x3xf64, #CSR>, tensor<3xf64>) outs(%y0 : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

// The output has contents, which the result replaces.
func.func @accumulate(%A: tensor<3x3xf64, #CSR>, %x: tensor<3xf64>, %y0: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.matvec ins(%A, %x : tensor<3x3xf64, #CSR>, tensor<3xf64>) outs(%y0 : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

// A vector is multiplied again and again.
func.func @power(%A: tensor<3x3xf64, #CSR>, %x: tensor<3xf64>, %n: index) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%z = %x) -> tensor<3xf64> {
    %w = func.call @multiply(%A, %z) : (tensor<3x3xf64, #CSR>, tensor<3xf64>) -> tensor<3xf64>
    scf.yield %w : tensor<3xf64>
  }
  return %y : tensor<3xf64>
}

// An argument or something new.
func.func @choose(%A: tensor<3x3xf64, #CSR>, %x: tensor<3xf64>, %which: i1) -> tensor<3xf64> {
  %y = scf.if %which -> tensor<3xf64> {
    %z = func.call @multiply(%A, %x) : (tensor<3x3xf64, #CSR>, tensor<3xf64>) -> tensor<3xf64>
    scf.yield %z : tensor<3xf64>
  } else {
    scf.yield %x : tensor<3xf64>
  }
  return %y : tensor<3xf64>
}

// The caller of the caller owns the buffer.
func.func @buffer(%A: tensor<3x3xf64, #CSR>, %x: tensor<3xf64>) -> memref<3xf64> {
  %y = func.call @multiply(%A, %x) : (tensor<3x3xf64, #CSR>, tensor<3xf64>) -> tensor<3xf64>
  %m = bufferization.to_buffer %y : tensor<3xf64> to memref<3xf64>
  return %m : memref<3xf64>
}

func.func @forward(%A: tensor<3x3xf64, #CSR>, %x: tensor<3xf64>) -> memref<3xf64> {
  %m = func.call @buffer(%A, %x) : (tensor<3x3xf64, #CSR>, tensor<3xf64>) -> memref<3xf64>
  return %m : memref<3xf64>
}

// Branches pass a buffer, new or of an argument.
func.func @branch(%A: tensor<3x3xf64, #CSR>, %x: tensor<3xf64>, %which: i1) -> memref<3xf64> {
  cf.cond_br %which, ^new, ^argument
^new:
  %y = func.call @multiply(%A, %x) : (tensor<3x3xf64, #CSR>, tensor<3xf64>) -> tensor<3xf64>
  %m = bufferization.to_buffer %y : tensor<3xf64> to memref<3xf64>
  cf.br ^exit(%m : memref<3xf64>)
^argument:
  %a = bufferization.to_buffer %x : tensor<3xf64> to memref<3xf64>
  cf.br ^exit(%a : memref<3xf64>)
^exit(%r: memref<3xf64>):
  return %r : memref<3xf64>
}

// Stored tensors are the caller's, who frees them.
func.func private @square(%A: tensor<3x3xf64, #CSR>) -> tensor<3x3xf64, #CSR> {
  %empty = tensor.empty() : tensor<3x3xf64, #CSR>
  %B = linalg.matmul ins(%A, %A : tensor<3x3xf64, #CSR>, tensor<3x3xf64, #CSR>) outs(%empty : tensor<3x3xf64, #CSR>) -> tensor<3x3xf64, #CSR>
  return %B : tensor<3x3xf64, #CSR>
}

// The tensor that a loop inserts into grows.
func.func @insert(%n: index) -> tensor<3x3xf64, #CSR> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty() : tensor<3x3xf64, #CSR>
  %A = scf.for %i = %c0 to %n step %c1 iter_args(%B = %empty) -> tensor<3x3xf64, #CSR> {
    %C = scf.for %j = %c0 to %i step %c1 iter_args(%D = %B) -> tensor<3x3xf64, #CSR> {
      %E = tensor.insert %one into %D[%i, %j] : tensor<3x3xf64, #CSR>
      scf.yield %E : tensor<3x3xf64, #CSR>
    }
    scf.yield %C : tensor<3x3xf64, #CSR>
  }
  %loaded = sparse_tensor.load %A hasInserts : tensor<3x3xf64, #CSR>
  return %loaded : tensor<3x3xf64, #CSR>
}

func.func @show(%x: tensor<3xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %v = vector.transfer_read %x[%c0], %zero : tensor<3xf64>, vector<3xf64>
  vector.print %v : vector<3xf64>
  return
}

// CHECK: ( 3, 0, 7 )
// CHECK-NEXT: ( 6, 0, 14 )
// CHECK-NEXT: ( 3, 0, 7 )
// CHECK-NEXT: ( 17, 0, 9 )
// CHECK-NEXT: ( 3, 0, 7 )
// CHECK-NEXT: ( 1, 1, 1 )
// CHECK-NEXT: ( 17, 0, 9 )
// CHECK-NEXT: ( 0, 1, 2 )
// CHECK-NEXT: ( 1, 2, 3, 4 )
// CHECK-NEXT: ( 5, 5, 5 )
// CHECK-NEXT: ( 3, 0, 7 )
// CHECK-NEXT: ( 3, 0, 7 )
// CHECK-NEXT: ( 3, 0, 7 )
// CHECK-NEXT: ( 1, 1, 1 )
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %true = arith.constant true
  %false = arith.constant false
  %ones = arith.constant dense<1.0> : tensor<3xf64>
  %D = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [3.0, 4.0, 0.0]]> : tensor<3x3xf64>
  %A = sparse_tensor.convert %D : tensor<3x3xf64> to tensor<3x3xf64, #CSR>

  %y = call @multiply(%A, %ones) : (tensor<3x3xf64, #CSR>, tensor<3xf64>) -> tensor<3xf64>
  call @show(%y) : (tensor<3xf64>) -> ()
  %z = call @accumulate(%A, %ones, %y) : (tensor<3x3xf64, #CSR>, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  call @show(%z) : (tensor<3xf64>) -> ()
  // The program frees it, too.
  %u = call @multiply(%A, %ones) : (tensor<3x3xf64, #CSR>, tensor<3xf64>) -> tensor<3xf64>
  call @show(%u) : (tensor<3xf64>) -> ()
  bufferization.dealloc_tensor %u : tensor<3xf64>
  %p = call @power(%A, %ones, %c2) : (tensor<3x3xf64, #CSR>, tensor<3xf64>, index) -> tensor<3xf64>
  call @show(%p) : (tensor<3xf64>) -> ()
  %chosen = call @choose(%A, %ones, %true) : (tensor<3x3xf64, #CSR>, tensor<3xf64>, i1) -> tensor<3xf64>
  call @show(%chosen) : (tensor<3xf64>) -> ()
  %other = call @choose(%A, %ones, %false) : (tensor<3x3xf64, #CSR>, tensor<3xf64>, i1) -> tensor<3xf64>
  call @show(%other) : (tensor<3xf64>) -> ()

  %B = call @square(%A) : (tensor<3x3xf64, #CSR>) -> tensor<3x3xf64, #CSR>
  %b = call @multiply(%B, %ones) : (tensor<3x3xf64, #CSR>, tensor<3xf64>) -> tensor<3xf64>
  call @show(%b) : (tensor<3xf64>) -> ()
  bufferization.dealloc_tensor %B : tensor<3x3xf64, #CSR>

  %L = call @insert(%c3) : (index) -> tensor<3x3xf64, #CSR>
  %l = call @multiply(%L, %ones) : (tensor<3x3xf64, #CSR>, tensor<3xf64>) -> tensor<3xf64>
  call @show(%l) : (tensor<3xf64>) -> ()
  bufferization.dealloc_tensor %L : tensor<3x3xf64, #CSR>

  // Both sides of assemble and disassemble keep their memory.
  %positions = tensor.empty() : tensor<4xindex>
  %coordinates = tensor.empty() : tensor<4xindex>
  %values = tensor.empty() : tensor<4xf64>
  %pos, %crd, %val, %pos_len, %crd_len, %val_len = sparse_tensor.disassemble %A : tensor<3x3xf64, #CSR>
      out_lvls(%positions, %coordinates : tensor<4xindex>, tensor<4xindex>) out_vals(%values : tensor<4xf64>)
      -> (tensor<4xindex>, tensor<4xindex>), tensor<4xf64>, (index, index), index
  %C = sparse_tensor.assemble (%pos, %crd), %val : (tensor<4xindex>, tensor<4xindex>), tensor<4xf64> to tensor<3x3xf64, #CSR>
  %zero = arith.constant 0.0 : f64
  %shown = vector.transfer_read %val[%c0], %zero : tensor<4xf64>, vector<4xf64>
  vector.print %shown : vector<4xf64>
  bufferization.dealloc_tensor %C : tensor<3x3xf64, #CSR>

  // Memrefs of the program are its own.
  %five = arith.constant dense<5.0> : vector<3xf64>
  %m = memref.alloc() : memref<3xf64>
  vector.store %five, %m[%c0] : memref<3xf64>, vector<3xf64>
  %t = bufferization.to_tensor %m restrict : memref<3xf64> to tensor<3xf64>
  call @show(%t) : (tensor<3xf64>) -> ()
  memref.dealloc %m : memref<3xf64>

  // A tensor with a dense format, and one without that is a copy of it.
  %F = sparse_tensor.convert %y : tensor<3xf64> to tensor<3xf64, #Dense>
  bufferization.dealloc_tensor %F : tensor<3xf64, #Dense>
  call @show(%y) : (tensor<3xf64>) -> ()

  %forwarded = call @forward(%A, %ones) : (tensor<3x3xf64, #CSR>, tensor<3xf64>) -> memref<3xf64>
  %contents = vector.load %forwarded[%c0] : memref<3xf64>, vector<3xf64>
  vector.print %contents : vector<3xf64>

  %branched = call @branch(%A, %ones, %true) : (tensor<3x3xf64, #CSR>, tensor<3xf64>, i1) -> memref<3xf64>
  %product = vector.load %branched[%c0] : memref<3xf64>, vector<3xf64>
  vector.print %product : vector<3xf64>
  %copied = call @branch(%A, %ones, %false) : (tensor<3x3xf64, #CSR>, tensor<3xf64>, i1) -> memref<3xf64>
  %copy = vector.load %copied[%c0] : memref<3xf64>, vector<3xf64>
  vector.print %copy : vector<3xf64>

  bufferization.dealloc_tensor %A : tensor<3x3xf64, #CSR>
  %status = arith.constant 0 : i32
  return %status : i32
}
