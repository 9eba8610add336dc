// Every choice of the lowering is an option of the pipeline.

// RUN: weft-opt %s --pass-pipeline="builtin.module(weft-lower-to-llvm{assembly=two_phase drop-fill=true schedule=split(i,i0,i1,32) gallop=5 check-accesses=true vectors=false strict-fp=true allow-races=true deterministic=true fast-gathers=true vector-masks=true})" -dump-pass-pipeline -o %t 2>&1 | FileCheck %s --check-prefix=SET
// SET: weft-attach-machine{fast-gathers=true machine=generic near-caches=false vector-masks=true}
// SET: convert-tin-to-cin{drop-fill=true
// SET: two-phase=true
// SET: cin-set-assembly{assembly=two_phase drop-fill=true
// SET: weft-apply-schedule{allow-races=true schedule=split(i,i0,i1,32) strict-fp=true}
// SET: cin-choose-lowering{strict-fp=true strips=false vectors=false}
// SET-NOT: cin-allow-reassociation
// SET: convert-cin-to-lattice{allow-races=true carry=true deterministic=true gallop=5
// SET: weft-vectorize-loops{scalar=true strict-fp=true}
// SET: weft-check-accesses
// Passes behind it may not load anything more.
// SET-NOT: weft-vectorize-segments
// SET-NOT: weft-vectorize-intersections
// SET-NOT: weft-flatten-rows
// SET-NOT: prefetch_scatters
// SET: weft-prefetch{{.*}}prefetch_streams
// SET-NOT: weft-unroll-and-jam
// SET: weft-place-allocations{{.*}}stack_arrays

// RUN: weft-opt %s --pass-pipeline="builtin.module(weft-lower-to-llvm{fast-gathers=true vector-masks=true near-caches=true})" -dump-pass-pipeline -o %t 2>&1 | FileCheck %s --check-prefix=PROCESSOR
// PROCESSOR: weft-attach-machine{fast-gathers=true machine=generic near-caches=true vector-masks=true}
// PROCESSOR: cin-choose-lowering{strict-fp=false strips=false vectors=true}
// PROCESSOR: weft-vectorize-segments
// PROCESSOR: weft-vectorize-intersections
// PROCESSOR: weft-flatten-rows
// PROCESSOR: weft-prefetch
// PROCESSOR: weft-unroll-and-jam{{.*}}jam_rows

// RUN: weft-opt %s --weft-lower-to-llvm -dump-pass-pipeline -o %t 2>&1 | FileCheck %s --check-prefix=UNSET
// UNSET-NOT: weft-apply-schedule
// UNSET: convert-tin-to-cin{drop-fill=false
// UNSET: two-phase=false
// UNSET: cin-set-assembly{assembly=fused drop-fill=false
// UNSET: cin-factor-reductions{strict-fp=false}
// UNSET: cin-choose-schedule
// UNSET: cin-hoist-factors{strict-fp=false}
// UNSET: cin-sort-factors{strict-fp=false}
// UNSET: cin-allow-reassociation
// UNSET: convert-cin-to-lattice{allow-races=false carry=true deterministic=false gallop=16
// UNSET: weft-vectorize-loops{scalar=false
// UNSET-NOT: weft-check-accesses

// RUN: weft-opt %s --weft-lower-to-llvm=schedule=none -dump-pass-pipeline -o %t 2>&1 | FileCheck %s --check-prefix=NONE
// NONE-NOT: {{schedule|factor}}
// NONE: weft-vectorize-loops{scalar=

// Without vectors, the loops over full tiles have a constant number of steps.
// RUN: weft-opt %s --weft-lower-to-llvm=vectors=false -dump-pass-pipeline -o %t 2>&1 | FileCheck %s --check-prefix=SCALAR
// SCALAR: cin-choose-schedule{deterministic=false gpu=false guard-tiles=true strict-fp=false threads=false vectors=true}
// SCALAR: cin-choose-lowering{strict-fp=false strips=true vectors=false}
// SCALAR: weft-vectorize-loops{scalar=true

// Units of a GPU are chosen instead of vectors and threads, and device code is
// compiled before the host's.
// RUN: weft-opt %s --weft-lower-to-llvm=gpu=true -dump-pass-pipeline -o %t 2>&1 | FileCheck %s --check-prefix=GPU
// GPU: cin-choose-schedule{deterministic=false gpu=true guard-tiles=false strict-fp=false threads=false vectors=false}
// GPU: weft-map-to-gpu
// GPU: gpu-kernel-outlining
// GPU: weft-lower-launches
// GPU: gpu-module-to-binary
// GPU: weft-embed-device-code
// GPU: weft-convert-to-llvm

// What the loops become says whether they were transformed.
// RUN: weft-opt %s --pass-pipeline="builtin.module(weft-lower-to-llvm{schedule=parallelize(i,CPUThread,NoRaces)})" | FileCheck %s --check-prefix=PARALLEL
// PARALLEL: omp.parallel

// RUN: not weft-opt %s --weft-lower-to-llvm=assembly=both 2>&1 | FileCheck %s --check-prefix=INVALID
// INVALID: 'both'
func.func @copy(%x: tensor<?xf64>) -> tensor<?xf64> attributes {weft.kernel} {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64>
    tin.yield %a : f64
  }
  return %y : tensor<?xf64>
}
