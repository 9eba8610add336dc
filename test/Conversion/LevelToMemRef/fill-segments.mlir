// RUN: weft-opt %s -weft-fill-segments -split-input-file | FileCheck %s
// RUN: weft-opt %s -weft-fill-segments -convert-level-to-memref -canonicalize -split-input-file | FileCheck %s --check-prefix=MEMREF

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
