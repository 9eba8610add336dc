// RUN: weft-opt %s -weft-unroll-and-jam=only=tile_sweeps -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s

// Tiles have two registers.
func.func @passed(%a: memref<?xf64>, %crd: memref<?xindex>, %bits: memref<?xi1>, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%n) : memref<?xf64>
// CHECK: tile-sweeps-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Passed] tile_sweeps {{.*}}Remark="accumulates up to 16 iterations into tiles of 16 elements of an allocated array in registers, in a loop over tiles that may be parallel"
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf64>
      %old = memref.load %y[%i] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %y[%i] : memref<?xf64>
    }
  }
  return %y : memref<?xf64>
}

// -----

// In another loop, tiles are executed by one thread.
func.func @sequential(%a: memref<?xf64>, %crd: memref<?xindex>, %bits: memref<?xi1>, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%n) : memref<?xf64>
  scf.for %again = %c0 to %m step %c1 {
// CHECK: tile-sweeps-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Passed] tile_sweeps {{.*}}Remark="accumulates up to 16 iterations into tiles of 16 elements of an allocated array in registers"
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf64>
      %old = memref.load %y[%i] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %y[%i] : memref<?xf64>
    }
  }
  }
  return %y : memref<?xf64>
}

// -----

// The loop has no tags.
func.func @tagged(%a: memref<?xf64>, %crd: memref<?xindex>, %bits: memref<?xi1>, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%n) : memref<?xf64>
// CHECK: tile-sweeps-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] tile_sweeps {{.*}}Remark="the loop is tagged `unroll` in `weft.loop`"
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf64>
      %old = memref.load %y[%i] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %y[%i] : memref<?xf64>
    }
  } {weft.loop = #weft.loop<unroll(2)>}
  return %y : memref<?xf64>
}

// -----

// No enclosing loop is parallel.
func.func @shared(%a: memref<?xf64>, %crd: memref<?xindex>, %bits: memref<?xi1>, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%n) : memref<?xf64>
  scf.for %again = %c0 to %m step %c1 {
// CHECK: tile-sweeps-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] tile_sweeps {{.*}}Remark="an enclosing loop is parallel"
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf64>
      %old = memref.load %y[%i] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %y[%i] : memref<?xf64>
    }
  }
  } {weft.loop = #weft.loop<parallel(static)>}
  return %y : memref<?xf64>
}

// -----

// The inner loop has no tags.
func.func @innerTagged(%a: memref<?xf64>, %crd: memref<?xindex>, %bits: memref<?xi1>, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%n) : memref<?xf64>
// CHECK: tile-sweeps-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] tile_sweeps {{.*}}Remark="the inner loop is tagged `parallel` in `weft.loop`"
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf64>
      %old = memref.load %y[%i] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %y[%i] : memref<?xf64>
    } {weft.loop = #weft.loop<parallel(static)>}
  }
  return %y : memref<?xf64>
}

// -----

// Operations before the inner loop only compute and load.
func.func @before(%a: memref<?xf64>, %crd: memref<?xindex>, %bits: memref<?xi1>, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%n) : memref<?xf64>
// CHECK: tile-sweeps-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] tile_sweeps {{.*}}Remark="'memref.store' before the inner loop cannot be repeated for each tile"
  scf.for %s = %c0 to %m step %c1 {
    memref.store %s, %crd[%s] : memref<?xindex>
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf64>
      %old = memref.load %y[%i] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %y[%i] : memref<?xf64>
    }
  }
  return %y : memref<?xf64>
}

// -----

// The inner loop stores once to an array.
func.func @twice(%a: memref<?xf64>, %crd: memref<?xindex>, %bits: memref<?xi1>, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%n) : memref<?xf64>
// CHECK: tile-sweeps-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] tile_sweeps {{.*}}Remark="the inner loop stores twice to an allocated array"
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf64>
      %old = memref.load %y[%i] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %y[%i] : memref<?xf64>
      memref.store %new, %y[%i] : memref<?xf64>
    }
  }
  return %y : memref<?xf64>
}

// -----

// Only the function accesses the array.
func.func @escapes(%a: memref<?xf64>, %crd: memref<?xindex>, %bits: memref<?xi1>, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%n) : memref<?xf64>
// CHECK: tile-sweeps-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] tile_sweeps {{.*}}Remark="the inner loop stores to argument 0, which other arrays may alias"
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf64>
      %old = memref.load %a[%i] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %a[%i] : memref<?xf64>
    }
  }
  return %y : memref<?xf64>
}

// -----

// Elements of the array are adjacent.
func.func @strided(%a: memref<?xf64>, %crd: memref<?xindex>, %bits: memref<?xi1>, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%n) : memref<?xf64>
  %z = memref.subview %y[0] [%n] [2] : memref<?xf64> to memref<?xf64, strided<[2]>>
// CHECK: tile-sweeps-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] tile_sweeps {{.*}}Remark="the inner loop stores to a view with a non-identity layout of an allocated array"
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf64>
      %old = memref.load %z[%i] : memref<?xf64, strided<[2]>>
      %new = arith.addf %old, %v : f64
      memref.store %new, %z[%i] : memref<?xf64, strided<[2]>>
    }
  }
  return %y : memref<?xf64>
}

// -----

// The array is defined outside of the loop.
func.func @local(%a: memref<?xf64>, %crd: memref<?xindex>, %bits: memref<?xi1>, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%n) : memref<?xf64>
// CHECK: tile-sweeps-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] tile_sweeps {{.*}}Remark="the inner loop stores to an allocated array, which is defined in the loop"
  scf.for %s = %c0 to %m step %c1 {
    %z = memref.subview %y[0] [%n] [1] : memref<?xf64> to memref<?xf64, strided<[1]>>
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf64>
      %old = memref.load %z[%i] : memref<?xf64, strided<[1]>>
      %new = arith.addf %old, %v : f64
      memref.store %new, %z[%i] : memref<?xf64, strided<[1]>>
    }
  }
  return %y : memref<?xf64>
}

// -----

// All iterations update the same elements.
func.func @moves(%a: memref<?xf64>, %crd: memref<?xindex>, %bits: memref<?xi1>, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%n) : memref<?xf64>
// CHECK: tile-sweeps-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] tile_sweeps {{.*}}Remark="the index of the store to an allocated array is not the induction variable of the inner loop plus an invariant offset"
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %at = arith.addi %i, %s : index
      %v = memref.load %a[%i] : memref<?xf64>
      %old = memref.load %y[%at] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %y[%at] : memref<?xf64>
    }
  }
  return %y : memref<?xf64>
}

// -----

// No other array may be the same.
func.func private @f(memref<?xf64>) -> memref<?xf64>
func.func @aliases(%a: memref<?xf64>, %crd: memref<?xindex>, %bits: memref<?xi1>, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%n) : memref<?xf64>
  %z = func.call @f(%y) : (memref<?xf64>) -> memref<?xf64>
// CHECK: tile-sweeps-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] tile_sweeps {{.*}}Remark="an array may alias the array that the inner loop stores to"
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %z[%i] : memref<?xf64>
      %old = memref.load %y[%i] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %y[%i] : memref<?xf64>
    }
  }
  return %y : memref<?xf64>
}

// -----

// The array is accessed only in the inner loop.
func.func @outside(%a: memref<?xf64>, %crd: memref<?xindex>, %bits: memref<?xi1>, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%n) : memref<?xf64>
// CHECK: tile-sweeps-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] tile_sweeps {{.*}}Remark="the loop accesses an allocated array outside of the inner loop"
  scf.for %s = %c0 to %m step %c1 {
    %w = memref.load %y[%s] : memref<?xf64>
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf64>
      %old = memref.load %y[%i] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %y[%i] : memref<?xf64>
    }
  }
  return %y : memref<?xf64>
}

// -----

// The inner loop loads the element that it stores.
func.func @other(%a: memref<?xf64>, %crd: memref<?xindex>, %bits: memref<?xi1>, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%n) : memref<?xf64>
// CHECK: tile-sweeps-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] tile_sweeps {{.*}}Remark="the inner loop loads another element of an allocated array than it stores"
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf64>
      %at = arith.addi %i, %n : index
      %w = memref.load %y[%at] : memref<?xf64>
      %old = memref.load %y[%i] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %y[%i] : memref<?xf64>
    }
  }
  return %y : memref<?xf64>
}

// -----

// The inner loop loads from all arrays that it stores to.
func.func @overwrites(%a: memref<?xf64>, %crd: memref<?xindex>, %bits: memref<?xi1>, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%n) : memref<?xf64>
  %z = memref.alloc(%n) : memref<?xf64>
// CHECK: tile-sweeps-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] tile_sweeps {{.*}}Remark="the inner loop does not load from an allocated array, to which it stores"
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf64>
      %old = memref.load %y[%i] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %y[%i] : memref<?xf64>
      memref.store %new, %z[%i] : memref<?xf64>
    }
  }
  return %y : memref<?xf64>
}

// -----

// The inner loop can be vectorized.
func.func @vectors(%a: memref<?xf64>, %crd: memref<?xindex>, %is: i1, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%n) : memref<?xf64>
// CHECK: tile-sweeps-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] tile_sweeps {{.*}}Remark="the inner loop cannot be vectorized: {{.+}}"
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf64>
      %old = memref.load %y[%i] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      scf.if %is {
      }
      memref.store %new, %y[%i] : memref<?xf64>
    }
  }
  return %y : memref<?xf64>
}

// -----

// Other accesses are consecutive or uniform.
func.func @gathers(%a: memref<?xf64>, %crd: memref<?xindex>, %bits: memref<?xi1>, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%n) : memref<?xf64>
// CHECK: tile-sweeps-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] tile_sweeps {{.*}}Remark="the inner loop accesses elements of argument 0 that are not consecutive"
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %at = memref.load %crd[%i] : memref<?xindex>
      %v = memref.load %a[%at] : memref<?xf64>
      %old = memref.load %y[%i] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %y[%i] : memref<?xf64>
    }
  }
  return %y : memref<?xf64>
}

// -----

// Elements are whole bytes.
func.func @bits(%a: memref<?xf64>, %crd: memref<?xindex>, %bits: memref<?xi1>, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.alloc(%n) : memref<?xf64>
// CHECK: tile-sweeps-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] tile_sweeps {{.*}}Remark="the elements of argument 2 are not whole bytes"
  scf.for %s = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %bit = memref.load %bits[%i] : memref<?xi1>
      %v = arith.uitofp %bit : i1 to f64
      %old = memref.load %y[%i] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %y[%i] : memref<?xf64>
    }
  }
  return %y : memref<?xf64>
}
