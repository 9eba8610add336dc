// RUN: weft-opt %s -convert-level-to-memref -canonicalize -split-input-file | FileCheck %s

// All partitions have the counts of rows, which are known before. Coordinates and
// components are as many as are counted, and so are counts below what is
// appended, as many as that.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func.func @csr(
// CHECK-SAME: %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[POS:[^:]*]]: memref<?xi32>, %[[CRD:[^:]*]]: memref<?xi32>, %[[COUNT:[^:]*]]: index, %[[VALS:[^:]*]]: memref<?xf64>, %[[END:[^:]*]]: index)
// CHECK: %[[R:.*]]:3 = weft.partitions %{{.*}} to %{{.*}} of %c0 to %[[END]] carry(%{{.*}} = %[[CRD]], %{{.*}} = %[[COUNT]], %{{.*}} = %[[VALS]]) : memref<?xi32>, index, memref<?xf64> arrays [#weft.appended<array = 0, length = 1, first = 0, cleared = false>, #weft.appended<array = 2, length = 1, first = 0, cleared = false>] by (%c1, %c1) {
// CHECK: memref.store %{{.*}}, %[[POS]]
// CHECK: weft.yield %{{.*}}, %{{.*}}, %{{.*}} : memref<?xi32>, index, memref<?xf64>
// CHECK: return %[[M]], %[[N]], %[[POS]], %[[R]]#0, %[[R]]#1, %[[R]]#2
func.func @csr(%b: !level.builder<tensor<?x?xf64, #CSR>>, %n: index) -> !level.builder<tensor<?x?xf64, #CSR>> {
  %c0 = arith.constant 0 : index
  %v = arith.constant 2.0 : f64
  %r = weft.partitions %first to %last of %c0 to %n carry(%a = %b) : !level.builder<tensor<?x?xf64, #CSR>> {
    %p = level.next %a level 1 : <tensor<?x?xf64, #CSR>>
    %s = level.append_coord %a level 1 coord %first : <tensor<?x?xf64, #CSR>>
    %t = level.store %v, %s[%p] : f64, <tensor<?x?xf64, #CSR>>
    %q = level.next %t level 1 : <tensor<?x?xf64, #CSR>>
    %u = level.append_edges %t level 1 under %first from %p to %q : <tensor<?x?xf64, #CSR>>
    weft.yield %u : !level.builder<tensor<?x?xf64, #CSR>>
  }
  return %r : !level.builder<tensor<?x?xf64, #CSR>>
}

// -----

// Blocks of a dense level are zero until something is stored, and have as many
// components as their size says.
#Fibers = #level.format<(i, j, k) -> (i : compressed, j : compressed, k : dense)>

// CHECK-LABEL: func.func @fibers(
// CHECK-SAME: %{{[^:]*}}: index, %{{[^:]*}}: index, %[[K:[^:]*]]: index,
// CHECK: weft.partitions {{.*}} : memref<?xi32>, index, memref<?xi32>, memref<?xi32>, index, memref<?xf64> arrays [
// CHECK-SAME: #weft.appended<array = 0, length = 1, first = 0, cleared = false>,
// CHECK-SAME: #weft.appended<array = 2, length = 1, first = 1, cleared = true>,
// CHECK-SAME: #weft.appended<array = 3, length = 4, first = 0, cleared = false>,
// CHECK-SAME: #weft.appended<array = 5, length = 4, first = 0, cleared = true>] by (%c1, %c1, %c1, %[[K]])
func.func @fibers(%b: !level.builder<tensor<?x?x?xf64, #Fibers>>, %n: index) -> !level.builder<tensor<?x?x?xf64, #Fibers>> {
  %c0 = arith.constant 0 : index
  %r = weft.partitions %first to %last of %c0 to %n carry(%a = %b) : !level.builder<tensor<?x?x?xf64, #Fibers>> {
    %p = level.next %a level 1 : <tensor<?x?x?xf64, #Fibers>>
    %q = level.next %a level 0 : <tensor<?x?x?xf64, #Fibers>>
    %s = level.append_coord %a level 1 coord %first : <tensor<?x?x?xf64, #Fibers>>
    %t = level.append_edges %s level 1 under %q from %p to %p : <tensor<?x?x?xf64, #Fibers>>
    %u = level.append_coord %t level 0 coord %first : <tensor<?x?x?xf64, #Fibers>>
    weft.yield %u : !level.builder<tensor<?x?x?xf64, #Fibers>>
  }
  return %r : !level.builder<tensor<?x?x?xf64, #Fibers>>
}

// -----

// Blocks that begin with another fill are not put together by who knows zeros
// alone, nor is a structure that is kept.
#Ones = #level.format<(i, k) -> (i : compressed, k : dense), fill = 1.0 : f64>

// CHECK-LABEL: func.func @ones(
// CHECK: weft.partitions
// CHECK-NOT: arrays
func.func @ones(%b: !level.builder<tensor<?x?xf64, #Ones>>, %n: index) -> !level.builder<tensor<?x?xf64, #Ones>> {
  %c0 = arith.constant 0 : index
  %r = weft.partitions %first to %last of %c0 to %n carry(%a = %b) : !level.builder<tensor<?x?xf64, #Ones>> {
    %u = level.append_coord %a level 0 coord %first : <tensor<?x?xf64, #Ones>>
    weft.yield %u : !level.builder<tensor<?x?xf64, #Ones>>
  }
  return %r : !level.builder<tensor<?x?xf64, #Ones>>
}

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func.func @kept(
// CHECK: weft.partitions
// CHECK-NOT: arrays
func.func @kept(%b: !level.builder<tensor<?x?xf64, #CSR>, compute>, %n: index) -> !level.builder<tensor<?x?xf64, #CSR>, compute> {
  %c0 = arith.constant 0 : index
  %r = weft.partitions %first to %last of %c0 to %n carry(%a = %b) : !level.builder<tensor<?x?xf64, #CSR>, compute> {
    %u = level.append_coord %a level 1 coord %first : <tensor<?x?xf64, #CSR>, compute>
    weft.yield %u : !level.builder<tensor<?x?xf64, #CSR>, compute>
  }
  return %r : !level.builder<tensor<?x?xf64, #CSR>, compute>
}
