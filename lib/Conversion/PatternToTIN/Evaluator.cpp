//===- Evaluator.cpp - Evaluation into index notation -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates the operations of a program, with one function for each operation.
// A program with another operation cannot be converted to index notation.
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"

#include "weft/Dialect/TIN/IR/TIN.h"
#include "weft/Support/Combiner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;
using namespace weft::pattern_to_tin;

std::nullptr_t Evaluator::fail(const Twine &message) {
  if (reason.empty())
    reason = message.str();
  return nullptr;
}

StringRef Evaluator::chooseName(StringRef wanted) {
  std::string name = wanted.str();
  for (unsigned number = 0; name.empty() || names.contains(name); ++number) {
    name = std::string(1, static_cast<char>('i' + number % 18));
    if (number >= 18)
      name += std::to_string(number / 18);
  }
  return names.insert(name).first->getKey();
}

Value Evaluator::getScalar(const TermRef &term) {
  if (!term)
    return nullptr;
  if (term->scalar)
    return term->scalar();
  return fail(term->reason.empty() ? "an array is used as a whole"
                                   : term->reason);
}

TermRef Evaluator::getArray(const TermRef &term) {
  if (!term || term->at)
    return term;
  return fail(term->reason.empty() ? "a value is no array" : term->reason);
}

Value Evaluator::getExtent(const Nat &extent) {
  if (Value value = extents(extent))
    return value;
  return fail("no tensor has the size \"" + extent.toString() + "\"");
}

TermRef Evaluator::evaluate(Block &block, EnvironmentRef environment) {
  for (Operation &op : block.without_terminator()) {
    TermRef term = evaluateOp(op, environment);
    if (!term)
      return nullptr;
    environment->values[op.getResult(0)] = term;
  }
  return environment->lookup(block.getTerminator()->getOperand(0));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

TermRef Evaluator::evaluateMap(MapOp map, EnvironmentRef environment) {
  if (map.getMapping() != Mapping::Any)
    return fail("a map says how it is executed ('" +
                stringifyMapping(map.getMapping()) + "')");
  TermRef input = getArray(environment->lookup(map.getInput()));
  if (!input)
    return nullptr;
  std::string position = map.getPosition().value_or("").str();
  auto at = [=](Value variable) -> TermRef {
    auto inner = std::make_shared<Environment>();
    inner->parent = environment;
    MapOp op = map;
    TermRef element = input->at(variable);
    if (!element)
      return nullptr;
    inner->values[op.getBlock()->getArgument(0)] = element;
    // The positions of entries in their segment are no index variables.
    if (!position.empty() && !input->stored)
      inner->positions[position] =
          makeCoordinate(builder, op.getLoc(), variable, input->extent,
                         builder.getIndexType());
    return evaluate(*op.getBlock(), inner);
  };
  auto result = std::make_shared<Term>(*makeArray(*input, at));
  if (!position.empty())
    result->name = position;
  return result;
}

/// Whether an expression is zero wherever a component of a tensor is.
static bool vanishesWith(Value value, Value tensor) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  auto operandVanishes = [&](Value operand) {
    return vanishesWith(operand, tensor);
  };
  if (auto access = dyn_cast<tin::AccessOp>(op))
    return access.getTensor() == tensor;
  if (isa<arith::MulFOp, arith::MulIOp>(op))
    return llvm::any_of(op->getOperands(), operandVanishes);
  if (auto reduce = dyn_cast<tin::ReduceOp>(op))
    return isSumCombiner(reduce.getCombiner()) &&
           vanishesWith(reduce.getYield().getValue(), tensor);
  return isa<arith::AddFOp, arith::AddIOp, arith::SubFOp, arith::SubIOp,
             arith::NegFOp, arith::ExtFOp, arith::TruncFOp, arith::ExtSIOp,
             arith::SIToFPOp>(op) &&
         llvm::all_of(op->getOperands(), operandVanishes);
}

/// Whether the identity of a reduction is that of its combiner's operation.
static bool hasUsualIdentity(ReduceOp reduce) {
  Operation *op = getSimpleCombinerOp(reduce.getCombiner());
  std::optional<TypedAttr> neutral =
      op ? arith::getNeutralElement(op) : std::nullopt;
  Attribute given;
  return neutral && matchPattern(reduce.getInit(), m_Constant(&given)) &&
         given == *neutral;
}

/// Emits the reduction over the index variable of an array.
Value Evaluator::emitReduce(ReduceOp reduce, const TermRef &array) {
  Location loc = reduce.getLoc();
  Value extent = getExtent(array->extent);
  if (!extent)
    return nullptr;
  Operation *combiner = getSimpleCombinerOp(reduce.getCombiner());
  auto op = tin::ReduceOp::create(
      builder, loc, reduce.getOutput().getType(),
      combiner->getName().getStringRef(), /*numVariables=*/1,
      ArrayRef<StringRef>{chooseName(array->name)}, ArrayRef<Value>{extent});
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(op.getBlock());
  Value value = getScalar(array->at(op.getVariables()[0]));
  if (!value)
    return nullptr;
  if (array->stored &&
      !(isSumCombiner(op.getCombiner()) && vanishesWith(value, array->stored)))
    return fail("entries of a compressed level are combined by more than a "
                "sum of products with them");
  tin::YieldOp::create(builder, loc, value);
  return op.getResult();
}

TermRef Evaluator::evaluateReduce(ReduceOp reduce, EnvironmentRef environment) {
  TermRef array = getArray(environment->lookup(reduce.getInput()));
  if (!array)
    return nullptr;
  if (!hasUsualIdentity(reduce))
    return fail("a reduction has another combiner than one operation with its "
                "identity");
  return makeScalar([=] { return emitReduce(reduce, array); });
}

//===----------------------------------------------------------------------===//
// Arrays and scalars
//===----------------------------------------------------------------------===//

TermRef Evaluator::evaluateZip(ZipOp zip, EnvironmentRef environment) {
  TermRef first = getArray(environment->lookup(zip.getFirst()));
  TermRef second = getArray(environment->lookup(zip.getSecond()));
  if (!first || !second)
    return nullptr;
  if (first->stored != second->stored || first->extent != second->extent)
    return fail("arrays with entries of different tensors are zipped");
  return makeArray(*first, [=](Value variable) -> TermRef {
    TermRef left = first->at(variable), right = second->at(variable);
    return left && right ? makePair(left, right) : nullptr;
  });
}

TermRef Evaluator::evaluateTranspose(TransposeOp op,
                                     EnvironmentRef environment) {
  TermRef rows = getArray(environment->lookup(op.getInput()));
  if (!rows)
    return nullptr;
  Type row = cast<ArrayType>(op.getInput().getType()).getElementAt(0);
  Term columns;
  columns.extent = cast<ArrayType>(row).getLength();
  return makeArray(columns, [=](Value column) -> TermRef {
    return makeArray(*rows, [=](Value position) -> TermRef {
      TermRef elements = getArray(rows->at(position));
      return elements ? elements->at(column) : nullptr;
    });
  });
}

/// The element of an array at an index variable that ranges over as much.
TermRef Evaluator::getElement(const TermRef &array, const TermRef &coordinate) {
  if (!array || !coordinate)
    return nullptr;
  if (!coordinate->coordinate)
    return fail("an array is indexed by a number that is no coordinate");
  if (array->stored || array->extent != coordinate->size)
    return fail("an array is indexed by a coordinate of another size");
  return array->at(coordinate->coordinate);
}

TermRef Evaluator::evaluateAt(AtOp at, EnvironmentRef environment) {
  return getElement(getArray(environment->lookup(at.getInput())),
                    environment->lookup(at.getIndex()));
}

/// The coordinate that a number is; null if it is none.
TermRef Evaluator::findPosition(const Nat &nat,
                                const EnvironmentRef &environment) {
  const Nat::Atom *atom = nat.getAtom();
  const TermRef *found = atom && atom->kind == Nat::Kind::Variable
                             ? environment->lookupPosition(atom->name)
                             : nullptr;
  return found ? *found : nullptr;
}

TermRef Evaluator::evaluateElement(ElementOp element,
                                   EnvironmentRef environment) {
  TermRef position = findPosition(element.getIndex().getValue(), environment);
  if (!position)
    return fail("an element is taken at \"" +
                element.getIndex().getValue().toString() + "\"");
  return getElement(getArray(environment->lookup(element.getInput())),
                    position);
}

TermRef Evaluator::evaluateValue(ValueOp value, EnvironmentRef environment) {
  TermRef position = findPosition(value.getNat().getValue(), environment);
  if (!position)
    return fail("the number \"" + value.getNat().getValue().toString() +
                "\" is used as a scalar");
  return makeCoordinate(builder, value.getLoc(), position->coordinate,
                        position->size, value.getType());
}

/// Operations of other dialects, whose operands are scalars.
TermRef Evaluator::evaluateScalar(Operation &op, EnvironmentRef environment) {
  Operation *scalar = &op;
  return makeScalar([=]() -> Value {
    IRMapping mapping;
    for (Value operand : scalar->getOperands()) {
      Value value = getScalar(environment->lookup(operand));
      if (!value)
        return nullptr;
      mapping.map(operand, value);
    }
    return builder.clone(*scalar, mapping)->getResult(0);
  });
}

/// A term as a pair: both values of one that has no meaning have none.
static TermRef getPair(const TermRef &term) {
  return term->first ? term : makePair(term, term);
}

TermRef Evaluator::evaluateOp(Operation &op, EnvironmentRef environment) {
  auto get = [&](Value value) { return environment->lookup(value); };
  return llvm::TypeSwitch<Operation *, TermRef>(&op)
      .Case([&](MapOp map) { return evaluateMap(map, environment); })
      .Case(
          [&](ReduceOp reduce) { return evaluateReduce(reduce, environment); })
      .Case([&](ZipOp zip) { return evaluateZip(zip, environment); })
      .Case([&](TransposeOp transpose) {
        return evaluateTranspose(transpose, environment);
      })
      .Case([&](PairOp pair) {
        return makePair(get(pair.getFirst()), get(pair.getSecond()));
      })
      .Case(
          [&](FirstOp first) { return getPair(get(first.getInput()))->first; })
      .Case([&](SecondOp second) {
        return getPair(get(second.getInput()))->second;
      })
      .Case([&](AtOp at) { return evaluateAt(at, environment); })
      .Case([&](ElementOp element) {
        return evaluateElement(element, environment);
      })
      .Case([&](ValueOp value) { return evaluateValue(value, environment); })
      .Default([&](Operation *other) -> TermRef {
        if (isa<PatternDialect>(other->getDialect()))
          return fail("'" + other->getName().getStringRef() +
                      "' is no part of it");
        return evaluateScalar(*other, environment);
      });
}
