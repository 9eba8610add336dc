// RUN: weft-opt %s '-weft-apply-schedule=schedule=fuse(i,j,f)' -convert-cin-to-lattice -canonicalize -cse | FileCheck %s

// Combinations of coordinates that may be large: a loop over all of them, which
// a maximum with absent components is, does not end where their number is taken
// modulo 2^64, but at the largest number.

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed), crd = 64>

// CHECK-LABEL: func @maximum
// CHECK-DAG:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG:   %[[LARGEST:.*]] = arith.constant 9223372036854775807 : index
// CHECK:       %[[DIVISOR:.*]] = arith.maxui %[[N:.*]], %[[C1]] : index
// CHECK:       %[[MOST:.*]] = arith.divui %[[LARGEST]], %[[DIVISOR]] : index
// CHECK:       %[[EXCEEDS:.*]] = arith.cmpi ugt, %[[M:.*]], %[[MOST]] : index
// CHECK:       %[[MN:.*]] = arith.muli %[[M]], %[[N]] : index
// CHECK:       %[[NUM:.*]] = arith.select %[[EXCEEDS]], %[[LARGEST]], %[[MN]] : index
// CHECK:       lattice.coiterate "f" original ("i", "j") of (%[[M]], %[[N]]) in %{{.*}} to %[[NUM]] over
func.func @maximum(%a: tensor<?x?xf64, #DCSR>, %y: tensor<f64>, %m: index, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #DCSR>>, %yr: !cin.ref<tensor<f64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #DCSR>>
        cin.assign %yr[] arith.maximumf %0 : !cin.ref<tensor<f64>>
      }
    }
  } : (tensor<?x?xf64, #DCSR>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}
