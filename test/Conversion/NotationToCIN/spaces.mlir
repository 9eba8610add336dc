// RUN: weft-opt %s '-weft-apply-schedule=schedule=fuse(i,j,f)' | FileCheck %s
// RUN: weft-opt %s '-weft-apply-schedule=schedule=fuse(i,j,f),pos(f,p,A),split(p,p0,p1,8)' | FileCheck %s --check-prefix=BALANCED
// RUN: weft-opt %s '-weft-apply-schedule=schedule=pos(j,p,A)' | FileCheck %s --check-prefix=COLUMNS
// RUN: weft-opt %s '-weft-apply-schedule=schedule=pos(i,p,B)' | FileCheck %s --check-prefix=ROWS

// What stood between the loops comes behind the derivation.
// CHECK-LABEL: func @rows
// CHECK:       ^bb0({{.*}}, %[[M:n[_0-9]*]]: index, %[[N:n[_0-9]*]]: index):
// CHECK-NEXT:  cin.forall "f" {
// CHECK-NEXT:  ^bb0(%f: !cin.index):
// CHECK-NEXT:  %i, %j = cin.collapse "i" "j" %f of %[[M]], %[[N]]
// CHECK-NEXT:  cin.guard %i, %j
// CHECK-NEXT:  cin.access %{{.*}}[%i]
// CHECK-NEXT:  cin.access %{{.*}}[%j, %i]
// CHECK-NEXT:  cin.access %{{.*}}[%i, %j]

// BALANCED:      ^bb0({{.*}}, %[[M:n[_0-9]*]]: index, %[[N:n[_0-9]*]]: index, %[[C8:n[_0-9]*]]: index):
// BALANCED:      cin.forall "p0" {
// BALANCED:      cin.forall "p1" to %[[C8]] {
// BALANCED:      %p = cin.split "p" %p0, %p1 down 8{{$}}
// BALANCED-NEXT: cin.guard %p
// BALANCED-NEXT: %f = cin.position "f" %p of %{{.*}} levels [0, 1] under () :
// BALANCED-NEXT: cin.guard %f
// BALANCED-NEXT: %i, %j = cin.collapse "i" "j" %f of %[[M]], %[[N]]
// BALANCED-NEXT: cin.guard %i, %j

// Of two accesses, the one that is along the loop, below what is bound around.
// COLUMNS:      cin.forall "i"
// COLUMNS:      cin.forall "p" {
// COLUMNS-NEXT: ^bb0(%p: !cin.index):
// COLUMNS-NEXT: %j = cin.position "j" %p of %{{.*}} levels [1] under (%i) to %{{.*}} :
// COLUMNS-NEXT: cin.guard %j

// ROWS:      cin.forall "p" {
// ROWS-NEXT: ^bb0(%p: !cin.index):
// ROWS-NEXT: %i = cin.position "i" %p of %{{.*}} levels [0] under ()
// ROWS:      cin.forall "j"

// Back to the coordinates, under the name that they had or another.
// RUN: weft-opt %s '-weft-apply-schedule=schedule=fuse(i,j,f),pos(f,p,A),coord(p,f)' | FileCheck %s
// RUN: weft-opt %s '-weft-apply-schedule=schedule=pos(j,p,A),coord(p,c),split(c,c0,c1,4)' | FileCheck %s --check-prefix=COORDINATES
// COORDINATES:     cin.forall "i"
// COORDINATES:     cin.forall "c0"
// COORDINATES:     %c = cin.split "c" %c0
// COORDINATES-NOT: cin.position
// COORDINATES:     cin.access %{{.*}}[%c, %i]

// RUN: not weft-opt %s '-weft-apply-schedule=schedule=coord(i,c)' 2>&1 | FileCheck %s --check-prefix=COUNTS
// COUNTS: schedule:1:1: error: cannot iterate over coordinates instead of 'i': it does not count positions
// RUN: not weft-opt %s '-weft-apply-schedule=schedule=pos(j,p,A),split(p,p0,p1,4),coord(p0,c)' 2>&1 | FileCheck %s --check-prefix=HALVES
// HALVES: cannot iterate over coordinates instead of 'p0': it numbers tiles, of which each has a range of coordinates; choose 'p1'
// RUN: not weft-opt %s '-weft-apply-schedule=schedule=pos(j,p,A),split(p,p0,p1,4),coord(p1,j)' 2>&1 | FileCheck %s --check-prefix=WHOLE
// WHOLE: cannot iterate over coordinates instead of 'p1': 'j' is what it is a part of; a part needs another name
// RUN: not weft-opt %s '-weft-apply-schedule=schedule=pos(j,p,A),split(p,p0,p1,4),split(p1,p2,p3,2),coord(p3,c)' 2>&1 | FileCheck %s --check-prefix=PARTS
// PARTS: cannot iterate over coordinates instead of 'p3': it is a part of a part; do so before it is split
// RUN: not weft-opt %s '-weft-apply-schedule=schedule=pos(j,p,A),split(p,p0,p1,4),split(p0,p2,p3,2),coord(p1,c)' 2>&1 | FileCheck %s --check-prefix=TILES-OF-TILES
// TILES-OF-TILES: cannot iterate over coordinates instead of 'p1': the number of its tile was split
// RUN: not weft-opt %s '-weft-apply-schedule=schedule=fuse(i,j,f),pos(f,p,A),split(p,p0,p1,4),coord(p1,c)' 2>&1 | FileCheck %s --check-prefix=TUPLES
// TUPLES: cannot iterate over coordinates instead of 'p1': positions of combinations have no range of one coordinate; balance the combinations
// RUN: not weft-opt %s '-weft-apply-schedule=schedule=pos(j,p,A),split(p,p0,p1,4),coord(p1,c),split(c,c0,c1,2)' 2>&1 | FileCheck %s --check-prefix=CUT
// CUT: cannot split 'c': it is over a part of 'j', which is cut by positions
// RUN: not weft-opt %s '-weft-apply-schedule=schedule=pos(j,p,A),split(p,p0,p1,4),coord(p1,c),unroll(c,2)' 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: cannot unroll 'c' by 2: the tiles of 'j' are cut by positions, between which there is any number of coordinates; unroll the positions of a tile, without coord, or the coordinates of a tile that split makes
// RUN: not weft-opt %s '-weft-apply-schedule=schedule=pos(j,p,A),split(p,p0,p1,4),coord(p1,c),unroll(p0,2)' 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: cannot unroll 'p0' by 2: its number of iterations is not a constant; divide 'j', which makes as many parts as it says
// What these say instead.
// RUN: weft-opt %s '-weft-apply-schedule=schedule=pos(j,p,A),split(p,p0,p1,4),unroll(p1,2)' | FileCheck %s --check-prefix=POSITIONS
// RUN: weft-opt %s '-weft-apply-schedule=schedule=split(j,p0,p1,4),unroll(p1,2)' | FileCheck %s --check-prefix=POSITIONS
// POSITIONS: cin.forall "p1" to %{{.*}} unroll 2
// RUN: weft-opt %s '-weft-apply-schedule=schedule=pos(j,p,A),divide(p,p0,p1,4),coord(p1,c),unroll(p0,2)' | FileCheck %s --check-prefix=DIVIDED
// DIVIDED: cin.forall "p0" to %{{.*}} unroll 2
// RUN: weft-opt %s '-weft-apply-schedule=schedule=pos(j,p,A),split(p,p0,p1,4),coord(p1,c)' | FileCheck %s --check-prefix=TREE
// TREE: cin.forall "p0"
// TREE: cin.forall "c"
// TREE: %j = cin.split "j" %p0, %c down 4 of %{{.*}} by %{{.*}} level 1 under (%i) : !cin.ref<tensor
// RUN: not weft-opt %s '-weft-apply-schedule=schedule=pos(j,p,A),parallelize(p,CPUThread,Atomics),coord(p,j)' 2>&1 | FileCheck %s --check-prefix=MARKED
// MARKED: cannot iterate over coordinates instead of 'p': it has a tag; do so before it is tagged
// RUN: not weft-opt %s '-weft-apply-schedule=schedule=pos(j,p,A),coord(p,i)' 2>&1 | FileCheck %s --check-prefix=ALREADY
// ALREADY: there is an index variable 'i' already

// RUN: not weft-opt %s '-weft-apply-schedule=schedule=fuse(j,i,f)' 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: schedule:1:1: error: cannot collapse 'j' and 'i': 'i' is around 'j'; name the outer one first, or reorder them
// ORDER: spaces.mlir:{{[0-9]+}}:{{[0-9]+}}: note: the statement is here

// RUN: not weft-opt %s '-weft-apply-schedule=schedule=fuse(i,i,f)' 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: cannot collapse 'i' and 'i': expected two loops

// RUN: not weft-opt %s '-weft-apply-schedule=schedule=mergeby(j,Gallop),fuse(i,j,f)' 2>&1 | FileCheck %s --check-prefix=TAG
// TAG: cannot collapse 'i' and 'j': this one has a tag; collapse loops before they are tagged

// RUN: not weft-opt %s '-weft-apply-schedule=schedule=fuse(i,j,i)' 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: there is an index variable 'i' already

// RUN: not weft-opt %s '-weft-apply-schedule=schedule=fuse(i,j,f),split(j,j0,j1,2)' 2>&1 | FileCheck %s --check-prefix=GONE
// GONE: schedule:1:19: error: there is no loop over 'j' any more: it is derived from others

// RUN: not weft-opt %s '-weft-apply-schedule=schedule=pos(i,p,C)' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: schedule:1:9: error: the loop over 'i' does not read 'C'
// UNKNOWN: note: hint: it reads B, A

// RUN: not weft-opt %s '-weft-apply-schedule=schedule=reorder(j,i),pos(j,p,A)' 2>&1 | FileCheck %s --check-prefix=ABOVE
// ABOVE: cannot iterate over positions instead of 'j': what the level above stores is not bound around this loop

// RUN: not weft-opt %s '-weft-apply-schedule=schedule=split(j,j0,j1,2),pos(j1,p,A)' 2>&1 | FileCheck %s --check-prefix=PART
// PART: cannot iterate over positions instead of 'j1': the tensor has no levels that store its coordinates, and nothing else, in their order

// RUN: not weft-opt %s '-weft-apply-schedule=schedule=pos(j,p,A),pos(p,q,A)' 2>&1 | FileCheck %s --check-prefix=AGAIN
// AGAIN: cannot iterate over positions instead of 'p': it counts positions already

// RUN: not weft-opt %s '-weft-apply-schedule=schedule=mergeby(j,Gallop),pos(j,p,A)' 2>&1 | FileCheck %s --check-prefix=TAGGED
// TAGGED: cannot iterate over positions instead of 'j': it has a tag; do so before it is tagged

// RUN: not weft-opt %s '-weft-apply-schedule=schedule=pos(j,i,A)' 2>&1 | FileCheck %s --check-prefix=TAKEN
// TAKEN: there is an index variable 'i' already

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#Vector = #level.format<(i) -> (i : compressed)>
func.func @rows(%a: tensor<?x?xf64, #CSR> {weft.name = "A"}, %b: tensor<?xf64, #Vector> {weft.name = "B"}, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %b) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %br: !cin.ref<tensor<?xf64, #Vector>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %br[%i] : !cin.ref<tensor<?xf64, #Vector>>
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %1 = cin.access %ar[%j, %i] : !cin.ref<tensor<?x?xf64, #CSR>>
        %2 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.mulf %3, %0 : f64
        cin.assign %yr[%i] arith.addf %4 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64, #Vector>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
