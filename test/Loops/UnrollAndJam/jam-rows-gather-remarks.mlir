// RUN: weft-opt %s -weft-unroll-and-jam=only=jam_rows -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s

// The transformation reports the loops that it unrolls.
func.func @passed(%pos: memref<?xindex>, %crd: memref<?xindex>, %b: memref<?xf64>, %c: memref<?xf64>, %n: index, %tiles: index, %is: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
// CHECK: jam-rows-gather-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Passed] jam_rows {{.*}}Remark="unrolls the loop by 3 and jams rows with identical coordinates"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    scf.for %tile = %c0 to %tiles step %c32 {
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xindex>
        %at = arith.addi %k, %tile : index
        %found = vector.load %b[%at] : memref<?xf64>, vector<32xf64>
        %t = arith.addf %s, %found : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %i, %tile : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// The loop over rows carries no values.
func.func @carries(%pos: memref<?xindex>, %crd: memref<?xindex>, %b: memref<?xf64>, %c: memref<?xf64>, %n: index, %tiles: index, %is: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
// CHECK: jam-rows-gather-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_rows {{.*}}Remark="the loop has iter_args"
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c0) -> (index) {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    scf.for %tile = %c0 to %tiles step %c32 {
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xindex>
        %at = arith.addi %k, %tile : index
        %found = vector.load %b[%at] : memref<?xf64>, vector<32xf64>
        %t = arith.addf %s, %found : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %i, %tile : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
    scf.yield %x : index
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// The loop has no other tags.
func.func @tagged(%pos: memref<?xindex>, %crd: memref<?xindex>, %b: memref<?xf64>, %c: memref<?xf64>, %n: index, %tiles: index, %is: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
// CHECK: jam-rows-gather-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_rows {{.*}}Remark="the loop is tagged `unroll` in `weft.loop`"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    scf.for %tile = %c0 to %tiles step %c32 {
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xindex>
        %at = arith.addi %k, %tile : index
        %found = vector.load %b[%at] : memref<?xf64>, vector<32xf64>
        %t = arith.addf %s, %found : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %i, %tile : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static), unroll(2)>}
  return
}

// -----

// The nest of a row returns no values.
func.func @results(%pos: memref<?xindex>, %crd: memref<?xindex>, %b: memref<?xf64>, %c: memref<?xf64>, %n: index, %tiles: index, %is: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
// CHECK: jam-rows-gather-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_rows {{.*}}Remark="the first inner 'scf.for' has results"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    %all = scf.for %tile = %c0 to %tiles step %c32 iter_args(%x = %c0) -> (index) {
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xindex>
        %at = arith.addi %k, %tile : index
        %found = vector.load %b[%at] : memref<?xf64>, vector<32xf64>
        %t = arith.addf %s, %found : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %i, %tile : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
      scf.yield %x : index
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// The first loop of a row is the one that gathers.
func.func @later(%pos: memref<?xindex>, %crd: memref<?xindex>, %b: memref<?xf64>, %c: memref<?xf64>, %n: index, %tiles: index, %is: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
// CHECK: jam-rows-gather-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_rows {{.*}}Remark="the first inner loop or branch has no indirect vector load"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    scf.for %j = %c0 to %n step %c1 {
      vector.store %zeros, %c[%j] : memref<?xf64>, vector<32xf64>
    }
    scf.for %tile = %c0 to %tiles step %c32 {
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xindex>
        %at = arith.addi %k, %tile : index
        %found = vector.load %b[%at] : memref<?xf64>, vector<32xf64>
        %t = arith.addf %s, %found : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %i, %tile : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// The index does not depend on a value that a loop carries.
func.func @carried(%pos: memref<?xindex>, %crd: memref<?xindex>, %b: memref<?xf64>, %c: memref<?xf64>, %n: index, %tiles: index, %is: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
// CHECK: jam-rows-gather-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_rows {{.*}}Remark="the index of the indirect load depends on a loop-carried value"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    scf.for %tile = %c0 to %tiles step %c32 {
      %sum:2 = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros, %x = %c0) -> (vector<32xf64>, index) {
        %k = memref.load %crd[%p] : memref<?xindex>
        %at = arith.addi %k, %x : index
        %found = vector.load %b[%at] : memref<?xf64>, vector<32xf64>
        %t = arith.addf %s, %found : vector<32xf64>
        scf.yield %t, %at : vector<32xf64>, index
      }
      %to = arith.addi %i, %tile : index
      vector.store %sum#0, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// The index does not depend on the row.
func.func @row(%pos: memref<?xindex>, %crd: memref<?xindex>, %b: memref<?xf64>, %c: memref<?xf64>, %n: index, %tiles: index, %is: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
// CHECK: jam-rows-gather-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_rows {{.*}}Remark="the index of the indirect load depends on the induction variable of the loop"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    scf.for %tile = %c0 to %tiles step %c32 {
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xindex>
        %at = arith.addi %k, %i : index
        %found = vector.load %b[%at] : memref<?xf64>, vector<32xf64>
        %t = arith.addf %s, %found : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %i, %tile : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// The function does not write to the coordinates.
func.func @written(%pos: memref<?xindex>, %crd: memref<?xindex>, %b: memref<?xf64>, %c: memref<?xf64>, %n: index, %tiles: index, %is: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
// CHECK: jam-rows-gather-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_rows {{.*}}Remark="the function may write to argument 1"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    scf.for %tile = %c0 to %tiles step %c32 {
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xindex>
        %at = arith.addi %k, %tile : index
        %found = vector.load %b[%at] : memref<?xf64>, vector<32xf64>
        %t = arith.addf %s, %found : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %i, %tile : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  memref.store %c0, %crd[%c0] : memref<?xindex>
  return
}

// -----

// All coordinates that the index depends on are of one segment.
func.func @two(%pos: memref<?xindex>, %crd: memref<?xindex>, %b: memref<?xf64>, %c: memref<?xf64>, %n: index, %tiles: index, %is: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
// CHECK: jam-rows-gather-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_rows {{.*}}Remark="the index of the indirect load depends on coordinates of two segments"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    scf.for %tile = %c0 to %tiles step %c32 {
      scf.for %q = %begin to %end step %c1 {
      %m = memref.load %crd[%q] : memref<?xindex>
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xindex>
        %at = arith.addi %k, %m : index
        %found = vector.load %b[%at] : memref<?xf64>, vector<32xf64>
        %t = arith.addf %s, %found : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %i, %tile : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
      }
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// The index depends on pure operations and read-only arrays only.
func.func @branch(%pos: memref<?xindex>, %crd: memref<?xindex>, %b: memref<?xf64>, %c: memref<?xf64>, %n: index, %tiles: index, %is: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
// CHECK: jam-rows-gather-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_rows {{.*}}Remark="the index of the indirect load depends on 'scf.if'"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    scf.for %tile = %c0 to %tiles step %c32 {
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xindex>
        %x = scf.if %is -> (index) {
          scf.yield %k : index
        } else {
          scf.yield %tile : index
        }
        %at = arith.addi %k, %x : index
        %found = vector.load %b[%at] : memref<?xf64>, vector<32xf64>
        %t = arith.addf %s, %found : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %i, %tile : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// Loops around the load are sequential.
func.func @parallel(%pos: memref<?xindex>, %crd: memref<?xindex>, %b: memref<?xf64>, %c: memref<?xf64>, %n: index, %tiles: index, %is: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
// CHECK: jam-rows-gather-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_rows {{.*}}Remark="a loop around the indirect load is parallel"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    scf.for %tile = %c0 to %tiles step %c32 {
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xindex>
        %at = arith.addi %k, %tile : index
        %found = vector.load %b[%at] : memref<?xf64>, vector<32xf64>
        %t = arith.addf %s, %found : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %i, %tile : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    } {weft.loop = #weft.loop<parallel(static)>}
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// Loops around the load have the same bounds for all rows.
func.func @bounds(%pos: memref<?xindex>, %crd: memref<?xindex>, %b: memref<?xf64>, %c: memref<?xf64>, %n: index, %tiles: index, %is: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
// CHECK: jam-rows-gather-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_rows {{.*}}Remark="the bounds of a loop around the indirect load differ between rows"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    scf.for %tile = %c0 to %end step %c32 {
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xindex>
        %at = arith.addi %k, %n : index
        %found = vector.load %b[%at] : memref<?xf64>, vector<32xf64>
        %t = arith.addf %s, %found : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %i, %tile : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// Branches around the load do not depend on the entries of a row.
func.func @condition(%pos: memref<?xindex>, %crd: memref<?xindex>, %b: memref<?xf64>, %c: memref<?xf64>, %n: index, %tiles: index, %is: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
// CHECK: jam-rows-gather-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_rows {{.*}}Remark="the condition of a branch around the indirect load cannot be hoisted to the start of the row"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    scf.for %tile = %c0 to %tiles step %c32 {
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xindex>
        %at = arith.addi %k, %tile : index
        %small = arith.cmpi slt, %k, %p : index
        %found = scf.if %small -> (vector<32xf64>) {
          %y = vector.load %b[%at] : memref<?xf64>, vector<32xf64>
          scf.yield %y : vector<32xf64>
        } else {
          scf.yield %zeros : vector<32xf64>
        }
        %t = arith.addf %s, %found : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %i, %tile : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// The elements of the dense operand are whole bytes.
func.func @bits(%pos: memref<?xindex>, %crd: memref<?xindex>, %b: memref<?xi1>, %c: memref<?xf64>, %n: index, %tiles: index, %is: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
// CHECK: jam-rows-gather-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_rows {{.*}}Remark="the element type of argument 2 is not an integer or float type of 8, 16, 32 or 64 bits"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    scf.for %tile = %c0 to %tiles step %c32 {
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xindex>
        %at = arith.addi %k, %tile : index
        %found = vector.load %b[%at] : memref<?xi1>, vector<32xi1>
        %t = arith.select %found, %s, %zeros : vector<32xi1>, vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %i, %tile : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// Without a loop over columns, an entry gathers as many bytes as the vector has.
func.func @short(%pos: memref<?xindex>, %crd: memref<?xindex>, %b: memref<?xf64>, %c: memref<?xf64>, %n: index, %tiles: index, %is: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<8xf64>
// CHECK: jam-rows-gather-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_rows {{.*}}Remark="a coordinate selects 64 bytes of argument 2, fewer than 256"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    scf.if %is {
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<8xf64>) {
        %k = memref.load %crd[%p] : memref<?xindex>
        %at = arith.addi %k, %n : index
        %found = vector.load %b[%at] : memref<?xf64>, vector<8xf64>
        %t = arith.addf %s, %found : vector<8xf64>
        scf.yield %t : vector<8xf64>
      }
      %to = arith.addi %i, %n : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<8xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// The bounds of the segment can be computed before the row.
func.func @unknown(%pos: memref<?xindex>, %crd: memref<?xindex>, %b: memref<?xf64>, %c: memref<?xf64>, %n: index, %tiles: index, %is: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
// CHECK: jam-rows-gather-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_rows {{.*}}Remark="the bounds of the segment cannot be hoisted to the start of the row"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    scf.for %tile = %c0 to %tiles step %c32 {
      %limit = scf.if %is -> (index) {
        scf.yield %end : index
      } else {
        scf.yield %begin : index
      }
      %sum = scf.for %p = %begin to %limit step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xindex>
        %at = arith.addi %k, %tile : index
        %found = vector.load %b[%at] : memref<?xf64>, vector<32xf64>
        %t = arith.addf %s, %found : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %i, %tile : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// The sizes of the vectors that loops carry are known.
func.func @carriedBits(%pos: memref<?xindex>, %crd: memref<?xindex>, %b: memref<?xf64>, %c: memref<?xf64>, %n: index, %tiles: index, %is: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
  %mask = arith.constant dense<true> : vector<32xi1>
// CHECK: jam-rows-gather-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] jam_rows {{.*}}Remark="an iter_arg has an element type that is not an integer or float type of 8, 16, 32 or 64 bits"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    scf.for %tile = %c0 to %tiles step %c32 {
      %sum:2 = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros, %x = %mask) -> (vector<32xf64>, vector<32xi1>) {
        %k = memref.load %crd[%p] : memref<?xindex>
        %at = arith.addi %k, %tile : index
        %found = vector.load %b[%at] : memref<?xf64>, vector<32xf64>
        %t = arith.addf %s, %found : vector<32xf64>
        scf.yield %t, %x : vector<32xf64>, vector<32xi1>
      }
      %to = arith.addi %i, %tile : index
      vector.store %sum#0, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}
