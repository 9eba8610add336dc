// RUN: weft-opt %s --weft-map-to-gpu --canonicalize --cse --split-input-file | FileCheck %s

// Each thread has two columns, and two threads share the entries of a row. In a
// full tile, the columns are loaded and stored together, and the entries are
// staged. Four steps in which both threads have an entry are unrolled.
// CHECK-LABEL: @columns
// CHECK-SAME: %[[POS:[a-z0-9]*]]: memref<?xi32>, %[[CRD:[a-z0-9]*]]: memref<?xi32>, %[[X:[a-z0-9]*]]: memref<?xf64>, %[[Y:[a-z0-9]*]]: memref<?xf64>
func.func @columns(%n: index, %k: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: gpu.launch
  // The row of the dense operand, and the begin of its array.
  // CHECK-DAG: memref.extract_aligned_pointer_as_index %[[X]]
  // CHECK-DAG: arith.remui
  scf.for %b = %c0 to %n step %c1 {
    scf.for %w = %c0 to %c8 step %c1 {
      // CHECK: scf.if
      // CHECK:   scf.for {{.*}} step %c32
      // CHECK:     memref.load %[[CRD]]
      // CHECK:     %[[WHOLE:.*]] = arith.andi %{{.*}}, %c-8
      // CHECK:     scf.for {{.*}} to %[[WHOLE]] step %c8
      // CHECK-NOT:   scf.if
      // CHECK:       gpu.shuffle idx
      // CHECK-NOT:   scf.if
      // CHECK-COUNT-4: vector.load %[[X]]{{.*}} {alignment = 16 : i64} : memref<?xf64>, vector<2xf64>
      // CHECK:     scf.for {{.*}} = %[[WHOLE]] to {{.*}} step %c2
      // CHECK:       gpu.shuffle idx
      // CHECK:       scf.if
      // CHECK:         vector.load %[[X]]{{.*}} {alignment = 16 : i64} : memref<?xf64>, vector<2xf64>
      // CHECK:   gpu.shuffle xor
      // CHECK:   %[[SUMS:.*]] = vector.from_elements
      // CHECK:   vector.store %[[SUMS]], %[[Y]]{{.*}} {alignment = 16 : i64} : memref<?xf64>, vector<2xf64>
      // CHECK: else
      // CHECK-NOT: vector.load
      // CHECK:   memref.load %[[X]]
      // CHECK:   nvvm.shfl.sync bfly
      scf.for %t = %c0 to %k step %c2 {
        %begin32 = memref.load %pos[%w] : memref<?xi32>
        %next = arith.addi %w, %c1 : index
        %end32 = memref.load %pos[%next] : memref<?xi32>
        %begin = arith.index_cast %begin32 : i32 to index
        %end = arith.index_cast %end32 : i32 to index
        %t1 = arith.addi %t, %c1 : index
        %sums:2 = scf.for %p = %begin to %end step %c1 iter_args(%s0 = %zero, %s1 = %zero) -> (f64, f64) {
          %j32 = memref.load %crd[%p] : memref<?xi32>
          %j = arith.index_cast %j32 : i32 to index
          %row = arith.muli %j, %k : index
          %at0 = arith.addi %row, %t : index
          %v0 = memref.load %x[%at0] : memref<?xf64>
          %n0 = arith.addf %s0, %v0 fastmath<reassoc> : f64
          %at1 = arith.addi %row, %t1 : index
          %v1 = memref.load %x[%at1] : memref<?xf64>
          %n1 = arith.addf %s1, %v1 fastmath<reassoc> : f64
          scf.yield %n0, %n1 : f64, f64
        } {weft.loop = #weft.loop<gpu(thread)>}
        %row = arith.muli %w, %k : index
        %at0 = arith.addi %row, %t : index
        memref.store %sums#0, %y[%at0] : memref<?xf64>
        %at1 = arith.addi %row, %t1 : index
        memref.store %sums#1, %y[%at1] : memref<?xf64>
      } {weft.loop = #weft.loop<gpu(thread 16)>}
    } {weft.loop = #weft.loop<gpu(warp 8)>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// Loads of adjacent elements outside of inner loops are merged once. A store
// whose row has another length than those that are loaded is not: its alignment
// would have to be checked as well.
// CHECK-LABEL: @rows
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<?xf64>, %[[Y:[a-z0-9]*]]: memref<?xf64>
func.func @rows(%n: index, %k: index, %m: index, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  scf.for %b = %c0 to %n step %c1 {
    scf.for %w = %c0 to %c8 step %c1 {
      // CHECK: scf.if
      // CHECK: vector.load %[[X]]
      // CHECK-NOT: vector.{{load|store}}
      // CHECK: memref.store {{.*}}, %[[Y]]
      // CHECK: memref.store {{.*}}, %[[Y]]
      // CHECK: else
      scf.for %t = %c0 to %k step %c2 {
        %from = arith.muli %w, %k : index
        %to = arith.muli %w, %m : index
        %t1 = arith.addi %t, %c1 : index
        %f0 = arith.addi %from, %t : index
        %f1 = arith.addi %from, %t1 : index
        %v0 = memref.load %x[%f0] : memref<?xf64>
        %v1 = memref.load %x[%f1] : memref<?xf64>
        %at0 = arith.addi %to, %t : index
        %at1 = arith.addi %to, %t1 : index
        memref.store %v0, %y[%at0] : memref<?xf64>
        memref.store %v1, %y[%at1] : memref<?xf64>
      } {weft.loop = #weft.loop<gpu(thread 32)>}
    } {weft.loop = #weft.loop<gpu(warp 8)>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// The bounds of segments are loaded once, and the next thread has the end.
// CHECK-LABEL: @segments
func.func @segments(%n: index, %pos: memref<?xi64>, %y: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %b = %c0 to %n step %c1 {
    scf.for %w = %c0 to %c8 step %c1 {
      // CHECK: scf.for {{.*}} step %c32
      // CHECK:   memref.load
      // CHECK:   gpu.shuffle down
      // CHECK:   arith.select
      // CHECK:   scf.if
      // CHECK-NOT: memref.load
      // CHECK:     memref.store
      scf.for %i = %w to %n step %c1 {
        %next = arith.addi %i, %c1 : index
        %begin = memref.load %pos[%i] : memref<?xi64>
        %end = memref.load %pos[%next] : memref<?xi64>
        %length = arith.subi %end, %begin : i64
        memref.store %length, %y[%i] : memref<?xi64>
      } {weft.loop = #weft.loop<gpu(thread)>}
    } {weft.loop = #weft.loop<gpu(warp 8)>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// The device fills what only it uses. The host fills what it reads as well.
// CHECK-LABEL: @fills
func.func @fills(%n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // CHECK: %[[Y:.*]] = memref.alloc
  // CHECK: %[[Z:.*]] = memref.alloc
  %y = memref.alloc(%n) : memref<?xf64>
  %z = memref.alloc(%n) : memref<?xf64>
  // CHECK: gpu.launch
  // CHECK:   memref.store %{{.*}}, %[[Y]]
  // CHECK:   gpu.terminator
  scf.for %i = %c0 to %n step %c1 {
    memref.store %zero, %y[%i] : memref<?xf64>
  }
  // CHECK: scf.for
  // CHECK:   memref.store %{{.*}}, %[[Z]]
  scf.for %i = %c0 to %n step %c1 {
    memref.store %zero, %z[%i] : memref<?xf64>
  }
  %first = memref.load %z[%c0] : memref<?xf64>
  // CHECK: gpu.launch
  scf.for %b = %c0 to %n step %c1 {
    scf.for %t = %c0 to %c1 step %c1 {
      memref.store %first, %y[%t] : memref<?xf64>
      memref.store %first, %z[%t] : memref<?xf64>
    } {weft.loop = #weft.loop<gpu(thread)>}
  } {weft.loop = #weft.loop<gpu(block)>}
  memref.dealloc %z : memref<?xf64>
  return %y : memref<?xf64>
}

// -----

// Groups of eight threads have a row each. Its segments differ in number, so the
// threads of a group do not wait for the others, in a full tile as well.
// CHECK-LABEL: @segments_of_groups
func.func @segments_of_groups(%n: index, %pos: memref<?xi64>, %pos2: memref<?xi64>, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %b = %c0 to %n step %c1 {
    scf.for %w = %c0 to %c8 step %c1 {
      // CHECK:     arith.constant 255 : i32
      // CHECK:     gpu.launch
      // CHECK:       scf.if
      // CHECK-NOT:   gpu.shuffle
      // CHECK:         nvvm.shfl.sync
      // CHECK-NOT:   gpu.shuffle
      // CHECK:       else
      // CHECK-NOT:   gpu.shuffle
      // CHECK:         nvvm.shfl.sync
      // CHECK-NOT:   gpu.shuffle
      // CHECK:       return
      scf.for %i = %c0 to %n step %c1 {
        %next = arith.addi %i, %c1 : index
        %begin64 = memref.load %pos[%i] : memref<?xi64>
        %end64 = memref.load %pos[%next] : memref<?xi64>
        %begin = arith.index_cast %begin64 : i64 to index
        %end = arith.index_cast %end64 : i64 to index
        scf.for %j = %begin to %end step %c1 {
          %after = arith.addi %j, %c1 : index
          %from64 = memref.load %pos2[%j] : memref<?xi64>
          %to64 = memref.load %pos2[%after] : memref<?xi64>
          %from = arith.index_cast %from64 : i64 to index
          %to = arith.index_cast %to64 : i64 to index
          %old = memref.load %y[%i] : memref<?xf64>
          %sum = scf.for %k = %from to %to step %c1 iter_args(%s = %old) -> f64 {
            %v = memref.load %x[%k] : memref<?xf64>
            %a = arith.addf %s, %v fastmath<reassoc> : f64
            scf.yield %a : f64
          } {weft.loop = #weft.loop<gpu(thread)>}
          memref.store %sum, %y[%i] : memref<?xf64>
        }
      } {weft.loop = #weft.loop<gpu(thread 4)>}
    } {weft.loop = #weft.loop<gpu(warp 8)>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// Each thread has an iteration, and runs the loop inside of it alone.
// CHECK-LABEL: @no_threads_left
// CHECK:       gpu.launch
// CHECK-NOT:   gpu(thread
// CHECK:       return
func.func @no_threads_left(%n: index, %x: memref<?xi64>, %y: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %b = %c0 to %n step %c1 {
    scf.for %w = %c0 to %c8 step %c1 {
      scf.for %i = %c0 to %n step %c1 {
        %end64 = memref.load %x[%i] : memref<?xi64>
        %end = arith.index_cast %end64 : i64 to index
        scf.for %j = %c0 to %end step %c1 {
          memref.store %end64, %y[%j] : memref<?xi64>
        } {weft.loop = #weft.loop<gpu(thread)>}
      } {weft.loop = #weft.loop<gpu(thread 32)>}
    } {weft.loop = #weft.loop<gpu(warp 8)>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}

// -----

// All threads of a warp read the same complex numbers.
// CHECK-LABEL: @complex
// CHECK:         memref.load %{{.*}} : memref<?xcomplex<f32>>
func.func @complex(%n: index, %x: memref<?xcomplex<f32>>, %y: memref<?xcomplex<f32>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  scf.for %b = %c0 to %n step %c1 {
    scf.for %w = %c0 to %n step %c1 {
      scf.for %t = %c0 to %c32 step %c1 {
        %sum = scf.for %j = %c0 to %n step %c1 iter_args(%s = %zero) -> complex<f32> {
          %v = memref.load %x[%j] : memref<?xcomplex<f32>>
          %next = complex.add %s, %v fastmath<reassoc> : complex<f32>
          scf.yield %next : complex<f32>
        }
        %p = arith.addi %w, %t : index
        memref.store %sum, %y[%p] : memref<?xcomplex<f32>>
      } {weft.loop = #weft.loop<gpu(thread 32)>}
    } {weft.loop = #weft.loop<gpu(warp 4)>}
  } {weft.loop = #weft.loop<gpu(block)>}
  return
}
