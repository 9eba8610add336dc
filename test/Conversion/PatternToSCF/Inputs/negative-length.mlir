memref.global "private" constant @offset_data : memref<2xi32> = dense<[3, 1]>

func.func @main() {
  %one = arith.constant 1 : index
  %offset = memref.get_global @offset_data : memref<2xi32>
  %any = memref.cast %offset : memref<2xi32> to memref<?xi32>
  %y = memref.alloc(%one) : memref<?xf32>
  call @row_sums(%one, %any, %y, %y) : (index, memref<?xi32>, memref<?xf32>, memref<?xf32>) -> ()
  return
}
