// RUN: weft-opt %s -convert-tin-to-cin -split-input-file | FileCheck %s

// What fits into no common order of the variables is computed first, as a tensor
// of its own in the order of the loops.

// Of two operands in opposite orders, the second is copied.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @add_transposed(
// CHECK-SAME: %[[B:[a-z0-9]*]]: {{[^,]*, [^,]*}}, %[[C:[a-z0-9]*]]:
// CHECK: %[[T:.*]] = cin.kernel ins(%[[C]])
// CHECK: cin.kernel ins(%[[B]], %[[T]])
// CHECK: arith.addf
func.func @add_transposed(%B: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR> {
  %A = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #CSR> {
    %b = tin.access %B[%i, %j] : tensor<?x?xf64, #CSR>
    %c = tin.access %C[%j, %i] : tensor<?x?xf64, #CSR>
    %s = arith.addf %b, %c : f64
    tin.yield %s : f64
  }
  return %A : tensor<?x?xf64, #CSR>
}

// -----

// A copy is sparse, also into a dense result: what is absent stays absent. Where
// there are bounds for all rows anyway, it is stored by rows.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-DAG: #[[ROWS:.*]] = #level.format<(d0, d1) -> (d0 : dense, d1 : compressed)>
// CHECK-LABEL: func @add_transposed_dense
// CHECK: cin.kernel
// CHECK: cin.assign %{{.*}} : !cin.ref<tensor<?x?xf64, #[[ROWS]]>>
// CHECK: cin.kernel
func.func @add_transposed_dense(%B: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64> {
  %A = tin.compute (%i "i", %j "j") : tensor<?x?xf64> {
    %b = tin.access %B[%i, %j] : tensor<?x?xf64, #CSR>
    %c = tin.access %C[%j, %i] : tensor<?x?xf64, #CSR>
    %s = arith.addf %b, %c : f64
    tin.yield %s : f64
  }
  return %A : tensor<?x?xf64>
}

// -----

// A reduction whose variable must be bound outside of the variable around it.
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>

// CHECK-LABEL: func @residual
// CHECK: %[[T:.*]] = cin.kernel
// CHECK: cin.forall "j"
// CHECK: cin.forall "[[I:.*]]" to
// CHECK: cin.assign %{{.*}}[%[[I]]] arith.addf
// CHECK: cin.kernel ins(%[[T]], %{{.*}})
// CHECK: cin.forall "i"
// CHECK: arith.subf
func.func @residual(%A: tensor<?x?xf64, #CSC>, %x: tensor<?xf64>, %b: tensor<?xf64>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSC>
      %v = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %v : f64
      tin.yield %p : f64
    } : f64
    %c = tin.access %b[%i] : tensor<?xf64>
    %r = arith.subf %c, %s : f64
    tin.yield %r : f64
  }
  return %y : tensor<?xf64>
}

// -----

// The variables of two reductions, one in the other, in the wrong order: the
// operand is copied, since both reductions stay as they are.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @nested_reductions
// CHECK: %[[T:.*]] = cin.kernel
// CHECK: cin.kernel ins({{.*}}%[[T]]
// CHECK: cin.forall "j"
// CHECK: cin.forall "k"
// CHECK: cin.access %{{.*}}[%j, %k]
func.func @nested_reductions(%B: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %xi = tin.access %x[%i] : tensor<?xf64>
    %s = tin.reduce arith.addf (%j "j") {
      %t = tin.reduce arith.maximumf (%k "k") {
        %b = tin.access %B[%k, %j] : tensor<?x?xf64, #CSR>
        tin.yield %b : f64
      } : f64
      tin.yield %t : f64
    } : f64
    %q = arith.addf %xi, %s : f64
    tin.yield %q : f64
  }
  return %y : tensor<?xf64>
}

// -----

// An operand that is not ordered is sorted.
#Unordered = #level.format<(i, j) -> (i : compressed(nonunique, nonordered), j : singleton(nonordered))>
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-DAG: #[[LIST:.*]] = #level.format<(d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(nonunique))>
// CHECK-LABEL: func @unordered_to_csr
// CHECK: %[[T:.*]] = cin.kernel
// CHECK: cin.assign %{{.*}} : !cin.ref<tensor<?x?xf64, #[[LIST]]>>
// CHECK: cin.kernel ins(%[[T]])
func.func @unordered_to_csr(%B: tensor<?x?xf64, #Unordered>) -> tensor<?x?xf64, #CSR> {
  %A = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #CSR> {
    %b = tin.access %B[%i, %j] : tensor<?x?xf64, #Unordered>
    tin.yield %b : f64
  }
  return %A : tensor<?x?xf64, #CSR>
}

// -----

// Also into a dense result: a coordinate that is stored several times would
// overwrite the component.
#Unordered = #level.format<(i) -> (i : compressed(nonunique, nonordered))>

// CHECK-DAG: #[[LIST:.*]] = #level.format<(d0) -> (d0 : compressed(nonunique))>
// CHECK-LABEL: func @unordered_to_dense
// CHECK: %[[T:.*]] = cin.kernel
// CHECK: cin.assign %{{.*}} : !cin.ref<tensor<?xf64, #[[LIST]]>>
// CHECK: cin.kernel ins(%[[T]])
func.func @unordered_to_dense(%B: tensor<?xf64, #Unordered>) -> tensor<?xf64> {
  %A = tin.compute (%i "i") : tensor<?xf64> {
    %b = tin.access %B[%i] : tensor<?xf64, #Unordered>
    tin.yield %b : f64
  }
  return %A : tensor<?xf64>
}

// -----

// A list takes what is stored as it comes.
#Unordered = #level.format<(i) -> (i : compressed(nonunique, nonordered))>
#List = #level.format<(i) -> (i : compressed(nonunique))>

// CHECK-LABEL: func @unordered_to_list
// CHECK: cin.kernel
// CHECK-NOT: cin.kernel
// CHECK: return
func.func @unordered_to_list(%B: tensor<?xf64, #Unordered>) -> tensor<?xf64, #List> {
  %A = tin.compute (%i "i") : tensor<?xf64, #List> {
    %b = tin.access %B[%i] : tensor<?xf64, #Unordered>
    tin.yield %b : f64
  }
  return %A : tensor<?xf64, #List>
}
