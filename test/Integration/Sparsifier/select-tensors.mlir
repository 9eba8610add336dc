// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// One condition chooses a whole tensor, whose entries are those of the result.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

func.func @choose(%a: tensor<3xf64, #SV>, %b: tensor<3xf64, #SV>, %c: i1) -> tensor<3xf64, #SV> {
  %r = arith.select %c, %a, %b : tensor<3xf64, #SV>
  return %r : tensor<3xf64, #SV>
}

// CHECK:      crd[0] : ( 1 )
// CHECK-NEXT: values : ( 4 )
// CHECK:      crd[0] : ( 0, 2 )
// CHECK-NEXT: values : ( 1, 2 )
func.func @main() {
  %x = arith.constant dense<[1.0, 0.0, 2.0]> : tensor<3xf64>
  %a = sparse_tensor.convert %x : tensor<3xf64> to tensor<3xf64, #SV>
  %y = arith.constant dense<[0.0, 4.0, 0.0]> : tensor<3xf64>
  %b = sparse_tensor.convert %y : tensor<3xf64> to tensor<3xf64, #SV>
  %false = arith.constant false
  %true = arith.constant true
  %r = call @choose(%a, %b, %false) : (tensor<3xf64, #SV>, tensor<3xf64, #SV>, i1) -> tensor<3xf64, #SV>
  sparse_tensor.print %r : tensor<3xf64, #SV>
  %s = call @choose(%a, %b, %true) : (tensor<3xf64, #SV>, tensor<3xf64, #SV>, i1) -> tensor<3xf64, #SV>
  sparse_tensor.print %s : tensor<3xf64, #SV>
  return
}
