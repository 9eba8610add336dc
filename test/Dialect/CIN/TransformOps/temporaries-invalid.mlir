// RUN: weft-opt %s --transform-interpreter --split-input-file --verify-diagnostics

// What is combined into is read.
func.func @reads(%y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel outs(%y) extents(%n) {
  ^bb0(%yr: !cin.ref<tensor<?xf64>>, %e: index):
    cin.forall "i" to %e {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %e {
      ^bb0(%j: !cin.index):
        // expected-note @below {{it is read here}}
        %0 = cin.access %yr[%i] : !cin.ref<tensor<?xf64>>
        // expected-note @below {{the statement is here}}
        cin.assign %yr[%j] arith.addf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    %0:2 = transform.cin.split %i into "i0", "i1" up 4 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    // expected-error @below {{cannot parallelize 'i0' with temporary: different iterations of 'i0' may use the same component of}}
    transform.cin.parallelize %0#0 on (cpu_thread, temporary) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

// Two assignments to one tensor.
func.func @twice(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %e: index):
    cin.forall "i" to %e {
    ^bb0(%i: !cin.index):
      %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      cin.sequence {
        cin.forall "j" to %e {
        ^bb0(%j: !cin.index):
          // expected-note @below {{the statement is here}}
          cin.assign %yr[%j] arith.addf %0 : !cin.ref<tensor<?xf64>>
        }
      } then {
        cin.forall "k" to %e {
        ^bb0(%k: !cin.index):
          // expected-note @below {{the other assignment is here}}
          cin.assign %yr[%k] arith.addf %0 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    %0:2 = transform.cin.split %i into "i0", "i1" up 4 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    // expected-error @below {{cannot parallelize 'i0' with temporary: different iterations of 'i0' may use the same component of}}
    transform.cin.parallelize %0#0 on (cpu_thread, temporary) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

// A result that is not dense.
#S = #level.format<(i) -> (i : hashed)>
func.func @sparse(%x: tensor<?x?xf64>, %y: tensor<?xf64, #S>, %n: index) -> tensor<?xf64, #S> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64, #S>>, %e: index):
    cin.forall "i" to %e {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %e {
      ^bb0(%j: !cin.index):
        %0 = cin.access %xr[%i, %j] : !cin.ref<tensor<?x?xf64>>
        // expected-note @below {{the statement is here}}
        cin.assign %yr[%j] arith.addf %0 : !cin.ref<tensor<?xf64, #S>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64, #S>) -> tensor<?xf64, #S>
  return %r : tensor<?xf64, #S>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    %0:2 = transform.cin.split %i into "i0", "i1" up 4 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    // expected-error @below {{cannot parallelize 'i0' with temporary: partial results of what is not dense are not supported}}
    transform.cin.parallelize %0#0 on (cpu_thread, temporary) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

// A combiner without an identity.
func.func @identity(%x: tensor<?xf64>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<f64>>, %e: index):
    cin.forall "i" to %e {
    ^bb0(%i: !cin.index):
      %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      // expected-note @below {{the statement is here}}
      cin.assign %yr[] {
      ^bb0(%acc: f64, %new: f64):
        %two = arith.constant 2.0 : f64
        %a = arith.minimumf %acc, %two : f64
        %b = arith.minimumf %a, %new : f64
        cin.yield %b : f64
      } %0 : !cin.ref<tensor<f64>>
    }
  } : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    %0:2 = transform.cin.split %i into "i0", "i1" up 4 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    // expected-error @below {{cannot parallelize 'i0' with temporary: the identity of its combiner is not known}}
    transform.cin.parallelize %0#0 on (cpu_thread, temporary) : (!transform.any_op) -> ()
    transform.yield
  }
}
