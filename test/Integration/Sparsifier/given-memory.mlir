// Results are computed into memory that the program gives, also where it is not
// aligned to vectors, in loops, and where it is the memory of an operand.
// AddressSanitizer sees no access beyond it, and no leak.

// REQUIRES: clang, opt
// RUN: weft-opt %s --weft-sparsifier | mlir-translate --mlir-to-llvmir | %weft_sanitize %t
// RUN: %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %t | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | mlir-translate --mlir-to-llvmir | %weft_sanitize %t
// RUN: %t | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier=machine=native | mlir-translate --mlir-to-llvmir | %weft_sanitize %t
// RUN: %t | FileCheck %s --match-full-lines

#CSC = #sparse_tensor.encoding<{ map = (i, j) -> (j : dense, i : compressed) }>
#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>

func.func @columns(%A: tensor<4x4xf64, #CSC>, %x_memory: memref<4xf64>, %y_memory: memref<4xf64>) {
  %x = bufferization.to_tensor %x_memory restrict : memref<4xf64> to tensor<4xf64>
  %old = bufferization.to_tensor %y_memory restrict writable : memref<4xf64> to tensor<4xf64>
  %zero = arith.constant 0.0 : f64
  %init = linalg.fill ins(%zero : f64) outs(%old : tensor<4xf64>) -> tensor<4xf64>
  %y = linalg.matvec ins(%A, %x : tensor<4x4xf64, #CSC>, tensor<4xf64>) outs(%init : tensor<4xf64>) -> tensor<4xf64>
  bufferization.materialize_in_destination %y in writable %y_memory : (tensor<4xf64>, memref<4xf64>) -> ()
  return
}

// The operand is overwritten by the result.
func.func @in_place(%A: tensor<4x4xf64, #CSR>, %memory: memref<4xf64>) {
  %x = bufferization.to_tensor %memory restrict writable : memref<4xf64> to tensor<4xf64>
  %zero = arith.constant 0.0 : f64
  %init = linalg.fill ins(%zero : f64) outs(%x : tensor<4xf64>) -> tensor<4xf64>
  %y = linalg.matvec ins(%A, %x : tensor<4x4xf64, #CSR>, tensor<4xf64>) outs(%init : tensor<4xf64>) -> tensor<4xf64>
  bufferization.materialize_in_destination %y in writable %memory : (tensor<4xf64>, memref<4xf64>) -> ()
  return
}

func.func @matrix(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x9xf64>, %memory: memref<4x9xf64>) {
  %old = bufferization.to_tensor %memory restrict writable : memref<4x9xf64> to tensor<4x9xf64>
  %zero = arith.constant 0.0 : f64
  %init = linalg.fill ins(%zero : f64) outs(%old : tensor<4x9xf64>) -> tensor<4x9xf64>
  %C = linalg.matmul ins(%A, %B : tensor<4x4xf64, #CSR>, tensor<4x9xf64>) outs(%init : tensor<4x9xf64>) -> tensor<4x9xf64>
  bufferization.materialize_in_destination %C in writable %memory : (tensor<4x9xf64>, memref<4x9xf64>) -> ()
  return
}

// The output is read when it has been overwritten in another tensor.
func.func @twice(%A: tensor<4x4xf64, #CSR>, %out: tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<4x4xf64>) {
  %y = linalg.exp ins(%A : tensor<4x4xf64, #CSR>) outs(%out : tensor<4x4xf64>) -> tensor<4x4xf64>
  return %y, %out : tensor<4x4xf64>, tensor<4x4xf64>
}

// The output is overwritten behind the kernel, which keeps its own result.
func.func @refilled(%A: tensor<4x4xf64, #CSR>, %x: tensor<4x4xf64>, %out: tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<4x4xf64>) {
  %b = linalg.exp ins(%x : tensor<4x4xf64>) outs(%out : tensor<4x4xf64>) -> tensor<4x4xf64>
  %y = linalg.exp ins(%A : tensor<4x4xf64, #CSR>) outs(%b : tensor<4x4xf64>) -> tensor<4x4xf64>
  %seven = arith.constant 7.0 : f64
  %z = linalg.fill ins(%seven : f64) outs(%out : tensor<4x4xf64>) -> tensor<4x4xf64>
  return %y, %z : tensor<4x4xf64>, tensor<4x4xf64>
}

// The memory is that of each iteration, which reads what it has written.
func.func @scratch(%A: tensor<4x4xf64, #CSR>, %out: tensor<4x4xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%former = %zero) -> f64 {
    %y = linalg.exp ins(%A : tensor<4x4xf64, #CSR>) outs(%out : tensor<4x4xf64>) -> tensor<4x4xf64>
    %v = tensor.extract %y[%c1, %c0] : tensor<4x4xf64>
    %next = arith.addf %former, %v : f64
    scf.yield %next : f64
  }
  return %sum : f64
}

// The memory of one iteration is that of the next.
func.func @loop(%A: tensor<4x4xf64, #CSR>, %n: index) -> tensor<4x4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %start = arith.constant dense<7.0> : tensor<4x4xf64>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%former = %start) -> tensor<4x4xf64> {
    %next = linalg.ceil ins(%A : tensor<4x4xf64, #CSR>) outs(%former : tensor<4x4xf64>) -> tensor<4x4xf64>
    scf.yield %next : tensor<4x4xf64>
  }
  return %last : tensor<4x4xf64>
}

// CHECK: ( 11, 3, 9, 4 )
// CHECK-NEXT: ( 17, 9, 56, 16 )
// CHECK-NEXT: ( ( 5, 5, 5, 5, 5, 5, 5, 5, 5 ), ( 6, 6, 6, 6, 6, 6, 6, 6, 6 ), ( 22, 22, 22, 22, 22, 22, 22, 22, 22 ), ( 8, 8, 8, 8, 8, 8, 8, 8, 8 ) )
// CHECK-NEXT: 9
// CHECK-NEXT: 1
// CHECK-NEXT: 1
// CHECK-NEXT: 7
// CHECK-NEXT: 3
// CHECK-NEXT: ( ( 1, 2, 0, 0 ), ( 0, 3, 0, 0 ), ( 0, 0, 4, 5 ), ( 0, 0, 0, 4 ) )
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  %dense = arith.constant dense<[[1.0, 2.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0], [0.0, 0.0, 4.0, 5.0], [0.0, 0.0, 0.0, 4.0]]> : tensor<4x4xf64>
  %C = sparse_tensor.convert %dense : tensor<4x4xf64> to tensor<4x4xf64, #CSC>
  %R = sparse_tensor.convert %dense : tensor<4x4xf64> to tensor<4x4xf64, #CSR>

  // The memory of results begins 8 bytes behind that of vectors.
  %bytes = memref.alloc() {alignment = 64 : i64} : memref<296xi8>
  %y = memref.view %bytes[%c8][] : memref<296xi8> to memref<4xf64>
  %D = memref.view %bytes[%c8][] : memref<296xi8> to memref<4x9xf64>
  %x = memref.alloc() : memref<4xf64>
  %ones = arith.constant dense<[9.0, 1.0, 1.0, 1.0]> : vector<4xf64>
  vector.transfer_write %ones, %x[%c0] : vector<4xf64>, memref<4xf64>
  call @columns(%C, %x, %y) : (tensor<4x4xf64, #CSC>, memref<4xf64>, memref<4xf64>) -> ()
  %y_v = vector.transfer_read %y[%c0], %zero : memref<4xf64>, vector<4xf64>
  vector.print %y_v : vector<4xf64>

  vector.transfer_write %y_v, %x[%c0] : vector<4xf64>, memref<4xf64>
  call @in_place(%R, %x) : (tensor<4x4xf64, #CSR>, memref<4xf64>) -> ()
  %x_v = vector.transfer_read %x[%c0], %zero : memref<4xf64>, vector<4xf64>
  vector.print %x_v : vector<4xf64>

  %B = arith.constant dense<[[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0],
                             [3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0], [2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0]]> : tensor<4x9xf64>
  call @matrix(%R, %B, %D) : (tensor<4x4xf64, #CSR>, tensor<4x9xf64>, memref<4x9xf64>) -> ()
  %D_v = vector.transfer_read %D[%c0, %c0], %zero : memref<4x9xf64>, vector<4x9xf64>
  vector.print %D_v : vector<4x9xf64>

  %nines = arith.constant dense<9.0> : tensor<4x4xf64>
  %e, %kept = call @twice(%R, %nines) : (tensor<4x4xf64, #CSR>, tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<4x4xf64>)
  %kept_v = tensor.extract %kept[%c3, %c0] : tensor<4x4xf64>
  vector.print %kept_v : f64
  %e_v = tensor.extract %e[%c3, %c0] : tensor<4x4xf64>
  vector.print %e_v : f64

  %f, %z = call @refilled(%R, %nines, %nines) : (tensor<4x4xf64, #CSR>, tensor<4x4xf64>, tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<4x4xf64>)
  %f_v = tensor.extract %f[%c3, %c0] : tensor<4x4xf64>
  vector.print %f_v : f64
  %z_v = tensor.extract %z[%c3, %c0] : tensor<4x4xf64>
  vector.print %z_v : f64

  %sum = call @scratch(%R, %nines, %c3) : (tensor<4x4xf64, #CSR>, tensor<4x4xf64>, index) -> f64
  vector.print %sum : f64

  %last = call @loop(%R, %c3) : (tensor<4x4xf64, #CSR>, index) -> tensor<4x4xf64>
  %last_v = vector.transfer_read %last[%c0, %c0], %zero : tensor<4x4xf64>, vector<4x4xf64>
  vector.print %last_v : vector<4x4xf64>

  memref.dealloc %bytes : memref<296xi8>
  memref.dealloc %x : memref<4xf64>
  bufferization.dealloc_tensor %C : tensor<4x4xf64, #CSC>
  bufferization.dealloc_tensor %R : tensor<4x4xf64, #CSR>
  %success = arith.constant 0 : i32
  return %success : i32
}
