// RUN: weft-opt %s -convert-cin-to-lattice -split-input-file | FileCheck %s

// Results in slots: every entry is noted, in whatever order the loops have, and
// then gets a slot, in which its coordinates are inserted.

#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
#DIA = #level.format<(i, j) -> (slot : dense, i : range, j : offset)>

// CHECK-LABEL: func @dia
// CHECK: %[[ROOT:.*]] = arith.constant 0
// CHECK: %[[B0:.*]] = level.init(%{{.*}}) : <{{.*}}, count>
// CHECK: %[[B:.*]] = lattice.coiterate "j" {{.*}} carry (%[[B0]] :
// CHECK: lattice.coiterate "i"
// CHECK: ^bb0(%i: index, %{{.*}}: index, %[[B1:.*]]: !level.builder
// CHECK-NOT: level.load
// CHECK: %[[B2:.*]] = level.note_entry %[[B1]] coords(%i, %j)
// CHECK: lattice.yield %[[B2]]
// CHECK: %[[C0:.*]] = level.scan %[[B]]
// CHECK: %[[C:.*]] = lattice.coiterate "j" {{.*}} carry (%[[C0]] :
// CHECK: lattice.coiterate "i"
// CHECK: ^bb0(%i: index, %{{.*}}: index, %[[C1:.*]]: !level.builder
// CHECK: %[[V:.*]] = level.load
// CHECK: %[[C2:.*]], %[[SLOT:.*]] = level.take_slot %[[C1]] coords(%i, %j)
// CHECK: %[[C3:.*]], %[[P0:.*]] = level.insert_coord %[[C2]] level 0 under %{{.*}} coords(%[[SLOT]])
// CHECK: %[[C4:.*]], %[[P1:.*]] = level.insert_coord %[[C3]] level 1 under %[[P0]] coords(%[[SLOT]], %i)
// CHECK: %[[C5:.*]], %[[P2:.*]] = level.insert_coord %[[C4]] level 2 under %[[P1]] coords(%[[SLOT]], %i, %j)
// CHECK: %[[C6:.*]] = level.store %[[V]], %[[C5]][%[[P2]]]
// CHECK: lattice.yield %[[C6]]
// CHECK: level.finalize %[[C]]
func.func @dia(%a: tensor<?x?xf64, #CSC> {weft.name = "a"}, %y: tensor<?x?xf64, #DIA>, %m: index, %n: index) -> tensor<?x?xf64, #DIA> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSC>>, %yr: !cin.ref<tensor<?x?xf64, #DIA>>, %em: index, %en: index):
    cin.forall "j" to %en {
    ^bb0(%j: !cin.index):
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSC>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #DIA>>
      }
    }
  } : (tensor<?x?xf64, #CSC>, tensor<?x?xf64, #DIA>) -> tensor<?x?xf64, #DIA>
  return %r : tensor<?x?xf64, #DIA>
}
