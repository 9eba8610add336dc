//===- Domains.cpp - Iteration domains of statements ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a statement to the iteration domain of one index variable (thesis,
// section 4.3, "Connection to Iteration Graphs", and section 3.2), generalised
// from addition and multiplication to the algebra that operators declare. An
// operand outside of whose domain the operator yields its fill restricts the
// domain; all others add to it. A literal is its own fill everywhere.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "weft/Analysis/OperatorAlgebra.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;
using weft::analysis::IterationDomain;

IterationDomain KernelLowering::getDomain(Operation *statement,
                                          const Scope &scope,
                                          const Segments &segments) {
  return llvm::TypeSwitch<Operation *, IterationDomain>(statement)
      .Case([&](cin::AssignOp assign) {
        return getAssignDomain(assign, scope, segments);
      })
      .Case([&](cin::ForallOp forall) {
        return getDomain(cin::getStatement(*forall.getBlock()), scope,
                         segments);
      })
      .Case([&](cin::WhereOp where) {
        // The consumer's domain, with the producer's in place of the workspace.
        Coverage produced;
        produced.domain = getDomain(
            cin::getStatement(where.getProducer().front()), scope, segments);
        produced.fill = level::getFill(where.getTensorType());
        producerCoverages[where.getConsumerRef()] = produced;
        return getDomain(cin::getStatement(where.getConsumer().front()), scope,
                         segments);
      })
      .Default([&](Operation *both) {
        auto part = [&](unsigned i) {
          return getDomain(cin::getStatement(both->getRegion(i).front()), scope,
                           segments);
        };
        return IterationDomain::unite(part(0), part(1));
      });
}

IterationDomain KernelLowering::getAssignDomain(cin::AssignOp assign,
                                                const Scope &scope,
                                                const Segments &segments) {
  Coverages known;
  Coverage value = getCoverage(assign.getValue(), scope, segments, known);
  if (value.full)
    return value.domain;
  // What the component keeps where the statement is not executed must be what
  // executing it there would give.
  Attribute neutral;
  if (assign.isCompound())
    neutral =
        getCombinerIdentity(assign.getCombiner(), assign.getIdentityAttr());
  else if (numAssignments.lookup(assign.getRef()) == 1)
    neutral = level::getFill(assign.getRef().getType().getTensor());
  if (value.fill && neutral && areSameScalar(value.fill, neutral))
    return value.domain;
  return IterationDomain::unite(IterationDomain::universe(), value.domain);
}

Coverage KernelLowering::getCoverage(Value value, const Scope &scope,
                                     const Segments &segments,
                                     Coverages &known) {
  auto it = known.find(value);
  if (it != known.end())
    return it->second;
  Operation *op = value.getDefiningOp();
  if (auto access = dyn_cast_or_null<cin::AccessOp>(op))
    return getAccessCoverage(access, scope, segments);
  Coverage coverage;
  if (!op || isa<cin::ValueOp>(op)) {
    coverage.domain = IterationDomain::universe();
    coverage.full = true;
    return coverage;
  }
  if ((coverage.fill = getConstantScalar(value)))
    return coverage;
  SmallVector<Coverage> operands;
  for (Value operand : op->getOperands())
    operands.push_back(getCoverage(operand, scope, segments, known));
  return known[value] = getOperationCoverage(op, operands);
}

Coverage KernelLowering::getAccessCoverage(cin::AccessOp access,
                                           const Scope &scope,
                                           const Segments &segments) {
  Value ref = access.getRef();
  Coverage coverage;
  coverage.fill = level::getFill(access.getRef().getType().getTensor());
  if (scope.emptyWorkspaces.contains(ref))
    return coverage;
  if (!scope.storages.contains(ref) && !scope.scalars.contains(ref)) {
    // A workspace that is produced inside the statement.
    return producerCoverages.lookup(ref);
  }
  unsigned number = pathOf(access);
  if (scope.storages.contains(ref) && scope.paths[number].absent)
    return coverage;
  auto segment = segments.find(number);
  if (segment == segments.end()) {
    // The tensor is broadcast, or its component does not depend on the
    // variable.
    coverage.domain = IterationDomain::universe();
    coverage.full = scope.scalars.contains(ref) ? !scope.presences.contains(ref)
                                                : !scope.paths[number].present;
    return coverage;
  }
  coverage.domain = IterationDomain::segment(segment->second);
  // A tensor without absent components has no fill.
  const Path &path = scope.paths[number];
  level::FormatAttr format = formatOf(ref);
  coverage.full = !path.present &&
                  llvm::all_of(llvm::seq(path.depth, format.getNumLevels()),
                               [&](int64_t level) {
                                 return format.getLevelType(level).isFull();
                               });
  return coverage;
}

bool KernelLowering::isVoid(Operation *statement, const Scope &scope) {
  return getDomain(statement, scope, Segments()).isEmpty();
}
