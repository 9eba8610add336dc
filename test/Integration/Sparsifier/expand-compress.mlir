// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Rows are added up in dense arrays, and inserted from these.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>

// Adds `i + 1` at the places 4 and 1 of row `i`, and again at 4.
func.func @rows() -> tensor<3x6xf64, #CSR> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %true = arith.constant true
  %empty = tensor.empty() : tensor<3x6xf64, #CSR>
  %values, %filled, %added, %count = sparse_tensor.expand %empty
      : tensor<3x6xf64, #CSR> to memref<?xf64>, memref<?xi1>, memref<?xindex>
  %rows = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %empty) -> tensor<3x6xf64, #CSR> {
    %n = arith.addi %i, %c1 : index
    %k = arith.index_cast %n : index to i64
    %v = arith.sitofp %k : i64 to f64
    %end = scf.for %s = %c0 to %c3 step %c1 iter_args(%m = %count) -> index {
      %isMiddle = arith.cmpi eq, %s, %c1 : index
      %c4 = arith.constant 4 : index
      %j = arith.select %isMiddle, %c1, %c4 : index
      %old = memref.load %values[%j] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %values[%j] : memref<?xf64>
      %isFilled = memref.load %filled[%j] : memref<?xi1>
      %next = scf.if %isFilled -> index {
        scf.yield %m : index
      } else {
        memref.store %true, %filled[%j] : memref<?xi1>
        memref.store %j, %added[%m] : memref<?xindex>
        %one = arith.addi %m, %c1 : index
        scf.yield %one : index
      }
      scf.yield %next : index
    }
    %u = sparse_tensor.compress %values, %filled, %added, %end into %t[%i]
        : memref<?xf64>, memref<?xi1>, memref<?xindex>, tensor<3x6xf64, #CSR>
    scf.yield %u : tensor<3x6xf64, #CSR>
  }
  %r = sparse_tensor.load %rows hasInserts : tensor<3x6xf64, #CSR>
  return %r : tensor<3x6xf64, #CSR>
}

// The innermost level of a matrix by columns has the rows.
func.func @column() -> tensor<3x6xf64, #CSC> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %seven = arith.constant 7.0 : f64
  %empty = tensor.empty() : tensor<3x6xf64, #CSC>
  %values, %filled, %added, %count = sparse_tensor.expand %empty
      : tensor<3x6xf64, #CSC> to memref<?xf64>, memref<?xi1>, memref<?xindex>
  memref.store %seven, %values[%c2] : memref<?xf64>
  memref.store %c2, %added[%count] : memref<?xindex>
  %t = sparse_tensor.compress %values, %filled, %added, %c1 into %empty[%c5]
      : memref<?xf64>, memref<?xi1>, memref<?xindex>, tensor<3x6xf64, #CSC>
  %r = sparse_tensor.load %t hasInserts : tensor<3x6xf64, #CSC>
  return %r : tensor<3x6xf64, #CSC>
}

// CHECK:      pos[1] : ( 0, 2, 4, 6 )
// CHECK-NEXT: crd[1] : ( 1, 4, 1, 4, 1, 4 )
// CHECK-NEXT: values : ( 1, 2, 2, 4, 3, 6 )
// CHECK:      pos[1] : ( 0, 0, 0, 0, 0, 0, 1 )
// CHECK-NEXT: crd[1] : ( 2 )
// CHECK-NEXT: values : ( 7 )
func.func @main() {
  %r = call @rows() : () -> tensor<3x6xf64, #CSR>
  sparse_tensor.print %r : tensor<3x6xf64, #CSR>
  %c = call @column() : () -> tensor<3x6xf64, #CSC>
  sparse_tensor.print %c : tensor<3x6xf64, #CSC>
  bufferization.dealloc_tensor %r : tensor<3x6xf64, #CSR>
  bufferization.dealloc_tensor %c : tensor<3x6xf64, #CSC>
  return
}
