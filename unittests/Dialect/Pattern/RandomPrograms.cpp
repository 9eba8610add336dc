//===- RandomPrograms.cpp - Random programs and data ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program applies a random function to one of its arrays. Values are small
// integers, so that no order of additions matters.
//
//===----------------------------------------------------------------------===//

#include "RandomPrograms.h"

#include "weft/Dialect/Pattern/Text/ImportPatterns.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

/// The parameters: two arrays that lengths refer to, matrices of several
/// formats, and stored ones.
static constexpr llvm::StringLiteral header = R"(
p = nFun(n => nFun(m => nFun(c =>
  fun(offset: [int]_{n + 1} =>
  fun(lengths: [int]_n =>
  fun(dense: [[float]_m]_n =>
  fun(square: [[float]_n]_n =>
  fun(lower: [i => [float]_{i + 1}]_n =>
  fun(upper: [i => [float]_{n - i}]_n =>
  fun(lil: [i => [float]_{toNat(lengths@i)}]_n =>
  fun(csr: [i => [float]_{toNat(offset@(i + 1) - offset@i)}]_n =>
  fun(packed: [i => [(int, float)]_{toNat(offset@(i + 1) - offset@i)}]_n =>
  fun(blocks: [i => [[[float]_c]_2]_{toNat(offset@(i + 1) - offset@i)}]_n =>
  fun(tree: [i => [j => [float]_{j + i}]_{toNat(lengths@i)}]_n =>
  fun(vector: [float]_m =>
  fun(A: format(ds, float, n, m) =>
  fun(P: format(ds, (int, float), n, m) => vector)))))))))))))))))
)";
static constexpr unsigned numIndexArrays = 2;

namespace {
class Generator {
public:
  Generator(ProgramOp program, unsigned seed)
      : program(program), builder(program.getContext()), random(seed) {}

  void makeBody();
  Numbers makeNumbers();
  std::vector<Data> makeParams(const Numbers &numbers);

private:
  unsigned pick(unsigned count) { return random() % count; }
  Value applyRandom(Value value, unsigned depth);
  Value applyToArray(Value array, unsigned depth);
  Value applyMap(Value array, unsigned depth);
  Value applyReduce(Value array);
  Value applyFold(Value array);
  Value applyScatter(Value array);
  Value applyToScalar(Value scalar);
  Value makeFloat(double number);
  NatAttr pickChunk();
  Value makeProducts();
  Value applyToEntry(Value entry);
  Value mapElements(Value array, llvm::function_ref<Value(Value)> function);
  Data makeData(Type type, Interpreter &interpreter);
  Data makePositions(int64_t rows, int64_t columns);
  void placeCoordinates(Data &row, int64_t columns);

  ProgramOp program;
  OpBuilder builder;
  std::mt19937 random;
  unsigned numPositions = 0;
};
} // namespace

Value Generator::makeFloat(double number) {
  return arith::ConstantOp::create(builder, program.getLoc(),
                                   builder.getF32FloatAttr(number));
}

NatAttr Generator::pickChunk() {
  Nat chunk = pick(3) == 0 ? Nat::variable("c") : Nat(pick(4) + 1);
  return NatAttr::get(builder.getContext(), chunk);
}

Value Generator::applyToScalar(Value scalar) {
  Location loc = program.getLoc();
  if (scalar.getType().isSignlessInteger())
    scalar =
        arith::SIToFPOp::create(builder, loc, builder.getF32Type(), scalar);
  if (pick(2))
    return arith::AddFOp::create(builder, loc, scalar, makeFloat(pick(3)));
  return arith::MulFOp::create(builder, loc, scalar, makeFloat(2));
}

Value Generator::applyMap(Value array, unsigned depth) {
  Location loc = program.getLoc();
  auto type = cast<ArrayType>(array.getType());
  std::string position;
  if (type.isDependent() || pick(2))
    position = "p" + std::to_string(numPositions++);
  Region body;
  Block *block = &body.emplaceBlock();
  block->addArgument(
      type.getElementAt(position.empty() ? Nat(0) : Nat::variable(position)),
      loc);
  Value result;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(block);
    result = applyRandom(block->getArgument(0), depth);
    if (!position.empty() && result.getType().isF32() && pick(2)) {
      Value number = ValueOp::create(
          builder, loc, builder.getI32Type(),
          NatAttr::get(builder.getContext(), Nat::variable(position)));
      number =
          arith::SIToFPOp::create(builder, loc, builder.getF32Type(), number);
      result = arith::AddFOp::create(builder, loc, result, number);
    }
    YieldOp::create(builder, loc, result);
  }
  auto map = MapOp::create(builder, loc, array, position,
                           pick(4) == 0 ? Mapping::Par : Mapping::Any,
                           result.getType());
  map.getBody().takeBody(body);
  return map;
}

Value Generator::applyReduce(Value array) {
  return ReduceOp::create(builder, program.getLoc(),
                          pick(3) ? "arith.addf" : "arith.maximumf",
                          makeFloat(0), array);
}

/// A fold that is not associative: twice the accumulator, plus the element.
Value Generator::applyFold(Value array) {
  Location loc = program.getLoc();
  auto fold = ReduceSeqOp::create(builder, loc, makeFloat(1), array, "");
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(fold.getBlock());
  Value accumulator = fold.getBlock()->getArgument(0);
  Value sum = arith::AddFOp::create(builder, loc, accumulator,
                                    fold.getBlock()->getArgument(1));
  YieldOp::create(builder, loc, sum);
  return fold;
}

/// Integers and coordinates are less than eight.
Value Generator::applyScatter(Value array) {
  return ScatterOp::create(builder, program.getLoc(), "arith.addf",
                           makeFloat(1), array, Nat(8));
}

Value Generator::applyToArray(Value array, unsigned depth) {
  Location loc = program.getLoc();
  auto type = cast<ArrayType>(array.getType());
  Type element = type.getElement();
  std::string error;
  auto pair = dyn_cast<PairType>(element);
  if (pair && pair.getFirst().isInteger(32) && pair.getSecond().isF32() &&
      pick(2))
    return applyRandom(applyScatter(array), depth - 1);
  if (type.getLength().getConstant().value_or(0) > 0 &&
      getAtType(type, error) && pick(3) == 0) {
    Value index = arith::ConstantOp::create(
        builder, loc,
        builder.getI32IntegerAttr(pick(*type.getLength().getConstant())));
    return applyRandom(AtOp::create(builder, loc, array, index), depth - 1);
  }
  switch (pick(9)) {
  case 0:
  case 1:
    if (element.isF32())
      return applyReduce(array);
    break;
  case 2:
    if (element.isF32())
      return applyFold(array);
    break;
  case 3:
    return applyRandom(SplitOp::create(builder, loc, array, pickChunk()),
                       depth - 1);
  case 4:
    return applyRandom(LanesOp::create(builder, loc, array, pickChunk()),
                       depth - 1);
  case 5:
    if (getJoinType(type, error))
      return applyRandom(JoinOp::create(builder, loc, array), depth - 1);
    break;
  case 6:
    if (getTransposeType(type, error))
      return applyRandom(TransposeOp::create(builder, loc, array), depth - 1);
    break;
  case 7:
    return applyRandom(ZipOp::create(builder, loc, array, array), depth - 1);
  default:
    break;
  }
  Value mapped = applyMap(array, depth - 1);
  return pick(2) ? applyRandom(mapped, depth - 1) : mapped;
}

Value Generator::applyRandom(Value value, unsigned depth) {
  Location loc = program.getLoc();
  if (isScalar(value.getType()))
    return applyToScalar(value);
  if (depth == 0)
    return value;
  if (isa<PairType>(value.getType())) {
    if (pick(4) == 0)
      return value;
    Value part = pick(2) ? FirstOp::create(builder, loc, value).getResult()
                         : SecondOp::create(builder, loc, value).getResult();
    return applyRandom(part, depth - 1);
  }
  return applyToArray(value, depth);
}

/// A map whose function has the position if types depend on it.
Value Generator::mapElements(Value array,
                             llvm::function_ref<Value(Value)> function) {
  Location loc = program.getLoc();
  auto type = cast<ArrayType>(array.getType());
  std::string position;
  if (type.isDependent())
    position = "p" + std::to_string(numPositions++);
  Region body;
  Block *block = &body.emplaceBlock();
  block->addArgument(
      type.getElementAt(position.empty() ? Nat(0) : Nat::variable(position)),
      loc);
  Value result;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(block);
    result = function(block->getArgument(0));
    YieldOp::create(builder, loc, result);
  }
  auto map = MapOp::create(builder, loc, array, position, Mapping::Any,
                           result.getType());
  map.getBody().takeBody(body);
  return map;
}

/// The component of an entry, times an element of the vector.
Value Generator::applyToEntry(Value entry) {
  Location loc = program.getLoc();
  Value component = SecondOp::create(builder, loc, entry);
  if (pick(4) == 0)
    return component;
  Value element = AtOp::create(builder, loc, program.getParam("vector"),
                               FirstOp::create(builder, loc, entry));
  return arith::MulFOp::create(builder, loc, component, element);
}

/// The rows of a stored matrix, whose entries are multiplied and added up.
Value Generator::makeProducts() {
  Location loc = program.getLoc();
  bool isPacked = pick(2), isReduced = pick(4) != 0;
  Value rows = program.getParam("P");
  if (!isPacked)
    rows = ZipOp::create(builder, loc, program.getParam("A_crd2"),
                         program.getParam("A"));
  return mapElements(rows, [&](Value row) -> Value {
    if (!isPacked)
      row = ZipOp::create(builder, loc, FirstOp::create(builder, loc, row),
                          SecondOp::create(builder, loc, row));
    Value products =
        mapElements(row, [&](Value entry) { return applyToEntry(entry); });
    if (!isReduced)
      return products;
    return ReduceOp::create(builder, loc, "arith.addf", makeFloat(0), products);
  });
}

void Generator::makeBody() {
  Block *block = program.getBlock();
  block->clear();
  builder.setInsertionPointToStart(block);
  unsigned numParams = block->getNumArguments();
  Value result;
  if (pick(3) == 0) {
    result = makeProducts();
    if (pick(2))
      result = applyToArray(result, 3);
  } else {
    Value param =
        block->getArgument(numIndexArrays + pick(numParams - numIndexArrays));
    result = applyToArray(param, 4);
  }
  YieldOp::create(builder, program.getLoc(), result);
  program.setResult(result.getType());
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

Numbers Generator::makeNumbers() {
  Numbers numbers;
  numbers["n"] = pick(5);
  numbers["m"] = pick(6);
  numbers["c"] = pick(3) + 1;
  return numbers;
}

Data Generator::makeData(Type type, Interpreter &interpreter) {
  Data data;
  if (auto array = dyn_cast<ArrayType>(type)) {
    int64_t length = *interpreter.evaluate(array.getLength());
    for (int64_t i = 0; i < length; ++i)
      data.parts.push_back(makeData(array.getElementAt(i), interpreter));
  } else if (auto pair = dyn_cast<PairType>(type)) {
    data.parts.push_back(makeData(pair.getFirst(), interpreter));
    data.parts.push_back(makeData(pair.getSecond(), interpreter));
  } else if (type.isF32()) {
    data.scalar = builder.getF32FloatAttr(pick(5));
  } else {
    data.scalar = builder.getI32IntegerAttr(pick(4));
  }
  return data;
}

/// The positions of rows with different coordinates.
Data Generator::makePositions(int64_t rows, int64_t columns) {
  Data positions;
  int64_t position = 0;
  for (int64_t i = 0; i <= rows; ++i) {
    positions.parts.push_back({builder.getI32IntegerAttr(position), {}});
    position += pick(std::min<int64_t>(columns, 3) + 1);
  }
  return positions;
}

/// Gives entries, or the first values of pairs, coordinates in ascending order.
void Generator::placeCoordinates(Data &row, int64_t columns) {
  int64_t rest = row.parts.size(), next = 0;
  for (Data &entry : row.parts) {
    next += pick(columns - next - rest + 1);
    --rest;
    (entry.parts.empty() ? entry : entry.parts[0]).scalar =
        builder.getI32IntegerAttr(next++);
  }
}

std::vector<Data> Generator::makeParams(const Numbers &numbers) {
  std::vector<Data> params(numIndexArrays);
  int64_t n = numbers.lookup("n"), m = numbers.lookup("m");
  // Offsets ascend, and need not begin with zero.
  int64_t offset = pick(3);
  for (int64_t i = 0; i <= n; ++i) {
    params[0].parts.push_back({builder.getI32IntegerAttr(offset), {}});
    offset += pick(4);
  }
  for (int64_t i = 0; i < n; ++i)
    params[1].parts.push_back({builder.getI32IntegerAttr(pick(4)), {}});
  Block::BlockArgListType arguments = program.getBlock()->getArguments();
  for (Value param : arguments.drop_front(numIndexArrays)) {
    StringRef name =
        cast<StringAttr>(program.getParams()[params.size()]).getValue();
    if (name.ends_with("_pos2")) {
      params.push_back(makePositions(n, m));
      continue;
    }
    Interpreter interpreter(program, numbers, params);
    params.push_back(makeData(param.getType(), interpreter));
    if (name.ends_with("_crd2") || name == "P")
      for (Data &row : params.back().parts)
        placeCoordinates(row, m);
  }
  return params;
}

RandomProgram pattern::makeRandomProgram(MLIRContext *context, unsigned seed) {
  RandomProgram random;
  random.module = importPatterns(header, "random", context);
  Generator generator(random.getProgram(), seed);
  generator.makeBody();
  random.numbers = generator.makeNumbers();
  random.params = generator.makeParams(random.numbers);
  return random;
}
