//===- DomainAnalysis.cpp - Iteration domains of statements -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operand outside of whose domain the operator yields its fill restricts the
// domain; all others add to it. A literal is its own fill everywhere.
//
//===----------------------------------------------------------------------===//

#include "DomainAnalysis.h"

#include "weft/Analysis/OperatorAlgebra.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;
using weft::analysis::IterationDomain;

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

IterationDomain DomainAnalysis::getDomain(Operation *statement) {
  auto getPart = [&](Region &region) { return getDomain(region.front()); };
  return llvm::TypeSwitch<Operation *, IterationDomain>(statement)
      .Case([&](cin::AssignOp assign) {
        return analysis::getAssignedDomain(
            getCoverage(assign.getValue()),
            analysis::getNeutralValue(assign, info.isFirstAssign(assign)));
      })
      .Case([&](cin::ForallOp forall) { return getPart(forall.getBody()); })
      // With the domain of the producer in place of the workspace.
      .Case([&](cin::WhereOp where) { return getPart(where.getConsumer()); })
      .Default([&](Operation *both) {
        IterationDomain first = getPart(both->getRegion(0));
        return IterationDomain::unite(first, getPart(both->getRegion(1)));
      });
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

IterationDomain DomainAnalysis::getDomain(Block &block) {
  IterationDomain domain = getDomain(cin::getStatement(block));
  for (cin::PositionOp position : block.getOps<cin::PositionOp>())
    if (position.getAlone())
      domain = IterationDomain::intersect(getPositions(position), domain);
  return domain;
}

/// The coordinates below which a tensor has positions.
IterationDomain DomainAnalysis::getPositions(cin::PositionOp position) {
  TensorState tensor = scope.getTensor(position.getRef());
  std::optional<unsigned> number = info.getPath(position);
  if (!tensor.storage || !number)
    return IterationDomain::universe();
  if (scope.paths[*number].absent)
    return IterationDomain::empty();
  auto segment = segments.find(*number);
  return segment == segments.end() ? IterationDomain::universe()
                                   : IterationDomain::segment(segment->second);
}

std::optional<Coverage> DomainAnalysis::getLeaf(Operation *op) {
  if (auto access = dyn_cast<cin::AccessOp>(op))
    return getAccessCoverage(access);
  if (isa<cin::ValueOp>(op))
    return Coverage::everywhere();
  return std::nullopt;
}

Coverage DomainAnalysis::getAccessCoverage(cin::AccessOp access) {
  TensorState tensor = scope.getTensor(access.getRef());
  Coverage coverage;
  coverage.fill = level::getFill(getTensorType(access.getRef()));
  if (tensor.isEmpty)
    return coverage;
  if (!tensor.storage && !tensor.scalar)
    return getProducedCoverage(access.getRef());
  unsigned number = info.getPath(access);
  const PathState &state = scope.paths[number];
  const IndexedTensor &path = info.getPaths()[number];
  if (tensor.storage && state.absent)
    return coverage;
  auto segment = segments.find(number);
  if (segment == segments.end()) {
    // The tensor is broadcast, or its component does not depend on the
    // variable.
    coverage.domain = IterationDomain::universe();
    coverage.full = tensor.scalar
                        ? !tensor.presence
                        : !state.present && !path.hasSumFrom(state.depth);
    return coverage;
  }
  coverage.domain = IterationDomain::segment(segment->second);
  // A tensor without absent components has no fill.
  coverage.full = !state.present && !path.hasSumFrom(state.depth) &&
                  llvm::all_of(llvm::seq(state.depth, path.getNumLevels()),
                               [&](int64_t level) {
                                 return path.getLevelType(level).isFull();
                               });
  return coverage;
}

Coverage DomainAnalysis::getProducedCoverage(Value ref) {
  auto where = dyn_cast<cin::WhereOp>(ref.getParentBlock()->getParentOp());
  if (!where || where.getConsumerRef() != ref)
    return {};
  auto it = produced.find(ref);
  if (it != produced.end())
    return it->second;
  Coverage coverage;
  coverage.domain = getDomain(where.getProducer().front());
  coverage.fill = level::getFill(where.getTensorType());
  return produced[ref] = coverage;
}
