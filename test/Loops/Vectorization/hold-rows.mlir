// RUN: weft-opt %s -weft-hold-rows -split-input-file | FileCheck %s

// A version for rows of four vectors loads the invariant row before the loop over
// entries, if there is an entry. Values that depend on the length are folded there.
// CHECK-LABEL: func.func @product(
// CHECK-SAME: %[[CRD:[^ ]*]]: memref<?xindex>, %[[C:[^ ]*]]: memref<?xf64>, %[[D:[^ ]*]]: memref<?xf64>, %[[N:[^ ]*]]: index, %[[BEGIN:[^ ]*]]: index, %[[END:[^ ]*]]: index
// CHECK: %[[LENGTH:.*]] = arith.constant 32 : index
// CHECK: %[[FEW:.*]] = arith.cmpi eq, %[[N]], %[[LENGTH]]
// CHECK: %[[ANY:.*]] = arith.cmpi slt, %[[BEGIN]], %[[END]]
// CHECK: %[[BOTH:.*]] = arith.andi %[[FEW]], %[[ANY]]
// CHECK: scf.if %[[BOTH]] {
// CHECK-COUNT-4: vector.load %[[C]]
// CHECK: scf.for %[[P:.*]] = %[[BEGIN]] to %[[END]]
// CHECK-NOT: scf.for
// CHECK-NOT: vector.load %[[C]]
// CHECK-COUNT-4: vector.load %[[D]]
// CHECK-NOT: scf.if
// CHECK: } else {
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.if
func.func @product(%crd: memref<?xindex>, %c: memref<?xf64>, %d: memref<?xf64>, %n: index, %begin: index, %end: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0.0> : vector<8xf64>
  scf.for %p = %begin to %end step %c2 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %rest = arith.remui %n, %c8 : index
    %full = arith.subi %n, %rest : index
    %sums = scf.for %k = %c0 to %full step %c8 iter_args(%s = %zeros) -> (vector<8xf64>) {
      %row = arith.muli %j, %n : index
      %at = arith.addi %row, %k : index
      %cs = vector.load %c[%k] : memref<?xf64>, vector<8xf64>
      %ds = vector.load %d[%at] : memref<?xf64>, vector<8xf64>
      %product = arith.mulf %cs, %ds : vector<8xf64>
      %next = arith.addf %s, %product : vector<8xf64>
      scf.yield %next : vector<8xf64>
    }
    %isRest = arith.cmpi ne, %rest, %c0 : index
    %all = scf.if %isRest -> (vector<8xf64>) {
      %twice = arith.addf %sums, %sums : vector<8xf64>
      scf.yield %twice : vector<8xf64>
    } else {
      scf.yield %sums : vector<8xf64>
    }
    %sum = vector.reduction <add>, %all : vector<8xf64> into f64
    memref.store %sum, %y[%p] : memref<?xf64>
  }
  return
}

// -----

// The loop over the remaining entries of a row has steps of one.
// CHECK-LABEL: func.func @single(
// CHECK-SAME: %{{.*}}: memref<?xindex>, %[[C:[^ ]*]]: memref<?xf64>,
// CHECK: scf.if
// CHECK-COUNT-4: vector.load %[[C]]
// CHECK: scf.for
// CHECK-NOT: vector.load %[[C]]
// CHECK: } else {
// CHECK: scf.for
// CHECK: scf.for
// CHECK: vector.load %[[C]]
func.func @single(%crd: memref<?xindex>, %c: memref<?xf64>, %d: memref<?xf64>, %n: index, %end: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0.0> : vector<8xf64>
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

// Not versioned: no load of the row is invariant, all loads are, the invariant row is
// written, or the length is computed from two values.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: arith.cmpi
// CHECK-NOT: scf.if
// CHECK: return
func.func @others(%crd: memref<?xindex>, %c: memref<?xf64>, %d: memref<?xf64>, %n: index, %m: index, %end: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0.0> : vector<8xf64>
  scf.for %p = %c0 to %end step %c2 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %sums = scf.for %k = %c0 to %n step %c8 iter_args(%s = %zeros) -> (vector<8xf64>) {
      %at = arith.addi %j, %k : index
      %ds = vector.load %d[%at] : memref<?xf64>, vector<8xf64>
      %next = arith.addf %s, %ds : vector<8xf64>
      scf.yield %next : vector<8xf64>
    }
    vector.store %sums, %y[%p] : memref<?xf64>, vector<8xf64>
  }
  scf.for %p = %c0 to %end step %c2 {
    %sums = scf.for %k = %c0 to %n step %c8 iter_args(%s = %zeros) -> (vector<8xf64>) {
      %ds = vector.load %d[%k] : memref<?xf64>, vector<8xf64>
      %next = arith.addf %s, %ds : vector<8xf64>
      scf.yield %next : vector<8xf64>
    }
    vector.store %sums, %y[%p] : memref<?xf64>, vector<8xf64>
  }
  scf.for %p = %c0 to %end step %c2 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %sums = scf.for %k = %c0 to %n step %c8 iter_args(%s = %zeros) -> (vector<8xf64>) {
      %at = arith.addi %j, %k : index
      %ys = vector.load %y[%k] : memref<?xf64>, vector<8xf64>
      %ds = vector.load %d[%at] : memref<?xf64>, vector<8xf64>
      %product = arith.mulf %ys, %ds : vector<8xf64>
      %next = arith.addf %s, %product : vector<8xf64>
      scf.yield %next : vector<8xf64>
    }
    vector.store %sums, %y[%p] : memref<?xf64>, vector<8xf64>
  }
  scf.for %p = %c0 to %end step %c2 {
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

// Not versioned: the length is computed from a value of type i64.
// CHECK-LABEL: func.func @cast(
// CHECK-NOT: arith.cmpi
// CHECK: return
func.func @cast(%c: memref<?xf64>, %d: memref<?xf64>, %n: i64, %end: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0.0> : vector<8xf64>
  scf.for %p = %c0 to %end step %c2 {
    %length = arith.index_cast %n : i64 to index
    %sums = scf.for %k = %c0 to %length step %c8 iter_args(%s = %zeros) -> (vector<8xf64>) {
      %at = arith.addi %p, %k : index
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

// Not versioned: the bounds are unsigned, or the length is not the value from which it
// is computed. Each value is evaluated once, even if it has two uses.
// CHECK-LABEL: func.func @unsigned(
// CHECK-NOT: arith.cmpi
// CHECK: return
func.func @unsigned(%c: memref<?xf64>, %d: memref<?xf64>, %n: index, %end: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0.0> : vector<8xf64>
  scf.for unsigned %p = %c0 to %end step %c2 {
    %sums = scf.for %k = %c0 to %n step %c8 iter_args(%s = %zeros) -> (vector<8xf64>) {
      %at = arith.addi %p, %k : index
      %cs = vector.load %c[%k] : memref<?xf64>, vector<8xf64>
      %ds = vector.load %d[%at] : memref<?xf64>, vector<8xf64>
      %product = arith.mulf %cs, %ds : vector<8xf64>
      %next = arith.addf %s, %product : vector<8xf64>
      scf.yield %next : vector<8xf64>
    }
    vector.store %sums, %y[%p] : memref<?xf64>, vector<8xf64>
  }
  scf.for %p = %c0 to %end step %c2 {
    %u1 = arith.addi %n, %n : index
    %u2 = arith.addi %u1, %u1 : index
    %u3 = arith.addi %u2, %u2 : index
    %u4 = arith.addi %u3, %u3 : index
    %u5 = arith.addi %u4, %u4 : index
    %u6 = arith.addi %u5, %u5 : index
    %u7 = arith.addi %u6, %u6 : index
    %u8 = arith.addi %u7, %u7 : index
    %u9 = arith.addi %u8, %u8 : index
    %u10 = arith.addi %u9, %u9 : index
    %u11 = arith.addi %u10, %u10 : index
    %u12 = arith.addi %u11, %u11 : index
    %u13 = arith.addi %u12, %u12 : index
    %u14 = arith.addi %u13, %u13 : index
    %u15 = arith.addi %u14, %u14 : index
    %u16 = arith.addi %u15, %u15 : index
    %u17 = arith.addi %u16, %u16 : index
    %u18 = arith.addi %u17, %u17 : index
    %u19 = arith.addi %u18, %u18 : index
    %u20 = arith.addi %u19, %u19 : index
    %u21 = arith.addi %u20, %u20 : index
    %u22 = arith.addi %u21, %u21 : index
    %u23 = arith.addi %u22, %u22 : index
    %u24 = arith.addi %u23, %u23 : index
    %u25 = arith.addi %u24, %u24 : index
    %u26 = arith.addi %u25, %u25 : index
    %u27 = arith.addi %u26, %u26 : index
    %u28 = arith.addi %u27, %u27 : index
    %u29 = arith.addi %u28, %u28 : index
    %u30 = arith.addi %u29, %u29 : index
    %u31 = arith.addi %u30, %u30 : index
    %u32 = arith.addi %u31, %u31 : index
    %u33 = arith.addi %u32, %u32 : index
    %u34 = arith.addi %u33, %u33 : index
    %u35 = arith.addi %u34, %u34 : index
    %u36 = arith.addi %u35, %u35 : index
    %u37 = arith.addi %u36, %u36 : index
    %u38 = arith.addi %u37, %u37 : index
    %u39 = arith.addi %u38, %u38 : index
    %u40 = arith.addi %u39, %u39 : index
    %sums = scf.for %k = %c0 to %u40 step %c8 iter_args(%s = %zeros) -> (vector<8xf64>) {
      %at = arith.addi %p, %k : index
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

// Not versioned: the iterations of a parallel loop are no entries of a row.
// CHECK-LABEL: func.func @shared(
// CHECK-NOT: arith.cmpi
// CHECK: return
func.func @shared(%c: memref<?xf64>, %d: memref<?xf64>, %n: index, %end: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0.0> : vector<8xf64>
  scf.for %p = %c0 to %end step %c1 {
    %row = arith.muli %p, %n : index
    %sums = scf.for %k = %c0 to %n step %c8 iter_args(%s = %zeros) -> (vector<8xf64>) {
      %at = arith.addi %row, %k : index
      %cs = vector.load %c[%k] : memref<?xf64>, vector<8xf64>
      %ds = vector.load %d[%at] : memref<?xf64>, vector<8xf64>
      %product = arith.mulf %cs, %ds : vector<8xf64>
      %next = arith.addf %s, %product : vector<8xf64>
      scf.yield %next : vector<8xf64>
    }
    %sum = vector.reduction <add>, %sums : vector<8xf64> into f64
    memref.store %sum, %y[%p] : memref<?xf64>
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}
