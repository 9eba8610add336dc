//===- Passes.td - Passes from loops to kernels of a GPU ---*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From loops over arrays, whose iterations the units of a GPU run, to device
// code and the launches of it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_GPU_PASSES_TD
#define WEFT_GPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def WeftMapToGPU : Pass<"weft-map-to-gpu", "::mlir::func::FuncOp"> {
  let summary = "Map loops over blocks, warps and threads to gpu.launch";
  let description = [{
    Each `scf.for` with `gpu(block)` in `weft.loop` becomes a `gpu.launch` with
    a block for each iteration. Inside of it, warps and threads take the
    iterations of loops with `gpu(warp)` and `gpu(thread)` in turn. A loop of
    warps or threads that no block is around, whose loop has been folded,
    becomes a launch of one block, which stores the values that the loop carries
    for the host.

    What is outside of such a loop is executed by all threads of the unit
    around, if it has no effect; one thread executes stores and updates of
    arrays, and loads of arrays that the launch writes. An innermost loop that
    only stores different elements in different iterations, as one that fills a
    workspace, is shared by the threads of the unit around. Values that threads
    combine in a `gpu(thread)` loop are combined by shuffles, and for a whole
    block through shared memory; complex numbers are shuffled in two parts. An
    integer that becomes a constant in some iterations is combined with it
    where that changes nothing: a product with zero, a flag with true. If such
    a loop is `partial`, it carries what
    some iterations replace, and updates components: threads of a warp take
    adjacent iterations, combine runs of updates of one component by a segmented
    scan of shuffles, and update a component once for each run. If the update
    is `weft.grouped`, and each unit and loop around begins the loop elsewhere,
    only the first and the last component of a loop take an atomic operation.

    Arrays that warps and blocks allocate are in shared memory. Devices exchange
    at least 4 bytes: an array of shorter elements with atomic updates consists
    of whole words, which are cleared.

    A `gpu(thread)` loop around another one in a warp shares its iterations: it
    has a power of two of them, `n`, and `warp-size / n` threads run each. They
    execute and combine as a warp does otherwise. Where such a loop, or one
    whose iterations are as many as the threads of a warp, is over a full tile,
    there is no loop, and

    - loads of adjacent elements are `vector.load`s of 16 bytes, if the array
      and the sizes that their indices are multiples of are aligned, which is
      checked once;
    - stores to adjacent elements are `vector.store`s of 16 bytes, if these
      checks suffice for them and the array is aligned; and
    - innermost loops whose bounds all threads agree on stage what they load at
      their induction variable: each thread loads one of 32 elements, and
      `gpu.shuffle` hands them to the others.

    Threads of a warp that load an element and the next one shuffle the latter.
    A loop of the host without a unit that fills an array which only launches
    use becomes a launch as well: blocks and their threads take its iterations.

    A kernel is named after the function and the variables of its loops with a
    unit, as `kernel_i_j`: locations of induction variables, or of coordinates
    that are loaded at them, state these. Without any, it is `kernel_kernel`. A
    number is appended to a name
    that is taken in the function. What fills an array of a result `y` is
    `kernel_fill_y`.

    With warps, a block has `warp-size` threads for each; without, as many
    threads as the size of its thread loops says, or `threads` if none has a
    size.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::gpu::GPUDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"];
  let options = [
    Option<"warpSize", "warp-size", "int64_t", /*default=*/"32",
           "The number of threads in a warp">,
    Option<"threads", "threads", "int64_t", /*default=*/"256",
           "The number of threads of a block without warps whose loops have no "
           "size">,
    Option<"warps", "warps", "int64_t", /*default=*/"8",
           "The number of warps of a block whose loops have no size">];
}

def WeftLowerLaunches : Pass<"weft-lower-launches", "::mlir::ModuleOp"> {
  let summary = "Lower kernel launches to calls of the runtime";
  let description = [{
    Each `gpu.launch_func` calls `weft_rt_launch`, with the text of the device
    code, the name of the kernel, its grid and its arguments. Arguments of
    kernels that are arrays become pointers, and what accesses them loads,
    stores and atomic updates of the LLVM dialect. An array that a kernel only
    reads is `llvm.readonly` and `llvm.noalias`, so that loads may go through
    the read-only cache.

    Arrays stay on the device between launches. `weft_rt_access` stands before
    each operation of the host that accesses such an array, outside of loops
    without launches, and `weft_rt_finish_launches` before the function returns.
    An array that the host never writes is not copied to the device before a
    kernel that writes it. After each launch with an array whose accesses by the
    host are unknown, as one on the stack, its contents are those of the host
    again.

    The text of the device code of `gpu.module @kernels` is the global
    `@kernels_code`, which `weft-embed-device-code` defines.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"];
  let options = [
    Option<"device", "device", "int64_t", /*default=*/"0",
           "The number of the device that launches run on">];
}

def WeftOutlineDeviceFunctions
    : Pass<"weft-outline-device-functions", "::mlir::ModuleOp"> {
  let summary = "Outline device code into functions for CUDA source";
  let description = [{
    Each `gpu.func` becomes a private `func.func` with `gpu.kernel`, and each
    `gpu.launch_func` a call of it. It is named as its `gpu.module` and, if it
    is not the only one there, itself; a number is appended to names that are
    taken. Loads of vectors become those of their elements. The first three
    arguments of the function are the number of blocks, and the threads of a
    block in each of two dimensions. Shared and private memory is allocated by
    `memref.alloca`.

    The attribute `array_uses` of a call says of each other argument how the
    kernel uses it: 0 for a number, 1 for an array that is only read, 2 for one
    that may change, and 3 if it may change and the host never writes it.
    `weft_rt_access` and `weft_rt_finish_launches` are called as by
    `weft-lower-launches`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect"];
}

def WeftEmbedDeviceCode : Pass<"weft-embed-device-code", "::mlir::ModuleOp"> {
  let summary = "Embed PTX and machine code as globals of the host module";
  let description = [{
    The PTX of each `gpu.binary @kernels` becomes the contents of the global
    `@kernels_code`. Code that calls functions which it does not define is
    refused. With `assembler`, a cubin for each of `capabilities` is appended to
    the PTX. The first line of the PTX is a comment with the offset and size of
    each cubin. Capabilities that the assembler does not support are skipped.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let options = [
    Option<"assembler", "assembler", "std::string", /*default=*/"",
           "The path of the assembler that makes machine code of PTX; empty "
           "for PTX alone">,
    ListOption<"capabilities", "capabilities", "int64_t",
               "The compute capabilities that machine code is made for, times "
               "ten">];
}

#endif // WEFT_GPU_PASSES_TD
