// RUN: weft-opt %s --weft-lower-to-llvm | FileCheck %s

// Foralls that are parallel without a schedule are run by threads, too.

// CHECK: llvm.func internal @copy(
// CHECK: omp.parallel
// CHECK: llvm.call @weft_rt_run_partition(
func.func @copy(%x: tensor<?xf64>, %n: index {weft.extent = array<i64: 0, 0>}) -> tensor<?xf64> attributes {weft.kernel} {
  %e = tensor.empty(%n) : tensor<?xf64>
  %r = cin.kernel ins(%x) outs(%e) extents(%n) {
  ^bb0(%b: !cin.ref<tensor<?xf64>>, %d: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m parallel(cpu_thread, no_races) {
    ^bb0(%i: !cin.index):
      %0 = cin.access %b[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %d[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
