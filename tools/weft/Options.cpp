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
  static const std::vector<Option> options = {
      {"f", Kind::Format, Value::Required, "TENSOR:FORMAT",
       "How a tensor is stored: a letter for each level and optionally the\n"
       "order of the modes, as in A:ds:1,0; or a name, as in A:COO or "
       "A:COO:1,0.\n"
       "Letters: d (dense), s (sparse), u (sparse, not unique), q "
       "(singleton),\n"
       "c (singleton, not unique), b (bitmap), h (hashed), g (loose), t\n"
       "(listed), i (interval), e (run-length), n2 (at most 2 of each "
       "segment),\n"
       "a (batched), r (range), o (offset), p (padded), m32 (permuted in\n"
       "windows of 32), l4 (sliced, 4 rows each); s~, u~, q~, c~ are without\n"
       "order. Names: dense, CSR, CSC, COO, DCSR, DCSC, CSF, LIL, bitmap, "
       "DOK,\n"
       "BCSR, BCSC, CSB, DIA, SDIA, ELL, SELL, SELLCS, MG, in any case "
       "(A:csr).\n"
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
       "The sizes of the modes of a tensor, as in A:100,200, or the size of "
       "an\n"
       "index variable, as in i:100, where no file says it."},
      {"i", Kind::Input, Value::Required, "TENSOR:FILE",
       "Reads an operand from a .mtx, .tns or .ttx file, also .gz or .xz. A\n"
       "scalar may be given as a number: -i=alpha:0.5 or -i=alpha:1+2im."},
      {"g", Kind::Generate, Value::Required, "TENSOR:KIND",
       "Makes a random operand: d (dense), s (sparse, one in ten components),\n"
       "h (hypersparse, one in ten thousand), or u:DENSITY, as in A:u:0.01."},
      {"functions", Kind::Functions, Value::Required, "FILE",
       "Reads functions that the expression calls, defined in MLIR."},
      {"o", Kind::Output, Value::Required, "TENSOR:FILE",
       "Writes a result to a .mtx, .tns or .ttx file, also .gz or .xz."},
      {"time", Kind::Time, Value::Optional, "N",
       "Shows the time to read, to compile and to run, of N runs."},
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
      {"print-schedule", Kind::PrintSchedule, Value::None, "",
       "Prints the schedule of the kernel, complete, as -s takes it."},
      {"remarks", Kind::PrintRemarks, Value::None, "",
       "Prints which transformations of loops were applied, and why others "
       "were\n"
       "not, at the places of the loops in the expression."},
      {"print-concrete", Kind::PrintConcrete, Value::None, "",
       "Prints the kernel in concrete index notation."},
      {"print-compute", Kind::PrintCompute, Value::None, "",
       "Prints the loops of the kernel."},
      {"print-iteration-graph", Kind::PrintGraph, Value::None, "",
       "Prints the iteration graph."},
      {"print-lattices", Kind::PrintLattices, Value::None, "",
       "Prints the iteration lattices."},
      {"print-storage", Kind::PrintStorage, Value::Optional, "TENSOR",
       "Shows the arrays that store a tensor, or all operands and results."},
      {"write-object", Kind::WriteObject, Value::Required, "FILE",
       "Writes the kernel as an object file to be linked with C programs."},
      {"write-header", Kind::WriteHeader, Value::Required, "FILE",
       "Writes the C header of the object file."},
      {"name", Kind::KernelName, Value::Required, "NAME",
       "The name of the kernel in object files (kernel by default)."},
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
      {"strict-fp", Kind::StrictFP, Value::None, "",
       "Keeps floating-point operations in the order of the expression."},
      {"strict-zero", Kind::StrictZero, Value::None, "",
       "Lets 0 * inf and 0 * NaN count where the factor 0 is not stored."},
      {"reject-duplicates", Kind::RejectDuplicates, Value::None, "",
       "Refuses files that list a component twice instead of summing."},
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
       "parallelize(i,CPUThread,NoRaces) runs its iterations on threads.\n"
       "none leaves the loops as they are; without -s, tiles of dense modes\n"
       "become vectors. A schedule that begins with default changes what is\n"
       "chosen without -s; with only, nothing else is chosen, as\n"
       "-print-schedule prints it."},
      {"machine", Kind::Machine, Value::Required, "NAME|FILE",
       "The processor that the schedule is chosen for, if it is not that of "
       "the\n"
       "host: the name of a known one, as znver4, or the path of a file with "
       "a\n"
       "description that -print-machine prints, which has a / or a point."},
      {"print-machine", Kind::PrintMachine, Value::Optional, "NAME",
       "Prints the description of this processor, or of a known one."},
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
      {"no-cache", Kind::NoCache, Value::None, "",
       "Compiles the kernel anew, and does not keep it."},
      {"seed", Kind::Seed, Value::Required, "N",
       "The seed of random operands (1 by default)."},
      {"help", Kind::Help, Value::None, "", "Shows this text."},
      {"version", Kind::Version, Value::None, "", "Shows the version."},
      {"h", Kind::Help, Value::None, "", "The same as -help."}};
  return options;
}

const std::vector<LevelName> &weft::driver::getLevelNames() {
  static const std::vector<LevelName> levels = {
      {"expression", "the expression with all sums written out"},
      {"explain", "an explanation in words; explain-html for a page"},
      {"explain-html", nullptr},
      {"schedule", "the schedule, complete, as -s takes it"},
      {"remarks", "the transformations that were applied, and why others not"},
      {"notation", "concrete index notation on one line"},
      {"graph", "the iteration graph; graph-dot for Graphviz"},
      {"graph-dot", nullptr},
      {"lattices", "the iteration lattices; lattices-dot for Graphviz"},
      {"lattices-dot", nullptr},
      {"tin", "tensor index notation in MLIR"},
      {"cin", "concrete index notation in MLIR"},
      {"lattice", "iteration lattices in MLIR"},
      {"scf", "loops over the levels of tensors"},
      {"memref", "loops over arrays"},
      {"c", "C99 with OpenMP, to be compiled by itself"},
      {"llvm", "LLVM IR, optimized"},
      {"asm", "assembly for this machine"},
      {"obj", "an object file, to be redirected"},
      {"header", "the C header of the object file"}};
  return levels;
}

/// Appends lines to a text, each indented.
static void appendIndented(std::string &text, const char *lines,
                           const std::string &indentation) {
  text += indentation;
  for (; *lines; ++lines) {
    text += *lines;
    if (*lines == '\n')
      text += indentation;
  }
  text += "\n";
}

std::string weft::driver::getHelp() {
  std::string help =
      R"(Usage: weft 'EXPRESSION' [OPTIONS]

Compiles an expression in index notation for the formats of its tensors, and
runs it if operands are given. Variables missing on the left are summed over.

Examples:
  weft 'y(i) = A(i,j) * x(j)' -f=A:CSR -i=A:a.mtx -i=x:x.tns -o=y:y.tns
  weft 'y(i) = A(i,j) * x(j)' -f=A:ds -i=A:a.mtx -g=x:d -norm -time=10
  weft 'A(i,j) = B(i,j) + C(i,j)' -f=A:CSR -f=B:CSR -f=C:COO -print-concrete
  weft 'C(i,j) = A(i,k) * B(k,j)' -f=A:CSR -d=A:100,80 -g=A:u:0.01 \
       -d=B:80,60 -g=B:d -norm
  weft 'a = alpha * max(i, x(i))' -i=alpha:0.5 -i=x:x.tns
  weft 'y(i) = x(i-1) - 2*x(i) + x(i+1)' -g=x:d -d=x:100 -t=x:float -norm
  weft 'y(i) = A(i,j) * x(j)' -f=A:CSR -name=spmv -write-object=spmv.o \
       -write-header=spmv.h

Options:
)";
  for (const Option &option : getOptions()) {
    std::string spelling = std::string("  -") + option.name;
    if (option.value == OptionValue::Required)
      spelling += std::string("=") + option.valueName;
    else if (option.value == OptionValue::Optional)
      spelling += std::string("[=") + option.valueName + "]";
    help += spelling + "\n";
    appendIndented(help, option.help, "      ");
  }
  help += "\nLevels of -emit:\n";
  for (const LevelName &level : getLevelNames()) {
    if (!level.help)
      continue;
    std::string name = std::string("  ") + level.name;
    name.resize(14, ' ');
    help += name + level.help + "\n";
  }
  help += R"(
Functions in expressions:
  abs acos and asin atan ceil conj cos cosh erf exp floor imag log log10 log2
  max min not or pow real round select sign sin sinh sqrt tan tanh trunc where
  xor, and those of -functions
Reductions, as in max(j, A(i,j)):
  sum prod product min max any all

Environment:
  WEFT_MEMORY_LIMIT
      The number of bytes that tensors may take; the memory of the machine by
      default.
  WEFT_CACHE
      0 keeps no kernels on disk.
  WEFT_CACHE_DIR
      Where kernels are kept; $XDG_CACHE_HOME/weft or ~/.cache/weft by default.
  WEFT_CACHE_SIZE
      The number of bytes that they may take; 64 MiB by default.
)";
  help += "\nOptions may be written with one dash or two. The exit status is "
          "0, or 1 after\nan error; then no output is written.\n";
  return help;
}
