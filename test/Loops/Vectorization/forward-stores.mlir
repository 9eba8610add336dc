// RUN: weft-opt %s -weft-forward-stores -canonicalize -cse -split-input-file | FileCheck %s

// The loop starts with the stored vector. The store sinks into the case in which the
// loop does not run. Branches on the same condition are merged; the load between them
// stays before them.
// CHECK-LABEL: func.func @tile(
// CHECK-SAME: %[[P:[^ ]*]]: memref<?xindex>, %[[A:[^ ]*]]: memref<?xf64>
// CHECK: %[[FILL:.*]] = arith.constant dense<0.000000e+00> : vector<8xf64>
// CHECK: %[[C:.*]] = memref.alloc
// CHECK: %[[END:.*]] = memref.load %[[P]]
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: %[[ANY:.*]] = arith.cmpi sgt, %[[END]], %c0
// CHECK-NEXT: scf.if %[[ANY]] {
// CHECK-NOT: vector.load %[[C]]
// CHECK:     %[[SUM:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[FILL]])
// CHECK:     vector.store %[[SUM]], %[[C]][%c0]
// CHECK:   } else {
// CHECK-NEXT: vector.store %[[FILL]], %[[C]][%c0]
// CHECK-NEXT: }
// CHECK-NEXT: } else {
// CHECK:   %[[MASK:.*]] = arith.cmpi
// CHECK:   scf.if
// CHECK-NOT: vector.maskedload %[[C]]
// CHECK:     %[[SUM:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[FILL]])
// CHECK:     vector.maskedstore %[[C]][%c0], %[[MASK]], %[[SUM]]
// CHECK:   } else {
// CHECK-NEXT: vector.maskedstore %[[C]][%c0], %[[MASK]], %[[FILL]]
// CHECK: return
func.func @tile(%p: memref<?xindex>, %a: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %fill = arith.constant dense<0.0> : vector<8xf64>
  %steps = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xindex>
  %c = memref.alloc(%n) : memref<?xf64>
  %full = arith.cmpi eq, %n, %c8 : index
  scf.if %full {
    vector.store %fill, %c[%c0] : memref<?xf64>, vector<8xf64>
  } else {
    %count = vector.broadcast %n : index to vector<8xindex>
    %mask = arith.cmpi slt, %steps, %count : vector<8xindex>
    vector.maskedstore %c[%c0], %mask, %fill : memref<?xf64>, vector<8xi1>, vector<8xf64>
  }
  %end = memref.load %p[%c0] : memref<?xindex>
  %again = arith.cmpi eq, %n, %c8 : index
  scf.if %again {
    %any = arith.cmpi slt, %c0, %end : index
    scf.if %any {
      %tile = vector.load %c[%c0] : memref<?xf64>, vector<8xf64>
      %sum = scf.for %i = %c0 to %end step %c1 iter_args(%carried = %tile) -> (vector<8xf64>) {
        %x = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
        %next = arith.addf %carried, %x : vector<8xf64>
        scf.yield %next : vector<8xf64>
      }
      vector.store %sum, %c[%c0] : memref<?xf64>, vector<8xf64>
    }
  } else {
    %count = vector.broadcast %n : index to vector<8xindex>
    %mask = arith.cmpi slt, %steps, %count : vector<8xindex>
    %any = arith.cmpi slt, %c0, %end : index
    scf.if %any {
      %tile = vector.maskedload %c[%c0], %mask, %fill : memref<?xf64>, vector<8xi1>, vector<8xf64> into vector<8xf64>
      %sum = scf.for %i = %c0 to %end step %c1 iter_args(%carried = %tile) -> (vector<8xf64>) {
        %x = vector.maskedload %a[%i], %mask, %fill : memref<?xf64>, vector<8xi1>, vector<8xf64> into vector<8xf64>
        %next = arith.addf %carried, %x : vector<8xf64>
        scf.yield %next : vector<8xf64>
      }
      vector.maskedstore %c[%c0], %mask, %sum : memref<?xf64>, vector<8xi1>, vector<8xf64>
    }
  }
  return %c : memref<?xf64>
}

// -----

// Not forwarded: the load is of another tile, an operation in between may write the
// tile, or arguments may alias.
// CHECK-LABEL: func.func @others(
// CHECK: %[[C:.*]] = memref.alloc
// CHECK: vector.load %[[C]]
// CHECK: vector.load %[[C]]
// CHECK: vector.load %[[C]]
// CHECK: vector.load %{{.*}}
func.func @others(%d: memref<?xf64>, %e: memref<?xf64>, %n: index, %x: f64, %q: i1) -> (memref<?xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %fill = arith.constant dense<0.0> : vector<8xf64>
  %c = memref.alloc(%n) : memref<?xf64>
  vector.store %fill, %c[%c0] : memref<?xf64>, vector<8xf64>
  %other = vector.load %c[%c1] : memref<?xf64>, vector<8xf64>
  memref.store %x, %c[%c1] : memref<?xf64>
  %changed = vector.load %c[%c0] : memref<?xf64>, vector<8xf64>
  vector.store %fill, %c[%c0] : memref<?xf64>, vector<8xf64>
  scf.if %q {
    memref.store %x, %c[%c1] : memref<?xf64>
  }
  %perhaps = vector.load %c[%c0] : memref<?xf64>, vector<8xf64>
  vector.store %fill, %d[%c0] : memref<?xf64>, vector<8xf64>
  memref.store %x, %e[%c1] : memref<?xf64>
  %alias = vector.load %d[%c0] : memref<?xf64>, vector<8xf64>
  return %c, %other, %changed, %perhaps, %alias : memref<?xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>, vector<8xf64>
}

// -----

// Not merged: the branch stores to an argument, an operation in between reads the
// stored array, or the condition differs.
// CHECK-LABEL: func.func @branches(
// CHECK-COUNT-6: scf.if
// CHECK: return
func.func @branches(%d: memref<?xf64>, %n: index, %x: f64, %p: i1, %q: i1) -> (memref<?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c = memref.alloc(%n) : memref<?xf64>
  scf.if %p {
    memref.store %x, %d[%c0] : memref<?xf64>
  }
  %y = memref.load %d[%c0] : memref<?xf64>
  scf.if %p {
    memref.store %x, %c[%c0] : memref<?xf64>
  }
  %z = memref.load %c[%c0] : memref<?xf64>
  scf.if %p {
    memref.store %z, %c[%c0] : memref<?xf64>
  }
  scf.if %q {
    memref.store %y, %c[%c0] : memref<?xf64>
  }
  %u = memref.load %c[%c0] : memref<?xf64>
  scf.if %q {
    memref.store %u, %d[%c0] : memref<?xf64>
  }
  memref.store %y, %d[%c0] : memref<?xf64>
  scf.if %q {
    memref.store %x, %d[%c0] : memref<?xf64>
  }
  return %c, %u : memref<?xf64>, f64
}

// -----

// Two results of one operation are different indices.
// CHECK-LABEL: func.func @results(
// CHECK: vector.store
// CHECK: vector.load
func.func @results(%n: index, %q: i1, %v: vector<8xf64>) -> (memref<?xf64>, vector<8xf64>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c = memref.alloc(%n) : memref<?xf64>
  %p:2 = scf.if %q -> (index, index) {
    scf.yield %c0, %c8 : index, index
  } else {
    scf.yield %c8, %c0 : index, index
  }
  vector.store %v, %c[%p#0] : memref<?xf64>, vector<8xf64>
  %x = vector.load %c[%p#1] : memref<?xf64>, vector<8xf64>
  return %c, %x : memref<?xf64>, vector<8xf64>
}

// -----

// The store does not sink if the branch may read the array before it overwrites the
// tile: a scalar load, a loop, a call, or a load of another tile.
// CHECK-LABEL: func.func @needed(
// CHECK-COUNT-4: vector.store %{{.*}}, %{{.*}}[%c0]
// CHECK-NOT: else
// CHECK: return
func.func private @read(memref<?xf64>)
func.func @needed(%n: index, %q: i1, %v: vector<8xf64>) -> (memref<?xf64>, memref<?xf64>, memref<?xf64>, memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
  vector.store %v, %a[%c0] : memref<?xf64>, vector<8xf64>
  scf.if %q {
    %x = vector.load %a[%c0] : memref<?xf64>, vector<8xf64>
    %y = memref.load %a[%c1] : memref<?xf64>
    %z = vector.broadcast %y : f64 to vector<8xf64>
    %sum = arith.addf %x, %z : vector<8xf64>
    vector.store %sum, %a[%c0] : memref<?xf64>, vector<8xf64>
  }
  %b = memref.alloc(%n) : memref<?xf64>
  vector.store %v, %b[%c0] : memref<?xf64>, vector<8xf64>
  scf.if %q {
    %x = vector.load %b[%c0] : memref<?xf64>, vector<8xf64>
    %y = scf.for %i = %c0 to %c1 step %c1 iter_args(%carried = %zero) -> (f64) {
      %element = memref.load %b[%i] : memref<?xf64>
      %next = arith.addf %carried, %element : f64
      scf.yield %next : f64
    }
    %z = vector.broadcast %y : f64 to vector<8xf64>
    %sum = arith.addf %x, %z : vector<8xf64>
    vector.store %sum, %b[%c0] : memref<?xf64>, vector<8xf64>
  }
  %c = memref.alloc(%n) : memref<?xf64>
  vector.store %v, %c[%c0] : memref<?xf64>, vector<8xf64>
  scf.if %q {
    %x = vector.load %c[%c0] : memref<?xf64>, vector<8xf64>
    func.call @read(%c) : (memref<?xf64>) -> ()
    %sum = arith.addf %x, %x : vector<8xf64>
    vector.store %sum, %c[%c0] : memref<?xf64>, vector<8xf64>
  }
  %d = memref.alloc(%n) : memref<?xf64>
  vector.store %v, %d[%c0] : memref<?xf64>, vector<8xf64>
  scf.if %q {
    %x = vector.load %d[%c0] : memref<?xf64>, vector<8xf64>
    %y = vector.load %d[%c1] : memref<?xf64>, vector<8xf64>
    %sum = arith.addf %x, %y : vector<8xf64>
    vector.store %sum, %d[%c0] : memref<?xf64>, vector<8xf64>
  }
  return %a, %b, %c, %d : memref<?xf64>, memref<?xf64>, memref<?xf64>, memref<?xf64>
}

// -----

// Several values are names of an array that grows. All of them are allocated here.
// CHECK-LABEL: func.func @grown(
// CHECK: %[[FILL:.*]] = arith.constant dense<0.000000e+00> : vector<8xf64>
// CHECK: %[[C:.*]] = scf.if
// CHECK-NOT: vector.load %[[C]]
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[FILL]])
// CHECK: vector.store %[[SUM]], %[[C]][%c0]
// CHECK: return
func.func @grown(%a: memref<?xf64>, %n: index, %isShort: i1) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %fill = arith.constant dense<0.0> : vector<8xf64>
  %first = memref.alloc(%n) : memref<?xf64>
  %c = scf.if %isShort -> (memref<?xf64>) {
    %longer = memref.alloc(%n) : memref<?xf64>
    scf.yield %longer : memref<?xf64>
  } else {
    scf.yield %first : memref<?xf64>
  }
  vector.store %fill, %c[%c0] : memref<?xf64>, vector<8xf64>
  %tile = vector.load %c[%c0] : memref<?xf64>, vector<8xf64>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %tile) -> (vector<8xf64>) {
    %x = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
    %next = arith.addf %carried, %x : vector<8xf64>
    scf.yield %next : vector<8xf64>
  }
  vector.store %sum, %c[%c0] : memref<?xf64>, vector<8xf64>
  return %c : memref<?xf64>
}

// -----

// A store through another name of the array may clobber the tile.
// CHECK-LABEL: func.func @other_name(
// CHECK: vector.store
// CHECK: memref.store
// CHECK: vector.load
func.func @other_name(%n: index, %isShort: i1, %v: f64) -> (memref<?xf64>, vector<8xf64>) {
  %c0 = arith.constant 0 : index
  %fill = arith.constant dense<0.0> : vector<8xf64>
  %first = memref.alloc(%n) : memref<?xf64>
  %c = scf.if %isShort -> (memref<?xf64>) {
    %longer = memref.alloc(%n) : memref<?xf64>
    scf.yield %longer : memref<?xf64>
  } else {
    scf.yield %first : memref<?xf64>
  }
  vector.store %fill, %c[%c0] : memref<?xf64>, vector<8xf64>
  memref.store %v, %first[%c0] : memref<?xf64>
  %tile = vector.load %c[%c0] : memref<?xf64>, vector<8xf64>
  return %c, %tile : memref<?xf64>, vector<8xf64>
}

// -----

// A masked load that no store precedes moves behind the loops that accumulate from it,
// if the reduction may be reassociated. Otherwise it stays before
// them.
// CHECK-LABEL: func.func @behind(
// CHECK: %[[NONE:.*]] = arith.constant dense<-0.000000e+00> : vector<8xf64>
// CHECK: %[[C:.*]] = memref.alloc
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[CARRIED:.*]] = %[[NONE]])
// CHECK:   scf.for {{.*}} iter_args(%{{.*}} = %[[CARRIED]])
// CHECK: %[[OLD:.*]] = vector.maskedload %[[C]]
// CHECK: %[[NEW:.*]] = arith.addf %[[OLD]], %[[SUM]] fastmath<reassoc>
// CHECK: vector.maskedstore %[[C]][%{{.*}}], %{{.*}}, %[[NEW]]
// CHECK-LABEL: func.func @before(
// CHECK: %[[OLD:.*]] = vector.maskedload
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[OLD]])
// CHECK-NOT: vector.maskedload
// CHECK: return
func.func @behind(%a: memref<?xf64>, %mask: vector<8xi1>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : vector<8xf64>
  %c = memref.alloc(%n) : memref<?xf64>
  scf.for %row = %c0 to %n step %c1 {
    %tile = vector.maskedload %c[%row], %mask, %zero : memref<?xf64>, vector<8xi1>, vector<8xf64> into vector<8xf64>
    %sum = scf.for %i = %c0 to %row step %c1 iter_args(%outer = %tile) -> (vector<8xf64>) {
      %part = scf.for %j = %c0 to %i step %c1 iter_args(%inner = %outer) -> (vector<8xf64>) {
        %x = vector.load %a[%j] : memref<?xf64>, vector<8xf64>
        %next = arith.addf %inner, %x fastmath<reassoc> : vector<8xf64>
        scf.yield %next : vector<8xf64>
      }
      scf.yield %part : vector<8xf64>
    }
    vector.maskedstore %c[%row], %mask, %sum : memref<?xf64>, vector<8xi1>, vector<8xf64>
  }
  return %c : memref<?xf64>
}
func.func @before(%a: memref<?xf64>, %mask: vector<8xi1>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : vector<8xf64>
  %c = memref.alloc(%n) : memref<?xf64>
  scf.for %row = %c0 to %n step %c1 {
    %tile = vector.maskedload %c[%row], %mask, %zero : memref<?xf64>, vector<8xi1>, vector<8xf64> into vector<8xf64>
    %sum = scf.for %i = %c0 to %row step %c1 iter_args(%carried = %tile) -> (vector<8xf64>) {
      %x = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
      %next = arith.addf %carried, %x : vector<8xf64>
      scf.yield %next : vector<8xf64>
    }
    vector.maskedstore %c[%row], %mask, %sum : memref<?xf64>, vector<8xi1>, vector<8xf64>
  }
  return %c : memref<?xf64>
}

// -----

// The store of zero is forwarded to the load of the element, and removed because the
// element is overwritten. The addition of zero to the sum of the loop is folded.
// CHECK-LABEL: func.func @element(
// CHECK: scf.for %[[I:.*]] = %{{.*}} {
// CHECK-NOT: memref.store
// CHECK: %[[SUM:.*]] = scf.for
// CHECK: memref.load
// CHECK: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %[[SUM]], %{{.*}}[%[[I]]]
// CHECK-NOT: memref.store
// CHECK: return
func.func @element(%a: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%n) : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %zero, %y[%i] : memref<?xf64>
    %sum = scf.for %p = %c0 to %i step %c1 iter_args(%carried = %zero) -> (f64) {
      %x = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %x : f64
      scf.yield %more : f64
    }
    %old = memref.load %y[%i] : memref<?xf64>
    %next = arith.addf %old, %sum : f64
    memref.store %next, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// A store stays if an access of another element or a call may use the array before the
// element is overwritten, if it is the last store, or if other arrays may alias.
// CHECK-LABEL: func.func @used(
// CHECK-COUNT-8: memref.store
// CHECK-NOT: memref.store
// CHECK: return
func.func private @use(memref<?xf64>)
func.func @used(%a: memref<?xf64>, %i: index, %j: index) -> (memref<?xf64>, f64, f64) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %y = memref.alloc(%i) : memref<?xf64>
  %z = memref.alloc(%i) : memref<?xf64>
  memref.store %zero, %y[%i] : memref<?xf64>
  %v = memref.load %y[%j] : memref<?xf64>
  memref.store %one, %y[%i] : memref<?xf64>
  memref.store %zero, %y[%j] : memref<?xf64>
  %w = memref.load %y[%i] : memref<?xf64>
  memref.store %one, %y[%j] : memref<?xf64>
  memref.store %zero, %z[%i] : memref<?xf64>
  func.call @use(%z) : (memref<?xf64>) -> ()
  memref.store %one, %z[%i] : memref<?xf64>
  memref.store %zero, %a[%i] : memref<?xf64>
  memref.store %one, %a[%i] : memref<?xf64>
  return %y, %v, %w : memref<?xf64>, f64, f64
}

// -----

// Elements at a constant distance are different, so that unrolled iterations
// keep their sums in registers.
// CHECK-LABEL: func.func @unrolled(
// CHECK-NOT: memref.store
// CHECK: %[[SUMS:.*]]:2 = scf.for
// CHECK-NOT: memref.load %alloc
// CHECK: memref.store %[[SUMS]]#0
// CHECK: memref.store %[[SUMS]]#1
func.func @unrolled(%a: memref<?xf64>, %n: index, %i: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%n) : memref<?xf64>
  %next = arith.addi %c1, %i : index
  memref.store %zero, %y[%i] : memref<?xf64>
  memref.store %zero, %y[%next] : memref<?xf64>
  %sums:2 = scf.for %p = %c0 to %n step %c1 iter_args(%s0 = %zero, %s1 = %zero) -> (f64, f64) {
    %x = memref.load %a[%p] : memref<?xf64>
    %n0 = arith.addf %s0, %x : f64
    %n1 = arith.addf %s1, %x : f64
    scf.yield %n0, %n1 : f64, f64
  }
  %old0 = memref.load %y[%i] : memref<?xf64>
  %old1 = memref.load %y[%next] : memref<?xf64>
  %new0 = arith.addf %old0, %sums#0 : f64
  %new1 = arith.addf %old1, %sums#1 : f64
  memref.store %new0, %y[%i] : memref<?xf64>
  memref.store %new1, %y[%next] : memref<?xf64>
  return %y : memref<?xf64>
}

// -----

// A sum that does not start with positive zero may be negative zero, so that the
// addition of zero stays.
// CHECK-LABEL: func.func @negative(
// CHECK: %[[SUM:.*]] = scf.for
// CHECK: %[[NEXT:.*]] = arith.addf %[[SUM]], %cst
// CHECK-NEXT: memref.store %[[NEXT]]
func.func @negative(%a: memref<?xf64>, %n: index, %first: f64) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%n) : memref<?xf64>
  memref.store %zero, %y[%c0] : memref<?xf64>
  %sum = scf.for %p = %c0 to %n step %c1 iter_args(%carried = %first) -> (f64) {
    %x = memref.load %a[%p] : memref<?xf64>
    %more = arith.addf %carried, %x : f64
    scf.yield %more : f64
  }
  %old = memref.load %y[%c0] : memref<?xf64>
  %next = arith.addf %old, %sum : f64
  memref.store %next, %y[%c0] : memref<?xf64>
  return %y : memref<?xf64>
}
