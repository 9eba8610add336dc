// RUN: weft-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{expected one level of slots at most}}
#Two = #level.format<(i) -> (slot : dense, slot : dense, i : padded)>

// -----

// expected-error @+1 {{expected no fill of a format with slots, whose entries are added up}}
#Fill = #level.format<(i, j) -> (slot : dense, i : dense, j : padded), fill = 1.0 : f64>

// -----

// expected-error @+1 {{expected a dense level of slots, got #level.compressed}}
#Sparse = #level.format<(i, j) -> (slot : compressed, i : dense, j : padded)>

// -----

// expected-error @+1 {{level 0 is a range: expected a level of slots above it and an offset level below}}
#NoSlots = #level.format<(i, j) -> (i : range, j : offset)>

// -----

// expected-error @+1 {{level 1 is a range: expected a level of slots above it and an offset level below}}
#NoOffset = #level.format<(i, j) -> (slot : dense, i : range, j : compressed)>

// -----

// expected-error @+1 {{level 1 is an offset: expected a level of slots two levels above it}}
#NoParent = #level.format<(i, j) -> (slot : dense, i : offset, j : dense)>

// -----

#DIA = #level.format<(i, j) -> (slot : dense, i : range, j : offset)>
func.func @assemble(%n: index) {
  // expected-error @+1 {{'level.init' op cannot assemble level 1: #level.range has neither append nor insert}}
  %b = level.init(%n, %n) : !level.builder<tensor<?x?xf64, #DIA>>
  return
}

// -----

#Slots = #level.format<(i, j) -> (slot : dense, i : dense, j : dense)>
func.func @assemble_slots(%n: index) {
  // expected-error @+1 {{'level.init' op cannot assemble slots, which are not counted}}
  %b = level.init(%n, %n) : !level.builder<tensor<?x?xf64, #Slots>>
  return
}
