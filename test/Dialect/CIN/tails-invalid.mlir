// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @up(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %e: index):
    cin.forall "i0" to %e {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %e {
      ^bb0(%i1: !cin.index):
        // expected-error @below {{expected tiles of a number of coordinates, 'down', with a tail strategy}}
        %i = cin.split "i" %i0, %i1 up 16 of %e tail shift_inwards
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
      cin.forall "i1" to %e {
      ^bb0(%i1: !cin.index):
        // expected-error @below {{expected tiles of a number of coordinates, 'down', with a tail strategy}}
        %i = cin.split "i" %i0, %i1 down 16 of %e tail guard by %xr level 0 under () : !cin.ref<tensor<?xf64, #Vector>>
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
      cin.forall "i2" to %e {
      ^bb0(%i2: !cin.index):
        cin.forall "i3" to %e {
        ^bb0(%i3: !cin.index):
          %i1 = cin.split "i1" %i2, %i3 down 4 of %e
          // expected-error @below {{expected a forall that binds the coordinates of a tile whose end is its own}}
          %i = cin.split "i" %i0, %i1 down 16 of %e tail predicate
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
      cin.forall "i1" to %e {
      ^bb0(%i1: !cin.index):
        // expected-error @below {{expected 'guard', 'shift_inwards' or 'predicate', got 'round_up'}}
        %i = cin.split "i" %i0, %i1 down 16 of %e tail round_up
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
