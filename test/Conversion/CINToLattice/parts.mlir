// RUN: weft-opt %s --convert-cin-to-lattice | FileCheck %s

// Coiterations state the splits that their variables are parts of.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: @nested
// CHECK: lattice.coiterate "i00"
// CHECK: lattice.coiterate "i01"
// CHECK: lattice.coiterate "i1"
// CHECK: lattice.coiterate "j"
// CHECK: {{^ *}}}{{$}}
// CHECK: } {parts = [#lattice.part<inner of "i" at most 32>]}
// CHECK: } {parts = [#lattice.part<inner of "i0" divided by 4>, #lattice.part<outer of "i" divided by 32>]}
// CHECK: } {parts = [#lattice.part<outer of "i0" at most 4>, #lattice.part<outer of "i" divided by 32>]}
func.func @nested(%A: tensor<?x?xf64, #CSR>, %out: tensor<?xf64>, %m: index,
                  %n: index) -> tensor<?xf64> {
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %last = arith.addi %m, %c31 : index
  %tiles = arith.divui %last, %c32 : index
  %rest = arith.addi %tiles, %c3 : index
  %parts = arith.divui %rest, %c4 : index
  %y = cin.kernel ins(%A) outs(%out) extents(%m, %n, %c4, %parts, %c32, %tiles) {
  ^bb0(%a: !cin.ref<tensor<?x?xf64, #CSR>>, %c: !cin.ref<tensor<?xf64>>,
       %em: index, %en: index, %e00: index, %e01: index, %e1: index, %e0: index):
    cin.forall "i00" to %e00 {
    ^bb0(%i00: !cin.index):
      cin.forall "i01" to %e01 {
      ^bb0(%i01: !cin.index):
        %i0 = cin.split "i0" %i00, %i01 up 4 of %e0
        cin.guard %i0
        cin.forall "i1" to %e1 {
        ^bb0(%i1: !cin.index):
          %i = cin.split "i" %i0, %i1 down 32 of %em
          cin.guard %i
          cin.forall "j" to %en {
          ^bb0(%j: !cin.index):
            %0 = cin.access %a[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
            cin.assign %c[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
          }
        }
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// Tiles of equal work are cut at run time.
// CHECK-LABEL: @balanced
// CHECK: } {parts = [#lattice.part<inner of "i">]}
// CHECK: } {parts = [#lattice.part<outer of "i" at most 8>]}
func.func @balanced(%A: tensor<?x?xf64, #CSR>, %out: tensor<?xf64>, %m: index,
                    %n: index) -> tensor<?xf64> {
  %c8 = arith.constant 8 : index
  %y = cin.kernel ins(%A) outs(%out) extents(%m, %n, %c8) {
  ^bb0(%a: !cin.ref<tensor<?x?xf64, #CSR>>, %c: !cin.ref<tensor<?xf64>>,
       %em: index, %en: index, %e0: index):
    cin.forall "i0" to %e0 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 balanced 8 of %em
        cin.guard %i
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %a[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
          cin.assign %c[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}
