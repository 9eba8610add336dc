//===- Formats.cpp - Tensor formats as array types --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The position of a level under those above it is a natural number: `p * N + i`
// in a dense one, and `pos@p + i` in a compressed one, whose length is `pos@(p
// + 1) - pos@p`.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/Formats/Formats.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

/// The position in the array of level `level`; no text has this name.
static std::string getIndexName(int64_t level) {
  return "$" + std::to_string(level);
}

static Nat getSegmentLength(StringRef positions, const Nat &parent) {
  return Nat::lookup(positions, parent + 1) - Nat::lookup(positions, parent);
}

namespace {
/// The levels above the one at hand.
struct Levels {
  SmallVector<Nat> lengths;
  /// The position of the element at the indices of all levels.
  Nat position;
  /// How many positions there are.
  Nat count = 1;

  void addDense(const Nat &size) {
    position =
        position * size +
        Nat::variable(getIndexName(static_cast<int64_t>(lengths.size())));
    count = count * size;
    lengths.push_back(size);
  }

  void addCompressed(StringRef positions) {
    Nat index =
        Nat::variable(getIndexName(static_cast<int64_t>(lengths.size())));
    lengths.push_back(getSegmentLength(positions, position));
    position = Nat::lookup(positions, position) + index;
    count = Nat::lookup(positions, count);
  }

  /// The array of all levels with elements of a type.
  Type nest(Type element) const {
    for (size_t level = lengths.size(); level-- != 0;)
      element = ArrayType::get(
          lengths[level],
          pattern::abstract(element,
                            getIndexName(static_cast<int64_t>(level))));
    return element;
  }
};
} // namespace

level::FormatAttr pattern::getPacked(level::FormatAttr format) {
  return level::FormatAttr::get(format.getContext(), format.getDimToLevel(),
                                format.getLevelTypes(), format.getPosWidths(),
                                format.getCrdWidths(), format.getFill(),
                                /*packed=*/true);
}

std::optional<ArrayForm> pattern::getArrayForm(level::FormatAttr format,
                                               Type component,
                                               ArrayRef<Nat> sizes,
                                               StringRef name,
                                               std::string &reason) {
  if (!format.isPermutation()) {
    reason = "expected a format whose levels store one whole dimension each";
    return std::nullopt;
  }
  if (static_cast<int64_t>(sizes.size()) != format.getNumDims()) {
    reason = "expected " + std::to_string(format.getNumDims()) +
             " sizes, got " + std::to_string(sizes.size());
    return std::nullopt;
  }
  MLIRContext *context = format.getContext();
  ArrayForm form;
  Levels levels;
  auto append = [&](const Twine &suffix, Type type) {
    form.names.push_back((name + suffix).str());
    form.types.push_back(type);
  };
  for (int64_t level = 0; level != format.getNumLevels(); ++level) {
    Attribute type = format.getLevelTypes()[level];
    if (isa<level::DenseAttr>(type)) {
      levels.addDense(sizes[format.getLevelDim(level)]);
      continue;
    }
    if (!isa<level::CompressedAttr>(type)) {
      reason = "expected levels that are dense or compressed";
      return std::nullopt;
    }
    std::string number = std::to_string(level + 1);
    append("_pos" + number,
           ArrayType::getUniform(
               levels.count + 1,
               IntegerType::get(context, format.getPosWidths()[level])));
    levels.addCompressed(form.names.back());
    Type coordinate = IntegerType::get(context, format.getCrdWidths()[level]);
    if (format.getPacked() && level + 1 == format.getNumLevels())
      component = PairType::get(coordinate, component);
    else
      append("_crd" + number, levels.nest(coordinate));
  }
  append("", levels.nest(component));
  return form;
}

/// The array of positions that the length of a segment refers to.
static std::optional<std::string> findPositions(const Nat &length,
                                                const Nat &parent) {
  std::optional<std::string> found;
  length.walk([&](const Nat::Atom &atom, unsigned) {
    if (!found && atom.kind == Nat::Kind::Lookup &&
        getSegmentLength(atom.name, parent) == length)
      found = atom.name;
  });
  return found;
}

level::FormatAttr pattern::getFormatOf(ArrayType components,
                                       SmallVectorImpl<std::string> &positions,
                                       std::string &reason) {
  MLIRContext *context = components.getContext();
  Levels levels;
  SmallVector<Attribute> types;
  Type type = components;
  while (auto array = dyn_cast<ArrayType>(type)) {
    Nat length = array.getLength();
    bool isFixed = true;
    for (size_t level = 0; level != levels.lengths.size(); ++level)
      isFixed &=
          !length.usesVariable(getIndexName(static_cast<int64_t>(level)));
    size_t level = levels.lengths.size();
    std::optional<std::string> found = findPositions(length, levels.position);
    if (found) {
      levels.addCompressed(*found);
      positions.push_back(*found);
      types.push_back(level::CompressedAttr::get(context, /*unique=*/true,
                                                 /*ordered=*/true));
    } else if (isFixed) {
      levels.addDense(length);
      types.push_back(level::DenseAttr::get(context));
    } else {
      reason = "expected lengths that are the same for all positions or "
               "differences of neighbouring positions, got \"" +
               array.getLength().toString() + "\"";
      return {};
    }
    type = array.getElementAt(
        Nat::variable(getIndexName(static_cast<int64_t>(level))));
  }
  auto map = AffineMap::getMultiDimIdentityMap(types.size(), context);
  auto format = level::FormatAttr::get(context, map, types);
  auto pair = dyn_cast<PairType>(type);
  if (pair && isa<level::CompressedAttr>(types.back()) &&
      pair.getFirst().isInteger(level::FormatAttr::kDefaultWidth) &&
      isScalar(pair.getSecond()))
    return getPacked(format);
  if (!isScalar(type)) {
    reason = "expected components that are scalars, got " + toString(type);
    return {};
  }
  return format;
}
