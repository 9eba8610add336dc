// RUN: weft-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{'algebra.operator' op expected a body}}
algebra.operator @declaration(f64) -> f64

// -----

// expected-error @+1 {{expected parameters and one result, got '() -> f64'}}
algebra.operator @constant() -> f64 {
  %c = arith.constant 1.0 : f64
  algebra.yield %c : f64
}

// -----

// expected-error @+1 {{expected parameters and one result, got '(f64) -> ()'}}
algebra.operator @nothing(%x: f64) {
  algebra.yield %x : f64
}

// -----

// expected-error @+1 {{expected scalars as parameters and result, got 'vector<2xf64>'}}
algebra.operator @vector(%x: vector<2xf64>) -> f64 {
  %c = arith.constant 1.0 : f64
  algebra.yield %c : f64
}

// -----

// expected-error @+1 {{expected an operator that is declared associative to take two values of the type that it gives, got '(f64, f32) -> f64'}}
algebra.operator @mixed(%x: f64, %y: f32) -> f64 attributes {associative} {
  algebra.yield %x : f64
}

// -----

// expected-error @+1 {{expected an operator that is declared with an identity to take two values}}
algebra.operator @unary(%x: f64) -> f64 attributes {identity = 0.0 : f64} {
  algebra.yield %x : f64
}

// -----

// expected-error @+1 {{expected an identity of type 'f64', got 0 : i64}}
algebra.operator @identity(%x: f64, %y: f64) -> f64 attributes {identity = 0 : i64} {
  algebra.yield %x : f64
}

// -----

// expected-error @+1 {{expected an annihilator of type 'f32' for parameter 1, got 0.000000e+00 : f64}}
algebra.operator @annihilator(%x: f64, %y: f32 {algebra.annihilator = 0.0 : f64}) -> f64 {
  algebra.yield %x : f64
}

// -----

algebra.operator @trap(%x: i32, %y: i32) -> i32 {
  // expected-error @+1 {{'arith.divsi' op expected a constant divisor other than 0 and -1, since an operator is defined for all values}}
  %r = arith.divsi %x, %y : i32
  algebra.yield %r : i32
}

// -----

// What divides by a constant is defined for all values.
algebra.operator @half(%x: i32) -> i32 {
  %two = arith.constant 2 : i32
  %r = arith.divsi %x, %two : i32
  algebra.yield %r : i32
}

// -----

func.func private @print(f64)
algebra.operator @effect(%x: f64) -> f64 {
  // expected-error @+1 {{got 'func.call'}}
  func.call @print(%x) : (f64) -> ()
  algebra.yield %x : f64
}

// -----

algebra.operator @recursive(%x: f64) -> f64 {
  // expected-error @+1 {{got 'algebra.apply'}}
  %r = algebra.apply @recursive(%x) : (f64) -> f64
  algebra.yield %r : f64
}

// -----

// expected-error @+1 {{expected a body of one block}}
algebra.operator @blocks(%x: f64) -> f64 {
  cf.br ^next
^next:
  algebra.yield %x : f64
}

// -----

algebra.operator @wrong_type(%x: f64, %y: f32) -> f64 {
  // expected-error @+1 {{'algebra.yield' op expected a value of type 'f64', got 'f32'}}
  algebra.yield %y : f32
}

// -----

func.func @unknown(%x: f64) -> f64 {
  // expected-error @+1 {{'algebra.apply' op expected an 'algebra.operator', got @unknown}}
  %r = algebra.apply @unknown(%x) : (f64) -> f64
  return %r : f64
}

// -----

algebra.operator @one(%x: f64) -> f64 {
  algebra.yield %x : f64
}
func.func @type(%x: f64) -> f64 {
  // expected-error @+1 {{'algebra.apply' op expected @one to be of type '(f64, f64) -> f64', got '(f64) -> f64'}}
  %r = algebra.apply @one(%x, %x) : (f64, f64) -> f64
  return %r : f64
}

// -----

// expected-error @+1 {{'algebra.operator' op expected a body that ends with 'algebra.yield'}}
algebra.operator @endless(%x: f64) -> f64 {
  llvm.unreachable
}

// -----

// expected-error @+1 {{'algebra.operator' op expected 'associative', 'commutative', 'idempotent' or 'identity', got 'algebra.annihilator'}}
algebra.operator @annihilator(%x: f64, %y: f64) -> f64 attributes {algebra.annihilator = 0.0 : f64} {
  algebra.yield %x : f64
}

// -----

// expected-error @+1 {{'algebra.operator' op expected 'associative', 'commutative', 'idempotent' or 'identity', got 'comutative'}}
algebra.operator @misspelt(%x: f64, %y: f64) -> f64 attributes {comutative} {
  algebra.yield %x : f64
}

// -----

// expected-error @+1 {{'algebra.operator' op expected 'algebra.annihilator' of parameter 1, got 'algebra.identity'}}
algebra.operator @identity(%x: f64, %y: f64 {algebra.identity = 0.0 : f64}) -> f64 {
  algebra.yield %x : f64
}

// -----

// expected-error @+1 {{'algebra.operator' op expected no property of the result, got 'algebra.annihilator'}}
algebra.operator @result(%x: f64) -> (f64 {algebra.annihilator = 0.0 : f64}) {
  algebra.yield %x : f64
}

// -----

// Upstream calls the remainder speculatable.
algebra.operator @remainder(%x: i64, %y: i64) -> i64 {
  // expected-error @+1 {{'arith.remsi' op expected a constant divisor other than 0 and -1, since an operator is defined for all values}}
  %r = arith.remsi %x, %y : i64
  algebra.yield %r : i64
}

// -----

algebra.operator @by_minus_one(%x: i64) -> i64 {
  %y = arith.constant -1 : i64
  // expected-error @+1 {{'arith.floordivsi' op expected a constant divisor other than 0 and -1, since an operator is defined for all values}}
  %r = arith.floordivsi %x, %y : i64
  algebra.yield %r : i64
}

// -----

algebra.operator @in_branch(%x: i64, %y: i64, %c: i1) -> i64 {
  %s = scf.if %c -> (i64) {
    // expected-error @+1 {{'arith.remui' op expected a constant divisor other than 0 and -1, since an operator is defined for all values}}
    %r = arith.remui %x, %y : i64
    scf.yield %r : i64
  } else {
    scf.yield %x : i64
  }
  algebra.yield %s : i64
}

// -----

algebra.operator @by_three(%x: i64) -> i64 {
  %y = arith.constant 3 : i64
  %r = arith.remsi %x, %y : i64
  algebra.yield %r : i64
}

// -----

algebra.operator @recursive(%x: f64) -> f64 {
  // expected-error @+1 {{expected operations without side effects that are defined for all values and apply no operator, got 'algebra.apply'}}
  %r = algebra.apply @recursive(%x) : (f64) -> f64
  algebra.yield %r : f64
}
