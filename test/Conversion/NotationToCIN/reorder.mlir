// RUN: weft-opt %s -weft-apply-schedule=schedule=reorder(k,i) | FileCheck %s
// RUN: weft-opt %s -weft-apply-schedule=schedule=reorder(j,k,i),mergeby(i,Gallop) | FileCheck %s --check-prefix=ALL

// What is not listed keeps its place, and scalars are computed innermost.
// CHECK-LABEL: func @sums
// CHECK: ^bb0({{.*}}, %[[L:n[_0-9]*]]: index, %[[M:n[_0-9]*]]: index, %[[N:n[_0-9]*]]: index):
// CHECK-NEXT: cin.forall "k" to %[[N]] {
// CHECK-NEXT: ^bb0(%k: !cin.index):
// CHECK-NEXT: cin.forall "j" to %[[M]] unroll 2 {
// CHECK-NEXT: ^bb0(%j: !cin.index):
// CHECK-NEXT: cin.forall "i" to %[[L]] {
// CHECK-NEXT: ^bb0(%i: !cin.index):
// CHECK-NEXT: %[[B:.*]] = cin.access %{{.*}}[%i] :
// CHECK-NEXT: %[[A:.*]] = cin.access %{{.*}}[%i, %j, %k]
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[A]], %[[B]]
// CHECK-NEXT: cin.assign %{{.*}}[%i] arith.addf %[[P]]

// ALL: cin.forall "j" to %{{.*}} unroll 2 {
// ALL: cin.forall "k" to %{{[^ ]*}} {
// ALL: cin.forall "i" to %{{.*}} merge(gallop) {
func.func @sums(%a: tensor<?x?x?xf64>, %b: tensor<?xf64>, %y: tensor<?xf64>, %l: index, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %b) outs(%y) extents(%l, %m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?x?xf64>>, %br: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %el: index, %em: index, %en: index):
    cin.forall "i" to %el {
    ^bb0(%i: !cin.index):
      %1 = cin.access %br[%i] : !cin.ref<tensor<?xf64>>
      cin.forall "j" to %em unroll 2 {
      ^bb0(%j: !cin.index):
        cin.forall "k" to %en {
        ^bb0(%k: !cin.index):
          %0 = cin.access %ar[%i, %j, %k] : !cin.ref<tensor<?x?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %yr[%i] arith.addf %2 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?x?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
