// RUN: weft-opt %s -convert-cin-to-lattice -canonicalize -cse | FileCheck %s

// A row is bound outside of the run of each of its blocks, so that nothing compares rows.
// A tile that is short has room before it begins.


#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#BCSR = #level.format<(i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense)>

// CHECK-LABEL: func @unblock
// CHECK:       lattice.coiterate "i1"
// CHECK:         %[[ROW:.*]], %{{.*}} = level.locate %{{.*}} level 0
// CHECK:         lattice.coiterate "j0"
// CHECK:           %[[ROOM:.*]] = level.reserve_coords %{{.*}} level 1 for
// CHECK:           %[[BEGIN:.*]] = level.next %[[ROOM]] level 1
// CHECK:           lattice.coiterate "j1" {{.*}} carry (%[[ROOM]] : {{.*}}, %[[ROW]] : index, %[[BEGIN]] : index)
// CHECK-NOT:         append_children
// CHECK:             level.append_coord %{{.*}} level 1 coord %{{.*}} reserved
// CHECK-NEXT:        level.store %{{.*}} reserved
// CHECK:           level.append_children
func.func @unblock(%B: tensor<?x?xf64, #BCSR>, %A: tensor<?x?xf64, #CSR>, %m: index, %n: index, %m0: index, %n0: index) -> tensor<?x?xf64, #CSR> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r = cin.kernel ins(%B) outs(%A) extents(%m, %n, %m0, %n0, %c2, %c3) {
  ^bb0(%b: !cin.ref<tensor<?x?xf64, #BCSR>>, %a: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index, %em0: index, %en0: index, %em1: index, %en1: index):
    cin.forall "i0" to %em0 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %em1 {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 2 of %em
        cin.guard %i
        cin.forall "j0" to %en0 {
        ^bb0(%j0: !cin.index):
          cin.forall "j1" to %en1 {
          ^bb0(%j1: !cin.index):
            %j = cin.split "j" %j0, %j1 down 3 of %en
            cin.guard %j
            %0 = cin.access %b[%i, %j] : !cin.ref<tensor<?x?xf64, #BCSR>>
            cin.assign %a[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #CSR>>
          }
        }
      }
    }
  } : (tensor<?x?xf64, #BCSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}
