// RUN: weft-opt %s -convert-cin-to-lattice -split-input-file -verify-diagnostics

func.func @values(%a: tensor<?x?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, ignore_races) {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        // expected-error @+1 {{races: different iterations of 'i' may assign the same component of T2: the iterations may assign different values}}
        cin.assign %yr[%j] arith.maximumf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

func.func @sum(%x: tensor<?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%m, %n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, ignore_races) {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
        // expected-error @+1 {{an update that is lost changes the result, since its combiner is not known to be idempotent}}
        cin.assign %yr[%j] arith.addf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

func.func @two(%x: tensor<?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%m, %n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, ignore_races) {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        cin.sequence {
          %0 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
          // expected-error @+1 {{either of two assignments may be the last}}
          cin.assign %yr[%j] arith.minimumf %0 : !cin.ref<tensor<?xf64>>
        } then {
          %0 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
          // expected-note @+1 {{the other assignment is here}}
          cin.assign %yr[%j] arith.maximumf %0 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// What each iteration computes for itself may differ.
func.func @own(%a: tensor<?x?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, ignore_races) {
    ^bb0(%i: !cin.index):
      cin.where "w" () : tensor<f64> producer {
      ^bb0(%w: !cin.ref<tensor<f64>>):
        cin.forall "k" to %en {
        ^bb0(%k: !cin.index):
          %0 = cin.access %ar[%i, %k] : !cin.ref<tensor<?x?xf64>>
          cin.assign %w[] arith.addf %0 : !cin.ref<tensor<f64>>
        }
      } consumer {
      ^bb0(%w: !cin.ref<tensor<f64>>):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %w[] : !cin.ref<tensor<f64>>
          // expected-error @+1 {{the iterations may assign different values}}
          cin.assign %yr[%j] arith.maximumf %0 : !cin.ref<tensor<?xf64>>
        }
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
