// RUN: weft-opt %s -weft-vectorize-loops -canonicalize -cse -split-input-file | FileCheck %s

// Full vectors precede a scalar tail, also if the lower bound exceeds the upper one.
// CHECK-LABEL: func.func @product(
// CHECK-SAME: %[[A:[^:]*]]: memref<?xf64>, %[[B:[^:]*]]: memref<?xf64>, %[[S:[^:]*]]: memref<?xf64>, %[[LOW:[^:]*]]: index, %[[HIGH:[^:]*]]: index)
// CHECK: %[[END:.*]] = arith.maxsi %[[HIGH]], %[[LOW]]
// CHECK: %[[COUNT:.*]] = arith.subi %[[END]], %[[LOW]]
// CHECK: %[[LEFT:.*]] = arith.remui %[[COUNT]], %c8
// CHECK: %[[MIDDLE:.*]] = arith.subi %[[END]], %[[LEFT]]
// CHECK: scf.for %[[I:.*]] = %[[LOW]] to %[[MIDDLE]] step %c8
// CHECK: %[[VA:.*]] = vector.load %[[A]][%[[I]]] : memref<?xf64>, vector<8xf64>
// CHECK: %[[ONE:.*]] = memref.load %[[S]][%[[LOW]]]
// CHECK: %[[ALL:.*]] = vector.broadcast %[[ONE]] : f64 to vector<8xf64>
// CHECK: %[[P:.*]] = arith.mulf %[[VA]], %[[ALL]] : vector<8xf64>
// CHECK: vector.store %[[P]], %[[B]][%[[I]]]
// CHECK: scf.for %{{.*}} = %[[MIDDLE]] to %[[END]] step %c1
// CHECK: memref.store
// CHECK-NOT: weft.loop = {{.*}}vector
// CHECK: return
func.func @product(%a: memref<?xf64>, %b: memref<?xf64>, %s: memref<?xf64>, %low: index, %high: index) {
  %c1 = arith.constant 1 : index
  scf.for %i = %low to %high step %c1 {
    %v = memref.load %a[%i] : memref<?xf64>
    %w = memref.load %s[%low] : memref<?xf64>
    %p = arith.mulf %v, %w : f64
    memref.store %p, %b[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<vector>}
  return
}

// -----

// Each lane has an accumulator. A horizontal reduction follows the loop if it has a
// full vector.
// CHECK-LABEL: func.func @row(
// CHECK-SAME: %[[CRD:[^:]*]]: memref<?xi32>, %[[VALS:[^:]*]]: memref<?xf64>, %[[X:[^:]*]]: memref<?xf64>, %[[LOW:[^:]*]]: index, %[[HIGH:[^:]*]]: index, %[[INIT:[^:]*]]: f64)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf64>
// CHECK-DAG: %[[TRUE:.*]] = arith.constant dense<true> : vector<8xi1>
// CHECK: %[[LEFT:.*]] = arith.remui
// CHECK: %[[MIDDLE:.*]] = arith.subi %{{.*}}, %[[LEFT]]
// CHECK: %[[ANY:.*]] = arith.cmpi slt, %[[LOW]], %[[MIDDLE]]
// CHECK: %[[FIRST:.*]] = scf.if %[[ANY]] -> (f64) {
// CHECK:   scf.for %[[P:.*]] = %[[LOW]] to %[[MIDDLE]] step %c8 iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (vector<8xf64>)
// CHECK:     %[[C:.*]] = vector.load %[[CRD]][%[[P]]] : memref<?xi32>, vector<8xi32>
// CHECK:     %[[J:.*]] = arith.index_cast %[[C]] : vector<8xi32> to vector<8xindex>
// CHECK:     vector.load %[[VALS]][%[[P]]]
// CHECK:     vector.gather %[[X]][%c0] [%[[J]]], %[[TRUE]], %[[ZERO]]
// CHECK:     arith.addf %[[ACC]], %{{.*}} : vector<8xf64>
// CHECK:   vector.shuffle %{{.*}} [1, 0, 3, 2, 5, 4, 7, 6]
// CHECK:   arith.addf %{{.*}} : vector<8xf64>
// CHECK:   arith.addf %{{.*}} : vector<4xf64>
// CHECK:   arith.addf %{{.*}} : vector<2xf64>
// CHECK:   arith.addf %[[INIT]], %{{.*}} : f64
// CHECK: } else {
// CHECK:   scf.yield %[[INIT]]
// CHECK: scf.for %{{.*}} = %[[MIDDLE]] to %{{.*}} iter_args(%{{.*}} = %[[FIRST]]) -> (f64)
func.func @row(%crd: memref<?xi32>, %vals: memref<?xf64>, %x: memref<?xf64>, %low: index, %high: index, %init: f64) -> f64 {
  %c1 = arith.constant 1 : index
  %sum = scf.for %p = %low to %high step %c1 iter_args(%acc = %init) -> (f64) {
    %c = memref.load %crd[%p] : memref<?xi32>
    %j = arith.index_cast %c : i32 to index
    %v = memref.load %vals[%p] : memref<?xf64>
    %w = memref.load %x[%j] : memref<?xf64>
    %m = arith.mulf %v, %w : f64
    %next = arith.addf %acc, %m : f64
    scf.yield %next : f64
  } {weft.loop = #weft.loop<vector>}
  return %sum : f64
}

// -----

// A tile is one vector of its length, whatever the size of its elements. Fewer
// iterations run in a scalar loop, since 8-bit elements have no masks.
// CHECK-LABEL: func.func @tile(
// CHECK: %[[FULL:.*]] = arith.cmpi eq, %{{.*}}, %c32
// CHECK: scf.if %[[FULL]] {
// CHECK:   vector.load %{{.*}} : memref<?xi8>, vector<32xi8>
// CHECK:   arith.extsi %{{.*}} : vector<32xi8> to vector<32xi64>
// CHECK:   vector.store %{{.*}} : memref<?xi64>, vector<32xi64>
// CHECK: } else {
// CHECK:   scf.for
// CHECK:     memref.store
func.func @tile(%a: memref<?xi8>, %b: memref<?xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xi8>
    %w = arith.extsi %v : i8 to i64
    memref.store %w, %b[%i] : memref<?xi64>
  } {weft.loop = #weft.loop<vector(32)>}
  return
}

// -----

// Tiles that are no power of two long, or too long, have vectors of 64 bytes.
// CHECK-LABEL: func.func @strips(
// CHECK: vector.load %{{.*}} : memref<?xf32>, vector<16xf32>
// CHECK: vector.load %{{.*}} : memref<?xf32>, vector<16xf32>
// CHECK: vector.load %{{.*}} : memref<?xi8>, vector<64xi8>
func.func @strips(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xi8>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xf32>
    memref.store %v, %b[%i] : memref<?xf32>
  } {weft.loop = #weft.loop<vector(48)>}
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xf32>
    memref.store %v, %b[%i] : memref<?xf32>
  } {weft.loop = #weft.loop<vector(512)>}
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %c[%i] : memref<?xi8>
    memref.store %v, %c[%i] : memref<?xi8>
  } {weft.loop = #weft.loop<vector(256)>}
  return
}

// -----

// Indices that are not consecutive become scatters. The induction variable is a
// vector of consecutive values. Booleans and elements of arrays with a stride are
// loaded and stored lane by lane.
// CHECK-LABEL: func.func @places(
// CHECK-DAG: %[[NUMBERS:.*]] = arith.constant dense<[0, 1]> : vector<2xindex>
// CHECK: vector.broadcast
// CHECK: arith.addi %{{.*}}, %[[NUMBERS]]
// CHECK: arith.muli
// CHECK: vector.scatter
// CHECK-COUNT-2: memref.store %{{.*}} : memref<?xi1>
// CHECK: memref.load %{{.*}} : memref<?xf64, strided<[2]>>
// CHECK: memref.load %{{.*}} : memref<?xf64, strided<[2]>>
// CHECK: vector.from_elements
// CHECK: vector.store
func.func @places(%a: memref<?xindex>, %b: memref<?xi1>, %s: memref<?xf64, strided<[2]>>, %t: memref<?xf64>, %low: index, %high: index, %k: index, %true: i1) {
  %c1 = arith.constant 1 : index
  scf.for %i = %low to %high step %c1 {
    %p = arith.muli %i, %k : index
    memref.store %i, %a[%p] : memref<?xindex>
    memref.store %true, %b[%i] : memref<?xi1>
    %v = memref.load %s[%i] : memref<?xf64, strided<[2]>>
    memref.store %v, %t[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<vector(2)>}
  return
}

// -----

// A reduction of several operations has no neutral element, so that each lane starts
// with its first value. A difference becomes a sum.
// CHECK-LABEL: func.func @combiners(
// CHECK: scf.for %[[I:.*]] = %c0 to %{{.*}} iter_args(%[[SUM:[^ ]*]] = %{{[^,]*}}, %[[MOST:[^ ]*]] = %{{.*}}) -> (vector<8xi64>, vector<8xi64>)
// CHECK: %[[V:.*]] = vector.load
// CHECK: %[[N:.*]] = arith.subi %{{.*}}, %[[V]]
// CHECK: arith.addi %[[SUM]], %[[N]]
// CHECK: %[[M:.*]] = arith.remsi %{{.*}} : vector<8xi64>
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[I]], %c0
// CHECK: arith.select %[[FIRST]], %[[V]], %[[M]]
func.func @combiners(%a: memref<?xi64>, %n: index, %s: i64, %m: i64) -> (i64, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %s, %mod = %m) -> (i64, i64) {
    %v = memref.load %a[%i] : memref<?xi64>
    %d = arith.subi %sum, %v : i64
    %t = arith.addi %mod, %v : i64
    %c7 = arith.constant 7 : i64
    %r = arith.remsi %t, %c7 : i64
    scf.yield %d, %r : i64, i64
  } {weft.loop = #weft.loop<vector>}
  return %0#0, %0#1 : i64, i64
}

// -----

// An iteration argument that is uniform remains scalar.
// CHECK-LABEL: func.func @present(
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (i1, vector<8xi64>)
func.func @present(%a: memref<?xi64>, %n: index, %s: i64, %false: i1) -> (i1, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%any = %false, %sum = %s) -> (i1, i64) {
    %v = memref.load %a[%i] : memref<?xi64>
    %t = arith.addi %sum, %v : i64
    scf.yield %true, %t : i1, i64
  } {weft.loop = #weft.loop<vector>}
  return %0#0, %0#1 : i1, i64
}

// -----

// Elements of 16 bits are loaded lane by lane instead of gathered.
// CHECK-LABEL: func.func @small(
// CHECK-NOT: vector.gather
// CHECK: memref.load %{{.*}} : memref<?xbf16>
// CHECK: memref.load %{{.*}} : memref<?xbf16>
// CHECK: vector.from_elements
// CHECK: vector.store %{{.*}} : memref<?xbf16>, vector<2xbf16>
func.func @small(%a: memref<?xbf16>, %b: memref<?xbf16>, %low: index, %high: index, %k: index) {
  %c1 = arith.constant 1 : index
  scf.for %i = %low to %high step %c1 {
    %p = arith.muli %i, %k : index
    %v = memref.load %a[%p] : memref<?xbf16>
    memref.store %v, %b[%i] : memref<?xbf16>
  } {weft.loop = #weft.loop<vector(2)>}
  return
}

// -----

// An array that a loop carries may alias the array of a tile.
// CHECK-LABEL: func @two_names(
// CHECK: scf.for {{.*}} -> (f64)
// CHECK-NEXT: vector.load %[[ARRAY:.*]][
// CHECK: vector.store %{{.*}}, %[[ARRAY]][
func.func @two_names(%n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %v = arith.constant 1.0 : f64
  %z = arith.constant 0.0 : f64
  %c = memref.alloc(%n) : memref<?xf64>
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%m = %c, %acc = %z) -> (memref<?xf64>, f64) {
    scf.for %j = %c0 to %c8 step %c1 {
      %old = memref.load %c[%j] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %c[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(8)>}
    %q = memref.load %m[%c0] : memref<?xf64>
    %s = arith.addf %acc, %q : f64
    scf.yield %m, %s : memref<?xf64>, f64
  }
  return %r#1 : f64
}

// -----

// An index that a loop carries may be out of bounds where the inner loop is empty, so
// that the enclosing loop does not carry the vector.
// CHECK-LABEL: func @carried_place(
// CHECK: scf.for {{.*}} iter_args(
// CHECK: scf.for
// CHECK: scf.if
// CHECK-NEXT: vector.load
// CHECK-NEXT: scf.for
func.func @carried_place(%b: memref<?xf64>, %m: index, %n: index, %bounds: memref<?xindex>) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %d = memref.alloc(%n) : memref<?xf64>
  %r = scf.for %h = %c0 to %m step %c1 iter_args(%q = %c0) -> (index) {
    scf.for %i = %c0 to %m step %c1 {
      scf.for %k = %q to %n step %c8 {
        scf.for %j = %c0 to %c8 step %c1 {
          %w = memref.load %b[%j] : memref<?xf64>
          %dj = arith.addi %q, %j : index
          %old2 = memref.load %d[%dj] : memref<?xf64>
          %new2 = arith.addf %old2, %w : f64
          memref.store %new2, %d[%dj] : memref<?xf64>
        } {weft.loop = #weft.loop<vector(8)>}
      }
    }
    %next = arith.addi %q, %c8 : index
    scf.yield %next : index
  }
  return %d : memref<?xf64>
}

// -----

// An enclosing loop carries all tiles of its inner loop or none, so that an empty
// inner loop accesses no memory.
// CHECK-LABEL: func @two_tiles(
// CHECK: scf.for
// CHECK: scf.if
// CHECK-NEXT: vector.load
// CHECK-NEXT: vector.load
// CHECK-NEXT: scf.for
func.func @two_tiles(%b: memref<?xf64>, %m: index, %n: index, %pos: memref<?xindex>) -> (memref<?xf64>, memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c = memref.alloc(%n) : memref<?xf64>
  %d = memref.alloc(%n) : memref<?xf64>
  scf.for %i = %c0 to %m step %c1 {
    %lo = memref.load %pos[%i] : memref<?xindex>
    %at = scf.while (%q = %lo) : (index) -> index {
      %cmp = arith.cmpi slt, %q, %n : index
      scf.condition(%cmp) %q : index
    } do {
    ^bb0(%q: index):
      %q1 = arith.addi %q, %c1 : index
      scf.yield %q1 : index
    }
    scf.for %k = %at to %n step %c1 {
      scf.for %j = %c0 to %c8 step %c1 {
        %w = memref.load %b[%j] : memref<?xf64>
        %old = memref.load %c[%j] : memref<?xf64>
        %new = arith.addf %old, %w : f64
        memref.store %new, %c[%j] : memref<?xf64>
        %dj = arith.addi %at, %j : index
        %old2 = memref.load %d[%dj] : memref<?xf64>
        %new2 = arith.addf %old2, %w : f64
        memref.store %new2, %d[%dj] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(8)>}
    }
  }
  return %c, %d : memref<?xf64>, memref<?xf64>
}

// -----

// A loop that versioning of the enclosing loop copies is vectorized in all copies.
// CHECK-LABEL: func @two_loops(
// CHECK-NOT: weft.loop = {{.*}}vector
// CHECK: return
func.func @two_loops(%b: memref<?xf64>, %m: index, %n: index, %l: index) -> (memref<?xf64>, memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = memref.alloc(%n) : memref<?xf64>
  %d = memref.alloc(%n) : memref<?xf64>
  scf.for %k = %c0 to %m step %c1 {
      scf.for %j = %c0 to %l step %c1 {
        %w = memref.load %b[%j] : memref<?xf64>
        %old = memref.load %c[%j] : memref<?xf64>
        %new = arith.addf %old, %w : f64
        memref.store %new, %c[%j] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(8)>}
      scf.for %j = %c0 to %l step %c1 {
        %w = memref.load %b[%j] : memref<?xf64>
        %old = memref.load %d[%j] : memref<?xf64>
        %new = arith.addf %old, %w : f64
        memref.store %new, %d[%j] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(8)>}
  }
  return %c, %d : memref<?xf64>, memref<?xf64>
}

// -----

// The tail is a vector that overlaps with the last full one, since the function
// allocates the stored array and the loop does not load it. Fewer iterations than
// lanes run in a scalar loop.

// CHECK-LABEL: func.func @overlap(
// CHECK: %[[MIDDLE:.*]] = arith.subi %[[N:.*]], %[[LEFT:.*]] : index
// CHECK: scf.for %{{.*}} = %c0 to %[[MIDDLE]] step %c8
// CHECK: %[[FITS:.*]] = arith.cmpi uge, %[[N]], %c8
// CHECK: %[[ISLEFT:.*]] = arith.cmpi ne, %[[LEFT]], %c0
// CHECK: %[[OVERLAPS:.*]] = arith.andi %[[FITS]], %[[ISLEFT]]
// CHECK: scf.if %[[OVERLAPS]] {
// CHECK: %[[BEGIN:.*]] = arith.subi %[[N]], %c8
// CHECK: vector.load %{{.*}}[%[[BEGIN]]]
// CHECK: vector.store
// CHECK: %[[REST:.*]] = arith.select %[[FITS]], %[[N]], %[[MIDDLE]]
// CHECK: scf.for %{{.*}} = %[[REST]] to %[[N]] step %c1
func.func @overlap(%b: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %value = memref.load %b[%i] : memref<?xf64>
    memref.store %value, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<vector>}
  return %a : memref<?xf64>
}

// -----

// An updated array does not allow an overlapping last vector.

// CHECK-LABEL: func.func @update(
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: scf.for
// CHECK: return
func.func @update(%b: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %value = memref.load %b[%i] : memref<?xf64>
    %old = memref.load %a[%i] : memref<?xf64>
    %new = arith.addf %old, %value : f64
    memref.store %new, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<vector>}
  return %a : memref<?xf64>
}

// -----

// Each tile is one masked vector, without a check for a full tile.
// CHECK-LABEL: func.func @predicated(
// CHECK-SAME: %[[A:.*]]: memref<?xf64>, %[[N:.*]]: index, %{{.*}}: f64)
// CHECK-DAG: %[[LANES:.*]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xindex>
// CHECK: %[[COUNT:.*]] = vector.broadcast %{{.*}} : index to vector<8xindex>
// CHECK: %[[MASK:.*]] = arith.cmpi sgt, %[[COUNT]], %[[LANES]]
// CHECK-NOT: scf.if
// CHECK: vector.maskedstore %[[A]][%c0], %[[MASK]], %{{.*}} : memref<?xf64>, vector<8xi1>, vector<8xf64>
// CHECK-NOT: scf.for
// CHECK: return
func.func @predicated(%a: memref<?xf64>, %n: index, %v: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %a[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<vector(8), predicate(8)>}
  return
}

// -----

// Elements that are wider than a 128-bit chunk of a register, or whose size does not
// divide it, are reduced lane by lane.
// CHECK-LABEL: func.func @wide(
// CHECK: vector.shuffle %[[SUM:.*]], %[[SUM]] [0] : vector<2xi256>, vector<2xi256>
// CHECK: vector.shuffle %[[SUM]], %[[SUM]] [1] : vector<2xi256>, vector<2xi256>
// CHECK: return
func.func @wide(%a: memref<?xi256>, %n: index, %init: i256) -> i256 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init) -> (i256) {
    %x = memref.load %a[%i] : memref<?xi256>
    %y = arith.addi %c, %x : i256
    scf.yield %y : i256
  } {weft.loop = #weft.loop<vector>}
  return %sum : i256
}

// -----

// CHECK-LABEL: func.func @uneven(
// CHECK: vector.shuffle
// CHECK: return
func.func @uneven(%a: memref<?xi24>, %n: index, %init: i24) -> i24 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init) -> (i24) {
    %x = memref.load %a[%i] : memref<?xi24>
    %y = arith.addi %c, %x : i24
    scf.yield %y : i24
  } {weft.loop = #weft.loop<vector>}
  return %sum : i24
}

// -----

// A chunk has four elements of 32 bits. The accumulators start with zero, so that an
// initial value of zero needs no addition, unlike another initial value.
// CHECK-LABEL: func.func @singles(
// CHECK: vector.shuffle {{.*}} [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14]
// CHECK: vector.shuffle {{.*}} [2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13]
// CHECK: vector.shuffle {{.*}} [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK: vector.shuffle {{.*}} [0, 1, 2, 3] : vector<8xf32>
// CHECK: %[[SUM:.*]] = vector.extract {{.*}} : f32 from vector<4xf32>
// CHECK-NEXT: return %[[SUM]]
// CHECK-LABEL: func.func @from_one(
// CHECK: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: %[[SUM:.*]] = vector.extract {{.*}} : f32 from vector<4xf32>
// CHECK-NEXT: arith.addf %[[SUM]], %[[ONE]]
func.func @singles(%a: memref<?xf32>, %low: index, %high: index) -> f32 {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %low to %high step %c1 iter_args(%c = %zero) -> (f32) {
    %x = memref.load %a[%i] : memref<?xf32>
    %s = arith.addf %c, %x : f32
    scf.yield %s : f32
  } {weft.loop = #weft.loop<vector>}
  return %sum : f32
}
func.func @from_one(%a: memref<?xf32>, %low: index, %high: index) -> f32 {
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %sum = scf.for %i = %low to %high step %c1 iter_args(%c = %one) -> (f32) {
    %x = memref.load %a[%i] : memref<?xf32>
    %s = arith.addf %c, %x : f32
    scf.yield %s : f32
  } {weft.loop = #weft.loop<vector>}
  return %sum : f32
}
