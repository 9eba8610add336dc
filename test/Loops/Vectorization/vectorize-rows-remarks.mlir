// RUN: weft-opt %s -weft-vectorize-rows -split-input-file | FileCheck %s
// RUN: weft-opt %s -weft-vectorize-rows -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// This loop is vectorized. Each of the loops below violates one precondition.
// CHECK-LABEL: func.func @plain(
// CHECK: vector<8xf64>
func.func @plain(%a: memref<?xf64>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Passed] vectorize_rows {{.*}}Remark="vectorizes the outer loop by 8 lanes and prefetches 128 elements ahead"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// The rows are contiguous: a vector would gather from the matrix.
// CHECK-LABEL: func.func @row_major(
// CHECK-NOT: vector<
// CHECK: return
func.func @row_major(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="vectors would gather from argument 0 at indices that are not loaded from an index array"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %i, %n : index
      %p = arith.addi %above, %k : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// Consecutive iterations of both loops load adjacent elements.
// CHECK-LABEL: func.func @diagonals(
// CHECK-NOT: vector<
// CHECK: return
func.func @diagonals(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="the inner loop already loads adjacent elements of argument 0"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %p = arith.addi %i, %k : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// The gathered index is computed from the row.
// CHECK-LABEL: func.func @computed(
// CHECK-NOT: vector<
// CHECK: return
func.func @computed(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="vectors would gather from argument 1 at indices that are not loaded from an index array"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %t = memref.load %a[%p] : memref<?xf64>
      %square = arith.muli %i, %i : index
      %u = memref.load %x[%square] : memref<?xf64>
      %v = arith.mulf %t, %u : f64
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// No load differs between lanes.
// CHECK-LABEL: func.func @no_rows(
// CHECK-NOT: vector<
// CHECK: return
func.func @no_rows(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="no inner loop loads adjacent elements in consecutive iterations of the outer loop"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %j = memref.load %crd[%k] : memref<?xindex>
      %v = memref.load %x[%j] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// The bounds of the inner loop differ between rows.
// CHECK-LABEL: func.func @segments(
// CHECK-NOT: vector<
// CHECK: return
func.func @segments(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="the trip count of an inner loop differs between lanes"
  scf.for %i = %c0 to %m step %c1 {
    %begin = memref.load %crd[%i] : memref<?xindex>
    %sum = scf.for %k = %begin to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// The stored argument may alias a loaded one.
// CHECK-LABEL: func.func @parameter(
// CHECK-NOT: vector<
// CHECK: return
func.func @parameter(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index, %y: memref<?xf64>) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="the loop stores to argument 5, which other arrays may alias"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// The loop carries a dependence of distance one.
// CHECK-LABEL: func.func @distance(
// CHECK-NOT: vector<
// CHECK: return
func.func @distance(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="an iteration loads another element of an allocated array than it stores"
  scf.for %i = %c0 to %m step %c1 {
    %after = arith.addi %i, %c1 : index
    %next = memref.load %y[%after] : memref<?xf64>
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    %both = arith.addf %sum, %next : f64
    memref.store %both, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// Each iteration stores two elements, one of which the next iteration stores, too.
// CHECK-LABEL: func.func @two_places(
// CHECK-NOT: vector<
// CHECK: return
func.func @two_places(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="an iteration stores to several elements of an allocated array"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    memref.store %zero, %y[%i] : memref<?xf64>
    %after = arith.addi %i, %c1 : index
    memref.store %sum, %y[%after] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// The inner loop stores.
// CHECK-LABEL: func.func @in_slots(
// CHECK-NOT: vector<
// CHECK: return
func.func @in_slots(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="an inner loop or branch stores to an allocated array"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      memref.store %v, %y[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
  }
  return %y : memref<?xf64>
}

// -----

// All rows store to one element.
// CHECK-LABEL: func.func @one_place(
// CHECK-NOT: vector<
// CHECK: return
func.func @one_place(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="the store index is invariant, so that all iterations store to the same element"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    memref.store %sum, %y[%n] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// Rows store to loaded indices.
// CHECK-LABEL: func.func @scattered(
// CHECK-NOT: vector<
// CHECK: return
func.func @scattered(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="consecutive iterations store to elements of an allocated array that are not adjacent"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    %place = memref.load %crd[%i] : memref<?xindex>
    memref.store %sum, %y[%place] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// The loop stores nothing.
// CHECK-LABEL: func.func @no_stores(
// CHECK-NOT: vector<
// CHECK: return
func.func @no_stores(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="the loop contains no store"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
  }
  return %y : memref<?xf64>
}

// -----

// A loop with another step than one is no candidate.
// CHECK-LABEL: func.func @steps_of_two(
// CHECK-NOT: vector<
// CHECK: return
func.func @steps_of_two(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  scf.for %i = %c0 to %m step %n {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// The inner loop is tagged for vectorization.
// CHECK-LABEL: func.func @for_lanes(
// CHECK-NOT: vector<
// CHECK: return
func.func @for_lanes(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="an inner loop is tagged `vector` in `weft.loop`"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    } {weft.loop = #weft.loop<vector>}
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// The outer loop is tagged for vectorization.
// CHECK-LABEL: func.func @noted(
// CHECK-NOT: vector<
// CHECK: return
func.func @noted(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="the loop is tagged `vector` in `weft.loop`"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<vector>}
  return %y : memref<?xf64>
}

// -----

// Threads take chunks of four rows.
// CHECK-LABEL: func.func @chunks(
// CHECK-NOT: vector<
// CHECK: return
func.func @chunks(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="the loop is distributed in chunks of 4 iterations, which strip-mining would change"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<parallel(dynamic 4)>}
  return %y : memref<?xf64>
}

// -----

// A division cannot be speculated.
// CHECK-LABEL: func.func @division(
// CHECK-NOT: vector<
// CHECK: return
func.func @division(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="'arith.divui' is in a branch whose condition differs between lanes and is not speculatable"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %j = memref.load %crd[%p] : memref<?xindex>
      %is = arith.cmpi sgt, %j, %c0 : index
      %place = scf.if %is -> (index) {
        %quotient = arith.divui %n, %j : index
        scf.yield %quotient : index
      } else {
        scf.yield %c0 : index
      }
      %v = memref.load %x[%place] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// A divergent branch loads from a uniform address.
// CHECK-LABEL: func.func @shared_place(
// CHECK-NOT: vector<
// CHECK: return
func.func @shared_place(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="a load at an invariant index is in a branch whose condition differs between lanes"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %t = memref.load %a[%p] : memref<?xf64>
      %is = arith.cmpf ogt, %t, %zero : f64
      %v = scf.if %is -> (f64) {
        %w = memref.load %x[%k] : memref<?xf64>
        scf.yield %w : f64
      } else {
        scf.yield %t : f64
      }
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// A divergent branch stores.
// CHECK-LABEL: func.func @own_stores(
// CHECK-NOT: vector<
// CHECK: return
func.func @own_stores(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="'memref.store' is in a branch whose condition differs between lanes and is not speculatable"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    %is = arith.cmpf ogt, %sum, %zero : f64
    scf.if %is {
      memref.store %sum, %y[%i] : memref<?xf64>
    }
  }
  return %y : memref<?xf64>
}

// -----

// A divergent branch contains a loop.
// CHECK-LABEL: func.func @own_loops(
// CHECK-NOT: vector<
// CHECK: return
func.func @own_loops(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="an inner loop is in a branch whose condition differs between lanes"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    %is = arith.cmpf ogt, %sum, %zero : f64
    %t = scf.if %is -> (f64) {
      %w = scf.for %l = %c0 to %n step %c1 iter_args(%s = %sum) -> (f64) {
        %q = arith.mulf %s, %s : f64
        scf.yield %q : f64
      }
      scf.yield %w : f64
    } else {
      scf.yield %sum : f64
    }
    memref.store %t, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// Masked loads need elements of at least 32 bits.
// CHECK-LABEL: func.func @no_masks(
// CHECK-NOT: vector<
// CHECK: return
func.func @no_masks(%a: memref<?xf64>, %x: memref<?xf16>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="a load of 'f16' in a branch whose condition differs between lanes cannot be masked: vectors mask elements of 32 and 64 bits, not of type f16"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %t = memref.load %a[%p] : memref<?xf64>
      %is = arith.cmpf ogt, %t, %zero : f64
      %v = scf.if %is -> (f64) {
        %w = memref.load %x[%p] : memref<?xf16>
        %wide = arith.extf %w : f16 to f64
        scf.yield %wide : f64
      } else {
        scf.yield %t : f64
      }
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// An `scf.while` ends after a different number of iterations in each lane.
// CHECK-LABEL: func.func @while_loops(
// CHECK-NOT: vector<
// CHECK: return
func.func @while_loops(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="{{.+}}"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    %t = scf.while (%s = %sum) : (f64) -> f64 {
      %is = arith.cmpf ogt, %s, %zero : f64
      scf.condition(%is) %s : f64
    } do {
    ^bb0(%s: f64):
      %d = arith.subf %s, %s : f64
      scf.yield %d : f64
    }
    memref.store %t, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// A call may have side effects.
// CHECK-LABEL: func.func @calls(
// CHECK-NOT: vector<
// CHECK: return
func.func private @f()
func.func @calls(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="'func.call' has no vector form"
  scf.for %i = %c0 to %m step %c1 {
    func.call @f() : () -> ()
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// Two lanes are too few.
// CHECK-LABEL: func.func @few(
// CHECK-NOT: vector<
// CHECK: return
func.func @few(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  %c2 = arith.constant 2 : index
  %count = arith.minui %m, %c2 : index
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="a vector would have 2 lanes, fewer than 4"
  scf.for %i = %c0 to %count step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// Vectors have no complex elements.
// CHECK-LABEL: func.func @complex(
// CHECK-NOT: vector<
// CHECK: return
func.func @complex(%a: memref<?xcomplex<f64>>, %n: index, %m: index) -> memref<?xcomplex<f64>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = complex.constant [0.0, 0.0] : complex<f64>
  %y = memref.alloc(%m) : memref<?xcomplex<f64>>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="'complex<f64>' is not a valid vector element type"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (complex<f64>) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xcomplex<f64>>
      %more = complex.add %carried, %v : complex<f64>
      scf.yield %more : complex<f64>
    }
    memref.store %sum, %y[%i] : memref<?xcomplex<f64>>
  }
  return %y : memref<?xcomplex<f64>>
}

// -----

// The outer loop is to be unrolled.
// CHECK-LABEL: func.func @unrolled(
// CHECK-NOT: vector<
// CHECK: return
func.func @unrolled(%a: memref<?xf64>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="the loop is tagged `unroll` in `weft.loop`"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<unroll(4)>}
  return %y : memref<?xf64>
}

// -----

// The outer loop iterates a tile.
// CHECK-LABEL: func.func @tile(
// CHECK-NOT: vector<
// CHECK: return
func.func @tile(%a: memref<?xf64>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="the loop is tagged `guard` in `weft.loop`"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<guard(8)>}
  return %y : memref<?xf64>
}

// -----

// The outer loop updates runs.
// CHECK-LABEL: func.func @runs(
// CHECK-NOT: vector<
// CHECK: return
func.func @runs(%a: memref<?xf64>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="the loop is tagged `runs` in `weft.loop`"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  } {weft.loop = #weft.loop<runs>}
  return %y : memref<?xf64>
}

// -----

// The outer loop has an attribute that the pass does not know.
// CHECK-LABEL: func.func @foreign(
// CHECK-NOT: vector<
// CHECK: return
func.func @foreign(%a: memref<?xf64>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="the loop has the attribute 'test.attribute'"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
  } {test.attribute}
  return %y : memref<?xf64>
}

// -----

// The inner loop is parallel.
// CHECK-LABEL: func.func @parallel_inner(
// CHECK-NOT: vector<
// CHECK: return
func.func @parallel_inner(%a: memref<?xf64>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="an inner loop is tagged `parallel` in `weft.loop`"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    } {weft.loop = #weft.loop<parallel(static)>}
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return %y : memref<?xf64>
}

// -----

// The stored array is a view that the loop creates.
// CHECK-LABEL: func.func @view(
// CHECK-NOT: vector<
// CHECK: return
func.func @view(%a: memref<?xf64>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
  // REMARK: vectorize-rows-remarks.mlir:[[@LINE+1]]:3: remark: [Missed] vectorize_rows {{.*}}Remark="a stored array is defined in the loop"
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%carried = %zero) -> (f64) {
      %above = arith.muli %k, %m : index
      %p = arith.addi %above, %i : index
      %v = memref.load %a[%p] : memref<?xf64>
      %more = arith.addf %carried, %v : f64
      scf.yield %more : f64
    }
    %view = memref.subview %y[0] [%m] [1] : memref<?xf64> to memref<?xf64, strided<[1]>>
    memref.store %sum, %view[%i] : memref<?xf64, strided<[1]>>
  }
  return %y : memref<?xf64>
}
