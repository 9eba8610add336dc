// RUN: weft-opt %s --transform-interpreter | FileCheck %s
// RUN: weft-opt %s | weft-opt --transform-interpreter | FileCheck %s

// CHECK-LABEL: func @copy
// CHECK: cin.forall "i1" to %{{[a-z0-9_]*}} {
// CHECK: cin.split "i" %i0, %i1 down 32 of %{{.*}} shift_inwards{{$}}
// CHECK: cin.forall "j1" to %{{.*}} tail(predicate) {
// CHECK: cin.split "j" %j0, %j1 down 8 of %{{[a-z0-9_]*$}}
// CHECK: cin.forall "k1" to %{{.*}} tail(guard) {
// CHECK: cin.split "k" %k0, %k1 down 4 of %{{[a-z0-9_]*$}}
func.func @copy(%a: tensor<?x?x?xf64>, %y: tensor<?x?x?xf64>, %m: index, %n: index, %o: index) -> tensor<?x?x?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n, %o) {
  ^bb0(%ar: !cin.ref<tensor<?x?x?xf64>>, %yr: !cin.ref<tensor<?x?x?xf64>>, %em: index, %en: index, %eo: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        cin.forall "k" to %eo {
        ^bb0(%k: !cin.index):
          %0 = cin.access %ar[%i, %j, %k] : !cin.ref<tensor<?x?x?xf64>>
          cin.assign %yr[%i, %j, %k] = %0 : !cin.ref<tensor<?x?x?xf64>>
        }
      }
    }
  } : (tensor<?x?x?xf64>, tensor<?x?x?xf64>) -> tensor<?x?x?xf64>
  return %r : tensor<?x?x?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    %i0, %i1 = transform.cin.split %i into "i0", "i1" down 32 tail shift_inwards
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %j = transform.cin.find_forall "j" in %root : (!transform.any_op) -> !transform.any_op
    %width = transform.param.constant 8 : i64 -> !transform.param<i64>
    %j0, %j1 = transform.cin.split %j into "j0", "j1" down %width tail predicate
        : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %k = transform.cin.find_forall "k" in %root : (!transform.any_op) -> !transform.any_op
    %k0, %k1 = transform.cin.split %k into "k0", "k1" down 4 tail guard
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
