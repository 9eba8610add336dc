// RUN: weft-opt %s --weft-map-to-gpu --split-input-file --verify-diagnostics

func.func private @elsewhere(index)

func.func @calls(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %b = %c0 to %n step %c1 {
    scf.for %t = %c0 to %n step %c1 {
      // expected-error @+1 {{cannot run on a GPU: 'elsewhere' is called, which runs on a CPU}}
      func.call @elsewhere(%t) : (index) -> ()
    } {weft.loop = #weft.loop<gpu(thread)>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

func.func @unknown_size(%n: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %b = %c0 to %n step %c1 {
    // expected-error @+1 {{cannot run on a GPU: the size of a workspace inside of the blocks is not known; split the loop that it is computed in}}
    %w = memref.alloc(%n) : memref<?xf64>
    scf.for %t = %c0 to %n step %c1 {
      %v = memref.load %w[%t] : memref<?xf64>
      memref.store %v, %y[%t] : memref<?xf64>
    } {weft.loop = #weft.loop<gpu(thread)>}
    memref.dealloc %w : memref<?xf64>
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

func.func @atomic_workspace(%n: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %b = %c0 to %n step %c1 {
    %w = memref.alloca() : memref<8xf64>
    // expected-error @+1 {{cannot run on a GPU: a workspace of dynamic size is updated atomically inside of a block; bound the loop (`bound`), or use temporary on gpu_thread}}
    %list = memref.cast %w : memref<8xf64> to memref<?xf64>
    scf.for %t = %c0 to %n step %c1 {
      %v = memref.load %y[%t] : memref<?xf64>
      memref.generic_atomic_rmw %list[%t] : memref<?xf64> {
      ^bb0(%old: f64):
        %new = arith.addf %old, %v : f64
        memref.atomic_yield %new : f64
      }
    } {weft.loop = #weft.loop<gpu(thread)>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

func.func @not_combined(%n: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %b = %c0 to %n step %c1 {
    // expected-error @+1 {{cannot run on gpu_thread: an iteration uses the value of the one before, and does not only combine it with another one by a commutative operation with an identity; run a loop around it there}}
    %last = scf.for %t = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
      %v = memref.load %y[%t] : memref<?xf64>
      scf.yield %v : f64
    } {weft.loop = #weft.loop<gpu(thread)>}
    memref.store %last, %y[%b] : memref<?xf64>
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// A flag that is both set and cleared.
func.func @flag_not_combined(%n: index, %x: memref<?xi1>, %y: memref<?xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %no = arith.constant false
  %yes = arith.constant true
  scf.for %b = %c0 to %n step %c1 {
    // expected-error @+1 {{cannot run on gpu_thread: an iteration uses the value of the one before}}
    %last = scf.for %t = %c0 to %n step %c1 iter_args(%s = %no) -> i1 {
      %v = memref.load %x[%t] : memref<?xi1>
      %u = scf.if %v -> i1 {
        scf.yield %yes : i1
      } else {
        scf.yield %no : i1
      }
      scf.yield %u : i1
    } {weft.loop = #weft.loop<gpu(thread)>}
    memref.store %last, %y[%b] : memref<?xi1>
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

func.func @warps_not_combined(%n: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %b = %c0 to %n step %c1 {
    // expected-error @+1 {{cannot run on gpu_warp: an iteration uses the value of the one before, and does not only combine it with another one by a commutative operation with an identity; run a loop around it there}}
    %last = scf.for %w = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
      scf.for %t = %c0 to %n step %c1 {
        %u = memref.load %y[%t] : memref<?xf64>
        memref.store %u, %y[%t] : memref<?xf64>
      } {weft.loop = #weft.loop<gpu(thread)>}
      %v = memref.load %y[%w] : memref<?xf64>
      scf.yield %v : f64
    } {weft.loop = #weft.loop<gpu(warp)>}
    memref.store %last, %y[%b] : memref<?xf64>
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

func.func @blocks_in_threads(%n: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %b = %c0 to %n step %c1 {
    scf.for %t = %c0 to %n step %c1 {
      // expected-error @+1 {{expected 'gpu(block)' not to be inside of 'gpu(thread)': threads are inside of warps, and these inside of blocks}}
      scf.for %i = %c0 to %n step %c1 {
        %v = memref.load %y[%i] : memref<?xf64>
        memref.store %v, %y[%t] : memref<?xf64>
      } {weft.loop = #weft.loop<gpu(block)>}
    } {weft.loop = #weft.loop<gpu(thread)>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

func.func @shared_iterations(%n: index, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %b = %c0 to %n step %c1 {
    scf.for %w = %c0 to %n step %c1 {
      // expected-error @+1 {{cannot share an iteration of a loop of threads among threads: expected 'gpu(thread N)' with N a power of two up to 32 on the outer loop, got 3}}
      scf.for %t = %c0 to %n step %c1 {
        scf.for %u = %c0 to %n step %c1 {
          %v = memref.load %x[%u] : memref<?xf64>
          memref.store %v, %y[%u] : memref<?xf64>
        } {weft.loop = #weft.loop<gpu(thread)>}
      } {weft.loop = #weft.loop<gpu(thread 3)>}
    } {weft.loop = #weft.loop<gpu(warp)>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

func.func @shared_without_size(%n: index, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %b = %c0 to %n step %c1 {
    scf.for %w = %c0 to %n step %c1 {
      // expected-error @+1 {{cannot share an iteration of a loop of threads among threads: expected 'gpu(thread N)' with N a power of two up to 32 on the outer loop, got no size}}
      scf.for %t = %c0 to %n step %c1 {
        scf.for %u = %c0 to %n step %c1 {
          %v = memref.load %x[%u] : memref<?xf64>
          memref.store %v, %y[%u] : memref<?xf64>
        } {weft.loop = #weft.loop<gpu(thread)>}
      } {weft.loop = #weft.loop<gpu(thread)>}
    } {weft.loop = #weft.loop<gpu(warp)>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

func.func @shared_in_block(%n: index, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %b = %c0 to %n step %c1 {
    // expected-error @+1 {{cannot share an iteration of a loop of threads among threads: expected it inside of a loop with 'gpu(warp)' whose warps have 32 threads}}
    scf.for %t = %c0 to %n step %c1 {
      scf.for %u = %c0 to %n step %c1 {
        %v = memref.load %x[%u] : memref<?xf64>
        memref.store %v, %y[%u] : memref<?xf64>
      } {weft.loop = #weft.loop<gpu(thread)>}
    } {weft.loop = #weft.loop<gpu(thread 4)>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

func.func @shared_memory(%n: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4096 = arith.constant 4096 : index
  %c8192 = arith.constant 8192 : index
  %few = arith.cmpi ult, %n, %c4096 : index
  %size = arith.select %few, %c4096, %c8192 : index
  // expected-error @+1 {{cannot run on a GPU: the shared memory of a block takes 65536 bytes, and devices have 49152; choose smaller tiles}}
  scf.for %b = %c0 to %n step %c1 {
    %w = memref.alloc(%size) : memref<?xf64>
    scf.for %t = %c0 to %n step %c1 {
      %v = memref.load %y[%t] : memref<?xf64>
      memref.store %v, %w[%t] : memref<?xf64>
    } {weft.loop = #weft.loop<gpu(thread)>}
    memref.dealloc %w : memref<?xf64>
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

func.func @local_memory(%n: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{cannot run on a GPU: the local memory of a thread takes 800000 bytes, and devices have 524288; choose smaller tiles}}
  scf.for %b = %c0 to %n step %c1 {
    scf.for %t = %c0 to %n step %c1 {
      %w = memref.alloca() : memref<100000xf64>
      %v = memref.load %y[%t] : memref<?xf64>
      memref.store %v, %w[%t] : memref<100000xf64>
    } {weft.loop = #weft.loop<gpu(thread)>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

func.func @differ(%n: index, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %b = %c0 to %n step %c1 {
    scf.for %t = %c0 to %n step %c1 {
      %v = memref.load %x[%t] : memref<?xf64>
      %i = arith.divui %t, %n : index
      memref.generic_atomic_rmw %y[%i] : memref<?xf64> {
      ^bb0(%old: f64):
        %new = arith.addf %old, %v fastmath<reassoc> : f64
        memref.atomic_yield %new : f64
      }
      // expected-error @+1 {{cannot run on gpu_thread with temporary: expected iterations that only read and update arrays; use atomics}}
      memref.store %v, %x[%t] : memref<?xf64>
    } {weft.loop = #weft.loop<gpu(thread), partial>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

func.func @not_in_a_warp(%n: index, %x: memref<?xi64>, %y: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  scf.for %b = %c0 to %n step %c1 {
    // expected-error @+1 {{cannot run on gpu_thread with temporary: expected it inside of a loop on gpu_warp; run a loop around it there, or use atomics}}
    %last = scf.for %t = %c0 to %n step %c1 iter_args(%s = %zero) -> i64 {
      %v = memref.load %x[%t] : memref<?xi64>
      %is = arith.cmpi ne, %v, %zero : i64
      %new = arith.select %is, %v, %s : i64
      %i = arith.index_cast %new : i64 to index
      memref.generic_atomic_rmw %y[%i] : memref<?xi64> {
      ^bb0(%old: i64):
        %sum = arith.addi %old, %v : i64
        memref.atomic_yield %sum : i64
      }
      scf.yield %new : i64
    } {weft.loop = #weft.loop<gpu(thread), partial>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// expected-error @+1 {{expected 'gpu' without 'parallel' and 'vector'}}
func.func private @both() attributes {a = #weft.loop<parallel(static), gpu(block)>}

// -----

// expected-error @+1 {{expected 'block', 'warp' or 'thread', got 'lane'}}
func.func private @unit() attributes {a = #weft.loop<gpu(lane)>}
