// RUN: weft-opt %s -convert-cin-to-lattice -split-input-file | FileCheck %s

// Coordinates that are bound before their level is reached, in levels without
// locate: the level is searched, and only running the kernel tells whether there
// is an entry.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @diagonal
// CHECK: lattice.coiterate "i" {{.*}} over (a1 = %[[A:[^ ]*]] level 0
// CHECK: ^bb0(%i: index, %[[ROW:.*]]: index, %{{.*}}):
// CHECK: %[[NEXT_ROW:.*]] = arith.addi %[[ROW]],
// CHECK: %[[B:.*]], %[[E:.*]] = level.pos_bounds %[[A]] level 1 under %[[ROW]] to %[[NEXT_ROW]]
// CHECK: %[[P:.*]] = level.search %[[A]] level 1 in %[[B]] to %[[E]] for %i
// CHECK: %[[NEXT:.*]] = arith.addi %i,
// CHECK: %[[Q:.*]] = level.search %[[A]] level 1 in %[[P]] to %[[E]] for %[[NEXT]]
// CHECK: %[[FOUND:.*]] = arith.cmpi ne, %[[P]], %[[Q]]
// CHECK: %[[POS:.*]] = arith.select %[[FOUND]], %[[P]],
// CHECK: %[[V:.*]] = scf.if %[[FOUND]] -> (f64) {
// CHECK: %[[D:.*]] = level.load %[[A]][%[[POS]]]
// CHECK: scf.yield %[[D]]
// CHECK: } else {
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: scf.yield %[[ZERO]]
// CHECK: level.store %[[V]]
func.func @diagonal(%a: tensor<?x?xf64, #CSR> {weft.name = "a"}, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i, %i] : !cin.ref<tensor<?x?xf64, #CSR>>
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A factor that is not there annihilates the other one, infinities too.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @absent_factor
// CHECK: %[[FOUND:.*]] = arith.cmpi ne
// CHECK: %[[V:.*]] = scf.if %[[FOUND]] -> (f64) {
// CHECK: %[[P:.*]] = arith.mulf
// CHECK: scf.yield %[[P]]
// CHECK: } else {
// CHECK: level.store %[[V]]
func.func @absent_factor(%a: tensor<?x?xf64, #CSR> {weft.name = "a"}, %x: tensor<?xf64> {weft.name = "x"}, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i, %i] : !cin.ref<tensor<?x?xf64, #CSR>>
      %1 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      %2 = arith.mulf %0, %1 : f64
      cin.assign %yr[%i] = %2 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A sum is present if one of its operands is.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @absent_sum
// CHECK: %[[FOUND_A:.*]] = arith.cmpi ne
// CHECK: %[[FOUND_B:.*]] = arith.cmpi ne
// CHECK: arith.addf
// CHECK: %[[P:.*]] = arith.mulf
// CHECK: %[[FOUND:.*]] = arith.ori %[[FOUND_A]], %[[FOUND_B]]
// CHECK: arith.select %[[FOUND]], %[[P]],
func.func @absent_sum(%a: tensor<?x?xf64, #CSR> {weft.name = "a"}, %b: tensor<?x?xf64, #CSR> {weft.name = "b"}, %x: tensor<?xf64> {weft.name = "x"}, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %b, %x) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %br: !cin.ref<tensor<?x?xf64, #CSR>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i, %i] : !cin.ref<tensor<?x?xf64, #CSR>>
      %1 = cin.access %br[%i, %i] : !cin.ref<tensor<?x?xf64, #CSR>>
      %2 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      %3 = arith.addf %0, %1 : f64
      %4 = arith.mulf %3, %2 : f64
      cin.assign %yr[%i] = %4 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// The entries of a coordinate are a run of a level that is not unique.
#List = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton(nonunique))>

// CHECK-LABEL: func @run
// CHECK: ^bb0(%i: index, %[[B:.*]]: index, %[[E:.*]]: index, %{{.*}}):
// CHECK: level.pos_bounds %[[A:.*]] level 1 under %[[B]] to %[[E]]
// CHECK: %[[P:.*]] = level.search
// CHECK: %[[Q:.*]] = level.search
// CHECK: %[[FOUND:.*]] = arith.cmpi ne, %[[P]], %[[Q]]
// CHECK: %[[BEGIN:.*]] = arith.select %[[FOUND]], %[[P]],
// CHECK: %[[END:.*]] = arith.select %[[FOUND]], %[[Q]],
// CHECK: level.combine arith.addf %[[A]][%[[BEGIN]] to %[[END]]]
func.func @run(%a: tensor<?x?xf64, #List> {weft.name = "a"}, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #List>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i, %i] : !cin.ref<tensor<?x?xf64, #List>>
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?x?xf64, #List>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A literal at the first level. Segments below an entry that is not there are
// empty: below a dense level, which has positions in any case, as well.
#Cube = #level.format<(i, j, k) -> (i : compressed, j : dense, k : compressed)>

// CHECK-LABEL: func @literal
// CHECK: %[[C3:.*]] = arith.constant 3 : index
// CHECK: %[[P:.*]] = level.search %{{.*}} level 0 in %{{.*}} to %{{.*}} for %[[C3]]
// CHECK: %[[Q:.*]] = level.search %{{.*}} level 0
// CHECK: %[[FOUND:.*]] = arith.cmpi ne, %[[P]], %[[Q]]
// CHECK: lattice.coiterate "j" {{.*}} over (a2 =
// CHECK: ^bb0(%j: index, %[[POS:.*]]: index, %{{.*}}):
// CHECK: %[[NEXT:.*]] = arith.addi %[[POS]],
// CHECK: %[[BEGIN:.*]] = arith.select %[[FOUND]], %[[POS]],
// CHECK: %[[END:.*]] = arith.select %[[FOUND]], %[[NEXT]],
// CHECK: lattice.coiterate "k" {{.*}} (a3 = {{.*}} level 2 under %[[BEGIN]] to %[[END]]
func.func @literal(%a: tensor<?x?x?xf64, #Cube> {weft.name = "a"}, %y: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?x?x?xf64, #Cube>>, %yr: !cin.ref<tensor<?x?xf64>>, %m: index):
    cin.forall "j" to %m {
    ^bb0(%j: !cin.index):
      cin.forall "k" to %m {
      ^bb0(%k: !cin.index):
        %three = cin.literal 3
        %0 = cin.access %ar[%three, %j, %k] : !cin.ref<tensor<?x?x?xf64, #Cube>>
        cin.assign %yr[%j, %k] = %0 : !cin.ref<tensor<?x?xf64>>
      }
    }
  } : (tensor<?x?x?xf64, #Cube>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
