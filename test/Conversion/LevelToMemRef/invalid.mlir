// What cannot be lowered is refused where it stands.

// RUN: weft-opt %s --split-input-file --verify-diagnostics --convert-level-to-memref

#Runs = #level.format<(i, j) -> (i : bitmap, j : run_length)>

func.func @counting(%n: index) {
  // expected-error@+1 {{cannot be lowered: no code is known that counts the entries of the level type '#level.run_length'}}
  %b = level.init(%n, %n) : !level.builder<tensor<?x?xf64, #Runs>, count>
  return
}

// -----

// expected-error@+1 {{cannot be lowered: expected a tensor with a level format, got 'tensor<?xf64, 5 : i32>'}}
func.func @encoding(%A: tensor<?xf64, 5 : i32>) {
  return
}

// -----

// expected-error@+1 {{cannot be lowered: expected components that are integers, floats or complex numbers, got 'tensor<?xvector<4xf64>>'}}
func.func @element(%A: tensor<?xvector<4xf64>>) {
  return
}

// -----

// expected-error@+1 {{cannot be lowered: expected ranked tensors, got 'tensor<*xf64>'}}
func.func @unranked(%A: tensor<*xf64>) {
  return
}

// -----

func.func @operation(%x: tensor<?xf64>, %i: index) -> f64 {
  // expected-error@+1 {{cannot be lowered: it uses tensors in a way that stored tensors do not support}}
  %v = tensor.extract %x[%i] : tensor<?xf64>
  return %v : f64
}

// -----

#List = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton(nonunique))>

func.func @sorting(%A: tensor<?x?xf64, #List>, %n: index) -> tensor<?x?xf64, #List> {
  %b = level.init(%n, %n) keeping %A : tensor<?x?xf64, #List> -> !level.builder<tensor<?x?xf64, #List>, compute>
  // expected-error@+1 {{cannot be lowered: components of a list that is sorted in the end cannot be computed apart from its coordinates}}
  %C = level.finalize %b sorting : !level.builder<tensor<?x?xf64, #List>, compute>
  return %C : tensor<?x?xf64, #List>
}

// -----

func.func @twice(%s: !level.builder<tensor<f64>>, %v: f64, %p: index) -> (tensor<f64>, tensor<f64>) {
  // expected-note@+1 {{changed here}}
  %0 = level.store %v, %s[%p] : f64, !level.builder<tensor<f64>>
  // expected-error@+1 {{'level.finalize' op uses a builder in a state that another operation has changed}}
  %a = level.finalize %s : !level.builder<tensor<f64>>
  %b = level.finalize %0 : !level.builder<tensor<f64>>
  return %a, %b : tensor<f64>, tensor<f64>
}

// -----

// A change in a branch is a change before what follows.

func.func @branch(%s: !level.builder<tensor<f64>>, %c: i1, %v: f64, %p: index) -> tensor<f64> {
  %0 = scf.if %c -> !level.builder<tensor<f64>> {
    %1 = level.store %v, %s[%p] : f64, !level.builder<tensor<f64>>
    scf.yield %1 : !level.builder<tensor<f64>>
  } else {
    // expected-note@+1 {{changed here}}
    %1 = level.store %v, %s[%p] : f64, !level.builder<tensor<f64>>
    scf.yield %1 : !level.builder<tensor<f64>>
  }
  // expected-error@+1 {{'level.finalize' op uses a builder in a state that another operation has changed}}
  %a = level.finalize %s : !level.builder<tensor<f64>>
  return %a : tensor<f64>
}

// -----

// Branches exclude each other.

func.func @branches(%s: !level.builder<tensor<f64>>, %c: i1, %v: f64, %p: index) -> tensor<f64> {
  %0 = scf.if %c -> !level.builder<tensor<f64>> {
    %1 = level.store %v, %s[%p] : f64, !level.builder<tensor<f64>>
    scf.yield %1 : !level.builder<tensor<f64>>
  } else {
    %1 = level.store %v, %s[%p] : f64, !level.builder<tensor<f64>>
    scf.yield %1 : !level.builder<tensor<f64>>
  }
  %a = level.finalize %0 : !level.builder<tensor<f64>>
  return %a : tensor<f64>
}

// -----

// A loop carries the builders that it changes.

func.func @loop(%s: !level.builder<tensor<f64>>, %n: index, %v: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note@+1 {{the loop is here}}
  scf.for %p = %c0 to %n step %c1 {
    // expected-error@+1 {{'level.store' op changes a builder in a loop that does not carry it}}
    %0 = level.store %v, %s[%c0] : f64, !level.builder<tensor<f64>>
  }
  return
}

// -----

// The names of what the pass declares and makes.

// expected-error@+1 {{'func.func' op has the name of a function that kernels need: rename 'weft_grow_f64'}}
func.func private @weft_grow_f64()

// -----

// expected-error@+1 {{'func.func' op has the name of a function that kernels need: rename 'weft_gallop_i32'}}
func.func private @weft_gallop_i32()

// -----

// expected-error@+1 {{'func.func' op has the name of a function that kernels need: rename 'weft_make_room_1'}}
func.func private @weft_make_room_1(index, index)

// -----

// expected-error@+1 {{'func.func' op has the name of a function that kernels need: rename 'weft_combine_1'}}
func.func private @weft_combine_1(memref<?xi32>, index)

// -----

// expected-error@+1 {{'func.func' op has the name of a function that kernels need: rename 'weft_tabulate_1'}}
func.func private @weft_tabulate_1(memref<?xi32>, index, memref<4xi64>, index) -> index

// -----

// expected-error@+1 {{'func.func' op has the name of a function that kernels need: rename 'weft_rt_fail'}}
func.func private @weft_rt_fail(f64)

// -----

// expected-error@+1 {{has the name of a function that kernels need: rename 'weft_rt_capacity'}}
func.func private @weft_rt_capacity(i64, i64, i64, i64)

// -----

// expected-error@+1 {{has the name of a function that kernels need: rename 'weft_rt_repeat'}}
func.func private @weft_rt_repeat(i64, i64, i64)

// -----

// expected-error@+1 {{'memref.global' op has the name of a function that kernels need: rename 'weft_rt_sort'}}
memref.global @weft_rt_sort : memref<2xf64>

// -----

// Those that later passes need.

// expected-error@+1 {{'func.func' op has the name of a function that kernels need: rename 'weft_rt_fork'}}
func.func private @weft_rt_fork()

// -----

// expected-error@+1 {{'func.func' op has the name of a function that kernels need: rename 'omp_get_max_threads'}}
func.func private @omp_get_max_threads() -> i64

// -----

// A module in a module has names of its own.

module {
  module @inner {
    // expected-error@+1 {{'func.func' op has the name of a function that kernels need: rename 'weft_rt_capacity'}}
    func.func private @weft_rt_capacity()
  }
}

// -----

// Only arrays change where coordinates are counted, which parts would share.
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
func.func @counting_parts(%b: !level.builder<tensor<?x?xf64, #CSC>, count>, %n: index) -> !level.builder<tensor<?x?xf64, #CSC>, count> {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{cannot be lowered: what counts or places coordinates has no parts}}
  %r = weft.partitions %first to %last of %c0 to %n carry(%s = %b) : !level.builder<tensor<?x?xf64, #CSC>, count> {
    weft.yield %s : !level.builder<tensor<?x?xf64, #CSC>, count>
  }
  return %r : !level.builder<tensor<?x?xf64, #CSC>, count>
}
