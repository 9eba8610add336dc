// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @nested(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %size4 = arith.constant 4 : index
  %tiles2 = arith.ceildivui %n, %size4 : index
  %r = cin.kernel ins(%x) outs(%y) extents(%n, %size4, %tiles2) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %e: index, %part0: index, %part1: index):
    cin.forall "i0" to %e {
    ^bb0(%i0: !cin.index):
      cin.forall "i2" to %part1 {
      ^bb0(%i2: !cin.index):
        cin.forall "i3" to %part0 {
        ^bb0(%i3: !cin.index):
          %i1 = cin.split "i1" %i2, %i3 down 4 of %e
          cin.guard %i1
          // expected-error @below {{expected parts of equal work that foralls bind}}
          %i = cin.split "i" %i0, %i1 balanced 8 of %e
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

// Equal parts are cut from the whole of a variable.
func.func @part(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %size8 = arith.constant 8 : index
  %tiles1 = arith.ceildivui %n, %size8 : index
  %r = cin.kernel ins(%x) outs(%y) extents(%n, %tiles1) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %e: index, %part0: index):
    cin.forall "i0" to %part0 {
    ^bb0(%i0: !cin.index):
      cin.forall "i2" to %e {
      ^bb0(%i2: !cin.index):
        cin.forall "i3" to %e {
        ^bb0(%i3: !cin.index):
          %i1 = cin.split "i1" %i2, %i3 balanced 4 of %e
          cin.guard %i1
          // expected-error @below {{cannot balance 'i1', which is a part of 'i'}}
          %i = cin.split "i" %i0, %i1 down 8 of %e
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

func.func @part_of_another(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %size8 = arith.constant 8 : index
  %tiles2 = arith.ceildivui %n, %size8 : index
  %r = cin.kernel ins(%x) outs(%y) extents(%n, %size8, %tiles2) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %e: index, %part0: index, %part1: index):
    cin.forall "i0" to %part1 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %part0 {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 balanced 8 of %e
        cin.guard %i
        // expected-error @below {{cannot derive anything else from a part of 'i', which is balanced}}
        %j = cin.split "j" %i0, %i1 down 8 of %e
        cin.guard %j
        %0 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#V = #level.format<(i) -> (i : compressed)>
func.func @positions(%x: tensor<?xf64, #V>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64, #V>>, %yr: !cin.ref<tensor<?xf64>>, %e: index):
    cin.forall "i0" to %e {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %e {
      ^bb0(%i1: !cin.index):
        %p = cin.split "p" %i0, %i1 balanced 8 of %e
        cin.guard %p
        // expected-error @below {{cannot balance positions, of which parts are equal if they are as many; divide them}}
        %i = cin.position "i" %p of %xr levels [0] under () : !cin.ref<tensor<?xf64, #V>>
        cin.guard %i
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64, #V>>
        cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64, #V>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
