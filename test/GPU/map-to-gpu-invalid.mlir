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

func.func @not_combined(%n: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %b = %c0 to %n step %c1 {
    // expected-error @+1 {{cannot combine what the threads of a GPU carry: it takes one commutative operation on numbers of at most 64 bits that has an identity}}
    %last = scf.for %t = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
      %v = memref.load %y[%t] : memref<?xf64>
      scf.yield %v : f64
    } {weft.loop = #weft.loop<gpu(thread)>}
    memref.store %last, %y[%b] : memref<?xf64>
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// expected-error @+1 {{expected 'gpu' without 'parallel' and 'vector'}}
func.func private @both() attributes {a = #weft.loop<parallel(static), gpu(block)>}

// -----

// expected-error @+1 {{expected 'block', 'warp' or 'thread', got 'lane'}}
func.func private @unit() attributes {a = #weft.loop<gpu(lane)>}
