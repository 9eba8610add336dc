//===- Terms.cpp - Values in terms of index variables -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arrays of operands: components are accesses, coordinates are variables.
//
//===----------------------------------------------------------------------===//

#include "Terms.h"

#include "weft/Dialect/TIN/IR/TIN.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;
using namespace weft::pattern_to_tin;

TermRef pattern_to_tin::makeScalar(std::function<Value()> emit) {
  auto term = std::make_shared<Term>();
  term->scalar = std::move(emit);
  return term;
}

TermRef pattern_to_tin::makePair(TermRef first, TermRef second) {
  auto term = std::make_shared<Term>();
  term->first = std::move(first);
  term->second = std::move(second);
  return term;
}

TermRef pattern_to_tin::makeUnknown(const Twine &reason) {
  auto term = std::make_shared<Term>();
  term->reason = reason.str();
  return term;
}

TermRef pattern_to_tin::makeArray(const Term &like,
                                  std::function<TermRef(Value)> at) {
  auto term = std::make_shared<Term>();
  term->at = std::move(at);
  term->extent = like.extent;
  term->stored = like.stored;
  term->name = like.name;
  return term;
}

TermRef pattern_to_tin::makeCoordinate(OpBuilder &builder, Location loc,
                                       Value variable, const Nat &size,
                                       Type type) {
  auto term = std::make_shared<Term>();
  term->scalar = [&builder, loc, variable, type]() -> Value {
    Value number =
        tin::ValueOp::create(builder, loc, builder.getIndexType(), variable);
    return arith::IndexCastOp::create(builder, loc, type, number);
  };
  term->coordinate = variable;
  term->size = size;
  return term;
}

namespace {
/// Makes the terms of an array of a tensor, level by level.
struct OperandTerms {
  OpBuilder &builder;
  SignatureTensor tensor;
  Value value;
  /// The type of the scalars in the array.
  Type scalar;
  /// The level whose coordinates the array has; nothing for components.
  std::optional<int64_t> coordinates = std::nullopt;
  /// The type of the coordinates that are packed with components; null if none
  /// are.
  Type packed = {};

  int64_t getDim(int64_t level) {
    return tensor.format ? tensor.format.getLevelDim(level) : level;
  }
  TermRef make(int64_t level, SmallVector<Value> indices) const;
};
} // namespace

TermRef OperandTerms::make(int64_t level, SmallVector<Value> indices) const {
  OperandTerms self = *this;
  Location loc = value.getLoc();
  if (level == static_cast<int64_t>(tensor.sizes.size()))
    return makeScalar([self, indices, loc]() -> Value {
      return tin::AccessOp::create(self.builder, loc, self.value, indices);
    });
  int64_t dim = self.getDim(level);
  auto term = std::make_shared<Term>();
  term->extent = tensor.sizes[dim];
  level::FormatAttr format = tensor.format;
  if (format && isa<level::CompressedAttr>(format.getLevelTypes()[level]))
    term->stored = value;
  term->at = [self, level, dim, indices, loc](Value variable) -> TermRef {
    SmallVector<Value> inner = indices;
    inner[dim] = variable;
    auto getCoordinate = [&](Type type) {
      return makeCoordinate(self.builder, loc, variable, self.tensor.sizes[dim],
                            type);
    };
    if (self.coordinates == level)
      return getCoordinate(self.scalar);
    TermRef term = self.make(level + 1, inner);
    bool isLast = level + 1 == static_cast<int64_t>(self.tensor.sizes.size());
    return self.packed && isLast ? makePair(getCoordinate(self.packed), term)
                                 : term;
  };
  return term;
}

/// How many arrays are nested in a type around scalars, or around packed pairs.
static std::optional<size_t> getDepth(Type type, bool isPacked) {
  size_t depth = 0;
  for (; auto array = dyn_cast<ArrayType>(type); ++depth)
    type = array.getElement();
  return isScalar(type) || isPacked ? std::optional(depth) : std::nullopt;
}

/// The first level above others whose coordinates are not unique: index
/// notation would merge segments below it. Nothing if there is none.
static std::optional<int64_t> findRepeatedLevel(level::FormatAttr format) {
  for (int64_t level = 0; format && level + 1 < format.getNumLevels(); ++level)
    if (auto type =
            dyn_cast<level::CompressedAttr>(format.getLevelTypes()[level]);
        type && !type.getUnique())
      return level;
  return std::nullopt;
}

TermRef pattern_to_tin::makeOperand(OpBuilder &builder,
                                    const SignatureTensor &tensor, Value value,
                                    unsigned array) {
  if (std::optional<int64_t> level = findRepeatedLevel(tensor.format))
    return makeUnknown("level " + Twine(*level + 1) + " of '" + tensor.name +
                       "' is not unique");
  Type scalar = tensor.arrays[array];
  while (auto type = dyn_cast<ArrayType>(scalar))
    scalar = type.getElement();
  OperandTerms terms{builder, tensor, value, scalar};
  auto pair = dyn_cast<PairType>(scalar);
  if (pair && tensor.format && tensor.format.getPacked())
    terms.packed = pair.getFirst();
  if (array + 1 < tensor.arrays.size()) {
    if (array % 2 == 0)
      return makeUnknown("positions of '" + tensor.name + "' are read");
    level::FormatAttr format = tensor.format;
    unsigned compressed = array / 2;
    for (int64_t level = 0; level != format.getNumLevels(); ++level)
      if (isa<level::CompressedAttr>(format.getLevelTypes()[level]) &&
          compressed-- == 0)
        terms.coordinates = level;
  }
  std::optional<size_t> depth =
      getDepth(tensor.arrays.back(), terms.packed != Type());
  if (depth != tensor.sizes.size())
    return makeUnknown("the lengths of '" + tensor.name +
                       "' depend on positions, and it is stored in no format");
  return terms.make(0, SmallVector<Value>(tensor.sizes.size()));
}
