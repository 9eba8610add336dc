// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s --emit-bytecode | weft-opt | FileCheck %s

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @spmv
func.func @spmv(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>) -> tensor<?xf64> {
  // CHECK: tin.compute (%[[I:.*]]) : tensor<?xf64> {
  %y = tin.compute (%i) : tensor<?xf64> {
    // CHECK-NEXT: tin.reduce arith.addf (%[[J:.*]]) {
    %s = tin.reduce arith.addf (%j) {
      // CHECK-NEXT: tin.access %{{.*}}[%[[I]], %[[J]]] : tensor<?x?xf64, #{{.*}}>
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      // CHECK-NEXT: tin.access %{{.*}}[%[[J]]] : tensor<?xf64>
      %b = tin.access %x[%j] : tensor<?xf64>
      // CHECK-NEXT: arith.mulf
      %p = arith.mulf %a, %b : f64
      // CHECK-NEXT: tin.yield %{{.*}} : f64
      tin.yield %p : f64
    // CHECK-NEXT: } : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// Names serve schedules and name the block arguments; extents stand beside
// them.
// CHECK-LABEL: func @names_and_extents
// CHECK-SAME: %[[M:[a-z0-9]*]]: index, %[[N:[a-z0-9]*]]: index
func.func @names_and_extents(%m: index, %n: index) -> tensor<?x4xf64> {
  // CHECK: tin.compute (%row "row" to %[[M]], %col "col") : tensor<?x4xf64> {
  %y = tin.compute (%i "row" to %m, %j "col") : tensor<?x4xf64> {
    // CHECK-NEXT: tin.reduce arith.addi (%k "k" to %[[M]], %l "l" to %[[N]]) {
    %s = tin.reduce arith.addi (%k "k" to %m, %l "l" to %n) {
      // CHECK-NEXT: tin.value %l
      %v = tin.value %l
      tin.yield %v : index
    } : index
    %c = arith.index_cast %s : index to i64
    %f = arith.sitofp %c : i64 to f64
    tin.yield %f : f64
  }
  return %y : tensor<?x4xf64>
}

// Scalars, diagonals and literals.
// CHECK-LABEL: func @accesses
func.func @accesses(%A: tensor<?x8xi32>, %alpha: tensor<i32>) -> tensor<i32> {
  // CHECK: tin.compute () : tensor<i32> {
  %r = tin.compute () : tensor<i32> {
    // CHECK-NEXT: tin.access %{{.*}}[] : tensor<i32>
    %0 = tin.access %alpha[] : tensor<i32>
    // CHECK-NEXT: tin.access %{{.*}}[3, 7] : tensor<?x8xi32>
    %1 = tin.access %A[3, 7] : tensor<?x8xi32>
    // CHECK-NEXT: tin.reduce arith.maxsi (%[[I:.*]]) {
    %2 = tin.reduce arith.maxsi (%i) {
      // CHECK-NEXT: tin.access %{{.*}}[%[[I]], %[[I]]] : tensor<?x8xi32>
      %3 = tin.access %A[%i, %i] : tensor<?x8xi32>
      // CHECK-NEXT: tin.access %{{.*}}[%[[I]], 0] : tensor<?x8xi32>
      %4 = tin.access %A[%i, 0] : tensor<?x8xi32>
      %5 = arith.addi %3, %4 : i32
      tin.yield %5 : i32
    } : i32
    %6 = arith.addi %0, %1 : i32
    %7 = arith.addi %6, %2 : i32
    tin.yield %7 : i32
  }
  return %r : tensor<i32>
}

// A combiner that is not one plain operation is written as a region.
// CHECK-LABEL: func @combiner_regions
func.func @combiner_regions(%A: tensor<?x?xf64>) -> tensor<?xf64> {
  %y = tin.compute (%i) : tensor<?xf64> {
    // CHECK: tin.reduce {
    // CHECK-NEXT: ^bb0(%[[ACC:.*]]: f64, %[[V:.*]]: f64):
    // CHECK-NEXT: %[[ABS:.*]] = math.absf %[[V]] : f64
    // CHECK-NEXT: arith.maximumf %[[ACC]], %[[ABS]] : f64
    // CHECK-NEXT: tin.yield
    // CHECK-NEXT: } (%{{.*}}) identity(0.000000e+00 : f64) {
    %s = tin.reduce {
    ^bb0(%acc: f64, %v: f64):
      %abs = math.absf %v : f64
      %max = arith.maximumf %acc, %abs : f64
      tin.yield %max : f64
    } (%j) identity(0.0 : f64) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      tin.yield %a : f64
    } : f64
    // Flags of the operation must not get lost.
    // CHECK: tin.reduce {
    // CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<reassoc> : f64
    // CHECK: } (%{{.*}}) {
    %t = tin.reduce {
    ^bb0(%acc: f64, %v: f64):
      %sum = arith.addf %acc, %v fastmath<reassoc> : f64
      tin.yield %sum : f64
    } (%j) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      tin.yield %a : f64
    } : f64
    %r = arith.mulf %s, %t : f64
    tin.yield %r : f64
  }
  return %y : tensor<?xf64>
}

// CHECK-LABEL: func @complex
func.func @complex(%x: tensor<?xcomplex<f64>>) -> tensor<complex<f64>> {
  // CHECK: tin.compute () : tensor<complex<f64>> attributes {note} {
  %r = tin.compute () : tensor<complex<f64>> attributes {note} {
    // CHECK-NEXT: tin.reduce complex.mul (%{{.*}}) identity([1.000000e+00, 0.000000e+00]) attributes {note} {
    %s = tin.reduce complex.mul (%i) identity([1.0, 0.0]) attributes {note} {
      // CHECK-NEXT: tin.access %{{.*}}[%{{.*}}] {note} : tensor<?xcomplex<f64>>
      %a = tin.access %x[%i] {note} : tensor<?xcomplex<f64>>
      tin.yield %a : complex<f64>
    } : complex<f64>
    tin.yield %s : complex<f64>
  }
  return %r : tensor<complex<f64>>
}

// What absence means, and what is stored.
// CHECK-LABEL: func @semantics
func.func @semantics(%x: tensor<?xf64>) -> tensor<?xf64, #level.format<(i) -> (i : compressed)>> {
  // CHECK: tin.compute (%[[I:.*]]) strict_zero drop_fill : tensor<?xf64, #{{.*}}> {
  %y = tin.compute (%i) strict_zero drop_fill : tensor<?xf64, #level.format<(i) -> (i : compressed)>> {
    %a = tin.access %x[%i] : tensor<?xf64>
    tin.yield %a : f64
  }
  return %y : tensor<?xf64, #level.format<(i) -> (i : compressed)>>
}

// A reduction may begin with the components of a tensor.
// CHECK-LABEL: func @initial
// CHECK-SAME: %[[A:[a-z0-9]*]]: tensor<?x?xf64, #{{.*}}>, %[[Y:[a-z0-9]*]]: tensor<?xf64>, %[[N:[a-z0-9]*]]: index
func.func @initial(%A: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  // CHECK: tin.compute (%i "i" to %[[N]]) from(%[[Y]] : tensor<?xf64>) strict_zero : tensor<?xf64> {
  %r = tin.compute (%i "i" to %n) from(%y : tensor<?xf64>) strict_zero : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %r : tensor<?xf64>
}
