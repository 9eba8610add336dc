// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The sum of a compressed vector and a dense one is dense.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @combine(%u: tensor<8xf64, #SV>, %w: tensor<8xf64>) -> tensor<8xf64> {
  %empty = tensor.empty() : tensor<8xf64>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>
    ],
    iterator_types = ["parallel"]
  }
    ins(%u, %w : tensor<8xf64, #SV>, tensor<8xf64>)
    outs(%empty : tensor<8xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.addf %a, %b : f64
    linalg.yield %p : f64
  } -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

// CHECK: ( 5, 2, 1, 8, 1, 10, 1, 8 )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %u_dense = arith.constant dense<[0.0, 1.0, 0.0, 2.0, 0.0, 3.0, 0.0, 0.0]> : tensor<8xf64>
  %u = sparse_tensor.convert %u_dense : tensor<8xf64> to tensor<8xf64, #SV>
  %w = arith.constant dense<[5.0, 1.0, 1.0, 6.0, 1.0, 7.0, 1.0, 8.0]> : tensor<8xf64>
  %r = call @combine(%u, %w) : (tensor<8xf64, #SV>, tensor<8xf64>) -> tensor<8xf64>
  %r_v = vector.transfer_read %r[%c0], %zero_f64 : tensor<8xf64>, vector<8xf64>
  vector.print %r_v : vector<8xf64>
  return
}
