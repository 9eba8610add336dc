// RUN: weft-opt %s -weft-apply-schedule=schedule=split(i,i0,i1,32),divide(j,j0,j1,4) | FileCheck %s
// RUN: weft-opt %s -weft-apply-schedule=schedule=split(i,i0,i1,32),split(i1,i2,i3,8) | FileCheck %s --check-prefix=NESTED
// RUN: weft-opt %s '-weft-apply-schedule=schedule=fuse(i,j,f),balance(f,f0,f1,8),parallelize(f0,CPUThread,Atomics)' | FileCheck %s --check-prefix=BALANCED

// The old variables are derived from the new ones, which keep the extents.
// CHECK-LABEL: func @rows
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK-DAG: %[[C31:.*]] = arith.constant 31 : index
// CHECK-DAG: %[[LAST:.*]] = arith.addi %{{.*}}, %[[C31]] : index
// CHECK-DAG: %[[TILES:.*]] = arith.divui %[[LAST]], %{{.*}} : index
// CHECK: extents(%{{.*}}, %{{.*}}, %[[C32]], %[[TILES]], %{{.*}}, %{{.*}}) {
// CHECK-NEXT: ^bb0({{.*}}, %[[M:n[_0-9]*]]: index, %[[N:n[_0-9]*]]: index, %[[M1:n[_0-9]*]]: index, %[[M0:n[_0-9]*]]: index, %[[N0:n[_0-9]*]]: index, %[[N1:n[_0-9]*]]: index):
// CHECK-NEXT: cin.forall "i0" to %[[M0]] {
// CHECK-NEXT: ^bb0(%i0: !cin.index):
// CHECK-NEXT: cin.forall "i1" to %[[M1]] {
// CHECK-NEXT: ^bb0(%i1: !cin.index):
// CHECK-NEXT: %i = cin.split "i" %i0, %i1 down 32 of %[[M]]
// CHECK-NEXT: cin.guard %i
// CHECK-NEXT: cin.forall "j0" to %[[N0]] {
// CHECK-NEXT: ^bb0(%j0: !cin.index):
// CHECK-NEXT: cin.forall "j1" to %[[N1]] {
// CHECK-NEXT: ^bb0(%j1: !cin.index):
// CHECK-NEXT: %j = cin.split "j" %j0, %j1 up 4 of %[[N]]
// CHECK-NEXT: cin.guard %j
// CHECK-NEXT: %[[A:.*]] = cin.access %{{.*}}[%i, %j]
// CHECK-NEXT: cin.assign %{{.*}}[%i] arith.addf %[[A]]

// NESTED: cin.forall "i0"
// NESTED: cin.forall "i2"
// NESTED: cin.forall "i3"
// NESTED: %i1 = cin.split "i1" %i2, %i3 down 8
// NESTED-NEXT: cin.guard %i1
// NESTED-NEXT: %i = cin.split "i" %i0, %i1 down 32

// BALANCED: cin.forall "f0" to %{{.*}} parallel(cpu_thread, atomics)
// BALANCED: cin.forall "f1" {
// BALANCED: %f = cin.split "f" %f0, %f1 balanced 8
// BALANCED-NEXT: cin.guard %f
// BALANCED-NEXT: cin.collapse "i" "j" %f
func.func @rows(%a: tensor<?x?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// A function without kernels has nothing to transform.
// CHECK-LABEL: func @nothing
func.func @nothing() {
  return
}
