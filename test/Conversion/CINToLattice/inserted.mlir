// RUN: weft-opt %s -convert-cin-to-lattice -split-input-file | FileCheck %s

// Results with levels that store some coordinates and take them in any order,
// and operands with such levels (thesis, sections 2.3 and 5.4).

#Bitmap = #level.format<(i) -> (i : bitmap)>
#Sparse = #level.format<(i) -> (i : compressed)>

// The last coordinate is inserted where the component is assigned.

// CHECK-LABEL: func @leaf
// CHECK: %[[Y:.*]] = level.init(
// CHECK: lattice.coiterate "i" {{.*}} carry (%[[Y]] :
// CHECK: ^bb0(%i: index, %[[P:.*]]: index, %[[S0:.*]]: !level.builder
// CHECK-NOT: level.locate
// CHECK: %[[V:.*]] = level.load %{{.*}}[%[[P]]]
// CHECK: %[[S1:.*]], %[[Q:.*]] = level.insert_coord %[[S0]] level 0 under %{{.*}} coords(%i)
// CHECK: %[[S2:.*]] = level.store %[[V]], %[[S1]][%[[Q]]]
// CHECK: lattice.yield %[[S2]]
func.func @leaf(%x: tensor<?xf64, #Sparse> {weft.name = "x"}, %y: tensor<?xf64, #Bitmap>, %n: index) -> tensor<?xf64, #Bitmap> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<?xf64, #Bitmap>>, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64, #Bitmap>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64, #Bitmap>) -> tensor<?xf64, #Bitmap>
  return %r : tensor<?xf64, #Bitmap>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#Hashed = #level.format<(i, j) -> (i : dense, j : hashed)>

// A component that is combined into is found, or inserted with the fill.

// CHECK-LABEL: func @scatter
// CHECK: lattice.coiterate "i"
// CHECK: %[[ROW:.*]], %{{.*}} = level.locate %{{.*}} level 0 under %{{.*}} coords(%i) : !level.builder
// CHECK: lattice.coiterate "k"
// CHECK: lattice.coiterate "j"
// CHECK: ^bb0(%j: index, %{{.*}}: index, %[[S0:.*]]: !level.builder
// CHECK: %[[V:.*]] = arith.mulf
// CHECK: %[[S1:.*]], %[[Q:.*]] = level.insert_coord %[[S0]] level 1 under %[[ROW]] coords(%i, %j)
// CHECK: %[[OLD:.*]] = level.load %[[S1]][%[[Q]]]
// CHECK: %[[SUM:.*]] = arith.addf %[[OLD]], %[[V]]
// CHECK: level.store %[[SUM]], %[[S1]][%[[Q]]]
func.func @scatter(%b: tensor<?x?xf64, #CSR> {weft.name = "b"}, %c: tensor<?x?xf64, #CSR> {weft.name = "c"}, %y: tensor<?x?xf64, #Hashed>, %m: index, %n: index, %l: index) -> tensor<?x?xf64, #Hashed> {
  %r = cin.kernel ins(%b, %c) outs(%y) extents(%m, %n, %l) {
  ^bb0(%br: !cin.ref<tensor<?x?xf64, #CSR>>, %cr: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #Hashed>>, %em: index, %en: index, %el: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "k" to %el {
      ^bb0(%k: !cin.index):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %br[%i, %k] : !cin.ref<tensor<?x?xf64, #CSR>>
          %1 = cin.access %cr[%k, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %yr[%i, %j] arith.addf %2 : !cin.ref<tensor<?x?xf64, #Hashed>>
        }
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Hashed>) -> tensor<?x?xf64, #Hashed>
  return %r : tensor<?x?xf64, #Hashed>
}

// -----

#Dense = #level.format<(i, j) -> (i : dense, j : dense)>
#Rows = #level.format<(i, j) -> (i : hashed, j : dense)>

// The coordinates above it are inserted once for all that is below them, if it
// is known that something is.

// CHECK-LABEL: func @above
// CHECK: lattice.coiterate "i"
// CHECK: %[[S1:.*]], %[[ROW:.*]] = level.insert_coord %{{.*}} level 0 under %{{.*}} coords(%i)
// CHECK: lattice.coiterate "j" {{.*}} carry (%[[S1]] :
// CHECK: ^bb0(%j: index, %{{.*}}: index, %[[S2:.*]]: !level.builder
// CHECK: %[[Q:.*]], %{{.*}} = level.locate %[[S2]] level 1 under %[[ROW]] coords(%i, %j)
// CHECK: level.store %{{.*}}, %[[S2]][%[[Q]]]
func.func @above(%b: tensor<?x?xf64, #Dense> {weft.name = "b"}, %y: tensor<?x?xf64, #Rows>, %m: index, %n: index) -> tensor<?x?xf64, #Rows> {
  %r = cin.kernel ins(%b) outs(%y) extents(%m, %n) {
  ^bb0(%br: !cin.ref<tensor<?x?xf64, #Dense>>, %yr: !cin.ref<tensor<?x?xf64, #Rows>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %br[%i, %j] : !cin.ref<tensor<?x?xf64, #Dense>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #Rows>>
      }
    }
  } : (tensor<?x?xf64, #Dense>, tensor<?x?xf64, #Rows>) -> tensor<?x?xf64, #Rows>
  return %r : tensor<?x?xf64, #Rows>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#Rows = #level.format<(i, j) -> (i : hashed, j : dense)>

// What may have nothing below it is inserted with the first component.

// CHECK-LABEL: func @late
// CHECK: lattice.coiterate "i"
// CHECK-NOT: level.insert_coord
// CHECK: lattice.coiterate "j"
// CHECK: ^bb0(%j: index, %{{.*}}: index, %[[S1:.*]]: !level.builder
// CHECK: %[[S2:.*]], %[[ROW:.*]] = level.insert_coord %[[S1]] level 0 under %{{.*}} coords(%i)
// CHECK: %[[Q:.*]], %{{.*}} = level.locate %[[S2]] level 1 under %[[ROW]] coords(%i, %j)
// CHECK: level.store %{{.*}}, %[[S2]][%[[Q]]]
func.func @late(%b: tensor<?x?xf64, #CSR> {weft.name = "b"}, %y: tensor<?x?xf64, #Rows>, %m: index, %n: index) -> tensor<?x?xf64, #Rows> {
  %r = cin.kernel ins(%b) outs(%y) extents(%m, %n) {
  ^bb0(%br: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #Rows>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %br[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #Rows>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #Rows>) -> tensor<?x?xf64, #Rows>
  return %r : tensor<?x?xf64, #Rows>
}

// -----

#DOK = #level.format<(i, j) -> (i : hashed, j : hashed)>

// A coordinate that is located may be absent, and then nothing is loaded.

// CHECK-LABEL: func @diagonal
// CHECK: point [b1]
// CHECK: %[[P:.*]], %[[FOUND:.*]] = level.locate %[[B:.*]] level 1 under %pb1 coords(%i, %i)
// CHECK: %[[SAFE:.*]] = arith.select %[[FOUND]], %[[P]], %{{.*}}
// CHECK: scf.if %[[FOUND]] -> (f64) {
// CHECK: level.load %[[B]][%[[SAFE]]]
func.func @diagonal(%b: tensor<?x?xf64, #DOK> {weft.name = "b"}, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%b) outs(%y) extents(%m) {
  ^bb0(%br: !cin.ref<tensor<?x?xf64, #DOK>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %br[%i, %i] : !cin.ref<tensor<?x?xf64, #DOK>>
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?x?xf64, #DOK>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#Hashed = #level.format<(i) -> (i : hashed)>
#Sparse = #level.format<(i) -> (i : compressed)>

// A level without an order is located in where coordinates are appended.

// CHECK-LABEL: func @in_order
// CHECK: point [U | x1]
// CHECK: level.append_coord
func.func @in_order(%x: tensor<?xf64, #Hashed> {weft.name = "x"}, %y: tensor<?xf64, #Sparse>, %n: index) -> tensor<?xf64, #Sparse> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64, #Hashed>>, %yr: !cin.ref<tensor<?xf64, #Sparse>>, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64, #Hashed>>
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64, #Sparse>>
    }
  } : (tensor<?xf64, #Hashed>, tensor<?xf64, #Sparse>) -> tensor<?xf64, #Sparse>
  return %r : tensor<?xf64, #Sparse>
}

// -----

#Sparse = #level.format<(i, j) -> (i : compressed, j : compressed)>
#Bitmap = #level.format<(i) -> (i : bitmap)>

// A component that is found to be absent when the kernel runs is not inserted.

// CHECK-LABEL: func @absent
// CHECK: ^bb0(%i: index, %{{.*}}: index, %[[S0:.*]]: !level.builder
// CHECK: %[[FOUND:.*]] = arith.cmpi ne
// CHECK: %[[V:.*]] = scf.if %[[FOUND]] -> (f64)
// CHECK: %[[S1:.*]] = scf.if %[[FOUND]] -> (!level.builder
// CHECK-NEXT: %[[S2:.*]], %[[Q:.*]] = level.insert_coord %[[S0]] level 0
// CHECK-NEXT: %[[S3:.*]] = level.store %[[V]], %[[S2]][%[[Q]]]
// CHECK-NEXT: scf.yield %[[S3]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[S0]]
// CHECK: lattice.yield %[[S1]]
func.func @absent(%x: tensor<?x?xf64, #Sparse> {weft.name = "x"}, %y: tensor<?xf64, #Bitmap>, %n: index) -> tensor<?xf64, #Bitmap> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?x?xf64, #Sparse>>, %yr: !cin.ref<tensor<?xf64, #Bitmap>>, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      %three = cin.literal 3
      %0 = cin.access %xr[%i, %three] : !cin.ref<tensor<?x?xf64, #Sparse>>
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64, #Bitmap>>
    }
  } : (tensor<?x?xf64, #Sparse>, tensor<?xf64, #Bitmap>) -> tensor<?xf64, #Bitmap>
  return %r : tensor<?xf64, #Bitmap>
}
