// RUN: weft-opt %s --weft-map-to-gpu --canonicalize --split-input-file | FileCheck %s

// A thread for each iteration: each stores for itself.
// CHECK-LABEL: func.func @rows
func.func @rows(%n: index, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %tiles = arith.ceildivui %n, %c128 : index
  // CHECK: gpu.launch blocks({{.*}}) threads(%[[THREAD:[a-z0-9]+]], {{.*}} = %c128{{.*}}, {{.*}} = %c1{{.*}}
  scf.for %b = %c0 to %tiles step %c1 {
    %first = arith.muli %b, %c128 : index
    %rest = arith.subi %n, %first : index
    %count = arith.minui %rest, %c128 : index
    // CHECK: scf.for %{{.*}} = %[[THREAD]] to %{{.*}} step %c128
    // CHECK-NOT: scf.if
    // CHECK: memref.store
    scf.for %t = %c0 to %count step %c1 {
      %i = arith.addi %first, %t : index
      %v = memref.load %x[%i] : memref<?xf64>
      memref.store %v, %y[%i] : memref<?xf64>
    } {weft.loop = #weft.loop<gpu(thread 128)>}
    // CHECK: gpu.terminator
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// A warp for each row: its threads combine by shuffles, and the first of them
// stores.
// CHECK-LABEL: func.func @sums
func.func @sums(%n: index, %pos: memref<?xi32>, %val: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %tiles = arith.ceildivui %n, %c8 : index
  // CHECK: gpu.launch
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
      // CHECK: scf.for {{.*}} step %c32 iter_args
      %sum = scf.for %p = %begin to %end step %c1 iter_args(%s = %zero) -> f32 {
        %v = memref.load %val[%p] : memref<?xf32>
        %t = arith.addf %s, %v fastmath<reassoc> : f32
        scf.yield %t : f32
      } {weft.loop = #weft.loop<gpu(thread)>}
      // CHECK-COUNT-5: gpu.shuffle xor
      // CHECK: scf.if
      // CHECK: memref.store
      memref.store %sum, %y[%i] : memref<?xf32>
    } {weft.loop = #weft.loop<gpu(warp 8)>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// Warps share a sum: the threads of each combine by shuffles, and the warps
// through shared memory, where each has a place.
// CHECK-LABEL: func.func @warps_carry
func.func @warps_carry(%n: index, %m: index, %start: f64, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: gpu.launch {{.*}} threads(%{{[a-z0-9]+}}, %[[WARP:[a-z0-9]+]], {{.*}} workgroup(%[[PARTIAL:.*]] : memref<8xf64, #gpu.address_space<workgroup>>)
  scf.for %b = %c0 to %n step %c1 {
    // CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[WARP]], %c0
    // CHECK: %[[INIT:.*]] = arith.select %[[FIRST]], %{{.*}}, %cst
    // CHECK: %[[SUM:.*]] = scf.for {{.*}} = %[[WARP]] to {{.*}} step %c8 iter_args({{.*}} = %[[INIT]])
    %sum = scf.for %w = %c0 to %m step %c1 iter_args(%s = %start) -> f64 {
      // CHECK: scf.for
      // CHECK-COUNT-5: gpu.shuffle xor
      // CHECK: scf.yield
      %part = scf.for %t = %c0 to %m step %c1 iter_args(%a = %s) -> f64 {
        %v = memref.load %x[%t] : memref<?xf64>
        %u = arith.addf %a, %v fastmath<reassoc> : f64
        scf.yield %u : f64
      } {weft.loop = #weft.loop<gpu(thread)>}
      scf.yield %part : f64
    } {weft.loop = #weft.loop<gpu(warp 8)>}
    // CHECK-NOT: gpu.shuffle
    // CHECK: memref.store %[[SUM]], %[[PARTIAL]]
    // CHECK: gpu.barrier
    // CHECK-COUNT-8: memref.load %[[PARTIAL]]
    // CHECK: gpu.barrier
    // CHECK: scf.if
    // CHECK: memref.store %{{.*}}, %{{.*}}
    memref.store %sum, %y[%b] : memref<?xf64>
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// The loop of the only block has been folded.
// CHECK-LABEL: func.func @one_block
func.func @one_block(%n: index, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: gpu.launch blocks({{.*}} = %c1{{.*}}, {{.*}} = %c1{{.*}}, {{.*}} = %c1{{.*}}) threads({{.*}} = %c32{{.*}}, {{.*}} = %c8{{.*}}
  scf.for %w = %c0 to %n step %c1 {
    scf.for %t = %c0 to %n step %c1 {
      %v = memref.load %x[%t] : memref<?xf64>
      memref.store %v, %y[%t] : memref<?xf64>
    } {weft.loop = #weft.loop<gpu(thread)>}
  } {weft.loop = #weft.loop<gpu(warp)>}
  return
}

// -----

// Threads of a block update a workspace in shared memory; barriers separate them
// from the loops that fill and read it.
// CHECK-LABEL: func.func @shared_updates
func.func @shared_updates(%n: index, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: gpu.launch {{.*}} workgroup(%[[W:.*]] : memref<64xf64, #gpu.address_space<workgroup>>)
  scf.for %b = %c0 to %n step %c1 {
    %w = memref.alloc() : memref<64xf64>
    %all = memref.cast %w : memref<64xf64> to memref<?xf64>
    // CHECK: memref.store %{{.*}}, %[[W]]
    // CHECK: gpu.barrier
    scf.for %i = %c0 to %c64 step %c1 {
      memref.store %zero, %w[%i] : memref<64xf64>
    }
    // CHECK: scf.for
    // CHECK: memref.generic_atomic_rmw %[[W]]
    // CHECK: gpu.barrier
    scf.for %t = %c0 to %n step %c1 {
      %v = memref.load %x[%t] : memref<?xf64>
      %place = arith.remui %t, %c64 : index
      %old = memref.generic_atomic_rmw %all[%place] : memref<?xf64> {
      ^bb0(%o: f64):
        %s = arith.addf %o, %v : f64
        memref.atomic_yield %s : f64
      }
    } {weft.loop = #weft.loop<gpu(thread)>}
    // CHECK: memref.load %[[W]]
    scf.for %t = %c0 to %c64 step %c1 {
      %v = memref.load %w[%t] : memref<64xf64>
      memref.store %v, %y[%t] : memref<?xf64>
    } {weft.loop = #weft.loop<gpu(thread)>}
    memref.dealloc %w : memref<64xf64>
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// The host takes what the threads of the only block carry from an array.
// CHECK-LABEL: func.func @one_block_carries
func.func @one_block_carries(%n: index, %x: memref<?xf64>, %y: memref<f64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: %[[ARRAY:.*]] = memref.alloc() : memref<1xf64>
  // CHECK: gpu.launch
  // CHECK: scf.for
  // CHECK: scf.if
  // CHECK: memref.store %{{.*}}, %[[ARRAY]][%{{.*}}]
  // CHECK: gpu.terminator
  %sum = scf.for %t = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %v = memref.load %x[%t] : memref<?xf64>
    %a = arith.addf %s, %v fastmath<reassoc> : f64
    scf.yield %a : f64
  } {weft.loop = #weft.loop<gpu(thread)>}
  // CHECK: %[[SUM:.*]] = memref.load %[[ARRAY]]
  // CHECK: memref.store %[[SUM]], %{{.*}}[] : memref<f64>
  memref.store %sum, %y[] : memref<f64>
  return
}

// -----

// A workspace of a thread is its own; one of a warp is in shared memory, with a
// part for each warp.
// CHECK-LABEL: func.func @workspaces
func.func @workspaces(%n: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f64
  // CHECK: gpu.launch {{.*}} workgroup(%[[SHARED:.*]] : memref<32xf64, #gpu.address_space<workgroup>>)
  // CHECK: memref.alloca() : memref<2xf64>
  scf.for %b = %c0 to %n step %c1 {
    scf.for %w = %c0 to %c4 step %c1 {
      %shared = memref.alloc() : memref<8xf64>
      scf.for %t = %c0 to %c4 step %c1 {
        %own = memref.alloc() : memref<2xf64>
        memref.store %one, %own[%c1] : memref<2xf64>
        %v = memref.load %own[%c1] : memref<2xf64>
        memref.store %v, %shared[%t] : memref<8xf64>
        memref.dealloc %own : memref<2xf64>
      } {weft.loop = #weft.loop<gpu(thread 4)>}
      // CHECK: nvvm.bar.warp.sync
      // CHECK: memref.load %[[SHARED]]
      %v = memref.load %shared[%c1] : memref<8xf64>
      memref.store %v, %y[%b] : memref<?xf64>
      memref.dealloc %shared : memref<8xf64>
    } {weft.loop = #weft.loop<gpu(warp 4)>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// The threads of a block fill a workspace; a loop whose iterations store to the
// same element stays on one thread.
// CHECK-LABEL: func.func @workspace
func.func @workspace(%n: index, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f64
  scf.for %b = %c0 to %n step %c1 {
    %w = memref.alloc(%c64) : memref<?xf64>
    // CHECK: gpu.launch {{.*}}threads(%[[T:[a-z0-9]*]],
    // CHECK: scf.for %{{.*}} = %[[T]] to %c64 step %c128
    // CHECK-NOT: scf.if
    // CHECK: memref.store
    // CHECK: gpu.barrier
    scf.for %i = %c0 to %c64 step %c1 {
      memref.store %zero, %w[%i] : memref<?xf64>
    }
    // CHECK: scf.for %{{.*}} = %c0 to
    // CHECK: scf.if
    // CHECK: memref.store
    scf.for %i = %c0 to %c64 step %c1 {
      %v = memref.load %x[%i] : memref<?xf64>
      memref.store %v, %y[%b] : memref<?xf64>
    }
    scf.for %t = %c0 to %c64 step %c1 {
      %v = memref.load %w[%t] : memref<?xf64>
      %at = arith.addi %b, %t : index
      memref.generic_atomic_rmw %y[%at] : memref<?xf64> {
      ^bb0(%old: f64):
        %new = arith.addf %old, %v : f64
        memref.atomic_yield %new : f64
      }
    } {weft.loop = #weft.loop<gpu(thread 128)>}
    memref.dealloc %w : memref<?xf64>
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// Loops whose iterations depend on each other stay on one thread: those that
// load an array that they store to, or that store to it twice.
// CHECK-LABEL: func.func @dependent
func.func @dependent(%n: index, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f64
  scf.for %b = %c0 to %n step %c1 {
    %w = memref.alloc(%c64) : memref<?xf64>
    // CHECK: gpu.launch {{.*}}threads(%[[T:[a-z0-9]*]],
    // CHECK: scf.for %{{.*}} = %c0 to %c63
    // CHECK: scf.if
    // CHECK: memref.store
    scf.for %i = %c0 to %c63 step %c1 {
      %next = arith.addi %i, %c1 : index
      %v = memref.load %w[%i] : memref<?xf64>
      memref.store %v, %w[%next] : memref<?xf64>
    }
    // CHECK: scf.for %{{.*}} = %c0 to %c63
    // CHECK: scf.if
    // CHECK: memref.store
    scf.for %i = %c0 to %c63 step %c1 {
      %next = arith.addi %i, %c1 : index
      %v = memref.load %x[%i] : memref<?xf64>
      memref.store %v, %w[%i] : memref<?xf64>
      memref.store %zero, %w[%next] : memref<?xf64>
    }
    // CHECK: scf.for %{{.*}} = %[[T]] to %c64
    scf.for %t = %c0 to %c64 step %c1 {
      %v = memref.load %w[%t] : memref<?xf64>
      memref.store %v, %y[%t] : memref<?xf64>
    } {weft.loop = #weft.loop<gpu(thread 128)>}
    memref.dealloc %w : memref<?xf64>
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// Groups of threads of a warp take the iterations of a loop of threads that
// contains another one. All threads of the warp wait before the loop runs again,
// since another group may take the same element then.
// CHECK-LABEL: func.func @groups
// CHECK: } else {
// CHECK: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: nvvm.bar.warp.sync
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: nvvm.bar.warp.sync %c-1_i32
func.func @groups(%n: index, %m: index, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %b = %c0 to %n step %c1 {
    scf.for %w = %c0 to %n step %c1 {
      scf.for %l = %c0 to %n step %c1 {
        scf.for %g = %l to %m step %c1 {
          %sum = scf.for %t = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
            %v = memref.load %x[%t] : memref<?xf64>
            %next = arith.addf %s, %v fastmath<reassoc> : f64
            scf.yield %next : f64
          } {weft.loop = #weft.loop<gpu(thread)>}
          %old = memref.load %y[%g] : memref<?xf64>
          %new = arith.addf %old, %sum : f64
          memref.store %new, %y[%g] : memref<?xf64>
        } {weft.loop = #weft.loop<gpu(thread 4)>}
      }
    } {weft.loop = #weft.loop<gpu(warp 8)>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}
