// RUN: weft-opt %s -split-input-file "-weft-apply-schedule=schedule=precompute(T0(i),i,iw,T3)" | FileCheck %s
// RUN: weft-opt %s -split-input-file "-weft-apply-schedule=schedule=split(i,i0,i1,16),precompute(T0(i),i1,iw,T3)" | FileCheck %s --check-prefix=TILE

// What is precomputed goes into the result, and the rest is combined into it
// (thesis, section 6.2).
// CHECK-LABEL: func @sum
// CHECK: cin.sequence {
// CHECK: cin.forall "iw"
// CHECK: %[[B:.*]] = cin.access %{{.*}}[%iw]
// CHECK-NEXT: cin.assign %[[R:.*]][%iw] = %[[B]]
// CHECK: } then {
// CHECK: cin.forall "i"
// CHECK: %[[C:.*]] = cin.access %{{.*}}[%i]
// CHECK-NEXT: cin.assign %[[R]][%i] arith.addf %[[C]]

// Components are those of both sides' own variables.
// TILE-LABEL: func @sum
// TILE: cin.forall "i0"
// TILE: cin.sequence {
// TILE: cin.forall "iw"
// TILE: %[[P:.*]] = cin.split "i2" %i0, %iw down 16
// TILE: cin.assign %{{.*}}[%[[P]]] =
// TILE: } then {
// TILE: cin.forall "i1"
// TILE: %[[Q:.*]] = cin.split "i" %i0, %i1 down 16
// TILE: cin.assign %{{.*}}[%[[Q]]] arith.addf
#Sparse = #level.format<(i) -> (i : compressed)>
func.func @sum(%b: tensor<?xf64, #Sparse>, %c: tensor<?xf64, #Sparse>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%b, %c) outs(%y) extents(%m) {
  ^bb0(%br: !cin.ref<tensor<?xf64, #Sparse>>, %cr: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %br[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %1 = cin.access %cr[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %2 = arith.addf %0, %1 : f64
      cin.assign %yr[%i] = %2 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A result that is combined into is combined into by both.
// CHECK-LABEL: func @combined
// CHECK: cin.sequence {
// CHECK: cin.assign %[[R:.*]][%iw] arith.maximumf
// CHECK: } then {
// CHECK: cin.assign %[[R]][%i] arith.maximumf

// TILE-LABEL: func @combined
func.func @combined(%b: tensor<?xf64>, %c: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%b, %c) outs(%y) extents(%m) {
  ^bb0(%br: !cin.ref<tensor<?xf64>>, %cr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %br[%i] : !cin.ref<tensor<?xf64>>
      %1 = cin.access %cr[%i] : !cin.ref<tensor<?xf64>>
      %2 = arith.maximumf %1, %0 : f64
      cin.assign %yr[%i] arith.maximumf %2 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
