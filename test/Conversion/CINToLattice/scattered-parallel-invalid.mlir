// RUN: weft-opt %s -convert-cin-to-lattice -split-input-file -verify-diagnostics

// A structure that is kept is looked up in order.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
func.func @keep(%a: tensor<?x?xf64, #CSR>, %y: tensor<?x?xf64, #CSC>, %m: index, %n: index) -> tensor<?x?xf64, #CSC> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) assembly(compute) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #CSC>>, %em: index, %en: index):
    cin.forall "i" to %em parallel(cpu_thread, no_races) {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        // expected-error @-5 {{cannot assemble T2 in parallel over 'i': its structure is kept, in which coordinates are looked for one after the other; assemble it anew}}
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #CSC>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSC>) -> tensor<?x?xf64, #CSC>
  return %r : tensor<?x?xf64, #CSC>
}

// -----

// What a part has counted is that of the whole loop.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
func.func @inner(%a: tensor<?x?xf64, #CSR>, %y: tensor<?x?xf64, #CSC>, %m: index, %n: index) -> tensor<?x?xf64, #CSC> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #CSC>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en parallel(cpu_thread, no_races) {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        // expected-error @-3 {{cannot assemble T2 in parallel over 'j': its segments are filled in another order than that of their parents, by parts of all iterations; run the outermost loop in parallel}}
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #CSC>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSC>) -> tensor<?x?xf64, #CSC>
  return %r : tensor<?x?xf64, #CSC>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
func.func @lanes(%a: tensor<?x?xf64, #CSR>, %y: tensor<?x?xf64, #CSC>, %m: index, %n: index) -> tensor<?x?xf64, #CSC> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #CSC>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en parallel(cpu_vector, no_races) {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        // expected-error @-3 {{cannot assemble T2 in parallel over 'j': its segments are filled in another order than that of their parents, one component after the other; choose the order of the loops for its format}}
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #CSC>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSC>) -> tensor<?x?xf64, #CSC>
  return %r : tensor<?x?xf64, #CSC>
}
