// RUN: weft-opt %s -convert-tin-to-cin | FileCheck %s

// Accesses and the assignment of the result state the levels that the order of
// the loops was chosen for.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#BCSR = #level.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed,
                                 i mod 2 : dense, j mod 2 : dense)>
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @copy
// CHECK: %[[V:.*]] = cin.access %{{.*}}[%i, %j] {cin.iterated_levels = array<i64: 1>}
// CHECK: cin.assign %{{.*}}[%i, %j] = %[[V]] {cin.appended_levels = array<i64: 0, 1>}
func.func @copy(%b: tensor<?x?xf64, #COO>) -> tensor<?x?xf64, #CSR> {
  %a = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #CSR> {
    %0 = tin.access %b[%i, %j] : tensor<?x?xf64, #COO>
    tin.yield %0 : f64
  }
  return %a : tensor<?x?xf64, #CSR>
}

// Dense tensors take any order, and so do vectors.
// CHECK-LABEL: func @product
// CHECK-DAG: cin.access %{{.*}}[%i, %j] {cin.iterated_levels = array<i64: 1>}
// CHECK-DAG: cin.access %{{.*}}[%j] :
// CHECK: cin.assign %{{.*}}[%i] arith.addf %{{[^ ]*}} :
func.func @product(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64, #Sparse>)
    -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %0 = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      %1 = tin.access %x[%j] : tensor<?xf64, #Sparse>
      %2 = arith.mulf %0, %1 : f64
      tin.yield %2 : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// Blocks below a level that is iterated over are located.
// CHECK-LABEL: func @blocks
// CHECK: cin.access %{{.*}}[%i, %j] {cin.iterated_levels = array<i64: 1>}
func.func @blocks(%A: tensor<?x?xf64, #BCSR>) -> tensor<?x?xf64> {
  %y = tin.compute (%i "i", %j "j") : tensor<?x?xf64> {
    %0 = tin.access %A[%i, %j] : tensor<?x?xf64, #BCSR>
    tin.yield %0 : f64
  }
  return %y : tensor<?x?xf64>
}

// A result in another order than its operand is assembled in two phases, whose
// segments have one level; a workspace is copied in the order of the result.
// CHECK-LABEL: func @transposed
// CHECK: cin.access %{{.*}}[%i, %j] {cin.iterated_levels = array<i64: 1>}
// CHECK: cin.assign %{{.*}}[%i, %j] = %{{[^ ]*}} :
func.func @transposed(%b: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSC> {
  %a = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #CSC> {
    %0 = tin.access %b[%i, %j] : tensor<?x?xf64, #CSR>
    tin.yield %0 : f64
  }
  return %a : tensor<?x?xf64, #CSC>
}
