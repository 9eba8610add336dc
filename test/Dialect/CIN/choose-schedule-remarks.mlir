// RUN: weft-opt %s --convert-linalg-to-tin --convert-tin-to-cin --cin-choose-schedule --remarks-filter=weft -split-input-file -o /dev/null 2>&1 | FileCheck %s

// An output with contents is added to the complete sum, a scalar.
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @product(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64>, %C: tensor<?x?xf64>) -> tensor<?x?xf64> {
  // CHECK: choose-schedule-remarks.mlir:[[@LINE+1]]:8: remark: [Missed] choose_schedule | Category:weft | Function=product | Remark="parallelize(d1,CPUVector,NoRaces,optional) is not chosen, since it has a workspace inside (t, a scalar: the reduction over d2 is complete before the expression that it is part of)"
  %r = linalg.matmul ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64>) outs(%C : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

// A combiner that ends the loop of its reduction.
func.func @conjunction(%A: tensor<?x?xi32>, %B: tensor<?x?xi32>, %C: tensor<?x?xi32>, %m: index, %n: index, %l: index) -> tensor<?x?xi32> {
  %0 = cin.kernel ins(%A, %B) outs(%C) extents(%m, %n, %l) {
  ^bb0(%a: !cin.ref<tensor<?x?xi32>>, %b: !cin.ref<tensor<?x?xi32>>, %c: !cin.ref<tensor<?x?xi32>>, %rows: index, %columns: index, %inner: index):
    cin.forall "i" to %rows {
    ^bb0(%i: !cin.index):
      // CHECK: choose-schedule-remarks.mlir:[[@LINE+1]]:7: remark: [Missed] choose_schedule {{.*}}Remark="parallelize(k,CPUVector,NoRaces,optional) is not chosen, since the reduction exits early at the annihilator of 'arith.ori', and vector lanes cannot exit separately"
      cin.forall "k" to %columns {
      ^bb0(%k: !cin.index):
        cin.forall "j" to %inner {
        ^bb0(%j: !cin.index):
          %1 = cin.access %a[%i, %j] : !cin.ref<tensor<?x?xi32>>
          %2 = cin.access %b[%j, %k] : !cin.ref<tensor<?x?xi32>>
          %3 = arith.andi %1, %2 : i32
          cin.assign %c[%i, %k] arith.ori %3 : !cin.ref<tensor<?x?xi32>>
        }
      }
    }
  } : (tensor<?x?xi32>, tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}
