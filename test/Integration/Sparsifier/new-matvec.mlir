// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | env TENSOR0=%S/Inputs/general.mtx %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: env TENSOR0=%S/Inputs/general.mtx %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads TENSOR0=%S/Inputs/general.mtx %weft_run %t | FileCheck %s --match-full-lines

// A matrix of a file is multiplied by a vector.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func private @getTensorFilename(index) -> !llvm.ptr

// CHECK: ( 18, 0, 6, 31.25 )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %x = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<6xf64>
  %file = call @getTensorFilename(%c0) : (index) -> !llvm.ptr
  %A = sparse_tensor.new %file : !llvm.ptr to tensor<4x6xf64, #CSR>
  %y = arith.constant dense<0.0> : tensor<4xf64>
  %r = linalg.matvec ins(%A, %x : tensor<4x6xf64, #CSR>, tensor<6xf64>) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  %r_v = vector.transfer_read %r[%c0], %zero_f64 : tensor<4xf64>, vector<4xf64>
  vector.print %r_v : vector<4xf64>
  return
}
