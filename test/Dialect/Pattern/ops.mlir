// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt -mlir-print-op-generic %s | weft-opt | FileCheck %s

!row = !pattern.array<"toNat(offset@(i + 1) - offset@i)" x f32>
!csr = !pattern.array<"i < n" ->
    array<"toNat(offset@(i + 1) - offset@i)" x f32>>

// CHECK-LABEL: pattern.program @row_sums ["n"] (
// CHECK-SAME: %[[OFFSET:.*]] = "offset" : !pattern.array<"n + 1" x i32>,
// CHECK-SAME: %[[VALUES:.*]] = "values" : !pattern.array<"i < n" -> array<"toNat(offset@(i + 1)) - toNat(offset@i)" x f32>>)
// CHECK-SAME: -> !pattern.array<"n" x f32> {
pattern.program @row_sums ["n"] (
    %offset = "offset" : !pattern.array<"n + 1" x i32>,
    %values = "values" : !csr) -> !pattern.array<"n" x f32> {
  %zero = arith.constant 0.0 : f32
  // CHECK: pattern.map par "i" (%[[ROW:.*]] = %[[VALUES]] : !pattern.array<"i < n" -> array<"toNat(offset@(i + 1)) - toNat(offset@i)" x f32>>) {
  %sums = pattern.map par "i" (%row = %values : !csr) {
    // CHECK: pattern.reduce arith.addf %[[ROW]] from %{{.*}} : !pattern.array<"toNat(offset@(i + 1)) - toNat(offset@i)" x f32>
    %sum = pattern.reduce arith.addf %row from %zero : !row
    pattern.yield %sum : f32
  }
  pattern.yield %sums : !pattern.array<"n" x f32>
}

// CHECK-LABEL: pattern.program @views
pattern.program @views ["n", "m"] (
    %a = "a" : !pattern.array<"n" x array<"m" x f32>>,
    %b = "b" : !pattern.array<"n" x i64>,
    %k = "k" : i32)
    -> !pattern.pair<array<"toNat(k) * 4" x i64>, f32> {
  // CHECK: pattern.transpose %{{.*}} : <"n" x array<"m" x f32>>
  %t = pattern.transpose %a : !pattern.array<"n" x array<"m" x f32>>
  // CHECK: pattern.join %{{.*}} : <"m" x array<"n" x f32>>
  %j = pattern.join %t : !pattern.array<"m" x array<"n" x f32>>
  // CHECK: pattern.split "n" %{{.*}} : <"m * n" x f32>
  %s = pattern.split "n" %j : !pattern.array<"m * n" x f32>
  // CHECK: pattern.split "4" %{{.*}} : <"n" x i64>
  %c = pattern.split "4" %b : !pattern.array<"n" x i64>
  // CHECK: pattern.join %{{.*}} : <"i < (n + 3) / 4" -> array<"min(n, 4 * i + 4) - min(n, 4 * i)" x i64>>
  %d = pattern.join %c : !pattern.array<"i < (n + 3) / 4" ->
      array<"min(4 * i + 4, n) - min(4 * i, n)" x i64>>
  // CHECK: pattern.zip %{{.*}}, %{{.*}} : <"n" x i64>, <"n" x i64>
  %z = pattern.zip %b, %d : !pattern.array<"n" x i64>, !pattern.array<"n" x i64>
  // CHECK: pattern.lanes "2" %{{.*}} : <"n" x pair<i64, i64>>
  %l = pattern.lanes "2" %z : !pattern.array<"n" x pair<i64, i64>>
  // CHECK: pattern.element "0" %{{.*}} : <"i < 2" -> array<"(n + 1 - i) / 2" x pair<i64, i64>>>
  %e = pattern.element "0" %l : !pattern.array<"i < 2" ->
      array<"(n - i + 1) / 2" x pair<i64, i64>>>
  // CHECK: pattern.at %{{.*}}[%{{.*}}] : <"(n + 1) / 2" x pair<i64, i64>>, i32
  %p = pattern.at %e[%k] : !pattern.array<"(n + 1) / 2" x pair<i64, i64>>, i32
  // CHECK: pattern.first %{{.*}} : <i64, i64>
  %first = pattern.first %p : !pattern.pair<i64, i64>
  // CHECK: pattern.second %{{.*}} : <i64, i64>
  %second = pattern.second %p : !pattern.pair<i64, i64>
  // CHECK: pattern.value "n + 1" : i64
  %value = pattern.value "n + 1" : i64
  %init = arith.addi %first, %second : i64
  // CHECK: pattern.scatter arith.addi %{{.*}} into "4 * k" from %{{.*}} : !pattern.array<"n" x pair<i64, i64>>
  %x = pattern.scatter arith.addi %z into "4 * toNat(k)" from %init
      : !pattern.array<"n" x pair<i64, i64>>
  %zero = arith.constant 0.0 : f32
  // CHECK: pattern.reduce_seq (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}} : !pattern.array<"n" x i64>, f32) {
  %f = pattern.reduce_seq (%acc = %zero, %y = %b : !pattern.array<"n" x i64>, f32) {
    %g = arith.sitofp %y : i64 to f32
    %h = arith.addf %acc, %g : f32
    pattern.yield %h : f32
  }
  // CHECK: pattern.pair %{{.*}}, %{{.*}} : !pattern.array<"4 * k" x i64>, f32
  %r = pattern.pair %x, %f : !pattern.array<"4 * k" x i64>, f32
  pattern.yield %r : !pattern.pair<array<"4 * k" x i64>, f32>
}

// Types of the formats: upper triangular, banded, LIL, ELL, BSR, CSF.
// CHECK-LABEL: pattern.program @formats
// CHECK-SAME: !pattern.array<"i < n" -> array<"n - i" x f32>>
// CHECK-SAME: !pattern.array<"i < n" -> array<"min(n, b + i + 1) - (i < b ? 0 : (i - b))" x f32>>
// CHECK-SAME: !pattern.array<"i < n" -> array<"toNat(lengths@i)" x f32>>
// CHECK-SAME: !pattern.array<"n" x array<"w" x pair<i32, f32>>>
// CHECK-SAME: !pattern.array<"i < m" -> array<"toNat(o@(i + 1)) - toNat(o@i)" x array<"2" x array<"3" x f64>>>>
// CHECK-SAME: !pattern.array<"i < m" -> array<"j < toNat(o@(i + 1)) - toNat(o@i)" -> array<"toNat(q@(j + toNat(o@i) + 1)) - toNat(q@(j + toNat(o@i)))" x f64>>>
pattern.program @formats ["n", "m", "w", "b"] (
    %lengths = "lengths" : !pattern.array<"n" x i32>,
    %o = "o" : !pattern.array<"m + 1" x i32>,
    %q = "q" : !pattern.array<"toNat(o@m) + 1" x i32>,
    %upper = "upper" : !pattern.array<"i < n" -> array<"n - i" x f32>>,
    %banded = "banded" : !pattern.array<"i < n" ->
        array<"min(i + b + 1, n) - (i < b ? 0 : i - b)" x f32>>,
    %lil = "lil" : !pattern.array<"i < n" -> array<"toNat(lengths@i)" x f32>>,
    %ell = "ell" : !pattern.array<"n" x array<"w" x pair<i32, f32>>>,
    %bsr = "bsr" : !pattern.array<"i < m" ->
        array<"toNat(o@(i + 1) - o@i)" x array<"2" x array<"3" x f64>>>>,
    %csf = "csf" : !pattern.array<"i < m" ->
        array<"j < toNat(o@(i + 1) - o@i)" ->
        array<"toNat(q@(o@i + j + 1) - q@(o@i + j))" x f64>>>) -> f32 {
  %zero = arith.constant 0.0 : f32
  pattern.yield %zero : f32
}
