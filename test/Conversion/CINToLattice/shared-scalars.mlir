// RUN: weft-opt %s -convert-cin-to-lattice | FileCheck %s

// A scalar that threads race for has a place in memory for as long as they do,
// and is a value before and behind.
// CHECK-LABEL: func @sum(
// CHECK: %[[NEW:.*]] = level.init() : <tensor<f64>>
// CHECK: %[[PLACE:.*]] = level.store %{{.*}}, %[[NEW]][%{{.*}}] : f64
// CHECK: %[[SHARED:.*]] = lattice.coiterate "i" {{.*}} parallel(static) {{.*}} carry (%[[PLACE]] : !level.builder<tensor<f64>>)
// CHECK: level.atomic_update arith.addf %{{.*}}, %{{.*}}[%{{.*}}] : f64
// CHECK: %[[ALL:.*]] = level.finalize %[[SHARED]]
// CHECK: %[[OPEN:.*]] = level.open %[[ALL]]
// CHECK: %[[VALUE:.*]] = level.load %[[OPEN]]
// CHECK: level.release %[[ALL]]
// CHECK: level.store %[[VALUE]]
func.func @sum(%x: tensor<?xf64>, %a: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%x) outs(%a) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %ar: !cin.ref<tensor<f64>>, %en: index):
    cin.forall "i" to %en parallel(cpu_thread, atomics) {
    ^bb0(%i: !cin.index):
      %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %ar[] arith.addf %0 : !cin.ref<tensor<f64>>
    }
  } : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// A workspace may be absent, which a product with an infinity tells: threads say
// so in a place of its own.
// CHECK-LABEL: func @product(
// CHECK-DAG: level.init() : <tensor<f64>>
// CHECK-DAG: level.init() : <tensor<i1>>
// CHECK: lattice.coiterate "i" {{.*}} parallel(static) {{.*}} carry (%{{.*}} : !level.builder<tensor<f64>>, %{{.*}} : !level.builder<tensor<i1>>)
// CHECK-DAG: level.atomic_update arith.ori %{{.*}} : i1
// CHECK-DAG: level.atomic_update arith.addf %{{.*}} : f64
// CHECK: level.load %{{.*}} : !level.storage<tensor<f64>>
// CHECK: %[[PRESENT:.*]] = level.load %{{.*}} : !level.storage<tensor<i1>>
// CHECK: arith.select %[[PRESENT]]
#Sparse = #level.format<(i) -> (i : compressed)>
func.func @product(%x: tensor<?xf64, #Sparse>, %c: tensor<f64>, %a: tensor<f64>, %n: index, %m: index) -> tensor<f64> {
  %r = cin.kernel ins(%x, %c) outs(%a) extents(%n, %m) {
  ^bb0(%xr: !cin.ref<tensor<?xf64, #Sparse>>, %cr: !cin.ref<tensor<f64>>, %ar: !cin.ref<tensor<f64>>, %en: index, %em: index):
    cin.where "t" () : tensor<f64> producer {
    ^bb0(%t: !cin.ref<tensor<f64>>):
      cin.forall "i" to %em parallel(cpu_thread, atomics) {
      ^bb0(%i: !cin.index):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %xr[%j] : !cin.ref<tensor<?xf64, #Sparse>>
          cin.assign %t[] arith.addf %0 : !cin.ref<tensor<f64>>
        }
      }
    } consumer {
    ^bb0(%t: !cin.ref<tensor<f64>>):
      %0 = cin.access %t[] : !cin.ref<tensor<f64>>
      %1 = cin.access %cr[] : !cin.ref<tensor<f64>>
      %2 = arith.mulf %0, %1 : f64
      cin.assign %ar[] = %2 : !cin.ref<tensor<f64>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<f64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// Where all combine the same number, and once is enough, nothing is done about
// races for the place.
// CHECK-LABEL: func @any(
// CHECK: lattice.coiterate "i" {{.*}} parallel(static) {{.*}} carry (%{{.*}} : !level.builder<tensor<f64>>)
// CHECK-NOT: level.atomic_update
// CHECK: level.load
// CHECK: arith.maximumf
// CHECK: level.store
func.func @any(%c: tensor<f64>, %a: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%c) outs(%a) extents(%n) {
  ^bb0(%cr: !cin.ref<tensor<f64>>, %ar: !cin.ref<tensor<f64>>, %en: index):
    cin.forall "i" to %en parallel(cpu_thread, ignore_races) {
    ^bb0(%i: !cin.index):
      %0 = cin.access %cr[] : !cin.ref<tensor<f64>>
      cin.assign %ar[] arith.maximumf %0 : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}
