// Level types that keep segments of coordinates in other ways than compressed.

// RUN: weft-opt %s | weft-opt | FileCheck %s

// CHECK-DAG: #level.format<(d0, d1) -> (d0 : dense, d1 : loose_compressed)>
// CHECK-DAG: #level.format<(d0, d1, d2) -> (d0 : dense, d1 : loose_compressed(nonunique), d2 : singleton)>
// CHECK-DAG: #level.format<(d0, d1) -> (d0 : dense, d1 : listed)>
// CHECK-DAG: #level.format<(d0, d1) -> (d1 : dense, d0 : interval)>
// CHECK-DAG: #level.format<(d0, d1) -> (d0 : dense, d1 : run_length), crd = 16>
// CHECK-DAG: #level.format<(d0, d1) -> (d0 : dense, d1 floordiv 4 : dense, d1 mod 4 : structured(2))>
// CHECK-DAG: #level.format<(d0, d1, d2) -> (d0 : dense, d1 : dense, d2 : batched)>
// CHECK-DAG: #level.format<(d0, d1) -> (d0 : permuted(32), slot : sliced(4), d1 : padded)>
#Loose = #level.format<(i, j) -> (i : dense, j : loose_compressed)>
#Lists = #level.format<(i, j, k) -> (i : dense, j : loose_compressed(nonunique), k : singleton)>
#LIL = #level.format<(i, j) -> (i : dense, j : listed)>
#Banded = #level.format<(i, j) -> (j : dense, i : interval)>
#Runs = #level.format<(i, j) -> (i : dense, j : run_length), crd = 16>
#Batches = #level.format<(i, j, k) -> (i : dense, j : dense, k : batched)>
#Sorted = #level.format<(i, j) -> (i : permuted(32), slot : sliced(4), j : padded)>
#TwoOfFour = #level.format<(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured(2))>

// CHECK-LABEL: func.func @types
func.func @types(%a: tensor<?x?xf64, #Loose>, %b: tensor<?x?xf64, #LIL>, %c: tensor<?x?xf64, #Banded>,
                 %d: tensor<?x?xf64, #Runs>, %e: tensor<?x?xf64, #TwoOfFour>,
                 %f: tensor<?x?x?xf64, #Batches>, %g: tensor<?x?xf64, #Sorted>,
                 %h: tensor<?x?x?xf64, #Lists>) {
  return
}

// CHECK-LABEL: func.func @level_types
// CHECK-SAME: a = #level.loose_compressed, b = #level.listed, c = #level.run_length, d = #level.interval, e = #level.structured<2>, f = #level.batched, g = #level.permuted<32>, h = #level.sliced<4>, i = #level.loose_compressed<nonunique, nonordered>
func.func @level_types() attributes {
    a = #level.loose_compressed, b = #level.listed, c = #level.run_length, d = #level.interval, e = #level.structured<2>,
    f = #level.batched, g = #level.permuted<32>, h = #level.sliced<4>,
    i = #level.loose_compressed<nonunique, nonordered>} {
  return
}
