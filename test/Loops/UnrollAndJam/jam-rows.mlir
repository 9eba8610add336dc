// RUN: weft-opt %s -weft-unroll-and-jam=only=jam_rows -cse -split-input-file | FileCheck %s

// Three rows with identical coordinates are jammed: the vectors that the coordinates
// select are loaded once, and all other operations are emitted for each row. Operations
// behind the nest, and rows that differ, are executed row by row.
// CHECK-LABEL: func.func @product(
// CHECK-SAME: %[[POS:[^ ]*]]: memref<?xindex>, %[[CRD:[^ ]*]]: memref<?xi32>, %[[VALUES:[^ ]*]]: memref<?xf64>, %[[B:[^ ]*]]: memref<?xf64>, %[[C:[^ ]*]]: memref<?xf64>, %[[Y:[^ ]*]]: memref<?xindex>, %[[N:[^ ]*]]: index, %[[TILES:[^ ]*]]: index
// CHECK: %[[BYTES:.*]] = arith.muli %{{.*}}, %{{.*}} : index
// CHECK: %[[LEAST:.*]] = arith.minsi %[[BYTES]], %[[MOST:.*]] : index
// CHECK: %[[ENOUGH:.*]] = arith.cmpi sge, %[[LEAST]], %c256
// CHECK: %[[LONG:.*]] = arith.cmpi eq, %[[LEAST]], %[[MOST]]
// CHECK: %[[SHORT:.*]] = arith.xori %[[LONG]], %true
// CHECK: %[[SAMPLE:.*]] = arith.andi %[[ENOUGH]], %[[SHORT]]
// CHECK: %[[MOSTALIKE:.*]] = scf.if %[[SAMPLE]] -> (i1) {
// CHECK:   %[[WHOLE:.*]] = arith.divui
// CHECK:   arith.cmpi sgt, %[[WHOLE]], %c0
// CHECK:   scf.if
// CHECK:     arith.divui %[[WHOLE]], %c8
// CHECK:     %[[NUMALIKE:.*]] = scf.for %{{.*}} = %c0 to %c8
// CHECK-COUNT-2: arith.cmpi eq, %{{.*}} : index
// CHECK:       scf.if
// CHECK-COUNT-3: memref.load %[[CRD]]
// CHECK-NOT:   vector.maskedload
// CHECK:     arith.cmpi sge, %[[NUMALIKE]], %c3
// CHECK: %[[ISLONG:.*]] = arith.andi %[[ENOUGH]], %[[LONG]]
// CHECK: %[[WORTH:.*]] = arith.ori %[[ISLONG]], %[[MOSTALIKE]]
// CHECK: %[[GROUPS:.*]] = arith.ceildivui
// CHECK: scf.for %[[GROUP:.*]] = %{{.*}} to %[[GROUPS]]
// CHECK: %[[FIRST:.*]] = arith.addi
// CHECK: %[[SECOND:.*]] = arith.addi %[[FIRST]], %[[ONE:.*]] : index
// CHECK: %[[THIRD:.*]] = arith.addi %[[SECOND]], %[[ONE]]
// CHECK: %[[ALL:.*]] = arith.cmpi slt, %[[THIRD]], %[[N]]
// CHECK: %[[ASK:.*]] = arith.andi %[[WORTH]], %[[ALL]]
// CHECK: %[[ALIKE:.*]] = scf.if %[[ASK]] -> (i1) {
// CHECK-COUNT-3: arith.cmpi eq, %{{.*}} : index
// CHECK: arith.cmpi sge
// CHECK: scf.if
// CHECK-COUNT-3: memref.load %[[CRD]]
// CHECK: scf.if
// CHECK: scf.for
// CHECK-COUNT-2: vector.maskedload %[[CRD]]
// CHECK: vector.reduction <or>
// CHECK: scf.if
// CHECK: scf.for
// CHECK-COUNT-2: vector.maskedload %[[CRD]]
// CHECK: vector.reduction <or>
// CHECK: scf.if %[[ALIKE]] {
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[TILES]]
// CHECK: %[[SUMS:.*]]:3 = scf.for %[[P:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%{{.*}} = %[[ZEROS:.*]], %{{.*}} = %[[ZEROS]], %{{.*}} = %[[ZEROS]])
// CHECK: memref.load %[[CRD]][%[[P]]]
// CHECK-NOT: memref.load %[[CRD]]
// CHECK-COUNT-3: memref.load %[[VALUES]]
// CHECK: vector.load %[[B]]
// CHECK-NOT: vector.load
// CHECK-COUNT-3: arith.addf
// CHECK: vector.store %[[SUMS]]#0, %[[C]]
// CHECK: vector.store %[[SUMS]]#1, %[[C]]
// CHECK: vector.store %[[SUMS]]#2, %[[C]]
// CHECK-NOT: memref.store
// CHECK: %[[BEHIND:.*]] = arith.minsi %{{.*}}, %[[N]]
// CHECK: scf.for %[[ROW:.*]] = %[[FIRST]] to %[[BEHIND]]
// CHECK: %[[LEFT:.*]] = arith.xori %[[ALIKE]]
// CHECK: scf.if %[[LEFT]] {
// CHECK: scf.for
// CHECK: scf.for
// CHECK: vector.load %[[B]]
// CHECK: vector.store
// CHECK: memref.store %{{.*}}, %[[Y]][%[[ROW]]]
// CHECK: } {loop_annotation
// CHECK: } {weft.loop = #weft.loop<parallel(static)>}
func.func @product(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
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
    memref.store %begin, %y[%i] : memref<?xindex>
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// A step processes four entries, and the last step overlaps the step before it, so that
// jammed rows have at least four entries. Branches have the direction that leads to the
// load; the guard checks conditions that are the same for all rows, including the branch
// for the masked tail. An operation that is executed once per partition stays outside of
// the loop over the rows of a group.
// CHECK-LABEL: func.func @sampled(
// CHECK-SAME: %[[POS:[^ ]*]]: memref<?xindex>, %[[CRD:[^ ]*]]: memref<?xindex>, %[[B:[^ ]*]]: memref<?xf64>, %[[D:[^ ]*]]: memref<?xf64>, %[[Y:[^ ]*]]: memref<?xf64>, %[[N:[^ ]*]]: index, %[[LENGTH:[^ ]*]]: index, %[[OTHER:[^ ]*]]: i1
// CHECK: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: %[[THIS:.*]] = arith.xori %[[OTHER]]
// CHECK: arith.andi %{{.*}}, %[[THIS]]
// CHECK: arith.ceildivui
// CHECK: scf.for
// CHECK: %[[ALIKE:.*]] = scf.if
// CHECK: arith.cmpi sge, %{{.*}}, %[[FOUR]]
// CHECK: scf.if %[[ALIKE]] {
// CHECK-NOT: scf.if
// CHECK: scf.for %[[P:[^ ]*]] =
// CHECK: %[[FROM:.*]] = arith.minsi %[[P]]
// CHECK-COUNT-4: memref.load %[[CRD]]
// CHECK-NOT: memref.load %[[CRD]]
// CHECK: %[[SUMS:.*]]:3 = scf.for %[[V:.*]] =
// CHECK-COUNT-3: vector.load %[[B]]
// CHECK: vector.load %[[D]]
// CHECK-NOT: vector.load
// CHECK-NOT: scf.if
// CHECK-COUNT-3: memref.store %{{.*}}, %[[Y]]
// CHECK: scf.for
// CHECK: llvm.fence release {weft.per_partition}
// CHECK-NEXT: } {weft.loop = #weft.loop<parallel
func.func @sampled(%pos: memref<?xindex>, %crd: memref<?xindex>, %b: memref<?xf64>, %d: memref<?xf64>, %y: memref<?xf64>, %n: index, %length: index, %other: i1) {
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0.0> : vector<8xf64>
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    %last = arith.subi %end, %c4 : index
    %are4 = arith.cmpi sge, %last, %begin : index
    scf.if %are4 {
      scf.if %other {
        scf.for %p = %begin to %end step %c4 {
          memref.store %one, %y[%p] : memref<?xf64>
        }
      } else {
        scf.for %p = %begin to %end step %c4 {
          %from = arith.minsi %p, %last : index
          %from1 = arith.addi %from, %c1 : index
          %from2 = arith.addi %from, %c2 : index
          %from3 = arith.addi %from, %c3 : index
          %j0 = memref.load %crd[%from] : memref<?xindex>
          %j1 = memref.load %crd[%from1] : memref<?xindex>
          %j2 = memref.load %crd[%from2] : memref<?xindex>
          %j3 = memref.load %crd[%from3] : memref<?xindex>
          %j01 = arith.addi %j0, %j1 : index
          %j23 = arith.addi %j2, %j3 : index
          %j = arith.addi %j01, %j23 : index
          %sums = scf.for %v = %c0 to %length step %c8 iter_args(%s = %zeros) -> (vector<8xf64>) {
            %row = arith.muli %i, %length : index
            %at = arith.addi %row, %v : index
            %found = arith.muli %j, %length : index
            %place = arith.addi %found, %v : index
            %bs = vector.load %b[%at] : memref<?xf64>, vector<8xf64>
            %ds = vector.load %d[%place] : memref<?xf64>, vector<8xf64>
            %product = arith.mulf %bs, %ds : vector<8xf64>
            %t = arith.addf %s, %product : vector<8xf64>
            scf.yield %t : vector<8xf64>
          }
          %isRest = arith.cmpi ne, %length, %c8 : index
          %all = scf.if %isRest -> (vector<8xf64>) {
            %twice = arith.addf %sums, %sums : vector<8xf64>
            scf.yield %twice : vector<8xf64>
          } else {
            scf.yield %sums : vector<8xf64>
          }
          %sum = vector.reduction <add>, %all : vector<8xf64> into f64
          memref.store %sum, %y[%from] : memref<?xf64>
        }
      }
    }
    llvm.fence release {weft.per_partition}
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// The remainder behind steps of two positions is loaded for each row.
// CHECK-LABEL: func.func @steps(
// CHECK-SAME: %[[POS:[^ ]*]]: memref<?xindex>, %[[CRD:[^ ]*]]: memref<?xindex>, %[[B:[^ ]*]]: memref<?xf64>
// CHECK: scf.if %{{.*}} {
// CHECK: scf.for
// CHECK: %{{.*}}:3 = scf.for
// CHECK: vector.load %[[B]]
// CHECK-NOT: vector.load
// CHECK: %{{.*}}:3 = scf.for
// CHECK-COUNT-3: vector.load %[[B]]
// CHECK-COUNT-3: vector.store
// CHECK: weft.loop = #weft.loop<parallel
func.func @steps(%pos: memref<?xindex>, %crd: memref<?xindex>, %b: memref<?xf64>, %c: memref<?xf64>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    %length = arith.subi %end, %begin : index
    %left = arith.remui %length, %c2 : index
    %whole = arith.subi %end, %left : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %j = arith.muli %tile, %c32 : index
      %sum = scf.for %p = %begin to %whole step %c2 iter_args(%s = %zeros) -> (vector<32xf64>) {
        %q = arith.addi %p, %c1 : index
        %k0 = memref.load %crd[%p] : memref<?xindex>
        %k1 = memref.load %crd[%q] : memref<?xindex>
        %k = arith.addi %k0, %k1 : index
        %base = arith.muli %k, %width : index
        %place = arith.addi %base, %j : index
        %found = vector.load %b[%place] : memref<?xf64>, vector<32xf64>
        %t = arith.addf %s, %found : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %all = scf.for %p = %whole to %end step %c1 iter_args(%s = %sum) -> (vector<32xf64>) {
        %k = memref.load %crd[%p] : memref<?xindex>
        %base = arith.muli %k, %width : index
        %place = arith.addi %base, %j : index
        %found = vector.load %b[%place] : memref<?xf64>, vector<32xf64>
        %t = arith.addf %s, %found : vector<32xf64>
        scf.yield %t : vector<32xf64>
      }
      %row = arith.muli %i, %width : index
      %to = arith.addi %row, %j : index
      vector.store %all, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// The version with prefetches is jammed, too, and prefetches for the last row.
// CHECK-LABEL: func.func @prefetches(
// CHECK-SAME: %[[POS:[^ ]*]]: memref<?xindex>, %[[CRD:[^ ]*]]: memref<?xindex>, %[[B:[^ ]*]]: memref<?xf64>
// CHECK-SAME: %[[FAR:[^ ]*]]: i1
// CHECK: scf.if %{{.*}} {
// CHECK: scf.for
// CHECK: %{{.*}}:3 = scf.if %[[FAR]]
// CHECK: %[[DISTANCE:.*]] = arith.subi
// CHECK: %[[LAST:.*]] = arith.subi
// CHECK: %{{.*}}:3 = scf.for %[[P:[^ ]*]] =
// CHECK: %[[Q:.*]] = arith.addi %[[P]], %[[LAST]]
// CHECK: %[[K:.*]] = memref.load %[[CRD]][%[[P]]]
// CHECK: %[[FURTHER:.*]] = arith.addi %[[Q]]
// CHECK: memref.prefetch %[[B]][%[[FURTHER]]]
// CHECK-NOT: memref.prefetch
// CHECK: vector.load %[[B]]
// CHECK-NOT: vector.load
// CHECK: } else {
// CHECK: %{{.*}}:3 = scf.for
// CHECK: vector.load %[[B]]
// CHECK-NOT: vector.load
// CHECK-COUNT-3: vector.store
// CHECK: weft.loop = #weft.loop<parallel
func.func @prefetches(%pos: memref<?xindex>, %crd: memref<?xindex>, %b: memref<?xf64>, %c: memref<?xf64>, %n: index, %tiles: index, %width: index, %far: i1) {
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
      %all = scf.if %far -> (vector<32xf64>) {
        %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
          %k = memref.load %crd[%p] : memref<?xindex>
          %further = arith.addi %p, %c32 : index
          memref.prefetch %b[%further], read, locality<2>, data : memref<?xf64>
          %base = arith.muli %k, %width : index
          %place = arith.addi %base, %j : index
          %found = vector.load %b[%place] : memref<?xf64>, vector<32xf64>
          %t = arith.addf %s, %found : vector<32xf64>
          scf.yield %t : vector<32xf64>
        }
        scf.yield %sum : vector<32xf64>
      } else {
        %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
          %k = memref.load %crd[%p] : memref<?xindex>
          %base = arith.muli %k, %width : index
          %place = arith.addi %base, %j : index
          %found = vector.load %b[%place] : memref<?xf64>, vector<32xf64>
          %t = arith.addf %s, %found : vector<32xf64>
          scf.yield %t : vector<32xf64>
        }
        scf.yield %sum : vector<32xf64>
      }
      %to = arith.addi %row, %j : index
      vector.store %all, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// A region without the loop is no version: coordinates are compared only if the branch
// leads to the loop, since other rows do not read them.
// CHECK-LABEL: func.func @versions(
// CHECK-SAME: %[[FAR:[^ ]*]]: i1
// CHECK: arith.andi %{{.*}}, %[[FAR]]
// CHECK: scf.for
// CHECK: %{{.*}}:3 = scf.for
func.func @versions(%pos: memref<?xindex>, %crd: memref<?xindex>, %b: memref<?xf64>, %c: memref<?xf64>, %n: index, %tiles: index, %width: index, %far: i1) {
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
      %all = scf.if %far -> (vector<32xf64>) {
        %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
          %k = memref.load %crd[%p] : memref<?xindex>
          %further = arith.addi %p, %c32 : index
          memref.prefetch %b[%further], read, locality<2>, data : memref<?xf64>
          %base = arith.muli %k, %width : index
          %place = arith.addi %base, %j : index
          %found = vector.load %b[%place] : memref<?xf64>, vector<32xf64>
          %t = arith.addf %s, %found : vector<32xf64>
          scf.yield %t : vector<32xf64>
        }
        scf.yield %sum : vector<32xf64>
      } else {
        scf.yield %zeros : vector<32xf64>
      }
      %to = arith.addi %row, %j : index
      vector.store %all, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// A position minus a constant may be negative, so that unsigned comparisons are emitted
// for each row.
// CHECK-LABEL: func.func @unsigned(
// CHECK: scf.if
// CHECK: scf.if %{{.*}} {
// CHECK-COUNT-3: arith.cmpi uge
// CHECK: scf.for
// CHECK: return
func.func @unsigned(%pos: memref<?xindex>, %crd: memref<?xi32>, %values: memref<?xf64>, %b: memref<?xf64>, %c: memref<?xf64>, %y: memref<?xindex>, %n: index, %tiles: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<32xf64>
  %ones = arith.constant dense<1.0> : vector<32xf64>
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %next = arith.addi %i, %c1 : index
    %end = memref.load %pos[%next] : memref<?xindex>
    %last = arith.subi %end, %c32 : index
    %is = arith.cmpi uge, %last, %begin : index
    %init = arith.select %is, %ones, %zeros : vector<32xf64>
    %row = arith.muli %i, %width : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %j = arith.muli %tile, %c32 : index
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %init) -> (vector<32xf64>) {
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

// A region in which another branch may skip the loop is no version either.
// CHECK-LABEL: func.func @nested(
// CHECK-SAME: i1, %[[OTHER:[^ ]*]]: i1
// CHECK: arith.andi %{{.*}}, %[[OTHER]]
// CHECK: scf.for
// CHECK: %{{.*}}:3 = scf.for
func.func @nested(%pos: memref<?xindex>, %crd: memref<?xindex>, %b: memref<?xf64>, %c: memref<?xf64>, %n: index, %tiles: index, %width: index, %far: i1, %other: i1) {
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
      %all = scf.if %far -> (vector<32xf64>) {
        %sum = scf.if %other -> (vector<32xf64>) {
          %part = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
            %k = memref.load %crd[%p] : memref<?xindex>
            %further = arith.addi %p, %c32 : index
            memref.prefetch %b[%further], read, locality<2>, data : memref<?xf64>
            %base = arith.muli %k, %width : index
            %place = arith.addi %base, %j : index
            %found = vector.load %b[%place] : memref<?xf64>, vector<32xf64>
            %t = arith.addf %s, %found : vector<32xf64>
            scf.yield %t : vector<32xf64>
          }
          scf.yield %part : vector<32xf64>
        } else {
          scf.yield %zeros : vector<32xf64>
        }
        scf.yield %sum : vector<32xf64>
      } else {
        %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zeros) -> (vector<32xf64>) {
          %k = memref.load %crd[%p] : memref<?xindex>
          %base = arith.muli %k, %width : index
          %place = arith.addi %base, %j : index
          %found = vector.load %b[%place] : memref<?xf64>, vector<32xf64>
          %t = arith.addf %s, %found : vector<32xf64>
          scf.yield %t : vector<32xf64>
        }
        scf.yield %sum : vector<32xf64>
      }
      %to = arith.addi %row, %j : index
      vector.store %all, %c[%to] : memref<?xf64>, vector<32xf64>
    }
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}
