// RUN: weft-opt %s -convert-level-to-memref -canonicalize -split-input-file -verify-diagnostics | FileCheck %s

// A partition shares the counts of the rows, which are known before, and has the rest
// of its own. The join finds out where each partition begins, makes room for all, and
// copies them at the same time.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func.func @csr(
// CHECK-SAME: %{{.*}}: index, %{{.*}}: index, %[[POS:[^:]*]]: memref<?xi32>, %[[CRD:[^:]*]]: memref<?xi32>, %[[COUNT:[^:]*]]: index, %[[VALS:[^:]*]]: memref<?xf64>, %[[N:[^:]*]]: index)
// CHECK-DAG: %[[CRDS:.*]] = memref.alloc(%[[N]]) : memref<?xmemref<?xi32>>
// CHECK-DAG: %[[COUNTS:.*]] = memref.alloc(%[[N]]) : memref<?xindex>
// CHECK-DAG: %[[VALUES:.*]] = memref.alloc(%[[N]]) : memref<?xmemref<?xf64>>
// CHECK: scf.for %[[P:.*]] = %c0 to %[[N]]
// CHECK: memref.store %{{.*}}, %[[CRDS]][%[[P]]]
// CHECK: memref.store %c0, %[[COUNTS]][%[[P]]]
// CHECK: memref.store %{{.*}}, %[[VALUES]][%[[P]]]
// CHECK: %[[BEGINS:.*]] = memref.alloc(%[[N]]) : memref<?xindex>
// CHECK: %[[TOTAL:.*]]:2 = scf.for %[[P:.*]] = %c0 to %[[N]] step %c1 iter_args(%{{.*}}, %[[BEGIN:[^ ]*]] = %[[COUNT]])
// CHECK: %[[LENGTH:.*]] = memref.load %[[COUNTS]][%[[P]]]
// CHECK: memref.store %[[BEGIN]], %[[BEGINS]][%[[P]]]
// CHECK: %[[END:.*]] = arith.addi %[[BEGIN]], %[[LENGTH]]
// CHECK: scf.yield %{{.*}}, %[[END]]
// CHECK: call @weft_grow_i32(%[[CRD]], %[[TOTAL]]#1,
// CHECK: call @weft_grow_f64(%[[VALS]], %[[TOTAL]]#1,
// CHECK: scf.for %[[P:.*]] = %c0 to %[[N]]
// CHECK: %[[PART:.*]] = memref.load %[[CRDS]][%[[P]]]
// CHECK: %[[BEGIN:.*]] = memref.load %[[BEGINS]][%[[P]]]
// CHECK: scf.for %[[Q:.*]] = %c0 to
// CHECK: %[[AT:.*]] = arith.addi %[[BEGIN]], %[[Q]]
// CHECK: %[[C:.*]] = memref.load %[[PART]][%[[Q]]]
// CHECK: memref.store %[[C]], %{{.*}}[%[[AT]]]
// CHECK: } {weft.loop = #weft.loop<parallel(static)>}
// CHECK: scf.for %[[P:.*]] = %c0 to %[[N]]
// CHECK: %[[PART:.*]] = memref.load %[[CRDS]][%[[P]]]
// CHECK: memref.dealloc %[[PART]]
// CHECK: return %{{.*}}, %{{.*}}, %[[POS]], %{{.*}}, %[[TOTAL]]#1, %{{.*}}
func.func @csr(%b: !level.builder<tensor<?x?xf64, #CSR>>, %n: index) -> !level.builder<tensor<?x?xf64, #CSR>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %partitions = level.fork %b into %n : !level.partitions<tensor<?x?xf64, #CSR>>
  scf.for %p = %c0 to %n step %c1 {
    %mine = level.begin_partition %partitions : !level.partitions<tensor<?x?xf64, #CSR>>
    level.end_partition %mine, %partitions[%p] : !level.partitions<tensor<?x?xf64, #CSR>>
  }
  %b1 = level.concatenate %partitions : !level.partitions<tensor<?x?xf64, #CSR>>
  return %b1 : !level.builder<tensor<?x?xf64, #CSR>>
}

// -----

// Counts of parents that are appended are the partition's own, and joined as well.
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>

// CHECK-LABEL: func.func @dcsr(
// CHECK: scf.for {{.*}} iter_args
// CHECK: call @weft_grow_filled_i32
// CHECK: memref.dealloc
// CHECK: return
func.func @dcsr(%b: !level.builder<tensor<?x?xf64, #DCSR>>, %n: index) -> !level.builder<tensor<?x?xf64, #DCSR>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %partitions = level.fork %b into %n : !level.partitions<tensor<?x?xf64, #DCSR>>
  scf.for %p = %c0 to %n step %c1 {
    %mine = level.begin_partition %partitions : !level.partitions<tensor<?x?xf64, #DCSR>>
    level.end_partition %mine, %partitions[%p] : !level.partitions<tensor<?x?xf64, #DCSR>>
  }
  %b1 = level.concatenate %partitions : !level.partitions<tensor<?x?xf64, #DCSR>>
  return %b1 : !level.builder<tensor<?x?xf64, #DCSR>>
}

// -----

#Runs = #level.format<(i) -> (i : run_length)>
func.func @runs(%b: !level.builder<tensor<?xf64, #Runs>>, %n: index) {
  // expected-error @+1 {{cannot be lowered: no code is known that concatenates partitions of the level type '#level.run_length'}}
  %partitions = level.fork %b into %n : !level.partitions<tensor<?xf64, #Runs>>
  return
}

// -----

// A builder that was forked is that of the partitions.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
func.func @forked(%b: !level.builder<tensor<?x?xf64, #CSR>>, %n: index) {
  // expected-note @+1 {{changed here}}
  %partitions = level.fork %b into %n : !level.partitions<tensor<?x?xf64, #CSR>>
  // expected-error @+1 {{uses a builder in a state that another operation has changed}}
  %p = level.next %b level 1 : !level.builder<tensor<?x?xf64, #CSR>>
  return
}
