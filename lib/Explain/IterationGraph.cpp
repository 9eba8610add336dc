//===- IterationGraph.cpp - Iteration graphs of statements ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The algorithm of thesis section 4.3, "Connection to Iteration Graphs", on the
// statements of a kernel. Operations are visited in program order, so that
// expressions of any depth are built without recursion and shared values once.
//
//===----------------------------------------------------------------------===//

#include "weft/Explain/IterationGraph.h"

#include "weft/Analysis/Coverage.h"
#include "weft/Support/ScalarText.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;
using namespace weft::explain;

namespace {
/// The graph of an expression and what it is outside of it. The fill of a full
/// one is what would be elsewhere if operands stored nothing but what differs
/// from their fill.
using Extent = Coverage<GraphExpression>;

class GraphBuilder : public CoverageFinder<GraphExpression> {
public:
  explicit GraphBuilder(bool isQuiet = false) : isQuiet(isQuiet) {}

  /// The graph of the statement of a block; fails with a diagnostic, unless it
  /// is to be quiet.
  FailureOr<GraphExpression> visitBlock(Block &block);

protected:
  std::optional<Extent> getLeaf(Operation *op) override;
  Extent getResult(Operation *op, ArrayRef<Extent> operands) const override;

private:
  LogicalResult verifySize(Operation *op, const GraphExpression &graph);
  FailureOr<GraphExpression> visitStatement(Operation *statement);
  FailureOr<GraphExpression> visitWhere(cin::WhereOp where);
  GraphExpression getAssigned(cin::AssignOp assign);
  Extent getAccess(cin::AccessOp access);

  bool isQuiet;
  /// The tensors that a statement before has assigned.
  llvm::DenseSet<Value> assigned;
  /// What the scalar workspaces are replaced by, and how large the graphs
  /// behind the others are.
  llvm::DenseMap<Value, Extent> scalars;
  llvm::DenseMap<Value, uint64_t> producerSizes;
};
} // namespace

LogicalResult GraphBuilder::verifySize(Operation *op,
                                       const GraphExpression &graph) {
  if (graph.getSize() <= IterationGraph::kMaxSize)
    return success();
  if (!isQuiet)
    op->emitError("the iteration graph is too large to be shown: it has more "
                  "than ")
        << IterationGraph::kMaxSize << " nodes";
  return failure();
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

FailureOr<GraphExpression> GraphBuilder::visitBlock(Block &block) {
  for (Operation &op : block) {
    if (cin::isStatement(&op))
      return visitStatement(&op);
    for (Value result : op.getResults())
      if (failed(verifySize(&op, getCoverage(result).domain)))
        return failure();
  }
  return GraphExpression::empty();
}

FailureOr<GraphExpression> GraphBuilder::visitStatement(Operation *statement) {
  using Result = FailureOr<GraphExpression>;
  Result graph =
      llvm::TypeSwitch<Operation *, Result>(statement)
          .Case([&](cin::AssignOp assign) { return getAssigned(assign); })
          .Case([&](cin::ForallOp forall) -> Result {
            Result body = visitBlock(*forall.getBlock());
            if (failed(body))
              return failure();
            return GraphExpression::forall(forall.getVariable(), *body);
          })
          .Case([&](cin::WhereOp where) { return visitWhere(where); })
          .Default([&](Operation *both) -> Result {
            Result first = visitBlock(both->getRegion(0).front());
            if (failed(first))
              return failure();
            Result second = visitBlock(both->getRegion(1).front());
            if (failed(second))
              return failure();
            return GraphExpression::unite(*first, *second);
          });
  if (failed(graph) || failed(verifySize(statement, *graph)))
    return failure();
  return graph;
}

FailureOr<GraphExpression> GraphBuilder::visitWhere(cin::WhereOp where) {
  FailureOr<GraphExpression> producer = visitBlock(where.getProducer().front());
  if (failed(producer))
    return failure();
  Value workspace = where.getConsumerRef();
  bool isScalar = where.getTensorType().getRank() == 0;
  if (isScalar) {
    scalars[workspace] = {*producer, level::getFill(where.getTensorType())};
    return visitBlock(where.getConsumer().front());
  }
  producerSizes[workspace] = producer->getSize();
  FailureOr<GraphExpression> consumer = visitBlock(where.getConsumer().front());
  if (failed(consumer))
    return failure();
  return GraphExpression::where(workspace, *consumer, *producer);
}

/// Adds to a graph that a value, its fill if that is known, is to be computed
/// at all other coordinates too.
static GraphExpression addElsewhere(const GraphExpression &graph,
                                    Attribute fill) {
  return GraphExpression::unite(
      graph, fill ? GraphExpression::scalar(getScalarText(fill))
                  : GraphExpression::universe());
}

GraphExpression GraphBuilder::getAssigned(cin::AssignOp assign) {
  bool isFirst = assigned.insert(assign.getRef()).second;
  return getAssignedSet<GraphExpression>(
      getCoverage(assign.getValue()), getNeutralValue(assign, isFirst),
      [](const Extent &value) {
        return addElsewhere(value.domain, value.fill);
      });
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Extent GraphBuilder::getAccess(cin::AccessOp access) {
  Value ref = access.getRef();
  auto scalar = scalars.find(ref);
  if (scalar != scalars.end())
    return scalar->second;
  RankedTensorType type = access.getRef().getType().getTensor();
  SmallVector<Value> indices(access.getIndices());
  auto producer = producerSizes.find(ref);
  if (producer != producerSizes.end())
    return {GraphExpression::relation(ref, indices, 1 + producer->second),
            level::getFill(type)};
  // A tensor without absent components has no fill.
  level::FormatAttr format = level::getFormat(type);
  bool isInside = llvm::none_of(indices, [](Value index) {
    return static_cast<bool>(index.getDefiningOp<cin::AffineOp>());
  });
  bool full = isInside && format &&
              llvm::all_of(llvm::seq<int64_t>(0, format.getNumLevels()),
                           [&](int64_t level) {
                             return format.getLevelType(level).isFull();
                           });
  return {GraphExpression::relation(ref, indices),
          format ? level::getFill(type) : Attribute(), full};
}

/// The extent of an operation that is to be computed everywhere. Operands that
/// all cover everything are still shown as intersected if they would be.
static Extent getFullExtent(Operation *op, ArrayRef<Extent> operands) {
  SmallVector<Attribute> fills = llvm::map_to_vector(
      operands, [](const Extent &operand) { return operand.fill; });
  auto isFull = [](const Extent &operand) {
    return operand.full || operand.domain.isEmpty();
  };
  OperatorCoverage stored = getOperatorCoverage(
      op, fills, /*full=*/llvm::SmallBitVector(fills.size()));
  bool intersected = llvm::all_of(operands, isFull) && stored.isRestricted();
  Extent extent;
  extent.full = true;
  extent.fill = stored.fill;
  if (intersected)
    extent.domain = GraphExpression::universe();
  bool coversAll = false;
  for (const Extent &operand : operands) {
    if (!intersected)
      extent.domain = GraphExpression::unite(extent.domain, operand.domain);
    else if (!operand.domain.isEmpty())
      extent.domain = GraphExpression::intersect(extent.domain, operand.domain);
    coversAll |= operand.full;
  }
  if (!coversAll)
    extent.domain =
        GraphExpression::unite(extent.domain, GraphExpression::universe());
  return extent;
}

std::optional<Extent> GraphBuilder::getLeaf(Operation *op) {
  if (auto access = dyn_cast<cin::AccessOp>(op))
    return getAccess(access);
  if (isa<cin::ValueOp>(op))
    return Extent::everywhere();
  return std::nullopt;
}

Extent GraphBuilder::getResult(Operation *op, ArrayRef<Extent> operands) const {
  OperatorCoverage coverage =
      getOperatorCoverage<GraphExpression>(op, operands);
  if (coverage.full)
    return getFullExtent(op, operands);
  return combineCoverage<GraphExpression>(
      coverage, operands, [](const Extent &operand) {
        return operand.full ? operand.domain
                            : addElsewhere(operand.domain, operand.fill);
      });
}

FailureOr<IterationGraph> IterationGraph::build(cin::KernelOp kernel) {
  FailureOr<GraphExpression> graph =
      GraphBuilder().visitBlock(*kernel.getBlock());
  if (failed(graph))
    return failure();
  return IterationGraph(kernel, *graph);
}

IterationGraph IterationGraph::buildIfSmall(cin::KernelOp kernel) {
  FailureOr<GraphExpression> expression =
      GraphBuilder(/*isQuiet=*/true).visitBlock(*kernel.getBlock());
  if (succeeded(expression))
    return IterationGraph(kernel, *expression);
  IterationGraph graph(kernel, GraphExpression::empty());
  graph.isTooLarge = true;
  return graph;
}
