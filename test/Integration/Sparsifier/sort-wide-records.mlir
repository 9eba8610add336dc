// RUN: weft-opt %s --weft-sparsifier="%weft_serial" | %weft_run | FileCheck %s --match-full-lines
// RUN: weft-opt %s --weft-sparsifier -o %t
// RUN: %weft_run %t | FileCheck %s --match-full-lines
// RUN: env %weft_threads %weft_run %t | FileCheck %s --match-full-lines

// Records of a coordinate and nine numbers are sorted.

// CHECK: ( 1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 3, 30, 31, 32, 33, 34, 35, 36, 37, 38 )
func.func @main() {
  %records = arith.constant dense<[3, 30, 31, 32, 33, 34, 35, 36, 37, 38, 1, 10, 11, 12, 13, 14, 15, 16, 17, 18]> : vector<20xindex>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c20 = arith.constant 20 : index
  %xy = memref.alloc(%c20) : memref<?xindex>
  vector.store %records, %xy[%c0] : memref<?xindex>, vector<20xindex>
  sparse_tensor.sort quick_sort %c2, %xy {perm_map = affine_map<(i) -> (i)>, ny = 9 : index}
      : memref<?xindex>
  %sorted = vector.load %xy[%c0] : memref<?xindex>, vector<20xindex>
  vector.print %sorted : vector<20xindex>
  memref.dealloc %xy : memref<?xindex>
  return
}
