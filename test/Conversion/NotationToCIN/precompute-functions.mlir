// RUN: weft-opt %s "-weft-apply-schedule=schedule=precompute(max(exp(T0(i)),T1(i),2),i,iw)" | FileCheck %s --check-prefix=CALL
// RUN: weft-opt %s "-weft-apply-schedule=schedule=precompute(T0(i)<T1(i),i,iw)" | FileCheck %s --check-prefix=COMPARISON
// RUN: weft-opt %s "-weft-apply-schedule=schedule=precompute(select(T0(i)<T1(i),T0(i),max(exp(T0(i)),T1(i),2)),i,iw)" | FileCheck %s --check-prefix=SELECT
// RUN: not weft-opt %s "-weft-apply-schedule=schedule=precompute(T1(i)<T0(i),i,iw)" 2>&1 | FileCheck %s --check-prefix=OTHER

// Functions and comparisons are found as operators are.

// CALL: cin.where
// CALL: math.exp
// CALL: arith.maximumf
// CALL: %[[V:.*]] = arith.maximumf
// CALL: cin.assign %w[%iw] = %[[V]]
// CALL: } consumer {
// CALL-NOT: math.exp
// CALL: arith.cmpf
// CALL: arith.select

// COMPARISON: cin.where "w" {{.*}} : tensor<?xi1
// COMPARISON: %[[V:.*]] = arith.cmpf olt
// COMPARISON: cin.assign %w[%iw] = %[[V]]

// SELECT: cin.where
// SELECT: %[[V:.*]] = arith.select
// SELECT: cin.assign %w[%iw] = %[[V]]
// SELECT: } consumer {
// SELECT-NOT: arith.cmpf

// OTHER: the loop over 'i' computes no such expression
func.func @choose(%b: tensor<?xf64>, %c: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%b, %c) outs(%y) extents(%m) {
  ^bb0(%br: !cin.ref<tensor<?xf64>>, %cr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %two = arith.constant 2.0 : f64
      %0 = cin.access %br[%i] : !cin.ref<tensor<?xf64>>
      %1 = cin.access %cr[%i] : !cin.ref<tensor<?xf64>>
      %2 = math.exp %0 : f64
      %3 = arith.maximumf %2, %1 : f64
      %4 = arith.maximumf %3, %two : f64
      %5 = arith.cmpf olt, %0, %1 : f64
      %6 = arith.select %5, %0, %4 : f64
      cin.assign %yr[%i] = %6 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
