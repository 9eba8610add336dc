// RUN: weft-opt %s -convert-cin-to-lattice -split-input-file | FileCheck %s

// Results store only what something present was assigned to. What tells is
// emitted where the loops leave it open.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>

// A sum over stored entries may find none.

// CHECK-LABEL: func @sum
// CHECK: lattice.coiterate "j"
// CHECK: %[[SUM:.*]]:2 = lattice.coiterate "k" {{.*}} carry (%{{.*}} : f64, %{{.*}} : i1)
// CHECK: lattice.yield %{{.*}}, %true
// CHECK: %[[STORED:.*]]:2 = scf.if %[[SUM]]#1
// CHECK: level.store %[[SUM]]#0
// CHECK: %[[SOME:.*]] = arith.cmpi ne, %[[STORED]]#1
// CHECK: level.append_coord %[[STORED]]#0 level 1 coord %j if %[[SOME]]
func.func @sum(%a: tensor<?x?xf64, #CSR> {weft.name = "a"}, %b: tensor<?x?xf64, #CSC> {weft.name = "b"}, %y: tensor<?x?xf64, #CSR>, %m: index, %n: index, %o: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%a, %b) outs(%y) extents(%m, %n, %o) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %br: !cin.ref<tensor<?x?xf64, #CSC>>, %yr: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index, %eo: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        cin.where "t" () : tensor<f64> producer {
        ^bb0(%t: !cin.ref<tensor<f64>>):
          cin.forall "k" to %eo {
          ^bb0(%k: !cin.index):
            %0 = cin.access %ar[%i, %k] : !cin.ref<tensor<?x?xf64, #CSR>>
            %1 = cin.access %br[%k, %j] : !cin.ref<tensor<?x?xf64, #CSC>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %t[] arith.addf %2 : !cin.ref<tensor<f64>>
          }
        } consumer {
        ^bb0(%t: !cin.ref<tensor<f64>>):
          %0 = cin.access %t[] : !cin.ref<tensor<f64>>
          cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #CSR>>
        }
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSC>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// -----

// One over whole dimensions finds something unless they are empty, so that its
// loop carries nothing.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>

// CHECK-LABEL: func @sampled
// CHECK-SAME: %[[N:[a-z0-9]*]]: index) ->
// CHECK: lattice.coiterate "j"
// CHECK: %[[SUM:.*]] = lattice.coiterate "k" {{.*}} carry (%{{.*}} : f64) {
// CHECK: %[[FOUND:.*]] = arith.cmpi ne, %[[N]], %{{.*}} : index
// CHECK: scf.if %[[FOUND]]
// CHECK: level.store
func.func @sampled(%s: tensor<?x?xf64, #CSR> {weft.name = "s"}, %a: tensor<?x?xf64> {weft.name = "a"}, %y: tensor<?x?xf64, #DCSR>, %m: index, %n: index, %o: index) -> tensor<?x?xf64, #DCSR> {
  %r = cin.kernel ins(%s, %a) outs(%y) extents(%m, %n, %o) {
  ^bb0(%sr: !cin.ref<tensor<?x?xf64, #CSR>>, %ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?x?xf64, #DCSR>>, %em: index, %en: index, %eo: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        cin.where "t" () : tensor<f64> producer {
        ^bb0(%t: !cin.ref<tensor<f64>>):
          cin.forall "k" to %eo {
          ^bb0(%k: !cin.index):
            %0 = cin.access %sr[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
            %1 = cin.access %ar[%i, %k] : !cin.ref<tensor<?x?xf64>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %t[] arith.addf %2 : !cin.ref<tensor<f64>>
          }
        } consumer {
        ^bb0(%t: !cin.ref<tensor<f64>>):
          %0 = cin.access %t[] : !cin.ref<tensor<f64>>
          cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #DCSR>>
        }
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64>, tensor<?x?xf64, #DCSR>) -> tensor<?x?xf64, #DCSR>
  return %r : tensor<?x?xf64, #DCSR>
}

// -----

// Nor does a factor beside something that is present tell: the mask decides.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#Vector = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @mask
// CHECK: lattice.coiterate "i" {{.*}} carry (%{{.*}} : f64) {
// CHECK: lattice.coiterate "j"
// CHECK-NOT: scf.if
// CHECK: level.append_coord %{{.*}} level 0 coord %j reserved :
func.func @mask(%s: tensor<?xf64, #Vector> {weft.name = "s"}, %a: tensor<?xf64, #Vector> {weft.name = "a"}, %y: tensor<?xf64, #Vector>, %m: index, %n: index) -> tensor<?xf64, #Vector> {
  %r = cin.kernel ins(%s, %a) outs(%y) extents(%m, %n) {
  ^bb0(%sr: !cin.ref<tensor<?xf64, #Vector>>, %ar: !cin.ref<tensor<?xf64, #Vector>>, %yr: !cin.ref<tensor<?xf64, #Vector>>, %em: index, %en: index):
    cin.where "t" () : tensor<f64> producer {
    ^bb0(%t: !cin.ref<tensor<f64>>):
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Vector>>
        cin.assign %t[] arith.addf %0 : !cin.ref<tensor<f64>>
      }
    } consumer {
    ^bb0(%t: !cin.ref<tensor<f64>>):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %sr[%j] : !cin.ref<tensor<?xf64, #Vector>>
        %1 = cin.access %t[] : !cin.ref<tensor<f64>>
        %one = arith.constant 1.0 : f64
        %2 = arith.addf %1, %one : f64
        %3 = arith.divf %0, %2 : f64
        cin.assign %yr[%j] = %3 : !cin.ref<tensor<?xf64, #Vector>>
      }
    }
  } : (tensor<?xf64, #Vector>, tensor<?xf64, #Vector>, tensor<?xf64, #Vector>) -> tensor<?xf64, #Vector>
  return %r : tensor<?xf64, #Vector>
}

// -----

// What is counted has a place, and a value to combine with, from the first
// time on that something is stored.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#Vector = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @placed
// CHECK: level.scan
// CHECK: lattice.coiterate "i"
// CHECK-NOT: level.store
// CHECK: lattice.coiterate "j" {{.*}} carry (%{{.*}} : {{.*}}, %{{.*}} : index)
// CHECK: ^bb0(%j: index, {{.*}}, %[[N:[a-z0-9]*]]: index):
// CHECK: %[[OLD:.*]] = arith.cmpi ne, %[[N]], %
// CHECK: %[[VALUE:.*]] = scf.if %[[OLD]]
// CHECK: level.load
// CHECK: arith.addf %[[VALUE]], %
// CHECK: level.place %{{.*}} level 0 at %{{.*}} coord %i if %
func.func @placed(%a: tensor<?x?xf64, #CSR> {weft.name = "a"}, %y: tensor<?xf64, #Vector>, %m: index, %n: index) -> tensor<?xf64, #Vector> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) assembly(two_phase) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?xf64, #Vector>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64, #Vector>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64, #Vector>) -> tensor<?xf64, #Vector>
  return %r : tensor<?xf64, #Vector>
}
