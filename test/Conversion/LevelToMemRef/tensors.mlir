// Tensors across functions and control flow, and operations on whole tensors.

// RUN: weft-opt %s --split-input-file --convert-level-to-memref | FileCheck %s

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// A declaration, a call of it, attributes of arguments on the first value, and a
// scalar. Only kernels have a record of their signature.

// CHECK: func.func private @callee(index {weft.name = "A"}, index, memref<?xi32>{{[^,]*}}, memref<?xi32>{{[^,]*}}, memref<?xf64>{{[^,]*}}, f64 {weft.name = "s"}) -> (memref<?xf64> {weft.name = "r"})
// CHECK-NOT: weft.abi
func.func private @callee(tensor<?x?xf64, #CSR> {weft.name = "A"}, f64 {weft.name = "s"}) -> (tensor<f64> {weft.name = "r"})

// CHECK-LABEL: func.func @call(
// CHECK-SAME: %[[M:[a-z0-9_]+]]: index, %[[N:[a-z0-9_]+]]: index, %[[POS:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %[[CRD:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %[[V:[a-z0-9_]+]]: memref<?xf64>{{[^,]*}}, %[[S:[a-z0-9_]+]]: f64) -> memref<?xf64>
// CHECK: %[[R:[a-z0-9_]+]] = call @callee(%[[M]], %[[N]], %[[POS]], %[[CRD]], %[[V]], %[[S]])
// CHECK: return %[[R]]
func.func @call(%A: tensor<?x?xf64, #CSR>, %s: f64) -> tensor<f64> {
  %r = call @callee(%A, %s) : (tensor<?x?xf64, #CSR>, f64) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

// A kernel records its signature and returns no memory of others.

// CHECK-LABEL: func.func @kernel(
// CHECK-SAME: %[[V:[a-z0-9_]+]]: memref<?xf32>{{[^,]*}}, %{{[a-z0-9_]+}}: index {weft.extent = array<i64: 0, 1>})
// CHECK-SAME: weft.abi = {arguments = [{arrays = [i32, i32, i32, f32], rank = 2 : i64}, index], results = [{arrays = [i32, i32, i32, f32], rank = 2 : i64}]}
// CHECK: memref.copy %[[V]], %[[COPY:[a-z0-9_]+]] :
// CHECK-NEXT: return %{{.*}}, %[[COPY]]
func.func @kernel(%A: tensor<?x?xf32, #COO>, %n: index {weft.extent = array<i64: 0, 1>}) -> tensor<?x?xf32, #COO> attributes {weft.kernel} {
  return %A : tensor<?x?xf32, #COO>
}

// -----

// CHECK-LABEL: func.func @control(
// CHECK-SAME: %[[N:[a-z0-9_]+]]: index, %[[X:[a-z0-9_]+]]: memref<?xi64>{{[^,]*}}, %[[K:[a-z0-9_]+]]: index, %[[Y:[a-z0-9_]+]]: memref<?xi64>{{[^,]*}}, %[[C:[a-z0-9_]+]]: i1, %[[E:[a-z0-9_]+]]: index)
// CHECK: %[[IF:[a-z0-9_]+]]:2 = scf.if %[[C]] -> (index, memref<?xi64>)
// CHECK: %[[FOR:[a-z0-9_]+]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %[[IF]]#0, %{{.*}} = %[[IF]]#1) -> (index, memref<?xi64>)
// CHECK: %[[WHILE:[a-z0-9_]+]]:2 = scf.while (%{{.*}} = %[[FOR]]#0, %{{.*}} = %[[FOR]]#1) : (index, memref<?xi64>) -> (index, memref<?xi64>)
// CHECK: scf.condition(%[[C]]) %{{.*}}, %{{.*}} : index, memref<?xi64>
// CHECK: %[[S0:[a-z0-9_]+]] = arith.select %[[C]], %[[WHILE]]#0, %[[K]]
// CHECK: %[[S1:[a-z0-9_]+]] = arith.select %[[C]], %[[WHILE]]#1, %[[Y]]
// CHECK: return %[[S0]], %[[S1]]
func.func @control(%x: tensor<?xi64>, %y: tensor<?xi64>, %c: i1, %e: index) -> tensor<?xi64> {
  %if = scf.if %c -> (tensor<?xi64>) {
    scf.yield %x : tensor<?xi64>
  } else {
    scf.yield %y : tensor<?xi64>
  }
  %for = scf.for %i = %e to %e step %e iter_args(%a = %if) -> (tensor<?xi64>) {
    scf.yield %a : tensor<?xi64>
  }
  %while = scf.while (%a = %for) : (tensor<?xi64>) -> tensor<?xi64> {
    scf.condition(%c) %a : tensor<?xi64>
  } do {
  ^bb0(%a: tensor<?xi64>):
    scf.yield %a : tensor<?xi64>
  }
  %s = arith.select %c, %while, %y : tensor<?xi64>
  return %s : tensor<?xi64>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func.func @sizes(
// CHECK-SAME: %[[M:[a-z0-9_]+]]: index, %{{[a-z0-9_]+}}: index, %{{[a-z0-9_]+}}: memref<?xi32>{{[^,]*}}, %{{[a-z0-9_]+}}: memref<?xi32>{{[^,]*}}, %{{[a-z0-9_]+}}: memref<?xf64>{{[^,]*}}, %[[D:[a-z0-9_]+]]: index)
// CHECK: %[[C9:[a-z0-9_]+]] = arith.constant 9 : index
// CHECK: %[[IS0:[a-z0-9_]+]] = arith.cmpi eq, %[[D]]
// CHECK: %[[ANY:[a-z0-9_]+]] = arith.select %[[IS0]], %[[M]], %[[C9]]
// CHECK: return %[[M]], %[[ANY]]
func.func @sizes(%A: tensor<?x9xf64, #CSR>, %d: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %A, %d : tensor<?x9xf64, #CSR>
  %B = tensor.cast %A : tensor<?x9xf64, #CSR> to tensor<?x?xf64, #CSR>
  %m = tensor.dim %B, %c0 : tensor<?x?xf64, #CSR>
  return %m, %n : index, index
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func.func @empty(
// CHECK-SAME: %[[N:[a-z0-9_]+]]: index)
// CHECK: %[[C8:[a-z0-9_]+]] = arith.constant 8 : index
// CHECK: memref.alloc(%{{.*}}) : memref<?xi32>
// CHECK: memref.alloc(%{{.*}}) : memref<?xi32>
// CHECK: memref.alloc(%{{.*}}) : memref<?xf64>
// CHECK: return %[[N]]
func.func @empty(%n: index) -> index {
  %c1 = arith.constant 1 : index
  %A = tensor.empty(%n) : tensor<8x?xf64, #CSR>
  %d = tensor.dim %A, %c1 : tensor<8x?xf64, #CSR>
  return %d : index
}

// -----

// More arrays than fit where small vectors keep their elements.
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>

// CHECK-LABEL: func.func @empty_of_many_arrays(
// CHECK-COUNT-4: memref.alloc(%{{.*}}) : memref<?xi32>
// CHECK: memref.alloc(%{{.*}}) : memref<?xf64>
func.func @empty_of_many_arrays(%n: index) -> index {
  %c1 = arith.constant 1 : index
  %A = tensor.empty(%n, %n) : tensor<?x?xf64, #DCSR>
  %d = tensor.dim %A, %c1 : tensor<?x?xf64, #DCSR>
  return %d : index
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func.func @release(
// CHECK-SAME: %[[POS:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %[[CRD:[a-z0-9_]+]]: memref<?xi32>{{[^,]*}}, %[[V:[a-z0-9_]+]]: memref<?xf64>{{[^,]*}})
// CHECK-NEXT: memref.dealloc %[[POS]]
// CHECK-NEXT: memref.dealloc %[[CRD]]
// CHECK-NEXT: memref.dealloc %[[V]]
// CHECK-NEXT: return
func.func @release(%A: tensor<?x?xf64, #CSR>) {
  level.release %A : tensor<?x?xf64, #CSR>
  return
}
