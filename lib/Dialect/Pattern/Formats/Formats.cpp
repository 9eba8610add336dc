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
  if (format.getFill()) {
    reason = "expected a format whose fill is zero";
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

namespace {
/// A level of an array type, and those above it.
struct RecognizedLevel {
  /// The array of positions of a compressed level; empty for a dense one.
  std::string positions;
  Nat numParents;
  Levels levels;
};
} // namespace

/// Takes the levels of an array type, whose elements are `type` afterwards.
/// False, with a reason, if one is neither dense nor compressed.
static bool recognizeLevels(Type &type,
                            SmallVectorImpl<RecognizedLevel> &recognized,
                            std::string &reason) {
  Levels levels;
  while (auto array = dyn_cast<ArrayType>(type)) {
    Nat length = array.getLength(), numParents = levels.count;
    auto number = static_cast<int64_t>(levels.lengths.size());
    bool isFixed = true;
    for (int64_t level = 0; level != number; ++level)
      isFixed &= !length.usesVariable(getIndexName(level));
    std::optional<std::string> found = findPositions(length, levels.position);
    if (found) {
      levels.addCompressed(*found);
    } else if (isFixed) {
      levels.addDense(length);
    } else {
      reason = "expected lengths that are the same for all positions or "
               "differences of neighbouring positions, got \"" +
               length.toString() + "\"";
      return false;
    }
    recognized.push_back({found.value_or(""), numParents, levels});
    type = array.getElementAt(Nat::variable(getIndexName(number)));
  }
  return true;
}

/// The format of levels, with widths of positions and coordinates; null, with a
/// reason, if components are no scalars.
static level::FormatAttr makeFormat(ArrayRef<RecognizedLevel> recognized,
                                    Type component,
                                    ArrayRef<unsigned> posWidths,
                                    ArrayRef<unsigned> crdWidths,
                                    std::string &reason) {
  MLIRContext *context = component.getContext();
  SmallVector<Attribute> types;
  for (const RecognizedLevel &level : recognized)
    if (level.positions.empty())
      types.push_back(level::DenseAttr::get(context));
    else
      types.push_back(level::CompressedAttr::get(context, /*unique=*/true,
                                                 /*ordered=*/true));
  auto map = AffineMap::getMultiDimIdentityMap(types.size(), context);
  auto pair = dyn_cast<PairType>(component);
  bool isPacked =
      pair && !recognized.empty() && !recognized.back().positions.empty() &&
      pair.getFirst().isInteger(crdWidths.back()) && isScalar(pair.getSecond());
  if (!isPacked && !isScalar(component)) {
    reason = "expected components that are scalars, got " + toString(component);
    return {};
  }
  return level::FormatAttr::get(context, map, types, posWidths, crdWidths,
                                /*fill=*/Attribute(), isPacked);
}

level::FormatAttr pattern::getFormatOf(ArrayType components,
                                       SmallVectorImpl<std::string> &positions,
                                       std::string &reason) {
  SmallVector<RecognizedLevel> recognized;
  Type component = components;
  if (!recognizeLevels(component, recognized, reason))
    return {};
  for (const RecognizedLevel &level : recognized)
    if (!level.positions.empty())
      positions.push_back(level.positions);
  SmallVector<unsigned> widths(recognized.size(),
                               level::FormatAttr::kDefaultWidth);
  return makeFormat(recognized, component, widths, widths, reason);
}

/// The width of the integers in an array that has the type of `expected` but
/// for this width; nothing for any other type.
static std::optional<unsigned>
findWidth(Type type, llvm::function_ref<Type(Type)> getExpected) {
  Type element = type;
  while (auto array = dyn_cast<ArrayType>(element))
    element = array.getElement();
  if (!element.isSignlessInteger() || getExpected(element) != type)
    return std::nullopt;
  return element.getIntOrFloatBitWidth();
}

level::FormatAttr pattern::getFormatOf(const ArrayForm &arrays,
                                       std::string &reason) {
  SmallVector<RecognizedLevel> recognized;
  Type component = arrays.types.back();
  if (!recognizeLevels(component, recognized, reason))
    return {};
  SmallVector<unsigned> posWidths(recognized.size(),
                                  level::FormatAttr::kDefaultWidth);
  SmallVector<unsigned> crdWidths = posWidths;
  auto pair = dyn_cast<PairType>(component);
  size_t next = 0, last = arrays.types.size() - 1;
  for (size_t number = 0; number != recognized.size(); ++number) {
    const RecognizedLevel &level = recognized[number];
    if (level.positions.empty())
      continue;
    std::optional<unsigned> pos, crd;
    if (next < last && arrays.names[next] == level.positions)
      pos = findWidth(arrays.types[next++], [&](Type element) -> Type {
        return ArrayType::getUniform(level.numParents + 1, element);
      });
    if (pair && number + 1 == recognized.size() &&
        pair.getFirst().isSignlessInteger())
      crd = pair.getFirst().getIntOrFloatBitWidth();
    else if (pos && next < last)
      crd = findWidth(arrays.types[next++],
                      [&](Type element) { return level.levels.nest(element); });
    if (!pos || !crd) {
      reason = "expected arrays of positions and coordinates of level " +
               std::to_string(number + 1);
      return {};
    }
    posWidths[number] = *pos;
    crdWidths[number] = *crd;
  }
  if (next != last) {
    reason = "expected " + std::to_string(next + 1) + " arrays, got " +
             std::to_string(last + 1);
    return {};
  }
  return makeFormat(recognized, component, posWidths, crdWidths, reason);
}
