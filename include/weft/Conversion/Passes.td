//===- Passes.td - Conversion passes -----------------------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conversions between the levels of the IR, one pass per arrow.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_PASSES_TD
#define WEFT_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTINToCIN : Pass<"convert-tin-to-cin", "::mlir::func::FuncOp"> {
  let summary = "Turn tensor index notation into concrete index notation";
  let description = [{
    Concretizes every `tin.compute` (thesis, section 4.4): reductions become
    compound assignments inside where statements, which are removed where the
    assignment only consumes the reduction. The order of the foralls is a
    topological order of the index variables that respects the formats of the
    operands and of the result. Of several orders, the pass chooses the one that
    needs the fewest workspaces, and of these the first in the order of the
    text. A workspace is inserted

    - for an operand whose levels fit no common order, and
    - for a result that the loops would scatter into, if its levels cannot be
      inserted into in this order. A result whose last segments can be counted
      and then filled in any order needs none, unless its fill is dropped.

    With `drop-fill`, components that are equal to the fill are not stored: each
    component is assigned once, and a result whose components are counted first
    (with `two-phase`, or because of its format) is computed into a temporary
    and copied. With `drop-fill`, `two-phase` and `keeps-structure`, results are
    not collected segment by segment (see `level.collect_coord`), which takes a
    single pass. `two-phase-results` names results of the function that are
    assembled in two phases; their kernels record it.
  }];
  let options = [
    Option<"dropFill", "drop-fill", "bool", /*default=*/"false",
           "Prepare for dropping components that are the fill">,
    Option<"twoPhase", "two-phase", "bool", /*default=*/"false",
           "Prepare for results that are assembled in two phases">,
    ListOption<"twoPhaseResults", "two-phase-results", "std::string",
               "Prepare for some results that are assembled in two phases">,
    Option<"keepsStructure", "keeps-structure", "bool", /*default=*/"false",
           "Prepare for results whose structure is kept">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::weft::cin::CINDialect",
    "::mlir::tensor::TensorDialect"];
}

def WeftApplySchedule : Pass<"weft-apply-schedule", "::mlir::ModuleOp"> {
  let summary = "Transform the loops of kernels by the text of a schedule";
  let description = [{
    Applies the commands of `schedule`, such as `split(i,i0,i1,32)` and
    `reorder(i0,j,i1)`, one after the other to the kernels of each function, and
    records them in `weft.schedule` of the function. Options of the lowering,
    such as `jam_rows(off)`, are set in `weft.lowering_config` of the module, or
    in `config` of the forall that they name. A command that is refused is an
    error at its place in the schedule, which says the precondition that does
    not hold.

    A schedule may begin with a form. `only` turns off all options that the
    schedule does not list, so that `cin-choose-lowering` chooses nothing. With
    `default`, the passes before this one have chosen the default schedule, and
    the commands change it. Each function must have the loops that the commands
    name.
  }];
  let options = [
    Option<"schedule", "schedule", "std::string", /*default=*/"",
           "The text of the schedule">,
    Option<"strict", "strict-fp", "bool", /*default=*/"false",
           "Keep floating-point reductions as they are">,
    Option<"allowRaces", "allow-races", "bool", /*default=*/"false",
           "Let IgnoreRaces ignore races that may change the result">
  ];
  let dependentDialects = ["::weft::cin::CINDialect", "::weft::WeftDialect"];
}

def ConvertCINToLattice : Pass<"convert-cin-to-lattice", "::mlir::func::FuncOp"> {
  let summary = "Turn concrete index notation into iteration lattices";
  let description = [{
    Lowers every `cin.kernel`: a forall becomes a `lattice.coiterate` over the
    lattice of its iteration domain (thesis, sections 3.2, 3.3, 4.3 and 5.1),
    whose regions hold the body simplified for the operands that are present.
    Scalar workspaces become carried values. Results and other workspaces are
    assembled by level functions.

    A lattice is exact, with a region for each point, if its loops have at most
    `max-copies` copies of the forall, and at most `max-total-copies` including
    those of the enclosing lattices. A union of two segments makes 5 copies, one
    of three 19; each nested forall counts as five more. Otherwise, all points
    share one guarded region, because compile time is proportional to the size
    of the code. One guarded region is also used, unless `carry` is false, if
    its loop can carry the coordinates of all segments and no search would skip
    entries: it is 1.1 to 1.9 times as fast as an exact lattice for two CSR
    operands.

    Intersections merge in lockstep (`merge=two_finger`) or by exponential
    search (`merge=gallop`). By default, they search if the longest segment is
    at least 16 times as long as the shortest one, which takes at most a
    constant factor longer than the better of both. A merge strategy of a forall
    takes precedence.

    A loop that only reduces integers or truth values ends when the values that
    it carries are annihilators of their combiners.
  }];
  let options = [
    Option<"maxCopies", "max-copies", "unsigned", /*default=*/"10",
           "Copies of foralls that an exact lattice may make">,
    Option<"maxTotalCopies", "max-total-copies", "unsigned", /*default=*/"32",
           "Copies of foralls that an exact lattice may make with those around">,
    Option<"carry", "carry", "bool", /*default=*/"true",
           "Give unions one region where their loops can carry coordinates">,
    Option<"gallop", "gallop", "int64_t", /*default=*/"16",
           "How many times as long as the shortest the longest of segments that "
           "are intersected must be for search; negative for never">,
    Option<"allowRaces", "allow-races", "bool", /*default=*/"false",
           "Lower ignored races that may change the result">,
    Option<"deterministic", "deterministic", "bool", /*default=*/"false",
           "Refuse foralls whose results depend on when threads run">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::weft::lattice::LatticeDialect", "::weft::level::LevelDialect"];
}

def ConvertLatticeToSCF : Pass<"convert-lattice-to-scf", "::mlir::func::FuncOp"> {
  let summary = "Turn iteration lattices into loops";
  let description = [{
    Lowers every `lattice.coiterate` to one loop per lattice point (thesis,
    section 5.2): `scf.for` for a point with a single iterator, `scf.while` with
    region tests otherwise, with the iterators that can be exhausted first as
    rangers and those that can differ as mergers.

    Threads and lanes share loops with a known number of iterations. Threads
    also share loops over runs of equal coordinates, which are divided at the
    beginning of a run. Other parallel loops are refused or, if they are
    `optional`, run sequentially.

    With `lookups`, a compressed segment that all iterations of a loop intersect
    with another one is scattered into a dense array once, and looked up there.
    The preconditions, checked at run time, are that neither segment is much
    longer than the other, and that the array has at most as many elements as
    the level has entries. The array holds positions, or components if the
    iterations only combine components with carried values; an iteration then
    makes one load from it and no other access of the segment.
  }];
  let options = [
    Option<"lookups", "lookups", "::weft::analysis::Lookups",
           /*default=*/"::weft::analysis::Lookups::None",
           "What is looked up of segments that are intersected with many",
           "::weft::analysis::getLookupValues()">];
  let dependentDialects = ["::weft::WeftDialect", 
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::weft::level::LevelDialect"];
}

def WeftTabulateSegments
    : Pass<"weft-tabulate-segments", "::mlir::ModuleOp"> {
  let summary = "Accumulate segments with adjacent coordinates in a table";
  let description = [{
    A loop that scatters a segment in each iteration into a coordinate list that
    is combined behind it is versioned. One version adds entries to a table with
    an element for each coordinate from the smallest to the largest, and makes
    the list of it. It runs if there are at least 16 segments, and

    - half of the segments begin with three adjacent coordinates, and there are
      at least 257 entries, one per 16 elements of the table; or
    - segments have one to four entries on average, there are at least 33
      entries, one per 64 elements of the table, and the table takes at most
      half of the second cache.

    A preceding loop computes that from the bounds of the segments. It reads 16
    of them, and the others only if these are short or a quarter of them begins
    with adjacent coordinates. Both versions combine entries in the same order.

    ```mlir
    %list = scf.for %p = %begin to %end step %c1 iter_args(%b = %empty) ... {
      %first, %last = level.pos_bounds %s level 1 under %k to %next
      %n = arith.subi %last, %first : index
      %room = level.reserve_entries arith.addf %b for %n
      %more = scf.for %q = %first to %last step %c1 iter_args(%c = %room) ... {
        %j, %found = level.pos_access %s level 1 at %q coords(%k)
        ...
        %at = level.next %c level 0
        %stored = level.store %value, %c[%at] reserved
        %added = level.append_coord %stored level 0 coord %j reserved
        scf.yield %added
      }
      scf.yield %more
    }
    %combined = level.combine_entries arith.addf %list
    ```
    has in the copy
    ```mlir
    scf.for %p = %begin to %end step %c1 {
      %first, %last = level.pos_bounds %s level 1 under %k to %next
      scf.for %q = %first to %last step %c1 {
        %j, %found = level.pos_access %s level 1 at %q coords(%k)
        ...
        %place = arith.subi %j, %least : index
        %before = memref.load %table[%place] : memref<?xf64>
        %sum = arith.addf %before, %value : f64
        memref.store %sum, %table[%place] : memref<?xf64>
        memref.store %mark, %marks[%place] : memref<?xi8>
      } {weft.loop = #weft.loop<runs>}
    }
    %combined = level.take_entries %room at %least from %marks, %table
    ```
  }];
  let dependentDialects = ["::weft::WeftDialect", "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::weft::level::LevelDialect"];
}

def ConvertPatternToSCF : Pass<"convert-pattern-to-scf", "::mlir::ModuleOp"> {
  let summary = "Turn programs of patterns into loops over arrays";
  let description = [{
    Makes a function of each `pattern.program`. Its arguments are the natural
    numbers, the parameters and memory for results: a scalar is one, an array is
    one array of memory, and a pair is both of its values. A pair in an array
    takes as many elements as it has scalars; if their types differ, the memory
    is of integers as wide as the widest. Scalar results are returned.

    Only results and the arrays of `pattern.scatter` are stored in memory.
    Addresses are sums of sizes, which `sums` chooses the code for:

    * `loop`: a loop for each sum;
    * `closed`: closed forms, and loops where there are none;
    * `table`: closed forms, and tables of prefix sums where there are none. The
      function `f` then fills the tables by `f_table0`, `f_table1`, ... and
      passes them to `f_kernel`. A sum that depends on positions of enclosing
      loops is a loop.

    Maps `par`, `workgroup` and `local` become `scf.parallel`; the latter two
    keep their mapping in `pattern.mapping`. Maps `vec` ask LLVM to vectorize.

    With `check-accesses`, `cf.assert` stops the program where a length is
    negative or where an index that is a number is out of range.

    With `kernels`, functions are kernels (`weft.kernel`): they take and return
    the sizes and arrays of tensors. Parameters that the attribute
    `pattern.tensors` of the program names are stored in a format, arrays whose
    lengths are the same everywhere are dense, and any other array is a dense
    list of its scalars. Natural numbers are sizes of these. A kernel checks
    that its arrays have the lengths of their types, and that an index that is a
    number is in range, and fails by the runtime. It fills its tables by itself.
    Maps `par` have `weft.loop<parallel(static)>`, outermost ones of no mapping
    are `optional`, and `workgroup` and `local` are `gpu(block)` and
    `gpu(thread)`. Reductions of floating-point numbers may be reassociated,
    unless `strict-fp` is set.
  }];
  let options = [
    Option<"sums", "sums", "::weft::PatternSums",
           /*default=*/"::weft::PatternSums::Table",
           "What code sums of sizes become",
           [{::llvm::cl::values(
             clEnumValN(::weft::PatternSums::Loop, "loop", "Loops"),
             clEnumValN(::weft::PatternSums::Closed, "closed",
                        "Closed forms or loops"),
             clEnumValN(::weft::PatternSums::Table, "table",
                        "Closed forms or tables"))}]>,
    Option<"checkAccesses", "check-accesses", "bool", /*default=*/"false",
           "Stop at a negative length and at an index out of range">,
    Option<"explain", "explain", "bool", /*default=*/"false",
           "Report each address before and after simplification as a remark">,
    Option<"kernels", "kernels", "bool", /*default=*/"false",
           "Give functions the signature of kernels">,
    Option<"strictFloatingPoint", "strict-fp", "bool", /*default=*/"false",
           "Keep floating-point operations in their order">];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::weft::WeftDialect",
    "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"];
}

//===----------------------------------------------------------------------===//
// ConvertPatternToTIN
//===----------------------------------------------------------------------===//

def ConvertPatternToTIN : Pass<"convert-pattern-to-tin", "::mlir::ModuleOp"> {
  let summary = "Turn programs of patterns into tensor index notation";
  let description = [{
    Makes a kernel of each `pattern.program` that is index notation: a map over
    a dense array is an index variable of the result, and a reduction is a
    reduction over the index variable of the array. Parameters are those of the
    signature that `convert-pattern-to-scf` with `kernels` has. The entries of a
    compressed level are iterated by sums whose terms have a component of the
    tensor as a factor, since components that are not stored are zero in index
    notation. Any other program is refused.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect",
    "::weft::level::LevelDialect", "::weft::tin::TINDialect",
    "::weft::WeftDialect"];
}

def ConvertLevelToMemRef : Pass<"convert-level-to-memref", "::mlir::ModuleOp"> {
  let summary = "Turn stored tensors into arrays and level functions into code";
  let description = [{
    Replaces every tensor with a level format, stored tensor and builder by its
    sizes and arrays, across functions and control flow, and every level
    function by the code that its level type emits (thesis, tables 2-13 and
    2-14).

    With `keep-dense`, tensors without a format stay tensors for upstream's
    bufferization. Where they meet stored ones, a `tensor.cast` between a tensor
    without a format and one whose levels are all dense becomes a
    `bufferization.to_buffer` or `bufferization.to_tensor` on the same memory.

    ```mlir
    %s = tensor.cast %x : tensor<?xf64> to tensor<?xf64, #Dense>
    // becomes
    %n = memref.dim %values, %c0 : memref<?xf64>
    %values = bufferization.to_buffer %x read_only : tensor<?xf64> to memref<?xf64>
    ```
  }];
  let options = [
    Option<"keepDense", "keep-dense", "bool", /*default=*/"false",
           "Leave tensors without a format to other passes">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::complex::ComplexDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::weft::level::LevelDialect",
    "::weft::WeftDialect"];
}

def WeftCheckAccesses : Pass<"weft-check-accesses", "::mlir::ModuleOp"> {
  let summary = "Check every access of an array";
  let description = [{
    Compares the index of every `memref.load` and `memref.store`, the indices of
    vector loads, stores, gathers and scatters, and the lengths of copies, views
    and sorts with the size of the array. An access out of bounds ends the
    kernel with `WEFT_RT_OUT_OF_BOUNDS` of `weft/Runtime/TensorABI.h`, which
    reports the index, the size and the location of the access in the text.

    A thread of a GPU skips an access out of bounds, and stores its index in an
    array with an element for each access of the kernel. The host checks this
    array after the launch.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"];
  let statistics = [
    Statistic<"numChecked", "num-checked", "Number of accesses with a check">
  ];
}

def WeftGenerateKernelABI : Pass<"weft-generate-kernel-abi", "::mlir::ModuleOp"> {
  let summary = "Give kernels an entry with a plain C signature";
  let description = [{
    Adds to every `llvm.func @f` that is marked `weft.kernel`, or
    `weft.kernel = "f"` whatever its symbol, a function `@f_entry` of the type
    `weft_kernel_fn` of `weft/Runtime/TensorABI.h`. It takes the results and
    then the operands as `weft_tensor_data` and passes the sizes and arrays of
    the operands to the kernel. Instead of returning its results, the kernel
    takes the tensors, too, stores the sizes and arrays of the results there and
    hands their memory over to the caller; so nothing else may call it. Where it
    returns once, an array that it allocates and that is the only one of a
    result, as of a dense one, is allocated by `weft_rt_alloc_result`, which may
    give memory of the caller. An `index` argument that is marked
    `weft.extent = array<i64: r, m>` is the size of mode `m` of result `r`,
    which the caller sets. The kernel must be lowered to the LLVM dialect and
    have the `weft.abi` that `convert-level-to-memref` records.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def WeftTrimPartitions : Pass<"weft-trim-partitions", "::mlir::ModuleOp"> {
  let summary = "Drop unused arguments of partitions of parallel loops";
  let description = [{
    Removes the unused arguments of each private `llvm.func` that is marked
    `weft.partition` and has one call. The last two arguments, which are the
    bounds of its iterations, are kept. An extraction from a structure that the
    function builds is replaced by the field, so that an array that was passed
    as a descriptor is passed as a pointer.

    The pass runs before `weft-guard-partitions`, which stores the arguments to
    memory, where LLVM cannot find those that are unused.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def WeftGuardPartitions : Pass<"weft-guard-partitions", "::mlir::ModuleOp"> {
  let summary = "Propagate failures from partitions of parallel loops";
  let description = [{
    In a parallel region, replaces each call of an `llvm.func` that is marked
    `weft.partition` by a call of `weft_rt_run_partition`, with `weft_rt_fork`
    before the region and `weft_rt_join` after it, which fails if a partition
    has failed (`weft/Runtime/TensorABI.h`).

    Outside of a parallel region, such a call is for all iterations between its
    last two arguments. It is replaced by a call of `weft_rt_share`, which
    chooses the number of chunks and threads at run time.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // WEFT_CONVERSION_PASSES_TD
