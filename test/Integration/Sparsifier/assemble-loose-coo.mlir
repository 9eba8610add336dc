// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// A list of entries for each matrix of a batch is assembled from buffers that
// are longer than the lists, and taken apart again. The lengths of levels are
// tensors of order 0.

#Lists = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : dense, d1 : loose_compressed(nonunique), d2 : singleton) }>

// CHECK: 101
// CHECK-NEXT: 1.5
// CHECK-NEXT: 103
// CHECK-NEXT: 2
// CHECK-NEXT: 320
// CHECK-NEXT: 3
// CHECK-NEXT: 313
// CHECK-NEXT: 4
// CHECK-NEXT: 6
// CHECK-NEXT: 8
// CHECK-NEXT: 4
// CHECK-NEXT: ( 0, 2, 2, 2, 2, 4 )
// CHECK-NEXT: ( ( 0, 1 ), ( 0, 3 ), ( 2, 0 ), ( 1, 3 ) )
// CHECK-NEXT: ( 1.5, 2, 3, 4 )
func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %positions = arith.constant dense<[0, 2, 2, 2, 2, 4]> : tensor<6xindex>
  %coordinates = arith.constant dense<[[0, 1], [0, 3], [2, 0], [1, 3], [9, 9]]> : tensor<5x2xindex>
  %values = arith.constant dense<[1.5, 2.0, 3.0, 4.0, 9.0]> : tensor<5xf64>
  %A = sparse_tensor.assemble (%positions, %coordinates), %values : (tensor<6xindex>, tensor<5x2xindex>), tensor<5xf64> to tensor<3x3x4xf64, #Lists>
  sparse_tensor.foreach in %A : tensor<3x3x4xf64, #Lists> do {
  ^bb0(%i: index, %j: index, %k: index, %a: f64):
    %c100 = arith.constant 100 : index
    %c10 = arith.constant 10 : index
    %one = arith.constant 1 : index
    %batch = arith.addi %i, %one : index
    %hundreds = arith.muli %batch, %c100 : index
    %tens = arith.muli %j, %c10 : index
    %sum = arith.addi %hundreds, %tens : index
    %place = arith.addi %sum, %k : index
    vector.print %place : index
    vector.print %a : f64
  }
  %p = tensor.empty() : tensor<6xindex>
  %c = tensor.empty() : tensor<4x2xindex>
  %v = tensor.empty() : tensor<4xf64>
  %rp, %rc, %rv, %np, %nc, %nv = sparse_tensor.disassemble %A : tensor<3x3x4xf64, #Lists>
      out_lvls(%p, %c : tensor<6xindex>, tensor<4x2xindex>)
      out_vals(%v : tensor<4xf64>) -> (tensor<6xindex>, tensor<4x2xindex>), tensor<4xf64>, (tensor<i32>, tensor<i64>), index
  %np_element = tensor.extract %np[] : tensor<i32>
  vector.print %np_element : i32
  %nc_element = tensor.extract %nc[] : tensor<i64>
  vector.print %nc_element : i64
  vector.print %nv : index
  %rp_v = vector.transfer_read %rp[%c0], %c0 : tensor<6xindex>, vector<6xindex>
  vector.print %rp_v : vector<6xindex>
  %rc_v = vector.transfer_read %rc[%c0, %c0], %c0 : tensor<4x2xindex>, vector<4x2xindex>
  vector.print %rc_v : vector<4x2xindex>
  %rv_v = vector.transfer_read %rv[%c0], %zero : tensor<4xf64>, vector<4xf64>
  vector.print %rv_v : vector<4xf64>
  return
}
