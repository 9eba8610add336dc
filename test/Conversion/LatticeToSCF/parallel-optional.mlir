// RUN: weft-opt %s -convert-lattice-to-scf | FileCheck %s

// An optional parallel loop that threads cannot share is sequential.
#Sparse = #level.format<(i) -> (i : compressed)>
// CHECK-LABEL: func.func @merge(
// CHECK: scf.while
// CHECK-NOT: weft.loop = {{.*}}parallel
// CHECK-LABEL: func.func @count(
// CHECK: } {weft.loop = #weft.loop<parallel(static), optional, segments(<level 0 ordered unique adjacent>)>}
func.func @merge(%b: !level.storage<tensor<?xf64, #Sparse>>, %c: !level.storage<tensor<?xf64, #Sparse>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n parallel(static) optional
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>) {
    point [b1, c1] {
    ^bb0(%i: index, %pb: index, %pc: index):
    }
  }
  return
}
func.func @count(%b: !level.storage<tensor<?xf64, #Sparse>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n parallel(static) optional
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>) {
    point [b1] {
    ^bb0(%i: index, %pb: index):
    }
  }
  return
}

// An optional vector loop over merged segments is no error either.
// CHECK-LABEL: func.func @lanes(
// CHECK: scf.while
// CHECK-NOT: weft.loop = {{.*}}vector
// CHECK-NOT: weft.loop = {{.*}}optional
// CHECK-LABEL: func.func @counted_lanes(
// CHECK: } {weft.loop = #weft.loop<vector(8), optional, segments(<level 0 ordered unique adjacent>)>}
func.func @lanes(%b: !level.storage<tensor<?xf64, #Sparse>>, %c: !level.storage<tensor<?xf64, #Sparse>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n vector(8) optional
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>) {
    point [b1, c1] {
    ^bb0(%i: index, %pb: index, %pc: index):
    }
  }
  return
}
func.func @counted_lanes(%b: !level.storage<tensor<?xf64, #Sparse>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lattice.coiterate "i" in %c0 to %n vector(8) optional
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>) {
    point [b1] {
    ^bb0(%i: index, %pb: index):
    }
  }
  return
}

// What threads append they append in parts, of which there may be one.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func.func @append(
// CHECK-SAME: %[[B:[^:]*]]: !level.builder<
// CHECK: weft.partitions %[[FIRST:.*]] to %[[LAST:.*]] of %{{.*}} to %{{.*}} carry(%[[OWN:.*]] = %[[B]]) : !level.builder<tensor<?x?xf64, #{{.*}}>> {
// CHECK-NEXT: %[[LOOP:.*]] = scf.for %{{.*}} = %[[FIRST]] to %[[LAST]] step %{{.*}} iter_args(%{{.*}} = %[[OWN]])
// CHECK-NOT: weft.loop = {{.*}}parallel
// CHECK: weft.yield %[[LOOP]]
func.func @append(%b: !level.builder<tensor<?x?xf64, #CSR>>, %a: !level.storage<tensor<?xf64, #Sparse>>, %n: index) -> !level.builder<tensor<?x?xf64, #CSR>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = lattice.coiterate "i" in %c0 to %n parallel(static) partitions(0) optional
      over (a1 = %a level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>)
      carry (%b : !level.builder<tensor<?x?xf64, #CSR>>) {
    point [a1] {
    ^bb0(%i: index, %q: index, %s: !level.builder<tensor<?x?xf64, #CSR>>):
      %p, %f = level.locate %s level 0 under %c0 coords(%i) : !level.builder<tensor<?x?xf64, #CSR>>
      %begin = level.next %s level 1 : <tensor<?x?xf64, #CSR>>
      %t = level.append_coord %s level 1 coord %i : <tensor<?x?xf64, #CSR>>
      %end = level.next %t level 1 : <tensor<?x?xf64, #CSR>>
      %u = level.append_edges %t level 1 under %p from %begin to %end : <tensor<?x?xf64, #CSR>>
      lattice.yield %u : !level.builder<tensor<?x?xf64, #CSR>>
    }
  }
  return %r : !level.builder<tensor<?x?xf64, #CSR>>
}
