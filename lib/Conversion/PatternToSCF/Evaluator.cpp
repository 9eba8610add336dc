//===- Evaluator.cpp - Evaluation of programs into code ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each operation. Views of arrays compose: an element of a zip
// is a pair of elements, one of a chunk is an element further on.
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"

#include "weft/Support/Combiner.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;
using namespace weft::pattern_to_scf;

/// An environment for a function, with its element at a position.
static EnvironmentRef enter(const EnvironmentRef &parent, Operation *op,
                            const Nat &position) {
  auto inner = std::make_shared<Environment>();
  inner->parent = parent;
  if (auto name = op->getAttrOfType<StringAttr>("position"))
    inner->positions.try_emplace(name.getValue(), position);
  return inner;
}

ViewRef Evaluator::evaluate(Block &block, EnvironmentRef environment) {
  for (Operation &op : block.without_terminator())
    environment->values[op.getResult(0)] = evaluateOp(op, environment);
  return environment->lookup(block.getTerminator()->getOperand(0));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

ViewRef Evaluator::evaluateMap(MapOp map, EnvironmentRef environment) {
  ViewRef input = environment->lookup(map.getInput());
  auto apply = [=](ViewRef element, const Nat &position) mutable {
    EnvironmentRef inner = enter(environment, map, position);
    inner->values[map.getBlock()->getArgument(0)] = std::move(element);
    return evaluate(*map.getBlock(), inner);
  };
  return makeArray(
      [=](const Nat &position) mutable {
        return apply(input->at(position), position);
      },
      map.getMapping());
}

/// Lets the combiner of a kernel combine in another order: who wrote it asserts
/// that it is associative.
static void allowReassociation(Value combined, const EmissionOptions &options) {
  auto op = combined.getDefiningOp<arith::ArithFastMathInterface>();
  if (!op || !options.isKernel || options.strictFloatingPoint)
    return;
  op->setAttr(op.getFastMathAttrName(),
              arith::FastMathFlagsAttr::get(op->getContext(),
                                            arith::FastMathFlags::reassoc));
}

/// Whether units of a GPU may combine what they reduce: by one commutative
/// operation, whose identity is that of the reduction.
static bool canReorder(ReduceOp reduce, const EmissionOptions &options) {
  Operation *op = getSimpleCombinerOp(reduce.getCombiner());
  bool isFloat = isa<FloatType>(reduce.getInit().getType());
  return op && op->hasTrait<OpTrait::IsCommutative>() &&
         arith::getNeutralElement(op) &&
         !(isFloat && options.strictFloatingPoint);
}

ViewRef Evaluator::evaluateReduce(ReduceOp reduce, EnvironmentRef environment) {
  Location loc = reduce.getLoc();
  auto type =
      cast<ArrayType>(environment->resolve(reduce.getInput().getType()));
  Values init = {environment->lookup(reduce.getInit())->scalar()};
  Values result =
      iterate(environment->lookup(reduce.getInput()), type, init, loc,
              canReorder(reduce, nats.getOptions()) ? Order::Reduction
                                                    : Order::Sequential,
              [&](const Nat &, ViewRef element, Values carried) -> Values {
                Value value = element->scalar();
                Value combined = inlineCombiner(builder, reduce.getCombiner(),
                                                carried[0], value);
                allowReassociation(combined, nats.getOptions());
                return {combined};
              });
  return makeScalar(result[0]);
}

ViewRef Evaluator::evaluateReduceSeq(ReduceSeqOp reduce,
                                     EnvironmentRef environment) {
  auto type =
      cast<ArrayType>(environment->resolve(reduce.getInput().getType()));
  Type accumulator = reduce.getInit().getType();
  Values init = flatten(environment->lookup(reduce.getInit()), accumulator);
  Values result =
      iterate(environment->lookup(reduce.getInput()), type, init,
              reduce.getLoc(), Order::Sequential,
              [&](const Nat &position, ViewRef element, Values carried) {
                EnvironmentRef inner = enter(environment, reduce, position);
                ArrayRef<Value> scalars = carried;
                Block *block = reduce.getBlock();
                inner->values[block->getArgument(0)] =
                    unflatten(scalars, accumulator);
                inner->values[block->getArgument(1)] = element;
                return flatten(evaluate(*block, inner), accumulator);
              });
  ArrayRef<Value> scalars = result;
  return unflatten(scalars, accumulator);
}

/// Whether an array is a result of the program and nothing else.
static bool isResult(Value array) {
  return array.hasOneUse() &&
         isa<ProgramOp>((*array.user_begin())->getParentOp()) &&
         isa<YieldOp>(*array.user_begin());
}

void Evaluator::fillScatter(ScatterOp scatter, EnvironmentRef environment,
                            Value memory) {
  Location loc = scatter.getLoc();
  auto type =
      cast<ArrayType>(environment->resolve(scatter.getInput().getType()));
  auto result =
      cast<ArrayType>(environment->resolve(scatter.getOutput().getType()));
  Value init = environment->lookup(scatter.getInit())->scalar();
  store(makeArray([=](const Nat &) { return makeScalar(init); }), result,
        memory, 0, loc);
  iterate(environment->lookup(scatter.getInput()), type, {}, loc,
          Order::Sequential,
          [&](const Nat &, ViewRef element, Values) -> Values {
            Value position = arith::IndexCastOp::create(
                builder, loc, builder.getIndexType(), element->first->scalar());
            nats.emitIndexCheck(loc, position, result.getLength());
            Value value = element->second->scalar();
            Value old = memref::LoadOp::create(builder, loc, memory, position);
            Value combined =
                inlineCombiner(builder, scatter.getCombiner(), old, value);
            memref::StoreOp::create(builder, loc, combined, memory, position);
            return {};
          });
}

/// A scatter is stored: in the memory of the result if it is that.
ViewRef Evaluator::evaluateScatter(ScatterOp scatter,
                                   EnvironmentRef environment) {
  if (isResult(scatter)) {
    auto view = std::make_shared<View>();
    view->fill = [=](Value memory) {
      fillScatter(scatter, environment, memory);
    };
    return view;
  }
  Location loc = scatter.getLoc();
  auto result =
      cast<ArrayType>(environment->resolve(scatter.getOutput().getType()));
  Value memory =
      memref::AllocOp::create(builder, loc, getMemoryType(result),
                              nats.emitMemoryLength(loc, result.getLength()));
  allocated.push_back(memory);
  fillScatter(scatter, environment, memory);
  return viewMemory(memory, result, 0, loc);
}

/// Operations of other dialects, whose operands are scalars.
ViewRef Evaluator::evaluateScalar(Operation &op, EnvironmentRef environment) {
  IRMapping mapping;
  for (Value operand : op.getOperands())
    mapping.map(operand, environment->lookup(operand)->scalar());
  return makeScalar(builder.clone(op, mapping)->getResult(0));
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// Walks over the rows until the position is in one.
ViewRef Evaluator::findInRows(ViewRef rows, ArrayType type, const Nat &position,
                              Location loc) {
  auto row = cast<ArrayType>(type.getElement());
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value start = nats.emit(loc, position);
  Type index = builder.getIndexType();
  OpBuilder::InsertionGuard guard(builder);
  auto loop = scf::WhileOp::create(builder, loc, {index, index}, {zero, start});
  for (Region &region : loop->getRegions())
    builder.createBlock(&region, {}, {index, index}, {loc, loc});
  builder.setInsertionPointToStart(loop.getBeforeBody());
  Nat current =
      nats.defineVariable("r", loop.getBeforeArguments()[0], type.getLength());
  Value length = nats.emit(loc, row.getLength().instantiate(current));
  Value rest = loop.getBeforeArguments()[1];
  Value isBehind = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::uge, rest, length);
  Value next = arith::SubIOp::create(builder, loc, rest, length);
  Value less = arith::SelectOp::create(builder, loc, isBehind, next, rest);
  scf::ConditionOp::create(builder, loc, isBehind,
                           ValueRange{loop.getBeforeArguments()[0], less});
  builder.setInsertionPointToStart(loop.getAfterBody());
  Value following =
      arith::AddIOp::create(builder, loc, loop.getAfterArguments()[0], one);
  scf::YieldOp::create(builder, loc,
                       ValueRange{following, loop.getAfterArguments()[1]});
  builder.setInsertionPointAfter(loop);
  Nat found = nats.defineVariable("r", loop.getResult(0), type.getLength());
  Nat inside = nats.defineVariable("e", loop.getResult(1),
                                   row.getLength().instantiate(found));
  nats.notePosition(found, type.getLength());
  return rows->at(found)->at(inside);
}

ViewRef Evaluator::join(ViewRef rows, ArrayType type, Location loc) {
  auto row = cast<ArrayType>(type.getElement());
  auto view = std::make_shared<View>();
  view->rows = rows;
  view->rowsType = type;
  if (row.getLength().usesBound(0)) {
    view->at = [=](const Nat &position) {
      return findInRows(rows, type, position, loc);
    };
  } else {
    Nat length = row.getLength().instantiate(0);
    view->at = [=](const Nat &position) {
      return rows->at(Nat::div(position, length))
          ->at(Nat::mod(position, length));
    };
  }
  return view;
}

/// The array whose element (i, j) is that of `rows` at (j, i).
static ViewRef transpose(ViewRef rows) {
  return makeArray([=](const Nat &column) {
    return makeArray([=](const Nat &row) { return rows->at(row)->at(column); });
  });
}

/// The array whose element (i, j) is at `scale * i + stride * j` of another
/// one.
static ViewRef slice(ViewRef array, Nat scale, Nat stride) {
  return makeArray([=](const Nat &i) {
    return makeArray(
        [=](const Nat &j) { return array->at(scale * i + stride * j); });
  });
}

ViewRef Evaluator::evaluateAt(AtOp at, EnvironmentRef environment) {
  auto type = cast<ArrayType>(environment->resolve(at.getInput().getType()));
  ViewRef number = environment->lookup(at.getIndex());
  Value index = arith::IndexCastOp::create(
      builder, at.getLoc(), builder.getIndexType(), number->scalar());
  // Coordinates of a stored tensor are below the sizes of its dimensions.
  if (!isInRange(*number, type.getLength()))
    nats.emitIndexCheck(at.getLoc(), index, type.getLength());
  Nat position = nats.defineVariable("e", index, type.getLength());
  return environment->lookup(at.getInput())->at(position);
}

/// A kernel checks an index that is not known to be in range: positions are
/// taken as such from then on.
ViewRef Evaluator::evaluateElement(ElementOp element,
                                   EnvironmentRef environment) {
  Nat index = environment->resolve(element.getIndex().getValue());
  auto type =
      cast<ArrayType>(environment->resolve(element.getInput().getType()));
  if (nats.getOptions().isKernel && !nats.isBelow(index, type.getLength()))
    nats.emitIndexCheck(element.getLoc(), nats.emit(element.getLoc(), index),
                        type.getLength());
  return environment->lookup(element.getInput())->at(index);
}

ViewRef Evaluator::evaluateOp(Operation &op, EnvironmentRef environment) {
  auto get = [&](Value value) { return environment->lookup(value); };
  return llvm::TypeSwitch<Operation *, ViewRef>(&op)
      .Case([&](MapOp map) { return evaluateMap(map, environment); })
      .Case(
          [&](ReduceOp reduce) { return evaluateReduce(reduce, environment); })
      .Case([&](ReduceSeqOp reduce) {
        return evaluateReduceSeq(reduce, environment);
      })
      .Case([&](ScatterOp scatter) {
        return evaluateScatter(scatter, environment);
      })
      .Case([&](ZipOp zip) {
        ViewRef first = get(zip.getFirst()), second = get(zip.getSecond());
        return makeArray([=](const Nat &position) {
          return makePair(first->at(position), second->at(position));
        });
      })
      .Case([&](SplitOp split) {
        Nat chunk = environment->resolve(split.getChunk().getValue());
        return slice(get(split.getInput()), chunk, 1);
      })
      .Case([&](LanesOp lanes) {
        Nat count = environment->resolve(lanes.getCount().getValue());
        return slice(get(lanes.getInput()), 1, count);
      })
      .Case([&](JoinOp op) {
        Type type = environment->resolve(op.getInput().getType());
        return join(get(op.getInput()), cast<ArrayType>(type), op.getLoc());
      })
      .Case([&](TransposeOp op) { return transpose(get(op.getInput())); })
      .Case([&](PairOp pair) {
        return makePair(get(pair.getFirst()), get(pair.getSecond()));
      })
      .Case([&](FirstOp first) { return get(first.getInput())->first; })
      .Case([&](SecondOp second) { return get(second.getInput())->second; })
      .Case([&](AtOp at) { return evaluateAt(at, environment); })
      .Case([&](ElementOp element) {
        return evaluateElement(element, environment);
      })
      .Case([&](ValueOp value) {
        Value index = nats.emit(
            value.getLoc(), environment->resolve(value.getNat().getValue()));
        return makeScalar(arith::IndexCastOp::create(builder, value.getLoc(),
                                                     value.getType(), index));
      })
      .Default([&](Operation *) { return evaluateScalar(op, environment); });
}
