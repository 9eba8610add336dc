// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A disjunction of truth values.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @reduce(%v: tensor<3xi1, #SV>, %out: tensor<i1>) -> tensor<i1> {
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> ()>
    ],
    iterator_types = ["reduction"]
  }
    ins(%v : tensor<3xi1, #SV>)
    outs(%out : tensor<i1>) {
  ^bb0(%a: i1, %o: i1):
    %r = arith.ori %o, %a : i1
    linalg.yield %r : i1
  } -> tensor<i1>
  return %0 : tensor<i1>
}

// CHECK: 1
func.func @main() {
  %v_dense = arith.constant dense<[false, false, true]> : tensor<3xi1>
  %v = sparse_tensor.convert %v_dense : tensor<3xi1> to tensor<3xi1, #SV>
  %x = arith.constant dense<false> : tensor<i1>
  %r = call @reduce(%v, %x) : (tensor<3xi1, #SV>, tensor<i1>) -> tensor<i1>
  %r_0 = tensor.extract %r[] : tensor<i1>
  vector.print %r_0 : i1
  return
}
