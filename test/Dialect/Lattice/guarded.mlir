// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s --emit-bytecode | weft-opt | FileCheck %s

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

// All segments have arguments, in their order, whatever the points name.

// CHECK-LABEL: func.func @guarded(
// CHECK: lattice.coiterate "i" in %{{.*}} to %{{.*}} guarded over (A1 = {{.*}}, B1 = {{.*}}) {
// CHECK-NEXT: points [U | A1], [B1] {
// CHECK-NEXT: ^bb0(%i: index, %pA1: index, %hasA1: i1, %pB1: index, %pB1_end: index, %hasB1: i1):
func.func @guarded(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #COO>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = level.open %A : tensor<?x?xf64, #CSR>
  %b = level.open %B : tensor<?x?xf64, #COO>
  lattice.coiterate "i" in %c0 to %n guarded
      over (A1 = %a level 0 under %c0 to %c1 coords() : !level.storage<tensor<?x?xf64, #CSR>>,
            B1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?x?xf64, #COO>>) {
    points [U | A1], [B1] {
    ^bb0(%i: index, %pA: index, %hasA: i1, %pB: index, %pBend: index, %hasB: i1):
    }
  }
  return
}

#Sparse = #level.format<(i) -> (i : compressed)>

// Where a point has unions, some point of each of them applies as well. What is
// located in there needs no iterator of its own.

// CHECK-LABEL: func.func @unions(
// CHECK: points [a1, ([b1], [| x1])], [([a1], [b1, ([a1], [c1])]), ([b1], [c1]) | x1] {
func.func @unions(%a: !level.storage<tensor<?xf64, #Sparse>>,
                  %b: !level.storage<tensor<?xf64, #Sparse>>,
                  %c: !level.storage<tensor<?xf64, #Sparse>>,
                  %x: !level.storage<tensor<?xf64>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n guarded
      over (a1 = %a level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            x1 = %x level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64>>) {
    points [a1, ([b1], [| x1])], [([a1], [b1, ([a1], [c1])]), ([b1], [c1]) | x1] {
    ^bb0(%i: index, %pa: index, %hasa: i1, %pb: index, %hasb: i1,
         %pc: index, %hasc: i1, %px: index, %hasx: i1):
    }
  }
  return
}
