// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Integers of 32 bits that are multiplied wrap.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @matvec(%A: tensor<2x2xi32, #CSR>, %x: tensor<2xi32>) -> tensor<2xi32> {
  %empty = tensor.empty() : tensor<2xi32>
  %init = arith.constant 0 : i32
  %out = linalg.fill ins(%init : i32) outs(%empty : tensor<2xi32>) -> tensor<2xi32>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d1)>,
      affine_map<(d0, d1) -> (d0)>
    ],
    iterator_types = ["parallel", "reduction"]
  }
    ins(%A, %x : tensor<2x2xi32, #CSR>, tensor<2xi32>)
    outs(%out : tensor<2xi32>) {
  ^bb0(%a: i32, %b: i32, %o: i32):
    %p = arith.muli %a, %b : i32
    %s = arith.addi %o, %p : i32
    linalg.yield %s : i32
  } -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// CHECK: ( -1073741824, 29 )
func.func @main() {
  %zero_i32 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %A_dense = arith.constant dense<[[1073741824, 0], [3, 4]]> : tensor<2x2xi32>
  %A = sparse_tensor.convert %A_dense : tensor<2x2xi32> to tensor<2x2xi32, #CSR>
  %x = arith.constant dense<[3, 5]> : tensor<2xi32>
  %r = call @matvec(%A, %x) : (tensor<2x2xi32, #CSR>, tensor<2xi32>) -> tensor<2xi32>
  %r_v = vector.transfer_read %r[%c0], %zero_i32 : tensor<2xi32>, vector<2xi32>
  vector.print %r_v : vector<2xi32>
  return
}
