// RUN: weft-opt %s --allow-unregistered-dialect --convert-lattice-to-scf --canonicalize --cse --split-input-file | FileCheck %s

#Sparse = #level.format<(i) -> (i : compressed)>

// A union of two segments: while both have a coordinate, one of three cases, in
// each of which it is known who is present, and only that is tested for its
// end. Behind it, what either has left.

// CHECK: #[[VECTORIZE:.*]] = #llvm.loop_vectorize<disable = true>
// CHECK: #[[SCALAR:.*]] = #llvm.loop_annotation<vectorize = #[[VECTORIZE]]>
// CHECK-LABEL: func.func @segments(
// CHECK-DAG: %[[TRUE:.*]] = arith.constant true
// CHECK-DAG: %[[FALSE:.*]] = arith.constant false
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[A:.*]] = level.open
// CHECK: %[[B:.*]] = level.open
// CHECK: %[[BA:.*]], %[[EA:.*]] = level.pos_bounds %[[A]]
// CHECK: %[[BB:.*]], %[[EB:.*]] = level.pos_bounds %[[B]]
// CHECK: %[[HASA:.*]] = arith.cmpi ult, %[[BA]], %[[EA]]
// CHECK: %[[HASB:.*]] = arith.cmpi ult, %[[BB]], %[[EB]]
// CHECK: %[[BOTH:.*]] = arith.andi %[[HASA]], %[[HASB]]
// CHECK: %[[MERGED:.*]]:3 = scf.if %[[BOTH]]
// CHECK: scf.while (%[[PA:.*]] = %[[BA]], %[[PB:.*]] = %[[BB]], %[[ACC:.*]] = %{{.*}})
// CHECK: %[[JA:.*]], %{{.*}} = level.pos_access %[[A]] level 0 at %[[PA]]
// CHECK: %[[JB:.*]], %{{.*}} = level.pos_access %[[B]] level 0 at %[[PB]]
// CHECK: %[[LESS:.*]] = arith.cmpi ult, %[[JA]], %[[JB]]
// CHECK: scf.if %[[LESS]]
// CHECK-NEXT: %[[R:.*]] = "test.use"(%[[JA]], %[[PA]], %[[TRUE]], %{{.*}}, %[[FALSE]], %[[ACC]])
// CHECK-NEXT: %[[NA:.*]] = arith.addi %[[PA]], %[[ONE]]
// CHECK-NEXT: %[[GOES:.*]] = arith.cmpi ne, %[[NA]], %[[EA]]
// CHECK-NEXT: scf.yield %[[NA]], %[[PB]], %[[R]], %[[GOES]]
// CHECK: %[[MORE:.*]] = arith.cmpi ult, %[[JB]], %[[JA]]
// CHECK: scf.if %[[MORE]]
// CHECK-NEXT: "test.use"(%[[JB]], %{{.*}}, %[[FALSE]], %[[PB]], %[[TRUE]], %[[ACC]])
// CHECK: arith.cmpi ne, %{{.*}}, %[[EB]]
// CHECK: else
// CHECK-NEXT: "test.use"(%[[JA]], %[[PA]], %[[TRUE]], %[[PB]], %[[TRUE]], %[[ACC]])
// CHECK: arith.cmpi ult, %{{.*}}, %[[EA]]
// CHECK: arith.cmpi ult, %{{.*}}, %[[EB]]
// CHECK: arith.andi
// CHECK: %[[REST:.*]] = scf.for %[[P:.*]] = %[[MERGED]]#0 to %[[EA]] step %[[ONE]] iter_args(%[[ACC:.*]] = %[[MERGED]]#2)
// CHECK-NEXT: %[[J:.*]], %{{.*}} = level.pos_access %[[A]] level 0 at %[[P]]
// CHECK-NEXT: "test.use"(%[[J]], %[[P]], %[[TRUE]], %{{.*}}, %[[FALSE]], %[[ACC]])
// CHECK: loop_annotation = #[[SCALAR]]
// CHECK: scf.for %{{.*}} = %[[MERGED]]#1 to %[[EB]] step %[[ONE]] iter_args(%{{.*}} = %[[REST]])
// CHECK: "test.use"(%{{.*}}, %{{.*}}, %[[FALSE]], %{{.*}}, %[[TRUE]], %{{.*}})
// CHECK: loop_annotation = #[[SCALAR]]
func.func @segments(%A: tensor<?xf64, #Sparse>, %B: tensor<?xf64, #Sparse>,
                    %n: index, %init: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = level.open %A : tensor<?xf64, #Sparse>
  %b = level.open %B : tensor<?xf64, #Sparse>
  %r = lattice.coiterate "j" in %c0 to %n guarded
      over (A1 = %a level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            B1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>)
      carry (%init : f64) {
    points [A1], [B1] {
    ^bb0(%j: index, %pA: index, %hasA: i1, %pB: index, %hasB: i1, %acc: f64):
      %next = "test.use"(%j, %pA, %hasA, %pB, %hasB, %acc) : (index, index, i1, index, i1, f64) -> f64
      lattice.yield %next : f64
    }
  }
  return %r : f64
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

// A product that moves by itself takes a loop for that. It is not copied.

// CHECK-LABEL: func.func @product(
// CHECK: "test.product"
// CHECK-NOT: "test.product"
// CHECK: return
func.func @product(%A: tensor<?xf64, #Sparse>, %B: tensor<?xf64, #Sparse>,
                   %C: tensor<?xf64, #Sparse>, %n: index, %init: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = level.open %A : tensor<?xf64, #Sparse>
  %b = level.open %B : tensor<?xf64, #Sparse>
  %c = level.open %C : tensor<?xf64, #Sparse>
  %r = lattice.coiterate "j" in %c0 to %n guarded
      over (A1 = %a level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            B1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            C1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>)
      carry (%init : f64) {
    points [A1, B1], [C1] {
    ^bb0(%j: index, %pA: index, %hasA: i1, %pB: index, %hasB: i1, %pC: index, %hasC: i1, %acc: f64):
      %both = arith.andi %hasA, %hasB : i1
      %x = scf.if %both -> f64 {
        %y = "test.product"(%acc) : (f64) -> f64
        scf.yield %y : f64
      } else {
        scf.yield %acc : f64
      }
      %next = scf.if %hasC -> f64 {
        %y = "test.alone"(%x) : (f64) -> f64
        scf.yield %y : f64
      } else {
        scf.yield %x : f64
      }
      lattice.yield %next : f64
    }
  }
  return %r : f64
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

// A region with a loop is not copied: one loop carries where both stand.

// CHECK-LABEL: func.func @loops(
// CHECK: scf.while
// CHECK: arith.minui
// CHECK: scf.for
// CHECK: "test.use"
// CHECK-NOT: "test.use"
// CHECK: return
func.func @loops(%A: tensor<?xf64, #Sparse>, %B: tensor<?xf64, #Sparse>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = level.open %A : tensor<?xf64, #Sparse>
  %b = level.open %B : tensor<?xf64, #Sparse>
  lattice.coiterate "j" in %c0 to %n guarded
      over (A1 = %a level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            B1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>) {
    points [A1], [B1] {
    ^bb0(%j: index, %pA: index, %hasA: i1, %pB: index, %hasB: i1):
      scf.for %i = %c0 to %n step %c1 {
        "test.use"(%j, %hasA, %hasB) : (index, i1, i1) -> ()
      }
      lattice.yield
    }
  }
  return
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

// Carried values may end each of the loops.

// CHECK-LABEL: func.func @exits(
// CHECK-SAME: %[[INIT:[a-z0-9]+]]: i1)
// CHECK: %[[BOTH:.*]] = arith.andi
// CHECK: %[[NOTYET:.*]] = arith.{{.*}} %[[INIT]]
// CHECK: %[[ENTERS:.*]] = arith.andi %[[BOTH]], %[[NOTYET]]
// CHECK: scf.if %[[ENTERS]]
// CHECK: scf.while
// CHECK: "test.use"
// CHECK: "test.use"
// CHECK: "test.use"
// CHECK: scf.condition
// CHECK: scf.while
// CHECK: arith.cmpi ult
// CHECK: arith.andi
// CHECK-NEXT: scf.condition
// CHECK: "test.use"
// CHECK: scf.while
// CHECK: arith.cmpi ult
// CHECK: arith.andi
// CHECK-NEXT: scf.condition
// CHECK: "test.use"
// CHECK-NOT: scf.for
// CHECK: return
func.func @exits(%A: tensor<?xf64, #Sparse>, %B: tensor<?xf64, #Sparse>,
                 %n: index, %init: i1) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = level.open %A : tensor<?xf64, #Sparse>
  %b = level.open %B : tensor<?xf64, #Sparse>
  %r = lattice.coiterate "j" in %c0 to %n guarded
      over (A1 = %a level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            B1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>)
      carry (%init : i1) until [true] {
    points [A1], [B1] {
    ^bb0(%j: index, %pA: index, %hasA: i1, %pB: index, %hasB: i1, %acc: i1):
      %next = "test.use"(%j, %pA, %hasA, %pB, %hasB, %acc) : (index, index, i1, index, i1, i1) -> i1
      lattice.yield %next : i1
    }
  }
  return %r : i1
}
