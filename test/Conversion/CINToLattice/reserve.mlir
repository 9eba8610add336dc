// RUN: weft-opt %s -convert-cin-to-lattice=carry=false -split-input-file | FileCheck %s

// Before a forall appends, there is made room for as many coordinates as the
// segments of its operands have.

#V = #level.format<(i) -> (i : compressed)>

// Those of both operands together.

// CHECK-LABEL: func @union
// CHECK: %[[B0:.*]], %[[B1:.*]] = level.pos_bounds
// CHECK: %[[B:.*]] = arith.subi %[[B1]], %[[B0]]
// CHECK: %[[C0:.*]], %[[C1:.*]] = level.pos_bounds
// CHECK: %[[C:.*]] = arith.subi %[[C1]], %[[C0]]
// CHECK: %[[N:.*]] = arith.addi %[[B]], %[[C]]
// CHECK: level.reserve_coords %{{.*}} level 0 for %[[N]]
// CHECK-COUNT-3: level.append_coord %{{.*}} reserved :
func.func @union(%b: tensor<?xf64, #V>, %c: tensor<?xf64, #V>, %y: tensor<?xf64, #V>, %n: index) -> tensor<?xf64, #V> {
  %r = cin.kernel ins(%b, %c) outs(%y) extents(%n) {
  ^bb0(%br: !cin.ref<tensor<?xf64, #V>>, %cr: !cin.ref<tensor<?xf64, #V>>, %yr: !cin.ref<tensor<?xf64, #V>>, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      %0 = cin.access %br[%i] : !cin.ref<tensor<?xf64, #V>>
      %1 = cin.access %cr[%i] : !cin.ref<tensor<?xf64, #V>>
      %2 = arith.addf %0, %1 : f64
      cin.assign %yr[%i] = %2 : !cin.ref<tensor<?xf64, #V>>
    }
  } : (tensor<?xf64, #V>, tensor<?xf64, #V>, tensor<?xf64, #V>) -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}

// -----

#V = #level.format<(i) -> (i : compressed)>

// Those of the shorter operand.

// CHECK-LABEL: func @intersection
// CHECK: %[[N:.*]] = arith.minui
// CHECK: level.reserve_coords %{{.*}} level 0 for %[[N]]
// CHECK: level.append_coord %{{.*}} reserved :
func.func @intersection(%b: tensor<?xf64, #V>, %c: tensor<?xf64, #V>, %y: tensor<?xf64, #V>, %n: index) -> tensor<?xf64, #V> {
  %r = cin.kernel ins(%b, %c) outs(%y) extents(%n) {
  ^bb0(%br: !cin.ref<tensor<?xf64, #V>>, %cr: !cin.ref<tensor<?xf64, #V>>, %yr: !cin.ref<tensor<?xf64, #V>>, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      %0 = cin.access %br[%i] : !cin.ref<tensor<?xf64, #V>>
      %1 = cin.access %cr[%i] : !cin.ref<tensor<?xf64, #V>>
      %2 = arith.mulf %0, %1 : f64
      cin.assign %yr[%i] = %2 : !cin.ref<tensor<?xf64, #V>>
    }
  } : (tensor<?xf64, #V>, tensor<?xf64, #V>, tensor<?xf64, #V>) -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}

// -----

#V = #level.format<(i) -> (i : compressed)>

// A dense operand tells only the extent, for which no room is made.

// CHECK-LABEL: func @dense
// CHECK-NOT: level.reserve_coords
// CHECK: level.append_coord %{{.*}} level 0 coord %i :
func.func @dense(%b: tensor<?xf64>, %y: tensor<?xf64, #V>, %n: index) -> tensor<?xf64, #V> {
  %r = cin.kernel ins(%b) outs(%y) extents(%n) {
  ^bb0(%br: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64, #V>>, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      %0 = cin.access %br[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64, #V>>
    }
  } : (tensor<?xf64>, tensor<?xf64, #V>) -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}

// -----

#M = #level.format<(i, j) -> (i : dense, j : compressed)>
#List = #level.format<(j) -> (j : compressed(nonunique))>

// A list that is reduced into combines equal entries before it grows, and when
// all are there, by what the assignment combines by; so it is sorted already.

// CHECK-LABEL: func @list
// CHECK: %[[LENGTH:.*]] = arith.subi
// CHECK: level.reserve_entries arith.addf %{{.*}} for %[[LENGTH]] :
// CHECK: level.store %{{.*}} reserved :
// CHECK: level.append_coord %{{.*}} reserved :
// CHECK: %[[COMBINED:.*]] = level.combine_entries arith.addf %{{.*}} :
// CHECK: %[[LIST:.*]] = level.append_edges %[[COMBINED]] level 0
// CHECK: level.finalize %[[LIST]] :
// CHECK: level.combine arith.addf
func.func @list(%a: tensor<?x?xf64, #M>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #M>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.where "w" (%en) : tensor<?xf64, #List> producer {
    ^bb0(%w: !cin.ref<tensor<?xf64, #List>>):
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #M>>
          cin.assign %w[%j] arith.addf %0 : !cin.ref<tensor<?xf64, #List>>
        }
      }
    } consumer {
    ^bb0(%w: !cin.ref<tensor<?xf64, #List>>):
      cin.forall "j1" to %en {
      ^bb0(%j1: !cin.index):
        %0 = cin.access %w[%j1] : !cin.ref<tensor<?xf64, #List>>
        cin.assign %yr[%j1] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64, #M>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#List = #level.format<(j) -> (j : compressed(nonunique))>

// Where no segment tells how many there will be, each entry has one check for
// all arrays.

// CHECK-LABEL: func @list_of_dense
// CHECK: lattice.coiterate "j"
// CHECK: level.reserve_entries arith.maximumf %{{.*}} for %{{.*}} :
// CHECK: level.store %{{.*}} reserved :
// CHECK: level.append_coord %{{.*}} reserved :
func.func @list_of_dense(%a: tensor<?x?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.where "w" (%en) : tensor<?xf64, #List> producer {
    ^bb0(%w: !cin.ref<tensor<?xf64, #List>>):
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
          cin.assign %w[%j] arith.maximumf %0 : !cin.ref<tensor<?xf64, #List>>
        }
      }
    } consumer {
    ^bb0(%w: !cin.ref<tensor<?xf64, #List>>):
      cin.forall "j1" to %en {
      ^bb0(%j1: !cin.index):
        %0 = cin.access %w[%j1] : !cin.ref<tensor<?xf64, #List>>
        cin.assign %yr[%j1] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#M = #level.format<(i, j) -> (i : dense, j : compressed)>
#COO = #level.format<(j, i) -> (j : compressed(nonunique), i : singleton)>

// What is not combined comes once: there is nothing to look for.

// CHECK-LABEL: func @copy
// CHECK-NOT: level.reserve_entries
// CHECK: level.reserve_coords %{{.*}} level 0 to 1
// CHECK-NOT: level.reserve_entries
func.func @copy(%a: tensor<?x?xf64, #M>, %y: tensor<?x?xf64, #COO>, %m: index, %n: index) -> tensor<?x?xf64, #COO> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #M>>, %yr: !cin.ref<tensor<?x?xf64, #COO>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #M>>
        cin.assign %yr[%j, %i] = %0 : !cin.ref<tensor<?x?xf64, #COO>>
      }
    }
  } : (tensor<?x?xf64, #M>, tensor<?x?xf64, #COO>) -> tensor<?x?xf64, #COO>
  return %r : tensor<?x?xf64, #COO>
}
