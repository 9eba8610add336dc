// RUN: weft-opt %s --cin-set-assembly=assembly=two_phase | FileCheck %s
// RUN: weft-opt %s --cin-set-assembly=assembly=fused | FileCheck %s

// A result that is an argument is not assembled, in however many phases.

// CHECK-LABEL: func.func @identity(
// CHECK-SAME: %[[X:.*]]: tensor<?xf64>)
// CHECK-NEXT: return %[[X]]
func.func @identity(%x: tensor<?xf64>) -> tensor<?xf64> {
  return %x : tensor<?xf64>
}
