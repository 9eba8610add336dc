// RUN: weft-opt %s -convert-lattice-to-scf | FileCheck %s

// Segments that are filled in any order of their parents are counted in as many
// partitions as there are threads, and placed in as many as have counted.
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
!count = !level.builder<tensor<?x?xf64, #CSC>, count>
!place = !level.builder<tensor<?x?xf64, #CSC>, place>

// CHECK-LABEL: func.func @count(
// CHECK-SAME: %[[B:[^:]*]]: !level.builder<{{.*}}, count>, %[[N:[^:]*]]: index)
// CHECK: %[[T:.*]] = level.num_threads
// CHECK: %[[MOST:.*]] = arith.maxui %[[T]], %c1
// CHECK: %[[CEIL:.*]] = arith.ceildivui %[[COUNT:.*]], %[[MOST]]
// CHECK: %[[SIZE:.*]] = arith.maxui %[[CEIL]], %c1
// CHECK: %[[PARTS:.*]] = arith.ceildivui %[[COUNT]], %[[SIZE]]
// CHECK: %[[FORK:.*]] = level.fork %[[B]] into %[[PARTS]] : <{{.*}}, count>
// CHECK: scf.for %[[P:.*]] = %{{.*}} to %[[PARTS]]
// CHECK: %[[MINE:.*]] = level.begin_partition %[[FORK]]
// CHECK: %[[IN:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[MINE]])
// CHECK: level.end_partition %[[IN]], %[[FORK]][%[[P]]]
// CHECK: } {weft.loop = #weft.loop<parallel(static)>}
// CHECK: level.concatenate %[[FORK]]
func.func @count(%b: !count, %n: index) -> !count {
  %c0 = arith.constant 0 : index
  %b1 = lattice.coiterate "i" in %c0 to %n parallel(static) partitions(0) over () carry (%b : !count) {
    point [U] {
    ^bb0(%i: index, %state: !count):
      %p, %found = level.locate %state level 0 under %c0 coords(%i) : !count
      %next = level.add_child %state level 1 under %p : !count
      lattice.yield %next : !count
    }
  }
  return %b1 : !count
}

// Chunks become longer if there would be more than eight for each thread.

// CHECK-LABEL: func.func @chunks(
// CHECK: %[[T:.*]] = level.num_threads
// CHECK: %[[MOST:.*]] = arith.muli %[[T]], %c8
// CHECK: %[[CHUNKS:.*]] = arith.ceildivui %[[COUNT:.*]], %c16
// CHECK: %[[FEW:.*]] = arith.minui %[[MOST]], %[[CHUNKS]]
// CHECK: %[[SOME:.*]] = arith.maxui %[[FEW]], %c1
// CHECK: arith.ceildivui %[[COUNT]], %[[SOME]]
// CHECK: level.fork
// CHECK: } {weft.loop = #weft.loop<parallel(dynamic 1)>}
func.func @chunks(%b: !count, %n: index) -> !count {
  %c0 = arith.constant 0 : index
  %b1 = lattice.coiterate "i" in %c0 to %n parallel(dynamic 16) partitions(0) over () carry (%b : !count) {
    point [U] {
    ^bb0(%i: index, %state: !count):
      lattice.yield %state : !count
    }
  }
  return %b1 : !count
}

// CHECK-LABEL: func.func @place(
// CHECK-SAME: %[[C:[^:]*]]: !level.builder<{{.*}}, place>, %[[N:[^:]*]]: index)
// CHECK-NOT: level.num_threads
// CHECK: %[[K:.*]] = level.counted_partitions %[[C]]
// CHECK: %[[MOST:.*]] = arith.maxui %[[K]], %c1
// CHECK: arith.ceildivui %{{.*}}, %[[MOST]]
// CHECK: %[[FORK:.*]] = level.fork %[[C]] into %{{.*}} : <{{.*}}, place>
// CHECK: scf.for %[[P:.*]] = %{{.*}} to
// CHECK: %[[MINE:.*]] = level.resume_partition %[[FORK]][%[[P]]]
// CHECK: %[[IN:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[MINE]])
// CHECK: level.end_partition %[[IN]], %[[FORK]][%[[P]]]
// CHECK: level.concatenate %[[FORK]]
func.func @place(%c: !place, %n: index) -> !place {
  %c0 = arith.constant 0 : index
  %c1 = lattice.coiterate "i" in %c0 to %n parallel(dynamic 16) partitions(0) over () carry (%c : !place) {
    point [U] {
    ^bb0(%i: index, %state: !place):
      lattice.yield %state : !place
    }
  }
  return %c1 : !place
}
