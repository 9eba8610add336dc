// RUN: weft-opt %s -convert-lattice-to-scf | FileCheck %s

// Parts of runs of equal coordinates begin and end where a run does, which is
// searched for unless nothing comes before or behind.
#List = #level.format<(i) -> (i : compressed(nonunique))>
func.func private @use(index, index, index)
// CHECK-LABEL: func.func @optional(
// CHECK: %[[BEGIN:.*]], %[[END:.*]] = level.pos_bounds
// CHECK: weft.partitions %[[FIRST:.*]] to %[[LAST:.*]] of %[[BEGIN]] to %[[END]] {
// CHECK: %[[BEHIND:.*]] = arith.cmpi ugt, %[[FIRST]], %[[BEGIN]]
// CHECK: %[[BEFORE:.*]] = arith.cmpi ult, %[[FIRST]], %[[END]]
// CHECK: %[[INSIDE:.*]] = arith.andi %[[BEHIND]], %[[BEFORE]]
// CHECK: %[[OWN:.*]] = scf.if %[[INSIDE]] -> (index) {
// CHECK: %[[PREVIOUS:.*]] = arith.subi %[[FIRST]]
// CHECK: %[[COORDINATE:.*]], %{{.*}} = level.pos_access %{{.*}} level 0 at %[[PREVIOUS]]
// CHECK: %[[TARGET:.*]] = arith.addi %[[COORDINATE]]
// CHECK: level.search %{{.*}} level 0 in %{{.*}} to %[[END]] for %[[TARGET]] coords() gallops
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[FIRST]]
// CHECK: arith.cmpi ugt, %[[LAST]], %[[BEGIN]]
// CHECK: arith.cmpi ult, %[[LAST]], %[[END]]
// CHECK: %[[OWNEND:.*]] = scf.if
// CHECK: level.search
// CHECK: scf.while (%[[P:.*]] = %[[OWN]])
// CHECK: arith.cmpi ult, %[[P]], %[[OWNEND]]
// CHECK: weft.yield
func.func @optional(%b: !level.storage<tensor<?xf64, #List>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n parallel(static) optional
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #List>>) {
    point [b1] {
    ^bb0(%i: index, %pb: index, %pe: index):
      func.call @use(%i, %pb, %pe) : (index, index, index) -> ()
    }
  }
  return
}

// Who asks for threads has one part for each.
// CHECK-LABEL: func.func @asked(
// CHECK: level.num_threads
// CHECK: scf.for
// CHECK: level.search
// CHECK: level.search
// CHECK: scf.while
// CHECK: } {weft.loop = #weft.loop<parallel(static)>}
func.func @asked(%b: !level.storage<tensor<?xf64, #List>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n parallel(static)
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #List>>) {
    point [b1] {
    ^bb0(%i: index, %pb: index, %pe: index):
      func.call @use(%i, %pb, %pe) : (index, index, index) -> ()
    }
  }
  return
}

// What counts coordinates in parts of its own is left to one thread.
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
// CHECK-LABEL: func.func @count(
// CHECK-NOT: weft.partitions
// CHECK-NOT: level.search
// CHECK: scf.while
func.func @count(%b: !level.storage<tensor<?xf64, #List>>, %s: !level.builder<tensor<?x?xf64, #CSC>, count>, %n: index) -> !level.builder<tensor<?x?xf64, #CSC>, count> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = lattice.coiterate "i" in %c0 to %n parallel(static) partitions(0) optional
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #List>>)
      carry (%s : !level.builder<tensor<?x?xf64, #CSC>, count>) {
    point [b1] {
    ^bb0(%i: index, %pb: index, %pe: index, %t: !level.builder<tensor<?x?xf64, #CSC>, count>):
      lattice.yield %t : !level.builder<tensor<?x?xf64, #CSC>, count>
    }
  }
  return %r : !level.builder<tensor<?x?xf64, #CSC>, count>
}

// Builders that append have parts of their own.
#Rows = #level.format<(i) -> (i : compressed)>
// CHECK-LABEL: func.func @append(
// CHECK: weft.partitions %{{.*}} to %{{.*}} of %{{.*}} to %{{.*}} carry(%[[OWN:.*]] = %{{.*}}) : !level.builder
// CHECK: level.search
// CHECK: level.search
// CHECK: %[[LOOP:.*]]:2 = scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %[[OWN]])
// CHECK: weft.yield %[[LOOP]]#1
func.func @append(%b: !level.storage<tensor<?xf64, #List>>, %s: !level.builder<tensor<?xf64, #Rows>>, %n: index) -> !level.builder<tensor<?xf64, #Rows>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = lattice.coiterate "i" in %c0 to %n parallel(static) partitions(0) optional
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #List>>)
      carry (%s : !level.builder<tensor<?xf64, #Rows>>) {
    point [b1] {
    ^bb0(%i: index, %pb: index, %pe: index, %t: !level.builder<tensor<?xf64, #Rows>>):
      %u = level.append_coord %t level 0 coord %i : <tensor<?xf64, #Rows>>
      lattice.yield %u : !level.builder<tensor<?xf64, #Rows>>
    }
  }
  return %r : !level.builder<tensor<?xf64, #Rows>>
}
