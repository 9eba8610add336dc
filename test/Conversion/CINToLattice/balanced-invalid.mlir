// RUN: weft-opt %s -convert-cin-to-lattice -split-input-file -verify-diagnostics

// What begins where a part begins is inside of the loop over the parts.
#V = #level.format<(i) -> (i : compressed)>
func.func @inside_out(%x: tensor<?xf64, #V>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64, #V>>, %yr: !cin.ref<tensor<?xf64>>, %e: index):
    // expected-error @below {{goes over the coordinates of a chunk of 'i', but is not inside of the loop over its chunks}}
    cin.forall "i1" to %e {
    ^bb0(%i1: !cin.index):
      cin.forall "i0" to %e {
      ^bb0(%i0: !cin.index):
        %i = cin.split "i" %i0, %i1 balanced 8 of %e
        cin.guard %i
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64, #V>>
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64, #V>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
