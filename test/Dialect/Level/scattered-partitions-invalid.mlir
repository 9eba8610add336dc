// RUN: weft-opt %s -split-input-file -verify-diagnostics

// Segments below parents that are appended have no bounds before.
#Blocked = #level.format<(i, j) -> (i : hashed, j : compressed)>
func.func @count(%b: !level.builder<tensor<?x?xf64, #Blocked>, count>, %n: index) {
  // expected-error @+1 {{expected a level whose segments are filled in any order of their parents, got #level.format<(d0, d1) -> (d0 : hashed, d1 : compressed)>}}
  %partitions = level.fork %b into %n : !level.partitions<tensor<?x?xf64, #Blocked>, count>
  return
}

// -----

#Blocked = #level.format<(i, j) -> (i : hashed, j : compressed)>
func.func @counted(%c: !level.builder<tensor<?x?xf64, #Blocked>, place>) {
  // expected-error @+1 {{expected a level whose segments are filled in any order of their parents, got}}
  %n = level.counted_partitions %c : !level.builder<tensor<?x?xf64, #Blocked>, place>
  return
}

// -----

// A partition that places is one that has counted.
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
func.func @begin(%c: !level.builder<tensor<?x?xf64, #CSC>, place>, %n: index) {
  // expected-error @+1 {{expected partitions that place to be resumed, by number}}
  %partitions = level.fork %c into %n : !level.partitions<tensor<?x?xf64, #CSC>, place>
  %mine = level.begin_partition %partitions : !level.partitions<tensor<?x?xf64, #CSC>, place>
  return
}

// -----

#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
func.func @resume(%b: !level.builder<tensor<?x?xf64, #CSC>, count>, %n: index) {
  %partitions = level.fork %b into %n : !level.partitions<tensor<?x?xf64, #CSC>, count>
  // expected-error @+1 {{'partitions' must be partitions that place, but got}}
  %mine = level.resume_partition %partitions[%n] : !level.partitions<tensor<?x?xf64, #CSC>, count>
  return
}

// -----

#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
func.func @counting(%b: !level.builder<tensor<?x?xf64, #CSC>, count>) {
  // expected-error @+1 {{operand #0 must be a builder that places, but got}}
  %n = level.counted_partitions %b : !level.builder<tensor<?x?xf64, #CSC>, count>
  return
}
