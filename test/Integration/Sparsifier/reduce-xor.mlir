// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// An exclusive disjunction of the bits of the entries.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @reduce(%v: tensor<4xi32, #SV>, %out: tensor<i32>) -> tensor<i32> {
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> ()>
    ],
    iterator_types = ["reduction"]
  }
    ins(%v : tensor<4xi32, #SV>)
    outs(%out : tensor<i32>) {
  ^bb0(%a: i32, %o: i32):
    %r = arith.xori %o, %a : i32
    linalg.yield %r : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}

// CHECK: 3
func.func @main() {
  %v_dense = arith.constant dense<[0, 5, 0, 6]> : tensor<4xi32>
  %v = sparse_tensor.convert %v_dense : tensor<4xi32> to tensor<4xi32, #SV>
  %x = arith.constant dense<0> : tensor<i32>
  %r = call @reduce(%v, %x) : (tensor<4xi32, #SV>, tensor<i32>) -> tensor<i32>
  %r_0 = tensor.extract %r[] : tensor<i32>
  vector.print %r_0 : i32
  return
}
