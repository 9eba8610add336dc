// RUN: weft-opt %s --print-explanation | FileCheck %s

// What orders the foralls of a kernel: operands and results, as accesses and
// assignments state, splits, or nothing.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#BCSR = #level.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed,
                                 i mod 2 : dense, j mod 2 : dense)>

// CHECK: {{^}}Kernel: ∀j ∀i A(i,j) = B(i,j){{$}}
// CHECK-NEXT: Tensors
// CHECK-NEXT: A: dense over mode 2, compressed over mode 1; made in one pass
// CHECK-NEXT: B: dense over mode 2, compressed over mode 1
// CHECK-NEXT: Iteration graph
// CHECK-NEXT: ∀j ∀i Bij
// CHECK-NEXT: j ∈ B1
// CHECK-NEXT: i ∈ B2
// CHECK-NEXT: Loop order
// CHECK-NEXT: {{^}}    j outside of i: B stores j above i; A is appended to, j above i{{$}}
func.func @formats(%B: tensor<?x?xf64, #CSC> {weft.name = "B"},
                   %out: tensor<?x?xf64, #CSC>, %m: index, %n: index)
    -> (tensor<?x?xf64, #CSC> {weft.name = "A"}) {
  %A = cin.kernel ins(%B) outs(%out) extents(%m, %n) {
  ^bb0(%b: !cin.ref<tensor<?x?xf64, #CSC>>, %a: !cin.ref<tensor<?x?xf64, #CSC>>,
       %em: index, %en: index):
    cin.forall "j" to %en {
    ^bb0(%j: !cin.index):
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        %0 = cin.access %b[%i, %j] {cin.iterated_levels = array<i64: 1>} : !cin.ref<tensor<?x?xf64, #CSC>>
        cin.assign %a[%i, %j] = %0 {cin.appended_levels = array<i64: 0, 1>} : !cin.ref<tensor<?x?xf64, #CSC>>
      }
    }
  } : (tensor<?x?xf64, #CSC>, tensor<?x?xf64, #CSC>) -> tensor<?x?xf64, #CSC>
  return %A : tensor<?x?xf64, #CSC>
}

// The column of B is an edge that leads past k; the kernel states that the text
// orders i and k.
// CHECK-NEXT: {{^}}Kernel: ∀i ∀k ∀j C(i,j) += A(i,k) * B(k,j){{$}}
// CHECK: Loop order
// CHECK-NEXT: {{^}}    i outside of k: ordered by the text; no format constrains them{{$}}
// CHECK-NEXT: {{^}}    k outside of j: B stores k above j{{$}}
func.func @ties(%A: tensor<?x?xf64> {weft.name = "A"},
                %B: tensor<?x?xf64, #DCSR> {weft.name = "B"},
                %out: tensor<?x?xf64>, %m: index, %n: index, %l: index)
    -> (tensor<?x?xf64> {weft.name = "C"}) {
  %C = cin.kernel ins(%A, %B) outs(%out) extents(%m, %n, %l) {
  ^bb0(%a: !cin.ref<tensor<?x?xf64>>, %b: !cin.ref<tensor<?x?xf64, #DCSR>>,
       %c: !cin.ref<tensor<?x?xf64>>, %em: index, %en: index, %el: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "k" to %el {
      ^bb0(%k: !cin.index):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %a[%i, %k] : !cin.ref<tensor<?x?xf64>>
          %1 = cin.access %b[%k, %j] {cin.iterated_levels = array<i64: 1>} : !cin.ref<tensor<?x?xf64, #DCSR>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %j] arith.addf %2 : !cin.ref<tensor<?x?xf64>>
        }
      }
    }
  } {cin.text_order = ["i", "k"]} : (tensor<?x?xf64>, tensor<?x?xf64, #DCSR>, tensor<?x?xf64>)
      -> tensor<?x?xf64>
  return %C : tensor<?x?xf64>
}

// A split orders its parts, which are ordered as the variable; levels that are
// looked up in order nothing.
// CHECK-NEXT: {{^}}Kernel: ∀i0 ∀i1 ∀j y(i) += A(i,j) : i -split(down,4)-> i0 i1{{$}}
// CHECK: Loop order
// CHECK-NEXT: {{^}}    i0 outside of i1: i0 iterates the tiles of i, i1 the coordinates of a tile{{$}}
// CHECK-NEXT: {{^}}    i1 outside of j: ordered by the text; no format constrains them{{$}}
// CHECK-NOT: outside of
func.func @split(%A: tensor<?x?xf64> {weft.name = "A"}, %out: tensor<?xf64>,
                 %m: index, %m0: index, %n: index, %four: index)
    -> (tensor<?xf64> {weft.name = "y"}) {
  %y = cin.kernel ins(%A) outs(%out) extents(%m, %m0, %four, %n) {
  ^bb0(%a: !cin.ref<tensor<?x?xf64>>, %c: !cin.ref<tensor<?xf64>>,
       %em: index, %em0: index, %ef: index, %en: index):
    cin.forall "i0" to %em0 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %ef {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 4 of %em
        cin.guard %i
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %a[%i, %j] : !cin.ref<tensor<?x?xf64>>
          cin.assign %c[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } {cin.text_order = ["i", "j"]} : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// What is stored above is above both parts.
// CHECK: {{^}}Kernel: ∀i0 ∀i1 ∀j y(i) += A(i,j) : i -split(down,4)-> i0 i1{{$}}
// CHECK: Loop order
// CHECK-NEXT: {{^}}    i0 outside of i1: i0 iterates the tiles of i, i1 the coordinates of a tile{{$}}
// CHECK-NEXT: {{^}}    i1 outside of j: A stores i above j{{$}}
// CHECK-NEXT: {{^}}    i0 outside of j: A stores i above j{{$}}
func.func @split_rows(%A: tensor<?x?xf64, #CSR> {weft.name = "A"},
                      %out: tensor<?xf64>, %m: index, %m0: index, %n: index,
                      %four: index) -> (tensor<?xf64> {weft.name = "y"}) {
  %y = cin.kernel ins(%A) outs(%out) extents(%m, %m0, %four, %n) {
  ^bb0(%a: !cin.ref<tensor<?x?xf64, #CSR>>, %c: !cin.ref<tensor<?xf64>>,
       %em: index, %em0: index, %ef: index, %en: index):
    cin.forall "i0" to %em0 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %ef {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 4 of %em
        cin.guard %i
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %a[%i, %j] {cin.iterated_levels = array<i64: 1>} : !cin.ref<tensor<?x?xf64, #CSR>>
          cin.assign %c[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// Reasons are those of the kernel, whatever its formats are.
// CHECK: {{^}}Kernel: ∀i ∀j y(i) += A(i,j){{$}}
// CHECK: Loop order
// CHECK-NEXT: {{^}}    i outside of j: no reason is stated{{$}}
func.func @unstated(%A: tensor<?x?xf64, #CSR> {weft.name = "A"},
                    %out: tensor<?xf64>, %m: index, %n: index)
    -> (tensor<?xf64> {weft.name = "y"}) {
  %y = cin.kernel ins(%A) outs(%out) extents(%m, %n) {
  ^bb0(%a: !cin.ref<tensor<?x?xf64, #CSR>>, %c: !cin.ref<tensor<?xf64>>,
       %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %a[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.assign %c[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// Other reasons of a kernel; both loops have to be named.
// CHECK: {{^}}Kernel: ∀i ∀j ∀k ∀l y(i) += A(i,j,k,l){{$}}
// CHECK: Loop order
// CHECK-NEXT: {{^}}    i outside of j: the result takes each component once{{$}}
// CHECK-NEXT: {{^}}    j outside of k: terms are combined in this order, since the combiner is not commutative{{$}}
// CHECK-NEXT: {{^}}    k outside of l: no reason is stated{{$}}
func.func @reductions(%A: tensor<?x?x?x?xf64> {weft.name = "A"},
                      %out: tensor<?xf64>, %n: index)
    -> (tensor<?xf64> {weft.name = "y"}) {
  %y = cin.kernel ins(%A) outs(%out) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?x?x?x?xf64>>, %c: !cin.ref<tensor<?xf64>>, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        cin.forall "k" to %en {
        ^bb0(%k: !cin.index):
          cin.forall "l" to %en {
          ^bb0(%l: !cin.index):
            %0 = cin.access %a[%i, %j, %k, %l] : !cin.ref<tensor<?x?x?x?xf64>>
            cin.assign %c[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
          }
        }
      }
    }
  } {cin.combiner_order = ["j", "k"], cin.reduced_inside = ["i", "j"], cin.text_order = ["k"]} : (tensor<?x?x?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}
