// A module that is half sparse: a sparse matrix and a vector are combined by an
// operator that the module defines, between dense operations.

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>

// A product that is at most one. Where an operand is absent, so is the result.
algebra.operator @clip(%x: f64 {algebra.annihilator = 0.0 : f64},
                       %y: f64 {algebra.annihilator = 0.0 : f64}) -> f64
    attributes {commutative} {
  %one = arith.constant 1.0 : f64
  %p = arith.mulf %x, %y : f64
  %r = arith.minimumf %p, %one : f64
  algebra.yield %r : f64
}

func.func @multiply(%A: tensor<3x4xf64, #CSR>, %x: tensor<4xf64>) -> tensor<3xf64> {
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty() : tensor<3xf64>
  %init = linalg.fill ins(%zero : f64) outs(%empty : tensor<3xf64>) -> tensor<3xf64>
  %y = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%A, %x : tensor<3x4xf64, #CSR>, tensor<4xf64>) outs(%init : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %sum: f64):
    %p = algebra.apply @clip(%a, %b) : (f64, f64) -> f64
    %s = arith.addf %sum, %p : f64
    linalg.yield %s : f64
  } -> tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func @main() {
  %dense = arith.constant dense<[[0.5, 0.0, 2.0, 0.0],
                                 [0.0, 0.0, 0.0, 0.0],
                                 [0.0, 0.25, 0.0, 4.0]]> : tensor<3x4xf64>
  %halves = arith.constant dense<[0.25, 0.5, 0.75, 1.0]> : tensor<4xf64>
  %A = sparse_tensor.convert %dense : tensor<3x4xf64> to tensor<3x4xf64, #CSR>
  %empty = tensor.empty() : tensor<4xf64>
  %x = linalg.elementwise kind = #linalg.elementwise_kind<add>
      ins(%halves, %halves : tensor<4xf64>, tensor<4xf64>) outs(%empty : tensor<4xf64>) -> tensor<4xf64>
  %y = call @multiply(%A, %x) : (tensor<3x4xf64, #CSR>, tensor<4xf64>) -> tensor<3xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %y[%c0], %pad : tensor<3xf64>, vector<3xf64>
  vector.print %v : vector<3xf64>
  bufferization.dealloc_tensor %A : tensor<3x4xf64, #CSR>
  return
}
