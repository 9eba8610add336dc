// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The sum of a compressed vector of type bf16 is extended when it is printed.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @sum(%v: tensor<8xbf16, #SV>) -> tensor<bf16> {
  %empty = tensor.empty() : tensor<bf16>
  %init = arith.constant 0.0 : bf16
  %out = linalg.fill ins(%init : bf16) outs(%empty : tensor<bf16>) -> tensor<bf16>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> ()>
    ],
    iterator_types = ["reduction"]
  }
    ins(%v : tensor<8xbf16, #SV>)
    outs(%out : tensor<bf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %r = arith.addf %o, %a : bf16
    linalg.yield %r : bf16
  } -> tensor<bf16>
  return %0 : tensor<bf16>
}

// CHECK: 1.75
func.func @main() {
  %v_dense = arith.constant dense<[0.0, -1.5, 0.0, 2.25, 0.0, 0.0, 4.0, -3.0]> : tensor<8xbf16>
  %v = sparse_tensor.convert %v_dense : tensor<8xbf16> to tensor<8xbf16, #SV>
  %r = call @sum(%v) : (tensor<8xbf16, #SV>) -> tensor<bf16>
  %s = tensor.extract %r[] : tensor<bf16>
  %w = arith.extf %s : bf16 to f32
  vector.print %w : f32
  return
}
