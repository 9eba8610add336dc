//===- Statements.cpp - Lowering statements and expressions --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers assignments and where statements, and emits the expressions of
// assignments simplified for the operands that are absent (thesis, figure 5-2
// and section 5.4).
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Support/Combiner.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

LogicalResult KernelLowering::lowerStatement(Operation *statement,
                                             Scope &scope) {
  if (counting && !isStructural(statement, scope))
    return success();
  return llvm::TypeSwitch<Operation *, LogicalResult>(statement)
      .Case([&](cin::AssignOp assign) { return lowerAssign(assign, scope); })
      .Case([&](cin::ForallOp forall) { return lowerPhases(forall, scope); })
      .Case([&](cin::WhereOp where) { return lowerWhere(where, scope); })
      .Case([&](cin::SequenceOp sequence) {
        return lowerSequence(sequence, scope);
      })
      .Default([&](Operation *multi) {
        for (Region &region : multi->getRegions())
          if (failed(lowerStatement(cin::getStatement(region.front()), scope)))
            return failure();
        return success();
      });
}

LogicalResult KernelLowering::lowerSequence(cin::SequenceOp sequence,
                                            Scope &scope) {
  Operation *definition = cin::getStatement(sequence.getDefinition().front());
  Operation *mutation = cin::getStatement(sequence.getMutation().front());
  if (failed(lowerStatement(definition, scope)))
    return failure();
  // A tensor that the mutation reads and does not assign is complete.
  llvm::SetVector<Value> read;
  sequence.getMutation().walk([&](cin::AccessOp access) {
    if (scope.builders.contains(access.getRef()))
      read.insert(access.getRef());
  });
  for (Value ref : read) {
    bool assigned = false;
    mutation->walk(
        [&](cin::AssignOp assign) { assigned |= assign.getRef() == ref; });
    if (assigned || sequence->getParentOfType<cin::ForallOp>())
      return sequence.emitOpError("reads ")
             << nameOf(ref)
             << " while it is being assembled; a workspace is needed";
    completed[ref] = finalizeBuilder(sequence.getLoc(), ref, scope);
    scope.storages[ref] =
        level::OpenOp::create(builder, sequence.getLoc(), completed[ref]);
  }
  if (failed(advancePaths(sequence, scope)))
    return failure();
  return lowerStatement(mutation, scope);
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::lowerAssign(cin::AssignOp assign, Scope &scope) {
  if (isVoid(assign, scope))
    return success();
  Location loc = assign.getLoc();
  Value ref = assign.getRef();
  Emission emission;
  Value value;
  if (!counting)
    value = emit(assign.getValue(), scope, emission);

  auto scalar = scope.scalars.find(ref);
  if (scalar != scope.scalars.end()) {
    scalar->second = assign.isCompound()
                         ? inlineCombiner(builder, assign.getCombiner(),
                                          scalar->second, value)
                         : value;
    if (scope.presences.contains(ref))
      assignPresence(assign, scope, emission);
    return success();
  }

  Value present = emitStoredPresence(assign, scope, emission);
  if (!present)
    return storeComponent(assign, value, scope);
  Scope inner = scope;
  SmallVector<Value> states = getStates(ref, scope);
  auto stored = scf::IfOp::create(builder, loc, ValueRange(states).getTypes(),
                                  present, /*addElseBlock=*/true);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(stored.thenBlock());
    if (failed(storeComponent(assign, value, inner)))
      return failure();
    scf::YieldOp::create(builder, loc, getStates(ref, inner));
    builder.setInsertionPointToEnd(stored.elseBlock());
    scf::YieldOp::create(builder, loc, states);
  }
  setStates(ref, stored.getResults(), scope);
  return success();
}

LogicalResult KernelLowering::storeComponent(cin::AssignOp assign, Value value,
                                             Scope &scope) {
  Location loc = assign.getLoc();
  Value ref = assign.getRef();
  level::FormatAttr format = formatOf(ref);
  if (format.isCoordinateList())
    return appendToList(assign, value, scope);
  TargetPath &target = scope.targets[assign];
  while (entersLevel(assign, target, scope))
    enterLevel(assign, target, scope);
  if (target.depth != format.getNumLevels())
    return assign.emitOpError("assigns ")
           << nameOf(ref)
           << " where no forall binds all of its coordinates in the order of "
              "its levels; a workspace is needed";
  if (counting)
    return success();
  Value &state = scope.builders[ref];
  if (assign.isCompound()) {
    // An appended component is new: it has the value of the fill.
    auto type = cast<cin::RefType>(ref.getType()).getTensor();
    bool inserted = format.getLevelType(format.getNumLevels() - 1).hasInsert();
    Value old =
        inserted || reducesInside(assign)
            ? Value(level::LoadOp::create(builder, loc, value.getType(), state,
                                          target.position))
            : buildScalar(builder, loc, level::getFill(type), value.getType());
    Region &combiner = assign.getCombiner();
    Attribute identity =
        getCombinerIdentity(combiner, assign.getIdentityAttr());
    Attribute oldValue = getConstantScalar(old);
    if (!identity || !oldValue || !areSameScalar(identity, oldValue))
      value = inlineCombiner(builder, combiner, old, value);
  }
  state = level::StoreOp::create(builder, loc, state.getType(), value, state,
                                 target.position);
  return success();
}

bool KernelLowering::readsStorages(Value value, const Scope &scope) {
  Operation *op = value.getDefiningOp();
  if (auto access = dyn_cast_or_null<cin::AccessOp>(op))
    return scope.storages.contains(access.getRef());
  return !op || llvm::all_of(op->getOperands(), [&](Value operand) {
    return readsStorages(operand, scope);
  });
}

Value KernelLowering::emitStoredPresence(cin::AssignOp assign,
                                         const Scope &scope,
                                         Emission &emission) {
  // What is appended to by a forall is decided there; and both of two phases
  // have to tell the same.
  Value ref = assign.getRef();
  level::FormatAttr format = formatOf(ref);
  int64_t last = format.getNumLevels() - 1;
  bool storesAbsence =
      format.isAllDense() ||
      (!format.isCoordinateList() && !format.getLevelType(last).hasInsert());
  if (storesAbsence ||
      (isCounted(ref, scope) && !readsStorages(assign.getValue(), scope)))
    return Value();
  return emitAssignedPresence(assign, scope, emission);
}

Value KernelLowering::emitAssignedPresence(cin::AssignOp assign,
                                           const Scope &scope,
                                           Emission &emission) {
  Value value = assign.getValue();
  Coverage coverage = getCoverage(value, scope, Segments(), emission.coverages);
  // What is absent leaves the scalar as it is only if its fill does.
  Attribute neutral =
      assign.isCompound()
          ? getCombinerIdentity(assign.getCombiner(), assign.getIdentityAttr())
          : level::getFill(assign.getRef().getType().getTensor());
  if (!coverage.fill || !neutral || !areSameScalar(coverage.fill, neutral))
    return Value();
  if (coverage.domain.isEmpty())
    return arith::ConstantIntOp::create(builder, assign.getLoc(), false, 1);
  return emitPresence(value, scope, emission);
}

void KernelLowering::assignPresence(cin::AssignOp assign, Scope &scope,
                                    Emission &emission) {
  Location loc = assign.getLoc();
  Value &presence = scope.presences[assign.getRef()];
  if (Value present = emitAssignedPresence(assign, scope, emission))
    presence = arith::OrIOp::create(builder, loc, presence, present);
  else
    presence = arith::ConstantIntOp::create(builder, loc, true, 1);
}

//===----------------------------------------------------------------------===//
// Where
//===----------------------------------------------------------------------===//

/// Whether the consumer of a scalar workspace takes its absence for something
/// else than its fill: a product of it with an infinity.
static bool isAbsenceObserved(cin::WhereOp where) {
  // The values that may be absent because the workspace is, and their fills
  // then, where they are known.
  llvm::MapVector<Value, Attribute> values;
  values.insert(
      {where.getConsumerRef(), level::getFill(where.getTensorType())});
  for (size_t next = 0; next != values.size(); ++next) {
    auto [value, fill] = values.begin()[next];
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      unsigned operand = use.getOperandNumber();
      if (isa<cin::AccessOp>(user)) {
        values.insert({user->getResult(0), fill});
        continue;
      }
      // What is assigned to another workspace is used where that is consumed.
      if (auto assign = dyn_cast<cin::AssignOp>(user)) {
        Operation *parent = assign.getRef().getParentBlock()->getParentOp();
        if (auto other = dyn_cast<cin::WhereOp>(parent))
          values.insert(
              {other.getConsumerRef(), level::getFill(other.getTensorType())});
        continue;
      }
      if (observesAbsence(user, operand, fill))
        return true;
      SmallVector<Attribute> fills(user->getNumOperands());
      fills[operand] = fill;
      for (Value result : user->getResults())
        values.insert({result, getResultFill(user, fills)});
    }
  }
  return false;
}

LogicalResult KernelLowering::lowerWhere(cin::WhereOp where, Scope &scope) {
  Location loc = where.getLoc();
  RankedTensorType type = where.getTensorType();
  Value produced = where.getProducerRef(), consumed = where.getConsumerRef();
  Operation *producer = cin::getStatement(where.getProducer().front());
  Operation *consumer = cin::getStatement(where.getConsumer().front());

  if (isVoid(producer, scope)) {
    scope.emptyWorkspaces.insert(consumed);
    return lowerStatement(consumer, scope);
  }

  if (type.getRank() == 0) {
    scope.scalars[produced] =
        buildScalar(builder, loc, level::getFill(type), type.getElementType());
    if (isAbsenceObserved(where))
      scope.presences[produced] =
          arith::ConstantIntOp::create(builder, loc, false, 1);
    if (failed(lowerStatement(producer, scope)))
      return failure();
    Value scalar = scope.scalars.lookup(produced);
    scope.scalars.erase(produced);
    scope.scalars[consumed] = scalar;
    if (Value presence = scope.presences.lookup(produced)) {
      scope.presences.erase(produced);
      scope.presences[consumed] = presence;
    }
    return lowerStatement(consumer, scope);
  }

  SmallVector<Value> sizes, dynamicSizes;
  for (Value size : where.getSizes())
    dynamicSizes.push_back(emit(size, scope));
  unsigned numDynamic = 0;
  for (int64_t size : type.getShape())
    sizes.push_back(ShapedType::isDynamic(size) ? dynamicSizes[numDynamic++]
                                                : constantIndex(size));
  // What a workspace without absent components holds is not needed to count.
  if (counting && formatOf(produced).isAllDense()) {
    Value tensor = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                           type.getElementType(), dynamicSizes,
                                           type.getEncoding());
    scope.storages[consumed] = level::OpenOp::create(builder, loc, tensor);
    return failure(failed(advancePaths(where, scope)) ||
                   failed(lowerStatement(consumer, scope)));
  }
  scope.builders[produced] =
      initBuilder(loc, type, sizes, getWorkspaceAssembly());
  producer->walk([&](cin::AssignOp assign) {
    if (assign.getRef() == produced && assign.isCompound())
      entryCombiners[consumed] = assign;
  });
  advanceTargets(scope);
  if (failed(lowerStatement(producer, scope)))
    return failure();
  Value tensor = finalizeBuilder(loc, produced, scope);
  scope.storages[consumed] = level::OpenOp::create(builder, loc, tensor);
  if (failed(advancePaths(where, scope)) ||
      failed(lowerStatement(consumer, scope)))
    return failure();
  level::ReleaseOp::create(builder, loc, tensor);
  return success();
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Value KernelLowering::emit(Value value, const Scope &scope) {
  Emission emission;
  return emit(value, scope, emission);
}

Value KernelLowering::emit(Value value, const Scope &scope,
                           Emission &emission) {
  if (Value emitted = emission.values.lookupOrNull(value))
    return emitted;
  Operation *op = value.getDefiningOp();
  Value emitted;
  if (!op) // An extent of the kernel.
    emitted = scope.coordinates.lookup(value);
  else if (auto access = dyn_cast<cin::AccessOp>(op))
    emitted = emitAccess(access, scope);
  else if (auto variable = dyn_cast<cin::ValueOp>(op))
    emitted = scope.coordinates.lookup(variable.getVariable());
  else
    emitted = emitOperation(op, value, scope, emission);
  emission.values.map(value, emitted);
  return emitted;
}

Value KernelLowering::emitOperation(Operation *op, Value value,
                                    const Scope &scope, Emission &emission) {
  // An expression none of whose operands is present is its fill, and one whose
  // other operand is absent as an identity is its operand.
  auto coverageOf = [&](Value value) {
    return getCoverage(value, scope, Segments(), emission.coverages);
  };
  Coverage coverage = coverageOf(value);
  if (coverage.domain.isEmpty() && coverage.fill)
    return buildScalar(builder, op->getLoc(), coverage.fill, value.getType());
  for (unsigned i = 0; op->getNumOperands() == 2 && i != 2; ++i) {
    Value other = op->getOperand(1 - i);
    Coverage operand = coverageOf(op->getOperand(i));
    if (!operand.domain.isEmpty() || !operand.fill ||
        other.getType() != value.getType())
      continue;
    Attribute fills[2] = {};
    fills[i] = operand.fill;
    if (getFillEffect(op, i, fills) == FillEffect::Identity)
      return emit(other, scope, emission);
  }
  for (Value operand : op->getOperands())
    emit(operand, scope, emission);
  Value result = builder.clone(*op, emission.values)
                     ->getResult(cast<OpResult>(value).getResultNumber());

  // An operand that turns out to be absent annihilates whatever the others are.
  auto operands = llvm::map_to_vector(op->getOperands(), coverageOf);
  if (!analysis::getOperatorCoverage<analysis::IterationDomain>(op, operands)
           .isRestricted())
    return result;
  Value presence = emitPresence(value, scope, emission);
  if (!presence)
    return result;
  Value fill =
      buildScalar(builder, op->getLoc(), coverage.fill, value.getType());
  return arith::SelectOp::create(builder, op->getLoc(), presence, result, fill);
}

Value KernelLowering::emitPresence(Value value, const Scope &scope,
                                   Emission &emission) {
  auto known = emission.presences.find(value);
  if (known != emission.presences.end())
    return known->second;
  Operation *op = value.getDefiningOp();
  Value presence;
  if (auto access = dyn_cast_or_null<cin::AccessOp>(op)) {
    presence = scope.storages.contains(access.getRef())
                   ? scope.paths[pathOf(access)].present
                   : scope.presences.lookup(access.getRef());
  } else if (op && !isa<cin::ValueOp>(op)) {
    // All operands that restrict the expression, or one of those that add to
    // it.
    auto operands = llvm::map_to_vector(op->getOperands(), [&](Value operand) {
      return getCoverage(operand, scope, Segments(), emission.coverages);
    });
    auto result =
        analysis::getOperatorCoverage<analysis::IterationDomain>(op, operands);
    bool restricted = result.isRestricted();
    for (unsigned i = 0, e = operands.size(); i != e && !result.full; ++i) {
      if (restricted ? result.roles[i] != analysis::OperandRole::Restricts
                     : operands[i].domain.isEmpty())
        continue;
      Value other = emitPresence(op->getOperand(i), scope, emission);
      if (!other && restricted)
        continue;
      if (!other) {
        presence = Value();
        break;
      }
      Location loc = op->getLoc();
      if (!presence)
        presence = other;
      else if (restricted)
        presence = arith::AndIOp::create(builder, loc, presence, other);
      else
        presence = arith::OrIOp::create(builder, loc, presence, other);
    }
  }
  return emission.presences[value] = presence;
}

Value KernelLowering::emitAccess(cin::AccessOp access, const Scope &scope) {
  Location loc = access.getLoc();
  Value ref = access.getRef();
  if (Value scalar = scope.scalars.lookup(ref))
    return scalar;
  auto emitFill = [&] {
    return buildScalar(builder, loc,
                       level::getFill(access.getRef().getType().getTensor()),
                       access.getValue().getType());
  };
  if (scope.emptyWorkspaces.contains(ref))
    return emitFill();
  const Path &path = scope.paths[pathOf(access)];
  if (path.absent)
    return emitFill();
  if (!path.present)
    return emitEntry(access, scope);
  auto entry = scf::IfOp::create(
      builder, loc, path.present,
      [&](OpBuilder &, Location) {
        scf::YieldOp::create(builder, loc, emitEntry(access, scope));
      },
      [&](OpBuilder &, Location) {
        scf::YieldOp::create(builder, loc, emitFill());
      });
  return entry.getResult(0);
}

Value KernelLowering::emitEntry(cin::AccessOp access, const Scope &scope) {
  Location loc = access.getLoc();
  Value ref = access.getRef();
  const Path &path = scope.paths[pathOf(access)];
  Value storage = scope.storages.lookup(ref);
  level::FormatAttr format = formatOf(ref);
  int64_t last = format.getNumLevels() - 1;
  if (last < 0 || format.getLevelType(last).isUnique())
    return level::LoadOp::create(builder, loc, access.getValue().getType(),
                                 storage, path.begin);
  // Several entries store the component: their sum, or what the assignment of a
  // workspace combines them by.
  auto combine = level::CombineOp::create(
      builder, loc, access.getValue().getType(), storage, path.begin, path.end);
  cin::AssignOp combining = entryCombiners.lookup(ref);
  if (!combining) {
    buildCombiner(builder, loc, getSumOperation(combine.getType()),
                  combine.getType(), level::YieldOp::getOperationName(),
                  combine.getCombiner());
    return combine;
  }
  Region &combiner = combining.getCombiner();
  copyCombiner(combiner, level::YieldOp::getOperationName(),
               combine.getCombiner());
  // The assignments combined into what the workspace held at first.
  Attribute identity =
      getCombinerIdentity(combiner, combining.getIdentityAttr());
  Attribute fill = level::getFill(access.getRef().getType().getTensor());
  if (identity && areSameScalar(identity, fill))
    return combine;
  Value initial = buildScalar(builder, loc, fill, combine.getType());
  return inlineCombiner(builder, combiner, initial, combine);
}
