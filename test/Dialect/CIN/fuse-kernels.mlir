// RUN: weft-opt %s --convert-tin-to-cin --cin-fuse-kernels --split-input-file | FileCheck %s

// Independent assignments become a multi statement.

// CHECK-LABEL: func.func @independent(
// CHECK: %[[R:.*]]:2 = cin.kernel ins(%{{.*}}) outs(%{{.*}}, %{{.*}})
// CHECK: cin.multi {
// CHECK: cin.forall "i"
// CHECK: arith.negf
// CHECK: } and {
// CHECK: cin.forall "i_2"
// CHECK: arith.mulf
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @independent(%x: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64>
    %b = arith.negf %a : f64
    tin.yield %b : f64
  }
  %z = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64>
    %b = arith.mulf %a, %a : f64
    tin.yield %b : f64
  }
  return %y, %z : tensor<?xf64>, tensor<?xf64>
}

// -----

// An assignment that reads the result of another follows it in a sequence, and
// reads the output itself.

// CHECK-LABEL: func.func @dependent(
// CHECK: cin.kernel ins(%{{.*}}) outs(%{{.*}}, %{{.*}})
// CHECK-NEXT: ^bb0(%{{.*}}: !cin.ref<tensor<?xf64>>, %[[Y:.*]]: !cin.ref<tensor<?xf64>>, %{{.*}}: !cin.ref<tensor<?xf64>>
// CHECK: cin.sequence {
// CHECK: cin.assign %[[Y]]
// CHECK: } then {
// CHECK: cin.access %[[Y]]
func.func @dependent(%x: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64>
    %b = arith.negf %a : f64
    tin.yield %b : f64
  }
  %z = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %y[%i] : tensor<?xf64>
    %b = arith.mulf %a, %a : f64
    tin.yield %b : f64
  }
  return %y, %z : tensor<?xf64>, tensor<?xf64>
}

// -----

// What is not a result of the function stays a kernel of its own.

// CHECK-LABEL: func.func @temporary(
// CHECK-COUNT-2: cin.kernel
// CHECK-NOT: cin.sequence
func.func @temporary(%x: tensor<?xf64>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %x[%i] : tensor<?xf64>
    %b = arith.negf %a : f64
    tin.yield %b : f64
  }
  %z = tin.compute (%i "i") : tensor<?xf64> {
    %a = tin.access %y[%i] : tensor<?xf64>
    %b = arith.mulf %a, %a : f64
    tin.yield %b : f64
  }
  return %z : tensor<?xf64>
}

// -----

// A kernel that is computed into the result of another stays behind it.

// CHECK-LABEL: func.func @into_result(
// CHECK: %[[R:.*]] = cin.kernel ins(%{{.*}}) outs(%{{.*}}) extents
// CHECK: %[[Q:.*]] = cin.kernel ins(%{{.*}}) outs(%[[R]]) extents
// CHECK: return %[[R]], %[[Q]]
func.func @into_result(%x: tensor<?xf64>, %y: tensor<?xf64>, %m: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %r = cin.kernel ins(%x) outs(%y) extents(%m) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %c: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %c[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %q = cin.kernel ins(%x) outs(%r) extents(%m) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %c: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %c[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r, %q : tensor<?xf64>, tensor<?xf64>
}

// -----

// A use in a region between the kernels keeps them apart, too.

// CHECK-LABEL: func.func @used_between(
// CHECK: %[[R:.*]] = cin.kernel
// CHECK: scf.if
// CHECK: cin.kernel
func.func @used_between(%x: tensor<?xf64>, %y: tensor<?xf64>, %m: index, %b: i1) -> (tensor<?xf64>, tensor<?xf64>) {
  %r = cin.kernel ins(%x) outs(%y) extents(%m) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %c: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %c[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %z = scf.if %b -> tensor<?xf64> {
    scf.yield %r : tensor<?xf64>
  } else {
    scf.yield %y : tensor<?xf64>
  }
  %q = cin.kernel ins(%x) outs(%z) extents(%m) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %c: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %c[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r, %q : tensor<?xf64>, tensor<?xf64>
}

// -----

// What kernels are told of their results, the fused kernel is told.

// CHECK-LABEL: func.func @told(
// CHECK: cin.kernel ins(%{{.*}}) outs(%{{.*}}, %{{.*}}) extents(%{{.*}}, %{{.*}}) assembly(two_phase) drop_fill {
func.func @told(%x: tensor<?xf64>, %y: tensor<?xf64>, %z: tensor<?xf64>, %m: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %r = cin.kernel ins(%x) outs(%y) extents(%m) assembly(two_phase) drop_fill {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %c: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %c[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %q = cin.kernel ins(%x) outs(%z) extents(%m) assembly(two_phase) drop_fill {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %c: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %c[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r, %q : tensor<?xf64>, tensor<?xf64>
}

// -----

// CHECK-LABEL: func.func @told_apart(
// CHECK: cin.kernel ins(%{{.*}}) outs(%{{.*}}) extents(%{{.*}}) reuse {
// CHECK: cin.kernel ins(%{{.*}}) outs(%{{.*}}) extents(%{{.*}}) {
func.func @told_apart(%x: tensor<?xf64>, %y: tensor<?xf64>, %z: tensor<?xf64>, %m: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %r = cin.kernel ins(%x) outs(%y) extents(%m) reuse {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %c: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %c[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %q = cin.kernel ins(%x) outs(%z) extents(%m) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %c: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %c[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r, %q : tensor<?xf64>, tensor<?xf64>
}

// -----

// What is said of both kernels is said of the one.

// CHECK-LABEL: func.func @attributes(
// CHECK: cin.kernel {{.*}} reuse {
// CHECK: cin.multi
// CHECK: } {note = 1 : i64} : (tensor
func.func @attributes(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) reuse {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %b: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %b[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } {note = 1 : i64} : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %s = cin.kernel ins(%x) outs(%y) extents(%n) reuse {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %b: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %b[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } {note = 1 : i64} : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r, %s : tensor<?xf64>, tensor<?xf64>
}

// -----

// What is said of one alone would be lost.

// CHECK-LABEL: func.func @other_attributes(
// CHECK-NOT: cin.multi
func.func @other_attributes(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %b: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %b[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } {note = 1 : i64} : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %s = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %b: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %b[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r, %s : tensor<?xf64>, tensor<?xf64>
}

// -----

// Notes that name variables do not keep kernels apart, and follow their names.

// CHECK-LABEL: func.func @notes(
// CHECK: cin.multi
// CHECK: cin.forall "i" to
// CHECK: cin.forall "i_2" to
// CHECK: } {cin.planned = ["i_2"], cin.reordered = ["i"]} : (tensor
func.func @notes(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %b: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %b[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } {cin.reordered = ["i"]} : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %s = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %b: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %b[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } {cin.planned = ["i"]} : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r, %s : tensor<?xf64>, tensor<?xf64>
}
