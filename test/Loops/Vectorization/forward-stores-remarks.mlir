// RUN: weft-opt %s -weft-forward-stores -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:

// Branches on the same condition.
func.func private @call()
func.func @branches(%d: memref<?xf64>, %n: index, %x: f64, %p: i1) -> (memref<?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c = memref.alloc(%n) : memref<?xf64>
  // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Passed] forward_stores {{.*}}Remark="merges the scf.if with the next one on the same condition"
  scf.if %p {
    memref.store %x, %c[%c0] : memref<?xf64>
  }
  // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:8: remark: [Missed] forward_stores {{.*}}Remark="not merged with the next scf.if on the same condition: it has results"
  %r = scf.if %p -> (f64) {
    memref.store %x, %d[%c0] : memref<?xf64>
    scf.yield %x : f64
  } else {
    %t = memref.load %d[%c0] : memref<?xf64>
    scf.yield %t : f64
  }
  // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] forward_stores {{.*}}Remark="not merged with the next scf.if on the same condition: it contains 'memref.store' to argument 0"
  scf.if %p {
    memref.store %x, %d[%c0] : memref<?xf64>
  }
  // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] forward_stores {{.*}}Remark="not merged with the next scf.if on the same condition: 'memref.load' between them cannot be reordered with its stores"
  scf.if %p {
    memref.store %x, %c[%c0] : memref<?xf64>
  }
  %y = memref.load %c[%c0] : memref<?xf64>
  scf.if %p {
    memref.store %y, %d[%c0] : memref<?xf64>
  }
  return %c, %r : memref<?xf64>, f64
}

// -----

// Branches that only report a failure or compute values have no remark.
func.func private @weft_rt_fail(i64, i64, i64, i64)
func.func @checks(%p: i1, %x: i64, %y: i64) -> i64 {
  %r = scf.if %p -> (i64) {
    scf.yield %x : i64
  } else {
    scf.yield %y : i64
  }
  scf.if %p {
    func.call @weft_rt_fail(%x, %x, %x, %x) : (i64, i64, i64, i64) -> ()
  }
  scf.if %p {
    func.call @weft_rt_fail(%x, %x, %x, %x) : (i64, i64, i64, i64) -> ()
  }
  return %r : i64
}

// -----

// Loads of stored tiles.
func.func @tiles(%d: memref<?xf64>, %n: index, %x: f64, %v: vector<8xf64>) -> (memref<?xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>) {
  %c0 = arith.constant 0 : index
  %c = memref.alloc(%n) : memref<?xf64>
  vector.store %v, %c[%c0] : memref<?xf64>, vector<8xf64>
  // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:16: remark: [Passed] forward_stores {{.*}}Remark="replaces the load from an allocated array by the stored vector"
  %forwarded = vector.load %c[%c0] : memref<?xf64>, vector<8xf64>
  memref.store %x, %c[%n] : memref<?xf64>
  // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:16: remark: [Missed] forward_stores {{.*}}Remark="the vector was stored before, but 'memref.store' in between may write to an allocated array"
  %clobbered = vector.load %c[%c0] : memref<?xf64>, vector<8xf64>
  vector.store %v, %d[%c0] : memref<?xf64>, vector<8xf64>
  // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:14: remark: [Missed] forward_stores {{.*}}Remark="the vector was stored before, but other arrays may alias argument 0"
  %aliased = vector.load %d[%c0] : memref<?xf64>, vector<8xf64>
  return %c, %forwarded, %clobbered, %aliased : memref<?xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>
}

// -----

// The store sinks into the branch that overwrites the tile.
func.func @sinks(%n: index, %p: i1, %v: vector<8xf64>) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c = memref.alloc(%n) : memref<?xf64>
  // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Passed] forward_stores {{.*}}Remark="sinks the store into the else region of the next scf.if, whose then region overwrites it"
  vector.store %v, %c[%c0] : memref<?xf64>, vector<8xf64>
  scf.if %p {
    // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:10: remark: [Passed] forward_stores {{.*}}Remark="replaces the load from an allocated array by the stored vector"
    %x = vector.load %c[%c0] : memref<?xf64>, vector<8xf64>
    %sum = arith.addf %x, %x : vector<8xf64>
    vector.store %sum, %c[%c0] : memref<?xf64>, vector<8xf64>
  }
  return %c : memref<?xf64>
}

// -----

// The branch has an else region.
func.func @else_region(%n: index, %p: i1, %v: vector<8xf64>) -> (memref<?xf64>, vector<8xf64>) {
  %c0 = arith.constant 0 : index
  %c = memref.alloc(%n) : memref<?xf64>
  // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] forward_stores {{.*}}Remark="the store does not sink into the next scf.if, which has an else region"
  vector.store %v, %c[%c0] : memref<?xf64>, vector<8xf64>
  %r = scf.if %p -> (vector<8xf64>) {
    // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:10: remark: [Passed] forward_stores {{.*}}Remark="replaces the load from an allocated array by the stored vector"
    %x = vector.load %c[%c0] : memref<?xf64>, vector<8xf64>
    %sum = arith.addf %x, %x : vector<8xf64>
    vector.store %sum, %c[%c0] : memref<?xf64>, vector<8xf64>
    scf.yield %sum : vector<8xf64>
  } else {
    scf.yield %v : vector<8xf64>
  }
  return %c, %r : memref<?xf64>, vector<8xf64>
}

// -----

// A load is between the store and the branch.
func.func @between(%n: index, %p: i1, %v: vector<8xf64>) -> (memref<?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c = memref.alloc(%n) : memref<?xf64>
  // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] forward_stores {{.*}}Remark="the store does not sink into the next scf.if: 'memref.load' between them may access an allocated array"
  vector.store %v, %c[%c0] : memref<?xf64>, vector<8xf64>
  %y = memref.load %c[%n] : memref<?xf64>
  scf.if %p {
    // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:10: remark: [Passed] forward_stores {{.*}}Remark="replaces the load from an allocated array by the stored vector"
    %x = vector.load %c[%c0] : memref<?xf64>, vector<8xf64>
    %sum = arith.addf %x, %x : vector<8xf64>
    vector.store %sum, %c[%c0] : memref<?xf64>, vector<8xf64>
  }
  return %c, %y : memref<?xf64>, f64
}

// -----

// The branch does not overwrite the tile.
func.func @no_store(%d: memref<?xf64>, %n: index, %p: i1, %v: vector<8xf64>) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c = memref.alloc(%n) : memref<?xf64>
  // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] forward_stores {{.*}}Remark="the store does not sink into the next scf.if, whose then region does not overwrite the vector"
  vector.store %v, %c[%c0] : memref<?xf64>, vector<8xf64>
  scf.if %p {
    // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:10: remark: [Passed] forward_stores {{.*}}Remark="replaces the load from an allocated array by the stored vector"
    %x = vector.load %c[%c0] : memref<?xf64>, vector<8xf64>
    %sum = arith.addf %x, %x : vector<8xf64>
    vector.store %sum, %d[%c0] : memref<?xf64>, vector<8xf64>
  }
  return %c : memref<?xf64>
}

// -----

// The branch loads an element before it overwrites the tile.
func.func @needed(%n: index, %p: i1, %v: vector<8xf64>) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c = memref.alloc(%n) : memref<?xf64>
  // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] forward_stores {{.*}}Remark="the store does not sink into the next scf.if: 'memref.load' may access an allocated array before the vector is overwritten"
  vector.store %v, %c[%c0] : memref<?xf64>, vector<8xf64>
  scf.if %p {
    // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:10: remark: [Passed] forward_stores {{.*}}Remark="replaces the load from an allocated array by the stored vector"
    %x = vector.load %c[%c0] : memref<?xf64>, vector<8xf64>
    %y = memref.load %c[%n] : memref<?xf64>
    %z = vector.broadcast %y : f64 to vector<8xf64>
    %sum = arith.addf %x, %z : vector<8xf64>
    vector.store %sum, %c[%c0] : memref<?xf64>, vector<8xf64>
  }
  return %c : memref<?xf64>
}

// -----

// Masked loads that initialize accumulators.
func.func @accumulators(%a: memref<?xf64>, %d: memref<?xf64>, %mask: vector<8xi1>, %n: index) -> (memref<?xf64>, vector<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : vector<8xf64>
  %c = memref.alloc(%n) : memref<?xf64>
  %r = scf.for %row = %c0 to %n step %c1 iter_args(%last = %zero) -> (vector<8xf64>) {
    // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:14: remark: [Passed] forward_stores {{.*}}Remark="moves the masked load from an allocated array after the loop"
    %moved = vector.maskedload %c[%row], %mask, %zero : memref<?xf64>, vector<8xi1>, vector<8xf64> into vector<8xf64>
    %s0 = scf.for %i = %c0 to %row step %c1 iter_args(%s = %moved) -> (vector<8xf64>) {
      %x = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
      %next = arith.addf %s, %x fastmath<reassoc> : vector<8xf64>
      scf.yield %next : vector<8xf64>
    }
    vector.maskedstore %c[%row], %mask, %s0 : memref<?xf64>, vector<8xi1>, vector<8xf64>
    // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:16: remark: [Missed] forward_stores {{.*}}Remark="the masked load stays before the loop: other arrays may alias argument 1"
    %aliased = vector.maskedload %d[%row], %mask, %zero : memref<?xf64>, vector<8xi1>, vector<8xf64> into vector<8xf64>
    %s1 = scf.for %i = %c0 to %row step %c1 iter_args(%s = %aliased) -> (vector<8xf64>) {
      %x = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
      %next = arith.addf %s, %x fastmath<reassoc> : vector<8xf64>
      scf.yield %next : vector<8xf64>
    }
    vector.maskedstore %d[%row], %mask, %s1 : memref<?xf64>, vector<8xi1>, vector<8xf64>
    scf.yield %s1 : vector<8xf64>
  }
  return %c, %r : memref<?xf64>, vector<8xf64>
}

// -----

func.func @ordered(%a: memref<?xf64>, %mask: vector<8xi1>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : vector<8xf64>
  %c = memref.alloc(%n) : memref<?xf64>
  // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:11: remark: [Missed] forward_stores {{.*}}Remark="the masked load stays before the loop: the accumulation may not be reassociated"
  %tile = vector.maskedload %c[%c0], %mask, %zero : memref<?xf64>, vector<8xi1>, vector<8xf64> into vector<8xf64>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %tile) -> (vector<8xf64>) {
    %x = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
    %next = arith.addf %s, %x : vector<8xf64>
    scf.yield %next : vector<8xf64>
  }
  vector.maskedstore %c[%c0], %mask, %sum : memref<?xf64>, vector<8xi1>, vector<8xf64>
  return %c : memref<?xf64>
}

// -----

func.func @two_uses(%a: memref<?xf64>, %mask: vector<8xi1>, %n: index) -> (memref<?xf64>, vector<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : vector<8xf64>
  %c = memref.alloc(%n) : memref<?xf64>
  // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:11: remark: [Missed] forward_stores {{.*}}Remark="the masked load stays before the loop: the result of the loop does not have exactly one use"
  %tile = vector.maskedload %c[%c0], %mask, %zero : memref<?xf64>, vector<8xi1>, vector<8xf64> into vector<8xf64>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %tile) -> (vector<8xf64>) {
    %x = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
    %next = arith.addf %s, %x fastmath<reassoc> : vector<8xf64>
    scf.yield %next : vector<8xf64>
  }
  vector.maskedstore %c[%c0], %mask, %sum : memref<?xf64>, vector<8xi1>, vector<8xf64>
  return %c, %sum : memref<?xf64>, vector<8xf64>
}

// -----

func.func @other_tile(%a: memref<?xf64>, %mask: vector<8xi1>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : vector<8xf64>
  %c = memref.alloc(%n) : memref<?xf64>
  // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:11: remark: [Missed] forward_stores {{.*}}Remark="the masked load stays before the loop: the result of the loop is not stored at the same index with the same mask"
  %tile = vector.maskedload %c[%c0], %mask, %zero : memref<?xf64>, vector<8xi1>, vector<8xf64> into vector<8xf64>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %tile) -> (vector<8xf64>) {
    %x = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
    %next = arith.addf %s, %x fastmath<reassoc> : vector<8xf64>
    scf.yield %next : vector<8xf64>
  }
  vector.maskedstore %c[%c1], %mask, %sum : memref<?xf64>, vector<8xi1>, vector<8xf64>
  return %c : memref<?xf64>
}

// -----

func.func @accessed(%a: memref<?xf64>, %mask: vector<8xi1>, %n: index) -> (memref<?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : vector<8xf64>
  %c = memref.alloc(%n) : memref<?xf64>
  // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:11: remark: [Missed] forward_stores {{.*}}Remark="the masked load stays before the loop: 'memref.load' may access an allocated array before the result is stored"
  %tile = vector.maskedload %c[%c0], %mask, %zero : memref<?xf64>, vector<8xi1>, vector<8xf64> into vector<8xf64>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %tile) -> (vector<8xf64>) {
    %x = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
    %next = arith.addf %s, %x fastmath<reassoc> : vector<8xf64>
    scf.yield %next : vector<8xf64>
  }
  %y = memref.load %c[%n] : memref<?xf64>
  vector.maskedstore %c[%c0], %mask, %sum : memref<?xf64>, vector<8xi1>, vector<8xf64>
  return %c, %y : memref<?xf64>, f64
}

// -----

// Scalar stores.
func.func @elements(%a: memref<?xf64>, %n: index, %i: index, %j: index) -> (memref<?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%n) : memref<?xf64>
  // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Passed] forward_stores {{.*}}Remark="removes the store to an allocated array, which is overwritten"
  memref.store %zero, %y[%i] : memref<?xf64>
  %sum = scf.for %p = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
    %x = memref.load %a[%p] : memref<?xf64>
    %more = arith.addf %carried, %x : f64
    scf.yield %more : f64
  }
  // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:10: remark: [Passed] forward_stores {{.*}}Remark="replaces the load from an allocated array by the stored value"
  %old = memref.load %y[%i] : memref<?xf64>
  // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:11: remark: [Passed] forward_stores {{.*}}Remark="folds the addition of zero to the sum of a loop"
  %next = arith.addf %old, %sum : f64
  // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] forward_stores {{.*}}Remark="'memref.load' may access an allocated array before 'memref.store' accesses the stored element"
  memref.store %next, %y[%i] : memref<?xf64>
  %v = memref.load %y[%j] : memref<?xf64>
  memref.store %zero, %y[%i] : memref<?xf64>
  // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] forward_stores {{.*}}Remark="'memref.store' after the store accesses its element, but other arrays may alias argument 0"
  memref.store %zero, %a[%i] : memref<?xf64>
  memref.store %v, %a[%i] : memref<?xf64>
  return %y, %v : memref<?xf64>, f64
}

// -----

// An allocation with a name in its location.
func.func @named(%n: index, %i: index, %v: f64) -> (memref<?xf64>, f64) {
  %y = memref.alloc(%n) : memref<?xf64> loc(fused<#weft.array_name<tensor = "w", role = "values">>["k":1:1])
  memref.store %v, %y[%i] : memref<?xf64>
  // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:10: remark: [Passed] forward_stores {{.*}}Remark="replaces the load from the values of 'w' by the stored value"
  %old = memref.load %y[%i] : memref<?xf64>
  return %y, %old : memref<?xf64>, f64
}

// -----

// The tensor is known, but not the role of the array.
func.func @unknown_role(%n: index, %i: index, %v: f64) -> (memref<?xf64>, f64) {
  %y = memref.alloc(%n) : memref<?xf64> loc(fused<#weft.array_name<tensor = "w">>["k":1:1])
  memref.store %v, %y[%i] : memref<?xf64>
  // CHECK-DAG: forward-stores-remarks.mlir:[[@LINE+1]]:10: remark: [Passed] forward_stores {{.*}}Remark="replaces the load from an array of 'w' by the stored value"
  %old = memref.load %y[%i] : memref<?xf64>
  return %y, %old : memref<?xf64>, f64
}
