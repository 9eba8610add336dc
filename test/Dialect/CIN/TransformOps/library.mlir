// RUN: weft-opt %s --transform-preload-library=transform-library-paths=%S/Inputs/library.mlir \
// RUN:   --transform-interpreter=entry-point=include | FileCheck %s --check-prefix=INCLUDE
// RUN: weft-opt %s --transform-preload-library=transform-library-paths=%S/Inputs/library.mlir \
// RUN:   --transform-interpreter=entry-point=each | FileCheck %s --check-prefix=EACH
// RUN: weft-opt %s --transform-preload-library=transform-library-paths=%S/Inputs/library.mlir \
// RUN:   --transform-interpreter=entry-point=either | FileCheck %s --check-prefix=EITHER

// Schedules of a library that has been loaded, called with parameters, applied to
// each operation that matches, and tried one after the other.

// INCLUDE: cin.forall "i0" to
// INCLUDE: cin.forall "i1" to %{{[^ ]*}} unroll 4 {
// INCLUDE: cin.split "i" %i0, %i1 down 16 of

// EACH: cin.forall "i" to %{{[^ ]*}} {
// EACH: cin.forall "j" to %{{[^ ]*}} merge(gallop) {
// EACH-COUNT-2: cin.access {{.*}} {found}

// The first alternative fails when it has split the loop, and leaves nothing.
// EITHER: cin.forall "j" to %{{[^ ]*}} {
// EITHER: cin.forall "i" to %{{[^ ]*}} {
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  func.func @product(%a: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
    %r = cin.kernel ins(%a, %x) outs(%y) extents(%m, %n) {
    ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        cin.forall "j" to %en {
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

  transform.named_sequence private @tile(!op {transform.readonly}, !transform.param<i64> {transform.readonly}, !transform.param<i64> {transform.readonly})
  transform.named_sequence private @is_j(!op {transform.readonly}) -> !op
  transform.named_sequence private @is_access(!op {transform.readonly}) -> !op
  transform.named_sequence private @merge(!op {transform.readonly})
  transform.named_sequence private @mark(!op {transform.readonly})

  transform.named_sequence @include(%root: !op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!op) -> !op
    %size = transform.param.constant 16 : i64 -> !transform.param<i64>
    %copies = transform.param.constant 4 : i64 -> !transform.param<i64>
    transform.include @tile failures(propagate) (%i, %size, %copies)
        : (!op, !transform.param<i64>, !transform.param<i64>) -> ()
    transform.yield
  }
  transform.named_sequence @each(%root: !op {transform.consumed}) {
    transform.foreach_match in %root @is_j -> @merge, @is_access -> @mark : (!op) -> !op
    transform.yield
  }
  transform.named_sequence @either(%root: !op {transform.readonly}) {
    %function = transform.structured.match ops{["func.func"]} in %root : (!op) -> !op
    transform.alternatives %function : !op {
    ^bb0(%one: !op):
      %i = transform.cin.find_forall "i" in %one : (!op) -> !op
      %i0, %i1 = transform.cin.split %i into "i0", "i1" down 8 : (!op) -> (!op, !op)
      transform.cin.unroll %i0 by 2 : (!op) -> ()
    }, {
    ^bb0(%other: !op):
      %i = transform.cin.find_forall "i" in %other : (!op) -> !op
      %j = transform.cin.find_forall "j" in %other : (!op) -> !op
      transform.cin.reorder %j, %i : !op, !op
    }
    transform.yield
  }
}
