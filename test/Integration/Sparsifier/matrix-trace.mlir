// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// The diagonal of a compressed matrix is added up.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @trace(%A: tensor<3x3xf64, #CSR>, %x: tensor<3xf64>, %out: tensor<f64>) -> tensor<f64> {
  %0 = linalg.generic {
    indexing_maps = [
      affine_map<(d0) -> (d0, d0)>,
      affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> ()>
    ],
    iterator_types = ["reduction"]
  }
    ins(%A, %x : tensor<3x3xf64, #CSR>, tensor<3xf64>)
    outs(%out : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

// CHECK: 6
func.func @main() {
  %A_dense = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 3.0], [4.0, 0.0, 5.0]]> : tensor<3x3xf64>
  %A = sparse_tensor.convert %A_dense : tensor<3x3xf64> to tensor<3x3xf64, #CSR>
  %x = arith.constant dense<[1.0, 1.0, 1.0]> : tensor<3xf64>
  %y = arith.constant dense<0.0> : tensor<f64>
  %r = call @trace(%A, %x, %y) : (tensor<3x3xf64, #CSR>, tensor<3xf64>, tensor<f64>) -> tensor<f64>
  %r_0 = tensor.extract %r[] : tensor<f64>
  vector.print %r_0 : f64
  return
}
