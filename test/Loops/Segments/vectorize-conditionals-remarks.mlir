// RUN: weft-opt %s -weft-vectorize-segments=only=vectorize_conditionals -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s

// The first loop is vectorized. Each of the others violates one precondition.
// vectorize-segments-masked-remarks.mlir has those that masked tails have as well.

func.func @sum(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %table: memref<?xindex>, %i: index) {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: vectorize-conditionals-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Passed] vectorize_conditionals {{.*}}Remark="vectorizes the loop by 4 lanes with scalar loads"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %at = memref.load %table[%j] : memref<?xindex>
    %found = arith.cmpi ne, %at, %none : index
    %next = scf.if %found -> (f64) {
      %v = memref.load %val[%p] : memref<?xf64>
      %t = arith.addf %s, %v fastmath<reassoc> : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    scf.yield %next : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return
}

// -----

func.func @branches(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %table: memref<?xindex>, %i: index) {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: vectorize-conditionals-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_conditionals {{.*}}Remark="the loop contains several `scf.if`"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %at = memref.load %table[%j] : memref<?xindex>
    %found = arith.cmpi ne, %at, %none : index
    %w = scf.if %found -> (f64) {
    scf.yield %zero : f64
    } else {
    scf.yield %zero : f64
    }
    %next = scf.if %found -> (f64) {
      %v = memref.load %val[%p] : memref<?xf64>
      %t = arith.addf %s, %v fastmath<reassoc> : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    scf.yield %next : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return
}

// -----

func.func @values(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %table: memref<?xindex>, %i: index) {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: vectorize-conditionals-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_conditionals {{.*}}Remark="the `scf.if` does not have one result for each iter_arg"
  %sum:2 = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero, %r = %zero) -> (f64, f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %at = memref.load %table[%j] : memref<?xindex>
    %found = arith.cmpi ne, %at, %none : index
    %next = scf.if %found -> (f64) {
      %v = memref.load %val[%p] : memref<?xf64>
      %t = arith.addf %s, %v fastmath<reassoc> : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %r1 = arith.addf %r, %zero : f64
    scf.yield %next, %r1 : f64, f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return
}

// -----

func.func @otherwise(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %table: memref<?xindex>, %i: index) {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: vectorize-conditionals-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_conditionals {{.*}}Remark="the else region of the `scf.if` contains operations"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %at = memref.load %table[%j] : memref<?xindex>
    %found = arith.cmpi ne, %at, %none : index
    %next = scf.if %found -> (f64) {
      %v = memref.load %val[%p] : memref<?xf64>
      %t = arith.addf %s, %v fastmath<reassoc> : f64
      scf.yield %t : f64
    } else {
      %u = arith.addf %zero, %zero : f64
      scf.yield %s : f64
    }
    scf.yield %next : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return
}

// -----

func.func @inner(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %table: memref<?xindex>, %i: index) {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: vectorize-conditionals-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_conditionals {{.*}}Remark="the branch contains 'scf.if', which has regions"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %at = memref.load %table[%j] : memref<?xindex>
    %found = arith.cmpi ne, %at, %none : index
    %next = scf.if %found -> (f64) {
      %v = scf.if %found -> (f64) {
      scf.yield %zero : f64
      } else {
      scf.yield %zero : f64
      }
      %t = arith.addf %s, %v fastmath<reassoc> : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    scf.yield %next : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return
}

// -----

func.func @stores(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %table: memref<?xindex>, %i: index) {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: vectorize-conditionals-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_conditionals {{.*}}Remark="the branch contains 'memref.store', which is not speculatable"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %at = memref.load %table[%j] : memref<?xindex>
    %found = arith.cmpi ne, %at, %none : index
    %next = scf.if %found -> (f64) {
      memref.store %at, %table[%p] : memref<?xindex>
      %v = memref.load %val[%p] : memref<?xf64>
      %t = arith.addf %s, %v fastmath<reassoc> : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    scf.yield %next : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return
}

// -----

func.func @swapped(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %table: memref<?xindex>, %i: index) {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: vectorize-conditionals-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_conditionals {{.*}}Remark="iter_arg #0 is not yielded from result 0 of the `scf.if`"
  %sum:2 = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero, %r = %zero) -> (f64, f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %at = memref.load %table[%j] : memref<?xindex>
    %found = arith.cmpi ne, %at, %none : index
    %next:2 = scf.if %found -> (f64, f64) {
      %v = memref.load %val[%p] : memref<?xf64>
      %t = arith.addf %s, %v fastmath<reassoc> : f64
      scf.yield %t, %t : f64, f64
    } else {
      scf.yield %s, %s : f64, f64
    }
    scf.yield %next#1, %next#0 : f64, f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return
}

// -----

func.func @reset(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %table: memref<?xindex>, %i: index) {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: vectorize-conditionals-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_conditionals {{.*}}Remark="iter_arg #0 may change in iterations whose condition is false"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %at = memref.load %table[%j] : memref<?xindex>
    %found = arith.cmpi ne, %at, %none : index
    %next = scf.if %found -> (f64) {
      %v = memref.load %val[%p] : memref<?xf64>
      %t = arith.addf %s, %v fastmath<reassoc> : f64
      scf.yield %t : f64
    } else {
      scf.yield %zero : f64
    }
    scf.yield %next : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return
}

// -----

func.func @last(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %table: memref<?xindex>, %i: index) {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: vectorize-conditionals-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_conditionals {{.*}}Remark="the branch does not combine a value into iter_arg #0"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %at = memref.load %table[%j] : memref<?xindex>
    %found = arith.cmpi ne, %at, %none : index
    %next = scf.if %found -> (f64) {
      %v = memref.load %val[%p] : memref<?xf64>
      scf.yield %v : f64
    } else {
      scf.yield %s : f64
    }
    scf.yield %next : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return
}

// -----

func.func @reused(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %table: memref<?xindex>, %i: index) {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: vectorize-conditionals-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_conditionals {{.*}}Remark="iter_arg #0 has uses other than its reduction"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %at = memref.load %table[%j] : memref<?xindex>
    %found = arith.cmpi ne, %at, %none : index
    %next = scf.if %found -> (f64) {
      %v = memref.load %val[%p] : memref<?xf64>
      %u = arith.mulf %s, %v : f64
      %t = arith.addf %s, %u fastmath<reassoc> : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    scf.yield %next : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return
}

// -----

func.func @ordered(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %table: memref<?xindex>, %i: index) {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: vectorize-conditionals-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_conditionals {{.*}}Remark="'arith.addf' may not be reassociated, since it has no flag `reassoc`, as with -strict-fp"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %at = memref.load %table[%j] : memref<?xindex>
    %found = arith.cmpi ne, %at, %none : index
    %next = scf.if %found -> (f64) {
      %v = memref.load %val[%p] : memref<?xf64>
      %t = arith.addf %s, %v : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    scf.yield %next : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return
}

// -----

func.func @tags(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %table: memref<?xindex>, %i: index) {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: vectorize-conditionals-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_conditionals {{.*}}Remark="the loop is tagged `unroll` in `weft.loop`"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %at = memref.load %table[%j] : memref<?xindex>
    %found = arith.cmpi ne, %at, %none : index
    %next = scf.if %found -> (f64) {
      %v = memref.load %val[%p] : memref<?xf64>
      %t = arith.addf %s, %v fastmath<reassoc> : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    scf.yield %next : f64
  } {weft.loop = #weft.loop<unroll(4), segments(<0 level 1 ordered unique adjacent>)>}
  return
}

// -----

func.func @elsewhere(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %table: memref<?xindex>, %i: index) {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: vectorize-conditionals-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_conditionals {{.*}}Remark="the loads from the values of tensor 0 in the branch are not contiguous"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %at = memref.load %table[%j] : memref<?xindex>
    %found = arith.cmpi ne, %at, %none : index
    %next = scf.if %found -> (f64) {
      %v = memref.load %val[%at] : memref<?xf64>
      %t = arith.addf %s, %v fastmath<reassoc> : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    scf.yield %next : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return
}

// -----

func.func @invariant(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %table: memref<?xindex>, %cell: memref<f64>, %i: index) {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: vectorize-conditionals-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_conditionals {{.*}}Remark="a load at an invariant index is in a branch whose condition differs between lanes"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %at = memref.load %table[%j] : memref<?xindex>
    %found = arith.cmpi ne, %at, %none : index
    %next = scf.if %found -> (f64) {
      %v = memref.load %cell[] : memref<f64>
      %t = arith.addf %s, %v fastmath<reassoc> : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    scf.yield %next : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return
}

// -----

func.func @wide(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %table: memref<?xindex>, %init: i256, %i: index) {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: vectorize-conditionals-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_conditionals {{.*}}Remark="elements of 32 bytes fill a vector with only 2 lanes"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %init) -> (i256) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %at = memref.load %table[%j] : memref<?xindex>
    %found = arith.cmpi ne, %at, %none : index
    %wide = arith.index_cast %at : index to i256
    %next = scf.if %found -> (i256) {
      %t = arith.addi %s, %wide : i256
      scf.yield %t : i256
    } else {
      scf.yield %s : i256
    }
    scf.yield %next : i256
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return
}

// -----

func.func @inside(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %val: memref<?xf64> {weft.array = #weft.array<0 values>}, %table: memref<?xindex>, %i: index) {
  %zero = arith.constant 0.0 : f64
  %none = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.addi %i, %c1 : index
  %begin = memref.load %pos[%i] : memref<?xindex>
  %end = memref.load %pos[%i1] : memref<?xindex>
  // CHECK: vectorize-conditionals-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] vectorize_conditionals {{.*}}Remark="the loop loads from {{.*}} through a memref that it defines"
  %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> (f64) {
    %j = memref.load %crd[%p] : memref<?xindex>
    %at = memref.load %table[%j] : memref<?xindex>
    %found = arith.cmpi ne, %at, %none : index
    %cast = memref.cast %table : memref<?xindex> to memref<8xindex>
    %other = memref.load %cast[%j] : memref<8xindex>
    %next = scf.if %found -> (f64) {
      %v = memref.load %val[%p] : memref<?xf64>
      %t = arith.addf %s, %v fastmath<reassoc> : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    scf.yield %next : f64
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return
}
