// Regions: reductions, scalars from outside, coordinates and several results.

// RUN: weft-opt %s --convert-linalg-to-tin | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>

#rows = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>]

// The subtrahends are added.
// CHECK-LABEL: func.func @difference
func.func @difference(%A: tensor<8x4xf64, #CSR>, %y: tensor<8xf64>) -> tensor<8xf64> {
  // CHECK: %[[SUM:.*]] = tin.reduce arith.addf
  // CHECK: arith.subf %{{.*}}, %[[SUM]]
  %r = linalg.generic {indexing_maps = #rows, iterator_types = ["parallel", "reduction"]}
      ins(%A : tensor<8x4xf64, #CSR>) outs(%y : tensor<8xf64>) {
  ^bb0(%a: f64, %acc: f64):
    %d = arith.subf %acc, %a : f64
    linalg.yield %d : f64
  } -> tensor<8xf64>
  return %r : tensor<8xf64>
}

// Several terms of one iteration are combined before.
// CHECK-LABEL: func.func @two_terms
func.func @two_terms(%A: tensor<8x4xf64, #CSR>, %y: tensor<8xf64>) -> tensor<8xf64> {
  // CHECK: tin.reduce arith.maximumf
  // CHECK:   %[[NEG:.*]] = arith.negf
  // CHECK:   arith.maximumf %{{.*}}, %[[NEG]]
  %r = linalg.generic {indexing_maps = #rows, iterator_types = ["parallel", "reduction"]}
      ins(%A : tensor<8x4xf64, #CSR>) outs(%y : tensor<8xf64>) {
  ^bb0(%a: f64, %acc: f64):
    %n = arith.negf %a : f64
    %m = arith.maximumf %acc, %a : f64
    %m2 = arith.maximumf %n, %m : f64
    linalg.yield %m2 : f64
  } -> tensor<8xf64>
  return %r : tensor<8xf64>
}

// A scalar from outside is a tensor of order 0, a coordinate a number.
// CHECK-LABEL: func.func @scalars
// CHECK-SAME:    %{{.*}}: tensor<8x4xf64, #{{.*}}>, %[[C:.*]]: f64
func.func @scalars(%A: tensor<8x4xf64, #CSR>, %c: f64) -> tensor<8x4xf64, #CSR> {
  // CHECK: %[[T:.*]] = tensor.from_elements %[[C]] : tensor<f64>
  // CHECK: tin.compute (%[[I:.*]] "d0" to
  // CHECK:   tin.access %[[T]][]
  // CHECK:   tin.value %[[I]]
  %e = tensor.empty() : tensor<8x4xf64, #CSR>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%A : tensor<8x4xf64, #CSR>) outs(%e : tensor<8x4xf64, #CSR>) {
  ^bb0(%a: f64, %out: f64):
    %p = arith.mulf %a, %c : f64
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    %f = arith.sitofp %n : i64 to f64
    %q = arith.mulf %p, %f : f64
    linalg.yield %q : f64
  } -> tensor<8x4xf64, #CSR>
  return %r : tensor<8x4xf64, #CSR>
}

// Each result is computed by itself.
// CHECK-LABEL: func.func @two_results
func.func @two_results(%A: tensor<8x4xf64, #CSR>, %y: tensor<8xf64>, %z: tensor<8xf64>)
    -> (tensor<8xf64>, tensor<8xf64>) {
  // CHECK: %[[SUMS:.*]] = tin.compute
  // CHECK:   tin.reduce arith.addf
  // CHECK: %[[LEAST:.*]] = tin.compute
  // CHECK:   tin.reduce arith.minimumf
  // The outputs have contents, so that the results go there.
  // CHECK: %[[FIRST:.*]] = bufferization.materialize_in_destination %[[SUMS]] in
  // CHECK: %[[SECOND:.*]] = bufferization.materialize_in_destination %[[LEAST]] in
  // CHECK: return %[[FIRST]], %[[SECOND]]
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%A : tensor<8x4xf64, #CSR>) outs(%y, %z : tensor<8xf64>, tensor<8xf64>) {
  ^bb0(%a: f64, %sum: f64, %least: f64):
    %s = arith.addf %sum, %a : f64
    %m = arith.minimumf %least, %a : f64
    linalg.yield %s, %m : f64, f64
  } -> (tensor<8xf64>, tensor<8xf64>)
  return %r#0, %r#1 : tensor<8xf64>, tensor<8xf64>
}

// A reduction does not start from an output in slots, of which each component
// has several.
#Slots = #level.format<(i) -> (slot : dense, i : dense)>
// CHECK-LABEL: func.func @output_in_slots
// CHECK-NOT:   from(
// CHECK:       tin.reduce arith.addf
// CHECK:       tin.access %arg2
func.func @output_in_slots(%A: tensor<8x4xf64>, %x: tensor<4xf64>, %y: tensor<8xf64, #Slots>)
    -> tensor<8xf64, #Slots> {
  %r = linalg.matvec ins(%A, %x : tensor<8x4xf64>, tensor<4xf64>) outs(%y : tensor<8xf64, #Slots>)
      -> tensor<8xf64, #Slots>
  return %r : tensor<8xf64, #Slots>
}
