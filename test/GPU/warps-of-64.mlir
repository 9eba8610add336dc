// RUN: weft-opt %s --pass-pipeline='builtin.module(func.func(weft-map-to-gpu{warp-size=64}),gpu-kernel-outlining,rocdl-attach-target{chip=gfx942},gpu.module(convert-scf-to-cf,convert-gpu-to-rocdl,reconcile-unrealized-casts))' | FileCheck %s

// A warp of 64 threads for each row of a matrix, whose sums take six exchanges.
// CHECK: gpu.module @{{.*}} [#rocdl.target<chip = "gfx942">]
// CHECK: rocdl.workgroup.id.x
// CHECK: llvm.load
// CHECK: rocdl.ds_bpermute
// CHECK-COUNT-6: llvm.fadd
// CHECK-NOT: llvm.fadd
// CHECK: llvm.store
func.func @sums(%n: index, %pos: memref<?xi32>, %val: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %tiles = arith.ceildivui %n, %c8 : index
  scf.for %b = %c0 to %tiles step %c1 {
    %first = arith.muli %b, %c8 : index
    %rest = arith.subi %n, %first : index
    %count = arith.minui %rest, %c8 : index
    scf.for %w = %c0 to %count step %c1 {
      %i = arith.addi %first, %w : index
      %next = arith.addi %i, %c1 : index
      %begin32 = memref.load %pos[%i] : memref<?xi32>
      %end32 = memref.load %pos[%next] : memref<?xi32>
      %begin = arith.index_cast %begin32 : i32 to index
      %end = arith.index_cast %end32 : i32 to index
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> f32 {
        %v = memref.load %val[%p] : memref<?xf32>
        %t = arith.addf %s, %v fastmath<reassoc> : f32
        scf.yield %t : f32
      } {weft.loop = #weft.loop<gpu(thread)>}
      memref.store %sum, %y[%i] : memref<?xf32>
    } {weft.loop = #weft.loop<gpu(warp 8)>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}
