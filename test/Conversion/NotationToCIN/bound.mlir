// RUN: weft-opt %s -weft-apply-schedule=schedule=bound(i,ib,64,MaxExact) | FileCheck %s
// RUN: weft-opt %s -weft-apply-schedule=schedule=bound(i,ib,64,MaxConstraint) | FileCheck %s --check-prefix=MOST
// RUN: weft-opt %s -weft-apply-schedule=schedule=bound(i,ib,8,Strided),split(ib,i0,i1,4) | FileCheck %s --check-prefix=STRIDED
// RUN: weft-opt %s -weft-apply-schedule=schedule=bound(i,ib,8,Strided),split(ib,i0,i1,4) -convert-cin-to-lattice -canonicalize | FileCheck %s --check-prefix=FULL
// RUN: weft-opt %s -weft-apply-schedule=schedule=bound(i,ib,8,Strided),split(ib,i0,i1,16) -convert-cin-to-lattice -canonicalize | FileCheck %s --check-prefix=GUARDED

// CHECK-LABEL: func @copy(
// CHECK-SAME: %[[N:[^ ]*]]: index)
// CHECK: level.require %[[N]] <exactly> 64
// CHECK: %[[C:.*]] = arith.constant 64 : index
// CHECK: cin.kernel {{.*}} extents(%[[N]], %[[C]])
// CHECK: %[[E:[^ ]*]]: index):
// CHECK: cin.forall "ib" to %[[E]] {

// MOST: level.require %[[N:.*]] <at_most> 64
// MOST: arith.minui %[[N]]

// STRIDED: level.require %[[N:.*]] <multiple_of> 8
// STRIDED: arith.divui %[[N]]
// STRIDED: arith.muli
// STRIDED: cin.split "ib" %i0, %i1 down 4

// The tiles of a multiple of their width are full.
// FULL: lattice.coiterate "i1" in %c0{{.*}} to %c4{{.*}} over
// GUARDED: arith.minui
// GUARDED-NOT: lattice.coiterate "i1" in %c0{{.*}} to %c16
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
