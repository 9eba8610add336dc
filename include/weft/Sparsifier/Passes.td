//===- Passes.td - Passes on linalg and sparse_tensor ------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that lower linalg and sparse_tensor operations on tensors with a level
// format.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_SPARSIFIER_PASSES_TD
#define WEFT_SPARSIFIER_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertLinalgToTIN : Pass<"convert-linalg-to-tin"> {
  let summary = "Turn linalg operations on stored tensors into index notation";
  let description = [{
    Writes every operation of the `linalg` dialect, named or generic, that has
    an operand with a level format as one `tin.compute` for each of its results.
    The loops that index the output are the free variables, the others are
    reduced. Operations on dense tensors alone are not converted unless they
    have the attribute `weft.schedule` or `dense` is set. The attribute, a
    string, is the schedule of the loops `d0`, `d1`, ... of the operation, and
    is kept.

    The preconditions are:
    - The indexing map of each output is a projected permutation.
    - A loop that indexes no output reduces by an associative and commutative
      operation, by a difference or a quotient whose left operand is the output,
      or by `sparse_tensor.reduce`.
    - The region has one block of operations without side effects and regions.

    An operation with a stored tensor that does not meet them is an error.

    The components of an output with contents are combined with the reduction
    last. With `strict-fp`, a floating-point reduction to a dense output begins
    with them (`from`). A floating-point reduction that cannot keep the order of
    `linalg` is an error then: by quotients, of several values in one iteration,
    to a stored output with contents, or by `sparse_tensor.reduce` from a number
    that is not the identity of its operation.

    ```mlir
    %y = linalg.matvec ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>)
                       outs(%y0 : tensor<?xf64>) -> tensor<?xf64>
    // becomes
    %y = tin.compute (%i "d0" to %m) : tensor<?xf64> {
      %s = tin.reduce arith.addf (%j "d1" to %n) {
        %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
        %b = tin.access %x[%j] : tensor<?xf64>
        %p = arith.mulf %a, %b : f64
        tin.yield %p : f64
      } : f64
      %0 = tin.access %y0[%i] : tensor<?xf64>
      %1 = arith.addf %0, %s : f64
      tin.yield %1 : f64
    }
    ```
  }];
  let options = [
    Option<"dense", "dense", "bool", /*default=*/"false",
           "Convert operations on dense tensors alone as well">,
    Option<"strict", "strict-fp", "bool", /*default=*/"false",
           "Combine floating-point numbers in the order of linalg, or report an "
           "error">,
    Option<"warn", "warn-unconverted", "bool", /*default=*/"false",
           "Warn about each operation of linalg that is not converted">
  ];
  let statistics = [
    Statistic<"numConverted", "num-converted", "Number of operations converted">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::complex::ComplexDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::weft::cin::CINDialect",
    "::weft::tin::TINDialect"];
}

def ConvertSparseTensorToTIN : Pass<"convert-sparse-tensor-to-tin"> {
  let summary = "Turn operations on whole stored tensors into index notation";
  let description = [{
    Writes `sparse_tensor.convert`, `concatenate` and `reorder_coo`, and
    `tensor.extract_slice` and `tensor.pad` of tensors with a format, as one
    `tin.compute` each. A result that is sparse stores no zeros of dense
    operands. A `tensor.cast` between a tensor without a format and one whose
    levels are all dense is a copy as well. An `arith.select` of whole tensors
    with a format becomes an `scf.if`.

    The preconditions are:
    - `sparse_tensor.convert` alone changes the element type, between integers,
      indices and real numbers of different widths, or between complex numbers.
    - Paddings are constants, and the padding value is the fill.
    - The offsets and strides of a slice are constants. Otherwise, `foreach`
      inserts the entries of the slice into a new tensor, if both tensors have a
      format.

    ```mlir
    %B = sparse_tensor.convert %A : tensor<?x?xf64> to tensor<?x?xf64, #CSR>
    // becomes
    %B = tin.compute (%i "d0" to %m, %j "d1" to %n) drop_fill : tensor<?x?xf64, #CSR> {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      tin.yield %a : f64
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::complex::ComplexDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::sparse_tensor::SparseTensorDialect",
    "::mlir::tensor::TensorDialect", "::weft::level::LevelDialect",
    "::weft::tin::TINDialect"];
}

def ConvertSparseTensorToLevel
    : Pass<"convert-sparse-tensor-to-level", "::mlir::ModuleOp"> {
  let summary = "Turn operations on the storage of tensors into level operations";
  let description = [{
    Converts the operations of `sparse_tensor` that read, write or print the
    arrays of a tensor, or iterate its entries: `new`, `out`, `assemble`,
    `disassemble`, `positions`, `coordinates`, `values`, `number_of_entries`,
    `lvl`, `print`, `load`, `foreach`, `expand`, `compress`, `push_back`, `sort`
    and `has_runtime_library`; and of tensors with a format, `tensor.insert`,
    `collapse_shape`, `expand_shape` and `reshape`, and
    `bufferization.dealloc_tensor`.

    Each tensor that `tensor.insert` updates is assembled as an unsorted
    coordinate list, which `scf.for`, `scf.if` and `foreach` carry. At any other
    use the list is sorted, the last of the entries of equal coordinates is
    kept, and it is copied to the tensor's format.

    An operation of `sparse_tensor` that is left is an error, which says what to
    write instead.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::complex::ComplexDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect", "::weft::level::LevelDialect",
    "::weft::tin::TINDialect"];
}

def OutlineKernels : Pass<"weft-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Move index notation into kernels of a nested module";
  let description = [{
    Moves every `tin.compute` into a function of the nested module
    `@weft_kernels`, and calls it where the compute was. Computes of one block
    go into the same function, which fuses them where the algebra allows, if one
    reads the result of another, or both read the same stored tensor. The
    function is called at the last of them, and returns the results that others
    use. No operation in between may use one of these results, or change memory.

    The arguments of a kernel are the tensors that it reads, and the sizes of
    index variables that are no sizes of these. Arguments of the function around
    keep their `tin.statistics`. Tensors without a format are
    cast to the dense format, which is what they have in the kernel.

    A compute with the attribute `weft.schedule` becomes a kernel by itself, in
    a nested module that has this schedule. Its name begins with `weft_kernels`.

    The nested module isolates kernels: passes that lower or optimize them see
    no other operation, and passes on the functions around them see calls.

    ```mlir
    func.func @f(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>) -> tensor<?xf64> {
      %0 = tensor.cast %x : tensor<?xf64> to tensor<?xf64, #Dense>
      %1 = call @f_kernel_0(%A, %0) : ...
      %2 = tensor.cast %1 : tensor<?xf64, #Dense> to tensor<?xf64>
      return %2 : tensor<?xf64>
    }
    module @weft_kernels {
      func.func @f_kernel_0(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64, #Dense>)
          -> tensor<?xf64, #Dense> attributes {weft.kernel} {...}
    }
    ```
  }];
  let statistics = [
    Statistic<"numKernels", "num-kernels", "Number of kernels">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect",
    "::weft::level::LevelDialect"];
}

def LowerKernels : Pass<"weft-lower-kernels", "::mlir::ModuleOp"> {
  let summary = "Lower the kernels of nested modules to the llvm dialect";
  let description = [{
    Runs the passes of `weft-lower-to-llvm{entries=false}` on each nested module
    of kernels, for the processor that `machine` names, or that the enclosing
    module describes. The attribute `weft.schedule` of a nested module takes
    precedence over the option. A module of kernels in concrete index notation
    keeps its loops: the passes of `weft-lower-cin-to-llvm` run on it.

    Kernels keep the signature that upstream's conversion of functions gives to
    their declarations: sizes, and descriptors of arrays of rank 1.

    A dense result that a `bufferization.materialize_in_destination` writes is
    computed into the memory of the destination: the kernel takes that memory as
    an argument instead of allocating memory, if its only call is in the block
    of the write, the destination is not a view, and nothing else uses its
    contents. Canonicalization after bufferization removes the write.
  }];
  let options = [
    Option<"schedule", "schedule", "std::string", /*default=*/"",
           "The text of the schedule">,
    Option<"strict", "strict-fp", "bool", /*default=*/"false",
           "Keep floating-point operations in their order">,
    Option<"vectors", "vectors", "bool", /*default=*/"true",
           "Make vectors of the loops that lanes share">,
    Option<"threads", "threads", "bool", /*default=*/"true",
           "Let the default schedule share loops among threads">,
    Option<"numThreads", "num-threads", "int64_t",
           /*default=*/"::weft::kDefaultNumThreads",
           "How many threads schedule=auto assumes; 0 for as many as this machine "
           "runs at a time">,
    Option<"allowRaces", "allow-races", "bool", /*default=*/"false",
           "Let schedules ignore races that may change the result">,
    Option<"machine", "machine", "std::string", /*default=*/"\"\"",
           "The name of the processor, or native for that of the host; by "
           "default, the one that the module describes">
  ];
}

def ExemptArrays : Pass<"weft-exempt-arrays", "::mlir::ModuleOp"> {
  let summary = "Exclude arrays of stored tensors from buffer deallocation";
  let description = [{
    Prepares a module for upstream's `ownership-based-buffer-deallocation`. It
    runs before bufferization, when every memref is an array of a stored tensor
    or a memref of the program, both of which the program frees itself:

    - Operations that allocate or free memrefs get the attribute
      `bufferization.manual_deallocation`.
    - Functions return descriptors in the place of these memrefs, since a caller
      would own a memref. A kernel's tensor without a format stays a memref, and
      so does the buffer of a tensor that a function returns.
    - `bufferization.dealloc_tensor` of a tensor without a format is erased: its
      buffer is freed after the last use.

    Canonicalization of `memref.alloc` drops the attribute, and must not run
    before the deallocation.

    ```mlir
    func.func private @f_kernel_0(memref<?xindex>) -> (memref<?xf64>)
    // becomes, if the array is one of a stored tensor
    func.func private @f_kernel_0(memref<?xindex>)
        -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    ```
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect", "::mlir::LLVM::LLVMDialect"];
}

def LinkKernels : Pass<"weft-link-kernels", "::mlir::ModuleOp"> {
  let summary = "Move lowered kernels to the functions that call them";
  let description = [{
    Moves the functions of each module of kernels into the module around it,
    replacing their declarations, when both are in the `llvm` dialect. Private
    functions get new names where theirs are taken. Attributes of the `weft`
    dialect on arguments are removed, so that stock tools read the module. What
    functions allocate is marked `llvm.noalias`.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // WEFT_SPARSIFIER_PASSES_TD
