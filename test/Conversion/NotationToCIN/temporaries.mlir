// RUN: weft-opt %s '-weft-apply-schedule=schedule=divide(i,i0,i1,4),parallelize(i0,CPUThread,Temporary,dynamic,1)' | FileCheck %s
// RUN: weft-opt %s '-weft-apply-schedule=schedule=divide(j,j0,j1,3),parallelize(j0,CPUThread,Temporary)' | FileCheck %s --check-prefix=INNER

// A slice for each part, which begins with the identity; the slices are combined
// in their order.
// CHECK: #[[FORMAT:.*]] = #level.format<(d0, d1) -> (d0 : dense, d1 : dense), fill = 0xFFF0000000000000 : f64>
// CHECK: %[[C4:.*]] = arith.constant 4 : index
// CHECK: cin.kernel {{.*}} extents(%{{.*}}, %{{.*}}, %[[C4]], %{{.*}}) {
// CHECK: ^bb0({{.*}}, %{{[^:]*}}: index, %[[N:[^:]*]]: index, %[[P:[^:]*]]: index, %{{[^:]*}}: index):
// CHECK: cin.where "partial" (%[[N]]) : tensor<4x?xf64, #[[FORMAT]]> reason<partial_results> storage<absence_unobserved> producer {
// CHECK: ^bb0(%[[T:.*]]: !cin.ref
// CHECK: cin.forall "i0" to %[[P]] parallel(cpu_thread, no_races, dynamic 1) {
// CHECK: cin.forall "i1"
// CHECK: cin.forall "j" to %[[N]] {
// CHECK: cin.assign %[[T]][%i0, %j] arith.maximumf
// CHECK: } consumer {
// CHECK: ^bb0(%[[T2:.*]]: !cin.ref
// CHECK: cin.forall "c" to %[[N]] {
// CHECK: cin.forall "p" to %[[P]] {
// CHECK: %[[V:.*]] = cin.access %[[T2]][%p, %c]
// CHECK: cin.assign %{{.*}}[%c] arith.maximumf %[[V]]

// Tiles of the components themselves race for nothing.
// INNER-NOT: cin.where
// INNER: cin.forall "j0" to %{{[^ ]*}} parallel(cpu_thread, no_races) {

// RUN: not weft-opt %s '-weft-apply-schedule=schedule=split(i,i0,i1,4),parallelize(i0,CPUThread,Temporary)' 2>&1 | FileCheck %s --check-prefix=DOWN
// DOWN: schedule:1:18: error: cannot parallelize 'i0' with temporary: the number of its iterations, each of which needs a partial result, is not a constant; divide it first
// DOWN: schedule:1:1: note: the loop comes from this command
func.func @maxima(%a: tensor<?x?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        cin.assign %yr[%j] arith.maximumf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
