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
// CHECK: level.init({{.*}}) unfilled keeping
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

// What is appended in one pass is appended in parts, of levels of any depth. No
// room is made in the arrays that the parts do not have.
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
// CHECK-LABEL: func @parts(
// CHECK: level.next %{{.*}} level 0
// CHECK-NOT: level.reserve_coords
// CHECK: lattice.coiterate "i" in %{{.*}} to %{{.*}} parallel(static) partitions(0) over {{.*}} carry (%{{.*}} : !level.builder<tensor<?x?xf64, #{{.*}}>>)
// CHECK: level.reserve_coords %{{.*}} level 1
// CHECK: level.append_edges %{{.*}} level 0
func.func @parts(%a: tensor<?x?xf64, #CSR>, %y: tensor<?x?xf64, #DCSR>, %m: index, %n: index) -> tensor<?x?xf64, #DCSR> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #DCSR>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, no_races) {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #DCSR>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #DCSR>) -> tensor<?x?xf64, #DCSR>
  return %r : tensor<?x?xf64, #DCSR>
}

// Two results, of which one has places for all components.
// CHECK-LABEL: func @both(
// CHECK: %[[Y:.*]] = level.init(%{{[^,]*}}) : <tensor<?xf64>>
// CHECK: %[[Z:.*]] = level.init(%{{[^,]*}}, %{{[^,]*}})
// CHECK: lattice.coiterate "i" {{.*}} partitions(1) over {{.*}} carry (%[[Y]] : {{.*}}, %[[Z]] :
func.func @both(%a: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %z: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> (tensor<?xf64>, tensor<?x?xf64, #CSR>) {
  %r:2 = cin.kernel ins(%a) outs(%y, %z) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?xf64>>, %zr: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, no_races) {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        cin.multi {
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
          cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
        } and {
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
          cin.assign %zr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #CSR>>
        }
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?x?xf64, #CSR>) -> (tensor<?xf64>, tensor<?x?xf64, #CSR>)
  return %r#0, %r#1 : tensor<?xf64>, tensor<?x?xf64, #CSR>
}

// A byte of a bitmap is that of one row.
#Bitmap = #level.format<(i, j) -> (i : dense, j : bitmap)>
// CHECK-LABEL: func @bitmap(
// CHECK: lattice.coiterate "i" {{.*}} parallel(static) over
func.func @bitmap(%a: tensor<?x?xf64, #CSR>, %y: tensor<?x?xf64, #Bitmap>, %m: index, %n: index) -> tensor<?x?xf64, #Bitmap> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #Bitmap>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, no_races) {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #Bitmap>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Bitmap>) -> tensor<?x?xf64, #Bitmap>
  return %r : tensor<?x?xf64, #Bitmap>
}
