// RUN: weft-opt %s -convert-tin-to-cin -split-input-file | FileCheck %s

// Diagonals and literals: coordinates that are bound before their level is
// reached.

// A level with locate is located in.
// CHECK-LABEL: func @dense_diagonal
// CHECK: cin.forall "i"
// CHECK-NOT: cin.forall
// CHECK: cin.access %{{.*}}[%i, %i]
func.func @dense_diagonal(%A: tensor<?x?xf64>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %A[%i, %i] : tensor<?x?xf64>
    tin.yield %a : f64
  }
  return %y : tensor<?xf64>
}

// -----

// Another level is searched: the sum over it in which one coordinate counts.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @compressed_diagonal
// CHECK: cin.forall "i"
// CHECK: cin.forall "[[D:.*]]" to
// CHECK: %[[N:.*]] = cin.value %[[D]]
// CHECK: %[[I:.*]] = cin.value %i
// CHECK: %[[IS:.*]] = arith.cmpi eq, %[[N]], %[[I]] : index
// CHECK: %[[A:.*]] = cin.access %{{.*}}[%i, %[[D]]]
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: %[[V:.*]] = arith.select %[[IS]], %[[A]], %[[ZERO]]
// CHECK: cin.assign %{{.*}}[%i] arith.addf %[[V]]
func.func @compressed_diagonal(%A: tensor<?x?xf64, #CSR>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %A[%i, %i] : tensor<?x?xf64, #CSR>
    tin.yield %a : f64
  }
  return %y : tensor<?xf64>
}

// -----

// The compressed level comes first: it is iterated over, and the dense one is
// located in.
#Rows = #level.format<(i, j) -> (i : compressed, j : dense)>

// CHECK-LABEL: func @diagonal_of_rows
// CHECK: cin.forall "i"
// CHECK-NOT: cin.forall
// CHECK: cin.access %{{.*}}[%i, %i]
func.func @diagonal_of_rows(%A: tensor<?x?xf64, #Rows>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %A[%i, %i] : tensor<?x?xf64, #Rows>
    tin.yield %a : f64
  }
  return %y : tensor<?xf64>
}

// -----

// CHECK-LABEL: func @dense_literal
// CHECK: cin.forall "i"
// CHECK-NOT: cin.forall
// CHECK: %[[L:.*]] = cin.literal 3
// CHECK: cin.access %{{.*}}[%i, %[[L]]]
func.func @dense_literal(%A: tensor<?x?xf64>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %A[%i, 3] : tensor<?x?xf64>
    tin.yield %a : f64
  }
  return %y : tensor<?xf64>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @compressed_literal
// CHECK: cin.forall "i"
// CHECK: cin.forall "[[D:.*]]" to
// CHECK: %[[N:.*]] = cin.value %[[D]]
// CHECK: %[[L:.*]] = arith.constant 3 : index
// CHECK: arith.cmpi eq, %[[N]], %[[L]]
func.func @compressed_literal(%A: tensor<?x?xf64, #CSR>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %A[%i, 3] : tensor<?x?xf64, #CSR>
    tin.yield %a : f64
  }
  return %y : tensor<?xf64>
}

// -----

// The sum over the first level stands outside of the variable of the second: it
// is computed first.
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>

// CHECK-LABEL: func @outer_literal
// CHECK: cin.kernel
// CHECK: cin.forall "[[D:.*]]" to
// CHECK: cin.forall "[[J:.*]]" to
// CHECK: cin.access %{{.*}}[%[[D]], %[[J]]]
// CHECK: cin.assign %{{.*}}[%[[J]]] arith.addf
func.func @outer_literal(%A: tensor<?x?xf64, #DCSR>) -> tensor<?xf64> {
  %y = tin.compute (%j "j") : tensor<?xf64> {
    %a = tin.access %A[3, %j] : tensor<?x?xf64, #DCSR>
    tin.yield %a : f64
  }
  return %y : tensor<?xf64>
}

// -----

// Two levels of one access, one after the other.
#CSF = #level.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>

// CHECK-LABEL: func @super_diagonal
// CHECK: cin.forall "i"
// CHECK: cin.forall "[[D:.*]]" to
// CHECK: cin.forall "[[E:.*]]" to
// CHECK: cin.access %{{.*}}[%i, %[[D]], %[[E]]]
func.func @super_diagonal(%A: tensor<?x?x?xf64, #CSF>) -> tensor<f64> {
  %y = tin.compute () : tensor<f64> {
    %s = tin.reduce arith.addf (%i "i") {
      %a = tin.access %A[%i, %i, %i] : tensor<?x?x?xf64, #CSF>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<f64>
}
