// RUN: weft-opt %s -weft-unroll-and-jam=only=jam_reductions -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Four iterations, each of which reduces a row.
func.func @passed(%x: memref<?xf64>, %crd: memref<?xindex>, %out: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
// CHECK: jam-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Passed] jam_reductions {{.*}}Remark="unrolls the loop by 4 and jams the inner reductions"
  scf.for %p = %c0 to %n step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %y = memref.load %x[%k] : memref<?xf64>
      %next = arith.addf %carried, %y fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    memref.store %sum, %a[%p] : memref<?xf64>
  }
  return %a : memref<?xf64>
}

// -----

// The four rows of a block.
func.func @blocks(%x: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
// CHECK: jam-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Passed] jam_reductions {{.*}}Remark="unrolls the loop by 4 and jams the reductions over blocks"
  scf.for %r = %c0 to %c4 step %c1 {
    %sum = scf.for %p = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %next = scf.for %c = %c0 to %c4 step %c1 iter_args(%inside = %carried) -> (f64) {
        %y = memref.load %x[%c] : memref<?xf64>
        %combined = arith.addf %inside, %y fastmath<reassoc> : f64
        scf.yield %combined : f64
      }
      scf.yield %next : f64
    }
    memref.store %sum, %a[%r] : memref<?xf64>
  }
  return %a : memref<?xf64>
}

// -----

// The loop is sequential.
func.func @parallel(%x: memref<?xf64>, %crd: memref<?xindex>, %out: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
// CHECK: jam-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_reductions {{.*}}Remark="the loop is tagged `parallel` in `weft.loop`"
  scf.for %p = %c0 to %n step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %y = memref.load %x[%k] : memref<?xf64>
      %next = arith.addf %carried, %y fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    memref.store %sum, %a[%p] : memref<?xf64>
  } {weft.loop = #weft.loop<parallel(static)>}
  return %a : memref<?xf64>
}

// -----

// The loop counts by one.
func.func @step(%x: memref<?xf64>, %crd: memref<?xindex>, %out: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
  %c2 = arith.constant 2 : index
// CHECK: jam-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_reductions {{.*}}Remark="the loop does not increment a signed index by 1"
  scf.for %p = %c0 to %n step %c2 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %y = memref.load %x[%k] : memref<?xf64>
      %next = arith.addf %carried, %y fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    memref.store %sum, %a[%p] : memref<?xf64>
  }
  return %a : memref<?xf64>
}

// -----

// The body is small.
func.func @large(%x: memref<?xf64>, %crd: memref<?xindex>, %out: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
// CHECK: jam-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_reductions {{.*}}Remark="the loop has 33 operations, more than 32"
  scf.for %p = %c0 to %n step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %y = memref.load %x[%k] : memref<?xf64>
      %next = arith.addf %carried, %y fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    %v0 = arith.addi %p, %p : index
    %v1 = arith.addi %p, %p : index
    %v2 = arith.addi %p, %p : index
    %v3 = arith.addi %p, %p : index
    %v4 = arith.addi %p, %p : index
    %v5 = arith.addi %p, %p : index
    %v6 = arith.addi %p, %p : index
    %v7 = arith.addi %p, %p : index
    %v8 = arith.addi %p, %p : index
    %v9 = arith.addi %p, %p : index
    %v10 = arith.addi %p, %p : index
    %v11 = arith.addi %p, %p : index
    %v12 = arith.addi %p, %p : index
    %v13 = arith.addi %p, %p : index
    %v14 = arith.addi %p, %p : index
    %v15 = arith.addi %p, %p : index
    %v16 = arith.addi %p, %p : index
    %v17 = arith.addi %p, %p : index
    %v18 = arith.addi %p, %p : index
    %v19 = arith.addi %p, %p : index
    %v20 = arith.addi %p, %p : index
    %v21 = arith.addi %p, %p : index
    %v22 = arith.addi %p, %p : index
    %v23 = arith.addi %p, %p : index
    %v24 = arith.addi %p, %p : index
    %v25 = arith.addi %p, %p : index
    %v26 = arith.addi %p, %p : index
    %v27 = arith.addi %p, %p : index
    %v28 = arith.addi %p, %p : index
    %v29 = arith.addi %p, %p : index
    memref.store %sum, %a[%p] : memref<?xf64>
  }
  return %a : memref<?xf64>
}

// -----

// All rows have the same length.
func.func @bounds(%x: memref<?xf64>, %crd: memref<?xindex>, %out: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
// CHECK: jam-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_reductions {{.*}}Remark="the bounds of the inner loop are not invariant in the loop"
  scf.for %p = %c0 to %n step %c1 {
    %sum = scf.for %k = %c0 to %p step %c1 iter_args(%carried = %zero) -> (f64) {
      %y = memref.load %x[%k] : memref<?xf64>
      %next = arith.addf %carried, %y fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    memref.store %sum, %a[%p] : memref<?xf64>
  }
  return %a : memref<?xf64>
}

// -----

// Only the function accesses the result.
func.func @escapes(%x: memref<?xf64>, %crd: memref<?xindex>, %out: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
// CHECK: jam-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_reductions {{.*}}Remark="the loop stores to argument 2, which other arrays may alias"
  scf.for %p = %c0 to %n step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %y = memref.load %x[%k] : memref<?xf64>
      %next = arith.addf %carried, %y fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    memref.store %sum, %out[%p] : memref<?xf64>
  }
  return %a : memref<?xf64>
}

// -----

// Iterations do not read what they store.
func.func @reads(%x: memref<?xf64>, %crd: memref<?xindex>, %out: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
// CHECK: jam-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_reductions {{.*}}Remark="the loop loads from an array that it stores to, so that its iterations cannot be repeated"
  scf.for %p = %c0 to %n step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %y = memref.load %x[%k] : memref<?xf64>
      %next = arith.addf %carried, %y fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    %old = memref.load %a[%p] : memref<?xf64>
    %new = arith.addf %old, %sum : f64
    memref.store %new, %a[%p] : memref<?xf64>
  }
  return %a : memref<?xf64>
}

// -----

// A sum that keeps its order is the reason that a user can change, whatever
// else there is.
func.func @ordered(%x: memref<?xf64>, %out: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
// CHECK: jam-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_reductions {{.*}}Remark="the reduction of the inner loop consists of several operations or may not be reassociated"
  scf.for %p = %c0 to %n step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %y = memref.load %x[%k] : memref<?xf64>
      %next = arith.addf %carried, %y : f64
      scf.yield %next : f64
    }
    %old = memref.load %a[%p] : memref<?xf64>
    %new = arith.addf %old, %sum : f64
    memref.store %new, %a[%p] : memref<?xf64>
  }
  return %a : memref<?xf64>
}

// -----

// Iterations have no other effects.
func.func private @f()
func.func @calls(%x: memref<?xf64>, %crd: memref<?xindex>, %out: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
// CHECK: jam-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_reductions {{.*}}Remark="'func.call' has side effects that cannot be repeated"
  scf.for %p = %c0 to %n step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %y = memref.load %x[%k] : memref<?xf64>
      %next = arith.addf %carried, %y fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    func.call @f() : () -> ()
    memref.store %sum, %a[%p] : memref<?xf64>
  }
  return %a : memref<?xf64>
}

// -----

// Stores stand behind the reduction.
func.func @before(%x: memref<?xf64>, %crd: memref<?xindex>, %out: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
// CHECK: jam-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_reductions {{.*}}Remark="jamming would reorder 'memref.store' before the inner loop"
  scf.for %p = %c0 to %n step %c1 {
    memref.store %zero, %a[%p] : memref<?xf64>
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %y = memref.load %x[%k] : memref<?xf64>
      %next = arith.addf %carried, %y fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    memref.store %sum, %a[%p] : memref<?xf64>
  }
  return %a : memref<?xf64>
}

// -----

// The inner loop counts by one.
func.func @innerStep(%x: memref<?xf64>, %crd: memref<?xindex>, %out: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
  %c2 = arith.constant 2 : index
// CHECK: jam-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_reductions {{.*}}Remark="the inner loop does not increment a signed index by 1"
  scf.for %p = %c0 to %n step %c1 {
    %sum = scf.for %k = %c0 to %n step %c2 iter_args(%carried = %zero) -> (f64) {
      %y = memref.load %x[%k] : memref<?xf64>
      %next = arith.addf %carried, %y fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    memref.store %sum, %a[%p] : memref<?xf64>
  }
  return %a : memref<?xf64>
}

// -----

// The inner loop can be vectorized.
func.func @vectors(%x: memref<?xf64>, %crd: memref<?xindex>, %out: memref<?xf64>, %n: index, %is: i1) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
// CHECK: jam-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_reductions {{.*}}Remark="the inner loop cannot be vectorized: {{.+}}"
  scf.for %p = %c0 to %n step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %y = memref.load %x[%k] : memref<?xf64>
      scf.if %is {
      }
      %next = arith.addf %carried, %y fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    memref.store %sum, %a[%p] : memref<?xf64>
  }
  return %a : memref<?xf64>
}

// -----

// The inner loop combines values.
func.func @invariant(%x: memref<?xf64>, %crd: memref<?xindex>, %out: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
// CHECK: jam-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_reductions {{.*}}Remark="the iter_arg of the inner loop is not a reduction"
  scf.for %p = %c0 to %n step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %y = memref.load %x[%k] : memref<?xf64>
      %next = arith.addf %carried, %y fastmath<reassoc> : f64
      scf.yield %carried : f64
    }
    memref.store %sum, %a[%p] : memref<?xf64>
  }
  return %a : memref<?xf64>
}

// -----

// The combining operation is reassociable.
func.func @order(%x: memref<?xf64>, %crd: memref<?xindex>, %out: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
// CHECK: jam-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_reductions {{.*}}Remark="the reduction of the inner loop consists of several operations or may not be reassociated"
  scf.for %p = %c0 to %n step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %y = memref.load %x[%k] : memref<?xf64>
      %none = arith.cmpf oeq, %carried, %zero : f64
      %next = arith.select %none, %y, %carried : f64
      scf.yield %next : f64
    }
    memref.store %sum, %a[%p] : memref<?xf64>
  }
  return %a : memref<?xf64>
}

// -----

// Elements are consecutive.
func.func @gathers(%x: memref<?xf64>, %crd: memref<?xindex>, %out: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
// CHECK: jam-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_reductions {{.*}}Remark="the inner loop loads elements of argument 0 that are not consecutive"
  scf.for %p = %c0 to %n step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %at = memref.load %crd[%k] : memref<?xindex>
      %y = memref.load %x[%at] : memref<?xf64>
      %next = arith.addf %carried, %y fastmath<reassoc> : f64
      scf.yield %next : f64
    }
    memref.store %sum, %a[%p] : memref<?xf64>
  }
  return %a : memref<?xf64>
}

// -----

// A block has at most eight rows.
func.func @many(%x: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
// CHECK: jam-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_reductions {{.*}}Remark="the trip count of the loop over rows is not bounded by a constant from 2 to 8"
  scf.for %r = %c0 to %n step %c1 {
    %sum = scf.for %p = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %next = scf.for %c = %c0 to %c4 step %c1 iter_args(%inside = %carried) -> (f64) {
        %y = memref.load %x[%c] : memref<?xf64>
        %combined = arith.addf %inside, %y fastmath<reassoc> : f64
        scf.yield %combined : f64
      }
      scf.yield %next : f64
    }
    memref.store %sum, %a[%r] : memref<?xf64>
  }
  return %a : memref<?xf64>
}

// -----

// The loop over blocks counts by one.
func.func @blockStep(%x: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
// CHECK: jam-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_reductions {{.*}}Remark="the loop over blocks does not increment a signed index by 1"
  scf.for %r = %c0 to %c4 step %c1 {
    %sum = scf.for %p = %c0 to %n step %c4 iter_args(%carried = %zero) -> (f64) {
      %next = scf.for %c = %c0 to %c4 step %c1 iter_args(%inside = %carried) -> (f64) {
        %y = memref.load %x[%c] : memref<?xf64>
        %combined = arith.addf %inside, %y fastmath<reassoc> : f64
        scf.yield %combined : f64
      }
      scf.yield %next : f64
    }
    memref.store %sum, %a[%r] : memref<?xf64>
  }
  return %a : memref<?xf64>
}

// -----

// The loop over rows counts by one.
func.func @rowStep(%x: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
// CHECK: jam-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_reductions {{.*}}Remark="the loop over rows does not increment a signed index by 1"
  scf.for %r = %c0 to %c4 step %c4 {
    %sum = scf.for %p = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %next = scf.for %c = %c0 to %c4 step %c1 iter_args(%inside = %carried) -> (f64) {
        %y = memref.load %x[%c] : memref<?xf64>
        %combined = arith.addf %inside, %y fastmath<reassoc> : f64
        scf.yield %combined : f64
      }
      scf.yield %next : f64
    }
    memref.store %sum, %a[%r] : memref<?xf64>
  }
  return %a : memref<?xf64>
}

// -----

// The columns of a block are a bounded number.
func.func @columns(%x: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
// CHECK: jam-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_reductions {{.*}}Remark="the loop over columns is not a reduction that fits one vector and may be reassociated"
  scf.for %r = %c0 to %c4 step %c1 {
    %sum = scf.for %p = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %next = scf.for %c = %c0 to %n step %c1 iter_args(%inside = %carried) -> (f64) {
        %y = memref.load %x[%c] : memref<?xf64>
        %combined = arith.addf %inside, %y fastmath<reassoc> : f64
        scf.yield %combined : f64
      }
      scf.yield %next : f64
    }
    memref.store %sum, %a[%r] : memref<?xf64>
  }
  return %a : memref<?xf64>
}

// -----

// All rows of a block have the same blocks.
func.func @blockBounds(%x: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
// CHECK: jam-reductions-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_reductions {{.*}}Remark="the bounds of the inner loops are not invariant in the loop over rows"
  scf.for %r = %c0 to %c4 step %c1 {
    %sum = scf.for %p = %c0 to %r step %c1 iter_args(%carried = %zero) -> (f64) {
      %next = scf.for %c = %c0 to %c4 step %c1 iter_args(%inside = %carried) -> (f64) {
        %y = memref.load %x[%c] : memref<?xf64>
        %combined = arith.addf %inside, %y fastmath<reassoc> : f64
        scf.yield %combined : f64
      }
      scf.yield %next : f64
    }
    memref.store %sum, %a[%r] : memref<?xf64>
  }
  return %a : memref<?xf64>
}
