// RUN: weft-opt %s --transform-interpreter | FileCheck %s

// Handles stay those of the consumer.

// CHECK-LABEL: func @product
// CHECK: cin.where "row" (%{{.*}}) : tensor<?xf64, #[[$SET:.*]]> reason<precomputed> storage<requested> producer {
// CHECK: cin.forall "jp"
// CHECK: } consumer {
// CHECK: cin.forall "i"
// CHECK: cin.forall "jc" to %{{[^ ]*}} merge(gallop) {
func.func @product(%a: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        %1 = cin.access %xr[%j] {wanted} : !cin.ref<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %yr[%i] arith.addf %2 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %j = transform.cin.find_forall "j" in %root : (!transform.any_op) -> !transform.any_op
    %x = transform.structured.match attributes {wanted} in %root : (!transform.any_op) -> !transform.any_op
    %where = transform.cin.precompute %x over %j into ["jp"]
        {consumers = ["jc"], workspace = "row", storage = #level.workspace<sparse_set>}
        : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.cin.merge %j by gallop : !transform.any_op
    transform.yield
  }
}
