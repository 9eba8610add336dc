// RUN: weft-opt %s -level-coalesce-runs -canonicalize -split-input-file | FileCheck %s

#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// What is below all runs is appended by one loop, and each position adds to the
// number of children of its coordinate; unless there are 16 positions for each
// coordinate from the first to the last, so that there is little to guess.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[A:[^:]*]]: !level.storage<{{[^:]*}}>, %[[B:[^:]*]]: !level.builder<{{[^:]*}}>, %[[LOW:[^:]*]]: index, %[[HIGH:[^:]*]]: index
// CHECK:         %[[FIRST:.*]] = arith.minsi %[[LOW]], %[[HIGH]]
// CHECK:         %[[COUNT:.*]] = arith.subi %[[HIGH]], %[[FIRST]]
// CHECK:         %[[LONG:.*]] = scf.if %{{.*}} -> (i1) {
// CHECK:           %[[I0:.*]], %{{.*}} = level.pos_access %[[A]] level 0 at %[[FIRST]]
// CHECK:           %[[LAST:.*]] = arith.subi %[[HIGH]], %c1
// CHECK:           %[[I1:.*]], %{{.*}} = level.pos_access %[[A]] level 0 at %[[LAST]]
// CHECK:           %[[SPAN:.*]] = arith.subi %[[I1]], %[[I0]]
// CHECK:           %[[ROWS:.*]] = arith.addi %[[SPAN]], %c1
// CHECK:           %[[LEAST:.*]] = arith.muli %[[ROWS]], %c16
// CHECK:           arith.cmpi sge, %[[COUNT]], %[[LEAST]]
// CHECK:         %[[RESULT:.*]] = scf.if %[[LONG]]
// CHECK:           scf.while (%{{.*}} = %[[LOW]], %{{.*}} = %[[B]])
// CHECK:             level.append_edges
// CHECK:         } else {
// CHECK:           %[[BEGIN:.*]], %[[END:.*]] = level.pos_bounds %[[A]] level 1 under %[[FIRST]] to %[[HIGH]]
// CHECK:           %[[LENGTH:.*]] = arith.subi %[[END]], %[[BEGIN]]
// CHECK:           %[[ROOM:.*]] = level.reserve_coords %[[B]] level 1 for %[[LENGTH]]
// CHECK:           %[[ALL:.*]] = scf.for %[[P:.*]] = %[[BEGIN]] to %[[END]] step %c1 iter_args(%[[S:.*]] = %[[ROOM]])
// CHECK:             level.pos_access %[[A]] level 1 at %[[P]] coords(%c0)
// CHECK:             level.append_coord %{{.*}} level 1
// CHECK:           scf.for %[[P:.*]] = %[[FIRST]] to %[[HIGH]] step %c1 iter_args(%[[T:.*]] = %[[ALL]])
// CHECK:             %[[I:.*]], %{{.*}} = level.pos_access %[[A]] level 0 at %[[P]]
// CHECK:             %[[ROW:.*]], %{{.*}} = level.locate %[[T]] level 0 under %c0 coords(%[[I]])
// CHECK:             level.append_children %[[T]] level 1 under %[[ROW]] count %c1
// CHECK:         return %[[RESULT]]
func.func @rows(%a: !level.storage<tensor<?x?xf64, #COO>>, %init: !level.builder<tensor<?x?xf64, #CSR>>, %low: index, %high: index) -> !level.builder<tensor<?x?xf64, #CSR>> {
  %false = arith.constant false
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%p = %low, %b = %init) : (index, !level.builder<tensor<?x?xf64, #CSR>>) -> (index, !level.builder<tensor<?x?xf64, #CSR>>) {
    %more = arith.cmpi ult, %p, %high : index
    scf.condition(%more) %p, %b : index, !level.builder<tensor<?x?xf64, #CSR>>
  } do {
  ^bb0(%p: index, %b: !level.builder<tensor<?x?xf64, #CSR>>):
    %i, %found = level.pos_access %a level 0 at %p coords() : <tensor<?x?xf64, #COO>>
    %next = arith.addi %p, %c1 : index
    %q = scf.while (%s = %next) : (index) -> index {
      %inside = arith.cmpi ult, %s, %high : index
      %same = scf.if %inside -> (i1) {
        %other, %there = level.pos_access %a level 0 at %s coords() : <tensor<?x?xf64, #COO>>
        %equal = arith.cmpi eq, %other, %i : index
        scf.yield %equal : i1
      } else {
        scf.yield %false : i1
      }
      scf.condition(%same) %s : index
    } do {
    ^bb0(%s: index):
      %t = arith.addi %s, %c1 : index
      scf.yield %t : index
    }
    %row, %exists = level.locate %b level 0 under %c0 coords(%i) : !level.builder<tensor<?x?xf64, #CSR>>
    %from = level.next %b level 1 : <tensor<?x?xf64, #CSR>>
    %begin, %end = level.pos_bounds %a level 1 under %p to %q : <tensor<?x?xf64, #COO>>
    %length = arith.subi %end, %begin : index
    %room = level.reserve_coords %b level 1 for %length : <tensor<?x?xf64, #CSR>>
    %all = scf.for %s = %begin to %end step %c1 iter_args(%t = %room) -> (!level.builder<tensor<?x?xf64, #CSR>>) {
      %j, %is = level.pos_access %a level 1 at %s coords(%i) : <tensor<?x?xf64, #COO>>
      %at = level.next %t level 1 : <tensor<?x?xf64, #CSR>>
      %v = level.load %a[%s] : !level.storage<tensor<?x?xf64, #COO>>
      %stored = level.store %v, %t[%at] reserved : f64, <tensor<?x?xf64, #CSR>>
      %appended = level.append_coord %stored level 1 coord %j reserved : <tensor<?x?xf64, #CSR>>
      scf.yield %appended : !level.builder<tensor<?x?xf64, #CSR>>
    }
    %to = level.next %all level 1 : <tensor<?x?xf64, #CSR>>
    %edges = level.append_edges %all level 1 under %row from %from to %to : <tensor<?x?xf64, #CSR>>
    scf.yield %q, %edges : index, !level.builder<tensor<?x?xf64, #CSR>>
  }
  return %r#1 : !level.builder<tensor<?x?xf64, #CSR>>
}

// -----

#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// What is appended on a condition, or depends on the coordinate of the run, stays.
// CHECK-LABEL: func.func @others(
// CHECK-NOT:     level.append_children
// CHECK:         return
func.func @others(%a: !level.storage<tensor<?x?xf64, #COO>>, %x: memref<?xf64>, %cond: i1, %init: !level.builder<tensor<?x?xf64, #CSR>>, %low: index, %high: index) -> !level.builder<tensor<?x?xf64, #CSR>> {
  %false = arith.constant false
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%p = %low, %b = %init) : (index, !level.builder<tensor<?x?xf64, #CSR>>) -> (index, !level.builder<tensor<?x?xf64, #CSR>>) {
    %more = arith.cmpi ult, %p, %high : index
    scf.condition(%more) %p, %b : index, !level.builder<tensor<?x?xf64, #CSR>>
  } do {
  ^bb0(%p: index, %b: !level.builder<tensor<?x?xf64, #CSR>>):
    %i, %found = level.pos_access %a level 0 at %p coords() : <tensor<?x?xf64, #COO>>
    %next = arith.addi %p, %c1 : index
    %q = scf.while (%s = %next) : (index) -> index {
      %inside = arith.cmpi ult, %s, %high : index
      %same = scf.if %inside -> (i1) {
        %other, %there = level.pos_access %a level 0 at %s coords() : <tensor<?x?xf64, #COO>>
        %equal = arith.cmpi eq, %other, %i : index
        scf.yield %equal : i1
      } else {
        scf.yield %false : i1
      }
      scf.condition(%same) %s : index
    } do {
    ^bb0(%s: index):
      %t = arith.addi %s, %c1 : index
      scf.yield %t : index
    }
    %row, %exists = level.locate %b level 0 under %c0 coords(%i) : !level.builder<tensor<?x?xf64, #CSR>>
    %from = level.next %b level 1 : <tensor<?x?xf64, #CSR>>
    %begin, %end = level.pos_bounds %a level 1 under %p to %q : <tensor<?x?xf64, #COO>>
    %all = scf.for %s = %begin to %end step %c1 iter_args(%t = %b) -> (!level.builder<tensor<?x?xf64, #CSR>>) {
      %j, %is = level.pos_access %a level 1 at %s coords(%i) : <tensor<?x?xf64, #COO>>
      %at = level.next %t level 1 : <tensor<?x?xf64, #CSR>>
      %v = memref.load %x[%i] : memref<?xf64>
      %stored = level.store %v, %t[%at] : f64, <tensor<?x?xf64, #CSR>>
      %appended = level.append_coord %stored level 1 coord %j : <tensor<?x?xf64, #CSR>>
      scf.yield %appended : !level.builder<tensor<?x?xf64, #CSR>>
    }
    %to = level.next %all level 1 : <tensor<?x?xf64, #CSR>>
    %edges = level.append_edges %all level 1 under %row from %from to %to : <tensor<?x?xf64, #CSR>>
    scf.yield %q, %edges : index, !level.builder<tensor<?x?xf64, #CSR>>
  }
  %again:2 = scf.while (%p = %low, %b = %r#1) : (index, !level.builder<tensor<?x?xf64, #CSR>>) -> (index, !level.builder<tensor<?x?xf64, #CSR>>) {
    %more = arith.cmpi ult, %p, %high : index
    scf.condition(%more) %p, %b : index, !level.builder<tensor<?x?xf64, #CSR>>
  } do {
  ^bb0(%p: index, %b: !level.builder<tensor<?x?xf64, #CSR>>):
    %i, %found = level.pos_access %a level 0 at %p coords() : <tensor<?x?xf64, #COO>>
    %next = arith.addi %p, %c1 : index
    %q = scf.while (%s = %next) : (index) -> index {
      %inside = arith.cmpi ult, %s, %high : index
      %same = scf.if %inside -> (i1) {
        %other, %there = level.pos_access %a level 0 at %s coords() : <tensor<?x?xf64, #COO>>
        %equal = arith.cmpi eq, %other, %i : index
        scf.yield %equal : i1
      } else {
        scf.yield %false : i1
      }
      scf.condition(%same) %s : index
    } do {
    ^bb0(%s: index):
      %t = arith.addi %s, %c1 : index
      scf.yield %t : index
    }
    %row, %exists = level.locate %b level 0 under %c0 coords(%i) : !level.builder<tensor<?x?xf64, #CSR>>
    %from = level.next %b level 1 : <tensor<?x?xf64, #CSR>>
    %begin, %end = level.pos_bounds %a level 1 under %p to %q : <tensor<?x?xf64, #COO>>
    %all = scf.for %s = %begin to %end step %c1 iter_args(%t = %b) -> (!level.builder<tensor<?x?xf64, #CSR>>) {
      %j, %is = level.pos_access %a level 1 at %s coords(%i) : <tensor<?x?xf64, #COO>>
      %at = level.next %t level 1 : <tensor<?x?xf64, #CSR>>
      %v = level.load %a[%s] : !level.storage<tensor<?x?xf64, #COO>>
      %stored = level.store %v, %t[%at] : f64, <tensor<?x?xf64, #CSR>>
      %appended = level.append_coord %stored level 1 coord %j if %cond : <tensor<?x?xf64, #CSR>>
      scf.yield %appended : !level.builder<tensor<?x?xf64, #CSR>>
    }
    %to = level.next %all level 1 : <tensor<?x?xf64, #CSR>>
    %edges = level.append_edges %all level 1 under %row from %from to %to : <tensor<?x?xf64, #CSR>>
    scf.yield %q, %edges : index, !level.builder<tensor<?x?xf64, #CSR>>
  }
  return %again#1 : !level.builder<tensor<?x?xf64, #CSR>>
}

// -----

#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// The loop that finds the end of a run stays where it does something besides: before a
// position, at one of the run, or behind it.
// CHECK-LABEL: func.func @noted(
// CHECK-NOT:     level.append_children
// CHECK:         return
func.func private @note(index)
func.func @noted(%a: !level.storage<tensor<?x?xf64, #COO>>, %init: !level.builder<tensor<?x?xf64, #CSR>>, %low: index, %high: index) -> !level.builder<tensor<?x?xf64, #CSR>> {
  %false = arith.constant false
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first:2 = scf.while (%p = %low, %b = %init) : (index, !level.builder<tensor<?x?xf64, #CSR>>) -> (index, !level.builder<tensor<?x?xf64, #CSR>>) {
    %more = arith.cmpi ult, %p, %high : index
    scf.condition(%more) %p, %b : index, !level.builder<tensor<?x?xf64, #CSR>>
  } do {
  ^bb0(%p: index, %b: !level.builder<tensor<?x?xf64, #CSR>>):
    %i, %found = level.pos_access %a level 0 at %p coords() : <tensor<?x?xf64, #COO>>
    %next = arith.addi %p, %c1 : index
    %q = scf.while (%s = %next) : (index) -> index {
      %inside = arith.cmpi ult, %s, %high : index
      func.call @note(%s) : (index) -> ()
      %same = scf.if %inside -> (i1) {
        %other, %there = level.pos_access %a level 0 at %s coords() : <tensor<?x?xf64, #COO>>
        %equal = arith.cmpi eq, %other, %i : index
        scf.yield %equal : i1
      } else {
        scf.yield %false : i1
      }
      scf.condition(%same) %s : index
    } do {
    ^bb0(%s: index):
      %t = arith.addi %s, %c1 : index
      scf.yield %t : index
    }
    %row, %exists = level.locate %b level 0 under %c0 coords(%i) : !level.builder<tensor<?x?xf64, #CSR>>
    %from = level.next %b level 1 : <tensor<?x?xf64, #CSR>>
    %begin, %end = level.pos_bounds %a level 1 under %p to %q : <tensor<?x?xf64, #COO>>
    %all = scf.for %s = %begin to %end step %c1 iter_args(%t = %b) -> (!level.builder<tensor<?x?xf64, #CSR>>) {
      %j, %is = level.pos_access %a level 1 at %s coords(%i) : <tensor<?x?xf64, #COO>>
      %at = level.next %t level 1 : <tensor<?x?xf64, #CSR>>
      %v = level.load %a[%s] : !level.storage<tensor<?x?xf64, #COO>>
      %stored = level.store %v, %t[%at] : f64, <tensor<?x?xf64, #CSR>>
      %appended = level.append_coord %stored level 1 coord %j : <tensor<?x?xf64, #CSR>>
      scf.yield %appended : !level.builder<tensor<?x?xf64, #CSR>>
    }
    %to = level.next %all level 1 : <tensor<?x?xf64, #CSR>>
    %edges = level.append_edges %all level 1 under %row from %from to %to : <tensor<?x?xf64, #CSR>>
    scf.yield %q, %edges : index, !level.builder<tensor<?x?xf64, #CSR>>
  }
  %second:2 = scf.while (%p = %low, %b = %first#1) : (index, !level.builder<tensor<?x?xf64, #CSR>>) -> (index, !level.builder<tensor<?x?xf64, #CSR>>) {
    %more = arith.cmpi ult, %p, %high : index
    scf.condition(%more) %p, %b : index, !level.builder<tensor<?x?xf64, #CSR>>
  } do {
  ^bb0(%p: index, %b: !level.builder<tensor<?x?xf64, #CSR>>):
    %i, %found = level.pos_access %a level 0 at %p coords() : <tensor<?x?xf64, #COO>>
    %next = arith.addi %p, %c1 : index
    %q = scf.while (%s = %next) : (index) -> index {
      %inside = arith.cmpi ult, %s, %high : index
      %same = scf.if %inside -> (i1) {
        %other, %there = level.pos_access %a level 0 at %s coords() : <tensor<?x?xf64, #COO>>
        func.call @note(%s) : (index) -> ()
        %equal = arith.cmpi eq, %other, %i : index
        scf.yield %equal : i1
      } else {
        scf.yield %false : i1
      }
      scf.condition(%same) %s : index
    } do {
    ^bb0(%s: index):
      %t = arith.addi %s, %c1 : index
      scf.yield %t : index
    }
    %row, %exists = level.locate %b level 0 under %c0 coords(%i) : !level.builder<tensor<?x?xf64, #CSR>>
    %from = level.next %b level 1 : <tensor<?x?xf64, #CSR>>
    %begin, %end = level.pos_bounds %a level 1 under %p to %q : <tensor<?x?xf64, #COO>>
    %all = scf.for %s = %begin to %end step %c1 iter_args(%t = %b) -> (!level.builder<tensor<?x?xf64, #CSR>>) {
      %j, %is = level.pos_access %a level 1 at %s coords(%i) : <tensor<?x?xf64, #COO>>
      %at = level.next %t level 1 : <tensor<?x?xf64, #CSR>>
      %v = level.load %a[%s] : !level.storage<tensor<?x?xf64, #COO>>
      %stored = level.store %v, %t[%at] : f64, <tensor<?x?xf64, #CSR>>
      %appended = level.append_coord %stored level 1 coord %j : <tensor<?x?xf64, #CSR>>
      scf.yield %appended : !level.builder<tensor<?x?xf64, #CSR>>
    }
    %to = level.next %all level 1 : <tensor<?x?xf64, #CSR>>
    %edges = level.append_edges %all level 1 under %row from %from to %to : <tensor<?x?xf64, #CSR>>
    scf.yield %q, %edges : index, !level.builder<tensor<?x?xf64, #CSR>>
  }
  %third:2 = scf.while (%p = %low, %b = %second#1) : (index, !level.builder<tensor<?x?xf64, #CSR>>) -> (index, !level.builder<tensor<?x?xf64, #CSR>>) {
    %more = arith.cmpi ult, %p, %high : index
    scf.condition(%more) %p, %b : index, !level.builder<tensor<?x?xf64, #CSR>>
  } do {
  ^bb0(%p: index, %b: !level.builder<tensor<?x?xf64, #CSR>>):
    %i, %found = level.pos_access %a level 0 at %p coords() : <tensor<?x?xf64, #COO>>
    %next = arith.addi %p, %c1 : index
    %q = scf.while (%s = %next) : (index) -> index {
      %inside = arith.cmpi ult, %s, %high : index
      %same = scf.if %inside -> (i1) {
        %other, %there = level.pos_access %a level 0 at %s coords() : <tensor<?x?xf64, #COO>>
        %equal = arith.cmpi eq, %other, %i : index
        scf.yield %equal : i1
      } else {
        scf.yield %false : i1
      }
      scf.condition(%same) %s : index
    } do {
    ^bb0(%s: index):
      func.call @note(%s) : (index) -> ()
      %t = arith.addi %s, %c1 : index
      scf.yield %t : index
    }
    %row, %exists = level.locate %b level 0 under %c0 coords(%i) : !level.builder<tensor<?x?xf64, #CSR>>
    %from = level.next %b level 1 : <tensor<?x?xf64, #CSR>>
    %begin, %end = level.pos_bounds %a level 1 under %p to %q : <tensor<?x?xf64, #COO>>
    %all = scf.for %s = %begin to %end step %c1 iter_args(%t = %b) -> (!level.builder<tensor<?x?xf64, #CSR>>) {
      %j, %is = level.pos_access %a level 1 at %s coords(%i) : <tensor<?x?xf64, #COO>>
      %at = level.next %t level 1 : <tensor<?x?xf64, #CSR>>
      %v = level.load %a[%s] : !level.storage<tensor<?x?xf64, #COO>>
      %stored = level.store %v, %t[%at] : f64, <tensor<?x?xf64, #CSR>>
      %appended = level.append_coord %stored level 1 coord %j : <tensor<?x?xf64, #CSR>>
      scf.yield %appended : !level.builder<tensor<?x?xf64, #CSR>>
    }
    %to = level.next %all level 1 : <tensor<?x?xf64, #CSR>>
    %edges = level.append_edges %all level 1 under %row from %from to %to : <tensor<?x?xf64, #CSR>>
    scf.yield %q, %edges : index, !level.builder<tensor<?x?xf64, #CSR>>
  }
  return %third#1 : !level.builder<tensor<?x?xf64, #CSR>>
}
