// RUN: weft-opt %s --transform-interpreter | FileCheck %s

// Two foralls with a workspace between them: it gets a mode for the outer one,
// which goes around the two sides separately.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#row = #level.format<(j) -> (j : compressed(nonunique))>

// CHECK-DAG: #[[$LIST:.*]] = #level.format<(d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(nonunique))>

// CHECK-LABEL: func.func @product
func.func @product(%a: tensor<?x?xf64, #CSR>, %b: tensor<?x?xf64, #CSR>, %d: tensor<?xf64>, %c: tensor<?x?xf64, #CSR>, %m: index, %l: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%a, %b, %d) outs(%c) extents(%m, %l, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %br: !cin.ref<tensor<?x?xf64, #CSR>>, %dr: !cin.ref<tensor<?xf64>>, %cr: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %el: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %s = cin.access %dr[%i] : !cin.ref<tensor<?xf64>>
      // CHECK: cin.where "w" (%[[M:.*]], %[[N:.*]]) : tensor<?x?xf64, #[[$LIST]]> reason<reduced_outside, level = 1> storage<absence_observed> producer {
      // CHECK-NEXT: ^bb0(%[[W:.*]]: !cin.ref<tensor<?x?xf64, #[[$LIST]]>>):
      // CHECK-NEXT: cin.forall "f" {
      // CHECK-NEXT: ^bb0(%[[F:.*]]: !cin.index):
      // CHECK-NEXT: %[[I:.*]], %[[K:.*]] = cin.collapse "i" "k" %[[F]] of %[[M]]
      // CHECK-NEXT: cin.guard %[[I]], %[[K]]
      // CHECK-NEXT: cin.forall "j" to %[[N]] {
      // CHECK-NEXT: ^bb0(%[[J:.*]]: !cin.index):
      // CHECK: cin.assign %[[W]][%[[I]], %[[J]]] arith.addf
      // CHECK: consumer {
      // CHECK-NEXT: ^bb0(%[[R:.*]]: !cin.ref<tensor<?x?xf64, #[[$LIST]]>>):
      // CHECK-NEXT: cin.forall "i1" to %[[M]] {
      // CHECK-NEXT: ^bb0(%[[I1:.*]]: !cin.index):
      // CHECK-NEXT: cin.access %{{.*}}[%[[I1]]] : <tensor<?xf64>>
      // CHECK-NEXT: cin.forall "j1" to %[[N]] {
      // CHECK-NEXT: ^bb0(%[[J1:.*]]: !cin.index):
      // CHECK-NEXT: cin.access %[[R]][%[[I1]], %[[J1]]]
      // CHECK: cin.assign %{{.*}}[%[[I1]], %[[J1]]]
      cin.where "w" (%en) : tensor<?xf64, #row> reason<reduced_outside, level = 1> storage<repeated> producer {
      ^bb1(%w: !cin.ref<tensor<?xf64, #row>>):
        cin.forall "k" to %el {
        ^bb2(%k: !cin.index):
          cin.forall "j" to %en {
          ^bb3(%j: !cin.index):
            %0 = cin.access %ar[%i, %k] : !cin.ref<tensor<?x?xf64, #CSR>>
            %1 = cin.access %br[%k, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %w[%j] arith.addf %2 : !cin.ref<tensor<?xf64, #row>>
          }
        }
      } consumer {
      ^bb1(%w: !cin.ref<tensor<?xf64, #row>>):
        cin.forall "j1" to %en {
        ^bb3(%j: !cin.index):
          %0 = cin.access %w[%j] : !cin.ref<tensor<?xf64, #row>>
          %1 = arith.mulf %s, %0 : f64
          cin.assign %cr[%i, %j] = %1 : !cin.ref<tensor<?x?xf64, #CSR>>
        }
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    %k = transform.cin.find_forall "k" in %root : (!transform.any_op) -> !transform.any_op
    %f = transform.cin.collapse %i, %k into "f" : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}
