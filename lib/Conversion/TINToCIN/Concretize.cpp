//===- Concretize.cpp - The concretize algorithm -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns one compute whose accesses fit one order of its variables into a kernel
// (thesis, section 4.4). Where the result cannot be assembled in that order,
// the assignment goes into a workspace, as the precompute transformation would
// have it (section 6.2), which the consumer reads in the order of the result.
//
//===----------------------------------------------------------------------===//

#include "Concretize.h"

#include "LoopOrder.h"
#include "Prepare.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/CIN/IR/CIN.h"
#include "weft/Support/Combiner.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace weft;

namespace {
class Concretizer {
public:
  Concretizer(tin::ComputeOp compute, bool isPart)
      : compute(compute), isPart(isPart), builder(compute),
        loc(compute.getLoc()) {
    nest = getNestVariables(compute, body);
    top = getTopReduction(compute);
  }

  cin::KernelOp run();

private:
  void createKernel();
  /// Whether the result takes components in any order.
  bool takesAnyOrder();
  /// Whether the result takes the values of the top reduction one by one.
  bool takesUpdates();
  /// Finds the order of the loops, and how many of them, from the outermost,
  /// are in the order of the result's levels; if all that the result needs is,
  /// that is the number of the result's levels.
  void chooseOrder();
  void emitNest();
  /// Emits foralls over variables around what follows.
  void emitForalls(ArrayRef<Value> variables);
  /// Emits the assignment of the body's expression.
  void emitAssignment(Value ref, ValueRange variables, bool compound);
  /// Emits where statements for the reductions that an expression contains, and
  /// moves into their consumers.
  void emitReductions(Value value);
  Value emitExpression(Value value);
  Value emitExpression(Value value, IRMapping &emitted);
  Value emitAccess(tin::AccessOp access);
  SmallVector<Value> lookUp(ValueRange variables);
  void assign(Value ref, ValueRange indices, Value value, tin::ReduceOp reduce);
  /// The type of a scalar or workspace that a reduction combines into: what it
  /// holds at first is the identity.
  RankedTensorType getWorkspaceType(ArrayRef<int64_t> shape, Type element,
                                    level::FormatAttr format,
                                    Attribute initial);
  Attribute getInitial(tin::ReduceOp reduce);
  std::string uniqueName(StringRef name, StringRef fallback);

  tin::ComputeOp compute;
  bool isPart;
  OpBuilder builder;
  Location loc;
  Block *body;
  tin::ReduceOp top;
  SmallVector<Value> nest, order;
  int64_t numOrdered = 0;

  cin::KernelOp kernel;
  Value output;
  /// Tensors, index variables and scalars of the compute to those of the
  /// kernel.
  IRMapping mapping;
  /// The extents of the variables in the kernel.
  llvm::DenseMap<Value, Value> extents;
  /// Values whose reductions have where statements.
  llvm::DenseSet<Value> reduced;
  llvm::StringSet<> names;
};
} // namespace

//===----------------------------------------------------------------------===//
// The kernel and its order
//===----------------------------------------------------------------------===//

std::string Concretizer::uniqueName(StringRef name, StringRef fallback) {
  std::string base = name.empty() ? fallback.str() : name.str();
  std::string unique = base;
  for (unsigned copy = 1; !names.insert(unique).second; ++copy)
    unique = base + std::to_string(copy);
  return unique;
}

void Concretizer::createKernel() {
  SmallVector<Value> inputs, extentValues, variables(nest);
  llvm::SetVector<Value> tensors;
  compute.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto access = dyn_cast<tin::AccessOp>(op))
      tensors.insert(access.getTensor());
    if (auto reduce = dyn_cast<tin::ReduceOp>(op))
      for (Value variable : reduce.getVariables())
        if (!llvm::is_contained(variables, variable))
          variables.push_back(variable);
  });
  for (Value variable : variables)
    extentValues.push_back(getExtentOf(builder, compute, variable));
  SmallVector<Value> sizes;
  for (auto [mode, size] : llvm::enumerate(compute.getType().getShape()))
    if (ShapedType::isDynamic(size))
      sizes.push_back(extentValues[mode]);
  Value empty = tensor::EmptyOp::create(builder, loc, compute.getType(), sizes);
  kernel = cin::KernelOp::create(builder, loc, TypeRange(empty.getType()),
                                 tensors.getArrayRef(), empty, extentValues);
  SmallVector<Type> types;
  for (Value tensor : tensors)
    types.push_back(
        cin::RefType::get(cast<RankedTensorType>(tensor.getType())));
  types.push_back(cin::RefType::get(compute.getType()));
  types.append(extentValues.size(), builder.getIndexType());
  Block *block = builder.createBlock(&kernel.getBody(), {}, types,
                                     SmallVector<Location>(types.size(), loc));
  for (auto [tensor, ref] : llvm::zip_equal(tensors, kernel.getInputRefs()))
    mapping.map(tensor, ref);
  output = kernel.getOutputRefs().front();
  for (auto [variable, extent] :
       llvm::zip_equal(variables, kernel.getExtentArgs()))
    extents[variable] = extent;
  builder.setInsertionPointToEnd(block);
}

static bool insertsOnly(level::FormatAttr format) {
  return llvm::all_of(
      llvm::seq<int64_t>(0, format.getNumLevels()),
      [&](int64_t level) { return format.getLevelType(level).hasInsert(); });
}

/// Whether the entries of a component that is the reduction are added up.
static bool isSum(tin::ReduceOp reduce) {
  Operation *combiner = getSimpleCombinerOp(reduce.getCombiner());
  return combiner && combiner->getName().getStringRef() ==
                         getSumOperation(reduce.getType());
}

bool Concretizer::takesAnyOrder() {
  level::FormatAttr format = level::getFormat(compute.getType());
  return insertsOnly(format) ||
         (format.isCoordinateList() && (!top || takesUpdates()));
}

bool Concretizer::takesUpdates() {
  level::FormatAttr format = level::getFormat(compute.getType());
  if (!top || insertsOnly(format))
    return true;
  // The entries of a temporary are added up when it is read; those of a result
  // are read by others, who find each component once.
  if (format.isCoordinateList())
    return isPart && isSum(top);
  // What appends takes them once they are promoted to a scalar.
  return getInitial(top) && isCombinerAssociative(top.getCombiner());
}

void Concretizer::chooseOrder() {
  level::FormatAttr format = level::getFormat(compute.getType());
  LoopOrder loops(nest);
  compute.walk([&](tin::AccessOp access) {
    // What conflicts was outlined before.
    (void)loops.tryAdd(getAccessEdges(access));
  });
  int64_t numLevels = format.getNumLevels();
  ValueRange free = compute.getVariables();
  ValueRange reductions = top ? ValueRange(top.getVariables()) : ValueRange();
  bool inOrder =
      takesAnyOrder() || loops.tryAdd(getResultEdges(format, free, reductions));
  order = loops.get();
  if (inOrder) {
    numOrdered = numLevels;
    return;
  }
  while (numOrdered != numLevels &&
         order[numOrdered] == free[format.getLevelDim(numOrdered)])
    ++numOrdered;
}

//===----------------------------------------------------------------------===//
// The loop nest
//===----------------------------------------------------------------------===//

Attribute Concretizer::getInitial(tin::ReduceOp reduce) {
  return getCombinerIdentity(reduce.getCombiner(), reduce.getIdentityAttr());
}

RankedTensorType Concretizer::getWorkspaceType(ArrayRef<int64_t> shape,
                                               Type element,
                                               level::FormatAttr format,
                                               Attribute initial) {
  Attribute zero = level::getZero(element);
  bool isPlain = !initial || (zero && areSameScalar(initial, zero));
  if (!isPlain)
    format = level::FormatAttr::get(
        format.getContext(), format.getDimToLevel(), format.getLevelTypes(),
        format.getPosWidth(), format.getCrdWidth(), initial);
  else if (format.isAllDense())
    return RankedTensorType::get(shape, element);
  return RankedTensorType::get(shape, element, format);
}

SmallVector<Value> Concretizer::lookUp(ValueRange variables) {
  return llvm::map_to_vector(
      variables, [&](Value variable) { return mapping.lookup(variable); });
}

void Concretizer::emitForalls(ArrayRef<Value> variables) {
  for (Value variable : variables) {
    auto argument = cast<BlockArgument>(variable);
    Operation *owner = argument.getOwner()->getParentOp();
    unsigned number = argument.getArgNumber();
    StringRef name = isa<tin::ComputeOp>(owner)
                         ? cast<tin::ComputeOp>(owner).getVariableName(number)
                         : cast<tin::ReduceOp>(owner).getVariableName(number);
    auto forall = cin::ForallOp::create(builder, loc, uniqueName(name, "i"),
                                        extents.lookup(variable));
    mapping.map(variable, forall.getVariable());
    builder.setInsertionPointToEnd(forall.getBlock());
  }
}

void Concretizer::assign(Value ref, ValueRange indices, Value value,
                         tin::ReduceOp reduce) {
  auto op = cin::AssignOp::create(builder, loc, ref, indices, value);
  if (!reduce)
    return;
  copyCombiner(reduce.getCombiner(), cin::YieldOp::getOperationName(),
               op.getCombiner());
  op.setIdentityAttr(reduce.getIdentityAttr());
}

void Concretizer::emitAssignment(Value ref, ValueRange variables,
                                 bool compound) {
  Value value = body->getTerminator()->getOperand(0);
  emitReductions(value);
  assign(ref, lookUp(variables), emitExpression(value),
         compound ? top : tin::ReduceOp());
}

void Concretizer::emitNest() {
  level::FormatAttr format = level::getFormat(compute.getType());
  Type element = compute.getType().getElementType();
  ValueRange free = compute.getVariables();
  Attribute fill = level::getFill(compute.getType());
  Attribute initial = top ? getInitial(top) : fill;
  bool startsAtFill = initial && fill && areSameScalar(initial, fill);

  // The result takes the assignments as they come.
  if (numOrdered == format.getNumLevels() && startsAtFill && takesUpdates()) {
    emitForalls(order);
    emitAssignment(output, free, /*compound=*/static_cast<bool>(top));
    return;
  }

  // Foralls around the workspace: those in the order of the result, as long as
  // no reduction is outside of them.
  SmallVector<Value> outer, rest, inner;
  int64_t numOuter = numOrdered;
  if (numOrdered == format.getNumLevels()) {
    numOuter = 0;
    while (numOuter != static_cast<int64_t>(order.size()) &&
           llvm::is_contained(free, order[numOuter]))
      ++numOuter;
  }
  outer.assign(order.begin(), order.begin() + numOuter);
  inner.assign(order.begin() + numOuter, order.end());
  SmallVector<int64_t> shape;
  SmallVector<Attribute> levels;
  SmallVector<Value> sizes;
  for (int64_t level = 0; level != format.getNumLevels(); ++level) {
    Value variable = free[format.getLevelDim(level)];
    if (llvm::is_contained(outer, variable))
      continue;
    rest.push_back(variable);
    sizes.push_back(extents.lookup(variable));
    shape.push_back(ShapedType::kDynamic);
  }
  bool isDense = llvm::all_of(
      llvm::seq<int64_t>(format.getNumLevels() - rest.size(),
                         format.getNumLevels()),
      [&](int64_t level) { return format.getLevelType(level).isFull(); });
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, rest.size()));
  MLIRContext *context = compute.getContext();
  auto workspaceFormat =
      rest.empty() || isDense
          ? level::FormatAttr::getDense(context, rest.size())
          : level::FormatAttr::getCOO(context, dims, /*uniqueLeaf=*/false);

  emitForalls(outer);
  auto where = cin::WhereOp::create(
      builder, loc, uniqueName(rest.empty() ? "t" : "w", "w"), sizes,
      getWorkspaceType(shape, element, workspaceFormat, initial));
  builder.setInsertionPointToEnd(&where.getProducer().front());
  emitForalls(inner);
  emitAssignment(where.getProducerRef(), rest,
                 /*compound=*/static_cast<bool>(top));
  builder.setInsertionPointToEnd(&where.getConsumer().front());
  emitForalls(rest);
  Value component = cin::AccessOp::create(builder, loc, element,
                                          where.getConsumerRef(), lookUp(rest));
  assign(output, lookUp(free), component, tin::ReduceOp());
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

void Concretizer::emitReductions(Value value) {
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
  auto where = cin::WhereOp::create(
      builder, loc, uniqueName("", "t"), ValueRange(),
      getWorkspaceType({}, value.getType(),
                       level::FormatAttr::getDense(value.getContext(), 0),
                       getInitial(reduce)));
  builder.setInsertionPointToEnd(&where.getProducer().front());
  SmallVector<Value> variables(reduce.getVariables());
  LoopOrder loops(variables);
  reduce.walk([&](tin::AccessOp access) {
    (void)loops.tryAdd(getAccessEdges(access));
  });
  emitForalls(loops.get());
  Value combined = reduce.getYield().getValue();
  emitReductions(combined);
  assign(where.getProducerRef(), {}, emitExpression(combined), reduce);
  builder.setInsertionPointToEnd(&where.getConsumer().front());
  mapping.map(value, where.getConsumerRef());
}

Value Concretizer::emitAccess(tin::AccessOp access) {
  Location loc = access.getLoc();
  SmallVector<Value> indices;
  for (int64_t mode = 0; mode != access.getTensorType().getRank(); ++mode)
    indices.push_back(
        access.getIndex(mode)
            ? mapping.lookup(access.getIndex(mode))
            : Value(cin::LiteralOp::create(
                  builder, loc, cin::IndexType::get(access.getContext()),
                  *access.getLiteral(mode))));
  return cin::AccessOp::create(builder, loc, access.getValue().getType(),
                               mapping.lookup(access.getTensor()), indices);
}

Value Concretizer::emitExpression(Value value) {
  IRMapping emitted;
  return emitExpression(value, emitted);
}

Value Concretizer::emitExpression(Value value, IRMapping &emitted) {
  if (Value known = emitted.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  Value result;
  if (isa<tin::ReduceOp>(op)) {
    result = cin::AccessOp::create(builder, op->getLoc(), value.getType(),
                                   mapping.lookup(value), ValueRange());
  } else if (auto access = dyn_cast<tin::AccessOp>(op)) {
    result = emitAccess(access);
  } else if (auto variable = dyn_cast<tin::ValueOp>(op)) {
    result = cin::ValueOp::create(builder, op->getLoc(), builder.getIndexType(),
                                  mapping.lookup(variable.getVariable()));
  } else {
    for (Value operand : op->getOperands())
      emitExpression(operand, emitted);
    result = builder.clone(*op, emitted)
                 ->getResult(cast<OpResult>(value).getResultNumber());
  }
  emitted.map(value, result);
  return result;
}

cin::KernelOp Concretizer::run() {
  createKernel();
  chooseOrder();
  emitNest();
  return kernel;
}

cin::KernelOp weft::concretize(tin::ComputeOp compute, bool isPart) {
  return Concretizer(compute, isPart).run();
}
