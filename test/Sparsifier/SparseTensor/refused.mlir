// Operations that are not converted are errors that say what to write instead.

// RUN: weft-opt %s --convert-sparse-tensor-to-tin --convert-sparse-tensor-to-level --split-input-file --verify-diagnostics

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
func.func @convert_type(%A: tensor<4x6xf64, #CSR>) -> tensor<4x6xf32, #CSR> {
  // expected-error @+1 {{'sparse_tensor.convert' op cannot be converted: it changes the type of components, which 'linalg.generic' does}}
  %B = sparse_tensor.convert %A : tensor<4x6xf64, #CSR> to tensor<4x6xf32, #CSR>
  return %B : tensor<4x6xf32, #CSR>
}

// -----

#Batch = #sparse_tensor.encoding<{map = (i, j) -> (i : batch, j : compressed)}>
func.func @batch(%A: tensor<4x6xf64, #Batch>) -> index {
  // expected-error @+1 {{'sparse_tensor.print' op cannot be converted: expected a tensor with a level format}}
  sparse_tensor.print %A : tensor<4x6xf64, #Batch>
  %n = arith.constant 0 : index
  return %n : index
}

// -----

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
func.func @positions(%A: tensor<4x6xf64, #CSR>) -> memref<?xindex> {
  // expected-error @+1 {{'sparse_tensor.positions' op cannot be converted: the level stores no positions}}
  %p = sparse_tensor.positions %A {level = 0 : index} : tensor<4x6xf64, #CSR> to memref<?xindex>
  return %p : memref<?xindex>
}

// -----

#COO = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton)}>
func.func @buffer(%A: tensor<4x6xf64, #COO>) -> memref<?xindex> {
  // expected-error @+1 {{the coordinates of each level are in an array of their own, which 'sparse_tensor.coordinates' gives}}
  %p = sparse_tensor.coordinates_buffer %A : tensor<4x6xf64, #COO> to memref<?xindex>
  return %p : memref<?xindex>
}

// -----

func.func @sort(%n: index, %xy: memref<?xindex>) {
  // expected-error @+1 {{'sparse_tensor.sort' op cannot be converted: it is a step of upstream's lowering, which programs do not need}}
  sparse_tensor.sort quick_sort %n, %xy {perm_map = affine_map<(i, j) -> (i, j)>} : memref<?xindex>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
func.func @new(%name: memref<?xi8>) -> tensor<?x?xf64, #CSR> {
  // expected-error @+1 {{expected the name of a file as '!llvm.ptr', got 'memref<?xi8>'}}
  %A = sparse_tensor.new %name : memref<?xi8> to tensor<?x?xf64, #CSR>
  return %A : tensor<?x?xf64, #CSR>
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @iterate(%A: tensor<?xf64, #SV>) {
  // expected-error @+1 {{iterate by 'linalg.generic', which coiterates, or by 'sparse_tensor.foreach'}}
  %space = sparse_tensor.extract_iteration_space %A lvls = 0
      : tensor<?xf64, #SV> -> !sparse_tensor.iter_space<#SV, lvls = 0>
  return
}
