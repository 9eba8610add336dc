//===- Passes.td - Passes between the conversions ----------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last steps to LLVM, behind loops over arrays.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_COMPILER_PASSES_TD
#define WEFT_COMPILER_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertParallelLoops : Pass<"weft-convert-parallel-loops",
                                "::mlir::ModuleOp"> {
  let summary = "Let threads share the iterations of parallel loops";
  let description = [{
    Moves the body of each `scf.for` that is `parallel` in `weft.loop` and has
    no carried values into a function that runs a chunk of the iterations. The
    pass calls the function for all chunks inside of an `omp.parallel` and an
    `omp.wsloop`. There is one chunk per thread, or chunks have the size that
    `parallel` states. Operations of the body that are marked
    `weft.per_partition` and do not depend on the iteration run once per chunk.

    The number of threads is that of `weft_rt_num_threads`, or, if that is zero,
    OpenMP's.

    The function of a loop that is `optional` is called once, for all
    iterations; `weft-guard-partitions` replaces the call by one of the runtime,
    which may share the iterations among threads. The region of a
    `weft.partitions` becomes such a function, too. It loads carried values from
    memory and stores the results there, in words that a constant describes to
    the runtime. A `weft.partitions` that carries other values than appended
    arrays and their lengths cannot be divided, and stays a sequential loop.
  }];
  let dependentDialects = [
    "::mlir::memref::MemRefDialect",
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::omp::OpenMPDialect", "::mlir::scf::SCFDialect"];
}

def AttachMachine : Pass<"weft-attach-machine", "::mlir::ModuleOp"> {
  let summary = "Attach the description of the target processor";
  let description = [{
    Sets `dlti.target_system_spec` of the module to the description of a
    measured processor (`weft/Dialect/Weft/IR/Machine.h`), of `native`, which
    is the processor that runs the pass, or of `generic`, of which nothing is
    known. The other options add single capabilities.

    ```mlir
    module attributes {dlti.target_system_spec = #dlti.target_system_spec<
        "CPU" = #dlti.target_device_spec<"name" = "znver4", ...>>} {...}
    ```
  }];
  let options = [
    Option<"machine", "machine", "std::string", /*default=*/"\"generic\"",
           "The name of the processor, or native for that of the host">,
    Option<"fastGathers", "fast-gathers", "bool", /*default=*/"false",
           "A masked gather takes no longer than a few loads">,
    Option<"vectorMasks", "vector-masks", "bool", /*default=*/"false",
           "Vectors have masks">,
    Option<"nearCaches", "near-caches", "bool", /*default=*/"false",
           "The last cache has a low latency">
  ];
  let dependentDialects = ["::mlir::DLTIDialect"];
}

def WeftEstimateSchedules : Pass<"weft-estimate-schedules",
                                 "::mlir::func::FuncOp"> {
  let summary = "Choose a schedule by a cost model";
  let description = [{
    Chooses a schedule for the `tin.compute` of a function with the cost model
    of the autoscheduler, which reads `tin.statistics` and the machine
    description. If the default schedule is estimated to take at least 0.2 ms
    and the best candidate to be at least 1.3 times as fast, sets
    `weft.estimated_schedule`, which `weft-apply-estimated-schedules` applies.

    The preconditions are:
    - The function has one `tin.compute`, without `loop_order`, of at most four
      index variables, all of which have names.
    - The levels of its tensors are dense, compressed or singletons, and store
      whole modes.
    - Arguments that do not store all components state their entries in
      `tin.statistics`.
    - The size of each mode follows from a type, a constant extent or
      `tin.statistics`, of the tensor or of one that the same variable indexes.

    `num-threads` is the number of threads that kernels are assumed to run on.

    ```mlir
    func.func @f(%A: tensor<20000x20000xf64, #CSR>
                     {tin.statistics = "entries=200000"}, ...
    // becomes
    func.func @f(...) ... attributes {weft.estimated_schedule =
        "fuse(i,j,f),pos(f,fp,A),split(fp,fp0,fp1,16),..."}
    ```
  }];
  let options = [
    Option<"threads", "num-threads", "int64_t",
           /*default=*/"::weft::kDefaultNumThreads",
           "The number of threads; 0 for as many as this machine runs at a time">
  ];
  let statistics = [
    Statistic<"numChosen", "chosen",
              "Functions with another schedule than the default one">
  ];
}

def WeftApplyEstimatedSchedules : Pass<"weft-apply-estimated-schedules",
                                       "::mlir::ModuleOp"> {
  let summary = "Apply estimated schedules, or the default schedule";
  let description = [{
    Applies `weft.estimated_schedule` of each function to the loops of its
    kernel. If one of its commands is refused, or the loops that it makes are
    refused by `convert-cin-to-lattice`, a remark reports the reason, and the
    function has the default schedule, as all functions without the attribute.
    The options are those of the default schedule and of this lowering.
  }];
  let options = [
    Option<"strict", "strict-fp", "bool", /*default=*/"false",
           "Keep floating-point operations in their order">,
    Option<"vectors", "vectors", "bool", /*default=*/"true",
           "Make vectors of the loops that lanes share">,
    Option<"threads", "threads", "bool", /*default=*/"true",
           "Let the default schedule share loops among threads">,
    Option<"gpu", "gpu", "bool", /*default=*/"false",
           "Have a GPU run loops by default">,
    Option<"deterministic", "deterministic", "bool", /*default=*/"false",
           "Refuse schedules by which the number of threads changes results">,
    Option<"gallop", "gallop", "int64_t",
           /*default=*/"ConvertCINToLatticeOptions().gallop",
           "From which ratio of lengths on segments are searched">
  ];
  let statistics = [
    Statistic<"numApplied", "applied", "Estimated schedules that were applied">,
    Statistic<"numRefused", "refused", "Estimated schedules that were refused">
  ];
}

def LowerSmallFloats : Pass<"weft-lower-small-floats"> {
  let summary = "Compute with real numbers of 16 bits as f32";
  let description = [{
    Replaces operations on `f16` and `bf16` by operations on `f32` between
    conversions, and expands the conversions into integer operations, since LLVM
    would call functions of compiler-rt for most of them. Conversions between
    `f16` and `f32` remain, for which processors have an instruction.

    Each number is rounded once: an `f64` is rounded to `f32` by round-to-odd,
    whose last bit is set if the conversion is inexact, and then to 16 bits. An
    integer is converted to `f32` if it has up to 16 bits, and to `f64`
    otherwise. Before that, one of 64 bits whose magnitude may exceed 2^53 is
    rounded to odd in the same way, to a multiple of 2048.

    ```mlir
    %h = arith.truncf %x : f64 to f16
    // becomes
    %y = arith.truncf %x : f64 to f32
    %z = ...  // %y, or the neighbour with an odd last bit if %y is not %x
    %h = arith.truncf %z : f32 to f16
    ```

    With `only-conversions`, for device code, only conversions to 16 bits from
    `f64` and from integers are replaced.
  }];
  let options = [
    Option<"onlyConversions", "only-conversions", "bool", /*default=*/"false",
           "Replace conversions to 16 bits from f64 and integers only">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

def ConvertToLLVM : Pass<"weft-convert-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Convert loops over arrays to the llvm dialect";
  let description = [{
    Converts `scf`, `cf`, `func`, `memref`, `arith`, `index`, `math`, `complex`
    and `ub` to `llvm` in one conversion, which is faster than one upstream pass
    for each. Allocations call `_mlir_memref_to_llvm_alloc`,
    `_mlir_memref_to_llvm_aligned_alloc` and `_mlir_memref_to_llvm_free`, which
    the runtime defines.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::complex::ComplexDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::math::MathDialect"];
}

#endif // WEFT_COMPILER_PASSES_TD
