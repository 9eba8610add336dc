// RUN: weft-opt %s --print-iteration-graphs | FileCheck %s

// The rules of thesis section 4.3 for statements, and derived index variables
// (section 3.2, figures 3-13 to 3-16).

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#CSF = #level.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>
#BCSR = #level.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>

// The consumer of a tensor iterates over the workspace; what is around the
// statement, over what produces it.
// CHECK: {{^}}∀i ((∀j wj) where ∀k ∀l Aik ∩ Bkl){{$}}
// CHECK-NEXT: {{^}}  i ∈ A1 ∩ U{{$}}
// CHECK-NEXT: {{^}}  j ∈ w1{{$}}
// CHECK-NEXT: {{^}}  k ∈ A2 ∩ B1{{$}}
// CHECK-NEXT: {{^}}  l ∈ U ∩ B2{{$}}
func.func @workspace(%A: tensor<?x?xf64, #DCSR> {weft.name = "A"},
                     %B: tensor<?x?xf64, #DCSR> {weft.name = "B"},
                     %out: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64> {
  %C = cin.kernel ins(%A, %B) outs(%out) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?x?xf64, #DCSR>>, %b: !cin.ref<tensor<?x?xf64, #DCSR>>,
       %c: !cin.ref<tensor<?x?xf64>>, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      cin.where "w" (%en) : tensor<?xf64> producer {
      ^bb0(%w: !cin.ref<tensor<?xf64>>):
        cin.forall "k" to %en {
        ^bb0(%k: !cin.index):
          cin.forall "l" to %en {
          ^bb0(%l: !cin.index):
            %0 = cin.access %a[%i, %k] : !cin.ref<tensor<?x?xf64, #DCSR>>
            %1 = cin.access %b[%k, %l] : !cin.ref<tensor<?x?xf64, #DCSR>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %w[%l] arith.addf %2 : !cin.ref<tensor<?xf64>>
          }
        }
      } consumer {
      ^bb0(%w: !cin.ref<tensor<?xf64>>):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %w[%j] : !cin.ref<tensor<?xf64>>
          cin.assign %c[%i, %j] = %0 : !cin.ref<tensor<?x?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %C : tensor<?x?xf64>
}

// Sequences and multis unite. A literal is not iterated over, a diagonal over
// both of its levels.
// CHECK-NEXT: {{^}}∀i A(i,3) ∪ Bii ∪ Bi{{$}}
// CHECK-NEXT: {{^}}  i ∈ A1 ∪ (B1 ∩ B2) ∪ B1_2{{$}}
func.func @sequence_and_multi(%A: tensor<?x?xf64, #DCSR> {weft.name = "A"},
                              %B: tensor<?x?xf64, #DCSR> {weft.name = "B"},
                              %b: tensor<?xf64, #level.format<(i) -> (i : compressed)>> {weft.name = "B"},
                              %out: tensor<?xf64>, %n: index)
    -> (tensor<?xf64>, tensor<?xf64>) {
  %y, %z = cin.kernel ins(%A, %B, %b) outs(%out, %out) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?x?xf64, #DCSR>>, %bb: !cin.ref<tensor<?x?xf64, #DCSR>>,
       %v: !cin.ref<tensor<?xf64, #level.format<(i) -> (i : compressed)>>>,
       %c: !cin.ref<tensor<?xf64>>, %d: !cin.ref<tensor<?xf64>>, %en: index):
    %three = cin.literal 3
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      cin.multi {
        cin.sequence {
          %0 = cin.access %a[%i, %three] : !cin.ref<tensor<?x?xf64, #DCSR>>
          cin.assign %c[%i] = %0 : !cin.ref<tensor<?xf64>>
        } then {
          %0 = cin.access %bb[%i, %i] : !cin.ref<tensor<?x?xf64, #DCSR>>
          cin.assign %c[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
        }
      } and {
        %0 = cin.access %v[%i] : !cin.ref<tensor<?xf64, #level.format<(i) -> (i : compressed)>>>
        cin.assign %d[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>, tensor<?xf64, #level.format<(i) -> (i : compressed)>>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return %y, %z : tensor<?xf64>, tensor<?xf64>
}

// A statement without operands, and one without index variables.
// CHECK-NEXT: {{^}}∀i 1{{$}}
// CHECK-NEXT: {{^}}  i ∈ U{{$}}
// CHECK-NEXT: {{^}}α{{$}}
func.func @degenerate(%alpha: tensor<f64> {weft.name = "α"},
                      %out: tensor<?xf64>, %sum: tensor<f64>, %n: index)
    -> (tensor<?xf64>, tensor<f64>) {
  %y = cin.kernel outs(%out) extents(%n) {
  ^bb0(%c: !cin.ref<tensor<?xf64>>, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      %one = arith.constant 1.0 : f64
      cin.assign %c[%i] = %one : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>) -> tensor<?xf64>
  %s = cin.kernel ins(%alpha) outs(%sum) {
  ^bb0(%a: !cin.ref<tensor<f64>>, %c: !cin.ref<tensor<f64>>):
    %0 = cin.access %a[] : !cin.ref<tensor<f64>>
    cin.assign %c[] = %0 : !cin.ref<tensor<f64>>
  } : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %y, %s : tensor<?xf64>, tensor<f64>
}

// Figure 3-14: the outer variable of a split iterates over blocks, the inner
// one over the coordinates in a block.
// CHECK-NEXT: {{^}}∀i ∀j0 ∀j1 ∀k Bijk ∩ Cijk : j -split(up,4)-> j0 j1{{$}}
// CHECK-NEXT: {{^}}  i ∈ B1 ∩ C1{{$}}
// CHECK-NEXT: {{^}}  j0 ∈ U{{$}}
// CHECK-NEXT: {{^}}  j1 ∈ B2 ∩ C2{{$}}
// CHECK-NEXT: {{^}}  k ∈ B3 ∩ C3{{$}}
func.func @split(%B: tensor<?x?x?xf64, #CSF> {weft.name = "B"},
                 %C: tensor<?x?x?xf64, #CSF> {weft.name = "C"},
                 %sum: tensor<f64>, %n: index, %n0: index, %n1: index)
    -> tensor<f64> {
  %s = cin.kernel ins(%B, %C) outs(%sum) extents(%n, %n0, %n1) {
  ^bb0(%b: !cin.ref<tensor<?x?x?xf64, #CSF>>, %c: !cin.ref<tensor<?x?x?xf64, #CSF>>,
       %d: !cin.ref<tensor<f64>>, %en: index, %en0: index, %en1: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      cin.forall "j0" to %en0 {
      ^bb0(%j0: !cin.index):
        cin.forall "j1" to %en1 {
        ^bb0(%j1: !cin.index):
          %j = cin.split "j" %j0, %j1 up 4 of %en
          cin.guard %j
          cin.forall "k" to %en {
          ^bb0(%k: !cin.index):
            %0 = cin.access %b[%i, %j, %k] : !cin.ref<tensor<?x?x?xf64, #CSF>>
            %1 = cin.access %c[%i, %j, %k] : !cin.ref<tensor<?x?x?xf64, #CSF>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %d[] arith.addf %2 : !cin.ref<tensor<f64>>
          }
        }
      }
    }
  } : (tensor<?x?x?xf64, #CSF>, tensor<?x?x?xf64, #CSF>, tensor<f64>) -> tensor<f64>
  return %s : tensor<f64>
}

// Figure 3-16: a collapsed variable iterates over the last of its levels; and
// figure 3-17: the positions of both levels, split.
// CHECK-NEXT: {{^}}∀p0 ∀p1 Bij ∩ cj : p -split(down,8)-> p0 p1, f -pos(B)-> p, i j -collapse-> f{{$}}
// CHECK-NEXT: {{^}}  p0 ∈ U{{$}}
// CHECK-NEXT: {{^}}  p1 ∈ B2 ∩ c1{{$}}
func.func @collapse(%B: tensor<?x?xf64, #CSR> {weft.name = "B"},
                    %c: tensor<?xf64> {weft.name = "c"},
                    %out: tensor<?xf64>, %n: index, %n0: index, %n1: index)
    -> tensor<?xf64> {
  %y = cin.kernel ins(%B, %c) outs(%out) extents(%n, %n0, %n1) {
  ^bb0(%b: !cin.ref<tensor<?x?xf64, #CSR>>, %cr: !cin.ref<tensor<?xf64>>,
       %d: !cin.ref<tensor<?xf64>>, %en: index, %en0: index, %en1: index):
    cin.forall "p0" to %en0 {
    ^bb0(%p0: !cin.index):
      cin.forall "p1" to %en1 {
      ^bb0(%p1: !cin.index):
        %p = cin.split "p" %p0, %p1 down 8 of %en
        cin.guard %p
        %f = cin.position "f" %p of %b levels [0, 1] under () : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.guard %f
        %i, %j = cin.collapse "i" "j" %f of %en, %en
        cin.guard %i, %j
        %0 = cin.access %b[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        %1 = cin.access %cr[%j] : !cin.ref<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %d[%i] arith.addf %2 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// Levels that store a part of a dimension are no segments of its variable.
// CHECK-NEXT: {{^}}∀i ∀j Bij{{$}}
// CHECK-NEXT: {{^}}  i ∈ U{{$}}
// CHECK-NEXT: {{^}}  j ∈ U{{$}}
func.func @blocked(%B: tensor<?x?xf64, #BCSR> {weft.name = "B"},
                   %sum: tensor<f64>, %n: index) -> tensor<f64> {
  %s = cin.kernel ins(%B) outs(%sum) extents(%n) {
  ^bb0(%b: !cin.ref<tensor<?x?xf64, #BCSR>>, %d: !cin.ref<tensor<f64>>, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %b[%i, %j] : !cin.ref<tensor<?x?xf64, #BCSR>>
        cin.assign %d[] arith.addf %0 : !cin.ref<tensor<f64>>
      }
    }
  } : (tensor<?x?xf64, #BCSR>, tensor<f64>) -> tensor<f64>
  return %s : tensor<f64>
}
