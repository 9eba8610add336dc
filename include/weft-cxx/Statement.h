//===- Statement.h - Assignments and their schedules ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A statement is an assignment with the values of its operands and a schedule.
// The scheduling language (thesis, chapter 6) is methods that return new
// statements.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CXX_STATEMENT_H
#define WEFT_CXX_STATEMENT_H

#include "weft-cxx/Expression.h"
#include "weft-cxx/Schedule.h"

namespace weft {

namespace cxx_impl {
struct Argument;
struct Statement;
} // namespace cxx_impl

inline namespace cxx {

/// An assignment and its schedule, which never change:
///
///     IndexStmt stmt = (y(i) = A(i, j) * x(j));
///     y.compile(stmt.split(i, i0, i1, 32).parallelize(i0, CPUThread,
///     NoRaces));
///
/// Commands are applied one after the other when the statement is compiled,
/// which is when their preconditions are checked: `Tensor::compile` throws an
/// error that shows the command and the statement. docs/schedules.md has a
/// catalogue of schedules. A schedule changes speed, and the order in which
/// floating-point numbers are summed, but nothing else of the result.
class IndexStmt {
public:
  /// For the library: a statement.
  explicit IndexStmt(std::shared_ptr<const cxx_impl::Statement> statement)
      : statement(std::move(statement)) {}
  IndexStmt(const IndexStmt &) = default;
  IndexStmt &operator=(const IndexStmt &) = default;
  const std::shared_ptr<const cxx_impl::Statement> &getStatement() const {
    return statement;
  }

  /// The assignment as text, and the schedule.
  std::string toString() const;
  std::string getSchedule() const;

  /// The kernel at a level of its compilation, as `weft_kernel_print` takes it:
  /// "notation", "cin", "c", "explain", "schedule" and others. Throws if the
  /// statement does not compile.
  std::string print(const std::string &level) const;

  /// The statement, compiled for the statistics of its operands as they are
  /// now: in steps and loop orders that `print("plan")` shows, if these are
  /// less work (docs/plans.md). It is right for all operands. A schedule
  /// excludes plans.
  IndexStmt plan() const;

  /// Splits the loop over `i` into one over tiles, `i0`, and one over the
  /// `factor` coordinates of a tile, `i1`.
  ///
  /// Preconditions: `i` is a loop that is not parallel, not unrolled and no
  /// part of a balanced split; `i0` and `i1` are new; `factor` is positive.
  IndexStmt split(const IndexVar &i, const IndexVar &i0, const IndexVar &i1,
                  int64_t factor) const;
  /// The same with a strategy for the last tile.
  ///
  /// Preconditions: those of `split`. With `ShiftInwards`, nothing changes if
  /// coordinates are visited twice: the result is dense, not read, and each
  /// component is assigned from one coordinate or combined by an idempotent
  /// combiner. With `Guard` and `Predicate`, `i1` is not split or fused later,
  /// and the loop is over coordinates and not over what is stored.
  IndexStmt split(const IndexVar &i, const IndexVar &i0, const IndexVar &i1,
                  int64_t factor, TailStrategy tail) const;

  /// Splits the loop over `i` into `parts` parts of equally many coordinates:
  /// `i0` counts the parts and `i1` the coordinates of one.
  ///
  /// Preconditions: those of `split`.
  IndexStmt divide(const IndexVar &i, const IndexVar &i0, const IndexVar &i1,
                   int64_t parts) const;

  /// Splits the loop over `i` into `parts` parts of equal work, by the entries
  /// of all operands.
  ///
  /// Preconditions: those of `split`; `i` counts no positions.
  IndexStmt balance(const IndexVar &i, const IndexVar &i0, const IndexVar &i1,
                    int64_t parts) const;

  /// Makes one loop over all combinations of the coordinates of `i` and `j`.
  ///
  /// Preconditions: the loop over `j` is nested directly in that over `i`, or
  /// fills a workspace in it; neither is parallel or unrolled; `f` is new.
  IndexStmt fuse(const IndexVar &i, const IndexVar &j, const IndexVar &f) const;

  /// Lets the loop over `i` iterate over the positions at which `tensor` stores
  /// entries.
  ///
  /// Preconditions: the statement reads `tensor`; consecutive levels of it
  /// store `i`, or the variables that were fused into it, in their order, and
  /// what the levels above store is bound around the loop; the statement has
  /// no components where `tensor` has none; the loop is not parallel; `p` is
  /// new.
  IndexStmt pos(const IndexVar &i, const IndexVar &p,
                const TensorBase &tensor) const;

  /// Lets a loop over positions iterate over coordinates again.
  ///
  /// Preconditions: the loop is over the positions of a tensor or of a tile of
  /// them, is not parallel, and nothing was precomputed over its positions; `i`
  /// is new or the name that the loop had.
  IndexStmt coord(const IndexVar &p, const IndexVar &i) const;

  /// Puts nested loops into an order, outermost first.
  ///
  /// Preconditions: all are loops, listed once; what they reduce by is
  /// associative and commutative; no statement is between them but the
  /// consumer of a workspace that distributes over the combiner; the formats
  /// allow the order.
  IndexStmt reorder(const std::vector<IndexVar> &order) const;
  template <typename... Variables>
  IndexStmt reorder(const IndexVar &first, const IndexVar &second,
                    const Variables &...others) const {
    return reorder(std::vector<IndexVar>{first, second, others...});
  }

  /// Chooses how the segments of a loop are intersected.
  ///
  /// Preconditions: `i` is a loop for which nothing was chosen yet.
  IndexStmt mergeby(const IndexVar &i, MergeStrategy strategy) const;

  /// Does `factor` iterations in one.
  ///
  /// Preconditions: the number of iterations is a constant but in the last
  /// tile: `i` is the inner variable of `split`, the outer one of `divide`, or
  /// bounded exactly; it is not parallel or unrolled; `factor` is positive.
  IndexStmt unroll(const IndexVar &i, int64_t factor) const;

  /// Promises that the extent of `i` is `number`, at most that, or a multiple
  /// of it. The kernel throws when it runs on operands of which that is not
  /// true.
  ///
  /// Preconditions: `i` is a loop over coordinates that is not parallel or
  /// unrolled; `ib` is new or `i`; `number` is positive.
  IndexStmt bound(const IndexVar &i, const IndexVar &ib, int64_t number,
                  BoundKind kind) const;

  /// Computes an expression into a workspace, in loops over `producers` before
  /// those over `variables`, which use the workspace instead.
  ///
  /// Preconditions: the expression has accesses with index variables, numbers,
  /// operators and functions, and is part of one assignment right inside of the
  /// loops; these are not parallel and iterate over no positions; there are as
  /// many producers, which are new or the variables themselves, as variables.
  /// The storage `Dense` takes an expression of which the compiler can tell
  /// which components are absent.
  IndexStmt precompute(const IndexExpr &expression, const IndexVar &i,
                       const IndexVar &iw,
                       Storage storage = Storage::Automatic) const;
  IndexStmt precompute(const IndexExpr &expression,
                       const std::vector<IndexVar> &variables,
                       const std::vector<IndexVar> &producers,
                       Storage storage = Storage::Automatic) const;
  /// The same with the result as the workspace: operands are added one after
  /// the other.
  ///
  /// Preconditions: those above; the statement assigns `result`, which is
  /// dense, and the operator that combines the expression with the rest is
  /// associative.
  IndexStmt precompute(const IndexExpr &expression, const IndexVar &i,
                       const IndexVar &iw, const TensorBase &result) const;
  /// The same for a scalar workspace of the compiler, which `print("notation")`
  /// shows, as the "t" of a sum that something is done with.
  IndexStmt precompute(const std::string &workspace, const IndexVar &i,
                       const IndexVar &iw) const;

  /// Combines those factors first that depend on the variables.
  ///
  /// Preconditions: the statement reduces a product over the variables; the
  /// operator of the product distributes over the combiner; the loops are
  /// nested right around the assignment and not parallel; the result is dense,
  /// and the other loops inside visit all coordinates.
  IndexStmt factor(const std::vector<IndexVar> &variables) const;
  IndexStmt factor(const IndexVar &i) const;
  /// Takes factors that do not depend on `i` out of the sum over it.
  ///
  /// Preconditions: the loop over `i` is innermost, is reduced over, visits all
  /// coordinates and is not parallel; the operator of the product distributes
  /// over the combiner.
  IndexStmt hoistFactors(const IndexVar &i) const;
  /// Multiplies factors in the order of the loops that determine them.
  ///
  /// Preconditions: the loop over `i` is innermost; there are three factors at
  /// least; the operator is associative and commutative.
  IndexStmt orderFactors(const IndexVar &i) const;

  /// Lets the iterations of a loop run at the same time.
  ///
  /// Preconditions: no loop around it or inside of it runs on the same unit;
  /// what it reduces by is associative and commutative. With `NoRaces`, no two
  /// iterations assign the same component. With `IgnoreRaces`, it makes no
  /// difference if they do. With `Temporary`, on threads, `i` is the outer
  /// variable of `divide` or `balance`, and what it assigns is dense. `Atomics`
  /// are for threads. `CPUVector` is for innermost loops, or loops that can be
  /// moved into those inside.
  IndexStmt parallelize(const IndexVar &i, ParallelUnit unit,
                        RaceStrategy races,
                        const Distribution &distribution = Distribution(),
                        Use use = Use::Required) const;
  IndexStmt parallelize(const IndexVar &i, ParallelUnit unit,
                        RaceStrategy races, Use use) const;

  /// Sets an option of the lowering (docs/schedules.md#lowering-options), for
  /// all loops or for that over `i` and those inside: `configure("jam_rows",
  /// "off")`. The value is empty for options without one.
  ///
  /// Preconditions: the option exists and has the value; `i` is a loop.
  IndexStmt configure(const std::string &option,
                      const std::string &value = "") const;
  IndexStmt configure(const std::string &option, const IndexVar &i,
                      const std::string &value = "") const;

  /// Takes a whole schedule as text, such as what `tune` has found. Variables
  /// are named as `toString` prints them.
  ///
  /// Preconditions: the statement has no commands; none follow.
  IndexStmt withSchedule(const std::string &schedule) const;

  /// Chooses which loops the commands change.
  IndexStmt withForm(ScheduleForm form) const;

  /// Adds words for `weft_compile`, separated by spaces: "strict-fp",
  /// "drop-fill", "workspace=dense" and others (include/weft-c/Weft.h). A
  /// schedule, sizes and names come from the statement, and are refused.
  IndexStmt withOptions(const std::string &words) const;

private:
  IndexStmt withCommand(const char *name,
                        std::vector<cxx_impl::Argument> arguments) const;

  std::shared_ptr<const cxx_impl::Statement> statement;
};

/// Compiles assignments that were recorded one after the other as one kernel,
/// which computes all of them when one of the tensors is read:
///
///     compile({y(i) = A(i, j) * x(j), z(i) = A(i, j) * y(j)});
///
/// Operands that wait for other assignments are computed. The schedules of the
/// statements are applied one after the other.
///
/// Preconditions: the assignments have not been computed yet, and assign
/// distinct tensors; each reads the values that it was recorded with if they
/// are computed in the order of the list; all have a schedule of the same form,
/// or none has. Throws otherwise, and if they do not compile; the assignments
/// stay as they were.
void compile(const std::vector<IndexStmt> &statements);

std::ostream &operator<<(std::ostream &out, const IndexStmt &statement);

} // namespace cxx
} // namespace weft

#endif // WEFT_CXX_STATEMENT_H
