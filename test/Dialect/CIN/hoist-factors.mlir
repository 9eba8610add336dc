// RUN: weft-opt %s -cin-hoist-factors -split-input-file | FileCheck %s
// RUN: weft-opt %s -cin-hoist-factors=strict-fp -split-input-file | FileCheck %s --check-prefix=STRICT

// What k does not change is multiplied with the sum.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func @sampled
// CHECK:      cin.where "t" () : tensor<f64> reason<factored> producer
// CHECK:        cin.forall "k"
// CHECK-NOT:      [%i, %j]
// CHECK:          cin.assign %{{.*}}[] arith.addf
// CHECK:      consumer
// CHECK:        cin.access %{{.*}}[%i, %j]
// CHECK:        cin.assign %{{.*}}[%i, %j] = %{{.*}}
// STRICT-LABEL: func @sampled
// STRICT-NOT: cin.where
// CHECK: cin.chosen = [#cin.choice<invariant_factors, "hoist_factors(k)">]
// STRICT: cin.not_chosen = [#cin.refusal<strict_order, "hoist_factors(k)">]
func.func @sampled(%a: tensor<?x?xf64, #CSR>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64, #CSR>, %l: index, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%a, %b) outs(%c) extents(%l, %m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %br: !cin.ref<tensor<?x?xf64>>, %cr: !cin.ref<tensor<?x?xf64, #CSR>>, %el: index, %em: index, %en: index):
    cin.forall "i" to %el {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        cin.forall "k" to %en {
        ^bb0(%k: !cin.index):
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
          %1 = cin.access %br[%j, %k] : !cin.ref<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %cr[%i, %j] arith.addf %2 : !cin.ref<tensor<?x?xf64, #CSR>>
        }
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// -----

// A loop over stored entries keeps its factors: what it combines may not be there.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func @sparse
// CHECK-NOT: cin.where
// CHECK: cin.not_chosen = [#cin.refusal<sparse_operand, "hoist_factors(j)">]
func.func @sparse(%a: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %s: tensor<?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x, %s) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %xr: !cin.ref<tensor<?xf64>>, %sr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        %1 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
        %2 = cin.access %sr[%i] : !cin.ref<tensor<?xf64>>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.mulf %3, %2 : f64
        cin.assign %yr[%i] arith.addf %4 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// Rows of B that nobody asks for would be summed.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func @in_vain
// CHECK-NOT: cin.where
// CHECK: cin.not_chosen = [#cin.refusal<unused_sum, "hoist_factors(k)">]
func.func @in_vain(%a: tensor<?x?xf64, #CSR>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>, %l: index, %m: index, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a, %b) outs(%c) extents(%l, %m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %br: !cin.ref<tensor<?x?xf64>>, %cr: !cin.ref<tensor<?x?xf64>>, %el: index, %em: index, %en: index):
    cin.forall "i" to %el {
    ^bb0(%i: !cin.index):
      cin.forall "l" to %em {
      ^bb0(%ll: !cin.index):
        cin.forall "k" to %en {
        ^bb0(%k: !cin.index):
          %0 = cin.access %ar[%i, %ll] : !cin.ref<tensor<?x?xf64, #CSR>>
          %1 = cin.access %br[%i, %k] : !cin.ref<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %cr[%i, %ll] arith.addf %2 : !cin.ref<tensor<?x?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

// Each component of a result that is scattered is stored once: the sum over j
// stays in one statement.
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
// CHECK-LABEL: func @scattered
// CHECK-NOT: cin.where
// CHECK: cin.not_chosen = [#cin.refusal<scattered_result, "hoist_factors(k)">]
// CHECK-LABEL: func @scattered_once
// CHECK: cin.where
func.func @scattered(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64, #CSC>, %n: index) -> tensor<?x?xf64, #CSC> {
  %r = cin.kernel ins(%a, %b) outs(%c) extents(%n, %n, %n, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %br: !cin.ref<tensor<?x?xf64>>, %cr: !cin.ref<tensor<?x?xf64, #CSC>>, %ei: index, %el: index, %ej: index, %ek: index):
    cin.forall "i" to %ei {
    ^bb0(%i: !cin.index):
      cin.forall "l" to %el {
      ^bb0(%l: !cin.index):
        cin.forall "j" to %ej {
        ^bb0(%j: !cin.index):
          cin.forall "k" to %ek {
          ^bb0(%k: !cin.index):
            %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
            %1 = cin.access %br[%j, %k] : !cin.ref<tensor<?x?xf64>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %cr[%i, %l] arith.addf %2 : !cin.ref<tensor<?x?xf64, #CSC>>
          }
        }
      }
    }
  } : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64, #CSC>) -> tensor<?x?xf64, #CSC>
  return %r : tensor<?x?xf64, #CSC>
}
func.func @scattered_once(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64, #CSC>, %n: index) -> tensor<?x?xf64, #CSC> {
  %r = cin.kernel ins(%a, %b) outs(%c) extents(%n, %n, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %br: !cin.ref<tensor<?x?xf64>>, %cr: !cin.ref<tensor<?x?xf64, #CSC>>, %ei: index, %el: index, %ek: index):
    cin.forall "i" to %ei {
    ^bb0(%i: !cin.index):
      cin.forall "l" to %el {
      ^bb0(%l: !cin.index):
        cin.forall "k" to %ek {
        ^bb0(%k: !cin.index):
          %0 = cin.access %ar[%i, %l] : !cin.ref<tensor<?x?xf64>>
          %1 = cin.access %br[%i, %k] : !cin.ref<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %cr[%i, %l] arith.addf %2 : !cin.ref<tensor<?x?xf64, #CSC>>
        }
      }
    }
  } : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64, #CSC>) -> tensor<?x?xf64, #CSC>
  return %r : tensor<?x?xf64, #CSC>
}
