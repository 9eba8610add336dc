// RUN: weft-opt %s --convert-tin-to-cin --print-explanation | FileCheck %s

// Why there are workspaces, and tensors that are computed before.

#Sparse = #level.format<(i) -> (i : compressed)>
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#DOK = #level.format<(i, j) -> (i : hashed, j : hashed)>

// A reduction outside of a level that is appended to.
// CHECK-LABEL: Kernel: (∀i1 y(i1) = w(i1)) where
// CHECK: Workspaces
// CHECK-NEXT: {{^}}    w, a list of coordinates that is put in order before it is read: y is compressed in i, but the reduction loop j encloses i{{$}}
func.func @scatter(%A: tensor<?x?xf64, #CSC> {weft.name = "A"})
    -> (tensor<?xf64, #Sparse> {weft.name = "y"}) {
  %y = tin.compute (%i "i") : tensor<?xf64, #Sparse> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSC>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64, #Sparse>
}

// A reduction that does not begin with the fill, and one inside of an
// expression.
// CHECK-LABEL: Kernel: ∀i (y(i) = t where ∀j t *= A(i,j))
// CHECK: Workspaces
// CHECK-NEXT: {{^}}    t, a scalar: the reduction over j does not start at the fill of y{{$}}
func.func @product(%A: tensor<?x?xf64, #CSR> {weft.name = "A"})
    -> (tensor<?xf64> {weft.name = "y"}) {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.mulf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// CHECK-LABEL: Kernel: ∀i (y(i) = b(i) + t where ∀j t += A(i,j))
// CHECK: Workspaces
// CHECK-NEXT: {{^}}    t, a scalar: the reduction over j is complete before the expression that it is part of{{$}}
func.func @nested(%A: tensor<?x?xf64, #CSR> {weft.name = "A"},
                  %b: tensor<?xf64> {weft.name = "b"})
    -> (tensor<?xf64> {weft.name = "y"}) {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      tin.yield %a : f64
    } : f64
    %0 = tin.access %b[%i] : tensor<?xf64>
    %1 = arith.addf %0, %s : f64
    tin.yield %1 : f64
  }
  return %y : tensor<?xf64>
}

// The loops are in the order of the operand, which is not that of the result.
// CHECK-LABEL: Kernel: (∀i1 ∀j1 A(i1,j1) = w(i1,j1)) where ∀j ∀i w(i,j) = B(i,j)
// CHECK: Workspaces
// CHECK-NEXT: {{^}}    w, a list of coordinates that is put in order before it is read: A stores i above j, but j is outside of i{{$}}
func.func @transpose(%B: tensor<?x?xf64, #CSC> {weft.name = "B"})
    -> (tensor<?x?xf64, #DCSR> {weft.name = "A"}) {
  %A = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #DCSR> {
    %0 = tin.access %B[%i, %j] : tensor<?x?xf64, #CSC>
    tin.yield %0 : f64
  }
  return %A : tensor<?x?xf64, #DCSR>
}

// Two operands that no order suits.
// CHECK-LABEL: Kernel 1: ∀i ∀i1 T2(i1,i) = C(i1,i)
// CHECK-NEXT: {{^}}  Temporary{{$}}
// CHECK-NEXT: {{^}}    T2 is computed for kernel 2: C, which stores i, i1, is stored by i1, i, the order of the loops there{{$}}
// CHECK-NOT: Temporary
// CHECK: Kernel 2: ∀i ∀j A(i,j) = B(i,j) + T2(i,j)
// CHECK-NOT: Temporary
func.func @conflict(%B: tensor<?x?xf64, #CSR> {weft.name = "B"},
                    %C: tensor<?x?xf64, #CSC> {weft.name = "C"})
    -> (tensor<?x?xf64> {weft.name = "A"}) {
  %A = tin.compute (%i "i", %j "j") : tensor<?x?xf64> {
    %0 = tin.access %B[%i, %j] : tensor<?x?xf64, #CSR>
    %1 = tin.access %C[%i, %j] : tensor<?x?xf64, #CSC>
    %2 = arith.addf %0, %1 : f64
    tin.yield %2 : f64
  }
  return %A : tensor<?x?xf64>
}

// An operand without order.
// CHECK-LABEL: Kernel 1: ∀i ∀i1 T1(i,i1) = B(i,i1)
// CHECK-NEXT: {{^}}  Temporary{{$}}
// CHECK-NEXT: {{^}}    T1 is computed for kernel 2: B, whose level 1 (hashed) has no order, is sorted{{$}}
func.func @unordered(%B: tensor<?x?xf64, #DOK> {weft.name = "B"})
    -> (tensor<?x?xf64, #CSR> {weft.name = "A"}) {
  %A = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #CSR> {
    %0 = tin.access %B[%i, %j] : tensor<?x?xf64, #DOK>
    tin.yield %0 : f64
  }
  return %A : tensor<?x?xf64, #CSR>
}
