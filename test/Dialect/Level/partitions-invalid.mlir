// RUN: weft-opt %s -split-input-file -verify-diagnostics

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
// expected-error @+1 {{expected partitions of a tensor that is assembled anew, by 'fused', 'assemble', 'count' or 'place', got 'compute'}}
func.func private @compute(!level.partitions<tensor<?x?xf64, #DCSR>, compute>)

// -----

func.func @dense(%b: !level.builder<tensor<?xf64>>, %n: index) {
  // expected-error @+1 {{expected a level that is appended to, got #level.format<(d0) -> (d0 : dense)>}}
  %partitions = level.fork %b into %n : !level.partitions<tensor<?xf64>>
  return
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
func.func @other(%b: !level.builder<tensor<?x?xf64, #DCSR>, assemble>, %n: index) {
  // expected-note @-1 {{prior use here}}
  // expected-error @+1 {{expects different type}}
  %partitions = level.fork %b into %n : !level.partitions<tensor<?x?xf64, #DCSR>>
  return
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
func.func @twice(%b: !level.builder<tensor<?x?xf64, #DCSR>>, %n: index) {
  // expected-error @+1 {{expected partitions that are joined once}}
  %partitions = level.fork %b into %n : !level.partitions<tensor<?x?xf64, #DCSR>>
  // expected-note @+1 {{they are joined here}}
  %0 = level.concatenate %partitions : !level.partitions<tensor<?x?xf64, #DCSR>>
  // expected-note @+1 {{they are joined here}}
  %1 = level.concatenate %partitions : !level.partitions<tensor<?x?xf64, #DCSR>>
  return
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
func.func @late(%b: !level.builder<tensor<?x?xf64, #DCSR>>, %n: index, %p: index) {
  // expected-error @+1 {{expected partitions that are not used after their join}}
  %partitions = level.fork %b into %n : !level.partitions<tensor<?x?xf64, #DCSR>>
  %mine = level.begin_partition %partitions : !level.partitions<tensor<?x?xf64, #DCSR>>
  %0 = level.concatenate %partitions : !level.partitions<tensor<?x?xf64, #DCSR>>
  // expected-note @+1 {{they are used here}}
  level.end_partition %mine, %partitions[%p] : !level.partitions<tensor<?x?xf64, #DCSR>>
  return
}
