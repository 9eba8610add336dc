// RUN: weft-opt %s -split-input-file -verify-diagnostics

// The text form of formats.

// expected-error @+1 {{unknown dimension 'k'}}
#F = #level.format<(i, j) -> (i : dense, k : compressed)>

// -----

// expected-error @+1 {{dimension 'i' occurs twice}}
#F = #level.format<(i, i) -> (i : dense, i : compressed)>

// -----

// expected-error @+1 {{expected 'dense', 'compressed', 'singleton', 'bitmap', 'hashed', 'range', 'offset', 'padded', 'loose_compressed', 'listed', 'run_length', 'interval', 'structured', 'batched', 'permuted', 'sliced', 'sparse_set' or an attribute, got 'sparse'}}
#F = #level.format<(i) -> (i : sparse)>

// -----

// expected-error @+1 {{expected 'nonunique' or 'nonordered', got 'unique'}}
#F = #level.format<(i) -> (i : compressed(unique))>

// -----

// expected-error @+1 {{'nonunique' occurs twice}}
#F = #level.format<(i) -> (i : compressed(nonunique, nonunique))>

// -----

// expected-error @+1 {{expected 'nonunique' or 'nonordered', got 'dense'}}
#T = #level.singleton<dense>

// -----

// expected-error @+1 {{expected a block size of at least 2, got 0}}
#F = #level.format<(i) -> (i floordiv 0 : dense, i mod 0 : dense)>

// -----

// expected-error @+1 {{expected a block size of at least 2, got 1}}
#F = #level.format<(i) -> (i floordiv 1 : dense, i mod 1 : dense)>

// -----

// expected-error @+1 {{expected 'pos', 'crd', 'fill' or 'packed', got 'width'}}
#F = #level.format<(i) -> (i : dense), width = 32>

// -----

// expected-error @+1 {{expected integer value}}
#F = #level.format<(i) -> (i : dense), pos = i32>

// -----

// Formats that store no tensor.

// expected-error @+1 {{expected 8, 16, 32 or 64 bits for positions and coordinates, got pos = 12 and crd = 32}}
#F = #level.format<(i) -> (i : dense), pos = 12>

// -----

// expected-error @+1 {{expected a packed format to have a last level with one coordinate for each position, got #level.dense}}
#F = #level.format<(i, j) -> (i : compressed, j : dense), packed>

// -----

// expected-error @+1 {{expected a packed format to have a last level with one coordinate for each position, got none}}
#F = #level.format<() -> (), packed>

// -----

// expected-error @+1 {{expected a width for each of 2 levels, got 1}}
#F = #level.format<(i, j) -> (i : compressed, j : compressed), crd = [8]>

// -----

// expected-error @+1 {{level 3 is an offset: expected the width of coordinates of the level above, which it is added to}}
#F = #level.format<(i, j) -> (slot : dense, i : range, j : offset), crd = [32, 32, 64]>

// -----

// expected-error @+1 {{expected 8, 16, 32 or 64 bits for positions and coordinates, got pos = 32 and crd = 128}}
#F = #level.format<(i) -> (i : dense), crd = 128>

// -----

// expected-error @+1 {{expected dimension 1 to be stored by one level, or by one level of its quotient and one of its remainder}}
#F = #level.format<(i, j) -> (i : dense)>

// -----

// expected-error @+1 {{expected dimension 0 to be stored by one level, or by one level of its quotient and one of its remainder}}
#F = #level.format<(i) -> (i : dense, i : dense)>

// -----

// expected-error @+1 {{expected dimension 0 to be stored by one level, or by one level of its quotient and one of its remainder}}
#F = #level.format<(i) -> (i floordiv 2 : dense, i mod 3 : dense)>

// -----

// expected-error @+1 {{expected a level type, got "dense"}}
#F = #level.format<(i) -> (i : "dense")>

// -----

// expected-error @+1 {{level 1 has no parents to be branchless under}}
#F = #level.format<(i) -> (i : singleton)>

// -----

#F = #level.format<(i) -> (i : dense)>

// expected-error @+1 {{format has 1 dimensions, but the tensor has 2}}
func.func private @rank(tensor<?x?xf64, #F>)

// -----

#F = #level.format<(i) -> (i : compressed), fill = 1.0 : f32>

// expected-error @+1 {{expected a fill of type 'f64', got 1.000000e+00 : f32}}
func.func private @fill(tensor<?xf64, #F>)

// -----

#F = #level.format<(i, j) -> (i : dense, j : compressed), crd = 8>

// Coordinates from 0 to 127; a dense level stores none.
func.func private @fits(tensor<1000x128xf64, #F>)

// expected-error @+1 {{level 2 has 129 coordinates, and coordinates of 8 bits number at most 128; use a larger 'crd', as in 'crd = 64'}}
func.func private @narrow(tensor<1000x129xf64, #F>)

// -----

#F = #level.format<(i, j) -> (i floordiv 4 : compressed, j : dense, i mod 4 : dense), crd = [8, 32, 32]>

func.func private @fits(tensor<512x3xf64, #F>)

// expected-error @+1 {{level 1 has 129 coordinates, and coordinates of 8 bits number at most 128; use a larger 'crd', as in 'crd = 64'}}
func.func private @narrow_blocks(tensor<513x3xf64, #F>)

// -----

// The capabilities that level functions take.

func.func @encoding(%s: !level.storage<tensor<?xf64, "csr">>) {
  // expected-error @+1 {{'level.size' op expected a tensor with a level format, got 'tensor<?xf64, "csr">'}}
  %n = level.size %s level 0 : !level.storage<tensor<?xf64, "csr">>
  return
}

// -----

func.func @level(%s: !level.storage<tensor<?xf64>>) {
  // expected-error @+1 {{'level.size' op expected a level below 1, got 1}}
  %n = level.size %s level 1 : !level.storage<tensor<?xf64>>
  return
}

// -----

func.func @negative_level(%s: !level.storage<tensor<?xf64>>) {
  // expected-error @+1 {{'level.size' op expected a level below 1, got -1}}
  %n = level.size %s level -1 : !level.storage<tensor<?xf64>>
  return
}

// -----

#B = #level.format<(i) -> (i : bitmap)>
func.func @pos_bounds(%s: !level.storage<tensor<?xf64, #B>>, %p: index) {
  // expected-error @+1 {{'level.pos_bounds' op expected a level type with the capability position iterate or recover, got #level.bitmap}}
  %b, %e = level.pos_bounds %s level 0 under %p to %p : !level.storage<tensor<?xf64, #B>>
  return
}

// -----

func.func @pos_bounds_level(%s: !level.storage<tensor<?xf64>>, %p: index) {
  // expected-error @+1 {{'level.pos_bounds' op expected a level below 1, got 2}}
  %b, %e = level.pos_bounds %s level 2 under %p to %p : !level.storage<tensor<?xf64>>
  return
}

// -----

func.func @pos_access(%s: !level.storage<tensor<?xf64>>, %p: index) {
  // expected-error @+1 {{'level.pos_access' op expected a level type with the capability position iterate, got #level.dense}}
  %i, %found = level.pos_access %s level 0 at %p coords() : !level.storage<tensor<?xf64>>
  return
}

// -----

func.func @coord_bounds(%s: !level.storage<tensor<?xf64>>, %p: index) {
  // expected-error @+1 {{'level.coord_bounds' op expected a level type with the capability coordinate iterate, got #level.dense}}
  %b, %e = level.coord_bounds %s level 0 under %p coords() : !level.storage<tensor<?xf64>>
  return
}

// -----

func.func @coord_access(%s: !level.storage<tensor<?xf64>>, %p: index) {
  // expected-error @+1 {{'level.coord_access' op expected a level type with the capability coordinate iterate, got #level.dense}}
  %q, %found = level.coord_access %s level 0 under %p coords(%p) : !level.storage<tensor<?xf64>>
  return
}

// -----

#V = #level.format<(i) -> (i : compressed)>
func.func @locate(%s: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'level.locate' op expected a level type with the capability locate, got #level.compressed}}
  %q, %found = level.locate %s level 0 under %p coords(%p) : !level.storage<tensor<?xf64, #V>>
  return
}

// -----

#V = #level.format<(i) -> (i : compressed(nonordered))>
func.func @search(%s: !level.storage<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'level.search' op expected a level type with the capability ordered position iterate, got #level.compressed<nonordered>}}
  %q = level.search %s level 0 in %p to %p for %p coords() : !level.storage<tensor<?xf64, #V>>
  return
}

// -----

func.func @parent_of(%s: !level.storage<tensor<?xf64>>, %p: index) {
  // expected-error @+1 {{'level.parent_of' op expected a level below 1, got 1}}
  %q = level.parent_of %s level 1 at %p under %p to %p : !level.storage<tensor<?xf64>>
  return
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
func.func @access_coords(%s: !level.storage<tensor<?x?xf64, #CSR>>, %p: index) {
  // expected-error @+1 {{'level.pos_access' op expected 1 coordinates, got 0}}
  %i, %found = level.pos_access %s level 1 at %p coords() : !level.storage<tensor<?x?xf64, #CSR>>
  return
}

// -----

func.func @locate_coords(%s: !level.storage<tensor<?xf64>>, %p: index) {
  // expected-error @+1 {{'level.locate' op expected 1 coordinates, got 2}}
  %q, %found = level.locate %s level 0 under %p coords(%p, %p) : !level.storage<tensor<?xf64>>
  return
}

// -----

// Combiners.

func.func @unknown_combiner(%s: !level.storage<tensor<?xf64>>, %p: index) {
  // expected-error @+1 {{expected a region or a registered operation as combiner, got 'arith.sum'}}
  %v = level.combine arith.sum %s[%p to %p] : !level.storage<tensor<?xf64>>
  return
}

// -----

func.func @unary_combiner(%s: !level.storage<tensor<?xf64>>, %p: index) {
  // expected-error @+1 {{expected an operation of two values to one as combiner, got 'arith.negf'}}
  %v = level.combine arith.negf %s[%p to %p] : !level.storage<tensor<?xf64>>
  return
}

// -----

func.func @combiner_arguments(%s: !level.storage<tensor<?xf64>>, %p: index) {
  // expected-error @+1 {{'level.combine' op expected a combiner of two values of type 'f64' that yields one}}
  %v = level.combine {
  ^bb0(%x: f64):
    level.yield %x : f64
  } %s[%p to %p] : !level.storage<tensor<?xf64>>
  return
}

// -----

func.func private @effect(f64)
func.func @combiner_effects(%s: !level.storage<tensor<?xf64>>, %p: index) {
  // expected-error @+1 {{'level.combine' op expected a combiner without side effects, but it contains 'func.call'}}
  %v = level.combine {
  ^bb0(%x: f64, %y: f64):
    func.call @effect(%x) : (f64) -> ()
    level.yield %x : f64
  } %s[%p to %p] : !level.storage<tensor<?xf64>>
  return
}

// -----

func.func @combiner_body(%s: !level.storage<tensor<?xf64>>, %p: index) {
  // expected-error @+1 {{'level.combine' op expected a combiner that ends with 'level.yield'}}
  %v = level.combine {
  ^bb0(%x: f64, %y: f64):
    %sum = arith.addf %x, %y : f64
  } %s[%p to %p] : !level.storage<tensor<?xf64>>
  return
}

// -----

func.func @yield(%v: f64) {
  // expected-error @+1 {{'level.yield' op expects parent op to be one of 'level.combine, level.atomic_update, level.reserve_entries, level.combine_entries'}}
  level.yield %v : f64
}

// -----

// Assembly.

func.func @init_encoding(%n: index) {
  // expected-error @+1 {{'level.init' op expected a tensor with a level format, got 'tensor<?xf64, "csr">'}}
  %b = level.init(%n) : !level.builder<tensor<?xf64, "csr">>
  return
}

// -----

func.func @init_sizes(%n: index) {
  // expected-error @+1 {{'level.init' op expected 2 sizes, got 1}}
  %b = level.init(%n) : !level.builder<tensor<?x?xf64>>
  return
}

// -----

func.func @init_keeps_nothing(%n: index) {
  // expected-error @+1 {{'level.init' op expected a tensor whose structure is kept}}
  %b = level.init(%n) : !level.builder<tensor<?xf64>, compute>
  return
}

// -----

func.func @init_keeps(%n: index, %a: tensor<?xf64>) {
  // expected-error @+1 {{'level.init' op keeps a structure, but assembles a new one}}
  %b = level.init(%n) keeping %a : tensor<?xf64> -> !level.builder<tensor<?xf64>>
  return
}

// -----

func.func @init_structure(%n: index, %a: tensor<?xf32>) {
  // expected-error @+1 {{'level.init' op expected to keep the structure of a 'tensor<?xf64>', got 'tensor<?xf32>'}}
  %b = level.init(%n) keeping %a : tensor<?xf32> -> !level.builder<tensor<?xf64>, compute>
  return
}

// -----

#V = #level.format<(i) -> (i : compressed)>
func.func @finalize_unique(%b: !level.builder<tensor<?xf64, #V>>) {
  // expected-error @+1 {{'level.finalize' op sorts coordinate lists with levels that, but for a leaf below others, are not unique, got #level.format<(d0) -> (d0 : compressed)>}}
  %a = level.finalize %b sorting : !level.builder<tensor<?xf64, #V>>
  return
}

// -----

func.func @finalize_encoding(%b: !level.builder<tensor<?xf64, "csr">>) {
  // expected-error @+1 {{'level.finalize' op expected a tensor with a level format, got 'tensor<?xf64, "csr">'}}
  %a = level.finalize %b sorting : !level.builder<tensor<?xf64, "csr">>
  return
}

// -----

func.func @next(%b: !level.builder<tensor<?xf64>>) {
  // expected-error @+1 {{'level.next' op expected a level type with the capability append, got #level.dense}}
  %p = level.next %b level 0 : !level.builder<tensor<?xf64>>
  return
}

// -----

#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

func.func @reserve_coords_order(%b: !level.builder<tensor<?x?xf64, #COO>>, %n: index) {
  // expected-error @+1 {{'level.reserve_coords' op expected a last level after level 1, got 1}}
  %c = level.reserve_coords %b level 1 to 1 for %n : !level.builder<tensor<?x?xf64, #COO>>
  return
}

// -----

#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

func.func @reserve_coords_last(%b: !level.builder<tensor<?x?xf64, #COO>>, %n: index) {
  // expected-error @+1 {{'level.reserve_coords' op expected a level below 2, got 2}}
  %c = level.reserve_coords %b level 0 to 2 for %n : !level.builder<tensor<?x?xf64, #COO>>
  return
}

// -----

#RowBlocks = #level.format<(i, j) -> (i : compressed, j : dense)>

func.func @reserve_coords_dense(%b: !level.builder<tensor<?x?xf64, #RowBlocks>>, %n: index) {
  // expected-error @+1 {{'level.reserve_coords' op expected a level type with the capability append, got #level.dense}}
  %c = level.reserve_coords %b level 0 to 1 for %n : !level.builder<tensor<?x?xf64, #RowBlocks>>
  return
}

// -----

func.func @reserve_coords(%b: !level.builder<tensor<?xf64>>, %n: index) {
  // expected-error @+1 {{'level.reserve_coords' op expected a level type with the capability append, got #level.dense}}
  %c = level.reserve_coords %b level 0 for %n : !level.builder<tensor<?xf64>>
  return
}

// -----

#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

func.func @reserve_entries_unique(%b: !level.builder<tensor<?x?xf64, #COO>>, %n: index) {
  // expected-error @+1 {{'level.reserve_entries' op expected a coordinate list that may have entries with equal coordinates, got 'tensor<?x?xf64}}
  %c = level.reserve_entries arith.addf %b for %n : !level.builder<tensor<?x?xf64, #COO>>
  return
}

// -----

#List = #level.format<(i) -> (i : compressed(nonunique))>

func.func @reserve_entries_kept(%b: !level.builder<tensor<?xf64, #List>, compute>, %n: index) {
  // expected-error @+1 {{'level.reserve_entries' op expected arrays that grow, got '!level.builder<tensor<?xf64,}}
  %c = level.reserve_entries arith.addf %b for %n : !level.builder<tensor<?xf64, #List>, compute>
  return
}

// -----

#List = #level.format<(i) -> (i : compressed(nonunique))>

func.func @reserve_entries_combiner(%b: !level.builder<tensor<?xf64, #List>>, %n: index) {
  // expected-error @+1 {{'level.reserve_entries' op expected a combiner}}
  %c = level.reserve_entries {
  ^bb0(%x: f64):
    level.yield %x : f64
  } %b for %n : !level.builder<tensor<?xf64, #List>>
  return
}

// -----

#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

func.func @combine_entries_unique(%b: !level.builder<tensor<?x?xf64, #COO>>) {
  // expected-error @+1 {{'level.combine_entries' op expected a coordinate list that may have entries with equal coordinates, got 'tensor<?x?xf64}}
  %c = level.combine_entries arith.addf %b : !level.builder<tensor<?x?xf64, #COO>>
  return
}

// -----

#List = #level.format<(i) -> (i : compressed(nonunique))>

func.func @combine_entries_kept(%b: !level.builder<tensor<?xf64, #List>, compute>) {
  // expected-error @+1 {{'level.combine_entries' op expected arrays that grow, got '!level.builder<tensor<?xf64,}}
  %c = level.combine_entries arith.addf %b : !level.builder<tensor<?xf64, #List>, compute>
  return
}

// -----

#List = #level.format<(i) -> (i : compressed(nonunique))>

func.func @take_entries_other(%b: !level.builder<tensor<?xf64, #List>>, %first: index, %marks: memref<?xi8>, %table: memref<?xf32>) {
  // expected-error @+1 {{'level.take_entries' op expected a table of 'f64', got 'memref<?xf32>'}}
  %c = level.take_entries %b at %first from %marks, %table : <tensor<?xf64, #List>>, memref<?xi8>, memref<?xf32>
  return
}

// -----

#List = #level.format<(i) -> (i : compressed(nonunique))>

func.func @take_entries_strided(%b: !level.builder<tensor<?xf64, #List>>, %first: index, %marks: memref<?xi8>, %table: memref<?xf64, strided<[2]>>) {
  // expected-error @+1 {{'level.take_entries' op expected an array in a row of the default memory, got 'memref<?xf64, strided<[2]>>'}}
  %c = level.take_entries %b at %first from %marks, %table : <tensor<?xf64, #List>>, memref<?xi8>, memref<?xf64, strided<[2]>>
  return
}

// -----

#Entries = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton(nonunique))>

func.func @take_entries_pairs(%b: !level.builder<tensor<?x?xf64, #Entries>>, %first: index, %marks: memref<?xi8>, %table: memref<?xf64>) {
  // expected-error @+1 {{'level.take_entries' op expected a list of one level, got 'tensor<?x?xf64}}
  %c = level.take_entries %b at %first from %marks, %table : <tensor<?x?xf64, #Entries>>, memref<?xi8>, memref<?xf64>
  return
}

// -----

#List = #level.format<(i) -> (i : compressed(nonunique))>

func.func @take_entries_coordinates(%b: !level.builder<tensor<?xf64, #List>, assemble>, %first: index, %marks: memref<?xi8>, %table: memref<?xf64>) {
  // expected-error @+1 {{'level.take_entries' op expected a builder of values, got '!level.builder<tensor<?xf64,}}
  %c = level.take_entries %b at %first from %marks, %table : <tensor<?xf64, #List>, assemble>, memref<?xi8>, memref<?xf64>
  return
}

// -----

#Vector = #level.format<(i) -> (i : compressed)>

func.func @take_entries_unique(%b: !level.builder<tensor<?xf64, #Vector>>, %first: index, %marks: memref<?xi8>, %table: memref<?xf64>) {
  // expected-error @+1 {{'level.take_entries' op expected a coordinate list that may have entries with equal coordinates, got 'tensor<?xf64}}
  %c = level.take_entries %b at %first from %marks, %table : <tensor<?xf64, #Vector>>, memref<?xi8>, memref<?xf64>
  return
}

// -----

func.func @append_coord(%b: !level.builder<tensor<?xf64>>, %i: index) {
  // expected-error @+1 {{'level.append_coord' op expected a level type with the capability append, got #level.dense}}
  %c = level.append_coord %b level 0 coord %i : !level.builder<tensor<?xf64>>
  return
}

// -----

func.func @append_edges(%b: !level.builder<tensor<?xf64>>, %i: index) {
  // expected-error @+1 {{'level.append_edges' op expected a level type with the capability append, got #level.dense}}
  %c = level.append_edges %b level 0 under %i from %i to %i : !level.builder<tensor<?xf64>>
  return
}

// -----

#V = #level.format<(i) -> (i : compressed)>
func.func @insert_coord(%b: !level.builder<tensor<?xf64, #V>>, %i: index) {
  // expected-error @+1 {{'level.insert_coord' op expected a level type with the capability insert, got #level.compressed}}
  %c, %p = level.insert_coord %b level 0 under %i coords(%i) : !level.builder<tensor<?xf64, #V>>
  return
}

// -----

#V = #level.format<(i, j) -> (i : hashed, j : bitmap)>
func.func @insert_coord_without_parents(%b: !level.builder<tensor<?x?xf64, #V>>, %i: index) {
  // expected-error @+1 {{'level.insert_coord' op expected 2 coordinates, got 1}}
  %c, %p = level.insert_coord %b level 1 under %i coords(%i) : !level.builder<tensor<?x?xf64, #V>>
  return
}

// -----

#V = #level.format<(i) -> (i : compressed)>
func.func @reserve(%b: !level.builder<tensor<?xf64, #V>>, %i: index) {
  // expected-error @+1 {{'level.reserve' op expected a level type with the capability insert, got #level.compressed}}
  %c = level.reserve %b level 0 under %i : !level.builder<tensor<?xf64, #V>>
  return
}

// -----

func.func @store(%b: !level.builder<tensor<?xf64>>, %i: index, %v: f32) {
  // expected-error @+1 {{'level.store' op expected a value of type 'f64', got 'f32'}}
  %c = level.store %v, %b[%i] : f32, !level.builder<tensor<?xf64>>
  return
}

// -----

func.func @update_value(%b: !level.builder<tensor<?xf64>>, %i: index, %v: f32) {
  // expected-error @+1 {{'level.atomic_update' op expected a value of type 'f64', got 'f32'}}
  %c = level.atomic_update arith.addf %v, %b[%i] : f32, !level.builder<tensor<?xf64>>
  return
}

// -----

func.func @update_width(%b: !level.builder<tensor<?xi24>>, %i: index, %v: i24) {
  // expected-error @+1 {{'level.atomic_update' op expected components of 8 to 64 bits, complex ones of such parts or truth values, got 'i24'}}
  %c = level.atomic_update arith.addi %v, %b[%i] : i24, !level.builder<tensor<?xi24>>
  return
}

// -----

func.func @update_combiner(%b: !level.builder<tensor<?xf64>>, %i: index, %v: f64) {
  // expected-error @+1 {{'level.atomic_update' op expected a combiner of two values of type 'f64' that yields one}}
  %c = level.atomic_update {
  ^bb0(%x: f64):
    level.yield %x : f64
  } %v, %b[%i] : f64, !level.builder<tensor<?xf64>>
  return
}

// -----

func.func @states(%b: !level.builder<tensor<?xf64>>, %i: index, %v: f64) {
  // expected-error @+1 {{'level.store' op failed to verify that the state has the type of the builder}}
  %c = "level.store"(%v, %b, %i) : (f64, !level.builder<tensor<?xf64>>, index) -> !level.builder<tensor<?xf32>>
  return
}

// -----

func.func @load(%s: !level.storage<tensor<?xf64>>, %i: index) {
  // expected-error @+1 {{'level.load' op failed to verify that the component has the element type}}
  %v = "level.load"(%s, %i) : (!level.storage<tensor<?xf64>>, index) -> f32
  return
}

// -----

func.func @open(%t: tensor<?xf64>) {
  // expected-error @+1 {{'level.open' op failed to verify that storage is that of the tensor}}
  %s = "level.open"(%t) : (tensor<?xf64>) -> !level.storage<tensor<?xf32>>
  return
}

// -----

func.func @combiner_capture(%s: !level.storage<tensor<?xf64>>, %b: index, %e: index, %k: f64) -> f64 {
  %v = level.combine {
  ^bb0(%x: f64, %y: f64):
    // expected-error @+1 {{'arith.addf' op uses a value from outside its combiner}}
    %z = arith.addf %x, %k : f64
    level.yield %z : f64
  } %s[%b to %e] : !level.storage<tensor<?xf64>>
  return %v : f64
}

// -----

// A level without an order cannot be searched.
#V = #level.format<(i) -> (i : hashed)>
func.func @search(%s: !level.storage<tensor<?xf64, #V>>, %i: index) {
  // expected-error @+1 {{'level.search' op expected a level type with the capability ordered position iterate, got #level.hashed}}
  %p = level.search %s level 0 in %i to %i for %i coords() : !level.storage<tensor<?xf64, #V>>
  return
}

// -----

#V = #level.format<(i) -> (i : compressed), fill = dense<0.0> : vector<2xf64>>

// expected-error @+1 {{expected a fill of type 'vector<2xf64>'}}
func.func private @vector_fill(tensor<?xvector<2xf64>, #V>)

// -----

// expected-error @+1 {{level 2 is a sparse set: expected no other level}}
#V = #level.format<(i, j) -> (i : dense, j : sparse_set)>

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

func.func @unfilled_init(%m: index) {
  // expected-error@+1 {{expected the fused assembly of dense levels, got '!level.builder<tensor<?x?xf64}}
  %b = level.init(%m, %m) unfilled : <tensor<?x?xf64, #CSR>>
  return
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

func.func @fill_segment_of_sparse(%b: !level.builder<tensor<?x?xf64, #CSR>>, %p: index) {
  // expected-error@+1 {{expected dense levels below 0 that are assembled in one pass or reused, got '!level.builder<tensor<?x?xf64}}
  %c = level.fill_segment %b level 0 at %p : <tensor<?x?xf64, #CSR>>
  return
}

// -----

func.func @fill_segment_of_level(%b: !level.builder<tensor<?xf64>>, %p: index) {
  // expected-error@+1 {{expected a level below 1, got 1}}
  %c = level.fill_segment %b level 1 at %p : <tensor<?xf64>>
  return
}
