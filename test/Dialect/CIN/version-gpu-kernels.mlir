// RUN: weft-opt %s --cin-version-gpu-kernels --split-input-file | FileCheck %s
// RUN: weft-opt %s --cin-version-gpu-kernels=deterministic --split-input-file | FileCheck %s --check-prefix=ONE

// A warp computes each row in the version, and the function itself is left for
// the default.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func.func @spmv(
// CHECK-NOT: parallel(
// CHECK-LABEL: func.func @spmv_even(
// CHECK-SAME: weft.version = {array = -1 : i64, bits = 0 : i64, level = 1 : i64, of = "spmv", operand = 0 : i64}
// CHECK: parallel(gpu_block, no_races)
// CHECK: parallel(gpu_warp, no_races)
// CHECK: parallel(gpu_thread, temporary)
// ONE-NOT: @spmv_even
func.func @spmv(%a: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> attributes {weft.kernel} {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        %1 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %yr[%i] arith.addf %2 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// Columns are not summed: another rule of the default applies.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func.func @scattered(
// CHECK-NOT: @scattered_even
// ONE-LABEL: func.func @scattered(
func.func @scattered(%a: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> attributes {weft.kernel} {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.assign %yr[%j] arith.addf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
