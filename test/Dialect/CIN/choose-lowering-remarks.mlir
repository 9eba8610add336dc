// RUN: weft-opt %s --cin-choose-lowering --remarks-filter=weft -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=Passed

// That an option is on is a separate kind of remark: it says nothing of
// loops. Options that are off have the reason.

// CHECK-DAG: [Analysis] jam_reductions | Category:weft:choice | Remark="is enabled"
// CHECK-DAG: [Analysis] interleave_reductions | Category:weft:choice | Remark="is set by the schedule: 2 accumulators"
// CHECK-DAG: [Missed] vectorize_stores | Category:weft:choice | Remark="the schedule turns it off"
// CHECK-DAG: [Missed] share_kernels | Category:weft:choice | Remark="is not enabled by default: there is one statement"

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

module attributes {weft.lowering_config = #weft.lowering_config<
    interleave_reductions = 2, vectorize_stores = off>} {
  func.func @product(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>,
                     %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
    %0 = cin.kernel ins(%A, %x) outs(%y) extents(%m, %n) {
    ^bb0(%a: !cin.ref<tensor<?x?xf64, #CSR>>, %b: !cin.ref<tensor<?xf64>>,
         %c: !cin.ref<tensor<?xf64>>, %rows: index, %columns: index):
      cin.forall "i" to %rows {
      ^bb0(%i: !cin.index):
        cin.forall "j" to %columns {
        ^bb0(%j: !cin.index):
          %1 = cin.access %a[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
          %2 = cin.access %b[%j] : !cin.ref<tensor<?xf64>>
          %3 = arith.mulf %1, %2 : f64
          cin.assign %c[%i] arith.addf %3 : !cin.ref<tensor<?xf64>>
        }
      }
    } : (tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    return %0 : tensor<?xf64>
  }
}
