// RUN: weft-opt %s -convert-cin-to-lattice -split-input-file | FileCheck %s

// Results whose segments are reached in another order than that of their parents
// are counted, and then filled.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>

// CHECK-LABEL: func @transpose
// CHECK: %[[B0:.*]] = level.init(%{{.*}}) : <{{.*}}, count>
// CHECK: %[[B:.*]] = lattice.coiterate "i" {{.*}} carry (%[[B0]] :
// CHECK: lattice.coiterate "j"
// CHECK: ^bb0(%j: index, %{{.*}}: index, %[[B1:.*]]: !level.builder
// CHECK-NOT: level.load
// CHECK: %[[P:.*]], %{{.*}} = level.locate %[[B1]] level 0 {{.*}} coords(%j)
// CHECK: %[[B2:.*]] = level.add_child %[[B1]] level 1 under %[[P]]
// CHECK: lattice.yield %[[B2]]
// CHECK: %[[C0:.*]] = level.scan %[[B]] scattered
// CHECK: %[[C:.*]] = lattice.coiterate "i" {{.*}} carry (%[[C0]] :
// CHECK: lattice.coiterate "j"
// CHECK: ^bb0(%j: index, %{{.*}}: index, %[[C1:.*]]: !level.builder
// CHECK: %[[P:.*]], %{{.*}} = level.locate %[[C1]] level 0 {{.*}} coords(%j)
// CHECK: %[[V:.*]] = level.load
// CHECK: %[[C2:.*]], %[[Q:.*]] = level.take_child %[[C1]] level 1 under %[[P]] coord %i
// CHECK: %[[C3:.*]] = level.place %[[C2]] level 1 at %[[Q]] coord %i
// CHECK: %[[C4:.*]] = level.store %[[V]], %[[C3]][%[[Q]]]
// CHECK: lattice.yield %[[C4]]
// CHECK: level.finalize %[[C]]
func.func @transpose(%a: tensor<?x?xf64, #CSR> {weft.name = "a"}, %y: tensor<?x?xf64, #CSC>, %m: index, %n: index) -> tensor<?x?xf64, #CSC> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #CSC>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #CSC>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSC>) -> tensor<?x?xf64, #CSC>
  return %r : tensor<?x?xf64, #CSC>
}

// -----

// A structure that is kept is searched.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>

// CHECK-LABEL: func @keep
// CHECK: level.init(%{{.*}}) keeping
// CHECK-NOT: level.scan
// CHECK: level.take_child {{.*}} coord %i
// CHECK-NOT: level.place
// CHECK: level.store
func.func @keep(%a: tensor<?x?xf64, #CSR> {weft.name = "a"}, %y: tensor<?x?xf64, #CSC>, %m: index, %n: index) -> tensor<?x?xf64, #CSC> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) assembly(compute) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #CSC>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #CSC>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSC>) -> tensor<?x?xf64, #CSC>
  return %r : tensor<?x?xf64, #CSC>
}

// -----

// Slots of diagonals are no other components: each is counted in the one slot
// that has it.

#DIA = #level.format<(i, j) -> (slot : dense, i : range, j : offset)>
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @diagonals
// CHECK: %[[B0:.*]] = level.init(%{{.*}}) : <{{.*}}, count>
// CHECK: lattice.coiterate "slot"
// CHECK: lattice.coiterate "i"
// CHECK: lattice.coiterate "j"
// CHECK: level.add_child
// CHECK: level.scan
// CHECK: lattice.coiterate "slot"
// CHECK: %[[V:.*]] = level.load
// CHECK: %[[C2:.*]], %[[Q:.*]] = level.take_child
// CHECK: %[[C3:.*]] = level.place %[[C2]] level 1 at %[[Q]] coord %j
// CHECK: level.store %[[V]], %[[C3]][%[[Q]]]
func.func @diagonals(%a: tensor<?x?xf64, #DIA> {weft.name = "a"}, %y: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %s = level.open %a : tensor<?x?xf64, #DIA>
  %k = level.size %s level 0 : !level.storage<tensor<?x?xf64, #DIA>>
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n, %k) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #DIA>>, %yr: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index, %ek: index):
    cin.forall "slot" to %ek {
    ^bb0(%slot: !cin.index):
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %ar[%i, %j, %slot] : !cin.ref<tensor<?x?xf64, #DIA>>
          cin.assign %yr[%i, %j] arith.addf %0 : !cin.ref<tensor<?x?xf64, #CSR>>
        }
      }
    }
  } : (tensor<?x?xf64, #DIA>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}
