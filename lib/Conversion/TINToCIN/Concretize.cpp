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
#include "Workspaces.h"

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
  Concretizer(tin::ComputeOp compute, const Blocking &blocking,
              ConcretizeOptions options)
      : compute(compute), blocking(blocking), options(options),
        builder(compute), loc(compute.getLoc()) {
    nest = blocking.getLoops(getNestVariables(compute, body));
    top = getTopReduction(compute);
  }

  cin::KernelOp run();

private:
  void createKernel();
  /// Whether the result takes components in any order.
  bool takesAnyOrder();
  /// Whether the result takes the values of the top reduction one by one.
  bool takesUpdates();
  /// Finds the order of the loops, whether it is all that the result needs and,
  /// if not, how many of them, from the outermost, are in the order of the
  /// result's levels.
  void chooseOrder();
  /// The loops that bind what a level of the result stores.
  LoopVariables getResultLoops(int64_t level);
  void emitNest();
  void emitWorkspace(ArrayRef<LoopVariable> outer, ArrayRef<LoopVariable> inner,
                     Attribute initial);
  /// What indexes a workspace that has the coordinates of `loops`: a variable
  /// all of whose loops are among them, and a loop on its own otherwise.
  LoopVariables getWorkspaceModes(ArrayRef<LoopVariable> loops);
  level::FormatAttr getWorkspaceFormat(ArrayRef<LoopVariable> loops,
                                       ArrayRef<LoopVariable> modes,
                                       bool isDense);
  /// Emits foralls around what follows, and the variables that were split.
  void emitForalls(ArrayRef<LoopVariable> loops);
  /// The name of a variable in the text.
  StringRef getName(Value variable);
  /// Emits the assignment of the body's expression.
  void emitAssignment(Value ref, ArrayRef<LoopVariable> modes, bool compound);
  /// Emits where statements for the reductions that an expression contains, and
  /// moves into their consumers.
  void emitReductions(Value value);
  Value emitExpression(Value value);
  Value emitExpression(Value value, IRMapping &emitted);
  Value emitAccess(tin::AccessOp access);
  /// The variables of the kernel for loops; whole ones for all that is split.
  SmallVector<Value> lookUp(ArrayRef<LoopVariable> variables);
  LoopVariables getFree();
  void assign(Value ref, ValueRange indices, Value value, tin::ReduceOp reduce);
  /// The type of a scalar or workspace that a reduction combines into: what it
  /// holds at first is the identity.
  RankedTensorType getWorkspaceType(ArrayRef<int64_t> shape, Type element,
                                    level::FormatAttr format,
                                    Attribute initial);
  Attribute getInitial(tin::ReduceOp reduce);
  std::string uniqueName(StringRef name, StringRef fallback);

  /// A value for each loop.
  struct LoopValues {
    SmallVector<std::pair<LoopVariable, Value>> values;
    Value lookup(const LoopVariable &loop) const {
      for (auto &[known, value] : values)
        if (known == loop)
          return value;
      return {};
    }
    void erase(const LoopVariable &loop) {
      llvm::erase_if(values, [&](auto &entry) { return entry.first == loop; });
    }
    void set(const LoopVariable &loop, Value value) {
      erase(loop);
      values.push_back({loop, value});
    }
  };

  tin::ComputeOp compute;
  const Blocking &blocking;
  ConcretizeOptions options;
  OpBuilder builder;
  Location loc;
  Block *body;
  tin::ReduceOp top;
  LoopVariables nest, order;
  bool isInOrder = false;
  int64_t numOrdered = 0;

  cin::KernelOp kernel;
  Value output;
  /// Tensors, index variables and scalars of the compute to those of the
  /// kernel.
  IRMapping mapping;
  /// The extents in the kernel, of variables that are split as well.
  LoopValues extents;
  /// The parts of split variables that foralls around bind.
  LoopValues parts;
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
  SmallVector<Value> inputs, extentValues;
  SmallVector<Value> variables = getNestVariables(compute, body);
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
  LoopVariables extentLoops;
  for (Value variable : variables)
    extentLoops.push_back({variable, level::LevelPart::Whole, 1});
  // What splits need besides: how many blocks there are, and their size. The
  // result may be read from a workspace in blocks of its own.
  auto addSplit = [&](Value variable, int64_t block) {
    LoopVariable outer = {variable, level::LevelPart::Quotient, block};
    if (block == 1 || llvm::is_contained(extentLoops, outer))
      return;
    size_t number = llvm::find(variables, variable) - variables.begin();
    Value size = arith::ConstantIndexOp::create(builder, loc, block);
    Value past = arith::ConstantIndexOp::create(builder, loc, block - 1);
    Value last =
        arith::AddIOp::create(builder, loc, extentValues[number], past);
    extentValues.push_back(arith::DivUIOp::create(builder, loc, last, size));
    extentValues.push_back(size);
    extentLoops.push_back(outer);
    extentLoops.push_back(outer.getPart(level::LevelPart::Remainder));
  };
  for (Value variable : variables)
    addSplit(variable, blocking.getBlock(variable));
  level::FormatAttr format = level::getFormat(compute.getType());
  for (int64_t level = 0; level != format.getNumLevels(); ++level)
    if (!format.isSlotLevel(level)) {
      level::LevelExpr expr = format.getLevelExpr(level);
      addSplit(compute.getVariables()[expr.dim], expr.block);
    }
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
  for (auto [loop, extent] :
       llvm::zip_equal(extentLoops, kernel.getExtentArgs()))
    extents.set(loop, extent);
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
  if (!top)
    return true;
  // Each would take another slot.
  if (format.getNumSlots() != 0)
    return false;
  if (insertsOnly(format))
    return true;
  // The entries of a temporary are added up when it is read; those of a result
  // are read by others, who find each component once.
  if (format.isCoordinateList())
    return options.isPart && isSum(top);
  // What appends takes them once they are promoted to a scalar.
  return getInitial(top) && isCombinerAssociative(top.getCombiner());
}

LoopVariables Concretizer::getFree() {
  LoopVariables free;
  for (Value variable : compute.getVariables())
    free.push_back({variable, level::LevelPart::Whole, 1});
  return free;
}

LoopVariables Concretizer::getResultLoops(int64_t level) {
  level::LevelExpr expr =
      level::getFormat(compute.getType()).getLevelExpr(level);
  return blocking.getLoops(compute.getVariables()[expr.dim], expr);
}

void Concretizer::chooseOrder() {
  level::FormatAttr format = level::getFormat(compute.getType());
  LoopOrder loops(nest);
  // What conflicts was outlined before.
  (void)addAccessEdges(compute, blocking, loops);
  isInOrder = takesAnyOrder();
  if (!isInOrder) {
    ValueRange reductions = top ? ValueRange(top.getVariables()) : ValueRange();
    auto edges =
        getResultEdges(format, compute.getVariables(), reductions, blocking);
    isInOrder = edges && loops.tryAdd(*edges);
    // A reduction around another one is not promoted to a scalar.
    bool isNested = false;
    if (top)
      top->walk([&](tin::ReduceOp inner) { isNested |= inner != top; });
    if (!isInOrder && options.scatters && !isNested) {
      edges =
          getScatterEdges(format, compute.getVariables(), reductions, blocking);
      isInOrder = edges && loops.tryAdd(*edges);
    }
  }
  loops.preferBlocks();
  order = loops.get();
  if (isInOrder)
    return;
  for (; numOrdered != format.getNumLevels(); ++numOrdered) {
    level::LevelExpr expr = format.getLevelExpr(numOrdered);
    Value variable = compute.getVariables()[expr.dim];
    if (!(order[numOrdered] == LoopVariable{variable, expr.part, expr.block}))
      break;
  }
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

SmallVector<Value> Concretizer::lookUp(ArrayRef<LoopVariable> variables) {
  return llvm::map_to_vector(variables, [&](const LoopVariable &loop) {
    return loop.isWhole() ? mapping.lookup(loop.variable) : parts.lookup(loop);
  });
}

StringRef Concretizer::getName(Value variable) {
  auto argument = cast<BlockArgument>(variable);
  Operation *owner = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  return isa<tin::ComputeOp>(owner)
             ? cast<tin::ComputeOp>(owner).getVariableName(number)
             : cast<tin::ReduceOp>(owner).getVariableName(number);
}

void Concretizer::emitForalls(ArrayRef<LoopVariable> loops) {
  // The other side of a where statement may have bound them, too.
  for (const LoopVariable &loop : loops)
    parts.erase(loop);
  for (const LoopVariable &loop : loops) {
    StringRef name = getName(loop.variable);
    std::string base = name.empty() ? "i" : name.str();
    if (!loop.isWhole())
      base += loop.part == level::LevelPart::Quotient ? "0" : "1";
    auto forall = cin::ForallOp::create(builder, loc, uniqueName(base, "i"),
                                        extents.lookup(loop));
    builder.setInsertionPointToEnd(forall.getBlock());
    if (loop.isWhole()) {
      mapping.map(loop.variable, forall.getVariable());
      continue;
    }
    parts.set(loop, forall.getVariable());
    Value outer = parts.lookup(loop.getPart(level::LevelPart::Quotient));
    Value inner = parts.lookup(loop.getPart(level::LevelPart::Remainder));
    if (outer && inner)
      mapping.map(
          loop.variable,
          cin::SplitOp::create(
              builder, loc, uniqueName(name, "i"), outer, inner,
              cin::SplitDirection::Down, loop.block,
              extents.lookup({loop.variable, level::LevelPart::Whole, 1})));
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

void Concretizer::emitAssignment(Value ref, ArrayRef<LoopVariable> modes,
                                 bool compound) {
  Value value = body->getTerminator()->getOperand(0);
  emitReductions(value);
  assign(ref, lookUp(modes), emitExpression(value),
         compound ? top : tin::ReduceOp());
}

void Concretizer::emitNest() {
  Attribute fill = level::getFill(compute.getType());
  Attribute initial = top ? getInitial(top) : fill;
  bool startsAtFill = initial && fill && areSameScalar(initial, fill);

  // The result takes the assignments as they come.
  if (isInOrder && startsAtFill && takesUpdates()) {
    emitForalls(order);
    emitAssignment(output, getFree(), /*compound=*/static_cast<bool>(top));
    return;
  }

  // Foralls around the workspace: those in the order of the result, as long as
  // no reduction is outside of them.
  size_t numOuter = numOrdered;
  if (isInOrder)
    while (numOuter != order.size() &&
           llvm::is_contained(compute.getVariables(), order[numOuter].variable))
      ++numOuter;
  emitWorkspace(ArrayRef(order).take_front(numOuter),
                ArrayRef(order).drop_front(numOuter), initial);
}

LoopVariables Concretizer::getWorkspaceModes(ArrayRef<LoopVariable> loops) {
  LoopVariables modes;
  for (LoopVariable mode : loops) {
    if (llvm::is_contained(loops, mode.getPart(level::LevelPart::Quotient)) &&
        llvm::is_contained(loops, mode.getPart(level::LevelPart::Remainder)))
      mode = {mode.variable, level::LevelPart::Whole, 1};
    if (!llvm::is_contained(modes, mode))
      modes.push_back(mode);
  }
  return modes;
}

level::FormatAttr Concretizer::getWorkspaceFormat(ArrayRef<LoopVariable> loops,
                                                  ArrayRef<LoopVariable> modes,
                                                  bool isDense) {
  MLIRContext *context = compute.getContext();
  if (isDense)
    return level::FormatAttr::getDense(context, modes.size());
  SmallVector<level::LevelExpr> levels;
  for (const LoopVariable &loop : loops) {
    // A part is a mode of its own, or a level of a mode that is whole.
    auto mode = llvm::find(modes, loop);
    if (mode != modes.end()) {
      levels.push_back({mode - modes.begin(), level::LevelPart::Whole, 1});
      continue;
    }
    mode = llvm::find(modes,
                      LoopVariable{loop.variable, level::LevelPart::Whole, 1});
    levels.push_back(loop.getLevel(mode - modes.begin()));
  }
  return level::FormatAttr::getCOO(context, modes.size(), levels,
                                   /*uniqueLeaf=*/false);
}

void Concretizer::emitWorkspace(ArrayRef<LoopVariable> outer,
                                ArrayRef<LoopVariable> inner,
                                Attribute initial) {
  level::FormatAttr format = level::getFormat(compute.getType());
  Type element = compute.getType().getElementType();
  // The loops of the consumer: what the levels of the result store, or what the
  // foralls around leave of it.
  LoopVariables rest;
  bool isDense = true;
  for (int64_t level = 0; level != format.getNumLevels(); ++level) {
    if (format.isSlotLevel(level))
      continue;
    level::LevelExpr expr = format.getLevelExpr(level);
    Value variable = compute.getVariables()[expr.dim];
    bool isOutside = llvm::any_of(outer, [&](const LoopVariable &loop) {
      return loop.variable == variable;
    });
    LoopVariables loops = {{variable, expr.part, expr.block}};
    if (isOutside)
      loops = getResultLoops(level);
    for (const LoopVariable &loop : loops) {
      if (llvm::is_contained(outer, loop))
        continue;
      isDense &= format.getLevelType(level).isFull();
      if (!llvm::is_contained(rest, loop))
        rest.push_back(loop);
    }
  }
  LoopVariables modes = getWorkspaceModes(rest);
  SmallVector<Value> sizes = llvm::map_to_vector(
      modes, [&](const LoopVariable &mode) { return extents.lookup(mode); });
  SmallVector<int64_t> shape(modes.size(), ShapedType::kDynamic);

  emitForalls(outer);
  level::FormatAttr workspace = getWorkspaceFormat(rest, modes, isDense);
  // Produced and consumed once, a bitmap costs no more than what exists anyway.
  if (!isDense && outer.empty() && rest.size() == 1 &&
      isStoredDensely(compute, modes.front().variable))
    workspace =
        getBitmapFormat(compute.getContext(), 1, workspace.getLevelExpr(0));
  auto where = cin::WhereOp::create(
      builder, loc, uniqueName(rest.empty() ? "t" : "w", "w"), sizes,
      getWorkspaceType(shape, element, workspace, initial));
  builder.setInsertionPointToEnd(&where.getProducer().front());
  emitForalls(inner);
  emitAssignment(where.getProducerRef(), modes,
                 /*compound=*/static_cast<bool>(top));
  builder.setInsertionPointToEnd(&where.getConsumer().front());
  emitForalls(rest);
  Value component = cin::AccessOp::create(
      builder, loc, element, where.getConsumerRef(), lookUp(modes));
  assign(output, lookUp(getFree()), component, tin::ReduceOp());
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
  // In the order for which all that does not fit was outlined.
  LoopOrder loops =
      getLoopsOf(compute, getNestVariables(compute, body), blocking);
  (void)addAccessEdges(compute, blocking, loops);
  loops.preferBlocks();
  LoopVariables all = loops.get(), own;
  for (const LoopVariable &loop : all)
    if (llvm::is_contained(reduce.getVariables(), loop.variable))
      own.push_back(loop);
  emitForalls(own);
  Value combined = reduce.getYield().getValue();
  emitReductions(combined);
  assign(where.getProducerRef(), {}, emitExpression(combined), reduce);
  builder.setInsertionPointToEnd(&where.getConsumer().front());
  mapping.map(value, where.getConsumerRef());
}

Value Concretizer::emitAccess(tin::AccessOp access) {
  Location loc = access.getLoc();
  SmallVector<Value> indices;
  auto type = cin::IndexType::get(access.getContext());
  for (size_t mode = 0; mode != access.getLiterals().size(); ++mode) {
    Value index = access.getIndex(mode);
    if (!index) {
      indices.push_back(
          cin::LiteralOp::create(builder, loc, type, *access.getLiteral(mode)));
    } else if (auto sum = index.getDefiningOp<tin::AffineOp>()) {
      auto variables = llvm::map_to_vector(
          sum.getVariables(), [&](Value of) { return mapping.lookup(of); });
      indices.push_back(cin::AffineOp::create(
          builder, loc, type, variables, sum.getFactors(), sum.getConstant()));
    } else {
      indices.push_back(mapping.lookup(index));
    }
  }
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

cin::KernelOp weft::concretize(tin::ComputeOp compute, const Blocking &blocking,
                               ConcretizeOptions options) {
  return Concretizer(compute, blocking, options).run();
}
