// RUN: weft-opt %s -weft-unroll-and-jam=only=jam_rows -cse -split-input-file | FileCheck %s
// RUN: weft-opt %s -weft-unroll-and-jam=only=jam_rows -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Rows may depend on each other.
// CHECK-LABEL: func.func @alone(
// CHECK-NOT: scf.if
// CHECK: return
func.func @alone(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
  // REMARK: jam-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] jam_rows {{.*}}Remark="the loop is not tagged `parallel` in `weft.loop`, so that rows may depend on each other"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    %row = arith.muli %i, %width : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %j = arith.muli %tile, %c32 : index
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xi32>
        %at = arith.index_cast %k : i32 to index
        %base = arith.muli %at, %width : index
        %place = arith.addi %base, %j : index
        %value = memref.load %values[%p] : memref<?xf64>
        %many = vector.broadcast %value : f64 to vector<32xf64>
        %found = vector.load %b[%place] : memref<?xf64>, vector<32xf64>
        %product = arith.mulf %many, %found : vector<32xf64>
        %t = arith.addf %s, %product : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %row, %j : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  }
  return
}

// -----

// Threads execute chunks of a fixed number of rows.
// CHECK-LABEL: func.func @chunks(
// CHECK-NOT: scf.if
// CHECK: return
func.func @chunks(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
  // REMARK: jam-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] jam_rows {{.*}}Remark="the parallel loop has a chunk size, which jamming would change"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    %row = arith.muli %i, %width : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %j = arith.muli %tile, %c32 : index
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xi32>
        %at = arith.index_cast %k : i32 to index
        %base = arith.muli %at, %width : index
        %place = arith.addi %base, %j : index
        %value = memref.load %values[%p] : memref<?xf64>
        %many = vector.broadcast %value : f64 to vector<32xf64>
        %found = vector.load %b[%place] : memref<?xf64>, vector<32xf64>
        %product = arith.mulf %many, %found : vector<32xf64>
        %t = arith.addf %s, %product : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %row, %j : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(dynamic 8)>}
  return
}

// -----

// The function writes to the dense operand.
// CHECK-LABEL: func.func @written(
// CHECK-NOT: scf.if
// CHECK: return
func.func @written(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
  // REMARK: jam-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] jam_rows {{.*}}Remark="the function may write to argument 3, which is loaded indirectly"
  scf.for %i = %c0 to %n step %c1 {
    %value0 = memref.load %values[%i] : memref<?xf64>
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    %row = arith.muli %i, %width : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %j = arith.muli %tile, %c32 : index
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xi32>
        %at = arith.index_cast %k : i32 to index
        %base = arith.muli %at, %width : index
        %place = arith.addi %base, %j : index
        %value = memref.load %values[%p] : memref<?xf64>
        %many = vector.broadcast %value : f64 to vector<32xf64>
        %found = vector.load %b[%place] : memref<?xf64>, vector<32xf64>
        %product = arith.mulf %many, %found : vector<32xf64>
        %t = arith.addf %s, %product : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %row, %j : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
    memref.store %value0, %b[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// A row stores before its loops.
// CHECK-LABEL: func.func @before(
// CHECK-NOT: scf.if
// CHECK: return
func.func @before(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
  // REMARK: jam-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] jam_rows {{.*}}Remark="'memref.store' precedes the inner loops and branches"
  scf.for %i = %c0 to %n step %c1 {
    memref.store %i, %y[%i] : memref<?xindex>
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    %row = arith.muli %i, %width : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %j = arith.muli %tile, %c32 : index
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xi32>
        %at = arith.index_cast %k : i32 to index
        %base = arith.muli %at, %width : index
        %place = arith.addi %base, %j : index
        %value = memref.load %values[%p] : memref<?xf64>
        %many = vector.broadcast %value : f64 to vector<32xf64>
        %found = vector.load %b[%place] : memref<?xf64>, vector<32xf64>
        %product = arith.mulf %many, %found : vector<32xf64>
        %t = arith.addf %s, %product : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %row, %j : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// The coordinate is that of the next position, which may be outside of the segment.
// CHECK-LABEL: func.func @behind(
// CHECK-NOT: scf.if
// CHECK: return
func.func @behind(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
  // REMARK: jam-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] jam_rows {{.*}}Remark="a load from argument 1 is not known to be inside of the segment of the row"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    %row = arith.muli %i, %width : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %j = arith.muli %tile, %c32 : index
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %q = arith.addi %p, %c1 : index
        %k = memref.load %crd[%q] : memref<?xi32>
        %at = arith.index_cast %k : i32 to index
        %base = arith.muli %at, %width : index
        %place = arith.addi %base, %j : index
        %value = memref.load %values[%p] : memref<?xf64>
        %many = vector.broadcast %value : f64 to vector<32xf64>
        %found = vector.load %b[%place] : memref<?xf64>, vector<32xf64>
        %product = arith.mulf %many, %found : vector<32xf64>
        %t = arith.addf %s, %product : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %row, %j : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// The last step may exceed the segment.
// CHECK-LABEL: func.func @strides(
// CHECK-NOT: scf.if
// CHECK: return
func.func @strides(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
  // REMARK: jam-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] jam_rows {{.*}}Remark="a load from argument 1 is not known to be inside of the segment of the row"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    %row = arith.muli %i, %width : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %j = arith.muli %tile, %c32 : index
      %sum = scf.for %p = %begin to %end step %c32 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xi32>
        %at = arith.index_cast %k : i32 to index
        %base = arith.muli %at, %width : index
        %place = arith.addi %base, %j : index
        %value = memref.load %values[%p] : memref<?xf64>
        %many = vector.broadcast %value : f64 to vector<32xf64>
        %found = vector.load %b[%place] : memref<?xf64>, vector<32xf64>
        %product = arith.mulf %many, %found : vector<32xf64>
        %t = arith.addf %s, %product : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %row, %j : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// The accumulators of three rows do not fit into registers.
// CHECK-LABEL: func.func @carried(
// CHECK-NOT: scf.if
// CHECK: return
func.func @carried(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<64xf64>
  // REMARK: jam-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] jam_rows {{.*}}Remark="the loops around the indirect load have vector iter_args of 512 bytes, more than 320"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    %row = arith.muli %i, %width : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %j = arith.muli %tile, %c32 : index
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<64xf64>) {
        %k = memref.load %crd[%p] : memref<?xi32>
        %at = arith.index_cast %k : i32 to index
        %base = arith.muli %at, %width : index
        %place = arith.addi %base, %j : index
        %value = memref.load %values[%p] : memref<?xf64>
        %many = vector.broadcast %value : f64 to vector<64xf64>
        %found = vector.load %b[%place] : memref<?xf64>, vector<64xf64>
        %product = arith.mulf %many, %found : vector<64xf64>
        %t = arith.addf %s, %product : vector<64xf64>
        scf.yield %t : vector<64xf64>
      }
      %to = arith.addi %row, %j : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<64xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// Vectors cannot load strided coordinates.
// CHECK-LABEL: func.func @strided(
// CHECK-NOT: scf.if
// CHECK: return
func.func @strided(%pos: memref<?xindex>, %crd: memref<?xi32, strided<[2]>>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
  // REMARK: jam-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] jam_rows {{.*}}Remark="argument 1 is multi-dimensional, has a non-identity layout or is defined in the loop"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    %row = arith.muli %i, %width : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %j = arith.muli %tile, %c32 : index
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xi32, strided<[2]>>
        %at = arith.index_cast %k : i32 to index
        %base = arith.muli %at, %width : index
        %place = arith.addi %base, %j : index
        %value = memref.load %values[%p] : memref<?xf64>
        %many = vector.broadcast %value : f64 to vector<32xf64>
        %found = vector.load %b[%place] : memref<?xf64>, vector<32xf64>
        %product = arith.mulf %many, %found : vector<32xf64>
        %t = arith.addf %s, %product : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %row, %j : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// Vectors of 24-bit coordinates have another layout in memory.
// CHECK-LABEL: func.func @odd(
// CHECK-NOT: scf.if
// CHECK: return
func.func @odd(%pos: memref<?xindex>, %crd: memref<?xi24>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
  // REMARK: jam-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] jam_rows {{.*}}Remark="the element type i24 of argument 1 is not a signless integer of 8, 16, 32 or 64 bits"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    %row = arith.muli %i, %width : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %j = arith.muli %tile, %c32 : index
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xi24>
        %at = arith.index_cast %k : i24 to index
        %base = arith.muli %at, %width : index
        %place = arith.addi %base, %j : index
        %value = memref.load %values[%p] : memref<?xf64>
        %many = vector.broadcast %value : f64 to vector<32xf64>
        %found = vector.load %b[%place] : memref<?xf64>, vector<32xf64>
        %product = arith.mulf %many, %found : vector<32xf64>
        %t = arith.addf %s, %product : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %row, %j : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// A loop around the load counts integers instead of indices.
// CHECK-LABEL: func.func @signed(
// CHECK-NOT: scf.if
// CHECK: return
func.func @signed(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
  %zero = arith.constant 0 : i32
  %once = arith.constant 1 : i32
  %all = arith.constant 9 : i32
  // REMARK: jam-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] jam_rows {{.*}}Remark="a loop around the indirect load does not increment a signed index by a constant"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    %row = arith.muli %i, %width : index
    scf.for %number = %zero to %all step %once : i32 {
      %tile = arith.index_cast %number : i32 to index
      %j = arith.muli %tile, %c32 : index
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xi32>
        %at = arith.index_cast %k : i32 to index
        %base = arith.muli %at, %width : index
        %place = arith.addi %base, %j : index
        %value = memref.load %values[%p] : memref<?xf64>
        %many = vector.broadcast %value : f64 to vector<32xf64>
        %found = vector.load %b[%place] : memref<?xf64>, vector<32xf64>
        %product = arith.mulf %many, %found : vector<32xf64>
        %t = arith.addf %s, %product : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %row, %j : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// A step of 32 positions loads one coordinate.
// CHECK-LABEL: func.func @gaps(
// CHECK-NOT: scf.if
// CHECK: return
func.func @gaps(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
  // REMARK: jam-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] jam_rows {{.*}}Remark="an iteration of the loop over the segment does not load the coordinates of all of its positions"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    %length = arith.subi %end, %begin : index
    %left = arith.remui %length, %c32 : index
    %whole = arith.subi %end, %left : index
    %row = arith.muli %i, %width : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %j = arith.muli %tile, %c32 : index
      %sum = scf.for %p = %begin to %whole step %c32 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xi32>
        %at = arith.index_cast %k : i32 to index
        %base = arith.muli %at, %width : index
        %place = arith.addi %base, %j : index
        %value = memref.load %values[%p] : memref<?xf64>
        %many = vector.broadcast %value : f64 to vector<32xf64>
        %found = vector.load %b[%place] : memref<?xf64>, vector<32xf64>
        %product = arith.mulf %many, %found : vector<32xf64>
        %t = arith.addf %s, %product : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %row, %j : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// A row calls a function.
// CHECK-LABEL: func.func @calls(
// CHECK-NOT: scf.if
// CHECK: return
func.func @calls(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
  // REMARK: jam-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] jam_rows {{.*}}Remark="'func.call' cannot be jammed"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    %row = arith.muli %i, %width : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %j = arith.muli %tile, %c32 : index
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xi32>
        %at = arith.index_cast %k : i32 to index
        %base = arith.muli %at, %width : index
        %place = arith.addi %base, %j : index
        %value = memref.load %values[%p] : memref<?xf64>
        %many = vector.broadcast %value : f64 to vector<32xf64>
        %found = vector.load %b[%place] : memref<?xf64>, vector<32xf64>
        %product = arith.mulf %many, %found : vector<32xf64>
        %t = arith.addf %s, %product : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      func.call @other() : () -> ()
      %to = arith.addi %row, %j : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}
func.func private @other()

// -----

// The nest uses a value that is computed once per partition.
// CHECK-LABEL: func.func @used(
// CHECK-NOT: scf.if
// CHECK: return
func.func @used(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
  // REMARK: jam-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] jam_rows {{.*}}Remark="an operation with `weft.per_partition` has regions, results or operands that the loop defines"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    %size = arith.muli %width, %c1 {weft.per_partition} : index
    %row = arith.muli %i, %size : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %j = arith.muli %tile, %c32 : index
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xi32>
        %at = arith.index_cast %k : i32 to index
        %base = arith.muli %at, %width : index
        %place = arith.addi %base, %j : index
        %value = memref.load %values[%p] : memref<?xf64>
        %many = vector.broadcast %value : f64 to vector<32xf64>
        %found = vector.load %b[%place] : memref<?xf64>, vector<32xf64>
        %product = arith.mulf %many, %found : vector<32xf64>
        %t = arith.addf %s, %product : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %row, %j : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// An operation behind the nest uses a value that is computed once per partition.
// CHECK-LABEL: func.func @behindNest(
// CHECK-NOT: scf.if
// CHECK: return
func.func @behindNest(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
  // REMARK: jam-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] jam_rows {{.*}}Remark="an operation with `weft.per_partition` has regions, results or operands that the loop defines"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    %row = arith.muli %i, %width : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %j = arith.muli %tile, %c32 : index
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xi32>
        %at = arith.index_cast %k : i32 to index
        %base = arith.muli %at, %width : index
        %place = arith.addi %base, %j : index
        %value = memref.load %values[%p] : memref<?xf64>
        %many = vector.broadcast %value : f64 to vector<32xf64>
        %found = vector.load %b[%place] : memref<?xf64>, vector<32xf64>
        %product = arith.mulf %many, %found : vector<32xf64>
        %t = arith.addf %s, %product : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %row, %j : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
    %first = memref.load %pos[%c0] {weft.per_partition} : memref<?xindex>
    memref.store %first, %y[%i] : memref<?xindex>
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// The number of columns is not known before the row.
// CHECK-LABEL: func.func @asked(
// CHECK-NOT: scf.if
// CHECK: return
func.func @asked(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
  // REMARK: jam-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] jam_rows {{.*}}Remark="the index of the indirect load depends on the induction variable of an inner loop whose bounds differ between rows"
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    %row = arith.muli %i, %width : index
    scf.for %tile = %c0 to %begin step %c1 {
      %j = arith.muli %tile, %c32 : index
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xi32>
        %at = arith.index_cast %k : i32 to index
        %base = arith.muli %at, %width : index
        %place = arith.addi %base, %j : index
        %value = memref.load %values[%p] : memref<?xf64>
        %many = vector.broadcast %value : f64 to vector<32xf64>
        %found = vector.load %b[%place] : memref<?xf64>, vector<32xf64>
        %product = arith.mulf %many, %found : vector<32xf64>
        %t = arith.addf %s, %product : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %to = arith.addi %row, %j : index
      vector.store %sum, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}
