// RUN: weft-opt %s -convert-pattern-to-scf=check-accesses | FileCheck %s
// The program is stopped at offsets that descend.
// RUN: weft-opt %s -convert-pattern-to-scf=check-accesses | grep -v "^module {" | grep -v "^}" > %t.mlir
// RUN: cat %t.mlir %S/Inputs/negative-length.mlir | weft-opt -pass-pipeline="builtin.module(convert-scf-to-cf,finalize-memref-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-index-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)" | not --crash %weft_run

!csr = !pattern.array<"i < n" -> array<"toNat(offset@(i + 1) - offset@i)" x f32>>
!row = !pattern.array<"toNat(offset@(i + 1) - offset@i)" x f32>

// CHECK-LABEL: func.func @row_sums(
// CHECK: cf.assert %{{.*}}, "the length toNat(offset@(i.0 + 1)) - toNat(offset@i.0) is negative"
pattern.program @row_sums ["n"] (
    %offset = "offset" : !pattern.array<"n + 1" x i32>,
    %values = "values" : !csr) -> !pattern.array<"n" x f32> {
  %zero = arith.constant 0.0 : f32
  %sums = pattern.map "i" (%x = %values : !csr) {
    %sum = pattern.reduce arith.addf %x from %zero : !row
    pattern.yield %sum : f32
  }
  pattern.yield %sums : !pattern.array<"n" x f32>
}

// CHECK-LABEL: func.func @gather(
// CHECK: cf.assert %{{.*}}, "an index is not below the length m"
pattern.program @gather ["n", "m"] (
    %indices = "indices" : !pattern.array<"n" x i32>,
    %x = "x" : !pattern.array<"m" x f32>) -> !pattern.array<"n" x f32> {
  %y = pattern.map (%i = %indices : !pattern.array<"n" x i32>) {
    %e = pattern.at %x[%i] : !pattern.array<"m" x f32>, i32
    pattern.yield %e : f32
  }
  pattern.yield %y : !pattern.array<"n" x f32>
}
