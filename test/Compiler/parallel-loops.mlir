// RUN: weft-opt %s -weft-convert-parallel-loops -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func private @fill_partition(%{{.*}}: f64, %{{.*}}: memref<?xf64>, %{{.*}}: index, %{{.*}}: index) attributes {weft.partition} {
// CHECK: scf.for
// CHECK: memref.store
// CHECK-LABEL: func.func @fill(
// CHECK: %[[ASKED:.*]] = call @weft_rt_num_threads() : () -> i32
// CHECK: %[[USUAL:.*]] = call @omp_get_max_threads() : () -> i32
// CHECK: %[[THREADS:.*]] = arith.select %{{.*}}, %[[ASKED]], %[[USUAL]]
// CHECK: %[[COUNT:.*]] = arith.ceildivui
// CHECK: omp.parallel num_threads(%[[THREADS]] : i32) {
// CHECK-NEXT: omp.wsloop nowait schedule(static) {
// CHECK-NEXT: omp.loop_nest (%{{.*}}) : index = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) {
// CHECK: func.call @fill_partition(
// CHECK-NEXT: omp.yield
// CHECK: omp.terminator
func.func @fill(%a: memref<?xf64>, %v: f64, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// CHECK-LABEL: func.func @dynamic(
// CHECK: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK: omp.wsloop nowait schedule(dynamic = %[[ONE]] : i32) {
func.func @dynamic(%a: memref<?xf64>, %v: f64, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<parallel(dynamic 64)>}
  return
}

// -----

// A number that nobody asks for is not carried; a sum is.
// CHECK-LABEL: func.func private @count_partition(
// CHECK-NOT: iter_args
// CHECK-LABEL: func.func @count(
func.func @count(%a: memref<?xindex>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %unused = scf.for %i = %c0 to %n step %c1 iter_args(%all = %c0) -> (index) {
    memref.store %i, %a[%i] : memref<?xindex>
    %next = arith.addi %all, %i : index
    scf.yield %next : index
  } {weft.loop = #weft.loop<parallel(static)>}
  return %n : index
}

// -----

// Neither is one that loops and branches inside of it pass on.
// CHECK-LABEL: func.func private @count_inside_partition(
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-LABEL: func.func @count_inside(
func.func @count_inside(%a: memref<?xindex>, %n: index, %c: i1) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %unused = scf.for %i = %c0 to %n step %c1 iter_args(%all = %c0) -> (index) {
    %row = scf.for %j = %c0 to %n step %c1 iter_args(%count = %all) -> (index) {
      memref.store %i, %a[%j] : memref<?xindex>
      %chosen = scf.if %c -> (index) {
        %next = arith.addi %count, %c1 : index
        scf.yield %next : index
      } else {
        scf.yield %count : index
      }
      scf.yield %chosen : index
    }
    %rest:2 = scf.while (%p = %c0, %q = %row) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %p, %n : index
      scf.condition(%more) %q, %p : index, index
    } do {
    ^bb0(%q: index, %p: index):
      memref.store %p, %a[%p] : memref<?xindex>
      %next = arith.addi %p, %c1 : index
      %more = arith.addi %q, %c1 : index
      scf.yield %next, %more : index, index
    }
    scf.yield %rest#0 : index
  } {weft.loop = #weft.loop<parallel(static)>}
  return %n : index
}

// -----

func.func @decides(%a: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{cannot run a loop in parallel whose iterations change what later ones use}}
  %unused = scf.for %i = %c0 to %n step %c1 iter_args(%all = %c0) -> (index) {
    %row = scf.while (%q = %all) : (index) -> index {
      %more = arith.cmpi ult, %q, %n : index
      scf.condition(%more) %q : index
    } do {
    ^bb0(%q: index):
      memref.store %i, %a[%i] : memref<?xindex>
      %more = arith.addi %q, %c1 : index
      scf.yield %more : index
    }
    scf.yield %row : index
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

func.func @sum(%a: memref<?xindex>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{cannot run a loop in parallel whose iterations change what later ones use}}
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%all = %c0) -> (index) {
    %v = memref.load %a[%i] : memref<?xindex>
    %next = arith.addi %all, %v : index
    scf.yield %next : index
  } {weft.loop = #weft.loop<parallel(static)>}
  return %sum : index
}

// -----

// Nobody asks for the number, but for what becomes of it.
func.func @stored(%a: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{cannot run a loop in parallel whose iterations change what later ones use}}
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%all = %c0) -> (index) {
    %next = arith.addi %all, %i : index
    memref.store %next, %a[%i] : memref<?xindex>
    scf.yield %next : index
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

func.func @step(%a: memref<?xf64>, %v: f64, %n: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  // expected-error @+1 {{cannot run a loop in parallel that does not count signed values of type 'index' by one}}
  scf.for %i = %c0 to %n step %c2 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

func.func @narrow(%a: memref<?xf64>, %v: f64, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-error @+1 {{cannot run a loop in parallel that does not count signed values of type 'index' by one}}
  scf.for %i = %c0 to %n step %c1 : i32 {
    %z = arith.index_cast %i : i32 to index
    memref.store %v, %a[%z] : memref<?xf64>
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

func.func @unsigned(%a: memref<?xf64>, %v: f64, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{cannot run a loop in parallel that does not count signed values of type 'index' by one}}
  scf.for unsigned %i = %c0 to %n step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// The part of a loop in a module of its own is a function of this module.
// CHECK-LABEL: module @outer {
// CHECK-NEXT: module @inner {
// CHECK: func.func private @weft_rt_num_threads() -> i32
// CHECK: func.func private @fill_partition(
// CHECK: func.func @fill(
// CHECK: call @weft_rt_num_threads()
module @outer {
  module @inner {
    func.func @fill(%a: memref<?xf64>, %v: f64, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %n step %c1 {
        memref.store %v, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<parallel(static)>}
      return
    }
  }
}

// -----

llvm.func @elsewhere() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{cannot run a loop in parallel outside of a 'func.func' in a module}}
  scf.for %i = %c0 to %c1 step %c1 {
  } {weft.loop = #weft.loop<parallel(static)>}
  llvm.return
}

// -----

// The runtime decides whether threads share an optional parallel loop.
// CHECK-LABEL: func.func private @optional_partition(%{{.*}}: f64, %{{.*}}: memref<?xf64>, %{{.*}}: index, %{{.*}}: index) attributes {weft.partition} {
// CHECK: scf.for
// CHECK-LABEL: func.func @optional(
// CHECK-NOT: omp
// CHECK: call @optional_partition(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (f64, memref<?xf64>, index, index) -> ()
// CHECK-NEXT: return
func.func @optional(%a: memref<?xf64>, %v: f64, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<parallel(static), optional>}
  return
}
