// RUN: weft-opt %s -convert-cin-to-lattice -split-input-file | FileCheck %s

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
