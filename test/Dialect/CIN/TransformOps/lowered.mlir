// RUN: weft-opt %s --transform-interpreter --transform-interpreter="entry-point=lower" | FileCheck %s

// A schedule may end with passes of the pipeline.

// CHECK-LABEL: func @copy
// CHECK: lattice.coiterate "i0"
// CHECK: lattice.coiterate "i1"
module attributes {transform.with_named_sequence} {
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    %0:2 = transform.cin.split %i into "i0", "i1" up 2 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @lower(%root: !transform.any_op {transform.consumed}) {
    %function = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %lowered = transform.apply_registered_pass "convert-cin-to-lattice" to %function : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
