// RUN: weft-opt %s -convert-tin-to-cin -split-input-file | FileCheck %s
// RUN: weft-opt %s -convert-tin-to-cin=drop-fill=true -split-input-file | FileCheck %s --check-prefix=SORTED

// Results that cannot be assembled in the order of the foralls are computed into
// a workspace (thesis, section 6.2, "Scatter into result").

// Gustavson's algorithm. The row is in the order of the result: its forall stays
// around the workspace.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-DAG: #[[LIST:.*]] = #level.format<(d0) -> (d0 : compressed(nonunique))>
// CHECK-LABEL: func @rows
// CHECK: cin.kernel {{.*}} extents(%[[M:.*]], %[[N:.*]], %[[K:.*]]) {
// CHECK-NEXT: ^bb0({{.*}}, %{{.*}}: index, %[[N:.*]]: index, %{{.*}}: index):
// CHECK: cin.forall "i"
// CHECK: cin.where "w" (%[[N]]) : tensor<?xf64, #[[LIST]]> reason<reduced_outside, level = 1> storage<repeated> producer {
// CHECK: cin.forall "k"
// CHECK: cin.forall "j"
// CHECK: cin.assign %w[%j] arith.addf
// CHECK: consumer {
// CHECK: cin.forall "j1" to %[[N]]
// CHECK: %[[W:.*]] = cin.access %w[%j1]
// CHECK: cin.assign %{{.*}}[%i, %j1] = %[[W]]
func.func @rows(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR> {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #CSR> {
    %s = tin.reduce arith.addf (%k "k") {
      %a = tin.access %A[%i, %k] : tensor<?x?xf64, #CSR>
      %b = tin.access %B[%k, %j] : tensor<?x?xf64, #CSR>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %C : tensor<?x?xf64, #CSR>
}

// -----

// The first forall is not of the result: the workspace is all of it, with its
// levels in the order of the result's.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>

// CHECK-DAG: #[[LIST:.*]] = #level.format<(d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(nonunique))>
// CHECK-LABEL: func @outer_products
// CHECK: cin.kernel
// CHECK-NEXT: ^bb0
// CHECK-NEXT: cin.where "w" (%{{.*}}, %{{.*}}) : tensor<?x?xf64, #[[LIST]]> reason<reduced_outside, level = 1> storage<exceeds_memory> producer {
// CHECK: cin.forall "k"
// CHECK: cin.forall "i"
// CHECK: cin.forall "j"
// CHECK: cin.assign %w[%i, %j] arith.addf
// CHECK: consumer {
// CHECK: cin.forall "i1"
// CHECK: cin.forall "j1"
// CHECK: cin.assign %{{.*}}[%i1, %j1] =
func.func @outer_products(%A: tensor<?x?xf64, #CSC>, %B: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR> {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #CSR> {
    %s = tin.reduce arith.addf (%k "k") {
      %a = tin.access %A[%i, %k] : tensor<?x?xf64, #CSC>
      %b = tin.access %B[%k, %j] : tensor<?x?xf64, #CSR>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %C : tensor<?x?xf64, #CSR>
}

// -----

// A transposition is one kernel: the operand in its order into a list, which is
// read in the order of the result.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>

// CHECK-DAG: #[[DCSR:.*]] = #level.format<(d0, d1) -> (d0 : compressed, d1 : compressed)>
// CHECK-DAG: #[[LIST:.*]] = #level.format<(d0, d1) -> (d0 : compressed(nonunique), d1 : singleton)>
// CHECK-LABEL: func @transpose
// CHECK: cin.where "w" (%{{.*}}, %{{.*}}) : tensor<?x?xf64, #[[LIST]]> reason<level_order, level = 1> storage<exceeds_memory> producer {
// CHECK: cin.forall "j"
// CHECK: cin.forall "i"
// CHECK: cin.access %{{.*}}[%j, %i]
// CHECK: cin.assign %w[%i, %j] =
// CHECK: consumer {
// CHECK: cin.forall "i1"
// CHECK: cin.forall "j1"
// CHECK: cin.access %w[%i1, %j1]
// CHECK: cin.assign %{{.*}}[%i1, %j1] = {{.*}} : !cin.ref<tensor<?x?xf64, #[[DCSR]]>>
func.func @transpose(%B: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #DCSR> {
  %A = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #DCSR> {
    %b = tin.access %B[%j, %i] : tensor<?x?xf64, #CSR>
    tin.yield %b : f64
  }
  return %A : tensor<?x?xf64, #DCSR>
}

// -----

// Where all rows have bounds, segments are counted and then filled in any order of
// theirs, so that nothing is sorted; unless a pass is told that they may not be.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @transpose_rows
// CHECK-NOT: cin.where
// CHECK: cin.forall "j"
// CHECK: cin.forall "i"
// CHECK: cin.access %{{.*}}[%j, %i]
// CHECK: cin.assign %{{.*}}[%i, %j] =
// SORTED-LABEL: func @transpose_rows
// SORTED: cin.where "w"
func.func @transpose_rows(%B: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR> {
  %A = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #CSR> {
    %b = tin.access %B[%j, %i] : tensor<?x?xf64, #CSR>
    tin.yield %b : f64
  }
  return %A : tensor<?x?xf64, #CSR>
}

// -----

// Levels with insert take coordinates in any order.
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>

// CHECK-LABEL: func @dense_result
// CHECK-NOT: cin.where
// CHECK: cin.forall "j"
// CHECK: cin.forall "k"
// CHECK: cin.forall "i"
// CHECK: cin.assign %{{.*}}[%i, %j] arith.addf
func.func @dense_result(%A: tensor<?x?xf64, #CSC>, %B: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64> {
    %s = tin.reduce arith.addf (%k "k") {
      %a = tin.access %A[%i, %k] : tensor<?x?xf64, #CSC>
      %b = tin.access %B[%k, %j] : tensor<?x?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %C : tensor<?x?xf64>
}

// -----

// A coordinate list that is the result has one entry per component, which only a
// workspace makes of the updates of a sum.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#List = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton(nonunique))>

// CHECK-LABEL: func @list_result
// CHECK: cin.forall "i"
// CHECK: cin.where "w"
// CHECK: cin.forall "k"
// CHECK: cin.forall "j"
// CHECK: cin.assign %{{.*}}[%j] arith.addf
// CHECK: consumer {
// CHECK: cin.assign %{{.*}}[%i, %{{.*}}] =
func.func @list_result(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #List> {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #List> {
    %s = tin.reduce arith.addf (%k "k") {
      %a = tin.access %A[%i, %k] : tensor<?x?xf64, #CSR>
      %b = tin.access %B[%k, %j] : tensor<?x?xf64, #CSR>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %C : tensor<?x?xf64, #List>
}

// -----

// Whoever reads a list adds its entries up, so that a result of another combiner
// has one entry per component.
#List = #level.format<(i) -> (i : compressed(nonunique))>

// CHECK-LABEL: func @or_into_list
// CHECK: cin.forall "i"
// CHECK: cin.where "t" () : tensor<i32> reason<complete_components> producer {
// CHECK: cin.assign %{{.*}}[] arith.ori
// CHECK: consumer {
// CHECK: cin.assign %{{.*}}[%i] =
func.func @or_into_list(%A: tensor<?x?xi32>) -> tensor<?xi32, #List> {
  %y = tin.compute (%i "i") : tensor<?xi32, #List> {
    %s = tin.reduce arith.ori (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xi32>
      tin.yield %a : i32
    } : i32
    tin.yield %s : i32
  }
  return %y : tensor<?xi32, #List>
}

// -----

// Dense levels below a compressed one are dense in the workspace as well.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#Rows = #level.format<(i, j) -> (i : compressed, j : dense)>

// CHECK-LABEL: func @dense_rows
// CHECK-NOT: cin.where
// CHECK: cin.forall "i"
// CHECK: cin.forall "k"
// CHECK: cin.forall "j"
// CHECK: cin.assign %{{.*}}[%i, %j] arith.addf
func.func @dense_rows(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #Rows> {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #Rows> {
    %s = tin.reduce arith.addf (%k "k") {
      %a = tin.access %A[%i, %k] : tensor<?x?xf64, #CSR>
      %b = tin.access %B[%k, %j] : tensor<?x?xf64, #CSR>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %C : tensor<?x?xf64, #Rows>
}

// -----

// A vector whose absence shows is marked in memory of its size, where that exists
// anyway: y is dense.
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>

// CHECK-DAG: #[[BITMAP:.*]] = #level.format<(d0) -> (d0 : bitmap)>
// CHECK-LABEL: func @bitmap_part(
// CHECK: %[[T:.*]] = cin.kernel {{.*}} {
// CHECK: cin.forall "j"
// CHECK-NEXT: ^bb0
// CHECK-NEXT: cin.forall
// CHECK: cin.assign {{.*}} arith.addf %{{.*}} : !cin.ref<tensor<?xf64, #[[BITMAP]]>>
// CHECK: cin.kernel ins({{.*}}%[[T]])
func.func @bitmap_part(%A: tensor<?x?xf64, #CSC>, %x: tensor<?xf64>, %z: tensor<?xf64>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %zi = tin.access %z[%i] : tensor<?xf64>
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSC>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    %p = arith.mulf %zi, %s : f64
    tin.yield %p : f64
  }
  return %y : tensor<?xf64>
}

// -----

// So is a sparse result that is scattered into, if it is read once. Rows that are
// read one after the other are lists.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-DAG: #[[BITMAP:.*]] = #level.format<(d0) -> (d0 : bitmap)>
// CHECK-LABEL: func @bitmap_workspace(
// CHECK: cin.where {{.*}} : tensor<?xf64, #[[BITMAP]]>
func.func @bitmap_workspace(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %z: tensor<?xf64>) -> tensor<?xf64, #Sparse> {
  %y = tin.compute (%j "j") : tensor<?xf64, #Sparse> {
    %s = tin.reduce arith.addf (%i "i") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      %b = tin.access %x[%i] : tensor<?xf64>
      %c = tin.access %z[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      %q = arith.mulf %p, %c : f64
      tin.yield %q : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64, #Sparse>
}
