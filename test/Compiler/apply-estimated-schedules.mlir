// RUN: weft-opt %s --pass-pipeline="builtin.module(weft-lower-tin-to-cin{schedule=none},weft-apply-estimated-schedules)" -split-input-file | FileCheck %s
// RUN: weft-opt %s --pass-pipeline="builtin.module(weft-lower-tin-to-cin{schedule=none},weft-apply-estimated-schedules)" -split-input-file -remarks-filter=weft -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARKS
// RUN: weft-opt %s --weft-lower-tin-to-cin="schedule=auto num-threads=8" -split-input-file | FileCheck %s --check-prefix=AUTO

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// The commands are applied, and the note of the estimate is gone.
// CHECK-LABEL: func.func @applied
// CHECK-SAME: weft.schedule = ["split(i,i0,i1,16)", "parallelize(i0,CPUThread,NoRaces,optional)"]
// CHECK-NOT: weft.estimated_schedule
// CHECK: cin.forall "i0" {{.*}}parallel(cpu_thread
func.func @applied(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>) -> tensor<?xf64>
    attributes {weft.kernel, weft.estimated_schedule =
        "split(i,i0,i1,16),parallelize(i0,CPUThread,NoRaces,optional)"} {
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

// The second command is refused: the function has the default schedule, and the
// first command, which is not refused, leaves no trace.
// CHECK-LABEL: func.func @refused
// CHECK-SAME: weft.schedule = ["parallelize(i,CPUThread,NoRaces,optional)"]
// CHECK: cin.forall "i"
// CHECK: cin.forall "j"
// REMARKS-NOT: [Missed] schedule
// REMARKS: [Missed] schedule {{.*}}Function=refused {{.*}}Remark="the schedule reorder(j,i),split(k,k0,k1,16) is refused: there is no loop over 'k'"
// REMARKS-NOT: [Missed] schedule
func.func @refused(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>) -> tensor<?xf64>
    attributes {weft.kernel, weft.estimated_schedule = "reorder(j,i),split(k,k0,k1,16)"} {
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

// Threads would race: the lowering to lattices refuses the loops.
// CHECK-LABEL: func.func @races
// CHECK-SAME: weft.schedule = ["parallelize(i,CPUThread,NoRaces,optional)"]
// REMARKS: [Missed] schedule {{.*}}Function=races {{.*}}Remark="the schedule reorder(i,j),parallelize(j,CPUThread,NoRaces) is refused: cannot parallelize 'j' with no_races: different iterations of 'j' may assign the same component of
// REMARKS-NOT: [Missed] schedule
func.func @races(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>) -> tensor<?xf64>
    attributes {weft.kernel, weft.estimated_schedule =
        "reorder(i,j),parallelize(j,CPUThread,NoRaces)"} {
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

// Both passes are part of the pipeline.
// AUTO-LABEL: func.func @estimated
// AUTO-SAME: weft.schedule = [{{.*}}"fuse(i,j,
// AUTO-NOT: weft.estimated_schedule
func.func @estimated(%A: tensor<?x?xf64, #CSR> {tin.statistics =
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
