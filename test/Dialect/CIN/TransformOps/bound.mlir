// RUN: weft-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @copy
// CHECK: level.require %{{.*}} <multiple_of> 8
// CHECK: cin.forall "ib" to
func.func @copy(%a: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    %width = transform.param.constant 8 : i64 -> !transform.param<i64>
    transform.cin.bound %i as "ib" multiple_of %width : (!transform.any_op, !transform.param<i64>) -> ()
    transform.yield
  }
}

// -----

func.func @fill(%y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel outs(%y) extents(%m) {
  ^bb0(%yr: !cin.ref<tensor<?xf64>>, %em: index):
    // expected-note @below {{the statement is here}}
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %v = arith.constant 1.0 : f64
      cin.assign %yr[%i] = %v : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot bound 'i': expected a number from 1 to 2147483647}}
    transform.cin.bound %i as "ib" exactly 0 : (!transform.any_op) -> ()
    transform.yield
  }
}
