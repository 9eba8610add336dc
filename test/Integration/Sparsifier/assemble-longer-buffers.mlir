// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Buffers that tensors are assembled of may be longer than what positions reach.

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#COO = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton)}>

func.func @main() {
  %pos = arith.constant dense<[0, 1, 3, 99]> : tensor<4xindex>
  %crd = arith.constant dense<[2, 0, 1, 7, 7, 7]> : tensor<6xindex>
  %values = arith.constant dense<[1.0, 2.0, 3.0, 9.0, 9.0]> : tensor<5xf64>
  %A = sparse_tensor.assemble (%pos, %crd), %values
      : (tensor<4xindex>, tensor<6xindex>), tensor<5xf64> to tensor<2x4xf64, #CSR>
  // CHECK:      ---- Sparse Tensor ----
  // CHECK-NEXT: nse = 3
  // CHECK-NEXT: dim = ( 2, 4 )
  // CHECK-NEXT: lvl = ( 2, 4 )
  // CHECK-NEXT: pos[1] : ( 0, 1, 3 )
  // CHECK-NEXT: crd[1] : ( 2, 0, 1 )
  // CHECK-NEXT: values : ( 1, 2, 3 )
  // CHECK-NEXT: ----
  sparse_tensor.print %A : tensor<2x4xf64, #CSR>
  %ends = arith.constant dense<[0, 2]> : tensor<2xindex>
  %pairs = arith.constant dense<[[0, 3], [1, 0], [9, 9]]> : tensor<3x2xindex>
  %B = sparse_tensor.assemble (%ends, %pairs), %values
      : (tensor<2xindex>, tensor<3x2xindex>), tensor<5xf64> to tensor<2x4xf64, #COO>
  // CHECK-NEXT: ---- Sparse Tensor ----
  // CHECK-NEXT: nse = 2
  // CHECK-NEXT: dim = ( 2, 4 )
  // CHECK-NEXT: lvl = ( 2, 4 )
  // CHECK-NEXT: pos[0] : ( 0, 2 )
  // CHECK-NEXT: crd[0] : ( 0, 3, 1, 0 )
  // CHECK-NEXT: values : ( 1, 2 )
  // CHECK-NEXT: ----
  sparse_tensor.print %B : tensor<2x4xf64, #COO>
  bufferization.dealloc_tensor %A : tensor<2x4xf64, #CSR>
  bufferization.dealloc_tensor %B : tensor<2x4xf64, #COO>
  return
}
