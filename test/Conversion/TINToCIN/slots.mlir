// A component that slots store is the sum of its entries, over a variable that
// is one more reduction where products allow it.

// RUN: weft-opt %s -convert-tin-to-cin --print-concrete-notation -o /dev/null | FileCheck %s
// RUN: weft-opt %s -convert-tin-to-cin | FileCheck %s --check-prefix=IR

#DIA = #level.format<(i, j) -> (slot : dense, i : range, j : offset)>
#ELL = #level.format<(i, j) -> (slot : dense, i : dense, j : padded)>
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>

// IR-LABEL: func.func @spmv
// IR: %[[A:.*]] = level.open %arg0
// IR: %[[SLOTS:.*]] = level.size %[[A]] level 0
// IR: cin.kernel ins(%arg0, %arg1) {{.*}} extents(%{{.*}}, %{{.*}}, %[[SLOTS]])
// IR: cin.access %{{.*}}[%i, %j, %slot]

// CHECK: {{^}}∀slot ∀i ∀j y(i) += A(i,j,slot) * x(j){{$}}
func.func @spmv(%A: tensor<?x?xf64, #DIA> {weft.name = "A"}, %x: tensor<?xf64> {weft.name = "x"}) -> (tensor<?xf64> {weft.name = "y"}) {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #DIA>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// Without a sum around, it is the sum over slots itself.
// CHECK: {{^}}∀i ∀slot ∀j C(i,j) += alpha * A(i,j,slot) * B(i,j){{$}}
func.func @scale(%A: tensor<?x?xf64, #ELL> {weft.name = "A"}, %B: tensor<?x?xf64> {weft.name = "B"}, %alpha: tensor<f64> {weft.name = "alpha"}) -> (tensor<?x?xf64> {weft.name = "C"}) {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64> {
    %s = tin.access %alpha[] : tensor<f64>
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #ELL>
    %b = tin.access %B[%i, %j] : tensor<?x?xf64>
    %p = arith.mulf %s, %a : f64
    %q = arith.mulf %p, %b : f64
    tin.yield %q : f64
  }
  return %C : tensor<?x?xf64>
}

// Two factors have two slots.
// CHECK: {{^}}∀slot ∀slot1 ∀i ∀j C(i,j) += A(i,j,slot) * B(i,j,slot1){{$}}
func.func @two(%A: tensor<?x?xf64, #ELL> {weft.name = "A"}, %B: tensor<?x?xf64, #DIA> {weft.name = "B"}) -> (tensor<?x?xf64> {weft.name = "C"}) {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #ELL>
    %b = tin.access %B[%i, %j] : tensor<?x?xf64, #DIA>
    %p = arith.mulf %a, %b : f64
    tin.yield %p : f64
  }
  return %C : tensor<?x?xf64>
}

// A union has no such law: the sums are collected in a list first.
// CHECK: {{^}}∀i ∀slot ∀i1 T{{[0-9]+}}(i,i1) += A(i,i1,slot){{$}}
// CHECK: {{^}}∀i ∀j C(i,j) = T{{[0-9]+}}(i,j) + B(i,j){{$}}
func.func @add(%A: tensor<?x?xf64, #ELL> {weft.name = "A"}, %B: tensor<?x?xf64, #CSR> {weft.name = "B"}) -> (tensor<?x?xf64, #CSR> {weft.name = "C"}) {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #CSR> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #ELL>
    %b = tin.access %B[%i, %j] : tensor<?x?xf64, #CSR>
    %p = arith.addf %a, %b : f64
    tin.yield %p : f64
  }
  return %C : tensor<?x?xf64, #CSR>
}

// So are they where another reduction is around.
// CHECK: {{^}}∀slot ∀i ∀i1 T{{[0-9]+}}(i,i1) += A(i,i1,slot){{$}}
// CHECK: {{^}}∀i (y(i) = t where ∀j t max= T{{[0-9]+}}(i,j)){{$}}
func.func @max(%A: tensor<?x?xf64, #DIA> {weft.name = "A"}) -> (tensor<?xf64> {weft.name = "y"}) {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.maximumf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #DIA>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// With another fill, there is one entry at most. What a reduction around finds
// it by, if its identity is the fill, becomes one with it.
#EllInf = #level.format<(i, j) -> (slot : dense, i : dense, j : padded), fill = 0x7FF0000000000000 : f64>

// CHECK: {{^}}∀i (y(i) = t where ∀slot ∀j t min= R(i,j,slot) + x(j)){{$}}
func.func @paths(%R: tensor<?x?xf64, #EllInf> {weft.name = "R"}, %x: tensor<?xf64> {weft.name = "x"}) -> (tensor<?xf64> {weft.name = "y"}) {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.minimumf (%j "j") {
      %a = tin.access %R[%i, %j] : tensor<?x?xf64, #EllInf>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.addf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// Otherwise it is chosen.
// IR-LABEL: func.func @chosen
// IR: arith.cmpf une
// IR: arith.select
func.func @chosen(%R: tensor<?x?xf64, #EllInf> {weft.name = "R"}) -> (tensor<?x?xf64, #EllInf> {weft.name = "S"}) {
  %S = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #EllInf> {
    %a = tin.access %R[%i, %j] : tensor<?x?xf64, #EllInf>
    tin.yield %a : f64
  }
  return %S : tensor<?x?xf64, #EllInf>
}

// A component on a diagonal is in one slot, and those of a row come in order:
// the result is counted and filled.
// CHECK: {{^}}∀slot ∀i ∀j B(i,j) += A(i,j,slot){{$}}
func.func @rows_of_diagonals(%A: tensor<?x?xf64, #DIA> {weft.name = "A"}) -> (tensor<?x?xf64, #CSR> {weft.name = "B"}) {
  %B = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #CSR> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #DIA>
    tin.yield %a : f64
  }
  return %B : tensor<?x?xf64, #CSR>
}

// So it is where the diagonals restrict what is assigned.
// CHECK: {{^}}∀slot ∀i ∀j D(i,j) += A(i,j,slot) * C(i,j){{$}}
func.func @rows_of_products(%A: tensor<?x?xf64, #DIA> {weft.name = "A"}, %C: tensor<?x?xf64, #CSR> {weft.name = "C"}) -> (tensor<?x?xf64, #CSR> {weft.name = "D"}) {
  %D = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #CSR> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #DIA>
    %c = tin.access %C[%i, %j] : tensor<?x?xf64, #CSR>
    %p = arith.mulf %a, %c : f64
    tin.yield %p : f64
  }
  return %D : tensor<?x?xf64, #CSR>
}

// Those of a column come in the other order.
// CHECK: {{^}}(∀j1 ∀i1 B(i1,j1) = w(j1,i1)) where ∀slot ∀i ∀j w(j,i) += A(i,j,slot){{$}}
func.func @columns_of_diagonals(%A: tensor<?x?xf64, #DIA> {weft.name = "A"}) -> (tensor<?x?xf64, #CSC> {weft.name = "B"}) {
  %B = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #CSC> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #DIA>
    tin.yield %a : f64
  }
  return %B : tensor<?x?xf64, #CSC>
}

// A padded row may have a component in any slots.
// CHECK: {{^}}∀i ((∀j1 B(i,j1) = w(j1)) where ∀slot ∀j w(j) += A(i,j,slot)){{$}}
func.func @rows_of_slots(%A: tensor<?x?xf64, #ELL> {weft.name = "A"}) -> (tensor<?x?xf64, #CSR> {weft.name = "B"}) {
  %B = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #CSR> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #ELL>
    tin.yield %a : f64
  }
  return %B : tensor<?x?xf64, #CSR>
}
