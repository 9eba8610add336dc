//===- Presence.cpp - Known presence of operands ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a place of a kernel knows of the accesses below it: where each stands in
// the tree of its tensor, and which levels are still to come.
//
//===----------------------------------------------------------------------===//

#include "Presence.h"

#include "DomainAnalysis.h"
#include "IndexVariables.h"

#include "weft/Analysis/Coverage.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// The scalar workspace whose consumer reads a tensor; null for others.
static cin::WhereOp getScalarWhere(Value ref) {
  auto where = dyn_cast<cin::WhereOp>(ref.getParentBlock()->getParentOp());
  return where && where.getConsumerRef() == ref &&
                 where.getTensorType().getRank() == 0
             ? where
             : cin::WhereOp();
}

/// Whether an access is stored at all coordinates of the levels that have no
/// position yet, or at none. A guarded forall may leave it open.
static bool isStoredThroughout(cin::AccessOp access, cin::ForallOp guard,
                               const KernelInfo &info, const Scope &scope) {
  Value ref = access.getRef();
  TensorState tensor = scope.getTensor(ref);
  if (tensor.isEmpty)
    return true;
  if (tensor.scalar)
    return !tensor.presence;
  if (!tensor.storage) {
    cin::WhereOp where = getScalarWhere(ref);
    return where && !isAbsenceObserved(where, info);
  }
  unsigned number = info.getPath(access);
  const IndexedTensor &path = info.getPaths()[number];
  const PathState &state = scope.paths[number];
  if (state.absent)
    return true;
  bool isOpen = state.present && (!guard || state.guard != guard);
  return !isOpen && !path.hasSumFrom(state.depth) &&
         llvm::all_of(
             llvm::seq(state.depth, path.getNumLevels()),
             [&](int64_t level) { return path.getLevelType(level).isFull(); });
}

/// Whether all accesses of an expression are stored throughout.
static bool readsThroughout(Value value, cin::ForallOp guard,
                            const KernelInfo &info, const Scope &scope) {
  Operation *op = value.getDefiningOp();
  if (!op || isa<cin::ValueOp>(op))
    return true;
  if (auto access = dyn_cast<cin::AccessOp>(op))
    return isStoredThroughout(access, guard, info, scope);
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return readsThroughout(operand, guard, info, scope);
  });
}

/// Whether a forall comes to the positions of a tensor alone, of which there
/// may be none, whatever is read there.
static bool goesOverPositions(cin::ForallOp forall) {
  return llvm::any_of(
      forall.getBody().getOps<cin::PositionOp>(),
      [](cin::PositionOp position) { return position.getAlone(); });
}

bool cin_to_lattice::alwaysStores(cin::AssignOp assign, const KernelInfo &info,
                                  const Scope &scope) {
  auto guard = assign->getParentOfType<cin::ForallOp>();
  for (; guard && !scope.coordinates.contains(guard.getVariable());
       guard = guard->getParentOfType<cin::ForallOp>())
    // What reduces may have nothing to combine.
    if (goesOverPositions(guard) ||
        llvm::none_of(assign.getIndices(), [&](Value index) {
          return cin::isDerivedFrom(index, guard.getVariable());
        }))
      return false;
  // A guarded forall comes to the coordinates of all that is in it.
  bool hasOthers = guard && guard
                                .walk([&](Operation *op) {
                                  return isa<cin::SequenceOp, cin::MultiOp>(op)
                                             ? WalkResult::interrupt()
                                             : WalkResult::advance();
                                })
                                .wasInterrupted();
  if (hasOthers)
    guard = cin::ForallOp();
  DomainAnalysis domains(info, scope);
  if (domains.isVoid(assign))
    return false;
  Attribute fill = domains.getCoverage(assign.getValue()).fill;
  Attribute neutral =
      analysis::getNeutralValue(assign, info.isFirstAssign(assign));
  return !neutral || (fill && !areSameScalar(fill, neutral)) ||
         readsThroughout(assign.getValue(), guard, info, scope);
}

//===----------------------------------------------------------------------===//
// Scalar workspaces
//===----------------------------------------------------------------------===//

namespace {
/// What a value is where the workspace that it is computed from is absent.
struct AbsentValue {
  /// Null if it is not known.
  Attribute fill;
  /// Whether the value may be absent then.
  bool mayBeAbsent = true;
};
} // namespace

/// What a value is where it is absent; null if it is not known, nor whether it
/// ever is.
static Attribute getFillOf(Value value) {
  if (auto access = value.getDefiningOp<cin::AccessOp>())
    return level::getFill(getTensorType(access.getRef()));
  return getConstantScalar(value);
}

/// What the result of an operation is where an operand is.
static AbsentValue getResult(OpOperand &use, const AbsentValue &operand) {
  Operation *user = use.getOwner();
  SmallVector<Attribute> fills = llvm::map_to_vector(
      user->getOperands(), [](Value other) { return getFillOf(other); });
  fills[use.getOperandNumber()] = operand.fill;
  llvm::SmallBitVector full(fills.size());
  analysis::OperatorCoverage coverage =
      analysis::getOperatorCoverage(user, fills, full);
  analysis::OperandRole role = coverage.roles[use.getOperandNumber()];
  SmallVector<Attribute> own(fills.size());
  own[use.getOperandNumber()] = operand.fill;
  // What an operand does that may be absent with another value is not known.
  bool isLookedUp = operand.fill && role == analysis::OperandRole::LookedUp;
  return {getResultFill(user, own), operand.mayBeAbsent && !isLookedUp};
}

/// Whether a result tells that a value is absent that is assigned to it.
static bool showsAbsence(cin::AssignOp assign, const AbsentValue &value,
                         const KernelInfo &info) {
  if (!value.mayBeAbsent || !info.leavesOutAbsent(assign.getRef()))
    return false;
  Attribute neutral =
      analysis::getNeutralValue(assign, info.isFirstAssign(assign));
  return !value.fill || (neutral && areSameScalar(value.fill, neutral));
}

bool cin_to_lattice::isAbsenceObserved(cin::WhereOp where,
                                       const KernelInfo &info) {
  llvm::MapVector<Value, AbsentValue> values;
  values.insert(
      {where.getConsumerRef(), {level::getFill(where.getTensorType())}});
  for (size_t next = 0; next != values.size(); ++next) {
    auto [value, absent] = values.begin()[next];
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      if (isa<cin::AccessOp>(user)) {
        values.insert({user->getResult(0), absent});
        continue;
      }
      // What is assigned to another workspace is used where that is consumed.
      if (auto assign = dyn_cast<cin::AssignOp>(user)) {
        Operation *parent = assign.getRef().getParentBlock()->getParentOp();
        if (auto other = dyn_cast<cin::WhereOp>(parent))
          values.insert({other.getConsumerRef(),
                         {level::getFill(other.getTensorType())}});
        else if (showsAbsence(assign, absent, info))
          return true;
        continue;
      }
      if (observesAbsence(user, use.getOperandNumber(), absent.fill))
        return true;
      AbsentValue made = getResult(use, absent);
      for (Value result : user->getResults())
        values.insert({result, made});
    }
  }
  return false;
}

bool cin_to_lattice::findsSomething(cin::WhereOp where, const KernelInfo &info,
                                    const Scope &scope) {
  Operation *statement = cin::getStatement(where.getProducer().front());
  while (auto forall = dyn_cast<cin::ForallOp>(statement))
    statement = cin::getStatement(*forall.getBlock());
  auto assign = dyn_cast<cin::AssignOp>(statement);
  return assign && !isVoid(assign, info, scope) &&
         readsThroughout(assign.getValue(), /*guard=*/nullptr, info, scope);
}

Value cin_to_lattice::emitIsNotEmpty(const EmitContext &context,
                                     cin::WhereOp where, const Scope &scope) {
  OpBuilder &builder = context.builder;
  Location loc = where.getLoc();
  Value present;
  where.getProducer().walk([&](cin::ForallOp forall) {
    Value some = builder.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::ne, emitUpper(context, forall, scope),
        context.createIndex(0));
    if (matchPattern(some, m_One()))
      return;
    present =
        present ? arith::AndIOp::create(builder, loc, present, some) : some;
  });
  return present;
}
