// Loops test before they begin and at their end, where they go back.

// RUN: weft-opt %s --weft-convert-to-llvm | FileCheck %s
// RUN: weft-opt %s --weft-convert-to-llvm --mlir-print-op-generic \
// RUN:   | FileCheck %s --check-prefix=GENERIC

// CHECK: #[[SCALAR:[a-z_0-9]+]] = #llvm.loop_annotation

// CHECK-LABEL: llvm.func @count(
// CHECK-SAME: %[[N:[a-z0-9]+]]: i64
// CHECK: %[[ANY:[a-z0-9]+]] = llvm.icmp "sgt" %[[N]], %[[ZERO:[a-z0-9]+]]
// CHECK-NEXT: llvm.cond_br %[[ANY]], ^[[BODY:bb[0-9]+]](%[[ZERO]], %{{[a-z0-9]+}} : i64, i64), ^[[END:bb[0-9]+]](
// CHECK-NEXT: ^[[BODY]](%[[I:[a-z0-9]+]]: i64, %[[SUM:[a-z0-9]+]]: i64):
// CHECK-NEXT: %[[NEXT:[a-z0-9]+]] = llvm.add %[[SUM]], %[[I]]
// CHECK-NEXT: %[[STEP:[a-z0-9]+]] = llvm.add %[[I]], %{{[a-z0-9]+}}
// CHECK-NEXT: %[[MORE:[a-z0-9]+]] = llvm.icmp "slt" %[[STEP]], %[[N]]
// CHECK-NEXT: llvm.cond_br %[[MORE]], ^[[BODY]](%[[STEP]], %[[NEXT]] : i64, i64), ^[[END]](%[[NEXT]] : i64)
// CHECK-NEXT: ^[[END]](%[[RESULT:[a-z0-9]+]]: i64):
// CHECK: llvm.return %[[RESULT]]
func.func @count(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %c0) -> (index) {
    %next = arith.addi %sum, %i : index
    scf.yield %next : index
  }
  return %r : index
}

// Sizes may be taken as unsigned.
// CHECK-LABEL: llvm.func @unsigned(
// CHECK: llvm.icmp "ugt"
// CHECK: llvm.icmp "ult"
func.func @unsigned(%n: i64, %a: memref<?xi64>, %p: index) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  scf.for unsigned %i = %c0 to %n step %c1 : i64 {
    memref.store %i, %a[%p] : memref<?xi64>
  }
  return
}

// What is said of a loop stands at the branch that goes back.
// CHECK-LABEL: llvm.func @annotated(
// CHECK: llvm.cond_br
// CHECK: llvm.cond_br {{.*}}loop_annotation = #[[SCALAR]]
// As a property of the branch; LLVM would not be told of another attribute.
// GENERIC: "llvm.cond_br"{{.*}} <{loop_annotation = #{{.*}}}>
#scalar = #llvm.loop_annotation<disableNonforced = true>
func.func @annotated(%n: index, %a: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %i, %a[%i] : memref<?xindex>
  } {loop_annotation = #scalar}
  return
}

// A test that may fail at once is made twice.
// CHECK-LABEL: llvm.func @while(
// CHECK: %[[FIRST:[a-z0-9]+]] = llvm.icmp "ult"
// CHECK: llvm.cond_br %[[FIRST]], ^[[BODY:bb[0-9]+]]
// CHECK: ^[[BODY]](
// CHECK: llvm.call @advance
// CHECK: %[[AGAIN:[a-z0-9]+]] = llvm.icmp "ult"
// CHECK: llvm.cond_br %[[AGAIN]], ^[[BODY]]
// CHECK-NOT: llvm.icmp
// CHECK: llvm.return
func.func private @advance(index) -> index
func.func @while(%begin: index, %end: index) -> index {
  %r = scf.while (%p = %begin) : (index) -> index {
    %c = arith.cmpi ult, %p, %end : index
    scf.condition(%c) %p : index
  } do {
  ^bb0(%p: index):
    %q = func.call @advance(%p) : (index) -> index
    scf.yield %q : index
  }
  return %r : index
}

// A loop with all of its body in the test is left as it is.
// CHECK-LABEL: llvm.func @until(
// CHECK: llvm.call @advance
// CHECK-NOT: llvm.call @advance
// CHECK: llvm.return
func.func @until(%begin: index, %end: index) -> index {
  %r = scf.while (%p = %begin) : (index) -> index {
    %q = func.call @advance(%p) : (index) -> index
    %c = arith.cmpi ult, %q, %end : index
    scf.condition(%c) %q : index
  } do {
  ^bb0(%q: index):
    scf.yield %q : index
  }
  return %r : index
}

// Where branches of the test find out whether there is another step, each goes
// back, or out of the loop. What a branch computes for the next step only stands
// behind the branch that goes back.
// CHECK-LABEL: llvm.func @branches(
// CHECK-SAME: %[[P:[a-z0-9]+]]: i64, %[[Q:[a-z0-9]+]]: i64, %[[END:[a-z0-9]+]]: i64
// CHECK: llvm.br ^[[STEP:bb[0-9]+]](%[[P]], %[[Q]] : i64, i64)
// CHECK-NEXT: ^[[STEP]](%[[P:[a-z0-9]+]]: i64, %[[Q:[a-z0-9]+]]: i64):
// CHECK-NEXT: %[[LESS:[a-z0-9]+]] = llvm.icmp "ult" %[[P]], %[[Q]]
// CHECK-NEXT: llvm.cond_br %[[LESS]], ^[[THEN:bb[0-9]+]], ^[[ELSE:bb[0-9]+]]
// CHECK-NEXT: ^[[THEN]]:
// CHECK-NEXT: %[[P1:[a-z0-9]+]] = llvm.call @advance(%[[P]])
// CHECK-NEXT: %[[C:[a-z0-9]+]] = llvm.icmp "ult" %[[P1]], %[[END]]
// CHECK-NEXT: llvm.cond_br %[[C]], ^[[STEP]](%[[P1]], %[[Q]] : i64, i64), ^[[OUT:bb[0-9]+]](%[[P1]], %[[Q]] : i64, i64)
// CHECK-NEXT: ^[[ELSE]]:
// CHECK-NEXT: %[[Q1:[a-z0-9]+]] = llvm.call @advance(%[[Q]])
// CHECK-NEXT: %[[C:[a-z0-9]+]] = llvm.icmp "ult" %[[Q1]], %[[END]]
// CHECK-NEXT: llvm.cond_br %[[C]], ^[[AGAIN:bb[0-9]+]], ^[[LAST:bb[0-9]+]]
// CHECK-NEXT: ^[[AGAIN]]:
// CHECK-NEXT: %[[Q2:[a-z0-9]+]] = llvm.call @advance(%[[Q1]])
// CHECK-NEXT: llvm.br ^[[STEP]](%[[P]], %[[Q2]] : i64, i64)
// CHECK-NEXT: ^[[LAST]]:
// CHECK-NEXT: llvm.br ^[[OUT]](%[[P]], %[[Q1]] : i64, i64)
// CHECK-NEXT: ^[[OUT]](%[[R:[a-z0-9]+]]: i64, %{{[a-z0-9]+}}: i64):
func.func @branches(%p0: index, %q0: index, %end: index) -> (index, index) {
  %r:2 = scf.while (%p = %p0, %q = %q0) : (index, index) -> (index, index) {
    %less = arith.cmpi ult, %p, %q : index
    %next:3 = scf.if %less -> (index, index, i1) {
      %p1 = func.call @advance(%p) : (index) -> index
      %c = arith.cmpi ult, %p1, %end : index
      scf.yield %p1, %q, %c : index, index, i1
    } else {
      %q1 = func.call @advance(%q) : (index) -> index
      %c = arith.cmpi ult, %q1, %end : index
      %q3 = scf.if %c -> index {
        %q2 = func.call @advance(%q1) : (index) -> index
        scf.yield %q2 : index
      } else {
        scf.yield %q1 : index
      }
      scf.yield %p, %q3, %c : index, index, i1
    }
    scf.condition(%next#2) %next#0, %next#1 : index, index
  } do {
  ^bb0(%p: index, %q: index):
    scf.yield %p, %q : index, index
  }
  return %r#0, %r#1 : index, index
}

// Not so if something else uses what the branches yield.
// CHECK-LABEL: llvm.func @used(
// CHECK: llvm.cond_br
// CHECK: ^[[TEST:bb[0-9]+]](%[[GOES:[a-z0-9]+]]: i1)
// CHECK: llvm.cond_br %{{.*}}
// CHECK: llvm.return
func.func @used(%p0: index, %end: index) -> index {
  %r = scf.while (%p = %p0) : (index) -> index {
    %less = arith.cmpi ult, %p, %end : index
    %c = scf.if %less -> i1 {
      %p1 = func.call @advance(%p) : (index) -> index
      %c = arith.cmpi ult, %p1, %end : index
      scf.yield %c : i1
    } else {
      %p1 = func.call @advance(%p) : (index) -> index
      %c = arith.cmpi ult, %end, %p1 : index
      scf.yield %c : i1
    }
    %q = arith.index_castui %c : i1 to index
    scf.condition(%c) %q : index
  } do {
  ^bb0(%q: index):
    scf.yield %q : index
  }
  return %r : index
}
