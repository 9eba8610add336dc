// What a pass makes does not depend on whether the text was printed and parsed
// before it, which changes the order in which uses are listed.
// RUN: weft-opt %s --canonicalize --convert-tin-to-cin > %t.once
// RUN: weft-opt %s --canonicalize | weft-opt --convert-tin-to-cin > %t.twice
// RUN: diff %t.once %t.twice
// RUN: FileCheck %s --input-file=%t.once

// CHECK-LABEL: func @product
// CHECK: cin.kernel
func.func @product(%B: tensor<?x?xf64>, %C: tensor<?xf64>) -> tensor<f64> {
  %y = tin.compute () : tensor<f64> {
    %s = tin.reduce arith.addf (%j) {
      %t = tin.reduce arith.addf (%k) {
        %b = tin.access %B[%j, %k] : tensor<?x?xf64>
        %c = tin.access %C[%k] : tensor<?xf64>
        %p = arith.mulf %b, %c : f64
        tin.yield %p : f64
      } : f64
      tin.yield %t : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<f64>
}
