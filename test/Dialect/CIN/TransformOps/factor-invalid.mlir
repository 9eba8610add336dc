// RUN: weft-opt %s --transform-interpreter --split-input-file --verify-diagnostics

// The factors of a sum that are not factored; the messages are those of the functions.

func.func @no_product(%a: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      // expected-note @below {{the statement is here}}
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %j = transform.cin.find_forall "j" in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot factor the sum over 'j': the assignment combines no product that distributes over its combiner}}
    %where = transform.cin.factor %j : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @nothing_beside(%a: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      // expected-note @below {{the statement is here}}
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        %1 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
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
    // expected-error @below {{cannot factor the sum over 'j': no loop that visits all coordinates is left beside the sum}}
    %where = transform.cin.factor %j : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @not_reduced(%a: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    // expected-note @below {{the statement is here}}
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        %1 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %yr[%i] arith.addf %2 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    %j = transform.cin.find_forall "j" in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot factor the sum over 'i': the assignment does not reduce over all of these variables}}
    %where = transform.cin.factor %i, %j : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @tagged(%a: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    // expected-note @below {{the statement is here}}
    cin.forall "k" to %em {
    ^bb0(%k: !cin.index):
      cin.forall "i" to %em merge(gallop) {
      ^bb0(%i: !cin.index):
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        %1 = cin.access %xr[%k] : !cin.ref<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %yr[%i] arith.addf %2 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %k = transform.cin.find_forall "k" in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot factor the sum over 'k': a schedule already says how one of its loops is executed}}
    %where = transform.cin.factor %k : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @no_assignment(%a: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      // expected-note @below {{the statement is here}}
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        cin.sequence {
        %0 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
        } then {
        %0 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %j = transform.cin.find_forall "j" in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot factor the sum over 'j': no single assignment is nested right inside of it}}
    %where = transform.cin.factor %j : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// A handle of something else, and none.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{expected one cin.forall in each handle}}
    %where = transform.cin.factor %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{'transform.cin.factor' op expected at least one forall}}
    %where = "transform.cin.factor"() : () -> !transform.any_op
    transform.yield
  }
}

// -----

// Factors that do not leave a sum.

func.func @around(%a: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    // expected-note @below {{the statement is here}}
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        %1 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %yr[%i] arith.addf %2 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot hoist factors out of 'i': its body is not an assignment}}
    transform.cin.hoist_factors %i : !transform.any_op
    transform.yield
  }
}

// -----

func.func @all_vary(%a: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      // expected-note @below {{the statement is here}}
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        %1 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
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
    // expected-error @below {{cannot hoist factors out of 'j': no factor is the same in all of its iterations}}
    transform.cin.hoist_factors %j : !transform.any_op
    transform.yield
  }
}

// -----

func.func @lanes(%a: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      // expected-note @below {{the statement is here}}
      cin.forall "k" to %em parallel(cpu_vector, temporary) {
      ^bb0(%k: !cin.index):
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        %1 = cin.access %xr[%k] : !cin.ref<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %yr[%i] arith.addf %2 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %k = transform.cin.find_forall "k" in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot hoist factors out of 'k': it is parallel}}
    transform.cin.hoist_factors %k : !transform.any_op
    transform.yield
  }
}

// -----

func.func @kept(%a: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "k" to %em {
    ^bb0(%k: !cin.index):
      // expected-note @below {{the statement is here}}
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        %1 = cin.access %xr[%k] : !cin.ref<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %yr[%i] arith.addf %2 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot hoist factors out of 'i': it is not reduced over}}
    transform.cin.hoist_factors %i : !transform.any_op
    transform.yield
  }
}

// -----

#Rows = #level.format<(i, j) -> (i : dense, j : compressed)>
func.func @stored(%a: tensor<?x?xf64, #Rows>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #Rows>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      // expected-note @below {{the statement is here}}
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #Rows>>
        %1 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %yr[%i] arith.addf %2 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64, #Rows>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %j = transform.cin.find_forall "j" in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot hoist factors out of 'j': an operand stores only some of its coordinates}}
    transform.cin.hoist_factors %j : !transform.any_op
    transform.yield
  }
}

// -----

#Rows = #level.format<(i, j) -> (i : dense, j : compressed)>
func.func @in_vain(%a: tensor<?x?xf64, #Rows>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #Rows>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "l" to %em {
      ^bb0(%l: !cin.index):
        // expected-note @below {{the statement is here}}
        cin.forall "k" to %em {
        ^bb0(%k: !cin.index):
          %0 = cin.access %ar[%i, %l] : !cin.ref<tensor<?x?xf64, #Rows>>
          %1 = cin.access %xr[%k] : !cin.ref<tensor<?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %yr[%i] arith.addf %2 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64, #Rows>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %k = transform.cin.find_forall "k" in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot hoist factors out of 'k': a loop that may find nothing would leave the sum as well}}
    transform.cin.hoist_factors %k : !transform.any_op
    transform.yield
  }
}

// -----

// expected-note @below {{the operation is here}}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{expected a cin.forall}}
    transform.cin.hoist_factors %root : !transform.any_op
    transform.yield
  }
}

// -----

// Factors that stay in their order.

func.func @two(%a: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      // expected-note @below {{the statement is here}}
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        %1 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
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
    // expected-error @below {{cannot order the factors inside of 'j': there are fewer than three factors}}
    transform.cin.order_factors %j : !transform.any_op
    transform.yield
  }
}

// -----

func.func @in_order(%a: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      // expected-note @below {{the statement is here}}
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        %1 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        %2 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.mulf %3, %2 : f64
        cin.assign %yr[%i] arith.addf %4 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %j = transform.cin.find_forall "j" in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot order the factors inside of 'j': the factors are in the order of the loops already}}
    transform.cin.order_factors %j : !transform.any_op
    transform.yield
  }
}

// -----

func.func @no_operator(%a: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      // expected-note @below {{the statement is here}}
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %j = transform.cin.find_forall "j" in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot order the factors inside of 'j': the assignment combines no product that distributes over its combiner}}
    transform.cin.order_factors %j : !transform.any_op
    transform.yield
  }
}
