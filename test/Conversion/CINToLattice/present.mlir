// RUN: weft-opt %s -convert-cin-to-lattice | FileCheck %s

// What is present has the coordinates of what it is said of, also where its
// fill is not what the assignment leaves as it is.

#Vector = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @counts
// CHECK: lattice.coiterate "i" {{.*}} over (a1 =
// CHECK: point [a1] {
// CHECK-NOT: level.load %{{.*}} f64
// CHECK: %[[ONE:.*]] = arith.constant 1 : i64
// CHECK: arith.addi %{{.*}}, %[[ONE]] : i64
// CHECK-NOT: point [U]
func.func @counts(%x: tensor<?xf64, #Vector> {weft.name = "a"}, %y: tensor<i64>, %n: index) -> tensor<i64> {
  %0 = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64, #Vector>>, %b: !cin.ref<tensor<i64>>, %e: index):
    cin.forall "i" to %e {
    ^bb0(%i: !cin.index):
      %v = cin.access %a[%i] : !cin.ref<tensor<?xf64, #Vector>>
      %c = cin.present %v then(1 : i64) else(0 : i64) : f64 -> i64
      cin.assign %b[] arith.addi %c : !cin.ref<tensor<i64>>
    }
  } : (tensor<?xf64, #Vector>, tensor<i64>) -> tensor<i64>
  return %0 : tensor<i64>
}

// Without present, the loop would go over everything.
// CHECK-LABEL: func @scatters
// CHECK: lattice.coiterate "i" {{.*}} over (a1 =
// CHECK: point [a1] {
// CHECK: %[[V:.*]] = level.load
// CHECK: arith.maximumf %{{.*}}, %[[V]]
// CHECK-NOT: point [U]
func.func @scatters(%x: tensor<?xf64, #Vector> {weft.name = "a"}, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %0 = cin.kernel ins(%x) outs(%y) extents(%n, %m) {
  ^bb0(%a: !cin.ref<tensor<?xf64, #Vector>>, %b: !cin.ref<tensor<?xf64>>, %e: index, %f: index):
    cin.forall "k" to %f {
    ^bb0(%k: !cin.index):
      cin.forall "i" to %e {
      ^bb0(%i: !cin.index):
        %v = cin.access %a[%i] : !cin.ref<tensor<?xf64, #Vector>>
        %c = cin.present %v else(0xFFF0000000000000 : f64) : f64 -> f64
        cin.assign %b[%i] arith.maximumf %c : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64, #Vector>, tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}
