// Results that store what an operand does in its first levels take these.

// RUN: weft-opt %s --cin-set-assembly=reuse --cin-promote-reductions --convert-cin-to-lattice --canonicalize -split-input-file | FileCheck %s

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#Rows = #level.format<(i, j) -> (i : compressed, j : dense)>

// Rows of a product with a matrix are those that the operand has. Each is filled
// where it is reached.
// CHECK-LABEL: func.func @rows
// CHECK: %[[B:.*]] = level.init(%{{.*}}, %{{.*}}) unfilled keeping %arg0 levels 1 : tensor<?x?xf64, #{{.*}}> -> <tensor<?x?xf64, #{{.*}}>, reuse>
// CHECK: lattice.coiterate "i" {{.*}} carry (%[[B]] :
// CHECK: ^bb0(%{{[a-z]*}}: index, %[[P:[A-Za-z0-9]*]]: index, %[[S:[a-z0-9]*]]: !level.builder
// CHECK: level.fill_segment %[[S]] level 0 at %[[P]]
// CHECK: lattice.coiterate "k"
// CHECK: lattice.coiterate "j"
// CHECK: level.locate %{{.*}} level 1 under %[[P]] coords
func.func @rows(%b: tensor<?x?xf64, #DCSR>, %x: tensor<?x?xf64>, %a: tensor<?x?xf64, #Rows>, %m: index, %n: index, %l: index) -> tensor<?x?xf64, #Rows> {
  %r = cin.kernel ins(%b, %x) outs(%a) extents(%m, %n, %l) {
  ^bb0(%br: !cin.ref<tensor<?x?xf64, #DCSR>>, %xr: !cin.ref<tensor<?x?xf64>>, %ar: !cin.ref<tensor<?x?xf64, #Rows>>, %em: index, %en: index, %el: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "k" to %el {
      ^bb0(%k: !cin.index):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %br[%i, %k] : !cin.ref<tensor<?x?xf64, #DCSR>>
          %1 = cin.access %xr[%k, %j] : !cin.ref<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %ar[%i, %j] arith.addf %2 : !cin.ref<tensor<?x?xf64, #Rows>>
        }
      }
    }
  } : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64>, tensor<?x?xf64, #Rows>) -> tensor<?x?xf64, #Rows>
  return %r : tensor<?x?xf64, #Rows>
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#Rows = #level.format<(i, j) -> (i : compressed, j : dense)>

// What a loop outside of them reaches several times is filled before.
// CHECK-LABEL: func.func @columns_first
// CHECK: level.init(%{{.*}}, %{{.*}}) keeping %arg0 levels 1
// CHECK-NOT: fill_segment
func.func @columns_first(%b: tensor<?x?xf64, #DCSR>, %x: tensor<?x?xf64>, %a: tensor<?x?xf64, #Rows>, %m: index, %n: index, %l: index) -> tensor<?x?xf64, #Rows> {
  %r = cin.kernel ins(%b, %x) outs(%a) extents(%m, %n, %l) {
  ^bb0(%br: !cin.ref<tensor<?x?xf64, #DCSR>>, %xr: !cin.ref<tensor<?x?xf64>>, %ar: !cin.ref<tensor<?x?xf64, #Rows>>, %em: index, %en: index, %el: index):
    cin.forall "j" to %en {
    ^bb0(%j: !cin.index):
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        cin.forall "k" to %el {
        ^bb0(%k: !cin.index):
          %0 = cin.access %br[%i, %k] : !cin.ref<tensor<?x?xf64, #DCSR>>
          %1 = cin.access %xr[%k, %j] : !cin.ref<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %ar[%i, %j] arith.addf %2 : !cin.ref<tensor<?x?xf64, #Rows>>
        }
      }
    }
  } : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64>, tensor<?x?xf64, #Rows>) -> tensor<?x?xf64, #Rows>
  return %r : tensor<?x?xf64, #Rows>
}

// -----

#V = #level.format<(i) -> (i : compressed)>
#Rows = #level.format<(i, j) -> (i : compressed, j : dense)>

// An operand may have fewer levels. What is stored without a look at what is
// there is not filled.
// CHECK-LABEL: func.func @outer
// CHECK: level.init(%{{.*}}, %{{.*}}) unfilled keeping %arg0 levels 1
// CHECK-NOT: fill_segment
func.func @outer(%b: tensor<?xf64, #V>, %x: tensor<?xf64>, %a: tensor<?x?xf64, #Rows>, %m: index, %n: index) -> tensor<?x?xf64, #Rows> {
  %r = cin.kernel ins(%b, %x) outs(%a) extents(%m, %n) {
  ^bb0(%br: !cin.ref<tensor<?xf64, #V>>, %xr: !cin.ref<tensor<?xf64>>, %ar: !cin.ref<tensor<?x?xf64, #Rows>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %br[%i] : !cin.ref<tensor<?xf64, #V>>
        %1 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %ar[%i, %j] = %2 : !cin.ref<tensor<?x?xf64, #Rows>>
      }
    }
  } : (tensor<?xf64, #V>, tensor<?xf64>, tensor<?x?xf64, #Rows>) -> tensor<?x?xf64, #Rows>
  return %r : tensor<?x?xf64, #Rows>
}

// -----

#V = #level.format<(i) -> (i : compressed)>
#Rows = #level.format<(i, j) -> (i : compressed, j : dense)>

// A loop over several variables at once reaches a row for each of the others.
// CHECK-LABEL: func.func @collapsed
// CHECK: level.init(%{{.*}}, %{{.*}}) keeping %arg0 levels 1
// CHECK-NOT: fill_segment
func.func @collapsed(%b: tensor<?xf64, #V>, %x: tensor<?x?xf64>, %a: tensor<?x?xf64, #Rows>, %m: index, %n: index, %l: index) -> tensor<?x?xf64, #Rows> {
  %r = cin.kernel ins(%b, %x) outs(%a) extents(%m, %n, %l) {
  ^bb0(%br: !cin.ref<tensor<?xf64, #V>>, %xr: !cin.ref<tensor<?x?xf64>>, %ar: !cin.ref<tensor<?x?xf64, #Rows>>, %em: index, %en: index, %el: index):
    cin.forall "f" {
    ^bb0(%f: !cin.index):
      %i, %k = cin.collapse "i" "k" %f of %em, %el
      cin.guard %i, %k
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %br[%i] : !cin.ref<tensor<?xf64, #V>>
        %1 = cin.access %xr[%k, %j] : !cin.ref<tensor<?x?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %ar[%i, %j] arith.addf %2 : !cin.ref<tensor<?x?xf64, #Rows>>
      }
    }
  } : (tensor<?xf64, #V>, tensor<?x?xf64>, tensor<?x?xf64, #Rows>) -> tensor<?x?xf64, #Rows>
  return %r : tensor<?x?xf64, #Rows>
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#Wide = #level.format<(i, j) -> (i : compressed, j : dense), crd = [64, 64]>

// Coordinates of another width are other arrays.
// CHECK-LABEL: func.func @width
// CHECK-NOT: reuse
func.func @width(%b: tensor<?x?xf64, #DCSR>, %a: tensor<?x?xf64, #Wide>, %m: index, %n: index) -> tensor<?x?xf64, #Wide> {
  %r = cin.kernel ins(%b) outs(%a) extents(%m, %n) {
  ^bb0(%br: !cin.ref<tensor<?x?xf64, #DCSR>>, %ar: !cin.ref<tensor<?x?xf64, #Wide>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %br[%i, %j] : !cin.ref<tensor<?x?xf64, #DCSR>>
        cin.assign %ar[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #Wide>>
      }
    }
  } : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Wide>) -> tensor<?x?xf64, #Wide>
  return %r : tensor<?x?xf64, #Wide>
}
