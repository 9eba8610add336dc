// RUN: weft-opt %s -weft-unroll-and-jam=only=jam_rows -cse -split-input-file | FileCheck %s

// Not where rows may depend on each other.
// CHECK-LABEL: func.func @alone(
// CHECK-NOT: scf.if
// CHECK: return
func.func @alone(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
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

// Not where threads take so many rows at a time.
// CHECK-LABEL: func.func @chunks(
// CHECK-NOT: scf.if
// CHECK: return
func.func @chunks(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
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

// Not where what is found is written.
// CHECK-LABEL: func.func @written(
// CHECK-NOT: scf.if
// CHECK: return
func.func @written(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
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

// Not where something is written in front of the loops.
// CHECK-LABEL: func.func @before(
// CHECK-NOT: scf.if
// CHECK: return
func.func @before(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
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

// Not where the coordinates are not those of the segment.
// CHECK-LABEL: func.func @behind(
// CHECK-NOT: scf.if
// CHECK: return
func.func @behind(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
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

// Not where the last step may end behind the segment.
// CHECK-LABEL: func.func @strides(
// CHECK-NOT: scf.if
// CHECK: return
func.func @strides(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
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

// Not where rows carry too much for registers.
// CHECK-LABEL: func.func @carried(
// CHECK-NOT: scf.if
// CHECK: return
func.func @carried(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<64xf64>
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

// Not where vectors load other coordinates.
// CHECK-LABEL: func.func @strided(
// CHECK-NOT: scf.if
// CHECK: return
func.func @strided(%pos: memref<?xindex>, %crd: memref<?xi32, strided<[2]>>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
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

// Not where vectors of coordinates lie in memory in another way.
// CHECK-LABEL: func.func @odd(
// CHECK-NOT: scf.if
// CHECK: return
func.func @odd(%pos: memref<?xindex>, %crd: memref<?xi24>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
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

// Not where loops count other numbers than indices.
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

// Not where coordinates between those of steps are not loaded.
// CHECK-LABEL: func.func @gaps(
// CHECK-NOT: scf.if
// CHECK: return
func.func @gaps(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
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

// Not where a row does more than to compute.
// CHECK-LABEL: func.func @calls(
// CHECK-NOT: scf.if
// CHECK: return
func.func @calls(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
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

// Not where rows use what is once in a part.
// CHECK-LABEL: func.func @used(
// CHECK-NOT: scf.if
// CHECK: return
func.func @used(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    %size = arith.muli %width, %c1 {weft.per_part} : index
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

// Not where they use it behind the loops.
// CHECK-LABEL: func.func @behindNest(
// CHECK-NOT: scf.if
// CHECK: return
func.func @behindNest(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
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
    %first = memref.load %pos[%c0] {weft.per_part} : memref<?xindex>
    memref.store %first, %y[%i] : memref<?xindex>
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// Not where nobody knows how long rows are before.
// CHECK-LABEL: func.func @asked(
// CHECK-NOT: scf.if
// CHECK: return
func.func @asked(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
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
