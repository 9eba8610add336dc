// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @up(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %e: index):
    cin.forall "i0" to %e {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %e {
      ^bb0(%i1: !cin.index):
        // expected-error @below {{'cin.split' op expected tiles of a number of coordinates, 'down', to shift inwards}}
        %i = cin.split "i" %i0, %i1 up 16 of %e shift_inwards
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
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64, #Vector>>
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64, #Vector>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

func.func @parts(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %e: index):
    cin.forall "i0" to %e {
    ^bb0(%i0: !cin.index):
      // expected-error @below {{'cin.forall' op expected a tail on a loop over the coordinates of a tile, whose number is that of a split 'down'}}
      cin.forall "i2" to %e tail(predicate) {
      ^bb0(%i2: !cin.index):
        cin.forall "i3" to %e {
        ^bb0(%i3: !cin.index):
          %i1 = cin.split "i1" %i2, %i3 down 4 of %e
          %i = cin.split "i" %i0, %i1 down 16 of %e
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
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %e: index):
    cin.forall "i0" to %e {
    ^bb0(%i0: !cin.index):
      // expected-error @below {{unknown tag 'round_up'}}
      cin.forall "i1" to %e tail(round_up) {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 16 of %e
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

func.func @shifted_loop(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %e: index):
    cin.forall "i0" to %e {
    ^bb0(%i0: !cin.index):
      // expected-error @below {{'cin.forall' op expected 'guard' or 'predicate' as the tail of a loop; the split shifts tiles inwards}}
      cin.forall "i1" to %e tail(shift_inwards) {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 16 of %e
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
