// RUN: weft-opt %s '-weft-apply-schedule=schedule=split(o,o0,o1,4),divide(k,k0,k1,2),reorder(o0,o1,k0,k1),parallelize(k0,CPUThread,Temporary)' | FileCheck %s

// An index that is derived inside of the loop, but bound around it, is derived
// before it for the consumer.
// CHECK-LABEL: func @derived(
// CHECK: cin.forall "o0"
// CHECK: cin.forall "o1"
// CHECK: %[[O:.*]] = cin.split
// CHECK: cin.where "partial"
// CHECK: cin.forall "k0" {{.*}} parallel
// CHECK: } consumer {
// CHECK: cin.assign %{{.*}}[%[[O]]] arith.addf
func.func @derived(%a: tensor<?x?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "o" to %em {
    ^bb0(%o: !cin.index):
      cin.forall "k" to %en {
      ^bb0(%k: !cin.index):
        %0 = cin.access %ar[%o, %k] : !cin.ref<tensor<?x?xf64>>
        cin.assign %yr[%o] arith.addf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
