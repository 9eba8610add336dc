// RUN: weft-opt %s -weft-interleave-reductions -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Four accumulators of one register.
func.func @passed(%a: memref<?xf64>, %n: index, %init: vector<8xf64>, %wide: vector<16xf64>, %mask: vector<16xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
// CHECK: interleave-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Passed] interleave_reductions {{.*}}Remark="interleaves 4 accumulators of 1 register"
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %init) -> (vector<8xf64>) {
    %x = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
    %next = arith.addf %carried, %x fastmath<reassoc> : vector<8xf64>
    scf.yield %next : vector<8xf64>
  }
  return
}

// -----

// Two accumulators of two registers.
func.func @wide(%a: memref<?xf64>, %n: index, %wide2: vector<16xf64>, %init: vector<16xf64>, %mask: vector<16xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
// CHECK: interleave-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Passed] interleave_reductions {{.*}}Remark="interleaves 2 accumulators of 2 registers"
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %init) -> (vector<16xf64>) {
    %x = vector.load %a[%i] : memref<?xf64>, vector<16xf64>
    %next = arith.addf %carried, %x fastmath<reassoc> : vector<16xf64>
    scf.yield %next : vector<16xf64>
  }
  return
}

// -----

// Pairs of entries of a segment.
func.func @segment(%a: memref<?xf64>, %pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %init: vector<8xf64>, %wide: vector<16xf64>, %mask: vector<16xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %begin = memref.load %pos[%c0] : memref<?xindex>
  %end = memref.load %pos[%c1] : memref<?xindex>
// CHECK: interleave-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Passed] interleave_reductions {{.*}}Remark="reduces pairs of entries into 2 accumulators, with a masked tail"
  %sum = scf.for %i = %begin to %end step %c1 iter_args(%carried = %init) -> (vector<8xf64>) {
    %x = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
    %next = arith.addf %carried, %x fastmath<reassoc> : vector<8xf64>
    scf.yield %next : vector<8xf64>
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return
}

// -----

// The loop counts indices.
func.func @integers(%a: memref<?xf64>, %n: i32, %init: vector<8xf64>, %wide: vector<16xf64>, %mask: vector<16xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
// CHECK: interleave-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] interleave_reductions {{.*}}Remark="the loop does not have a signed induction variable of type `index`"
  %sum = scf.for %i = %z to %n step %one iter_args(%carried = %init) -> (vector<8xf64>) : i32 {
    %x = vector.load %a[%c0] : memref<?xf64>, vector<8xf64>
    %next = arith.addf %carried, %x fastmath<reassoc> : vector<8xf64>
    scf.yield %next : vector<8xf64>
  }
  return
}

// -----

// The step is one.
func.func @step(%a: memref<?xf64>, %n: index, %init: vector<8xf64>, %wide: vector<16xf64>, %mask: vector<16xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
// CHECK: interleave-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] interleave_reductions {{.*}}Remark="the step of the loop is not 1"
  %sum = scf.for %i = %c0 to %n step %c8 iter_args(%carried = %init) -> (vector<8xf64>) {
    %x = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
    %next = arith.addf %carried, %x fastmath<reassoc> : vector<8xf64>
    scf.yield %next : vector<8xf64>
  }
  return
}

// -----

// The body is small.
func.func @large(%a: memref<?xf64>, %n: index, %init: vector<8xf64>, %wide: vector<16xf64>, %mask: vector<16xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
// CHECK: interleave-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] interleave_reductions {{.*}}Remark="the loop has 33 operations, more than 32"
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %init) -> (vector<8xf64>) {
    %x = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
    %v0 = arith.addi %i, %i : index
    %v1 = arith.addi %i, %i : index
    %v2 = arith.addi %i, %i : index
    %v3 = arith.addi %i, %i : index
    %v4 = arith.addi %i, %i : index
    %v5 = arith.addi %i, %i : index
    %v6 = arith.addi %i, %i : index
    %v7 = arith.addi %i, %i : index
    %v8 = arith.addi %i, %i : index
    %v9 = arith.addi %i, %i : index
    %v10 = arith.addi %i, %i : index
    %v11 = arith.addi %i, %i : index
    %v12 = arith.addi %i, %i : index
    %v13 = arith.addi %i, %i : index
    %v14 = arith.addi %i, %i : index
    %v15 = arith.addi %i, %i : index
    %v16 = arith.addi %i, %i : index
    %v17 = arith.addi %i, %i : index
    %v18 = arith.addi %i, %i : index
    %v19 = arith.addi %i, %i : index
    %v20 = arith.addi %i, %i : index
    %v21 = arith.addi %i, %i : index
    %v22 = arith.addi %i, %i : index
    %v23 = arith.addi %i, %i : index
    %v24 = arith.addi %i, %i : index
    %v25 = arith.addi %i, %i : index
    %v26 = arith.addi %i, %i : index
    %v27 = arith.addi %i, %i : index
    %v28 = arith.addi %i, %i : index
    %v29 = arith.addi %i, %i : index
    %next = arith.addf %carried, %x fastmath<reassoc> : vector<8xf64>
    scf.yield %next : vector<8xf64>
  }
  return
}

// -----

// The loop has no branches.
func.func @branches(%a: memref<?xf64>, %n: index, %is: i1, %init: vector<8xf64>, %wide: vector<16xf64>, %mask: vector<16xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
// CHECK: interleave-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] interleave_reductions {{.*}}Remark="the loop contains 'scf.if', which has regions"
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %init) -> (vector<8xf64>) {
    %x = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
    scf.if %is {
    }
    %next = arith.addf %carried, %x fastmath<reassoc> : vector<8xf64>
    scf.yield %next : vector<8xf64>
  }
  return
}

// -----

// The loop does not store.
func.func @stores(%a: memref<?xf64>, %n: index, %init: vector<8xf64>, %wide: vector<16xf64>, %mask: vector<16xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
// CHECK: interleave-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] interleave_reductions {{.*}}Remark="'vector.store' has side effects"
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %init) -> (vector<8xf64>) {
    %x = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
    vector.store %x, %a[%i] : memref<?xf64>, vector<8xf64>
    %next = arith.addf %carried, %x fastmath<reassoc> : vector<8xf64>
    scf.yield %next : vector<8xf64>
  }
  return
}

// -----

// All carried values are vectors of numbers.
func.func @indices(%a: memref<?xf64>, %n: index, %init: vector<8xf64>, %wide: vector<16xf64>, %mask: vector<16xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
// CHECK: interleave-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] interleave_reductions {{.*}}Remark="iter_arg #1 is not a fixed-length one-dimensional vector of integers or floating-point numbers"
  %sum:2 = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %init, %k = %c0) -> (vector<8xf64>, index) {
    %x = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
    %next = arith.addf %carried, %x fastmath<reassoc> : vector<8xf64>
    scf.yield %next, %k : vector<8xf64>, index
  }
  return
}

// -----

// The combining operation may be reassociated.
func.func @fixed(%a: memref<?xf64>, %n: index, %init: vector<8xf64>, %wide: vector<16xf64>, %mask: vector<16xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
// CHECK: interleave-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] interleave_reductions {{.*}}Remark="'arith.addf' may not be reassociated, since it has no flag `reassoc`, as with -strict-fp"
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %init) -> (vector<8xf64>) {
    %x = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
    %next = arith.addf %carried, %x : vector<8xf64>
    scf.yield %next : vector<8xf64>
  }
  return
}

// -----

// Only the combining operation uses the accumulator.
func.func @used(%a: memref<?xf64>, %n: index, %init: vector<8xf64>, %wide: vector<16xf64>, %mask: vector<16xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
// CHECK: interleave-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] interleave_reductions {{.*}}Remark="iter_arg #0 has uses other than one combining operation"
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %init) -> (vector<8xf64>) {
    %x = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
    %y = arith.mulf %carried, %x : vector<8xf64>
    %next = arith.addf %carried, %y fastmath<reassoc> : vector<8xf64>
    scf.yield %next : vector<8xf64>
  }
  return
}

// -----

// The edge of a tile fills several registers.
func.func @masked(%a: memref<?xf64>, %n: index, %wide2: vector<16xf64>, %init: vector<16xf64>, %mask: vector<16xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
// CHECK: interleave-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] interleave_reductions {{.*}}Remark="the loop has masked loads and accumulators of 2 registers"
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %init) -> (vector<16xf64>) {
    %x = vector.maskedload %a[%i], %mask, %wide2 : memref<?xf64>, vector<16xi1>, vector<16xf64> into vector<16xf64>
    %next = arith.addf %carried, %x fastmath<reassoc> : vector<16xf64>
    scf.yield %next : vector<16xf64>
  }
  return
}

// -----

// Registers are left for a second accumulator.
func.func @full(%a: memref<?xf64>, %n: index, %init: vector<32xf64>, %wide: vector<16xf64>, %mask: vector<16xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
// CHECK: interleave-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] interleave_reductions {{.*}}Remark="the accumulators fill 4 registers; two of each would exceed the 4 that the option allows"
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %init) -> (vector<32xf64>) {
    %x = vector.load %a[%i] : memref<?xf64>, vector<32xf64>
    %next = arith.addf %carried, %x fastmath<reassoc> : vector<32xf64>
    scf.yield %next : vector<32xf64>
  }
  return
}
