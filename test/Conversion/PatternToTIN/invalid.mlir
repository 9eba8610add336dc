// RUN: weft-opt %s -split-input-file -verify-diagnostics -convert-pattern-to-tin

// expected-error@below {{'pattern.program' op is no index notation: 'pattern.split' is no part of it}}
pattern.program @chunks ["n"] (%x = "x" : !pattern.array<"2 * n" x f32>) -> !pattern.array<"n" x array<"2" x f32>> {
  %c = pattern.split "2" %x : !pattern.array<"2 * n" x f32>
  pattern.yield %c : !pattern.array<"n" x array<"2" x f32>>
}

// -----

// expected-error@below {{is no index notation: a map says how it is executed ('par')}}
pattern.program @mapped ["n"] (%x = "x" : !pattern.array<"n" x f32>) -> !pattern.array<"n" x f32> {
  %y = pattern.map par (%e = %x : !pattern.array<"n" x f32>) {
    pattern.yield %e : f32
  }
  pattern.yield %y : !pattern.array<"n" x f32>
}

// -----

// expected-error@below {{is no index notation: a reduction has another combiner than one operation with its identity}}
pattern.program @started ["n"] (%x = "x" : !pattern.array<"n" x f32>) -> f32 {
  %one = arith.constant 1.0 : f32
  %s = pattern.reduce arith.addf %x from %one : !pattern.array<"n" x f32>
  pattern.yield %s : f32
}

// -----

// expected-error@below {{is no index notation: an array is indexed by a number that is no coordinate}}
pattern.program @gather ["n", "m"] (%p = "p" : !pattern.array<"n" x i32>, %x = "x" : !pattern.array<"m" x f32>) -> !pattern.array<"n" x f32> {
  %y = pattern.map (%i = %p : !pattern.array<"n" x i32>) {
    %e = pattern.at %x[%i] : !pattern.array<"m" x f32>, i32
    pattern.yield %e : f32
  }
  pattern.yield %y : !pattern.array<"n" x f32>
}
