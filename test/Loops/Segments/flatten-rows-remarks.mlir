// RUN: weft-opt %s -weft-flatten-rows -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s

// The first loop is flattened. Each of the others violates one precondition.

func.func @short(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %m: index) -> memref<8xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %places = memref.alloc() : memref<8xindex>
  %out = memref.alloc() : memref<8xindex>
  scf.for %i = %c0 to %m step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    // CHECK: flatten-rows-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Passed] flatten_rows {{.*}}Remark="flattens the loops over rows and entries into chunks of 512 entries, in a loop version for rows that average fewer than 3 entries"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %q = memref.load %places[%j] : memref<8xindex>
      memref.store %i, %out[%q] : memref<8xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return %out : memref<8xindex>
}

// -----

func.func @apart(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %m: index) -> memref<8xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %places = memref.alloc() : memref<8xindex>
  %out = memref.alloc() : memref<8xindex>
  scf.for %i = %c0 to %m step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    // CHECK: flatten-rows-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] flatten_rows {{.*}}Remark="the loop bounds are not known to be pos[i] and pos[i + 1], where i is the induction variable of an enclosing unit-step loop"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %q = memref.load %places[%j] : memref<8xindex>
      memref.store %i, %out[%q] : memref<8xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique>)>}
  }
  return %out : memref<8xindex>
}

// -----

func.func @offset(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %m: index) -> memref<8xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %places = memref.alloc() : memref<8xindex>
  %out = memref.alloc() : memref<8xindex>
  scf.for %i = %c0 to %m step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %k = arith.addi %i, %m : index
    %k1 = arith.addi %k, %c1 : index
    %begin = memref.load %pos[%k] : memref<?xindex>
    %end = memref.load %pos[%k1] : memref<?xindex>
    // CHECK: flatten-rows-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] flatten_rows {{.*}}Remark="the loop bounds are loaded at an offset from the induction variable of the enclosing loop"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %q = memref.load %places[%j] : memref<8xindex>
      memref.store %i, %out[%q] : memref<8xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return %out : memref<8xindex>
}

// -----

func.func @parallel(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %m: index) -> memref<8xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %places = memref.alloc() : memref<8xindex>
  %out = memref.alloc() : memref<8xindex>
  scf.for %i = %c0 to %m step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    // CHECK: flatten-rows-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] flatten_rows {{.*}}Remark="the loop over rows is tagged `parallel` in `weft.loop`"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %q = memref.load %places[%j] : memref<8xindex>
      memref.store %i, %out[%q] : memref<8xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  } {weft.loop = #weft.loop<parallel(static)>}
  return %out : memref<8xindex>
}

// -----

func.func @strided(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %m: index) -> memref<8xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %places = memref.alloc() : memref<8xindex>
  %out = memref.alloc() : memref<8xindex>
  scf.for %i = %c0 to %m step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    // CHECK: flatten-rows-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] flatten_rows {{.*}}Remark="the loop over entries has a step other than 1 or unsigned bounds"
    scf.for %p = %begin to %end step %m {
      %j = memref.load %crd[%p] : memref<?xindex>
      %q = memref.load %places[%j] : memref<8xindex>
      memref.store %i, %out[%q] : memref<8xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return %out : memref<8xindex>
}

// -----

func.func @repeated(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %m: index) -> memref<8xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %places = memref.alloc() : memref<8xindex>
  %out = memref.alloc() : memref<8xindex>
  scf.for %i = %c0 to %m step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    scf.for %k = %c0 to %m step %c1 {
    // CHECK: flatten-rows-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] flatten_rows {{.*}}Remark="the loop is nested in an operation other than `scf.if` inside the loop that indexes its bounds"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %q = memref.load %places[%j] : memref<8xindex>
      memref.store %i, %out[%q] : memref<8xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    }
  }
  return %out : memref<8xindex>
}

// -----

func.func @scaled(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %m: index) -> memref<8xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %places = memref.alloc() : memref<8xindex>
  %out = memref.alloc() : memref<8xindex>
  scf.for %i = %c0 to %m step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    // CHECK: flatten-rows-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] flatten_rows {{.*}}Remark="no store index is loaded from an index array at a coordinate"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %k = arith.muli %j, %j : index
      %q = memref.load %places[%k] : memref<8xindex>
      memref.store %i, %out[%q] : memref<8xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return %out : memref<8xindex>
}

// -----

func.func @nested(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %m: index) -> memref<8xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %places = memref.alloc() : memref<8xindex>
  %out = memref.alloc() : memref<8xindex>
  scf.for %n = %c0 to %m step %c1 {
  scf.for %i = %c0 to %m step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    // CHECK: flatten-rows-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] flatten_rows {{.*}}Remark="the loop over rows is not at the top level of the function"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %q = memref.load %places[%j] : memref<8xindex>
      memref.store %i, %out[%q] : memref<8xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  }
  return %out : memref<8xindex>
}

// -----

func.func @carries(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %m: index) -> memref<8xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %places = memref.alloc() : memref<8xindex>
  %out = memref.alloc() : memref<8xindex>
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%k = %c0) -> (index) {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    // CHECK: flatten-rows-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] flatten_rows {{.*}}Remark="the loop over rows has iter_args"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %q = memref.load %places[%j] : memref<8xindex>
      memref.store %i, %out[%q] : memref<8xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    scf.yield %k : index
  }
  return %out : memref<8xindex>
}

// -----

func.func @counts(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %m: index) -> memref<8xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %places = memref.alloc() : memref<8xindex>
  %out = memref.alloc() : memref<8xindex>
  scf.for %i = %c0 to %m step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    // CHECK: flatten-rows-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] flatten_rows {{.*}}Remark="the loop over entries has iter_args"
    %r = scf.for %p = %begin to %end step %c1 iter_args(%k = %c0) -> (index) {
      %j = memref.load %crd[%p] : memref<?xindex>
      %q = memref.load %places[%j] : memref<8xindex>
      memref.store %i, %out[%q] : memref<8xindex>
      %k1 = arith.addi %k, %c1 : index
      scf.yield %k1 : index
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return %out : memref<8xindex>
}

// -----

func.func @tags(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %m: index) -> memref<8xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %places = memref.alloc() : memref<8xindex>
  %out = memref.alloc() : memref<8xindex>
  scf.for %i = %c0 to %m step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    // CHECK: flatten-rows-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] flatten_rows {{.*}}Remark="the loop over entries is tagged `unroll` in `weft.loop`"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %q = memref.load %places[%j] : memref<8xindex>
      memref.store %i, %out[%q] : memref<8xindex>
    } {weft.loop = #weft.loop<unroll(2), segments(<0 level 1 ordered unique adjacent>)>}
  }
  return %out : memref<8xindex>
}

// -----

func.func @branch(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %m: index, %is: i1) -> memref<8xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %places = memref.alloc() : memref<8xindex>
  %out = memref.alloc() : memref<8xindex>
  scf.for %i = %c0 to %m step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    scf.if %is {
    // CHECK: flatten-rows-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] flatten_rows {{.*}}Remark="the loop over entries is in a branch"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %q = memref.load %places[%j] : memref<8xindex>
      memref.store %i, %out[%q] : memref<8xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    }
  }
  return %out : memref<8xindex>
}

// -----

func.func @after(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %m: index) -> memref<8xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %places = memref.alloc() : memref<8xindex>
  %out = memref.alloc() : memref<8xindex>
  scf.for %i = %c0 to %m step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    // CHECK: flatten-rows-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] flatten_rows {{.*}}Remark="'memref.store' follows the loop over entries"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %q = memref.load %places[%j] : memref<8xindex>
      memref.store %i, %out[%q] : memref<8xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    memref.store %i, %places[%i] : memref<8xindex>
  }
  return %out : memref<8xindex>
}

// -----

func.func @before(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %m: index) -> memref<8xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %places = memref.alloc() : memref<8xindex>
  %out = memref.alloc() : memref<8xindex>
  scf.for %i = %c0 to %m step %c1 {
    %i1 = arith.addi %i, %c1 : index
    memref.store %i, %places[%i] : memref<8xindex>
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    // CHECK: flatten-rows-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] flatten_rows {{.*}}Remark="'memref.store' before the loop over entries has regions or side effects"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %q = memref.load %places[%j] : memref<8xindex>
      memref.store %i, %out[%q] : memref<8xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return %out : memref<8xindex>
}

// -----

func.func @inner(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %m: index, %is: i1) -> memref<8xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %places = memref.alloc() : memref<8xindex>
  %out = memref.alloc() : memref<8xindex>
  scf.for %i = %c0 to %m step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    // CHECK: flatten-rows-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] flatten_rows {{.*}}Remark="the loop over entries contains 'scf.if'"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %q = memref.load %places[%j] : memref<8xindex>
      memref.store %i, %out[%q] : memref<8xindex>
      scf.if %is {
      }
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return %out : memref<8xindex>
}

// -----

func.func @value(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %m: index) -> memref<8xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %places = memref.alloc() : memref<8xindex>
  %out = memref.alloc() : memref<8xindex>
  scf.for %i = %c0 to %m step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%i1] : memref<?xindex>
    // CHECK: flatten-rows-remarks.mlir:[[@LINE+1]]:{{.*}} remark: [Missed] flatten_rows {{.*}}Remark="the loop over entries uses a value that is not computed from the induction variable of the loop over rows by pure operations"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %q = memref.load %places[%j] : memref<8xindex>
      memref.store %begin, %out[%q] : memref<8xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return %out : memref<8xindex>
}
