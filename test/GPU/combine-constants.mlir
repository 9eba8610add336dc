// Values that become constants in some iterations, and those of loops inside, are
// combined as others are.
// RUN: weft-opt %s --weft-map-to-gpu --canonicalize --split-input-file | FileCheck %s

// A flag that says whether there was an iteration.
// CHECK-LABEL: @any
// CHECK:         %[[SUM:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[FLAG:.*]] = %false)
// CHECK:           scf.yield %{{.*}}, %true
// CHECK:         gpu.shuffle xor
// CHECK:         arith.ori
func.func @any(%n: index, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %no = arith.constant false
  %yes = arith.constant true
  scf.for %b = %c0 to %n step %c1 {
    %max, %any = scf.for %t = %c0 to %n step %c1 iter_args(%m = %zero, %f = %no) -> (f64, i1) {
      %v = memref.load %x[%t] : memref<?xf64>
      %next = arith.maximumf %m, %v : f64
      scf.yield %next, %yes : f64, i1
    } {weft.loop = #weft.loop<gpu(thread)>}
    %result = arith.select %any, %max, %zero : f64
    memref.store %result, %y[%b] : memref<?xf64>
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// A product that becomes zero, in a branch and in a loop inside.
// CHECK-LABEL: @product
// CHECK:         scf.for {{.*}} iter_args(
// CHECK:         gpu.shuffle xor
// CHECK:         arith.muli
func.func @product(%n: index, %x: memref<?xi32>, %y: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %b = %c0 to %n step %c1 {
    %product = scf.for %t = %c0 to %n step %c1 iter_args(%p = %one) -> i32 {
      %v = memref.load %x[%t] : memref<?xi32>
      %is = arith.cmpi eq, %v, %one : i32
      %q = scf.if %is -> i32 {
        scf.yield %zero : i32
      } else {
        %w = arith.muli %p, %v : i32
        scf.yield %w : i32
      }
      %r = scf.for %i = %c0 to %t step %c1 iter_args(%s = %q) -> i32 {
        scf.yield %zero : i32
      }
      scf.yield %r : i32
    } {weft.loop = #weft.loop<gpu(thread)>}
    memref.store %product, %y[%b] : memref<?xi32>
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// Complex numbers are exchanged in two parts.
// CHECK-LABEL: @complex
// CHECK:         scf.for
// CHECK:           complex.add
// CHECK:         complex.re
// CHECK-NEXT:    complex.im
// CHECK-NEXT:    gpu.shuffle xor
// CHECK-NEXT:    gpu.shuffle xor
// CHECK-NEXT:    complex.create
// CHECK-NEXT:    complex.add
func.func @complex(%n: index, %x: memref<?xcomplex<f64>>, %y: memref<?xcomplex<f64>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = complex.constant [0.0 : f64, 0.0 : f64] : complex<f64>
  scf.for %b = %c0 to %n step %c1 {
    %sum = scf.for %t = %c0 to %n step %c1 iter_args(%s = %zero) -> complex<f64> {
      %v = memref.load %x[%t] : memref<?xcomplex<f64>>
      %next = complex.add %s, %v fastmath<reassoc> : complex<f64>
      scf.yield %next : complex<f64>
    } {weft.loop = #weft.loop<gpu(thread)>}
    memref.store %sum, %y[%b] : memref<?xcomplex<f64>>
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// A loop that hands another value on beside the sum, before it.
// CHECK-LABEL: @while
// CHECK:         scf.while
// CHECK:         gpu.shuffle xor
// CHECK:         arith.addf
func.func @while(%n: index, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %b = %c0 to %n step %c1 {
    %sum = scf.for %t = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
      %least, %end, %u = scf.while (%i = %t, %r = %s) : (index, f64) -> (index, index, f64) {
        %less = arith.cmpi ult, %i, %n : index
        %m = arith.minui %i, %n : index
        scf.condition(%less) %m, %i, %r : index, index, f64
      } do {
      ^bb0(%m: index, %i: index, %r: f64):
        %v = memref.load %x[%m] : memref<?xf64>
        %next = arith.addf %r, %v fastmath<reassoc> : f64
        %j = arith.addi %i, %c1 : index
        scf.yield %j, %next : index, f64
      }
      scf.yield %u : f64
    } {weft.loop = #weft.loop<gpu(thread)>}
    memref.store %sum, %y[%b] : memref<?xf64>
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}
