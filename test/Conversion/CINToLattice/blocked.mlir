// Foralls over the parts of split variables iterate the levels that store them.

// RUN: weft-opt %s -convert-cin-to-lattice -canonicalize -cse | FileCheck %s

#BCSR = #level.format<(i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense)>
#Blocks = #level.format<(i) -> (i floordiv 4 : compressed, i mod 4 : dense)>
#Twins = #level.format<(i) -> (i mod 2 : compressed, i floordiv 2 : compressed)>
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// The last block ends where the dimension does, so that what fills it up is never
// read, and an operand that is stored whole is located in once both parts are
// bound.
// CHECK-LABEL: func.func @read
// CHECK-SAME: %[[N:[^:]*]]: index, %[[N0:[^:]*]]: index
// CHECK: lattice.coiterate "i0" in %{{.*}} to %{{.*}} over (T01 = %{{.*}} level 0
// CHECK: ^bb0(%i0: index, %[[P:[^:]*]]: index
// CHECK: %[[BEGIN:.*]] = arith.muli %i0, %c4
// CHECK: %[[REST:.*]] = arith.subi %[[N]], %[[BEGIN]]
// CHECK: %[[END:.*]] = arith.minui %[[REST]], %c4
// CHECK: lattice.coiterate "i1" in %c0 to %[[END]] over (T02 = %{{.*}} level 1 under %[[P]]
// CHECK: point [U | T02]
// CHECK: %[[I:.*]] = arith.addi %[[BEGIN]], %i1
// CHECK: level.locate %{{.*}} level 0 under %c0 coords(%[[I]]) : !level.storage<tensor<?xf64>>
func.func @read(%x: tensor<?xf64, #Blocks>, %z: tensor<?xf64>, %y: tensor<?xf64>, %n: index, %n0: index) -> tensor<?xf64> {
  %c4 = arith.constant 4 : index
  %r = cin.kernel ins(%x, %z) outs(%y) extents(%n, %n0, %c4) {
  ^bb0(%xr: !cin.ref<tensor<?xf64, #Blocks>>, %zr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %en: index, %en0: index, %en1: index):
    cin.forall "i0" to %en0 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %en1 {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 4 of %en
        cin.guard %i
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64, #Blocks>>
        %1 = cin.access %zr[%i] : !cin.ref<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %yr[%i] = %2 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64, #Blocks>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// With the remainders outside, fewer quotients may be inside, and what is stored
// at others is left out: here Blocks has whole blocks.
// CHECK-LABEL: func.func @inside_out
// CHECK-SAME: %[[N:[^:]*]]: index, %[[N0:[^:]*]]: index
// CHECK: %[[MOST:.*]] = arith.minui %[[N]], %c4
// CHECK: lattice.coiterate "i1" in %c0 to %[[MOST]] over
// CHECK: %[[PAST:.*]] = arith.subi %c3, %i1
// CHECK: %[[REACH:.*]] = arith.addi %[[N]], %[[PAST]]
// CHECK: %[[TILES:.*]] = arith.divui %[[REACH]], %c4
// CHECK: %[[END:.*]] = arith.minui %[[N0]], %[[TILES]]
// CHECK: lattice.coiterate "i0" in %c0 to %[[END]] windowed tiles(4) over (T01 = %{{.*}} level 0
func.func @inside_out(%x: tensor<?xf64, #Blocks>, %y: tensor<?xf64>, %n: index, %n0: index) -> tensor<?xf64> {
  %c4 = arith.constant 4 : index
  %r = cin.kernel ins(%x) outs(%y) extents(%n, %n0, %c4) {
  ^bb0(%xr: !cin.ref<tensor<?xf64, #Blocks>>, %yr: !cin.ref<tensor<?xf64>>, %en: index, %en0: index, %en1: index):
    cin.forall "i1" to %en1 {
    ^bb0(%i1: !cin.index):
      cin.forall "i0" to %en0 {
      ^bb0(%i0: !cin.index):
        %i = cin.split "i" %i0, %i1 down 4 of %en
        cin.guard %i
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64, #Blocks>>
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64, #Blocks>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// A tensor that stores the other part outside stores no coordinates there.
// CHECK-LABEL: func.func @all_inside
// CHECK: lattice.coiterate "i1" in
// CHECK: lattice.coiterate "i0" in %{{.*}} to %{{.*}} over (T02 = %{{.*}} level 1
func.func @all_inside(%x: tensor<?xf64, #Twins>, %y: tensor<?xf64>, %n: index, %n0: index) -> tensor<?xf64> {
  %c2 = arith.constant 2 : index
  %r = cin.kernel ins(%x) outs(%y) extents(%n, %n0, %c2) {
  ^bb0(%xr: !cin.ref<tensor<?xf64, #Twins>>, %yr: !cin.ref<tensor<?xf64>>, %en: index, %en0: index, %en1: index):
    cin.forall "i1" to %en1 {
    ^bb0(%i1: !cin.index):
      cin.forall "i0" to %en0 {
      ^bb0(%i0: !cin.index):
        %i = cin.split "i" %i0, %i1 down 2 of %en
        cin.guard %i
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64, #Twins>>
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64, #Twins>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// A block of a result is appended when its quotients are bound, with room for all
// of its components.
// CHECK-LABEL: func.func @assemble
// CHECK: lattice.coiterate "i0"
// CHECK: lattice.coiterate "j0"
// CHECK: %[[Q:.*]] = level.next %[[B:.*]] level 1
// CHECK: level.reserve %[[B]] level 2 under %[[Q]]
// CHECK: lattice.coiterate "i1"
// CHECK: level.locate %{{.*}} level 2 under %[[Q]]
// CHECK: lattice.coiterate "j1"
// CHECK: level.store
// CHECK: level.append_coord %{{.*}} level 1 coord %j0
// CHECK: level.append_edges %{{.*}} level 1
func.func @assemble(%a: tensor<?x?xf64, #BCSR>, %y: tensor<?x?xf64, #BCSR>, %m: index, %n: index, %m0: index, %n0: index) -> tensor<?x?xf64, #BCSR> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n, %m0, %n0, %c2, %c3) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #BCSR>>, %yr: !cin.ref<tensor<?x?xf64, #BCSR>>, %em: index, %en: index, %em0: index, %en0: index, %em1: index, %en1: index):
    cin.forall "i0" to %em0 {
    ^bb0(%i0: !cin.index):
      cin.forall "j0" to %en0 {
      ^bb0(%j0: !cin.index):
        cin.forall "i1" to %em1 {
        ^bb0(%i1: !cin.index):
          %i = cin.split "i" %i0, %i1 down 2 of %em
          cin.guard %i
          cin.forall "j1" to %en1 {
          ^bb0(%j1: !cin.index):
            %j = cin.split "j" %j0, %j1 down 3 of %en
            cin.guard %j
            %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #BCSR>>
            %1 = arith.addf %0, %0 : f64
            cin.assign %yr[%i, %j] = %1 : !cin.ref<tensor<?x?xf64, #BCSR>>
          }
        }
      }
    }
  } : (tensor<?x?xf64, #BCSR>, tensor<?x?xf64, #BCSR>) -> tensor<?x?xf64, #BCSR>
  return %r : tensor<?x?xf64, #BCSR>
}

// Rows of a result are appended to in the order of both parts of their variable.
// CHECK-LABEL: func.func @rows
// CHECK: lattice.coiterate "i0"
// CHECK: %[[BEGIN:.*]] = arith.muli %i0, %c2
// CHECK: lattice.coiterate "i1"
// CHECK: %[[I:.*]] = arith.addi %[[BEGIN]], %i1
// CHECK: %[[ROW:.*]], %{{.*}} = level.locate %{{.*}} level 0 under %c0 coords(%[[I]]) : !level.builder
// CHECK: lattice.coiterate "j"
// CHECK: level.append_edges %{{.*}} level 1 under %[[ROW]]
func.func @rows(%a: tensor<?x?xf64, #CSR>, %y: tensor<?x?xf64, #CSR>, %m: index, %n: index, %m0: index) -> tensor<?x?xf64, #CSR> {
  %c2 = arith.constant 2 : index
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n, %m0, %c2) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index, %em0: index, %em1: index):
    cin.forall "i0" to %em0 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %em1 {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 2 of %em
        cin.guard %i
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
          cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #CSR>>
        }
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// With a constant number of outer coordinates, the inner ones are those of a
// tile. The number of tiles of that width is at most the constant.
// CHECK-LABEL: func.func @up
// CHECK-SAME: %[[N:[^:)]*]]: index)
// CHECK: %[[LAST:.*]] = arith.addi %[[N]], %c7
// CHECK: %[[TILE:.*]] = arith.divui %[[LAST]], %c8
// CHECK: %[[WIDTH:.*]] = arith.maxui %[[TILE]], %c1
// CHECK: %[[PAST:.*]] = arith.subi %[[WIDTH]], %c1
// CHECK: %[[REACH:.*]] = arith.addi %[[N]], %[[PAST]]
// CHECK: %[[TILES:.*]] = arith.divui %[[REACH]], %[[WIDTH]]
// CHECK: lattice.coiterate "i0" in %c0 to %[[TILES]] over
// CHECK: %[[BEGIN:.*]] = arith.muli %i0, %[[WIDTH]]
// CHECK: %[[REST:.*]] = arith.subi %[[N]], %[[BEGIN]]
// CHECK: %[[END:.*]] = arith.minui %[[WIDTH]], %[[REST]]
// CHECK: lattice.coiterate "i1" in %c0 to %[[END]] over
func.func @up(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %last = arith.addi %n, %c7 : index
  %n1 = arith.divui %last, %c8 : index
  %r = cin.kernel ins(%x) outs(%y) extents(%n, %n1, %c8) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %en: index, %en1: index, %en0: index):
    cin.forall "i0" to %en0 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %en1 {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 up 8 of %en
        cin.guard %i
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// An extent of an inner part that is no constant bounds it, also where all tiles
// are full.
// CHECK-LABEL: func.func @narrow
// CHECK-SAME: %[[W:[^:)]*]]: index)
// CHECK: lattice.coiterate "i0"
// CHECK: %[[END:.*]] = arith.minui %[[W]], %c32
// CHECK: lattice.coiterate "i1" in %c0 to %[[END]] over
func.func @narrow(%x: tensor<64xf64>, %y: tensor<64xf64>, %w: index) -> tensor<64xf64> {
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %r = cin.kernel ins(%x) outs(%y) extents(%c64, %c2, %w) {
  ^bb0(%xr: !cin.ref<tensor<64xf64>>, %yr: !cin.ref<tensor<64xf64>>, %en: index, %e0: index, %e1: index):
    cin.forall "i0" to %e0 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %e1 {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 32 of %en
        cin.guard %i
        %0 = cin.access %xr[%i] : !cin.ref<tensor<64xf64>>
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<64xf64>>
      }
    }
  } : (tensor<64xf64>, tensor<64xf64>) -> tensor<64xf64>
  return %r : tensor<64xf64>
}
