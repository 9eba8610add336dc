// RUN: weft-opt %s --transform-interpreter --split-input-file --verify-diagnostics

func.func @product(%a: tensor<?x?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    // expected-note @below {{the statement is here}}
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
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
    %j = transform.cin.find_forall "j" in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot collapse 'j' and 'i': 'i' is around 'j'; name the outer one first, or reorder them}}
    %f = transform.cin.collapse %j, %i into "f" : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @sum(%a: tensor<?xf64>, %y: tensor<f64>, %m: index) -> tensor<f64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<f64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
    }
  } : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    %kernel = transform.structured.match ops{["cin.kernel"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expected one cin.forall in each handle}}
    %f = transform.cin.collapse %i, %kernel into "f" : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @sum(%a: tensor<?xf64>, %y: tensor<f64>, %m: index) -> tensor<f64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<f64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
    }
  } : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expected one cin.forall, and one cin.access}}
    transform.cin.pos %i into "p" of %i : !transform.any_op, !transform.any_op
    transform.yield
  }
}

// -----

func.func @sum(%a: tensor<?xf64>, %y: tensor<f64>, %m: index) -> tensor<f64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<f64>>, %em: index):
    // expected-note @below {{the statement is here}}
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
    }
  } : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot iterate over coordinates instead of 'i': it does not count positions}}
    transform.cin.coord %i into "c" : !transform.any_op
    transform.yield
  }
}

// -----

// Dense workspaces of all iterations would be as large as a dense result.
func.func @rows(%a: tensor<?x?xf64>, %c: tensor<?x?xf64>, %m: index, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a) outs(%c) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %cr: !cin.ref<tensor<?x?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      // expected-note @below {{the statement is here}}
      cin.where "w" (%en) : tensor<?xf64> producer {
      ^bb1(%w: !cin.ref<tensor<?xf64>>):
        cin.forall "j" to %en {
        ^bb2(%j: !cin.index):
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
          cin.assign %w[%j] = %0 : !cin.ref<tensor<?xf64>>
        }
      } consumer {
      ^bb1(%w: !cin.ref<tensor<?xf64>>):
        cin.forall "j1" to %en {
        ^bb2(%j: !cin.index):
          %0 = cin.access %w[%j] : !cin.ref<tensor<?xf64>>
          cin.assign %cr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    %j = transform.cin.find_forall "j" in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot collapse 'i' and 'j': workspace 'w' is between them, and it is dense: those of all iterations would take the memory of all of their components}}
    %f = transform.cin.collapse %i, %j into "f" : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

#row = #level.format<(j) -> (j : compressed(nonunique))>

func.func @tiles(%a: tensor<?x?xf64>, %c: tensor<?x?xf64>, %m: index, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a) outs(%c) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %cr: !cin.ref<tensor<?x?xf64>>, %em: index, %en: index):
    // expected-note @below {{the statement is here}}
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.where "w" (%en) : tensor<?xf64, #row> producer {
      ^bb1(%w: !cin.ref<tensor<?xf64, #row>>):
        cin.forall "j" to %en {
        ^bb2(%j: !cin.index):
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
          cin.assign %w[%j] = %0 : !cin.ref<tensor<?xf64, #row>>
        }
      } consumer {
      ^bb1(%w: !cin.ref<tensor<?xf64, #row>>):
        cin.forall "j1" to %en {
        ^bb2(%j: !cin.index):
          %0 = cin.access %w[%j] : !cin.ref<tensor<?xf64, #row>>
          cin.assign %cr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    %j = transform.cin.find_forall "j" in %root : (!transform.any_op) -> !transform.any_op
    %i0, %i1 = transform.cin.split %i into "i0", "i1" down 4 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    // expected-error @below {{cannot collapse 'i1' and 'j': workspace 'w' is between them, and 'i1' is no whole variable, of which it could have a mode}}
    %f = transform.cin.collapse %i1, %j into "f" : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}
