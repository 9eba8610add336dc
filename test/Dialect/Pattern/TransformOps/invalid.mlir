// RUN: weft-opt %s -transform-interpreter -split-input-file -verify-diagnostics

pattern.program @target ["n"] (%x = "x" : !pattern.array<"n" x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  // expected-note@+1 {{the operation is here}}
  %sum = pattern.reduce arith.addf %x from %zero : !pattern.array<"n" x f32>
  pattern.yield %sum : f32
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %reduce = transform.structured.match ops{["pattern.reduce"]} in %root
        : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{expected 'pattern.map'}}
    %map = transform.pattern.split_map %reduce "4"
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

pattern.program @mapping ["n"] (%x = "x" : !pattern.array<"n" x f32>)
    -> !pattern.array<"n" x f32> {
  // expected-note@+1 {{the operation is here}}
  %y = pattern.map (%z = %x : !pattern.array<"n" x f32>) {
    pattern.yield %z : f32
  }
  pattern.yield %y : !pattern.array<"n" x f32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %map = transform.structured.match ops{["pattern.map"]} in %root
        : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{expected a map over blocks around a map over their threads}}
    %local = transform.pattern.set_mapping %map local
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %map = transform.structured.match ops{["pattern.map"]} in %root
        : (!transform.any_op) -> !transform.any_op
    // expected-error@+1 {{expected a number, a variable or '(', got the end}}
    %split = transform.pattern.split_map %map "4 +"
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
