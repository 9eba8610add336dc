//===- Options.cpp - The table of options -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the driver can do, in the words that its users read.
//
//===----------------------------------------------------------------------===//

#include "Options.h"

using namespace weft::driver;

const std::vector<Option> &weft::driver::getOptions() {
  using Kind = OptionKind;
  using Value = OptionValue;
  const CommandLine defaults;
  static const std::vector<Option> options = {
      {"f", Kind::Format, Value::Required, "TENSOR:FORMAT",
       "How a tensor is stored: a letter for each level and optionally the\n"
       "order of the modes, as in A:ds:1,0; or a name, as in A:COO or "
       "A:COO:1,0.\n"
       "Letters: d (dense), s (sparse), u (sparse, not unique), q "
       "(singleton),\n"
       "c (singleton, not unique), b (bitmap), h (hashed), g (loose), v "
       "(loose,\n"
       "not unique), t (listed), i (interval), e (run-length), n2 (at most 2 "
       "of\n"
       "each segment), a (batched), r (range), o (offset), p (padded), m32\n"
       "(permuted in windows of 32), l4 (sliced, 4 rows each); s~, u~, q~, "
       "c~,\n"
       "g~, v~ are without order. Names: dense, CSR, CSC, COO, DCSR, DCSC, "
       "CSF,\n"
       "LIL, bitmap, DOK, BCSR, BCSC, CSB, DIA, SDIA, ELL, SELL, SELLCS, "
       "MG,\n"
       "in any case (A:csr).\n"
       "Properties in braces: pos, crd (bits), fill, ordered, packed, block,\n"
       "sort, as in A:'BCSR{block=2x3}'. Tensors are dense by default."},
      {"t", Kind::Type, Value::Required, "TENSOR:TYPE",
       "The type of the components: bool, i8, i16, i32, i64, u8, u16, u32,\n"
       "u64, f16, bf16, f32, f64, complex<f32>, complex<f64>; also char, "
       "short,\n"
       "int, long, longlong (i8 to i64), uchar to ulonglong (u8 to u64), half\n"
       "(f16), float (f32), double (f64), complex, int8 to int64, uint8 to\n"
       "uint64, float16 to float64, bfloat16, c64, c128, complex64, "
       "complex128,\n"
       "complexfloat, complexdouble (of 64 and 128 bits). It is f64 by "
       "default."},
      {"d", Kind::Sizes, Value::Required, "NAME:SIZES",
       "The sizes of the modes of a tensor, as in A:100,200 or A:100x200, or\n"
       "the size of an index variable, as in i:100, where no file says it. "
       "With\n"
       "nnz=N behind, N is the number of entries that plans reckon with."},
      {"i", Kind::Input, Value::Required, "TENSOR:FILE",
       "Reads an operand from a .mtx, .tns, .ttx, .rb or .npy file, also .gz "
       "or\n"
       ".xz, or from a .npz or .h5 file. A scalar may be given as a number:\n"
       "-i=alpha:0.5 or -i=alpha:1+2im."},
      {"g", Kind::Generate, Value::Required, "TENSOR:KIND",
       "Makes a random operand: d or r (dense), s (sparse, one in ten\n"
       "components), h (hypersparse, one in ten thousand), or u:DENSITY, as "
       "in\n"
       "A:u:0.01; u (all ones); or a matrix with a pattern: f (five "
       "diagonals),\n"
       "b (those of 4 x 4 blocks), l (one row in a hundred), v (such "
       "columns)."},
      {"functions", Kind::Functions, Value::Required, "FILE",
       "Reads functions that the expression calls, defined in MLIR."},
      {"load", Kind::Load, Value::Required, "PLUGIN",
       "Loads a plugin, a shared library, whose level types may then stand "
       "in\n"
       "formats, as in A:'{dense,strided.every<3>}', and whose operators in "
       "the\n"
       "expression."},
      {"patterns", Kind::Patterns, Value::Required, "FILE",
       "Reads a program of patterns over dependent arrays, which takes the "
       "place\n"
       "of the expression. Rules in -s transform it, and -d gives values to\n"
       "its natural numbers."},
      {"program", Kind::Program, Value::Required, "NAME",
       "The program of the file of -patterns, if it has several."},
      {"lower-patterns", Kind::LowerPatterns, Value::Required, "KIND",
       "What a program of patterns becomes: index-notation, loops of its own, "
       "or\n"
       "auto (index notation where it is that)."},
      {"sums", Kind::Sums, Value::Required, "KIND",
       "What sums of sizes in addresses of patterns become: loop, closed "
       "(closed\n"
       "forms, or loops), or table (closed forms, or tables of prefix sums)."},
      {"o", Kind::Output, Value::Required, "TENSOR:FILE",
       "Writes a tensor to a .mtx, .tns, .ttx, .rb or .npy file, also .gz or "
       ".xz,\n"
       "or to a .npz or .h5 file."},
      {"O", Kind::WriteAll, Value::Optional, "DIRECTORY",
       "Writes all tensors to a directory, $TMPDIR or /tmp by default, as\n"
       ".tns files of their names."},
      {"time", Kind::Time, Value::Optional, "N",
       "Shows the time to read, to compile and to run, of N runs."},
      {"write-time", Kind::WriteTime, Value::Required, "FILE",
       "Writes times in milliseconds, separated by commas: to compile, to\n"
       "assemble (0), and of the runs the mean, the standard deviation and "
       "the\n"
       "median."},
      {"norm", Kind::Norm, Value::None, "",
       "Shows the 2-norm of every result."},
      {"emit", Kind::Emit, Value::Required, "LEVEL",
       "Prints the kernel at a level of its compilation (see below)."},
      {"explain", Kind::Explain, Value::Optional, "KIND",
       "Explains the kernel: its loops and why they are in their order, its\n"
       "workspaces, its lattices and its cost; as text, or as a page with\n"
       "drawings: -explain=html. Written to a file: -explain=html:FILE."},
      {"print-notation", Kind::PrintNotation, Value::None, "",
       "Prints the expression with all sums written out."},
      {"print-plan", Kind::PrintPlan, Value::None, "",
       "Prints the steps in which a product of several factors is computed."},
      {"print-schedule", Kind::PrintSchedule, Value::None, "",
       "Prints the schedule of the kernel, complete, as -s takes it."},
      {"remarks", Kind::PrintRemarks, Value::None, "",
       "Prints which transformations of loops were applied, and why others "
       "were\n"
       "not, at the places of the loops in the expression."},
      {"print-concrete", Kind::PrintConcrete, Value::None, "",
       "Prints the kernel in concrete index notation."},
      {"print-evaluate", Kind::PrintEvaluate, Value::None, "",
       "Prints the kernel in C, as the function evaluate."},
      {"print-assembly", Kind::PrintAssembly, Value::None, "",
       "Prints the function assemble in C, which makes the coordinates of\n"
       "sparse results only."},
      {"print-compute", Kind::PrintCompute, Value::None, "",
       "Prints the function compute in C, which computes the values of sparse\n"
       "results whose coordinates are given."},
      {"c", Kind::ComputeWithAssembly, Value::None, "",
       "Lets the function compute make the coordinates as well."},
      {"print-kernels", Kind::PrintKernels, Value::None, "",
       "Prints a C file with evaluate, assemble and compute."},
      {"print-nocolor", Kind::NoColor, Value::None, "",
       "Prints without colors, as always."},
      {"print-iteration-graph", Kind::PrintGraph, Value::None, "",
       "Prints the iteration graph for Graphviz; -emit=graph prints it as "
       "text."},
      {"print-lattices", Kind::PrintLattices, Value::None, "",
       "Prints the iteration lattices."},
      {"print-lattice", Kind::PrintLattice, Value::Required, "VARIABLE",
       "Prints the iteration lattices of the loops over a variable."},
      {"print-storage", Kind::PrintStorage, Value::Optional, "TENSOR",
       "Shows the arrays that store a tensor, or all operands and results."},
      {"write-object", Kind::WriteObject, Value::Required, "FILE",
       "Writes the kernel as an object file to be linked with C programs."},
      {"write-header", Kind::WriteHeader, Value::Required, "FILE",
       "Writes the C header of the object file."},
      {"write-source", Kind::WriteSource, Value::Required, "FILE",
       "Writes a C file with evaluate, assemble and compute, and its header\n"
       "beside it if it ends in .c; a file in CUDA if it ends in .cu."},
      {"write-assembly", Kind::WriteAssembly, Value::Required, "FILE",
       "Writes a C file with the function assemble."},
      {"write-compute", Kind::WriteCompute, Value::Required, "FILE",
       "Writes a C file with the function compute."},
      {"read-source", Kind::ReadSource, Value::Required, "FILE",
       "Compiles a C file that -write-source wrote, as it is or changed, with\n"
       "$CC or cc, and runs its function evaluate after the kernel."},
      {"verify", Kind::Verify, Value::None, "",
       "Compares the results of C files with those of the kernel."},
      {"name", Kind::KernelName, Value::Required, "NAME",
       "The name of the kernel in object files (kernel by default) and in C\n"
       "files, where NAME_assemble and NAME_compute follow from it."},
      {"prefix", Kind::Prefix, Value::Required, "PREFIX",
       "What the names of all functions begin with."},
      {"assembly", Kind::Assembly, Value::Required, "KIND",
       "What the kernel makes of sparse results: fused (coordinates and "
       "values,\n"
       "the default), assemble (coordinates), compute (values), or two_phase\n"
       "(both, after the coordinates have been counted)."},
      {"workspace", Kind::Workspace, Value::Required, "[RESULT:]KIND",
       "How workspaces are stored, for one result or all: dense, bitmap,\n"
       "sparse_set, hashed, or list (otherwise by use and what is stored)."},
      {"drop-fill", Kind::DropFill, Value::None, "",
       "Does not store components of sparse results that turn out to be the\n"
       "fill, which is zero unless the format says otherwise."},
      {"plan", Kind::Plan, Value::Required, "on|off|always",
       "Whether products of several factors are computed in steps where that\n"
       "is much less work for the operands (on by default), or whatever it "
       "saves.\n"
       "With -s they are not."},
      {"strict-fp", Kind::StrictFP, Value::None, "",
       "Keeps floating-point operations in the order of the expression."},
      {"strict-zero", Kind::StrictZero, Value::None, "",
       "Lets 0 * inf and 0 * NaN count where the factor 0 is not stored."},
      {"reject-duplicates", Kind::RejectDuplicates, Value::None, "",
       "Refuses files that list a component twice instead of summing."},
      {"zero-based", Kind::ZeroBased, Value::Optional, "TENSOR",
       "The indices in the file of a tensor, or in all, start at 0, not 1\n"
       "(.mtx, .ttx and .tns)."},
      {"merge", Kind::Merge, Value::Required, "KIND",
       "How segments are intersected: two_finger (step by step), gallop (by\n"
       "search), or auto (by search where one is 16 times as long as "
       "another)."},
      {"check-accesses", Kind::CheckAccesses, Value::None, "",
       "Lets the kernel check every access of an array."},
      {"s", Kind::Schedule, Value::Required, "COMMANDS",
       "Transforms the loops: split(i,i0,i1,32) and divide(i,i0,i1,4) make\n"
       "tiles, balance(i,i0,i1,8) parts of equal work,\n"
       "fuse(i,j,f) and pos(f,p,A) go from entry to entry,\n"
       "coord(p,f) back to coordinates, reorder(i0,j,i1) orders nested loops,\n"
       "mergeby(j,Gallop) chooses how a loop is coiterated,\n"
       "parallelize(i,CPUThread,NoRaces) runs its iterations on threads,\n"
       "and GPUBlock, GPUWarp and GPUThread on the units of a GPU.\n"
       "none leaves the loops as they are; without -s, tiles of dense modes\n"
       "become vectors. A schedule that begins with default changes what is\n"
       "chosen without -s; with only, nothing else is chosen, as\n"
       "-print-schedule prints it. auto takes the fastest that weft tune "
       "found."},
      {"target", Kind::Target, Value::Required, "NAME",
       "What runs the loops: cpu, or gpu for blocks, warps and threads of a\n"
       "GPU of NVIDIA (WEFT_GPU=emulate in the environment: of the PTX\n"
       "machine, which needs no device)."},
      {"device", Kind::Device, Value::Required, "N",
       "The number of the GPU that runs the loops, from 0."},
      {"gpu-memory", Kind::GpuMemory, Value::Required, "BYTES",
       "The most memory to hold on a GPU."},
      {"machine", Kind::Machine, Value::Required, "NAME|FILE",
       "The processor that the schedule is chosen for, if it is not that of "
       "the\n"
       "host: the name of a known one, as znver4, or the path of a file with "
       "a\n"
       "description that -print-machine prints, which has a / or a point."},
      {"print-machine", Kind::PrintMachine, Value::Optional, "NAME",
       "Prints the description of a known processor, else of the one of\n"
       "-machine, else of this one."},
      {"budget", Kind::Budget, Value::Required, "TIME|N",
       "weft tune: how long to search, as 30s, or how many schedules to try."},
      {"search", Kind::Search, Value::Required, "STRATEGY",
       "weft tune: in which order schedules are tried: exhaustive, random,\n"
       "halving (successive halving of a sample) or thompson (by Thompson\n"
       "sampling, the default of expressions). Rules for programs of patterns\n"
       "are searched exhaustively, the default, or at random."},
      {"cold-caches", Kind::ColdCaches, Value::None, "",
       "weft tune: empties caches before each run."},
      {"runs", Kind::ConversionRuns, Value::Required, "N",
       "weft tune: how many runs share the time of a conversion to a format "
       "that\n"
       "-f=TENSOR:auto chooses; " +
           std::to_string(defaults.tuning.conversionRuns) + " by default."},
      {"tuning-page", Kind::TuningPage, Value::Required, "FILE",
       "weft tune: writes a page with the distributions of times."},
      {"read-tuning", Kind::ReadTuning, Value::Required, "FILE",
       "weft tune: takes the times that -write-tuning wrote as measured."},
      {"write-tuning", Kind::WriteTuning, Value::Required, "FILE",
       "weft tune: writes the times of all schedules that were tried."},
      {"allow-races", Kind::AllowRaces, Value::None, "",
       "Lets loops with IgnoreRaces leave any of the values that their\n"
       "iterations assign."},
      {"deterministic", Kind::Deterministic, Value::None, "",
       "Refuses schedules by which the number of threads changes bits of\n"
       "the results."},
      {"opt", Kind::OptLevel, Value::Required, "N",
       "How much LLVM optimizes, from 0 to 3."},
      {"threads", Kind::Threads, Value::Required, "N",
       "How many threads parallel loops have (OMP_NUM_THREADS or all "
       "processors\n"
       "by default)."},
      {"nthreads", Kind::NumThreads, Value::Required, "N",
       "The same as -threads."},
      {"no-cache", Kind::NoCache, Value::None, "",
       "Compiles the kernel anew, and does not keep it."},
      {"seed", Kind::Seed, Value::Required, "N",
       "The seed of random operands (" + std::to_string(defaults.seed) +
           " by default)."},
      {"help", Kind::Help, Value::Optional, "TOPIC",
       "Shows this text; or what it says about an option, as -help=f, or "
       "about\n"
       "the schedule, -help=scheduling."},
      {"version", Kind::Version, Value::None, "", "Shows the version."},
      {"h", Kind::Help, Value::None, "", "The same as -help."}};
  return options;
}

const std::vector<LevelName> &weft::driver::getLevelNames() {
  static const std::vector<LevelName> levels = {
      {"expression", "the expression with all sums written out"},
      {"explain", "an explanation in words; explain-html for a page"},
      {"explain-html", nullptr},
      {"plan", "the statements that are computed"},
      {"schedule", "the schedule, complete, as -s takes it"},
      {"remarks", "the transformations that were applied, and why others not"},
      {"notation", "concrete index notation on one line"},
      {"graph", "the iteration graph; graph-dot for Graphviz"},
      {"graph-dot", nullptr},
      {"lattices", "the iteration lattices; lattices-dot for Graphviz"},
      {"lattices-dot", nullptr},
      {"pattern", "a program of -patterns in MLIR"},
      {"tin", "tensor index notation in MLIR"},
      {"cin", "concrete index notation in MLIR"},
      {"lattice", "iteration lattices in MLIR"},
      {"scf", "loops over the levels of tensors"},
      {"memref", "loops over arrays"},
      {"c", "C99 with OpenMP, to be compiled by itself"},
      {"cuda", "CUDA C++ with its host code, to be compiled by itself"},
      {"llvm", "LLVM IR, optimized"},
      {"asm", "assembly for this machine"},
      {"obj", "an object file, to be redirected"},
      {"header", "the C header of the object file"}};
  return levels;
}

std::string weft::driver::findRefusal(const std::string &name) {
  static const struct {
    const char *name, *message;
  } refusals[] = {
      {"cuda", "-cuda is not an option\n"
               "hint: -target=gpu has a GPU run the kernel, and -emit=cuda "
               "prints it in CUDA"},
      {"schedule",
       "-schedule is not an option: each parallel loop has its distribution\n"
       "hint: write it in -s, as in parallelize(i,CPUThread,NoRaces,static) or "
       "parallelize(i,CPUThread,NoRaces,dynamic,64)"},
  };
  for (const auto &refusal : refusals)
    if (name == refusal.name)
      return refusal.message;
  return "";
}
