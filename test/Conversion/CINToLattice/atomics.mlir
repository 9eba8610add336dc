// RUN: weft-opt %s -convert-cin-to-lattice -split-input-file | FileCheck %s

// What iterations race for is updated at once, and what they do not, is not.
// CHECK-LABEL: func @columns(
// CHECK: lattice.coiterate "i" {{.*}} parallel
// CHECK: lattice.coiterate "j"
// CHECK: %[[V:.*]] = level.load
// CHECK: level.atomic_update arith.addf %[[V]], %{{.*}}[%{{.*}}] : f64
// CHECK: level.load
// CHECK: arith.addf
// CHECK: level.store
// CHECK-NOT: atomic_update
func.func @columns(%a: tensor<?x?xf64>, %y: tensor<?xf64>, %z: tensor<?xf64>, %m: index, %n: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %r:2 = cin.kernel ins(%a) outs(%y, %z) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %zr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, atomics) {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        cin.multi {
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
          cin.assign %yr[%j] arith.addf %0 : !cin.ref<tensor<?xf64>>
        } and {
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
          cin.assign %zr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
}
