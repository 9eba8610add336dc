// RUN: weft-opt %s --allow-unregistered-dialect --convert-lattice-to-scf --canonicalize --split-input-file | FileCheck %s

#Sparse = #level.format<(i) -> (i : compressed)>

// A union of three segments, one of which is shifted and does not say where it
// stands: one loop while any of them has coordinates left. An
// exhausted segment has the largest coordinate, and nothing tests whether the
// region applies, since the smallest coordinate belongs to some segment.

// CHECK-LABEL: func.func @union(
// CHECK-DAG: %[[LAST:.*]] = arith.constant -1 : index
// CHECK: %[[LOOP:.*]]:4 = scf.while
// CHECK: %[[A:.*]] = arith.cmpi ult
// CHECK: %[[B:.*]] = arith.cmpi ult
// CHECK: %[[AB:.*]] = arith.ori %[[A]], %[[B]]
// CHECK: %[[C:.*]] = arith.cmpi ult
// CHECK: %[[ABC:.*]] = arith.ori %[[AB]], %[[C]]
// CHECK: scf.condition(%[[ABC]])
// CHECK: %[[COORD:.*]] = scf.if
// CHECK: level.pos_access
// CHECK: scf.yield
// CHECK: else
// CHECK: scf.yield %[[LAST]]
// CHECK: arith.minui
// CHECK: %[[J:.*]] = arith.minui
// CHECK: %[[HASA:.*]] = arith.cmpi eq, %[[COORD]], %[[J]]
// CHECK: %[[HASB:.*]] = arith.cmpi eq
// CHECK: %[[HASC:.*]] = arith.cmpi eq
// CHECK: "test.use"(%[[J]], %{{.*}}, %[[HASA]], %{{.*}}, %[[HASB]], %{{.*}}, %[[HASC]])
// CHECK: arith.index_castui %[[HASA]]
// CHECK-NOT: scf.while
func.func @union(%A: tensor<?xf64, #Sparse>, %B: tensor<?xf64, #Sparse>,
                 %C: tensor<?xf64, #Sparse>, %n: index, %o: index, %init: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = level.open %A : tensor<?xf64, #Sparse>
  %b = level.open %B : tensor<?xf64, #Sparse>
  %c = level.open %C : tensor<?xf64, #Sparse>
  %r = lattice.coiterate "j" in %c0 to %n guarded
      over (A1 = %a level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            B1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            C1 = %c level 0 strided 1 from %o under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>)
      carry (%init : f64) {
    points [A1], [B1], [C1] {
    ^bb0(%j: index, %pA: index, %hasA: i1, %pB: index, %hasB: i1, %pC: index, %hasC: i1, %acc: f64):
      %next = "test.use"(%j, %pA, %hasA, %pB, %hasB, %pC, %hasC) : (index, index, i1, index, i1, index, i1) -> f64
      lattice.yield %next : f64
    }
  }
  return %r : f64
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

// The region of a sum of products applies where both segments of some product
// have the coordinate.

// CHECK-LABEL: func.func @sum_of_products(
// CHECK: scf.while
// CHECK: %[[AB:.*]] = arith.andi
// CHECK: %[[CD:.*]] = arith.andi
// CHECK: arith.ori
// CHECK: scf.condition
// CHECK: %[[A:.*]] = arith.cmpi eq
// CHECK: %[[B:.*]] = arith.cmpi eq
// CHECK: %[[C:.*]] = arith.cmpi eq
// CHECK: %[[D:.*]] = arith.cmpi eq
// CHECK: %[[FIRST:.*]] = arith.andi %[[A]], %[[B]]
// CHECK: %[[SECOND:.*]] = arith.andi %[[C]], %[[D]]
// CHECK: %[[IN:.*]] = arith.ori %[[FIRST]], %[[SECOND]]
// CHECK: scf.if %[[IN]] {
// CHECK: "test.use"
func.func @sum_of_products(%A: tensor<?xf64, #Sparse>, %B: tensor<?xf64, #Sparse>,
                           %C: tensor<?xf64, #Sparse>, %D: tensor<?xf64, #Sparse>,
                           %n: index, %o: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = level.open %A : tensor<?xf64, #Sparse>
  %b = level.open %B : tensor<?xf64, #Sparse>
  %c = level.open %C : tensor<?xf64, #Sparse>
  %d = level.open %D : tensor<?xf64, #Sparse>
  lattice.coiterate "j" in %c0 to %n guarded
      over (A1 = %a level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            B1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            C1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            D1 = %d level 0 strided 1 from %o under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>) {
    points [A1, B1], [C1, D1] {
    ^bb0(%j: index, %pA: index, %hasA: i1, %pB: index, %hasB: i1, %pC: index, %hasC: i1, %pD: index, %hasD: i1):
      "test.use"(%j) : (index) -> ()
      lattice.yield
    }
  }
  return
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

// A product of sums: each sum is a union in its point, and the loop goes on
// while each has an operand left. Nothing is tested of what is located in.

// CHECK-LABEL: func.func @product_of_sums(
// CHECK: scf.while
// CHECK: %[[A:.*]] = arith.cmpi ult
// CHECK: %[[B:.*]] = arith.cmpi ult
// CHECK: %[[AB:.*]] = arith.ori %[[A]], %[[B]]
// CHECK: %[[C:.*]] = arith.cmpi ult
// CHECK: %[[D:.*]] = arith.cmpi ult
// CHECK: %[[CD:.*]] = arith.ori %[[C]], %[[D]]
// CHECK: %[[LEFT:.*]] = arith.andi %[[AB]], %[[CD]]
// CHECK: scf.condition(%[[LEFT]])
// CHECK: %[[A:.*]] = arith.cmpi eq
// CHECK: %[[B:.*]] = arith.cmpi eq
// CHECK: %[[C:.*]] = arith.cmpi eq
// CHECK: %[[D:.*]] = arith.cmpi eq
// CHECK: %[[AB:.*]] = arith.ori %[[A]], %[[B]]
// CHECK: %[[CD:.*]] = arith.ori %[[C]], %[[D]]
// CHECK: %[[IN:.*]] = arith.andi %[[AB]], %[[CD]]
// CHECK: scf.if %[[IN]] {
// CHECK: "test.use"
func.func @product_of_sums(%A: tensor<?xf64, #Sparse>, %B: tensor<?xf64, #Sparse>,
                           %C: tensor<?xf64, #Sparse>, %D: tensor<?xf64, #Sparse>,
                           %X: tensor<?xf64>, %n: index, %o: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = level.open %A : tensor<?xf64, #Sparse>
  %b = level.open %B : tensor<?xf64, #Sparse>
  %c = level.open %C : tensor<?xf64, #Sparse>
  %d = level.open %D : tensor<?xf64, #Sparse>
  %x = level.open %X : tensor<?xf64>
  lattice.coiterate "j" in %c0 to %n guarded
      over (A1 = %a level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            B1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            C1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            D1 = %d level 0 strided 1 from %o under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            X1 = %x level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64>>) {
    points [([A1], [B1]), ([C1], [D1]), ([C1], [| X1])] {
    ^bb0(%j: index, %pA: index, %hasA: i1, %pB: index, %hasB: i1, %pC: index, %hasC: i1, %pD: index, %hasD: i1, %pX: index, %hasX: i1):
      "test.use"(%j) : (index) -> ()
      lattice.yield
    }
  }
  return
}
