// RUN: weft-opt %s -cin-choose-schedule -split-input-file | FileCheck %s

// Tiles of the dense mode go inside of the loop of the sum.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func @product
// CHECK:      cin.forall "i"
// CHECK:      cin.forall "j0"
// CHECK:      cin.forall "k"
// CHECK:      cin.forall "j1"
// CHECK-SAME: parallel(cpu_vector, no_races)
// CHECK:      %j = cin.split "j" %j0, %j1 down 16
// CHECK:      cin.chosen = ["split(j,j0,j1,16),reorder(j0,k,j1),parallelize(j1,CPUVector,NoRaces)"]
func.func @product(%a: tensor<?x?xf64, #CSR>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>, %l: index, %m: index, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a, %b) outs(%c) extents(%l, %m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %br: !cin.ref<tensor<?x?xf64>>, %cr: !cin.ref<tensor<?x?xf64>>, %el: index, %em: index, %en: index):
    cin.forall "i" to %el {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        cin.forall "k" to %en {
        ^bb0(%k: !cin.index):
          %0 = cin.access %ar[%i, %k] : !cin.ref<tensor<?x?xf64, #CSR>>
          %1 = cin.access %br[%k, %j] : !cin.ref<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %cr[%i, %j] arith.addf %2 : !cin.ref<tensor<?x?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

// What is read is not in rows, so that there is nothing to gain.
// CHECK-LABEL: func @transposed
// CHECK-NOT: cin.split
func.func @transposed(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>, %l: index, %m: index, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a, %b) outs(%c) extents(%l, %m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %br: !cin.ref<tensor<?x?xf64>>, %cr: !cin.ref<tensor<?x?xf64>>, %el: index, %em: index, %en: index):
    cin.forall "i" to %el {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        cin.forall "k" to %en {
        ^bb0(%k: !cin.index):
          %0 = cin.access %ar[%i, %k] : !cin.ref<tensor<?x?xf64>>
          %1 = cin.access %br[%j, %k] : !cin.ref<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %cr[%i, %j] arith.addf %2 : !cin.ref<tensor<?x?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

// A loop that is innermost is left to LLVM.
// CHECK-LABEL: func @copy
// CHECK-NOT: cin.split
func.func @copy(%a: tensor<?xf64>, %c: tensor<?xf64>, %l: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%c) extents(%l) {
  ^bb0(%ar: !cin.ref<tensor<?xf64>>, %cr: !cin.ref<tensor<?xf64>>, %el: index):
    cin.forall "i" to %el {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %cr[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
