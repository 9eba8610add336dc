// Operations that are not converted are errors that say what to write instead.

// RUN: weft-opt %s --convert-sparse-tensor-to-tin --convert-sparse-tensor-to-level --split-input-file --verify-diagnostics

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
func.func @convert_type(%A: tensor<4x6xcomplex<f64>, #CSR>) -> tensor<4x6xf64, #CSR> {
  // expected-error @+1 {{'sparse_tensor.convert' op cannot be converted: no arith or complex cast converts between these element types; convert in a 'linalg.generic'}}
  %B = sparse_tensor.convert %A : tensor<4x6xcomplex<f64>, #CSR> to tensor<4x6xf64, #CSR>
  return %B : tensor<4x6xf64, #CSR>
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

func.func @push_back(%n: index, %buffer: memref<4xf64>, %v: f64) -> index {
  // expected-error @+1 {{'sparse_tensor.push_back' op cannot be converted: expected memrefs with a dynamic size and no layout, which can be allocated with any size}}
  %b, %m = sparse_tensor.push_back %n, %buffer, %v : index, memref<4xf64>, f64
  return %m : index
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @expand(%A: tensor<4xf64, #SV>) -> memref<4xf64> {
  // expected-error @+1 {{'sparse_tensor.expand' op cannot be converted: expected memrefs with a dynamic size and no layout}}
  %v, %f, %a, %n = sparse_tensor.expand %A : tensor<4xf64, #SV> to memref<4xf64>, memref<4xi1>, memref<4xindex>
  return %v : memref<4xf64>
}

// -----

#BSR = #sparse_tensor.encoding<{
  map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)}>
func.func @compress(%v: memref<?xf64>, %f: memref<?xi1>, %a: memref<?xindex>, %n: index,
                    %A: tensor<4x4xf64, #BSR>) -> tensor<4x4xf64, #BSR> {
  // expected-error @+1 {{'sparse_tensor.compress' op cannot be converted: it inserts into tensors whose levels are whole modes; use 'tensor.insert'}}
  %B = sparse_tensor.compress %v, %f, %a, %n into %A[%n, %n, %n]
      : memref<?xf64>, memref<?xi1>, memref<?xindex>, tensor<4x4xf64, #BSR>
  return %B : tensor<4x4xf64, #BSR>
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @translate(%i: index) -> index {
  // expected-error @+1 {{'sparse_tensor.crd_translate' op cannot be converted: it is a step of upstream's lowering, which programs do not need}}
  %l = sparse_tensor.crd_translate dim_to_lvl [%i] as #SV : index
  return %l : index
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

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @extract(%A: tensor<?xf64, #SV>, %i: index) -> f64 {
  // expected-error @+1 {{'tensor.extract' op cannot be converted: read components by 'linalg.generic' or 'sparse_tensor.foreach'}}
  %v = tensor.extract %A[%i] : tensor<?xf64, #SV>
  return %v : f64
}

// -----

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @slice(%A: tensor<9x9xf64, #CSR>, %i: index) -> tensor<3xf64, #SV> {
  // expected-error @+1 {{'tensor.extract_slice' op cannot be converted: no mode may be dropped, and a slice of a tensor without a format has constant offsets and strides}}
  %v = tensor.extract_slice %A[%i, 0][1, 3][1, 1] : tensor<9x9xf64, #CSR> to tensor<3xf64, #SV>
  return %v : tensor<3xf64, #SV>
}

// -----

#Slice = #sparse_tensor.encoding<{map = (i : #sparse_tensor<slice(?, 4, 1)>) -> (i : compressed)}>
func.func @offset(%A: tensor<4xf64, #Slice>) -> index {
  // expected-error @+1 {{'sparse_tensor.slice.offset' op cannot be converted: a slice is a copy; stores to it do not change the tensor}}
  %n = sparse_tensor.slice.offset %A at 0 : tensor<4xf64, #Slice>
  return %n : index
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @pad(%A: tensor<9xf64, #SV>) -> tensor<10xf64, #SV> {
  %one = arith.constant 1.0 : f64
  // expected-error @+1 {{'tensor.pad' op cannot be converted: paddings must be constants, and the value the fill}}
  %v = tensor.pad %A low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %one : f64
  } : tensor<9xf64, #SV> to tensor<10xf64, #SV>
  return %v : tensor<10xf64, #SV>
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @branch(%A: tensor<9xf64, #SV>) -> tensor<9xf64, #SV> {
  // expected-error @+1 {{'cf.br' op cannot be converted: a block argument cannot be a tensor with a format; use 'scf'}}
  cf.br ^next(%A : tensor<9xf64, #SV>)
^next(%B: tensor<9xf64, #SV>):
  return %B : tensor<9xf64, #SV>
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @forall(%A: tensor<9xf64, #SV>, %o: tensor<1xf64, #SV>) -> tensor<9xf64, #SV> {
  // expected-error @+1 {{'scf.forall' op cannot be converted: its iterations would insert into one tensor with a format at once; use 'scf.for', or give it a dense result}}
  %r = scf.forall (%i) in (9) shared_outs(%x = %A) -> tensor<9xf64, #SV> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %o into %x[%i][1][1] : tensor<1xf64, #SV> into tensor<9xf64, #SV>
    }
  }
  return %r : tensor<9xf64, #SV>
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
module {
  // expected-error @+1 {{'builtin.module' op has stored tensors and is nested in another module; run the passes on it, as 'builtin.module(builtin.module(weft-sparsifier))' does}}
  module @inner {
    func.func @count(%A: tensor<9xf64, #SV>) -> index {
      %n = sparse_tensor.number_of_entries %A : tensor<9xf64, #SV>
      return %n : index
    }
  }
}

// -----

func.func @records(%n: index, %xy: memref<?xindex>) {
  // expected-error @+1 {{'sparse_tensor.sort' op cannot be converted: expected records of less than 2^63 elements}}
  sparse_tensor.sort quick_sort %n, %xy {perm_map = affine_map<(i, j) -> (i, j)>, ny = 9223372036854775807 : index}
      : memref<?xindex>
  return
}
