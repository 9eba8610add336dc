// RUN: weft-opt %s -level-version-atomic-updates -split-input-file | FileCheck %s

// RUN: weft-opt %s -level-version-atomic-updates=only-optional -split-input-file | FileCheck %s --check-prefix=SOURCE

// Each partition of an optional loop chooses its version.
// CHECK-LABEL: func.func @optional(
// CHECK: weft.partitions %[[FIRST:.*]] to %[[LAST:.*]] of %{{.*}} to %{{.*}} carry(%[[B:.*]] = %{{.*}})
// CHECK: %[[ANSWER:.*]] = {{.*}}call @weft_rt_is_shared() : () -> i32
// CHECK: %[[SHARED:.*]] = arith.cmpi ne, %[[ANSWER]], %c0_i32
// CHECK: %[[R:.*]] = scf.if %[[SHARED]]
// CHECK: scf.for %{{.*}} = %[[FIRST]] to %[[LAST]] {{.*}} iter_args(%{{.*}} = %[[B]])
// CHECK: level.atomic_update
// CHECK-NOT: weft.loop
// CHECK: else
// CHECK: scf.for %[[P:.*]] = %[[FIRST]] to %[[LAST]] {{.*}} iter_args(%[[S:.*]] = %[[B]])
// CHECK: %[[OLD:.*]] = level.load %[[S]][%[[P]]]
// CHECK: %[[NEW:.*]] = arith.addf %[[OLD]], %{{.*}} : f64
// CHECK: level.store %[[NEW]], %[[S]][%[[P]]]
// CHECK-NOT: weft.loop
// CHECK: weft.yield %[[R]]
// C source chooses before the loop.
// SOURCE-LABEL: func.func @optional(
// SOURCE-NOT: weft.partitions
// SOURCE: %[[THREADS:.*]] = level.num_threads
// SOURCE: %[[SHARED:.*]] = arith.cmpi ugt, %[[THREADS]], %c1
// SOURCE: scf.if %[[SHARED]]
// SOURCE: level.atomic_update
// SOURCE: weft.loop = #weft.loop<parallel(
// SOURCE: else
// SOURCE-NOT: level.atomic_update
// SOURCE-NOT: weft.loop
// SOURCE: scf.yield
func.func @optional(%b: !level.builder<tensor<?xf64>>, %v: f64, %n: index) -> !level.builder<tensor<?xf64>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %p = %c0 to %n step %c1 iter_args(%s = %b) -> (!level.builder<tensor<?xf64>>) {
    %t = level.atomic_update arith.addf %v, %s[%p] : f64, !level.builder<tensor<?xf64>>
    scf.yield %t : !level.builder<tensor<?xf64>>
  } {weft.loop = #weft.loop<parallel(static), optional>}
  return %r : !level.builder<tensor<?xf64>>
}

// -----

// The number of threads chooses the version of any other parallel loop.
// CHECK-LABEL: func.func @always(
// CHECK: %[[THREADS:.*]] = level.num_threads
// CHECK: %[[SHARED:.*]] = arith.cmpi ugt, %[[THREADS]], %c1
// CHECK: scf.if %[[SHARED]]
// CHECK: level.atomic_update
// CHECK: weft.loop = #weft.loop<parallel(dynamic 8)>
// CHECK: else
// CHECK: level.store
// CHECK-NOT: weft.loop
// CHECK: return
func.func @always(%b: !level.builder<tensor<?xf64>>, %v: f64, %n: index) -> !level.builder<tensor<?xf64>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %p = %c0 to %n step %c1 iter_args(%s = %b) -> (!level.builder<tensor<?xf64>>) {
    %t = level.atomic_update arith.addf %v, %s[%p] : f64, !level.builder<tensor<?xf64>>
    scf.yield %t : !level.builder<tensor<?xf64>>
  } {weft.loop = #weft.loop<parallel(dynamic 8)>}
  return %r : !level.builder<tensor<?xf64>>
}

// -----

// Loops without atomic updates, loops of a GPU, and loops in other parallel
// loops have one version.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: scf.if
// CHECK: return
func.func @others(%b: !level.builder<tensor<?xf64>>, %v: f64, %n: index) -> !level.builder<tensor<?xf64>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %p = %c0 to %n step %c1 iter_args(%s = %b) -> (!level.builder<tensor<?xf64>>) {
    %t = level.store %v, %s[%p] : f64, !level.builder<tensor<?xf64>>
    scf.yield %t : !level.builder<tensor<?xf64>>
  } {weft.loop = #weft.loop<parallel(static), optional>}
  %q = scf.for %p = %c0 to %n step %c1 iter_args(%s = %r) -> (!level.builder<tensor<?xf64>>) {
    %u = scf.for %o = %c0 to %n step %c1 iter_args(%t = %s) -> (!level.builder<tensor<?xf64>>) {
      %t1 = level.atomic_update arith.addf %v, %t[%p] : f64, !level.builder<tensor<?xf64>>
      scf.yield %t1 : !level.builder<tensor<?xf64>>
    } {weft.loop = #weft.loop<parallel(static), optional>}
    scf.yield %u : !level.builder<tensor<?xf64>>
  } {weft.loop = #weft.loop<parallel(static)>}
  %g = scf.for %p = %c0 to %n step %c1 iter_args(%s = %q) -> (!level.builder<tensor<?xf64>>) {
    %t = level.atomic_update arith.addf %v, %s[%p] : f64, !level.builder<tensor<?xf64>>
    scf.yield %t : !level.builder<tensor<?xf64>>
  } {weft.loop = #weft.loop<gpu(thread)>}
  return %g : !level.builder<tensor<?xf64>>
}

// -----

// Bounds of a version are compared as signed numbers, and a partition has steps
// of one.
// CHECK-LABEL: func.func @unsigned(
// CHECK-NOT: scf.if
// CHECK: return
func.func @unsigned(%b: !level.builder<tensor<?xf64>>, %v: f64, %n: index) -> !level.builder<tensor<?xf64>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for unsigned %p = %c0 to %n step %c1 iter_args(%s = %b) -> (!level.builder<tensor<?xf64>>) {
    %t = level.atomic_update arith.addf %v, %s[%p] : f64, !level.builder<tensor<?xf64>>
    scf.yield %t : !level.builder<tensor<?xf64>>
  } {weft.loop = #weft.loop<parallel(static)>}
  return %r : !level.builder<tensor<?xf64>>
}

// -----

// CHECK-LABEL: func.func @steps(
// CHECK-NOT: scf.if
// CHECK: return
func.func @steps(%b: !level.builder<tensor<?xf64>>, %v: f64, %n: index, %step: index) -> !level.builder<tensor<?xf64>> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %p = %c0 to %n step %c2 iter_args(%s = %b) -> (!level.builder<tensor<?xf64>>) {
    %t = level.atomic_update arith.addf %v, %s[%p] : f64, !level.builder<tensor<?xf64>>
    scf.yield %t : !level.builder<tensor<?xf64>>
  } {weft.loop = #weft.loop<parallel(static)>}
  %q = scf.for %p = %c0 to %n step %step iter_args(%s = %r) -> (!level.builder<tensor<?xf64>>) {
    %t = level.atomic_update arith.addf %v, %s[%p] : f64, !level.builder<tensor<?xf64>>
    scf.yield %t : !level.builder<tensor<?xf64>>
  } {weft.loop = #weft.loop<parallel(static)>}
  return %q : !level.builder<tensor<?xf64>>
}

// -----

// A loop over 64-bit integers.
// CHECK-LABEL: func.func @integers(
// CHECK-NOT: scf.if
// CHECK: return
func.func @integers(%b: !level.builder<tensor<?xf64>>, %v: f64, %n: i64, %p: index) -> !level.builder<tensor<?xf64>> {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %b) -> (!level.builder<tensor<?xf64>>) : i64 {
    %t = level.atomic_update arith.addf %v, %s[%p] : f64, !level.builder<tensor<?xf64>>
    scf.yield %t : !level.builder<tensor<?xf64>>
  } {weft.loop = #weft.loop<parallel(static)>}
  return %r : !level.builder<tensor<?xf64>>
}

// -----

// Partitions run on threads as well.
// CHECK-LABEL: func.func @in_partitions(
// CHECK-NOT: scf.if
// CHECK: return
func.func @in_partitions(%b: !level.builder<tensor<?xf64>>, %v: f64, %n: index) -> !level.builder<tensor<?xf64>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = weft.partitions %first to %last of %c0 to %n carry(%s = %b) : !level.builder<tensor<?xf64>> {
    %t = scf.for %p = %first to %last step %c1 iter_args(%u = %s) -> (!level.builder<tensor<?xf64>>) {
      %w = level.atomic_update arith.addf %v, %u[%p] : f64, !level.builder<tensor<?xf64>>
      scf.yield %w : !level.builder<tensor<?xf64>>
    } {weft.loop = #weft.loop<parallel(static)>}
    weft.yield %t : !level.builder<tensor<?xf64>>
  }
  return %r : !level.builder<tensor<?xf64>>
}

// -----

// CHECK-LABEL: func.func @around_partitions(
// CHECK-NOT: scf.if
// CHECK: return
func.func @around_partitions(%b: !level.builder<tensor<?xf64>>, %v: f64, %n: index) -> !level.builder<tensor<?xf64>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %p = %c0 to %n step %c1 iter_args(%s = %b) -> (!level.builder<tensor<?xf64>>) {
    %t = weft.partitions %first to %last of %c0 to %n carry(%u = %s) : !level.builder<tensor<?xf64>> {
      %w = level.atomic_update arith.addf %v, %u[%first] : f64, !level.builder<tensor<?xf64>>
      weft.yield %w : !level.builder<tensor<?xf64>>
    }
    scf.yield %t : !level.builder<tensor<?xf64>>
  } {weft.loop = #weft.loop<parallel(static)>}
  return %r : !level.builder<tensor<?xf64>>
}

// -----

// Loops that a parallel loop or a GPU runs, and those around one.
// CHECK-LABEL: func.func @around_gpu(
// CHECK-NOT: scf.if
// CHECK: return
func.func @around_gpu(%b: !level.builder<tensor<?xf64>>, %v: f64, %n: index) -> !level.builder<tensor<?xf64>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %p = %c0 to %n step %c1 iter_args(%s = %b) -> (!level.builder<tensor<?xf64>>) {
    %u = scf.for %o = %c0 to %n step %c1 iter_args(%t = %s) -> (!level.builder<tensor<?xf64>>) {
      %t1 = level.atomic_update arith.addf %v, %t[%o] : f64, !level.builder<tensor<?xf64>>
      scf.yield %t1 : !level.builder<tensor<?xf64>>
    } {weft.loop = #weft.loop<gpu(thread)>}
    scf.yield %u : !level.builder<tensor<?xf64>>
  } {weft.loop = #weft.loop<parallel(static)>}
  return %r : !level.builder<tensor<?xf64>>
}

// -----

// CHECK-LABEL: func.func @in_gpu(
// CHECK-NOT: scf.if
// CHECK: return
func.func @in_gpu(%b: !level.builder<tensor<?xf64>>, %v: f64, %n: index) -> !level.builder<tensor<?xf64>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %p = %c0 to %n step %c1 iter_args(%s = %b) -> (!level.builder<tensor<?xf64>>) {
    %u = scf.for %o = %c0 to %n step %c1 iter_args(%t = %s) -> (!level.builder<tensor<?xf64>>) {
      %t1 = level.atomic_update arith.addf %v, %t[%o] : f64, !level.builder<tensor<?xf64>>
      scf.yield %t1 : !level.builder<tensor<?xf64>>
    } {weft.loop = #weft.loop<parallel(static)>}
    scf.yield %u : !level.builder<tensor<?xf64>>
  } {weft.loop = #weft.loop<gpu(block)>}
  return %r : !level.builder<tensor<?xf64>>
}

// -----

// Components of complex numbers, whose atomic update takes a lock.
// CHECK-LABEL: func.func @complex(
// CHECK: scf.if
// CHECK: level.atomic_update complex.add
// CHECK: else
// CHECK: scf.for %[[P:.*]] = {{.*}} iter_args(%[[S:.*]] = %{{.*}})
// CHECK-NOT: level.atomic_update
// CHECK: %[[OLD:.*]] = level.load %[[S]][%[[P]]]
// CHECK: %[[NEW:.*]] = complex.add %[[OLD]], %{{.*}} : complex<f64>
// CHECK: level.store %[[NEW]], %[[S]][%[[P]]] : complex<f64>
// CHECK-NOT: weft.loop
// CHECK: return
func.func @complex(%b: !level.builder<tensor<?xcomplex<f64>>>, %v: complex<f64>, %n: index) -> !level.builder<tensor<?xcomplex<f64>>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %p = %c0 to %n step %c1 iter_args(%s = %b) -> (!level.builder<tensor<?xcomplex<f64>>>) {
    %t = level.atomic_update complex.add %v, %s[%p] : complex<f64>, !level.builder<tensor<?xcomplex<f64>>>
    scf.yield %t : !level.builder<tensor<?xcomplex<f64>>>
  } {weft.loop = #weft.loop<parallel(static)>}
  return %r : !level.builder<tensor<?xcomplex<f64>>>
}
