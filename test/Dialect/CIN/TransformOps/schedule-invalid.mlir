// RUN: weft-opt %s --transform-interpreter --split-input-file --verify-diagnostics

func.func @product(%a: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  // expected-note @below {{it was looked for in here}}
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
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
    %kernel = transform.structured.match ops{["cin.kernel"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{there is no forall over 'k'}}
    %k = transform.cin.find_forall "k" in %kernel : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// expected-note @below {{it was looked for in here}}
module attributes {transform.with_named_sequence} {
  func.func @twice(%a: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> (tensor<?xf64>, tensor<?xf64>) {
    %r = cin.kernel ins(%a) outs(%y) extents(%m) {
    ^bb0(%ar: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
      // expected-note @below {{one is here}}
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %s = cin.kernel ins(%a) outs(%y) extents(%m) {
    ^bb0(%ar: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
      // expected-note @below {{one is here}}
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    return %r, %s : tensor<?xf64>, tensor<?xf64>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{there are several foralls over 'i'}}
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// The precondition of the function, at the operation, with the statement.

func.func @race(%a: tensor<?x?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        // expected-note @below {{the statement is here}}
        cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %j = transform.cin.find_forall "j" in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot parallelize 'j' with no_races: different iterations of 'j' may assign the same component}}
    transform.cin.parallelize %j on (cpu_thread, no_races) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

// expected-note @below {{the operation is here}}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{expected a cin.forall}}
    transform.cin.merge %root by locate : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{expected one cin.forall in each handle}}
    transform.cin.reorder %root : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %empty = transform.structured.match ops{["cin.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    %name = transform.param.constant "four" -> !transform.any_param
    // expected-error @below {{expected a parameter of one integer}}
    transform.cin.unroll %empty by %name : (!transform.any_op, !transform.any_param) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %chunk = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-error @below {{expected a distribution of chunks}}
    "transform.cin.parallelize"(%root, %chunk) <{unit = #cin.unit<cpu_thread>, races = #cin.races<no_races>}> : (!transform.any_op, !transform.param<i64>) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{expected a number or a parameter, and not both}}
    "transform.cin.unroll"(%root) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{expected at least one forall}}
    "transform.cin.reorder"() : () -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %chunk = transform.param.constant 4 : i64 -> !transform.param<i64>
    // expected-error @below {{expected a number or a parameter, and not both}}
    transform.cin.parallelize %root on (cpu_thread, no_races, dynamic 64 %chunk) : (!transform.any_op, !transform.param<i64>) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %chunk = transform.param.constant 0 : i64 -> !transform.param<i64>
    // expected-error @below {{expected a positive number of iterations at a time, got 0}}
    transform.cin.parallelize %root on (cpu_thread, no_races, dynamic %chunk) : (!transform.any_op, !transform.param<i64>) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{expected a number or a parameter, and not both}}
    "transform.cin.split"(%root) <{outer = "i0", inner = "i1", direction = #cin.direction<down>}> : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @names(%a: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  // expected-note @below {{the statement is here}}
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
    // expected-error @below {{a new index variable needs a name of letters, digits and underscores}}
    %0:2 = transform.cin.split %i into "", "x" down 4 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// What an iteration assigns another one reads.
func.func @reads(%a: tensor<?x?xf64>, %d: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%d) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %dr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      // expected-note @below {{the statement is here}}
      %v = cin.access %dr[%i] : !cin.ref<tensor<?xf64>>
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        %1 = arith.mulf %0, %v : f64
        cin.assign %dr[%i] arith.addf %1 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    %j = transform.cin.find_forall "j" in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{reads what other iterations assign}}
    transform.cin.reorder %j, %i : !transform.any_op, !transform.any_op
    transform.yield
  }
}

// -----

func.func @sizes(%a: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    // expected-note @below {{the statement is here}}
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
    %size = transform.param.constant 4294967295 : ui32 -> !transform.any_param
    // expected-error @below {{cannot split 'i' by 4294967295: expected a size from 1 to 2147483647}}
    %0:2 = transform.cin.split %i into "a", "b" down %size : (!transform.any_op, !transform.any_param) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %empty = transform.structured.match ops{["cin.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    %truth = transform.param.constant true -> !transform.any_param
    // expected-error @below {{expected a parameter of one integer}}
    transform.cin.unroll %empty by %truth : (!transform.any_op, !transform.any_param) -> ()
    transform.yield
  }
}
