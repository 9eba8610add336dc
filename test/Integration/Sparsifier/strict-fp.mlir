// RUN: weft-opt %s --weft-sparsifier="%weft_serial strict-fp" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier=strict-fp -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// With strict-fp, operations on stored tensors have the bits of upstream's
// lowering of the same operations on dense tensors: reductions begin with the
// components of the output. Counts the components that differ.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
#matrix = { indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"] }
#vector = { indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"] }
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
#product = {
  indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
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

func.func @sum_dense(%A: tensor<9x70xf64>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @sum_CSR(%A: tensor<9x70xf64, #CSR>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64, #CSR>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @sum_CSC(%A: tensor<9x70xf64, #CSC>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64, #CSC>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @sum_DCSR(%A: tensor<9x70xf64, #DCSR>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64, #DCSR>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @sum_COO(%A: tensor<9x70xf64, #COO>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64, #COO>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @difference_dense(%A: tensor<9x70xf64>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.subf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @difference_CSR(%A: tensor<9x70xf64, #CSR>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64, #CSR>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.subf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @difference_CSC(%A: tensor<9x70xf64, #CSC>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64, #CSC>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.subf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @difference_DCSR(%A: tensor<9x70xf64, #DCSR>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64, #DCSR>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.subf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @difference_COO(%A: tensor<9x70xf64, #COO>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64, #COO>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.subf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @product_dense(%A: tensor<9x70xf64>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.mulf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @product_CSR(%A: tensor<9x70xf64, #CSR>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64, #CSR>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.mulf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @product_CSC(%A: tensor<9x70xf64, #CSC>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64, #CSC>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.mulf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @product_DCSR(%A: tensor<9x70xf64, #DCSR>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64, #DCSR>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.mulf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @product_COO(%A: tensor<9x70xf64, #COO>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64, #COO>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.mulf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @minimum_dense(%A: tensor<9x70xf64>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.minimumf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @minimum_CSR(%A: tensor<9x70xf64, #CSR>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64, #CSR>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.minimumf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @minimum_CSC(%A: tensor<9x70xf64, #CSC>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64, #CSC>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.minimumf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @minimum_DCSR(%A: tensor<9x70xf64, #DCSR>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64, #DCSR>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.minimumf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @minimum_COO(%A: tensor<9x70xf64, #COO>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64, #COO>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.minimumf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @maximum_dense(%A: tensor<9x70xf64>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.maximumf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @maximum_CSR(%A: tensor<9x70xf64, #CSR>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64, #CSR>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.maximumf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @maximum_CSC(%A: tensor<9x70xf64, #CSC>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64, #CSC>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.maximumf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @maximum_DCSR(%A: tensor<9x70xf64, #DCSR>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64, #DCSR>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.maximumf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @maximum_COO(%A: tensor<9x70xf64, #COO>, %x: tensor<70xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<9x70xf64, #COO>, tensor<70xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.maximumf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @matmul_dense(%A: tensor<9x70xf64>, %B: tensor<70x9xf64>, %C: tensor<9x9xf64>) -> tensor<9x9xf64> {
  %r = linalg.matmul ins(%A, %B : tensor<9x70xf64>, tensor<70x9xf64>) outs(%C : tensor<9x9xf64>) -> tensor<9x9xf64>
  return %r : tensor<9x9xf64>
}
func.func @matmul_CSR(%A: tensor<9x70xf64, #CSR>, %B: tensor<70x9xf64>, %C: tensor<9x9xf64>) -> tensor<9x9xf64> {
  %r = linalg.matmul ins(%A, %B : tensor<9x70xf64, #CSR>, tensor<70x9xf64>) outs(%C : tensor<9x9xf64>) -> tensor<9x9xf64>
  return %r : tensor<9x9xf64>
}
func.func @matmul_CSC(%A: tensor<9x70xf64, #CSC>, %B: tensor<70x9xf64>, %C: tensor<9x9xf64>) -> tensor<9x9xf64> {
  %r = linalg.matmul ins(%A, %B : tensor<9x70xf64, #CSC>, tensor<70x9xf64>) outs(%C : tensor<9x9xf64>) -> tensor<9x9xf64>
  return %r : tensor<9x9xf64>
}
func.func @matmul_DCSR(%A: tensor<9x70xf64, #DCSR>, %B: tensor<70x9xf64>, %C: tensor<9x9xf64>) -> tensor<9x9xf64> {
  %r = linalg.matmul ins(%A, %B : tensor<9x70xf64, #DCSR>, tensor<70x9xf64>) outs(%C : tensor<9x9xf64>) -> tensor<9x9xf64>
  return %r : tensor<9x9xf64>
}
func.func @matmul_COO(%A: tensor<9x70xf64, #COO>, %B: tensor<70x9xf64>, %C: tensor<9x9xf64>) -> tensor<9x9xf64> {
  %r = linalg.matmul ins(%A, %B : tensor<9x70xf64, #COO>, tensor<70x9xf64>) outs(%C : tensor<9x9xf64>) -> tensor<9x9xf64>
  return %r : tensor<9x9xf64>
}

// CHECK-NOT: {{[1-9].*}}
// CHECK: end
func.func @main() {
  %c3 = arith.constant 3 : index
  %c1000 = arith.constant 1000 : index
  %B = call @matrix(%c3) : (index) -> tensor<9x70xf64>
  %full = call @matrix(%c1000) : (index) -> tensor<9x70xf64>
  %x = tensor.extract_slice %full[5, 0] [1, 70] [1, 1] : tensor<9x70xf64> to tensor<70xf64>
  %y = tensor.extract_slice %full[0, 3] [9, 1] [1, 1] : tensor<9x70xf64> to tensor<9xf64>
  %B_CSR = sparse_tensor.convert %B : tensor<9x70xf64> to tensor<9x70xf64, #CSR>
  %full_CSR = sparse_tensor.convert %full : tensor<9x70xf64> to tensor<9x70xf64, #CSR>
  %B_CSC = sparse_tensor.convert %B : tensor<9x70xf64> to tensor<9x70xf64, #CSC>
  %full_CSC = sparse_tensor.convert %full : tensor<9x70xf64> to tensor<9x70xf64, #CSC>
  %B_DCSR = sparse_tensor.convert %B : tensor<9x70xf64> to tensor<9x70xf64, #DCSR>
  %full_DCSR = sparse_tensor.convert %full : tensor<9x70xf64> to tensor<9x70xf64, #DCSR>
  %B_COO = sparse_tensor.convert %B : tensor<9x70xf64> to tensor<9x70xf64, #COO>
  %full_COO = sparse_tensor.convert %full : tensor<9x70xf64> to tensor<9x70xf64, #COO>
  %sum = call @sum_dense(%B, %x, %y) : (tensor<9x70xf64>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  %sum_CSR = call @sum_CSR(%B_CSR, %x, %y) : (tensor<9x70xf64, #CSR>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  call @differences(%sum, %sum_CSR) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %sum_CSC = call @sum_CSC(%B_CSC, %x, %y) : (tensor<9x70xf64, #CSC>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  call @differences(%sum, %sum_CSC) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %sum_DCSR = call @sum_DCSR(%B_DCSR, %x, %y) : (tensor<9x70xf64, #DCSR>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  call @differences(%sum, %sum_DCSR) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %sum_COO = call @sum_COO(%B_COO, %x, %y) : (tensor<9x70xf64, #COO>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  call @differences(%sum, %sum_COO) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %difference = call @difference_dense(%B, %x, %y) : (tensor<9x70xf64>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  %difference_CSR = call @difference_CSR(%B_CSR, %x, %y) : (tensor<9x70xf64, #CSR>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  call @differences(%difference, %difference_CSR) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %difference_CSC = call @difference_CSC(%B_CSC, %x, %y) : (tensor<9x70xf64, #CSC>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  call @differences(%difference, %difference_CSC) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %difference_DCSR = call @difference_DCSR(%B_DCSR, %x, %y) : (tensor<9x70xf64, #DCSR>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  call @differences(%difference, %difference_DCSR) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %difference_COO = call @difference_COO(%B_COO, %x, %y) : (tensor<9x70xf64, #COO>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  call @differences(%difference, %difference_COO) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %product = call @product_dense(%full, %x, %y) : (tensor<9x70xf64>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  %product_CSR = call @product_CSR(%full_CSR, %x, %y) : (tensor<9x70xf64, #CSR>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  call @differences(%product, %product_CSR) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %product_CSC = call @product_CSC(%full_CSC, %x, %y) : (tensor<9x70xf64, #CSC>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  call @differences(%product, %product_CSC) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %product_DCSR = call @product_DCSR(%full_DCSR, %x, %y) : (tensor<9x70xf64, #DCSR>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  call @differences(%product, %product_DCSR) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %product_COO = call @product_COO(%full_COO, %x, %y) : (tensor<9x70xf64, #COO>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  call @differences(%product, %product_COO) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %minimum = call @minimum_dense(%B, %x, %y) : (tensor<9x70xf64>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  %minimum_CSR = call @minimum_CSR(%B_CSR, %x, %y) : (tensor<9x70xf64, #CSR>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  call @differences(%minimum, %minimum_CSR) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %minimum_CSC = call @minimum_CSC(%B_CSC, %x, %y) : (tensor<9x70xf64, #CSC>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  call @differences(%minimum, %minimum_CSC) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %minimum_DCSR = call @minimum_DCSR(%B_DCSR, %x, %y) : (tensor<9x70xf64, #DCSR>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  call @differences(%minimum, %minimum_DCSR) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %minimum_COO = call @minimum_COO(%B_COO, %x, %y) : (tensor<9x70xf64, #COO>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  call @differences(%minimum, %minimum_COO) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %maximum = call @maximum_dense(%B, %x, %y) : (tensor<9x70xf64>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  %maximum_CSR = call @maximum_CSR(%B_CSR, %x, %y) : (tensor<9x70xf64, #CSR>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  call @differences(%maximum, %maximum_CSR) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %maximum_CSC = call @maximum_CSC(%B_CSC, %x, %y) : (tensor<9x70xf64, #CSC>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  call @differences(%maximum, %maximum_CSC) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %maximum_DCSR = call @maximum_DCSR(%B_DCSR, %x, %y) : (tensor<9x70xf64, #DCSR>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  call @differences(%maximum, %maximum_DCSR) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %maximum_COO = call @maximum_COO(%B_COO, %x, %y) : (tensor<9x70xf64, #COO>, tensor<70xf64>, tensor<9xf64>) -> tensor<9xf64>
  call @differences(%maximum, %maximum_COO) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %e = tensor.empty() : tensor<70x9xf64>
  %Bt = linalg.transpose ins(%full : tensor<9x70xf64>) outs(%e : tensor<70x9xf64>) permutation = [1, 0]
  %C = tensor.extract_slice %full[0, 11] [9, 9] [1, 2] : tensor<9x70xf64> to tensor<9x9xf64>
  %product2 = call @matmul_dense(%B, %Bt, %C) : (tensor<9x70xf64>, tensor<70x9xf64>, tensor<9x9xf64>) -> tensor<9x9xf64>
  %matmul_CSR = call @matmul_CSR(%B_CSR, %Bt, %C) : (tensor<9x70xf64, #CSR>, tensor<70x9xf64>, tensor<9x9xf64>) -> tensor<9x9xf64>
  %pCSR0 = tensor.extract_slice %product2[0, 0] [1, 9] [1, 1] : tensor<9x9xf64> to tensor<9xf64>
  %qCSR0 = tensor.extract_slice %matmul_CSR[0, 0] [1, 9] [1, 1] : tensor<9x9xf64> to tensor<9xf64>
  call @differences(%pCSR0, %qCSR0) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %pCSR4 = tensor.extract_slice %product2[4, 0] [1, 9] [1, 1] : tensor<9x9xf64> to tensor<9xf64>
  %qCSR4 = tensor.extract_slice %matmul_CSR[4, 0] [1, 9] [1, 1] : tensor<9x9xf64> to tensor<9xf64>
  call @differences(%pCSR4, %qCSR4) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %pCSR8 = tensor.extract_slice %product2[8, 0] [1, 9] [1, 1] : tensor<9x9xf64> to tensor<9xf64>
  %qCSR8 = tensor.extract_slice %matmul_CSR[8, 0] [1, 9] [1, 1] : tensor<9x9xf64> to tensor<9xf64>
  call @differences(%pCSR8, %qCSR8) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %matmul_CSC = call @matmul_CSC(%B_CSC, %Bt, %C) : (tensor<9x70xf64, #CSC>, tensor<70x9xf64>, tensor<9x9xf64>) -> tensor<9x9xf64>
  %pCSC0 = tensor.extract_slice %product2[0, 0] [1, 9] [1, 1] : tensor<9x9xf64> to tensor<9xf64>
  %qCSC0 = tensor.extract_slice %matmul_CSC[0, 0] [1, 9] [1, 1] : tensor<9x9xf64> to tensor<9xf64>
  call @differences(%pCSC0, %qCSC0) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %pCSC4 = tensor.extract_slice %product2[4, 0] [1, 9] [1, 1] : tensor<9x9xf64> to tensor<9xf64>
  %qCSC4 = tensor.extract_slice %matmul_CSC[4, 0] [1, 9] [1, 1] : tensor<9x9xf64> to tensor<9xf64>
  call @differences(%pCSC4, %qCSC4) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %pCSC8 = tensor.extract_slice %product2[8, 0] [1, 9] [1, 1] : tensor<9x9xf64> to tensor<9xf64>
  %qCSC8 = tensor.extract_slice %matmul_CSC[8, 0] [1, 9] [1, 1] : tensor<9x9xf64> to tensor<9xf64>
  call @differences(%pCSC8, %qCSC8) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %matmul_DCSR = call @matmul_DCSR(%B_DCSR, %Bt, %C) : (tensor<9x70xf64, #DCSR>, tensor<70x9xf64>, tensor<9x9xf64>) -> tensor<9x9xf64>
  %pDCSR0 = tensor.extract_slice %product2[0, 0] [1, 9] [1, 1] : tensor<9x9xf64> to tensor<9xf64>
  %qDCSR0 = tensor.extract_slice %matmul_DCSR[0, 0] [1, 9] [1, 1] : tensor<9x9xf64> to tensor<9xf64>
  call @differences(%pDCSR0, %qDCSR0) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %pDCSR4 = tensor.extract_slice %product2[4, 0] [1, 9] [1, 1] : tensor<9x9xf64> to tensor<9xf64>
  %qDCSR4 = tensor.extract_slice %matmul_DCSR[4, 0] [1, 9] [1, 1] : tensor<9x9xf64> to tensor<9xf64>
  call @differences(%pDCSR4, %qDCSR4) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %pDCSR8 = tensor.extract_slice %product2[8, 0] [1, 9] [1, 1] : tensor<9x9xf64> to tensor<9xf64>
  %qDCSR8 = tensor.extract_slice %matmul_DCSR[8, 0] [1, 9] [1, 1] : tensor<9x9xf64> to tensor<9xf64>
  call @differences(%pDCSR8, %qDCSR8) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %matmul_COO = call @matmul_COO(%B_COO, %Bt, %C) : (tensor<9x70xf64, #COO>, tensor<70x9xf64>, tensor<9x9xf64>) -> tensor<9x9xf64>
  %pCOO0 = tensor.extract_slice %product2[0, 0] [1, 9] [1, 1] : tensor<9x9xf64> to tensor<9xf64>
  %qCOO0 = tensor.extract_slice %matmul_COO[0, 0] [1, 9] [1, 1] : tensor<9x9xf64> to tensor<9xf64>
  call @differences(%pCOO0, %qCOO0) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %pCOO4 = tensor.extract_slice %product2[4, 0] [1, 9] [1, 1] : tensor<9x9xf64> to tensor<9xf64>
  %qCOO4 = tensor.extract_slice %matmul_COO[4, 0] [1, 9] [1, 1] : tensor<9x9xf64> to tensor<9xf64>
  call @differences(%pCOO4, %qCOO4) : (tensor<9xf64>, tensor<9xf64>) -> ()
  %pCOO8 = tensor.extract_slice %product2[8, 0] [1, 9] [1, 1] : tensor<9x9xf64> to tensor<9xf64>
  %qCOO8 = tensor.extract_slice %matmul_COO[8, 0] [1, 9] [1, 1] : tensor<9x9xf64> to tensor<9xf64>
  call @differences(%pCOO8, %qCOO8) : (tensor<9xf64>, tensor<9xf64>) -> ()
  vector.print str "end\n"
  return
}
