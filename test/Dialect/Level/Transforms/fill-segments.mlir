// RUN: weft-opt %s -level-fill-segments -split-input-file | FileCheck %s
// RUN: weft-opt %s -level-fill-segments -convert-level-to-memref -canonicalize -split-input-file | FileCheck %s --check-prefix=MEMREF

// A row is filled when its iteration begins, if what follows uses this row alone.
// CHECK-LABEL: func.func @row(
// CHECK:         %[[B:.*]] = level.init(%{{.*}}, %{{.*}}) unfilled
// CHECK:         scf.for %[[I:.*]] = {{.*}} iter_args(%[[S:.*]] = %[[B]])
// CHECK-NEXT:      arith.constant 0
// CHECK-NEXT:      %[[P:.*]], %{{.*}} = level.locate %[[S]] level 0 under %{{.*}} coords(%[[I]])
// CHECK-NEXT:      %[[F:.*]] = level.fill_segment %[[S]] level 0 at %[[P]]
// CHECK:           scf.for {{.*}} iter_args(%{{.*}} = %[[F]])
// MEMREF-LABEL: func.func @row(
// MEMREF-SAME:    %[[M:[^ ]*]]: index, %[[N:[^ ]*]]: index
// MEMREF:         %[[ALLOC:.*]] = memref.alloc
// MEMREF-NEXT:    scf.for %[[I:.*]] = %c0 to %[[M]] step %c1 {
// MEMREF:           %[[BEGIN:.*]] = arith.muli %[[I]], %[[N]]
// MEMREF:           %[[END:.*]] = arith.addi %[[BEGIN]], %[[N]]
// MEMREF:           scf.for %[[Q:.*]] = %[[BEGIN]] to %[[END]] step %c1 {
// MEMREF-NEXT:        memref.store %cst, %[[ALLOC]][%[[Q]]]
func.func @row(%m: index, %n: index, %half: index, %v: f64) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = level.init(%m, %n) : <tensor<?x?xf64>>
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%s = %b) -> (!level.builder<tensor<?x?xf64>>) {
    %t = scf.for %j = %c0 to %half step %c1 iter_args(%u = %s) -> (!level.builder<tensor<?x?xf64>>) {
      %p, %f = level.locate %u level 0 under %c0 coords(%i) : !level.builder<tensor<?x?xf64>>
      %q, %g = level.locate %u level 1 under %p coords(%i, %j) : !level.builder<tensor<?x?xf64>>
      %old = level.load %u[%q] : !level.builder<tensor<?x?xf64>>
      %new = arith.addf %old, %v : f64
      %w = level.store %new, %u[%q] : f64, <tensor<?x?xf64>>
      scf.yield %w : !level.builder<tensor<?x?xf64>>
    }
    scf.yield %t : !level.builder<tensor<?x?xf64>>
  }
  %y = level.finalize %r : <tensor<?x?xf64>>
  return %y : tensor<?x?xf64>
}

// -----

// Loops over all components fill each, and one that stores it before it reads it
// fills nothing.
// CHECK-LABEL: func.func @component(
// CHECK:         level.init(%{{.*}}, %{{.*}}) unfilled
// CHECK:         scf.for
// CHECK-NOT:     level.fill_segment
// CHECK:           scf.for {{.*}} iter_args(%[[S:.*]] = %{{.*}})
// CHECK:             level.fill_segment %[[S]] level 1 at
// CHECK:         level.init(%{{.*}}, %{{.*}}) unfilled
// CHECK-NOT:     level.fill_segment
// MEMREF-LABEL: func.func @component(
// MEMREF:         memref.alloc
// MEMREF:           scf.for
// MEMREF:             scf.for
// MEMREF-COUNT-2:       memref.store
// MEMREF:         memref.alloc
// MEMREF:           scf.for
// MEMREF:             scf.for
// MEMREF-COUNT-1:       memref.store
func.func @component(%m: index, %n: index, %v: f64) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = level.init(%m, %n) : <tensor<?x?xf64>>
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%s = %b) -> (!level.builder<tensor<?x?xf64>>) {
    %p, %f = level.locate %s level 0 under %c0 coords(%i) : !level.builder<tensor<?x?xf64>>
    %t = scf.for %j = %c0 to %n step %c1 iter_args(%u = %s) -> (!level.builder<tensor<?x?xf64>>) {
      %q, %g = level.locate %u level 1 under %p coords(%i, %j) : !level.builder<tensor<?x?xf64>>
      %old = level.load %u[%q] : !level.builder<tensor<?x?xf64>>
      %new = arith.addf %old, %v : f64
      %w = level.store %new, %u[%q] : f64, <tensor<?x?xf64>>
      scf.yield %w : !level.builder<tensor<?x?xf64>>
    }
    scf.yield %t : !level.builder<tensor<?x?xf64>>
  }
  %y = level.finalize %r : <tensor<?x?xf64>>
  %b2 = level.init(%m, %n) : <tensor<?x?xf64>>
  %r2 = scf.for %i = %c0 to %m step %c1 iter_args(%s = %b2) -> (!level.builder<tensor<?x?xf64>>) {
    %p, %f = level.locate %s level 0 under %c0 coords(%i) : !level.builder<tensor<?x?xf64>>
    %t = scf.for %j = %c0 to %n step %c1 iter_args(%u = %s) -> (!level.builder<tensor<?x?xf64>>) {
      %q, %g = level.locate %u level 1 under %p coords(%i, %j) : !level.builder<tensor<?x?xf64>>
      %w = level.store %v, %u[%q] : f64, <tensor<?x?xf64>>
      scf.yield %w : !level.builder<tensor<?x?xf64>>
    }
    scf.yield %t : !level.builder<tensor<?x?xf64>>
  }
  %y2 = level.finalize %r2 : <tensor<?x?xf64>>
  return %y, %y2 : tensor<?x?xf64>, tensor<?x?xf64>
}

// -----

// A loop over a part of the dimension, one that uses other rows, and one whose
// component is stored under a condition.
// CHECK-LABEL: func.func @other(
// CHECK-NOT:     unfilled
// CHECK:         level.init(%{{.*}}) unfilled
// CHECK:           level.fill_segment
// CHECK-NOT:     unfilled
// CHECK:         return
func.func @other(%m: index, %n: index, %v: f64, %c: i1) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b1 = level.init(%m) : <tensor<?xf64>>
  %r1 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %b1) -> (!level.builder<tensor<?xf64>>) {
    %p, %f = level.locate %s level 0 under %c0 coords(%i) : !level.builder<tensor<?xf64>>
    %w = level.store %v, %s[%p] : f64, <tensor<?xf64>>
    scf.yield %w : !level.builder<tensor<?xf64>>
  }
  %y1 = level.finalize %r1 : <tensor<?xf64>>
  %b2 = level.init(%m) : <tensor<?xf64>>
  %r2 = scf.for %i = %c0 to %m step %c1 iter_args(%s = %b2) -> (!level.builder<tensor<?xf64>>) {
    %w = scf.if %c -> (!level.builder<tensor<?xf64>>) {
      %p, %f = level.locate %s level 0 under %c0 coords(%i) : !level.builder<tensor<?xf64>>
      %t = level.store %v, %s[%p] : f64, <tensor<?xf64>>
      scf.yield %t : !level.builder<tensor<?xf64>>
    } else {
      scf.yield %s : !level.builder<tensor<?xf64>>
    }
    scf.yield %w : !level.builder<tensor<?xf64>>
  }
  %y2 = level.finalize %r2 : <tensor<?xf64>>
  %b3 = level.init(%m) : <tensor<?xf64>>
  %r3 = scf.for %i = %c0 to %m step %c1 iter_args(%s = %b3) -> (!level.builder<tensor<?xf64>>) {
    %p, %f = level.locate %s level 0 under %c0 coords(%c0) : !level.builder<tensor<?xf64>>
    %w = level.store %v, %s[%p] : f64, <tensor<?xf64>>
    scf.yield %w : !level.builder<tensor<?xf64>>
  }
  %y3 = level.finalize %r3 : <tensor<?xf64>>
  return %y1, %y2, %y3 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}

// -----

// A loop that hands on another builder than it was given fills none of them.
// CHECK-LABEL: func.func @swapped(
// CHECK-NOT:     unfilled
// CHECK:         return
func.func @swapped(%m: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = level.init(%m) : <tensor<?xf64>>
  %d = level.init(%m) : <tensor<?xf64>>
  %r:2 = scf.for %i = %c0 to %m step %c1 iter_args(%s = %b, %t = %d) -> (!level.builder<tensor<?xf64>>, !level.builder<tensor<?xf64>>) {
    scf.yield %t, %s : !level.builder<tensor<?xf64>>, !level.builder<tensor<?xf64>>
  }
  %y = level.finalize %r#0 : <tensor<?xf64>>
  %z = level.finalize %r#1 : <tensor<?xf64>>
  return %y, %z : tensor<?xf64>, tensor<?xf64>
}

// -----

// Two of one type are told apart.
// CHECK-LABEL: func.func @both(
// CHECK-COUNT-2: level.init(%{{.*}}) unfilled
// CHECK:         scf.for {{.*}} iter_args(%[[S:.*]] = %{{.*}}, %[[T:.*]] = %{{.*}})
// CHECK-DAG:       level.fill_segment %[[S]] level 0
// CHECK-DAG:       level.fill_segment %[[T]] level 0
func.func @both(%m: index, %v: f64, %c: i1) -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = level.init(%m) : <tensor<?xf64>>
  %d = level.init(%m) : <tensor<?xf64>>
  %r:2 = scf.for %i = %c0 to %m step %c1 iter_args(%s = %b, %t = %d) -> (!level.builder<tensor<?xf64>>, !level.builder<tensor<?xf64>>) {
    %u = scf.if %c -> (!level.builder<tensor<?xf64>>) {
      %p, %f = level.locate %s level 0 under %c0 coords(%i) : !level.builder<tensor<?xf64>>
      %w = level.store %v, %s[%p] : f64, <tensor<?xf64>>
      scf.yield %w : !level.builder<tensor<?xf64>>
    } else {
      scf.yield %s : !level.builder<tensor<?xf64>>
    }
    %w:2 = scf.while (%x = %t, %g = %c) : (!level.builder<tensor<?xf64>>, i1) -> (!level.builder<tensor<?xf64>>, i1) {
      scf.condition(%g) %x, %g : !level.builder<tensor<?xf64>>, i1
    } do {
    ^bb0(%x: !level.builder<tensor<?xf64>>, %g: i1):
      %p, %f = level.locate %x level 0 under %c0 coords(%i) : !level.builder<tensor<?xf64>>
      %y = level.store %v, %x[%p] : f64, <tensor<?xf64>>
      scf.yield %y, %g : !level.builder<tensor<?xf64>>, i1
    }
    scf.yield %u, %w#0 : !level.builder<tensor<?xf64>>, !level.builder<tensor<?xf64>>
  }
  %y = level.finalize %r#0 : <tensor<?xf64>>
  %z = level.finalize %r#1 : <tensor<?xf64>>
  return %y, %z : tensor<?xf64>, tensor<?xf64>
}

// -----

// A tile of a row is filled when its iteration begins, by a loop over the tile
// that is run as the one that uses it; one that is stored before it is read is
// not filled.
// CHECK-LABEL: func.func @tile(
// CHECK-SAME:    %[[M:[^ ]*]]: index, %[[N:[^ ]*]]: index
// CHECK:         level.init(%{{.*}}, %{{.*}}) unfilled
// CHECK:         scf.for %[[I:[^ ,]*]] = {{.*}} {
// CHECK-NOT:       level.fill_segment
// CHECK:           scf.for %[[K0:[^ ,]*]] = {{.*}} iter_args(%[[S:[^ ,]*]] = %{{.*}})
// CHECK:             %[[P:[^ ,]*]], %{{.*}} = level.locate %[[S]] level 0 under %{{.*}} coords(%[[I]])
// CHECK:             %[[BEGIN:[^ ,]*]] = arith.muli %[[K0]], %c16
// CHECK:             %[[REST:[^ ,]*]] = arith.subi %[[N]], %[[BEGIN]]
// CHECK:             %[[COUNT:[^ ,]*]] = arith.minui %[[REST]], %c16
// CHECK:             %[[F:[^ ,]*]] = scf.for %[[K1:[^ ,]*]] = %c0 to %[[COUNT]] step %c1 iter_args(%[[T:[^ ,]*]] = %[[S]])
// CHECK:               %[[K:[^ ,]*]] = arith.addi %{{.*}}, %[[K1]]
// CHECK:               %[[Q:[^ ,]*]], %{{.*}} = level.locate %[[T]] level 1 under %[[P]] coords(%[[I]], %[[K]])
// CHECK:               level.store %{{.*}}, %[[T]][%[[Q]]]
// CHECK:             } {weft.loop = #weft.loop<vector(16)>}
// CHECK:             scf.for {{.*}} iter_args(%{{.*}} = %[[F]])
// CHECK:         level.init(%{{.*}}, %{{.*}}) unfilled
// CHECK:         scf.for
// CHECK-NOT:       level.fill_segment
// CHECK-COUNT-2:   scf.for
// CHECK-NOT:       scf.for
// CHECK:         return
func.func @tile(%m: index, %n: index, %v: f64) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %more = arith.addi %n, %c15 : index
  %tiles = arith.divui %more, %c16 : index
  %b = level.init(%m, %n) : <tensor<?x?xf64>>
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%s = %b) -> (!level.builder<tensor<?x?xf64>>) {
    %p, %f = level.locate %s level 0 under %c0 coords(%i) : !level.builder<tensor<?x?xf64>>
    %t = scf.for %k0 = %c0 to %tiles step %c1 iter_args(%u = %s) -> (!level.builder<tensor<?x?xf64>>) {
      %w = scf.for %j = %c0 to %m step %c1 iter_args(%x = %u) -> (!level.builder<tensor<?x?xf64>>) {
        %begin = arith.muli %k0, %c16 : index
        %rest = arith.subi %n, %begin : index
        %count = arith.minui %rest, %c16 : index
        %y = scf.for %k1 = %c0 to %count step %c1 iter_args(%z = %x) -> (!level.builder<tensor<?x?xf64>>) {
          %first = arith.muli %k0, %c16 : index
          %k = arith.addi %first, %k1 : index
          %q, %g = level.locate %z level 1 under %p coords(%i, %k) : !level.builder<tensor<?x?xf64>>
          %old = level.load %z[%q] : !level.builder<tensor<?x?xf64>>
          %new = arith.addf %old, %v : f64
          %next = level.store %new, %z[%q] : f64, <tensor<?x?xf64>>
          scf.yield %next : !level.builder<tensor<?x?xf64>>
        } {weft.loop = #weft.loop<vector(16)>}
        scf.yield %y : !level.builder<tensor<?x?xf64>>
      }
      scf.yield %w : !level.builder<tensor<?x?xf64>>
    }
    scf.yield %t : !level.builder<tensor<?x?xf64>>
  }
  %y = level.finalize %r : <tensor<?x?xf64>>
  %b2 = level.init(%m, %n) : <tensor<?x?xf64>>
  %r2 = scf.for %i = %c0 to %m step %c1 iter_args(%s = %b2) -> (!level.builder<tensor<?x?xf64>>) {
    %p, %f = level.locate %s level 0 under %c0 coords(%i) : !level.builder<tensor<?x?xf64>>
    %t = scf.for %k0 = %c0 to %tiles step %c1 iter_args(%u = %s) -> (!level.builder<tensor<?x?xf64>>) {
      %begin = arith.muli %k0, %c16 : index
      %rest = arith.subi %n, %begin : index
      %count = arith.minui %rest, %c16 : index
      %y2 = scf.for %k1 = %c0 to %count step %c1 iter_args(%z = %u) -> (!level.builder<tensor<?x?xf64>>) {
        %k = arith.addi %begin, %k1 : index
        %q, %g = level.locate %z level 1 under %p coords(%i, %k) : !level.builder<tensor<?x?xf64>>
        %next = level.store %v, %z[%q] : f64, <tensor<?x?xf64>>
        scf.yield %next : !level.builder<tensor<?x?xf64>>
      }
      scf.yield %y2 : !level.builder<tensor<?x?xf64>>
    }
    scf.yield %t : !level.builder<tensor<?x?xf64>>
  }
  %y2 = level.finalize %r2 : <tensor<?x?xf64>>
  return %y, %y2 : tensor<?x?xf64>, tensor<?x?xf64>
}

// -----

// A row of a tile of rows is filled when its iteration begins, if that is all that
// the tile has; if another loop uses the tile, all is filled before.
// CHECK-LABEL: func.func @rows(
// CHECK:         level.init(%{{.*}}, %{{.*}}) unfilled
// CHECK:         scf.for %[[I0:.*]] = %c0 to {{.*}} {
// CHECK-NOT:       fill_segment
// CHECK:           scf.for %[[I1:[^ ]*]] = %c0 to %{{.*}} step %c1 iter_args(%[[S:[^ ]*]] = %{{.*}}) {{.*}} {
// CHECK:             %[[BEGIN:.*]] = arith.muli %[[I0]], %c16
// CHECK:             %[[I:.*]] = arith.addi %[[BEGIN]], %[[I1]]
// CHECK:             %[[P:[^ ,]*]], %{{.*}} = level.locate %[[S]] level 0 under %{{.*}} coords(%[[I]])
// CHECK:             level.fill_segment %[[S]] level 0 at %[[P]]
// CHECK:             scf.for
// CHECK:         level.init(%{{[^,]*}}, %{{[^,]*}}) : <tensor<?x?xf64>>
// CHECK-NOT:     fill_segment
// CHECK:         return
func.func @rows(%m: index, %n: index, %half: index, %v: f64) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %more = arith.addi %m, %c15 : index
  %tiles = arith.divui %more, %c16 : index
  %b = level.init(%m, %n) : <tensor<?x?xf64>>
  %r = scf.for %i0 = %c0 to %tiles step %c1 iter_args(%s = %b) -> (!level.builder<tensor<?x?xf64>>) {
    %begin = arith.muli %i0, %c16 : index
    %rest = arith.subi %m, %begin : index
    %count = arith.minui %rest, %c16 : index
    %t = scf.for %i1 = %c0 to %count step %c1 iter_args(%u = %s) -> (!level.builder<tensor<?x?xf64>>) {
      %i = arith.addi %begin, %i1 : index
      %p, %f = level.locate %u level 0 under %c0 coords(%i) : !level.builder<tensor<?x?xf64>>
      %w = scf.for %j = %c0 to %half step %c1 iter_args(%z = %u) -> (!level.builder<tensor<?x?xf64>>) {
        %q, %g = level.locate %z level 1 under %p coords(%i, %j) : !level.builder<tensor<?x?xf64>>
        %next = level.store %v, %z[%q] : f64, <tensor<?x?xf64>>
        scf.yield %next : !level.builder<tensor<?x?xf64>>
      }
      scf.yield %w : !level.builder<tensor<?x?xf64>>
    }
    scf.yield %t : !level.builder<tensor<?x?xf64>>
  }
  %y = level.finalize %r : <tensor<?x?xf64>>
  %b2 = level.init(%m, %n) : <tensor<?x?xf64>>
  %r2 = scf.for %i0 = %c0 to %tiles step %c1 iter_args(%s = %b2) -> (!level.builder<tensor<?x?xf64>>) {
    %begin = arith.muli %i0, %c16 : index
    %rest = arith.subi %m, %begin : index
    %count = arith.minui %rest, %c16 : index
    %t = scf.for %j = %c0 to %half step %c1 iter_args(%u = %s) -> (!level.builder<tensor<?x?xf64>>) {
      %w = scf.for %i1 = %c0 to %count step %c1 iter_args(%z = %u) -> (!level.builder<tensor<?x?xf64>>) {
        %i = arith.addi %begin, %i1 : index
        %p, %f = level.locate %z level 0 under %c0 coords(%i) : !level.builder<tensor<?x?xf64>>
        %q, %g = level.locate %z level 1 under %p coords(%i, %j) : !level.builder<tensor<?x?xf64>>
        %next = level.store %v, %z[%q] : f64, <tensor<?x?xf64>>
        scf.yield %next : !level.builder<tensor<?x?xf64>>
      }
      scf.yield %w : !level.builder<tensor<?x?xf64>>
    }
    scf.yield %t : !level.builder<tensor<?x?xf64>>
  }
  %y2 = level.finalize %r2 : <tensor<?x?xf64>>
  return %y, %y2 : tensor<?x?xf64>, tensor<?x?xf64>
}

// -----

// Loops over tiles that overlap, that leave coordinates out, and those whose last
// tile ends before the dimension: the row is filled.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-3: level.fill_segment
func.func @others(%m: index, %n: index, %v: f64) -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %c17 = arith.constant 17 : index
  %more = arith.addi %n, %c15 : index
  %tiles = arith.divui %more, %c16 : index
  %fewer = arith.divui %n, %c16 : index
  %b1 = level.init(%m, %n) : <tensor<?x?xf64>>
  %r1 = scf.for %i = %c0 to %m step %c1 iter_args(%s = %b1) -> (!level.builder<tensor<?x?xf64>>) {
    %p, %f = level.locate %s level 0 under %c0 coords(%i) : !level.builder<tensor<?x?xf64>>
    %t = scf.for %k0 = %c0 to %tiles step %c1 iter_args(%u = %s) -> (!level.builder<tensor<?x?xf64>>) {
      %begin = arith.muli %k0, %c16 : index
      %rest = arith.subi %n, %begin : index
      %count = arith.minui %rest, %c17 : index
      %y = scf.for %k1 = %c0 to %count step %c1 iter_args(%z = %u) -> (!level.builder<tensor<?x?xf64>>) {
        %k = arith.addi %begin, %k1 : index
        %q, %g = level.locate %z level 1 under %p coords(%i, %k) : !level.builder<tensor<?x?xf64>>
        %next = level.store %v, %z[%q] : f64, <tensor<?x?xf64>>
        scf.yield %next : !level.builder<tensor<?x?xf64>>
      }
      scf.yield %y : !level.builder<tensor<?x?xf64>>
    }
    scf.yield %t : !level.builder<tensor<?x?xf64>>
  }
  %y1 = level.finalize %r1 : <tensor<?x?xf64>>
  %b2 = level.init(%m, %n) : <tensor<?x?xf64>>
  %r2 = scf.for %i = %c0 to %m step %c1 iter_args(%s = %b2) -> (!level.builder<tensor<?x?xf64>>) {
    %p, %f = level.locate %s level 0 under %c0 coords(%i) : !level.builder<tensor<?x?xf64>>
    %t = scf.for %k0 = %c0 to %tiles step %c1 iter_args(%u = %s) -> (!level.builder<tensor<?x?xf64>>) {
      %begin = arith.muli %k0, %c16 : index
      %rest = arith.subi %n, %begin : index
      %count = arith.minui %rest, %c15 : index
      %y = scf.for %k1 = %c0 to %count step %c1 iter_args(%z = %u) -> (!level.builder<tensor<?x?xf64>>) {
        %k = arith.addi %begin, %k1 : index
        %q, %g = level.locate %z level 1 under %p coords(%i, %k) : !level.builder<tensor<?x?xf64>>
        %next = level.store %v, %z[%q] : f64, <tensor<?x?xf64>>
        scf.yield %next : !level.builder<tensor<?x?xf64>>
      }
      scf.yield %y : !level.builder<tensor<?x?xf64>>
    }
    scf.yield %t : !level.builder<tensor<?x?xf64>>
  }
  %y2 = level.finalize %r2 : <tensor<?x?xf64>>
  %b3 = level.init(%m, %n) : <tensor<?x?xf64>>
  %r3 = scf.for %i = %c0 to %m step %c1 iter_args(%s = %b3) -> (!level.builder<tensor<?x?xf64>>) {
    %p, %f = level.locate %s level 0 under %c0 coords(%i) : !level.builder<tensor<?x?xf64>>
    %t = scf.for %k0 = %c0 to %fewer step %c1 iter_args(%u = %s) -> (!level.builder<tensor<?x?xf64>>) {
      %begin = arith.muli %k0, %c16 : index
      %rest = arith.subi %n, %begin : index
      %count = arith.minui %rest, %c16 : index
      %y = scf.for %k1 = %c0 to %count step %c1 iter_args(%z = %u) -> (!level.builder<tensor<?x?xf64>>) {
        %k = arith.addi %begin, %k1 : index
        %q, %g = level.locate %z level 1 under %p coords(%i, %k) : !level.builder<tensor<?x?xf64>>
        %next = level.store %v, %z[%q] : f64, <tensor<?x?xf64>>
        scf.yield %next : !level.builder<tensor<?x?xf64>>
      }
      scf.yield %y : !level.builder<tensor<?x?xf64>>
    }
    scf.yield %t : !level.builder<tensor<?x?xf64>>
  }
  %y3 = level.finalize %r3 : <tensor<?x?xf64>>
  return %y1, %y2, %y3 : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
}

// -----

// A row below an appended coordinate is handled like a separate result: what loops
// overwrite is not filled, and a tile is where it begins.
#Rows = #level.format<(i, j) -> (i : compressed, j : dense)>

// CHECK-LABEL: func.func @appended(
// CHECK:         level.init(%{{.*}}, %{{.*}}) :
// CHECK:         scf.for
// CHECK:           %[[R:.*]] = level.reserve %{{.*}} level 1 under %[[P:.*]] :
// CHECK-NEXT:      scf.for %{{.*}} iter_args(%{{.*}} = %[[R]])
// CHECK-NEXT:        level.locate %{{.*}} level 1 under %[[P]]
// CHECK-NEXT:        level.store
// CHECK-NEXT:        scf.yield
func.func @appended(%m: index, %n: index, %v: f64) -> tensor<?x?xf64, #Rows> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = level.init(%m, %n) : <tensor<?x?xf64, #Rows>>
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%s = %b) -> (!level.builder<tensor<?x?xf64, #Rows>>) {
    %p = level.next %s level 0 : <tensor<?x?xf64, #Rows>>
    %room = level.reserve %s level 1 under %p : <tensor<?x?xf64, #Rows>>
    %row = level.fill_segment %room level 0 at %p : <tensor<?x?xf64, #Rows>>
    %t = scf.for %j = %c0 to %n step %c1 iter_args(%u = %row) -> (!level.builder<tensor<?x?xf64, #Rows>>) {
      %q, %g = level.locate %u level 1 under %p coords(%i, %j) : !level.builder<tensor<?x?xf64, #Rows>>
      %w = level.store %v, %u[%q] : f64, <tensor<?x?xf64, #Rows>>
      scf.yield %w : !level.builder<tensor<?x?xf64, #Rows>>
    }
    %a = level.append_coord %t level 0 coord %i : <tensor<?x?xf64, #Rows>>
    scf.yield %a : !level.builder<tensor<?x?xf64, #Rows>>
  }
  %e = level.next %r level 0 : <tensor<?x?xf64, #Rows>>
  %d = level.append_edges %r level 0 under %c0 from %c0 to %e : <tensor<?x?xf64, #Rows>>
  %y = level.finalize %d : <tensor<?x?xf64, #Rows>>
  return %y : tensor<?x?xf64, #Rows>
}

// -----

#Rows = #level.format<(i, j) -> (i : compressed, j : dense)>

// CHECK-LABEL: func.func @appended_half(
// CHECK:         level.reserve
// CHECK-NEXT:    level.fill_segment %{{.*}} level 0 at
// CHECK-NEXT:    scf.for
func.func @appended_half(%b: !level.builder<tensor<?x?xf64, #Rows>>, %i: index, %half: index, %v: f64) -> !level.builder<tensor<?x?xf64, #Rows>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = level.next %b level 0 : <tensor<?x?xf64, #Rows>>
  %room = level.reserve %b level 1 under %p : <tensor<?x?xf64, #Rows>>
  %row = level.fill_segment %room level 0 at %p : <tensor<?x?xf64, #Rows>>
  %t = scf.for %j = %c0 to %half step %c1 iter_args(%u = %row) -> (!level.builder<tensor<?x?xf64, #Rows>>) {
    %q, %g = level.locate %u level 1 under %p coords(%i, %j) : !level.builder<tensor<?x?xf64, #Rows>>
    %w = level.store %v, %u[%q] : f64, <tensor<?x?xf64, #Rows>>
    scf.yield %w : !level.builder<tensor<?x?xf64, #Rows>>
  }
  return %t : !level.builder<tensor<?x?xf64, #Rows>>
}

// -----

// Parts of a loop go on with what it begins with, or with what is of the same
// sizes.
#Rows = #level.format<(i, j) -> (i : compressed, j : dense)>

// CHECK-LABEL: func.func @parts(
// CHECK:         weft.partitions
// CHECK:           level.reserve
// CHECK-NOT:       level.fill_segment
// CHECK:           level.store
// CHECK:         level.reserve
// CHECK-NOT:     level.fill_segment
// CHECK:         level.store
func.func @parts(%m: index, %n: index, %v: f64) -> !level.builder<tensor<?x?xf64, #Rows>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = level.init(%m, %n) : <tensor<?x?xf64, #Rows>>
  %r = weft.partitions %first to %last of %c0 to %m carry(%s = %b) : !level.builder<tensor<?x?xf64, #Rows>> {
    %p = level.next %s level 0 : <tensor<?x?xf64, #Rows>>
    %room = level.reserve %s level 1 under %p : <tensor<?x?xf64, #Rows>>
    %row = level.fill_segment %room level 0 at %p : <tensor<?x?xf64, #Rows>>
    %t = scf.for %j = %c0 to %n step %c1 iter_args(%u = %row) -> (!level.builder<tensor<?x?xf64, #Rows>>) {
      %q, %g = level.locate %u level 1 under %p coords(%first, %j) : !level.builder<tensor<?x?xf64, #Rows>>
      %w = level.store %v, %u[%q] : f64, <tensor<?x?xf64, #Rows>>
      scf.yield %w : !level.builder<tensor<?x?xf64, #Rows>>
    }
    weft.yield %t : !level.builder<tensor<?x?xf64, #Rows>>
  }
  %p = level.next %r level 0 : <tensor<?x?xf64, #Rows>>
  %room = level.reserve %r level 1 under %p : <tensor<?x?xf64, #Rows>>
  %row = level.fill_segment %room level 0 at %p : <tensor<?x?xf64, #Rows>>
  %t = scf.for %j = %c0 to %n step %c1 iter_args(%u = %row) -> (!level.builder<tensor<?x?xf64, #Rows>>) {
    %q, %g = level.locate %u level 1 under %p coords(%m, %j) : !level.builder<tensor<?x?xf64, #Rows>>
    %w = level.store %v, %u[%q] : f64, <tensor<?x?xf64, #Rows>>
    scf.yield %w : !level.builder<tensor<?x?xf64, #Rows>>
  }
  return %t : !level.builder<tensor<?x?xf64, #Rows>>
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#Rows = #level.format<(i, j) -> (i : compressed, j : dense)>

// So is one below a position that is reused: what is overwritten is not filled.
// CHECK-LABEL: func.func @reused(
// CHECK-NOT: level.fill_segment
// CHECK: level.store
func.func @reused(%a: tensor<?x?xf64, #DCSR>, %m: index, %n: index, %x: f64) -> tensor<?x?xf64, #Rows> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = level.open %a : tensor<?x?xf64, #DCSR>
  %b = level.init(%m, %n) unfilled keeping %a levels 1 : tensor<?x?xf64, #DCSR> -> !level.builder<tensor<?x?xf64, #Rows>, reuse>
  %lb, %ub = level.pos_bounds %s level 0 under %c0 to %c1 : <tensor<?x?xf64, #DCSR>>
  %r = scf.for %p = %lb to %ub step %c1 iter_args(%t = %b) -> (!level.builder<tensor<?x?xf64, #Rows>, reuse>) {
    %i, %f = level.pos_access %s level 0 at %p coords() : <tensor<?x?xf64, #DCSR>>
    %filled = level.fill_segment %t level 0 at %p : !level.builder<tensor<?x?xf64, #Rows>, reuse>
    %u = scf.for %j = %c0 to %n step %c1 iter_args(%v = %filled) -> (!level.builder<tensor<?x?xf64, #Rows>, reuse>) {
      %q, %g = level.locate %v level 1 under %p coords(%i, %j) : !level.builder<tensor<?x?xf64, #Rows>, reuse>
      %w = level.store %x, %v[%q] : f64, !level.builder<tensor<?x?xf64, #Rows>, reuse>
      scf.yield %w : !level.builder<tensor<?x?xf64, #Rows>, reuse>
    }
    scf.yield %u : !level.builder<tensor<?x?xf64, #Rows>, reuse>
  }
  %y = level.finalize %r : !level.builder<tensor<?x?xf64, #Rows>, reuse>
  return %y : tensor<?x?xf64, #Rows>
}
