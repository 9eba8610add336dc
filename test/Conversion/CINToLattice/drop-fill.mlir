// RUN: weft-opt %s -convert-cin-to-lattice -split-input-file | FileCheck %s

// Components that turn out to be the fill are stored where the next one will be,
// and not appended; a row without components is not appended anyway.

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>

// CHECK-LABEL: func @dcsr
// CHECK: lattice.coiterate "j"
// CHECK: %[[P:.*]] = level.next %{{.*}} level 1
// CHECK: %[[S:.*]] = level.store %{{.*}}, %{{.*}}[%[[P]]]
// CHECK: %[[V:.*]] = level.load %[[S]][%[[P]]]
// CHECK: %[[FILL:.*]] = arith.constant 0.0
// CHECK: %[[KEPT:.*]] = arith.cmpf une, %[[V]], %[[FILL]] : f64
// CHECK: level.append_coord %[[S]] level 1 coord %j if %[[KEPT]]
// CHECK: %[[SOME:.*]] = arith.cmpi ne
// CHECK: level.append_coord %{{.*}} level 0 coord %i if %[[SOME]]
func.func @dcsr(%a: tensor<?x?xf64, #DCSR> {weft.name = "a"}, %y: tensor<?x?xf64, #DCSR> {weft.name = "y"}, %m: index, %n: index) -> tensor<?x?xf64, #DCSR> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) drop_fill {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #DCSR>>, %yr: !cin.ref<tensor<?x?xf64, #DCSR>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #DCSR>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #DCSR>>
      }
    }
  } : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>) -> tensor<?x?xf64, #DCSR>
  return %r : tensor<?x?xf64, #DCSR>
}

// -----

// The fill is that of the result, and a chain is appended together.
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton), fill = 7 : i32>

// CHECK-LABEL: func @coo
// CHECK: lattice.coiterate "j"
// CHECK: %[[FILL:.*]] = arith.constant 7 : i32
// CHECK: %[[KEPT:.*]] = arith.cmpi ne, %{{.*}}, %[[FILL]] : i32
// CHECK: level.append_coord %{{.*}} level 0 coord %i if %[[KEPT]]
// CHECK: level.append_coord %{{.*}} level 1 coord %j if %[[KEPT]]
func.func @coo(%a: tensor<?x?xi32, #DCSR> {weft.name = "a"}, %y: tensor<?x?xi32, #COO> {weft.name = "y"}, %m: index, %n: index) -> tensor<?x?xi32, #COO> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) drop_fill {
  ^bb0(%ar: !cin.ref<tensor<?x?xi32, #DCSR>>, %yr: !cin.ref<tensor<?x?xi32, #COO>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xi32, #DCSR>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xi32, #COO>>
      }
    }
  } : (tensor<?x?xi32, #DCSR>, tensor<?x?xi32, #COO>) -> tensor<?x?xi32, #COO>
  return %r : tensor<?x?xi32, #COO>
}

// -----

// Entries of a list are appended one by one.
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#List = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton(nonunique))>

// CHECK-LABEL: func @list
// CHECK: lattice.coiterate "j"
// CHECK: %[[KEPT:.*]] = complex.neq %{{.*}}, %{{.*}} : complex<f64>
// CHECK: level.append_coord %{{.*}} level 0 coord %i if %[[KEPT]]
// CHECK: level.append_coord %{{.*}} level 1 coord %j if %[[KEPT]]
func.func @list(%a: tensor<?x?xcomplex<f64>, #DCSR> {weft.name = "a"}, %y: tensor<?x?xcomplex<f64>, #List> {weft.name = "y"}, %m: index, %n: index) -> tensor<?x?xcomplex<f64>, #List> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) drop_fill {
  ^bb0(%ar: !cin.ref<tensor<?x?xcomplex<f64>, #DCSR>>, %yr: !cin.ref<tensor<?x?xcomplex<f64>, #List>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xcomplex<f64>, #DCSR>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xcomplex<f64>, #List>>
      }
    }
  } : (tensor<?x?xcomplex<f64>, #DCSR>, tensor<?x?xcomplex<f64>, #List>) -> tensor<?x?xcomplex<f64>, #List>
  return %r : tensor<?x?xcomplex<f64>, #List>
}

// -----

// A dense last level stores all of its components, if there is any.
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#Rows = #level.format<(i, j) -> (i : compressed, j : dense)>

// CHECK-LABEL: func @rows
// CHECK-NOT: cmpf
// CHECK: level.append_coord %{{.*}} level 0 coord %i if %{{.*}} reserved :
func.func @rows(%a: tensor<?x?xf64, #DCSR> {weft.name = "a"}, %y: tensor<?x?xf64, #Rows> {weft.name = "y"}, %m: index, %n: index) -> tensor<?x?xf64, #Rows> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) drop_fill {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #DCSR>>, %yr: !cin.ref<tensor<?x?xf64, #Rows>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #DCSR>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #Rows>>
      }
    }
  } : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Rows>) -> tensor<?x?xf64, #Rows>
  return %r : tensor<?x?xf64, #Rows>
}
