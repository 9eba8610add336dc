// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Records of two coordinates and a number in one array, and a value in another
// one, are sorted by the second coordinate and then the first.

func.func @hybrid_quick_sort(%xy: memref<?xindex>, %y: memref<?xf64>, %n: index) {
  sparse_tensor.sort hybrid_quick_sort %n, %xy jointly %y {perm_map = affine_map<(i, j) -> (j, i)>, ny = 1 : index}
      : memref<?xindex> jointly memref<?xf64>
  return
}

func.func @quick_sort(%xy: memref<?xindex>, %y: memref<?xf64>, %n: index) {
  sparse_tensor.sort quick_sort %n, %xy jointly %y {perm_map = affine_map<(i, j) -> (j, i)>, ny = 1 : index}
      : memref<?xindex> jointly memref<?xf64>
  return
}

func.func @heap_sort(%xy: memref<?xindex>, %y: memref<?xf64>, %n: index) {
  sparse_tensor.sort heap_sort %n, %xy jointly %y {perm_map = affine_map<(i, j) -> (j, i)>, ny = 1 : index}
      : memref<?xindex> jointly memref<?xf64>
  return
}

func.func @insertion_sort_stable(%xy: memref<?xindex>, %y: memref<?xf64>, %n: index) {
  sparse_tensor.sort insertion_sort_stable %n, %xy jointly %y {perm_map = affine_map<(i, j) -> (j, i)>, ny = 1 : index}
      : memref<?xindex> jointly memref<?xf64>
  return
}

func.func @fill(%xy: memref<?xindex>, %y: memref<?xf64>) {
  %records = arith.constant dense<[3, 1, 10, 0, 2, 11, 3, 0, 12, 1, 1, 13, 2, 0, 14, 0, 1, 15]> : vector<18xindex>
  %values = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : vector<6xf64>
  %c0 = arith.constant 0 : index
  vector.store %records, %xy[%c0] : memref<?xindex>, vector<18xindex>
  vector.store %values, %y[%c0] : memref<?xf64>, vector<6xf64>
  return
}

func.func @show(%xy: memref<?xindex>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %records = vector.load %xy[%c0] : memref<?xindex>, vector<18xindex>
  %values = vector.load %y[%c0] : memref<?xf64>, vector<6xf64>
  vector.print %records : vector<18xindex>
  vector.print %values : vector<6xf64>
  return
}

// CHECK: ( 2, 0, 14, 3, 0, 12, 0, 1, 15, 1, 1, 13, 3, 1, 10, 0, 2, 11 )
// CHECK-NEXT: ( 5, 3, 6, 4, 1, 2 )
// CHECK-NEXT: ( 2, 0, 14, 3, 0, 12, 0, 1, 15, 1, 1, 13, 3, 1, 10, 0, 2, 11 )
// CHECK-NEXT: ( 5, 3, 6, 4, 1, 2 )
// CHECK-NEXT: ( 2, 0, 14, 3, 0, 12, 0, 1, 15, 1, 1, 13, 3, 1, 10, 0, 2, 11 )
// CHECK-NEXT: ( 5, 3, 6, 4, 1, 2 )
// CHECK-NEXT: ( 2, 0, 14, 3, 0, 12, 0, 1, 15, 1, 1, 13, 3, 1, 10, 0, 2, 11 )
// CHECK-NEXT: ( 5, 3, 6, 4, 1, 2 )
// What compares equal keeps its order; nothing and one record are sorted.
// CHECK-NEXT: ( 1, 2, 4, 3, 4, 5 )
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %c18 = arith.constant 18 : index
  %xy = memref.alloc(%c18) : memref<?xindex>
  %y = memref.alloc(%c6) : memref<?xf64>
  call @fill(%xy, %y) : (memref<?xindex>, memref<?xf64>) -> ()
  call @hybrid_quick_sort(%xy, %y, %c6) : (memref<?xindex>, memref<?xf64>, index) -> ()
  call @show(%xy, %y) : (memref<?xindex>, memref<?xf64>) -> ()
  call @fill(%xy, %y) : (memref<?xindex>, memref<?xf64>) -> ()
  call @quick_sort(%xy, %y, %c6) : (memref<?xindex>, memref<?xf64>, index) -> ()
  call @show(%xy, %y) : (memref<?xindex>, memref<?xf64>) -> ()
  call @fill(%xy, %y) : (memref<?xindex>, memref<?xf64>) -> ()
  call @heap_sort(%xy, %y, %c6) : (memref<?xindex>, memref<?xf64>, index) -> ()
  call @show(%xy, %y) : (memref<?xindex>, memref<?xf64>) -> ()
  call @fill(%xy, %y) : (memref<?xindex>, memref<?xf64>) -> ()
  call @insertion_sort_stable(%xy, %y, %c6) : (memref<?xindex>, memref<?xf64>, index) -> ()
  call @show(%xy, %y) : (memref<?xindex>, memref<?xf64>) -> ()
  %keys = arith.constant dense<[2, 1, 1]> : vector<3xi8>
  %small = memref.alloc(%c3) : memref<?xi8>
  vector.store %keys, %small[%c0] : memref<?xi8>, vector<3xi8>
  %order = arith.constant dense<[4.0, 1.0, 2.0, 3.0, 4.0, 5.0]> : vector<6xf64>
  vector.store %order, %y[%c0] : memref<?xf64>, vector<6xf64>
  sparse_tensor.sort insertion_sort_stable %c3, %small jointly %y {perm_map = affine_map<(i) -> (i)>}
      : memref<?xi8> jointly memref<?xf64>
  sparse_tensor.sort quick_sort %c0, %small jointly %y {perm_map = affine_map<(i) -> (i)>}
      : memref<?xi8> jointly memref<?xf64>
  sparse_tensor.sort quick_sort %c1, %small jointly %y {perm_map = affine_map<(i) -> (i)>}
      : memref<?xi8> jointly memref<?xf64>
  %sorted = vector.load %y[%c0] : memref<?xf64>, vector<6xf64>
  vector.print %sorted : vector<6xf64>
  memref.dealloc %xy : memref<?xindex>
  memref.dealloc %y : memref<?xf64>
  memref.dealloc %small : memref<?xi8>
  return
}
