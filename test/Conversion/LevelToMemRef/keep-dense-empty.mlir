// RUN: weft-opt %s --convert-level-to-memref=keep-dense=true | FileCheck %s

// The cast between a tensor without a format and one with the dense format
// shares the memory of both.

#Dense = #level.format<(i, j, k) -> (i : dense, j : dense, k : dense)>

func.func private @kernel(tensor<?x?x0xf64, #Dense>) attributes {weft.kernel}

// A mode of size zero leaves no component, whatever the other sizes are.
// CHECK-LABEL: func.func @empty_mode(
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [0], strides: [1] : memref<?x?x0xf64> to memref<0xf64>
func.func @empty_mode(%x: tensor<?x?x0xf64>) {
  %0 = tensor.cast %x : tensor<?x?x0xf64> to tensor<?x?x0xf64, #Dense>
  call @kernel(%0) : (tensor<?x?x0xf64, #Dense>) -> ()
  return
}
