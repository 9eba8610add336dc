// RUN: weft-opt %s -allow-unregistered-dialect -weft-shift-loops -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s

// CHECK-NOT: Remark=
func.func @forms(%begin: index, %other: index, %n: index, %b32: i32, %n32: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] shift_loops {{.*}}Remark="adds the offset of the induction variable to the bounds"
  scf.for %k = %c0 to %n step %c1 {
    %i = arith.addi %begin, %k : index
    scf.for %p = %i to %n step %c1 {
    }
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] shift_loops {{.*}}Remark="`scf.for` uses the induction variable other than to add a loop-invariant offset"
  scf.for %k = %c0 to %n step %c1 {
    %i = arith.addi %begin, %k : index
    scf.for %p = %i to %k step %c1 {
    }
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] shift_loops {{.*}}Remark="the loop adds different offsets to the induction variable"
  scf.for %k = %c0 to %n step %c1 {
    %i = arith.addi %begin, %k : index
    %j = arith.addi %other, %k : index
    scf.for %p = %i to %j step %c1 {
    }
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] shift_loops {{.*}}Remark="the loop is tagged `vector` in `weft.loop`"
  scf.for %k = %c0 to %n step %c1 {
    %i = arith.addi %begin, %k : index
    scf.for %p = %i to %n step %c1 {
    }
  } {weft.loop = #weft.loop<vector(4)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] shift_loops {{.*}}Remark="the step of the loop is not 1"
  scf.for %k = %c0 to %n step %c2 {
    %i = arith.addi %begin, %k : index
    scf.for %p = %i to %n step %c1 {
    }
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] shift_loops {{.*}}Remark="the lower bound of the loop is not 0"
  scf.for %k = %c1 to %n step %c1 {
    %i = arith.addi %begin, %k : index
    scf.for %p = %i to %n step %c1 {
    }
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] shift_loops {{.*}}Remark="the loop has unsigned bounds"
  scf.for unsigned %k = %c0 to %n step %c1 {
    %i = arith.addi %begin, %k : index
    scf.for %p = %i to %n step %c1 {
    }
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] shift_loops {{.*}}Remark="the induction variable is not of type `index`"
  scf.for %k = %c0_i32 to %n32 step %c1_i32 : i32 {
    %i = arith.addi %b32, %k : i32
    scf.for %p = %i to %n32 step %c1_i32 : i32 {
    }
  }
  return
}

// -----

// Loops without an offset, with a constant one for some uses, or without loops
// inside are silent.
// CHECK-NOT: Remark=
func.func @others(%pos: memref<?xindex>, %begin: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %low = memref.load %pos[%i] : memref<?xindex>
    %i1 = arith.addi %i, %c1 : index
    %high = memref.load %pos[%i1] : memref<?xindex>
    scf.for %p = %low to %high step %c1 {
    }
  }
  scf.for %k = %c0 to %n step %c1 {
    %i = arith.addi %begin, %k : index
    "test.use"(%i) : (index) -> ()
  }
  return
}
