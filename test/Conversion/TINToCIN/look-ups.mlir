// RUN: weft-opt %s -convert-tin-to-cin -split-input-file | FileCheck %s

// Levels that store some coordinates, and in which each can be located.

#Bitmap = #level.format<(i, j) -> (i : dense, j : bitmap)>

// A level that stores some coordinates is iterated over, if any order of the
// loops lets it, though it could be located in.

// CHECK-LABEL: func @order(
// CHECK: cin.forall "i"
// CHECK: cin.access %{{.*}}[%i, %[[J:.*]]] {cin.iterated_levels = array<i64: 1>} : <tensor<?x?xf64, #
// CHECK: cin.assign %{{.*}}[%[[J]]] arith.addf
func.func @order(%A: tensor<?x?xf64, #Bitmap>, %x: tensor<?xf64>) -> tensor<?xf64> {
  %y = tin.compute (%j) : tensor<?xf64> {
    %s = tin.reduce arith.addf (%i) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #Bitmap>
      %b = tin.access %x[%i] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// -----

#DOK = #level.format<(i, j) -> (i : hashed, j : hashed)>
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// In an order that does not suit it, coordinates are looked up where another
// operand says which.

// CHECK-LABEL: func @located(
// CHECK: cin.kernel ins(%{{[a-z0-9]*}}, %{{[a-z0-9]*}})
// CHECK: cin.forall "i"
// CHECK: cin.access %{{.*}}[%i, %[[J:.*]]]
// CHECK: cin.access %{{.*}}[%[[J]], %i]
// CHECK-NOT: cin.kernel
// CHECK: return
func.func @located(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #DOK>) -> tensor<?x?xf64, #CSR> {
  %y = tin.compute (%i, %j) : tensor<?x?xf64, #CSR> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
    %b = tin.access %B[%j, %i] : tensor<?x?xf64, #DOK>
    %p = arith.mulf %a, %b : f64
    tin.yield %p : f64
  }
  return %y : tensor<?x?xf64, #CSR>
}

// -----

#Hashed = #level.format<(i) -> (i : hashed)>
#Sparse = #level.format<(i) -> (i : compressed)>

// Without an order, a level cannot be coiterated: it is sorted before.

// CHECK-LABEL: func @union(
// CHECK-SAME: %[[A:[a-z0-9]*]]: {{[^%]*}}%[[B:[a-z0-9]*]]:
// CHECK: %[[SORTED:.*]] = cin.kernel ins(%[[A]])
// CHECK: cin.kernel ins(%[[SORTED]], %[[B]])
func.func @union(%a: tensor<?xf64, #Hashed>, %b: tensor<?xf64, #Sparse>) -> tensor<?xf64, #Sparse> {
  %y = tin.compute (%i) : tensor<?xf64, #Sparse> {
    %0 = tin.access %a[%i] : tensor<?xf64, #Hashed>
    %1 = tin.access %b[%i] : tensor<?xf64, #Sparse>
    %s = arith.addf %0, %1 : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64, #Sparse>
}

// -----

#Hashed = #level.format<(i) -> (i : hashed)>

// It is iterated over alone, where the result takes coordinates in any order.

// CHECK-LABEL: func @alone(
// CHECK: cin.kernel
// CHECK-NOT: cin.kernel
// CHECK: return
func.func @alone(%a: tensor<?xf64, #Hashed>) -> tensor<?xf64, #Hashed> {
  %y = tin.compute (%i) : tensor<?xf64, #Hashed> {
    %0 = tin.access %a[%i] : tensor<?xf64, #Hashed>
    tin.yield %0 : f64
  }
  return %y : tensor<?xf64, #Hashed>
}

// -----

#Hashed = #level.format<(i) -> (i : hashed)>
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @appended(
// CHECK-SAME: %[[A:[a-z0-9]*]]:
// CHECK: %[[SORTED:.*]] = cin.kernel ins(%[[A]])
// CHECK: cin.kernel ins(%[[SORTED]])
func.func @appended(%a: tensor<?xf64, #Hashed>) -> tensor<?xf64, #Sparse> {
  %y = tin.compute (%i) : tensor<?xf64, #Sparse> {
    %0 = tin.access %a[%i] : tensor<?xf64, #Hashed>
    tin.yield %0 : f64
  }
  return %y : tensor<?xf64, #Sparse>
}

// -----

#Hashed = #level.format<(i) -> (i : hashed)>
#Sparse = #level.format<(i) -> (i : compressed)>

// Where the loop is over a dimension anyway, it is located in.

// CHECK-LABEL: func @dense(
// CHECK: cin.kernel ins(%{{[a-z0-9]*}}, %{{[a-z0-9]*}})
// CHECK-NOT: cin.kernel
// CHECK: return
func.func @dense(%a: tensor<?xf64, #Hashed>, %b: tensor<?xf64>) -> tensor<?xf64> {
  %y = tin.compute (%i) : tensor<?xf64> {
    %0 = tin.access %a[%i] : tensor<?xf64, #Hashed>
    %1 = tin.access %b[%i] : tensor<?xf64>
    %s = arith.addf %0, %1 : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// -----

#Hash = #level.format<(i, j) -> (i : hashed, j : hashed)>
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>

// Nor does an operand that is looked up say in which order a reduction inside of
// an expression binds its variables.

// CHECK-LABEL: func @inside(
// CHECK: cin.kernel ins(%{{[a-z0-9]*}}, %{{[a-z0-9]*}})
// CHECK: cin.forall "j"
// CHECK: cin.forall "i"
// CHECK-NOT: cin.kernel
// CHECK: return
func.func @inside(%A: tensor<?x?xf64, #Hash>, %B: tensor<?x?xf64, #CSC>) -> tensor<f64> {
  %y = tin.compute () : tensor<f64> {
    %s = tin.reduce arith.addf (%i "i", %j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #Hash>
      %b = tin.access %B[%i, %j] : tensor<?x?xf64, #CSC>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    %r = math.sqrt %s : f64
    tin.yield %r : f64
  }
  return %y : tensor<f64>
}
