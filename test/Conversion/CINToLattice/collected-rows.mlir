// RUN: weft-opt %s -convert-cin-to-lattice -canonicalize -cse | FileCheck %s
// RUN: not weft-opt %s '-weft-apply-schedule=schedule=parallelize(i,CPUThread,NoRaces)' -convert-cin-to-lattice 2>&1 | FileCheck %s --check-prefix=SHARED

// Rows that are bound whole come to a block row several times, one after the other,
// so that its blocks are not appended in order although each row has them in order.

#BCSR = #level.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>

// CHECK-LABEL: func @rows
// CHECK:       lattice.coiterate "i"
// CHECK:         %[[BLOCKS:.*]] = arith.divui %{{.*}}, %c2
// CHECK:         %[[ROW:.*]], %{{.*}} = level.locate %{{.*}} level 0 under %c0 coords(%[[BLOCKS]])
// CHECK:         arith.cmpi ne, %[[ROW]]
// CHECK:         lattice.coiterate "j0"
// CHECK:           level.collect_coord
// CHECK-NOT:   level.append_coord

// SHARED: cannot assemble {{.*}} in parallel over 'i': the coordinates of a segment are looked up in a table, one after the other; run a loop around its segments in parallel, or collect it in a workspace that is a list
func.func @rows(%A: tensor<?x?xf64>, %B: tensor<?x?xf64, #BCSR>, %m: index, %n: index, %n0: index, %c2: index) -> tensor<?x?xf64, #BCSR> {
  %r = cin.kernel ins(%A) outs(%B) extents(%m, %n, %n0, %c2) {
  ^bb0(%a: !cin.ref<tensor<?x?xf64>>, %b: !cin.ref<tensor<?x?xf64, #BCSR>>, %em: index, %en: index, %en0: index, %e2: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j0" to %en0 {
      ^bb0(%j0: !cin.index):
        cin.forall "j1" to %e2 {
        ^bb0(%j1: !cin.index):
          %j = cin.split "j" %j0, %j1 down 2 of %en
          cin.guard %j
          %v = cin.access %a[%i, %j] : !cin.ref<tensor<?x?xf64>>
          cin.assign %b[%i, %j] = %v : !cin.ref<tensor<?x?xf64, #BCSR>>
        }
      }
    }
  } : (tensor<?x?xf64>, tensor<?x?xf64, #BCSR>) -> tensor<?x?xf64, #BCSR>
  return %r : tensor<?x?xf64, #BCSR>
}
