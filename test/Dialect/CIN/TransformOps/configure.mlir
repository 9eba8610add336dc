// RUN: weft-opt %s --transform-interpreter --split-input-file | FileCheck %s
// RUN: weft-opt %s --split-input-file | weft-opt --transform-interpreter --split-input-file | FileCheck %s

// Options of the lowering of a module, of a function, of a loop and of foralls, of
// which those that are not listed keep their values.

// CHECK: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<vectorize_segments = masked, stream_stores = 4096, jam_rows = off>
module attributes {transform.with_named_sequence, weft.lowering_config = #weft.lowering_config<stream_stores = 4096, jam_rows>} {
  // CHECK: func.func @configured({{.*}} attributes {weft.lowering_config = #weft.lowering_config<stack_arrays = 64>} {
  func.func @configured(%x: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
    %r = cin.kernel ins(%x) outs(%y) extents(%m) {
    ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
      // CHECK: cin.forall "i" to %{{[^ ]*}} config(#weft.lowering_config<interleave_reductions = off, jam_rows>) {
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        // CHECK: cin.forall "j" to %{{[^ ]*}} {
        cin.forall "j" to %em {
        ^bb0(%j: !cin.index):
          %0 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
          cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
        }
      }
    } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    return %r : tensor<?xf64>
  }
  // CHECK: func.func @loop({{.*}}) {
  func.func @loop(%m: index, %n: index) {
    // CHECK: scf.for
    // CHECK: } {weft.lowering_config = #weft.lowering_config<widen_tiles>}
    scf.for %i = %m to %n step %m {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} attributes {sym_name = "configured"} in %root : (!transform.any_op) -> !transform.any_op
    %loop = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    transform.cin.configure %i with <interleave_reductions = 2> : !transform.any_op
    transform.cin.configure %i with <jam_rows, interleave_reductions = off> : !transform.any_op
    transform.cin.configure %f with <stack_arrays = 64> : !transform.any_op
    transform.cin.configure %loop with <widen_tiles> : !transform.any_op
    transform.cin.configure %root with <jam_rows = off, vectorize_segments = masked> : !transform.any_op
    transform.yield
  }
}

// -----

// Several of one handle.

// CHECK-LABEL: func @all
// CHECK: cin.forall "i" to %{{[^ ]*}} config(#weft.lowering_config<jam_rows = off>) {
// CHECK: cin.forall "j" to %{{[^ ]*}} config(#weft.lowering_config<jam_rows = off>) {
func.func @all(%x: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%m) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        %0 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %all = transform.structured.match ops{["cin.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.cin.configure %all with <jam_rows = off> : !transform.any_op
    transform.yield
  }
}

// -----

// Iterations that may run one after the other.

// CHECK-LABEL: func @optional
// CHECK: cin.forall "i0" to %{{[^ ]*}} parallel(cpu_thread, no_races, dynamic 4, optional) {
// CHECK: cin.forall "i1" to %{{[^ ]*}} parallel(cpu_vector, no_races, optional) {
func.func @optional(%x: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
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
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    %i0, %i1 = transform.cin.split %i into "i0", "i1" down 16 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %chunk = transform.param.constant 4 : i64 -> !transform.param<i64>
    transform.cin.parallelize %i0 on (cpu_thread, no_races, dynamic %chunk) {optional} : (!transform.any_op, !transform.param<i64>) -> ()
    transform.cin.parallelize %i1 on (cpu_vector, no_races) {optional} : (!transform.any_op) -> ()
    transform.yield
  }
}
