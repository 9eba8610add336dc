// The listings, executed with each strategy for sums. The matrix has rows
// (1, 0, 0, 2), none, and (0, 3, 4, 5).
//
// RUN: weft-translate -import-patterns %S/listings.test -o %t.pattern.mlir
// RUN: weft-opt %t.pattern.mlir -convert-pattern-to-scf=sums=loop | grep -v "^module {" | grep -v "^}" > %t.loop.mlir
// RUN: weft-opt %t.pattern.mlir -convert-pattern-to-scf=sums=closed | grep -v "^module {" | grep -v "^}" > %t.closed.mlir
// RUN: weft-opt %t.pattern.mlir -convert-pattern-to-scf="sums=table check-accesses" | grep -v "^module {" | grep -v "^}" > %t.table.mlir
// RUN: cat %t.loop.mlir %s | weft-opt -pass-pipeline="builtin.module(convert-scf-to-cf,expand-strided-metadata,finalize-memref-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-index-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)" | %weft_run | FileCheck %s
// RUN: cat %t.closed.mlir %s | weft-opt -pass-pipeline="builtin.module(convert-scf-to-cf,expand-strided-metadata,finalize-memref-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-index-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)" | %weft_run | FileCheck %s
// RUN: cat %t.table.mlir %s | weft-opt -pass-pipeline="builtin.module(convert-scf-to-cf,expand-strided-metadata,finalize-memref-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-index-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)" | %weft_run | FileCheck %s
// Maps to threads are executed by them.
// RUN: cat %t.table.mlir %s | weft-opt -pass-pipeline="builtin.module(canonicalize,cse,convert-scf-to-openmp,canonicalize,convert-scf-to-cf,expand-strided-metadata,finalize-memref-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-index-to-llvm,convert-func-to-llvm,convert-openmp-to-llvm,reconcile-unrealized-casts)" | %weft_run | FileCheck %s

memref.global "private" constant @offset_data : memref<4xi32> = dense<[0, 2, 2, 5]>
memref.global "private" constant @length_data : memref<3xi32> = dense<[2, 0, 3]>
memref.global "private" constant @col_data : memref<5xi32> = dense<[0, 3, 1, 2, 3]>
memref.global "private" constant @value_data : memref<5xf32> = dense<[1.0, 2.0, 3.0, 4.0, 5.0]>
// The columns with the bits of the values.
memref.global "private" constant @packed_data : memref<10xi32> = dense<[
  0, 0x3F800000, 3, 0x40000000, 1, 0x40400000, 2, 0x40800000, 3, 0x40A00000]>
memref.global "private" constant @dense_data : memref<12xf32> = dense<[
  1.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0, 4.0, 5.0]>
memref.global "private" constant @lower_data : memref<6xf32> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>
memref.global "private" constant @x_data : memref<4xf32> = dense<[1.0, 10.0, 100.0, 1000.0]>

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

func.func @main() {
  %n = arith.constant 3 : index
  %m = arith.constant 4 : index
  %two = arith.constant 2 : index
  %0 = memref.get_global @offset_data : memref<4xi32>
  %offset = memref.cast %0 : memref<4xi32> to memref<?xi32>
  %1 = memref.get_global @length_data : memref<3xi32>
  %lengths = memref.cast %1 : memref<3xi32> to memref<?xi32>
  %2 = memref.get_global @col_data : memref<5xi32>
  %cols = memref.cast %2 : memref<5xi32> to memref<?xi32>
  %3 = memref.get_global @value_data : memref<5xf32>
  %values = memref.cast %3 : memref<5xf32> to memref<?xf32>
  %4 = memref.get_global @packed_data : memref<10xi32>
  %packed = memref.cast %4 : memref<10xi32> to memref<?xi32>
  %5 = memref.get_global @dense_data : memref<12xf32>
  %dense = memref.cast %5 : memref<12xf32> to memref<?xf32>
  %6 = memref.get_global @lower_data : memref<6xf32>
  %lower = memref.cast %6 : memref<6xf32> to memref<?xf32>
  %7 = memref.get_global @x_data : memref<4xf32>
  %x = memref.cast %7 : memref<4xf32> to memref<?xf32>
  %y = memref.alloc(%n) : memref<?xf32>
  %any = memref.cast %y : memref<?xf32> to memref<*xf32>

  // CHECK: data =
  // CHECK-NEXT: [2001, 0, 5430]
  call @dense(%n, %m, %dense, %x, %y) : (index, index, memref<?xf32>, memref<?xf32>, memref<?xf32>) -> ()
  call @printMemrefF32(%any) : (memref<*xf32>) -> ()
  // CHECK: data =
  // CHECK-NEXT: [2001, 0, 5430]
  call @lil(%n, %m, %lengths, %cols, %values, %x, %y) : (index, index, memref<?xi32>, memref<?xi32>, memref<?xf32>, memref<?xf32>, memref<?xf32>) -> ()
  call @printMemrefF32(%any) : (memref<*xf32>) -> ()
  // CHECK: data =
  // CHECK-NEXT: [2001, 0, 5430]
  call @csr_unpacked(%n, %m, %offset, %cols, %values, %x, %y) : (index, index, memref<?xi32>, memref<?xi32>, memref<?xf32>, memref<?xf32>, memref<?xf32>) -> ()
  call @printMemrefF32(%any) : (memref<*xf32>) -> ()
  // CHECK: data =
  // CHECK-NEXT: [2001, 0, 5430]
  call @csr_packed(%n, %m, %offset, %packed, %x, %y) : (index, index, memref<?xi32>, memref<?xi32>, memref<?xf32>, memref<?xf32>) -> ()
  call @printMemrefF32(%any) : (memref<*xf32>) -> ()
  // CHECK: data =
  // CHECK-NEXT: [3, 0, 12]
  call @row_sums(%n, %offset, %values, %y) : (index, memref<?xi32>, memref<?xf32>, memref<?xf32>) -> ()
  call @printMemrefF32(%any) : (memref<*xf32>) -> ()
  // CHECK: data =
  // CHECK-NEXT: [2001, 0, 5430]
  call @csr_gpu(%n, %m, %two, %two, %offset, %cols, %values, %x, %y) : (index, index, index, index, memref<?xi32>, memref<?xi32>, memref<?xf32>, memref<?xf32>, memref<?xf32>) -> ()
  call @printMemrefF32(%any) : (memref<*xf32>) -> ()
  // CHECK: data =
  // CHECK-NEXT: [1, 5, 15]
  call @triangular(%n, %lower, %y) : (index, memref<?xf32>, memref<?xf32>) -> ()
  call @printMemrefF32(%any) : (memref<*xf32>) -> ()
  return
}
