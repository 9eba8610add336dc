// RUN: weft-opt %s -weft-apply-schedule=schedule=split(j,j0,j1,8),parallelize(j1,CPUVector,Temporary) -cin-promote-reductions -convert-cin-to-lattice | FileCheck %s
// RUN: weft-opt %s -weft-apply-schedule=schedule=parallelize(j,CPUVector,Temporary),parallelize(i,CPUThread,NoRaces) -cin-promote-reductions -convert-cin-to-lattice | FileCheck %s --check-prefix=WHOLE

// What lanes combine is carried by all loops that it is combined over.
// CHECK-LABEL: func @rows
// CHECK: lattice.coiterate "j0" in %{{[^ ]*}} to %{{[^ ]*}} tiles(8) over {{.*}} carry (%{{[^ ]*}} : f64)
// CHECK: lattice.coiterate "j1" in %{{[^ ]*}} to %{{[^ ]*}} windowed vector(8) over {{.*}} carry (%{{[^ ]*}} : f64)

// WHOLE-LABEL: func @rows
// WHOLE: lattice.coiterate "i" in %{{[^ ]*}} to %{{[^ ]*}} parallel(static) over
// WHOLE: lattice.coiterate "j" in %{{[^ ]*}} to %{{[^ ]*}} vector over {{.*}} carry (%{{[^ ]*}} : f64)
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
func.func @rows(%a: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// Lanes end together, also where one that is true ends a loop of one at a time.
// CHECK-LABEL: func @any
// CHECK: lattice.coiterate "j1"
// CHECK-NOT: until
// CHECK: return
// WHOLE-LABEL: func @any
func.func @any(%a: tensor<?x?xi1>, %y: tensor<?xi1>, %m: index, %n: index) -> tensor<?xi1> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xi1>>, %yr: !cin.ref<tensor<?xi1>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xi1>>
        cin.assign %yr[%i] arith.ori %0 : !cin.ref<tensor<?xi1>>
      }
    }
  } : (tensor<?x?xi1>, tensor<?xi1>) -> tensor<?xi1>
  return %r : tensor<?xi1>
}
