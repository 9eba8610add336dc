// RUN: weft-opt %s -convert-cin-to-lattice -split-input-file -verify-diagnostics

// Where the last tile is shifted inwards, coordinates are visited twice.

func.func @sum(%x: tensor<?xf64>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %size16 = arith.constant 16 : index
  %tiles2 = arith.ceildivui %n, %size16 : index
  %r = cin.kernel ins(%x) outs(%y) extents(%n, %size16, %tiles2) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<f64>>, %e: index, %part0: index, %part1: index):
    cin.forall "i0" to %part1 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %part0 {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 16 of %e shift_inwards
        cin.guard %i
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        // expected-error @below {{cannot shift the last tile of 'i' inwards: the statement combines into T2, where coordinates of two tiles would count twice}}
        cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
      }
    }
  } : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

// The sum of a tile is one of its own, but what is made of those of all tiles
// counts what two tiles have.
func.func @sum_of_sums(%x: tensor<?xf64>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %size16 = arith.constant 16 : index
  %tiles2 = arith.ceildivui %n, %size16 : index
  %r = cin.kernel ins(%x) outs(%y) extents(%n, %size16, %tiles2) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<f64>>, %e: index, %part0: index, %part1: index):
    cin.forall "i0" to %part1 {
    ^bb0(%i0: !cin.index):
      cin.where "w" () : tensor<f64> producer {
      ^bb0(%w: !cin.ref<tensor<f64>>):
        cin.forall "i1" to %part0 {
        ^bb0(%i1: !cin.index):
          %i = cin.split "i" %i0, %i1 down 16 of %e shift_inwards
          cin.guard %i
          %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
          cin.assign %w[] arith.addf %0 : !cin.ref<tensor<f64>>
        }
      } consumer {
      ^bb0(%w: !cin.ref<tensor<f64>>):
        %0 = cin.access %w[] : !cin.ref<tensor<f64>>
        // expected-error @below {{cannot shift the last tile of 'i' inwards: the statement combines into T2}}
        cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
      }
    }
  } : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

#Vector = #level.format<(i) -> (i : compressed)>
func.func @appended(%x: tensor<?xf64>, %y: tensor<?xf64, #Vector>, %n: index) -> tensor<?xf64, #Vector> {
  %size16 = arith.constant 16 : index
  %tiles2 = arith.ceildivui %n, %size16 : index
  %r = cin.kernel ins(%x) outs(%y) extents(%n, %size16, %tiles2) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64, #Vector>>, %e: index, %part0: index, %part1: index):
    cin.forall "i0" to %part1 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %part0 {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 16 of %e shift_inwards
        cin.guard %i
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        // expected-error @below {{cannot shift the last tile of 'i' inwards: T2 is not dense, so that a component that is assigned twice would be stored twice}}
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64, #Vector>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64, #Vector>) -> tensor<?xf64, #Vector>
  return %r : tensor<?xf64, #Vector>
}

// -----

func.func @read(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %size16 = arith.constant 16 : index
  %tiles2 = arith.ceildivui %n, %size16 : index
  %r = cin.kernel ins(%x) outs(%y) extents(%n, %size16, %tiles2) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %e: index, %part0: index, %part1: index):
    cin.forall "i0" to %part1 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %part0 {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 16 of %e shift_inwards
        cin.guard %i
        // expected-error @below {{cannot shift the last tile of 'i' inwards: T2 is read here, and would have been assigned already}}
        %0 = cin.access %yr[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

func.func @tiles_are_told(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %size16 = arith.constant 16 : index
  %tiles2 = arith.ceildivui %n, %size16 : index
  %r = cin.kernel ins(%x) outs(%y) extents(%n, %size16, %tiles2) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %e: index, %part0: index, %part1: index):
    cin.forall "i0" to %part1 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %part0 {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 16 of %e shift_inwards
        cin.guard %i
        // expected-error @below {{cannot shift the last tile of 'i' inwards: the statement uses a part of it}}
        %0 = cin.access %xr[%i0] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// Two tiles have some coordinates, which threads would assign at the same time.
func.func @threads(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %size16 = arith.constant 16 : index
  %tiles2 = arith.ceildivui %n, %size16 : index
  %r = cin.kernel ins(%x) outs(%y) extents(%n, %size16, %tiles2) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %e: index, %part0: index, %part1: index):
    cin.forall "i0" to %part1 parallel(cpu_thread, no_races) {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %part0 {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 16 of %e shift_inwards
        cin.guard %i
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        // expected-error @below {{races: different iterations of 'i0' may assign the same component of T2}}
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// What is stored in a tile is not as much as the tile is wide.
#Vector = #level.format<(i) -> (i : compressed)>
func.func @stored(%x: tensor<?xf64, #Vector>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %size16 = arith.constant 16 : index
  %tiles2 = arith.ceildivui %n, %size16 : index
  %r = cin.kernel ins(%x) outs(%y) extents(%n, %size16, %tiles2) {
  ^bb0(%xr: !cin.ref<tensor<?xf64, #Vector>>, %yr: !cin.ref<tensor<?xf64>>, %e: index, %part0: index, %part1: index):
    cin.forall "i0" to %part1 {
    ^bb0(%i0: !cin.index):
      // expected-error @below {{cannot end the tiles of 'i' with predicate: its loop goes over what is stored in a tile, which has no width; split positions, or leave the strategy out}}
      cin.forall "i1" to %part0 tail(predicate) {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 16 of %e
        cin.guard %i
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64, #Vector>>
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64, #Vector>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
