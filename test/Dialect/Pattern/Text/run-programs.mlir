// The programs over formats, executed with each strategy for sums. The matrix has
// rows (1, 0, 0, 2), none, and (0, 3, 4, 5).
//
// RUN: weft-translate -import-patterns %S/programs.test -o %t.pattern.mlir
// RUN: weft-opt %t.pattern.mlir -convert-pattern-to-scf="sums=loop" | grep -v "^module {" | grep -v "^}" > %t.loop.mlir
// RUN: cat %t.loop.mlir %s | weft-opt -pass-pipeline="builtin.module(convert-scf-to-cf,expand-strided-metadata,finalize-memref-to-llvm,convert-math-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-index-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)" | %weft_run | FileCheck %s
// RUN: weft-opt %t.pattern.mlir -convert-pattern-to-scf="sums=closed" | grep -v "^module {" | grep -v "^}" > %t.closed.mlir
// RUN: cat %t.closed.mlir %s | weft-opt -pass-pipeline="builtin.module(convert-scf-to-cf,expand-strided-metadata,finalize-memref-to-llvm,convert-math-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-index-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)" | %weft_run | FileCheck %s
// RUN: weft-opt %t.pattern.mlir -convert-pattern-to-scf="sums=table check-accesses" | grep -v "^module {" | grep -v "^}" > %t.table.mlir
// RUN: cat %t.table.mlir %s | weft-opt -pass-pipeline="builtin.module(convert-scf-to-cf,expand-strided-metadata,finalize-memref-to-llvm,convert-math-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-index-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)" | %weft_run | FileCheck %s

memref.global "private" constant @offset_data : memref<4xi32> = dense<[
  0, 2, 2, 5]>
memref.global "private" constant @lengths_data : memref<3xi32> = dense<[
  2, 0, 3]>
memref.global "private" constant @cols_data : memref<5xi32> = dense<[
  0, 3, 1, 2, 3]>
memref.global "private" constant @values_data : memref<5xf32> = dense<[
  1.0, 2.0, 3.0, 4.0, 5.0]>
memref.global "private" constant @ones_data : memref<5xf32> = dense<[
  0.0, 0.0, 7.0, 7.0, 7.0]>
memref.global "private" constant @x4_data : memref<4xf32> = dense<[
  1.0, 10.0, 100.0, 1000.0]>
memref.global "private" constant @x3_data : memref<3xf32> = dense<[
  1.0, 10.0, 100.0]>
memref.global "private" constant @x42_data : memref<8xf32> = dense<[
  1.0, 1.0, 10.0, 2.0, 100.0, 3.0, 1000.0, 4.0]>
memref.global "private" constant @coo_data : memref<15xi32> = dense<[
  0, 0, 0x3F800000, 0, 3, 0x40000000, 2, 1, 0x40400000, 2, 2, 0x40800000, 2, 3, 0x40A00000]>
memref.global "private" constant @ell_data : memref<12xi32> = dense<[
  0, 0x3F800000, 3, 0x40000000, 0, 0x00000000, 0, 0x00000000, 1, 0x40400000, 2, 0x40800000]>
memref.global "private" constant @boffset_data : memref<3xi32> = dense<[
  0, 1, 3]>
memref.global "private" constant @bcols_data : memref<3xi32> = dense<[
  1, 0, 1]>
memref.global "private" constant @blocks_data : memref<12xf32> = dense<[
  1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 1.0, 0.0, 0.0, 1.0]>
memref.global "private" constant @o_data : memref<3xi32> = dense<[
  0, 2, 3]>
memref.global "private" constant @q_data : memref<4xi32> = dense<[
  0, 1, 3, 6]>
memref.global "private" constant @tree_data : memref<6xf32> = dense<[
  1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>
memref.global "private" constant @band_data : memref<7xf32> = dense<[
  1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]>
memref.global "private" constant @tokens_data : memref<2xi32> = dense<[
  1, 2]>
memref.global "private" constant @queries_data : memref<6xf32> = dense<[
  1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>
memref.global "private" constant @keys_data : memref<6xf32> = dense<[
  1.0, 1.0, 1.0, 0.0, 0.0, 1.0]>

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %offset_array = memref.get_global @offset_data : memref<4xi32>
  %offset = memref.cast %offset_array : memref<4xi32> to memref<?xi32>
  %lengths_array = memref.get_global @lengths_data : memref<3xi32>
  %lengths = memref.cast %lengths_array : memref<3xi32> to memref<?xi32>
  %cols_array = memref.get_global @cols_data : memref<5xi32>
  %cols = memref.cast %cols_array : memref<5xi32> to memref<?xi32>
  %values_array = memref.get_global @values_data : memref<5xf32>
  %values = memref.cast %values_array : memref<5xf32> to memref<?xf32>
  %ones_array = memref.get_global @ones_data : memref<5xf32>
  %ones = memref.cast %ones_array : memref<5xf32> to memref<?xf32>
  %x4_array = memref.get_global @x4_data : memref<4xf32>
  %x4 = memref.cast %x4_array : memref<4xf32> to memref<?xf32>
  %x3_array = memref.get_global @x3_data : memref<3xf32>
  %x3 = memref.cast %x3_array : memref<3xf32> to memref<?xf32>
  %x42_array = memref.get_global @x42_data : memref<8xf32>
  %x42 = memref.cast %x42_array : memref<8xf32> to memref<?xf32>
  %coo_array = memref.get_global @coo_data : memref<15xi32>
  %coo = memref.cast %coo_array : memref<15xi32> to memref<?xi32>
  %ell_array = memref.get_global @ell_data : memref<12xi32>
  %ell = memref.cast %ell_array : memref<12xi32> to memref<?xi32>
  %boffset_array = memref.get_global @boffset_data : memref<3xi32>
  %boffset = memref.cast %boffset_array : memref<3xi32> to memref<?xi32>
  %bcols_array = memref.get_global @bcols_data : memref<3xi32>
  %bcols = memref.cast %bcols_array : memref<3xi32> to memref<?xi32>
  %blocks_array = memref.get_global @blocks_data : memref<12xf32>
  %blocks = memref.cast %blocks_array : memref<12xf32> to memref<?xf32>
  %o_array = memref.get_global @o_data : memref<3xi32>
  %o = memref.cast %o_array : memref<3xi32> to memref<?xi32>
  %q_array = memref.get_global @q_data : memref<4xi32>
  %q = memref.cast %q_array : memref<4xi32> to memref<?xi32>
  %tree_array = memref.get_global @tree_data : memref<6xf32>
  %tree = memref.cast %tree_array : memref<6xf32> to memref<?xf32>
  %band_array = memref.get_global @band_data : memref<7xf32>
  %band = memref.cast %band_array : memref<7xf32> to memref<?xf32>
  %tokens_array = memref.get_global @tokens_data : memref<2xi32>
  %tokens = memref.cast %tokens_array : memref<2xi32> to memref<?xi32>
  %queries_array = memref.get_global @queries_data : memref<6xf32>
  %queries = memref.cast %queries_array : memref<6xf32> to memref<?xf32>
  %keys_array = memref.get_global @keys_data : memref<6xf32>
  %keys = memref.cast %keys_array : memref<6xf32> to memref<?xf32>

  // CHECK: data =
  // CHECK-NEXT: [2001, 9, 0, 0, 5430, 38]
  %spmm_result = memref.alloc(%c6) : memref<?xf32>
  call @spmm(%c3, %c4, %c2, %offset, %cols, %values, %x42, %spmm_result)
      : (index, index, index, memref<?xi32>, memref<?xi32>, memref<?xf32>, memref<?xf32>, memref<?xf32>) -> ()
  %spmm_any = memref.cast %spmm_result : memref<?xf32> to memref<*xf32>
  call @printMemrefF32(%spmm_any) : (memref<*xf32>) -> ()

  // CHECK: data =
  // CHECK-NEXT: [1, 300, 400, 502]
  %transposed_result = memref.alloc(%c4) : memref<?xf32>
  call @transposed(%c3, %c4, %offset, %cols, %values, %x3, %transposed_result)
      : (index, index, memref<?xi32>, memref<?xi32>, memref<?xf32>, memref<?xf32>, memref<?xf32>) -> ()
  %transposed_any = memref.cast %transposed_result : memref<?xf32> to memref<*xf32>
  call @printMemrefF32(%transposed_any) : (memref<*xf32>) -> ()

  // CHECK: data =
  // CHECK-NEXT: [3, 0, 12]
  %row_sums_from_zero_result = memref.alloc(%c3) : memref<?xf32>
  call @row_sums_from_zero(%c3, %offset, %values, %row_sums_from_zero_result)
      : (index, memref<?xi32>, memref<?xf32>, memref<?xf32>) -> ()
  %row_sums_from_zero_any = memref.cast %row_sums_from_zero_result : memref<?xf32> to memref<*xf32>
  call @printMemrefF32(%row_sums_from_zero_any) : (memref<*xf32>) -> ()

  // CHECK: data =
  // CHECK-NEXT: [2001, 0, 5430]
  %coo_result = memref.alloc(%c3) : memref<?xf32>
  call @coo(%c5, %c3, %c4, %coo, %x4, %coo_result)
      : (index, index, index, memref<?xi32>, memref<?xf32>, memref<?xf32>) -> ()
  %coo_any = memref.cast %coo_result : memref<?xf32> to memref<*xf32>
  call @printMemrefF32(%coo_any) : (memref<*xf32>) -> ()

  // CHECK: data =
  // CHECK-NEXT: [2001, 0, 430]
  %ell_result = memref.alloc(%c3) : memref<?xf32>
  call @ell(%c3, %c4, %c2, %ell, %x4, %ell_result)
      : (index, index, index, memref<?xi32>, memref<?xf32>, memref<?xf32>) -> ()
  %ell_any = memref.cast %ell_result : memref<?xf32> to memref<*xf32>
  call @printMemrefF32(%ell_any) : (memref<*xf32>) -> ()

  // CHECK: data =
  // CHECK-NEXT: [2100, 4300, 165, 1087]
  %bsr_result = memref.alloc(%c4) : memref<?xf32>
  call @bsr(%c2, %c2, %c2, %c2, %boffset, %bcols, %blocks, %x4, %bsr_result)
      : (index, index, index, index, memref<?xi32>, memref<?xi32>, memref<?xf32>, memref<?xf32>, memref<?xf32>) -> ()
  %bsr_any = memref.cast %bsr_result : memref<?xf32> to memref<*xf32>
  call @printMemrefF32(%bsr_any) : (memref<*xf32>) -> ()

  // CHECK: data =
  // CHECK-NEXT: [6, 15]
  %csf_result = memref.alloc(%c2) : memref<?xf32>
  call @csf(%c2, %o, %q, %tree, %csf_result)
      : (index, memref<?xi32>, memref<?xi32>, memref<?xf32>, memref<?xf32>) -> ()
  %csf_any = memref.cast %csf_result : memref<?xf32> to memref<*xf32>
  call @printMemrefF32(%csf_any) : (memref<*xf32>) -> ()

  // CHECK: data =
  // CHECK-NEXT: [3, 12, 13]
  %band_result = memref.alloc(%c3) : memref<?xf32>
  call @band(%c3, %c1, %band, %band_result)
      : (index, index, memref<?xf32>, memref<?xf32>) -> ()
  %band_any = memref.cast %band_result : memref<?xf32> to memref<*xf32>
  call @printMemrefF32(%band_any) : (memref<*xf32>) -> ()

  // CHECK: data =
  // CHECK-NEXT: [2, -1000, 5]
  %segment_max_result = memref.alloc(%c3) : memref<?xf32>
  call @segment_max(%c3, %lengths, %values, %segment_max_result)
      : (index, memref<?xi32>, memref<?xf32>, memref<?xf32>) -> ()
  %segment_max_any = memref.cast %segment_max_result : memref<?xf32> to memref<*xf32>
  call @printMemrefF32(%segment_max_any) : (memref<*xf32>) -> ()

  // CHECK: data =
  // CHECK-NEXT: [0.5, 0.5, 0.333333, 0.333333, 0.333333]
  %softmax_result = memref.alloc(%c5) : memref<?xf32>
  call @softmax(%c3, %lengths, %ones, %softmax_result)
      : (index, memref<?xi32>, memref<?xf32>, memref<?xf32>) -> ()
  %softmax_any = memref.cast %softmax_result : memref<?xf32> to memref<*xf32>
  call @printMemrefF32(%softmax_any) : (memref<*xf32>) -> ()

  // CHECK: data =
  // CHECK-NEXT: [3, 3, 4, 5, 6]
  %attention_result = memref.alloc(%c5) : memref<?xf32>
  call @attention(%c2, %c2, %tokens, %queries, %keys, %attention_result)
      : (index, index, memref<?xi32>, memref<?xf32>, memref<?xf32>, memref<?xf32>) -> ()
  %attention_any = memref.cast %attention_result : memref<?xf32> to memref<*xf32>
  call @printMemrefF32(%attention_any) : (memref<*xf32>) -> ()
  return
}
