//===- Schedule.h - Schedules as text ---------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule is a list of transformations of a kernel, in the spelling of
// TACO's command line:
//
//   split(i,i0,i1,32), reorder(i0,i1,j), unroll(i1,4)
//
// It may begin with a word that says what it starts from: `default`, the
// schedule that is chosen without one, or `only`, which chooses nothing beside
// what it lists. `none` stands for a list without commands.
//
// A loop that several statements have is named with the tensor that the
// statement assigns: `y.i`.
//
// What it does to a kernel, and whether it may, is for the compiler to say:
// only names, numbers and their count are checked here.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_NOTATION_SCHEDULE_H
#define WEFT_NOTATION_SCHEDULE_H

#include "weft/Notation/AST.h"

#include <optional>

namespace weft {
namespace notation {

enum class Command {
  /// assemble(R,how): how the result R is assembled.
  Assemble,
  /// balance(i,i0,i1,n): i into n parts i0 of coordinates i1, with as much work
  /// in one as in the other.
  Balance,
  /// bound(i,ib,n,kind): what is promised of the number of coordinates of i,
  /// which is called ib from then on.
  Bound,
  /// An option of the lowering of loops over arrays: widen_tiles(),
  /// vectorize_segments(masked), jam_rows(i,off).
  Configure,
  /// coord(p,i): the coordinates i again instead of the positions p.
  Coord,
  /// divide(i,i0,i1,n): i into n tiles i0 of coordinates i1.
  Divide,
  /// factor(k,l,...): the factors of a sum that depend on the reduction
  /// variables k, l, ... are summed first, into a scalar.
  Factor,
  /// fuse(i,j,f): i and j, nested, as one f.
  Fuse,
  /// hoist_factors(k): the factors that do not depend on the innermost k leave
  /// the sum over it.
  HoistFactors,
  /// mergeby(i,strategy): how what i is stored in is coiterated.
  MergeBy,
  /// order_factors(k): the factors inside of the innermost k are multiplied in
  /// the order of the loops that determine them.
  OrderFactors,
  /// parallelize(i,unit,strategy[,distribution[,n]][,optional]): which hardware
  /// runs the iterations of i, and how their races are avoided.
  Parallelize,
  /// pos(i,p,A): the positions p at which A stores the coordinates i.
  Pos,
  /// precompute(e,i,iw[,w[,storage]]), precompute(e,{i,j},{iw,jw},...): the
  /// expression e into a workspace w, by loops iw and jw.
  Precompute,
  /// reorder(i,j,...): the order of nested loops, outermost first.
  Reorder,
  /// split(i,i0,i1,n[,tail]): i into tiles i0 of n coordinates i1.
  Split,
  /// unroll(i,n): the loop over i by n.
  Unroll,
  /// workspace(w,storage): how the workspace w is stored.
  Workspace
};

/// How the segments of a loop are coiterated.
enum class MergeBy { TwoFinger, Gallop, Locate };

/// What runs the iterations of a loop at the same time.
enum class ParallelUnit { CPUThread, CPUVector, GPUBlock, GPUWarp, GPUThread };

/// What keeps iterations apart that combine into one component.
enum class RaceStrategy { NoRaces, IgnoreRaces, Atomics, Temporary };

/// What is promised of a number of coordinates: that it is `MaxExact` a number,
/// not more (`MaxConstraint`), or a multiple of it (`Strided`).
enum class BoundKind { MaxExact, MaxConstraint, Strided };

/// What is done where the last tile would be past the end.
enum class Tail { Guard, ShiftInwards, Predicate };

/// Whether the entries of a result are appended as they come, or counted before
/// they are stored.
enum class AssemblyBy { Fused, TwoPhase };

/// How a workspace is stored.
enum class Storage { Dense, Bitmap, SparseSet, Hashed, List };

/// Whether it is settled beforehand which thread takes which iterations.
enum class Distribution { Static, Dynamic };

struct ScheduleStep {
  Command command;
  /// From the name of the command to the last parenthesis.
  Range range;
  /// The index variables, in the order of the text.
  std::vector<Name> variables;
  /// The tensor whose positions are counted, or the result that is assembled.
  Name tensor;
  AssemblyBy assembly = AssemblyBy::Fused;
  /// The size of a tile, the number of tiles or parts, the factor, or how many
  /// iterations a thread takes at a time; positive, or zero where none is
  /// given.
  int64_t number = 0;
  BoundKind bound = BoundKind::MaxExact;
  std::optional<Tail> tail;
  MergeBy strategy = MergeBy::TwoFinger;
  ParallelUnit unit = ParallelUnit::CPUThread;
  RaceStrategy races = RaceStrategy::NoRaces;
  std::optional<Distribution> distribution;
  /// Whether the iterations run one after the other where it does not pay.
  bool isOptional = false;
  /// The name of the option, and its arguments as they are written.
  Name option;
  std::vector<Name> arguments;
  /// What is precomputed, by which new variables, one for each of `variables`,
  /// into which workspace; or just the workspace, which exists.
  ExprPtr expression;
  std::vector<Name> producers;
  std::optional<Name> workspace;
  std::optional<Storage> storage;
};

/// What a schedule starts from.
enum class ScheduleForm {
  /// The loops as the expression and the formats order them; how they are
  /// lowered is chosen.
  Plain,
  /// The schedule that is chosen where none is given. An empty text is one.
  Default,
  /// The loops as the expression and the formats order them; nothing is chosen.
  Only
};

struct Schedule {
  ScheduleForm form = ScheduleForm::Plain;
  std::vector<ScheduleStep> steps;
};

/// An option of the lowering, which is a command.
struct ScheduleOption {
  std::string_view name;
  /// The arguments that it takes, as a hint.
  std::string usage;
};

/// Parses a schedule. Whitespace is free; commas or whitespace separate steps.
Result<Schedule> parseSchedule(std::string_view text,
                               const std::vector<ScheduleOption> &options = {});

/// The form of a schedule that may have mistakes.
ScheduleForm getScheduleForm(std::string_view text);
/// Whether commands of a schedule, which may have mistakes, give loops to the
/// units of a GPU.
bool usesGPU(std::string_view text);
/// Whether a schedule, which may have mistakes, has anything behind its form.
bool hasScheduleSteps(std::string_view text);

} // namespace notation
} // namespace weft

#endif // WEFT_NOTATION_SCHEDULE_H
