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

// A guard bounds loops even if nothing else uses the variable that was split.
// CHECK-LABEL: func @guarded_split
// CHECK: %[[I:.*]] = cin.split "i" %{{.*}} down 7
// CHECK-NEXT: cin.guard %[[I]]
func.func @guarded_split(%y: tensor<i64>, %n: index) -> tensor<i64> {
  %c7 = arith.constant 7 : index
  %tiles = arith.ceildivui %n, %c7 : index
  %0 = cin.kernel outs(%y) extents(%n, %c7, %tiles) {
  ^bb0(%b: !cin.ref<tensor<i64>>, %e: index, %e1: index, %e0: index):
    %v = arith.constant 1 : i64
    cin.forall "i0" to %e0 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %e1 {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 7 of %e
        cin.guard %i
        cin.assign %b[] arith.addi %v : !cin.ref<tensor<i64>>
      }
    }
  } : (tensor<i64>) -> tensor<i64>
  return %0 : tensor<i64>
}

// CHECK-LABEL: func @guarded_collapse
// CHECK: %[[I:.*]], %[[J:.*]] = cin.collapse "i" "j"
// CHECK-NEXT: cin.guard %[[I]], %[[J]]
func.func @guarded_collapse(%y: tensor<i64>, %m: index, %n: index) -> tensor<i64> {
  %0 = cin.kernel outs(%y) extents(%m, %n) {
  ^bb0(%b: !cin.ref<tensor<i64>>, %d: index, %e: index):
    %v = arith.constant 1 : i64
    cin.forall "f" {
    ^bb0(%f: !cin.index):
      %i, %j = cin.collapse "i" "j" %f of %d, %e
      cin.guard %i, %j
      cin.assign %b[] arith.addi %v : !cin.ref<tensor<i64>>
    }
  } : (tensor<i64>) -> tensor<i64>
  return %0 : tensor<i64>
}

// Variables that are not used and not guarded are erased.
// CHECK-LABEL: func @unused_split
// CHECK-NOT: cin.split
func.func @unused_split(%y: tensor<i64>, %n: index, %tiles: index) -> tensor<i64> {
  %c7 = arith.constant 7 : index
  %0 = cin.kernel outs(%y) extents(%n, %tiles, %c7) {
  ^bb0(%b: !cin.ref<tensor<i64>>, %e: index, %e0: index, %e1: index):
    %v = arith.constant 1 : i64
    cin.forall "i0" to %e0 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %e1 {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 7 of %e
        cin.assign %b[] arith.addi %v : !cin.ref<tensor<i64>>
      }
    }
  } : (tensor<i64>) -> tensor<i64>
  return %0 : tensor<i64>
}
