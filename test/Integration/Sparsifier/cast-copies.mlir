// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A tensor that is cast to or from a dense format keeps its components when the
// other one is updated.

#Dense = #sparse_tensor.encoding<{ map = (d0) -> (d0 : dense) }>

func.func @print(%x: tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %v = vector.transfer_read %x[%c0], %zero : tensor<4xf64>, vector<4xf64>
  vector.print %v : vector<4xf64>
  return
}

// CHECK: values : ( 1, 1, 1, 1 )
// CHECK: ( 9, 1, 1, 1 )
// CHECK: ( 1, 1, 1, 1 )
// CHECK: ( 1, 7, 1, 1 )
// CHECK: values : ( 1, 1, 1, 1 )
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %seven = arith.constant 7.0 : f64
  %nine = arith.constant 9.0 : f64
  %empty = tensor.empty() : tensor<4xf64>
  %plain = linalg.fill ins(%one : f64) outs(%empty : tensor<4xf64>) -> tensor<4xf64>
  %stored = tensor.cast %plain : tensor<4xf64> to tensor<4xf64, #Dense>
  %updated = tensor.insert %nine into %plain[%c0] : tensor<4xf64>
  sparse_tensor.print %stored : tensor<4xf64, #Dense>
  call @print(%updated) : (tensor<4xf64>) -> ()
  %back = tensor.cast %stored : tensor<4xf64, #Dense> to tensor<?xf64>
  %sized = tensor.cast %back : tensor<?xf64> to tensor<4xf64>
  call @print(%sized) : (tensor<4xf64>) -> ()
  %changed = tensor.insert %seven into %sized[%c1] : tensor<4xf64>
  call @print(%changed) : (tensor<4xf64>) -> ()
  sparse_tensor.print %stored : tensor<4xf64, #Dense>
  bufferization.dealloc_tensor %stored : tensor<4xf64, #Dense>
  return
}
