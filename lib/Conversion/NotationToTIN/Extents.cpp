//===- Extents.cpp - Extents of index variables -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the extents in the order that the notation library determines, since
// that of one variable may depend on those of others.
//
//===----------------------------------------------------------------------===//

#include "Extents.h"

#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace weft;
using namespace weft::notation;

/// The number of a tensor among the results of a program.
static unsigned getResultNumber(const Program &program, size_t tensor) {
  return llvm::count_if(llvm::ArrayRef(program.tensors).take_front(tensor),
                        [](const Tensor &earlier) { return earlier.isResult; });
}

Value ExtentFinder::getSize(size_t tensor, size_t mode) {
  Value value = tensors.lookup(program.tensors[tensor].name);
  if (!value)
    return {};
  SmallVector<Value> &known = sizes[tensor];
  known.resize(program.tensors[tensor].order);
  if (!known[mode])
    known[mode] = tensor::DimOp::create(builder, value.getLoc(), value, mode);
  return known[mode];
}

Value ExtentFinder::addExtentArgument(const ModeUse &use) {
  int64_t place[] = {getResultNumber(program, use.tensor),
                     static_cast<int64_t>(use.mode)};
  DictionaryAttr attributes = builder.getDictionaryAttr(
      builder.getNamedAttr(kExtentAttr, builder.getDenseI64ArrayAttr(place)));
  unsigned number = function.getNumArguments();
  // Inserting cannot fail for a function with a body.
  (void)function.insertArgument(number, builder.getIndexType(), attributes,
                                locations.get(use.range));
  return function.getArgument(number);
}

Value ExtentFinder::findExtentOfSums(const Statement &statement,
                                     const SizeSource &source) {
  const IndexVariable &variable = statement.variables[source.variable];
  Location loc = locations.get(variable.range);
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value zero = constant(0), one = constant(1), least;
  for (size_t number : source.sums) {
    const SumUse &sum = statement.sums[number];
    // How far the sum can go with the variable, and the others at their best.
    int64_t factor = 0;
    for (const IndexTerm &term : sum.index.terms)
      if (term.variable == variable.name)
        factor = term.factor;
    Value rest = constant(sum.index.constant);
    for (const IndexTerm &term : sum.index.terms) {
      if (term.variable == variable.name || (term.factor > 0) != (factor > 0))
        continue;
      Value last = extents.lookup(term.variable);
      last = arith::MaxSIOp::create(builder, loc, last, one);
      last = arith::SubIOp::create(builder, loc, last, one);
      last = arith::MulIOp::create(builder, loc, last, constant(term.factor));
      rest = arith::AddIOp::create(builder, loc, rest, last);
    }
    Value room = rest;
    if (factor > 0) {
      room = arith::SubIOp::create(builder, loc,
                                   getSize(sum.use.tensor, sum.use.mode), rest);
      room = arith::SubIOp::create(builder, loc, room, one);
    }
    // No room is less than none.
    Value step = constant(std::abs(factor));
    Value limit = arith::AddIOp::create(builder, loc, room, step);
    limit = arith::MaxSIOp::create(builder, loc, limit, zero);
    limit = arith::DivUIOp::create(builder, loc, limit, step);
    least = least ? arith::MinSIOp::create(builder, loc, least, limit) : limit;
  }
  return least;
}

Value ExtentFinder::findExtent(const Statement &statement,
                               const SizeSource &source) {
  const IndexVariable &variable = statement.variables[source.variable];
  const ModeUse *assigned = nullptr;
  for (const ModeUse &use : variable.uses) {
    if (use.isResult)
      assigned = &use;
    if (Value size = getSize(use.tensor, use.mode))
      return size;
  }
  if (assigned)
    return addExtentArgument(*assigned);
  if (source.kind == SizeSource::Kind::Slice)
    for (const SumUse &sum : statement.sums)
      if (sum.index.end && sum.index.terms.front().variable == variable.name)
        return arith::ConstantIndexOp::create(
            builder, locations.get(variable.range), sum.index.getSliceSize());
  if (source.kind == SizeSource::Kind::Sums)
    return findExtentOfSums(statement, source);
  auto given = options.sizes.find(variable.name);
  if (given == options.sizes.end())
    return {};
  return arith::ConstantIndexOp::create(builder, locations.get(variable.range),
                                        given->second);
}

LogicalResult ExtentFinder::find(const Statement &statement) {
  extents.clear();
  auto isStated = [&](const std::string &name) {
    return options.sizes.count(name) != 0;
  };
  for (const SizeSource &source : orderSizes(statement, isStated)) {
    const IndexVariable &variable = statement.variables[source.variable];
    Value extent = findExtent(statement, source);
    if (!extent) {
      InFlightDiagnostic error = locations.emitError(variable.range)
                                 << "the size of index variable '"
                                 << variable.name
                                 << "' is unknown: no operand is indexed by it";
      error.attachNote() << "hint: give its size, as in -d=" << variable.name
                         << ":10";
      return error;
    }
    extents[variable.name] = extent;
  }
  return success();
}
