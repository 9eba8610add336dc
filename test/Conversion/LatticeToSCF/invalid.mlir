// RUN: weft-opt %s -convert-lattice-to-scf -split-input-file -verify-diagnostics

#List = #level.format<(i) -> (i : compressed(nonordered, nonunique))>

func.func @unordered_window(%b: !level.storage<tensor<?xf64, #List>>, %n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+2 {{'lattice.coiterate' op cannot iterate over segment "b1": the bounds of a window are searched, which takes an order}}
  // expected-note @+1 {{its level type is #level.compressed<nonunique, nonordered>}}
  lattice.coiterate "i" in %c0 to %n windowed
      over (b1 = %b level 0 under %c0 to %n coords() : !level.storage<tensor<?xf64, #List>>) {
    point [b1] {
    ^bb0(%i: index, %p: index, %e: index):
    }
  }
  return
}

// -----

#ListOfLists = #level.format<(i, j) -> (i : compressed(nonunique), j : compressed)>

func.func @several_parents(%b: !level.storage<tensor<?x?xf64, #ListOfLists>>, %i: index, %p: index, %q: index) {
  // expected-error @+2 {{'lattice.coiterate' op cannot iterate over segment "b2": the level above is not unique, so that the children of several parents would have to be merged}}
  // expected-note @+1 {{its level type is #level.compressed}}
  lattice.coiterate "j" in %p to %q
      over (b2 = %b level 1 under %p to %q coords(%i) : !level.storage<tensor<?x?xf64, #ListOfLists>>) {
    point [b2] {
    ^bb0(%j: index, %pb: index):
    }
  }
  return
}

// -----

#Rows = #level.format<(i, j) -> (i : compressed(nonunique), j : dense)>

// Refused where it is nested, too.
func.func @locate_in_several_parents(%b: !level.storage<tensor<?x?xf64, #Rows>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?x?xf64, #Rows>>) {
    point [b1] {
    ^bb0(%i: index, %p: index, %q: index):
      // expected-error @+2 {{'lattice.coiterate' op cannot locate in segment "b2": the level above is not unique, so that the children of several parents would have to be merged}}
      // expected-note @+1 {{its level type is #level.dense}}
      lattice.coiterate "j" in %c0 to %n
          over (b2 = %b level 1 under %p to %q coords(%i) : !level.storage<tensor<?x?xf64, #Rows>>) {
        point [U | b2] {
        ^bb0(%j: index, %pb: index):
        }
      }
    }
  }
  return
}
