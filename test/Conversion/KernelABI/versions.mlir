// RUN: weft-opt %s --weft-generate-kernel-abi --split-input-file --verify-diagnostics | FileCheck %s

// The entry chooses between the entries of two versions, by the positions of the
// operand behind the result.
// CHECK: llvm.func @weft_rt_has_even_segments(!llvm.ptr, i64, i64, i64) -> i64
// CHECK: llvm.func internal @sum_entry_otherwise(
// CHECK: llvm.func @sum_entry(%[[TENSORS:.*]]: !llvm.ptr) {
// CHECK-DAG: %[[TENSOR:.*]] = llvm.mlir.constant(1 : i64)
// CHECK-DAG: %[[ARRAY:.*]] = llvm.mlir.constant(0 : i64)
// CHECK-DAG: %[[BITS:.*]] = llvm.mlir.constant(32 : i64)
// CHECK: %[[EVEN:.*]] = llvm.call @weft_rt_has_even_segments(%[[TENSORS]], %[[TENSOR]], %[[ARRAY]], %[[BITS]])
// CHECK: %[[CONDITION:.*]] = llvm.icmp "ne" %[[EVEN]], %{{.*}}
// CHECK: llvm.cond_br %[[CONDITION]], ^[[THEN:.*]], ^[[ELSE:.*]]
// CHECK: ^[[THEN]]:
// CHECK: llvm.call @sum_even_entry(%[[TENSORS]])
// CHECK: ^[[ELSE]]:
// CHECK: llvm.call @sum_entry_otherwise(%[[TENSORS]])
// CHECK: llvm.func internal @sum_even_entry(
llvm.func @sum(%n: i64, %a: !llvm.ptr, %x: !llvm.ptr, %o: i64, %l: i64, %s: i64) -> i64 attributes {weft.kernel, weft.abi = {arguments = [{arrays = [i32], rank = 1 : i64}], results = [{arrays = [], rank = 1 : i64}]}} {
  llvm.return %n : i64
}
llvm.func @sum_even(%n: i64, %a: !llvm.ptr, %x: !llvm.ptr, %o: i64, %l: i64, %s: i64) -> i64 attributes {weft.kernel, weft.version = {array = 0, bits = 32, level = 0, of = "sum", operand = 0}, weft.abi = {arguments = [{arrays = [i32], rank = 1 : i64}], results = [{arrays = [], rank = 1 : i64}]}} {
  llvm.return %n : i64
}

// -----

// expected-error @+1 {{expected 'weft.version' to name another kernel, and an array of positions of an operand}}
llvm.func @version(%n: i64, %a: !llvm.ptr, %x: !llvm.ptr, %o: i64, %l: i64, %s: i64) -> i64 attributes {weft.kernel, weft.version = {array = 1, bits = 32, level = 0, of = "version", operand = 0}, weft.abi = {arguments = [{arrays = [i32], rank = 1 : i64}], results = [{arrays = [], rank = 1 : i64}]}} {
  llvm.return %n : i64
}
