//===- WeftOps.cpp - Loops that threads share -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of loops that are run in partitions, and what has to hold of the
// values that they carry.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/IR/PatternMatch.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace weft;

#define GET_OP_CLASSES
#include "weft/Dialect/Weft/IR/WeftOps.cpp.inc"

void PartitionsOp::build(OpBuilder &builder, OperationState &state, Value begin,
                         Value end, ValueRange inits) {
  state.addOperands({begin, end});
  state.addOperands(inits);
  state.addTypes(inits.getTypes());
  llvm::copy(
      ArrayRef<int32_t>{1, 1, static_cast<int32_t>(inits.size()), 0},
      state.getOrAddProperties<Properties>().operandSegmentSizes.begin());
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(state.addRegion());
  body->addArguments({builder.getIndexType(), builder.getIndexType()},
                     {state.location, state.location});
  for (Value init : inits)
    body->addArgument(init.getType(), init.getLoc());
}

void PartitionsOp::setArrays(OpBuilder &builder, ArrayRef<Attribute> arrays,
                             ValueRange factors) {
  setArraysAttr(builder.getArrayAttr(arrays));
  getFactorsMutable().assign(factors);
}

PartsYieldOp PartitionsOp::getYield() {
  return cast<PartsYieldOp>(getBody().front().getTerminator());
}

void PartitionsOp::getAsmBlockArgumentNames(Region &region,
                                            OpAsmSetValueNameFn setName) {
  if (region.getNumArguments() < 2)
    return;
  setName(region.getArgument(0), "first");
  setName(region.getArgument(1), "last");
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

ParseResult PartitionsOp::parse(OpAsmParser &parser, OperationState &result) {
  using Operand = OpAsmParser::UnresolvedOperand;
  Builder &builder = parser.getBuilder();
  Type index = builder.getIndexType();
  SmallVector<OpAsmParser::Argument> arguments(2), carried;
  Operand begin, end;
  SmallVector<Operand> inits, factors;
  SmallVector<Type> types;
  if (parser.parseArgument(arguments[0]) || parser.parseKeyword("to") ||
      parser.parseArgument(arguments[1]) || parser.parseKeyword("of") ||
      parser.parseOperand(begin) || parser.parseKeyword("to") ||
      parser.parseOperand(end))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  auto &properties = result.getOrAddProperties<Properties>();
  if (succeeded(parser.parseOptionalKeyword("carry")) &&
      (parser.parseAssignmentList(carried, inits) ||
       parser.parseColonTypeList(types)))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("arrays")) &&
      (parser.parseAttribute(properties.arrays) || parser.parseKeyword("by") ||
       parser.parseOperandList(factors, OpAsmParser::Delimiter::Paren)))
    return failure();
  if (parser.resolveOperands({begin, end}, index, result.operands) ||
      parser.resolveOperands(inits, types, loc, result.operands) ||
      parser.resolveOperands(factors, index, result.operands))
    return failure();
  llvm::copy(ArrayRef<int32_t>{1, 1, static_cast<int32_t>(inits.size()),
                               static_cast<int32_t>(factors.size())},
             properties.operandSegmentSizes.begin());
  result.addTypes(types);
  arguments[0].type = arguments[1].type = index;
  for (auto [argument, type] : llvm::zip_equal(carried, types))
    argument.type = type;
  llvm::append_range(arguments, carried);
  return failure(parser.parseRegion(*result.addRegion(), arguments) ||
                 parser.parseOptionalAttrDict(result.attributes));
}

void PartitionsOp::print(OpAsmPrinter &printer) {
  printer << " " << getFirst() << " to " << getLast() << " of " << getBegin()
          << " to " << getEnd();
  if (!getInits().empty()) {
    printer << " carry(";
    llvm::interleaveComma(
        llvm::zip_equal(getCarried(), getInits()), printer, [&](auto pair) {
          printer << std::get<0>(pair) << " = " << std::get<1>(pair);
        });
    printer << ") : " << getInits().getTypes();
  }
  if (getArrays())
    printer << " arrays " << getArraysAttr() << " by (" << getFactors() << ")";
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {getOperandSegmentSizesAttrName(), getArraysAttrName()});
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Whether a value is an array whose elements are numbers that stand behind
/// each other.
static bool isArray(Type type) {
  auto array = dyn_cast<MemRefType>(type);
  return array && array.getRank() == 1 && array.isDynamicDim(0) &&
         array.getLayout().isIdentity() && !array.getMemorySpace() &&
         (array.getElementType().isIntOrIndexOrFloat() ||
          isa<ComplexType>(array.getElementType()));
}

static LogicalResult verifyArray(PartitionsOp op, AppendedAttr array) {
  int64_t numInits = op.getInits().size();
  auto getType = [&](int64_t number) {
    return number >= 0 && number < numInits ? op.getInits()[number].getType()
                                            : Type();
  };
  Type type = getType(array.getArray());
  if (!type || !isArray(type))
    return op.emitOpError(
               "expected the number of an array that is carried, got ")
           << array;
  Type length = getType(array.getLength());
  if (!length || !length.isIndex())
    return op.emitOpError(
               "expected the number of an index that is carried, got ")
           << array;
  if (array.getFirst() < 0)
    return op.emitOpError("expected no negative number of elements, got ")
           << array;
  return success();
}

LogicalResult PartitionsOp::verify() {
  Block &body = getBody().front();
  if (body.getNumArguments() != getInits().size() + 2 ||
      !body.getArgument(0).getType().isIndex() ||
      !body.getArgument(1).getType().isIndex())
    return emitOpError("expected a region that takes the first and the last "
                       "iteration of a partition, and what is carried");
  auto yield = dyn_cast<PartsYieldOp>(body.back());
  if (!yield)
    return emitOpError("expected a region that ends with 'weft.yield'");
  if (getNumResults() != getInits().size())
    return emitOpError("expected ")
           << getInits().size() << " results, got " << getNumResults();
  if ((*this)->getParentOfType<PartitionsOp>())
    return emitOpError("expected partitions that are not inside of others");
  if (yield.getValues().size() != getInits().size())
    return yield.emitOpError("expected ")
           << getInits().size() << " values, got " << yield.getValues().size();
  for (auto [init, argument, value, result] : llvm::zip_equal(
           getInits(), getCarried(), yield.getValues(), getResults()))
    if (init.getType() != argument.getType() ||
        init.getType() != value.getType() || init.getType() != result.getType())
      return emitOpError("expected a value of one type to be carried, got ")
             << init.getType() << ", " << argument.getType() << ", "
             << value.getType() << " and " << result.getType();
  size_t numArrays = getArrays() ? getArraysAttr().size() : 0;
  if (getFactors().size() != numArrays)
    return emitOpError("expected a factor for each of ")
           << numArrays << " arrays, got " << getFactors().size();
  llvm::SmallDenseSet<int64_t> described;
  if (getArrays())
    for (auto array : getArraysAttr().getAsRange<AppendedAttr>()) {
      if (failed(verifyArray(*this, array)))
        return failure();
      if (!described.insert(array.getArray()).second)
        return emitOpError(
                   "expected an array to be described once, got another ")
               << array;
    }
  return success();
}

//===----------------------------------------------------------------------===//
// Canonicalization
//===----------------------------------------------------------------------===//

/// What is passed on unchanged and belongs to no array that is appended to.
static llvm::SmallBitVector findKept(PartitionsOp op) {
  llvm::SmallBitVector passedOn(op.getInits().size());
  for (auto [number, argument, value] :
       llvm::enumerate(op.getCarried(), op.getYield().getValues()))
    if (value == argument)
      passedOn.set(number);
  llvm::SmallBitVector kept = passedOn;
  if (op.getArrays())
    for (auto array : op.getArraysAttr().getAsRange<AppendedAttr>())
      if (!passedOn.test(array.getArray()) ||
          !passedOn.test(array.getLength())) {
        kept.reset(array.getArray());
        kept.reset(array.getLength());
      }
  return kept;
}

std::optional<unsigned> PartitionsOp::getCarriedNumber(Value value) {
  ValueRange carried(getCarried());
  ValueRange values = isa<OpResult>(value) ? ValueRange(getResults()) : carried;
  auto found = llvm::find(values, value);
  if (found == values.end())
    return std::nullopt;
  return std::distance(values.begin(), found);
}

Value PartitionsOp::getTiedInit(Value value) {
  std::optional<unsigned> number = getCarriedNumber(value);
  return number ? getInits()[*number] : Value();
}

/// Leaves out what is the same in all partitions.
LogicalResult PartitionsOp::canonicalize(PartitionsOp op,
                                         PatternRewriter &rewriter) {
  llvm::SmallBitVector kept = findKept(op);
  if (kept.none())
    return failure();
  SmallVector<int64_t> numbers;
  SmallVector<Value> inits, values;
  for (auto [number, init] : llvm::enumerate(op.getInits())) {
    numbers.push_back(inits.size());
    if (kept.test(number))
      continue;
    inits.push_back(init);
    values.push_back(op.getYield().getValues()[number]);
  }
  SmallVector<Attribute> arrays;
  SmallVector<Value> factors;
  if (op.getArrays())
    for (auto [array, factor] : llvm::zip_equal(
             op.getArraysAttr().getAsRange<AppendedAttr>(), op.getFactors())) {
      if (kept.test(array.getArray()))
        continue;
      arrays.push_back(AppendedAttr::get(
          op.getContext(), numbers[array.getArray()],
          numbers[array.getLength()], array.getFirst(), array.getCleared()));
      factors.push_back(factor);
    }
  auto fewer = PartitionsOp::create(rewriter, op.getLoc(), op.getBegin(),
                                    op.getEnd(), inits);
  if (op.getArrays())
    fewer.setArrays(rewriter, arrays, factors);
  fewer->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.modifyOpInPlace(
      op.getYield(), [&] { op.getYield().getValuesMutable().assign(values); });
  SmallVector<Value> arguments{fewer.getFirst(), fewer.getLast()}, results;
  ValueRange carried(fewer.getCarried()), given = fewer.getResults();
  for (auto [number, init] : llvm::enumerate(op.getInits())) {
    bool isKept = kept.test(number);
    arguments.push_back(isKept ? init : carried[numbers[number]]);
    results.push_back(isKept ? init : given[numbers[number]]);
  }
  Block &body = fewer.getBody().front();
  rewriter.mergeBlocks(&op.getBody().front(), &body, arguments);
  rewriter.replaceOp(op, results);
  return success();
}
