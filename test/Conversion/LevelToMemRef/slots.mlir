// The level functions of range, offset and padded levels (thesis, table 2-13).

// RUN: weft-opt %s --convert-level-to-memref --canonicalize --cse | FileCheck %s

#DIA = #level.format<(i, j) -> (slot : dense, i : range, j : offset)>
#ELL = #level.format<(i, j) -> (slot : dense, i : dense, j : padded)>

// The number of slots is the size behind those of the dimensions.
// CHECK-LABEL: func.func @slots
// CHECK-SAME: (%{{.*}}: index, %{{.*}}: index, %[[SLOTS:[^:]*]]: index, %{{.*}}: memref<?xi32>, %{{.*}}: memref<?xi32>, %{{.*}}: memref<?xf64>)
// CHECK-SAME: weft.abi = {arguments = [{arrays = [i32, i32, f64], rank = 3 : i64}]
// CHECK: return %[[SLOTS]]
func.func @slots(%a: tensor<?x?xf64, #DIA>) -> index attributes {weft.kernel} {
  %0 = level.open %a : tensor<?x?xf64, #DIA>
  %n = level.size %0 level 0 : !level.storage<tensor<?x?xf64, #DIA>>
  return %n : index
}

// CHECK-LABEL: func.func @range
// CHECK-SAME: (%[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %{{[^:]*}}: index, %[[OFFSETS:[^:]*]]: memref<?xi32>, %{{[^:]*}}: memref<?xi32>, %{{[^:]*}}: memref<?xf64>, %[[P:[^:]*]]: index, %[[S:[^:]*]]: index, %[[I:[^:]*]]: index)
// CHECK: %[[LOADED:.*]] = memref.load %[[OFFSETS]][%[[S]]]
// CHECK: %[[OFFSET:.*]] = arith.index_cast %[[LOADED]] : i32 to index
// CHECK: %[[BEFORE:.*]] = arith.subi %c0, %[[OFFSET]]
// CHECK: %[[BEHIND:.*]] = arith.subi %[[N]], %[[OFFSET]]
// CHECK: %[[BEGIN:.*]] = arith.maxsi %[[BEFORE]], %c0
// CHECK: %[[END:.*]] = arith.minsi %[[M]], %[[BEHIND]]
// CHECK: %[[ROW:.*]] = arith.muli %[[P]], %[[M]]
// CHECK: %[[Q:.*]] = arith.addi %[[ROW]], %[[I]]
// CHECK: return %[[BEGIN]], %[[END]], %[[Q]], %true
func.func @range(%a: tensor<?x?xf64, #DIA>, %p: index, %s: index, %i: index) -> (index, index, index, i1) {
  %0 = level.open %a : tensor<?x?xf64, #DIA>
  %begin, %end = level.coord_bounds %0 level 1 coords(%s) : !level.storage<tensor<?x?xf64, #DIA>>
  %q, %found = level.coord_access %0 level 1 under %p coords(%s, %i) : !level.storage<tensor<?x?xf64, #DIA>>
  return %begin, %end, %q, %found : index, index, index, i1
}

// A coordinate is located by a look at the bounds.
// CHECK-LABEL: func.func @locate_range
// CHECK: %[[BEGIN:.*]] = arith.maxsi
// CHECK: %[[END:.*]] = arith.minsi
// CHECK: %[[BEHIND:.*]] = arith.cmpi sge, %[[I:.*]], %[[BEGIN]]
// CHECK: %[[BEFORE:.*]] = arith.cmpi slt, %[[I]], %[[END]]
// CHECK: %[[FOUND:.*]] = arith.andi %[[BEHIND]], %[[BEFORE]]
// CHECK: return %{{.*}}, %[[FOUND]]
func.func @locate_range(%a: tensor<?x?xf64, #DIA>, %p: index, %s: index, %i: index) -> (index, i1) {
  %0 = level.open %a : tensor<?x?xf64, #DIA>
  %q, %found = level.locate %0 level 1 under %p coords(%s, %i) : !level.storage<tensor<?x?xf64, #DIA>>
  return %q, %found : index, i1
}

// CHECK-LABEL: func.func @offset
// CHECK-SAME: memref<?xi32>, %[[OFFSETS:[^:]*]]: memref<?xi32>, %{{[^:]*}}: memref<?xf64>, %[[P:[^:]*]]: index, %[[S:[^:]*]]: index, %[[I:[^:]*]]: index, %[[J:[^:]*]]: index)
// CHECK: %[[LOADED:.*]] = memref.load %[[OFFSETS]][%[[S]]]
// CHECK: %[[OFFSET:.*]] = arith.index_cast %[[LOADED]] : i32 to index
// CHECK: %[[STORED:.*]] = arith.addi %[[I]], %[[OFFSET]]
// CHECK: %[[FOUND:.*]] = arith.cmpi eq, %[[STORED]], %[[J]]
// CHECK: return %[[P]], %[[STORED]], %true{{.*}}, %[[P]], %[[FOUND]]
func.func @offset(%a: tensor<?x?xf64, #DIA>, %p: index, %s: index, %i: index, %j: index) -> (index, index, i1, index, i1) {
  %0 = level.open %a : tensor<?x?xf64, #DIA>
  %p1 = arith.addi %p, %p : index
  %begin, %end = level.pos_bounds %0 level 2 under %p to %p1 : !level.storage<tensor<?x?xf64, #DIA>>
  %c, %f = level.pos_access %0 level 2 at %begin coords(%s, %i) : !level.storage<tensor<?x?xf64, #DIA>>
  %q, %found = level.locate %0 level 2 under %p coords(%s, %i, %j) : !level.storage<tensor<?x?xf64, #DIA>>
  return %begin, %c, %f, %q, %found : index, index, i1, index, i1
}

// CHECK-LABEL: func.func @padded
// CHECK-SAME: %[[CRD:[^:]*]]: memref<?xi32>, %{{[^:]*}}: memref<?xf64>, %[[P:[^:]*]]: index, %[[S:[^:]*]]: index, %[[I:[^:]*]]: index, %[[J:[^:]*]]: index)
// CHECK: %[[LOADED:.*]] = memref.load %[[CRD]][%[[P]]]
// CHECK: %[[STORED:.*]] = arith.index_cast %[[LOADED]] : i32 to index
// CHECK: %[[IS:.*]] = arith.cmpi sge, %[[STORED]], %c0
// CHECK: %[[FOUND:.*]] = arith.cmpi eq, %[[STORED]], %[[J]]
// CHECK: return %[[STORED]], %[[IS]], %[[P]], %[[FOUND]]
func.func @padded(%a: tensor<?x?xf64, #ELL>, %p: index, %s: index, %i: index, %j: index) -> (index, i1, index, i1) {
  %0 = level.open %a : tensor<?x?xf64, #ELL>
  %c, %f = level.pos_access %0 level 2 at %p coords(%s, %i) : !level.storage<tensor<?x?xf64, #ELL>>
  %q, %found = level.locate %0 level 2 under %p coords(%s, %i, %j) : !level.storage<tensor<?x?xf64, #ELL>>
  return %c, %f, %q, %found : index, i1, index, i1
}
