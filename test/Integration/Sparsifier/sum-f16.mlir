// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The sum of a compressed vector of type f16 is extended when it is printed.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @sum(%v: tensor<8xf16, #SV>) -> tensor<f16> {
  %empty = tensor.empty() : tensor<f16>
  %init = arith.constant 0.0 : f16
  %out = linalg.fill ins(%init : f16) outs(%empty : tensor<f16>) -> tensor<f16>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> ()>
    ],
    iterator_types = ["reduction"]
  }
    ins(%v : tensor<8xf16, #SV>)
    outs(%out : tensor<f16>) {
  ^bb0(%a: f16, %o: f16):
    %r = arith.addf %o, %a : f16
    linalg.yield %r : f16
  } -> tensor<f16>
  return %0 : tensor<f16>
}

// CHECK: 1.75
func.func @main() {
  %v_dense = arith.constant dense<[0.0, -1.5, 0.0, 2.25, 0.0, 0.0, 4.0, -3.0]> : tensor<8xf16>
  %v = sparse_tensor.convert %v_dense : tensor<8xf16> to tensor<8xf16, #SV>
  %r = call @sum(%v) : (tensor<8xf16, #SV>) -> tensor<f16>
  %s = tensor.extract %r[] : tensor<f16>
  %w = arith.extf %s : f16 to f32
  vector.print %w : f32
  return
}
