// RUN: weft-opt %s --transform-interpreter --split-input-file --verify-diagnostics

func.func @access(%x: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  // expected-note @below {{the operation is here}}
  %r = cin.kernel ins(%x) outs(%y) extents(%m) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %kernel = transform.structured.match ops{["cin.kernel"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expected a module, a function, a forall or a loop}}
    transform.cin.configure %kernel with <jam_rows> : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{expected 'jam_rows' to have no value, or off}}
    transform.cin.configure %root with <jam_rows = 3> : !transform.any_op
    transform.yield
  }
}
