// RUN: weft-opt %s -weft-widen-tiles -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s

// CHECK-NOT: Remark=
func.func private @f()
func.func @tiles(%n: index, %m: index, %low: index, %high: index, %some: index, %a: memref<?xf64>, %b: memref<?xf64>, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %more = arith.addi %n, %c15 : index
  %tiles = arith.divui %more, %c16 : index
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] widen_tiles {{.*}}Remark="computes pairs of full tiles of 16 elements as tiles of 32 elements"
  scf.for %t = %c0 to %tiles step %c1 {
    %begin = arith.muli %t, %c16 : index
    %left = arith.subi %n, %begin : index
    %width = arith.minui %c16, %left : index
    scf.for %p = %low to %high step %c1 {
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  } {weft.loop = #weft.loop<tiles(16)>}
  return
}

// -----

// CHECK-NOT: Remark=
func.func private @f()
func.func @tiles(%n: index, %m: index, %low: index, %high: index, %some: index, %a: memref<?xf64>, %b: memref<?xf64>, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %more = arith.addi %n, %c15 : index
  %tiles = arith.divui %more, %c16 : index
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] widen_tiles {{.*}}Remark="the loop has unsigned bounds"
  scf.for unsigned %t = %c0 to %tiles step %c1 {
    %begin = arith.muli %t, %c16 : index
    %left = arith.subi %n, %begin : index
    %width = arith.minui %c16, %left : index
    scf.for %p = %low to %high step %c1 {
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  } {weft.loop = #weft.loop<tiles(16)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] widen_tiles {{.*}}Remark="the loop has iter_args"
  %count = scf.for %t = %c0 to %tiles step %c1 iter_args(%carried = %c0) -> (index) {
    %begin = arith.muli %t, %c16 : index
    %left = arith.subi %n, %begin : index
    %width = arith.minui %c16, %left : index
    scf.for %p = %low to %high step %c1 {
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
    %next = arith.addi %carried, %c1 : index
    scf.yield %next : index
  } {weft.loop = #weft.loop<tiles(16)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] widen_tiles {{.*}}Remark="the lower bound of the loop is not 0"
  scf.for %t = %c1 to %tiles step %c1 {
    %begin = arith.muli %t, %c16 : index
    %left = arith.subi %n, %begin : index
    %width = arith.minui %c16, %left : index
    scf.for %p = %low to %high step %c1 {
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  } {weft.loop = #weft.loop<tiles(16)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] widen_tiles {{.*}}Remark="the step of the loop is not 1"
  scf.for %t = %c0 to %tiles step %c2 {
    %begin = arith.muli %t, %c16 : index
    %left = arith.subi %n, %begin : index
    %width = arith.minui %c16, %left : index
    scf.for %p = %low to %high step %c1 {
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  } {weft.loop = #weft.loop<tiles(16)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] widen_tiles {{.*}}Remark="the loop is tagged `parallel` in `weft.loop`"
  scf.for %t = %c0 to %tiles step %c1 {
    %begin = arith.muli %t, %c16 : index
    %left = arith.subi %n, %begin : index
    %width = arith.minui %c16, %left : index
    scf.for %p = %low to %high step %c1 {
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  } {weft.loop = #weft.loop<parallel(static), tiles(16)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] widen_tiles {{.*}}Remark="`memref.store` uses the induction variable other than to multiply it by a constant"
  scf.for %t = %c0 to %tiles step %c1 {
    %begin = arith.muli %t, %c16 : index
    %left = arith.subi %n, %begin : index
    %width = arith.minui %c16, %left : index
    memref.store %x, %a[%t] : memref<?xf64>
    scf.for %p = %low to %high step %c1 {
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  } {weft.loop = #weft.loop<tiles(16)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] widen_tiles {{.*}}Remark="the induction variable is multiplied by a constant other than the tile length 16"
  scf.for %t = %c0 to %tiles step %c1 {
    %begin = arith.muli %t, %c8 : index
    %left = arith.subi %n, %begin : index
    %width = arith.minui %c16, %left : index
    scf.for %p = %low to %high step %c1 {
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  } {weft.loop = #weft.loop<tiles(16)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] widen_tiles {{.*}}Remark="the loop does not multiply the induction variable by the tile length"
  scf.for %t = %c0 to %tiles step %c1 {
    memref.store %x, %a[%c0] : memref<?xf64>
  } {weft.loop = #weft.loop<tiles(16)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] widen_tiles {{.*}}Remark="the start of a tile is subtracted other than for the tile width `minui(extent - start, length)`"
  scf.for %t = %c0 to %tiles step %c1 {
    %begin = arith.muli %t, %c16 : index
    %left = arith.subi %n, %begin : index
    %width = arith.minui %c16, %left : index
    %rest = arith.subi %n, %begin : index
    %most = arith.maxui %rest, %c1 : index
    scf.for %p = %low to %high step %c1 {
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  } {weft.loop = #weft.loop<tiles(16)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] widen_tiles {{.*}}Remark="the tile width is not bounded by the tile length 16"
  scf.for %t = %c0 to %tiles step %c1 {
    %begin = arith.muli %t, %c16 : index
    %left = arith.subi %n, %begin : index
    %width = arith.minui %c8, %left : index
    scf.for %p = %low to %high step %c1 {
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  } {weft.loop = #weft.loop<tiles(16)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] widen_tiles {{.*}}Remark="the tiled extent is defined in the loop"
  scf.for %t = %c0 to %tiles step %c1 {
    %begin = arith.muli %t, %c16 : index
    %end = arith.addi %begin, %c16 : index
    %left = arith.subi %end, %begin : index
    %width = arith.minui %c16, %left : index
    scf.for %p = %low to %high step %c1 {
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  } {weft.loop = #weft.loop<tiles(16)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] widen_tiles {{.*}}Remark="the tile widths are computed from two extents"
  scf.for %t = %c0 to %tiles step %c1 {
    %begin = arith.muli %t, %c16 : index
    %left = arith.subi %n, %begin : index
    %width = arith.minui %c16, %left : index
    %rest = arith.subi %m, %begin : index
    %other = arith.minui %c16, %rest : index
    scf.for %p = %low to %high step %c1 {
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  } {weft.loop = #weft.loop<tiles(16)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] widen_tiles {{.*}}Remark="the loop does not compute a tile width `minui(extent - start, length)`"
  scf.for %t = %c0 to %tiles step %c1 {
    %begin = arith.muli %t, %c16 : index
    memref.store %x, %a[%begin] : memref<?xf64>
  } {weft.loop = #weft.loop<tiles(16)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] widen_tiles {{.*}}Remark="`arith.addi` uses the tile width, but is not a loop over the tile that is only tagged `vector(16)`"
  scf.for %t = %c0 to %tiles step %c1 {
    %begin = arith.muli %t, %c16 : index
    %left = arith.subi %n, %begin : index
    %width = arith.minui %c16, %left : index
    %end = arith.addi %begin, %width : index
    scf.for %p = %low to %high step %c1 {
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  } {weft.loop = #weft.loop<tiles(16)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] widen_tiles {{.*}}Remark="an inner loop tagged `vector` does not iterate over the tile"
  scf.for %t = %c0 to %tiles step %c1 {
    %begin = arith.muli %t, %c16 : index
    %left = arith.subi %n, %begin : index
    %width = arith.minui %c16, %left : index
    scf.for %k = %c0 to %some step %c1 {
      %z = memref.load %b[%k] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(16)>}
    scf.for %p = %low to %high step %c1 {
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  } {weft.loop = #weft.loop<tiles(16)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] widen_tiles {{.*}}Remark="a store is outside of the inner loops over the tile that are tagged `vector`"
  scf.for %t = %c0 to %tiles step %c1 {
    %begin = arith.muli %t, %c16 : index
    %left = arith.subi %n, %begin : index
    %width = arith.minui %c16, %left : index
    memref.store %x, %b[%c0] : memref<?xf64>
    scf.for %p = %low to %high step %c1 {
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  } {weft.loop = #weft.loop<tiles(16)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] widen_tiles {{.*}}Remark="the index of a store in an inner loop does not depend on the start of the tile"
  scf.for %t = %c0 to %tiles step %c1 {
    %begin = arith.muli %t, %c16 : index
    %left = arith.subi %n, %begin : index
    %width = arith.minui %c16, %left : index
    scf.for %p = %low to %high step %c1 {
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%k] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  } {weft.loop = #weft.loop<tiles(16)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] widen_tiles {{.*}}Remark="`func.call` in the loop has side effects"
  scf.for %t = %c0 to %tiles step %c1 {
    %begin = arith.muli %t, %c16 : index
    %left = arith.subi %n, %begin : index
    %width = arith.minui %c16, %left : index
    func.call @f() : () -> ()
    scf.for %p = %low to %high step %c1 {
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  } {weft.loop = #weft.loop<tiles(16)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] widen_tiles {{.*}}Remark="no loop over the tile is nested in another inner loop, which wider vectors would execute less often"
  scf.for %t = %c0 to %tiles step %c1 {
    %begin = arith.muli %t, %c16 : index
    %left = arith.subi %n, %begin : index
    %width = arith.minui %c16, %left : index
    scf.for %k = %c0 to %width step %c1 {
      %i = arith.addi %begin, %k : index
      memref.store %x, %a[%i] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(16)>}
  } {weft.loop = #weft.loop<tiles(16)>}
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] widen_tiles {{.*}}Remark="a load from a stored array may access elements outside of the tile"
  scf.for %t = %c0 to %tiles step %c1 {
    %begin = arith.muli %t, %c16 : index
    %left = arith.subi %n, %begin : index
    %width = arith.minui %c16, %left : index
    scf.for %p = %low to %high step %c1 {
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
    %z = memref.load %a[%c0] : memref<?xf64>
  } {weft.loop = #weft.loop<tiles(16)>}
  // Loops that are not tagged as loops over tiles are silent.
  // CHECK-NOT: Remark=
  scf.for %t = %c0 to %some step %c1 {
    %begin = arith.muli %t, %c16 : index
    %left = arith.subi %n, %begin : index
    %width = arith.minui %c16, %left : index
    scf.for %p = %low to %high step %c1 {
      scf.for %k = %c0 to %width step %c1 {
        %i = arith.addi %begin, %k : index
        memref.store %x, %a[%i] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  }
  return
}
