// RUN: weft-opt %s -weft-apply-schedule=schedule=bound(i,ib,64,MaxExact) | FileCheck %s
// RUN: weft-opt %s -weft-apply-schedule=schedule=bound(i,ib,64,MaxConstraint) | FileCheck %s --check-prefix=MOST
// RUN: weft-opt %s -weft-apply-schedule=schedule=bound(i,ib,8,Strided),split(ib,i0,i1,4) | FileCheck %s --check-prefix=STRIDED
// RUN: weft-opt %s -weft-apply-schedule=schedule=bound(i,ib,8,Strided),split(ib,i0,i1,4) -convert-cin-to-lattice -canonicalize | FileCheck %s --check-prefix=FULL
// RUN: weft-opt %s -weft-apply-schedule=schedule=bound(i,ib,8,Strided),split(ib,i0,i1,16) -convert-cin-to-lattice -canonicalize | FileCheck %s --check-prefix=GUARDED
// RUN: weft-opt %s -weft-apply-schedule=schedule=split(i,i0,i1,4),bound(i1,ib,4,MaxExact) | FileCheck %s --check-prefix=TILES
// RUN: weft-opt %s -weft-apply-schedule=schedule=split(i,i0,i1,4),bound(i1,ib,4,MaxExact) -convert-cin-to-lattice -canonicalize | FileCheck %s --check-prefix=FULL-PART
// RUN: weft-opt %s -weft-apply-schedule=schedule=split(i,i0,i1,4),bound(i1,ib,2,Strided) | FileCheck %s --check-prefix=EVEN
// RUN: weft-opt %s -weft-apply-schedule=schedule=split(i,i0,i1,4),bound(i1,ib,9,MaxConstraint) | FileCheck %s --check-prefix=KNOWN
// RUN: weft-opt %s -weft-apply-schedule=schedule=divide(i,i0,i1,4),bound(i0,ib,4,MaxExact) | FileCheck %s --check-prefix=KNOWN
// RUN: weft-opt %s -weft-apply-schedule=schedule=split(i,i0,i1,4),bound(i0,ib,16,MaxExact) | FileCheck %s --check-prefix=COUNTED
// RUN: weft-opt %s -weft-apply-schedule=schedule=divide(i,i0,i1,4),bound(i1,ib,16,MaxExact) | FileCheck %s --check-prefix=DIVIDED
// RUN: not weft-opt %s -weft-apply-schedule=schedule=split(i,i0,i1,4),bound(i1,ib,3,MaxConstraint) 2>&1 | FileCheck %s --check-prefix=FALSE
// RUN: weft-opt %s -weft-apply-schedule=schedule=divide(i,i0,i1,4),bound(i1,ib,1,Strided) | FileCheck %s --check-prefix=KNOWN
// RUN: not weft-opt %s -weft-apply-schedule=schedule=divide(i,i0,i1,4),bound(i1,ib,2,Strided) 2>&1 | FileCheck %s --check-prefix=FEWER
// RUN: not weft-opt %s -weft-apply-schedule=schedule=balance(i,i0,i1,4),bound(i0,ib,4,MaxExact) 2>&1 | FileCheck %s --check-prefix=BALANCED

// Tiles that all have their width are those of a multiple of it.
// TILES: level.require %[[N:.*]] <multiple_of> 4
// TILES: arith.divui %[[N]]
// TILES: %[[M:.*]] = arith.muli
// TILES: cin.kernel {{.*}} extents({{.*}}, %[[M]], %[[C4:.*]], %[[T:.*]])
// TILES: ^bb0({{.*}}, %[[E:[^ ]*]]: index, %[[E1:[^ ]*]]: index, %[[E0:[^ ]*]]: index):
// TILES: cin.forall "i0" to %[[E0]] {
// TILES: cin.forall "ib" to %[[E1]] {
// TILES: cin.split "i" %i0, %ib down 4 of %[[E]]
// FULL-PART: lattice.coiterate "ib" in %c0{{.*}} to %c4{{.*}} over
// EVEN: level.require %{{.*}} <multiple_of> 2

// There is nothing to check of what is known.
// KNOWN-NOT: level.require
// KNOWN: cin.forall "ib"

// COUNTED: %[[T:.*]] = arith.ceildivui %[[N:[^,]*]],
// COUNTED: level.require %[[T]] <exactly> 16
// COUNTED: %[[C:.*]] = arith.constant 64 : index
// COUNTED: arith.minui %[[N]], %[[C]]

// DIVIDED: level.require %{{.*}} <exactly> 64

// FALSE: cannot bound 'i1': it has 4 coordinates, as it was split
// FEWER: cannot bound 'i1': the last of its parts may have fewer coordinates than the others; bound the variable before it is split
// BALANCED: cannot bound 'i0': it is a part of a part, or of equal work; bound the variable before it is split

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
