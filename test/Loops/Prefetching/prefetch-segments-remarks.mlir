// RUN: weft-opt %s -weft-prefetch=only=prefetch_segments -remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:

// The coordinates of a segment select other segments.
func.func @product(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %pos1: memref<?xindex> {weft.array = #weft.array<1 level 1 positions>}, %crd1: memref<?xindex> {weft.array = #weft.array<1 level 1 coordinates>}, %out: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%next] : memref<?xindex>
    // CHECK: prefetch-segments-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Passed] prefetch_segments {{.*}}Remark="prefetches the level 2 coordinates of tensor 1 in the segments that the level 2 coordinates of tensor 0 select 8 positions ahead, and the level 2 positions of tensor 1 16 positions ahead, in a loop version"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %after = arith.addi %j, %c1 : index
      %first = memref.load %pos1[%j] : memref<?xindex>
      %last = memref.load %pos1[%after] : memref<?xindex>
      scf.for %q = %first to %last step %c1 {
        %k = memref.load %crd1[%q] : memref<?xindex>
        memref.store %i, %out[%k] : memref<?xindex>
      } {weft.loop = #weft.loop<segments(<1 level 1 ordered unique adjacent>)>}
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// The bound of a later segment may change until it is used.
func.func @written_bounds(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %pos1: memref<?xindex> {weft.array = #weft.array<1 level 1 positions>}, %crd1: memref<?xindex> {weft.array = #weft.array<1 level 1 coordinates>}, %out: memref<?xindex>, %n: index, %own: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%next] : memref<?xindex>
    // CHECK: prefetch-segments-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_segments {{.*}}Remark="the bounds of inner segments are loaded from argument 6, which the function may write"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %after = arith.addi %j, %c1 : index
      %first = memref.load %own[%j] : memref<?xindex>
      %last = memref.load %own[%after] : memref<?xindex>
      scf.for %q = %first to %last step %c1 {
        %k = memref.load %crd1[%q] : memref<?xindex>
        memref.store %i, %out[%k] : memref<?xindex>
      } {weft.loop = #weft.loop<segments(<1 level 1 ordered unique adjacent>)>}
      memref.store %last, %own[%j] : memref<?xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// The loop over the selected segment reads an array that is written.
func.func @written_arrays(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %pos1: memref<?xindex> {weft.array = #weft.array<1 level 1 positions>}, %crd1: memref<?xindex>, %out: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%next] : memref<?xindex>
    // CHECK: prefetch-segments-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_segments {{.*}}Remark="no inner loop with a bound from the level 2 positions of tensor 1 loads a read-only array at its positions"
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %after = arith.addi %j, %c1 : index
      %first = memref.load %pos1[%j] : memref<?xindex>
      %last = memref.load %pos1[%after] : memref<?xindex>
      scf.for %q = %first to %last step %c1 {
        %k = memref.load %crd1[%q] : memref<?xindex>
        memref.store %i, %out[%k] : memref<?xindex>
      } {weft.loop = #weft.loop<segments(<1 level 1 ordered unique adjacent>)>}
      memref.store %last, %crd1[%j] : memref<?xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// A step of the loop has several coordinates.
func.func @step(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %pos1: memref<?xindex> {weft.array = #weft.array<1 level 1 positions>}, %crd1: memref<?xindex> {weft.array = #weft.array<1 level 1 coordinates>}, %out: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%next] : memref<?xindex>
    // CHECK: prefetch-segments-remarks.mlir:[[@LINE+1]]:{{[0-9]+}}: remark: [Missed] prefetch_segments {{.*}}Remark="the step of the loop is not 1"
    scf.for %p = %begin to %end step %c2 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %after = arith.addi %j, %c1 : index
      %first = memref.load %pos1[%j] : memref<?xindex>
      %last = memref.load %pos1[%after] : memref<?xindex>
      scf.for %q = %first to %last step %c1 {
        %k = memref.load %crd1[%q] : memref<?xindex>
        memref.store %i, %out[%k] : memref<?xindex>
      } {weft.loop = #weft.loop<segments(<1 level 1 ordered unique adjacent>)>}
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}

// -----

// A loop that loads bounds and begins no loop there is not reported.
func.func @no_segment(%pos: memref<?xindex> {weft.array = #weft.array<0 level 1 positions>}, %crd: memref<?xindex> {weft.array = #weft.array<0 level 1 coordinates>}, %pos1: memref<?xindex> {weft.array = #weft.array<1 level 1 positions>}, %crd1: memref<?xindex> {weft.array = #weft.array<1 level 1 coordinates>}, %out: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %begin = memref.load %pos[%i] : memref<?xindex>
    %end = memref.load %pos[%next] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %crd[%p] : memref<?xindex>
      %after = arith.addi %j, %c1 : index
      %first = memref.load %pos1[%j] : memref<?xindex>
      %last = memref.load %pos1[%after] : memref<?xindex>
      memref.store %last, %out[%first] : memref<?xindex>
    } {weft.loop = #weft.loop<segments(<0 level 1 ordered unique adjacent>)>}
  }
  return
}
