// RUN: weft-opt %s '-weft-apply-schedule=schedule=fuse(i,j,f)' -convert-cin-to-lattice -canonicalize -cse -split-input-file | FileCheck %s
// RUN: weft-opt %s '-weft-apply-schedule=schedule=fuse(i,j,f),split(f,f0,f1,32)' -convert-cin-to-lattice -canonicalize -cse -split-input-file | FileCheck %s --check-prefix=TILES

// A combination of rows and columns iterates over the last of the levels that
// store both. What is found by arithmetic is no segment, and what is not there is
// searched for.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#Vector = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @product
// CHECK-DAG:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:   %[[C1:.*]] = arith.constant 1 : index
// CHECK:       %[[MN:.*]] = arith.muli %[[M:.*]], %[[N:.*]] : index
// CHECK:       lattice.coiterate "f" original ("i", "j") of (%[[M]], %[[N]]) in %[[C0]] to %[[MN]] over
// CHECK-SAME:  (T012 = %{{.*}} level 0 to 1 under %[[C0]] to %[[C1]] coords() : !level.storage<tensor<?x?xf64, #{{[a-z0-9]*}}>>,
// CHECK-SAME:  T11 = %{{.*}} level 0 along ("j") searched under %[[C0]] to %[[C1]] coords()
// CHECK-NEXT:  point [T012 | T11] {
// CHECK-NEXT:  ^bb0(%[[I:.*]]: index, %[[J:.*]]: index, %{{.*}}: index, %[[PA:.*]]: index, %[[PX:.*]]: index,
// CHECK:       level.locate %{{.*}} level 0 under %[[C0]] coords(%[[J]])
// CHECK:       level.locate %{{.*}} level 0 under %[[C0]] coords(%[[I]])

// Parts of a combination are parts of its number.
// TILES-LABEL: func @product
// TILES-DAG:   %[[C31:.*]] = arith.constant 31 : index
// TILES-DAG:   %[[C32:.*]] = arith.constant 32 : index
// TILES:       %[[MN:.*]] = arith.muli
// TILES:       %[[PAST:.*]] = arith.addi %[[MN]], %[[C31]]
// TILES-NEXT:  %[[NUM:.*]] = arith.divui %[[PAST]], %[[C32]]
// TILES:       lattice.coiterate "f0" in %{{.*}} to %{{.*}} over ()
// TILES:       ^bb0(%[[F0:.*]]: index,
// TILES:       %[[BASE:.*]] = arith.muli %[[F0]], %[[C32]]
// TILES:       lattice.coiterate "f1" original ("i", "j") of (%{{.*}}, %{{.*}}) from %[[BASE]] in %{{.*}} to %{{.*}} windowed over
func.func @product(%a: tensor<?x?xf64, #CSR>, %x: tensor<?xf64, #Vector>, %z: tensor<?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x, %z) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %xr: !cin.ref<tensor<?xf64, #Vector>>, %zr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        %1 = cin.access %xr[%j] : !cin.ref<tensor<?xf64, #Vector>>
        %2 = cin.access %zr[%j] : !cin.ref<tensor<?xf64>>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.mulf %3, %2 : f64
        cin.assign %yr[%i] arith.addf %4 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64, #Vector>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A union of combinations, compared as tuples; the rows of the result are
// appended in runs, since a row has no loop that could append it.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

// CHECK-LABEL: func @sum
// CHECK:       lattice.coiterate "f" original ("i", "j")
// CHECK-SAME:  (T012 = {{.*}}, T112 = {{.*}})
// CHECK-NEXT:  point [T012, T112] {
// CHECK:       level.append_children
// CHECK:       point [T012] {
// CHECK:       level.append_children
// CHECK:       point [T112] {
// CHECK:       level.append_children
// CHECK:       level.append_children
// CHECK-NOT:   lattice.coiterate
func.func @sum(%a: tensor<?x?xf64, #CSR>, %b: tensor<?x?xf64, #COO>, %c: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%a, %b) outs(%c) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %br: !cin.ref<tensor<?x?xf64, #COO>>, %cr: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        %1 = cin.access %br[%i, %j] : !cin.ref<tensor<?x?xf64, #COO>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %cr[%i, %j] = %2 : !cin.ref<tensor<?x?xf64, #CSR>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #COO>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// -----

// Without segments, the coordinates are counted up together.

// CHECK-LABEL: func @dense
// CHECK:       lattice.coiterate "f" original ("i", "j") of (%{{.*}}, %{{.*}}) in %{{.*}} to %{{.*}} over () carry
// CHECK-NEXT:  point [U] {
// CHECK-NEXT:  ^bb0(%[[I:.*]]: index, %[[J:.*]]: index, %{{.*}}: index,
// CHECK-NEXT:  level.locate %{{.*}} level 0 under %{{.*}} coords(%[[I]])
func.func @dense(%a: tensor<?x?xf64>, %c: tensor<?x?xf64>, %m: index, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a) outs(%c) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %cr: !cin.ref<tensor<?x?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        cin.assign %cr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
