// RUN: weft-opt %s -weft-version-extents=masks -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s

// CHECK-NOT: Remark=
func.func @extents(%a: memref<?xf64>, %p: memref<?xindex>, %m: index, %n: index, %n32: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %x = arith.constant 1.0 : f64
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] version_extents {{.*}}Remark="the extents of the vector loops are constants"
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      memref.store %x, %a[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(8)>}
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] version_extents {{.*}}Remark="the extent of a vector loop depends on `memref.load` in the nest"
  scf.for %i = %c0 to %m step %c1 {
    %end = memref.load %p[%i] : memref<?xindex>
    scf.for %j = %c0 to %end step %c1 {
      memref.store %x, %a[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector>}
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:{{.*}}: remark: [Missed] version_extents {{.*}}Remark="the extent of a vector loop depends on a loop-carried value"
  %last = scf.for %i = %c0 to %m step %c1 iter_args(%end = %n) -> (index) {
    scf.for %j = %c0 to %end step %c1 {
      memref.store %x, %a[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector>}
    %next = arith.addi %end, %i : index
    scf.yield %next : index
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] version_extents {{.*}}Remark="the vector loops have 2 different extents"
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      memref.store %x, %a[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector>}
    scf.for %j = %c0 to %m step %c1 {
      memref.store %x, %a[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector>}
  }
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] version_extents {{.*}}Remark="the extent is not of type `index`"
  scf.for %i = %c0 to %m step %c1 {
    %end = arith.index_cast %n32 : i32 to index
    scf.for %j = %c0 to %end step %c1 {
      memref.store %x, %a[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector>}
  }
  return
}

// -----

// Loops without vector loops inside are silent.
// CHECK-NOT: Remark=
func.func @others(%a: memref<?xf64>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f64
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      memref.store %x, %a[%j] : memref<?xf64>
    }
  }
  scf.for %j = %c0 to %n step %c1 {
    memref.store %x, %a[%j] : memref<?xf64>
  } {weft.loop = #weft.loop<vector>}
  return
}

// -----

// CHECK-NOT: Remark=
func.func @accumulated(%a: memref<?xf64>, %y: memref<?xf64>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: remarks.mlir:[[@LINE+2]]:3: remark: [Passed] version_extents {{.*}}Remark="versions the nest for extents 1 to 4"
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] version_extents {{.*}}Remark="no version for one masked vector: a vector loop is not inside a loop over tiles"
  scf.for %i = %c0 to %m step %c1 {
    scf.for %k = %c0 to %n step %c1 {
      %v = memref.load %a[%k] : memref<?xf64>
      %at = arith.addi %i, %k : index
      %old = memref.load %y[%at] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %y[%at] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(16)>}
  }
  return
}

// -----

// CHECK-NOT: Remark=
func.func @narrow(%b: memref<?xf64>, %rows: index, %low: index, %high: index, %n: index, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %size = arith.muli %rows, %n : index
  %c = memref.alloc(%size) : memref<?xf64>
  %more = arith.addi %n, %c15 : index
  %tiles = arith.divui %more, %c16 : index
  // CHECK: remarks.mlir:[[@LINE+2]]:3: remark: [Passed] version_extents {{.*}}Remark="versions the nest for an extent of 1"
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] version_extents {{.*}}Remark="versions the nest for an extent of at most 8, which is one masked vector"
  scf.for %i = %c0 to %rows step %c1 {
    %row = arith.muli %i, %n : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %begin = arith.muli %tile, %c16 : index
      %left = arith.subi %n, %begin : index
      %width = arith.minui %c16, %left : index
      scf.for %p = %low to %high step %c1 {
        scf.for %k = %c0 to %width step %c1 {
          %column = arith.addi %begin, %k : index
          %to = arith.addi %row, %column : index
          %old = memref.load %c[%to] : memref<?xf64>
          %new = arith.addf %old, %x fastmath<reassoc> : f64
          memref.store %new, %c[%to] : memref<?xf64>
        } {weft.loop = #weft.loop<vector(16)>}
      }
    } {weft.loop = #weft.loop<tiles(16)>}
  }
  // CHECK: remarks.mlir:[[@LINE+2]]:3: remark: [Passed] version_extents {{.*}}Remark="versions the nest for an extent of 1"
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] version_extents {{.*}}Remark="no version for one masked vector: in the loop over tiles, a store is outside of the inner loops over the tile that are tagged `vector`"
  scf.for %i = %c0 to %rows step %c1 {
    %row = arith.muli %i, %n : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %begin = arith.muli %tile, %c16 : index
      %left = arith.subi %n, %begin : index
      %width = arith.minui %c16, %left : index
      memref.store %x, %c[%c0] : memref<?xf64>
      scf.for %p = %low to %high step %c1 {
        scf.for %k = %c0 to %width step %c1 {
          %column = arith.addi %begin, %k : index
          %to = arith.addi %row, %column : index
          memref.store %x, %c[%to] : memref<?xf64>
        } {weft.loop = #weft.loop<vector(16)>}
      }
    } {weft.loop = #weft.loop<tiles(16)>}
  }
  // CHECK: remarks.mlir:[[@LINE+2]]:3: remark: [Passed] version_extents {{.*}}Remark="versions the nest for extents 1 to 4"
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] version_extents {{.*}}Remark="no version for one masked vector: a masked store would stall loads of the same array in the next iteration"
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %tile = %c0 to %tiles step %c1 {
      %begin = arith.muli %tile, %c16 : index
      %left = arith.subi %n, %begin : index
      %width = arith.minui %c16, %left : index
      scf.for %p = %low to %high step %c1 {
        %row = arith.muli %p, %n : index
        scf.for %k = %c0 to %width step %c1 {
          %column = arith.addi %begin, %k : index
          %to = arith.addi %row, %column : index
          %old = memref.load %c[%to] : memref<?xf64>
          %new = arith.addf %old, %x fastmath<reassoc> : f64
          memref.store %new, %c[%to] : memref<?xf64>
        } {weft.loop = #weft.loop<vector(16)>}
      }
    } {weft.loop = #weft.loop<tiles(16)>}
  }
  return
}

// -----

// CHECK-NOT: Remark=
func.func @lanes(%b: memref<?xf16>, %c: memref<?xf16>, %rows: index, %low: index, %high: index, %n: index, %x: f16) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %more = arith.addi %n, %c15 : index
  %tiles = arith.divui %more, %c16 : index
  // CHECK: remarks.mlir:[[@LINE+2]]:3: remark: [Passed] version_extents {{.*}}Remark="versions the nest for an extent of 1"
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] version_extents {{.*}}Remark="no version for one masked vector: in a vector loop, an access cannot be masked: vectors mask elements of 32 and 64 bits, not of type f16"
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %tile = %c0 to %tiles step %c1 {
      %begin = arith.muli %tile, %c16 : index
      %left = arith.subi %n, %begin : index
      %width = arith.minui %c16, %left : index
      scf.for %p = %low to %high step %c1 {
        scf.for %k = %c0 to %width step %c1 {
          %column = arith.addi %begin, %k : index
          memref.store %x, %c[%column] : memref<?xf16>
        } {weft.loop = #weft.loop<vector(16)>}
      }
    } {weft.loop = #weft.loop<tiles(16)>}
  }
  // CHECK: remarks.mlir:[[@LINE+2]]:3: remark: [Passed] version_extents {{.*}}Remark="versions the nest for an extent of 1"
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] version_extents {{.*}}Remark="no version for one masked vector: a vector loop cannot be vectorized: the store index is invariant, so that all iterations store to the same element"
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %tile = %c0 to %tiles step %c1 {
      %begin = arith.muli %tile, %c16 : index
      %left = arith.subi %n, %begin : index
      %width = arith.minui %c16, %left : index
      scf.for %p = %low to %high step %c1 {
        scf.for %k = %c0 to %width step %c1 {
          memref.store %x, %c[%begin] : memref<?xf16>
        } {weft.loop = #weft.loop<vector(16)>}
      }
    } {weft.loop = #weft.loop<tiles(16)>}
  }
  return
}
