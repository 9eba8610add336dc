// RUN: weft-opt %s --convert-tin-to-cin --convert-cin-to-lattice=carry=false --split-input-file | FileCheck %s

#Sparse = #level.format<(i) -> (i : compressed)>

// A union of four segments has 15 points; it gets one guarded region with a
// minimal point per segment. An absent operand reads as its fill.

// CHECK-LABEL: func.func @sum_of_four(
// CHECK: lattice.coiterate "i" in %{{.*}} guarded
// CHECK: points [T01], [T11], [T21], [T31] {
// CHECK-NEXT: ^bb0(%i: index, %pT01: index, %hasT01: i1,
// CHECK: %[[A:.*]] = scf.if %hasT01 -> (f64) {
// CHECK-NEXT: level.load
// CHECK-NEXT: scf.yield
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: scf.yield %[[ZERO]]
// CHECK: arith.addf %[[A]]
func.func @sum_of_four(%A: tensor<?xf64, #Sparse>, %B: tensor<?xf64, #Sparse>,
                       %C: tensor<?xf64, #Sparse>, %D: tensor<?xf64, #Sparse>)
    -> tensor<?xf64, #Sparse> {
  %y = tin.compute (%i "i") : tensor<?xf64, #Sparse> {
    %a = tin.access %A[%i] : tensor<?xf64, #Sparse>
    %b = tin.access %B[%i] : tensor<?xf64, #Sparse>
    %c = tin.access %C[%i] : tensor<?xf64, #Sparse>
    %d = tin.access %D[%i] : tensor<?xf64, #Sparse>
    %ab = arith.addf %a, %b : f64
    %abc = arith.addf %ab, %c : f64
    %abcd = arith.addf %abc, %d : f64
    tin.yield %abcd : f64
  }
  return %y : tensor<?xf64, #Sparse>
}

// -----

#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>

// Below an entry that is not there, all segments are empty: the children of
// position 0 up to position 0.

// CHECK-LABEL: func.func @nested(
// CHECK: lattice.coiterate "i" in %{{.*}} guarded
// CHECK: ^bb0(%i: index, %pT01: index, %hasT01: i1,
// CHECK: %[[NEXT:.*]] = arith.addi %pT01
// CHECK: %[[BEGIN:.*]] = arith.select %hasT01, %pT01, %{{.*}}
// CHECK: %[[END:.*]] = arith.select %hasT01, %[[NEXT]], %{{.*}}
// CHECK: lattice.coiterate "j" {{.*}} over (T02 = %{{.*}} level 1 under %[[BEGIN]] to %[[END]]
func.func @nested(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #DCSR>,
                  %C: tensor<?x?xf64, #DCSR>) -> tensor<?x?xf64, #DCSR> {
  %y = tin.compute (%i "i", %j "j") : tensor<?x?xf64, #DCSR> {
    %a = tin.access %A[%i, %j] : tensor<?x?xf64, #DCSR>
    %b = tin.access %B[%i, %j] : tensor<?x?xf64, #DCSR>
    %c = tin.access %C[%i, %j] : tensor<?x?xf64, #DCSR>
    %ab = arith.addf %a, %b : f64
    %abc = arith.addf %ab, %c : f64
    tin.yield %abc : f64
  }
  return %y : tensor<?x?xf64, #DCSR>
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

// A union of two stays exact.

// CHECK-LABEL: func.func @sum_of_two(
// CHECK-NOT: guarded
// CHECK: point [T01, T11]
// CHECK: point [T01]
// CHECK: point [T11]
func.func @sum_of_two(%A: tensor<?xf64, #Sparse>, %B: tensor<?xf64, #Sparse>)
    -> tensor<?xf64, #Sparse> {
  %y = tin.compute (%i "i") : tensor<?xf64, #Sparse> {
    %a = tin.access %A[%i] : tensor<?xf64, #Sparse>
    %b = tin.access %B[%i] : tensor<?xf64, #Sparse>
    %ab = arith.addf %a, %b : f64
    tin.yield %ab : f64
  }
  return %y : tensor<?xf64, #Sparse>
}

// -----

// In a guarded region, a factor that turns out to be absent annihilates the
// other one, infinities too.

#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func.func @product_in_sum_of_five(
// CHECK: lattice.coiterate "i" in %{{.*}} guarded
// CHECK: %[[V:.*]] = scf.if %hasT01 -> (f64) {
// CHECK: %[[P:.*]] = arith.mulf
// CHECK: scf.yield %[[P]]
// CHECK: } else {
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: scf.yield %[[ZERO]]
// CHECK: arith.addf %[[V]]
func.func @product_in_sum_of_five(%A: tensor<?xf64, #Sparse>, %x: tensor<?xf64>,
                                  %B: tensor<?xf64, #Sparse>,
                                  %C: tensor<?xf64, #Sparse>,
                                  %D: tensor<?xf64, #Sparse>)
    -> tensor<?xf64, #Sparse> {
  %y = tin.compute (%i "i") : tensor<?xf64, #Sparse> {
    %a = tin.access %A[%i] : tensor<?xf64, #Sparse>
    %v = tin.access %x[%i] : tensor<?xf64>
    %b = tin.access %B[%i] : tensor<?xf64, #Sparse>
    %c = tin.access %C[%i] : tensor<?xf64, #Sparse>
    %d = tin.access %D[%i] : tensor<?xf64, #Sparse>
    %p = arith.mulf %a, %v : f64
    %pb = arith.addf %p, %b : f64
    %pbc = arith.addf %pb, %c : f64
    %pbcd = arith.addf %pbc, %d : f64
    tin.yield %pbcd : f64
  }
  return %y : tensor<?xf64, #Sparse>
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

// What an intersection distributes over stays a union: a product of n sums has
// 2^n minimal points.

// CHECK-LABEL: func.func @product_of_sums(
// CHECK: lattice.coiterate "i" in %{{.*}} guarded
// CHECK: points [([T01], [T11]), ([T21], [T31]), ([T41], [T51])] {
func.func @product_of_sums(%A: tensor<?xf64, #Sparse>, %B: tensor<?xf64, #Sparse>, %C: tensor<?xf64, #Sparse>, %D: tensor<?xf64, #Sparse>, %E: tensor<?xf64, #Sparse>, %F: tensor<?xf64, #Sparse>)
    -> tensor<?xf64, #Sparse> {
  %y = tin.compute (%i "i") : tensor<?xf64, #Sparse> {
    %a = tin.access %A[%i] : tensor<?xf64, #Sparse>
    %b = tin.access %B[%i] : tensor<?xf64, #Sparse>
    %c = tin.access %C[%i] : tensor<?xf64, #Sparse>
    %d = tin.access %D[%i] : tensor<?xf64, #Sparse>
    %e = tin.access %E[%i] : tensor<?xf64, #Sparse>
    %f = tin.access %F[%i] : tensor<?xf64, #Sparse>
    %ab = arith.addf %a, %b : f64
    %cd = arith.addf %c, %d : f64
    %ef = arith.addf %e, %f : f64
    %abcd = arith.mulf %ab, %cd : f64
    %p = arith.mulf %abcd, %ef : f64
    tin.yield %p : f64
  }
  return %y : tensor<?xf64, #Sparse>
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>
#Hashed = #level.format<(i) -> (i : hashed)>

// What has no order is located in. The universe is iterated over only where that
// is enough.

// CHECK-LABEL: func.func @hashed_terms(
// CHECK: lattice.coiterate "i" in %{{.*}} guarded
// CHECK: points [T01, ([T11], [| T21])], [T31, ([T41], [| T51])] {
func.func @hashed_terms(%A: tensor<?xf64, #Sparse>, %B: tensor<?xf64, #Sparse>, %C: tensor<?xf64, #Hashed>, %D: tensor<?xf64, #Sparse>, %E: tensor<?xf64, #Sparse>, %F: tensor<?xf64, #Hashed>)
    -> tensor<?xf64, #Sparse> {
  %y = tin.compute (%i "i") : tensor<?xf64, #Sparse> {
    %a = tin.access %A[%i] : tensor<?xf64, #Sparse>
    %b = tin.access %B[%i] : tensor<?xf64, #Sparse>
    %c = tin.access %C[%i] : tensor<?xf64, #Hashed>
    %d = tin.access %D[%i] : tensor<?xf64, #Sparse>
    %e = tin.access %E[%i] : tensor<?xf64, #Sparse>
    %f = tin.access %F[%i] : tensor<?xf64, #Hashed>
    %bc = arith.addf %b, %c : f64
    %abc = arith.mulf %a, %bc : f64
    %ef = arith.addf %e, %f : f64
    %def = arith.mulf %d, %ef : f64
    %p = arith.addf %abc, %def : f64
    tin.yield %p : f64
  }
  return %y : tensor<?xf64, #Sparse>
}
