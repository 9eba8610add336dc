// RUN: weft-opt %s -convert-tin-to-cin -split-input-file -verify-diagnostics | FileCheck %s

// How workspaces are stored can be asked for.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-DAG: #[[SET:.*]] = #level.format<(d0) -> (d0 : sparse_set)>
// CHECK-LABEL: func @sparse_set
// CHECK: cin.where "w" (%{{.*}}) : tensor<?xf64, #[[SET]]> reason<reduced_outside, level = 1> storage<requested> producer {
// CHECK-NOT: cin.where
func.func @sparse_set(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR> {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #CSR> attributes {workspace = #level.workspace<sparse_set>} {
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

// A hash table has no order: its entries are sorted.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-DAG: #[[HASHED:.*]] = #level.format<(d0) -> (d0 : hashed)>
// CHECK-DAG: #[[LIST:.*]] = #level.format<(d0) -> (d0 : compressed(nonunique))>
// CHECK-LABEL: func @hashed
// CHECK: cin.where "w" (%{{.*}}) : tensor<?xf64, #[[HASHED]]> reason<reduced_outside, level = 1> storage<requested> producer {
// CHECK: cin.assign %w[%j] arith.addf
// CHECK: } consumer {
// CHECK: cin.where "w1" (%{{.*}}) : tensor<?xf64, #[[LIST]]> reason<sorted_copy> storage<sparse_result> producer {
// CHECK: cin.forall "j1"
// CHECK: %[[ENTRY:.*]] = cin.access %w[%j1]
// CHECK: cin.assign %w1[%j1] = %[[ENTRY]]
// CHECK: } consumer {
// CHECK: cin.forall "j2"
// CHECK: cin.access %w1[%j2]
func.func @hashed(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR> {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #CSR> attributes {workspace = #level.workspace<hashed>} {
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

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

func.func @dense(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR> {
  // expected-error @+1 {{'tin.compute' op a dense workspace does not tell which components of the result are absent; choose bitmap, sparse_set, hashed or list}}
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #CSR> attributes {workspace = #level.workspace<dense>} {
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

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>

func.func @levels(%A: tensor<?x?xf64, #CSC>, %B: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR> {
  // expected-error @+1 {{'tin.compute' op a sparse set has one level, but the workspace has 2; choose bitmap, hashed or list}}
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #CSR> attributes {workspace = #level.workspace<sparse_set>} {
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

// Where the result needs no order, nothing is sorted.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#Any = #level.format<(i, j) -> (i : dense, j : compressed(nonordered))>

// CHECK-DAG: #[[HASHED:.*]] = #level.format<(d0) -> (d0 : hashed)>
// CHECK-LABEL: func @unordered
// CHECK: cin.where "w" (%{{.*}}) : tensor<?xf64, #[[HASHED]]> reason<reduced_outside, level = 1> storage<order_unneeded> producer {
// CHECK-NOT: cin.where
func.func @unordered(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #Any> {
  %C = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #Any> {
    %s = tin.reduce arith.addf (%k "k") {
      %a = tin.access %A[%i, %k] : tensor<?x?xf64, #CSR>
      %b = tin.access %B[%k, %j] : tensor<?x?xf64, #CSR>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %C : tensor<?x?xf64, #Any>
}

// -----

// A workspace of few components is marked, if it is read once.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-DAG: #[[BITMAP:.*]] = #level.format<(d0, d1) -> (d0 : dense, d1 : bitmap)>
// CHECK-LABEL: func @few_components
// CHECK: cin.where "w" (%{{.*}}, %{{.*}}) : tensor<?x?xf64, #[[BITMAP]]> reason<reduced_outside, level = 1> storage<fits_memory> producer {
// CHECK-NOT: cin.where
func.func @few_components(%A: tensor<?x200xf64, #CSR>, %B: tensor<?x300xf64, #CSR>) -> tensor<200x300xf64, #CSR> {
  %C = tin.compute (%i "i", %j "j") : tensor<200x300xf64, #CSR> {
    %s = tin.reduce arith.addf (%k "k") {
      %a = tin.access %A[%k, %i] : tensor<?x200xf64, #CSR>
      %b = tin.access %B[%k, %j] : tensor<?x300xf64, #CSR>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %C : tensor<200x300xf64, #CSR>
}

// -----

// So many that they are in no cache are not, nor are those that nothing says the
// number of.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-DAG: #[[LIST:.*]] = #level.format<(d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(nonunique))>
// CHECK-LABEL: func @many_components
// CHECK: cin.where "w" (%{{.*}}, %{{.*}}) : {{.*}}, #[[LIST]]> reason<reduced_outside, level = 1> storage<exceeds_memory> producer {
// CHECK-LABEL: func @unknown_components
// CHECK: cin.where "w" (%{{.*}}, %{{.*}}) : {{.*}}, #[[LIST]]> reason<reduced_outside, level = 1> storage<exceeds_memory> producer {
func.func @many_components(%A: tensor<?x300xf64, #CSR>, %B: tensor<?x300xf64, #CSR>) -> tensor<300x300xf64, #CSR> {
  %C = tin.compute (%i "i", %j "j") : tensor<300x300xf64, #CSR> {
    %s = tin.reduce arith.addf (%k "k") {
      %a = tin.access %A[%k, %i] : tensor<?x300xf64, #CSR>
      %b = tin.access %B[%k, %j] : tensor<?x300xf64, #CSR>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %C : tensor<300x300xf64, #CSR>
}
func.func @unknown_components(%A: tensor<?x2xf64, #CSR>, %B: tensor<?x?xf64, #CSR>) -> tensor<2x?xf64, #CSR> {
  %C = tin.compute (%i "i", %j "j") : tensor<2x?xf64, #CSR> {
    %s = tin.reduce arith.addf (%k "k") {
      %a = tin.access %A[%k, %i] : tensor<?x2xf64, #CSR>
      %b = tin.access %B[%k, %j] : tensor<?x?xf64, #CSR>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %C : tensor<2x?xf64, #CSR>
}
