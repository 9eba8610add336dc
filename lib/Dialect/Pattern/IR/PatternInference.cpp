//===- PatternInference.cpp - Types of results ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types that patterns give, and the reasons why they do not apply: lengths
// are shown as they are after normalization.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/IR/Pattern.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

/// Names of positions that no text can have.
static constexpr llvm::StringLiteral outerName = "$outer";
static constexpr llvm::StringLiteral innerName = "$inner";

Type pattern::getZipType(ArrayType first, ArrayType second,
                         std::string &error) {
  if (first.getLength() != second.getLength()) {
    error = "expected arrays of the same length, got \"" +
            first.getLength().toString() + "\" and \"" +
            second.getLength().toString() + "\" in " + toString(first) +
            " and " + toString(second);
    return {};
  }
  return ArrayType::get(first.getLength(),
                        PairType::get(first.getElement(), second.getElement()));
}

/// How many variables, lookups and operations a length of chunks may have: that
/// of chunks of chunks which do not divide it grows with each of them.
static constexpr size_t maxLengthParts = 256;

/// An array of arrays of `count` and `length`, whose elements are those of
/// `input` at `position`. Null, with an error, if a length has too many parts.
static Type nestArray(ArrayType input, const Nat &count, const Nat &length,
                      const Nat &position, std::string &error) {
  size_t numAtoms = 0;
  for (const Nat &nat : {count, length})
    nat.walk([&](const Nat::Atom &, unsigned) { ++numAtoms; });
  if (numAtoms > maxLengthParts) {
    error = "expected a length of chunks with at most " +
            std::to_string(maxLengthParts) + " parts, got one with " +
            std::to_string(numAtoms) +
            ": chunks that divide a length have a shorter one";
    return {};
  }
  Type element = input.getElementAt(position);
  Type inner = ArrayType::get(length, pattern::abstract(element, innerName));
  return ArrayType::get(count, pattern::abstract(inner, outerName));
}

static bool isZeroOr(const Nat &chunk, std::string &error) {
  std::optional<int64_t> constant = chunk.getConstant();
  if (!constant || *constant > 0)
    return false;
  error = "expected a positive number, got \"" + chunk.toString() + "\"";
  return true;
}

Type pattern::getSplitType(ArrayType input, const Nat &chunk,
                           std::string &error) {
  if (isZeroOr(chunk, error))
    return {};
  Nat length = input.getLength();
  Nat outer = Nat::variable(outerName), inner = Nat::variable(innerName);
  Nat begin = chunk * outer;
  Nat count = Nat::div(length, chunk);
  if (count * chunk == length)
    return nestArray(input, count, chunk, begin + inner, error);
  return nestArray(input, Nat::ceilDiv(length, chunk),
                   Nat::min(begin + chunk, length) - Nat::min(begin, length),
                   begin + inner, error);
}

Type pattern::getLanesType(ArrayType input, const Nat &count,
                           std::string &error) {
  if (isZeroOr(count, error))
    return {};
  Nat length = input.getLength();
  Nat outer = Nat::variable(outerName), inner = Nat::variable(innerName);
  Nat share = Nat::div(length, count);
  if (share * count != length)
    share = Nat::div(length + count - 1 - outer, count);
  return nestArray(input, count, share, outer + count * inner, error);
}

Type pattern::getJoinType(ArrayType input, std::string &error) {
  auto inner = dyn_cast<ArrayType>(input.getElement());
  if (!inner) {
    error = "expected an array of arrays, got " + toString(input);
    return {};
  }
  if (!inner.getLength().usesBound(0)) {
    Nat length = inner.getLength().instantiate(0);
    // The element at p is the one at p mod length of row p / length.
    Nat position = Nat::variable(outerName);
    auto row = cast<ArrayType>(input.getElementAt(Nat::div(position, length)));
    Type element = row.getElementAt(Nat::mod(position, length));
    return ArrayType::get(input.getLength() * length,
                          pattern::abstract(element, outerName));
  }
  bool isDependent = inner.isDependent();
  walkNats(inner.getElement(), [&](const Nat &nat, unsigned depth) {
    isDependent |= nat.usesBound(depth + 1);
  });
  if (isDependent) {
    error = "expected elements whose types do not depend on positions, got " +
            toString(input);
    return {};
  }
  Nat length = simplifySums(Nat::sum(input.getLength(), inner.getLength()));
  Type element = pattern::instantiate(inner.getElement(), 0);
  return ArrayType::getUniform(length, pattern::instantiate(element, 0));
}

Type pattern::getTransposeType(ArrayType input, std::string &error) {
  auto inner = dyn_cast<ArrayType>(input.getElement());
  if (!inner || inner.getLength().usesBound(0)) {
    error = "expected an array of arrays of the same length, got " +
            toString(input);
    return {};
  }
  Nat outer = Nat::variable(outerName), position = Nat::variable(innerName);
  auto row = cast<ArrayType>(input.getElementAt(position));
  Type column = ArrayType::get(
      input.getLength(), pattern::abstract(row.getElementAt(outer), innerName));
  return ArrayType::get(row.getLength(), pattern::abstract(column, outerName));
}

Type pattern::getAtType(ArrayType input, std::string &error) {
  if (input.isDependent()) {
    error = "expected an array whose elements have the same type, got " +
            toString(input);
    return {};
  }
  return input.getElementAt(0);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// The array that an operand has to be.
static ArrayType getArray(std::optional<Location> loc, Value operand) {
  auto type = dyn_cast<ArrayType>(operand.getType());
  if (!type)
    (void)emitOptionalError(loc, "expected an array, got ", operand.getType());
  return type;
}

/// Takes an inferred type, or says why there is none.
static LogicalResult take(std::optional<Location> loc, Type type,
                          const std::string &error,
                          SmallVectorImpl<Type> &results) {
  if (!type)
    return emitOptionalError(loc, error);
  results.push_back(type);
  return success();
}

using Types = SmallVectorImpl<Type>;
using OptionalLoc = std::optional<Location>;

LogicalResult ZipOp::inferReturnTypes(MLIRContext *, OptionalLoc loc,
                                      Adaptor adaptor, Types &results) {
  ArrayType first = getArray(loc, adaptor.getFirst());
  ArrayType second = first ? getArray(loc, adaptor.getSecond()) : ArrayType();
  std::string error;
  return failure(!second || failed(take(loc, getZipType(first, second, error),
                                        error, results)));
}

LogicalResult SplitOp::inferReturnTypes(MLIRContext *, OptionalLoc loc,
                                        Adaptor adaptor, Types &results) {
  ArrayType input = getArray(loc, adaptor.getInput());
  std::string error;
  if (!input)
    return failure();
  Type type = getSplitType(input, adaptor.getChunk().getValue(), error);
  return take(loc, type, error, results);
}

LogicalResult LanesOp::inferReturnTypes(MLIRContext *, OptionalLoc loc,
                                        Adaptor adaptor, Types &results) {
  ArrayType input = getArray(loc, adaptor.getInput());
  std::string error;
  if (!input)
    return failure();
  Type type = getLanesType(input, adaptor.getCount().getValue(), error);
  return take(loc, type, error, results);
}

LogicalResult JoinOp::inferReturnTypes(MLIRContext *, OptionalLoc loc,
                                       Adaptor adaptor, Types &results) {
  ArrayType input = getArray(loc, adaptor.getInput());
  std::string error;
  return failure(!input ||
                 failed(take(loc, getJoinType(input, error), error, results)));
}

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *, OptionalLoc loc,
                                            Adaptor adaptor, Types &results) {
  ArrayType input = getArray(loc, adaptor.getInput());
  std::string error;
  return failure(!input || failed(take(loc, getTransposeType(input, error),
                                       error, results)));
}

LogicalResult AtOp::inferReturnTypes(MLIRContext *, OptionalLoc loc,
                                     Adaptor adaptor, Types &results) {
  ArrayType input = getArray(loc, adaptor.getInput());
  std::string error;
  return failure(!input ||
                 failed(take(loc, getAtType(input, error), error, results)));
}

LogicalResult ElementOp::inferReturnTypes(MLIRContext *, OptionalLoc loc,
                                          Adaptor adaptor, Types &results) {
  ArrayType input = getArray(loc, adaptor.getInput());
  if (!input)
    return failure();
  const Nat &index = adaptor.getIndex().getValue();
  if (isNonNegative(index - input.getLength()) ||
      isNonNegative(Nat(-1) - index))
    return emitOptionalError(loc, "expected an index below the length \"",
                             input.getLength().toString(), "\", got \"",
                             index.toString(), "\"");
  results.push_back(input.getElementAt(index));
  return success();
}

LogicalResult PairOp::inferReturnTypes(MLIRContext *, OptionalLoc loc,
                                       Adaptor adaptor, Types &results) {
  Type first = adaptor.getFirst().getType();
  Type second = adaptor.getSecond().getType();
  if (!isData(first) || !isData(second))
    return emitOptionalError(
        loc, "expected scalars, pairs or arrays as values of a pair");
  results.push_back(PairType::get(first, second));
  return success();
}

/// The type of one of the values of a pair.
static LogicalResult project(OptionalLoc loc, Value input, bool isFirst,
                             Types &results) {
  auto pair = dyn_cast<PairType>(input.getType());
  if (!pair)
    return emitOptionalError(loc, "expected a pair, got ", input.getType());
  results.push_back(isFirst ? pair.getFirst() : pair.getSecond());
  return success();
}

LogicalResult FirstOp::inferReturnTypes(MLIRContext *, OptionalLoc loc,
                                        Adaptor adaptor, Types &results) {
  return project(loc, adaptor.getInput(), /*isFirst=*/true, results);
}

LogicalResult SecondOp::inferReturnTypes(MLIRContext *, OptionalLoc loc,
                                         Adaptor adaptor, Types &results) {
  return project(loc, adaptor.getInput(), /*isFirst=*/false, results);
}
