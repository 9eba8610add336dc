// RUN: weft-opt %s --transform-interpreter --split-input-file --verify-diagnostics

func.func @sum(%x: tensor<?xf64>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<f64>>, %e: index):
    cin.forall "i" to %e {
    ^bb0(%i: !cin.index):
      %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      // expected-note @below {{the statement is here}}
      cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
    }
  } : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot shift the last tile of 'i' inwards: the statement combines into T2, where coordinates of two tiles would count twice; guard or predicate it}}
    %0:2 = transform.cin.split %i into "i0", "i1" down 16 tail shift_inwards : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @copy(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %e: index):
    // expected-note @below {{the statement is here}}
    cin.forall "i" to %e {
    ^bb0(%i: !cin.index):
      %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot choose how the last part of 'i' ends: its width follows from the extent; split it into tiles of a number of coordinates}}
    %0:2 = transform.cin.split %i into "i0", "i1" up 16 tail guard : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
