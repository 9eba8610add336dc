// A structure that is reused is there: its levels have nothing to be assembled with.

// RUN: weft-opt %s -split-input-file -verify-diagnostics

#V = #level.format<(i) -> (i : compressed)>
func.func @next(%b: !level.builder<tensor<?xf64, #V>, reuse>, %n: index) {
  // expected-error @+1 {{'level.next' op operand #0 must be a builder that does not place nor reuse a structure, but got}}
  %p = level.next %b level 0 : !level.builder<tensor<?xf64, #V>, reuse>
  return
}

// -----

#V = #level.format<(i) -> (i : compressed)>
func.func @append_coord(%b: !level.builder<tensor<?xf64, #V>, reuse>, %n: index) {
  // expected-error @+1 {{'level.append_coord' 'state' must be a builder that neither counts nor places nor reuses a structure, but got}}
  %c = level.append_coord %b level 0 coord %n : !level.builder<tensor<?xf64, #V>, reuse>
  return
}

// -----

#V = #level.format<(i) -> (i : compressed)>
func.func @reserve_coords(%b: !level.builder<tensor<?xf64, #V>, reuse>, %n: index) {
  // expected-error @+1 {{'level.reserve_coords' 'state' must be a builder that neither counts nor places nor reuses a structure, but got}}
  %c = level.reserve_coords %b level 0 for %n : !level.builder<tensor<?xf64, #V>, reuse>
  return
}

// -----

#V = #level.format<(i) -> (i : compressed)>
func.func @append_edges(%b: !level.builder<tensor<?xf64, #V>, reuse>, %n: index) {
  // expected-error @+1 {{'level.append_edges' 'state' must be a builder that neither counts nor places nor reuses a structure, but got}}
  %c = level.append_edges %b level 0 under %n from %n to %n : !level.builder<tensor<?xf64, #V>, reuse>
  return
}

// -----

#V = #level.format<(i) -> (i : hashed)>
func.func @reserve(%b: !level.builder<tensor<?xf64, #V>, reuse>, %n: index) {
  // expected-error @+1 {{'level.reserve' 'state' must be a builder that does not place nor reuse a structure, but got}}
  %c = level.reserve %b level 0 under %n : !level.builder<tensor<?xf64, #V>, reuse>
  return
}

// -----

#V = #level.format<(i) -> (i : hashed)>
func.func @insert_coord(%b: !level.builder<tensor<?xf64, #V>, reuse>, %n: index) {
  // expected-error @+1 {{'level.insert_coord' 'state' must be a builder that reuses no structure, but got}}
  %c, %p = level.insert_coord %b level 0 under %n coords(%n) : !level.builder<tensor<?xf64, #V>, reuse>
  return
}

// -----

#List = #level.format<(i) -> (i : compressed(nonunique))>
func.func @sorting(%b: !level.builder<tensor<?xf64, #List>, reuse>) {
  // expected-error @+1 {{'level.finalize' op sorts what is assembled, but the structure is reused}}
  %c = level.finalize %b sorting : !level.builder<tensor<?xf64, #List>, reuse>
  return
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#Rows = #level.format<(i, j) -> (i : compressed, j : dense)>
func.func @without_levels(%A: tensor<?x?xf64, #DCSR>, %n: index) {
  // expected-error @+1 {{'level.init' op expected to reuse the structure of a tensor like 'tensor<?x?xf64}}
  %b = level.init(%n, %n) keeping %A : tensor<?x?xf64, #DCSR> -> !level.builder<tensor<?x?xf64, #Rows>, reuse>
  return
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#Rows = #level.format<(i, j) -> (i : compressed, j : dense)>
func.func @other_levels(%A: tensor<?x?xf64, #CSR>, %n: index) {
  // expected-error @+1 {{'level.init' op expected a tensor that shares its first levels (1) with 'tensor<?x?xf64}}
  %b = level.init(%n, %n) keeping %A levels 1 : tensor<?x?xf64, #CSR> -> !level.builder<tensor<?x?xf64, #Rows>, reuse>
  return
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#Rows = #level.format<(i, j) -> (i : compressed, j : dense)>
func.func @other_size(%A: tensor<4x?xf64, #DCSR>, %n: index) {
  // expected-error @+1 {{'level.init' op expected a tensor that shares its first levels (1)}}
  %b = level.init(%n, %n) keeping %A levels 1 : tensor<4x?xf64, #DCSR> -> !level.builder<tensor<?x?xf64, #Rows>, reuse>
  return
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#CSF = #level.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>
func.func @stored_below(%A: tensor<?x?xf64, #DCSR>, %n: index) {
  // expected-error @+1 {{'level.init' op expected a tensor that shares its first levels (2) with 'tensor<?x?x?xf64}}
  %b = level.init(%n, %n, %n) keeping %A levels 2 : tensor<?x?xf64, #DCSR> -> !level.builder<tensor<?x?x?xf64, #CSF>, reuse>
  return
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#Rows = #level.format<(i, j) -> (i : compressed, j : dense)>
func.func @no_levels(%A: tensor<?x?xf64, #DCSR>, %n: index) {
  // expected-error @+1 {{'level.init' op expected to keep 1 to 2 levels, got 0}}
  %b = level.init(%n, %n) keeping %A levels 0 : tensor<?x?xf64, #DCSR> -> !level.builder<tensor<?x?xf64, #Rows>, reuse>
  return
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#Rows = #level.format<(i, j) -> (i : compressed, j : dense)>
func.func @too_many_levels(%A: tensor<?x?xf64, #DCSR>, %n: index) {
  // expected-error @+1 {{'level.init' op expected to keep 1 to 2 levels, got 7}}
  %b = level.init(%n, %n) keeping %A levels 7 : tensor<?x?xf64, #DCSR> -> !level.builder<tensor<?x?xf64, #Rows>, reuse>
  return
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
func.func @kept_levels(%A: tensor<?x?xf64, #DCSR>, %n: index) {
  // expected-error @+1 {{'level.init' op keeps levels, but reuses no structure}}
  %b = level.init(%n, %n) keeping %A levels 2 : tensor<?x?xf64, #DCSR> -> !level.builder<tensor<?x?xf64, #DCSR>, compute>
  return
}

// -----

func.func @no_format(%A: tensor<?x?xf64, "other">, %n: index) {
  // expected-error @+1 {{'level.init' op expected a tensor that shares its first levels (1)}}
  %b = level.init(%n, %n) keeping %A levels 1 : tensor<?x?xf64, "other"> -> !level.builder<tensor<?x?xf64>, reuse>
  return
}

// -----

#Loose = #level.format<(i, j) -> (i : loose_compressed, j : compressed)>
#Rows = #level.format<(i, j) -> (i : loose_compressed, j : dense)>
func.func @gaps(%A: tensor<?x?xf64, #Loose>, %n: index) {
  // expected-error @+1 {{'level.init' op expected a tensor that shares its first levels (1)}}
  %b = level.init(%n, %n) keeping %A levels 1 : tensor<?x?xf64, #Loose> -> !level.builder<tensor<?x?xf64, #Rows>, reuse>
  return
}

// -----

#Table = #level.format<(i) -> (i : hashed)>
func.func @unfilled_places(%A: tensor<?xf64, #Table>, %n: index) {
  // expected-error @+1 {{'level.init' op leaves places unfilled that no coordinate has, in 'tensor<?xf64}}
  %b = level.init(%n) unfilled keeping %A : tensor<?xf64, #Table> -> !level.builder<tensor<?xf64, #Table>, reuse>
  return
}

// -----

#Pairs = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#Rows = #level.format<(i, j) -> (i : compressed(nonunique), j : dense)>
func.func @several_rows(%A: tensor<?x?xf64, #Pairs>, %n: index) {
  // expected-error @+1 {{'level.init' op expected a tensor that shares its first levels (1)}}
  %b = level.init(%n, %n) keeping %A levels 1 : tensor<?x?xf64, #Pairs> -> !level.builder<tensor<?x?xf64, #Rows>, reuse>
  return
}
