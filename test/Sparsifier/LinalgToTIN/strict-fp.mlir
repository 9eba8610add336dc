// Floating-point reductions begin with the components of dense outputs that have
// contents, and combine each value in its order.

// RUN: weft-opt %s --convert-linalg-to-tin=strict-fp | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#vector = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#rows2 = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}

// CHECK-LABEL: func.func @matvec
// CHECK-SAME:    %[[Y:[a-z0-9]*]]: tensor<4xf64>)
// CHECK:         tin.compute ({{.*}}) from(%[[Y]] : tensor<4xf64>) : tensor<4xf64> {
// CHECK-NEXT:      %[[SUM:.*]] = tin.reduce arith.addf
// CHECK:           tin.yield %[[SUM]]
func.func @matvec(%A: tensor<4x6xf64, #CSR>, %x: tensor<6xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %r = linalg.matvec ins(%A, %x : tensor<4x6xf64, #CSR>, tensor<6xf64>) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// What is subtracted is added as its negative.
// CHECK-LABEL: func.func @difference
// CHECK:         tin.compute ({{.*}}) from(%{{.*}} : tensor<4xf64>)
// CHECK-NEXT:      tin.reduce arith.addf
// CHECK:             arith.negf
func.func @difference(%A: tensor<4x6xf64, #CSR>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %r = linalg.generic #rows ins(%A : tensor<4x6xf64, #CSR>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %out: f64):
    %s = arith.subf %out, %a : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// An output that is filled with the identity has no contents to begin with.
// CHECK-LABEL: func.func @identity
// CHECK-NOT:     from(
// CHECK:         return
func.func @identity(%A: tensor<4x6xf64, #CSR>, %x: tensor<6xf64>) -> tensor<4xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %y = linalg.fill ins(%zero : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %r = linalg.matvec ins(%A, %x : tensor<4x6xf64, #CSR>, tensor<6xf64>) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// Integers may be combined in any order.
// CHECK-LABEL: func.func @integers
// CHECK-NOT:     from(
// CHECK:         return
func.func @integers(%A: tensor<4x6xi32, #CSR>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %r = linalg.generic #rows ins(%A : tensor<4x6xi32, #CSR>) outs(%y : tensor<4xi32>) {
  ^bb0(%a: i32, %out: i32):
    %s = arith.addi %out, %a : i32
    linalg.yield %s : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// A minimum is the same in any order, also of a stored output with contents.
// CHECK-LABEL: func.func @minimum
// CHECK:         arith.minimumf
// CHECK:         return
func.func @minimum(%A: tensor<4x6xf64, #CSR>, %y: tensor<4xf64, #vector>) -> tensor<4xf64, #vector> {
  %r = linalg.generic #rows ins(%A : tensor<4x6xf64, #CSR>) outs(%y : tensor<4xf64, #vector>) {
  ^bb0(%a: f64, %out: f64):
    %s = arith.minimumf %out, %a : f64
    linalg.yield %s : f64
  } -> tensor<4xf64, #vector>
  return %r : tensor<4xf64, #vector>
}

// A stored output without entries begins with zero, as sums and differences do.
// CHECK-LABEL: func.func @empty
// CHECK-NOT:     from(
// CHECK:         return
func.func @empty(%A: tensor<4x6xf64, #CSR>) -> (tensor<4xf64, #vector>, tensor<4xf64, #vector>) {
  %e = tensor.empty() : tensor<4xf64, #vector>
  %r:2 = linalg.generic #rows2 ins(%A : tensor<4x6xf64, #CSR>)
      outs(%e, %e : tensor<4xf64, #vector>, tensor<4xf64, #vector>) {
  ^bb0(%a: f64, %out0: f64, %out1: f64):
    %s = arith.addf %out0, %a : f64
    %d = arith.subf %out1, %a : f64
    linalg.yield %s, %d : f64, f64
  } -> (tensor<4xf64, #vector>, tensor<4xf64, #vector>)
  return %r#0, %r#1 : tensor<4xf64, #vector>, tensor<4xf64, #vector>
}

// Nor does it matter when a minimum is combined with another number.
// CHECK-LABEL: func.func @from
// CHECK:         tin.reduce
// CHECK:           arith.minimumf
// CHECK:         return
func.func @from(%A: tensor<4x6xf64, #CSR>) -> tensor<4xf64> {
  %hundred = arith.constant 100.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %r = linalg.generic #rows ins(%A : tensor<4x6xf64, #CSR>) outs(%e : tensor<4xf64>) {
  ^bb0(%a: f64, %out: f64):
    %s = sparse_tensor.reduce %out, %a, %hundred : f64 {
    ^bb0(%x: f64, %y: f64):
      %m = arith.minimumf %x, %y : f64
      sparse_tensor.yield %m : f64
    }
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}
