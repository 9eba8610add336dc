// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A tensor that is empty has no entries, and a sum that begins with it has
// those of the other operand.

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

// CHECK: 0
func.func @main() {
  %empty = tensor.empty() : tensor<3xf64, #SV>
  %entries = sparse_tensor.load %empty : tensor<3xf64, #SV>
  %entries_nse = sparse_tensor.number_of_entries %entries : tensor<3xf64, #SV>
  vector.print %entries_nse : index
  return
}
