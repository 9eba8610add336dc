// RUN: weft-opt %s --convert-tin-to-cin | FileCheck %s

// Levels without order and without locate are iterated over alone, wherever the
// result takes that, or copied into a list. What repeats coordinates is copied.

#Rows = #level.format<(i, j) -> (i : dense, j : compressed(nonordered))>
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#List = #level.format<(i, j) -> (i : compressed(nonunique, nonordered), j : singleton(nonordered))>

// CHECK-LABEL: func @alone
// CHECK: cin.kernel
// CHECK-NOT: cin.kernel
// CHECK: return
func.func @alone(%A: tensor<?x?xf64, #Rows>, %m: index, %n: index) -> tensor<?xf64> {
  %y = tin.compute (%i "i" to %m) : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #Rows>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// CHECK-LABEL: func @beside
// CHECK: cin.kernel ins(%{{.*}}) outs
// CHECK: cin.kernel ins(%{{.*}}, %{{.*}}) outs
func.func @beside(%A: tensor<?x?xf64, #Rows>, %B: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?xf64> {
  %y = tin.compute (%i "i" to %m) : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #Rows>
      %b = tin.access %B[%i, %j] : tensor<?x?xf64, #CSR>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// Its coordinates are searched for once the row is known, which follows from
// them.

// CHECK-LABEL: func @searched
// CHECK: cin.kernel
// CHECK: cin.kernel
func.func @searched(%A: tensor<?x?xf64, #Rows>, %m: index) -> tensor<f64> {
  %y = tin.compute () : tensor<f64> {
    %s = tin.reduce arith.addf (%k "k" to %m) {
      %above = tin.affine [1](%k) plus -1
      %a = tin.access %A[%above, %k] : tensor<?x?xf64, #Rows>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<f64>
}

// A diagonal is found, also where its components are sorted afterwards.

// CHECK-LABEL: func @diagonal
// CHECK: cin.kernel
// CHECK: cin.kernel
#Entries = #level.format<(i) -> (i : compressed(nonunique))>
func.func @diagonal(%A: tensor<?x?xf64, #Rows>, %m: index) -> tensor<?xf64, #Entries> {
  %y = tin.compute (%i "i" to %m) : tensor<?xf64, #Entries> {
    %a = tin.access %A[%i, %i] : tensor<?x?xf64, #Rows>
    tin.yield %a : f64
  }
  return %y : tensor<?xf64, #Entries>
}

// CHECK-LABEL: func @appended
// CHECK: cin.kernel
// CHECK: cin.kernel
func.func @appended(%A: tensor<?x?xf64, #Rows>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %y = tin.compute (%i "i" to %m, %j "j" to %n) : tensor<?x?xf64, #CSR> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #Rows>
    tin.yield %a : f64
  }
  return %y : tensor<?x?xf64, #CSR>
}

// CHECK-LABEL: func @repeated
// CHECK: cin.kernel
// CHECK: cin.kernel
func.func @repeated(%A: tensor<?x?xf64, #List>, %m: index, %n: index) -> tensor<?xf64> {
  %y = tin.compute (%i "i" to %m) : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #List>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// A result that has no order either takes coordinates as they come, below rows
// in order.

// CHECK-LABEL: func @without_order
// CHECK: cin.kernel
// CHECK-NOT: cin.kernel
// CHECK: return
func.func @without_order(%A: tensor<?x?xf64, #Rows>, %m: index, %n: index) -> tensor<?x?xf64, #Rows> {
  %y = tin.compute (%i "i" to %m, %j "j" to %n) : tensor<?x?xf64, #Rows> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #Rows>
    %s = arith.addf %a, %a : f64
    tin.yield %s : f64
  }
  return %y : tensor<?x?xf64, #Rows>
}

// A part of a variable that has one in the result needs it.
#Blocks = #level.format<(i, j) -> (i : dense, j floordiv 2 : compressed(nonordered), j mod 2 : compressed(nonordered))>
#Ordered = #level.format<(i, j) -> (i : dense, j floordiv 2 : compressed(nonordered), j mod 2 : compressed)>

// CHECK-LABEL: func @partly_ordered
// CHECK: cin.kernel
// CHECK: cin.kernel
func.func @partly_ordered(%A: tensor<?x?xf64, #Blocks>, %m: index, %n: index) -> tensor<?x?xf64, #Ordered> {
  %y = tin.compute (%i "i" to %m, %j "j" to %n) : tensor<?x?xf64, #Ordered> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #Blocks>
    tin.yield %a : f64
  }
  return %y : tensor<?x?xf64, #Ordered>
}

// What is accessed twice is copied once.

// CHECK-LABEL: func @twice
// CHECK: %[[T:.*]] = cin.kernel ins(%{{.*}}) outs
// CHECK: cin.kernel ins(%[[T]], %{{[a-zA-Z0-9]*}}) outs
// CHECK-NOT: cin.kernel
func.func @twice(%A: tensor<?x?xf64, #Rows>, %B: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?xf64> {
  %y = tin.compute (%i "i" to %m) : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j" to %n) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #Rows>
      %b = tin.access %B[%i, %j] : tensor<?x?xf64, #CSR>
      %p = arith.mulf %a, %b : f64
      %c = tin.access %A[%i, %j] : tensor<?x?xf64, #Rows>
      %q = arith.mulf %p, %c : f64
      tin.yield %q : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}
