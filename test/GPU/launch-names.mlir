// Kernels are named after their function and the variables of their loops, as the
// locations of induction variables or of loaded coordinates state them.
// RUN: weft-opt %s --weft-map-to-gpu --gpu-kernel-outlining | FileCheck %s

// CHECK-LABEL: func.func @f(
// CHECK: gpu.launch_func @f_i_j::@f_i_j blocks
// CHECK: gpu.launch_func @f_i_j_2::@f_i_j_2 blocks
// Names in PTX have letters of ASCII.
// CHECK: gpu.launch_func @f____j::@f____j blocks
func.func @f(%n: index, %m: index, %crd: memref<?xi32> {weft.array = #weft.array<0 level 1 coordinates>}, %y: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "scf.for"(%c0, %n, %c1) ({
  ^bb0(%i: index loc("i")):
    "scf.for"(%c0, %m, %c1) ({
    ^bb0(%p: index):
      %x = "memref.load"(%crd, %p) : (memref<?xi32>, index) -> i32 loc("j")
      %j = "arith.index_cast"(%x) : (i32) -> index
      "memref.store"(%i, %y, %j) : (index, memref<?xindex>, index) -> ()
      "scf.yield"() : () -> ()
    }) {weft.loop = #weft.loop<gpu(thread)>} : (index, index, index) -> ()
    "scf.yield"() : () -> ()
  }) {weft.loop = #weft.loop<gpu(block)>} : (index, index, index) -> ()
  "scf.for"(%c0, %n, %c1) ({
  ^bb0(%i: index loc("i")):
    "scf.for"(%c0, %m, %c1) ({
    ^bb0(%p: index):
      %x = "memref.load"(%crd, %p) : (memref<?xi32>, index) -> i32 loc("j")
      %j = "arith.index_cast"(%x) : (i32) -> index
      "memref.store"(%i, %y, %j) : (index, memref<?xindex>, index) -> ()
      "scf.yield"() : () -> ()
    }) {weft.loop = #weft.loop<gpu(thread)>} : (index, index, index) -> ()
    "scf.yield"() : () -> ()
  }) {weft.loop = #weft.loop<gpu(block)>} : (index, index, index) -> ()
  "scf.for"(%c0, %n, %c1) ({
  ^bb0(%i: index loc("α")):
    "scf.for"(%c0, %m, %c1) ({
    ^bb0(%p: index):
      %x = "memref.load"(%crd, %p) : (memref<?xi32>, index) -> i32 loc("j")
      %j = "arith.index_cast"(%x) : (i32) -> index
      "memref.store"(%i, %y, %j) : (index, memref<?xindex>, index) -> ()
      "scf.yield"() : () -> ()
    }) {weft.loop = #weft.loop<gpu(thread)>} : (index, index, index) -> ()
    "scf.yield"() : () -> ()
  }) {weft.loop = #weft.loop<gpu(block)>} : (index, index, index) -> ()
  return
}

// Whatever has no names is a kernel.
// CHECK-LABEL: func.func @unnamed(
// CHECK: gpu.launch_func @unnamed_kernel::@unnamed_kernel blocks
func.func @unnamed(%n: index, %y: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %i, %y[%i] : memref<?xindex>
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}
