// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// arith.xori of two vectors of integers has the entries of either.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @combine(%u: tensor<8xi32, #SV>, %w: tensor<8xi32, #SV>) -> tensor<8xi32, #SV> {
  %empty = tensor.empty() : tensor<8xi32, #SV>
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>
    ],
    iterator_types = ["parallel"]
  }
    ins(%u, %w : tensor<8xi32, #SV>, tensor<8xi32, #SV>)
    outs(%empty : tensor<8xi32, #SV>) {
  ^bb0(%a: i32, %b: i32, %o: i32):
    %r = arith.xori %a, %b : i32
    linalg.yield %r : i32
  } -> tensor<8xi32, #SV>
  return %0 : tensor<8xi32, #SV>
}

// CHECK: ( 0, 5, 5, 0, 0, 12, 1, 0 )
func.func @main() {
  %zero_i32 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %u_dense = arith.constant dense<[0, 6, 0, -7, 0, 12, 5, 0]> : tensor<8xi32>
  %u = sparse_tensor.convert %u_dense : tensor<8xi32> to tensor<8xi32, #SV>
  %w_dense = arith.constant dense<[0, 3, 5, -7, 0, 0, 4, 0]> : tensor<8xi32>
  %w = sparse_tensor.convert %w_dense : tensor<8xi32> to tensor<8xi32, #SV>
  %r = call @combine(%u, %w) : (tensor<8xi32, #SV>, tensor<8xi32, #SV>) -> tensor<8xi32, #SV>
  %r_out = sparse_tensor.convert %r : tensor<8xi32, #SV> to tensor<8xi32>
  %r_out_v = vector.transfer_read %r_out[%c0], %zero_i32 : tensor<8xi32>, vector<8xi32>
  vector.print %r_out_v : vector<8xi32>
  return
}
