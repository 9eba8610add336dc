// RUN: weft-opt %s --weft-convert-to-llvm | FileCheck %s --implicit-check-not=weft.

// What was chosen for passes that have run goes: other tools that read the module need
// not know the attributes.

// CHECK: module
// CHECK: llvm.func @fill(
// CHECK: llvm.store
module attributes {weft.lowering_config = #weft.lowering_config<jam_rows>} {
  func.func @fill(%a: memref<?xf64>, %v: f64, %n: index) attributes {weft.lowering_config = #weft.lowering_config<widen_tiles = off>, weft.schedule = ["reorder(j,i)"]} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      memref.store %v, %a[%i] : memref<?xf64>
    } {weft.lowering_config = #weft.lowering_config<jam_rows = off>}
    return
  }
  // CHECK: llvm.func @declared()
  func.func private @declared() attributes {weft.schedule = ["reorder(j,i)"]}
}
