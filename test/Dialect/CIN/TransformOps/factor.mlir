// RUN: weft-opt %s --transform-interpreter --split-input-file | FileCheck %s
// RUN: weft-opt %s --split-input-file | weft-opt --transform-interpreter --split-input-file | FileCheck %s

// The sum over k is the same for each l, which goes beside it. The handle that it
// gives is to the statement of the scalar.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func @fused
// CHECK: cin.forall "i"
// CHECK: cin.forall "j"
// CHECK: cin.where "t" () : tensor<f64> reason<factored> producer
// CHECK: cin.forall "k"
// CHECK: %[[TERM:.*]] = arith.mulf
// CHECK: cin.assign %{{.*}}[] arith.addf %[[TERM]]
// CHECK: consumer
// CHECK: cin.forall "l"
// CHECK: cin.assign %{{.*}}[%i, %l] arith.addf
// CHECK: } {factored}
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

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %k = transform.cin.find_forall "k" in %root : (!transform.any_op) -> !transform.any_op
    %where = transform.cin.factor %k : (!transform.any_op) -> !transform.any_op
    transform.annotate %where "factored" : !transform.any_op
    transform.yield
  }
}

// -----

// Over two variables at once.

// CHECK-LABEL: func @both
// CHECK: cin.where "t" () : tensor<i64> reason<factored> producer
// CHECK: cin.forall "j"
// CHECK: cin.forall "k"
// CHECK: cin.assign %{{.*}}[] arith.addi
// CHECK: consumer
// CHECK: cin.forall "i"
// CHECK: cin.assign %{{.*}}[%i] =
func.func @both(%a: tensor<?xi64>, %b: tensor<?x?xi64>, %c: tensor<?xi64>, %m: index, %n: index) -> tensor<?xi64> {
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

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %j = transform.cin.find_forall "j" in %root : (!transform.any_op) -> !transform.any_op
    %k = transform.cin.find_forall "k" in %root : (!transform.any_op) -> !transform.any_op
    %where = transform.cin.factor %j, %k : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Factors that k does not change leave the sum over it, and are put into the order of
// the loops that determine them.

// CHECK-LABEL: func @hoisted
// CHECK: cin.where "t" () : tensor<f64> reason<factored> producer
// CHECK: cin.forall "k"
// CHECK: %[[B:.*]] = cin.access %{{.*}}[%j, %k]
// CHECK: cin.assign %{{.*}}[] arith.addf %[[B]]
// CHECK: consumer
// CHECK: cin.access %{{.*}}[%i, %j]
// CHECK-LABEL: func @ordered
// CHECK-DAG: %[[A:.*]] = cin.access %{{.*}}[%v, %w]
// CHECK-DAG: %[[S:.*]] = cin.access %{{.*}}[%v] :
// CHECK-DAG: %[[X:.*]] = cin.access %{{.*}}[%w] :
// CHECK: %[[P:.*]] = arith.mulf %[[S]], %[[A]]
// CHECK: arith.mulf %[[P]], %[[X]]
func.func @hoisted(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>, %l: index, %m: index, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a, %b) outs(%c) extents(%l, %m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %br: !cin.ref<tensor<?x?xf64>>, %cr: !cin.ref<tensor<?x?xf64>>, %el: index, %em: index, %en: index):
    cin.forall "i" to %el {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        cin.forall "k" to %en {
        ^bb0(%k: !cin.index):
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
          %1 = cin.access %br[%j, %k] : !cin.ref<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %cr[%i, %j] arith.addf %2 : !cin.ref<tensor<?x?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @ordered(%a: tensor<?x?xf64>, %x: tensor<?xf64>, %s: tensor<?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x, %s) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %xr: !cin.ref<tensor<?xf64>>, %sr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "v" to %em {
    ^bb0(%v: !cin.index):
      cin.forall "w" to %en {
      ^bb0(%w: !cin.index):
        %0 = cin.access %ar[%v, %w] : !cin.ref<tensor<?x?xf64>>
        %1 = cin.access %xr[%w] : !cin.ref<tensor<?xf64>>
        %2 = cin.access %sr[%v] : !cin.ref<tensor<?xf64>>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.mulf %3, %2 : f64
        cin.assign %yr[%v] arith.addf %4 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %k = transform.cin.find_forall "k" in %root : (!transform.any_op) -> !transform.any_op
    %w = transform.cin.find_forall "w" in %root : (!transform.any_op) -> !transform.any_op
    transform.cin.hoist_factors %k : !transform.any_op
    transform.cin.order_factors %w : !transform.any_op
    transform.yield
  }
}
