// RUN: weft-opt %s -weft-vectorize-intersections -canonicalize -cse -split-input-file | FileCheck %s

// A loop with searches remains as a version. The other version compares blocks of 16
// coordinates with 16 coordinates, or with the remaining ones.
// CHECK-LABEL: func.func @dot(
// CHECK-SAME: %[[CB:[^ ]*]]: memref<?xi32>, %[[VB:[^ ]*]]: memref<?xf64>, %[[CC:[^ ]*]]: memref<?xi32>, %[[VC:[^ ]*]]: memref<?xf64>, %[[EB:[^ ]*]]: index, %[[EC:[^ ]*]]: index, %[[SKEWED:[^ ]*]]: i1
// CHECK: %[[SUM:.*]] = scf.if %[[SKEWED]] -> (f64) {
// CHECK:   scf.while
// CHECK:     scf.condition(%{{.*}}) %
// CHECK:     func.call @search
// CHECK: } else {
// CHECK:   scf.while (%[[P0:.*]] = %c0, %[[Q0:.*]] = %c0, %[[S0:.*]] = %{{.*}}) : (index, index, f64)
// CHECK:     arith.cmpi ult, %[[P0]], %[[EB]]
// CHECK:     arith.cmpi ult, %[[Q0]], %[[EC]]
// CHECK:   ^bb0(%[[P:.*]]: index, %[[Q:.*]]: index, %[[S:.*]]: f64):
// CHECK:     %[[LEFT:.*]] = arith.subi %[[EB]], %[[P]]
// CHECK:     %[[COUNT:.*]] = arith.minui %[[LEFT]], %c16
// CHECK:     %[[BITS:.*]] = arith.subi %{{.*}}, %c1_i32 : i32
// CHECK:     %[[REST:.*]] = arith.subi %[[EC]], %[[Q]]
// CHECK:     %[[NUMBER:.*]] = arith.minui %[[REST]], %c16
// CHECK:     %[[VECTOR:.*]] = vector.maskedload %[[CB]][%[[P]]], %{{.*}} into vector<16xi32>
// CHECK:     %[[LAST:.*]] = memref.load %[[CB]]
// CHECK:     %[[FULL:.*]] = arith.cmpi eq, %[[NUMBER]], %c16
// CHECK:     %[[FOUND:.*]]:3 = scf.if %[[FULL]] -> (i32, index, index) {
// CHECK-COUNT-16:   vector.broadcast %{{.*}} : i32 to vector<16xi32>
// CHECK-NOT:        vector.broadcast
// CHECK:       arith.cmpi ule, %[[LAST]], %{{.*}} : i32
// CHECK:       arith.cmpi ule, %{{.*}}, %[[LAST]] : i32
// CHECK:     } else {
// CHECK:       scf.while (%[[T:.*]] = %[[Q]], %{{.*}} = %c0_i32)
// CHECK:         arith.cmpi ult, %[[T]], %[[EC]]
// CHECK:         arith.cmpi ule, %{{.*}}, %[[LAST]] : i32
// CHECK:     %[[OTHER:.*]] = vector.maskedload %[[CC]][%[[Q]]]
// CHECK:     %[[MATCHES:.*]] = arith.andi %[[FOUND]]#0, %[[BITS]] : i32
// CHECK:     %[[NEXT:.*]]:2 = scf.while (%{{.*}} = %[[MATCHES]], %{{.*}} = %[[S]])
// CHECK:       %[[LANE:.*]] = math.cttz
// CHECK:       %[[LANEINDEX:.*]] = arith.index_castui %[[LANE]]
// CHECK:       %[[PB:.*]] = arith.addi %[[P]], %[[LANEINDEX]]
// CHECK:       %[[J:.*]] = memref.load %[[CB]][%[[PB]]]
// CHECK:       arith.cmpi eq, %[[OTHER]]
// CHECK:       math.cttz
// CHECK:       %[[PC:.*]] = arith.addi %[[Q]], %{{.*}}
// CHECK:       memref.load %[[VB]][%[[PB]]]
// CHECK:       memref.load %[[VC]][%[[PC]]]
// CHECK:     scf.yield %[[FOUND]]#1, %[[FOUND]]#2, %[[NEXT]]#1
// CHECK: return %[[SUM]]
func.func private @search(memref<?xi32>, index, index, index) -> index
func.func @dot(%cb: memref<?xi32>, %vb: memref<?xf64>, %cc: memref<?xi32>, %vc: memref<?xf64>, %eb: index, %ec: index, %skewed: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %eb0 = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %eb0 : i32 to index
    %ec0 = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %ec0 : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %vb[%p] : memref<?xf64>
      %y = memref.load %vc[%q] : memref<?xf64>
      %xy = arith.mulf %x, %y : f64
      %t = arith.addf %s, %xy : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %most = arith.maxui %ib, %ic : index
    %behindb = arith.cmpi ult, %ib, %most : index
    %searchb = arith.andi %skewed, %behindb : i1
    %np = scf.if %searchb -> (index) {
      %p1 = arith.addi %p, %c1 : index
      %found = func.call @search(%cb, %p1, %eb, %most) : (memref<?xi32>, index, index, index) -> index
      scf.yield %found : index
    } else {
      %step = arith.index_castui %isb : i1 to index
      %p1 = arith.addi %p, %step : index
      scf.yield %p1 : index
    }
    %behindc = arith.cmpi ult, %ic, %most : index
    %searchc = arith.andi %skewed, %behindc : i1
    %nq = scf.if %searchc -> (index) {
      %q1 = arith.addi %q, %c1 : index
      %found = func.call @search(%cc, %q1, %ec, %most) : (memref<?xi32>, index, index, index) -> index
      scf.yield %found : index
    } else {
      %step = arith.index_castui %isc : i1 to index
      %q1 = arith.addi %q, %step : index
      scf.yield %q1 : index
    }
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

// A loop without searches has one version.
// CHECK-LABEL: func.func @plain(
// CHECK-NOT: scf.if
// CHECK: scf.while
// CHECK: vector.maskedload
// CHECK-NOT: arith.minui %{{.*}}, %{{.*}} : i32
func.func @plain(%cb: memref<?xi32>, %vb: memref<?xf64>, %cc: memref<?xi32>, %vc: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b0 = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b0 : i32 to index
    %c2 = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c2 : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %vb[%p] : memref<?xf64>
      %y = memref.load %vc[%q] : memref<?xf64>
      %xy = arith.mulf %x, %y : f64
      %t = arith.addf %s, %xy : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

// One segment advances by search, before the match.
// CHECK-LABEL: func.func @before(
// CHECK: scf.if %{{.*}} -> (f64) {
// CHECK:   func.call @search
// CHECK: } else {
// CHECK-NOT: @search
// CHECK:   vector.maskedload
func.func private @search(memref<?xi32>, index, index, index) -> index
func.func @before(%cb: memref<?xi32>, %vb: memref<?xf64>, %cc: memref<?xi32>, %vc: memref<?xf64>, %eb: index, %ec: index, %skewed: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b0 = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b0 : i32 to index
    %c2 = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c2 : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %behind = arith.cmpi ult, %ic, %ib : index
    %searches = arith.andi %skewed, %behind : i1
    %nq = scf.if %searches -> (index) {
      %found = func.call @search(%cc, %q, %ec, %ib) : (memref<?xi32>, index, index, index) -> index
      scf.yield %found : index
    } else {
      %stepc = arith.index_castui %isc : i1 to index
      %q1 = arith.addi %q, %stepc : index
      scf.yield %q1 : index
    }
    %next = scf.if %both -> (f64) {
      %x = memref.load %vb[%p] : memref<?xf64>
      %y = memref.load %vc[%q] : memref<?xf64>
      %xy = arith.mulf %x, %y : f64
      %t = arith.addf %s, %xy : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

// Blocks have eight coordinates of 64 bits.
// CHECK-LABEL: func.func @wide(
// CHECK: vector.maskedload %{{.*}} into vector<8xi64>
// CHECK-COUNT-8: vector.broadcast %{{.*}} : i64 to vector<8xi64>
// CHECK-NOT: vector.broadcast
// CHECK: scf.while
func.func @wide(%cb: memref<?xi64>, %vb: memref<?xf64>, %cc: memref<?xi64>, %vc: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b0 = memref.load %cb[%p] : memref<?xi64>
    %ib = arith.index_cast %b0 : i64 to index
    %c2 = memref.load %cc[%q] : memref<?xi64>
    %ic = arith.index_cast %c2 : i64 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %vb[%p] : memref<?xf64>
      %y = memref.load %vc[%q] : memref<?xf64>
      %xy = arith.mulf %x, %y : f64
      %t = arith.addf %s, %xy : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

// The match stores to an array that holds no coordinates.
// CHECK-LABEL: func.func @stores(
// CHECK: vector.maskedload
// CHECK: memref.store
func.func @stores(%cb: memref<?xi32>, %vb: memref<?xf64>, %cc: memref<?xi32>, %vc: memref<?xf64>, %eb: index, %ec: index) -> (f64, memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %own = memref.alloc(%eb) : memref<?xindex>
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b0 = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b0 : i32 to index
    %c2 = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c2 : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %vb[%p] : memref<?xf64>
      %y = memref.load %vc[%q] : memref<?xf64>
      %xy = arith.mulf %x, %y : f64
      memref.store %i, %own[%p] : memref<?xindex>
      %t = arith.addf %s, %xy : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2, %own : f64, memref<?xindex>
}

// -----

// Without `intersection`, coordinates may be repeated.
// CHECK-LABEL: func.func @repeated(
// CHECK-NOT: vector
func.func @repeated(%cb: memref<?xi32>, %vb: memref<?xf64>, %cc: memref<?xi32>, %vc: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b0 = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b0 : i32 to index
    %c2 = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c2 : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %vb[%p] : memref<?xf64>
      %y = memref.load %vc[%q] : memref<?xf64>
      %xy = arith.mulf %x, %y : f64
      %t = arith.addf %s, %xy : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

// Vectors compare no coordinates of 16 bits.
// CHECK-LABEL: func.func @narrow(
// CHECK-NOT: vector
func.func @narrow(%cb: memref<?xi16>, %vb: memref<?xf64>, %cc: memref<?xi16>, %vc: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b0 = memref.load %cb[%p] : memref<?xi16>
    %ib = arith.index_cast %b0 : i16 to index
    %c2 = memref.load %cc[%q] : memref<?xi16>
    %ic = arith.index_cast %c2 : i16 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %vb[%p] : memref<?xf64>
      %y = memref.load %vc[%q] : memref<?xf64>
      %xy = arith.mulf %x, %y : f64
      %t = arith.addf %s, %xy : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

// The segments have coordinates of different widths.
// CHECK-LABEL: func.func @widths(
// CHECK-NOT: vector
func.func @widths(%cb: memref<?xi64>, %vb: memref<?xf64>, %cc: memref<?xi32>, %vc: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b0 = memref.load %cb[%p] : memref<?xi64>
    %ib = arith.index_cast %b0 : i64 to index
    %c2 = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c2 : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %vb[%p] : memref<?xf64>
      %y = memref.load %vc[%q] : memref<?xf64>
      %xy = arith.mulf %x, %y : f64
      %t = arith.addf %s, %xy : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

// The final position is used.
// CHECK-LABEL: func.func @positions(
// CHECK-NOT: vector
func.func @positions(%cb: memref<?xi32>, %vb: memref<?xf64>, %cc: memref<?xi32>, %vc: memref<?xf64>, %eb: index, %ec: index) -> (f64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b0 = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b0 : i32 to index
    %c2 = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c2 : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %vb[%p] : memref<?xf64>
      %y = memref.load %vc[%q] : memref<?xf64>
      %xy = arith.mulf %x, %y : f64
      %t = arith.addf %s, %xy : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2, %sum#0 : f64, index
}

// -----

// The match stores to an argument, which may hold coordinates.
// CHECK-LABEL: func.func @overwrites(
// CHECK-NOT: vector
func.func @overwrites(%cb: memref<?xi32>, %vb: memref<?xf64>, %cc: memref<?xi32>, %vc: memref<?xf64>, %eb: index, %ec: index, %own: memref<?xindex>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b0 = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b0 : i32 to index
    %c2 = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c2 : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %vb[%p] : memref<?xf64>
      %y = memref.load %vc[%q] : memref<?xf64>
      %xy = arith.mulf %x, %y : f64
      memref.store %i, %own[%p] : memref<?xindex>
      %t = arith.addf %s, %xy : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

// The match calls a function that may write coordinates.
// CHECK-LABEL: func.func @calls(
// CHECK-NOT: vector
func.func private @change(memref<?xi32>)
func.func @calls(%cb: memref<?xi32>, %vb: memref<?xf64>, %cc: memref<?xi32>, %vc: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b0 = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b0 : i32 to index
    %c2 = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c2 : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %vb[%p] : memref<?xf64>
      %y = memref.load %vc[%q] : memref<?xf64>
      %xy = arith.mulf %x, %y : f64
      func.call @change(%cb) : (memref<?xi32>) -> ()
      %t = arith.addf %s, %xy : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

// The loop stores without a match.
// CHECK-LABEL: func.func @effects(
// CHECK-NOT: vector
func.func @effects(%cb: memref<?xi32>, %vb: memref<?xf64>, %cc: memref<?xi32>, %vc: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %own = memref.alloc(%eb) : memref<?xindex>
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b0 = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b0 : i32 to index
    %c2 = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c2 : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    memref.store %i, %own[%p] : memref<?xindex>
    %next = scf.if %both -> (f64) {
      %x = memref.load %vb[%p] : memref<?xf64>
      %y = memref.load %vc[%q] : memref<?xf64>
      %xy = arith.mulf %x, %y : f64
      %t = arith.addf %s, %xy : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

// A carried value changes without a match.
// CHECK-LABEL: func.func @resets(
// CHECK-NOT: vector
func.func @resets(%cb: memref<?xi32>, %vb: memref<?xf64>, %cc: memref<?xi32>, %vc: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b0 = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b0 : i32 to index
    %c2 = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c2 : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %vb[%p] : memref<?xf64>
      %y = memref.load %vc[%q] : memref<?xf64>
      %xy = arith.mulf %x, %y : f64
      %t = arith.addf %s, %xy : f64
      scf.yield %t : f64
    } else {
      scf.yield %zero : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

// The match contains a loop.
// CHECK-LABEL: func.func @loops(
// CHECK-NOT: vector
func.func @loops(%cb: memref<?xi32>, %vb: memref<?xf64>, %cc: memref<?xi32>, %vc: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %own = memref.alloc(%eb) : memref<?xf64>
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b0 = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b0 : i32 to index
    %c2 = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c2 : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %vb[%p] : memref<?xf64>
      %y = memref.load %vc[%q] : memref<?xf64>
      %xy = arith.mulf %x, %y : f64
      scf.for %k = %c0 to %i step %c1 {
        memref.store %xy, %own[%k] : memref<?xf64>
      }
      %t = arith.addf %s, %xy : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

// The match has more than 100 operations.
// CHECK-LABEL: func.func @long(
// CHECK-NOT: vector
func.func @long(%cb: memref<?xi32>, %vb: memref<?xf64>, %cc: memref<?xi32>, %vc: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b0 = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b0 : i32 to index
    %c2 = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c2 : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %vb[%p] : memref<?xf64>
      %y = memref.load %vc[%q] : memref<?xf64>
      %xy = arith.mulf %x, %y : f64
      %m0 = arith.addf %xy, %x : f64
      %m1 = arith.addf %m0, %x : f64
      %m2 = arith.addf %m1, %x : f64
      %m3 = arith.addf %m2, %x : f64
      %m4 = arith.addf %m3, %x : f64
      %m5 = arith.addf %m4, %x : f64
      %m6 = arith.addf %m5, %x : f64
      %m7 = arith.addf %m6, %x : f64
      %m8 = arith.addf %m7, %x : f64
      %m9 = arith.addf %m8, %x : f64
      %m10 = arith.addf %m9, %x : f64
      %m11 = arith.addf %m10, %x : f64
      %m12 = arith.addf %m11, %x : f64
      %m13 = arith.addf %m12, %x : f64
      %m14 = arith.addf %m13, %x : f64
      %m15 = arith.addf %m14, %x : f64
      %m16 = arith.addf %m15, %x : f64
      %m17 = arith.addf %m16, %x : f64
      %m18 = arith.addf %m17, %x : f64
      %m19 = arith.addf %m18, %x : f64
      %m20 = arith.addf %m19, %x : f64
      %m21 = arith.addf %m20, %x : f64
      %m22 = arith.addf %m21, %x : f64
      %m23 = arith.addf %m22, %x : f64
      %m24 = arith.addf %m23, %x : f64
      %m25 = arith.addf %m24, %x : f64
      %m26 = arith.addf %m25, %x : f64
      %m27 = arith.addf %m26, %x : f64
      %m28 = arith.addf %m27, %x : f64
      %m29 = arith.addf %m28, %x : f64
      %m30 = arith.addf %m29, %x : f64
      %m31 = arith.addf %m30, %x : f64
      %m32 = arith.addf %m31, %x : f64
      %m33 = arith.addf %m32, %x : f64
      %m34 = arith.addf %m33, %x : f64
      %m35 = arith.addf %m34, %x : f64
      %m36 = arith.addf %m35, %x : f64
      %m37 = arith.addf %m36, %x : f64
      %m38 = arith.addf %m37, %x : f64
      %m39 = arith.addf %m38, %x : f64
      %m40 = arith.addf %m39, %x : f64
      %m41 = arith.addf %m40, %x : f64
      %m42 = arith.addf %m41, %x : f64
      %m43 = arith.addf %m42, %x : f64
      %m44 = arith.addf %m43, %x : f64
      %m45 = arith.addf %m44, %x : f64
      %m46 = arith.addf %m45, %x : f64
      %m47 = arith.addf %m46, %x : f64
      %m48 = arith.addf %m47, %x : f64
      %m49 = arith.addf %m48, %x : f64
      %m50 = arith.addf %m49, %x : f64
      %m51 = arith.addf %m50, %x : f64
      %m52 = arith.addf %m51, %x : f64
      %m53 = arith.addf %m52, %x : f64
      %m54 = arith.addf %m53, %x : f64
      %m55 = arith.addf %m54, %x : f64
      %m56 = arith.addf %m55, %x : f64
      %m57 = arith.addf %m56, %x : f64
      %m58 = arith.addf %m57, %x : f64
      %m59 = arith.addf %m58, %x : f64
      %m60 = arith.addf %m59, %x : f64
      %m61 = arith.addf %m60, %x : f64
      %m62 = arith.addf %m61, %x : f64
      %m63 = arith.addf %m62, %x : f64
      %m64 = arith.addf %m63, %x : f64
      %m65 = arith.addf %m64, %x : f64
      %m66 = arith.addf %m65, %x : f64
      %m67 = arith.addf %m66, %x : f64
      %m68 = arith.addf %m67, %x : f64
      %m69 = arith.addf %m68, %x : f64
      %m70 = arith.addf %m69, %x : f64
      %m71 = arith.addf %m70, %x : f64
      %m72 = arith.addf %m71, %x : f64
      %m73 = arith.addf %m72, %x : f64
      %m74 = arith.addf %m73, %x : f64
      %m75 = arith.addf %m74, %x : f64
      %m76 = arith.addf %m75, %x : f64
      %m77 = arith.addf %m76, %x : f64
      %m78 = arith.addf %m77, %x : f64
      %m79 = arith.addf %m78, %x : f64
      %m80 = arith.addf %m79, %x : f64
      %m81 = arith.addf %m80, %x : f64
      %m82 = arith.addf %m81, %x : f64
      %m83 = arith.addf %m82, %x : f64
      %m84 = arith.addf %m83, %x : f64
      %m85 = arith.addf %m84, %x : f64
      %m86 = arith.addf %m85, %x : f64
      %m87 = arith.addf %m86, %x : f64
      %m88 = arith.addf %m87, %x : f64
      %m89 = arith.addf %m88, %x : f64
      %m90 = arith.addf %m89, %x : f64
      %m91 = arith.addf %m90, %x : f64
      %m92 = arith.addf %m91, %x : f64
      %m93 = arith.addf %m92, %x : f64
      %m94 = arith.addf %m93, %x : f64
      %m95 = arith.addf %m94, %x : f64
      %m96 = arith.addf %m95, %x : f64
      %m97 = arith.addf %m96, %x : f64
      %t = arith.addf %s, %m97 : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

// The loop has another exit.
// CHECK-LABEL: func.func @stops(
// CHECK-NOT: vector
func.func @stops(%cb: memref<?xi32>, %vb: memref<?xf64>, %cc: memref<?xi32>, %vc: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %inside = arith.andi %inb, %inc : i1
    %open = arith.cmpf one, %s, %zero : f64
    %in = arith.andi %inside, %open : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b0 = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b0 : i32 to index
    %c2 = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c2 : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %vb[%p] : memref<?xf64>
      %y = memref.load %vc[%q] : memref<?xf64>
      %xy = arith.mulf %x, %y : f64
      %t = arith.addf %s, %xy : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

// One of the segments advances by two positions.
// CHECK-LABEL: func.func @skips(
// CHECK-NOT: vector
func.func @skips(%cb: memref<?xi32>, %vb: memref<?xf64>, %cc: memref<?xi32>, %vc: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b0 = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b0 : i32 to index
    %c2 = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c2 : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %vb[%p] : memref<?xf64>
      %y = memref.load %vc[%q] : memref<?xf64>
      %xy = arith.mulf %x, %y : f64
      %t = arith.addf %s, %xy : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %one = arith.index_castui %isb : i1 to index
    %stepb = arith.addi %one, %one : index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

// A segment always advances by search.
// CHECK-LABEL: func.func @always(
// CHECK-NOT: vector
func.func private @search(memref<?xi32>, index, index, index) -> index
func.func @always(%cb: memref<?xi32>, %vb: memref<?xf64>, %cc: memref<?xi32>, %vc: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %b0 = memref.load %cb[%p] : memref<?xi32>
    %ib = arith.index_cast %b0 : i32 to index
    %c2 = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c2 : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %vb[%p] : memref<?xf64>
      %y = memref.load %vc[%q] : memref<?xf64>
      %xy = arith.mulf %x, %y : f64
      %t = arith.addf %s, %xy : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %behind = arith.cmpi ult, %ic, %ib : index
    %nq = scf.if %behind -> (index) {
      %found = func.call @search(%cc, %q, %ec, %ib) : (memref<?xi32>, index, index, index) -> index
      scf.yield %found : index
    } else {
      %q1 = arith.addi %q, %stepc : index
      scf.yield %q1 : index
    }
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}

// -----

// The loop selects the array of coordinates.
// CHECK-LABEL: func.func @changes(
// CHECK-NOT: vector
func.func @changes(%cb: memref<?xi32>, %vb: memref<?xf64>, %cc: memref<?xi32>, %vc: memref<?xf64>, %eb: index, %ec: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum:3 = scf.while (%p = %c0, %q = %c0, %s = %zero) : (index, index, f64) -> (index, index, f64) {
    %inb = arith.cmpi ult, %p, %eb : index
    %inc = arith.cmpi ult, %q, %ec : index
    %in = arith.andi %inb, %inc : i1
    scf.condition(%in) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 0 ordered unique>), intersection>} %p, %q, %s : index, index, f64
  } do {
  ^bb0(%p: index, %q: index, %s: f64):
    %chosen = arith.cmpf one, %s, %zero : f64
    %array = arith.select %chosen, %cb, %cc : memref<?xi32>
    %b0 = memref.load %array[%p] : memref<?xi32>
    %ib = arith.index_cast %b0 : i32 to index
    %c2 = memref.load %cc[%q] : memref<?xi32>
    %ic = arith.index_cast %c2 : i32 to index
    %i = arith.minui %ib, %ic : index
    %isb = arith.cmpi eq, %ib, %i : index
    %isc = arith.cmpi eq, %ic, %i : index
    %both = arith.andi %isb, %isc : i1
    %next = scf.if %both -> (f64) {
      %x = memref.load %vb[%p] : memref<?xf64>
      %y = memref.load %vc[%q] : memref<?xf64>
      %xy = arith.mulf %x, %y : f64
      %t = arith.addf %s, %xy : f64
      scf.yield %t : f64
    } else {
      scf.yield %s : f64
    }
    %stepb = arith.index_castui %isb : i1 to index
    %np = arith.addi %p, %stepb : index
    %stepc = arith.index_castui %isc : i1 to index
    %nq = arith.addi %q, %stepc : index
    scf.yield %np, %nq, %next : index, index, f64
  }
  return %sum#2 : f64
}
