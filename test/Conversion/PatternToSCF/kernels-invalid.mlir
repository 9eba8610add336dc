// RUN: weft-opt %s -split-input-file -verify-diagnostics -convert-pattern-to-scf=kernels

// expected-error@below {{expected a tensor with the size 'n', which no operand and no result has}}
pattern.program @chunks ["n", "k"] (%x = "x" : !pattern.array<"n * k" x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = pattern.reduce arith.addf %x from %zero : !pattern.array<"n * k" x f32>
  pattern.yield %sum : f32
}

// -----

// expected-error@below {{expected 'pattern.tensors' to have a name, a format and sizes of each tensor}}
pattern.program @record ["n"] (%x = "x" : !pattern.array<"n" x f32>) -> !pattern.array<"n" x f32>
    attributes {pattern.tensors = [{name = "x", sizes = ["n"]}]} {
  pattern.yield %x : !pattern.array<"n" x f32>
}
