// RUN: weft-opt %s -pass-pipeline='builtin.module(func.func(weft-lower-small-floats))' \
// RUN:   | FileCheck %s
// RUN: weft-opt %s -pass-pipeline='builtin.module(weft-lower-small-floats{only-conversions})' \
// RUN:   | FileCheck %s --check-prefix=ONLY

// What is left converts between f16 and f32; bf16 is shifted.

// From f64 there is one rounding, by way of the neighbour with an odd last bit.
// CHECK-LABEL: func @from_f64(
// CHECK-SAME: %[[X:.*]]: f64
func.func @from_f64(%x: f64) -> f16 {
  // CHECK: %[[Y:.*]] = arith.truncf %[[X]] : f64 to f32
  // CHECK: %[[BACK:.*]] = arith.extf %[[Y]] : f32 to f64
  // CHECK: %[[INEXACT:.*]] = arith.cmpf one, %[[BACK]], %[[X]] : f64
  // CHECK: %[[POSITIVE:.*]] = arith.cmpf ogt, %[[X]], %{{.*}} : f64
  // CHECK-DAG: %[[ABOVE:.*]] = arith.cmpf ogt, %[[BACK]], %[[X]] : f64
  // CHECK-DAG: %[[UNDER:.*]] = arith.cmpf olt, %[[BACK]], %[[X]] : f64
  // CHECK: %[[BEYOND:.*]] = arith.select %[[POSITIVE]], %[[ABOVE]], %[[UNDER]]
  // CHECK: %[[BITS:.*]] = arith.bitcast %[[Y]] : f32 to i32
  // CHECK: %[[BELOW:.*]] = arith.subi %[[BITS]], %{{.*}} : i32
  // CHECK: %[[CUT:.*]] = arith.select %[[BEYOND]], %[[BELOW]], %[[BITS]]
  // CHECK: %[[ODD:.*]] = arith.ori %[[CUT]], %{{.*}} : i32
  // CHECK: %[[ROUNDED:.*]] = arith.select %[[INEXACT]], %[[ODD]], %[[BITS]]
  // CHECK: %[[Z:.*]] = arith.bitcast %[[ROUNDED]] : i32 to f32
  // CHECK: %[[H:.*]] = arith.truncf %[[Z]] : f32 to f16
  // CHECK: return %[[H]]
  %h = arith.truncf %x : f64 to f16
  return %h : f16
}

// CHECK-LABEL: func @bf16_by_shifts
// CHECK-NOT: arith.extf
// CHECK: arith.shli
// CHECK-NOT: arith.truncf
// CHECK: arith.shrui
// CHECK: arith.trunci %{{.*}} : i32 to i16
func.func @bf16_by_shifts(%x: bf16) -> bf16 {
  %y = arith.extf %x : bf16 to f32
  %z = arith.mulf %y, %y : f32
  %r = arith.truncf %z : f32 to bf16
  return %r : bf16
}

// CHECK-LABEL: func @arithmetic(
// CHECK-SAME: %[[X:.*]]: f16
func.func @arithmetic(%x: f16) -> (f16, f16, f16) {
  // CHECK: %[[SUM:.*]] = arith.addf %{{.*}}, %{{.*}} : f32
  // CHECK: arith.truncf %[[SUM]]{{.*}} : f32 to f16
  // ONLY: arith.addf %{{.*}}, %{{.*}} : f16
  %0 = arith.addf %x, %x : f16
  // CHECK: %[[EXP:.*]] = math.exp %{{.*}} : f32
  // CHECK: arith.truncf %[[EXP]]{{.*}} : f32 to f16
  %1 = math.exp %x : f16
  // CHECK: %[[FMA:.*]] = math.fma %{{.*}}, %{{.*}}, %{{.*}} : f32
  // CHECK: arith.truncf %[[FMA]] : f32 to f16
  %2 = math.fma %x, %x, %x : f16
  return %0, %1, %2 : f16, f16, f16
}

// CHECK-LABEL: func @from_integers
func.func @from_integers(%i: i16, %j: i64) -> (f16, f16) {
  // CHECK: arith.sitofp %{{.*}} : i16 to f32
  %0 = arith.sitofp %i : i16 to f16
  // CHECK: %[[ODD:.*]] = arith.ori
  // CHECK: %[[EXACT:.*]] = arith.cmpi ult, %[[J:.*]], %c9007199254740992_i64
  // CHECK: %[[KEPT:.*]] = arith.select %[[EXACT]], %[[J]], %[[ODD]] : i64
  // CHECK: arith.uitofp %[[KEPT]] : i64 to f64
  %1 = arith.uitofp %j : i64 to f16
  return %0, %1 : f16, f16
}

// Other types stay as they are.
// CHECK-LABEL: func @wide
func.func @wide(%x: f64, %y: f32) -> (f32, f64) {
  // CHECK: math.exp %{{.*}} : f64
  %0 = math.exp %x : f64
  // CHECK-NEXT: arith.truncf %{{.*}} : f64 to f32
  %1 = arith.truncf %x : f64 to f32
  return %1, %0 : f32, f64
}

// Lanes of vectors are rounded as scalars are.
// CHECK-LABEL: func.func @lanes(
// CHECK-NOT: arith.truncf %{{.*}} : vector<8xf64> to vector<8xbf16>
// CHECK: arith.truncf %{{.*}} : vector<8xf64> to vector<8xf32>
// CHECK: arith.select %{{.*}} : vector<8xi1>, vector<8xi32>
// CHECK: return
func.func @lanes(%x: vector<8xf64>) -> vector<8xbf16> {
  %h = arith.truncf %x : vector<8xf64> to vector<8xbf16>
  return %h : vector<8xbf16>
}
