// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s --emit-bytecode | weft-opt | FileCheck %s

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#Vector = #level.format<(i) -> (i : compressed)>

// Positions are named after their segments.
// CHECK-LABEL: func @points
// CHECK-SAME:    (%[[B:.*]]: !level.storage<tensor<?x?xf64, #[[$CSR:.*]]>>, %[[C:.*]]: !level.storage<tensor<?xf64, #[[$V:.*]]>>, %[[D:.*]]: !level.storage<tensor<?xf64>>, %[[I:.*]]: index, %[[P:.*]]: index, %[[Q:.*]]: index, %[[X:.*]]: f64)
func.func @points(%B: !level.storage<tensor<?x?xf64, #CSR>>, %c: !level.storage<tensor<?xf64, #Vector>>, %d: !level.storage<tensor<?xf64>>, %i: index, %p: index, %q: index, %x: f64) -> (f64, index) {
  // CHECK:      %[[R:.*]]:2 = lattice.coiterate "j" in %[[P]] to %[[Q]] over (B2 = %[[B]] level 1 under %[[P]] to %[[Q]] coords(%[[I]]) : !level.storage<tensor<?x?xf64, #[[$CSR]]>>, c1 = %[[C]] level 0 under %[[P]] to %[[Q]] coords() : !level.storage<tensor<?xf64, #[[$V]]>>, d1 = %[[D]] level 0 under %[[P]] to %[[Q]] coords() : !level.storage<tensor<?xf64>>) carry (%[[X]] : f64, %[[P]] : index) {
  // CHECK-NEXT:   point [B2, c1 | d1] {
  // CHECK-NEXT:   ^bb0(%[[J:j]]: index, %[[PB2:pB2]]: index, %[[PC1:pc1]]: index, %[[PD1:pd1]]: index, %[[ACC:.*]]: f64, %[[COUNT:.*]]: index):
  // CHECK-NEXT:     lattice.yield %[[ACC]], %[[PD1]] : f64, index
  // CHECK-NEXT:   }
  // CHECK-NEXT:   point [c1 | d1] {
  // CHECK-NEXT:   ^bb0(%[[J:.*]]: index, %[[PC1:.*]]: index, %{{.*}}: index, %[[ACC:.*]]: f64, %[[COUNT:.*]]: index):
  // CHECK-NEXT:     lattice.yield %[[ACC]], %[[PC1]] : f64, index
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[R]]#0, %[[R]]#1
  %r:2 = lattice.coiterate "j" in %p to %q
      over (B2 = %B level 1 under %p to %q coords(%i) : !level.storage<tensor<?x?xf64, #CSR>>,
            c1 = %c level 0 under %p to %q coords() : !level.storage<tensor<?xf64, #Vector>>,
            d1 = %d level 0 under %p to %q coords() : !level.storage<tensor<?xf64>>)
      carry (%x : f64, %p : index) {
    point [B2, c1 | d1] {
    ^bb0(%j: index, %pB: index, %pc: index, %pd: index, %acc: f64, %count: index):
      lattice.yield %acc, %pd : f64, index
    }
    point [c1 | d1] {
    ^bb0(%j: index, %pc: index, %pd: index, %acc: f64, %count: index):
      lattice.yield %acc, %pc : f64, index
    }
  }
  return %r#0, %r#1 : f64, index
}

// Without carried values there is no terminator to see. A level that is not
// unique has a range of positions.
// CHECK-LABEL: func @range
func.func @range(%A: !level.storage<tensor<?x?xf64, #COO>>, %p: index, %q: index) {
  // CHECK:      lattice.coiterate "i" in %{{.*}} to %{{.*}} windowed over (A1 = {{.*}}) {
  // CHECK-NEXT:   point [A1, U] {
  // CHECK-NEXT:   ^bb0(%{{i}}: index, %[[P:pA1]]: index, %[[Q:pA1_end]]: index):
  // CHECK-NEXT:     arith.addi %[[P]], %[[Q]]
  // CHECK-NEXT:   }
  // CHECK-NEXT:   point [U] {
  // CHECK-NEXT:   ^bb0(%{{.*}}: index):
  // CHECK-NEXT:   }
  // CHECK-NEXT: } {tag = 1 : i64}
  lattice.coiterate "i" in %p to %q windowed
      over (A1 = %A level 0 under %p to %q coords() : !level.storage<tensor<?x?xf64, #COO>>) {
    point [A1, U] {
    ^bb0(%i: index, %b: index, %e: index):
      %0 = arith.addi %b, %e : index
    }
    point [U] {
    ^bb0(%i: index):
    }
  } {tag = 1 : i64}
  return
}

// CHECK-LABEL: func @universe
// CHECK:         lattice.coiterate "i" in %{{.*}} to %{{.*}} over () {
// CHECK-NEXT:      point [U] {
func.func @universe(%p: index, %q: index) {
  lattice.coiterate "i" in %p to %q over () {
    point [U] {
    ^bb0(%i: index):
    }
  }
  return
}

// A name that is no identifier is quoted.
// CHECK-LABEL: func @quoted
// CHECK: lattice.coiterate "f" positions of "B 1" original ("i") in %{{.*}} over ("B 1" = %{{.*}} level 0 {{.*}}, "2\22" = %{{.*}} level 0
// CHECK-NEXT: point ["B 1" | "2\22"] {
func.func @quoted(%b: !level.storage<tensor<?xf64, #Vector>>, %d: !level.storage<tensor<?xf64>>, %p: index, %q: index) {
  lattice.coiterate "f" positions of "B 1" original ("i") in %p to %q
      over ("B 1" = %b level 0 under %p to %q coords() : !level.storage<tensor<?xf64, #Vector>>,
            "2\"" = %d level 0 under %p to %q coords() : !level.storage<tensor<?xf64>>) {
    point ["B 1" | "2\""] {
    ^bb0(%i: index, %f: index, %pb: index, %pd: index):
    }
  }
  return
}
