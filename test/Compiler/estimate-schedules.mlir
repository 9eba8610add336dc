// The cost model chooses a schedule of a function from statistics of arguments.

// RUN: weft-opt %s --weft-estimate-schedules=num-threads=8 -split-input-file | FileCheck %s
// RUN: weft-opt %s --weft-estimate-schedules=num-threads=1 -split-input-file | FileCheck %s --check-prefix=ONE
// ONE-NOT: weft.estimated_schedule

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// One row has most of the entries, so that threads share positions.
// CHECK-LABEL: func @skewed
// CHECK-SAME: weft.estimated_schedule = "{{.*}}fuse(i,j,{{.*}}parallelize({{.*}},CPUThread,Atomics,optional)"
func.func @skewed(%A: tensor<?x?xf64, #CSR> {tin.statistics =
                      "sizes=200000x200000;entries=4000000;squares=9000000000000x80000000"},
                  %x: tensor<?xf64>) -> tensor<?xf64> attributes {weft.kernel} {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// Rows are even, so that the default schedule is as fast. Sizes are those of
// types.
// CHECK-LABEL: func @even
// CHECK-NOT: weft.estimated_schedule
func.func @even(%A: tensor<200000x200000xf64, #CSR> {tin.statistics = "entries=4000000"},
                %x: tensor<200000xf64>) -> tensor<200000xf64> {
  %y = tin.compute (%i "i") : tensor<200000xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<200000x200000xf64, #CSR>
      %b = tin.access %x[%j] : tensor<200000xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<200000xf64>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// Nothing is known of the entries.
// CHECK-LABEL: func @unknown
// CHECK-NOT: weft.estimated_schedule
func.func @unknown(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>
                       {tin.statistics = "sizes=200000"}) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      %b = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}
