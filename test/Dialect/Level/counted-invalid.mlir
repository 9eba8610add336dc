// RUN: weft-opt %s -split-input-file -verify-diagnostics

// A builder is of one phase.
// expected-error @+1 {{expected a builder of one phase, 'count' or 'place', got 'two_phase'}}
func.func private @two_phase(!level.builder<tensor<?xf64>, two_phase>)

// -----

#V = #level.format<(i) -> (i : compressed)>
func.func @count_what_appends(%b: !level.builder<tensor<?xf64, #V>>, %n: index) {
  // expected-error @+1 {{'level.count' 'state' must be a builder that counts, but got '!level.builder<tensor<?xf64}}
  %c = level.count %b level 0 under %n of %n : !level.builder<tensor<?xf64, #V>>
  return
}

// -----

#V = #level.format<(i) -> (i : compressed)>
func.func @append_what_counts(%b: !level.builder<tensor<?xf64, #V>, count>, %n: index) {
  // expected-error @+1 {{'level.append_coord' 'state' must be a builder that neither counts nor places}}
  %c = level.append_coord %b level 0 coord %n : !level.builder<tensor<?xf64, #V>, count>
  return
}

// -----

#V = #level.format<(i) -> (i : compressed)>
func.func @connect_what_places(%b: !level.builder<tensor<?xf64, #V>, place>, %n: index) {
  // expected-error @+1 {{'level.append_edges' 'state' must be a builder that neither counts nor places}}
  %c = level.append_edges %b level 0 under %n from %n to %n : !level.builder<tensor<?xf64, #V>, place>
  return
}

// -----

#Rows = #level.format<(i, j) -> (i : compressed, j : dense)>
func.func @reserve(%b: !level.builder<tensor<?x?xf64, #Rows>, place>, %n: index) {
  // expected-error @+1 {{'level.reserve' 'state' must be a builder that does not place}}
  %c = level.reserve %b level 1 under %n : !level.builder<tensor<?x?xf64, #Rows>, place>
  return
}

// -----

#V = #level.format<(i) -> (i : compressed)>
func.func @store(%b: !level.builder<tensor<?xf64, #V>, count>, %n: index, %v: f64) {
  // expected-error @+1 {{'level.store' 'state' must be a builder that does not count}}
  %c = level.store %v, %b[%n] : f64, !level.builder<tensor<?xf64, #V>, count>
  return
}

// -----

#V = #level.format<(i) -> (i : compressed)>
func.func @load(%b: !level.builder<tensor<?xf64, #V>, count>, %n: index) {
  // expected-error @+1 {{'level.load' 'stored' must be a stored tensor or a builder of components}}
  %v = level.load %b[%n] : !level.builder<tensor<?xf64, #V>, count>
  return
}

// -----

#V = #level.format<(i) -> (i : compressed)>
func.func @next(%b: !level.builder<tensor<?xf64, #V>, place>) {
  // expected-error @+1 {{'level.next' op operand #0 must be a builder that does not place}}
  %p = level.next %b level 0 : !level.builder<tensor<?xf64, #V>, place>
  return
}

// -----

#V = #level.format<(i) -> (i : compressed)>
func.func @init(%n: index) {
  // expected-error @+1 {{'level.init' op result #0 must be a builder that does not place}}
  %b = level.init(%n) : !level.builder<tensor<?xf64, #V>, place>
  return
}

// -----

#V = #level.format<(i) -> (i : compressed)>
func.func @finalize(%b: !level.builder<tensor<?xf64, #V>, count>) {
  // expected-error @+1 {{'level.finalize' 'state' must be a builder that does not count}}
  %A = level.finalize %b : !level.builder<tensor<?xf64, #V>, count>
  return
}

// -----

#V = #level.format<(i) -> (i : compressed)>
#W = #level.format<(i) -> (i : compressed), pos = 64>
func.func @scan(%b: !level.builder<tensor<?xf64, #V>, count>) {
  // expected-error @+1 {{'level.scan' op failed to verify that the next builder places in the tensor that is counted}}
  %c = "level.scan"(%b) : (!level.builder<tensor<?xf64, #V>, count>) -> !level.builder<tensor<?xf64, #W>, place>
  return
}

// -----

func.func @count_encoding(%b: !level.builder<tensor<?xf64, "csr">, count>, %n: index) {
  // expected-error @+1 {{'level.count' op expected a tensor with a level format, got 'tensor<?xf64, "csr">'}}
  %c = level.count %b level 0 under %n of %n : !level.builder<tensor<?xf64, "csr">, count>
  return
}

// -----

#V = #level.format<(i) -> (i : compressed)>
func.func @count_level(%b: !level.builder<tensor<?xf64, #V>, count>, %n: index) {
  // expected-error @+1 {{'level.count' op expected a level below 1, got 1}}
  %c = level.count %b level 1 under %n of %n : !level.builder<tensor<?xf64, #V>, count>
  return
}

// -----

func.func @count_dense(%b: !level.builder<tensor<?xf64>, count>, %n: index) {
  // expected-error @+1 {{'level.count' op expected a level type with the capability append, got #level.dense}}
  %c = level.count %b level 0 under %n of %n : !level.builder<tensor<?xf64>, count>
  return
}

// -----

#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @count_singleton(%b: !level.builder<tensor<?x?xf64, #COO>, count>, %n: index) {
  // expected-error @+1 {{'level.count' op expected a level type whose parents have segments, got #level.singleton}}
  %c = level.count %b level 1 under %n of %n : !level.builder<tensor<?x?xf64, #COO>, count>
  return
}

// -----

#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @begin_singleton(%b: !level.builder<tensor<?x?xf64, #COO>, place>, %n: index) {
  // expected-error @+1 {{'level.begin' op expected a level type whose parents have segments, got #level.singleton}}
  %p = level.begin %b level 1 under %n : !level.builder<tensor<?x?xf64, #COO>, place>
  return
}

// -----

func.func @place_dense(%b: !level.builder<tensor<?xf64>, place>, %n: index) {
  // expected-error @+1 {{'level.place' op expected a level type with the capability append, got #level.dense}}
  %c = level.place %b level 0 at %n coord %n : !level.builder<tensor<?xf64>, place>
  return
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
func.func @runs_below_segments(%b: !level.builder<tensor<?x?xf64, #DCSR>>, %p: index) {
  // expected-error @+1 {{'level.append_children' op expected full levels above, got #level.compressed}}
  %c = level.append_children %b level 1 under %p count %p : !level.builder<tensor<?x?xf64, #DCSR>>
  return
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
func.func @scatter_below_segments(%b: !level.builder<tensor<?x?xf64, #DCSR>, count>, %p: index) {
  // expected-error @+1 {{'level.add_child' op expected full levels above, got #level.compressed}}
  %c = level.add_child %b level 1 under %p : !level.builder<tensor<?x?xf64, #DCSR>, count>
  return
}

// -----

#Rows = #level.format<(i, j) -> (i : dense, j : dense)>
func.func @take_what_is_inserted(%c: !level.builder<tensor<?x?xf64, #Rows>, place>, %p: index) {
  // expected-error @+1 {{'level.take_child' op expected a level type with the capability append, got #level.dense}}
  %c1, %q = level.take_child %c level 1 under %p coord %p : !level.builder<tensor<?x?xf64, #Rows>, place>
  return
}

// -----

#Rows = #level.format<(i, j) -> (i : dense, j : dense)>
func.func @scatter_what_is_inserted(%b: !level.builder<tensor<?x?xf64, #Rows>, count>) {
  // expected-error @+1 {{'level.scan' op expected a level that is appended to, got 'tensor<?x?xf64,}}
  %c = level.scan %b scattered : !level.builder<tensor<?x?xf64, #Rows>, count>
  return
}

// -----

#V = #level.format<(i) -> (i : compressed)>
func.func @take_what_grows(%b: !level.builder<tensor<?xf64, #V>>, %p: index) {
  // expected-error @+1 {{'level.take_child' 'state' must be a builder that places or keeps a structure}}
  %c, %q = level.take_child %b level 0 under %p coord %p : !level.builder<tensor<?xf64, #V>>
  return
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
func.func @reuse_columns(%A: tensor<?x?xf64, #CSC>, %m: index, %n: index) {
  // expected-error @+1 {{'level.init' op expected to reuse the structure of a tensor like 'tensor<?x?xf64}}
  %b = level.init(%m, %n) keeping %A : tensor<?x?xf64, #CSC> -> !level.builder<tensor<?x?xf64, #CSR>, reuse>
  return
}
