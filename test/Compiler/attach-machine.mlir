// RUN: weft-opt %s -weft-attach-machine=machine=znver4 | FileCheck %s
// RUN: weft-opt %s -weft-attach-machine="vector-masks near-caches" | FileCheck %s --check-prefix=SINGLE
// RUN: weft-opt %s -weft-attach-machine=machine=native | FileCheck %s --check-prefix=NATIVE
// RUN: not weft-opt %s -weft-attach-machine=machine=z80 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// Other devices are kept.
// CHECK: "CPU" = #dlti.target_device_spec<"name" = "znver4", "max_vector_op_width" = 512 : i64
// CHECK-SAME: "GPU" = #dlti.target_device_spec<"max_vector_op_width" = 64 : i64>
// SINGLE: "name" = "generic"
// SINGLE-SAME: "vector_masks" = 1 : i64, "fast_gathers" = 0 : i64
// SINGLE-SAME: "L3_latency_in_cycles" = 59 : i64
// NATIVE: "CPU" = #dlti.target_device_spec<"name" = "{{.+}}", "max_vector_op_width"
// UNKNOWN: machine:1:1: error: unknown processor 'z80'; the known ones are native, generic,
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"max_vector_op_width" = 64 : i64>>} {
}
