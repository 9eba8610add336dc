// RUN: weft-opt %s -weft-vectorize-loops -split-input-file -verify-diagnostics
// RUN: weft-opt %s -weft-vectorize-loops=strict-fp=true -split-input-file -verify-diagnostics

func.func @stride(%n: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  // expected-error @+1 {{cannot vectorize a loop that does not count signed values of type 'index' by one}}
  scf.for %i = %c0 to %n step %c2 {
  } {weft.loop = #weft.loop<vector(4)>}
  return
}

// -----

func.func @inner(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{cannot be vectorized: control flow of 'scf.for' may differ between lanes}}
    scf.for %j = %c0 to %i step %c1 {
    }
  } {weft.loop = #weft.loop<vector(4)>}
  return
}

// -----

func.func @complex(%a: memref<?xcomplex<f64>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{cannot be vectorized: 'complex<f64>' is not a valid vector element type}}
    %v = memref.load %a[%i] : memref<?xcomplex<f64>>
  } {weft.loop = #weft.loop<vector(4)>}
  return
}

// -----

func.func @one_place(%a: memref<?xf64>, %n: index, %v: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{cannot be vectorized: the store index is invariant, so that all iterations store to the same element}}
    memref.store %v, %a[%c0] : memref<?xf64>
  } {weft.loop = #weft.loop<vector>}
  return
}

// -----

func.func private @f(f64)
func.func @call(%a: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xf64>
    // expected-error @+1 {{cannot be vectorized: 'func.call' has no vector form}}
    func.call @f(%v) : (f64) -> ()
  } {weft.loop = #weft.loop<vector>}
  return
}

// -----

func.func @append(%a: memref<?xindex>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%p = %c0) -> (index) {
    // expected-error @+1 {{cannot be vectorized: 'memref.store' uses a loop-carried value outside of a reduction}}
    memref.store %i, %a[%p] : memref<?xindex>
    %next = arith.addi %p, %c1 : index
    scf.yield %next : index
  } {weft.loop = #weft.loop<vector>}
  return %end : index
}

// -----

func.func @last(%a: memref<?xi64>, %n: index, %s: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{cannot be vectorized: iter_arg #0 is not a reduction, and the loop returns its value in the last iteration}}
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%p = %s) -> (i64) {
    %v = memref.load %a[%i] : memref<?xi64>
    scf.yield %v : i64
  } {weft.loop = #weft.loop<vector>}
  return %last : i64
}

// -----

func.func @quotient(%a: memref<?xi64>, %n: index, %s: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%p = %s) -> (i64) {
    %v = memref.load %a[%i] : memref<?xi64>
    // expected-error @+1 {{cannot be vectorized: 'arith.divsi' is not an associative and commutative reduction of one value}}
    %q = arith.divsi %p, %v : i64
    scf.yield %q : i64
  } {weft.loop = #weft.loop<vector>}
  return %last : i64
}

// -----

func.func @nested(%b: memref<?xf64>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %m step %c1 {
    // expected-error @+1 {{cannot be vectorized: it is nested in another vectorized loop}}
    scf.for %j = %c0 to %n step %c1 {
      %0 = memref.load %b[%j] : memref<?xf64>
      %1 = arith.addf %0, %0 : f64
      memref.store %1, %b[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector>}
  } {weft.loop = #weft.loop<vector>}
  return
}

// -----

func.func @two_results(%b: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %j = %c0 to %n step %c1 {
    %0 = memref.load %b[%j] : memref<?xi32>
    // expected-error @+1 {{cannot be vectorized: 'arith.mulsi_extended' has no vector form}}
    %low, %high = arith.mulsi_extended %0, %0 : i32
    memref.store %high, %b[%j] : memref<?xi32>
  } {weft.loop = #weft.loop<vector>}
  return
}

// -----

// Masked lanes would change a sum.
func.func @predicated_sum(%a: memref<?xi64>, %n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  // expected-error @+1 {{cannot be predicated in lanes: lanes that are left out matter to what it combines, or to arrays whose elements have no masks}}
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (i64) {
    %v = memref.load %a[%i] : memref<?xi64>
    %next = arith.addi %acc, %v : i64
    scf.yield %next : i64
  } {weft.loop = #weft.loop<vector(8), predicate(8)>}
  return %sum : i64
}

// -----

func.func @predicated_six(%a: memref<?xf64>, %n: index, %v: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{cannot be predicated in lanes: its tiles have 6 coordinates, and a vector has from 2 to 128 lanes, a power of two}}
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<vector(6), predicate(6)>}
  return
}
