// RUN: weft-opt %s -weft-hold-rows -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:

// This loop is versioned. Each of the loops below violates one precondition.
func.func @plain(%crd: memref<?xindex>, %c: memref<?xf64>, %d: memref<?xf64>, %n: index, %m: index, %k64: i64, %end: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0.0> : vector<8xf64>
  // CHECK: hold-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Passed] hold_rows {{.*}}Remark="keeps a row of 4 vectors in registers where rows have 32 elements"
  scf.for %p = %c0 to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %sums = scf.for %k = %c0 to %n step %c8 iter_args(%s = %zeros) -> (vector<8xf64>) {
      %at = arith.addi %j, %k : index
      %cs = vector.load %c[%k] : memref<?xf64>, vector<8xf64>
      %ds = vector.load %d[%at] : memref<?xf64>, vector<8xf64>
      %product = arith.mulf %cs, %ds : vector<8xf64>
      %next = arith.addf %s, %product : vector<8xf64>
      scf.yield %next : vector<8xf64>
    }
    vector.store %sums, %y[%p] : memref<?xf64>, vector<8xf64>
  }
  return
}

// -----

func.func @parallel(%crd: memref<?xindex>, %c: memref<?xf64>, %d: memref<?xf64>, %n: index, %m: index, %k64: i64, %end: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0.0> : vector<8xf64>
  // CHECK: hold-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] hold_rows {{.*}}Remark="the loop is parallel"
  scf.for %p = %c0 to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %sums = scf.for %k = %c0 to %n step %c8 iter_args(%s = %zeros) -> (vector<8xf64>) {
      %at = arith.addi %j, %k : index
      %cs = vector.load %c[%k] : memref<?xf64>, vector<8xf64>
      %ds = vector.load %d[%at] : memref<?xf64>, vector<8xf64>
      %product = arith.mulf %cs, %ds : vector<8xf64>
      %next = arith.addf %s, %product : vector<8xf64>
      scf.yield %next : vector<8xf64>
    }
    vector.store %sums, %y[%p] : memref<?xf64>, vector<8xf64>
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

func.func @unsigned(%crd: memref<?xindex>, %c: memref<?xf64>, %d: memref<?xf64>, %n: index, %m: index, %k64: i64, %end: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0.0> : vector<8xf64>
  // CHECK: hold-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] hold_rows {{.*}}Remark="the loop has unsigned bounds"
  scf.for unsigned %p = %c0 to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %sums = scf.for %k = %c0 to %n step %c8 iter_args(%s = %zeros) -> (vector<8xf64>) {
      %at = arith.addi %j, %k : index
      %cs = vector.load %c[%k] : memref<?xf64>, vector<8xf64>
      %ds = vector.load %d[%at] : memref<?xf64>, vector<8xf64>
      %product = arith.mulf %cs, %ds : vector<8xf64>
      %next = arith.addf %s, %product : vector<8xf64>
      scf.yield %next : vector<8xf64>
    }
    vector.store %sums, %y[%p] : memref<?xf64>, vector<8xf64>
  }
  return
}

// -----

func.func @unsigned_row(%crd: memref<?xindex>, %c: memref<?xf64>, %d: memref<?xf64>, %n: index, %m: index, %k64: i64, %end: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0.0> : vector<8xf64>
  // CHECK: hold-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] hold_rows {{.*}}Remark="the inner loop has unsigned bounds"
  scf.for %p = %c0 to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %sums = scf.for unsigned %k = %c0 to %n step %c8 iter_args(%s = %zeros) -> (vector<8xf64>) {
      %at = arith.addi %j, %k : index
      %cs = vector.load %c[%k] : memref<?xf64>, vector<8xf64>
      %ds = vector.load %d[%at] : memref<?xf64>, vector<8xf64>
      %product = arith.mulf %cs, %ds : vector<8xf64>
      %next = arith.addf %s, %product : vector<8xf64>
      scf.yield %next : vector<8xf64>
    }
    vector.store %sums, %y[%p] : memref<?xf64>, vector<8xf64>
  }
  return
}

// -----

func.func @lengths(%crd: memref<?xindex>, %c: memref<?xf64>, %d: memref<?xf64>, %n: index, %m: index, %k64: i64, %end: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0.0> : vector<8xf64>
  // CHECK: hold-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] hold_rows {{.*}}Remark="the upper bound of the inner loop is not invariant in the loop"
  scf.for %p = %c0 to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %sums = scf.for %k = %c0 to %j step %c8 iter_args(%s = %zeros) -> (vector<8xf64>) {
      %at = arith.addi %j, %k : index
      %cs = vector.load %c[%k] : memref<?xf64>, vector<8xf64>
      %ds = vector.load %d[%at] : memref<?xf64>, vector<8xf64>
      %product = arith.mulf %cs, %ds : vector<8xf64>
      %next = arith.addf %s, %product : vector<8xf64>
      scf.yield %next : vector<8xf64>
    }
    vector.store %sums, %y[%p] : memref<?xf64>, vector<8xf64>
  }
  return
}

// -----

func.func @constant(%crd: memref<?xindex>, %c: memref<?xf64>, %d: memref<?xf64>, %n: index, %m: index, %k64: i64, %end: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0.0> : vector<8xf64>
  // CHECK: hold-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] hold_rows {{.*}}Remark="the upper bound of the inner loop is a constant"
  scf.for %p = %c0 to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %c32 = arith.constant 32 : index
    %sums = scf.for %k = %c0 to %c32 step %c8 iter_args(%s = %zeros) -> (vector<8xf64>) {
      %at = arith.addi %j, %k : index
      %cs = vector.load %c[%k] : memref<?xf64>, vector<8xf64>
      %ds = vector.load %d[%at] : memref<?xf64>, vector<8xf64>
      %product = arith.mulf %cs, %ds : vector<8xf64>
      %next = arith.addf %s, %product : vector<8xf64>
      scf.yield %next : vector<8xf64>
    }
    vector.store %sums, %y[%p] : memref<?xf64>, vector<8xf64>
  }
  return
}

// -----

func.func @two_values(%crd: memref<?xindex>, %c: memref<?xf64>, %d: memref<?xf64>, %n: index, %m: index, %k64: i64, %end: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0.0> : vector<8xf64>
  // CHECK: hold-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] hold_rows {{.*}}Remark="the upper bound of the inner loop is computed from 2 values"
  scf.for %p = %c0 to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %both = arith.addi %n, %m : index
    %sums = scf.for %k = %c0 to %both step %c8 iter_args(%s = %zeros) -> (vector<8xf64>) {
      %at = arith.addi %j, %k : index
      %cs = vector.load %c[%k] : memref<?xf64>, vector<8xf64>
      %ds = vector.load %d[%at] : memref<?xf64>, vector<8xf64>
      %product = arith.mulf %cs, %ds : vector<8xf64>
      %next = arith.addf %s, %product : vector<8xf64>
      scf.yield %next : vector<8xf64>
    }
    vector.store %sums, %y[%p] : memref<?xf64>, vector<8xf64>
  }
  return
}

// -----

func.func @cast(%crd: memref<?xindex>, %c: memref<?xf64>, %d: memref<?xf64>, %n: index, %m: index, %k64: i64, %end: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0.0> : vector<8xf64>
  // CHECK: hold-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] hold_rows {{.*}}Remark="the upper bound of the inner loop is computed from a value that is not of type `index`"
  scf.for %p = %c0 to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %length = arith.index_cast %k64 : i64 to index
    %sums = scf.for %k = %c0 to %length step %c8 iter_args(%s = %zeros) -> (vector<8xf64>) {
      %at = arith.addi %j, %k : index
      %cs = vector.load %c[%k] : memref<?xf64>, vector<8xf64>
      %ds = vector.load %d[%at] : memref<?xf64>, vector<8xf64>
      %product = arith.mulf %cs, %ds : vector<8xf64>
      %next = arith.addf %s, %product : vector<8xf64>
      scf.yield %next : vector<8xf64>
    }
    vector.store %sums, %y[%p] : memref<?xf64>, vector<8xf64>
  }
  return
}

// -----

func.func @twice(%crd: memref<?xindex>, %c: memref<?xf64>, %d: memref<?xf64>, %n: index, %m: index, %k64: i64, %end: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0.0> : vector<8xf64>
  // CHECK: hold-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] hold_rows {{.*}}Remark="the upper bound of the inner loop is not 32 if the value from which it is computed is 32"
  scf.for %p = %c0 to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %length = arith.addi %n, %n : index
    %sums = scf.for %k = %c0 to %length step %c8 iter_args(%s = %zeros) -> (vector<8xf64>) {
      %at = arith.addi %j, %k : index
      %cs = vector.load %c[%k] : memref<?xf64>, vector<8xf64>
      %ds = vector.load %d[%at] : memref<?xf64>, vector<8xf64>
      %product = arith.mulf %cs, %ds : vector<8xf64>
      %next = arith.addf %s, %product : vector<8xf64>
      scf.yield %next : vector<8xf64>
    }
    vector.store %sums, %y[%p] : memref<?xf64>, vector<8xf64>
  }
  return
}

// -----

func.func @varying(%crd: memref<?xindex>, %c: memref<?xf64>, %d: memref<?xf64>, %n: index, %m: index, %k64: i64, %end: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0.0> : vector<8xf64>
  // CHECK: hold-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] hold_rows {{.*}}Remark="no vector load of the inner loop is invariant in the loop"
  scf.for %p = %c0 to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %sums = scf.for %k = %c0 to %n step %c8 iter_args(%s = %zeros) -> (vector<8xf64>) {
      %at = arith.addi %j, %k : index
      %cs = vector.load %c[%at] : memref<?xf64>, vector<8xf64>
      %ds = vector.load %d[%at] : memref<?xf64>, vector<8xf64>
      %product = arith.mulf %cs, %ds : vector<8xf64>
      %next = arith.addf %s, %product : vector<8xf64>
      scf.yield %next : vector<8xf64>
    }
    vector.store %sums, %y[%p] : memref<?xf64>, vector<8xf64>
  }
  return
}

// -----

func.func @written(%crd: memref<?xindex>, %c: memref<?xf64>, %d: memref<?xf64>, %n: index, %m: index, %k64: i64, %end: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0.0> : vector<8xf64>
  // CHECK: hold-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] hold_rows {{.*}}Remark="the function may write argument 7, from which invariant vectors are loaded"
  scf.for %p = %c0 to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %sums = scf.for %k = %c0 to %n step %c8 iter_args(%s = %zeros) -> (vector<8xf64>) {
      %at = arith.addi %j, %k : index
      %cs = vector.load %y[%k] : memref<?xf64>, vector<8xf64>
      %ds = vector.load %d[%at] : memref<?xf64>, vector<8xf64>
      %product = arith.mulf %cs, %ds : vector<8xf64>
      %next = arith.addf %s, %product : vector<8xf64>
      scf.yield %next : vector<8xf64>
    }
    vector.store %sums, %y[%p] : memref<?xf64>, vector<8xf64>
  }
  return
}

// -----

func.func @invariant(%crd: memref<?xindex>, %c: memref<?xf64>, %d: memref<?xf64>, %n: index, %m: index, %k64: i64, %end: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0.0> : vector<8xf64>
  // CHECK: hold-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] hold_rows {{.*}}Remark="all vector loads of the inner loop are invariant in the loop"
  scf.for %p = %c0 to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %sums = scf.for %k = %c0 to %n step %c8 iter_args(%s = %zeros) -> (vector<8xf64>) {
      %at = arith.addi %j, %k : index
      %cs = vector.load %c[%k] : memref<?xf64>, vector<8xf64>
      %ds = vector.load %d[%k] : memref<?xf64>, vector<8xf64>
      %product = arith.mulf %cs, %ds : vector<8xf64>
      %next = arith.addf %s, %product : vector<8xf64>
      scf.yield %next : vector<8xf64>
    }
    vector.store %sums, %y[%p] : memref<?xf64>, vector<8xf64>
  }
  return
}
