// RUN: weft-opt %s '-weft-apply-schedule=schedule=pos(j,p,A)' -convert-cin-to-lattice -canonicalize -cse | FileCheck %s
// RUN: weft-opt %s '-weft-apply-schedule=schedule=pos(j,p,A),split(p,p0,p1,8)' -convert-cin-to-lattice -canonicalize -cse | FileCheck %s --check-prefix=TILES
// RUN: weft-opt %s '-weft-apply-schedule=schedule=pos(j,p,A),split(p,p0,p1,8),coord(p1,j1)' -convert-cin-to-lattice -canonicalize -cse | FileCheck %s --check-prefix=COORDINATES
// RUN: weft-opt %s '-weft-apply-schedule=schedule=pos(j,p,A),divide(p,p0,p1,8)' -convert-cin-to-lattice -canonicalize -cse | FileCheck %s --check-prefix=PARTS

// Positions of a dense level count its coordinates.

// CHECK: func.func @rows({{.*}}, %[[N:[^:)]*]]: index)
// CHECK: lattice.coiterate "i"
// CHECK: lattice.coiterate "p" in %c0 to %[[N]] over (A2 =

// TILES: func.func @rows({{.*}}, %[[N:[^:)]*]]: index)
// TILES: %[[LAST:.*]] = arith.addi %[[N]], %c7
// TILES: %[[COUNT:.*]] = arith.divui %[[LAST]], %c8
// TILES: lattice.coiterate "i"
// TILES: lattice.coiterate "p0" in %c0 to %[[COUNT]] tiles(8) over ()
// TILES: %[[BEGIN:.*]] = arith.muli %p0, %c8
// TILES: %[[REST:.*]] = arith.subi %[[N]], %[[BEGIN]]
// TILES: %[[END:.*]] = arith.minui %[[REST]], %c8
// TILES: lattice.coiterate "p1" in %c0 to %[[END]] over

// COORDINATES: func.func @rows({{.*}}, %[[N:[^:)]*]]: index)
// COORDINATES: %[[LAST:.*]] = arith.addi %[[N]], %c7
// COORDINATES: %[[COUNT:.*]] = arith.divui %[[LAST]], %c8
// COORDINATES: lattice.coiterate "i"
// COORDINATES: lattice.coiterate "p0" in %c0 to %[[COUNT]] tiles(8) over ()
// COORDINATES: %[[BEGIN:.*]] = arith.muli %p0, %c8
// COORDINATES: %[[REST:.*]] = arith.subi %[[N]], %[[BEGIN]]
// COORDINATES: %[[END:.*]] = arith.minui %[[REST]], %c8
// COORDINATES: lattice.coiterate "j1" in %c0 to %[[END]] over

// PARTS: func.func @rows({{.*}}, %[[N:[^:)]*]]: index)
// PARTS: %[[WIDTH:.*]] = arith.maxui
// PARTS: lattice.coiterate "p0"
// PARTS: %[[BEGIN:.*]] = arith.muli %p0, %[[WIDTH]]
// PARTS: %[[REST:.*]] = arith.subi %[[N]], %[[BEGIN]]
// PARTS: %[[END:.*]] = arith.minui %{{.*}}, %{{.*}}
// PARTS: lattice.coiterate "p1" in %c0 to %[[END]] over
func.func @rows(%a: tensor<?x?xf64> {weft.name = "A"}, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
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
