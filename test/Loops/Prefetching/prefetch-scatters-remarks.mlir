// RUN: weft-opt %s -weft-prefetch=only=prefetch_scatters -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: weft-opt %s "-weft-prefetch=only=prefetch_scatters=l2" -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=L2

// The loop loads a destination for each coordinate, and stores there.
func.func @scatter(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %places: memref<?xindex>, %a: memref<?xindex>, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %m step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%next] : memref<?xindex>
    // L2: prefetch-scatters-remarks.mlir:[[@LINE+2]]:{{[0-9]+}}: remark: [Passed] prefetch_scatters {{.*}}Remark="prefetches scatter destinations 64 positions ahead into L2 where segments average at least 3 positions and have at least 524288 in total"
    // CHECK: prefetch-scatters-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Passed] prefetch_scatters {{.*}}Remark="prefetches scatter destinations 16 positions ahead into L1 where segments average at least 3 positions"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %place = memref.load %places[%j] : memref<?xindex>
      memref.store %i, %a[%place] : memref<?xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// There is no array of destinations.
func.func @direct(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %places: memref<?xindex>, %a: memref<?xindex>, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %m step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%next] : memref<?xindex>
    // CHECK: prefetch-scatters-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_scatters {{.*}}Remark="the store index is the coordinate; no index array is loaded at the coordinate"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      memref.store %i, %a[%j] : memref<?xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// The array has no role, as an array that the function writes.
func.func @no_coordinate(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %places: memref<?xindex>, %a: memref<?xindex>, %m: index, %other: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %m step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%next] : memref<?xindex>
    // CHECK: prefetch-scatters-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_scatters {{.*}}Remark="the index array is loaded at an element of argument 5, which is not the coordinate at the induction variable"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %other[%p] : memref<?xindex>
      %place = memref.load %places[%j] : memref<?xindex>
      memref.store %i, %a[%place] : memref<?xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// The stored array differs between iterations.
func.func @allocation(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %places: memref<?xindex>, %a: memref<?xindex>, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %m step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%next] : memref<?xindex>
    // CHECK: prefetch-scatters-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_scatters {{.*}}Remark="the stored array or the index array is defined in the loop"
    scf.for %p = %begin to %end step %c1 {
      %own = memref.alloc() : memref<8xindex>
      %j = memref.load %crd[%p] : memref<?xindex>
      %place = memref.load %places[%j] : memref<?xindex>
      memref.store %i, %own[%place] : memref<8xindex>
      memref.dealloc %own : memref<8xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// A constant may be added to a loaded index, and nothing else.
func.func @offset_of_index(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %places: memref<?xindex>, %a: memref<?xindex>, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %m step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%next] : memref<?xindex>
    // CHECK: prefetch-scatters-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_scatters {{.*}}Remark="a non-constant value is added to a loaded index"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %place = memref.load %places[%j] : memref<?xindex>
      %at = arith.addi %place, %i : index
      memref.store %i, %a[%at] : memref<?xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// The end of a segment is not the begin of the next one.
func.func @apart(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %places: memref<?xindex>, %a: memref<?xindex>, %m: index, %ends: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %m step %c1 {
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %ends[%i] : memref<?xindex>
    // CHECK: prefetch-scatters-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_scatters {{.*}}Remark="the loop bounds are not known to be pos[i] and pos[i + 1], where i is the induction variable of an enclosing unit-step loop"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %place = memref.load %places[%j] : memref<?xindex>
      memref.store %i, %a[%place] : memref<?xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// The parents of a chunk do not begin at the induction variable.
func.func @offset(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %places: memref<?xindex>, %a: memref<?xindex>, %m: index, %first: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %m step %c1 {
    %parent = arith.addi %i, %first : index
    %next = arith.addi %parent, %c1 : index
    %begin = memref.load %pos[%parent] : memref<?xindex>
    %end = memref.load %pos[%next] : memref<?xindex>
    // CHECK: prefetch-scatters-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_scatters {{.*}}Remark="the loop bounds are loaded at an offset from the induction variable of the enclosing loop"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %place = memref.load %places[%j] : memref<?xindex>
      memref.store %i, %a[%place] : memref<?xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// The lanes of a vector or threads execute the enclosing loop.
func.func @parallel(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %places: memref<?xindex>, %a: memref<?xindex>, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %m step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%next] : memref<?xindex>
    // CHECK: prefetch-scatters-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_scatters {{.*}}Remark="the enclosing loop is tagged `vector` in `weft.loop`"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %place = memref.load %places[%j] : memref<?xindex>
      memref.store %i, %a[%place] : memref<?xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  } {weft.loop = #weft.loop<vector(8)>}
  return
}

// -----

// A step has several positions.
func.func @step(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %places: memref<?xindex>, %a: memref<?xindex>, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %m step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%next] : memref<?xindex>
    // CHECK: prefetch-scatters-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_scatters {{.*}}Remark="the step of the loop is not 1"
    scf.for %p = %begin to %end step %c2 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %place = memref.load %places[%j] : memref<?xindex>
      memref.store %i, %a[%place] : memref<?xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// Prefetches compare positions as signed numbers.
func.func @unsigned(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %places: memref<?xindex>, %a: memref<?xindex>, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %m step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%next] : memref<?xindex>
    // CHECK: prefetch-scatters-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_scatters {{.*}}Remark="the loop has unsigned bounds"
    scf.for unsigned %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %place = memref.load %places[%j] : memref<?xindex>
      memref.store %i, %a[%place] : memref<?xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// Each segment is iterated several times.
func.func @repeated(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %places: memref<?xindex>, %a: memref<?xindex>, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %m step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%next] : memref<?xindex>
    scf.for %k = %c0 to %m step %c1 {
    // CHECK: prefetch-scatters-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_scatters {{.*}}Remark="the loop is nested in an operation other than `scf.if` inside the loop that indexes its bounds"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %place = memref.load %places[%j] : memref<?xindex>
      memref.store %i, %a[%place] : memref<?xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    }
  }
  return
}

// -----

// The enclosing loop is versioned once.
func.func @second(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %places: memref<?xindex>, %a: memref<?xindex>, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %m step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%next] : memref<?xindex>
    // CHECK-DAG: prefetch-scatters-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Passed] prefetch_scatters {{.*}}Remark="prefetches scatter destinations 16 positions ahead into L1 where segments average at least 3 positions"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %place = memref.load %places[%j] : memref<?xindex>
      memref.store %i, %a[%place] : memref<?xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
    // CHECK-DAG: prefetch-scatters-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_scatters {{.*}}Remark="another loop with indirect stores in the same enclosing loop is prefetched instead"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %place = memref.load %places[%j] : memref<?xindex>
      memref.store %m, %a[%place] : memref<?xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}
