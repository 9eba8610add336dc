// RUN: weft-opt %s -weft-prefetch=only=prefetch_gathers -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:

// Scalars of an argument.
func.func @elements(%crd: memref<?xindex>, %x: memref<?xf64> {weft.array = #weft.array<1 values>}, %begin: index, %end: index, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  // CHECK: prefetch-gathers-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Passed] prefetch_gathers {{.*}}Remark="prefetches the values of tensor 1 128 positions ahead into L2 in a loop version for arrays of at least 1048576 bytes"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %x[%j] : memref<?xf64>
    memref.store %v, %out[%p] : memref<?xf64>
  }
  return
}

// -----

// Vectors of a row.
func.func @rows(%crd: memref<?xindex>, %x: memref<?xf64>, %begin: index, %end: index, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  // CHECK: prefetch-gathers-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Passed] prefetch_gathers {{.*}}Remark="prefetches argument 1 64 positions ahead into L2 in a loop version for arrays of at least 6291456 bytes"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = vector.load %x[%j] : memref<?xf64>, vector<8xf64>
    vector.store %v, %out[%p] : memref<?xf64>, vector<8xf64>
  }
  return
}

// -----

// Scalars of a result that the loop updates.
func.func @result(%crd: memref<?xindex>, %x: memref<?xf64>, %begin: index, %end: index, %out: memref<?xf64>) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %y = memref.alloc(%end) : memref<?xf64>
  // CHECK: prefetch-gathers-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Passed] prefetch_gathers {{.*}}Remark="prefetches an allocated array 128 positions ahead into L2 in a loop version for arrays of at least 33554432 bytes"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %y[%j] : memref<?xf64>
    %w = arith.addf %v, %v : f64
    memref.store %w, %y[%j] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// Arrays that the function fills are in the caches.
func.func @workspace(%crd: memref<?xindex>, %x: memref<?xf64>, %begin: index, %end: index, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %y = memref.alloc(%end) : memref<?xf64>
  // CHECK: prefetch-gathers-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_gathers {{.*}}Remark="the function may write an allocated array and does not allocate and return the array"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %y[%j] : memref<?xf64>
    %w = arith.addf %v, %v : f64
    memref.store %w, %y[%j] : memref<?xf64>
  }
  memref.dealloc %y : memref<?xf64>
  return
}

// -----

// A loop without indirect loads is not reported.
func.func @sequential(%crd: memref<?xindex>, %x: memref<?xf64>, %begin: index, %end: index, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  scf.for %p = %begin to %end step %c1 {
    %v = memref.load %x[%p] : memref<?xf64>
    memref.store %v, %out[%p] : memref<?xf64>
  }
  return
}

// -----

// The loaded elements are indices, as bounds of segments are.
func.func @indices(%crd: memref<?xindex>, %pos: memref<?xindex>, %to: memref<?xindex>, %begin: index, %end: index, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  // CHECK: prefetch-gathers-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_gathers {{.*}}Remark="the elements of argument 1 are indices, whose loads are not prefetched"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %pos[%j] : memref<?xindex>
    memref.store %v, %to[%p] : memref<?xindex>
  }
  return
}

// -----

// The last line of a vector is known for masks of the first lanes only.
func.func @mask(%crd: memref<?xindex>, %x: memref<?xf64>, %mask: vector<8xi1>, %zeros: vector<8xf64>, %begin: index, %end: index, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  // CHECK: prefetch-gathers-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_gathers {{.*}}Remark="the mask of the load from argument 1 is not known to select the first lanes only"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = vector.maskedload %x[%j], %mask, %zeros : memref<?xf64>, vector<8xi1>, vector<8xf64> into vector<8xf64>
    vector.store %v, %out[%p] : memref<?xf64>, vector<8xf64>
  }
  return
}

// -----

// Arrays without lines of adjacent elements.
func.func @types(%crd: memref<?xindex>, %square: memref<?x?xf64>, %apart: memref<?xf64, strided<[2]>>, %bits: memref<?xi1>, %flags: memref<?xi1>, %begin: index, %end: index, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  // CHECK: prefetch-gathers-remarks.mlir:[[@LINE+3]]:{{[0-9]+}}: remark: [Missed] prefetch_gathers {{.*}}Remark="argument 1 is multi-dimensional or has a non-identity layout"
  // CHECK: prefetch-gathers-remarks.mlir:[[@LINE+2]]:{{[0-9]+}}: remark: [Missed] prefetch_gathers {{.*}}Remark="argument 2 is multi-dimensional or has a non-identity layout"
  // CHECK: prefetch-gathers-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_gathers {{.*}}Remark="the element type of argument 3 is not an integer or float type of 8, 16, 32 or 64 bits"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %u = memref.load %square[%j, %p] : memref<?x?xf64>
    %v = memref.load %apart[%j] : memref<?xf64, strided<[2]>>
    %b = memref.load %bits[%j] : memref<?xi1>
    %w = arith.addf %u, %v : f64
    memref.store %b, %flags[%p] : memref<?xi1>
    memref.store %w, %out[%p] : memref<?xf64>
  }
  return
}

// -----

// A vector of more than 2048 bytes is no row of a loop nest.
func.func @long(%crd: memref<?xindex>, %x: memref<?xf64>, %begin: index, %end: index, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  // CHECK: prefetch-gathers-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_gathers {{.*}}Remark="the vector loaded from argument 1 exceeds 2048 bytes"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = vector.load %x[%j] : memref<?xf64>, vector<512xf64>
    vector.store %v, %out[%p] : memref<?xf64>, vector<512xf64>
  }
  return
}

// -----

// The coordinates ahead may change.
func.func @written_coordinates(%crd: memref<?xindex>, %x: memref<?xf64>, %begin: index, %end: index, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  // CHECK: prefetch-gathers-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_gathers {{.*}}Remark="the index array of the loads from argument 1 may be written"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %x[%j] : memref<?xf64>
    memref.store %v, %out[%p] : memref<?xf64>
    memref.store %j, %crd[%p] : memref<?xindex>
  }
  return
}

// -----

// The computation of the index is repeated for the prefetch.
func.func @computation(%crd: memref<?xindex>, %x: memref<?xf64>, %begin: index, %end: index, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  // CHECK: prefetch-gathers-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_gathers {{.*}}Remark="more than 32 operations compute the index into argument 1"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %s0 = arith.addi %j, %begin : index
    %s1 = arith.addi %s0, %begin : index
    %s2 = arith.addi %s1, %begin : index
    %s3 = arith.addi %s2, %begin : index
    %s4 = arith.addi %s3, %begin : index
    %s5 = arith.addi %s4, %begin : index
    %s6 = arith.addi %s5, %begin : index
    %s7 = arith.addi %s6, %begin : index
    %s8 = arith.addi %s7, %begin : index
    %s9 = arith.addi %s8, %begin : index
    %s10 = arith.addi %s9, %begin : index
    %s11 = arith.addi %s10, %begin : index
    %s12 = arith.addi %s11, %begin : index
    %s13 = arith.addi %s12, %begin : index
    %s14 = arith.addi %s13, %begin : index
    %s15 = arith.addi %s14, %begin : index
    %s16 = arith.addi %s15, %begin : index
    %s17 = arith.addi %s16, %begin : index
    %s18 = arith.addi %s17, %begin : index
    %s19 = arith.addi %s18, %begin : index
    %s20 = arith.addi %s19, %begin : index
    %s21 = arith.addi %s20, %begin : index
    %s22 = arith.addi %s21, %begin : index
    %s23 = arith.addi %s22, %begin : index
    %s24 = arith.addi %s23, %begin : index
    %s25 = arith.addi %s24, %begin : index
    %s26 = arith.addi %s25, %begin : index
    %s27 = arith.addi %s26, %begin : index
    %s28 = arith.addi %s27, %begin : index
    %s29 = arith.addi %s28, %begin : index
    %s30 = arith.addi %s29, %begin : index
    %s31 = arith.addi %s30, %begin : index
    %s32 = arith.addi %s31, %begin : index
    %k = memref.load %crd[%p] : memref<?xindex>
    %at = arith.addi %s32, %k : index
    %v = memref.load %x[%at] : memref<?xf64>
    memref.store %v, %out[%p] : memref<?xf64>
  }
  return
}

// -----

// Loops with a larger step are those of `prefetch_strided_gathers`.
func.func @step(%crd: memref<?xindex>, %x: memref<?xf64>, %begin: index, %end: index, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  // CHECK: prefetch-gathers-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_gathers {{.*}}Remark="the loop loads scalars with a step other than 1"
  scf.for %p = %begin to %end step %c2 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %x[%j] : memref<?xf64>
    memref.store %v, %out[%p] : memref<?xf64>
  }
  return
}

// -----

// A remainder has few iterations.
func.func @remainder(%crd: memref<?xindex>, %x: memref<?xf64>, %begin: index, %end: index, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  // CHECK: prefetch-gathers-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_gathers {{.*}}Remark="the loop is the scalar remainder of a vectorized loop"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %x[%j] : memref<?xf64>
    memref.store %v, %out[%p] : memref<?xf64>
  } {loop_annotation = #llvm.loop_annotation<vectorize = <disable = true>>}
  return
}

// -----

// Each run would need a guard of its own.
func.func @run(%crd: memref<?xindex>, %x: memref<?xf64>, %begin: index, %end: index, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %r = scf.while (%at = %begin) : (index) -> index {
    %more = arith.cmpi slt, %at, %end : index
    scf.condition(%more) %at : index
  } do {
  ^bb0(%first: index):
        // CHECK: prefetch-gathers-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_gathers {{.*}}Remark="the loop is nested in an `scf.while`, as over a run of equal coordinates"
        scf.for %p = %begin to %end step %c1 {
          %j = memref.load %crd[%p] : memref<?xindex>
          %v = memref.load %x[%j] : memref<?xf64>
          memref.store %v, %out[%p] : memref<?xf64>
        }
          scf.yield %end : index
      }
  return
}

// -----

// A loop over a row that is not vectorized.
func.func @row_of_scalars(%crd: memref<?xindex>, %x: memref<?xf64>, %begin: index, %end: index, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  // CHECK: prefetch-gathers-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_gathers {{.*}}Remark="the inner loop over a row loads scalars, not vectors, from argument 1"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    scf.for %k = %c0 to %end step %c1 {
      %at = arith.addi %j, %k : index
      %v = memref.load %x[%at] : memref<?xf64>
      memref.store %v, %out[%k] : memref<?xf64>
    }
  }
  return
}

// -----

// Fibers have few positions, so that the guard costs more than a short vector gains.
func.func @fiber(%crd: memref<?xindex>, %x: memref<?xf64>, %begin: index, %end: index, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %begin to %end step %c1 {
    scf.for %q = %begin to %end step %c1 {
      // CHECK: prefetch-gathers-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_gathers {{.*}}Remark="two loops over segments enclose the loop, and its loads from argument 1 are masked or shorter than 256 bytes"
      scf.for %p = %begin to %end step %c1 {
        %j = memref.load %crd[%p] : memref<?xindex>
        %v = vector.load %x[%j] : memref<?xf64>, vector<8xf64>
        vector.store %v, %out[%p] : memref<?xf64>, vector<8xf64>
      }
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  return
}

// -----

// The iterations of another loop hide the latency.
func.func @outer(%crd: memref<?xindex>, %x: memref<?xf64>, %begin: index, %end: index, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  // CHECK: prefetch-gathers-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_gathers {{.*}}Remark="the loop contains another loop, which hides the latency"
  scf.for %p = %begin to %end step %c1 {
    %j = memref.load %crd[%p] : memref<?xindex>
    %v = memref.load %x[%j] : memref<?xf64>
    scf.for %k = %begin to %end step %c8 {
      scf.for %l = %k to %end step %c1 {
        memref.store %v, %out[%l] : memref<?xf64>
      }
    }
  }
  return
}
