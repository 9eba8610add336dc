// RUN: weft-opt %s -convert-cin-to-lattice | FileCheck %s

// The segment of rows is begun around their tiles, and ended behind them.
// CHECK-LABEL: func @copy
// CHECK: %[[BEGIN:.*]] = level.next %{{.*}} level 0
// CHECK: lattice.coiterate "i0"
// CHECK-NOT: level.append_edges {{.*}} level 0
// CHECK: lattice.coiterate "i1"
// CHECK: lattice.coiterate "j"
// CHECK: level.append_coord {{.*}} level 1
// CHECK: level.append_edges {{.*}} level 1
// CHECK: level.append_coord {{.*}} level 0
// CHECK: level.append_edges {{.*}} level 0
// CHECK: level.finalize
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
func.func @copy(%a: tensor<?x?xf64, #DCSR>, %b: tensor<?x?xf64, #DCSR>, %m: index, %n: index) -> tensor<?x?xf64, #DCSR> {
  %size16 = arith.constant 16 : index
  %tiles2 = arith.ceildivui %m, %size16 : index
  %r = cin.kernel ins(%a) outs(%b) extents(%m, %n, %size16, %tiles2) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #DCSR>>, %br: !cin.ref<tensor<?x?xf64, #DCSR>>, %em: index, %en: index, %part0: index, %part1: index):
    cin.forall "i0" to %part1 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %part0 {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 16 of %em
        cin.guard %i
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #DCSR>>
          cin.assign %br[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #DCSR>>
        }
      }
    }
  } : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>) -> tensor<?x?xf64, #DCSR>
  return %r : tensor<?x?xf64, #DCSR>
}
