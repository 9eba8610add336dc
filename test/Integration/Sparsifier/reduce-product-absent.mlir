// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A product of the components of a vector with absent entries is zero.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @reduce(%v: tensor<8xf64, #SV>, %out: tensor<f64>) -> tensor<f64> {
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> ()>
    ],
    iterator_types = ["reduction"]
  }
    ins(%v : tensor<8xf64, #SV>)
    outs(%out : tensor<f64>) {
  ^bb0(%a: f64, %o: f64):
    %r = arith.mulf %o, %a : f64
    linalg.yield %r : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

// CHECK: 0
func.func @main() {
  %v_dense = arith.constant dense<[0.0, 2.0, 0.0, 4.0, 0.5, 0.0, 0.0, 0.0]> : tensor<8xf64>
  %v = sparse_tensor.convert %v_dense : tensor<8xf64> to tensor<8xf64, #SV>
  %x = arith.constant dense<3.0> : tensor<f64>
  %r = call @reduce(%v, %x) : (tensor<8xf64, #SV>, tensor<f64>) -> tensor<f64>
  %r_0 = tensor.extract %r[] : tensor<f64>
  vector.print %r_0 : f64
  return
}
