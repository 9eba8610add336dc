// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s --emit-bytecode | weft-opt | FileCheck %s

// Sums of index variables that index operands. They say nothing about extents.

#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @convolution
func.func @convolution(%x: tensor<?xf64, #Sparse>, %w: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  // CHECK: tin.compute (%[[I:.*]] to %{{.*}}) : tensor<?xf64> {
  %y = tin.compute (%i to %n) : tensor<?xf64> {
    // CHECK-NEXT: tin.reduce arith.addf (%[[J:.*]]) {
    %s = tin.reduce arith.addf (%j) {
      // CHECK-NEXT: %[[K:.*]] = tin.affine [2, -1](%[[I]], %[[J]]) plus -3
      %k = tin.affine [2, -1](%i, %j) plus -3
      // CHECK-NEXT: tin.access %{{.*}}[%[[K]]] : tensor<?xf64, #{{.*}}>
      %a = tin.access %x[%k] : tensor<?xf64, #Sparse>
      %b = tin.access %w[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}
