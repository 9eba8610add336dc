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

// -----

// Where rows are counted by slots, entries are noted, counted and stored.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#SDIA = #level.format<(i, j) -> (slot : dense, i : compressed, j : offset)>

// CHECK-LABEL: func @sdia
// CHECK: %[[B0:.*]] = level.init(%{{.*}}) : <{{.*}}, count>
// CHECK: %[[B:.*]] = lattice.coiterate "i" {{.*}} carry (%[[B0]] :
// CHECK: level.note_entry
// CHECK: %[[N0:.*]] = level.number_slots %[[B]]
// CHECK: %[[N:.*]] = lattice.coiterate "i" {{.*}} carry (%[[N0]] :
// CHECK-NOT: level.load
// CHECK: %[[N1:.*]], %[[S:.*]] = level.take_slot %{{.*}} coords(%i, %j)
// CHECK: %[[N2:.*]], %[[P:.*]] = level.insert_coord %[[N1]] level 0 under %{{.*}} coords(%[[S]])
// CHECK: level.add_child %[[N2]] level 1 under %[[P]]
// CHECK: %[[C0:.*]] = level.scan %[[N]] scattered
// CHECK: %[[C:.*]] = lattice.coiterate "i" {{.*}} carry (%[[C0]] :
// CHECK: level.take_slot
// CHECK: %[[C1:.*]], %[[Q0:.*]] = level.insert_coord %{{.*}} level 0 under
// CHECK: %[[C2:.*]], %[[Q1:.*]] = level.take_child %[[C1]] level 1 under %[[Q0]] coord %i
// CHECK: %[[C3:.*]] = level.place %[[C2]] level 1 at %[[Q1]] coord %i
// CHECK: %[[C4:.*]], %[[Q2:.*]] = level.insert_coord %[[C3]] level 2 under %[[Q1]]
// CHECK: level.store %{{.*}}, %[[C4]][%[[Q2]]]
// CHECK: level.finalize %[[C]]
func.func @sdia(%a: tensor<?x?xf64, #CSR> {weft.name = "a"}, %y: tensor<?x?xf64, #SDIA>, %m: index, %n: index) -> tensor<?x?xf64, #SDIA> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #SDIA>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #SDIA>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #SDIA>) -> tensor<?x?xf64, #SDIA>
  return %r : tensor<?x?xf64, #SDIA>
}

// -----

// Rows that are counted have their places and slices when all are: two phases.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#Sorted = #level.format<(i, j) -> (i : permuted(4), slot : sliced(2), j : padded)>

// CHECK-LABEL: func @sorted_rows
// CHECK: %[[B0:.*]] = level.init(%{{.*}}) : <{{.*}}, count>
// CHECK: %[[B:.*]] = lattice.coiterate "i" {{.*}} carry (%[[B0]] :
// CHECK: level.note_entry
// CHECK-NOT: level.number_slots
// CHECK: %[[C0:.*]] = level.scan %[[B]]
// CHECK: lattice.coiterate "i" {{.*}} carry (%[[C0]] :
// CHECK: %[[C1:.*]], %[[S:.*]] = level.take_slot %{{.*}} coords(%i, %j)
// CHECK: %[[C2:.*]], %[[P0:.*]] = level.insert_coord %[[C1]] level 0 under %{{.*}} coords(%i)
// CHECK: %[[C3:.*]], %[[P1:.*]] = level.insert_coord %[[C2]] level 1 under %[[P0]] coords(%i, %[[S]])
// CHECK: %[[C4:.*]], %[[P2:.*]] = level.insert_coord %[[C3]] level 2 under %[[P1]] coords(%i, %[[S]], %j)
// CHECK: level.store %{{.*}}, %[[C4]][%[[P2]]]
func.func @sorted_rows(%a: tensor<?x?xf64, #CSR> {weft.name = "a"}, %y: tensor<?x?xf64, #Sorted>, %m: index, %n: index) -> tensor<?x?xf64, #Sorted> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #Sorted>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #Sorted>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Sorted>) -> tensor<?x?xf64, #Sorted>
  return %r : tensor<?x?xf64, #Sorted>
}
