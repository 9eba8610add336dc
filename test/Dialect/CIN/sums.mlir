// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s --emit-bytecode | weft-opt | FileCheck %s

// CHECK-LABEL: func @shift
func.func @shift(%b: tensor<?xf64>, %a: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%b) outs(%a) extents(%n) {
  ^bb0(%br: !cin.ref<tensor<?xf64>>, %ar: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      // CHECK: %[[K:.*]] = cin.affine [2](%{{.*}}) plus 1
      // CHECK-NEXT: cin.access %{{.*}}[%[[K]]]
      %k = cin.affine [2](%i) plus 1
      %0 = cin.access %br[%k] : !cin.ref<tensor<?xf64>>
      cin.assign %ar[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
