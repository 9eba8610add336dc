// RUN: weft-opt %s --print-explanation --split-input-file | FileCheck %s

// An explanation prints the reasons that where statements state, and no others.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: Kernel: ∀i (y(i) = t where ∀j t += A(i,j))
// CHECK: Workspaces
// CHECK-NEXT: {{^}}    t, a scalar: the reduction over j is combined in a scalar, which is stored once{{$}}
func.func @accumulator(%A: tensor<?x?xf64, #CSR> {weft.name = "A"}, %y: tensor<?xf64>, %m: index, %n: index)
    -> (tensor<?xf64> {weft.name = "y"}) {
  %r = cin.kernel ins(%A) outs(%y) extents(%m, %n) {
  ^bb0(%a: !cin.ref<tensor<?x?xf64, #CSR>>, %c: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.where "t" () : tensor<f64> reason<accumulator> producer {
      ^bb0(%t: !cin.ref<tensor<f64>>):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %a[%i, %j] : <tensor<?x?xf64, #CSR>>
          cin.assign %t[] arith.addf %0 : !cin.ref<tensor<f64>>
        }
      } consumer {
      ^bb0(%t: !cin.ref<tensor<f64>>):
        %0 = cin.access %t[] : <tensor<f64>>
        cin.assign %c[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A statement without reasons.

#List = #level.format<(i) -> (i : compressed(nonunique))>

// CHECK-LABEL: Kernel: (∀i1 y(i1) = w(i1)) where ∀i w(i) += x(i)
// CHECK: Workspaces
// CHECK-NEXT: {{^}}    w, a list of coordinates that is put in order before it is read: the kernel states no reason{{$}}
// CHECK-NOT: stored so
// CHECK: Kernel: (∀i1 y(i1) = w(i1)) where ∀i w(i) += x(i)
// CHECK: Workspaces
// CHECK-NEXT: {{^}}    w, a list of coordinates that is put in order before it is read: the loops do not visit the coordinates of level 1 of y once each in ascending order{{$}}
// CHECK-NEXT: {{^}}    stored so: a dense array would not tell which components are absent, which is observed{{$}}
// CHECK: Kernel: (∀i1 y(i1) = w(i1)) where ∀i w(i) += x(i)
// CHECK: Workspaces
// The reduction has moved since.
// CHECK-NEXT: {{^}}    w, a list of coordinates that is put in order before it is read: the reduction is outside of level 1 of y{{$}}
func.func @unknown(%x: tensor<?xf64> {weft.name = "x"}, %y: tensor<?xf64>, %n: index)
    -> (tensor<?xf64> {weft.name = "y"}) {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %c: !cin.ref<tensor<?xf64>>, %e: index):
    cin.where "w" (%e) : tensor<?xf64, #List> producer {
    ^bb0(%w: !cin.ref<tensor<?xf64, #List>>):
      cin.forall "i" to %e {
      ^bb0(%i: !cin.index):
        %0 = cin.access %a[%i] : <tensor<?xf64>>
        cin.assign %w[%i] arith.addf %0 : !cin.ref<tensor<?xf64, #List>>
      }
    } consumer {
    ^bb0(%w: !cin.ref<tensor<?xf64, #List>>):
      cin.forall "i1" to %e {
      ^bb0(%i: !cin.index):
        %0 = cin.access %w[%i] : <tensor<?xf64, #List>>
        cin.assign %c[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

func.func @coordinates(%x: tensor<?xf64> {weft.name = "x"}, %y: tensor<?xf64>, %n: index)
    -> (tensor<?xf64> {weft.name = "y"}) {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %c: !cin.ref<tensor<?xf64>>, %e: index):
    cin.where "w" (%e) : tensor<?xf64, #List> reason<coordinate_order, level = 0> storage<absence_observed> producer {
    ^bb0(%w: !cin.ref<tensor<?xf64, #List>>):
      cin.forall "i" to %e {
      ^bb0(%i: !cin.index):
        %0 = cin.access %a[%i] : <tensor<?xf64>>
        cin.assign %w[%i] arith.addf %0 : !cin.ref<tensor<?xf64, #List>>
      }
    } consumer {
    ^bb0(%w: !cin.ref<tensor<?xf64, #List>>):
      cin.forall "i1" to %e {
      ^bb0(%i: !cin.index):
        %0 = cin.access %w[%i] : <tensor<?xf64, #List>>
        cin.assign %c[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

func.func @moved(%x: tensor<?xf64> {weft.name = "x"}, %y: tensor<?xf64>, %n: index)
    -> (tensor<?xf64> {weft.name = "y"}) {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %c: !cin.ref<tensor<?xf64>>, %e: index):
    cin.where "w" (%e) : tensor<?xf64, #List> reason<reduced_outside, level = 0> producer {
    ^bb0(%w: !cin.ref<tensor<?xf64, #List>>):
      cin.forall "i" to %e {
      ^bb0(%i: !cin.index):
        %0 = cin.access %a[%i] : <tensor<?xf64>>
        cin.assign %w[%i] arith.addf %0 : !cin.ref<tensor<?xf64, #List>>
      }
    } consumer {
    ^bb0(%w: !cin.ref<tensor<?xf64, #List>>):
      cin.forall "i1" to %e {
      ^bb0(%i: !cin.index):
        %0 = cin.access %w[%i] : <tensor<?xf64, #List>>
        cin.assign %c[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
