// RUN: weft-opt %s --weft-lower-to-llvm | FileCheck %s
// RUN: weft-opt %s --pass-pipeline="builtin.module(weft-lower-to-llvm{strict-fp=true})" | FileCheck %s --check-prefix=STRICT

// The pipeline leaves nothing but the llvm dialect and adds the entry.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK: @spmv_partition(
// CHECK-NOT: {{tin|cin|lattice|level|scf|memref|arith}}.
// CHECK: llvm.fadd %{{.*}}, %{{.*}} {fastmathFlags = #llvm.fastmath<contract, reassoc>} : f64
// CHECK: llvm.func internal @spmv(
// CHECK-NOT: {{tin|cin|lattice|level|scf|memref|arith}}.
// CHECK: call @weft_rt_share(
// CHECK: llvm.func @spmv_entry(%{{.*}}: !llvm.ptr

// STRICT: llvm.fadd
// STRICT-NOT: fastmath
func.func @spmv(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>)
    -> tensor<?xf64> attributes {weft.kernel} {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}
