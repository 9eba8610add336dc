// RUN: weft-opt %s -weft-vectorize-blocks -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:

// This reduction is vectorized. Each of the loops below violates one precondition.
func.func @plain(%a: memref<?xf64>, %b: memref<?xi32>, %crd: memref<?xindex>, %blocks: index, %zero: f64, %flag: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  // CHECK: vectorize-blocks-remarks.mlir:[[@LINE+1]]:10: remark: [Passed] vectorize_blocks {{.*}}Remark="vectorizes the inner loop by 4 lanes, with a masked version for short blocks, and reduces them after the outer loop"
  %sum = scf.for %p = %c0 to %blocks step %c1 iter_args(%carried = %zero) -> (f64) {
    %next = scf.for %c = %c0 to %c4 step %c1 iter_args(%inside = %carried) -> (f64) {
      %v = memref.load %a[%c] : memref<?xf64>
      %combined = arith.addf %inside, %v fastmath<reassoc> : f64
      scf.yield %combined : f64
    }
    scf.yield %next : f64
  }
  return %sum : f64
}

// -----

func.func @masked(%a: memref<?xf64>, %b: memref<?xi32>, %crd: memref<?xindex>, %blocks: index, %zero: f64, %flag: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  // CHECK: vectorize-blocks-remarks.mlir:[[@LINE+1]]:10: remark: [Passed] vectorize_blocks {{.*}}Remark="vectorizes the inner loop by 4 masked lanes and reduces them after the outer loop"
  %sum = scf.for %p = %c0 to %blocks step %c1 iter_args(%carried = %zero) -> (f64) {
    %next = scf.for %c = %c0 to %c3 step %c1 iter_args(%inside = %carried) -> (f64) {
      %v = memref.load %a[%c] : memref<?xf64>
      %combined = arith.addf %inside, %v fastmath<reassoc> : f64
      scf.yield %combined : f64
    }
    scf.yield %next : f64
  }
  return %sum : f64
}

// -----

func.func @follows(%a: memref<?xf64>, %b: memref<?xi32>, %crd: memref<?xindex>, %blocks: index, %zero: f64, %flag: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  // CHECK: vectorize-blocks-remarks.mlir:[[@LINE+1]]:10: remark: [Missed] vectorize_blocks {{.*}}Remark="'arith.addf' follows the inner loop"
  %sum = scf.for %p = %c0 to %blocks step %c1 iter_args(%carried = %zero) -> (f64) {
    %next = scf.for %c = %c0 to %c4 step %c1 iter_args(%inside = %carried) -> (f64) {
      %v = memref.load %a[%c] : memref<?xf64>
      %combined = arith.addf %inside, %v fastmath<reassoc> : f64
      scf.yield %combined : f64
    }
    %twice = arith.addf %next, %next : f64
    scf.yield %twice : f64
  }
  return %sum : f64
}

// -----

func.func @precedes(%a: memref<?xf64>, %b: memref<?xi32>, %crd: memref<?xindex>, %blocks: index, %zero: f64, %flag: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  // CHECK: vectorize-blocks-remarks.mlir:[[@LINE+1]]:10: remark: [Missed] vectorize_blocks {{.*}}Remark="'scf.if' before the inner loop has regions"
  %sum = scf.for %p = %c0 to %blocks step %c1 iter_args(%carried = %zero) -> (f64) {
    scf.if %flag {
      memref.store %zero, %a[%p] : memref<?xf64>
    }
    %next = scf.for %c = %c0 to %c4 step %c1 iter_args(%inside = %carried) -> (f64) {
      %v = memref.load %a[%c] : memref<?xf64>
      %combined = arith.addf %inside, %v fastmath<reassoc> : f64
      scf.yield %combined : f64
    }
    scf.yield %next : f64
  }
  return %sum : f64
}

// -----

func.func @effects(%a: memref<?xf64>, %b: memref<?xi32>, %crd: memref<?xindex>, %blocks: index, %zero: f64, %flag: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  // CHECK: vectorize-blocks-remarks.mlir:[[@LINE+1]]:10: remark: [Missed] vectorize_blocks {{.*}}Remark="'memref.store' in the outer loop has side effects"
  %sum = scf.for %p = %c0 to %blocks step %c1 iter_args(%carried = %zero) -> (f64) {
    memref.store %zero, %a[%p] : memref<?xf64>
    %next = scf.for %c = %c0 to %c4 step %c1 iter_args(%inside = %carried) -> (f64) {
      %v = memref.load %a[%c] : memref<?xf64>
      %combined = arith.addf %inside, %v fastmath<reassoc> : f64
      scf.yield %combined : f64
    }
    scf.yield %next : f64
  }
  return %sum : f64
}

// -----

func.func @step(%a: memref<?xf64>, %b: memref<?xi32>, %crd: memref<?xindex>, %blocks: index, %zero: f64, %flag: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  // CHECK: vectorize-blocks-remarks.mlir:[[@LINE+1]]:10: remark: [Missed] vectorize_blocks {{.*}}Remark="the loop does not increment a signed index by 1"
  %sum = scf.for %p = %c0 to %blocks step %c2 iter_args(%carried = %zero) -> (f64) {
    %next = scf.for %c = %c0 to %c4 step %c1 iter_args(%inside = %carried) -> (f64) {
      %v = memref.load %a[%c] : memref<?xf64>
      %combined = arith.addf %inside, %v fastmath<reassoc> : f64
      scf.yield %combined : f64
    }
    scf.yield %next : f64
  }
  return %sum : f64
}

// -----

func.func @inner_step(%a: memref<?xf64>, %b: memref<?xi32>, %crd: memref<?xindex>, %blocks: index, %zero: f64, %flag: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  // CHECK: vectorize-blocks-remarks.mlir:[[@LINE+1]]:10: remark: [Missed] vectorize_blocks {{.*}}Remark="the inner loop does not increment a signed index by 1"
  %sum = scf.for %p = %c0 to %blocks step %c1 iter_args(%carried = %zero) -> (f64) {
    %next = scf.for %c = %c0 to %c4 step %c2 iter_args(%inside = %carried) -> (f64) {
      %v = memref.load %a[%c] : memref<?xf64>
      %combined = arith.addf %inside, %v fastmath<reassoc> : f64
      scf.yield %combined : f64
    }
    scf.yield %next : f64
  }
  return %sum : f64
}

// -----

func.func @tagged(%a: memref<?xf64>, %b: memref<?xi32>, %crd: memref<?xindex>, %blocks: index, %zero: f64, %flag: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  // CHECK: vectorize-blocks-remarks.mlir:[[@LINE+1]]:10: remark: [Missed] vectorize_blocks {{.*}}Remark="the loop is tagged `unroll` in `weft.loop`"
  %sum = scf.for %p = %c0 to %blocks step %c1 iter_args(%carried = %zero) -> (f64) {
    %next = scf.for %c = %c0 to %c4 step %c1 iter_args(%inside = %carried) -> (f64) {
      %v = memref.load %a[%c] : memref<?xf64>
      %combined = arith.addf %inside, %v fastmath<reassoc> : f64
      scf.yield %combined : f64
    }
    scf.yield %next : f64
  } {weft.loop = #weft.loop<unroll(2)>}
  return %sum : f64
}

// -----

func.func @inner_tagged(%a: memref<?xf64>, %b: memref<?xi32>, %crd: memref<?xindex>, %blocks: index, %zero: f64, %flag: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  // CHECK: vectorize-blocks-remarks.mlir:[[@LINE+1]]:10: remark: [Missed] vectorize_blocks {{.*}}Remark="the inner loop is tagged `vector` in `weft.loop`"
  %sum = scf.for %p = %c0 to %blocks step %c1 iter_args(%carried = %zero) -> (f64) {
    %next = scf.for %c = %c0 to %c4 step %c1 iter_args(%inside = %carried) -> (f64) {
      %v = memref.load %a[%c] : memref<?xf64>
      %combined = arith.addf %inside, %v fastmath<reassoc> : f64
      scf.yield %combined : f64
    } {weft.loop = #weft.loop<vector>}
    scf.yield %next : f64
  }
  return %sum : f64
}

// -----

func.func @unbounded(%a: memref<?xf64>, %b: memref<?xi32>, %crd: memref<?xindex>, %blocks: index, %zero: f64, %flag: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  // CHECK: vectorize-blocks-remarks.mlir:[[@LINE+1]]:10: remark: [Missed] vectorize_blocks {{.*}}Remark="the trip count of the inner loop has no constant bound"
  %sum = scf.for %p = %c0 to %blocks step %c1 iter_args(%carried = %zero) -> (f64) {
    %next = scf.for %c = %c0 to %blocks step %c1 iter_args(%inside = %carried) -> (f64) {
      %v = memref.load %a[%c] : memref<?xf64>
      %combined = arith.addf %inside, %v fastmath<reassoc> : f64
      scf.yield %combined : f64
    }
    scf.yield %next : f64
  }
  return %sum : f64
}

// -----

func.func @single(%a: memref<?xf64>, %b: memref<?xi32>, %crd: memref<?xindex>, %blocks: index, %zero: f64, %flag: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  // CHECK: vectorize-blocks-remarks.mlir:[[@LINE+1]]:10: remark: [Missed] vectorize_blocks {{.*}}Remark="the inner loop has at most 1 iteration"
  %sum = scf.for %p = %c0 to %blocks step %c1 iter_args(%carried = %zero) -> (f64) {
    %next = scf.for %c = %c0 to %c1 step %c1 iter_args(%inside = %carried) -> (f64) {
      %v = memref.load %a[%c] : memref<?xf64>
      %combined = arith.addf %inside, %v fastmath<reassoc> : f64
      scf.yield %combined : f64
    }
    scf.yield %next : f64
  }
  return %sum : f64
}

// -----

func.func @carried(%a: memref<?xf64>, %b: memref<?xi32>, %crd: memref<?xindex>, %blocks: index, %zero: f64, %flag: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  // CHECK: vectorize-blocks-remarks.mlir:[[@LINE+1]]:10: remark: [Missed] vectorize_blocks {{.*}}Remark="the iter_args of the loop have uses other than the inner reduction, or its results are not yielded"
  %sum = scf.for %p = %c0 to %blocks step %c1 iter_args(%carried = %zero) -> (f64) {
    %more = arith.addf %carried, %carried : f64
    %next = scf.for %c = %c0 to %c4 step %c1 iter_args(%inside = %carried) -> (f64) {
      %v = memref.load %a[%c] : memref<?xf64>
      %combined = arith.addf %inside, %v fastmath<reassoc> : f64
      scf.yield %combined : f64
    }
    scf.yield %next : f64
  }
  return %sum : f64
}

// -----

func.func @order(%a: memref<?xf64>, %b: memref<?xi32>, %crd: memref<?xindex>, %blocks: index, %zero: f64, %flag: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  // CHECK: vectorize-blocks-remarks.mlir:[[@LINE+1]]:10: remark: [Missed] vectorize_blocks {{.*}}Remark="'arith.subf' is not an associative and commutative reduction of one value"
  %sum = scf.for %p = %c0 to %blocks step %c1 iter_args(%carried = %zero) -> (f64) {
    %next = scf.for %c = %c0 to %c4 step %c1 iter_args(%inside = %carried) -> (f64) {
      %v = memref.load %a[%c] : memref<?xf64>
      %combined = arith.subf %v, %inside fastmath<reassoc> : f64
      scf.yield %combined : f64
    }
    scf.yield %next : f64
  }
  return %sum : f64
}

// -----

func.func @wide(%a: memref<?xf64>, %b: memref<?xi32>, %crd: memref<?xindex>, %blocks: index, %zero: f64, %flag: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  // CHECK: vectorize-blocks-remarks.mlir:[[@LINE+1]]:10: remark: [Missed] vectorize_blocks {{.*}}Remark="16 lanes of 8 bytes exceed a vector of 64 bytes"
  %sum = scf.for %p = %c0 to %blocks step %c1 iter_args(%carried = %zero) -> (f64) {
    %next = scf.for %c = %c0 to %c16 step %c1 iter_args(%inside = %carried) -> (f64) {
      %v = memref.load %a[%c] : memref<?xf64>
      %combined = arith.addf %inside, %v fastmath<reassoc> : f64
      scf.yield %combined : f64
    }
    scf.yield %next : f64
  }
  return %sum : f64
}

// -----

func.func @gathers(%a: memref<?xf64> {weft.array = #weft.array<0 values>}, %b: memref<?xi32>, %crd: memref<?xindex>, %blocks: index, %zero: f64, %flag: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  // CHECK: vectorize-blocks-remarks.mlir:[[@LINE+1]]:10: remark: [Missed] vectorize_blocks {{.*}}Remark="the inner loop gathers from the values of tensor 0"
  %sum = scf.for %p = %c0 to %blocks step %c1 iter_args(%carried = %zero) -> (f64) {
    %next = scf.for %c = %c0 to %c4 step %c1 iter_args(%inside = %carried) -> (f64) {
      %q = memref.load %crd[%c] : memref<?xindex>
      %v = memref.load %a[%q] : memref<?xf64>
      %combined = arith.addf %inside, %v fastmath<reassoc> : f64
      scf.yield %combined : f64
    }
    scf.yield %next : f64
  }
  return %sum : f64
}

// -----

func.func @division(%a: memref<?xf64>, %b: memref<?xi32>, %crd: memref<?xindex>, %blocks: index, %zero: f64, %flag: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  // CHECK: vectorize-blocks-remarks.mlir:[[@LINE+1]]:10: remark: [Missed] vectorize_blocks {{.*}}Remark="'arith.divsi' in the inner loop is not speculatable, and cannot be masked"
  %sum = scf.for %p = %c0 to %blocks step %c1 iter_args(%carried = %zero) -> (f64) {
    %next = scf.for %c = %c0 to %c4 step %c1 iter_args(%inside = %carried) -> (f64) {
      %q = memref.load %b[%c] : memref<?xi32>
      %r = arith.divsi %q, %q : i32
      %v = arith.sitofp %r : i32 to f64
      %combined = arith.addf %inside, %v fastmath<reassoc> : f64
      scf.yield %combined : f64
    }
    scf.yield %next : f64
  }
  return %sum : f64
}

// -----

func.func @unchanged(%a: memref<?xf64>, %b: memref<?xi32>, %crd: memref<?xindex>, %blocks: index, %zero: f64, %flag: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  // CHECK: vectorize-blocks-remarks.mlir:[[@LINE+1]]:10: remark: [Missed] vectorize_blocks {{.*}}Remark="an iter_arg of the inner loop is unused or yielded unchanged, and is not a reduction"
  %sum = scf.for %p = %c0 to %blocks step %c1 iter_args(%carried = %zero) -> (f64) {
    %next = scf.for %c = %c0 to %c4 step %c1 iter_args(%inside = %carried) -> (f64) {
      scf.yield %inside : f64
    }
    scf.yield %next : f64
  }
  return %sum : f64
}

// -----

func.func @two_operations(%a: memref<?xf64>, %b: memref<?xi32>, %crd: memref<?xindex>, %blocks: index, %zero: f64, %flag: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  // CHECK: vectorize-blocks-remarks.mlir:[[@LINE+1]]:10: remark: [Missed] vectorize_blocks {{.*}}Remark="a reduction of the inner loop consists of 2 operations"
  %sum = scf.for %p = %c0 to %blocks step %c1 iter_args(%carried = %zero) -> (f64) {
    %next = scf.for %c = %c0 to %c4 step %c1 iter_args(%inside = %carried) -> (f64) {
      %v = memref.load %a[%c] : memref<?xf64>
      %is = arith.cmpf olt, %inside, %v : f64
      %combined = arith.select %is, %inside, %v : f64
      scf.yield %combined : f64
    }
    scf.yield %next : f64
  }
  return %sum : f64
}

// -----

func.func @ordered(%a: memref<?xf64>, %b: memref<?xi32>, %crd: memref<?xindex>, %blocks: index, %zero: f64, %flag: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  // CHECK: vectorize-blocks-remarks.mlir:[[@LINE+1]]:10: remark: [Missed] vectorize_blocks {{.*}}Remark="'arith.addf' may not be reassociated, since it has no flag `reassoc`, as with -strict-fp"
  %sum = scf.for %p = %c0 to %blocks step %c1 iter_args(%carried = %zero) -> (f64) {
    %next = scf.for %c = %c0 to %c4 step %c1 iter_args(%inside = %carried) -> (f64) {
      %v = memref.load %a[%c] : memref<?xf64>
      %combined = arith.addf %inside, %v : f64
      scf.yield %combined : f64
    }
    scf.yield %next : f64
  }
  return %sum : f64
}
