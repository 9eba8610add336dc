// Entries of kernels: unpacking, the call, and the results.

// RUN: weft-opt %s --weft-generate-kernel-abi | FileCheck %s

!array = !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>

// CHECK-DAG: llvm.func @weft_rt_trim(!llvm.ptr, i64) -> !llvm.ptr
// CHECK-DAG: llvm.func @weft_rt_release(!llvm.ptr)

// The kernel hands its results over where it returns, and what is known of the
// memory of its operands is known to it.
// CHECK: llvm.func internal @scale(
// CHECK-SAME: %{{[a-z0-9]+}}: !llvm.ptr, %[[X:[a-z0-9]+]]: !llvm.ptr {llvm.noalias}, %{{[a-z0-9]+}}: i64, %[[L:[a-z0-9]+]]: i64, %{{[a-z0-9]+}}: i64, %[[M:[a-z0-9]+]]: i64, %[[TENSORS:[a-z0-9]+]]: !llvm.ptr) {
// CHECK-NOT: weft.
// CHECK-DAG: %[[C0:.*]] = llvm.mlir.constant(0 : i64)
// CHECK-DAG: %[[C1:.*]] = llvm.mlir.constant(1 : i64)
// CHECK: llvm.call @use(%[[X]], %[[C0]], %[[C1]])
// CHECK-NOT: llvm.insertvalue
// CHECK: llvm.getelementptr %[[TENSORS]][0]
// CHECK: llvm.getelementptr %{{.*}}[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i64, i64, ptr, ptr)>
// CHECK: llvm.store %[[L]],
// CHECK: llvm.store %[[M]],
// CHECK: llvm.getelementptr %{{.*}}[0, 3] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i64, i64, ptr, ptr)>
// Room that was not needed is given back.
// CHECK: %[[BYTES:.*]] = llvm.mul %[[L]],
// CHECK: %[[DATA:.*]] = llvm.call @weft_rt_trim(%[[X]], %[[BYTES]])
// CHECK: llvm.store %[[DATA]],
// CHECK: llvm.store %[[L]],
// CHECK: llvm.call @weft_rt_release(%[[DATA]])
// CHECK-NEXT: llvm.return
llvm.func @scale(%n: i64, %a: !llvm.ptr, %x: !llvm.ptr, %o: i64, %l: i64, %s: i64, %m: i64 {weft.extent = array<i64: 0, 1>}) -> !llvm.struct<(i64, i64, !array)> attributes {weft.kernel, weft.abi = {arguments = [{arrays = [f64], rank = 1 : i64}, index], results = [{arrays = [f64], rank = 2 : i64}]}} {
  llvm.call @use(%a, %o, %s) : (!llvm.ptr, i64, i64) -> ()
  %0 = llvm.mlir.poison : !array
  %1 = llvm.insertvalue %a, %0[0] : !array
  %2 = llvm.insertvalue %x, %1[1] : !array
  %3 = llvm.insertvalue %l, %2[3, 0] : !array
  %4 = llvm.mlir.poison : !llvm.struct<(i64, i64, !array)>
  %5 = llvm.insertvalue %l, %4[0] : !llvm.struct<(i64, i64, !array)>
  %6 = llvm.insertvalue %m, %5[1] : !llvm.struct<(i64, i64, !array)>
  %r = llvm.insertvalue %3, %6[2] : !llvm.struct<(i64, i64, !array)>
  llvm.return %r : !llvm.struct<(i64, i64, !array)>
}
llvm.func @use(!llvm.ptr, i64, i64)

// The operand is the second tensor.
// CHECK: llvm.func @scale_entry(%[[TENSORS:.*]]: !llvm.ptr)
// CHECK: %[[ADDRESS:.*]] = llvm.getelementptr %[[TENSORS]][1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
// CHECK: %[[X:.*]] = llvm.load %[[ADDRESS]]
// CHECK: llvm.getelementptr %[[X]][0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i64, i64, ptr, ptr)>
// CHECK: %[[N:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i64
// CHECK: llvm.getelementptr %[[X]][0, 3] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i64, i64, ptr, ptr)>
// CHECK: %[[ARRAYS:.*]] = llvm.load
// CHECK: llvm.getelementptr %[[ARRAYS]][0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, i64)>
// CHECK: %[[DATA:.*]] = llvm.load
// CHECK: llvm.getelementptr %[[ARRAYS]][0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, i64)>
// CHECK: %[[LENGTH:.*]] = llvm.load
// The extent is mode 1 of the result.
// CHECK: llvm.getelementptr %[[TENSORS]][0]
// CHECK: %[[DIM:.*]] = llvm.getelementptr %{{.*}}[1] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK: %[[M:.*]] = llvm.load %[[DIM]]
// CHECK: llvm.call @scale(%[[N]], %[[DATA]], %[[DATA]], %{{.*}}, %[[LENGTH]], %{{.*}}, %[[M]], %[[TENSORS]])
// CHECK-NEXT: llvm.return

// A single value is returned as it is.
// CHECK-LABEL: llvm.func internal @scalar(
// CHECK: %[[R:.*]] = llvm.call @make()
// CHECK: %[[X:.*]] = llvm.extractvalue %[[R]][1]
// CHECK: %[[DATA:.*]] = llvm.call @weft_rt_trim(%[[X]],
// CHECK: llvm.call @weft_rt_release(%[[DATA]])
llvm.func @scalar() -> !array attributes {weft.kernel, weft.abi = {arguments = [], results = [{arrays = [f64], rank = 0 : i64}]}} {
  %r = llvm.call @make() : () -> !array
  llvm.return %r : !array
}

// The length of an array of records counts these, and the kernel's counts bytes.
// CHECK-LABEL: llvm.func internal @records(
// CHECK: %[[R:.*]] = llvm.call @make()
// CHECK: %[[BYTES:.*]] = llvm.extractvalue %[[R]][3, 0]
// CHECK: %[[SIZE:.*]] = llvm.mlir.constant(8 : i64) : i64
// CHECK: %[[LENGTH:.*]] = llvm.udiv %[[BYTES]], %[[SIZE]]
// CHECK: llvm.call @weft_rt_trim(%{{.*}}, %[[BYTES]])
// CHECK: llvm.store %[[LENGTH]],
// CHECK-LABEL: llvm.func @records_entry(
// CHECK: %[[LENGTH:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i64
// CHECK: %[[SIZE:.*]] = llvm.mlir.constant(16 : i64) : i64
// CHECK: %[[BYTES:.*]] = llvm.mul %[[LENGTH]], %[[SIZE]]
// CHECK: llvm.call @records(%{{.*}}, %{{.*}}, %{{.*}}, %[[BYTES]], %{{.*}}, %{{.*}})
llvm.func @records(%a: !llvm.ptr, %x: !llvm.ptr, %o: i64, %l: i64, %s: i64) -> !array attributes {weft.kernel, weft.abi = {arguments = [{arrays = [vector<16xi8>], rank = 0 : i64}], results = [{arrays = [vector<8xi8>], rank = 0 : i64}]}} {
  %r = llvm.call @make() : () -> !array
  llvm.return %r : !array
}

llvm.func @make() -> !array

// The runtime chooses the memory of a result of one array that the kernel
// allocates, which is the one with the number 1; not of an array beside others,
// nor where there are two ways to return.
// CHECK-LABEL: llvm.func internal @allocated(
// CHECK: %[[FIRST:.*]] = llvm.call @_mlir_memref_to_llvm_alloc(%[[N:[a-z0-9]+]])
// CHECK: %[[NUMBER:.*]] = llvm.mlir.constant(1 : i64)
// CHECK: %[[SECOND:.*]] = llvm.call @weft_rt_alloc_result(%[[NUMBER]], %[[N]]) : (i64, i64) -> !llvm.ptr
// CHECK: llvm.call @weft_rt_trim(%[[FIRST]],
// CHECK: %[[DATA:.*]] = llvm.call @weft_rt_trim(%[[SECOND]],
// CHECK: llvm.call @weft_rt_release(%[[DATA]])
llvm.func @allocated(%n: i64 {weft.extent = array<i64: 1, 0>}) -> !llvm.struct<(!array, !array, i64, !array)> attributes {weft.kernel, weft.abi = {arguments = [index], results = [{arrays = [i32, f64], rank = 0 : i64}, {arrays = [f64], rank = 1 : i64}]}} {
  %x = llvm.call @_mlir_memref_to_llvm_alloc(%n) : (i64) -> !llvm.ptr
  %y = llvm.call @_mlir_memref_to_llvm_alloc(%n) : (i64) -> !llvm.ptr
  %0 = llvm.mlir.poison : !array
  %1 = llvm.insertvalue %x, %0[1] : !array
  %2 = llvm.insertvalue %n, %1[3, 0] : !array
  %3 = llvm.insertvalue %y, %2[1] : !array
  %4 = llvm.mlir.poison : !llvm.struct<(!array, !array, i64, !array)>
  %5 = llvm.insertvalue %2, %4[0] : !llvm.struct<(!array, !array, i64, !array)>
  %6 = llvm.insertvalue %2, %5[1] : !llvm.struct<(!array, !array, i64, !array)>
  %7 = llvm.insertvalue %n, %6[2] : !llvm.struct<(!array, !array, i64, !array)>
  %r = llvm.insertvalue %3, %7[3] : !llvm.struct<(!array, !array, i64, !array)>
  llvm.return %r : !llvm.struct<(!array, !array, i64, !array)>
}

// CHECK-LABEL: llvm.func internal @returns_twice(
// CHECK: llvm.call @_mlir_memref_to_llvm_alloc(
// CHECK-NOT: llvm.call @weft_rt_alloc_result
llvm.func @returns_twice(%n: i64 {weft.extent = array<i64: 0, 0>}) -> !llvm.struct<(i64, !array)> attributes {weft.kernel, weft.abi = {arguments = [index], results = [{arrays = [f64], rank = 1 : i64}]}} {
  %y = llvm.call @_mlir_memref_to_llvm_alloc(%n) : (i64) -> !llvm.ptr
  %0 = llvm.mlir.poison : !array
  %1 = llvm.insertvalue %y, %0[1] : !array
  %2 = llvm.insertvalue %n, %1[3, 0] : !array
  %3 = llvm.mlir.poison : !llvm.struct<(i64, !array)>
  %4 = llvm.insertvalue %n, %3[0] : !llvm.struct<(i64, !array)>
  %r = llvm.insertvalue %2, %4[1] : !llvm.struct<(i64, !array)>
  %z = llvm.mlir.constant(0 : i64) : i64
  %isEmpty = llvm.icmp "eq" %n, %z : i64
  llvm.cond_br %isEmpty, ^none, ^some
^none:
  llvm.return %r : !llvm.struct<(i64, !array)>
^some:
  llvm.return %r : !llvm.struct<(i64, !array)>
}
llvm.func @_mlir_memref_to_llvm_alloc(i64) -> !llvm.ptr

// Without results there is nothing to hand over.
// CHECK-LABEL: llvm.func @nothing_entry(
// CHECK-NEXT: llvm.call @nothing() : () -> ()
// CHECK-NEXT: llvm.return
llvm.func @nothing() attributes {weft.kernel, weft.abi = {arguments = [], results = []}} {
  llvm.return
}

// CHECK-NOT: @helper_entry
llvm.func @helper() {
  llvm.return
}
