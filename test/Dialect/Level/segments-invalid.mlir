// RUN: weft-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{expected room for one coordinate at least, got 0}}
#None = #level.format<(i, j) -> (i : dense, j : structured(0))>

// -----

// expected-error @+1 {{level 1 is batched: expected a dimension above it that is the batches, and full levels only}}
#Alone = #level.format<(i) -> (i : batched)>

// -----

// expected-error @+1 {{level 3 is batched: expected a dimension above it that is the batches, and full levels only}}
#Below = #level.format<(i, j, k) -> (i : dense, j : compressed, k : batched)>

// -----

// expected-error @+1 {{level 2 is permuted: expected it to be the outermost level, and to store a whole dimension}}
#Below = #level.format<(i, j) -> (i : dense, j : permuted(8))>

// -----

// expected-error @+1 {{level 1 is permuted: expected it to be the outermost level, and to store a whole dimension}}
#Blocks = #level.format<(i) -> (i floordiv 4 : permuted(8), i mod 4 : dense)>

// -----

// expected-error @+1 {{expected windows of at least 2 coordinates, got 1}}
#Same = #level.format<(i) -> (i : permuted(1))>

// -----

// expected-error @+1 {{level 2 is sliced: expected a level of slots}}
#NoSlots = #level.format<(i, j) -> (i : dense, j : sliced(4))>

// -----

// expected-error @+1 {{expected slices of one parent at least, got 0}}
#NoRows = #level.format<(i, j) -> (i : dense, slot : sliced(0), j : padded)>

// -----

// expected-error @+1 {{expected '('}}
#Bare = #level.format<(i, j) -> (i : dense, j : structured)>

// -----

// expected-error @+1 {{expected room for one coordinate at least, got -1}}
func.func @negative() attributes {a = #level.structured<-1>} {
  return
}

// -----

#Runs = #level.format<(i) -> (i : run_length)>
func.func @insert(%b: !level.builder<tensor<?xf64, #Runs>>, %p: index, %i: index) {
  // expected-error @+1 {{'level.insert_coord' op expected a level type with the capability insert, got #level.run_length}}
  %c, %q = level.insert_coord %b level 0 under %p coords(%i) : !level.builder<tensor<?xf64, #Runs>>
  return
}

// -----

#Banded = #level.format<(i, j) -> (i : dense, j : interval)>
func.func @append(%b: !level.builder<tensor<?x?xf64, #Banded>>) {
  // expected-error @+1 {{'level.next' op expected a level type with the capability append, got #level.interval}}
  %p = level.next %b level 1 : !level.builder<tensor<?x?xf64, #Banded>>
  return
}

// -----

#Loose = #level.format<(i, j) -> (i : dense, j : loose_compressed)>
func.func @recover(%s: !level.storage<tensor<?x?xf64, #Loose>>, %p: index) {
  // expected-error @+1 {{'level.parent_of' op expected a level type with the capability recover, got #level.loose_compressed}}
  %q = level.parent_of %s level 1 at %p under %p to %p : !level.storage<tensor<?x?xf64, #Loose>>
  return
}

// -----

#Banded = #level.format<(i, j) -> (i : dense, j : interval)>
func.func @positions(%s: !level.storage<tensor<?x?xf64, #Banded>>, %p: index) {
  // expected-error @+1 {{'level.pos_access' op expected a level type with the capability position iterate, got #level.interval}}
  %j, %f = level.pos_access %s level 1 at %p coords(%p) : !level.storage<tensor<?x?xf64, #Banded>>
  return
}
