// Operators whose regions depend on which operands are present.

// RUN: weft-opt %s --convert-linalg-to-tin | FileCheck %s

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>

#unary = {
  indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
  iterator_types = ["parallel"]
}
#binary = {
  indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
  iterator_types = ["parallel"]
}

// Where the vector is absent there is no value.
// CHECK-LABEL: func.func @present
func.func @present(%a: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  // CHECK:      tin.compute ({{.*}}) : tensor<8xf64, #{{.*}}> {
  // CHECK:        %[[A:.*]] = tin.access
  // CHECK:        %[[SUM:.*]] = arith.addf %[[A]]
  // CHECK:        %[[HAS:.*]] = cin.present %[[A]] then(true) else(false)
  // CHECK:        arith.select %[[HAS]], %[[SUM]], %{{.*}} : f64
  %e = tensor.empty() : tensor<8xf64, #SV>
  %r = linalg.generic #unary ins(%a : tensor<8xf64, #SV>) outs(%e : tensor<8xf64, #SV>) {
  ^bb0(%x: f64, %out: f64):
    %u = sparse_tensor.unary %x : f64 to f64
      present = {
      ^bb0(%p: f64):
        %one = arith.constant 1.0 : f64
        %s = arith.addf %p, %one : f64
        sparse_tensor.yield %s : f64
      }
      absent = {}
    linalg.yield %u : f64
  } -> tensor<8xf64, #SV>
  return %r : tensor<8xf64, #SV>
}

// Where the value is none although an operand is present, nothing is stored.
// CHECK-LABEL: func.func @set_difference
func.func @set_difference(%a: tensor<8xf64, #SV>, %b: tensor<8xi32, #SV>) -> tensor<8xf64, #SV> {
  // CHECK: tin.compute ({{.*}}) drop_fill
  %e = tensor.empty() : tensor<8xf64, #SV>
  %r = linalg.generic #binary
      ins(%a, %b : tensor<8xf64, #SV>, tensor<8xi32, #SV>) outs(%e : tensor<8xf64, #SV>) {
  ^bb0(%x: f64, %y: i32, %out: f64):
    %u = sparse_tensor.binary %x, %y : f64, i32 to f64
      overlap = {}
      left = identity
      right = {}
    linalg.yield %u : f64
  } -> tensor<8xf64, #SV>
  return %r : tensor<8xf64, #SV>
}

// An intersection is one for the algebra as well: a region that is empty gives
// the same zero everywhere.
// CHECK-LABEL: func.func @intersection
func.func @intersection(%a: tensor<8xf64, #SV>, %b: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  // CHECK-NOT: drop_fill
  // CHECK:     %[[B:.*]] = cin.present
  // CHECK:     %[[A:.*]] = cin.present
  // CHECK:     %[[BOTH:.*]] = arith.select %[[B]]
  // CHECK:     %[[RESULT:.*]] = arith.select %[[A]], %[[BOTH]], %{{.*}} : f64
  // CHECK:     tin.yield %[[RESULT]]
  %e = tensor.empty() : tensor<8xf64, #SV>
  %r = linalg.generic #binary
      ins(%a, %b : tensor<8xf64, #SV>, tensor<8xf64, #SV>) outs(%e : tensor<8xf64, #SV>) {
  ^bb0(%x: f64, %y: f64, %out: f64):
    %u = sparse_tensor.binary %x, %y : f64, f64 to f64
      overlap = {
      ^bb0(%p: f64, %q: f64):
        %s = arith.addf %p, %q : f64
        sparse_tensor.yield %s : f64
      }
      left = {}
      right = {}
    linalg.yield %u : f64
  } -> tensor<8xf64, #SV>
  return %r : tensor<8xf64, #SV>
}

// A custom reduction begins with its identity, which an operation that knows
// its own is combined with once.
// CHECK-LABEL: func.func @reduce
func.func @reduce(%a: tensor<8xi32, #SV>, %x: tensor<i32>) -> tensor<i32> {
  // CHECK: %[[SUM:.*]] = tin.reduce arith.addi
  // CHECK:   %[[A:.*]] = tin.access
  // CHECK:   %[[HAS:.*]] = cin.present %[[A]]
  // CHECK:   arith.select %[[HAS]], %[[A]]
  // CHECK: arith.addi %{{.*}}, %[[SUM]]
  %five = arith.constant 5 : i32
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]}
      ins(%a : tensor<8xi32, #SV>) outs(%x : tensor<i32>) {
  ^bb0(%v: i32, %out: i32):
    %s = sparse_tensor.reduce %out, %v, %five : i32 {
    ^bb0(%p: i32, %q: i32):
      %t = arith.addi %p, %q : i32
      sparse_tensor.yield %t : i32
    }
    linalg.yield %s : i32
  } -> tensor<i32>
  return %r : tensor<i32>
}
