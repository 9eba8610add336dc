// RUN: weft-opt %s -weft-apply-schedule=schedule=split(j,j0,j1,8),unroll(j1,4) -convert-cin-to-lattice | FileCheck %s
// RUN: weft-opt %s -weft-apply-schedule=schedule=divide(j,j0,j1,2),unroll(j0,16) -convert-cin-to-lattice | FileCheck %s --check-prefix=FULL

// CHECK-LABEL: func @rows
// CHECK: lattice.coiterate "j0" in %{{[^ ]*}} to %{{[^ ]*}} tiles(8) over
// CHECK: lattice.coiterate "j1" in %{{[^ ]*}} to %{{[^ ]*}} windowed unroll(4) over

// There are no more copies than tiles.
// FULL-LABEL: func @rows
// FULL: lattice.coiterate "j0" in %{{[^ ]*}} to %{{[^ ]*}} unroll(2) over
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

// Several steps at a time do not end in between, also where one that is true
// ends a loop of one at a time.
// CHECK-LABEL: func @any
// CHECK: lattice.coiterate "j1"
// CHECK-NOT: until
// CHECK: return
func.func @any(%a: tensor<?xi1>, %y: tensor<i1>, %n: index) -> tensor<i1> {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?xi1>>, %yr: !cin.ref<tensor<i1>>, %en: index):
    cin.where "t" () : tensor<i1> producer {
    ^bb0(%t: !cin.ref<tensor<i1>>):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%j] : !cin.ref<tensor<?xi1>>
        cin.assign %t[] arith.ori %0 : !cin.ref<tensor<i1>>
      }
    } consumer {
    ^bb0(%t: !cin.ref<tensor<i1>>):
      %0 = cin.access %t[] : !cin.ref<tensor<i1>>
      cin.assign %yr[] = %0 : !cin.ref<tensor<i1>>
    }
  } : (tensor<?xi1>, tensor<i1>) -> tensor<i1>
  return %r : tensor<i1>
}
