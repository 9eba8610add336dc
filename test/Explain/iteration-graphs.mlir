// RUN: weft-opt %s --convert-tin-to-cin --print-iteration-graphs | FileCheck %s

// The iteration graphs of thesis figures 3-9 to 3-11, and what the algebra of
// operators adds to them.

#Sparse = #level.format<(i) -> (i : compressed)>
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#DCSC = #level.format<(i, j) -> (j : compressed, i : compressed)>
#CSF = #level.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>

//===----------------------------------------------------------------------===//
// Figures 3-9 and 3-10
//===----------------------------------------------------------------------===//

// CHECK: {{^}}∀i ∀j Bij ∪ Cij{{$}}
// CHECK-NEXT: {{^}}  i ∈ B1 ∪ C1{{$}}
// CHECK-NEXT: {{^}}  j ∈ B2 ∪ C2{{$}}
func.func @union(%B: tensor<?x?xf64, #DCSR> {weft.name = "B"},
                 %C: tensor<?x?xf64, #DCSR> {weft.name = "C"})
    -> tensor<?x?xf64, #DCSR> {
  %A = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #DCSR> {
    %b = tin.access %B[%i, %j] : tensor<?x?xf64, #DCSR>
    %c = tin.access %C[%i, %j] : tensor<?x?xf64, #DCSR>
    %s = arith.addf %b, %c : f64
    tin.yield %s : f64
  }
  return %A : tensor<?x?xf64, #DCSR>
}

// The same with both trees column-major: the order of the variables and the
// levels change.
// CHECK-NEXT: {{^}}∀j ∀i Bij ∪ Cij{{$}}
// CHECK-NEXT: {{^}}  j ∈ B1 ∪ C1{{$}}
// CHECK-NEXT: {{^}}  i ∈ B2 ∪ C2{{$}}
func.func @union_column_major(%B: tensor<?x?xf64, #DCSC> {weft.name = "B"},
                              %C: tensor<?x?xf64, #DCSC> {weft.name = "C"})
    -> tensor<?x?xf64, #DCSC> {
  %A = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #DCSC> {
    %b = tin.access %B[%i, %j] : tensor<?x?xf64, #DCSC>
    %c = tin.access %C[%i, %j] : tensor<?x?xf64, #DCSC>
    %s = arith.addf %b, %c : f64
    tin.yield %s : f64
  }
  return %A : tensor<?x?xf64, #DCSC>
}

// CHECK-NEXT: {{^}}∀i ∀j Bij ∩ cj{{$}}
// CHECK-NEXT: {{^}}  i ∈ B1 ∩ U{{$}}
// CHECK-NEXT: {{^}}  j ∈ B2 ∩ c1{{$}}
func.func @broadcast(%B: tensor<?x?xf64, #DCSR> {weft.name = "B"},
                     %c: tensor<?xf64, #Sparse> {weft.name = "c"})
    -> tensor<?xf64, #Sparse> {
  %a = tin.compute (%i "i") : tensor<?xf64, #Sparse> {
    %s = tin.reduce arith.addf (%j "j") {
      %0 = tin.access %B[%i, %j] : tensor<?x?xf64, #DCSR>
      %1 = tin.access %c[%j] : tensor<?xf64, #Sparse>
      %2 = arith.mulf %0, %1 : f64
      tin.yield %2 : f64
    } : f64
    tin.yield %s : f64
  }
  return %a : tensor<?xf64, #Sparse>
}

// CHECK-NEXT: {{^}}∀i α ∪ bi{{$}}
// CHECK-NEXT: {{^}}  i ∈ U ∪ b1{{$}}
func.func @scalar(%alpha: tensor<f64> {weft.name = "α"},
                  %b: tensor<?xf64, #Sparse> {weft.name = "b"})
    -> tensor<?xf64> {
  %a = tin.compute (%i "i") : tensor<?xf64> {
    %0 = tin.access %alpha[] : tensor<f64>
    %1 = tin.access %b[%i] : tensor<?xf64, #Sparse>
    %2 = arith.addf %0, %1 : f64
    tin.yield %2 : f64
  }
  return %a : tensor<?xf64>
}

// CHECK-NEXT: {{^}}∀i ∀k ∀j Bik ∩ Ckj{{$}}
// CHECK-NEXT: {{^}}  i ∈ B1 ∩ U{{$}}
// CHECK-NEXT: {{^}}  k ∈ B2 ∩ C1{{$}}
// CHECK-NEXT: {{^}}  j ∈ U ∩ C2{{$}}
func.func @matmul(%B: tensor<?x?xf64, #DCSR> {weft.name = "B"},
                  %C: tensor<?x?xf64, #DCSR> {weft.name = "C"})
    -> tensor<?x?xf64> {
  %A = tin.compute (%i "i", %j "j") : tensor<?x?xf64> {
    %s = tin.reduce arith.addf (%k "k") {
      %b = tin.access %B[%i, %k] : tensor<?x?xf64, #DCSR>
      %c = tin.access %C[%k, %j] : tensor<?x?xf64, #DCSR>
      %p = arith.mulf %b, %c : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %A : tensor<?x?xf64>
}

// CHECK-NEXT: {{^}}∀i ∀j (Bij ∩ cj) ∪ di{{$}}
// CHECK-NEXT: {{^}}  i ∈ (B1 ∩ U) ∪ d1{{$}}
// CHECK-NEXT: {{^}}  j ∈ (B2 ∩ c1) ∪ U{{$}}
func.func @mixed(%B: tensor<?x?xf64, #DCSR> {weft.name = "B"},
                 %c: tensor<?xf64, #Sparse> {weft.name = "c"},
                 %d: tensor<?xf64, #Sparse> {weft.name = "d"})
    -> tensor<?x?xf64> {
  %A = tin.compute (%i "i", %j "j") : tensor<?x?xf64> {
    %0 = tin.access %B[%i, %j] : tensor<?x?xf64, #DCSR>
    %1 = tin.access %c[%j] : tensor<?xf64, #Sparse>
    %2 = arith.mulf %0, %1 : f64
    %3 = tin.access %d[%i] : tensor<?xf64, #Sparse>
    %4 = arith.addf %2, %3 : f64
    tin.yield %4 : f64
  }
  return %A : tensor<?x?xf64>
}

// CHECK-NEXT: {{^}}∀i ∀j ∀k Bijk ∩ ck{{$}}
// CHECK-NEXT: {{^}}  i ∈ B1 ∩ U{{$}}
// CHECK-NEXT: {{^}}  j ∈ B2 ∩ U{{$}}
// CHECK-NEXT: {{^}}  k ∈ B3 ∩ c1{{$}}
func.func @order_3(%B: tensor<?x?x?xf64, #CSF> {weft.name = "B"},
                   %c: tensor<?xf64, #Sparse> {weft.name = "c"})
    -> tensor<?x?xf64, #DCSR> {
  %A = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #DCSR> {
    %s = tin.reduce arith.addf (%k "k") {
      %0 = tin.access %B[%i, %j, %k] : tensor<?x?x?xf64, #CSF>
      %1 = tin.access %c[%k] : tensor<?xf64, #Sparse>
      %2 = arith.mulf %0, %1 : f64
      tin.yield %2 : f64
    } : f64
    tin.yield %s : f64
  }
  return %A : tensor<?x?xf64, #DCSR>
}

// CHECK-NEXT: {{^}}∀i ∀j (Bij ∪ Cij) ∩ Dij{{$}}
// CHECK-NEXT: {{^}}  i ∈ (B1 ∪ C1) ∩ D1{{$}}
// CHECK-NEXT: {{^}}  j ∈ (B2 ∪ C2) ∩ D2{{$}}
func.func @ternary(%B: tensor<?x?xf64, #DCSR> {weft.name = "B"},
                   %C: tensor<?x?xf64, #DCSR> {weft.name = "C"},
                   %D: tensor<?x?xf64, #DCSR> {weft.name = "D"})
    -> tensor<?x?xf64, #DCSR> {
  %A = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #DCSR> {
    %0 = tin.access %B[%i, %j] : tensor<?x?xf64, #DCSR>
    %1 = tin.access %C[%i, %j] : tensor<?x?xf64, #DCSR>
    %2 = arith.addf %0, %1 : f64
    %3 = tin.access %D[%i, %j] : tensor<?x?xf64, #DCSR>
    %4 = arith.mulf %2, %3 : f64
    tin.yield %4 : f64
  }
  return %A : tensor<?x?xf64, #DCSR>
}

//===----------------------------------------------------------------------===//
// Figure 3-11: branches
//===----------------------------------------------------------------------===//

// CHECK-NEXT: {{^}}∀i (∀j Bij ∩ cj) ∩ (∀k Bik ∩ dk){{$}}
// CHECK-NEXT: {{^}}  i ∈ B1 ∩ U{{$}}
// CHECK-NEXT: {{^}}  j ∈ B2 ∩ c1{{$}}
// CHECK-NEXT: {{^}}  k ∈ B2 ∩ d1{{$}}
func.func @branches(%B: tensor<?x?xf64, #DCSR> {weft.name = "B"},
                    %c: tensor<?xf64, #Sparse> {weft.name = "c"},
                    %d: tensor<?xf64, #Sparse> {weft.name = "d"})
    -> tensor<?xf64, #Sparse> {
  %a = tin.compute (%i "i") : tensor<?xf64, #Sparse> {
    %s = tin.reduce arith.addf (%j "j") {
      %0 = tin.access %B[%i, %j] : tensor<?x?xf64, #DCSR>
      %1 = tin.access %c[%j] : tensor<?xf64, #Sparse>
      %2 = arith.mulf %0, %1 : f64
      tin.yield %2 : f64
    } : f64
    %t = tin.reduce arith.addf (%k "k") {
      %0 = tin.access %B[%i, %k] : tensor<?x?xf64, #DCSR>
      %1 = tin.access %d[%k] : tensor<?xf64, #Sparse>
      %2 = arith.mulf %0, %1 : f64
      tin.yield %2 : f64
    } : f64
    %p = arith.mulf %s, %t : f64
    tin.yield %p : f64
  }
  return %a : tensor<?xf64, #Sparse>
}

//===----------------------------------------------------------------------===//
// Other operators
//===----------------------------------------------------------------------===//

// What an expression is where nothing is stored stands for that part of the
// space: exp(0) = 1, and (c + 1) is looked up where B is.
// CHECK-NEXT: {{^}}∀i bi ∪ 1{{$}}
// CHECK-NEXT: {{^}}  i ∈ b1 ∪ U{{$}}
func.func @elsewhere(%b: tensor<?xf64, #Sparse> {weft.name = "b"})
    -> tensor<?xf64> {
  %a = tin.compute (%i "i") : tensor<?xf64> {
    %0 = tin.access %b[%i] : tensor<?xf64, #Sparse>
    %1 = math.exp %0 : f64
    tin.yield %1 : f64
  }
  return %a : tensor<?xf64>
}

// CHECK-NEXT: {{^}}∀i bi ∩ (ci ∪ 1){{$}}
// CHECK-NEXT: {{^}}  i ∈ b1 ∩ (c1 ∪ U){{$}}
func.func @looked_up(%b: tensor<?xf64, #Sparse> {weft.name = "b"},
                     %c: tensor<?xf64, #Sparse> {weft.name = "c"})
    -> tensor<?xf64, #Sparse> {
  %a = tin.compute (%i "i") : tensor<?xf64, #Sparse> {
    %one = arith.constant 1.0 : f64
    %0 = tin.access %b[%i] : tensor<?xf64, #Sparse>
    %1 = tin.access %c[%i] : tensor<?xf64, #Sparse>
    %2 = arith.addf %1, %one : f64
    %3 = arith.mulf %0, %2 : f64
    tin.yield %3 : f64
  }
  return %a : tensor<?xf64, #Sparse>
}

// A literal that changes no coordinate does not occur, nor does an operand
// occur twice: max(b, -1) * b is zero where b is.
// CHECK-NEXT: {{^}}∀i bi{{$}}
// CHECK-NEXT: {{^}}  i ∈ b1{{$}}
func.func @same_operand(%b: tensor<?xf64, #Sparse> {weft.name = "b"})
    -> tensor<?xf64, #Sparse> {
  %a = tin.compute (%i "i") : tensor<?xf64, #Sparse> {
    %minus = arith.constant -1.0 : f64
    %0 = tin.access %b[%i] : tensor<?xf64, #Sparse>
    %1 = arith.maximumf %0, %minus : f64
    %2 = arith.mulf %1, %0 : f64
    tin.yield %2 : f64
  }
  return %a : tensor<?xf64, #Sparse>
}

// Dense operands are combined by the same operators.
// CHECK-NEXT: {{^}}∀i (β ∩ xi) ∪ yi{{$}}
// CHECK-NEXT: {{^}}  i ∈ (U ∩ x1) ∪ y1{{$}}
func.func @dense(%beta: tensor<f64> {weft.name = "β"},
                 %x: tensor<?xf64> {weft.name = "x"},
                 %y: tensor<?xf64> {weft.name = "y"}) -> tensor<?xf64> {
  %a = tin.compute (%i "i") : tensor<?xf64> {
    %0 = tin.access %beta[] : tensor<f64>
    %1 = tin.access %x[%i] : tensor<?xf64>
    %2 = arith.mulf %0, %1 : f64
    %3 = tin.access %y[%i] : tensor<?xf64>
    %4 = arith.addf %2, %3 : f64
    tin.yield %4 : f64
  }
  return %a : tensor<?xf64>
}

// An absent dividend annihilates, an absent divisor would not.
// CHECK-NEXT: {{^}}∀i bi ∩ xi{{$}}
// CHECK-NEXT: {{^}}  i ∈ b1 ∩ x1{{$}}
func.func @quotient(%b: tensor<?xf64, #Sparse> {weft.name = "b"},
                    %x: tensor<?xf64> {weft.name = "x"})
    -> tensor<?xf64, #Sparse> {
  %a = tin.compute (%i "i") : tensor<?xf64, #Sparse> {
    %0 = tin.access %b[%i] : tensor<?xf64, #Sparse>
    %1 = tin.access %x[%i] : tensor<?xf64>
    %2 = arith.divf %0, %1 : f64
    tin.yield %2 : f64
  }
  return %a : tensor<?xf64, #Sparse>
}

// A minimum over a row must see the zeros between the entries, and is infinite
// only if the row has no components at all.
// CHECK-NEXT: {{^}}∀i (∀j Bij ∪ 0) ∪ inf{{$}}
// CHECK-NEXT: {{^}}  i ∈ B1 ∪ U{{$}}
// CHECK-NEXT: {{^}}  j ∈ B2 ∪ U{{$}}
func.func @minimum(%B: tensor<?x?xf64, #DCSR> {weft.name = "B"})
    -> tensor<?xf64> {
  %a = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.minimumf (%j "j") {
      %0 = tin.access %B[%i, %j] : tensor<?x?xf64, #DCSR>
      tin.yield %0 : f64
    } : f64
    tin.yield %s : f64
  }
  return %a : tensor<?xf64>
}

// An operation that says nothing of its algebra is computed everywhere.
// CHECK-NEXT: {{^}}∀i bi ∪ U{{$}}
// CHECK-NEXT: {{^}}  i ∈ b1 ∪ U{{$}}
func.func @unknown_operator(%b: tensor<?xf64, #Sparse> {weft.name = "b"})
    -> tensor<?xf64> {
  %a = tin.compute (%i "i") : tensor<?xf64> {
    %0 = tin.access %b[%i] : tensor<?xf64, #Sparse>
    %1 = math.rsqrt %0 : f64
    tin.yield %1 : f64
  }
  return %a : tensor<?xf64>
}

// Without names from the user, tensors have numbers; long names are set apart.
// CHECK-NEXT: {{^}}∀row ∀col T0(row,col) ∩ T1(col){{$}}
// CHECK-NEXT: {{^}}  row ∈ T01 ∩ U{{$}}
// CHECK-NEXT: {{^}}  col ∈ T02 ∩ T11{{$}}
func.func @no_names(%B: tensor<?x?xf64, #DCSR>, %c: tensor<?xf64, #Sparse>)
    -> tensor<?xf64> {
  %a = tin.compute (%i "row") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "col") {
      %0 = tin.access %B[%i, %j] : tensor<?x?xf64, #DCSR>
      %1 = tin.access %c[%j] : tensor<?xf64, #Sparse>
      %2 = arith.mulf %0, %1 : f64
      tin.yield %2 : f64
    } : f64
    tin.yield %s : f64
  }
  return %a : tensor<?xf64>
}
