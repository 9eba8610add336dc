// RUN: weft-opt %s -weft-prefetch=only=prefetch_streams -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:

// Each step reads a line of an array.
func.func @steps(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %values: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    // CHECK: prefetch-streams-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Passed] prefetch_streams {{.*}}Remark="prefetches the values of tensor 0 512 elements ahead in each step"
    scf.for %p = %begin to %n step %c8 {
      %v = vector.load %values[%p] : memref<?xf64>, vector<8xf64>
      vector.store %v, %y[%p] : memref<?xf64>, vector<8xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// Scalar loops with indirect accesses prefetch before each segment.
func.func @segments(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %values: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    // CHECK: prefetch-streams-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Passed] prefetch_streams {{.*}}Remark="prefetches the level 2 coordinates of tensor 0 and the values of tensor 0 512 elements ahead before each segment in a loop version for arrays of at least 4194304 elements"
    scf.for %p = %begin to %n step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %v = memref.load %values[%p] : memref<?xf64>
      %b = memref.load %y[%j] : memref<?xf64>
      %w = arith.addf %v, %b : f64
      memref.store %w, %y[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// Vectors of less than a line prefetch in each step of a loop version.
func.func @short(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %values: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    // CHECK: prefetch-streams-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Passed] prefetch_streams {{.*}}Remark="prefetches the values of tensor 0 512 elements ahead in each step in a loop version for arrays of at least 4194304 elements"
    scf.for %p = %begin to %n step %c4 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %v = vector.load %values[%p] : memref<?xf64>, vector<4xf64>
      %b = memref.load %x[%j] : memref<?xf64>
      %bs = vector.broadcast %b : f64 to vector<4xf64>
      %w = arith.mulf %v, %bs : vector<4xf64>
      vector.store %w, %y[%p] : memref<?xf64>, vector<4xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// A version that prefetches indirect loads prefetches its streams as well.
func.func @far(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %values: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %zero = arith.constant 0.0 : f64
    // CHECK: prefetch-streams-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Passed] prefetch_streams {{.*}}Remark="prefetches the level 2 coordinates of tensor 0 512 elements ahead before each segment"
    %sum = scf.for %p = %begin to %n step %c1 iter_args(%s = %zero) -> (f64) {
      %j = memref.load %crd[%p] : memref<?xindex>
      memref.prefetch %x[%j], read, locality<2>, data : memref<?xf64>
      %b = memref.load %x[%j] : memref<?xf64>
      %s1 = arith.addf %s, %b : f64
      scf.yield %s1 : f64
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    memref.store %sum, %y[%i] : memref<?xf64>
  }
  return
}

// -----

// The segment begins at no loaded position.
func.func @bound(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %values: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    // CHECK: prefetch-streams-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_streams {{.*}}Remark="the lower bound of the loop is {{.*}}, not loaded from an array"
    scf.for %p = %c0 to %n step %c1 {
      %v = memref.load %values[%p] : memref<?xf64>
      memref.store %v, %y[%p] : memref<?xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// The next iteration skips a segment.
func.func @every_other(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %values: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c2 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    // CHECK: prefetch-streams-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_streams {{.*}}Remark="the lower bound of the loop is not loaded at an index that an enclosing loop increments by 1"
    scf.for %p = %begin to %n step %c1 {
      %v = memref.load %values[%p] : memref<?xf64>
      memref.store %v, %y[%p] : memref<?xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// A step has two positions, and no vector.
func.func @scalar_steps(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %values: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    // CHECK: prefetch-streams-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_streams {{.*}}Remark="the loop loads scalars with a step other than 1"
    scf.for %p = %begin to %n step %c2 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %v = memref.load %values[%p] : memref<?xf64>
      %b = memref.load %y[%j] : memref<?xf64>
      %w = arith.addf %v, %b : f64
      memref.store %w, %y[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// Sequential accesses do not wait for coordinates.
func.func @direct(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %values: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    // CHECK: prefetch-streams-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_streams {{.*}}Remark="the loop has no scalar indirect access"
    scf.for %p = %begin to %n step %c1 {
      %v = memref.load %values[%p] : memref<?xf64>
      memref.store %v, %y[%p] : memref<?xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// `prefetch_scatters` has prefetched the stored array.
func.func @destinations(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %values: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    // CHECK: prefetch-streams-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_streams {{.*}}Remark="the stores to {{.*}} are already prefetched"
    scf.for %p = %begin to %n step %c1 {
      memref.prefetch %y[%p], write, locality<3>, data : memref<?xf64>
      %j = memref.load %crd[%p] : memref<?xindex>
      %v = memref.load %values[%p] : memref<?xf64>
      memref.store %v, %y[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// The version would contain another loop.
func.func @other_loop(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %values: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c1 {
    %own = memref.alloca() : memref<8xindex>
    %begin = memref.load %pos[%i] : memref<?xindex>
    // CHECK: prefetch-streams-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_streams {{.*}}Remark="the enclosing loop contains another loop or branch"
    scf.for %p = %begin to %n step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %v = memref.load %values[%p] : memref<?xf64>
      %b = memref.load %y[%j] : memref<?xf64>
      %w = arith.addf %v, %b : f64
      memref.store %w, %y[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    scf.for %k = %c0 to %n step %c1 {
      memref.store %n, %own[%k] : memref<8xindex>
    }
  }
  return
}

// -----

// The version would contain a call.
func.func private @callee(index)
func.func @call(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %values: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    func.call @callee(%begin) : (index) -> ()
    // CHECK: prefetch-streams-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_streams {{.*}}Remark="the enclosing loop calls a function"
    scf.for %p = %begin to %n step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %v = memref.load %values[%p] : memref<?xf64>
      %b = memref.load %y[%j] : memref<?xf64>
      %w = arith.addf %v, %b : f64
      memref.store %w, %y[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// The version would contain many operations.
func.func @large(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %values: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %n0 = arith.addi %begin, %n : index
    %n1 = arith.addi %begin, %n : index
    %n2 = arith.addi %begin, %n : index
    %n3 = arith.addi %begin, %n : index
    %n4 = arith.addi %begin, %n : index
    %n5 = arith.addi %begin, %n : index
    %n6 = arith.addi %begin, %n : index
    %n7 = arith.addi %begin, %n : index
    %n8 = arith.addi %begin, %n : index
    %n9 = arith.addi %begin, %n : index
    %n10 = arith.addi %begin, %n : index
    %n11 = arith.addi %begin, %n : index
    %n12 = arith.addi %begin, %n : index
    %n13 = arith.addi %begin, %n : index
    %n14 = arith.addi %begin, %n : index
    %n15 = arith.addi %begin, %n : index
    %n16 = arith.addi %begin, %n : index
    %n17 = arith.addi %begin, %n : index
    %n18 = arith.addi %begin, %n : index
    %n19 = arith.addi %begin, %n : index
    %n20 = arith.addi %begin, %n : index
    %n21 = arith.addi %begin, %n : index
    %n22 = arith.addi %begin, %n : index
    %n23 = arith.addi %begin, %n : index
    %n24 = arith.addi %begin, %n : index
    %n25 = arith.addi %begin, %n : index
    %n26 = arith.addi %begin, %n : index
    %n27 = arith.addi %begin, %n : index
    %n28 = arith.addi %begin, %n : index
    %n29 = arith.addi %begin, %n : index
    %n30 = arith.addi %begin, %n : index
    %n31 = arith.addi %begin, %n : index
    %n32 = arith.addi %begin, %n : index
    %n33 = arith.addi %begin, %n : index
    %n34 = arith.addi %begin, %n : index
    %n35 = arith.addi %begin, %n : index
    %n36 = arith.addi %begin, %n : index
    %n37 = arith.addi %begin, %n : index
    %n38 = arith.addi %begin, %n : index
    %n39 = arith.addi %begin, %n : index
    %n40 = arith.addi %begin, %n : index
    %n41 = arith.addi %begin, %n : index
    %n42 = arith.addi %begin, %n : index
    %n43 = arith.addi %begin, %n : index
    %n44 = arith.addi %begin, %n : index
    %n45 = arith.addi %begin, %n : index
    %n46 = arith.addi %begin, %n : index
    %n47 = arith.addi %begin, %n : index
    %n48 = arith.addi %begin, %n : index
    %n49 = arith.addi %begin, %n : index
    %n50 = arith.addi %begin, %n : index
    %n51 = arith.addi %begin, %n : index
    %n52 = arith.addi %begin, %n : index
    %n53 = arith.addi %begin, %n : index
    %n54 = arith.addi %begin, %n : index
    %n55 = arith.addi %begin, %n : index
    %n56 = arith.addi %begin, %n : index
    %n57 = arith.addi %begin, %n : index
    %n58 = arith.addi %begin, %n : index
    %n59 = arith.addi %begin, %n : index
    // CHECK: prefetch-streams-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_streams {{.*}}Remark="the enclosing loop has more than 60 operations"
    scf.for %p = %begin to %n step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %v = memref.load %values[%p] : memref<?xf64>
      %b = memref.load %y[%j] : memref<?xf64>
      %w = arith.addf %v, %b : f64
      memref.store %w, %y[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// The enclosing loop is versioned once.
func.func @second(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %values: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    // CHECK: prefetch-streams-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Passed] prefetch_streams {{.*}}Remark="prefetches the level 2 coordinates of tensor 0 and the values of tensor 0 512 elements ahead before each segment in a loop version for arrays of at least 4194304 elements"
    scf.for %p = %begin to %n step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %v = memref.load %values[%p] : memref<?xf64>
      %b = memref.load %y[%j] : memref<?xf64>
      %w = arith.addf %v, %b : f64
      memref.store %w, %y[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    // CHECK: prefetch-streams-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_streams {{.*}}Remark="another inner loop of the enclosing loop already prefetches its streams"
    scf.for %p = %begin to %n step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %v = memref.load %values[%p] : memref<?xf64>
      %b = memref.load %y[%j] : memref<?xf64>
      %w = arith.addf %v, %b : f64
      memref.store %w, %y[%j] : memref<?xf64>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// A loop that reads no argument at its positions is not reported.
func.func @local(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %values: memref<?xf64> {weft.array = #weft.array<0 values>}, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %own = memref.alloc() : memref<8xindex>
    scf.for %p = %begin to %n step %c1 {
      memref.store %i, %own[%p] : memref<8xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    memref.dealloc %own : memref<8xindex>
  }
  return
}

// -----

// The loop over the segment is in a loop that does not iterate segments.
func.func @between(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %values: memref<?xf64> {weft.array = #weft.array<0 values>}, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %r = scf.while (%at = %begin) : (index) -> index {
      %more = arith.cmpi slt, %at, %n : index
      scf.condition(%more) %at : index
    } do {
    ^bb0(%first: index):
      // CHECK: prefetch-streams-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_streams {{.*}}Remark="the innermost enclosing operation other than `scf.if` is not an `scf.for`"
      scf.for %p = %begin to %n step %c1 {
        %j = memref.load %crd[%p] : memref<?xindex>
        %v = memref.load %values[%p] : memref<?xf64>
        %b = memref.load %y[%j] : memref<?xf64>
        %w = arith.addf %v, %b : f64
        memref.store %w, %y[%j] : memref<?xf64>
      } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
      scf.yield %n : index
    }
  }
  return
}
