// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s -convert-lattice-to-scf | FileCheck %s --check-prefix=LOOP

// CHECK-LABEL: func.func @rows(
// CHECK: lattice.coiterate "i" in %{{.*}} to %{{.*}} parallel(static) over () carry
// CHECK: lattice.coiterate "i" in %{{.*}} to %{{.*}} parallel(static 16) over () carry
// CHECK: lattice.coiterate "i" in %{{.*}} to %{{.*}} parallel(dynamic 64) over () carry

// LOOP-LABEL: func.func @rows(
// LOOP: scf.for {{.*}} iter_args(%{{.*}}) -> (!level.builder<tensor<?xf64>>)
// LOOP: } {weft.loop = #weft.loop<parallel(static)>}
// LOOP: } {weft.loop = #weft.loop<parallel(static 16)>}
// LOOP: } {weft.loop = #weft.loop<parallel(dynamic 64)>}
func.func @rows(%y: !level.builder<tensor<?xf64>>, %n: index, %v: f64) -> !level.builder<tensor<?xf64>> {
  %c0 = arith.constant 0 : index
  %y1 = lattice.coiterate "i" in %c0 to %n parallel(static) over ()
      carry (%y : !level.builder<tensor<?xf64>>) {
    point [U] {
    ^bb0(%i: index, %state: !level.builder<tensor<?xf64>>):
      %p, %found = level.locate %state level 0 under %c0 coords(%i) : !level.builder<tensor<?xf64>>
      %next = level.store %v, %state[%p] : f64, <tensor<?xf64>>
      lattice.yield %next : !level.builder<tensor<?xf64>>
    }
  }
  %y2 = lattice.coiterate "i" in %c0 to %n parallel(static 16) over ()
      carry (%y1 : !level.builder<tensor<?xf64>>) {
    point [U] {
    ^bb0(%i: index, %state: !level.builder<tensor<?xf64>>):
      lattice.yield %state : !level.builder<tensor<?xf64>>
    }
  }
  %y3 = lattice.coiterate "i" in %c0 to %n parallel(dynamic 64) over ()
      carry (%y2 : !level.builder<tensor<?xf64>>) {
    point [U] {
    ^bb0(%i: index, %state: !level.builder<tensor<?xf64>>):
      lattice.yield %state : !level.builder<tensor<?xf64>>
    }
  }
  return %y3 : !level.builder<tensor<?xf64>>
}

// What is appended is appended in parts: each has a builder of its own, and what
// is not is carried from part to part.
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func.func @parts(
// CHECK: lattice.coiterate "i" in %{{.*}} to %{{.*}} parallel(dynamic 16) partitions(1) over () carry
// LOOP-LABEL: func.func @parts(
// LOOP-SAME: %[[Y:[^:]*]]: {{.*}}, %[[Z:[^:]*]]: {{.*}}, %[[N:[^:]*]]: index,
// LOOP: %[[SIZE:.*]] = arith.constant 16
// LOOP: %[[COUNT:.*]] = arith.ceildivui %{{.*}}, %[[SIZE]]
// LOOP: %[[FORK:.*]] = level.fork %[[Z]] into %[[COUNT]]
// LOOP: %[[R:.*]] = scf.for %[[P:.*]] = %{{.*}} to %[[COUNT]] step %{{.*}} iter_args(%[[OUT:.*]] = %[[Y]]) -> (!level.builder<tensor<?xf64>>)
// LOOP: %[[MINE:.*]] = level.begin_partition %[[FORK]]
// LOOP: %[[IN:.*]]:2 = scf.for %{{.*}} iter_args(%{{.*}} = %[[OUT]], %{{.*}} = %[[MINE]])
// LOOP: level.end_partition %[[IN]]#1, %[[FORK]][%[[P]]]
// LOOP: scf.yield %[[IN]]#0
// LOOP: } {weft.loop = #weft.loop<parallel(dynamic 1)>}
// LOOP: %[[JOINED:.*]] = level.concatenate %[[FORK]]
// LOOP: return %[[R]], %[[JOINED]]
func.func @parts(%y: !level.builder<tensor<?xf64>>, %z: !level.builder<tensor<?xf64, #Sparse>>, %n: index, %v: f64)
    -> (!level.builder<tensor<?xf64>>, !level.builder<tensor<?xf64, #Sparse>>) {
  %c0 = arith.constant 0 : index
  %r:2 = lattice.coiterate "i" in %c0 to %n parallel(dynamic 16) partitions(1) over ()
      carry (%y : !level.builder<tensor<?xf64>>, %z : !level.builder<tensor<?xf64, #Sparse>>) {
    point [U] {
    ^bb0(%i: index, %ys: !level.builder<tensor<?xf64>>, %zs: !level.builder<tensor<?xf64, #Sparse>>):
      %q = level.next %zs level 0 : !level.builder<tensor<?xf64, #Sparse>>
      %z1 = level.store %v, %zs[%q] : f64, !level.builder<tensor<?xf64, #Sparse>>
      %z2 = level.append_coord %z1 level 0 coord %i : !level.builder<tensor<?xf64, #Sparse>>
      lattice.yield %ys, %z2 : !level.builder<tensor<?xf64>>, !level.builder<tensor<?xf64, #Sparse>>
    }
  }
  return %r#0, %r#1 : !level.builder<tensor<?xf64>>, !level.builder<tensor<?xf64, #Sparse>>
}

// Iterations that may run one after the other, and options of the lowering.
// CHECK-LABEL: func.func @optional(
// CHECK: lattice.coiterate "i" in %{{.*}} to %{{.*}} parallel(dynamic 64) optional over () {
// CHECK: lattice.coiterate "j" in %{{.*}} to %{{.*}} vector(8) optional config(#weft.lowering_config<widen_tiles, jam_rows = off>) over () {
// CHECK: lattice.coiterate "k" in %{{.*}} to %{{.*}} unroll(4) config(#weft.lowering_config<interleave_reductions = 2>) over () {
// LOOP-LABEL: func.func @optional(
// LOOP: } {weft.loop = #weft.loop<parallel(dynamic 64), optional>}
// LOOP: } {weft.loop = #weft.loop<vector(8), optional>, weft.lowering_config = #weft.lowering_config<widen_tiles, jam_rows = off>}
// LOOP: } {weft.loop = #weft.loop<unroll(4)>, weft.lowering_config = #weft.lowering_config<interleave_reductions = 2>}
func.func private @visit(index)
func.func @optional(%n: index) {
  %c0 = arith.constant 0 : index
  lattice.coiterate "i" in %c0 to %n parallel(dynamic 64) optional over () {
    point [U] {
    ^bb0(%i: index):
      func.call @visit(%i) : (index) -> ()
    }
  }
  lattice.coiterate "j" in %c0 to %n vector(8) optional
      config(#weft.lowering_config<jam_rows = off, widen_tiles>) over () {
    point [U] {
    ^bb0(%j: index):
      func.call @visit(%j) : (index) -> ()
    }
  }
  lattice.coiterate "k" in %c0 to %n unroll(4) config(#weft.lowering_config<interleave_reductions = 2>) over () {
    point [U] {
    ^bb0(%k: index):
      func.call @visit(%k) : (index) -> ()
    }
  }
  return
}
