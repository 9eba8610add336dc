// RUN: weft-opt %s --transform-interpreter | FileCheck %s

// Three loops as one, over the positions of a tensor, in parts of equal size.

#CSF = #level.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>

// CHECK-LABEL: func @sums
// CHECK:       ^bb0({{.*}}, %[[L:n[_0-9]*]]: index, %[[M:n[_0-9]*]]: index, %[[N:n[_0-9]*]]: index, %[[C64:n[_0-9]*]]: index):
// CHECK-NEXT:  cin.forall "p0" {
// CHECK-NEXT:  ^bb0(%p0: !cin.index):
// CHECK-NEXT:  cin.forall "p1" to %[[C64]] {
// CHECK-NEXT:  ^bb0(%p1: !cin.index):
// CHECK-NEXT:  %p = cin.split "p" %p0, %p1 down 64{{$}}
// CHECK-NEXT:  cin.guard %p
// CHECK-NEXT:  %f = cin.position "f" %p of %[[A:.*]] levels [0, 1, 2] under ()
// CHECK-NEXT:  cin.guard %f
// CHECK-NEXT:  %i, %g = cin.collapse "i" "g" %f of %[[L]], ?
// CHECK-NEXT:  cin.guard %i, %g
// CHECK-NEXT:  %[[X:.*]] = cin.access %{{.*}}[%i]
// CHECK-NEXT:  %j, %k = cin.collapse "j" "k" %g of %[[M]], %[[N]]
// CHECK-NEXT:  cin.guard %j, %k
// CHECK-NEXT:  %[[V:.*]] = cin.access %[[A]][%i, %j, %k]
func.func @sums(%a: tensor<?x?x?xf64, #CSF>, %x: tensor<?xf64>, %y: tensor<?xf64>, %l: index, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%l, %m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?x?xf64, #CSF>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %el: index, %em: index, %en: index):
    cin.forall "i" to %el {
    ^bb0(%i: !cin.index):
      %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        cin.forall "k" to %en {
        ^bb0(%k: !cin.index):
          %1 = cin.access %ar[%i, %j, %k] : !cin.ref<tensor<?x?x?xf64, #CSF>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %yr[%i] arith.addf %2 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?x?x?xf64, #CSF>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @is_of_three(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.cin.access %op "T0" : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %i = transform.cin.find_forall "i" in %root : (!transform.any_op) -> !transform.any_op
    %j = transform.cin.find_forall "j" in %root : (!transform.any_op) -> !transform.any_op
    %k = transform.cin.find_forall "k" in %root : (!transform.any_op) -> !transform.any_op
    %g = transform.cin.collapse %j, %k into "g" : (!transform.any_op, !transform.any_op) -> !transform.any_op
    %f = transform.cin.collapse %i, %g into "f" : (!transform.any_op, !transform.any_op) -> !transform.any_op
    %a = transform.collect_matching @is_of_three in %root : (!transform.any_op) -> !transform.any_op
    transform.cin.pos %f into "q" of %a : !transform.any_op, !transform.any_op
    transform.cin.coord %f into "f" : !transform.any_op
    transform.cin.pos %f into "p" of %a : !transform.any_op, !transform.any_op
    %p0, %p1 = transform.cin.split %f into "p0", "p1" down 64 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
