// RUN: weft-opt %s -convert-cin-to-lattice | FileCheck %s

// All iterations of "i" combine the same value into a component, by a combiner
// that is idempotent: an update may be lost to one that has the same effect.
// CHECK-LABEL: func @most(
// CHECK: lattice.coiterate "i" {{.*}} parallel(static)
// CHECK-NOT: level.atomic_update
func.func @most(%x: tensor<?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%m, %n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, ignore_races) {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
        %1 = arith.negf %0 : f64
        cin.assign %yr[%j] arith.maximumf %1 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// The tile and the place in it tell a coordinate.
// CHECK-LABEL: func @tiles(
// CHECK: lattice.coiterate "i" {{.*}} parallel(static)
func.func @tiles(%x: tensor<?xf64>, %y: tensor<?xf64>, %m: index, %n: index, %t: index, %c: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%m, %n, %t, %c) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index, %et: index, %ec: index):
    cin.forall "i" to %em parallel(cpu_thread, ignore_races) {
    ^bb0(%i: !cin.index):
      cin.forall "j0" to %et {
      ^bb0(%j0: !cin.index):
        cin.forall "j1" to %ec {
        ^bb0(%j1: !cin.index):
          %j = cin.split "j" %j0, %j1 down 8 of %en
          cin.guard %j
          %0 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
          cin.assign %yr[%j] arith.maximumf %0 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// Lanes that combine into one component carry it, as partial results that are
// combined.
// CHECK-LABEL: func @lanes(
// CHECK: lattice.coiterate "j" {{.*}} vector over {{.*}} carry (%{{.*}} : f64)
func.func @lanes(%x: tensor<?xf64>, %y: tensor<f64>, %m: index) -> tensor<f64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%m) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<f64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %em parallel(cpu_vector, ignore_races) {
      ^bb0(%j: !cin.index):
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[] arith.maximumf %0 : !cin.ref<tensor<f64>>
      }
    }
  } : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}
