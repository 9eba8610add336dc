// RUN: weft-opt %s -convert-lattice-to-scf | FileCheck %s

// The options of the lowering of a coiteration are those of its loops, whether steps
// are counted or segments are merged.
#Sparse = #level.format<(i) -> (i : compressed)>
// CHECK-LABEL: func.func @count(
// CHECK: scf.for
// CHECK: } {weft.loop = #weft.loop<segments(<level 0 ordered unique adjacent>)>, weft.lowering_config = #weft.lowering_config<vectorize_segments = masked, prefetch_streams = off>}
func.func @count(%b: !level.storage<tensor<?xf64, #Sparse>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n config(#weft.lowering_config<prefetch_streams = off, vectorize_segments = masked>)
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>) {
    point [b1] {
    ^bb0(%i: index, %pb: index):
    }
  }
  return
}

// CHECK-LABEL: func.func @merge(
// CHECK: scf.while
// CHECK: } attributes {weft.lowering_config = #weft.lowering_config<vectorize_intersections = off>}
func.func @merge(%b: !level.storage<tensor<?xf64, #Sparse>>, %c: !level.storage<tensor<?xf64, #Sparse>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n config(#weft.lowering_config<vectorize_intersections = off>)
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>) {
    point [b1, c1] {
    ^bb0(%i: index, %pb: index, %pc: index):
    }
  }
  return
}

// Unions of two have a loop for both and one for each that is left.
// CHECK-LABEL: func.func @union(
// CHECK: scf.while
// CHECK: } attributes {weft.lowering_config = #weft.lowering_config<vectorize_appends = off>}
// CHECK: scf.for
// CHECK: } {{{.*}}weft.lowering_config = #weft.lowering_config<vectorize_appends = off>}
// CHECK: scf.for
// CHECK: } {{{.*}}weft.lowering_config = #weft.lowering_config<vectorize_appends = off>}
func.func @union(%b: !level.storage<tensor<?xf64, #Sparse>>, %c: !level.storage<tensor<?xf64, #Sparse>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n config(#weft.lowering_config<vectorize_appends = off>)
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>) {
    point [b1, c1] {
    ^bb0(%i: index, %pb: index, %pc: index):
    }
    point [b1] {
    ^bb0(%i: index, %pb: index):
    }
    point [c1] {
    ^bb0(%i: index, %pc: index):
    }
  }
  return
}

// A guarded lattice has one loop.
// CHECK-LABEL: func.func @guarded(
// CHECK: scf.while
// CHECK: } attributes {weft.lowering_config = #weft.lowering_config<jam_rows = off>}
func.func @guarded(%b: !level.storage<tensor<?xf64, #Sparse>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n guarded config(#weft.lowering_config<jam_rows = off>)
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>) {
    points [b1] {
    ^bb0(%i: index, %pb: index, %hasB: i1):
    }
  }
  return
}
