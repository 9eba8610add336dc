// RUN: weft-opt %s --convert-linalg-to-tin --split-input-file --verify-diagnostics

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
func.func @last_iteration(%A: tensor<8x4xf64, #CSR>, %y: tensor<8xf64>) -> tensor<8xf64> {
  // expected-error @+1 {{'linalg.generic' op cannot be converted to index notation: its region ignores what it has reduced before, so that the last iteration alone counts}}
  %r = linalg.generic #rows ins(%A : tensor<8x4xf64, #CSR>) outs(%y : tensor<8xf64>) {
  ^bb0(%a: f64, %acc: f64):
    linalg.yield %a : f64
  } -> tensor<8xf64>
  return %r : tensor<8xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
func.func @not_associative(%A: tensor<8x4xf64, #CSR>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %r = linalg.generic #rows ins(%A : tensor<8x4xf64, #CSR>) outs(%y : tensor<8xf64>) {
  ^bb0(%a: f64, %acc: f64):
    // expected-error @+1 {{a reduction needs an operation that is associative and commutative, 'arith.subf' is not}}
    %d = arith.subf %a, %acc : f64
    linalg.yield %d : f64
  } -> tensor<8xf64>
  return %r : tensor<8xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
func.func @two_operations(%A: tensor<8x4xf64, #CSR>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %r = linalg.generic #rows ins(%A : tensor<8x4xf64, #CSR>) outs(%y : tensor<8xf64>) {
  ^bb0(%a: f64, %acc: f64):
    // expected-error @+1 {{it reduces by 'arith.mulf' and by 'arith.addf'; expected one operation}}
    %d = arith.mulf %acc, %a : f64
    %e = arith.addf %d, %a : f64
    linalg.yield %e : f64
  } -> tensor<8xf64>
  return %r : tensor<8xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
func.func @diagonal_output(%x: tensor<8xf64>, %Y: tensor<8x8xf64, #CSR>) -> tensor<8x8xf64, #CSR> {
  // expected-error @+1 {{the output is indexed by 'affine_map<(d0) -> (d0, d0)>', not by one loop for each mode}}
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, i)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<8xf64>) outs(%Y : tensor<8x8xf64, #CSR>) {
  ^bb0(%a: f64, %out: f64):
    linalg.yield %a : f64
  } -> tensor<8x8xf64, #CSR>
  return %r : tensor<8x8xf64, #CSR>
}

// -----

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
func.func @region(%A: tensor<8x4xf64, #CSR>, %c: i1) -> tensor<8x4xf64, #CSR> {
  %e = tensor.empty() : tensor<8x4xf64, #CSR>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%A : tensor<8x4xf64, #CSR>) outs(%e : tensor<8x4xf64, #CSR>) {
  ^bb0(%a: f64, %out: f64):
    // expected-error @+1 {{'scf.if' op cannot be converted to index notation: it has regions}}
    %p = scf.if %c -> f64 {
      scf.yield %a : f64
    } else {
      scf.yield %out : f64
    }
    linalg.yield %p : f64
  } -> tensor<8x4xf64, #CSR>
  return %r : tensor<8x4xf64, #CSR>
}

// -----

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
func.func @pack(%A: tensor<4x4xf64, #CSR>, %out: tensor<2x2x2x2xf64>) -> tensor<2x2x2x2xf64> {
  // expected-error @+1 {{'linalg.pack' op cannot be converted to index notation: use 'tensor.pad', 'tensor.expand_shape' and 'linalg.transpose'}}
  %r = linalg.pack %A inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %out
      : tensor<4x4xf64, #CSR> -> tensor<2x2x2x2xf64>
  return %r : tensor<2x2x2x2xf64>
}

// -----

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
func.func @unpack(%A: tensor<2x2x2x2xf64>, %out: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  // expected-error @+1 {{'linalg.unpack' op cannot be converted to index notation: use 'linalg.transpose', 'tensor.collapse_shape' and 'tensor.extract_slice'}}
  %r = linalg.unpack %A inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %out
      : tensor<2x2x2x2xf64> -> tensor<4x4xf64, #CSR>
  return %r : tensor<4x4xf64, #CSR>
}

// -----

#CSF = #sparse_tensor.encoding<{map = (f, h, w, c) -> (f : dense, h : dense, w : dense, c : compressed)}>
func.func @winograd(%F: tensor<2x3x3x5xf32, #CSF>, %out: tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32> {
  // expected-error @+1 {{'linalg.winograd_filter_transform' op cannot be converted to index notation: use 'linalg.generic', whose loops are stated}}
  %r = linalg.winograd_filter_transform fmr(F_4_3) ins(%F : tensor<2x3x3x5xf32, #CSF>)
      outs(%out : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return %r : tensor<6x6x5x2xf32>
}

// -----

func.func @memrefs(%A: memref<3x4xf64>, %x: memref<4xf64>, %y: memref<3xf64>) {
  // expected-error @+1 {{'linalg.matvec' op has a schedule, but its operands are memrefs; expected tensors}}
  linalg.matvec {weft.schedule = "split(d0,i0,i1,64)"}
      ins(%A, %x : memref<3x4xf64>, memref<4xf64>) outs(%y : memref<3xf64>)
  return
}

// -----

func.func @softmax(%x: tensor<3x4xf64>, %y: tensor<3x4xf64>) -> tensor<3x4xf64> {
  // expected-error @+1 {{'linalg.softmax' op has a schedule, but no loops; give it to an operation that has}}
  %z = linalg.softmax {weft.schedule = "split(d0,i0,i1,64)"} dimension(1)
      ins(%x : tensor<3x4xf64>) outs(%y : tensor<3x4xf64>) -> tensor<3x4xf64>
  return %z : tensor<3x4xf64>
}
