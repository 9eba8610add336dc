// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @up(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %size16 = arith.constant 16 : index
  %tiles1 = arith.ceildivui %n, %size16 : index
  %r = cin.kernel ins(%x) outs(%y) extents(%n, %tiles1, %size16) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %e: index, %part0: index, %part1: index):
    cin.forall "i0" to %part1 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %part0 {
      ^bb0(%i1: !cin.index):
        // expected-error @below {{'cin.split' op expected tiles of a number of coordinates, 'down', to shift inwards}}
        %i = cin.split "i" %i0, %i1 up 16 of %e shift_inwards
        cin.guard %i
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// The coordinates of a tile that is cut by positions are as many as there are.
#Vector = #level.format<(i) -> (i : compressed)>
func.func @positions(%x: tensor<?xf64, #Vector>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64, #Vector>>, %yr: !cin.ref<tensor<?xf64>>, %e: index):
    cin.forall "i0" to %e {
    ^bb0(%i0: !cin.index):
      // expected-error @below {{'cin.forall' op expected a tail on a loop over the coordinates of a tile, whose number is that of a split 'down'}}
      cin.forall "i1" to %e tail(guard) {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 16 of %e by %xr level 0 under () : !cin.ref<tensor<?xf64, #Vector>>
        cin.guard %i
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64, #Vector>>
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64, #Vector>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

func.func @parts(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %size4 = arith.constant 4 : index
  %tiles2 = arith.ceildivui %n, %size4 : index
  %size16 = arith.constant 16 : index
  %tiles3 = arith.ceildivui %n, %size16 : index
  %r = cin.kernel ins(%x) outs(%y) extents(%n, %size4, %tiles2, %tiles3) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %e: index, %part0: index, %part1: index, %part2: index):
    cin.forall "i0" to %part2 {
    ^bb0(%i0: !cin.index):
      // expected-error @below {{'cin.forall' op expected a tail on a loop over the coordinates of a tile, whose number is that of a split 'down'}}
      cin.forall "i2" to %part1 tail(predicate) {
      ^bb0(%i2: !cin.index):
        cin.forall "i3" to %part0 {
        ^bb0(%i3: !cin.index):
          %i1 = cin.split "i1" %i2, %i3 down 4 of %e
          cin.guard %i1
          %i = cin.split "i" %i0, %i1 down 16 of %e
          cin.guard %i
          %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
          cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

func.func @unknown(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %size16 = arith.constant 16 : index
  %tiles2 = arith.ceildivui %n, %size16 : index
  %r = cin.kernel ins(%x) outs(%y) extents(%n, %size16, %tiles2) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %e: index, %part0: index, %part1: index):
    cin.forall "i0" to %part1 {
    ^bb0(%i0: !cin.index):
      // expected-error @below {{unknown tag 'round_up'}}
      cin.forall "i1" to %part0 tail(round_up) {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 16 of %e
        cin.guard %i
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

func.func @shifted_loop(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %size16 = arith.constant 16 : index
  %tiles2 = arith.ceildivui %n, %size16 : index
  %r = cin.kernel ins(%x) outs(%y) extents(%n, %size16, %tiles2) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %e: index, %part0: index, %part1: index):
    cin.forall "i0" to %part1 {
    ^bb0(%i0: !cin.index):
      // expected-error @below {{'cin.forall' op expected 'guard' or 'predicate' as the tail of a loop; the split shifts tiles inwards}}
      cin.forall "i1" to %part0 tail(shift_inwards) {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 16 of %e
        cin.guard %i
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
