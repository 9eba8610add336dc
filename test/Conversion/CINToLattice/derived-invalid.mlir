// RUN: weft-opt %s -convert-cin-to-lattice -split-input-file -verify-diagnostics

// A number of combinations is no coordinate.
func.func @number_as_index(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %e: index):
    cin.forall "f" {
    ^bb0(%f: !cin.index):
      // expected-error @below {{expected a variable that nothing else uses}}
      %i, %j = cin.collapse "i" "j" %f of %e, %e
      cin.guard %i, %j
      // expected-note @below {{it is used here}}
      %0 = cin.access %xr[%f] : !cin.ref<tensor<?xf64>>
      cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

func.func @literal(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %e: index):
    cin.forall "k" to %e {
    ^bb0(%k: !cin.index):
      %f = cin.literal 3
      // expected-error @below {{expected a variable that foralls bind}}
      %i, %j = cin.collapse "i" "j" %f of %e, %e
      cin.guard %i, %j
      %0 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
      cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

func.func @extent(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %e: index):
    %c4 = arith.constant 4 : index
    cin.forall "f" {
    ^bb0(%f: !cin.index):
      // expected-error @below {{extents that are not arguments of the kernel are not supported yet}}
      %i, %j = cin.collapse "i" "j" %f of %e, %c4
      cin.guard %i, %j
      %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// How many positions a row has differs from row to row.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
func.func @rows_and_positions(%a: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "f" {
    ^bb0(%f: !cin.index):
      // expected-error @below {{cannot combine positions with coordinates, whose number would differ from one to the next}}
      %i, %p = cin.collapse "i" "p" %f of %em, %en
      cin.guard %i, %p
      %j = cin.position "j" %p of %ar levels [1] under (%i) : !cin.ref<tensor<?x?xf64, #CSR>>
      cin.guard %j
      %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
      cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// Positions tell coordinates of what is read there.
#Vector = #level.format<(i) -> (i : compressed)>
func.func @not_read(%a: tensor<?xf64, #Vector> {weft.name = "A"}, %x: tensor<?xf64>, %y: tensor<f64>, %m: index) -> tensor<f64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Vector>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<f64>>, %em: index):
    cin.forall "p" {
    ^bb0(%p: !cin.index):
      // expected-error @below {{expected an access of A at the coordinates of its positions}}
      %i = cin.position "i" %p of %ar levels [0] under () to %em : !cin.ref<tensor<?xf64, #Vector>>
      cin.guard %i
      %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
    }
  } : (tensor<?xf64, #Vector>, tensor<?xf64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

#Vector = #level.format<(i) -> (i : compressed)>
func.func @positions_of_positions(%a: tensor<?xf64, #Vector>, %y: tensor<f64>, %m: index) -> tensor<f64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Vector>>, %yr: !cin.ref<tensor<f64>>, %em: index):
    cin.forall "p" {
    ^bb0(%p: !cin.index):
      // expected-error @below {{expected an access of T0 at the coordinates of its positions}}
      %q = cin.position "q" %p of %ar levels [0] under () to %em : !cin.ref<tensor<?xf64, #Vector>>
      cin.guard %q
      %i = cin.position "i" %q of %ar levels [0] under () : !cin.ref<tensor<?xf64, #Vector>>
      cin.guard %i
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Vector>>
      cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
    }
  } : (tensor<?xf64, #Vector>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

// A cut between two entries of one component would give it two values.
#Twice = #level.format<(i) -> (i : compressed(nonunique))>
func.func @cut_runs(%a: tensor<?xf64, #Twice> {weft.name = "A"}, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %size8 = arith.constant 8 : index
  %tiles2 = arith.ceildivui %m, %size8 : index
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %size8, %tiles2) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Twice>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %part0: index, %part1: index):
    cin.forall "p0" to %part1 {
    ^bb0(%p0: !cin.index):
      cin.forall "p1" to %part0 {
      ^bb0(%p1: !cin.index):
        %p = cin.split "p" %p0, %p1 down 8 of %em
        cin.guard %p
        // expected-error @below {{cannot split the positions of A: its level type #level.compressed<nonunique> may store a coordinate several times, on both sides of a cut}}
        %i = cin.position "i" %p of %ar levels [0] under () : !cin.ref<tensor<?xf64, #Twice>>
        cin.guard %i
        %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Twice>>
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64, #Twice>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// Places without a coordinate have positions.
#ELL = #level.format<(i, j) -> (slot : dense, i : dense, j : padded)>
func.func @free_places(%a: tensor<?x?xf64, #ELL> {weft.name = "A"}, %y: tensor<?xf64>, %m: index, %n: index, %s: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n, %s) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #ELL>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index, %es: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "slot" to %es {
      ^bb0(%slot: !cin.index):
        cin.forall "p" {
        ^bb0(%p: !cin.index):
          // expected-error @below {{cannot iterate over the positions of A: those of its level type #level.padded need not have coordinates}}
          %j = cin.position "j" %p of %ar levels [2] under (%slot, %i) to %en : !cin.ref<tensor<?x?xf64, #ELL>>
          cin.guard %j
          %0 = cin.access %ar[%i, %j, %slot] : !cin.ref<tensor<?x?xf64, #ELL>>
          cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64, #ELL>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// Three numbers of 32 bits make one of 96.
#CSF = #level.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>
func.func @many(%a: tensor<?x?x?xf64, #CSF>, %y: tensor<f64>, %l: index, %m: index, %n: index) -> tensor<f64> {
  %size8 = arith.constant 8 : index
  %tiles1 = arith.ceildivui %l, %size8 : index
  %r = cin.kernel ins(%a) outs(%y) extents(%l, %m, %n, %tiles1, %size8) {
  ^bb0(%ar: !cin.ref<tensor<?x?x?xf64, #CSF>>, %yr: !cin.ref<tensor<f64>>, %el: index, %em: index, %en: index, %part0: index, %part1: index):
    cin.forall "f0" to %part1 {
    ^bb0(%f0: !cin.index):
      cin.forall "f1" to %part0 {
      ^bb0(%f1: !cin.index):
        %f = cin.split "f" %f0, %f1 up 8 of %el
        cin.guard %f
        // expected-error @below {{cannot split a combination of which there may be more than 64 bits number; count positions instead}}
        %i, %g = cin.collapse "i" "g" %f of %el, %em
        cin.guard %i, %g
        %j, %k = cin.collapse "j" "k" %g of %em, %en
        cin.guard %j, %k
        %0 = cin.access %ar[%i, %j, %k] : !cin.ref<tensor<?x?x?xf64, #CSF>>
        cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
      }
    }
  } : (tensor<?x?x?xf64, #CSF>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

func.func @split_without_extent(%x: tensor<?xf64>, %y: tensor<f64>) -> tensor<f64> {
  %c32 = arith.constant 32 : index
  %r = cin.kernel ins(%x) outs(%y) extents(%c32) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<f64>>, %e1: index):
    // expected-error @below {{'cin.forall' op expected an extent of 'i0', which counts neither combinations nor positions}}
    cin.forall "i0" {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %e1 {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 32
        cin.guard %i
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
      }
    }
  } : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

func.func @collapse_without_extent(%x: tensor<?x?xf64>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<f64>>, %en: index):
    cin.forall "f" {
    ^bb0(%f: !cin.index):
      // expected-error @below {{'cin.collapse' op expected an extent of 'i', which counts neither combinations nor positions}}
      %i, %j = cin.collapse "i" "j" %f of ?, %en
      cin.guard %i, %j
      %0 = cin.access %xr[%i, %j] : !cin.ref<tensor<?x?xf64>>
      cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
    }
  } : (tensor<?x?xf64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}
