// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Blocks of a size that is not known reach beyond the modes; nothing is visited
// there.

#BSR = #sparse_tensor.encoding<{
  map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)}>

func.func @last(%d: tensor<?x?xf64>) -> f64 {
  %B = sparse_tensor.convert %d : tensor<?x?xf64> to tensor<?x?xf64, #BSR>
  %zero = arith.constant 0.0 : f64
  %sum = sparse_tensor.foreach in %B init(%zero) : tensor<?x?xf64, #BSR>, f64 -> f64 do {
  ^bb0(%i: index, %j: index, %v: f64, %acc: f64):
    vector.print %i : index
    vector.print %j : index
    %s = arith.addf %acc, %v : f64
    sparse_tensor.yield %s : f64
  }
  bufferization.dealloc_tensor %B : tensor<?x?xf64, #BSR>
  return %sum : f64
}

// CHECK:      2
// CHECK-NEXT: 2
// CHECK-NEXT: 5
// CHECK-NOT:  {{.}}
func.func @main() {
  %d = arith.constant dense<[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 5.0]]> : tensor<3x3xf64>
  %c = tensor.cast %d : tensor<3x3xf64> to tensor<?x?xf64>
  %s = call @last(%c) : (tensor<?x?xf64>) -> f64
  vector.print %s : f64
  return
}
