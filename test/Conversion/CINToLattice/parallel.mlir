// RUN: weft-opt %s -convert-cin-to-lattice -canonicalize | FileCheck %s

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @rows
// CHECK: lattice.coiterate "i" {{.*}} parallel(dynamic 16) over {{.*}} carry (%{{.*}} : !level.builder<tensor<?xf64>>)
// CHECK: lattice.coiterate "j" in %{{[^ ]*}} to %{{[^ ]*}} over
func.func @rows(%a: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, no_races, dynamic 16) {
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

// Both phases of a result whose segments depend on nothing that others do.
// CHECK-LABEL: func @copy
// CHECK: lattice.coiterate "i" {{.*}} parallel(static) {{.*}} count>)
// CHECK: level.scan
// CHECK: lattice.coiterate "i" {{.*}} parallel(static) {{.*}} place>)
func.func @copy(%a: tensor<?x?xf64, #CSR>, %y: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) assembly(two_phase) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, no_races) {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #CSR>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// The positions of a structure that is kept are known before.
// CHECK-LABEL: func @scale(
// CHECK: level.init({{.*}}) keeping
// CHECK: lattice.coiterate "i" {{.*}} parallel
func.func @scale(%a: tensor<?x?xf64, #CSR>, %y: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) reuse {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, no_races) {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        %1 = arith.negf %0 : f64
        cin.assign %yr[%i, %j] = %1 : !cin.ref<tensor<?x?xf64, #CSR>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}
