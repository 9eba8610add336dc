// RUN: weft-opt %s '-weft-apply-schedule=schedule=fuse(i,j,f),pos(f,p,A),split(p,p0,p1,1024)' -convert-cin-to-lattice -canonicalize -cse | FileCheck %s
// RUN: weft-opt %s '-weft-apply-schedule=schedule=pos(j,p,A),split(p,p0,p1,8)' -convert-cin-to-lattice -canonicalize -cse | FileCheck %s --check-prefix=ROW
// RUN: weft-opt %s '-weft-apply-schedule=schedule=fuse(i,j,f),pos(f,p,A),divide(p,p0,p1,4),parallelize(p0,CPUThread,Temporary)' -convert-cin-to-lattice -canonicalize -cse | FileCheck %s --check-prefix=PARTS

// The load-balanced product of a matrix and a vector (transformation framework
// paper, figures 12 to 14): as many tiles as the entries fill.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @product
// CHECK-DAG:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG:   %[[SIZE:.*]] = arith.constant 1024 : index
// CHECK-DAG:   %[[REST:.*]] = arith.constant 1023 : index
// CHECK:       %[[A:.*]] = level.open %arg0
// CHECK:       %[[R0:.*]], %[[R1:.*]] = level.pos_bounds %[[A]] level 0 under %[[C0]] to %[[C1]]
// CHECK-NEXT:  %[[B:.*]], %[[E:.*]] = level.pos_bounds %[[A]] level 1 under %[[R0]] to %[[R1]]
// CHECK-NEXT:  %[[NNZ:.*]] = arith.subi %[[E]], %[[B]]
// CHECK-NEXT:  %[[PAST:.*]] = arith.addi %[[NNZ]], %[[REST]]
// CHECK-NEXT:  %[[TILES:.*]] = arith.divui %[[PAST]], %[[SIZE]]
// CHECK:       lattice.coiterate "p0" in %[[C0]] to %{{.*}} over ()
// CHECK:       ^bb0(%[[P0:.*]]: index,
// CHECK:       %[[DONE:.*]] = arith.muli %[[P0]], %[[SIZE]]
// CHECK:       arith.subi %{{.*}}, %[[DONE]]
// CHECK:       %[[BASE:.*]] = arith.addi %{{.*}}, %[[DONE]]
// CHECK:       lattice.coiterate "p1" positions of A12 original ("i", "j") from %[[BASE]] in %[[C0]] to %{{.*}} over
// CHECK-SAME:  (A12 = %[[A]] level 0 to 1 under %[[C0]] to %[[C1]] coords()
// CHECK-NEXT:  point [A12] {

// Positions of one row.
// ROW:       lattice.coiterate "i"
// ROW:       ^bb0(%[[I:i]]: index,
// ROW:       %[[B:.*]], %[[E:.*]] = level.pos_bounds %{{.*}} level 1 under
// ROW-NEXT:  %[[LENGTH:.*]] = arith.subi %[[E]], %[[B]]
// ROW:       lattice.coiterate "p0"
// ROW:       lattice.coiterate "p1" positions of A2 original ("j") from
// ROW-SAME:  coords(%[[I]])

// Parts that share a row have a partial result each.
// PARTS: lattice.coiterate "p0" {{.*}} parallel(static)
// PARTS: lattice.coiterate "p1" positions of A12 original ("i", "j")
// PARTS: lattice.coiterate "c"
// PARTS: lattice.coiterate "p2"
func.func @product(%a: tensor<?x?xf64, #CSR> {weft.name = "A"}, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        %1 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %yr[%i] arith.addf %2 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// Of the positions of a tile, one side need not read the tensor.
// RUN: weft-opt %s '-weft-apply-schedule=schedule=fuse(i,j,f),pos(f,p,A),split(p,p0,p1,4),precompute(A(i,j),p1,q)' -convert-cin-to-lattice -canonicalize -cse | FileCheck %s --check-prefix=ALONE
// ALONE: lattice.coiterate "p0"
// ALONE: lattice.coiterate "q" positions of A12 original ("i1", "j1")
// ALONE: lattice.coiterate "p1" positions of A12 original ("i", "j")
// ALONE-SAME: over
// ALONE-NEXT: point [A12]
