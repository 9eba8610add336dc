// RUN: weft-opt %s --transform-interpreter | FileCheck %s

// A scalar workspace tells whether it is absent, and so does each of its parts.
// CHECK: #[[MARKED:.*]] = #level.format<(d0) -> (d0 : bitmap)>
// CHECK-LABEL: func @scalar
// CHECK: cin.where "t" () : tensor<f64> producer {
// CHECK: cin.where "partial" () : tensor<4xf64, #[[MARKED]]> reason<partial_results> storage<absence_observed> producer {
// CHECK: cin.forall "i0" to %{{.*}} parallel(cpu_thread, no_races)
// CHECK: cin.assign %{{.*}}[%i0] arith.addf
// CHECK: cin.forall "p"
// CHECK: cin.assign %{{.*}}[] arith.addf
func.func @scalar(%x: tensor<?xf64>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<f64>>, %e: index):
    cin.where "t" () : tensor<f64> producer {
    ^bb0(%t: !cin.ref<tensor<f64>>):
      cin.forall "i" to %e {
      ^bb0(%i: !cin.index):
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %t[] arith.addf %0 : !cin.ref<tensor<f64>>
      }
    } consumer {
    ^bb0(%t: !cin.ref<tensor<f64>>):
      %0 = cin.access %t[] : !cin.ref<tensor<f64>>
      %1 = math.sqrt %0 : f64
      cin.assign %yr[] = %1 : !cin.ref<tensor<f64>>
    }
  } : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    %0:2 = transform.cin.split %i into "i0", "i1" up 4 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.cin.parallelize %0#0 on (cpu_thread, temporary) : (!transform.any_op) -> ()
    transform.yield
  }
}
