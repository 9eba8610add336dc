// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @rank(%x: tensor<?xf64>) {
  // expected-error @+1 {{'tin.compute' op expected an index variable for each of the 2 modes of the result, got 1}}
  %y = tin.compute (%i) : tensor<?x?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64>
    tin.yield %a : f64
  }
  return
}

// -----

func.func @element_type(%x: tensor<?xf32>) {
  %y = tin.compute (%i) : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<?xf32>
    // expected-error @+1 {{'tin.yield' op expected a value of type 'f64', got 'f32'}}
    tin.yield %a : f32
  }
  return
}

// -----

func.func @free_extent(%x: tensor<?xf64>) {
  // expected-error @+1 {{'tin.compute' op index variable 'j' has no extent: no access uses it and no 'to' gives one}}
  %y = tin.compute (%i "i", %j "j") : tensor<?x?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64>
    tin.yield %a : f64
  }
  return
}

// -----

func.func @reduction_extent(%x: tensor<?xf64>) {
  %y = tin.compute (%i) : tensor<?xf64> {
    // expected-error @+1 {{'tin.reduce' op index variable #0 has no extent: no access uses it and no 'to' gives one}}
    %s = tin.reduce arith.addf (%j) {
      %a = tin.access %x[%i] : tensor<?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return
}

// -----

func.func @extents_differ(%x: tensor<3xf64>, %z: tensor<4xf64>) {
  // expected-error @+1 {{'tin.compute' op index variable 'i' ranges over both 3 and 4 coordinates}}
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<3xf64>
    %b = tin.access %z[%i] : tensor<4xf64>
    %s = arith.addf %a, %b : f64
    tin.yield %s : f64
  }
  return
}

// -----

func.func @extent_of_result_differs(%x: tensor<3xf64>) {
  // expected-error @+1 {{'tin.compute' op index variable #0 ranges over both 5 and 3 coordinates}}
  %y = tin.compute (%i) : tensor<5xf64> {
    %a = tin.access %x[%i] : tensor<3xf64>
    tin.yield %a : f64
  }
  return
}

// -----

func.func @equal_names(%A: tensor<?x?xf64>) {
  // expected-error @+1 {{'tin.compute' op expected different names, got 'i' twice}}
  %y = tin.compute (%i "i", %j "i") : tensor<?x?xf64> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64>
    tin.yield %a : f64
  }
  return
}

// -----

func.func @empty_name(%x: tensor<?xf64>) {
  // expected-error @+1 {{'tin.compute' op expected index variables with non-empty names}}
  %y = tin.compute (%i "") : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64>
    tin.yield %a : f64
  }
  return
}

// -----

func.func @some_names(%A: tensor<?x?xf64>) {
  // expected-error @+1 {{expected a name for every index variable or for none}}
  %y = tin.compute (%i "i", %j) : tensor<?x?xf64> {
  }
  return
}

// -----

func.func @number_of_names(%x: tensor<?xf64>) {
  // expected-error @+1 {{'tin.compute' op expected 1 names, got 2}}
  %y = "tin.compute"() <{bounded = array<i1: false>, names = ["i", "j"]}> ({
  ^bb0(%i: !tin.index):
    %a = tin.access %x[%i] : tensor<?xf64>
    tin.yield %a : f64
  }) : () -> tensor<?xf64>
  return
}

// -----

func.func @number_of_extents(%x: tensor<?xf64>) {
  // expected-error @+1 {{'tin.compute' op expected 1 extents for the bounded index variables, got 0}}
  %y = "tin.compute"() <{bounded = array<i1: true>}> ({
  ^bb0(%i: !tin.index):
    %a = tin.access %x[%i] : tensor<?xf64>
    tin.yield %a : f64
  }) : () -> tensor<?xf64>
  return
}

// -----

func.func @number_of_variables() {
  // expected-error @+1 {{'tin.compute' op expected a body with 1 index variables, got 0}}
  %y = "tin.compute"() <{bounded = array<i1: false>}> ({
    %c = arith.constant 0.0 : f64
    tin.yield %c : f64
  }) : () -> tensor<?xf64>
  return
}

// -----

func.func @type_of_variables() {
  // expected-error @+1 {{'tin.compute' op expected index variables of type '!tin.index', got 'index'}}
  %y = "tin.compute"() <{bounded = array<i1: false>}> ({
  ^bb0(%i: index):
    %c = arith.constant 0.0 : f64
    tin.yield %c : f64
  }) : () -> tensor<4xf64>
  return
}

// -----

func.func @side_effect(%x: tensor<?xf64>, %m: memref<f64>) {
  // expected-error @+1 {{'tin.compute' op expected an expression of scalar operations without side effects and regions, but it contains 'memref.store'}}
  %y = tin.compute (%i) : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64>
    memref.store %a, %m[] : memref<f64>
    tin.yield %a : f64
  }
  return
}

// -----

func.func @region(%x: tensor<?xf64>, %c: i1) {
  %y = tin.compute () : tensor<f64> {
    // expected-error @+1 {{'tin.reduce' op expected an expression of scalar operations without side effects and regions, but it contains 'scf.if'}}
    %s = tin.reduce arith.addf (%i) {
      %a = tin.access %x[%i] : tensor<?xf64>
      %b = scf.if %c -> f64 {
        scf.yield %a : f64
      } else {
        scf.yield %a : f64
      }
      tin.yield %b : f64
    } : f64
    tin.yield %s : f64
  }
  return
}

// -----

func.func @variable_as_operand(%x: tensor<?xf64>, %c: i1) {
  %y = tin.compute (%i, %j) : tensor<4x4xf64> {
    // expected-error @+1 {{'arith.select' op uses an index variable as an operand; 'tin.value' gives its coordinate as a number}}
    %k = arith.select %c, %i, %j : !tin.index
    %a = arith.constant 0.0 : f64
    tin.yield %a : f64
  }
  return
}

// -----

func.func @terminator() {
  // expected-error @+1 {{'tin.compute' op expected a body that ends with 'tin.yield'}}
  %y = tin.compute (%i) : tensor<4xf64> {
    ub.unreachable
  }
  return
}

// -----

func.func @no_variables() {
  %y = tin.compute () : tensor<f64> {
    // expected-error @+1 {{'tin.reduce' op expected a reduction variable}}
    %s = tin.reduce arith.addf () {
      %c = arith.constant 0.0 : f64
      tin.yield %c : f64
    } : f64
    tin.yield %s : f64
  }
  return
}

// -----

func.func @identity(%x: tensor<?xf64>) {
  %y = tin.compute () : tensor<f64> {
    // expected-error @+1 {{'tin.reduce' op expected an identity of type 'f64', got 0 : i32}}
    %s = tin.reduce arith.addf (%i) identity(0 : i32) {
      %a = tin.access %x[%i] : tensor<?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return
}

// -----

func.func @complex_identity(%x: tensor<?xcomplex<f64>>) {
  %y = tin.compute () : tensor<complex<f64>> {
    // expected-error @+1 {{'tin.reduce' op expected an identity of type 'complex<f64>', got [0.000000e+00]}}
    %s = tin.reduce complex.add (%i) identity([0.0]) {
      %a = tin.access %x[%i] : tensor<?xcomplex<f64>>
      tin.yield %a : complex<f64>
    } : complex<f64>
    tin.yield %s : complex<f64>
  }
  return
}

// -----

func.func @unknown_combiner(%x: tensor<?xf64>) {
  %y = tin.compute () : tensor<f64> {
    // expected-error @+1 {{expected a region or a registered operation as combiner, got 'add'}}
    %s = tin.reduce add (%i) {
      %a = tin.access %x[%i] : tensor<?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return
}

// -----

func.func @unary_combiner(%x: tensor<?xf64>) {
  %y = tin.compute () : tensor<f64> {
    // expected-error @+1 {{expected an operation of two values to one as combiner, got 'math.sqrt'}}
    %s = tin.reduce math.sqrt (%i) {
      %a = tin.access %x[%i] : tensor<?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return
}

// -----

func.func @combiner_of_other_type(%x: tensor<?xf64>) {
  %y = tin.compute () : tensor<f64> {
    // expected-error @+1 {{'arith.addi' op operand #0 must be signless-integer-like, but got 'f64'}}
    %s = tin.reduce arith.addi (%i) {
      %a = tin.access %x[%i] : tensor<?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return
}

// -----

func.func @combiner_signature(%x: tensor<?xf64>) {
  %y = tin.compute () : tensor<f64> {
    // expected-error @+1 {{'tin.reduce' op expected a combiner of two values of type 'f64' that yields one}}
    %s = tin.reduce {
    ^bb0(%acc: f64):
      tin.yield %acc : f64
    } (%i) {
      %a = tin.access %x[%i] : tensor<?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return
}

// -----

func.func @combiner_terminator(%x: tensor<?xf64>) {
  %y = tin.compute () : tensor<f64> {
    // expected-error @+1 {{'tin.reduce' op expected a combiner that ends with 'tin.yield'}}
    %s = tin.reduce {
    ^bb0(%acc: f64, %v: f64):
      llvm.return %acc : f64
    } (%i) {
      %a = tin.access %x[%i] : tensor<?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return
}

// -----

func.func @combiner_effect(%x: tensor<?xf64>) {
  %y = tin.compute () : tensor<f64> {
    // expected-error @+1 {{'tin.reduce' op expected a combiner without side effects, but it contains 'memref.alloc'}}
    %s = tin.reduce {
    ^bb0(%acc: f64, %v: f64):
      %m = memref.alloc() : memref<f64>
      tin.yield %acc : f64
    } (%i) {
      %a = tin.access %x[%i] : tensor<?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return
}

// -----

func.func @combiner_capture(%x: tensor<?xf64>, %alpha: f64) {
  %y = tin.compute () : tensor<f64> {
    %s = tin.reduce {
    ^bb0(%acc: f64, %v: f64):
      // expected-error @+1 {{'arith.mulf' op uses a value from outside its combiner}}
      %p = arith.mulf %acc, %alpha : f64
      tin.yield %p : f64
    } (%i) {
      %a = tin.access %x[%i] : tensor<?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return
}

// -----

func.func @access_rank(%A: tensor<?x?xf64>) {
  %y = tin.compute (%i) : tensor<?xf64> {
    // expected-error @+1 {{'tin.access' op expected an index for each of the 2 modes, got 1}}
    %a = tin.access %A[%i] : tensor<?x?xf64>
    tin.yield %a : f64
  }
  return
}

// -----

func.func @access_negative(%x: tensor<?xf64>) {
  %y = tin.compute () : tensor<f64> {
    // expected-error @+1 {{'tin.access' op expected a non-negative literal for mode 0, got -1}}
    %a = tin.access %x[-1] : tensor<?xf64>
    tin.yield %a : f64
  }
  return
}

// -----

func.func @access_past_the_end(%A: tensor<?x8xf64>) {
  %y = tin.compute (%i) : tensor<?xf64> {
    // expected-error @+1 {{'tin.access' op expected a literal below the size 8 of mode 1, got 8}}
    %a = tin.access %A[%i, 8] : tensor<?x8xf64>
    tin.yield %a : f64
  }
  return
}

// -----

func.func @access_variables(%x: tensor<?xf64>) {
  %y = tin.compute (%i) : tensor<4xf64> {
    // expected-error @+1 {{'tin.access' op expected 0 index variables, got 1}}
    %a = "tin.access"(%x, %i) <{literals = array<i64: 3>}> : (tensor<?xf64>, !tin.index) -> f64
    tin.yield %a : f64
  }
  return
}

// -----

func.func @access_of_foreign_variable(%x: tensor<?xf64>, %i: !tin.index) {
  %y = tin.compute () : tensor<f64> {
    // expected-error @+1 {{'tin.access' op expected index variables of an enclosing 'tin.compute' or 'tin.reduce'}}
    %a = tin.access %x[%i] : tensor<?xf64>
    tin.yield %a : f64
  }
  return
}

// -----

func.func @value_of_foreign_variable(%i: !tin.index) {
  %y = tin.compute () : tensor<index> {
    // expected-error @+1 {{'tin.value' op expected index variables of an enclosing 'tin.compute' or 'tin.reduce'}}
    %a = tin.value %i
    tin.yield %a : index
  }
  return
}

// -----

func.func @access_outside(%x: tensor<f64>) {
  // expected-error @+1 {{'tin.access' op expects parent op to be one of 'tin.compute, tin.reduce'}}
  %a = tin.access %x[] : tensor<f64>
  return
}

// -----

func.func @reduce_outside(%n: index) {
  // expected-error @+1 {{'tin.reduce' op expects parent op to be one of 'tin.compute, tin.reduce'}}
  %s = tin.reduce arith.addf (%i to %n) {
    %c = arith.constant 1.0 : f64
    tin.yield %c : f64
  } : f64
  return
}

// -----

func.func @not_a_scalar(%x: tensor<?x!llvm.ptr>) {
  %y = tin.compute (%i) : tensor<?xf64> {
    // expected-error @+1 {{'tin.access' op result #0 must be a scalar, but got '!llvm.ptr'}}
    %a = tin.access %x[%i] : tensor<?x!llvm.ptr>
    %c = arith.constant 1.0 : f64
    tin.yield %c : f64
  }
  return
}

// -----

// Foralls over variables of foralls are no rectangle.
func.func @extent_of_variable(%A: tensor<?x?xf64>) {
  %y = tin.compute (%i) : tensor<?xf64> {
    %v = tin.value %i
    // expected-error @+1 {{'tin.reduce' op expected the extent of index variable 'j' to be defined outside of 'tin.compute'}}
    %s = tin.reduce arith.addf (%j "j" to %v) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return
}

// -----

func.func @extent_of_outer_body(%A: tensor<?x?xf64>) {
  %y = tin.compute () : tensor<f64> {
    %c = arith.constant 4 : index
    %s = tin.reduce arith.addf (%i) {
      // expected-error @+1 {{'tin.reduce' op expected the extent of index variable #0 to be defined outside of 'tin.compute'}}
      %t = tin.reduce arith.mulf (%j to %c) {
        %a = tin.access %A[%i, %j] : tensor<?x?xf64>
        tin.yield %a : f64
      } : f64
      tin.yield %t : f64
    } : f64
    tin.yield %s : f64
  }
  return
}

// -----

#ELL = #level.format<(i, j) -> (slot : dense, i : dense, j : padded)>
func.func @literal_slot(%A: tensor<?x?xf64, #ELL>) -> tensor<?x?xf64> {
  %y = tin.compute (%i, %j) : tensor<?x?xf64> {
    // expected-error @+1 {{'tin.access' op expected a variable for the slot}}
    %a = tin.access %A[%i, %j, 0] : tensor<?x?xf64, #ELL>
    tin.yield %a : f64
  }
  return %y : tensor<?x?xf64>
}

// -----

func.func @slot_of_no_slots(%A: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %y = tin.compute (%i, %j) : tensor<?x?xf64> {
    // expected-error @+1 {{'tin.access' op expected an index for each of the 2 modes, got 3}}
    %a = tin.access %A[%i, %j, %j] : tensor<?x?xf64>
    tin.yield %a : f64
  }
  return %y : tensor<?x?xf64>
}

// -----

func.func @loop_order_without_reduction(%A: tensor<?x?xf64>) -> tensor<?xf64> {
  // expected-error @+1 {{'tin.compute' op expected 'loop_order' to be a permutation of the numbers of its 2 index variables}}
  %y = tin.compute (%i) : tensor<?xf64> attributes {loop_order = array<i64: 0>} {
    %s = tin.reduce arith.addf (%j) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// -----

func.func @loop_order_twice(%A: tensor<?x?xf64>) -> tensor<?x?xf64> {
  // expected-error @+1 {{'tin.compute' op expected 'loop_order' to be a permutation of the numbers of its 2 index variables}}
  %y = tin.compute (%i, %j) : tensor<?x?xf64> attributes {loop_order = array<i64: 1, 1>} {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64>
    tin.yield %a : f64
  }
  return %y : tensor<?x?xf64>
}

// -----

func.func @initial_type(%A: tensor<?x?xf64>, %x: tensor<?xf32>) {
  // expected-error @+1 {{'tin.compute' op expected an initial tensor like the result, 'tensor<?xf64>', got 'tensor<?xf32>'}}
  %r = tin.compute (%i) from(%x : tensor<?xf32>) : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return
}

// -----

func.func @initial_order(%A: tensor<?x?xf64>) {
  // expected-error @+1 {{'tin.compute' op expected an initial tensor like the result, 'tensor<?xf64>', got 'tensor<?x?xf64>'}}
  %r = tin.compute (%i) from(%A : tensor<?x?xf64>) : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return
}

// -----

func.func @initial_value(%x: tensor<?xf64>) {
  // expected-error @+1 {{'tin.compute' op has an initial tensor; expected a body that yields a 'tin.reduce'}}
  %r = tin.compute (%i) from(%x : tensor<?xf64>) : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64>
    tin.yield %a : f64
  }
  return
}

// -----

#SV = #level.format<(i) -> (i : compressed)>
func.func @initial_format(%A: tensor<?x?xf64>, %x: tensor<?xf64, #SV>) {
  // expected-error @+1 {{'tin.compute' op expected a result and an initial tensor with full levels only and without slots, got 'tensor<?xf64, #level.format<}}
  %r = tin.compute (%i) from(%x : tensor<?xf64, #SV>) : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return
}

// -----

#Slots = #level.format<(i) -> (slot : dense, i : dense)>
func.func @initial_slots(%A: tensor<?x?xf64>, %x: tensor<?xf64, #Slots>) {
  // expected-error @+1 {{'tin.compute' op expected a result and an initial tensor with full levels only and without slots, got 'tensor<?xf64, #level.format<}}
  %r = tin.compute (%i) from(%x : tensor<?xf64, #Slots>) : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return
}

// -----

#Slots = #level.format<(i) -> (slot : dense, i : dense)>
func.func @initial_result_slots(%A: tensor<?x?xf64>, %x: tensor<?xf64>) {
  // expected-error @+1 {{'tin.compute' op expected a result and an initial tensor with full levels only and without slots, got 'tensor<?xf64, #level.format<}}
  %r = tin.compute (%i) from(%x : tensor<?xf64>) : tensor<?xf64, #Slots> {
    %s = tin.reduce arith.addf (%j) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return
}
