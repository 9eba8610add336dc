// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// One operation computes the sums of rows and the largest component.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @both(%A: tensor<3x3xf64, #CSR>, %x: tensor<3xf64>, %y: tensor<f64>) -> (tensor<3xf64>, tensor<f64>) {
  %0:2 = linalg.generic {
    indexing_maps = [
      affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0)>,
      affine_map<(d0, d1) -> ()>
    ],
    iterator_types = ["reduction", "reduction"]
  }
    ins(%A : tensor<3x3xf64, #CSR>)
    outs(%x, %y : tensor<3xf64>, tensor<f64>) {
  ^bb0(%a: f64, %o: f64, %m: f64):
    %s = arith.addf %o, %a : f64
    %r = arith.maximumf %m, %a : f64
    linalg.yield %s, %r : f64, f64
  } -> (tensor<3xf64>, tensor<f64>)
  return %0#0, %0#1 : tensor<3xf64>, tensor<f64>
}

// CHECK: ( 3, -6, 0 )
// CHECK-NEXT: 2
func.func @main() {
  %zero_f64 = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %A_dense = arith.constant dense<[[1.0, 0.0, 2.0], [-1.0, -3.0, -2.0], [0.0, 0.0, 0.0]]> : tensor<3x3xf64>
  %A = sparse_tensor.convert %A_dense : tensor<3x3xf64> to tensor<3x3xf64, #CSR>
  %x = arith.constant dense<[0.0, 0.0, 0.0]> : tensor<3xf64>
  %y = arith.constant dense<-1.0> : tensor<f64>
  %s, %m = call @both(%A, %x, %y) : (tensor<3x3xf64, #CSR>, tensor<3xf64>, tensor<f64>) -> (tensor<3xf64>, tensor<f64>)
  %s_v = vector.transfer_read %s[%c0], %zero_f64 : tensor<3xf64>, vector<3xf64>
  vector.print %s_v : vector<3xf64>
  %m_0 = tensor.extract %m[] : tensor<f64>
  vector.print %m_0 : f64
  return
}
