//===- EmitFormats.cpp - Parameters of a format -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parameter of a format stands for the arrays of its levels and for its
// components. Formats are written as in the rest of Weft; those with levels
// that no array type describes are refused.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "weft/Dialect/Pattern/Formats/Signature.h"
#include "weft/Notation/FormatText.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

/// What array types cannot describe of a format; empty if there is nothing.
static std::string findUnsupported(const runtime::Format &format) {
  if (format.levels.empty())
    return "has no levels";
  for (const runtime::Level &level : format.levels)
    if (level.kind != runtime::LevelKind::Dense &&
        level.kind != runtime::LevelKind::Compressed)
      return "has a level of the type '" + std::string(runtime::nameOf(level)) +
             "'";
  if (format.hasParts())
    return "stores a mode in blocks";
  return format.fill ? "has a fill" : "";
}

/// The attribute of a format of dense and compressed levels.
static level::FormatAttr getFormat(const runtime::Format &format,
                                   MLIRContext *context) {
  SmallVector<Attribute> types;
  SmallVector<AffineExpr> modes;
  SmallVector<unsigned> posWidths, crdWidths;
  for (const runtime::Level &level : format.levels) {
    if (level.kind == runtime::LevelKind::Dense)
      types.push_back(level::DenseAttr::get(context));
    else
      types.push_back(
          level::CompressedAttr::get(context, level.unique, level.ordered));
    modes.push_back(getAffineDimExpr(level.mode, context));
    posWidths.push_back(level.positionBits);
    crdWidths.push_back(level.coordinateBits);
  }
  auto map = AffineMap::get(format.order(), /*symbolCount=*/0, modes, context);
  return level::FormatAttr::get(context, map, types, posWidths, crdWidths,
                                /*fill=*/Attribute(), format.packed);
}

level::FormatAttr Emitter::emitFormat(const TypeSyntax &syntax,
                                      StringRef param) {
  StringRef written = syntax.format.text;
  auto parsed =
      notation::parseFormat(std::string_view(written.data(), written.size()),
                            static_cast<int64_t>(syntax.sizes.size()),
                            std::string_view(param.data(), param.size()));
  if (!parsed)
    return fail(syntax.format.offset + parsed.error().range.begin,
                parsed.error().message, parsed.error().hint);
  std::string unsupported = findUnsupported(*parsed);
  if (!unsupported.empty())
    return fail(syntax.format.offset,
                "expected a format that array types describe, but '" + written +
                    "' " + unsupported,
                "levels are dense (d) or compressed (s, or u if coordinates "
                "are not unique), each stores a whole mode, and the fill is "
                "zero: format(ds, float, n, m)");
  return getFormat(*parsed, builder.getContext());
}

Type Emitter::emitComponent(const TypeSyntax &syntax,
                            level::FormatAttr &format) {
  SmallVector<std::string> positions;
  Type component = emitType(syntax, positions);
  if (!component)
    return {};
  auto pair = dyn_cast<PairType>(component);
  bool hasCoordinates =
      pair && isa<level::CompressedAttr>(format.getLevelTypes().back()) &&
      pair.getFirst().isInteger(format.getCrdWidths().back());
  if (hasCoordinates) {
    format = getPacked(format);
    component = pair.getSecond();
  }
  if (isScalar(component))
    return component;
  return fail(syntax.offset, "expected components that are scalars",
              "coordinates of a last level that is compressed are packed with "
              "components by format(ds, (int, float), n, m), where int has "
              "the width of the coordinates");
}

bool Emitter::addFormat(const Expr &param, Block *block,
                        SmallVectorImpl<Attribute> &names) {
  const TypeSyntax &syntax = *param.type;
  level::FormatAttr format = emitFormat(syntax, param.text);
  if (!format)
    return false;
  Type component = emitComponent(*syntax.parts[0], format);
  if (!component)
    return false;
  SmallVector<Nat> sizes;
  for (auto [begin, end] : syntax.sizes) {
    std::optional<Nat> size = parseNumber(text.slice(begin, end), begin);
    if (!size)
      return false;
    sizes.push_back(*size);
  }
  std::string reason;
  std::optional<ArrayForm> form =
      getArrayForm(format, component, sizes, param.text, reason);
  if (!form) {
    fail(syntax.offset, reason);
    return false;
  }
  for (auto [name, type] : llvm::zip(form->names, form->types))
    if (!addParam(name, type, param, block, names))
      return false;
  tensors.push_back(describeTensor(param.text, format, sizes));
  return true;
}
