// RUN: weft-opt %s -cin-choose-lowering -split-input-file | FileCheck %s
// RUN: weft-opt %s -weft-attach-machine="vector-masks fast-gathers" -cin-choose-lowering -split-input-file | FileCheck %s --check-prefix=GATHERS
// RUN: weft-opt %s -weft-attach-machine=vector-masks -cin-choose-lowering -split-input-file | FileCheck %s --check-prefix=MASKS
// RUN: weft-opt %s -weft-attach-machine=near-caches -cin-choose-lowering -split-input-file | FileCheck %s --check-prefix=NEAR
// RUN: weft-opt %s -cin-choose-lowering=strict-fp -split-input-file | FileCheck %s --check-prefix=STRICT
// RUN: weft-opt %s -weft-attach-machine="vector-masks fast-gathers near-caches" -cin-choose-lowering=vectors=false -split-input-file | FileCheck %s --check-prefix=SCALAR
// RUN: weft-opt %s -cin-choose-lowering="vectors=false strips" -split-input-file | FileCheck %s --check-prefix=STRIPS

// A copy of a dense vector has nothing to choose from but for how it is stored.
// CHECK: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<>} {
// CHECK-NEXT: func.func @copy(
// GATHERS: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<>} {
// GATHERS-NEXT: func.func @copy(
// NEAR: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<stream_stores = 16777216>} {
// NEAR-NEXT: func.func @copy(
// SCALAR: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<>} {
// SCALAR-NEXT: func.func @copy(
// STRIPS: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<>} {
// STRIPS-NEXT: func.func @copy(
func.func @copy(%x: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%m) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A reduction over segments.
// CHECK: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<jam_reductions, vectorize_blocks, tile_sweeps, vectorize_rows, interleave_reductions = 4, vectorize_stores, prefetch_segments = 8, prefetch_streams = [l1, 512]>} {
// CHECK-NEXT: func.func @spmv(
// GATHERS: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<jam_reductions, vectorize_blocks, tile_sweeps, vectorize_rows, interleave_reductions = 4, vectorize_segments = masked, vectorize_stores, hold_rows, prefetch_segments = 8, prefetch_streams = [l1, 512]>} {
// GATHERS-NEXT: func.func @spmv(
// MASKS: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<jam_reductions, vectorize_blocks, tile_sweeps, vectorize_rows, interleave_reductions = 4, vectorize_segments = overrun, vectorize_stores, hold_rows, prefetch_segments = 8, prefetch_streams = [l1, 512]>} {
// MASKS-NEXT: func.func @spmv(
// NEAR: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<jam_reductions, vectorize_blocks, tile_sweeps, vectorize_rows, interleave_reductions = 4, vectorize_stores, prefetch_segments = 8, prefetch_gathers = [128, 64, 16], prefetch_streams = [l2, 512], prefetch_strided_gathers = 256, stream_stores = 16777216>} {
// NEAR-NEXT: func.func @spmv(
// SCALAR: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<>} {
// SCALAR-NEXT: func.func @spmv(
// STRIPS: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<vectorize_rows>} {
// STRIPS-NEXT: func.func @spmv(
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
func.func @spmv(%a: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        %1 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %yr[%i] arith.addf %2 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A sum of two operands that store some coordinates merges them, and reduces nothing.
// CHECK: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<carry_unions, lookup_tables = components, group_unions = 6, split_unions = 32, hoist_workspaces, carry_workspaces, prefetch_segments = 8, prefetch_streams = [l1, 512], stack_arrays = 2048>} {
// CHECK-NEXT: func.func @sum(
// GATHERS: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<carry_unions, lookup_tables = components, group_unions = 6, split_unions = 32, hoist_workspaces, carry_workspaces, vectorize_conditionals = gather, vectorize_intersections, prefetch_segments = 8, prefetch_streams = [l1, 512], stack_arrays = 2048>} {
// GATHERS-NEXT: func.func @sum(
// MASKS: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<carry_unions, lookup_tables = components, group_unions = 6, split_unions = 32, hoist_workspaces, carry_workspaces, vectorize_conditionals = load, vectorize_intersections, prefetch_segments = 8, prefetch_streams = [l1, 512], stack_arrays = 2048>} {
// MASKS-NEXT: func.func @sum(
// STRICT: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<carry_unions, lookup_tables = positions, group_unions = 6, split_unions = 32, hoist_workspaces, carry_workspaces, prefetch_segments = 8, prefetch_streams = [l1, 512], stack_arrays = 2048>} {
// STRICT-NEXT: func.func @sum(
// SCALAR: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<carry_unions, lookup_tables = components, group_unions = 6, split_unions = 32, hoist_workspaces, carry_workspaces, stack_arrays = 2048>} {
// SCALAR-NEXT: func.func @sum(
#S = #level.format<(i) -> (i : compressed)>
func.func @sum(%a: tensor<?xf64, #S>, %b: tensor<?xf64, #S>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %b) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #S>>, %br: !cin.ref<tensor<?xf64, #S>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #S>>
      %1 = cin.access %br[%i] : !cin.ref<tensor<?xf64, #S>>
      %2 = arith.addf %0, %1 : f64
      cin.assign %yr[%i] = %2 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #S>, tensor<?xf64, #S>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A result that stores some coordinates.
// CHECK: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<dense_accumulators, hoist_workspaces, carry_workspaces, unroll_histograms = 4, vectorize_runs, flatten_rows, prefetch_scatters = [l1, 16], stack_arrays = 2048>} {
// CHECK-NEXT: func.func @appended(
// MASKS: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<dense_accumulators, hoist_workspaces, carry_workspaces, unroll_histograms = 4, vectorize_runs, vectorize_appends, flatten_rows, prefetch_scatters = [l1, 16], stack_arrays = 2048>} {
// MASKS-NEXT: func.func @appended(
// NEAR: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<dense_accumulators, hoist_workspaces, carry_workspaces, unroll_histograms = 4, vectorize_runs, flatten_rows, prefetch_scatters = [l2, 64], stream_stores = 16777216, stack_arrays = 2048>} {
// NEAR-NEXT: func.func @appended(
#S = #level.format<(i) -> (i : compressed)>
func.func @appended(%x: tensor<?xf64>, %y: tensor<?xf64, #S>, %m: index) -> tensor<?xf64, #S> {
  %r = cin.kernel ins(%x) outs(%y) extents(%m) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64, #S>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64, #S>>
    }
  } : (tensor<?xf64>, tensor<?xf64, #S>) -> tensor<?xf64, #S>
  return %r : tensor<?xf64, #S>
}

// -----

// A workspace with components, which a scalar is not.
// CHECK: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<dense_accumulators, hoist_workspaces, carry_workspaces, unroll_histograms = 4, vectorize_runs, flatten_rows, prefetch_scatters = [l1, 16], stack_arrays = 2048>} {
// CHECK-NEXT: func.func @workspace(
func.func @workspace(%x: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%m) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.where "w" (%em) : tensor<?xf64> producer {
    ^bb0(%w: !cin.ref<tensor<?xf64>>):
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %w[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    } consumer {
    ^bb0(%w: !cin.ref<tensor<?xf64>>):
      cin.forall "k" to %em {
      ^bb0(%k: !cin.index):
        %0 = cin.access %w[%k] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[%k] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// CHECK: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<>} {
// CHECK-NEXT: func.func @scalar(
func.func @scalar(%x: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%m) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.where "t" () : tensor<f64> producer {
      ^bb0(%t: !cin.ref<tensor<f64>>):
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %t[] = %0 : !cin.ref<tensor<f64>>
      } consumer {
      ^bb0(%t: !cin.ref<tensor<f64>>):
        %0 = cin.access %t[] : !cin.ref<tensor<f64>>
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// Threads that share rows of segments, and lanes.
// CHECK: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<version_extents = unmasked, widen_tiles, prefetch_segments = 8, prefetch_streams = [l1, 512]>} {
// CHECK-NEXT: func.func @tagged(
// MASKS: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<version_extents = masked, widen_tiles, prefetch_segments = 8, prefetch_streams = [l1, 512], jam_rows>} {
// MASKS-NEXT: func.func @tagged(
#Rows = #level.format<(i, j) -> (i : compressed, j : dense)>
func.func @tagged(%x: tensor<?x?xf64, #Rows>, %y: tensor<?x?xf64>, %m: index, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%m, %n) {
  ^bb0(%xr: !cin.ref<tensor<?x?xf64, #Rows>>, %yr: !cin.ref<tensor<?x?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, no_races, optional) {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en parallel(cpu_vector, no_races) {
      ^bb0(%j: !cin.index):
        %0 = cin.access %xr[%i, %j] : !cin.ref<tensor<?x?xf64, #Rows>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64>>
      }
    }
  } : (tensor<?x?xf64, #Rows>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

// Several statements.
// CHECK: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<share_kernels>} {
// CHECK-NEXT: func.func @twice(
// SCALAR: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<share_kernels>} {
// SCALAR-NEXT: func.func @twice(
func.func @twice(%x: tensor<?xf64>, %y: tensor<?xf64>, %z: tensor<?xf64>, %m: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %r = cin.kernel ins(%x) outs(%y) extents(%m) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %s = cin.kernel ins(%r) outs(%z) extents(%m) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r, %s : tensor<?xf64>, tensor<?xf64>
}

// -----

// What a schedule has said stays, on and off, and so do options that would not be
// chosen.
// CHECK: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<jam_reductions, vectorize_blocks, tile_sweeps, vectorize_rows = off, interleave_reductions = 2, vectorize_stores, stream_stores = 4096, jam_rows>} {
// CHECK-NEXT: func.func @kept(
// NEAR: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<jam_reductions, vectorize_blocks, tile_sweeps, vectorize_rows = off, interleave_reductions = 2, vectorize_stores, stream_stores = 4096, jam_rows>} {
// NEAR-NEXT: func.func @kept(
// SCALAR: module attributes {{.*}}weft.lowering_config = #weft.lowering_config<vectorize_rows = off, interleave_reductions = 2, stream_stores = 4096, jam_rows>} {
// SCALAR-NEXT: func.func @kept(
module attributes {weft.lowering_config = #weft.lowering_config<interleave_reductions = 2, vectorize_rows = off, stream_stores = 4096, jam_rows>} {
  func.func @kept(%x: tensor<?xf64>, %y: tensor<f64>, %m: index) -> tensor<f64> {
    %r = cin.kernel ins(%x) outs(%y) extents(%m) {
    ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<f64>>, %em: index):
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
      }
    } : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
    return %r : tensor<f64>
  }
}
