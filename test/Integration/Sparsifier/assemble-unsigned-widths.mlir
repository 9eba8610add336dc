// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Numbers of 8 bits have no sign where arrays come in and go out.

#Vector = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 8, crdWidth = 8 }>

// CHECK: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 3
// CHECK-NEXT: dim = ( 256 )
// CHECK-NEXT: lvl = ( 256 )
// CHECK-NEXT: pos[0] : ( 0, 3 )
// CHECK-NEXT: crd[0] : ( 5, 200, 255 )
// CHECK-NEXT: values : ( 1, 2, 3 )
// CHECK-NEXT: ----
// The component at 200.
// CHECK-NEXT: 2
// What operations show.
// CHECK-NEXT: 200
// CHECK-NEXT: 255
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c200 = arith.constant 200 : index
  %positions = arith.constant dense<[0, 3]> : tensor<2xi8>
  %coordinates = arith.constant dense<[5, 200, 255]> : tensor<3xi8>
  %values = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %x = sparse_tensor.assemble (%positions, %coordinates), %values : (tensor<2xi8>, tensor<3xi8>), tensor<3xf64> to tensor<256xf64, #Vector>
  sparse_tensor.print %x : tensor<256xf64, #Vector>

  %dense = sparse_tensor.convert %x : tensor<256xf64, #Vector> to tensor<256xf64>
  %component = tensor.extract %dense[%c200] : tensor<256xf64>
  vector.print %component : f64

  %crd = sparse_tensor.coordinates %x { level = 0 : index } : tensor<256xf64, #Vector> to memref<?xi8>
  %shown = memref.load %crd[%c1] : memref<?xi8>
  %number = arith.index_castui %shown : i8 to index
  vector.print %number : index

  %p = tensor.empty() : tensor<2xi8>
  %c = tensor.empty() : tensor<3xi8>
  %v = tensor.empty() : tensor<3xf64>
  %pos, %out_crd, %val, %pos_len, %crd_len, %val_len = sparse_tensor.disassemble %x : tensor<256xf64, #Vector>
      out_lvls(%p, %c : tensor<2xi8>, tensor<3xi8>) out_vals(%v : tensor<3xf64>)
      -> (tensor<2xi8>, tensor<3xi8>), tensor<3xf64>, (i8, i8), index
  %last = tensor.extract %out_crd[%c2] : tensor<3xi8>
  %last_number = arith.index_castui %last : i8 to index
  vector.print %last_number : index
  bufferization.dealloc_tensor %x : tensor<256xf64, #Vector>
  return
}
