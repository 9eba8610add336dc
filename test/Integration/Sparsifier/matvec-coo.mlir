// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A matrix times a vector is added to a vector.

#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>

func.func @matvec(%A: tensor<4x6xf64, #COO>, %x: tensor<6xf64>, %out: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d1)>,
      affine_map<(d0, d1) -> (d0)>
    ],
    iterator_types = ["parallel", "reduction"]
  }
    ins(%A, %x : tensor<4x6xf64, #COO>, tensor<6xf64>)
    outs(%out : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// CHECK: ( 21, 38, 58, 88 )
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %A_dense = arith.constant dense<[[1.0, 0.0, 0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 3.0], [0.0, 4.0, 0.0, 5.0, 0.0, 0.0], [6.0, 0.0, 0.0, 0.0, 0.0, 7.0]]> : tensor<4x6xf64>
  %A = sparse_tensor.convert %A_dense : tensor<4x6xf64> to tensor<4x6xf64, #COO>
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf64>
  %y = arith.constant dense<[10.0, 20.0, 30.0, 40.0]> : tensor<4xf64>
  %r = call @matvec(%A, %x, %y) : (tensor<4x6xf64, #COO>, tensor<6xf64>, tensor<4xf64>) -> tensor<4xf64>
  %r_v = vector.transfer_read %r[%c0], %zero_f64 : tensor<4xf64>, vector<4xf64>
  vector.print %r_v : vector<4xf64>
  return
}
