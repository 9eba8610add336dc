// Results that store what an operand in the same format does take its structure.

// RUN: weft-opt %s --cin-set-assembly=reuse --cin-promote-reductions --convert-cin-to-lattice --canonicalize -split-input-file | FileCheck %s
// RUN: weft-opt %s --cin-promote-reductions --convert-cin-to-lattice --canonicalize -split-input-file | FileCheck %s --check-prefix=NONE

// NONE-LABEL: func.func @scaled
// NONE: level.init
// NONE-NOT: reuse

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// A product with what is everywhere has the pattern of its sparse factor.
// CHECK-LABEL: func.func @scaled
// CHECK: %[[B:.*]] = level.init(%{{.*}}, %{{.*}}) unfilled keeping %arg0 : tensor<?x?xf64, #{{.*}}> -> <tensor<?x?xf64, #{{.*}}>, reuse>
// CHECK: point [B2 | T11] {
// CHECK-NEXT: ^bb0(%{{[a-z]*}}: index, %[[P:[A-Za-z0-9]*]]: index, %{{[A-Za-z0-9]*}}: index, %[[S:[a-z0-9]*]]: !level.builder
// CHECK-NOT: level.append
// CHECK: level.store %{{.*}}, %[[S]][%[[P]]]
func.func @scaled(%b: tensor<?x?xf64, #CSR> {weft.name = "B"}, %x: tensor<?xf64>, %a: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%b, %x) outs(%a) extents(%m, %n) {
  ^bb0(%br: !cin.ref<tensor<?x?xf64, #CSR>>, %xr: !cin.ref<tensor<?xf64>>, %ar: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %br[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        %1 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %ar[%i, %j] = %2 : !cin.ref<tensor<?x?xf64, #CSR>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// A sum with what is sparse has more.
// CHECK-LABEL: func.func @sum
// CHECK-NOT: reuse
func.func @sum(%b: tensor<?x?xf64, #CSR>, %c: tensor<?x?xf64, #CSR>, %a: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%b, %c) outs(%a) extents(%m, %n) {
  ^bb0(%br: !cin.ref<tensor<?x?xf64, #CSR>>, %cr: !cin.ref<tensor<?x?xf64, #CSR>>, %ar: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %br[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        %1 = cin.access %cr[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %ar[%i, %j] = %2 : !cin.ref<tensor<?x?xf64, #CSR>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// A literal visits a part of what the operand stores.
// CHECK-LABEL: func.func @row
// CHECK-NOT: reuse
func.func @row(%b: tensor<?x?xf64, #CSR>, %a: tensor<?x?xf64, #CSR>, %m: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%b) outs(%a) extents(%m) {
  ^bb0(%br: !cin.ref<tensor<?x?xf64, #CSR>>, %ar: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index):
    %l = cin.literal 0
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %br[%l, %i] : !cin.ref<tensor<?x?xf64, #CSR>>
      cin.assign %ar[%l, %i] = %0 : !cin.ref<tensor<?x?xf64, #CSR>>
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}
