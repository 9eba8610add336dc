// RUN: weft-opt %s -level-coalesce-segments -split-input-file | FileCheck %s

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// What is done with the children of each row does not ask for the row: they are
// those of all rows.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %{{[^:]*}}: !level.storage<{{[^:]*}}>, %[[N:[^:]*]]: index, %[[INIT:[^:]*]]: f64
// CHECK:         %[[ZERO:.*]] = arith.constant 0 : index
// CHECK:         %[[FIRST:.*]], %{{.*}} = level.locate %{{.*}} level 0 under %[[ZERO]] coords(%[[ZERO]])
// CHECK:         %[[MORE:.*]] = arith.maxsi %[[N]], %[[ZERO]]
// CHECK:         %[[LAST:.*]] = arith.addi %[[FIRST]], %[[MORE]]
// CHECK:         %[[B:.*]], %[[E:.*]] = level.pos_bounds %{{.*}} level 1 under %[[FIRST]] to %[[LAST]]
// CHECK:         %[[R:.*]] = scf.for %[[P:.*]] = %[[B]] to %[[E]] step %{{.*}} iter_args(%{{.*}} = %[[INIT]])
// CHECK:           level.pos_access %{{.*}} level 1 at %[[P]] coords(%[[ZERO]])
// CHECK-NOT:     scf.for
// CHECK:         return %[[R]]
func.func @rows(%s: !level.storage<tensor<?x?xf64, #CSR>>, %n: index, %init: f64, %x: memref<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> (f64) {
    %q, %f = level.locate %s level 0 under %c0 coords(%i) : !level.storage<tensor<?x?xf64, #CSR>>
    %next = arith.addi %q, %c1 : index
    %b, %e = level.pos_bounds %s level 1 under %q to %next : <tensor<?x?xf64, #CSR>>
    %t = scf.for %p = %b to %e step %c1 iter_args(%u = %a) -> (f64) {
      %j, %g = level.pos_access %s level 1 at %p coords(%i) : <tensor<?x?xf64, #CSR>>
      %v = memref.load %x[%j] : memref<?xf64>
      %w = arith.addf %u, %v : f64
      scf.yield %w : f64
    }
    scf.yield %t : f64
  }
  return %r : f64
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>

// So are the segments below those of a range of positions, which may begin behind
// its end.
// CHECK-LABEL: func.func @positions(
// CHECK-SAME:    %[[LB:[^:]*]]: index, %[[UB:[^:]*]]: index
// CHECK:         %[[FIRST:.*]] = arith.minsi %[[LB]], %[[UB]]
// CHECK:         %[[B:.*]], %[[E:.*]] = level.pos_bounds %{{.*}} level 1 under %[[FIRST]] to %[[UB]]
// CHECK:         scf.for %{{.*}} = %[[B]] to %[[E]]
// CHECK-NOT:     scf.for
func.func @positions(%s: !level.storage<tensor<?x?xf64, #DCSR>>, %lb: index, %ub: index, %init: f64) -> f64 {
  %c1 = arith.constant 1 : index
  %r = scf.for %q = %lb to %ub step %c1 iter_args(%a = %init) -> (f64) {
    %next = arith.addi %q, %c1 : index
    %b, %e = level.pos_bounds %s level 1 under %q to %next : <tensor<?x?xf64, #DCSR>>
    %t = scf.for %p = %b to %e step %c1 iter_args(%u = %a) -> (f64) {
      %v = level.load %s[%p] : !level.storage<tensor<?x?xf64, #DCSR>>
      %w = arith.addf %u, %v : f64
      scf.yield %w : f64
    }
    scf.yield %t : f64
  }
  return %r : f64
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// A row that is used, by whatever is in the loop, keeps its loop.
// CHECK-LABEL: func.func @used(
// CHECK:         scf.for
// CHECK:           scf.for
func.func @used(%s: !level.storage<tensor<?x?xf64, #CSR>>, %n: index, %init: f64, %x: memref<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> (f64) {
    %q, %f = level.locate %s level 0 under %c0 coords(%i) : !level.storage<tensor<?x?xf64, #CSR>>
    %next = arith.addi %q, %c1 : index
    %b, %e = level.pos_bounds %s level 1 under %q to %next : <tensor<?x?xf64, #CSR>>
    %t = scf.for %p = %b to %e step %c1 iter_args(%u = %a) -> (f64) {
      %v = memref.load %x[%i] : memref<?xf64>
      %w = arith.addf %u, %v : f64
      scf.yield %w : f64
    }
    scf.yield %t : f64
  }
  return %r : f64
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// So does one around more than its children.
// CHECK-LABEL: func.func @more(
// CHECK:         scf.for
// CHECK:           scf.for
func.func @more(%s: !level.storage<tensor<?x?xf64, #CSR>>, %n: index, %init: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> (f64) {
    %q, %f = level.locate %s level 0 under %c0 coords(%i) : !level.storage<tensor<?x?xf64, #CSR>>
    %next = arith.addi %q, %c1 : index
    %b, %e = level.pos_bounds %s level 1 under %q to %next : <tensor<?x?xf64, #CSR>>
    %t = scf.for %p = %b to %e step %c1 iter_args(%u = %a) -> (f64) {
      %v = level.load %s[%p] : !level.storage<tensor<?x?xf64, #CSR>>
      %w = arith.addf %u, %v : f64
      scf.yield %w : f64
    }
    %z = arith.addf %t, %init : f64
    scf.yield %z : f64
  }
  return %r : f64
}

// -----

#Loose = #level.format<(i, j) -> (i : dense, j : loose_compressed)>

// Segments with gaps between them have more positions than children.
// CHECK-LABEL: func.func @gaps(
// CHECK:         scf.for
// CHECK:           scf.for
func.func @gaps(%s: !level.storage<tensor<?x?xf64, #Loose>>, %n: index, %init: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> (f64) {
    %q, %f = level.locate %s level 0 under %c0 coords(%i) : !level.storage<tensor<?x?xf64, #Loose>>
    %next = arith.addi %q, %c1 : index
    %b, %e = level.pos_bounds %s level 1 under %q to %next : <tensor<?x?xf64, #Loose>>
    %t = scf.for %p = %b to %e step %c1 iter_args(%u = %a) -> (f64) {
      %v = level.load %s[%p] : !level.storage<tensor<?x?xf64, #Loose>>
      %w = arith.addf %u, %v : f64
      scf.yield %w : f64
    }
    scf.yield %t : f64
  }
  return %r : f64
}

// -----

#CSF = #level.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>
#Fibers = #level.format<(i, j, k) -> (i : compressed, j : compressed, k : dense)>

// Coordinates that no position depends on may be handed inside, and iterations
// that run at the same time are those of all children then.
// CHECK-LABEL: func.func @fibers(
// CHECK-SAME:    %[[LB:[^:]*]]: index, %[[UB:[^:]*]]: index
// CHECK:         %[[FIRST:.*]] = arith.minsi %[[LB]], %[[UB]]
// CHECK:         %[[B:.*]], %[[E:.*]] = level.pos_bounds %{{.*}} level 1 under %[[FIRST]] to %[[UB]]
// CHECK:         scf.for %[[P:.*]] = %[[B]] to %[[E]]
// CHECK-NOT:     scf.for
// CHECK:           %[[J:.*]], %{{.*}} = level.pos_access %{{.*}} level 1 at %[[P]] coords(%[[LB]])
// CHECK:           level.locate %{{.*}} level 2 under %[[P]] coords(%[[LB]], %[[J]], %{{.*}})
// CHECK:         } {weft.loop = #weft.loop<parallel(static)>}
func.func @fibers(%s: !level.storage<tensor<?x?x?xf64, #CSF>>, %lb: index, %ub: index, %k: index, %x: f64, %init: !level.builder<tensor<?x?x?xf64, #Fibers>, reuse>) -> !level.builder<tensor<?x?x?xf64, #Fibers>, reuse> {
  %c1 = arith.constant 1 : index
  %r = scf.for %q = %lb to %ub step %c1 iter_args(%a = %init) -> (!level.builder<tensor<?x?x?xf64, #Fibers>, reuse>) {
    %i, %f = level.pos_access %s level 0 at %q coords() : <tensor<?x?x?xf64, #CSF>>
    %next = arith.addi %q, %c1 : index
    %b, %e = level.pos_bounds %s level 1 under %q to %next : <tensor<?x?x?xf64, #CSF>>
    %t = scf.for %p = %b to %e step %c1 iter_args(%u = %a) -> (!level.builder<tensor<?x?x?xf64, #Fibers>, reuse>) {
      %j, %g = level.pos_access %s level 1 at %p coords(%i) : <tensor<?x?x?xf64, #CSF>>
      %place, %h = level.locate %u level 2 under %p coords(%i, %j, %k) : !level.builder<tensor<?x?x?xf64, #Fibers>, reuse>
      %v = level.store %x, %u[%place] : f64, !level.builder<tensor<?x?x?xf64, #Fibers>, reuse>
      scf.yield %v : !level.builder<tensor<?x?x?xf64, #Fibers>, reuse>
    }
    scf.yield %t : !level.builder<tensor<?x?x?xf64, #Fibers>, reuse>
  } {weft.loop = #weft.loop<parallel(static)>}
  return %r : !level.builder<tensor<?x?x?xf64, #Fibers>, reuse>
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>

// A coordinate that something is computed from keeps its loop, and so do
// iterations that are handed out in pieces.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-4: scf.for
func.func @others(%s: !level.storage<tensor<?x?xf64, #DCSR>>, %lb: index, %ub: index, %init: f64, %x: memref<?xf64>) -> f64 {
  %c1 = arith.constant 1 : index
  %r = scf.for %q = %lb to %ub step %c1 iter_args(%a = %init) -> (f64) {
    %i, %f = level.pos_access %s level 0 at %q coords() : <tensor<?x?xf64, #DCSR>>
    %next = arith.addi %q, %c1 : index
    %b, %e = level.pos_bounds %s level 1 under %q to %next : <tensor<?x?xf64, #DCSR>>
    %t = scf.for %p = %b to %e step %c1 iter_args(%u = %a) -> (f64) {
      %v = memref.load %x[%i] : memref<?xf64>
      %w = arith.addf %u, %v : f64
      scf.yield %w : f64
    }
    scf.yield %t : f64
  }
  scf.for %q = %lb to %ub step %c1 {
    %next = arith.addi %q, %c1 : index
    %b, %e = level.pos_bounds %s level 1 under %q to %next : <tensor<?x?xf64, #DCSR>>
    scf.for %p = %b to %e step %c1 {
      memref.store %init, %x[%p] : memref<?xf64>
    }
  } {weft.loop = #weft.loop<parallel(dynamic 16)>}
  return %r : f64
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>

// Iterations of a parallel loop over the children of one parent may run at the
// same time, but those of two parents may have the same coordinate.
// CHECK-LABEL: func.func @parallel_children(
// CHECK-COUNT-6: scf.for
func.func @parallel_children(%s: !level.storage<tensor<?x?xf64, #DCSR>>, %lb: index, %ub: index, %v: f64, %x: memref<?xf64>) {
  %c1 = arith.constant 1 : index
  scf.for %q = %lb to %ub step %c1 {
    %next = arith.addi %q, %c1 : index
    %b, %e = level.pos_bounds %s level 1 under %q to %next : <tensor<?x?xf64, #DCSR>>
    scf.for %p = %b to %e step %c1 {
      %j, %f = level.pos_access %s level 1 at %p coords(%c1) : <tensor<?x?xf64, #DCSR>>
      memref.store %v, %x[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<gpu(thread)>}
  }
  scf.for %q = %lb to %ub step %c1 {
    %next = arith.addi %q, %c1 : index
    %b, %e = level.pos_bounds %s level 1 under %q to %next : <tensor<?x?xf64, #DCSR>>
    scf.for %p = %b to %e step %c1 {
      %j, %f = level.pos_access %s level 1 at %p coords(%c1) : <tensor<?x?xf64, #DCSR>>
      memref.store %v, %x[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<parallel(static)>}
  }
  scf.for %q = %lb to %ub step %c1 {
    %next = arith.addi %q, %c1 : index
    %b, %e = level.pos_bounds %s level 1 under %q to %next : <tensor<?x?xf64, #DCSR>>
    scf.for %p = %b to %e step %c1 {
      %j, %f = level.pos_access %s level 1 at %p coords(%c1) : <tensor<?x?xf64, #DCSR>>
      memref.store %v, %x[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector>}
  }
  return
}
