// RUN: weft-opt %s --cin-set-assembly=drop-fill | FileCheck %s
// RUN: not weft-opt %s --cin-set-assembly="assembly=compute drop-fill" 2>&1 | FileCheck %s --check-prefix=COMPUTE
// RUN: not weft-opt %s --cin-set-assembly="assembly=assemble drop-fill" 2>&1 | FileCheck %s --check-prefix=ASSEMBLE

// What defines a result drops its components that are the fill; what defines a
// temporary does not. Kernels with a structure that is kept, or without values,
// cannot.

// COMPUTE: set-assembly-drop-fill.mlir:[[# @LINE + 6]]:{{.*}}error: components that are the fill can be dropped only from what is computed and assembled, not with the assembly compute
// ASSEMBLE: error: components that are the fill can be dropped only from what is computed and assembled, not with the assembly assemble

// CHECK-LABEL: func.func @copy(
// CHECK: cin.kernel {{.*}} extents(%{{.*}}) {
// CHECK: cin.kernel {{.*}} extents(%{{.*}}) drop_fill {
func.func @copy(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %t = cin.kernel ins(%x) outs(%x) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %b: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %v = cin.access %a[%i] : <tensor<?xf64>>
      cin.assign %b[%i] = %v : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %y = cin.kernel ins(%t) outs(%x) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %b: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %v = cin.access %a[%i] : <tensor<?xf64>>
      cin.assign %b[%i] = %v : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}
