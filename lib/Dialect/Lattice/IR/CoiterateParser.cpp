//===- CoiterateParser.cpp - Text form of coiteration --------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses `lattice.coiterate`, whose text has names for segments and variables
// where the operation has numbers. What the operation can be asked is left to
// its verifier.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Lattice/IR/Lattice.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

namespace {
using Operand = OpAsmParser::UnresolvedOperand;

/// What is parsed of one segment.
struct ParsedSegment {
  StringRef name;
  Operand storage, parentBegin, parentEnd;
  SmallVector<Operand> coords;
  Type type;
  int64_t level, lastLevel;
  SmallVector<int64_t> dimensions;
  bool searched;
  /// 0 if the segment is not shifted.
  int64_t stride = 0;
  SmallVector<Operand, 1> offset;
};

/// What is parsed of the variable and of those that it derives from.
struct ParsedVariable {
  StringAttr name;
  /// The segment whose positions the variable counts, and where it is named.
  StringRef positions;
  SMLoc positionsLoc;
  /// Null if there are none.
  ArrayAttr originals;
  SmallVector<Operand> sizes, base;
};
} // namespace

static ParseResult parseVariable(OpAsmParser &parser,
                                 ParsedVariable &variable) {
  if (parser.parseAttribute(variable.name))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("positions"))) {
    if (parser.parseKeyword("of"))
      return failure();
    variable.positionsLoc = parser.getCurrentLocation();
    if (parser.parseKeyword(&variable.positions))
      return failure();
  }
  if (failed(parser.parseOptionalKeyword("original")))
    return success();
  SmallVector<Attribute> names;
  auto parseName = [&]() -> ParseResult {
    StringAttr name;
    if (parser.parseAttribute(name))
      return failure();
    names.push_back(name);
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, parseName))
    return failure();
  variable.originals = parser.getBuilder().getArrayAttr(names);
  if (succeeded(parser.parseOptionalKeyword("of")) &&
      parser.parseOperandList(variable.sizes, OpAsmParser::Delimiter::Paren))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("from")) &&
      parser.parseOperand(variable.base.emplace_back()))
    return failure();
  return success();
}

/// Parses `along ("j")` into numbers of dimensions.
static ParseResult parseDimensions(OpAsmParser &parser,
                                   const ParsedVariable &variable,
                                   SmallVectorImpl<int64_t> &dimensions) {
  SmallVector<Attribute> names;
  if (variable.originals)
    llvm::append_range(names, variable.originals);
  names.push_back(variable.name);
  return parser.parseCommaSeparatedList(
      OpAsmParser::Delimiter::Paren, [&]() -> ParseResult {
        StringAttr name;
        SMLoc loc = parser.getCurrentLocation();
        if (parser.parseAttribute(name))
          return failure();
        auto it = llvm::find(names, name);
        if (it == names.end())
          return parser.emitError(loc) << "unknown variable " << name;
        dimensions.push_back(it - names.begin());
        return success();
      });
}

static ParseResult parseSegment(OpAsmParser &parser,
                                const ParsedVariable &variable,
                                SmallVectorImpl<ParsedSegment> &segments) {
  ParsedSegment segment;
  if (parser.parseKeyword(&segment.name) || parser.parseEqual() ||
      parser.parseOperand(segment.storage) || parser.parseKeyword("level") ||
      parser.parseInteger(segment.level))
    return failure();
  segment.lastLevel = segment.level;
  if (succeeded(parser.parseOptionalKeyword("to")) &&
      parser.parseInteger(segment.lastLevel))
    return failure();
  int64_t numDimensions = variable.originals ? variable.originals.size() : 1;
  if (failed(parser.parseOptionalKeyword("along")))
    llvm::append_range(segment.dimensions,
                       llvm::seq<int64_t>(0, numDimensions));
  else if (parseDimensions(parser, variable, segment.dimensions))
    return failure();
  segment.searched = succeeded(parser.parseOptionalKeyword("searched"));
  if (succeeded(parser.parseOptionalKeyword("strided")) &&
      (parser.parseInteger(segment.stride) || parser.parseKeyword("from") ||
       parser.parseOperand(segment.offset.emplace_back())))
    return failure();
  if (parser.parseKeyword("under") ||
      parser.parseOperand(segment.parentBegin) || parser.parseKeyword("to") ||
      parser.parseOperand(segment.parentEnd) || parser.parseKeyword("coords"))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(segment.coords, OpAsmParser::Delimiter::Paren))
    return failure();
  // The operation has the coordinates of all segments in one list, so that only
  // the text can have them at the wrong one.
  if (static_cast<int64_t>(segment.coords.size()) != segment.level)
    return parser.emitError(loc)
           << "expected a coordinate for each of the " << segment.level
           << " levels above, got " << segment.coords.size();
  if (parser.parseColonType(segment.type))
    return failure();
  segments.push_back(std::move(segment));
  return success();
}

/// Parses `[B2, U | c1]` into the two sets of one point.
static ParseResult parsePoint(OpAsmParser &parser, ArrayRef<StringRef> names,
                              SmallVectorImpl<Attribute> &iterators,
                              SmallVectorImpl<Attribute> &locators) {
  SmallVector<int64_t> sets[2];
  unsigned current = 0;
  if (parser.parseLSquare())
    return failure();
  while (failed(parser.parseOptionalRSquare())) {
    if (current == 0 && succeeded(parser.parseOptionalVerticalBar())) {
      current = 1;
      continue;
    }
    if (!sets[current].empty() && parser.parseComma())
      return failure();
    StringRef name;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return failure();
    auto it = llvm::find(names, name);
    if (it == names.end() && name != CoiterateOp::kUniverse)
      return parser.emitError(loc) << "unknown segment '" << name << "'";
    sets[current].push_back(it - names.begin());
  }
  Builder &builder = parser.getBuilder();
  iterators.push_back(builder.getDenseI64ArrayAttr(sets[0]));
  locators.push_back(builder.getDenseI64ArrayAttr(sets[1]));
  return success();
}

/// Adds the operands of the segments and sets their attributes. What is the
/// default for all of them stays away.
static ParseResult resolveSegments(OpAsmParser &parser,
                                   ArrayRef<ParsedSegment> segments,
                                   OperationState &result) {
  Builder &builder = parser.getBuilder();
  Type index = builder.getIndexType();
  auto &properties = result.getOrAddProperties<CoiterateOp::Properties>();
  SmallVector<StringRef> names;
  SmallVector<int64_t> levels, lastLevels, searched, strides;
  SmallVector<Attribute> dimensions;
  bool allInOrder = true;
  int64_t numDimensions =
      properties.originals ? properties.originals.size() : 1;
  for (auto [number, segment] : llvm::enumerate(segments)) {
    names.push_back(segment.name);
    levels.push_back(segment.level);
    lastLevels.push_back(segment.lastLevel);
    if (segment.searched)
      searched.push_back(number);
    strides.push_back(segment.stride);
    dimensions.push_back(builder.getDenseI64ArrayAttr(segment.dimensions));
    allInOrder &=
        llvm::equal(segment.dimensions, llvm::seq<int64_t>(0, numDimensions));
    if (parser.resolveOperand(segment.storage, segment.type, result.operands))
      return failure();
  }
  for (auto member : {&ParsedSegment::parentBegin, &ParsedSegment::parentEnd})
    for (const ParsedSegment &segment : segments)
      if (parser.resolveOperand(segment.*member, index, result.operands))
        return failure();
  for (const ParsedSegment &segment : segments)
    if (parser.resolveOperands(segment.coords, index, result.operands))
      return failure();
  for (const ParsedSegment &segment : segments)
    if (parser.resolveOperands(segment.offset, index, result.operands))
      return failure();
  properties.segments = builder.getStrArrayAttr(names);
  properties.levels = builder.getDenseI64ArrayAttr(levels);
  if (lastLevels != levels)
    properties.lastLevels = builder.getDenseI64ArrayAttr(lastLevels);
  if (!allInOrder)
    properties.dimensions = builder.getArrayAttr(dimensions);
  if (!searched.empty())
    properties.searched = builder.getDenseI64ArrayAttr(searched);
  if (llvm::any_of(strides, [](int64_t stride) { return stride != 0; }))
    properties.strides = builder.getDenseI64ArrayAttr(strides);
  return success();
}

/// Parses `parallel(distribution chunk)`, if it is there.
static ParseResult parseParallel(OpAsmParser &parser,
                                 CoiterateOp::Properties &properties) {
  if (failed(parser.parseOptionalKeyword("parallel")))
    return success();
  Builder &builder = parser.getBuilder();
  properties.parallel = builder.getUnitAttr();
  if (parser.parseLParen())
    return failure();
  if (succeeded(parser.parseOptionalKeyword("dynamic")))
    properties.dynamic = builder.getUnitAttr();
  else if (parser.parseKeyword("static"))
    return failure();
  int64_t chunk;
  OptionalParseResult hasChunk = parser.parseOptionalInteger(chunk);
  if (hasChunk.has_value()) {
    if (failed(*hasChunk))
      return failure();
    properties.chunk = builder.getI64IntegerAttr(chunk);
  }
  return parser.parseRParen();
}

ParseResult CoiterateOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  ParsedVariable variable;
  Operand lower, upper;
  SmallVector<ParsedSegment, 2> segments;
  if (parseVariable(parser, variable) || parser.parseKeyword("in") ||
      parser.parseOperand(lower) || parser.parseKeyword("to") ||
      parser.parseOperand(upper))
    return failure();
  bool windowed = succeeded(parser.parseOptionalKeyword("windowed"));
  bool guarded = succeeded(parser.parseOptionalKeyword("guarded"));
  std::optional<int64_t> gallop;
  if (succeeded(parser.parseOptionalKeyword("gallop")) &&
      (parser.parseLParen() || parser.parseInteger(gallop.emplace()) ||
       parser.parseRParen()))
    return failure();
  if (parseParallel(parser, result.getOrAddProperties<Properties>()) ||
      parser.parseKeyword("over") ||
      parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, [&] {
        return parseSegment(parser, variable, segments);
      }))
    return failure();
  SmallVector<StringRef> names = llvm::map_to_vector(
      segments, [](const ParsedSegment &segment) { return segment.name; });
  auto positions = llvm::find(names, variable.positions);
  if (!variable.positions.empty() && positions == names.end())
    return parser.emitError(variable.positionsLoc)
           << "unknown segment '" << variable.positions << "'";

  SmallVector<Operand> inits;
  SmallVector<Type> carriedTypes;
  SMLoc carryLoc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("carry"))) {
    auto parseInit = [&] {
      return failure(parser.parseOperand(inits.emplace_back()) ||
                     parser.parseColonType(carriedTypes.emplace_back()));
    };
    if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren,
                                       parseInit))
      return failure();
  }

  ArrayAttr exits;
  if (succeeded(parser.parseOptionalKeyword("until")) &&
      parser.parseAttribute(exits))
    return failure();

  SmallVector<Attribute> iterators, locators;
  if (parser.parseLBrace())
    return failure();
  auto parseOnePoint = [&] {
    return parsePoint(parser, names, iterators, locators);
  };
  auto parseBody = [&]() -> ParseResult {
    if (parser.parseRegion(*result.addRegion()))
      return failure();
    ensureTerminator(*result.regions.back(), builder, result.location);
    return success();
  };
  if (guarded && (parser.parseKeyword("points") ||
                  parser.parseCommaSeparatedList(parseOnePoint) ||
                  parseBody() || parser.parseRBrace()))
    return failure();
  while (!guarded && failed(parser.parseOptionalRBrace()))
    if (parser.parseKeyword("point") || parseOnePoint() || parseBody())
      return failure();
  if (parser.parseOptionalAttrDict(result.attributes))
    return failure();

  auto &properties = result.getOrAddProperties<Properties>();
  properties.name = variable.name;
  properties.originals = variable.originals;
  Type index = builder.getIndexType();
  if (parser.resolveOperands({lower, upper}, index, result.operands) ||
      resolveSegments(parser, segments, result) ||
      parser.resolveOperands(variable.sizes, index, result.operands) ||
      parser.resolveOperands(variable.base, index, result.operands) ||
      parser.resolveOperands(inits, carriedTypes, carryLoc, result.operands))
    return failure();
  result.addTypes(carriedTypes);

  int32_t numSegments = segments.size(), numCoords = 0, numOffsets = 0;
  for (const ParsedSegment &segment : segments) {
    numCoords += segment.coords.size();
    numOffsets += segment.offset.size();
  }
  llvm::copy(ArrayRef<int32_t>{1, 1, numSegments, numSegments, numSegments,
                               numCoords, numOffsets,
                               static_cast<int32_t>(variable.sizes.size()),
                               static_cast<int32_t>(variable.base.size()),
                               static_cast<int32_t>(inits.size())},
             properties.operandSegmentSizes.begin());
  if (!variable.positions.empty())
    properties.positions = builder.getI64IntegerAttr(positions - names.begin());
  properties.iterators = builder.getArrayAttr(iterators);
  properties.locators = builder.getArrayAttr(locators);
  if (windowed)
    properties.windowed = builder.getUnitAttr();
  if (guarded)
    properties.guarded = builder.getUnitAttr();
  properties.exits = exits;
  if (gallop)
    properties.gallop = builder.getI64IntegerAttr(*gallop);
  return success();
}
