// RUN: weft-opt %s -cin-sort-factors -split-input-file | FileCheck %s
// RUN: weft-opt %s -cin-sort-factors=strict-fp -split-input-file | FileCheck %s --check-prefix=STRICT

// The product of what i and what j determine is there before x(j) is.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func @rows
// CHECK-NOT: cin.where
// What nothing uses any more would keep its operands in use.
// CHECK-DAG: %[[A:.*]] = cin.access %{{.*}}[%i, %j]
// CHECK-DAG: %[[S:.*]] = cin.access %{{.*}}[%i] :
// CHECK-DAG: %[[X:.*]] = cin.access %{{.*}}[%j] :
// CHECK: %[[P:.*]] = arith.mulf %[[S]], %[[A]]
// CHECK-NEXT: %[[ALL:.*]] = arith.mulf %[[P]], %[[X]]
// CHECK-NEXT: cin.assign %{{.*}}[%i] arith.addf %[[ALL]]
// CHECK-NOT: arith.mulf
// STRICT-LABEL: func @rows
// STRICT-DAG: %[[A:.*]] = cin.access %{{.*}}[%i, %j]
// STRICT-DAG: %[[X:.*]] = cin.access %{{.*}}[%j] :
// STRICT: arith.mulf %[[A]], %[[X]]
// CHECK: cin.chosen = [#cin.choice<factor_order, "order_factors(j)">]
// STRICT: cin.not_chosen = [#cin.refusal<strict_order, "order_factors(j)">]
func.func @rows(%a: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %s: tensor<?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x, %s) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %xr: !cin.ref<tensor<?xf64>>, %sr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        %1 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
        %2 = cin.access %sr[%i] : !cin.ref<tensor<?xf64>>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.mulf %3, %2 : f64
        cin.assign %yr[%i] arith.addf %4 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
