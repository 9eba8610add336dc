// RUN: weft-opt %s -convert-tin-to-cin -split-input-file | FileCheck %s

// The order of the loops where sums of index variables index operands.

#Sparse = #level.format<(i) -> (i : compressed)>

// The last loop of a sum iterates over a level: rather that over the result, so
// that the other one says where to look.
// CHECK-LABEL: func @convolution
// CHECK: cin.forall "j"
// CHECK: ^bb0(%[[J:.*]]: !cin.index):
// CHECK: cin.forall "i"
// CHECK: ^bb0(%[[I:.*]]: !cin.index):
// CHECK: %[[K:.*]] = cin.affine [1, 1](%[[I]], %[[J]]) plus 0
// CHECK: cin.access %{{.*}}[%[[K]]]
// CHECK: cin.assign %{{.*}}[%[[I]]] arith.addf
func.func @convolution(%x: tensor<?xf64, #Sparse>, %w: tensor<?xf64, #Sparse>, %n: index) -> tensor<?xf64> {
  %y = tin.compute (%i "i" to %n) : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %k = tin.affine [1, 1](%i, %j) plus 0
      %a = tin.access %x[%k] : tensor<?xf64, #Sparse>
      %b = tin.access %w[%j] : tensor<?xf64, #Sparse>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// It takes the order that other operands demand.
// CHECK-LABEL: func @hankel
// CHECK: cin.forall "i"
// CHECK: cin.forall "j"
// CHECK: cin.affine
func.func @hankel(%x: tensor<?xf64, #Sparse>, %A: tensor<?x?xf64, #CSR>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %k = tin.affine [1, 1](%i, %j) plus 0
      %a = tin.access %x[%k] : tensor<?xf64, #Sparse>
      %b = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// -----

#Hash = #level.format<(i) -> (i : hashed)>

// What has no order is copied into a list; what has one, but descends, is not.
// CHECK-LABEL: func @unordered
// CHECK: cin.kernel
// CHECK: cin.access %{{.*}}[%{{.*}}] : <tensor<?xf64, #[[$HASH:.*]]>>
// CHECK: cin.kernel
// CHECK: cin.affine [1]
// CHECK: cin.access
func.func @unordered(%b: tensor<?xf64, #Hash>, %n: index) -> tensor<?xf64> {
  %y = tin.compute (%i "i" to %n) : tensor<?xf64> {
    %k = tin.affine [1](%i) plus 1
    %a = tin.access %b[%k] : tensor<?xf64, #Hash>
    tin.yield %a : f64
  }
  return %y : tensor<?xf64>
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @descending
// CHECK: cin.kernel
// CHECK: cin.affine [-1]
// CHECK-NOT: cin.kernel
// CHECK: return
func.func @descending(%b: tensor<?xf64, #Sparse>, %n: index) -> tensor<?xf64> {
  %y = tin.compute (%i "i" to %n) : tensor<?xf64> {
    %k = tin.affine [-1](%i) plus 9
    %a = tin.access %b[%k] : tensor<?xf64, #Sparse>
    tin.yield %a : f64
  }
  return %y : tensor<?xf64>
}
