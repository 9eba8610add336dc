// RUN: weft-opt %s -convert-lattice-to-scf -canonicalize -split-input-file | FileCheck %s

#COO = #level.format<(d0, d1) -> (d0 : compressed(nonunique), d1 : singleton)>

// What is summed over a run is added to what is stored, so that the entries of a
// run are visited one by one unless there are more than eight, which one
// comparison tells. The end of a long run is looked for in long steps first.
// CHECK-LABEL: func.func @pieces(
// CHECK: scf.while (%[[P:.*]] = %{{.*}}, %{{.*}} = %{{.*}}) : (index,
// CHECK: ^bb0(%[[P:.*]]: index,
// CHECK:   level.pos_access %{{.*}} level 0 at %[[P]]
// CHECK:   %[[FAR:.*]] = arith.addi %[[P]], %c8
// CHECK:   %[[INSIDE:.*]] = arith.cmpi ult, %[[FAR]]
// CHECK:   %[[LONG:.*]] = scf.if %[[INSIDE]] -> (i1) {
// CHECK:     level.pos_access %{{.*}} level 0 at %[[FAR]]
// CHECK:   scf.if %[[LONG]] -> (index,
// CHECK:     %[[START:.*]] = arith.addi %[[P]], %c9
// CHECK:     %[[NEAR:.*]] = scf.while (%{{.*}} = %[[START]])
// CHECK:       arith.addi %{{.*}}, %c15
// CHECK:       arith.addi %{{.*}}, %c16
// CHECK:     %[[END:.*]] = scf.while (%{{.*}} = %[[NEAR]])
// CHECK:     level.pos_bounds %{{.*}} level 1 under %[[P]] to %[[END]]
// CHECK:     scf.yield %[[END]],
// CHECK:   } else {
// CHECK:     %[[NEXT:.*]] = arith.addi %[[P]], %c1
// CHECK:     level.pos_bounds %{{.*}} level 1 under %[[P]] to %[[NEXT]]
// CHECK:     scf.yield %[[NEXT]],
func.func @pieces(%A: tensor<?x?xf64, #COO>, %x: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %A, %c0 : tensor<?x?xf64, #COO>
  %n = tensor.dim %A, %c1 : tensor<?x?xf64, #COO>
  %0 = level.open %A : tensor<?x?xf64, #COO>
  %1 = level.open %x : tensor<?xf64>
  %2 = level.init(%m) : <tensor<?xf64>>
  %3 = lattice.coiterate "i" in %c0 to %m over (A1 = %0 level 0 under %c0 to %c1 coords() : !level.storage<tensor<?x?xf64, #COO>>) carry (%2 : !level.builder<tensor<?xf64>>) {
    point [A1] {
    ^bb0(%i: index, %pA1: index, %pA1_end: index, %y: !level.builder<tensor<?xf64>>):
      %position, %found = level.locate %y level 0 under %c0 coords(%i) : !level.builder<tensor<?xf64>>
      %5 = lattice.coiterate "j" in %c0 to %n over (A2 = %0 level 1 under %pA1 to %pA1_end coords(%i) : !level.storage<tensor<?x?xf64, #COO>>, x1 = %1 level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64>>) carry (%zero : f64) {
        point [A2 | x1] {
        ^bb0(%j: index, %pA2: index, %px1: index, %sum: f64):
          %9 = level.load %0[%pA2] : !level.storage<tensor<?x?xf64, #COO>>
          %10 = level.load %1[%px1] : !level.storage<tensor<?xf64>>
          %11 = arith.mulf %9, %10 : f64
          %12 = arith.addf %sum, %11 fastmath<reassoc> : f64
          lattice.yield %12 : f64
        }
      }
      %6 = level.load %y[%position] : !level.builder<tensor<?xf64>>
      %7 = arith.addf %6, %5 fastmath<reassoc> : f64
      %next = level.store %7, %y[%position] : f64, <tensor<?xf64>>
      lattice.yield %next : !level.builder<tensor<?xf64>>
    }
  }
  %4 = level.finalize %3 : <tensor<?xf64>>
  return %4 : tensor<?xf64>
}

// Sums that keep their order, and what is made of a whole run, are not cut.
// CHECK-LABEL: func.func @ordered(
// CHECK-NOT: %c8
// CHECK: return
func.func @ordered(%A: tensor<?x?xf64, #COO>, %x: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %A, %c0 : tensor<?x?xf64, #COO>
  %n = tensor.dim %A, %c1 : tensor<?x?xf64, #COO>
  %0 = level.open %A : tensor<?x?xf64, #COO>
  %1 = level.open %x : tensor<?xf64>
  %2 = level.init(%m) : <tensor<?xf64>>
  %3 = lattice.coiterate "i" in %c0 to %m over (A1 = %0 level 0 under %c0 to %c1 coords() : !level.storage<tensor<?x?xf64, #COO>>) carry (%2 : !level.builder<tensor<?xf64>>) {
    point [A1] {
    ^bb0(%i: index, %pA1: index, %pA1_end: index, %y: !level.builder<tensor<?xf64>>):
      %position, %found = level.locate %y level 0 under %c0 coords(%i) : !level.builder<tensor<?xf64>>
      %5 = lattice.coiterate "j" in %c0 to %n over (A2 = %0 level 1 under %pA1 to %pA1_end coords(%i) : !level.storage<tensor<?x?xf64, #COO>>, x1 = %1 level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64>>) carry (%zero : f64) {
        point [A2 | x1] {
        ^bb0(%j: index, %pA2: index, %px1: index, %sum: f64):
          %9 = level.load %0[%pA2] : !level.storage<tensor<?x?xf64, #COO>>
          %10 = level.load %1[%px1] : !level.storage<tensor<?xf64>>
          %11 = arith.mulf %9, %10 : f64
          %12 = arith.addf %sum, %11 : f64
          lattice.yield %12 : f64
        }
      }
      %6 = level.load %y[%position] : !level.builder<tensor<?xf64>>
      %7 = arith.addf %6, %5 : f64
      %next = level.store %7, %y[%position] : f64, <tensor<?xf64>>
      lattice.yield %next : !level.builder<tensor<?xf64>>
    }
  }
  %4 = level.finalize %3 : <tensor<?xf64>>
  return %4 : tensor<?xf64>
}

// CHECK-LABEL: func.func @whole(
// CHECK-NOT: %c8
// CHECK: return
func.func @whole(%A: tensor<?x?xf64, #COO>, %x: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %A, %c0 : tensor<?x?xf64, #COO>
  %n = tensor.dim %A, %c1 : tensor<?x?xf64, #COO>
  %0 = level.open %A : tensor<?x?xf64, #COO>
  %1 = level.open %x : tensor<?xf64>
  %2 = level.init(%m) : <tensor<?xf64>>
  %3 = lattice.coiterate "i" in %c0 to %m over (A1 = %0 level 0 under %c0 to %c1 coords() : !level.storage<tensor<?x?xf64, #COO>>) carry (%2 : !level.builder<tensor<?xf64>>) {
    point [A1] {
    ^bb0(%i: index, %pA1: index, %pA1_end: index, %y: !level.builder<tensor<?xf64>>):
      %position, %found = level.locate %y level 0 under %c0 coords(%i) : !level.builder<tensor<?xf64>>
      %5 = lattice.coiterate "j" in %c0 to %n over (A2 = %0 level 1 under %pA1 to %pA1_end coords(%i) : !level.storage<tensor<?x?xf64, #COO>>, x1 = %1 level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64>>) carry (%zero : f64) {
        point [A2 | x1] {
        ^bb0(%j: index, %pA2: index, %px1: index, %sum: f64):
          %9 = level.load %0[%pA2] : !level.storage<tensor<?x?xf64, #COO>>
          %10 = level.load %1[%px1] : !level.storage<tensor<?xf64>>
          %11 = arith.mulf %9, %10 : f64
          %12 = arith.addf %sum, %11 fastmath<reassoc> : f64
          lattice.yield %12 : f64
        }
      }
      %6 = level.load %y[%position] : !level.builder<tensor<?xf64>>
      %8 = math.sqrt %5 : f64
      %7 = arith.addf %6, %8 fastmath<reassoc> : f64
      %next = level.store %7, %y[%position] : f64, <tensor<?xf64>>
      lattice.yield %next : !level.builder<tensor<?xf64>>
    }
  }
  %4 = level.finalize %3 : <tensor<?xf64>>
  return %4 : tensor<?xf64>
}
