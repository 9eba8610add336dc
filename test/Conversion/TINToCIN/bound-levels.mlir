// RUN: weft-opt %s -convert-tin-to-cin -split-input-file | FileCheck %s

// Diagonals and literals: coordinates that are bound before their level is
// reached. The level is located or searched in, so that it constrains no order.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @diagonal
// CHECK: cin.forall "i"
// CHECK-NOT: cin.forall
// CHECK: cin.access %{{.*}}[%i, %i]
func.func @diagonal(%A: tensor<?x?xf64, #CSR>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %A[%i, %i] : tensor<?x?xf64, #CSR>
    tin.yield %a : f64
  }
  return %y : tensor<?xf64>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @literal
// CHECK: cin.forall "i"
// CHECK-NOT: cin.forall
// CHECK: %[[L:.*]] = cin.literal 3
// CHECK: cin.access %{{.*}}[%i, %[[L]]]
func.func @literal(%A: tensor<?x?xf64, #CSR>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %A[%i, 3] : tensor<?x?xf64, #CSR>
    tin.yield %a : f64
  }
  return %y : tensor<?xf64>
}

// -----

// The third level is the first variable again; the second orders the two.
#CSF = #level.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>

// CHECK-LABEL: func @partial_diagonal
// CHECK-NOT: cin.where
// CHECK: cin.forall "i"
// CHECK: cin.forall "j"
// CHECK: cin.access %{{.*}}[%i, %j, %i]
func.func @partial_diagonal(%A: tensor<?x?x?xf64, #CSF>) -> tensor<?x?xf64> {
  %y = tin.compute (%j "j", %i "i") : tensor<?x?xf64> {
    %a = tin.access %A[%i, %j, %i] : tensor<?x?x?xf64, #CSF>
    tin.yield %a : f64
  }
  return %y : tensor<?x?xf64>
}

// -----

// A level that is not ordered cannot be searched: the tensor is copied into a
// sorted list, in the order in which its coordinates are bound.
#Unordered = #level.format<(i, j) -> (i : compressed(nonunique, nonordered), j : singleton(nonordered))>

// CHECK-DAG: #[[LIST:.*]] = #level.format<(d0, d1) -> (d1 : compressed(nonunique), d0 : singleton(nonunique))>
// CHECK-LABEL: func @unordered_literal
// CHECK: %[[T:.*]] = cin.kernel
// CHECK: cin.access %{{.*}}[%[[I:.*]], %[[J:.*]]]
// CHECK: cin.assign %{{.*}}[%[[I]], %[[J]]] = {{.*}} : !cin.ref<tensor<?x?xf64, #[[LIST]]>>
// CHECK: cin.kernel ins(%[[T]])
// CHECK: cin.forall "i"
// CHECK: %[[L:.*]] = cin.literal 3
// CHECK: cin.access %{{.*}}[%i, %[[L]]]
func.func @unordered_literal(%A: tensor<?x?xf64, #Unordered>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %A[%i, 3] : tensor<?x?xf64, #Unordered>
    tin.yield %a : f64
  }
  return %y : tensor<?xf64>
}
