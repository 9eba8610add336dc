// A kernel for tensors with encodings of upstream's runs: a matrix in CSR and one
// by columns make one in DCSR, and a vector.

// REQUIRES: cc
// RUN: weft-opt %s --weft-lower-to-llvm | mlir-translate --mlir-to-llvmir \
// RUN:   | llc -O1 -filetype=obj -relocation-model=pic -o %t.o
// RUN: cc -I %weft_src_root/include %S/Inputs/sparse-tensor.c %t.o -o %t \
// RUN:   -L %weft_lib_dir -lweft_runtime -Wl,-rpath,%weft_lib_dir
// RUN: %t | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed), posWidth = 32, crdWidth = 32}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed), posWidth = 16, crdWidth = 8}>
#DCSR = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed, j : compressed)}>

// CHECK: rows: 0 2
// CHECK-NEXT: columns: 0 2 1
// CHECK-NEXT: values: 11 2 30
func.func @add(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSC>)
    -> tensor<?x?xf64, #DCSR> attributes {weft.kernel} {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #DCSR> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
    %b = tin.access %B[%i, %j] : tensor<?x?xf64, #CSC>
    %s = arith.addf %a, %b : f64
    tin.yield %s : f64
  }
  return %C : tensor<?x?xf64, #DCSR>
}

// CHECK-NEXT: product: 201 0 0
func.func @multiply(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>)
    -> tensor<?xf64> attributes {weft.kernel} {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}
