// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s -mlir-print-op-generic | weft-opt | FileCheck %s

// CHECK-LABEL: func.func @kernel(
// CHECK-SAME: %{{.*}}: index {weft.extent = array<i64: 0, 1>}
// CHECK-SAME: %{{.*}}: f64 {weft.name = "alpha"}
// CHECK-SAME: -> (tensor<?x?xf64>, f64 {weft.name = "y"})
// CHECK-SAME: attributes {weft.kernel}
func.func @kernel(%n: index {weft.extent = array<i64: 0, 1>}, %v: f64 {weft.name = "alpha"}, %t: tensor<?x?xf64>)
    -> (tensor<?x?xf64>, f64 {weft.name = "y"}) attributes {weft.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: arith.mulf
  %w = arith.mulf %v, %v : f64
  // CHECK: } {weft.loop = #weft.loop<parallel(static)>}
  scf.for %i = %c0 to %n step %c1 {
  } {weft.loop = #weft.loop<parallel(static)>}
  // CHECK: } {weft.loop = #weft.loop<parallel(dynamic 64)>}
  scf.for %i = %c0 to %n step %c1 {
  } {weft.loop = #weft.loop<parallel(dynamic 64)>}
  // CHECK: } {weft.loop = #weft.loop<unroll(4)>}
  scf.for %i = %c0 to %n step %c1 {
  } {weft.loop = #weft.loop<unroll(4)>}
  // CHECK: } {weft.loop = #weft.loop<runs>}
  scf.for %i = %c0 to %n step %c1 {
  } {weft.loop = #weft.loop<runs>}
  // CHECK: } {weft.loop = #weft.loop<vector>}
  scf.for %i = %c0 to %n step %c1 {
  } {weft.loop = #weft.loop<vector>}
  // CHECK: } {weft.loop = #weft.loop<vector(8), partial, optional, guard(8), segments(<0 level 1 ordered unique adjacent>), tiles(16)>}
  scf.for %i = %c0 to %n step %c1 {
  } {weft.loop = #weft.loop<tiles(16), segments(<0 level 1 ordered unique adjacent>), optional, partial, vector(8), guard(8)>}
  // CHECK: } {weft.loop = #weft.loop<predicate(8), segments(<level 0>)>}
  scf.for %i = %c0 to %n step %c1 {
  } {weft.loop = #weft.loop<predicate(8), segments(<level 0>)>}
  // CHECK: scf.condition(%{{[^ ]*}}) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 2 ordered unique>), intersection>}
  %inside = arith.constant false
  %positions:2 = scf.while (%p = %c0, %q = %c0) : (index, index) -> (index, index) {
    scf.condition(%inside) {weft.loop = #weft.loop<segments(<0 level 0 ordered unique>, <1 level 2 ordered unique>), intersection>} %p, %q : index, index
  } do {
  ^bb0(%p: index, %q: index):
    scf.yield %p, %q : index, index
  }
  return %t, %w : tensor<?x?xf64>, f64
}

// CHECK: func.func private @arrays(memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, memref<?xf64> {weft.array = #weft.array<0 values>})
func.func private @arrays(memref<?xi32> {weft.array = #weft.array<0 level 1 positions>}, memref<?xf64> {weft.array = #weft.array<0 values>})
// CHECK: func.func private @named() attributes {weft.kernel = "other"}
func.func private @named() attributes {weft.kernel = "other"}
// CHECK: func.func private @lowered(index, memref<?xf64>, index {weft.extent = array<i64: 0, 0>}) -> (index, memref<?xf64>) attributes {weft.abi = {
func.func private @lowered(index, memref<?xf64>, index {weft.extent = array<i64: 0, 0>}) -> (index, memref<?xf64>)
    attributes {weft.abi = {arguments = [{arrays = [f64], rank = 1}, index], results = [{arrays = [f64], rank = 1}]}}
// CHECK: func.func private @part() attributes {weft.partition}
func.func private @part() attributes {weft.partition}
// CHECK: func.func private @configured() attributes {weft.lowering_config = #weft.lowering_config<interleave_reductions = 2, vectorize_segments = masked, jam_rows = off>, weft.schedule = ["reorder(i,j)"]}
func.func private @configured() attributes {weft.schedule = ["reorder(i,j)"], weft.lowering_config = #weft.lowering_config<jam_rows = off, vectorize_segments = masked, interleave_reductions = 2>}

// CHECK: func.func private @lists() attributes {weft.lowering_config = #weft.lowering_config<prefetch_scatters = l2, prefetch_segments, prefetch_gathers = [128, 64], prefetch_streams = [l2, 512], prefetch_strided_gathers = 9>}
func.func private @lists() attributes {weft.lowering_config = #weft.lowering_config<prefetch_streams = [l2, 512], prefetch_gathers = [128, 64], prefetch_scatters = [l2], prefetch_segments, prefetch_strided_gathers = [9]>}

// CHECK: func.func private @nothing() attributes {weft.lowering_config = #weft.lowering_config<>}
func.func private @nothing() attributes {weft.lowering_config = #weft.lowering_config<>}

// CHECK: module @kernels attributes {weft.schedule = "reorder(d1,d0)"}
module @kernels attributes {weft.schedule = "reorder(d1,d0)"} {
}

func.func @product(%A: tensor<4x4xf64>, %x: tensor<4xf64>) -> tensor<4xf64> {
  // CHECK: linalg.matvec {weft.schedule = "reorder(d1,d0)"}
  %y = linalg.matvec {weft.schedule = "reorder(d1,d0)"} ins(%A, %x : tensor<4x4xf64>, tensor<4xf64>) outs(%x : tensor<4xf64>) -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// The name of an array has a tensor, a role or both.
// CHECK-LABEL: func.func private @names()
// CHECK-SAME: test.array = #weft.array_name<role = "lookup table of positions">
// CHECK-SAME: test.tensor = #weft.array_name<tensor = "w">
// CHECK-SAME: test.values = #weft.array_name<tensor = "w", role = "values">
func.func private @names() attributes {
  test.array = #weft.array_name<role = "lookup table of positions">,
  test.tensor = #weft.array_name<tensor = "w">,
  test.values = #weft.array_name<tensor = "w", role = "values">}
