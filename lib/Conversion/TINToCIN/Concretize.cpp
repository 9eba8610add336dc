//===- Concretize.cpp - The concretize algorithm ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns one compute whose accesses fit one order of its variables into a kernel
// (thesis, section 4.4), as planned: each reduction inside of the expression
// becomes a where statement.
//
//===----------------------------------------------------------------------===//

#include "Concretize.h"

#include "AbsentTerms.h"
#include "Computes.h"
#include "KernelFrame.h"
#include "NestPlan.h"
#include "OrderChoice.h"
#include "WorkspaceFormats.h"

#include "weft/Analysis/FilledTypes.h"
#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/CIN/IR/OrderReasons.h"
#include "weft/Dialect/CIN/IR/Requests.h"
#include "weft/Support/Combiner.h"

#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace weft;
using namespace weft::tin_to_cin;

namespace {
/// Emits the statement of a kernel.
class NestEmitter {
public:
  NestEmitter(OpBuilder &builder, tin::ComputeOp compute, const NestPlan &plan,
              KernelFrame &frame)
      : builder(builder), loc(compute.getLoc()), compute(compute), plan(plan),
        frame(frame) {}

  void emit();

private:
  /// Emits the where statement of a workspace inside of its foralls.
  void emitWorkspace(const WorkspacePlan &workspace);
  /// Emits where statements of a tensor that `emitProducer` assigns, and moves
  /// into the consumer. Returns what is to be read there.
  Value emitFilled(const WorkspacePlan &workspace, Type type, Attribute fill,
                   cin::ReasonAttr reason,
                   llvm::function_ref<void(Value)> emitProducer);
  /// Emits a workspace for a reduction that goes over what is present, and one
  /// for how much that is.
  void emitCounted(const WorkspacePlan &workspace, Attribute absent);
  /// Emits a where statement without its sides.
  cin::WhereOp emitWhere(const WorkspacePlan &workspace,
                         level::FormatAttr format, Type type, Attribute fill,
                         cin::ReasonAttr reason,
                         cin::StorageReasonAttr storage);
  /// Emits the where statement of a scalar, without its sides.
  cin::WhereOp emitScalar(Type type, Attribute fill,
                          cin::WorkspaceReason reason);
  cin::ReasonAttr getReason(cin::WorkspaceReason kind) {
    return cin::ReasonAttr::get(builder.getContext(), kind);
  }
  /// Emits an access of a workspace in the loops of its consumer.
  Value readWorkspace(const WorkspacePlan &workspace, Value ref);
  /// Emits loops that assign what is stored in a workspace.
  void emitCopy(const WorkspacePlan &workspace, Value from, Value to,
                ArrayRef<LoopVariable> modes);
  /// Emits foralls around what follows, and the variables that were split.
  void emitForalls(ArrayRef<LoopVariable> loops);
  /// Emits the foralls of loops of the expression, and states the reasons for
  /// their order.
  void emitOrdered(ArrayRef<LoopVariable> loops);
  /// Has the kernel state what orders loops, in an attribute or, of those next
  /// to each other, as the plan says.
  void noteOrder(StringRef reason, ArrayRef<LoopVariable> loops);
  void noteOrders(ArrayRef<LoopVariable> loops);
  /// Emits the loops of the plan.
  void emitNest();
  /// Emits the initial component at what the loops around bind.
  Value emitInitial();
  /// Emits loops that assign the initial components to the result, and then
  /// those of the plan.
  void emitFromInitial();
  /// Emits the loops of the plan, `inner` of which combine into a scalar that
  /// begins with the initial component.
  void emitFromInitial(ArrayRef<LoopVariable> outer,
                       ArrayRef<LoopVariable> inner);
  /// Emits the assignment of what is computed in the loops.
  void emitAssignment(Value ref, ArrayRef<LoopVariable> modes);
  /// Emits where statements for the reductions that an expression contains, and
  /// moves into their consumers.
  void emitReductions(Value value);
  Value emitExpression(Value value);
  Value emitExpression(Value value, IRMapping &emitted);
  Value emitAccess(tin::AccessOp access);
  void assign(Value ref, ValueRange indices, Value value, tin::ReduceOp reduce);
  /// The variables of the kernel for loops; whole ones for all that is split.
  SmallVector<Value> lookUp(ArrayRef<LoopVariable> variables);
  /// The loops that index the result, as if no variable were split.
  LoopVariables getFree();
  std::string uniqueName(StringRef name, StringRef fallback);

  OpBuilder &builder;
  Location loc;
  tin::ComputeOp compute;
  const NestPlan &plan;
  /// Maps index variables and scalars of the compute, too, once they are there.
  KernelFrame &frame;
  /// The parts of split variables that foralls around bind.
  LoopValues parts;
  /// Values whose reductions have where statements.
  llvm::DenseSet<Value> reduced;
  llvm::StringSet<> names;
};
} // namespace

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::string NestEmitter::uniqueName(StringRef name, StringRef fallback) {
  std::string base = name.empty() ? fallback.str() : name.str();
  std::string unique = base;
  for (unsigned copy = 1; !names.insert(unique).second; ++copy)
    unique = base + std::to_string(copy);
  return unique;
}

/// The name of a variable in the text.
static StringRef getName(Value variable) {
  auto argument = cast<BlockArgument>(variable);
  Operation *owner = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  return isa<tin::ComputeOp>(owner)
             ? cast<tin::ComputeOp>(owner).getVariableName(number)
             : cast<tin::ReduceOp>(owner).getVariableName(number);
}

//===----------------------------------------------------------------------===//
// The loop nest
//===----------------------------------------------------------------------===//

LoopVariables NestEmitter::getFree() {
  LoopVariables free;
  for (Value variable : compute.getVariables())
    free.push_back({variable, level::LevelPart::Whole, 1});
  return free;
}

SmallVector<Value> NestEmitter::lookUp(ArrayRef<LoopVariable> variables) {
  return llvm::map_to_vector(variables, [&](const LoopVariable &loop) {
    return loop.isWhole() ? frame.mapping.lookup(loop.variable)
                          : parts.lookup(loop);
  });
}

void NestEmitter::emitForalls(ArrayRef<LoopVariable> loops) {
  // The other side of a where statement may have bound them, too.
  for (const LoopVariable &loop : loops)
    parts.erase(loop);
  for (const LoopVariable &loop : loops) {
    StringRef name = getName(loop.variable);
    std::string base = name.empty() ? "i" : name.str();
    if (!loop.isWhole())
      base += loop.part == level::LevelPart::Quotient ? "0" : "1";
    auto forall = cin::ForallOp::create(builder, loc, uniqueName(base, "i"),
                                        frame.extents.lookup(loop));
    builder.setInsertionPointToEnd(forall.getBlock());
    if (loop.isWhole()) {
      frame.mapping.map(loop.variable, forall.getVariable());
      continue;
    }
    parts.set(loop, forall.getVariable());
    Value outer = parts.lookup(loop.getPart(level::LevelPart::Quotient));
    Value inner = parts.lookup(loop.getPart(level::LevelPart::Remainder));
    if (!outer || !inner)
      continue;
    auto split = cin::SplitOp::create(
        builder, loc, uniqueName(name, "i"), outer, inner,
        cin::SplitDirection::Down, loop.block,
        frame.extents.lookup({loop.variable, level::LevelPart::Whole, 1}));
    cin::guardVariables(builder, split);
    builder.setInsertionPointToEnd(split->getBlock());
    frame.mapping.map(loop.variable, split.getVariable());
  }
}

void NestEmitter::noteOrder(StringRef reason, ArrayRef<LoopVariable> loops) {
  for (Value variable : lookUp(loops)) {
    auto forall = cast<cin::ForallOp>(variable.getParentBlock()->getParentOp());
    cin::noteRequest(frame.kernel, reason, {forall.getName()});
  }
}

void NestEmitter::noteOrders(ArrayRef<LoopVariable> loops) {
  for (const auto &[pair, reason] : plan.orderReasons)
    if (llvm::is_contained(loops, pair.first) &&
        llvm::is_contained(loops, pair.second))
      noteOrder(reason, {pair.first, pair.second});
}

void NestEmitter::emitOrdered(ArrayRef<LoopVariable> loops) {
  emitForalls(loops);
  if (statesOrder(compute))
    noteOrder(cin::kPlannedAttr, loops);
  noteOrders(loops);
}

void NestEmitter::assign(Value ref, ValueRange indices, Value value,
                         tin::ReduceOp reduce) {
  auto op =
      cin::AssignOp::create(builder, loc, ref, indices, value,
                            reduce ? reduce.getIdentityAttr() : Attribute());
  if (reduce)
    copyCombiner(builder, reduce.getCombiner(),
                 cin::YieldOp::getOperationName(), op.getCombiner());
  if (ref == frame.output)
    cin::setOrderedLevels(op, plan.orderedLevels.lookup(compute));
}

void NestEmitter::emitAssignment(Value ref, ArrayRef<LoopVariable> modes) {
  Value value = plan.body->getTerminator()->getOperand(0);
  emitReductions(value);
  assign(ref, lookUp(modes), emitExpression(value), plan.top);
}

Value NestEmitter::emitInitial() {
  return cin::AccessOp::create(builder, loc, compute.getType().getElementType(),
                               frame.mapping.lookup(compute.getInitial()),
                               lookUp(getFree()));
}

void NestEmitter::emitFromInitial() {
  auto sequence = cin::SequenceOp::create(builder, loc);
  // The loops that schedules name come first.
  builder.createBlock(&sequence.getMutation());
  emitNest();
  builder.createBlock(&sequence.getDefinition());
  LoopVariables free = getFree();
  emitForalls(free);
  assign(frame.output, lookUp(free), emitInitial(), tin::ReduceOp());
}

void NestEmitter::emitFromInitial(ArrayRef<LoopVariable> outer,
                                  ArrayRef<LoopVariable> inner) {
  emitOrdered(outer);
  Type type = compute.getType().getElementType();
  cin::WhereOp where = emitScalar(type, getInitial(plan.top),
                                  cin::WorkspaceReason::InitialValue);
  builder.setInsertionPointToEnd(&where.getProducer().front());
  auto sequence = cin::SequenceOp::create(builder, loc);
  builder.createBlock(&sequence.getDefinition());
  assign(where.getProducerRef(), {}, emitInitial(), tin::ReduceOp());
  builder.createBlock(&sequence.getMutation());
  emitOrdered(inner);
  emitAssignment(where.getProducerRef(), {});
  builder.setInsertionPointToEnd(&where.getConsumer().front());
  Value combined = cin::AccessOp::create(builder, loc, type,
                                         where.getConsumerRef(), ValueRange());
  assign(frame.output, lookUp(getFree()), combined, tin::ReduceOp());
}

void NestEmitter::emit() {
  if (!compute.getInitial())
    return emitNest();
  assert(!plan.workspace && plan.inner.empty() &&
         "a result with an initial tensor is dense and takes updates");
  auto isFree = [&](const LoopVariable &loop) {
    return llvm::is_contained(compute.getVariables(), loop.variable);
  };
  ArrayRef<LoopVariable> outer =
      ArrayRef<LoopVariable>(plan.outer).take_while(isFree);
  ArrayRef<LoopVariable> inner =
      ArrayRef<LoopVariable>(plan.outer).drop_front(outer.size());
  if (llvm::none_of(inner, isFree))
    emitFromInitial(outer, inner);
  else
    emitFromInitial();
}

void NestEmitter::emitNest() {
  emitOrdered(plan.outer);
  if (plan.workspace)
    emitWorkspace(*plan.workspace);
  else
    emitAssignment(frame.output, getFree());
}

Value NestEmitter::emitFilled(const WorkspacePlan &workspace, Type type,
                              Attribute fill, cin::ReasonAttr reason,
                              llvm::function_ref<void(Value)> emitProducer) {
  cin::WhereOp where = emitWhere(workspace, workspace.storage.format, type,
                                 fill, reason, workspace.storage.reason);
  builder.setInsertionPointToEnd(&where.getProducer().front());
  emitOrdered(plan.inner);
  emitProducer(where.getProducerRef());
  builder.setInsertionPointToEnd(&where.getConsumer().front());
  Value filled = where.getConsumerRef();
  if (!workspace.storage.ordered)
    return filled;
  cin::WhereOp copy =
      emitWhere(workspace, workspace.storage.ordered, type, fill,
                getReason(cin::WorkspaceReason::SortedCopy),
                cin::StorageReasonAttr::get(builder.getContext(),
                                            cin::StorageReason::SparseResult));
  builder.setInsertionPointToEnd(&copy.getProducer().front());
  emitCopy(workspace, filled, copy.getProducerRef(), workspace.modes);
  builder.setInsertionPointToEnd(&copy.getConsumer().front());
  return copy.getConsumerRef();
}

void NestEmitter::emitWorkspace(const WorkspacePlan &workspace) {
  // A loop into a scalar counts by itself.
  if (plan.top && !workspace.consumer.empty())
    if (Attribute absent = findAbsentTerm(plan.top))
      return emitCounted(workspace, absent);
  Attribute initial =
      plan.top ? getInitial(plan.top) : level::getFill(compute.getType());
  Value filled = emitFilled(
      workspace, compute.getType().getElementType(), initial, workspace.reason,
      [&](Value ref) { emitAssignment(ref, workspace.modes); });
  emitCopy(workspace, filled, frame.output, getFree());
}

void NestEmitter::emitCounted(const WorkspacePlan &workspace,
                              Attribute absent) {
  Value term = plan.body->getTerminator()->getOperand(0);
  Type type = compute.getType().getElementType();
  Value combined = emitFilled(
      workspace, type, getInitial(plan.top), workspace.reason, [&](Value ref) {
        assign(ref, lookUp(workspace.modes),
               emitPresentTerm(builder, plan.top, emitExpression(term)),
               plan.top);
      });
  Type number = builder.getI64Type();
  Value count = emitFilled(
      workspace, number, level::getZero(number),
      getReason(cin::WorkspaceReason::AbsentTerms), [&](Value ref) {
        auto op = cin::AssignOp::create(
            builder, loc, ref, lookUp(workspace.modes),
            emitPresentCount(builder, emitExpression(term)));
        buildCombiner(builder, loc, getSumOperation(number), number,
                      cin::YieldOp::getOperationName(), op.getCombiner());
      });
  emitForalls(workspace.consumer);
  tin::ReduceOp top = plan.top;
  SmallVector<Value> extents =
      llvm::map_to_vector(top.getVariables(), [&](Value variable) {
        return frame.extents.lookup({variable, level::LevelPart::Whole, 1});
      });
  Value component = readWorkspace(workspace, combined);
  assign(frame.output, lookUp(getFree()),
         emitWithAbsentTerm(builder, top, absent, component,
                            readWorkspace(workspace, count), extents),
         tin::ReduceOp());
}

cin::WhereOp NestEmitter::emitScalar(Type type, Attribute fill,
                                     cin::WorkspaceReason reason) {
  auto format = level::FormatAttr::getDense(type.getContext(), 0);
  return cin::WhereOp::create(builder, loc, uniqueName("", "t"), ValueRange(),
                              analysis::getFilledType({}, type, format, fill),
                              getReason(reason));
}

cin::WhereOp NestEmitter::emitWhere(const WorkspacePlan &workspace,
                                    level::FormatAttr format, Type type,
                                    Attribute fill, cin::ReasonAttr reason,
                                    cin::StorageReasonAttr storage) {
  SmallVector<Value> sizes =
      llvm::map_to_vector(workspace.modes, [&](const LoopVariable &mode) {
        return frame.extents.lookup(mode);
      });
  SmallVector<int64_t> shape(sizes.size(), ShapedType::kDynamic);
  std::string name = uniqueName(workspace.consumer.empty() ? "t" : "w", "w");
  return cin::WhereOp::create(
      builder, loc, name, sizes,
      analysis::getFilledType(shape, type, format, fill), reason, storage);
}

Value NestEmitter::readWorkspace(const WorkspacePlan &workspace, Value ref) {
  RankedTensorType type = cast<cin::RefType>(ref.getType()).getTensor();
  auto access = cin::AccessOp::create(builder, loc, type.getElementType(), ref,
                                      lookUp(workspace.modes));
  cin::setOrderedLevels(access, cin::getIteratedLevels(level::getFormat(type)));
  return access;
}

void NestEmitter::emitCopy(const WorkspacePlan &workspace, Value from, Value to,
                           ArrayRef<LoopVariable> modes) {
  emitForalls(workspace.consumer);
  Value component = readWorkspace(workspace, from);
  assign(to, lookUp(modes), component, tin::ReduceOp());
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

void NestEmitter::emitReductions(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !compute->isProperAncestor(op) || !reduced.insert(value).second)
    return;
  auto reduce = dyn_cast<tin::ReduceOp>(op);
  if (!reduce) {
    for (Value operand : op->getOperands())
      emitReductions(operand);
    return;
  }
  // Those of values around the reduction are needed on both sides.
  llvm::SetVector<Value> outside;
  getUsedValuesDefinedAbove(reduce.getBody(), outside);
  for (Value used : outside)
    emitReductions(used);
  cin::WhereOp where = emitScalar(value.getType(), getInitial(reduce),
                                  cin::WorkspaceReason::NestedReduction);
  builder.setInsertionPointToEnd(&where.getProducer().front());
  LoopVariables own;
  for (const LoopVariable &loop : plan.reductions)
    if (llvm::is_contained(reduce.getVariables(), loop.variable))
      own.push_back(loop);
  emitForalls(own);
  noteOrders(own);
  Value combined = reduce.getYield().getValue();
  emitReductions(combined);
  assign(where.getProducerRef(), {}, emitExpression(combined), reduce);
  builder.setInsertionPointToEnd(&where.getConsumer().front());
  frame.mapping.map(value, where.getConsumerRef());
}

Value NestEmitter::emitAccess(tin::AccessOp access) {
  Location loc = access.getLoc();
  SmallVector<Value> indices;
  auto type = cin::IndexType::get(access.getContext());
  for (size_t mode = 0; mode != access.getLiterals().size(); ++mode) {
    Value index = access.getIndex(mode);
    if (!index) {
      indices.push_back(
          cin::LiteralOp::create(builder, loc, type, *access.getLiteral(mode)));
    } else if (auto sum = index.getDefiningOp<tin::AffineOp>()) {
      auto variables = llvm::map_to_vector(sum.getVariables(), [&](Value of) {
        return frame.mapping.lookup(of);
      });
      indices.push_back(cin::AffineOp::create(
          builder, loc, type, variables, sum.getFactors(), sum.getConstant()));
    } else {
      indices.push_back(frame.mapping.lookup(index));
    }
  }
  auto emitted =
      cin::AccessOp::create(builder, loc, access.getValue().getType(),
                            frame.mapping.lookup(access.getTensor()), indices);
  cin::setOrderedLevels(emitted, plan.orderedLevels.lookup(access));
  return emitted;
}

Value NestEmitter::emitExpression(Value value) {
  IRMapping emitted;
  return emitExpression(value, emitted);
}

Value NestEmitter::emitExpression(Value value, IRMapping &emitted) {
  if (Value known = emitted.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  Value result;
  if (isa<tin::ReduceOp>(op)) {
    result = cin::AccessOp::create(builder, op->getLoc(), value.getType(),
                                   frame.mapping.lookup(value), ValueRange());
  } else if (auto access = dyn_cast<tin::AccessOp>(op)) {
    result = emitAccess(access);
  } else if (auto variable = dyn_cast<tin::ValueOp>(op)) {
    result = cin::ValueOp::create(builder, op->getLoc(), builder.getIndexType(),
                                  frame.mapping.lookup(variable.getVariable()));
  } else {
    for (Value operand : op->getOperands())
      emitExpression(operand, emitted);
    result = builder.clone(*op, emitted)
                 ->getResult(cast<OpResult>(value).getResultNumber());
  }
  emitted.map(value, result);
  return result;
}

FailureOr<cin::KernelOp> tin_to_cin::concretize(tin::ComputeOp compute,
                                                const Blocking &blocking,
                                                ConcretizeOptions options,
                                                OpBuilder &builder) {
  FailureOr<NestPlan> plan = planNest(compute, blocking, options);
  if (failed(plan))
    return failure();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(compute);
  KernelFrame frame = createKernel(builder, compute, blocking);
  NestEmitter(builder, compute, *plan, frame).emit();
  return frame.kernel;
}
