// RUN: weft-opt %s -weft-vectorize-segments=only=vectorize_segments -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s

// The first loop is vectorized. Each of the others violates one precondition.

func.func @sum(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: masked-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Passed] vectorize_segments {{.*}}Remark="vectorizes the loop by 8 lanes with a masked tail, by 4 lanes for short segments"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %xj = memref.load %x[%j] : memref<?xf64>
    %t = arith.addf %s, %xj fastmath<reassoc> : f64
    scf.yield %t : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : f64
}

// -----

func.func @bounds(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = arith.muli %i, %i : index
  %end = arith.muli %i1, %i1 : index
  // CHECK: masked-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_segments {{.*}}Remark="the lower bound of the loop is {{.*}}, not loaded from an array"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %xj = memref.load %x[%j] : memref<?xf64>
    %t = arith.addf %s, %xj fastmath<reassoc> : f64
    scf.yield %t : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : f64
}

// -----

func.func @inside(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: masked-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_segments {{.*}}Remark="the loop loads from {{.*}} through a memref that it defines"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %y = memref.cast %x : memref<?xf64> to memref<8xf64>
    %j = memref.load %crd[%p] : memref<?xindex>
    %xj = memref.load %y[%j] : memref<8xf64>
    %t = arith.addf %s, %xj fastmath<reassoc> : f64
    scf.yield %t : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : f64
}

// -----

func.func @unsigned(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: masked-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_segments {{.*}}Remark="the loop has unsigned bounds"
  %sum = scf.for unsigned %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %xj = memref.load %x[%j] : memref<?xf64>
    %t = arith.addf %s, %xj fastmath<reassoc> : f64
    scf.yield %t : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : f64
}

// -----

func.func @strided(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %c2 = arith.constant 2 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: masked-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_segments {{.*}}Remark="the step of the loop is not 1"
  %sum = scf.for %p = %begin to %end step %c2 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %xj = memref.load %x[%j] : memref<?xf64>
    %t = arith.addf %s, %xj fastmath<reassoc> : f64
    scf.yield %t : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : f64
}

// -----

func.func @call(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: masked-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_segments {{.*}}Remark="'func.call' has no vector form"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %xj = memref.load %x[%j] : memref<?xf64>
    func.call @f() : () -> ()
    %t = arith.addf %s, %xj fastmath<reassoc> : f64
    scf.yield %t : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : f64
}
func.func private @f()

// -----

func.func @complex(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %w: memref<?xcomplex<f64>>, %init: complex<f64>, %i: index) -> complex<f64> {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: masked-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_segments {{.*}}Remark="the loop carries values of type complex<f64>, for which there are no vectors"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %init) -> (complex<f64>) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %y = memref.load %w[%j] : memref<?xcomplex<f64>>
    %t = complex.add %s, %y : complex<f64>
    scf.yield %t : complex<f64>
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : complex<f64>
}

// -----

func.func @last(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: masked-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_segments {{.*}}Remark="iter_arg #0 is not a reduction"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    scf.yield %zero : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : f64
}

// -----

func.func @maximum(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: masked-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_segments {{.*}}Remark="the reduction of iter_arg #0 consists of 2 operations"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %xj = memref.load %x[%j] : memref<?xf64>
    %greater = arith.cmpf ogt, %s, %xj : f64
    %t = arith.select %greater, %s, %xj : f64
    scf.yield %t : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : f64
}

// -----

func.func @ordered(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: masked-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_segments {{.*}}Remark="'arith.addf' may not be reassociated, since it has no flag `reassoc`, as with -strict-fp"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %xj = memref.load %x[%j] : memref<?xf64>
    %t = arith.addf %s, %xj : f64
    scf.yield %t : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : f64
}

// -----

func.func @identity(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: masked-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_segments {{.*}}Remark="masked and interleaved reductions support additions, multiplications and bitwise operations, not 'arith.maximumf'"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %xj = memref.load %x[%j] : memref<?xf64>
    %t = arith.maximumf %s, %xj fastmath<reassoc> : f64
    scf.yield %t : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : f64
}

// -----

func.func @stores(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: masked-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_segments {{.*}}Remark="the loop stores to argument 3"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %xj = memref.load %x[%j] : memref<?xf64>
    memref.store %xj, %x[%p] : memref<?xf64>
    %t = arith.addf %s, %xj fastmath<reassoc> : f64
    scf.yield %t : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : f64
}

// -----

func.func @contiguous(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: masked-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_segments {{.*}}Remark="the loop has no indirect load"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %xj = memref.load %val[%p] : memref<?xf64>
    %t = arith.addf %s, %xj fastmath<reassoc> : f64
    scf.yield %t : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : f64
}

// -----

func.func @begin(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: masked-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_segments {{.*}}Remark="the loop-invariant load from the values of tensor 0 depends on a loop bound, and may be out of bounds if the loop has no iterations"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %y = memref.load %x[%j] : memref<?xf64>
    %first = memref.load %val[%begin] : memref<?xf64>
    %xj = arith.mulf %y, %first : f64
    %t = arith.addf %s, %xj fastmath<reassoc> : f64
    scf.yield %t : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : f64
}

// -----

func.func @bytes(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %bytes: memref<?xi8>, %i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: masked-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_segments {{.*}}Remark="accesses to argument 4 cannot be masked: vectors mask elements of 32 and 64 bits, not of type i8"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %y = memref.load %x[%j] : memref<?xf64>
    %b = memref.load %bytes[%p] : memref<?xi8>
    %f = arith.sitofp %b : i8 to f64
    %xj = arith.mulf %y, %f : f64
    %t = arith.addf %s, %xj fastmath<reassoc> : f64
    scf.yield %t : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : f64
}

// -----

func.func @divides(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: masked-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_segments {{.*}}Remark="'arith.divui' is not speculatable, and cannot be masked"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %k = arith.divui %j, %i : index
    %xj = memref.load %x[%k] : memref<?xf64>
    %t = arith.addf %s, %xj fastmath<reassoc> : f64
    scf.yield %t : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : f64
}

// -----

func.func @position(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: masked-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_segments {{.*}}Remark="the loop loads no array at its induction variable"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = arith.muli %p, %i1 : index
    %xj = memref.load %x[%j] : memref<?xf64>
    %t = arith.addf %s, %xj fastmath<reassoc> : f64
    scf.yield %t : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : f64
}

// -----

func.func @wide(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %w: memref<?xi256>, %init: i256, %i: index) -> i256 {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: masked-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_segments {{.*}}Remark="elements of 32 bytes fill a vector with only 2 lanes"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %init) -> (i256) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %y = memref.load %w[%j] : memref<?xi256>
    %t = arith.addi %s, %y : i256
    scf.yield %t : i256
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return %sum : i256
}

// -----

// A loop that carries nothing is not a candidate.
// CHECK-NOT: remark:
func.func @scale(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %i: index) {
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  scf.for %p = %begin to %end step %c1 {
    %v = memref.load %val[%p] : memref<?xf64>
    memref.store %v, %x[%p] : memref<?xf64>
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return
}
