// What visits a part of what an operand stores is assembled for itself, which
// is refused here; the structure of the operand has too much.

// RUN: weft-opt %s --cin-set-assembly=reuse --cin-promote-reductions --convert-cin-to-lattice -split-input-file -verify-diagnostics

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// A variable comes twice.
func.func @diagonal(%b: tensor<?x?xf64, #CSR>, %a: tensor<?x?xf64, #CSR>, %m: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%b) outs(%a) extents(%m) {
  ^bb0(%br: !cin.ref<tensor<?x?xf64, #CSR>>, %ar: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %br[%i, %i] : !cin.ref<tensor<?x?xf64, #CSR>>
      // expected-error @+1 {{'cin.assign' op assigns T2 where no forall binds all of its coordinates}}
      cin.assign %ar[%i, %i] = %0 : !cin.ref<tensor<?x?xf64, #CSR>>
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// A variable comes with one that it derives from: two components of a column.
func.func @tile(%b: tensor<?x?xf64, #CSR>, %a: tensor<?x?xf64, #CSR>, %m: index, %t: index) -> tensor<?x?xf64, #CSR> {
  %c2 = arith.constant 2 : index
  %r = cin.kernel ins(%b) outs(%a) extents(%m, %t, %c2) {
  ^bb0(%br: !cin.ref<tensor<?x?xf64, #CSR>>, %ar: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %et: index, %e2: index):
    cin.forall "i0" to %e2 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %et {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 up 2 of %em
        cin.guard %i
        %0 = cin.access %br[%i, %i1] : !cin.ref<tensor<?x?xf64, #CSR>>
        // expected-error @+1 {{'cin.assign' op assigns T2 where no forall binds all of its coordinates}}
        cin.assign %ar[%i, %i1] = %0 : !cin.ref<tensor<?x?xf64, #CSR>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#V = #level.format<(i) -> (i : compressed)>

// A loop over the positions of the entries knows none of the rows.
// expected-note @+1 {{hint: reorder the loops as the levels of T2 are, or choose a format of T2 that is dense}}
func.func @positions(%b: tensor<?x?xf64, #DCSR>, %a: tensor<?xf64, #V>, %m: index, %n: index) -> tensor<?xf64, #V> {
  %r = cin.kernel ins(%b) outs(%a) extents(%m, %n) {
  ^bb0(%br: !cin.ref<tensor<?x?xf64, #DCSR>>, %ar: !cin.ref<tensor<?xf64, #V>>, %em: index, %en: index):
    cin.forall "p" {
    ^bb0(%p: !cin.index):
      %f = cin.position "f" %p of %br levels [0, 1] under () : !cin.ref<tensor<?x?xf64, #DCSR>>
      cin.guard %f
      %i, %j = cin.collapse "i" "j" %f of %em, %en
      cin.guard %i, %j
      %0 = cin.access %br[%i, %j] : !cin.ref<tensor<?x?xf64, #DCSR>>
      // expected-error @-7 {{'cin.forall' op scatters into T2, whose level 1}}
      cin.assign %ar[%i] arith.addf %0 : !cin.ref<tensor<?xf64, #V>>
    }
  } : (tensor<?x?xf64, #DCSR>, tensor<?xf64, #V>) -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}
