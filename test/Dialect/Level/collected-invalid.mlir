// RUN: weft-opt %s -split-input-file -verify-diagnostics

#BCSR = #level.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#Table = #level.format<(p) -> (p : dense), fill = -1 : i64>
func.func @level(%b: !level.builder<tensor<?x?xf64, #BCSR>>, %t: !level.builder<tensor<?xi64, #Table>>, %j: index) {
  // expected-error @+1 {{'level.collect_coord' op expected a level below 4, got 4}}
  %b1, %t1, %p = level.collect_coord %b level 4 coord %j from %j in %t : !level.builder<tensor<?x?xf64, #BCSR>>, !level.builder<tensor<?xi64, #Table>>
  return
}

// -----

#BCSR = #level.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
func.func @table(%b: !level.builder<tensor<?x?xf64, #BCSR>>, %t: !level.builder<tensor<?xi64>>, %j: index) {
  // expected-error @+1 {{'level.collect_coord' op expected a table that is a dense vector of 64-bit integers with the fill -1, got '!level.builder<tensor<?xi64>>'}}
  %b1, %t1, %p = level.collect_coord %b level 1 coord %j from %j in %t : !level.builder<tensor<?x?xf64, #BCSR>>, !level.builder<tensor<?xi64>>
  return
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
func.func @below(%b: !level.builder<tensor<?x?xf64, #DCSR>>, %q: index) {
  // expected-error @+1 {{'level.sort_segment' op expected full levels below, got #level.compressed}}
  %b1 = level.sort_segment %b level 0 from %q : !level.builder<tensor<?x?xf64, #DCSR>>
  return
}

// -----

#List = #level.format<(i, j) -> (i : compressed(nonunique), j : dense)>
func.func @unique(%b: !level.builder<tensor<?x?xf64, #List>>, %q: index) {
  // expected-error @+1 {{'level.sort_segment' op expected a level type with the capabilities append and scatter whose coordinates are unique, got #level.compressed}}
  %b1 = level.sort_segment %b level 0 from %q : !level.builder<tensor<?x?xf64, #List>>
  return
}

// -----

#Rows = #level.format<(i, j) -> (i : compressed, j : dense)>
func.func @kept(%b: !level.builder<tensor<?x?xf64, #Rows>, compute>, %q: index) {
  // expected-error @+1 {{'level.sort_segment' op expected arrays that grow, got '!level.builder<tensor<?x?xf64}}
  %b1 = level.sort_segment %b level 0 from %q : !level.builder<tensor<?x?xf64, #Rows>, compute>
  return
}
