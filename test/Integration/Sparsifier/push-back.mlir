// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Values are appended to arrays, which grow when they are full.

// CHECK: 3
// CHECK-NEXT: ( 1, 5, 5, 0, 0, 0, 0, 0 )
// CHECK-NEXT: 4
// CHECK-NEXT: ( 1, 5, 5, 2, 0, 0, 0, 0 )
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %five = arith.constant 5.0 : f64
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc(%c1) : memref<?xf64>
  %b, %n = sparse_tensor.push_back inbounds %c0, %a, %one : index, memref<?xf64>, f64
  %c, %m = sparse_tensor.push_back %n, %b, %five, %c2 : index, memref<?xf64>, f64, index
  vector.print %m : index
  %view = memref.subview %c[0][%m][1] : memref<?xf64> to memref<?xf64, strided<[1]>>
  %v = vector.transfer_read %view[%c0], %zero : memref<?xf64, strided<[1]>>, vector<8xf64>
  vector.print %v : vector<8xf64>
  %d, %k = sparse_tensor.push_back %m, %c, %two : index, memref<?xf64>, f64
  vector.print %k : index
  %view2 = memref.subview %d[0][%k][1] : memref<?xf64> to memref<?xf64, strided<[1]>>
  %w = vector.transfer_read %view2[%c0], %zero : memref<?xf64, strided<[1]>>, vector<8xf64>
  vector.print %w : vector<8xf64>
  memref.dealloc %d : memref<?xf64>
  return
}
