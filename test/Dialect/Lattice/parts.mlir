// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s -mlir-print-op-generic | weft-opt | FileCheck %s

// The splits that a variable is a part of, from the innermost on.

// CHECK-LABEL: @parts
// CHECK: lattice.coiterate "i00" in %{{.*}} to %{{.*}} over () {
// CHECK: lattice.coiterate "i01"
// CHECK: } {parts = [#lattice.part<inner of "i0" at most 8>, #lattice.part<outer of "i" divided by 32>]}
// CHECK: } {note, parts = [#lattice.part<outer of "i0" divided by 8>, #lattice.part<outer of "i" divided by 32>]}
// CHECK: } {parts = [#lattice.part<outer of "f">]}
func.func @parts(%n: index) {
  %c0 = arith.constant 0 : index
  lattice.coiterate "i00" in %c0 to %n over () {
    point [U] {
    ^bb0(%i00: index):
      lattice.coiterate "i01" in %c0 to %n over () {
        point [U] {
        ^bb0(%i01: index):
        }
      } {parts = [#lattice.part<inner of "i0" at most 8>, #lattice.part<outer of "i" divided by 32>]}
    }
  } {note, parts = [#lattice.part<outer of "i0" divided by 8>, #lattice.part<outer of "i" divided by 32>]}
  lattice.coiterate "f0" in %c0 to %n over () {
    point [U] {
    ^bb0(%f0: index):
    }
  } {parts = [#lattice.part<outer of "f">]}
  return
}
