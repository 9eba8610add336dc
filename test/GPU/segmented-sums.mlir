// RUN: weft-opt %s --weft-map-to-gpu --canonicalize --split-input-file | FileCheck %s

// Threads of a warp combine what adjacent iterations update in one component.
// CHECK-LABEL: @runs
func.func @runs(%n: index, %i: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %tiles = arith.ceildivui %n, %c256 : index
  scf.for %b = %c0 to %tiles step %c1 {
    %first = arith.muli %b, %c256 : index
    %behind = arith.addi %first, %c256 : index
    %end = arith.minui %behind, %n : index
    // A step of each warp of the block, with the component, the sum and the
    // first component of the last run.
    // CHECK: scf.for {{.*}} step %c256{{.*}} iter_args(%[[KEY:.*]] = %c-1{{.*}}, %[[SUM:.*]] = %{{.*}}, %{{.*}} = %c-1{{.*}})
    scf.for %p = %first to %end step %c1 {
      // CHECK: %[[VALUE:.*]] = memref.load {{.*}} : memref<?xf32>
      %v = memref.load %x[%p] : memref<?xf32>
      %word = memref.load %i[%p] : memref<?xi32>
      %at = arith.index_cast %word : i32 to index
      // Threads past the end have the identity.
      // CHECK: arith.select %{{.*}}, %[[VALUE]], %{{.*}} : f32
      // CHECK: memref.generic_atomic_rmw
      // CHECK: arith.addf %[[SUM]], {{.*}} fastmath<reassoc> : f32
      // CHECK: nvvm.vote.sync ballot
      // CHECK-COUNT-5: arith.addf {{.*}} fastmath<reassoc> : f32
      // CHECK: memref.generic_atomic_rmw
      memref.generic_atomic_rmw %y[%at] : memref<?xf32> {
      ^bb0(%old: f32):
        %new = arith.addf %old, %v fastmath<reassoc> : f32
        memref.atomic_yield %new : f32
      }
      // CHECK: scf.yield
    } {weft.loop = #weft.loop<gpu(thread 256), partial>}
    // The last run.
    // CHECK: scf.if
    // CHECK: memref.generic_atomic_rmw
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// Components with grouped updates are updated without an atomic operation, but
// for the first and the last one.
// CHECK-LABEL: @ascending
func.func @ascending(%n: index, %starts: memref<?xindex>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c1024 = arith.constant 1024 : index
  %c4096 = arith.constant 4096 : index
  scf.for %b = %c0 to %n step %c1 {
    scf.for %w = %c0 to %c4 step %c1 {
      %block = arith.muli %b, %c4096 : index
      %warp = arith.muli %w, %c1024 : index
      %begin = arith.addi %block, %warp : index
      // CHECK: scf.for {{.*}} step %c32
      // CHECK: nvvm.vote.sync ballot
      // CHECK: math.ctlz
      // CHECK: gpu.shuffle idx
      %m = scf.for %p = %begin to %n step %c1 iter_args(%before = %c0) -> index {
        %start = memref.load %starts[%p] : memref<?xindex>
        %is = arith.cmpi ne, %start, %c0 : index
        %number = arith.select %is, %start, %before : index
        %row = arith.addi %w, %number : index
        %v = memref.load %x[%p] : memref<?xf32>
        // CHECK: arith.cmpi eq
        // CHECK: memref.generic_atomic_rmw
        // CHECK: else
        // CHECK: memref.load
        // CHECK: arith.addf
        // CHECK: memref.store
        memref.generic_atomic_rmw %y[%row] : memref<?xf32> {
        ^bb0(%old: f32):
          %new = arith.addf %old, %v fastmath<reassoc> : f32
          memref.atomic_yield %new : f32
        } {weft.grouped}
        scf.yield %number : index
      } {weft.loop = #weft.loop<gpu(thread), partial>}
    } {weft.loop = #weft.loop<gpu(warp)>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// Atomic operations on components of a byte read and write the word around them:
// none is stored otherwise.
// CHECK-LABEL: @narrow
// CHECK-NOT: memref.store
func.func @narrow(%n: index, %starts: memref<?xindex>, %x: memref<?xi8>, %y: memref<?xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c1024 = arith.constant 1024 : index
  %c4096 = arith.constant 4096 : index
  scf.for %b = %c0 to %n step %c1 {
    scf.for %w = %c0 to %c4 step %c1 {
      %block = arith.muli %b, %c4096 : index
      %warp = arith.muli %w, %c1024 : index
      %begin = arith.addi %block, %warp : index
      %m = scf.for %p = %begin to %n step %c1 iter_args(%before = %c0) -> index {
        %start = memref.load %starts[%p] : memref<?xindex>
        %is = arith.cmpi ne, %start, %c0 : index
        %number = arith.select %is, %start, %before : index
        %row = arith.addi %w, %number : index
        %v = memref.load %x[%p] : memref<?xi8>
        memref.generic_atomic_rmw %y[%row] : memref<?xi8> {
        ^bb0(%old: i8):
          %new = arith.addi %old, %v : i8
          memref.atomic_yield %new : i8
        } {weft.grouped}
        scf.yield %number : index
      } {weft.loop = #weft.loop<gpu(thread), partial>}
    } {weft.loop = #weft.loop<gpu(warp)>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// Another view of the array may update the same components.
// CHECK-LABEL: @views
func.func @views(%n: index, %starts: memref<?xindex>, %x: memref<?xf32>, %y: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1024 = arith.constant 1024 : index
  %view = memref.cast %y : memref<16xf32> to memref<?xf32>
  scf.for %b = %c0 to %n step %c1 {
    scf.for %w = %c0 to %c1 step %c1 {
      %begin = arith.muli %b, %c1024 : index
      // CHECK-COUNT-3: memref.generic_atomic_rmw
      // CHECK-NOT: memref.store
      %m = scf.for %p = %begin to %n step %c1 iter_args(%before = %c0) -> index {
        %start = memref.load %starts[%p] : memref<?xindex>
        %is = arith.cmpi ne, %start, %c0 : index
        %number = arith.select %is, %start, %before : index
        %v = memref.load %x[%p] : memref<?xf32>
        memref.generic_atomic_rmw %view[%number] : memref<?xf32> {
        ^bb0(%old: f32):
          %new = arith.addf %old, %v fastmath<reassoc> : f32
          memref.atomic_yield %new : f32
        } {weft.grouped}
        scf.yield %number : index
      } {weft.loop = #weft.loop<gpu(thread), partial>}
      %v = memref.load %x[%c0] : memref<?xf32>
      memref.generic_atomic_rmw %y[%c0] : memref<16xf32> {
      ^bb0(%old: f32):
        %new = arith.addf %old, %v fastmath<reassoc> : f32
        memref.atomic_yield %new : f32
      }
    } {weft.loop = #weft.loop<gpu(warp)>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// All blocks have the same iterations, and so the same components.
// CHECK-LABEL: @common
func.func @common(%n: index, %starts: memref<?xindex>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %b = %c0 to %n step %c1 {
    scf.for %w = %c0 to %n step %c1 {
      // CHECK-COUNT-3: memref.generic_atomic_rmw
      // CHECK-NOT: memref.store
      %m = scf.for %p = %c0 to %n step %c1 iter_args(%before = %c0) -> index {
        %start = memref.load %starts[%p] : memref<?xindex>
        %is = arith.cmpi ne, %start, %c0 : index
        %number = arith.select %is, %start, %before : index
        %row = arith.addi %w, %number : index
        %v = memref.load %x[%p] : memref<?xf32>
        memref.generic_atomic_rmw %y[%row] : memref<?xf32> {
        ^bb0(%old: f32):
          %new = arith.addf %old, %v fastmath<reassoc> : f32
          memref.atomic_yield %new : f32
        } {weft.grouped}
        scf.yield %number : index
      } {weft.loop = #weft.loop<gpu(thread), partial>}
    } {weft.loop = #weft.loop<gpu(warp)>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// Components that have all been filled before are not read.
// CHECK-LABEL: @filled
func.func @filled(%n: index, %starts: memref<?xindex>, %x: memref<?xf32>) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c1024 = arith.constant 1024 : index
  %c4096 = arith.constant 4096 : index
  %zero = arith.constant 0.0 : f32
  %y = memref.alloc(%n) : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %zero, %y[%i] : memref<?xf32>
  }
  scf.for %b = %c0 to %n step %c1 {
    scf.for %w = %c0 to %c4 step %c1 {
      %block = arith.muli %b, %c4096 : index
      %warp = arith.muli %w, %c1024 : index
      %begin = arith.addi %block, %warp : index
      // CHECK: nvvm.vote.sync ballot
      // CHECK: gpu.shuffle idx
      %m = scf.for %p = %begin to %n step %c1 iter_args(%before = %c0) -> index {
        %start = memref.load %starts[%p] : memref<?xindex>
        %is = arith.cmpi ne, %start, %c0 : index
        %number = arith.select %is, %start, %before : index
        %row = arith.addi %w, %number : index
        %v = memref.load %x[%p] : memref<?xf32>
        // CHECK: memref.generic_atomic_rmw
        // CHECK: else
        // CHECK-NOT: memref.load
        // CHECK: memref.store
        memref.generic_atomic_rmw %y[%row] : memref<?xf32> {
        ^bb0(%old: f32):
          %new = arith.addf %old, %v fastmath<reassoc> : f32
          memref.atomic_yield %new : f32
        } {weft.grouped}
        scf.yield %number : index
      } {weft.loop = #weft.loop<gpu(thread), partial>}
    } {weft.loop = #weft.loop<gpu(warp)>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return %y : memref<?xf32>
}
