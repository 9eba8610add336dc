// RUN: weft-opt %s -split-input-file -verify-diagnostics

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
// expected-error @+1 {{expected parts of what is assembled in one pass, 'fused' or 'assemble', got 'compute'}}
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
