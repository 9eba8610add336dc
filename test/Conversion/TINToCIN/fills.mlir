// RUN: weft-opt %s -convert-tin-to-cin -split-input-file | FileCheck %s

// What is computed first has the fill that it has where nothing is stored, so
// that it is computed nowhere else.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed), fill = 0x7FF0000000000000 : f64>

// The distances over one node between are infinite where there is no path.
// CHECK-DAG: #[[PATHS:.*]] = #level.format<(d0, d1) -> (d0 : compressed(nonunique), d1 : singleton), fill = 0x7FF0000000000000 : f64>
// CHECK-LABEL: func @reduction
// CHECK: tensor.empty(%{{.*}}) : tensor<?x?xf64, #[[PATHS]]>
// CHECK: cin.assign %{{.*}} arith.minimumf
func.func @reduction(%A: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR> {
  %0 = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #CSR> {
    %1 = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
    %2 = tin.reduce arith.minimumf (%k "k") {
      %3 = tin.access %A[%i, %k] : tensor<?x?xf64, #CSR>
      %4 = tin.access %A[%k, %j] : tensor<?x?xf64, #CSR>
      %5 = arith.addf %3, %4 : f64
      tin.yield %5 : f64
    } : f64
    %6 = arith.minimumf %1, %2 : f64
    tin.yield %6 : f64
  }
  return %0 : tensor<?x?xf64, #CSR>
}

// -----

// A copy in another order has the fill of what it copies.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed), fill = 3 : i32>

// CHECK-DAG: #[[COPY:.*]] = #level.format<(d0, d1) -> (d0 : dense, d1 : compressed), fill = 3 : i32>
// CHECK-LABEL: func @copy
// CHECK: tensor.empty(%{{.*}}) : tensor<?x?xi32, #[[COPY]]>
func.func @copy(%A: tensor<?x?xi32, #CSR>, %B: tensor<?x?xi32, #CSR>) -> tensor<?x?xi32, #CSR> {
  %0 = tin.compute (%i "i", %j "j") : tensor<?x?xi32, #CSR> {
    %1 = tin.access %A[%i, %j] : tensor<?x?xi32, #CSR>
    %2 = tin.access %B[%j, %i] : tensor<?x?xi32, #CSR>
    %3 = arith.minsi %1, %2 : i32
    tin.yield %3 : i32
  }
  return %0 : tensor<?x?xi32, #CSR>
}

// -----

// The sum over a row depends on its length, so that zero is as good as any.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed), fill = 1.0 : f64>

// CHECK-LABEL: func @unknown
// CHECK-NOT: fill = 1
// CHECK: tensor.empty(%{{.*}}) : tensor<?x{{.*}}>
func.func @unknown(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64> {
  %0 = tin.compute (%i "i", %j "j") : tensor<?x?xf64> {
    %1 = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
    %2 = tin.reduce arith.addf (%k "k") {
      %3 = tin.access %A[%i, %k] : tensor<?x?xf64, #CSR>
      %4 = tin.access %B[%k, %j] : tensor<?x?xf64, #CSR>
      %5 = arith.mulf %3, %4 : f64
      tin.yield %5 : f64
    } : f64
    %6 = arith.mulf %1, %2 : f64
    tin.yield %6 : f64
  }
  return %0 : tensor<?x?xf64>
}
