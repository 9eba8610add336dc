//===- IterationGraph.h - Hierarchies of iteration --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iteration graphs describe how a kernel iterates over the coordinate trees of
// its operands, one index variable after another (thesis, section 3.2, and
// section 4.3, "Connection to Iteration Graphs"). They show which operands a
// kernel iterates over together and why, before lattices say how.
//
// The thesis knows addition and multiplication. Here an operand at whose fill
// an operator has its own fill whatever the other operands are is intersected,
// and other operands are united. Scalars stand for what an expression is where
// no operand has a coordinate, if it must be computed there. The lowering
// computes iteration domains by the same rules, one variable at a time and for
// the operands that are left in each part of the iteration space.
//
// A scalar workspace is replaced by the graph of its producer, as in the
// thesis. A workspace that is a tensor is iterated over itself: it keeps its
// name, with the graph of its producer behind `where`, and only the domains of
// variables around the statement see the producer in its place.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_EXPLAIN_ITERATIONGRAPH_H
#define WEFT_EXPLAIN_ITERATIONGRAPH_H

#include "weft/Analysis/IterationDomain.h"
#include "weft/Analysis/KernelNames.h"
#include "weft/Explain/GraphExpression.h"

#include <optional>

namespace weft {
namespace explain {

class IterationGraph {
public:
  /// The largest graph that is built, in nodes of its expression written out.
  static constexpr uint64_t kMaxSize = 4096;

  /// A node: an index variable that a forall binds.
  struct Variable {
    mlir::Value value;
    /// The number of the variable that this one is nested in.
    std::optional<unsigned> parent;
    /// What the variable iterates over, and the segments in it.
    analysis::IterationDomain domain = analysis::IterationDomain::empty();
    llvm::SmallVector<analysis::Segment, 2> segments;
  };

  /// A path: a coordinate tree with its levels collapsed to one node each.
  struct Path {
    mlir::Value ref;
    /// The numbers of levels with the variables that iterate over them, from
    /// the outermost level. Levels at a literal are not iterated over.
    llvm::SmallVector<std::pair<int64_t, mlir::Value>, 3> steps;

    bool operator==(const Path &other) const {
      return ref == other.ref && steps == other.steps;
    }
  };

  /// Builds the graph of a kernel; fails with a diagnostic if it is too large.
  static mlir::FailureOr<IterationGraph> build(cin::KernelOp kernel);

  /// Builds the graph of a kernel, or one without variables and paths that says
  /// that it is too large.
  static IterationGraph buildIfSmall(cin::KernelOp kernel);

  cin::KernelOp getKernel() const { return kernel; }
  const analysis::KernelNames &getNames() const { return names; }
  const GraphExpression &getExpression() const { return expression; }
  /// The variables, each before those nested in it.
  llvm::ArrayRef<Variable> getVariables() const { return variables; }
  /// The coordinate trees that are iterated over.
  llvm::ArrayRef<Path> getPaths() const { return paths; }

  /// Prints the symbolic form and below it a line per variable with its domain:
  /// `∀i ∀j Bij ∩ cj`, `i ∈ B1 ∩ U`, `j ∈ B2 ∩ c1`.
  void print(llvm::raw_ostream &os) const;

  /// Prints the graph for Graphviz: variables by nesting, each with its domain,
  /// and a path in a colour of its own for each coordinate tree.
  void printDot(llvm::raw_ostream &os) const;

private:
  IterationGraph(cin::KernelOp kernel, GraphExpression expression);

  /// Collects the variables and paths of an expression.
  void collect(const GraphExpression &expression,
               std::optional<unsigned> parent);
  void addPath(const GraphExpression &relation);

  cin::KernelOp kernel;
  analysis::KernelNames names;
  GraphExpression expression;
  bool isTooLarge = false;
  llvm::SmallVector<Variable> variables;
  llvm::SmallVector<Path> paths;
};

} // namespace explain
} // namespace weft

#endif // WEFT_EXPLAIN_ITERATIONGRAPH_H
