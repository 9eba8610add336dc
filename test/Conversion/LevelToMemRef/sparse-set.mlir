// The level functions of sparse sets: an index that is not initialized tells where
// a coordinate is, and the entries are sorted in the end.

// RUN: weft-opt %s --split-input-file --convert-level-to-memref --canonicalize | FileCheck %s

#Set = #level.format<(i) -> (i : sparse_set)>

// CHECK-LABEL: func.func @assemble(
// CHECK-SAME: %[[N:[a-z0-9_]+]]: index, %[[I:[a-z0-9_]+]]: index, %[[V:[a-z0-9_]+]]: f64
// CHECK: %[[CRD:[a-z0-9_]+]] = memref.alloc() : memref<16xi32>
// CHECK: %[[INDEX:[a-z0-9_]+]] = memref.alloc(%[[N]]) : memref<?xi32>
// CHECK: %[[VALUES:[a-z0-9_]+]] = memref.alloc() : memref<16xf64>
// CHECK-NOT: memref.store %{{.*}}, %[[INDEX]]
// CHECK: %[[STORED:[a-z0-9_]+]] = memref.load %[[INDEX]][%[[I]]]
// CHECK: %[[NOTED:[a-z0-9_]+]] = arith.index_cast %[[STORED]]
// CHECK: %[[TAKEN:[a-z0-9_]+]] = arith.cmpi ult, %[[NOTED]], %c0
// CHECK: %[[SAFE:[a-z0-9_]+]] = arith.select %[[TAKEN]], %[[NOTED]], %c0
// CHECK: %[[THERE:[a-z0-9_]+]] = memref.load %[[CRD]][%[[SAFE]]]
// CHECK: %[[J:[a-z0-9_]+]] = arith.index_cast %[[THERE]]
// CHECK: %[[SAME:[a-z0-9_]+]] = arith.cmpi eq, %[[J]], %[[I]]
// CHECK: %[[KNOWN:[a-z0-9_]+]] = arith.andi %[[TAKEN]], %[[SAME]]
// CHECK: %[[P:[a-z0-9_]+]] = arith.select %[[KNOWN]], %[[NOTED]], %c0
// CHECK: memref.store %{{.*}}, %[[CRD]][%[[P]]]
// CHECK: memref.store %{{.*}}, %[[INDEX]][%[[I]]]
// CHECK: memref.store %[[V]], %[[VALUES]][%[[P]]]
// CHECK: memref.dealloc %[[INDEX]]
// CHECK: call @weft_rt_sort
func.func @assemble(%n: index, %i: index, %v: f64) -> tensor<?xf64, #Set> {
  %zero = arith.constant 0 : index
  %b = level.init(%n) : !level.builder<tensor<?xf64, #Set>>
  %c, %p = level.insert_coord %b level 0 under %zero coords(%i) : !level.builder<tensor<?xf64, #Set>>
  %d = level.store %v, %c[%p] : f64, !level.builder<tensor<?xf64, #Set>>
  %t = level.finalize %d : !level.builder<tensor<?xf64, #Set>>
  return %t : tensor<?xf64, #Set>
}
