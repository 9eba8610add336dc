// RUN: weft-opt %s -weft-stream-stores -split-input-file | FileCheck %s

// Stores of whole lines to a large array are nontemporal if they begin a line,
// and a fence follows the loops.
// CHECK-LABEL: func.func @rows(
// CHECK: %[[ARRAY:.*]] = memref.alloc
// CHECK: scf.for
// CHECK:   scf.for
// CHECK:     %[[LENGTH:.*]] = memref.dim %[[ARRAY]]
// CHECK:     %[[LARGE:.*]] = arith.cmpi sge, %[[LENGTH]], %c2097152
// CHECK:     %[[BASE:.*]] = memref.extract_aligned_pointer_as_index %[[ARRAY]]
// CHECK:     %[[BYTES:.*]] = arith.muli %[[AT:.*]], %c8
// CHECK:     %[[ADDRESS:.*]] = arith.addi %[[BASE]], %[[BYTES]]
// CHECK:     %[[PAST:.*]] = arith.andi %[[ADDRESS]], %c63
// CHECK:     %[[BEGINS:.*]] = arith.cmpi eq, %[[PAST]], %c0
// CHECK:     %[[STREAMED:.*]] = arith.andi %[[LARGE]], %[[BEGINS]]
// CHECK:     scf.if %[[STREAMED]] {
// CHECK-NEXT:  vector.store %[[V:.*]], %[[ARRAY]][%[[AT]]] {alignment = 64 : i64, nontemporal = true} : memref<?xf64>, vector<16xf64>
// CHECK-NEXT: } else {
// CHECK-NEXT:  vector.store %[[V]], %[[ARRAY]][%[[AT]]] : memref<?xf64>, vector<16xf64>
// CHECK-NEXT: }
// CHECK: }
// CHECK: }
// CHECK-NEXT: llvm.fence seq_cst
// CHECK-NEXT: return
func.func @rows(%values: memref<?xf64>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %size = arith.muli %n, %m : index
  %array = memref.alloc(%size) : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %row = arith.muli %i, %m : index
    scf.for %j = %c0 to %m step %c16 {
      %at = arith.addi %row, %j : index
      %v = vector.load %values[%j] : memref<?xf64>, vector<16xf64>
      vector.store %v, %array[%at] : memref<?xf64>, vector<16xf64>
    }
  }
  return %array : memref<?xf64>
}

// -----

// Stores of parts of lines, to arrays that the loop reads, and to arguments
// stay as they are.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: nontemporal
// CHECK-NOT: llvm.fence
// CHECK: return
func.func @others(%values: memref<?xf64>, %n: index) -> (memref<?xf64>, memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %short = memref.alloc(%n) : memref<?xf64>
  %read = memref.alloc(%n) : memref<?xf64>
  scf.for %i = %c0 to %n step %c4 {
    %v = vector.load %values[%i] : memref<?xf64>, vector<4xf64>
    vector.store %v, %short[%i] : memref<?xf64>, vector<4xf64>
  }
  scf.for %i = %c0 to %n step %c8 {
    %before = vector.load %read[%i] : memref<?xf64>, vector<8xf64>
    %sum = arith.addf %before, %before : vector<8xf64>
    vector.store %sum, %read[%i] : memref<?xf64>, vector<8xf64>
    vector.store %sum, %values[%i] : memref<?xf64>, vector<8xf64>
  }
  return %short, %read : memref<?xf64>, memref<?xf64>
}

// -----

// Each thread executes a fence after its iterations.
// CHECK-LABEL: func.func @shared(
// CHECK: scf.for
// CHECK:   vector.store {{.*}}nontemporal
// CHECK:   llvm.fence seq_cst {weft.per_partition}
// CHECK: } {weft.loop = #weft.loop<parallel(static)>}
// CHECK-NOT: llvm.fence
// CHECK: return
func.func @shared(%values: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %array = memref.alloc(%n) : memref<?xf64>
  scf.for %i = %c0 to %n step %c8 {
    %v = vector.load %values[%i] : memref<?xf64>, vector<8xf64>
    vector.store %v, %array[%i] : memref<?xf64>, vector<8xf64>
  } {weft.loop = #weft.loop<parallel(static)>}
  return %array : memref<?xf64>
}

// -----

// A store outside of loops stays as it is.
// CHECK-LABEL: func.func @once(
// CHECK-NOT: nontemporal
// CHECK-NOT: llvm.fence
// CHECK: return
func.func @once(%v: vector<8xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %array = memref.alloc(%n) : memref<?xf64>
  vector.store %v, %array[%c0] : memref<?xf64>, vector<8xf64>
  return %array : memref<?xf64>
}

// -----

// Each part of a `weft.partitions` inside a loop ends with a fence.
// CHECK-LABEL: func.func @parts(
// CHECK: scf.for
// CHECK-NEXT: weft.partitions
// CHECK: scf.for
// CHECK:   vector.store {{.*}}nontemporal
// CHECK: llvm.fence seq_cst
// CHECK-NEXT: weft.yield
// CHECK-NOT: llvm.fence
// CHECK: return
func.func @parts(%values: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %array = memref.alloc(%n) : memref<?xf64>
  scf.for %k = %c0 to %n step %c1 {
    weft.partitions %first to %last of %c0 to %n {
      scf.for %i = %first to %last step %c8 {
        %v = vector.load %values[%i] : memref<?xf64>, vector<8xf64>
        vector.store %v, %array[%i] : memref<?xf64>, vector<8xf64>
      }
      weft.yield
    }
  }
  return %array : memref<?xf64>
}

// -----

// The fence precedes the parts that read the array.
// CHECK-LABEL: func.func @read_by_parts(
// CHECK: scf.for
// CHECK: scf.for
// CHECK:   vector.store {{.*}}nontemporal
// CHECK: llvm.fence seq_cst
// CHECK-NEXT: weft.partitions
// CHECK-NOT: llvm.fence
// CHECK: return
func.func @read_by_parts(%values: memref<?xf64>, %sums: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %array = memref.alloc(%n) : memref<?xf64>
  scf.for %k = %c0 to %n step %c1 {
    scf.for %i = %c0 to %n step %c8 {
      %v = vector.load %values[%i] : memref<?xf64>, vector<8xf64>
      vector.store %v, %array[%i] : memref<?xf64>, vector<8xf64>
    }
    weft.partitions %first to %last of %c0 to %n {
      %v = memref.load %array[%first] : memref<?xf64>
      memref.store %v, %sums[%first] : memref<?xf64>
      weft.yield
    }
  }
  return %array : memref<?xf64>
}
