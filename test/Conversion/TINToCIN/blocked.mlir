// Variables of dimensions that are stored in blocks are split by their blocks.

// RUN: weft-opt %s -convert-tin-to-cin | FileCheck %s
// RUN: weft-opt %s -convert-tin-to-cin --print-concrete-notation | FileCheck %s --check-prefix=TEXT
// RUN: weft-opt %s -convert-tin-to-cin=keeps-structure --print-concrete-notation | FileCheck %s --check-prefix=LIST
// RUN: weft-opt %s -convert-tin-to-cin=two-phase --print-concrete-notation | FileCheck %s --check-prefix=LIST
// RUN: weft-opt %s -convert-tin-to-cin=drop-fill --print-concrete-notation | FileCheck %s --check-prefix=LIST

#BCSR = #level.format<(i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense)>
#BCSR4 = #level.format<(i, j) -> (i floordiv 4 : dense, j floordiv 4 : compressed, i mod 4 : dense, j mod 4 : dense)>
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>

// CHECK-DAG: #[[$ROWS:.*]] = #level.format<(d0, d1) -> (d0 : dense, d1 : compressed)>

// Lists are sorted as the loops go, here over an operand in blocks.
// CHECK-DAG: #level.format<(d0, d1) -> (d0 floordiv 2 : compressed(nonunique), d0 mod 2 : singleton(nonunique), d1 floordiv 3 : singleton(nonunique), d1 mod 3 : singleton)>

// The quotients have the blocks that a dimension begins, the remainders a block.
// CHECK-LABEL: func.func @spmv
// CHECK-DAG: %[[M:.*]] = tensor.dim %arg0, %c0
// CHECK-DAG: %[[N:.*]] = tensor.dim %arg0, %c1
// CHECK: %[[M1:.*]] = arith.addi %[[M]], %c1
// CHECK: %[[M0:.*]] = arith.divui %[[M1]], %c2
// CHECK: %[[N1:.*]] = arith.addi %[[N]], %c2
// CHECK: %[[N0:.*]] = arith.divui %[[N1]], %c3
// CHECK: cin.kernel ins(%arg0, %arg1) outs(%{{.*}}) extents(%[[M]], %[[N]], %[[M0]], %c2{{[_0-9]*}}, %[[N0]], %c3{{[_0-9]*}})
// CHECK: ^bb0(%[[A:[^:]*]]: {{.*}}, %[[X:[^:]*]]: {{.*}}, %[[Y:[^:]*]]: {{.*}}, %[[EM:[^:]*]]: index, %[[EN:[^:]*]]: index, %[[EM0:[^:]*]]: index, %[[EM1:[^:]*]]: index, %[[EN0:[^:]*]]: index, %[[EN1:[^:]*]]: index):
// CHECK: cin.forall "i0" to %[[EM0]]
// CHECK: cin.forall "i1" to %[[EM1]]
// CHECK: %[[I:.*]] = cin.split "i" %i0, %i1 down 2 of %[[EM]]
// CHECK: cin.forall "j0" to %[[EN0]]
// CHECK: cin.forall "j1" to %[[EN1]]
// CHECK: %[[J:.*]] = cin.split "j" %j0, %j1 down 3 of %[[EN]]
// CHECK: cin.access %[[A]][%[[I]], %[[J]]]
// CHECK: cin.access %[[X]][%[[J]]]
// CHECK: cin.assign %[[Y]][%[[I]]] arith.addf

// TEXT: {{^}}∀i0 ∀i1 ∀j0 ∀j1 y(i) += A(i,j) * x(j) : i -split(down,2)-> i0 i1, j -split(down,3)-> j0 j1
func.func @spmv(%A: tensor<?x?xf64, #BCSR> {weft.name = "A"}, %x: tensor<?xf64> {weft.name = "x"}) -> (tensor<?xf64> {weft.name = "y"}) {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #BCSR>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// Operands and a result in the same blocks are coiterated block by block.
// TEXT: {{^}}∀i0 ∀j0 ∀i1 ∀j1 C(i,j) = A(i,j) + B(i,j) : i -split(down,2)-> i0 i1, j -split(down,3)-> j0 j1
func.func @add(%A: tensor<?x?xf64, #BCSR> {weft.name = "A"}, %B: tensor<?x?xf64, #BCSR> {weft.name = "B"}) -> (tensor<?x?xf64, #BCSR> {weft.name = "C"}) {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #BCSR> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #BCSR>
    %b = tin.access %B[%i, %j] : tensor<?x?xf64, #BCSR>
    %s = arith.addf %a, %b : f64
    tin.yield %s : f64
  }
  return %C : tensor<?x?xf64, #BCSR>
}

// Block rows whose rows come one after the other take blocks in any order, whether
// the rows of the operand can be split
// TEXT: {{^}}∀i0 ∀i1 ∀j C(i,j) = A(i,j) : i -split(down,2)-> i0 i1
// LIST: {{^}}∀i0 ((∀j0 ∀i11 ∀j1 C(i2,j2) = w(j2,i11)) where ∀i1 ∀j w(j,i1) = A(i,j)) : i -split(down,2)-> i0 i1, i2 -split(down,2)-> i0 i11, j2 -split(down,3)-> j0 j1
func.func @to_blocks(%A: tensor<?x?xf64, #CSR> {weft.name = "A"}) -> (tensor<?x?xf64, #BCSR> {weft.name = "C"}) {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #BCSR> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
    tin.yield %a : f64
  }
  return %C : tensor<?x?xf64, #BCSR>
}

// or not, which would copy it; if the structure is kept or counted first, blocks
// are read from a list, of one block row where rows are split.
// TEXT: {{^}}∀i ∀j C(i,j) = A(i,j)
// LIST: {{^}}(∀i0 ∀j0 ∀i1 ∀j1 C(i2,j2) = w(i2,j2)) where ∀i ∀j w(i,j) = A(i,j) : i2 -split(down,2)-> i0 i1, j2 -split(down,3)-> j0 j1
func.func @sparse_rows_to_blocks(%A: tensor<?x?xf64, #DCSR> {weft.name = "A"}) -> (tensor<?x?xf64, #BCSR> {weft.name = "C"}) {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #BCSR> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #DCSR>
    tin.yield %a : f64
  }
  return %C : tensor<?x?xf64, #BCSR>
}

// An operand by columns is copied by rows, which are counted, for that.
// TEXT: {{^}}∀i ∀i1 T{{[0-9]+}}(i1,i) = A(i1,i)
// TEXT: {{^}}∀i ∀j C(i,j) = T{{[0-9]+}}(i,j)
// LIST: {{^}}(∀i0 ∀j0 ∀i1 ∀j1 C(i2,j2) = w(i2,j2)) where ∀j ∀i w(i,j) = A(i,j)
// CHECK-LABEL: func.func @columns_to_blocks
// CHECK: cin.kernel {{.*}}
// CHECK: -> tensor<?x?xf64, #[[$ROWS]]>
func.func @columns_to_blocks(%A: tensor<?x?xf64, #CSC> {weft.name = "A"}) -> (tensor<?x?xf64, #BCSR> {weft.name = "C"}) {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #BCSR> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSC>
    tin.yield %a : f64
  }
  return %C : tensor<?x?xf64, #BCSR>
}

// Sums whose terms come by columns are collected in a list, since their loops
// over rows would go over what is not stored,
// TEXT: {{^}}(∀i0 ∀j0 ∀i1 ∀j1 C(i2,j2) = w(i2,j2)) where ∀j ∀k ∀i w(i,j) += A(i,k) * B(k,j) : i2 -split(down,2)-> i0 i1, j2 -split(down,3)-> j0 j1
func.func @columns_of_product(%A: tensor<?x?xf64, #CSC> {weft.name = "A"}, %B: tensor<?x?xf64, #CSC> {weft.name = "B"}) -> (tensor<?x?xf64, #BCSR> {weft.name = "C"}) {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #BCSR> {
    %s = tin.reduce arith.addf (%k "k") {
      %a = tin.access %A[%i, %k] : tensor<?x?xf64, #CSC>
      %b = tin.access %B[%k, %j] : tensor<?x?xf64, #CSC>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %C : tensor<?x?xf64, #BCSR>
}

// and so is a maximum whose absent terms are counted.
// TEXT: {{^}}∀i0 (((∀j0 {{.*}}C(i3,j2) = select({{.*}}max= present(A(i,k) * B(k,j), -inf))
func.func @maximum_to_blocks(%A: tensor<?x?xf64, #CSR> {weft.name = "A"}, %B: tensor<?x?xf64, #CSR> {weft.name = "B"}) -> (tensor<?x?xf64, #BCSR> {weft.name = "C"}) {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #BCSR> {
    %m = tin.reduce arith.maximumf (%k "k") {
      %a = tin.access %A[%i, %k] : tensor<?x?xf64, #CSR>
      %b = tin.access %B[%k, %j] : tensor<?x?xf64, #CSR>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %m : f64
  }
  return %C : tensor<?x?xf64, #BCSR>
}

// A sum is added up where its terms come.
// TEXT: {{^}}∀i0 ∀i1 ∀k ∀j C(i,j) += A(i,k) * B(k,j) : i -split(down,2)-> i0 i1
func.func @product_to_blocks(%A: tensor<?x?xf64, #CSR> {weft.name = "A"}, %B: tensor<?x?xf64, #CSR> {weft.name = "B"}) -> (tensor<?x?xf64, #BCSR> {weft.name = "C"}) {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #BCSR> {
    %s = tin.reduce arith.addf (%k "k") {
      %a = tin.access %A[%i, %k] : tensor<?x?xf64, #CSR>
      %b = tin.access %B[%k, %j] : tensor<?x?xf64, #CSR>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %C : tensor<?x?xf64, #BCSR>
}

// Levels that store something else than what the loops bind are split.
// TEXT: {{^}}∀i0 ∀i1 ∀j0 ∀j1 C(i,j) = A(i,j) : i -split(down,2)-> i0 i1, j -split(down,3)-> j0 j1
func.func @from_blocks(%A: tensor<?x?xf64, #BCSR> {weft.name = "A"}) -> (tensor<?x?xf64, #CSR> {weft.name = "C"}) {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #CSR> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #BCSR>
    tin.yield %a : f64
  }
  return %C : tensor<?x?xf64, #CSR>
}

// An operand in other blocks than the others is read from a list.
// TEXT: {{^}}∀i0 ∀i1 ∀i01 ∀i11 T{{[0-9]+}}(i,i2) = B(i,i2) : i -split(down,4)-> i0 i1, i2 -split(down,4)-> i01 i11
// TEXT: {{^}}∀i0 ∀i1 ∀j0 ∀j1 C(i,j) = A(i,j) * T{{[0-9]+}}(i,j) : i -split(down,2)-> i0 i1, j -split(down,3)-> j0 j1
func.func @other_blocks(%A: tensor<?x?xf64, #BCSR> {weft.name = "A"}, %B: tensor<?x?xf64, #BCSR4> {weft.name = "B"}) -> (tensor<?x?xf64> {weft.name = "C"}) {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #BCSR>
    %b = tin.access %B[%i, %j] : tensor<?x?xf64, #BCSR4>
    %s = arith.mulf %a, %b : f64
    tin.yield %s : f64
  }
  return %C : tensor<?x?xf64>
}

// A diagonal is a split variable at several modes.
// TEXT: {{^}}∀i0 ∀i1 y(i) = A(i,i) : i -split(down,4)-> i0 i1
func.func @diagonal(%A: tensor<?x?xf64, #BCSR4> {weft.name = "A"}) -> (tensor<?xf64> {weft.name = "y"}) {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %A[%i, %i] : tensor<?x?xf64, #BCSR4>
    tin.yield %a : f64
  }
  return %y : tensor<?xf64>
}

// A copy into blocks of other dimensions is made in the loops of what is copied.
#Mixed = #level.format<(i, j) -> (i floordiv 2 : dense, j : compressed, i mod 2 : dense)>
#Vector = #level.format<(i) -> (i floordiv 2 : compressed, i mod 2 : dense)>
// TEXT: {{^}}∀i0 ∀i1 ∀i2 T{{[0-9]+}}(i,i2) = A(i,i2) : i -split(down,2)-> i0 i1
// TEXT: {{^}}∀i0 ∀i1 ∀j0 ∀j1 C(i,j) = T{{[0-9]+}}(i,j) * x(j) : i -split(down,2)-> i0 i1, j -split(down,2)-> j0 j1
func.func @copy_into_blocks(%A: tensor<?x?xf64, #Mixed> {weft.name = "A"}, %x: tensor<?xf64, #Vector> {weft.name = "x"}) -> (tensor<?x?xf64> {weft.name = "C"}) {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #Mixed>
    %b = tin.access %x[%j] : tensor<?xf64, #Vector>
    %s = arith.mulf %a, %b : f64
    tin.yield %s : f64
  }
  return %C : tensor<?x?xf64>
}
