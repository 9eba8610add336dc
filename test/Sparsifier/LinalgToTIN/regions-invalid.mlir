// RUN: weft-opt %s --split-input-file --convert-linalg-to-tin --verify-diagnostics

// Regions and indexing maps that index notation cannot express, beside those of
// invalid.mlir.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @unchanged(%A: tensor<4x4xf64, #CSR>, %x: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @below {{'linalg.generic' op cannot be converted to index notation: its region yields the output as it is}}
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0)>
    ],
    iterator_types = ["parallel", "reduction"]
  }
    ins(%A : tensor<4x4xf64, #CSR>)
    outs(%x : tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64):
    linalg.yield %o : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @not_binary(%A: tensor<4x4xf64, #CSR>, %x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0)>
    ],
    iterator_types = ["parallel", "reduction"]
  }
    ins(%A : tensor<4x4xf64, #CSR>)
    outs(%x : tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64):
    // expected-error @below {{'linalg.generic' op cannot be converted to index notation: expected a binary operation of the output and a value}}
    %r = math.fma %a, %a, %o : f64
    linalg.yield %r : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @output_twice(%A: tensor<4x4xf64, #CSR>, %x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0)>
    ],
    iterator_types = ["parallel", "reduction"]
  }
    ins(%A : tensor<4x4xf64, #CSR>)
    outs(%x : tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64):
    // expected-error @below {{'linalg.generic' op cannot be converted to index notation: both operands of the operation depend on the output}}
    %r = arith.addf %o, %o : f64
    linalg.yield %r : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @not_associative(%A: tensor<4x4xf64, #CSR>, %x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0)>
    ],
    iterator_types = ["parallel", "reduction"]
  }
    ins(%A : tensor<4x4xf64, #CSR>)
    outs(%x : tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64):
    // expected-error @below {{'linalg.generic' op cannot be converted to index notation: a reduction needs an operation that is associative and commutative, 'arith.divf' is not}}
    %r = arith.divf %a, %o : f64
    linalg.yield %r : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @shift(%A: tensor<4x4xi32, #CSR>, %x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0)>
    ],
    iterator_types = ["parallel", "reduction"]
  }
    ins(%A : tensor<4x4xi32, #CSR>)
    outs(%x : tensor<4xi32>) {
  ^bb0(%a: i32, %o: i32):
    // expected-error @below {{'linalg.generic' op cannot be converted to index notation: a reduction needs an operation that is associative and commutative, 'arith.shli' is not}}
    %r = arith.shli %o, %a : i32
    linalg.yield %r : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @output_in_term(%A: tensor<4x4xf64, #CSR>, %x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0)>
    ],
    iterator_types = ["parallel", "reduction"]
  }
    ins(%A : tensor<4x4xf64, #CSR>)
    outs(%x : tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %two = arith.constant 2.0 : f64
    %p = arith.mulf %o, %a : f64
    // expected-error @below {{'linalg.generic' op cannot be converted to index notation: both operands of the operation depend on the output}}
    %r = arith.addf %o, %p : f64
    linalg.yield %r : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @floordiv(%A: tensor<4x4xf64, #CSR>, %x: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error-re @below {{'linalg.generic' op cannot be converted to index notation: the index {{.*}} of an operand is not a sum of loops with factors}}
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0 floordiv 2, d1)>,
      affine_map<(d0, d1) -> (d0)>
    ],
    iterator_types = ["parallel", "reduction"]
  }
    ins(%A : tensor<4x4xf64, #CSR>)
    outs(%x : tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.addf %o, %a : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @captured_tensor(%A: tensor<4x4xf64, #CSR>, %x: tensor<4xf64>, %y: tensor<?xf64>) -> tensor<4xf64> {
  // expected-error @below {{'linalg.generic' op cannot be converted to index notation: its region uses a value of type}}
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0)>
    ],
    iterator_types = ["parallel", "reduction"]
  }
    ins(%A : tensor<4x4xf64, #CSR>)
    outs(%x : tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %c = arith.constant 0 : index
    %e = tensor.extract %y[%c] : tensor<?xf64>
    %p = arith.mulf %a, %e : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @load_inside(%A: tensor<4x4xf64, #CSR>, %x: tensor<4xf64>, %m: memref<?xf64>) -> tensor<4xf64> {
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0)>
    ],
    iterator_types = ["parallel", "reduction"]
  }
    ins(%A : tensor<4x4xf64, #CSR>)
    outs(%x : tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %c = arith.constant 0 : index
    // expected-error @below {{'memref.load' op cannot be converted to index notation: it has side effects}}
    %e = memref.load %m[%c] : memref<?xf64>
    %s = arith.addf %o, %e : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @divisor(%A: tensor<4x4xi32, #CSR>, %x: tensor<4xi32>, %y: i32) -> tensor<4xi32> {
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0)>
    ],
    iterator_types = ["parallel", "reduction"]
  }
    ins(%A : tensor<4x4xi32, #CSR>)
    outs(%x : tensor<4xi32>) {
  ^bb0(%a: i32, %o: i32):
    // expected-error @below {{'arith.divsi' op cannot be converted to index notation: it is not defined for all operands; expected a divisor that is a constant other than 0 and -1}}
    %q = arith.divsi %a, %y : i32
    %s = arith.addi %o, %q : i32
    linalg.yield %s : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @reduce_twice(%A: tensor<4x4xf64, #CSR>, %x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0)>
    ],
    iterator_types = ["parallel", "reduction"]
  }
    ins(%A : tensor<4x4xf64, #CSR>)
    outs(%x : tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %i = arith.constant 0.0 : f64
    %p = sparse_tensor.reduce %o, %a, %i : f64 {
      ^bb0(%x0: f64, %x1: f64):
        %z = arith.addf %x0, %x1 : f64
        sparse_tensor.yield %z : f64
    }
    // expected-error @below {{'linalg.generic' op cannot be converted to index notation: expected 'sparse_tensor.reduce' of the output alone and a value}}
    %r = sparse_tensor.reduce %p, %a, %i : f64 {
      ^bb0(%x0: f64, %x1: f64):
        %z = arith.addf %x0, %x1 : f64
        sparse_tensor.yield %z : f64
    }
    linalg.yield %r : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
algebra.operator @plus(%x: f64, %y: f64) -> f64
    attributes {associative, commutative, identity = 0.0 : f64} {
  %s = arith.addf %x, %y : f64
  algebra.yield %s : f64
}
func.func @reduce_by_operator(%a: tensor<4xf64, #SV>, %init: tensor<f64>) -> tensor<f64> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<4xf64, #SV>) outs(%init : tensor<f64>) {
  ^bb0(%x: f64, %o: f64):
    // expected-error @+1 {{to reduce by an operator, apply it in the region of 'sparse_tensor.reduce'}}
    %s = algebra.apply @plus(%o, %x) : (f64, f64) -> f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}
