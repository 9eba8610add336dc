// RUN: weft-opt %s -weft-vectorize-loops -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s

// A reduction loop carries a tile, which is full or a masked vector.
func.func @carried(%b: memref<?xf64>, %m: index, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = memref.alloc(%n) : memref<?xf64>
  // CHECK-DAG: remarks.mlir:[[@LINE+3]]:3: remark: [Passed] register_tiles {{.*}}Remark="keeps a 'vector<8xf64>' in registers over the loop"
  // CHECK-DAG: remarks.mlir:[[@LINE+2]]:3: remark: [Passed] register_tiles {{.*}}Remark="keeps a masked 'vector<8xf64>' in registers over the loop"
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] register_tiles {{.*}}Remark="keeps a masked 'vector<4xf64>' in registers over the loop"
  scf.for %k = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %w = memref.load %b[%j] : memref<?xf64>
      %old = memref.load %c[%j] : memref<?xf64>
      %new = arith.addf %old, %w : f64
      memref.store %new, %c[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(8)>}
  }
  return %c : memref<?xf64>
}

// -----

// Loops that leave a vector in memory.
func.func private @f()
func.func @memory(%a: memref<?xf64>, %n: index, %v: f64) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c = memref.alloc(%n) : memref<?xf64>
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] register_tiles {{.*}}Remark="the vector is not kept in a register: 'memref.store' accesses an allocated array other than by a load or store of the vector"
  scf.for %k = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %old = memref.load %c[%j] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %c[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(8)>}
    memref.store %v, %c[%k] : memref<?xf64>
  }
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] register_tiles {{.*}}Remark="the vector is not kept in a register: 'func.call' may access an allocated array"
  scf.for %k = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %old = memref.load %c[%j] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %c[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(8)>}
    func.call @f() : () -> ()
  }
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] register_tiles {{.*}}Remark="the vector is not kept in a register: the function does not allocate argument 0"
  scf.for %k = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %old = memref.load %a[%j] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %a[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(8)>}
  }
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] register_tiles {{.*}}Remark="the vector is not kept in a register: the index of the vector is not invariant in the loop"
  scf.for %k = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %at = arith.addi %k, %j : index
      %old = memref.load %c[%at] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %c[%at] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(8)>}
  }
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] register_tiles {{.*}}Remark="the vector is not kept in a register: the loop is parallel"
  scf.for %k = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %old = memref.load %c[%j] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %c[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(8)>}
  } {weft.loop = #weft.loop<parallel(static)>}
  return %c : memref<?xf64>
}

// -----

// Loops in which a mask, a check for a full tile or an array changes.
func.func @changes(%b: memref<?xindex>, %n: index, %v: f64) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c = memref.alloc(%n) : memref<?xf64>
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] register_tiles {{.*}}Remark="the vector is not kept in a register: the mask of the vector is not invariant in the loop"
  scf.for %k = %c0 to %n step %c1 {
    %count = memref.load %b[%k] : memref<?xindex>
    scf.for %j = %c0 to %count step %c1 {
      %old = memref.load %c[%j] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %c[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(8), predicate(8)>}
  }
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] register_tiles {{.*}}Remark="the vector is not kept in a register: the guard for a full tile is not invariant in the loop"
  scf.for %k = %c0 to %n step %c1 {
    %count = memref.load %b[%k] : memref<?xindex>
    scf.for %j = %c0 to %count step %c1 {
      %old = memref.load %c[%j] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %c[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(8)>}
  }
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] register_tiles {{.*}}Remark="the vector is not kept in a register: an allocated array is defined in the loop"
  scf.for %k = %c0 to %n step %c1 {
    %d = memref.alloc(%n) : memref<?xf64>
    scf.for %j = %c0 to %c8 step %c1 {
      %old = memref.load %d[%j] : memref<?xf64>
      %new = arith.addf %old, %v : f64
      memref.store %new, %d[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(8)>}
  }
  return %c : memref<?xf64>
}

// -----

// An array that may be a reallocation of another one.
func.func private @grow(%array: memref<?xf64>, %n: index) -> memref<?xf64> {
  %longer = memref.realloc %array(%n) : memref<?xf64> to memref<?xf64>
  return %longer : memref<?xf64>
}
func.func @alias(%n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloc(%n) : memref<?xf64>
  %other = func.call @grow(%a, %n) : (memref<?xf64>, index) -> memref<?xf64>
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] register_tiles {{.*}}Remark="the vector is not kept in a register: 'memref.load' accesses an allocated array, which may alias an allocated array"
  scf.for %k = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %x = memref.load %a[%k] : memref<?xf64>
      %old = memref.load %other[%j] : memref<?xf64>
      %new = arith.addf %old, %x : f64
      memref.store %new, %other[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<vector(8)>}
  }
  return %other : memref<?xf64>
}

// -----

// Enclosing loops that do not carry the vectors of their inner loops.
func.func @nests(%b: memref<?xf64>, %pos: memref<?xindex>, %m: index, %n: index, %x: vector<8xf64>) -> (memref<?xf64>, memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c = memref.alloc(%n) : memref<?xf64>
  %d = memref.alloc(%n) : memref<?xf64>
  scf.for %h = %c0 to %m step %c1 iter_args(%q = %c0) -> (index) {
    // CHECK-DAG: remarks.mlir:[[@LINE+1]]:5: remark: [Missed] register_tiles {{.*}}Remark="the vector is not kept in a register: the index of a vector may be out of bounds if the inner loop is empty"
    scf.for %i = %c0 to %m step %c1 {
      // CHECK-DAG: remarks.mlir:[[@LINE+1]]:7: remark: [Passed] register_tiles {{.*}}Remark="keeps a 'vector<8xf64>' in registers over the loop"
      scf.for %k = %q to %n step %c8 {
        scf.for %j = %c0 to %c8 step %c1 {
          %w = memref.load %b[%j] : memref<?xf64>
          %at = arith.addi %q, %j : index
          %old = memref.load %d[%at] : memref<?xf64>
          %new = arith.addf %old, %w : f64
          memref.store %new, %d[%at] : memref<?xf64>
        } {weft.loop = #weft.loop<vector(8)>}
      }
    }
    %next = arith.addi %q, %c8 : index
    scf.yield %next : index
  }
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] register_tiles {{.*}}Remark="the vector is not kept in a register: not all vectors that the inner loop keeps can be iter_args of this loop"
  scf.for %i = %c0 to %m step %c1 {
    %at = memref.load %pos[%i] : memref<?xindex>
    // CHECK-DAG: remarks.mlir:[[@LINE+1]]:5: remark: [Passed] register_tiles {{.*}}Remark="keeps a 'vector<8xf64>' and a 'vector<8xf64>' in registers over the loop"
    scf.for %k = %c0 to %n step %c1 {
      scf.for %j = %c0 to %c8 step %c1 {
        %w = memref.load %b[%j] : memref<?xf64>
        %old = memref.load %c[%j] : memref<?xf64>
        %new = arith.addf %old, %w : f64
        memref.store %new, %c[%j] : memref<?xf64>
        %dj = arith.addi %at, %j : index
        %old2 = memref.load %d[%dj] : memref<?xf64>
        %new2 = arith.addf %old2, %w : f64
        memref.store %new2, %d[%dj] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(8)>}
    }
  }
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] register_tiles {{.*}}Remark="the vector is not kept in a register: the loop stores a vector other than those that its inner loop keeps"
  scf.for %i = %c0 to %m step %c1 {
    %at = memref.load %pos[%i] : memref<?xindex>
    vector.store %x, %d[%c0] : memref<?xf64>, vector<8xf64>
    // CHECK-DAG: remarks.mlir:[[@LINE+1]]:5: remark: [Passed] register_tiles {{.*}}Remark="keeps a 'vector<8xf64>' in registers over the loop"
    scf.for %k = %c0 to %n step %c1 {
      scf.for %j = %c0 to %c8 step %c1 {
        %w = memref.load %b[%j] : memref<?xf64>
        %p = arith.addi %at, %j : index
        %old = memref.load %c[%p] : memref<?xf64>
        %new = arith.addf %old, %w : f64
        memref.store %new, %c[%p] : memref<?xf64>
      } {weft.loop = #weft.loop<vector(8)>}
    }
  }
  return %c, %d : memref<?xf64>, memref<?xf64>
}

// -----

// Scalar nests of tiles whose elements have no masks.
func.func @scalar(%b: memref<?xindex>, %m: index, %n: index, %v: f16) -> memref<?xf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = memref.alloc(%n) : memref<?xf16>
  // CHECK-DAG: remarks.mlir:[[@LINE+2]]:3: remark: [Passed] register_tiles {{.*}}Remark="keeps a 'vector<8xf16>' in registers over the loop"
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] register_tiles {{.*}}Remark="interchanges the scalar nest to accumulate each element in a register"
  scf.for %k = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %old = memref.load %c[%j] : memref<?xf16>
      %new = arith.addf %old, %v : f16
      memref.store %new, %c[%j] : memref<?xf16>
    } {weft.loop = #weft.loop<vector(8)>}
  }
  // CHECK-DAG: remarks.mlir:[[@LINE+3]]:3: remark: [Missed] register_tiles {{.*}}Remark="the vector is not kept in a register: the index of the vector is not invariant in the loop"
  // CHECK-DAG: remarks.mlir:[[@LINE+2]]:3: remark: [Passed] register_tiles {{.*}}Remark="hoists the guard for a full tile out of the loop"
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] register_tiles {{.*}}Remark="versions the scalar nest for a tile of one element"
  scf.for %k = %c0 to %m step %c1 {
    %row = memref.load %b[%k] : memref<?xindex>
    scf.for %j = %c0 to %n step %c1 {
      %at = arith.addi %row, %j : index
      %old = memref.load %c[%at] : memref<?xf16>
      %new = arith.addf %old, %v : f16
      memref.store %new, %c[%at] : memref<?xf16>
    } {weft.loop = #weft.loop<vector(8)>}
  }
  return %c : memref<?xf16>
}

// -----

// Scalar nests that are not interchanged.
func.func @memory(%m: index, %n: index, %v: f16) -> (memref<?xf16>, memref<?xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = memref.alloc(%n) : memref<?xf16>
  %d = memref.alloc(%m) : memref<?xf16>
  // CHECK-DAG: remarks.mlir:[[@LINE+2]]:3: remark: [Passed] register_tiles {{.*}}Remark="keeps a 'vector<8xf16>' in registers over the loop"
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] register_tiles {{.*}}Remark="the scalar nest is not interchanged: the nest stores to another array"
  scf.for %k = %c0 to %m step %c1 {
    memref.store %v, %d[%k] : memref<?xf16>
    scf.for %j = %c0 to %n step %c1 {
      %old = memref.load %c[%j] : memref<?xf16>
      %new = arith.addf %old, %v : f16
      memref.store %new, %c[%j] : memref<?xf16>
    } {weft.loop = #weft.loop<vector(8)>}
  }
  // CHECK-DAG: remarks.mlir:[[@LINE+2]]:3: remark: [Passed] register_tiles {{.*}}Remark="keeps a 'vector<8xf16>' in registers over the loop"
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] register_tiles {{.*}}Remark="the scalar nest is not interchanged: the updated array is loaded after the store"
  scf.for %k = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      memref.store %v, %c[%j] : memref<?xf16>
      %old = memref.load %c[%j] : memref<?xf16>
    } {weft.loop = #weft.loop<vector(8)>}
  }
  // CHECK-DAG: remarks.mlir:[[@LINE+2]]:3: remark: [Passed] register_tiles {{.*}}Remark="keeps a 'vector<8xf16>' in registers over the loop"
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] register_tiles {{.*}}Remark="the scalar nest is not interchanged: the nest stores to the updated array twice"
  scf.for %k = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %old = memref.load %c[%j] : memref<?xf16>
      %new = arith.addf %old, %v : f16
      memref.store %new, %c[%j] : memref<?xf16>
      memref.store %v, %c[%j] : memref<?xf16>
    } {weft.loop = #weft.loop<vector(8)>}
  }
  // CHECK-DAG: remarks.mlir:[[@LINE+2]]:3: remark: [Passed] register_tiles {{.*}}Remark="keeps a 'vector<8xf16>' in registers over the loop"
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] register_tiles {{.*}}Remark="the scalar nest is not interchanged: the nest does not both load and store the array"
  scf.for %k = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      memref.store %v, %c[%j] : memref<?xf16>
    } {weft.loop = #weft.loop<vector(8)>}
  }
  return %c, %d : memref<?xf16>, memref<?xf16>
}

// -----

// Scalar nests that are no perfect nests.
func.func @imperfect(%m: index, %n: index, %v: f16, %cond: i1) -> (memref<?xf16>, memref<?xf16>, f16) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = memref.alloc(%n) : memref<?xf16>
  %d = memref.alloc(%m) : memref<?xf16>
  // CHECK-DAG: remarks.mlir:[[@LINE+2]]:3: remark: [Passed] register_tiles {{.*}}Remark="keeps a 'vector<8xf16>' in registers over the loop"
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] register_tiles {{.*}}Remark="the scalar nest is not interchanged: a loop of the nest contains an operation with regions other than `scf.for`"
  scf.for %k = %c0 to %m step %c1 {
    scf.if %cond {
      memref.store %v, %d[%k] : memref<?xf16>
    }
    scf.for %j = %c0 to %n step %c1 {
      %old = memref.load %c[%j] : memref<?xf16>
      %new = arith.addf %old, %v : f16
      memref.store %new, %c[%j] : memref<?xf16>
    } {weft.loop = #weft.loop<vector(8)>}
  }
  // CHECK-DAG: remarks.mlir:[[@LINE+2]]:3: remark: [Passed] register_tiles {{.*}}Remark="keeps a 'vector<8xf16>' in registers over the loop"
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] register_tiles {{.*}}Remark="the scalar nest is not interchanged: a loop of the nest contains two operations with regions"
  scf.for %k = %c0 to %m step %c1 {
    scf.for %i = %c0 to %k step %c1 {
    }
    scf.for %j = %c0 to %n step %c1 {
      %old = memref.load %c[%j] : memref<?xf16>
      %new = arith.addf %old, %v : f16
      memref.store %new, %c[%j] : memref<?xf16>
    } {weft.loop = #weft.loop<vector(8)>}
  }
  // CHECK-DAG: remarks.mlir:[[@LINE+2]]:10: remark: [Passed] register_tiles {{.*}}Remark="keeps a 'vector<8xf16>' in registers over the loop"
  // CHECK-DAG: remarks.mlir:[[@LINE+1]]:10: remark: [Missed] register_tiles {{.*}}Remark="the scalar nest is not interchanged: a loop of the nest has iter_args"
  %sum = scf.for %k = %c0 to %m step %c1 iter_args(%s = %v) -> (f16) {
    scf.for %j = %c0 to %n step %c1 {
      %old = memref.load %c[%j] : memref<?xf16>
      %new = arith.addf %old, %v : f16
      memref.store %new, %c[%j] : memref<?xf16>
    } {weft.loop = #weft.loop<vector(8)>}
    %t = arith.addf %s, %v : f16
    scf.yield %t : f16
  }
  return %c, %d, %sum : memref<?xf16>, memref<?xf16>, f16
}
