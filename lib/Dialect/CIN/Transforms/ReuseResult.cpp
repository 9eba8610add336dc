//===- ReuseResult.cpp - Results as workspaces ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last step of the cleanup of precompute (thesis, section 6.2): where what
// is precomputed goes into the result itself, the where statement is a
// sequence.
//
//   (∀i a(i) = w(i) + f where ∀k ∀iw w(iw) += e)   (∀k ∀iw a(iw) += e; ∀i a(i)
//   += f)
//
//===----------------------------------------------------------------------===//

#include "CleanUpWhere.h"
#include "WorkspaceChoice.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/CIN/IR/OrderReasons.h"
#include "weft/Support/Combiner.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

namespace {
class ResultReuse {
public:
  ResultReuse(RewriterBase &rewriter, WhereOp where, bool strict)
      : rewriter(rewriter), where(where), strict(strict),
        access(getConsumingAccess(where)), produced(getProducingAssign(where)) {
  }

  LogicalResult analyze();
  SequenceOp transform();

private:
  LogicalResult refuse(Operation *at, const Twine &why) {
    return rewriter.notifyMatchFailure(at, [&](Diagnostic &diagnostic) {
      diagnostic << "cannot precompute into the result: " << why;
    });
  }
  LogicalResult findCombination();
  LogicalResult verifyResult();
  LogicalResult verifyAbsence();
  LogicalResult verifyCombiners();
  LogicalResult mapIndices();
  /// What an index of the consumer is in the producer; null if there is no such
  /// index.
  Value mapIndex(Value index);

  RewriterBase &rewriter;
  WhereOp where;
  bool strict;
  /// Where the workspace is read and assigned.
  AccessOp access;
  AssignOp produced;
  /// What combines the component with others, and the assignment of that.
  Operation *combination = nullptr;
  AssignOp assign;
  /// The indices of the result's component in the producer.
  SmallVector<Value> indices;
};
} // namespace

//===----------------------------------------------------------------------===//
// Preconditions
//===----------------------------------------------------------------------===//

LogicalResult ResultReuse::findCombination() {
  DistributedUse use = findUse(access);
  assign = use.assign;
  combination = use.path.size() == 1 ? use.path.front()->getOwner() : nullptr;
  if (!assign || !combination || combination->getNumOperands() != 2 ||
      !isAssociative(combination) ||
      (use.path.front()->getOperandNumber() != 0 &&
       !isCommutative(combination)))
    return refuse(access, "expected it to be combined with one other operand "
                          "by an associative operator, and then assigned");
  return success();
}

LogicalResult ResultReuse::verifyResult() {
  Value ref = assign.getRef();
  if (!level::getFormat(assign.getRef().getType().getTensor()).isAllDense())
    return refuse(assign, "it is not dense, so that it cannot be assigned "
                          "twice");
  WalkResult result = where.walk([&](AccessOp read) -> WalkResult {
    return read.getRef() == ref
               ? WalkResult(refuse(read, "the statement reads it"))
               : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Whether an expression reads what a tensor does not store, or what is outside
/// of it.
static bool mayBeAbsent(Value value) {
  llvm::SetVector<Value> values;
  values.insert(value);
  for (size_t next = 0; next != values.size(); ++next) {
    Operation *op = values[next].getDefiningOp();
    auto access = dyn_cast_or_null<AccessOp>(op);
    if (!access) {
      if (op)
        values.insert(op->operand_begin(), op->operand_end());
      continue;
    }
    level::FormatAttr format =
        level::getFormat(access.getRef().getType().getTensor());
    if (llvm::any_of(llvm::seq(format.getNumLevels()),
                     [&](int64_t level) {
                       return !format.getLevelType(level).isFull();
                     }) ||
        llvm::any_of(access.getIndices(), [](Value index) {
          return index.getDefiningOp<AffineOp>() != nullptr;
        }))
      return true;
    // A workspace has what is assigned to it.
    auto where =
        dyn_cast<WhereOp>(access.getRef().getParentBlock()->getParentOp());
    if (!where)
      continue;
    for (Operation *user : where.getProducerRef().getUsers())
      if (auto assign = dyn_cast<AssignOp>(user))
        values.insert(assign.getValue());
  }
  return false;
}

LogicalResult ResultReuse::verifyAbsence() {
  // Both statements are executed for all components, and take what is absent
  // for a number.
  for (OpOperand &operand : combination->getOpOperands()) {
    bool isProduced = operand.get() == access.getValue();
    Value value = isProduced ? produced.getValue() : operand.get();
    Attribute fill = isProduced ? level::getFill(where.getTensorType())
                                : getAbsentValue(value);
    if (observesAbsence(combination, operand.getOperandNumber(), fill) &&
        mayBeAbsent(value))
      return refuse(assign, "it does not tell which components are absent, "
                            "which the consumer observes; choose a workspace");
  }
  return success();
}

LogicalResult ResultReuse::verifyCombiners() {
  if (!assign.isCompound()) {
    if (!produced.isCompound())
      return success();
    // What is combined into begins with what changes nothing.
    Attribute identity =
        getCombinerIdentity(produced.getCombiner(), produced.getIdentityAttr());
    bool isOnlyAssign =
        llvm::all_of(assign.getRef().getUsers(), [&](Operation *user) {
          return user == assign || !isa<AssignOp>(user);
        });
    if (!isOnlyAssign || !identity ||
        !areSameScalar(identity,
                       level::getFill(assign.getRef().getType().getTensor())))
      return refuse(produced, "it does not begin with the identity of the "
                              "combiner");
    return success();
  }
  Operation *combiner = getSimpleCombinerOp(assign.getCombiner());
  if (!combiner || combiner->getName() != combination->getName() ||
      combiner->getAttrs() != combination->getAttrs() ||
      (produced.isCompound() &&
       !areSameCombiner(produced.getCombiner(), assign.getCombiner())))
    return refuse(assign, "the operator is not the combiner of what it is "
                          "assigned with");
  if (strict && isa<FloatType, ComplexType>(assign.getValue().getType()))
    return refuse(assign, "that changes in which order floating-point numbers "
                          "are combined");
  return success();
}

Value ResultReuse::mapIndex(Value index) {
  for (auto [read, written] :
       llvm::zip_equal(access.getIndices(), produced.getIndices()))
    if (index == read)
      return written;
  if (!where->isAncestor(index.getParentBlock()->getParentOp()))
    return index;
  // What derives from variables of the loops derives from theirs alike.
  Operation *op = index.getDefiningOp();
  if (!op)
    return {};
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(
        isa<cin::IndexType>(operand.getType()) ? mapIndex(operand) : operand);
  Value found;
  where.getProducer().walk([&](Operation *other) {
    if (other->getName() == op->getName() &&
        llvm::equal(other->getOperands(), operands))
      found = other->getResult(cast<OpResult>(index).getResultNumber());
  });
  return found;
}

LogicalResult ResultReuse::mapIndices() {
  for (Value index : assign.getIndices()) {
    indices.push_back(mapIndex(index));
    if (!indices.back())
      return refuse(assign, "a variable that is not precomputed over indexes "
                            "it");
  }
  return success();
}

LogicalResult ResultReuse::analyze() {
  return failure(
      failed(findCombination()) || failed(verifyResult()) ||
      failed(verifyCombiners()) || failed(verifyAbsence()) ||
      failed(mapIndices()) ||
      failed(setWorkspaceKind(rewriter, where, level::Workspace::Dense,
                              StorageReason::AbsenceUnobserved)));
}

//===----------------------------------------------------------------------===//
// The rewrite
//===----------------------------------------------------------------------===//

/// Moves the statement of one block to the end of another.
static void moveInto(RewriterBase &rewriter, Block &from, Region &to) {
  Block *block = rewriter.createBlock(&to);
  for (Operation &op : llvm::make_early_inc_range(from))
    rewriter.moveOpBefore(&op, block, block->end());
}

SequenceOp ResultReuse::transform() {
  OpBuilder::InsertionGuard guard(rewriter);
  Location loc = assign.getLoc();
  StringRef yield = YieldOp::getOperationName();

  AssignOp like = assign.isCompound() ? assign : produced;
  rewriter.setInsertionPoint(produced);
  auto definition =
      AssignOp::create(rewriter, produced.getLoc(), assign.getRef(), indices,
                       produced.getValue(), like.getIdentityAttr());
  if (like.isCompound())
    copyCombiner(rewriter, like.getCombiner(), yield, definition.getCombiner());
  setOrderedLevels(definition, getOrderedLevels(assign));
  rewriter.eraseOp(produced);

  Value other = combination->getOperand(0) == access.getValue()
                    ? combination->getOperand(1)
                    : combination->getOperand(0);
  rewriter.setInsertionPoint(assign);
  auto mutation =
      AssignOp::create(rewriter, loc, assign.getRef(), assign.getIndices(),
                       other, assign.getIdentityAttr());
  setOrderedLevels(mutation, getOrderedLevels(assign));
  Type type = other.getType();
  Block *combiner = rewriter.createBlock(&mutation.getCombiner(), {},
                                         {type, type}, {loc, loc});
  Operation *combined = rewriter.clone(*combination);
  combined->setOperands(combiner->getArguments());
  YieldOp::create(rewriter, loc, combined->getResult(0));
  rewriter.eraseOp(assign);
  rewriter.eraseOp(combination);
  rewriter.eraseOp(access);

  rewriter.setInsertionPoint(where);
  auto sequence = SequenceOp::create(rewriter, where.getLoc());
  moveInto(rewriter, where.getProducer().front(), sequence.getDefinition());
  moveInto(rewriter, where.getConsumer().front(), sequence.getMutation());
  rewriter.eraseOp(where);
  return sequence;
}

FailureOr<SequenceOp> cin::reuseResult(RewriterBase &rewriter, WhereOp where,
                                       bool strict) {
  ResultReuse reuse(rewriter, where, strict);
  if (failed(reuse.analyze()))
    return failure();
  return reuse.transform();
}
