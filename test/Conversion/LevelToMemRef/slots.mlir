// The level functions of range, offset and padded levels (thesis, table 2-13),
// and what numbers their slots.

// RUN: weft-opt %s --convert-level-to-memref --canonicalize --cse | FileCheck %s

#DIA = #level.format<(i, j) -> (slot : dense, i : range, j : offset)>
#ELL = #level.format<(i, j) -> (slot : dense, i : dense, j : padded)>

// The number of slots is the size behind those of the dimensions.
// CHECK-LABEL: func.func @slots
// CHECK-SAME: (%{{.*}}: index, %{{.*}}: index, %[[SLOTS:[^:]*]]: index, %{{.*}}: memref<?xi32>{{[^,]*}}, %{{.*}}: memref<?xi32>{{[^,]*}}, %{{.*}}: memref<?xf64>{{[^,]*}})
// CHECK-SAME: weft.abi = {arguments = [{arrays = [i32, i32, f64], rank = 3 : i64}]
// CHECK: return %[[SLOTS]]
func.func @slots(%a: tensor<?x?xf64, #DIA>) -> index attributes {weft.kernel} {
  %0 = level.open %a : tensor<?x?xf64, #DIA>
  %n = level.size %0 level 0 : !level.storage<tensor<?x?xf64, #DIA>>
  return %n : index
}

// CHECK-LABEL: func.func @range
// CHECK-SAME: (%[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %{{[^:]*}}: index, %[[OFFSETS:[^:]*]]: memref<?xi32>{{[^,]*}}, %{{[^:]*}}: memref<?xi32>{{[^,]*}}, %{{[^:]*}}: memref<?xf64>{{[^,]*}}, %[[P:[^:]*]]: index, %[[S:[^:]*]]: index, %[[I:[^:]*]]: index)
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
  %begin, %end = level.coord_bounds %0 level 1 under %s coords(%s) : !level.storage<tensor<?x?xf64, #DIA>>
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
// CHECK-SAME: memref<?xi32>{{[^,]*}}, %[[OFFSETS:[^:]*]]: memref<?xi32>{{[^,]*}}, %{{[^:]*}}: memref<?xf64>{{[^,]*}}, %[[P:[^:]*]]: index, %[[S:[^:]*]]: index, %[[I:[^:]*]]: index, %[[J:[^:]*]]: index)
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

// The one position of a parent, or the end behind it.
// CHECK-LABEL: func.func @search_offset
// CHECK-SAME: memref<?xi32>{{[^,]*}}, %[[OFFSETS:[^:]*]]: memref<?xi32>{{[^,]*}}, %{{[^:]*}}: memref<?xf64>{{[^,]*}}, %[[B:[^:]*]]: index, %[[E:[^:]*]]: index, %[[S:[^:]*]]: index, %[[I:[^:]*]]: index, %[[J:[^:]*]]: index)
// CHECK: %[[LOADED:.*]] = memref.load %[[OFFSETS]][%[[S]]]
// CHECK: %[[OFFSET:.*]] = arith.index_cast %[[LOADED]] : i32 to index
// CHECK: %[[STORED:.*]] = arith.addi %[[I]], %[[OFFSET]]
// CHECK: %[[BEFORE:.*]] = arith.cmpi slt, %[[STORED]], %[[J]]
// CHECK: %[[FOUND:.*]] = arith.select %[[BEFORE]], %[[E]], %[[B]]
// CHECK: return %[[FOUND]]
func.func @search_offset(%a: tensor<?x?xf64, #DIA>, %b: index, %e: index, %s: index, %i: index, %j: index) -> index {
  %0 = level.open %a : tensor<?x?xf64, #DIA>
  %q = level.search %0 level 2 in %b to %e for %j coords(%s, %i) : !level.storage<tensor<?x?xf64, #DIA>>
  return %q : index
}

// CHECK-LABEL: func.func @padded
// CHECK-SAME: %[[CRD:[^:]*]]: memref<?xi32>{{[^,]*}}, %{{[^:]*}}: memref<?xf64>{{[^,]*}}, %[[P:[^:]*]]: index, %[[S:[^:]*]]: index, %[[I:[^:]*]]: index, %[[J:[^:]*]]: index)
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

// While entries are noted, there is a count for each row.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[M:[^:]*]]: index, %[[N:[^:]*]]: index)
// CHECK: %[[COUNTS:.*]] = memref.alloc(%[[M]]) : memref<?xi64>
// CHECK: memref.store %c0_i64, %[[COUNTS]]
// CHECK: return %[[M]], %[[N]], %c0, %{{.*}}, %[[COUNTS]], %{{.*}}
func.func @rows(%m: index, %n: index) -> !level.builder<tensor<?x?xf64, #ELL>, count> {
  %b = level.init(%m, %n) : !level.builder<tensor<?x?xf64, #ELL>, count>
  return %b : !level.builder<tensor<?x?xf64, #ELL>, count>
}

// CHECK-LABEL: func.func @note_row(
// CHECK-SAME: %[[COUNTS:[^:]*]]: memref<?xi64>{{[^,]*}}, %{{[^:]*}}: memref<?xf64>{{[^,]*}}, %[[I:[^:]*]]: index, %[[J:[^:]*]]: index)
// CHECK: %[[LOADED:.*]] = memref.load %[[COUNTS]][%[[I]]]
// CHECK: %[[COUNT:.*]] = arith.index_cast %[[LOADED]]
// CHECK: %[[MORE:.*]] = arith.addi %[[COUNT]], %c1
// CHECK: %[[STORED:.*]] = arith.index_cast %[[MORE]]
// CHECK: memref.store %[[STORED]], %[[COUNTS]][%[[I]]]
func.func @note_row(%b: !level.builder<tensor<?x?xf64, #ELL>, count>, %i: index, %j: index) -> !level.builder<tensor<?x?xf64, #ELL>, count> {
  %b1 = level.note_entry %b coords(%i, %j) : !level.builder<tensor<?x?xf64, #ELL>, count>
  return %b1 : !level.builder<tensor<?x?xf64, #ELL>, count>
}

// The fullest row says how many slots there are.
// CHECK-LABEL: func.func @scan_rows(
// CHECK-SAME: %[[M:[^:]*]]: index, %[[N:[^:]*]]: index,
// CHECK: %[[SLOTS:.*]] = scf.for {{.*}} -> (index)
// CHECK: arith.maxsi
// CHECK: %[[SIZE:.*]] = arith.muli %[[SLOTS]], %[[M]]
// CHECK: %[[CRD:.*]] = memref.alloc(%[[SIZE]]) : memref<?xi32>
// CHECK: memref.store %c-1_i32, %[[CRD]]
// CHECK: %[[VALUES:.*]] = memref.alloc(%[[SIZE]]) : memref<?xf64>
// CHECK: return %[[M]], %[[N]], %[[SLOTS]], %[[CRD]], %{{.*}}, %[[VALUES]]
func.func @scan_rows(%b: !level.builder<tensor<?x?xf64, #ELL>, count>) -> !level.builder<tensor<?x?xf64, #ELL>, place> {
  %c = level.scan %b : !level.builder<tensor<?x?xf64, #ELL>, count>
  return %c : !level.builder<tensor<?x?xf64, #ELL>, place>
}

// Diagonals are collected in a table, which grows.
// CHECK-LABEL: func.func @note_diagonal(
// CHECK-SAME: %[[KEYS:[^:]*]]: memref<?xi64>{{[^,]*}}, %{{[^:]*}}: memref<?xi64>{{[^,]*}}, %[[COUNT:[^:]*]]: index, %{{[^:]*}}: memref<?xf64>{{[^,]*}}, %[[I:[^:]*]]: index, %[[J:[^:]*]]: index)
// CHECK: %[[OFFSET:.*]] = arith.subi %[[J]], %[[I]]
// CHECK: scf.while
// CHECK: memref.load %[[KEYS]]
// CHECK: %[[IF:.*]]:2 = scf.if
// CHECK: memref.store %{{.*}}, %[[KEYS]]
// CHECK: %[[MORE:.*]] = arith.addi %[[COUNT]], %c1
// CHECK: %[[GROWN:.*]] = scf.if
// CHECK: scf.yield %[[GROWN]], %[[MORE]]
// CHECK: scf.yield %[[KEYS]], %[[COUNT]]
func.func @note_diagonal(%b: !level.builder<tensor<?x?xf64, #DIA>, count>, %i: index, %j: index) -> !level.builder<tensor<?x?xf64, #DIA>, count> {
  %b1 = level.note_entry %b coords(%i, %j) : !level.builder<tensor<?x?xf64, #DIA>, count>
  return %b1 : !level.builder<tensor<?x?xf64, #DIA>, count>
}

// Slots are in the order of their offsets.
// CHECK-LABEL: func.func @scan_diagonals(
// CHECK: %[[OFFSETS:.*]] = memref.alloc(%[[COUNT:.*]]) : memref<?xi32>
// CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[OFFSETS]]
// CHECK: call @weft_rt_sort(
func.func @scan_diagonals(%b: !level.builder<tensor<?x?xf64, #DIA>, count>) -> !level.builder<tensor<?x?xf64, #DIA>, place> {
  %c = level.scan %b : !level.builder<tensor<?x?xf64, #DIA>, count>
  return %c : !level.builder<tensor<?x?xf64, #DIA>, place>
}

// The range and the offset level are told the offset of a slot that is taken.
// CHECK-LABEL: func.func @take_diagonal(
// CHECK-SAME: %[[RANGE:[^:]*]]: memref<?xi32>{{[^,]*}}, %{{[^:]*}}: memref<?xi32>{{[^,]*}}, %{{[^:]*}}: memref<?xi64>{{[^,]*}}, %[[SLOTS:[^:]*]]: memref<?xi64>{{[^,]*}}, %{{[^:]*}}: index, %{{[^:]*}}: memref<?xf64>{{[^,]*}}, %[[I:[^:]*]]: index, %[[J:[^:]*]]: index)
// CHECK: %[[SEARCH:.*]] = scf.while
// CHECK: %[[LOADED:.*]] = memref.load %[[SLOTS]][%[[SEARCH]]]
// CHECK: %[[SLOT:.*]] = arith.index_cast %[[LOADED]]
// CHECK: memref.store %{{.*}}, %[[RANGE]][%[[SLOT]]]
func.func @take_diagonal(%c: !level.builder<tensor<?x?xf64, #DIA>, place>, %i: index, %j: index) -> (!level.builder<tensor<?x?xf64, #DIA>, place>, index) {
  %c1, %s = level.take_slot %c coords(%i, %j) : !level.builder<tensor<?x?xf64, #DIA>, place>
  return %c1, %s : !level.builder<tensor<?x?xf64, #DIA>, place>, index
}

// The rows that were counted come into their order, and slices have the widths of
// their longest; then a coordinate is where its row is.
#Sorted = #level.format<(i, j) -> (i : permuted(8), slot : sliced(4), j : padded)>
// CHECK-LABEL: func.func @scan_sorted(
// CHECK-SAME: %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %{{[^:]*}}: index, %[[ROWS:[^:]*]]: memref<?xi32>{{[^,]*}}, %[[WHERE:[^:]*]]: memref<?xi32>{{[^,]*}}, %[[POS:[^:]*]]: memref<?xi32>{{[^,]*}}, %{{[^:]*}}: memref<?xi32>{{[^,]*}}, %[[COUNTS:[^:]*]]: memref<?xi64>
// CHECK: %[[SLOTS:.*]] = scf.for {{.*}} -> (index)
// CHECK: arith.divui %{{.*}}, %c8
// CHECK: call @weft_rt_sort
// CHECK: memref.load %[[ROWS]]
// CHECK: memref.store %{{.*}}, %[[WHERE]]
// CHECK: %[[LAST:.*]] = arith.addi %[[M]], %c3
// CHECK: %[[SLICES:.*]] = arith.divui %[[LAST]], %c4
// CHECK: scf.for {{.*}} to %[[SLICES]]
// CHECK: %[[WIDTH:.*]] = scf.for {{.*}} -> (index)
// CHECK: arith.maxsi
// CHECK: memref.store %{{.*}}, %[[POS]]
// CHECK: %[[SUM:.*]] = scf.for {{.*}} -> (index)
// CHECK: arith.muli %[[SUM]], %c4
func.func @scan_sorted(%b: !level.builder<tensor<?x?xf64, #Sorted>, count>) -> !level.builder<tensor<?x?xf64, #Sorted>, place> {
  %c = level.scan %b : !level.builder<tensor<?x?xf64, #Sorted>, count>
  return %c : !level.builder<tensor<?x?xf64, #Sorted>, place>
}

// CHECK-LABEL: func.func @insert_sorted(
// CHECK-SAME: %[[ROWS:[^:]*]]: memref<?xi32>{{[^,]*}}, %[[WHERE:[^:]*]]: memref<?xi32>{{[^,]*}}, %[[POS:[^:]*]]: memref<?xi32>{{[^,]*}},
// CHECK: memref.load %[[WHERE]]
// CHECK: %[[PLACE:.*]] = arith.index_cast
// CHECK: %[[SLICE:.*]] = arith.divui %[[PLACE]], %c4
// CHECK: memref.load %[[POS]][%[[SLICE]]]
// CHECK: arith.remui %[[PLACE]], %c4
func.func @insert_sorted(%b: !level.builder<tensor<?x?xf64, #Sorted>, place>, %i: index, %s: index) -> (!level.builder<tensor<?x?xf64, #Sorted>, place>, index) {
  %c0 = arith.constant 0 : index
  %b1, %p = level.insert_coord %b level 0 under %c0 coords(%i) : !level.builder<tensor<?x?xf64, #Sorted>, place>
  %b2, %q = level.insert_coord %b1 level 1 under %p coords(%i, %s) : !level.builder<tensor<?x?xf64, #Sorted>, place>
  return %b2, %q : !level.builder<tensor<?x?xf64, #Sorted>, place>, index
}
