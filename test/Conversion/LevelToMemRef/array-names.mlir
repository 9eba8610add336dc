// RUN: weft-opt %s --convert-level-to-memref --canonicalize -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s

// The arrays that level operations allocate have the name of the tensor that `level.init` states, and their role.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func.func @result(
// CHECK-DAG: memref.alloc(%{{.*}}) : memref<?xi32> loc(fused<#weft.array_name<tensor = "C", role = "level 2 positions">>
// CHECK-DAG: memref.alloc() : memref<64xi32> loc(fused<#weft.array_name<tensor = "C", role = "level 2 coordinates">>
// CHECK-DAG: memref.alloc() : memref<64xf64> loc(fused<#weft.array_name<tensor = "C", role = "values">>
func.func @result(%m: index, %n: index, %v: f64) -> tensor<?x?xf64, #CSR> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %begin = level.init(%m, %n) : !level.builder<tensor<?x?xf64, #CSR>> loc(fused<#weft.array_name<tensor = "C">>["k":1:1])
  %end = scf.for %i = %c0 to %m step %c1 iter_args(%b = %begin) -> (!level.builder<tensor<?x?xf64, #CSR>>) {
    %p, %f = level.locate %b level 0 under %c0 coords(%i) : !level.builder<tensor<?x?xf64, #CSR>>
    %first = level.next %b level 1 : !level.builder<tensor<?x?xf64, #CSR>>
    %s = level.store %v, %b[%first] : f64, !level.builder<tensor<?x?xf64, #CSR>>
    %a = level.append_coord %s level 1 coord %c0 : !level.builder<tensor<?x?xf64, #CSR>>
    %last = level.next %a level 1 : !level.builder<tensor<?x?xf64, #CSR>>
    %e = level.append_edges %a level 1 under %p from %first to %last : !level.builder<tensor<?x?xf64, #CSR>>
    scf.yield %e : !level.builder<tensor<?x?xf64, #CSR>>
  }
  %C = level.finalize %end : !level.builder<tensor<?x?xf64, #CSR>>
  return %C : tensor<?x?xf64, #CSR>
}

// A tensor without modes has one value.
// CHECK-LABEL: func.func @scalar(
// CHECK: memref.alloc() : memref<1xf64> loc(fused<#weft.array_name<tensor = "t", role = "value">>
func.func @scalar(%v: f64) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %begin = level.init() : !level.builder<tensor<f64>> loc(fused<#weft.array_name<tensor = "t">>["k":1:1])
  %s = level.store %v, %begin[%c0] : f64, !level.builder<tensor<f64>>
  %t = level.finalize %s : !level.builder<tensor<f64>>
  return %t : tensor<f64>
}
