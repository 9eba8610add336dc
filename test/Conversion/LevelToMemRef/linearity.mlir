// Builders are used once: after an operation has taken a state, nothing may use
// it, whatever name it has.

// RUN: weft-opt %s --split-input-file --verify-diagnostics --convert-level-to-memref

#Vector = #level.format<(i) -> (i : compressed)>

func.func @read_after_change(%b: !level.builder<tensor<?xf64, #Vector>>, %v: f64, %p: index) -> (f64, tensor<?xf64, #Vector>) {
  // expected-note@+1 {{changed here}}
  %b1 = level.store %v, %b[%p] : f64, !level.builder<tensor<?xf64, #Vector>>
  // expected-error@+1 {{'level.load' op uses a builder in a state that another operation has changed}}
  %old = level.load %b[%p] : !level.builder<tensor<?xf64, #Vector>>
  %a = level.finalize %b1 : !level.builder<tensor<?xf64, #Vector>>
  return %old, %a : f64, tensor<?xf64, #Vector>
}

// -----

#Vector = #level.format<(i) -> (i : compressed)>

func.func @next_after_change(%b: !level.builder<tensor<?xf64, #Vector>>, %i: index) -> (index, tensor<?xf64, #Vector>) {
  // expected-note@+1 {{changed here}}
  %b1 = level.append_coord %b level 0 coord %i : !level.builder<tensor<?xf64, #Vector>>
  // expected-error@+1 {{'level.next' op uses a builder in a state that another operation has changed}}
  %old = level.next %b level 0 : !level.builder<tensor<?xf64, #Vector>>
  %a = level.finalize %b1 : !level.builder<tensor<?xf64, #Vector>>
  return %old, %a : index, tensor<?xf64, #Vector>
}

// -----

func.func @size_after_end(%b: !level.builder<tensor<?xf64>>) -> (index, tensor<?xf64>) {
  // expected-note@+1 {{changed here}}
  %a = level.finalize %b : !level.builder<tensor<?xf64>>
  // expected-error@+1 {{'level.size' op uses a builder in a state that another operation has changed}}
  %n = level.size %b level 0 : !level.builder<tensor<?xf64>>
  return %n, %a : index, tensor<?xf64>
}

// -----

// What counts in nested regions is the order of the operations around.

func.func @read_in_loop_after_change(%b: !level.builder<tensor<f64>>, %n: index, %v: f64) -> (f64, tensor<f64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note@+1 {{changed here}}
  %b1 = level.store %v, %b[%c0] : f64, !level.builder<tensor<f64>>
  %sum = scf.for %p = %c0 to %n step %c1 iter_args(%acc = %v) -> f64 {
    // expected-error@+1 {{'level.load' op uses a builder in a state that another operation has changed}}
    %old = level.load %b[%c0] : !level.builder<tensor<f64>>
    %next = arith.addf %acc, %old : f64
    scf.yield %next : f64
  }
  %a = level.finalize %b1 : !level.builder<tensor<f64>>
  return %sum, %a : f64, tensor<f64>
}

// -----

func.func @read_in_loop_that_carries(%b: !level.builder<tensor<f64>>, %n: index, %v: f64) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note@+1 {{changed here}}
  %b1 = scf.for %p = %c0 to %n step %c1 iter_args(%x = %b) -> !level.builder<tensor<f64>> {
    // expected-error@+1 {{'level.load' op uses a builder in a state that another operation has changed}}
    %old = level.load %b[%c0] : !level.builder<tensor<f64>>
    %x1 = level.store %old, %x[%c0] : f64, !level.builder<tensor<f64>>
    scf.yield %x1 : !level.builder<tensor<f64>>
  }
  %a = level.finalize %b1 : !level.builder<tensor<f64>>
  return %a : tensor<f64>
}

// -----

// Reads before the change and in the other branch are fine.

func.func @reads(%b: !level.builder<tensor<f64>>, %c: i1, %n: index, %v: f64) -> (f64, tensor<f64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %p = %c0 to %n step %c1 iter_args(%acc = %v) -> f64 {
    %old = level.load %b[%c0] : !level.builder<tensor<f64>>
    %next = arith.addf %acc, %old : f64
    scf.yield %next : f64
  }
  %b1, %r = scf.if %c -> (!level.builder<tensor<f64>>, f64) {
    %x = level.store %v, %b[%c0] : f64, !level.builder<tensor<f64>>
    scf.yield %x, %v : !level.builder<tensor<f64>>, f64
  } else {
    %old = level.load %b[%c0] : !level.builder<tensor<f64>>
    scf.yield %b, %old : !level.builder<tensor<f64>>, f64
  }
  %t = arith.addf %sum, %r : f64
  %a = level.finalize %b1 : !level.builder<tensor<f64>>
  return %t, %a : f64, tensor<f64>
}

// -----

// A state has one name.

func.func @carried_twice(%b: !level.builder<tensor<f64>>, %n: index, %v: f64) -> (tensor<f64>, tensor<f64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'scf.for' op takes the state of a builder twice}}
  %0:2 = scf.for %p = %c0 to %n step %c1 iter_args(%x = %b, %y = %b) -> (!level.builder<tensor<f64>>, !level.builder<tensor<f64>>) {
    %x1 = level.store %v, %x[%c0] : f64, !level.builder<tensor<f64>>
    scf.yield %x1, %y : !level.builder<tensor<f64>>, !level.builder<tensor<f64>>
  }
  %a = level.finalize %0#0 : !level.builder<tensor<f64>>
  %c = level.finalize %0#1 : !level.builder<tensor<f64>>
  return %a, %c : tensor<f64>, tensor<f64>
}

// -----

func.func @yielded_twice(%b: !level.builder<tensor<f64>>, %e: !level.builder<tensor<f64>>, %c: i1) -> (tensor<f64>, tensor<f64>) {
  %0:2 = scf.if %c -> (!level.builder<tensor<f64>>, !level.builder<tensor<f64>>) {
    // expected-error@+1 {{'scf.yield' op takes the state of a builder twice}}
    scf.yield %b, %b : !level.builder<tensor<f64>>, !level.builder<tensor<f64>>
  } else {
    scf.yield %e, %e : !level.builder<tensor<f64>>, !level.builder<tensor<f64>>
  }
  %x = level.finalize %0#0 : !level.builder<tensor<f64>>
  %y = level.finalize %0#1 : !level.builder<tensor<f64>>
  return %x, %y : tensor<f64>, tensor<f64>
}

// -----

func.func @yielded_outer(%b: !level.builder<tensor<f64>>, %n: index, %v: f64) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note@+1 {{the loop is here}}
  %b1 = scf.for %p = %c0 to %n step %c1 iter_args(%x = %b) -> !level.builder<tensor<f64>> {
    %x1 = level.store %v, %x[%c0] : f64, !level.builder<tensor<f64>>
    // expected-error@+1 {{'scf.yield' op passes on a builder in a loop that does not carry it}}
    scf.yield %b : !level.builder<tensor<f64>>
  }
  %a = level.finalize %b1 : !level.builder<tensor<f64>>
  return %a : tensor<f64>
}

// -----

func.func @yielded_old(%b: !level.builder<tensor<f64>>, %n: index, %v: f64) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b1 = scf.for %p = %c0 to %n step %c1 iter_args(%x = %b) -> !level.builder<tensor<f64>> {
    // expected-note@+1 {{changed here}}
    %x1 = level.store %v, %x[%c0] : f64, !level.builder<tensor<f64>>
    // expected-error@+1 {{'scf.yield' op uses a builder in a state that another operation has changed}}
    scf.yield %x : !level.builder<tensor<f64>>
  }
  %a = level.finalize %b1 : !level.builder<tensor<f64>>
  return %a : tensor<f64>
}

// -----

func.func @used_after_yield(%b: !level.builder<tensor<f64>>, %e: !level.builder<tensor<f64>>, %c: i1) -> (tensor<f64>, tensor<f64>) {
  %b1 = scf.if %c -> !level.builder<tensor<f64>> {
    // expected-note@+1 {{passed on here}}
    scf.yield %b : !level.builder<tensor<f64>>
  } else {
    scf.yield %e : !level.builder<tensor<f64>>
  }
  %x = level.finalize %b1 : !level.builder<tensor<f64>>
  // expected-error@+1 {{'level.finalize' op uses a builder in a state that another operation has changed}}
  %y = level.finalize %b : !level.builder<tensor<f64>>
  return %x, %y : tensor<f64>, tensor<f64>
}

// -----

// The same between blocks: one that comes later uses an old state, and one that
// comes again takes a state twice.

func.func @blocks(%b: !level.builder<tensor<f64>>, %c: i1, %v: f64, %p: index) -> f64 {
  cf.cond_br %c, ^change, ^read
^change:
  // expected-note@+1 {{changed here}}
  %b1 = level.store %v, %b[%p] : f64, !level.builder<tensor<f64>>
  cf.br ^read
^read:
  // expected-error@+1 {{'level.load' op uses a builder in a state that another operation has changed}}
  %old = level.load %b[%p] : !level.builder<tensor<f64>>
  return %old : f64
}

// -----

func.func @cycle(%b: !level.builder<tensor<f64>>, %c: i1, %v: f64, %p: index) {
  cf.br ^again
^again:
  // expected-error@+2 {{'level.store' op changes a builder in a loop that does not carry it}}
  // expected-note@+1 {{the loop is here}}
  %b1 = level.store %v, %b[%p] : f64, !level.builder<tensor<f64>>
  cf.cond_br %c, ^again, ^end
^end:
  return
}
