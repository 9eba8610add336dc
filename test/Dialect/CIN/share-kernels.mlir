// RUN: weft-opt %s --cin-share-kernels --split-input-file | FileCheck %s
// RUN: weft-opt %s --cin-share-kernels --convert-cin-to-lattice --convert-lattice-to-scf --convert-level-to-memref --split-input-file | FileCheck %s --check-prefix=MEMREF

// Two operands are copied in the same way, and a third one in another.

#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func.func @copies(
// CHECK-SAME: %[[A:[a-z0-9]+]]: {{[^,]*}}, {{[^,]*}}>, %[[B:[a-z0-9]+]]: {{[^,]*}}, {{[^,]*}}>, %[[C:[a-z0-9]+]]: {{[^,]*}}, {{[^,]*}}>, %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index)
// CHECK: %[[R:[a-z0-9]+]] = call @shared(%[[A]], %[[M]], %[[N]], %[[M]], %[[N]])
// CHECK: %[[S:[a-z0-9]+]] = call @shared(%[[B]], %[[N]], %[[M]], %[[N]], %[[M]])
// CHECK: %[[T:[a-z0-9]+]] = cin.kernel ins(%[[C]])
// CHECK: return %[[R]], %[[S]], %[[T]]
// CHECK-LABEL: func.func private @shared(
// CHECK-SAME: %[[X:[a-z0-9]+]]: {{[^,]*}}, {{[^,]*}}>, %[[E0:[a-z0-9]+]]: index, %[[E1:[a-z0-9]+]]: index, %[[D0:[a-z0-9]+]]: index, %[[D1:[a-z0-9]+]]: index)
// CHECK: %[[NEW:[a-z0-9]+]] = tensor.empty(%[[D0]], %[[D1]])
// CHECK: %[[COPY:[a-z0-9]+]] = cin.kernel ins(%[[X]]) outs(%[[NEW]]) extents(%[[E0]], %[[E1]])
// CHECK: return %[[COPY]]
// CHECK-NOT: func.func
// MEMREF-COUNT-2: call @shared(
// MEMREF: func.func private @shared(
func.func @copies(%a: tensor<?x?xf64, #CSC>, %b: tensor<?x?xf64, #CSC>, %c: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) {
  %0 = tensor.empty(%m, %n) : tensor<?x?xf64, #CSR>
  %1 = cin.kernel ins(%a) outs(%0) extents(%m, %n) {
  ^bb0(%t: !cin.ref<tensor<?x?xf64, #CSC>>, %r: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      cin.forall "i1" to %em {
      ^bb0(%i1: !cin.index):
        %v = cin.access %t[%i1, %i] : <tensor<?x?xf64, #CSC>>
        cin.assign %r[%i1, %i] = %v : !cin.ref<tensor<?x?xf64, #CSR>>
      }
    }
  } : (tensor<?x?xf64, #CSC>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  %2 = tensor.empty(%n, %m) : tensor<?x?xf64, #CSR>
  %3 = cin.kernel ins(%b) outs(%2) extents(%n, %m) {
  ^bb0(%t: !cin.ref<tensor<?x?xf64, #CSC>>, %r: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      cin.forall "i1" to %em {
      ^bb0(%i1: !cin.index):
        %v = cin.access %t[%i1, %i] : <tensor<?x?xf64, #CSC>>
        cin.assign %r[%i1, %i] = %v : !cin.ref<tensor<?x?xf64, #CSR>>
      }
    }
  } : (tensor<?x?xf64, #CSC>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  %4 = tensor.empty(%m, %n) : tensor<?x?xf64, #CSR>
  %5 = cin.kernel ins(%c) outs(%4) extents(%m, %n) {
  ^bb0(%t: !cin.ref<tensor<?x?xf64, #CSR>>, %r: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %v = cin.access %t[%i, %j] : <tensor<?x?xf64, #CSR>>
        cin.assign %r[%i, %j] = %v : !cin.ref<tensor<?x?xf64, #CSR>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %1, %3, %5 : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>
}

// -----

// What is computed into tensors that are there already stays, and so does what
// combines in another way.

#V = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func.func @different(
// CHECK-COUNT-4: cin.kernel
// CHECK-NOT: call
// MEMREF-LABEL: func.func @different(
func.func @different(%a: tensor<?xf64, #V>, %y: tensor<?xf64>, %n: index) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %0 = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%t: !cin.ref<tensor<?xf64, #V>>, %r: !cin.ref<tensor<?xf64>>, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      %v = cin.access %t[%i] : <tensor<?xf64, #V>>
      cin.assign %r[%i] = %v : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #V>, tensor<?xf64>) -> tensor<?xf64>
  %1 = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%t: !cin.ref<tensor<?xf64, #V>>, %r: !cin.ref<tensor<?xf64>>, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      %v = cin.access %t[%i] : <tensor<?xf64, #V>>
      cin.assign %r[%i] = %v : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #V>, tensor<?xf64>) -> tensor<?xf64>
  %2 = tensor.empty(%n) : tensor<?xf64>
  %3 = cin.kernel ins(%a) outs(%2) extents(%n) {
  ^bb0(%t: !cin.ref<tensor<?xf64, #V>>, %r: !cin.ref<tensor<?xf64>>, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      %v = cin.access %t[%i] : <tensor<?xf64, #V>>
      %w = arith.negf %v : f64
      cin.assign %r[%i] = %w : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #V>, tensor<?xf64>) -> tensor<?xf64>
  %4 = tensor.empty(%n) : tensor<?xf64>
  %5 = cin.kernel ins(%a) outs(%4) extents(%n) {
  ^bb0(%t: !cin.ref<tensor<?xf64, #V>>, %r: !cin.ref<tensor<?xf64>>, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      %v = cin.access %t[%i] : <tensor<?xf64, #V>>
      %w = arith.addf %v, %v : f64
      cin.assign %r[%i] = %w : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #V>, tensor<?xf64>) -> tensor<?xf64>
  return %0, %1, %3, %5 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}
