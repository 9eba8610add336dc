// RUN: weft-opt %s --weft-sparsifier="%weft_serial strict-fp" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier=strict-fp -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// With strict-fp, stored results, several results of an operation and custom
// reductions have the bits of the same sums and differences on dense tensors.
// Counts the components that differ.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>
#VECTOR = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#matrix = { indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"] }
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
#rows2 = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}

// A matrix of 9 by 70 with numbers that are no sums of few powers of two. With
// `period`, one component of so many is zero.
func.func @matrix(%period: index) -> tensor<9x70xf64> {
  %zero = arith.constant 0.0 : f64
  %tenth = arith.constant 0.1 : f64
  %shift = arith.constant 0.537 : f64
  %c1 = arith.constant 1 : index
  %last = arith.subi %period, %c1 : index
  %c7 = arith.constant 7 : index
  %c13 = arith.constant 13 : index
  %c17 = arith.constant 17 : index
  %e = tensor.empty() : tensor<9x70xf64>
  %A = linalg.generic #matrix outs(%e : tensor<9x70xf64>) {
  ^bb0(%out: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %si = arith.muli %i, %c7 : index
    %sj = arith.muli %j, %c13 : index
    %s = arith.addi %si, %sj : index
    %r = arith.remui %s, %c17 : index
    %n = arith.index_cast %r : index to i64
    %f = arith.sitofp %n : i64 to f64
    %scaled = arith.mulf %f, %tenth : f64
    %shifted = arith.subf %scaled, %shift : f64
    %t = arith.addi %i, %j : index
    %u = arith.remui %t, %period : index
    %absent = arith.cmpi eq, %u, %last : index
    %value = arith.select %absent, %zero, %shifted : f64
    linalg.yield %value : f64
  } -> tensor<9x70xf64>
  return %A : tensor<9x70xf64>
}

func.func @differences(%a: tensor<9xf64>, %b: tensor<9xf64>) {
  %zero = arith.constant dense<0> : tensor<i64>
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %n = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
    iterator_types = ["reduction"]
  } ins(%a, %b : tensor<9xf64>, tensor<9xf64>) outs(%zero : tensor<i64>) {
  ^bb0(%x: f64, %y: f64, %out: i64):
    %p = arith.bitcast %x : f64 to i64
    %q = arith.bitcast %y : f64 to i64
    %differ = arith.cmpi ne, %p, %q : i64
    %one = arith.select %differ, %c1, %c0 : i64
    %s = arith.addi %out, %one : i64
    linalg.yield %s : i64
  } -> tensor<i64>
  %count = tensor.extract %n[] : tensor<i64>
  vector.print %count : i64
  return
}

func.func @both_dense(%A: tensor<9x70xf64>) -> (tensor<9xf64>, tensor<9xf64>) {
  %zero = arith.constant 0.0 : f64
  %b = tensor.empty() : tensor<9xf64>
  %e0 = linalg.fill ins(%zero : f64) outs(%b : tensor<9xf64>) -> tensor<9xf64>
  %e1 = linalg.fill ins(%zero : f64) outs(%b : tensor<9xf64>) -> tensor<9xf64>
  %r:2 = linalg.generic #rows2 ins(%A : tensor<9x70xf64>) outs(%e0, %e1 : tensor<9xf64>, tensor<9xf64>) {
  ^bb0(%a: f64, %out0: f64, %out1: f64):
    %s = arith.addf %out0, %a : f64
    %d = arith.subf %out1, %a : f64
    linalg.yield %s, %d : f64, f64
  } -> (tensor<9xf64>, tensor<9xf64>)
  return %r#0, %r#1 : tensor<9xf64>, tensor<9xf64>
}
func.func @both_CSR(%A: tensor<9x70xf64, #CSR>) -> (tensor<9xf64, #VECTOR>, tensor<9xf64, #VECTOR>) {
  %e0 = tensor.empty() : tensor<9xf64, #VECTOR>
  %e1 = tensor.empty() : tensor<9xf64, #VECTOR>
  %r:2 = linalg.generic #rows2 ins(%A : tensor<9x70xf64, #CSR>) outs(%e0, %e1 : tensor<9xf64, #VECTOR>, tensor<9xf64, #VECTOR>) {
  ^bb0(%a: f64, %out0: f64, %out1: f64):
    %s = arith.addf %out0, %a : f64
    %d = arith.subf %out1, %a : f64
    linalg.yield %s, %d : f64, f64
  } -> (tensor<9xf64, #VECTOR>, tensor<9xf64, #VECTOR>)
  return %r#0, %r#1 : tensor<9xf64, #VECTOR>, tensor<9xf64, #VECTOR>
}
func.func @custom_CSR(%A: tensor<9x70xf64, #CSR>) -> tensor<9xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<9xf64>
  %r = linalg.generic #rows ins(%A : tensor<9x70xf64, #CSR>) outs(%e : tensor<9xf64>) {
  ^bb0(%a: f64, %out: f64):
    %s = sparse_tensor.reduce %out, %a, %zero : f64 {
    ^bb1(%x: f64, %y: f64):
      %t = arith.addf %x, %y : f64
      sparse_tensor.yield %t : f64
    }
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @both_CSC(%A: tensor<9x70xf64, #CSC>) -> (tensor<9xf64, #VECTOR>, tensor<9xf64, #VECTOR>) {
  %e0 = tensor.empty() : tensor<9xf64, #VECTOR>
  %e1 = tensor.empty() : tensor<9xf64, #VECTOR>
  %r:2 = linalg.generic #rows2 ins(%A : tensor<9x70xf64, #CSC>) outs(%e0, %e1 : tensor<9xf64, #VECTOR>, tensor<9xf64, #VECTOR>) {
  ^bb0(%a: f64, %out0: f64, %out1: f64):
    %s = arith.addf %out0, %a : f64
    %d = arith.subf %out1, %a : f64
    linalg.yield %s, %d : f64, f64
  } -> (tensor<9xf64, #VECTOR>, tensor<9xf64, #VECTOR>)
  return %r#0, %r#1 : tensor<9xf64, #VECTOR>, tensor<9xf64, #VECTOR>
}
func.func @custom_CSC(%A: tensor<9x70xf64, #CSC>) -> tensor<9xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<9xf64>
  %r = linalg.generic #rows ins(%A : tensor<9x70xf64, #CSC>) outs(%e : tensor<9xf64>) {
  ^bb0(%a: f64, %out: f64):
    %s = sparse_tensor.reduce %out, %a, %zero : f64 {
    ^bb1(%x: f64, %y: f64):
      %t = arith.addf %x, %y : f64
      sparse_tensor.yield %t : f64
    }
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}

// CHECK: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 0
func.func @main() {
  %c3 = arith.constant 3 : index
  %A = call @matrix(%c3) : (index) -> tensor<9x70xf64>
  %dense:2 = call @both_dense(%A) : (tensor<9x70xf64>) -> (tensor<9xf64>, tensor<9xf64>)

  %CSR = sparse_tensor.convert %A : tensor<9x70xf64> to tensor<9x70xf64, #CSR>
  %both_CSR:2 = call @both_CSR(%CSR) : (tensor<9x70xf64, #CSR>) -> (tensor<9xf64, #VECTOR>, tensor<9xf64, #VECTOR>)
  %sum_CSR = sparse_tensor.convert %both_CSR#0 : tensor<9xf64, #VECTOR> to tensor<9xf64>
  %difference_CSR = sparse_tensor.convert %both_CSR#1 : tensor<9xf64, #VECTOR> to tensor<9xf64>
  %custom_CSR = call @custom_CSR(%CSR) : (tensor<9x70xf64, #CSR>) -> tensor<9xf64>
  call @differences(%sum_CSR, %dense#0) : (tensor<9xf64>, tensor<9xf64>) -> ()
  call @differences(%difference_CSR, %dense#1) : (tensor<9xf64>, tensor<9xf64>) -> ()
  call @differences(%custom_CSR, %dense#0) : (tensor<9xf64>, tensor<9xf64>) -> ()
  bufferization.dealloc_tensor %CSR : tensor<9x70xf64, #CSR>
  bufferization.dealloc_tensor %both_CSR#0 : tensor<9xf64, #VECTOR>
  bufferization.dealloc_tensor %both_CSR#1 : tensor<9xf64, #VECTOR>

  %CSC = sparse_tensor.convert %A : tensor<9x70xf64> to tensor<9x70xf64, #CSC>
  %both_CSC:2 = call @both_CSC(%CSC) : (tensor<9x70xf64, #CSC>) -> (tensor<9xf64, #VECTOR>, tensor<9xf64, #VECTOR>)
  %sum_CSC = sparse_tensor.convert %both_CSC#0 : tensor<9xf64, #VECTOR> to tensor<9xf64>
  %difference_CSC = sparse_tensor.convert %both_CSC#1 : tensor<9xf64, #VECTOR> to tensor<9xf64>
  %custom_CSC = call @custom_CSC(%CSC) : (tensor<9x70xf64, #CSC>) -> tensor<9xf64>
  call @differences(%sum_CSC, %dense#0) : (tensor<9xf64>, tensor<9xf64>) -> ()
  call @differences(%difference_CSC, %dense#1) : (tensor<9xf64>, tensor<9xf64>) -> ()
  call @differences(%custom_CSC, %dense#0) : (tensor<9xf64>, tensor<9xf64>) -> ()
  bufferization.dealloc_tensor %CSC : tensor<9x70xf64, #CSC>
  bufferization.dealloc_tensor %both_CSC#0 : tensor<9xf64, #VECTOR>
  bufferization.dealloc_tensor %both_CSC#1 : tensor<9xf64, #VECTOR>
  return
}
