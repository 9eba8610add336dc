// RUN: weft-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: func @value_of_literal
// CHECK:         %[[C3:.*]] = arith.constant 3 : i64
// CHECK:         cin.assign %{{.*}} = %[[C3]]
func.func @value_of_literal(%y: tensor<i64>) -> tensor<i64> {
  %0 = cin.kernel outs(%y) {
  ^bb0(%b: !cin.ref<tensor<i64>>):
    %l = cin.literal 3
    %n = cin.value %l
    %v = arith.index_cast %n : index to i64
    cin.assign %b[] = %v : !cin.ref<tensor<i64>>
  } : (tensor<i64>) -> tensor<i64>
  return %0 : tensor<i64>
}

// The constants of a combiner stay inside it.
// CHECK-LABEL: func @constants_of_combiner
func.func @constants_of_combiner(%y: tensor<i32>) -> tensor<i32> {
  %0 = cin.kernel outs(%y) {
  ^bb0(%b: !cin.ref<tensor<i32>>):
    %v = arith.constant 4 : i32
    // CHECK:      cin.assign %{{.*}}[] {
    // CHECK-NEXT: ^bb0(
    // CHECK-NEXT: arith.constant 3 : i32
    cin.assign %b[] {
    ^bb0(%l: i32, %r: i32):
      %c = arith.constant 1 : i32
      %d = arith.constant 2 : i32
      %e = arith.addi %c, %d : i32
      %f = arith.maxsi %r, %e : i32
      %g = arith.addi %l, %f : i32
      cin.yield %g : i32
    } %v : !cin.ref<tensor<i32>>
  } : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// A kernel has effects inside only.
// CHECK-LABEL: func @unused_kernel
// CHECK-NOT: cin.kernel
func.func @unused_kernel(%x: tensor<f64>) {
  %0 = cin.kernel ins(%x) outs(%x) {
  ^bb0(%a: !cin.ref<tensor<f64>>, %b: !cin.ref<tensor<f64>>):
    %v = cin.access %a[] : !cin.ref<tensor<f64>>
    cin.assign %b[] = %v : !cin.ref<tensor<f64>>
  } : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return
}

// A split bounds its loops even if nobody uses what was split.
// CHECK-LABEL: func @unused_split
// CHECK: cin.split "i" %{{.*}} down 7
func.func @unused_split(%y: tensor<i64>, %n: index) -> tensor<i64> {
  %0 = cin.kernel outs(%y) extents(%n) {
  ^bb0(%b: !cin.ref<tensor<i64>>, %e: index):
    %v = arith.constant 1 : i64
    cin.forall "i0" to %e {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %e {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 7 of %e
        cin.assign %b[] arith.addi %v : !cin.ref<tensor<i64>>
      }
    }
  } : (tensor<i64>) -> tensor<i64>
  return %0 : tensor<i64>
}

// So does a collapse.
// CHECK-LABEL: func @unused_collapse
// CHECK: cin.collapse "i" "j"
func.func @unused_collapse(%y: tensor<i64>, %m: index, %n: index) -> tensor<i64> {
  %0 = cin.kernel outs(%y) extents(%m, %n) {
  ^bb0(%b: !cin.ref<tensor<i64>>, %d: index, %e: index):
    %v = arith.constant 1 : i64
    cin.forall "f" to %d {
    ^bb0(%f: !cin.index):
      %i, %j = cin.collapse "i" "j" %f of %d, %e
      cin.assign %b[] arith.addi %v : !cin.ref<tensor<i64>>
    }
  } : (tensor<i64>) -> tensor<i64>
  return %0 : tensor<i64>
}
