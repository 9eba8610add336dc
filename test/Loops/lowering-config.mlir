// RUN: weft-opt %s -weft-widen-tiles -split-input-file | FileCheck %s --check-prefix=TILES
// RUN: weft-opt %s -weft-unroll-histograms -split-input-file | FileCheck %s --check-prefix=COUNTS
// RUN: weft-opt %s -weft-place-allocations=only=stack_arrays -split-input-file | FileCheck %s --check-prefix=STACK

// Passes obey the configuration of the innermost operation around a loop that lists
// their option.

// Without any configuration, a pass does what its own options say.
// TILES-LABEL: func.func @tiles(
// TILES: vector(32)
// COUNTS-LABEL: func.func @counts(
// COUNTS: } {weft.loop = #weft.loop<unroll(4)>}
// STACK-LABEL: func.func private @stack(
// STACK-COUNT-2: memref.alloca()
// STACK: return
func.func @tiles(%n: index, %low: index, %high: index, %a: memref<?xf64>, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %more = arith.addi %n, %c15 : index
  %tiles = arith.divui %more, %c16 : index
  scf.for %t = %c0 to %tiles step %c1 {
    scf.for %p = %low to %high step %c1 {
      %begin = arith.muli %t, %c16 : index
      %left = arith.subi %n, %begin : index
      %width = arith.minui %c16, %left : index
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  } {weft.loop = #weft.loop<tiles(16)>}
  return
}
func.func @counts(%coords: memref<?xindex>, %counts: memref<?xindex>, %begin: index, %end: index) {
  %c1 = arith.constant 1 : index
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %coords[%p] : memref<?xindex>
    %n = memref.load %counts[%j] : memref<?xindex>
    %more = arith.addi %n, %c1 : index
    memref.store %more, %counts[%j] : memref<?xindex>
  }
  return
}
func.func private @stack(%v: i64) {
  %c0 = arith.constant 0 : index
  %8 = memref.alloc() : memref<8xi64>
  memref.store %v, %8[%c0] : memref<8xi64>
  memref.dealloc %8 : memref<8xi64>
  %9 = memref.alloc() : memref<9xi64>
  memref.store %v, %9[%c0] : memref<9xi64>
  memref.dealloc %9 : memref<9xi64>
  return
}

// -----

// Options of the module, which a function or a loop turns off, or sets to another
// number. That of the outermost loop of a nest counts.
// TILES-LABEL: func.func @tiles(
// TILES: vector(32)
// TILES-LABEL: func.func @tiles_off(
// TILES-NOT: vector(32)
// TILES-LABEL: func.func @tiles_of_loops(
// TILES-NOT: vector(32)
// TILES: } {weft.lowering_config = #weft.lowering_config<widen_tiles = off>}
// TILES: vector(32)
// TILES: return
// COUNTS-LABEL: func.func @counts(
// COUNTS: } {weft.loop = #weft.loop<unroll(8)>}
// COUNTS: } {weft.loop = #weft.loop<unroll(2)>, weft.lowering_config = #weft.lowering_config<unroll_histograms = 2>}
// COUNTS: } {weft.lowering_config = #weft.lowering_config<unroll_histograms = 1>}
// COUNTS: } {weft.lowering_config = #weft.lowering_config<unroll_histograms = off>}
// COUNTS: } {weft.loop = #weft.loop<unroll(8)>, weft.lowering_config = #weft.lowering_config<jam_rows>}
// COUNTS-LABEL: func.func @counts_off(
// COUNTS-NOT: weft.loop = {{.*}}unroll
// COUNTS: } {weft.loop = #weft.loop<unroll(2)>, weft.lowering_config = #weft.lowering_config<unroll_histograms = 2>}
// STACK-LABEL: func.func private @stack(
// STACK: memref.alloca() {{.*}} : memref<8xi64>
// STACK: memref.alloc() : memref<9xi64>
// STACK-LABEL: func.func private @stack_off(
// STACK-NOT: memref.alloca
// STACK: return
module attributes {weft.lowering_config = #weft.lowering_config<unroll_histograms = 8, widen_tiles, stack_arrays = 64>} {
  func.func @tiles(%n: index, %low: index, %high: index, %a: memref<?xf64>, %x: f64) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c15 = arith.constant 15 : index
    %c16 = arith.constant 16 : index
    %more = arith.addi %n, %c15 : index
    %tiles = arith.divui %more, %c16 : index
    scf.for %t = %c0 to %tiles step %c1 {
      scf.for %p = %low to %high step %c1 {
        %begin = arith.muli %t, %c16 : index
        %left = arith.subi %n, %begin : index
        %width = arith.minui %c16, %left : index
        scf.for %k = %c0 to %width step %c1 {
          %i = arith.addi %begin, %k : index
          memref.store %x, %a[%i] : memref<?xf64>
        } {weft.loop = #weft.loop<vector(16)>}
      }
    } {weft.loop = #weft.loop<tiles(16)>}
    return
  }
  func.func @tiles_off(%n: index, %low: index, %high: index, %a: memref<?xf64>, %x: f64) attributes {weft.lowering_config = #weft.lowering_config<widen_tiles = off>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c15 = arith.constant 15 : index
    %c16 = arith.constant 16 : index
    %more = arith.addi %n, %c15 : index
    %tiles = arith.divui %more, %c16 : index
    scf.for %t = %c0 to %tiles step %c1 {
      scf.for %p = %low to %high step %c1 {
        %begin = arith.muli %t, %c16 : index
        %left = arith.subi %n, %begin : index
        %width = arith.minui %c16, %left : index
        scf.for %k = %c0 to %width step %c1 {
          %i = arith.addi %begin, %k : index
          memref.store %x, %a[%i] : memref<?xf64>
        } {weft.loop = #weft.loop<vector(16)>}
      }
    } {weft.loop = #weft.loop<tiles(16)>}
    return
  }
  func.func @tiles_of_loops(%n: index, %low: index, %high: index, %a: memref<?xf64>, %x: f64) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c15 = arith.constant 15 : index
    %c16 = arith.constant 16 : index
    %more = arith.addi %n, %c15 : index
    %tiles = arith.divui %more, %c16 : index
    scf.for %t = %c0 to %tiles step %c1 {
      scf.for %p = %low to %high step %c1 {
        %begin = arith.muli %t, %c16 : index
        %left = arith.subi %n, %begin : index
        %width = arith.minui %c16, %left : index
        scf.for %k = %c0 to %width step %c1 {
          %i = arith.addi %begin, %k : index
          memref.store %x, %a[%i] : memref<?xf64>
        } {weft.loop = #weft.loop<vector(16)>}
      }
    } {weft.lowering_config = #weft.lowering_config<widen_tiles = off>}
    scf.for %t = %c0 to %tiles step %c1 {
      scf.for %p = %low to %high step %c1 {
        %begin = arith.muli %t, %c16 : index
        %left = arith.subi %n, %begin : index
        %width = arith.minui %c16, %left : index
        scf.for %k = %c0 to %width step %c1 {
          %i = arith.addi %begin, %k : index
          memref.store %x, %a[%i] : memref<?xf64>
        } {weft.loop = #weft.loop<vector(16)>}
      } {weft.lowering_config = #weft.lowering_config<widen_tiles = off>}
    } {weft.loop = #weft.loop<tiles(16)>}
    return
  }
  func.func @counts(%coords: memref<?xindex>, %counts: memref<?xindex>, %begin: index, %end: index) {
    %c1 = arith.constant 1 : index
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %coords[%p] : memref<?xindex>
      %n = memref.load %counts[%j] : memref<?xindex>
      %more = arith.addi %n, %c1 : index
      memref.store %more, %counts[%j] : memref<?xindex>
    }
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %coords[%p] : memref<?xindex>
      %n = memref.load %counts[%j] : memref<?xindex>
      %more = arith.addi %n, %c1 : index
      memref.store %more, %counts[%j] : memref<?xindex>
    } {weft.lowering_config = #weft.lowering_config<unroll_histograms = 2>}
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %coords[%p] : memref<?xindex>
      %n = memref.load %counts[%j] : memref<?xindex>
      %more = arith.addi %n, %c1 : index
      memref.store %more, %counts[%j] : memref<?xindex>
    } {weft.lowering_config = #weft.lowering_config<unroll_histograms = 1>}
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %coords[%p] : memref<?xindex>
      %n = memref.load %counts[%j] : memref<?xindex>
      %more = arith.addi %n, %c1 : index
      memref.store %more, %counts[%j] : memref<?xindex>
    } {weft.lowering_config = #weft.lowering_config<unroll_histograms = off>}
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %coords[%p] : memref<?xindex>
      %n = memref.load %counts[%j] : memref<?xindex>
      %more = arith.addi %n, %c1 : index
      memref.store %more, %counts[%j] : memref<?xindex>
    } {weft.lowering_config = #weft.lowering_config<jam_rows>}
    return
  }
  func.func @counts_off(%coords: memref<?xindex>, %counts: memref<?xindex>, %begin: index, %end: index) attributes {weft.lowering_config = #weft.lowering_config<unroll_histograms = off>} {
    %c1 = arith.constant 1 : index
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %coords[%p] : memref<?xindex>
      %n = memref.load %counts[%j] : memref<?xindex>
      %more = arith.addi %n, %c1 : index
      memref.store %more, %counts[%j] : memref<?xindex>
    }
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %coords[%p] : memref<?xindex>
      %n = memref.load %counts[%j] : memref<?xindex>
      %more = arith.addi %n, %c1 : index
      memref.store %more, %counts[%j] : memref<?xindex>
    } {weft.lowering_config = #weft.lowering_config<unroll_histograms = 2>}
    return
  }
  func.func private @stack(%v: i64) {
    %c0 = arith.constant 0 : index
    %8 = memref.alloc() : memref<8xi64>
    memref.store %v, %8[%c0] : memref<8xi64>
    memref.dealloc %8 : memref<8xi64>
    %9 = memref.alloc() : memref<9xi64>
    memref.store %v, %9[%c0] : memref<9xi64>
    memref.dealloc %9 : memref<9xi64>
    return
  }
  func.func private @stack_off(%v: i64) attributes {weft.lowering_config = #weft.lowering_config<stack_arrays = off>} {
    %c0 = arith.constant 0 : index
    %8 = memref.alloc() : memref<8xi64>
    memref.store %v, %8[%c0] : memref<8xi64>
    memref.dealloc %8 : memref<8xi64>
    %9 = memref.alloc() : memref<9xi64>
    memref.store %v, %9[%c0] : memref<9xi64>
    memref.dealloc %9 : memref<9xi64>
    return
  }
}

// -----

// What no configuration around lists is off, and may be on for a function or a loop.
// TILES-LABEL: func.func @tiles(
// TILES-NOT: vector(32)
// TILES: } {weft.lowering_config = #weft.lowering_config<widen_tiles>}
// TILES-LABEL: func.func @tiles_on(
// TILES: vector(32)
// COUNTS-LABEL: func.func @counts(
// COUNTS-NOT: weft.loop = {{.*}}unroll
// COUNTS-LABEL: func.func @counts_on(
// COUNTS: } {weft.loop = #weft.loop<unroll(3)>}
// STACK-LABEL: func.func private @stack(
// STACK-NOT: memref.alloca
// STACK: return
module attributes {weft.lowering_config = #weft.lowering_config<>} {
  func.func @tiles(%n: index, %low: index, %high: index, %a: memref<?xf64>, %x: f64) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c15 = arith.constant 15 : index
    %c16 = arith.constant 16 : index
    %more = arith.addi %n, %c15 : index
    %tiles = arith.divui %more, %c16 : index
    scf.for %t = %c0 to %tiles step %c1 {
      scf.for %p = %low to %high step %c1 {
        %begin = arith.muli %t, %c16 : index
        %left = arith.subi %n, %begin : index
        %width = arith.minui %c16, %left : index
        scf.for %k = %c0 to %width step %c1 {
          %i = arith.addi %begin, %k : index
          memref.store %x, %a[%i] : memref<?xf64>
        } {weft.loop = #weft.loop<vector(16)>}
      }
    } {weft.loop = #weft.loop<tiles(16)>}
    scf.for %t = %c0 to %tiles step %c1 {
      scf.for %p = %low to %high step %c1 {
        %begin = arith.muli %t, %c16 : index
        %left = arith.subi %n, %begin : index
        %width = arith.minui %c16, %left : index
        scf.for %k = %c0 to %width step %c1 {
          %i = arith.addi %begin, %k : index
          memref.store %x, %a[%i] : memref<?xf64>
        } {weft.loop = #weft.loop<vector(16)>}
      } {weft.lowering_config = #weft.lowering_config<widen_tiles>}
    } {weft.loop = #weft.loop<tiles(16)>}
    return
  }
  func.func @tiles_on(%n: index, %low: index, %high: index, %a: memref<?xf64>, %x: f64) attributes {weft.lowering_config = #weft.lowering_config<widen_tiles>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c15 = arith.constant 15 : index
    %c16 = arith.constant 16 : index
    %more = arith.addi %n, %c15 : index
    %tiles = arith.divui %more, %c16 : index
    scf.for %t = %c0 to %tiles step %c1 {
      scf.for %p = %low to %high step %c1 {
        %begin = arith.muli %t, %c16 : index
        %left = arith.subi %n, %begin : index
        %width = arith.minui %c16, %left : index
        scf.for %k = %c0 to %width step %c1 {
          %i = arith.addi %begin, %k : index
          memref.store %x, %a[%i] : memref<?xf64>
        } {weft.loop = #weft.loop<vector(16)>}
      }
    } {weft.loop = #weft.loop<tiles(16)>}
    return
  }
  func.func @counts(%coords: memref<?xindex>, %counts: memref<?xindex>, %begin: index, %end: index) {
    %c1 = arith.constant 1 : index
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %coords[%p] : memref<?xindex>
      %n = memref.load %counts[%j] : memref<?xindex>
      %more = arith.addi %n, %c1 : index
      memref.store %more, %counts[%j] : memref<?xindex>
    }
    return
  }
  func.func @counts_on(%coords: memref<?xindex>, %counts: memref<?xindex>, %begin: index, %end: index) attributes {weft.lowering_config = #weft.lowering_config<unroll_histograms = 3>} {
    %c1 = arith.constant 1 : index
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %coords[%p] : memref<?xindex>
      %n = memref.load %counts[%j] : memref<?xindex>
      %more = arith.addi %n, %c1 : index
      memref.store %more, %counts[%j] : memref<?xindex>
    }
    return
  }
  func.func private @stack(%v: i64) {
    %c0 = arith.constant 0 : index
    %8 = memref.alloc() : memref<8xi64>
    memref.store %v, %8[%c0] : memref<8xi64>
    memref.dealloc %8 : memref<8xi64>
    %9 = memref.alloc() : memref<9xi64>
    memref.store %v, %9[%c0] : memref<9xi64>
    memref.dealloc %9 : memref<9xi64>
    return
  }
}
