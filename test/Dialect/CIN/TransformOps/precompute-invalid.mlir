// RUN: weft-opt %s --transform-interpreter --split-input-file --verify-diagnostics

func.func @sum(%a: tensor<?x?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      // expected-note @below {{the statement is here}}
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    %a = transform.structured.match ops{["cin.access"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot precompute over 'i': the loop over 'j' is inside of it and not precomputed over; reorder them first}}
    %where = transform.cin.precompute %a over %i into ["iw"] : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{expected one operation with one result}}
    %where = transform.cin.precompute %root over %root into ["iw"] : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{expected a name for each of 1 foralls}}
    %where = transform.cin.precompute %root over %root into ["iw", "jw"] : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = transform.structured.match ops{["arith.constant"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expected one cin.forall in each handle}}
    %where = transform.cin.precompute %c over %root into ["iw"] : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
  func.func private @constant() -> index {
    %0 = arith.constant 0 : index
    return %0 : index
  }
}
