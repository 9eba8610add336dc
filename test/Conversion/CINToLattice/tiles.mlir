// RUN: weft-opt %s -weft-apply-schedule=schedule=split(j,j0,j1,32) -convert-cin-to-lattice -canonicalize -cse | FileCheck %s
// RUN: weft-opt %s -weft-apply-schedule=schedule=divide(j,j0,j1,4),reorder(j0,i,j1) -convert-cin-to-lattice -canonicalize -cse | FileCheck %s --check-prefix=UP
// RUN: weft-opt %s -weft-apply-schedule=schedule=split(j,j0,j1,32),split(j1,j2,j3,8) -convert-cin-to-lattice -canonicalize -cse | FileCheck %s --check-prefix=NESTED

// Tiles are a dense range; a tile shifts the segment by where it begins, and the
// last tile ends with the columns.
// CHECK-LABEL: func @rows
// CHECK-SAME: %[[N:[^:)]*]]: index)
// CHECK: %[[LAST:.*]] = arith.addi %[[N]], %c31
// CHECK: %[[TILES:.*]] = arith.divui %[[LAST]], %c32
// CHECK: lattice.coiterate "i"
// CHECK: lattice.coiterate "j0" in %c0{{.*}} to %[[TILES]] tiles(32) over ()
// CHECK: %[[BEGIN:.*]] = arith.muli %j0, %c32
// CHECK: %[[LEFT:.*]] = arith.subi %[[N]], %[[BEGIN]]
// CHECK: %[[END:.*]] = arith.minui %[[LEFT]], %c32
// CHECK: lattice.coiterate "j1" in %c0{{.*}} to %[[END]] windowed over (T02 = %{{.*}} level 1 strided 1 from %[[BEGIN]]

// The width of a tile follows from how many there are; without columns, no tile
// has none.
// UP: %[[WIDTH:.*]] = arith.maxui
// UP: lattice.coiterate "j0"
// UP: lattice.coiterate "i"
// UP: arith.muli %j0, %[[WIDTH]]
// UP: lattice.coiterate "j1" {{.*}} over (T02 = %{{.*}} level 1 strided 1 from

// A tile of a tile may begin behind the end of the tile that it is in.
// NESTED: lattice.coiterate "j2"
// NESTED: arith.maxui
// NESTED: lattice.coiterate "j3" {{.*}} over (T02 = %{{.*}} level 1 strided 1 from
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
func.func @rows(%a: tensor<?x?xf64, #CSR>, %y: tensor<?xf64, #level.format<(i) -> (i : dense)>>, %m: index, %n: index) -> tensor<?xf64, #level.format<(i) -> (i : dense)>> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?xf64, #level.format<(i) -> (i : dense)>>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64, #level.format<(i) -> (i : dense)>>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64, #level.format<(i) -> (i : dense)>>) -> tensor<?xf64, #level.format<(i) -> (i : dense)>>
  return %r : tensor<?xf64, #level.format<(i) -> (i : dense)>>
}
