// RUN: weft-opt %s -pass-pipeline='builtin.module(func.func(convert-cin-to-lattice{allow-races=true}))' -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @values(
// CHECK: lattice.coiterate "i" {{.*}} parallel(static)
func.func @values(%a: tensor<?x?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, ignore_races) {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        cin.assign %yr[%j] arith.maximumf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// Places are not raced for, whatever is allowed.
#Sparse = #level.format<(i) -> (i : compressed)>
func.func @places(%x: tensor<?xf64>, %y: tensor<?xf64, #Sparse>, %m: index, %n: index) -> tensor<?xf64, #Sparse> {
  %r = cin.kernel ins(%x) outs(%y) extents(%m, %n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64, #Sparse>>, %em: index, %en: index):
    cin.forall "j" to %en {
    ^bb0(%j: !cin.index):
      cin.forall "i" to %em parallel(cpu_thread, ignore_races) {
      ^bb0(%i: !cin.index):
        %0 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
        // expected-error @+1 {{components of what is not dense have no places before they are assigned}}
        cin.assign %yr[%j] arith.maximumf %0 : !cin.ref<tensor<?xf64, #Sparse>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64, #Sparse>) -> tensor<?xf64, #Sparse>
  return %r : tensor<?xf64, #Sparse>
}
