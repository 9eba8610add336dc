// RUN: weft-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{expected ')', got the end}}
!a = !pattern.array<"(n" x f32>

// -----

// expected-error@+1 {{an element of an array is no natural number; write toNat(offset@...)}}
!a = !pattern.array<"offset@i" x f32>

// -----

// expected-error@+1 {{expected a length that is not negative, got -1}}
!a = !pattern.array<"1 - 2" x f32>

// -----

// expected-error@+1 {{expected a position and its bound, as in "i < n", before '->'}}
!a = !pattern.array<"n" -> f32>

// -----

// expected-error@+1 {{expected a scalar, 'array' or 'pair', got 'index'}}
!a = !pattern.array<"n" x index>

// -----

// expected-error@+1 {{arrays are nested more than 32 deep}}
!a = !pattern.array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x array<"1" x f32>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>

// -----

// expected-error@+1 {{in array<"i < n" -> array<"toNat(lengths@i)" x f32>>: no array of integers is called 'lengths'}}
pattern.program @scope ["n"] (
    %row_length = "row_length" : !pattern.array<"n" x i32>,
    %values = "values" : !pattern.array<"i < n" -> array<"toNat(lengths@i)" x f32>>)
    -> f32 {
  %zero = arith.constant 0.0 : f32
  pattern.yield %zero : f32
}

// -----

// expected-error@+1 {{in array<"m" x f32>: no natural number or integer is called 'm'}}
pattern.program @scope ["n"] (%x = "x" : !pattern.array<"m" x f32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  pattern.yield %zero : f32
}

// -----

// expected-error@+1 {{expected different names, got "n" twice}}
pattern.program @names ["n"] (%n = "n" : f32) -> f32 {
  pattern.yield %n : f32
}

// -----

// expected-error@+1 {{expected a name of letters and digits, got "a b"}}
pattern.program @names ["a b"] (%n = "n" : f32) -> f32 {
  pattern.yield %n : f32
}

// -----

// expected-error@+1 {{expected a result of type array<"n" x f32>, got f32}}
pattern.program @result ["n"] (%x = "x" : f32) -> !pattern.array<"n" x f32> {
  pattern.yield %x : f32
}

// -----

// expected-error@+1 {{expected a result of data, got 'index'}}
pattern.program @result ["n"] (%x = "x" : f32) -> index {
  pattern.yield %x : f32
}

// -----

// expected-error@+1 {{expected parameters of data, got 'index'}}
pattern.program @parameters ["n"] (%x = "x" : index) -> f32 {
  %zero = arith.constant 0.0 : f32
  pattern.yield %zero : f32
}

// -----

// expected-error@+1 {{expected a body that ends with 'pattern.yield'}}
pattern.program @body ["n"] (%x = "x" : f32) -> f32 {
  llvm.unreachable
}

// -----

// expected-error@+1 {{expected 2 parameters, got 1}}
"pattern.program"() <{sym_name = "f", nats = ["n"], params = ["x", "y"], result = f32}> ({
^bb0(%x: f32):
  pattern.yield %x : f32
}) : () -> ()

// -----

pattern.program @zip ["n", "m"] (
    %a = "a" : !pattern.array<"n + 1" x f32>,
    %b = "b" : !pattern.array<"m" x f32>) -> f32 {
  // expected-error@+1 {{expected arrays of the same length, got "n + 1" and "m" in array<"n + 1" x f32> and array<"m" x f32>}}
  %z = pattern.zip %a, %b : !pattern.array<"n + 1" x f32>, !pattern.array<"m" x f32>
}

// -----

pattern.program @split ["n"] (%a = "a" : !pattern.array<"n" x f32>) -> f32 {
  // expected-error@+1 {{expected a positive number, got "0"}}
  %z = pattern.split "0" %a : !pattern.array<"n" x f32>
}

// -----

pattern.program @split ["n"] (%a = "a" : !pattern.array<"n" x f32>) -> f32 {
  // expected-error@+1 {{expected a number, a variable or '(', got the end}}
  %z = pattern.split "2 *" %a : !pattern.array<"n" x f32>
}

// -----

pattern.program @join ["n"] (%a = "a" : !pattern.array<"n" x f32>) -> f32 {
  // expected-error@+1 {{expected an array of arrays, got array<"n" x f32>}}
  %z = pattern.join %a : !pattern.array<"n" x f32>
}

// -----

pattern.program @join ["n"] (
    %a = "a" : !pattern.array<"i < n" -> array<"j < i" -> array<"j" x f32>>>) -> f32 {
  // expected-error@+1 {{expected elements whose types do not depend on positions}}
  %z = pattern.join %a : !pattern.array<"i < n" -> array<"j < i" -> array<"j" x f32>>>
}

// -----

pattern.program @transpose ["n"] (
    %a = "a" : !pattern.array<"i < n" -> array<"i" x f32>>) -> f32 {
  // expected-error@+1 {{expected an array of arrays of the same length}}
  %z = pattern.transpose %a : !pattern.array<"i < n" -> array<"i" x f32>>
}

// -----

pattern.program @at ["n"] (
    %k = "k" : i32,
    %a = "a" : !pattern.array<"i < n" -> array<"i" x f32>>) -> f32 {
  // expected-error@+1 {{expected an array whose elements have the same type}}
  %z = pattern.at %a[%k] : !pattern.array<"i < n" -> array<"i" x f32>>, i32
}

// -----

pattern.program @map ["n"] (
    %a = "a" : !pattern.array<"i < n" -> array<"i" x f32>>) -> f32 {
  // expected-error@+1 {{expected a name of the position before '(', since the type of elements depends on it}}
  %z = pattern.map (%x = %a : !pattern.array<"i < n" -> array<"i" x f32>>) {
    pattern.yield %x : f32
  }
}

// -----

pattern.program @map ["n"] (%a = "a" : !pattern.array<"n" x f32>) -> f32 {
  // expected-error@+1 {{expected 'seq', 'par', 'vec', 'workgroup' or 'local', got 'fast'}}
  %z = pattern.map fast (%x = %a : !pattern.array<"n" x f32>) {
    pattern.yield %x : f32
  }
}

// -----

pattern.program @map ["n"] (%a = "a" : !pattern.array<"n" x f32>) -> f32 {
  // expected-error@+1 {{expected an array, got 'f32'}}
  %z = pattern.map (%x = %a : f32) {
    pattern.yield %x : f32
  }
}

// -----

pattern.program @map ["n"] (%a = "a" : !pattern.array<"n" x f32>) -> f32 {
  // expected-error@+1 {{expected a function that ends with 'pattern.yield'}}
  %z = pattern.map (%x = %a : !pattern.array<"n" x f32>) {
    llvm.unreachable
  }
}

// -----

pattern.program @map ["n"] (%a = "a" : !pattern.array<"n" x f32>) -> !pattern.array<"n" x f32> {
  // expected-error@+1 {{the position 'n' has the name of another value}}
  %z = pattern.map "n" (%x = %a : !pattern.array<"n" x f32>) {
    pattern.yield %x : f32
  }
  pattern.yield %z : !pattern.array<"n" x f32>
}

// -----

pattern.program @map ["n"] (%a = "a" : !pattern.array<"n" x f32>) -> !pattern.array<"n" x f32> {
  // expected-error@+1 {{expected a position of letters and digits, got '#'}}
  %z = pattern.map "#" (%x = %a : !pattern.array<"n" x f32>) {
    pattern.yield %x : f32
  }
  pattern.yield %z : !pattern.array<"n" x f32>
}

// -----

pattern.program @map ["n"] (%a = "a" : !pattern.array<"n" x f32>) -> f32 {
  // expected-error@+1 {{expected a result of type array<"n" x f32>, got array<"n + 1" x f32>}}
  %z = "pattern.map"(%a) ({
  ^bb0(%x: f32):
    pattern.yield %x : f32
  }) : (!pattern.array<"n" x f32>) -> !pattern.array<"n + 1" x f32>
  pattern.yield %z : !pattern.array<"n + 1" x f32>
}

// -----

pattern.program @map ["n"] (%a = "a" : !pattern.array<"n" x f32>) -> f32 {
  // expected-error@+1 {{expected a function of an element of type f32}}
  %z = "pattern.map"(%a) ({
  ^bb0(%x: f64):
    pattern.yield %x : f64
  }) : (!pattern.array<"n" x f32>) -> !pattern.array<"n" x f64>
  pattern.yield %z : !pattern.array<"n" x f64>
}

// -----

pattern.program @map ["n"] (%a = "a" : !pattern.array<"i < n" -> array<"i" x f32>>) -> f32 {
  // expected-error@+1 {{expected a name of the position, since the type of elements depends on it, in array<"i < n" -> array<"i" x f32>>}}
  %z = "pattern.map"(%a) ({
  ^bb0(%x: f64):
    pattern.yield %x : f64
  }) : (!pattern.array<"i < n" -> array<"i" x f32>>) -> !pattern.array<"n" x f64>
  pattern.yield %z : !pattern.array<"n" x f64>
}

// -----

pattern.program @reduce ["n"] (
    %a = "a" : !pattern.array<"n" x pair<f32, f32>>, %x = "x" : f32) -> f32 {
  %p = pattern.pair %x, %x : f32, f32
  // expected-error@+1 {{expected a combiner of scalars, got pair<f32, f32>; 'pattern.reduce_seq' folds pairs}}
  %z = pattern.reduce {
  ^bb0(%u: !pattern.pair<f32, f32>, %v: !pattern.pair<f32, f32>):
    pattern.yield %u : !pattern.pair<f32, f32>
  } %a from %p : !pattern.array<"n" x pair<f32, f32>>
  pattern.yield %x : f32
}

// -----

pattern.program @reduce ["n"] (
    %a = "a" : !pattern.array<"i < n" -> array<"i" x f32>>, %x = "x" : f32) -> f32 {
  // expected-error@+1 {{expected an array whose elements have the same type, got}}
  %z = pattern.reduce arith.addf %a from %x : !pattern.array<"i < n" -> array<"i" x f32>>
}

// -----

pattern.program @reduce ["n"] (%a = "a" : !pattern.array<"n" x f64>, %x = "x" : f32) -> f32 {
  // expected-error@+1 {{expected elements and a result of type f32, got array<"n" x f64> and f32}}
  %z = "pattern.reduce"(%x, %a) ({
  ^bb0(%u: f32, %v: f32):
    pattern.yield %u : f32
  }) : (f32, !pattern.array<"n" x f64>) -> f32
  pattern.yield %z : f32
}

// -----

pattern.program @scatter ["n"] (%a = "a" : !pattern.array<"n" x f32>, %x = "x" : f32) -> f32 {
  // expected-error@+1 {{expected an array of pairs of a position and a value, got '!pattern.array<"n" x f32>'}}
  %z = pattern.scatter arith.addf %a into "n" from %x : !pattern.array<"n" x f32>
}

// -----

pattern.program @scatter ["n"] (
    %a = "a" : !pattern.array<"n" x pair<f32, f32>>, %x = "x" : f32) -> f32 {
  // expected-error@+1 {{expected pairs of an integer and a value of type f32, got}}
  %z = pattern.scatter arith.addf %a into "n" from %x : !pattern.array<"n" x pair<f32, f32>>
  pattern.yield %x : f32
}

// -----

pattern.program @scatter ["n"] (
    %a = "a" : !pattern.array<"n" x pair<i32, f32>>, %x = "x" : f32) -> f32 {
  // expected-error@+1 {{expected the result to be array<"n" x f32>, got array<"2 * n" x f32>}}
  %z = "pattern.scatter"(%x, %a) <{length = #pattern.nat<"n">}> ({
  ^bb0(%u: f32, %v: f32):
    pattern.yield %u : f32
  }) : (f32, !pattern.array<"n" x pair<i32, f32>>) -> !pattern.array<"2 * n" x f32>
  pattern.yield %x : f32
}

// -----

pattern.program @fold ["n"] (%a = "a" : !pattern.array<"n" x f32>, %x = "x" : f32) -> f32 {
  // expected-error@+1 {{expected an accumulator and a result of type f32}}
  %z = pattern.reduce_seq (%acc = %x, %y = %a : !pattern.array<"n" x f32>) {
    %p = pattern.pair %acc, %y : f32, f32
    pattern.yield %p : !pattern.pair<f32, f32>
  }
  pattern.yield %z : f32
}

// -----

pattern.program @fold ["n"] (%a = "a" : !pattern.array<"n" x f32>) -> f32 {
  // expected-error@+1 {{expected an accumulator of scalars, got array<"n" x f32>}}
  %z = pattern.reduce_seq (%acc = %a, %y = %a : !pattern.array<"n" x f32>, !pattern.array<"n" x f32>) {
    pattern.yield %acc : !pattern.array<"n" x f32>
  }
  %zero = arith.constant 0.0 : f32
  pattern.yield %zero : f32
}

// -----

func.func private @effect() -> f32
pattern.program @effect_inside ["n"] (%x = "x" : f32) -> f32 {
  // expected-error@+1 {{expected operations on scalars without side effects and regions}}
  %z = func.call @effect() : () -> f32
  pattern.yield %z : f32
}

// -----

pattern.program @element ["n"] (%a = "a" : !pattern.array<"n" x f32>) -> f32 {
  // expected-error@+1 {{in "k": no natural number or integer is called 'k'}}
  %z = pattern.element "k" %a : !pattern.array<"n" x f32>
  pattern.yield %z : f32
}
