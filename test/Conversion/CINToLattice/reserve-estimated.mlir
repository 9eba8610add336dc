// RUN: weft-opt %s -tin-plan -convert-tin-to-cin -convert-cin-to-lattice -canonicalize -split-input-file | FileCheck %s

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// No entries of operands bound those of a product: its arrays begin with room
// for as many as are estimated.
// CHECK-LABEL: func @product
// CHECK: %[[ROOM:c[0-9]+]] = arith.constant 19{{[0-9]+}} : index
// CHECK: %[[B:.*]] = level.init
// CHECK-NEXT: level.reserve_coords %[[B]] level 1 for %[[ROOM]]
// CHECK-NEXT: lattice.coiterate "i"
func.func @product(%A: tensor<?x?xf64, #CSR> {tin.statistics = "sizes=2000x2000;entries=20000"},
                   %B: tensor<?x?xf64, #CSR>, %n: index) -> tensor<?x?xf64, #CSR> {
  %C = tin.compute (%i "i" to %n, %j "j" to %n) : tensor<?x?xf64, #CSR> {
    %s = tin.reduce arith.addf (%k "k" to %n) {
      %a = tin.access %A[%i, %k] : tensor<?x?xf64, #CSR>
      %b = tin.access %B[%k, %j] : tensor<?x?xf64, #CSR>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %C : tensor<?x?xf64, #CSR>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// An estimate of billions of entries reserves 2^23 of them.
// CHECK-LABEL: func @large
// CHECK: level.reserve_coords %{{.*}} level 1 for %c8388608
func.func @large(%A: tensor<?x?xf64, #CSR> {tin.statistics = "sizes=20000000x2000;entries=2000000000"},
                 %n: index) -> tensor<?x?xf64, #CSR> {
  %C = tin.compute (%i "i" to %n, %j "j" to %n) : tensor<?x?xf64, #CSR> {
    %s = tin.reduce arith.addf (%k "k" to %n) {
      %a = tin.access %A[%i, %k] : tensor<?x?xf64, #CSR>
      %b = tin.access %A[%j, %k] : tensor<?x?xf64, #CSR>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %C : tensor<?x?xf64, #CSR>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// Entries of an operand bound those of the result, whatever is estimated.
// CHECK-LABEL: func @bounded
// CHECK: %[[ENTRIES:.*]] = arith.subi
// CHECK: %[[ROOM:.*]] = arith.minsi %[[ENTRIES]]
// CHECK: %[[B:.*]] = level.init
// CHECK-NEXT: level.reserve_coords %[[B]] level 1 for %[[ROOM]]
func.func @bounded(%A: tensor<?x?xf64, #CSR> {tin.statistics = "sizes=2000x2000;entries=20000"},
                   %B: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64, #CSR> {
  %C = tin.compute (%i "i" to %n, %j "j" to %n) : tensor<?x?xf64, #CSR> {
    %s = tin.reduce arith.addf (%k "k" to %n) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      %b = tin.access %B[%j, %k] : tensor<?x?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %C : tensor<?x?xf64, #CSR>
}
