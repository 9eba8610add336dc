// RUN: weft-opt %s -weft-vectorize-rows -split-input-file | FileCheck %s

// Each of the loops below differs in one thing from this one, which lanes run.
// CHECK-LABEL: func.func @plain(
// CHECK: vector<8xf64>
func.func @plain(%a: memref<?xf64>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
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

// Rows that lie in a row are read better one after the other.
// CHECK-LABEL: func.func @row_major(
// CHECK-NOT: vector<
// CHECK: return
func.func @row_major(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
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

// Neither are elements that lie beside each other for lanes and for steps.
// CHECK-LABEL: func.func @diagonals(
// CHECK-NOT: vector<
// CHECK: return
func.func @diagonals(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
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

// A place that is computed of the row would be gathered, and was not loaded.
// CHECK-LABEL: func.func @computed(
// CHECK-NOT: vector<
// CHECK: return
func.func @computed(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
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

// Nothing lies in a row.
// CHECK-LABEL: func.func @no_rows(
// CHECK-NOT: vector<
// CHECK: return
func.func @no_rows(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
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

// Rows of several lengths differ in their steps.
// CHECK-LABEL: func.func @segments(
// CHECK-NOT: vector<
// CHECK: return
func.func @segments(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
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

// An array of somebody else may be one that is read.
// CHECK-LABEL: func.func @parameter(
// CHECK-NOT: vector<
// CHECK: return
func.func @parameter(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index, %y: memref<?xf64>) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
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

// Another element of the result is read than is stored.
// CHECK-LABEL: func.func @distance(
// CHECK-NOT: vector<
// CHECK: return
func.func @distance(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
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

// Two elements are stored, of which one is that of the next row.
// CHECK-LABEL: func.func @two_places(
// CHECK-NOT: vector<
// CHECK: return
func.func @two_places(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
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

// An element is stored in each step of the loop inside.
// CHECK-LABEL: func.func @in_slots(
// CHECK-NOT: vector<
// CHECK: return
func.func @in_slots(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
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

// All rows store into one element.
// CHECK-LABEL: func.func @one_place(
// CHECK-NOT: vector<
// CHECK: return
func.func @one_place(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
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

// Rows store to places that they load.
// CHECK-LABEL: func.func @scattered(
// CHECK-NOT: vector<
// CHECK: return
func.func @scattered(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
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

// Nothing is stored.
// CHECK-LABEL: func.func @no_stores(
// CHECK-NOT: vector<
// CHECK: return
func.func @no_stores(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
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

// A loop that does not count by one.
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

// Somebody gave the loop inside to lanes.
// CHECK-LABEL: func.func @for_lanes(
// CHECK-NOT: vector<
// CHECK: return
func.func @for_lanes(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
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

// Somebody gave the rows to lanes.
// CHECK-LABEL: func.func @noted(
// CHECK-NOT: vector<
// CHECK: return
func.func @noted(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
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

// Threads take four rows at a time.
// CHECK-LABEL: func.func @chunks(
// CHECK-NOT: vector<
// CHECK: return
func.func @chunks(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
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

// Some lanes divide, which others may not.
// CHECK-LABEL: func.func @division(
// CHECK-NOT: vector<
// CHECK: return
func.func @division(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
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

// Some lanes load what is at the same place for all.
// CHECK-LABEL: func.func @shared_place(
// CHECK-NOT: vector<
// CHECK: return
func.func @shared_place(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
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

// Some lanes store.
// CHECK-LABEL: func.func @own_stores(
// CHECK-NOT: vector<
// CHECK: return
func.func @own_stores(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
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

// Some lanes run a loop.
// CHECK-LABEL: func.func @own_loops(
// CHECK-NOT: vector<
// CHECK: return
func.func @own_loops(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
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

// There are no masks for small numbers.
// CHECK-LABEL: func.func @no_masks(
// CHECK-NOT: vector<
// CHECK: return
func.func @no_masks(%a: memref<?xf64>, %x: memref<?xf16>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
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

// Lanes do not run loops that end at some time.
// CHECK-LABEL: func.func @while_loops(
// CHECK-NOT: vector<
// CHECK: return
func.func @while_loops(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
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

// Nothing is known of what a call does.
// CHECK-LABEL: func.func @calls(
// CHECK-NOT: vector<
// CHECK: return
func.func private @f()
func.func @calls(%a: memref<?xf64>, %x: memref<?xf64>, %crd: memref<?xindex>, %n: index, %m: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc(%m) : memref<?xf64>
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

// Slices of two rows gain nothing.
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

// There are no vectors of complex numbers.
// CHECK-LABEL: func.func @complex(
// CHECK-NOT: vector<
// CHECK: return
func.func @complex(%a: memref<?xcomplex<f64>>, %n: index, %m: index) -> memref<?xcomplex<f64>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = complex.constant [0.0, 0.0] : complex<f64>
  %y = memref.alloc(%m) : memref<?xcomplex<f64>>
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
