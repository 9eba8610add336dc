// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A sum of numbers of type f32.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @reduce(%v: tensor<8xf32, #SV>, %out: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> ()>
    ],
    iterator_types = ["reduction"]
  }
    ins(%v : tensor<8xf32, #SV>)
    outs(%out : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.addf %o, %a : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK: 6.5
func.func @main() {
  %v_dense = arith.constant dense<[0.0, 2.0, 0.0, 4.0, 0.5, 0.0, 0.0, 0.0]> : tensor<8xf32>
  %v = sparse_tensor.convert %v_dense : tensor<8xf32> to tensor<8xf32, #SV>
  %x = arith.constant dense<0.0> : tensor<f32>
  %r = call @reduce(%v, %x) : (tensor<8xf32, #SV>, tensor<f32>) -> tensor<f32>
  %r_0 = tensor.extract %r[] : tensor<f32>
  vector.print %r_0 : f32
  return
}
