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
        Extent produced;
        produced.domain = getDomain(
            cin::getStatement(where.getProducer().front()), scope, segments);
        produced.fill = level::getFill(where.getTensorType());
        producerExtents[where.getConsumerRef()] = produced;
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
  Extents known;
  Extent value = getExtent(assign.getValue(), scope, segments, known);
  if (value.full)
    return value.domain;
  // What the component keeps where the statement is not executed must be what
  // executing it there would give.
  Attribute neutral;
  if (assign.isCompound())
    neutral = getCombinerIdentity(assign.getCombiner(),
                                  assign.getIdentityAttr());
  else if (numAssignments.lookup(assign.getRef()) == 1)
    neutral = level::getFill(assign.getRef().getType().getTensor());
  if (value.fill && neutral && areSameScalar(value.fill, neutral))
    return value.domain;
  return IterationDomain::unite(IterationDomain::universe(), value.domain);
}

Extent KernelLowering::getExtent(Value value, const Scope &scope,
                                 const Segments &segments, Extents &known) {
  auto it = known.find(value);
  if (it != known.end())
    return it->second;
  Operation *op = value.getDefiningOp();
  if (auto access = dyn_cast_or_null<cin::AccessOp>(op))
    return getAccessExtent(access, scope, segments);
  Extent extent;
  if (!op || isa<cin::ValueOp>(op)) {
    extent.domain = IterationDomain::universe();
    extent.full = true;
    return extent;
  }
  if ((extent.fill = getConstantScalar(value)))
    return extent;
  SmallVector<Extent> operands;
  for (Value operand : op->getOperands())
    operands.push_back(getExtent(operand, scope, segments, known));
  return known[value] = getOperationExtent(op, operands);
}

Extent KernelLowering::getAccessExtent(cin::AccessOp access, const Scope &scope,
                                       const Segments &segments) {
  Value ref = access.getRef();
  Extent extent;
  extent.fill = level::getFill(access.getRef().getType().getTensor());
  if (scope.emptyWorkspaces.contains(ref))
    return extent;
  if (!scope.storages.contains(ref) && !scope.scalars.contains(ref)) {
    // A workspace that is produced inside the statement.
    return producerExtents.lookup(ref);
  }
  unsigned number = pathOf(access);
  if (scope.storages.contains(ref) && scope.paths[number].absent)
    return extent;
  auto segment = segments.find(number);
  if (segment == segments.end()) {
    // The tensor is broadcast, or its component does not depend on the
    // variable.
    extent.domain = IterationDomain::universe();
    extent.full = scope.scalars.contains(ref) ? !scope.presences.contains(ref)
                                              : !scope.paths[number].present;
    return extent;
  }
  extent.domain = IterationDomain::segment(segment->second);
  // A tensor without absent components has no fill.
  const Path &path = scope.paths[number];
  level::FormatAttr format = formatOf(ref);
  extent.full = !path.present &&
                llvm::all_of(llvm::seq(path.depth, format.getNumLevels()),
                             [&](int64_t level) {
                               return format.getLevelType(level).isFull();
                             });
  return extent;
}

/// The fills to ask an operator about: an operand that is never absent has
/// none.
static SmallVector<Attribute> getFills(ArrayRef<Extent> operands) {
  return llvm::map_to_vector(operands, [](const Extent &operand) {
    return operand.full ? Attribute() : operand.fill;
  });
}

SmallVector<bool> KernelLowering::getRestricting(Operation *op,
                                                 ArrayRef<Extent> operands) {
  SmallVector<Attribute> fills = getFills(operands);
  SmallVector<bool> restricts;
  for (unsigned i = 0, e = operands.size(); i != e; ++i)
    restricts.push_back(fills[i] &&
                        getFillEffect(op, i, fills) == FillEffect::Annihilates);
  return restricts;
}

Extent KernelLowering::getOperationExtent(Operation *op,
                                          ArrayRef<Extent> operands) {
  SmallVector<Attribute> fills = getFills(operands);
  Extent extent;
  extent.fill = getResultFill(op, fills);

  // Operands outside of whose domain the result is its fill restrict it, the
  // others add to it. Where there is neither, every coordinate counts.
  SmallVector<bool> restricts = getRestricting(op, operands), adds;
  bool restricted = llvm::is_contained(restricts, true);
  extent.full = !restricted && !extent.fill;
  if (extent.full)
    extent.domain = IterationDomain::universe();
  for (unsigned i = 0, e = operands.size(); i != e; ++i) {
    adds.push_back(!restricted && (extent.full || !operands[i].full));
    if (adds[i])
      extent.domain = IterationDomain::unite(extent.domain, operands[i].domain);
  }

  // Inside of the domain, operands that do neither are looked up.
  bool first = restricted;
  for (unsigned i = 0, e = operands.size(); i != e; ++i) {
    IterationDomain domain = operands[i].domain;
    if (adds[i] || (!restricts[i] && domain.isEmpty()))
      continue;
    if (!restricts[i] && domain.getKind() != IterationDomain::Kind::Universe)
      domain = IterationDomain::unite(domain, IterationDomain::universe());
    extent.domain =
        first ? domain : IterationDomain::intersect(extent.domain, domain);
    first = false;
  }
  return extent;
}

bool KernelLowering::isVoid(Operation *statement, const Scope &scope) {
  return getDomain(statement, scope, Segments()).isEmpty();
}
