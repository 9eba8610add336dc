// RUN: weft-opt %s -split-input-file -verify-diagnostics

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
// expected-error @+1 {{expected parts of a tensor that is assembled anew, by 'fused', 'assemble', 'count' or 'place', got 'compute'}}
func.func private @compute(!level.parts<tensor<?x?xf64, #DCSR>, compute>)

// -----

func.func @dense(%b: !level.builder<tensor<?xf64>>, %n: index) {
  // expected-error @+1 {{expected a level that is appended to, got #level.format<(d0) -> (d0 : dense)>}}
  %parts = level.fork %b into %n : !level.parts<tensor<?xf64>>
  return
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
func.func @other(%b: !level.builder<tensor<?x?xf64, #DCSR>, assemble>, %n: index) {
  // expected-note @-1 {{prior use here}}
  // expected-error @+1 {{expects different type}}
  %parts = level.fork %b into %n : !level.parts<tensor<?x?xf64, #DCSR>>
  return
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
func.func @twice(%b: !level.builder<tensor<?x?xf64, #DCSR>>, %n: index) {
  // expected-error @+1 {{expected parts that are joined once}}
  %parts = level.fork %b into %n : !level.parts<tensor<?x?xf64, #DCSR>>
  // expected-note @+1 {{they are joined here}}
  %0 = level.join %parts : !level.parts<tensor<?x?xf64, #DCSR>>
  // expected-note @+1 {{they are joined here}}
  %1 = level.join %parts : !level.parts<tensor<?x?xf64, #DCSR>>
  return
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
func.func @late(%b: !level.builder<tensor<?x?xf64, #DCSR>>, %n: index, %p: index) {
  // expected-error @+1 {{expected parts that are not used after their join}}
  %parts = level.fork %b into %n : !level.parts<tensor<?x?xf64, #DCSR>>
  %mine = level.begin_part %parts : !level.parts<tensor<?x?xf64, #DCSR>>
  %0 = level.join %parts : !level.parts<tensor<?x?xf64, #DCSR>>
  // expected-note @+1 {{they are used here}}
  level.end_part %mine, %parts[%p] : !level.parts<tensor<?x?xf64, #DCSR>>
  return
}
