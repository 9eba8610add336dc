// RUN: weft-opt %s -cin-factor-reductions -split-input-file | FileCheck %s
// RUN: weft-opt %s -cin-factor-reductions=strict-fp -split-input-file | FileCheck %s --check-prefix=STRICT

// The sum over k does not depend on l, which goes beside it.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func @fused
// CHECK:      cin.forall "i"
// CHECK-NEXT: ^bb0(%i:
// CHECK-NEXT: cin.forall "j"
// CHECK-NEXT: ^bb0(%j:
// CHECK-NEXT: cin.where "t" () : tensor<f64> reason<factored> producer
// CHECK:        cin.forall "k"
// CHECK:          %[[TERM:.*]] = arith.mulf
// CHECK:          cin.assign %{{.*}}[] arith.addf %[[TERM]]
// CHECK:      consumer
// CHECK:        cin.forall "l"
// CHECK-DAG:      %[[T:.*]] = cin.access %{{.*}}[] :
// CHECK-DAG:      %[[D:.*]] = cin.access %{{.*}}[%j, %l]
// CHECK:          cin.assign %{{.*}}[%i, %l] arith.addf

// STRICT-LABEL: func @fused
// STRICT-NOT: cin.where
// CHECK: cin.chosen = [#cin.choice<common_sum, "factor(k)">]
// STRICT: cin.not_chosen = [#cin.refusal<strict_order, "factor(k)">]
func.func @fused(%a: tensor<?x?xf64, #CSR>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>, %d: tensor<?x?xf64>, %e: tensor<?x?xf64>, %l: index, %m: index, %n: index, %o: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a, %b, %c, %d) outs(%e) extents(%l, %m, %n, %o) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %br: !cin.ref<tensor<?x?xf64>>, %cr: !cin.ref<tensor<?x?xf64>>, %dr: !cin.ref<tensor<?x?xf64>>, %er: !cin.ref<tensor<?x?xf64>>, %el: index, %em: index, %en: index, %eo: index):
    cin.forall "i" to %el {
    ^bb0(%i: !cin.index):
      cin.forall "l" to %eo {
      ^bb0(%ll: !cin.index):
        cin.forall "j" to %em {
        ^bb0(%j: !cin.index):
          cin.forall "k" to %en {
          ^bb0(%k: !cin.index):
            %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
            %1 = cin.access %br[%i, %k] : !cin.ref<tensor<?x?xf64>>
            %2 = cin.access %cr[%j, %k] : !cin.ref<tensor<?x?xf64>>
            %3 = cin.access %dr[%j, %ll] : !cin.ref<tensor<?x?xf64>>
            %4 = arith.mulf %0, %1 : f64
            %5 = arith.mulf %4, %2 : f64
            %6 = arith.mulf %5, %3 : f64
            cin.assign %er[%i, %ll] arith.addf %6 : !cin.ref<tensor<?x?xf64>>
          }
        }
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

// Integers are exact in any order.
// CHECK-LABEL: func @integers
// CHECK: cin.where
// CHECK: cin.assign %{{.*}}[] arith.addi
// STRICT-LABEL: func @integers
// STRICT: cin.where
// STRICT: cin.assign %{{.*}}[] arith.addi
func.func @integers(%a: tensor<?xi64>, %b: tensor<?x?xi64>, %c: tensor<?xi64>, %m: index, %n: index) -> tensor<?xi64> {
  %r = cin.kernel ins(%a, %b) outs(%c) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?xi64>>, %br: !cin.ref<tensor<?x?xi64>>, %cr: !cin.ref<tensor<?xi64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        cin.forall "k" to %en {
        ^bb0(%k: !cin.index):
          %0 = cin.access %ar[%i] : !cin.ref<tensor<?xi64>>
          %1 = cin.access %br[%j, %k] : !cin.ref<tensor<?x?xi64>>
          %2 = arith.muli %0, %1 : i64
          cin.assign %cr[%i] arith.addi %2 : !cin.ref<tensor<?xi64>>
        }
      }
    }
  } : (tensor<?xi64>, tensor<?x?xi64>, tensor<?xi64>) -> tensor<?xi64>
  return %r : tensor<?xi64>
}

// -----

// Sums distribute over minima.
// CHECK-LABEL: func @shortest
// CHECK: cin.where
// CHECK: cin.forall "j"
// CHECK: cin.forall "k"
// CHECK: cin.assign %{{.*}}[] arith.minimumf
// CHECK: consumer
// CHECK: cin.forall "i"
// CHECK: arith.addf
// CHECK: cin.assign %{{.*}}[%i] arith.minimumf
// STRICT-LABEL: func @shortest
// STRICT-NOT: cin.where
func.func @shortest(%a: tensor<?xf64>, %b: tensor<?x?xf64>, %c: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %b) outs(%c) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?xf64>>, %br: !cin.ref<tensor<?x?xf64>>, %cr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        cin.forall "k" to %en {
        ^bb0(%k: !cin.index):
          %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64>>
          %1 = cin.access %br[%j, %k] : !cin.ref<tensor<?x?xf64>>
          %2 = arith.addf %0, %1 : f64
          cin.assign %cr[%i] arith.minimumf %2 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A maximum of products is not the product of maxima.
// CHECK-LABEL: func @largest
// CHECK-NOT: cin.where
// CHECK: cin.not_chosen = [#cin.refusal<no_product, "factor(j,k)">]
func.func @largest(%a: tensor<?xf64>, %b: tensor<?x?xf64>, %c: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %b) outs(%c) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?xf64>>, %br: !cin.ref<tensor<?x?xf64>>, %cr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        cin.forall "k" to %en {
        ^bb0(%k: !cin.index):
          %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64>>
          %1 = cin.access %br[%j, %k] : !cin.ref<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %cr[%i] arith.maximumf %2 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// The loop beside the sum may find nothing, and the sum would be in vain.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func @sparse_beside
// CHECK-NOT: cin.where
// CHECK: cin.not_chosen = [#cin.refusal<no_common_sum, "factor(k)">]
func.func @sparse_beside(%a: tensor<?x?xf64, #CSR>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>, %l: index, %m: index, %n: index) -> tensor<?x?xf64> {
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
