// Packed formats: a tensor has an array of records, and its stored form views of
// the coordinates and of the components in it.

// RUN: weft-opt %s --split-input-file --convert-level-to-memref | FileCheck %s

// A record has 16 bytes: the coordinates are 4 elements apart, the components 2.
#Packed = #level.format<(i, j) -> (i : dense, j : compressed), packed>

// CHECK-LABEL: func.func @read(
// CHECK-SAME: %{{[a-z0-9_]+}}: index, %{{[a-z0-9_]+}}: index, %[[POS:[a-z0-9_]+]]: memref<?xi32>, %[[RECORDS:[a-z0-9_]+]]: memref<?xi8>, %[[P:[a-z0-9_]+]]: index)
// CHECK: %[[INTEGERS:.*]] = memref.view %[[RECORDS]]{{.*}} : memref<?xi8> to memref<?xi32>
// CHECK: %[[CRD:.*]] = memref.reinterpret_cast %[[INTEGERS]] to offset: [0], sizes: [%{{.*}}], strides: [4] : memref<?xi32> to memref<?xi32, strided<[4]>>
// CHECK: %[[FLOATS:.*]] = memref.view %[[RECORDS]]{{.*}} : memref<?xi8> to memref<?xf64>
// CHECK: %[[VALUES:.*]] = memref.reinterpret_cast %[[FLOATS]] to offset: [1], sizes: [%{{.*}}], strides: [2] : memref<?xf64> to memref<?xf64, strided<[2], offset: 1>>
// CHECK: memref.load %[[CRD]][%[[P]]]
// CHECK: memref.load %[[VALUES]][%[[P]]]
func.func @read(%A: tensor<?x?xf64, #Packed>, %p: index) -> (index, f64) {
  %s = level.open %A : tensor<?x?xf64, #Packed>
  %j, %f = level.pos_access %s level 1 at %p coords(%p) : !level.storage<tensor<?x?xf64, #Packed>>
  %v = level.load %s[%p] : !level.storage<tensor<?x?xf64, #Packed>>
  return %j, %v : index, f64
}

// -----

// The wider of both is a half, and a complex number counts as a whole. A singleton
// has no other array.
#Packed = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton), packed, crd = [32, 64]>

// CHECK-LABEL: func.func @wide_coordinates(
// CHECK-SAME: %[[RECORDS:[a-z0-9_]+]]: memref<?xi8>)
// CHECK: memref<?xi64> to memref<?xi64, strided<[2]>>
// CHECK: memref<?xf32> to memref<?xf32, strided<[4], offset: 2>>
// CHECK-LABEL: func.func @wide_components(
// CHECK: memref<?xi64> to memref<?xi64, strided<[4]>>
// CHECK: memref<?xcomplex<f64>> to memref<?xcomplex<f64>, strided<[2], offset: 1>>
func.func @wide_coordinates(%A: tensor<?x?xf32, #Packed>) -> !level.storage<tensor<?x?xf32, #Packed>> {
  %s = level.open %A : tensor<?x?xf32, #Packed>
  return %s : !level.storage<tensor<?x?xf32, #Packed>>
}
func.func @wide_components(%A: tensor<?x?xcomplex<f64>, #Packed>) -> !level.storage<tensor<?x?xcomplex<f64>, #Packed>> {
  %s = level.open %A : tensor<?x?xcomplex<f64>, #Packed>
  return %s : !level.storage<tensor<?x?xcomplex<f64>, #Packed>>
}

// -----

// A result gets its records in the end. A vector of bytes stands for a record.
#Packed = #level.format<(i) -> (i : compressed), packed>

// CHECK-LABEL: func.func @assemble(
// CHECK-SAME: -> (index, memref<?xi32>, memref<?xi8>) attributes
// CHECK-SAME: results = [{arrays = [i32, vector<16xi8>], rank = 1 : i64}]
// CHECK: %[[BYTES:.*]] = arith.muli %{{.*}}, %c16
// CHECK: %[[RECORDS:.*]] = memref.alloc(%[[BYTES]]) : memref<?xi8>
// CHECK: scf.for
// CHECK: %[[C:.*]] = memref.load %[[CRD:.*]][%[[I:.*]]] : memref<?xi32>
// CHECK: memref.store %[[C]], %{{.*}}[%[[I]]] : memref<?xi32, strided<[4]>>
// CHECK: %[[V:.*]] = memref.load %[[VALUES:.*]][%[[I]]] : memref<?xf64>
// CHECK: memref.store %[[V]], %{{.*}}[%[[I]]] : memref<?xf64, strided<[2], offset: 1>>
// CHECK: memref.dealloc %[[CRD]] : memref<?xi32>
// CHECK: memref.dealloc %[[VALUES]] : memref<?xf64>
// CHECK: return %{{.*}}, %{{.*}}, %[[RECORDS]]
func.func @assemble(%n: index) -> tensor<?xf64, #Packed> attributes {weft.kernel} {
  %b = level.init(%n) : !level.builder<tensor<?xf64, #Packed>>
  %A = level.finalize %b : !level.builder<tensor<?xf64, #Packed>>
  return %A : tensor<?xf64, #Packed>
}

// -----

// Records are freed, copied and kept as one array.
#Packed = #level.format<(i) -> (i : compressed), packed>

// CHECK-LABEL: func.func @release(
// CHECK-SAME: %{{[a-z0-9_]+}}: index, %[[POS:[a-z0-9_]+]]: memref<?xi32>, %[[RECORDS:[a-z0-9_]+]]: memref<?xi8>)
// CHECK-NEXT: memref.dealloc %[[POS]]
// CHECK-NEXT: memref.dealloc %[[RECORDS]]
// CHECK-NEXT: return
func.func @release(%A: tensor<?xf64, #Packed>) {
  level.release %A : tensor<?xf64, #Packed>
  return
}

// CHECK-LABEL: func.func @return(
// CHECK: memref.copy %{{.*}}, %{{.*}} : memref<?xi32> to memref<?xi32>
// CHECK: memref.copy %{{.*}}, %{{.*}} : memref<?xi8> to memref<?xi8>
func.func @return(%A: tensor<?xf64, #Packed>) -> tensor<?xf64, #Packed> attributes {weft.kernel} {
  return %A : tensor<?xf64, #Packed>
}

// The coordinates of a structure that is kept are copied one by one.
// CHECK-LABEL: func.func @keep(
// CHECK: memref.copy %{{.*}}, %{{.*}} : memref<?xi32> to memref<?xi32>
// CHECK: %[[COPY:.*]] = memref.alloc(%{{.*}}) : memref<?xi32>
// CHECK: scf.for
// CHECK: memref.load %{{.*}} : memref<?xi32, strided<[4]>>
// CHECK: memref.store %{{.*}}, %[[COPY]]
func.func @keep(%A: tensor<?xf64, #Packed>, %n: index) -> !level.builder<tensor<?xf64, #Packed>, compute> {
  %b = level.init(%n) keeping %A : tensor<?xf64, #Packed> -> !level.builder<tensor<?xf64, #Packed>, compute>
  return %b : !level.builder<tensor<?xf64, #Packed>, compute>
}
