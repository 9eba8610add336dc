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
