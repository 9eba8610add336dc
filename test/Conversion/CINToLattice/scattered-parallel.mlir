// RUN: weft-opt %s -convert-cin-to-lattice -split-input-file | FileCheck %s

// Segments that are filled in any order of their parents are counted and placed
// in parts.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>

// CHECK-LABEL: func @transpose
// CHECK: lattice.coiterate "i" {{.*}} parallel(static) partitions(0) over {{.*}} carry (%{{.*}} : !level.builder<{{.*}}, count>)
// CHECK: lattice.coiterate "j"
// CHECK-NOT: parts
// CHECK: level.add_child
// CHECK: level.scan %{{.*}} scattered
// CHECK: %[[C:.*]] = lattice.coiterate "i" {{.*}} parallel(static) partitions(0) over {{.*}} carry (%{{.*}} : !level.builder<{{.*}}, place>)
// CHECK: level.take_child
// CHECK: level.finalize %[[C]]
func.func @transpose(%a: tensor<?x?xf64, #CSR>, %y: tensor<?x?xf64, #CSC>, %m: index, %n: index) -> tensor<?x?xf64, #CSC> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #CSC>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, no_races) {
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

// So are those below several full levels, with a branchless one below; and
// without components.

#Y = #level.format<(i, j, k) -> (i : dense, j : compressed(nonunique), k : singleton)>

// CHECK-LABEL: func @deep
// CHECK: lattice.coiterate "i" {{.*}} parallel(dynamic) partitions(0) over {{.*}} carry (%{{.*}} : !level.builder<{{.*}}, count>)
// CHECK: level.scan
// CHECK: lattice.coiterate "i" {{.*}} parallel(dynamic) partitions(0)
#A = #level.format<(j, k, i) -> (j : compressed, k : compressed, i : compressed)>
func.func @deep(%a: tensor<?x?x?xf64, #A>, %y: tensor<?x?x?xf64, #Y>, %m: index, %n: index) -> tensor<?x?x?xf64, #Y> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) assembly(assemble) {
  ^bb0(%ar: !cin.ref<tensor<?x?x?xf64, #A>>, %yr: !cin.ref<tensor<?x?x?xf64, #Y>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, no_races, dynamic) {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        cin.forall "k" to %en {
        ^bb0(%k: !cin.index):
          %0 = cin.access %ar[%i, %j, %k] : !cin.ref<tensor<?x?x?xf64, #A>>
          cin.assign %yr[%k, %i, %j] = %0 : !cin.ref<tensor<?x?x?xf64, #Y>>
        }
      }
    }
  } : (tensor<?x?x?xf64, #A>, tensor<?x?x?xf64, #Y>) -> tensor<?x?x?xf64, #Y>
  return %r : tensor<?x?x?xf64, #Y>
}

// -----

// The slots of a row are those of one part.

#DIA = #level.format<(i, j) -> (slot : dense, i : range, j : offset)>
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @diagonals
// CHECK: lattice.coiterate "i" {{.*}} parallel(static) partitions(0)
// CHECK: lattice.coiterate "slot"
// CHECK: level.add_child
// CHECK: lattice.coiterate "i" {{.*}} parallel(static) partitions(0)
// CHECK: level.take_child
func.func @diagonals(%a: tensor<?x?xf64, #DIA>, %y: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %s = level.open %a : tensor<?x?xf64, #DIA>
  %k = level.size %s level 0 : !level.storage<tensor<?x?xf64, #DIA>>
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n, %k) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #DIA>>, %yr: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index, %ek: index):
    cin.forall "i" to %em parallel(cpu_thread, no_races) {
    ^bb0(%i: !cin.index):
      cin.forall "slot" to %ek {
      ^bb0(%slot: !cin.index):
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
