// RUN: weft-opt %s --transform-interpreter --split-input-file | FileCheck %s

// Handles to foralls that are reordered stay theirs; numbers are literals or
// parameters.

// CHECK-LABEL: func @product
// CHECK: cin.forall "i0" to %{{[^ ]*}} parallel(cpu_thread, no_races, dynamic 4) {
// CHECK: cin.forall "j0" to
// CHECK: cin.forall "i1" to %{{[^ ]*}} unroll 8 {
// CHECK: cin.forall "j1" to %{{[^ ]*}} merge(gallop) {
// CHECK: cin.split "i" %i0, %i1 down 32 of
// CHECK: cin.split "j" %j0, %j1 up 3 of
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

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.op<"cin.forall">
    %j = transform.cin.find_forall "j" in %root : (!transform.any_op) -> !transform.any_op
    %tiles = transform.param.constant 3 : i64 -> !transform.param<i64>
    %factor = transform.param.constant 8 : i64 -> !transform.param<i64>
    %chunk = transform.param.constant 4 : i64 -> !transform.param<i64>
    %i0, %i1 = transform.cin.split %i into "i0", "i1" down 32
        : (!transform.op<"cin.forall">) -> (!transform.any_op, !transform.any_op)
    %j0, %j1 = transform.cin.split %j into "j0", "j1" up %tiles
        : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.cin.reorder %i0, %j0, %i1, %j1 : !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op
    transform.cin.unroll %i1 by %factor : (!transform.any_op, !transform.param<i64>) -> ()
    transform.cin.merge %j1 by gallop : !transform.any_op
    transform.cin.parallelize %i0 on (cpu_thread, no_races, dynamic %chunk)
        : (!transform.any_op, !transform.param<i64>) -> ()
    transform.yield
  }
}

// -----

// A library of schedules with a parameter, applied to what matches.

// CHECK-LABEL: func @sums
// CHECK: cin.forall "i0"
// CHECK: cin.forall "i1"
// CHECK: cin.split "i" %i0, %i1 down 16 of
// CHECK: cin.access {{.*}} {wanted}
// CHECK-NOT: wanted
// CHECK: return
func.func @sums(%a: tensor<?xf64> {weft.name = "A"}, %x: tensor<?xf64> {weft.name = "x"}, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?xf64>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64>>
      %1 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      %2 = arith.addf %0, %1 : f64
      cin.assign %yr[%i] = %2 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @is_i(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.cin.forall %op "i" : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @reads_A(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.cin.access %op "A" : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @tile(%forall: !transform.any_op {transform.readonly}, %size: !transform.param<i64> {transform.readonly}) {
    %outer, %inner = transform.cin.split %forall into "i0", "i1" down %size
        : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.collect_matching @reads_A in %root : (!transform.any_op) -> !transform.any_op
    transform.annotate %a "wanted" : !transform.any_op
    %i = transform.collect_matching @is_i in %root : (!transform.any_op) -> !transform.any_op
    %size = transform.param.constant 16 : i64 -> !transform.param<i64>
    transform.include @tile failures(propagate) (%i, %size) : (!transform.any_op, !transform.param<i64>) -> ()
    transform.yield
  }
}

// -----

// A failure can be silenced, and leaves the kernel as it was.

// CHECK-LABEL: func @alternatives
// CHECK: cin.forall "i" to %{{[^ ]*}} merge(two_finger) {
func.func @alternatives(%a: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
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
    transform.sequence %i : !transform.any_op failures(suppress) {
    ^bb0(%forall: !transform.any_op):
      transform.cin.unroll %forall by 4 : (!transform.any_op) -> ()
    }
    transform.cin.merge %i by two_finger : !transform.any_op
    transform.yield
  }
}

// -----

// A handle with several foralls: those before the first that fails are changed.

// CHECK-LABEL: func @several
// CHECK: cin.forall "i0" to
// CHECK: cin.forall "i1" to %{{[^ ]*}} unroll 4 {
// CHECK: cin.forall "j" to %{{[^ ]*}} {
func.func @several(%a: tensor<?x?xf64>, %y: tensor<?x?xf64>, %m: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?x?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    %j = transform.cin.find_forall "j" in %root : (!transform.any_op) -> !transform.any_op
    %0:2 = transform.cin.split %i into "i0", "i1" down 8 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %both = transform.merge_handles %0#1, %j : !transform.any_op
    transform.sequence %both : !transform.any_op failures(suppress) {
    ^bb0(%foralls: !transform.any_op):
      transform.cin.unroll %foralls by 4 : (!transform.any_op) -> ()
    }
    transform.yield
  }
}

// -----

// Lanes share the innermost loop.

// CHECK-LABEL: func @lanes
// CHECK: cin.forall "j" to %{{[^ ]*}} parallel(cpu_vector, temporary) {
func.func @lanes(%a: tensor<?xf64>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<f64>>, %en: index):
    cin.forall "j" to %en {
    ^bb0(%j: !cin.index):
      %0 = cin.access %ar[%j] : !cin.ref<tensor<?xf64>>
      cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
    }
  } : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %j = transform.cin.find_forall "j" in %root : (!transform.any_op) -> !transform.any_op
    transform.cin.parallelize %j on (cpu_vector, temporary) : (!transform.any_op) -> ()
    transform.yield
  }
}
