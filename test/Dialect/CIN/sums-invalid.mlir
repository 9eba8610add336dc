// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @factor(%b: tensor<?xf64>, %a: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%b) outs(%a) extents(%n) {
  ^bb0(%br: !cin.ref<tensor<?xf64>>, %ar: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      // expected-error @+1 {{'cin.affine' op expected factors between 1 and 2147483647 and their negatives, got 2147483648}}
      %k = cin.affine [2147483648](%i) plus 1
      %0 = cin.access %br[%k] : !cin.ref<tensor<?xf64>>
      cin.assign %ar[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

func.func @assigned(%b: tensor<?xf64>, %a: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%b) outs(%a) extents(%n) {
  ^bb0(%br: !cin.ref<tensor<?xf64>>, %ar: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %k = cin.affine [2](%i) plus 1
      %0 = cin.access %br[%i] : !cin.ref<tensor<?xf64>>
      // expected-error @+1 {{'cin.assign' op assigns a component at an index that is computed}}
      cin.assign %ar[%k] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
