// RUN: split-file %s %t
// RUN: weft-opt %t/fits.mlir --weft-sparsifier | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %t/shown.mlir --weft-sparsifier -o %t/shown
// RUN: not %weft_run %t/shown 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: weft-opt %t/disassembled.mlir --weft-sparsifier -o %t/disassembled
// RUN: not %weft_run %t/disassembled 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: weft-opt %t/positions.mlir --weft-sparsifier -o %t/positions
// RUN: not %weft_run %t/positions 2>&1 | FileCheck %s --check-prefix=POSITION

// A coordinate or position that does not fit the width of an encoding ends the
// program where an array of that width is requested.

// CHECK: 255
// BEYOND: the coordinate 299, and the largest that fits is 255
// POSITION: the position 300, and the largest that fits is 255

//--- fits.mlir
#Vector = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), crdWidth = 8 }>
func.func @main() {
  %c0 = arith.constant 0 : index
  %c255 = arith.constant 255 : index
  %one = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<300xf64, #Vector>
  %i = tensor.insert %one into %e[%c255] : tensor<300xf64, #Vector>
  %x = sparse_tensor.load %i hasInserts : tensor<300xf64, #Vector>
  %crd = sparse_tensor.coordinates %x { level = 0 : index } : tensor<300xf64, #Vector> to memref<?xi8>
  %number = memref.load %crd[%c0] : memref<?xi8>
  %shown = arith.extui %number : i8 to i64
  vector.print %shown : i64
  bufferization.dealloc_tensor %x : tensor<300xf64, #Vector>
  return
}

//--- shown.mlir
#Vector = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), crdWidth = 8 }>
func.func @main() {
  %c0 = arith.constant 0 : index
  %c299 = arith.constant 299 : index
  %one = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<300xf64, #Vector>
  %i = tensor.insert %one into %e[%c299] : tensor<300xf64, #Vector>
  %x = sparse_tensor.load %i hasInserts : tensor<300xf64, #Vector>
  %crd = sparse_tensor.coordinates %x { level = 0 : index } : tensor<300xf64, #Vector> to memref<?xi8>
  %number = memref.load %crd[%c0] : memref<?xi8>
  vector.print %number : i8
  return
}

//--- disassembled.mlir
#Vector = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), crdWidth = 8 }>
func.func @main() {
  %c0 = arith.constant 0 : index
  %c299 = arith.constant 299 : index
  %one = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<300xf64, #Vector>
  %i = tensor.insert %one into %e[%c299] : tensor<300xf64, #Vector>
  %x = sparse_tensor.load %i hasInserts : tensor<300xf64, #Vector>
  %p = tensor.empty() : tensor<2xindex>
  %c = tensor.empty() : tensor<1xi8>
  %v = tensor.empty() : tensor<1xf64>
  %positions, %coordinates, %values, %np, %nc, %nv = sparse_tensor.disassemble %x : tensor<300xf64, #Vector>
      out_lvls(%p, %c : tensor<2xindex>, tensor<1xi8>)
      out_vals(%v : tensor<1xf64>) -> (tensor<2xindex>, tensor<1xi8>), tensor<1xf64>, (index, index), index
  %first = tensor.extract %coordinates[%c0] : tensor<1xi8>
  vector.print %first : i8
  return
}

//--- positions.mlir
#Vector = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 8, crdWidth = 16 }>
func.func @main() {
  %c1 = arith.constant 1 : index
  %ones = arith.constant dense<1.0> : tensor<300xf64>
  %x = sparse_tensor.convert %ones : tensor<300xf64> to tensor<300xf64, #Vector>
  %pos = sparse_tensor.positions %x { level = 0 : index } : tensor<300xf64, #Vector> to memref<?xi8>
  %number = memref.load %pos[%c1] : memref<?xi8>
  vector.print %number : i8
  return
}
