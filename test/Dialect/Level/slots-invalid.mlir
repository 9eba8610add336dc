// RUN: weft-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{expected one level of slots at most}}
#Two = #level.format<(i) -> (slot : dense, slot : dense, i : padded)>

// -----

// expected-error @+1 {{expected a level of slots that is dense or takes none but the next, and can be located in, got #level.compressed}}
#Sparse = #level.format<(i, j) -> (slot : compressed, i : dense, j : padded)>

// -----

// expected-error @+1 {{level 1 is a range: expected a level of slots above it and an offset level below}}
#NoSlots = #level.format<(i, j) -> (i : range, j : offset)>

// -----

// expected-error @+1 {{level 2 is a range: expected a level of slots above it and an offset level below}}
#NoOffset = #level.format<(i, j) -> (slot : dense, i : range, j : compressed)>

// -----

// expected-error @+1 {{level 2 is an offset: expected a level of slots two levels above it, and one that is not full between}}
#NoParent = #level.format<(i, j) -> (slot : dense, i : offset, j : dense)>

// -----

// expected-error @+1 {{level 3 is an offset: expected a level of slots two levels above it, and one that is not full between}}
#DenseRows = #level.format<(i, j) -> (slot : dense, i : dense, j : offset)>

// -----

// How many slots there are is known once entries are noted.
#DIA = #level.format<(i, j) -> (slot : dense, i : range, j : offset)>
func.func @assemble(%n: index) {
  // expected-error @+1 {{'level.init' op expected a builder that counts slots first}}
  %b = level.init(%n, %n) : !level.builder<tensor<?x?xf64, #DIA>>
  return
}

// -----

#Slots = #level.format<(i, j) -> (slot : dense, i : dense, j : dense)>
func.func @assemble_slots(%n: index) {
  // expected-error @+1 {{'level.init' op cannot assemble slots that no level numbers: expected levels that are inserted into, ordered down to one that numbers slots}}
  %b = level.init(%n, %n) : !level.builder<tensor<?x?xf64, #Slots>, count>
  return
}

// -----

// Each entry of a block would take a slot of its own.
#Blocked = #level.format<(i, j) -> (slot : dense, i : dense, j floordiv 2 : padded, j mod 2 : dense)>
func.func @blocks(%n: index) {
  // expected-error @+1 {{'level.init' op cannot assemble slots that no level numbers}}
  %b = level.init(%n, %n) : !level.builder<tensor<?x?xf64, #Blocked>, count>
  return
}

// -----

#Unordered = #level.format<(i, j) -> (i : hashed, slot : dense, j : padded)>
func.func @unordered(%n: index) {
  // expected-error @+1 {{'level.init' op cannot assemble slots that no level numbers}}
  %b = level.init(%n, %n) : !level.builder<tensor<?x?xf64, #Unordered>, count>
  return
}

// -----

// Nothing tells how many slots a row takes.
#Sorted = #level.format<(i, j) -> (i : permuted(4), j : compressed)>
func.func @order_of_nothing(%n: index) {
  // expected-error @+1 {{'level.init' op cannot assemble level 1: #level.permuted<4> needs full levels above it and a level below it that counts the slots of rows}}
  %b = level.init(%n, %n) : !level.builder<tensor<?x?xf64, #Sorted>, count>
  return
}

// -----

// Diagonals are numbered, and not taken from the first on.
#Diagonals = #level.format<(i, j, k) -> (i : dense, slot : sliced(2), j : range, k : offset)>
func.func @slices_of_diagonals(%n: index) {
  // expected-error @+1 {{'level.init' op cannot assemble level 2: #level.sliced<2> needs full levels above it}}
  %b = level.init(%n, %n, %n) : !level.builder<tensor<?x?x?xf64, #Diagonals>, count>
  return
}

// -----

// Slices are of all rows, stored or not.
#Marked = #level.format<(i, j) -> (i : bitmap, slot : sliced(2), j : padded)>
func.func @slices_of_some(%n: index) {
  // expected-error @+1 {{'level.init' op cannot assemble level 2: #level.sliced<2> needs full levels above it}}
  %b = level.init(%n, %n) : !level.builder<tensor<?x?xf64, #Marked>, count>
  return
}

// -----

#Sliced = #level.format<(i, j) -> (i : permuted(4), slot : sliced(2), j : padded)>
func.func @number_what_is_not_counted(%b: !level.builder<tensor<?x?xf64, #Sliced>, count>) {
  // expected-error @+1 {{'level.number_slots' op expected a format with levels that are counted by slots, got 'tensor<?x?xf64}}
  %c = level.number_slots %b : !level.builder<tensor<?x?xf64, #Sliced>, count>
  return
}

// -----

#V = #level.format<(i) -> (i : compressed)>
func.func @note_without_slots(%b: !level.builder<tensor<?xf64, #V>, count>, %i: index) {
  // expected-error @+1 {{'level.note_entry' op expected a tensor in a format with slots, got 'tensor<?xf64}}
  %c = level.note_entry %b coords(%i) : !level.builder<tensor<?xf64, #V>, count>
  return
}

// -----

#ELL = #level.format<(i, j) -> (slot : dense, i : dense, j : padded)>
func.func @slot_of_a_row(%b: !level.builder<tensor<?x?xf64, #ELL>, place>, %i: index) {
  // expected-error @+1 {{'level.take_slot' op expected 2 coordinates, got 1}}
  %c, %s = level.take_slot %b coords(%i) : !level.builder<tensor<?x?xf64, #ELL>, place>
  return
}

// -----

#ELL = #level.format<(i, j) -> (slot : dense, i : dense, j : padded)>
func.func @slot_too_early(%b: !level.builder<tensor<?x?xf64, #ELL>, count>, %i: index) {
  // expected-error @+1 {{'level.take_slot' op expected a format with levels that are counted by slots, got 'tensor<?x?xf64}}
  %c, %s = level.take_slot %b coords(%i, %i) : !level.builder<tensor<?x?xf64, #ELL>, count>
  return
}

// -----

#ELL = #level.format<(i, j) -> (slot : dense, i : dense, j : padded)>
func.func @slot_of_nothing(%b: !level.builder<tensor<?x?xf64, #ELL>>, %i: index) {
  // expected-error @+1 {{'level.take_slot' 'state' must be a builder that counts or places}}
  %c, %s = level.take_slot %b coords(%i, %i) : !level.builder<tensor<?x?xf64, #ELL>>
  return
}

// -----

#ELL = #level.format<(i, j) -> (slot : dense, i : dense, j : padded)>
func.func @number_too_early(%b: !level.builder<tensor<?x?xf64, #ELL>, count>) {
  // expected-error @+1 {{'level.number_slots' op expected a format with levels that are counted by slots, got 'tensor<?x?xf64}}
  %c = level.number_slots %b : !level.builder<tensor<?x?xf64, #ELL>, count>
  return
}

// -----

// The parents of slots are not known before their entries are counted.
#Below = #level.format<(i, j) -> (i : compressed, slot : dense, j : padded)>
func.func @below_segments(%n: index) {
  // expected-error @+1 {{'level.init' op cannot assemble slots that no level numbers}}
  %b = level.init(%n, %n) : !level.builder<tensor<?x?xf64, #Below>, count>
  return
}

// -----

// Several entries would be children of a row of a diagonal.
#Several = #level.format<(i, j, k) -> (slot : dense, i : compressed, j : offset, k : dense)>
func.func @several_entries(%n: index) {
  // expected-error @+1 {{'level.init' op cannot assemble slots that no level numbers}}
  %b = level.init(%n, %n, %n) : !level.builder<tensor<?x?x?xf64, #Several>, count>
  return
}
