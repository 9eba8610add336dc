// RUN: weft-opt %s -weft-version-extents -split-input-file | FileCheck %s

// A nest with vector loops over an unknown extent has a version for an extent of 1, in
// which neither a loop over tiles nor a vector loop remains. Arithmetic on the extent
// before the nest is folded. Both versions are parallel.
// CHECK-LABEL: func.func @tiles(
// CHECK-SAME: %[[A:[^ ]*]]: memref<?xf64>, %[[C:[^ ]*]]: memref<?xf64>, %[[ROWS:[^ ]*]]: index, %[[N:[^ ]*]]: index
// CHECK: scf.index_switch %[[N]]
// CHECK: case 1 {
// CHECK:   scf.for %[[I:.*]] = %c0 to %[[ROWS]] step %c1 {
// CHECK-NOT: scf.for
// CHECK:     %[[X:.*]] = memref.load %[[A]][%[[I]]]
// CHECK:     memref.store %[[X]], %[[C]][%[[I]]]
// CHECK:   } {weft.loop = #weft.loop<parallel(static)>}
// CHECK-NOT: case
// CHECK: default {
// CHECK:   scf.for %{{.*}} = %c0 to %[[ROWS]] step %c1 {
// CHECK:     scf.for %{{.*}} = %c0 to %{{.*}} step %c1 {
// CHECK:       scf.for %{{.*}} = %c0 to %{{.*}} step %c1 {
// CHECK:       } {weft.loop = #weft.loop<vector(16)>}
// CHECK:   } {weft.loop = #weft.loop<parallel(static)>}
func.func @tiles(%a: memref<?xf64>, %c: memref<?xf64>, %rows: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %more = arith.addi %n, %c15 : index
  %tiles = arith.divui %more, %c16 : index
  scf.for %i = %c0 to %rows step %c1 {
    %row = arith.muli %i, %n : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %begin = arith.muli %tile, %c16 : index
      %left = arith.subi %n, %begin : index
      %count = arith.minui %left, %c16 : index
      scf.for %j = %c0 to %count step %c1 {
        %column = arith.addi %begin, %j : index
        %at = arith.addi %row, %column : index
        %x = memref.load %a[%at] : memref<?xf64>
        memref.store %x, %c[%at] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    } {weft.loop = #weft.loop<tiles(16)>}
  } {weft.loop = #weft.loop<parallel(static)>}
  return
}

// -----

// Carried values are results of both versions.
// CHECK-LABEL: func.func @carried(
// CHECK: %[[SUM:.*]] = scf.index_switch %{{.*}} -> f64
// CHECK: case 1 {
// CHECK:   %[[ONCE:.*]] = scf.for {{.*}} -> (f64) {
// CHECK-NOT: scf.for
// CHECK:     scf.yield
// CHECK:   scf.yield %[[ONCE]] : f64
// CHECK: default {
// CHECK:   %[[ALL:.*]] = scf.for {{.*}} -> (f64) {
// CHECK:     scf.for {{.*}} -> (f64) {
// CHECK:   scf.yield %[[ALL]] : f64
// CHECK: return %[[SUM]]
func.func @carried(%a: memref<?xf64>, %rows: index, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum = scf.for %i = %c0 to %rows step %c1 iter_args(%outer = %zero) -> (f64) {
    %row = arith.muli %i, %n : index
    %next = scf.for %j = %c0 to %n step %c1 iter_args(%inner = %outer) -> (f64) {
      %at = arith.addi %row, %j : index
      %x = memref.load %a[%at] : memref<?xf64>
      %more = arith.addf %inner, %x fastmath<reassoc> : f64
      scf.yield %more : f64
    } {weft.loop = #weft.loop<vector>}
    scf.yield %next : f64
  }
  return %sum : f64
}

// -----

// A nest has no versions if the extent is constant or is loaded in the nest, if there
// are two extents, or if the vector loop is not in another loop.
// CHECK-LABEL: func.func @none(
// CHECK-NOT: scf.index_switch
// CHECK: return
func.func @none(%a: memref<?xf64>, %p: memref<?xindex>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %x = arith.constant 1.0 : f64
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      memref.store %x, %a[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(8)>}
  }
  scf.for %i = %c0 to %m step %c1 {
    %end = memref.load %p[%i] : memref<?xindex>
    scf.for %j = %c0 to %end step %c1 {
      memref.store %x, %a[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector>}
  }
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      memref.store %x, %a[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector>}
    scf.for %j = %c0 to %m step %c1 {
      memref.store %x, %a[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector>}
  }
  scf.for %j = %c0 to %n step %c1 {
    memref.store %x, %a[%j] : memref<?xf64>
  } {weft.loop = #weft.loop<vector>}
  return
}

// -----

// The version for an extent of 1 keeps vector loops over a constant extent.
// CHECK-LABEL: func.func @lengths(
// CHECK:         scf.index_switch
// CHECK:           scf.for
// CHECK:             scf.for
// CHECK:             } {weft.loop = #weft.loop<vector>}
// CHECK-NOT:         scf.for
// CHECK:         default {
// CHECK:             } {weft.loop = #weft.loop<vector>}
// CHECK:             } {weft.loop = #weft.loop<vector(32)>}
func.func @lengths(%a: memref<?xf64>, %y: memref<?xf64>, %z: memref<?xf64>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %m step %c1 {
    scf.for %k = %c0 to %c64 step %c1 {
      %v = memref.load %a[%k] : memref<?xf64>
      memref.store %v, %z[%k] : memref<?xf64>
    } {weft.loop = #weft.loop<vector>}
    scf.for %k = %c0 to %n step %c1 {
      %v = memref.load %a[%k] : memref<?xf64>
      memref.store %v, %y[%k] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(32)>}
  }
  return
}

// -----

// Vector loops that accumulate into elements that the nest does not initialize have
// versions for extents of 1 to 4.
// CHECK-LABEL: func.func @added(
// CHECK:         scf.index_switch
// CHECK:         case 1 {
// CHECK-NOT:       weft.loop = {{.*}}vector
// CHECK:         case 2 {
// CHECK:             scf.for %{{.*}} = %c0 to %c2{{.*}} step %c1 {
// CHECK:             } {weft.loop = #weft.loop<vector(16)>}
// CHECK:         case 3 {
// CHECK:         case 4 {
// CHECK:             scf.for %{{.*}} = %c0 to %c4{{.*}} step %c1 {
// CHECK-NOT:     case
// CHECK:         default {
// CHECK:       func.func @filled(
// CHECK:         case 1 {
// CHECK-NOT:     case
// CHECK:         default {
func.func @added(%a: memref<?xf64>, %y: memref<?xf64>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
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
func.func @filled(%a: memref<?xf64>, %y: memref<?xf64>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %m step %c1 {
    scf.for %k = %c0 to %n step %c1 {
      %at = arith.addi %i, %k : index
      memref.store %zero, %y[%at] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(16)>}
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

// An accumulator that can be reassociated is carried in registers, so that extents of
// 2 to 4 need no versions; an ordered sum needs them.
// CHECK-LABEL: func.func @rows(
// CHECK:         case 1 {
// CHECK-NOT:     case
// CHECK:         default {
// CHECK-LABEL: func.func @ordered(
// CHECK:         case 1 {
// CHECK:         case 4 {
// CHECK:         default {
func.func @rows(%a: memref<?xf64>, %y: memref<?xf64>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %m step %c1 {
    scf.for %p = %c0 to %m step %c1 {
      scf.for %k = %c0 to %n step %c1 {
        %v = memref.load %a[%p] : memref<?xf64>
        %at = arith.addi %i, %k : index
        %old = memref.load %y[%at] : memref<?xf64>
        %new = arith.addf %old, %v fastmath<reassoc> : f64
        memref.store %new, %y[%at] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  }
  return
}
func.func @ordered(%a: memref<?xf64>, %y: memref<?xf64>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %m step %c1 {
    scf.for %p = %c0 to %m step %c1 {
      scf.for %k = %c0 to %n step %c1 {
        %v = memref.load %a[%p] : memref<?xf64>
        %at = arith.addi %i, %k : index
        %old = memref.load %y[%at] : memref<?xf64>
        %new = arith.addf %old, %v : f64
        memref.store %new, %y[%at] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  }
  return
}

// -----

// In a loop that assembles a result with calls, the nest inside has versions for
// extents of 1 and 2.
// CHECK-LABEL: func.func @assembled(
// CHECK: scf.for
// CHECK:   func.call @grow
// CHECK:   scf.index_switch
// CHECK:   case 1 {
// CHECK:   case 2 {
// CHECK-NOT: case
// CHECK:   default {
func.func private @grow(%array: memref<?xf64>) -> memref<?xf64>
func.func @assembled(%a: memref<?xf64>, %c: memref<?xf64>, %rows: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %r = scf.for %i = %c0 to %rows step %c1 iter_args(%array = %c) -> (memref<?xf64>) {
    %longer = func.call @grow(%array) : (memref<?xf64>) -> memref<?xf64>
    scf.for %k = %c0 to %n step %c1 {
      %width = arith.minsi %n, %c16 : index
      scf.for %j = %c0 to %width step %c1 {
        %x = memref.load %a[%k] : memref<?xf64>
        %old = memref.load %longer[%j] : memref<?xf64>
        %new = arith.addf %old, %x : f64
        memref.store %new, %longer[%j] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
    scf.yield %longer : memref<?xf64>
  }
  return %r : memref<?xf64>
}

// -----

// LLVM neither interleaves nor unrolls the loops of the version for an extent of 1.
// CHECK-DAG: #[[ONCE:.*]] = #llvm.loop_interleave<count = 1 : i32>
// CHECK-DAG: #[[ROLLED:.*]] = #llvm.loop_unroll<disable = true>
// CHECK-DAG: #[[MODEST:.*]] = #llvm.loop_annotation<interleave = #[[ONCE]], unroll = #[[ROLLED]]>
// CHECK-LABEL: func.func @rows(
// CHECK: case 1 {
// CHECK:   scf.for
// CHECK:     scf.for
// CHECK:     } {loop_annotation = #[[MODEST]]}
// CHECK: default {
// CHECK-NOT: loop_annotation
func.func @rows(%pos: memref<?xindex>, %crd: memref<?xindex>, %b: memref<?xf64>, %c: memref<?xf64>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %m step %c1 {
    %next = arith.addi %i, %c1 : index
    %low = memref.load %pos[%i] : memref<?xindex>
    %high = memref.load %pos[%next] : memref<?xindex>
    scf.for %p = %low to %high step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      scf.for %k = %c0 to %n step %c1 {
        %row = arith.muli %j, %n : index
        %at = arith.addi %row, %k : index
        %x = memref.load %b[%at] : memref<?xf64>
        memref.store %x, %c[%k] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(16)>}
    }
  }
  return
}

// -----

// Tiles of complex numbers, which have no vectors, have versions for extents of
// 1 to 4, in which the elements of the only tile are unrolled.
// CHECK-LABEL: func.func @complex(
// CHECK: scf.index_switch
// CHECK: case 1 {
// CHECK-NOT: scf.for {{.*}} to %c1
// CHECK: case 2 {
// CHECK: case 3 {
// CHECK: case 4 {
// CHECK:   scf.for
// CHECK-NOT: scf.for
// CHECK-COUNT-4: memref.store
// CHECK-NOT: memref.store
// CHECK: default {
// CHECK:   scf.for
// CHECK:     scf.for
// CHECK:       scf.for
// CHECK:     } {weft.loop = #weft.loop<tiles(32)>}
func.func @complex(%a: memref<?xcomplex<f64>>, %c: memref<?xcomplex<f64>>, %rows: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %more = arith.addi %n, %c31 : index
  %tiles = arith.divui %more, %c32 : index
  scf.for %i = %c0 to %rows step %c1 {
    %row = arith.muli %i, %n : index
    scf.for %tile = %c0 to %tiles step %c1 {
      %begin = arith.muli %tile, %c32 : index
      %left = arith.subi %n, %begin : index
      %count = arith.minui %left, %c32 : index
      scf.for %j = %c0 to %count step %c1 {
        %column = arith.addi %begin, %j : index
        %at = arith.addi %row, %column : index
        %x = memref.load %a[%at] : memref<?xcomplex<f64>>
        memref.store %x, %c[%at] : memref<?xcomplex<f64>>
      }
    } {weft.loop = #weft.loop<tiles(32)>}
  }
  return
}

// -----

// A loop of many steps is not of a tile, and is not unrolled.
// CHECK-LABEL: func.func @complex_and_others(
// CHECK: case 4 {
// CHECK:   scf.for
// CHECK:     scf.for %{{.*}} to %c4096
// CHECK: default {
func.func @complex_and_others(%a: memref<?xcomplex<f64>>, %c: memref<?xcomplex<f64>>, %d: memref<4096xcomplex<f64>>, %rows: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c4096 = arith.constant 4096 : index
  %more = arith.addi %n, %c31 : index
  %tiles = arith.divui %more, %c32 : index
  scf.for %i = %c0 to %rows step %c1 {
    %row = arith.muli %i, %n : index
    scf.for %k = %c0 to %c4096 step %c1 {
      %x = memref.load %a[%k] : memref<?xcomplex<f64>>
      memref.store %x, %d[%k] : memref<4096xcomplex<f64>>
    }
    scf.for %tile = %c0 to %tiles step %c1 {
      %begin = arith.muli %tile, %c32 : index
      %left = arith.subi %n, %begin : index
      %count = arith.minui %left, %c32 : index
      scf.for %j = %c0 to %count step %c1 {
        %column = arith.addi %begin, %j : index
        %at = arith.addi %row, %column : index
        %x = memref.load %a[%at] : memref<?xcomplex<f64>>
        memref.store %x, %c[%at] : memref<?xcomplex<f64>>
      }
    } {weft.loop = #weft.loop<tiles(32)>}
  }
  return
}

// -----

// Tiles of elements that have vectors are not versioned without a vector loop.
// CHECK-LABEL: func.func @scalar_tiles(
// CHECK-NOT: scf.index_switch
// CHECK: return
func.func @scalar_tiles(%a: memref<?xf64>, %c: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %more = arith.addi %n, %c31 : index
  %tiles = arith.divui %more, %c32 : index
  scf.for %tile = %c0 to %tiles step %c1 {
    %begin = arith.muli %tile, %c32 : index
    %left = arith.subi %n, %begin : index
    %count = arith.minui %left, %c32 : index
    scf.for %j = %c0 to %count step %c1 {
      %at = arith.addi %begin, %j : index
      %x = memref.load %a[%at] : memref<?xf64>
      memref.store %x, %c[%at] : memref<?xf64>
    }
  } {weft.loop = #weft.loop<tiles(32)>}
  return
}
