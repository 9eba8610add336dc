//===- Interpreter.cpp - Evaluation of programs on data ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each operation. Scalars are evaluated by the folders of
// their operations.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

Interpreter::Interpreter(ProgramOp program, const Numbers &numbers,
                         std::vector<Data> params)
    : program(program), numbers(numbers) {
  for (auto [param, data, name] :
       llvm::zip(program.getBlock()->getArguments(), params,
                 program.getParams().getAsRange<StringAttr>())) {
    if (auto integer = dyn_cast_or_null<IntegerAttr>(data.scalar))
      this->numbers[name.getValue()] = integer.getInt();
    values[param] = std::move(data);
  }
}

std::optional<Data> Interpreter::run() { return runBlock(*program.getBlock()); }

std::optional<int64_t> Interpreter::evaluate(const Nat &nat) {
  return evaluateNat(
      nat,
      [&](StringRef name) -> std::optional<int64_t> {
        auto found = numbers.find(name);
        if (found == numbers.end())
          return std::nullopt;
        return found->second;
      },
      [&](StringRef name, int64_t index) -> std::optional<int64_t> {
        const Data &array = values[program.getParam(name)];
        if (index < 0 || index >= static_cast<int64_t>(array.parts.size()))
          return std::nullopt;
        return cast<IntegerAttr>(array.parts[index].scalar).getInt();
      });
}

std::optional<Data> Interpreter::runBlock(Block &block) {
  for (Operation &op : block.without_terminator()) {
    std::optional<Data> result = runOp(op);
    if (!result)
      return std::nullopt;
    values[op.getResult(0)] = std::move(*result);
  }
  return values[block.getTerminator()->getOperand(0)];
}

std::optional<Data> Interpreter::runMap(MapOp map) {
  Data input = values[map.getInput()], output;
  for (auto [index, element] : llvm::enumerate(input.parts)) {
    if (std::optional<StringRef> position = map.getPosition())
      numbers[*position] = index;
    values[map.getBlock()->getArgument(0)] = element;
    std::optional<Data> result = runBlock(*map.getBlock());
    if (!result)
      return std::nullopt;
    output.parts.push_back(std::move(*result));
  }
  return output;
}

std::optional<Data> Interpreter::runFold(Block &block, Value init, Value input,
                                         StringAttr position) {
  Data accumulator = values[init], list = values[input];
  for (auto [index, element] : llvm::enumerate(list.parts)) {
    if (position)
      numbers[position.getValue()] = index;
    values[block.getArgument(0)] = accumulator;
    values[block.getArgument(1)] = element;
    std::optional<Data> result = runBlock(block);
    if (!result)
      return std::nullopt;
    accumulator = std::move(*result);
  }
  return accumulator;
}

std::optional<Data> Interpreter::combine(Region &combiner, const Data &lhs,
                                         const Data &rhs) {
  Block &block = combiner.front();
  values[block.getArgument(0)] = lhs;
  values[block.getArgument(1)] = rhs;
  return runBlock(block);
}

std::optional<Data> Interpreter::runScatter(ScatterOp scatter) {
  std::optional<int64_t> length = evaluate(scatter.getLength().getValue());
  if (!length || *length < 0)
    return std::nullopt;
  Data output, input = values[scatter.getInput()];
  output.parts.assign(*length, values[scatter.getInit()]);
  for (const Data &entry : input.parts) {
    int64_t position = cast<IntegerAttr>(entry.parts[0].scalar).getInt();
    if (position < 0 || position >= *length)
      return std::nullopt;
    std::optional<Data> result =
        combine(scatter.getCombiner(), output.parts[position], entry.parts[1]);
    if (!result)
      return std::nullopt;
    output.parts[position] = std::move(*result);
  }
  return output;
}

std::optional<Data> Interpreter::runLanes(const Data &input, const Nat &count) {
  std::optional<int64_t> lanes = evaluate(count);
  if (!lanes || *lanes <= 0)
    return std::nullopt;
  Data output;
  output.parts.resize(*lanes);
  for (auto [index, element] : llvm::enumerate(input.parts))
    output.parts[index % *lanes].parts.push_back(element);
  return output;
}

std::optional<Data> Interpreter::runSplit(const Data &input, const Nat &chunk) {
  std::optional<int64_t> size = evaluate(chunk);
  if (!size || *size <= 0)
    return std::nullopt;
  Data output;
  for (auto [index, element] : llvm::enumerate(input.parts)) {
    if (index % *size == 0)
      output.parts.emplace_back();
    output.parts.back().parts.push_back(element);
  }
  return output;
}

static Data runZip(const Data &first, const Data &second) {
  Data output;
  for (auto [a, b] : llvm::zip_equal(first.parts, second.parts))
    output.parts.push_back(Data{{}, {a, b}});
  return output;
}

static Data runJoin(const Data &input) {
  Data output;
  for (const Data &row : input.parts)
    llvm::append_range(output.parts, row.parts);
  return output;
}

/// The number of columns is not known of no rows.
static Data runTranspose(const Data &input, int64_t columns) {
  Data output;
  output.parts.resize(columns);
  for (const Data &row : input.parts)
    for (auto [column, element] : llvm::enumerate(row.parts))
      output.parts[column].parts.push_back(element);
  return output;
}

std::optional<Data> Interpreter::runScalar(Operation &op) {
  SmallVector<Attribute> operands;
  for (Value operand : op.getOperands())
    operands.push_back(values[operand].scalar);
  SmallVector<OpFoldResult> results;
  if (failed(op.fold(operands, results)) || results.size() != 1)
    return std::nullopt;
  if (auto attribute = dyn_cast<Attribute>(results[0]))
    return Data{attribute, {}};
  return values[cast<Value>(results[0])];
}

static std::optional<Data> elementAt(const Data &input,
                                     std::optional<int64_t> index) {
  if (!index || *index < 0 ||
      *index >= static_cast<int64_t>(input.parts.size()))
    return std::nullopt;
  return input.parts[*index];
}

std::optional<Data> Interpreter::runOp(Operation &op) {
  if (auto map = dyn_cast<MapOp>(op))
    return runMap(map);
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return runFold(reduce.getCombiner().front(), reduce.getInit(),
                   reduce.getInput(), {});
  if (auto reduce = dyn_cast<ReduceSeqOp>(op))
    return runFold(*reduce.getBlock(), reduce.getInit(), reduce.getInput(),
                   reduce.getPositionAttr());
  if (auto scatter = dyn_cast<ScatterOp>(op))
    return runScatter(scatter);
  if (auto value = dyn_cast<ValueOp>(op)) {
    std::optional<int64_t> number = evaluate(value.getNat().getValue());
    if (!number)
      return std::nullopt;
    return Data{IntegerAttr::get(value.getType(), *number), {}};
  }
  if (!isa<PatternDialect>(op.getDialect()))
    return runScalar(op);
  Data input = values[op.getOperand(0)];
  if (isa<ZipOp>(op))
    return runZip(input, values[op.getOperand(1)]);
  if (isa<PairOp>(op))
    return Data{{}, {input, values[op.getOperand(1)]}};
  if (isa<FirstOp>(op))
    return input.parts[0];
  if (isa<SecondOp>(op))
    return input.parts[1];
  if (isa<JoinOp>(op))
    return runJoin(input);
  if (auto split = dyn_cast<SplitOp>(op))
    return runSplit(input, split.getChunk().getValue());
  if (auto lanes = dyn_cast<LanesOp>(op))
    return runLanes(input, lanes.getCount().getValue());
  if (auto at = dyn_cast<AtOp>(op))
    return elementAt(input,
                     cast<IntegerAttr>(values[at.getIndex()].scalar).getInt());
  if (auto element = dyn_cast<ElementOp>(op))
    return elementAt(input, evaluate(element.getIndex().getValue()));
  auto type = cast<ArrayType>(cast<TransposeOp>(op).getType());
  std::optional<int64_t> columns = evaluate(type.getLength());
  if (!columns)
    return std::nullopt;
  return runTranspose(input, *columns);
}

void pattern::flatten(const Data &data, SmallVectorImpl<Attribute> &scalars) {
  if (data.scalar)
    scalars.push_back(data.scalar);
  for (const Data &part : data.parts)
    flatten(part, scalars);
}

Words pattern::makeWords(const Data &data) {
  SmallVector<Attribute> scalars;
  flatten(data, scalars);
  Words words;
  for (Attribute scalar : scalars) {
    if (auto number = dyn_cast<FloatAttr>(scalar))
      words.push_back(static_cast<int32_t>(
          number.getValue().bitcastToAPInt().getSExtValue()));
    else
      words.push_back(static_cast<int32_t>(cast<IntegerAttr>(scalar).getInt()));
  }
  return words;
}
