//===- CoiterateParser.cpp - Text form of coiteration -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses `lattice.coiterate`: its tags and its points. The variable and the
// segments are parsed in SegmentParser.cpp. What the operation can be asked is
// left to its verifier.
//
//===----------------------------------------------------------------------===//

#include "SegmentParser.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

/// Parses `[B2, U, ([c1], [d1]) | e1]`.
static ParseResult parsePoint(OpAsmParser &parser,
                              ArrayRef<ParsedSegment> segments,
                              SmallVectorImpl<Attribute> &points) {
  SmallVector<int64_t> sets[2];
  SmallVector<ArrayAttr> unions;
  auto parseUnion = [&]() -> ParseResult {
    SmallVector<Attribute> inner;
    auto parseOne = [&] { return parsePoint(parser, segments, inner); };
    if (parser.parseCommaSeparatedList(parseOne) || parser.parseRParen())
      return failure();
    unions.push_back(parser.getBuilder().getArrayAttr(inner));
    return success();
  };
  unsigned current = 0;
  bool isFirst = true;
  SMLoc pointLoc = parser.getCurrentLocation();
  if (parser.parseLSquare())
    return failure();
  while (failed(parser.parseOptionalRSquare())) {
    if (current == 0 && succeeded(parser.parseOptionalVerticalBar())) {
      current = 1;
      isFirst = true;
      continue;
    }
    if (!isFirst && parser.parseComma())
      return failure();
    isFirst = false;
    if (current == 0 && succeeded(parser.parseOptionalLParen())) {
      if (parseUnion())
        return failure();
      continue;
    }
    std::string name;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeywordOrString(&name))
      return failure();
    int64_t segment = findSegment(segments, name);
    if (segment == static_cast<int64_t>(segments.size()) &&
        name != CoiterateOp::kUniverse)
      return parser.emitError(loc) << "unknown segment '" << name << "'";
    sets[current].push_back(segment);
  }
  points.push_back(parser.getChecked<PointAttr>(
      pointLoc, parser.getContext(), ArrayRef<int64_t>(sets[0]),
      ArrayRef<int64_t>(sets[1]), ArrayRef<ArrayAttr>(unions)));
  return success(static_cast<bool>(points.back()));
}

/// Parses `unroll(4)`, which may be missing.
static ParseResult parseLength(OpAsmParser &parser, StringRef keyword,
                               int64_t &length) {
  if (failed(parser.parseOptionalKeyword(keyword)))
    return success();
  return parseLoopNumber(parser, length);
}

/// Parses the tags that say how the loop is run.
static ParseResult parseLoopTags(OpAsmParser &parser,
                                 CoiterateOp::Properties &properties) {
  LoopInfo info;
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("parallel"))) {
    if (parser.parseLParen())
      return failure();
    FailureOr<DistributionAttr> distribution = parseDistribution(parser);
    if (failed(distribution) || parser.parseRParen())
      return failure();
    info.parallel = *distribution;
    SmallVector<int64_t> partitions;
    auto parsePart = [&] {
      return parser.parseInteger(partitions.emplace_back());
    };
    if (succeeded(parser.parseOptionalKeyword("partitions"))) {
      if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren,
                                         parsePart))
        return failure();
      properties.partitions =
          parser.getBuilder().getDenseI64ArrayAttr(partitions);
    }
  }
  if (succeeded(parser.parseOptionalKeyword("gpu")) &&
      failed(parseGPUUnit(parser, info)))
    return failure();
  if (failed(parseLength(parser, "unroll", info.unroll)))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("vector"))) {
    int64_t length = 0;
    if (succeeded(parser.parseOptionalLParen()) &&
        (parser.parseInteger(length) || parser.parseRParen()))
      return failure();
    info.vector = length;
  }
  if (failed(parseLength(parser, "guard", info.guard)) ||
      failed(parseLength(parser, "predicate", info.predicate)) ||
      failed(parseLength(parser, "tiles", info.tiles)))
    return failure();
  info.isOptional = succeeded(parser.parseOptionalKeyword("optional"));
  FailureOr<LoopAttr> loop = info.getChecked(
      [&] { return parser.emitError(loc); }, parser.getContext());
  if (failed(loop))
    return failure();
  properties.loop = *loop;
  if (succeeded(parser.parseOptionalKeyword("pieces")))
    properties.pieces = parser.getBuilder().getUnitAttr();
  if (succeeded(parser.parseOptionalKeyword("config")))
    return failure(parser.parseLParen() ||
                   parser.parseAttribute(properties.config) ||
                   parser.parseRParen());
  return success();
}

/// Parses the tags between the bounds and the segments.
static ParseResult parseTags(OpAsmParser &parser,
                             CoiterateOp::Properties &properties) {
  Builder &builder = parser.getBuilder();
  if (succeeded(parser.parseOptionalKeyword("windowed")))
    properties.windowed = builder.getUnitAttr();
  if (succeeded(parser.parseOptionalKeyword("guarded")))
    properties.guarded = builder.getUnitAttr();
  if (succeeded(parser.parseOptionalKeyword("copies"))) {
    SMLoc loc = parser.getCurrentLocation();
    std::optional<int64_t> number;
    int64_t limit;
    if (parser.parseLParen())
      return failure();
    OptionalParseResult hasNumber =
        parser.parseOptionalInteger(number.emplace());
    if (!hasNumber.has_value())
      number.reset();
    else if (failed(*hasNumber) || parser.parseComma())
      return failure();
    if (parser.parseKeyword("limit") || parser.parseInteger(limit) ||
        parser.parseRParen())
      return failure();
    properties.copies =
        parser.getChecked<CopiesAttr>(loc, parser.getContext(), number, limit);
    if (!properties.copies)
      return failure();
  }
  if (succeeded(parser.parseOptionalKeyword("gallop"))) {
    int64_t ratio;
    if (parser.parseLParen() || parser.parseInteger(ratio) ||
        parser.parseRParen())
      return failure();
    properties.gallop = builder.getI64IntegerAttr(ratio);
  }
  return parseLoopTags(parser, properties);
}

/// Parses the attributes behind the regions, of which `parts` is a property.
static ParseResult parseParts(OpAsmParser &parser, NamedAttrList &attributes,
                              CoiterateOp::Properties &properties) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(attributes))
    return failure();
  Attribute parts = attributes.erase("parts");
  properties.parts = dyn_cast_or_null<ArrayAttr>(parts);
  if (parts && !properties.parts)
    return parser.emitError(loc) << "expected 'parts' to be an array";
  return success();
}

ParseResult CoiterateOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  auto &properties = result.getOrAddProperties<Properties>();
  ParsedVariable variable;
  OpAsmParser::UnresolvedOperand lower, upper;
  SmallVector<ParsedSegment, 2> segments;
  if (parseVariable(parser, variable) || parser.parseKeyword("in") ||
      parser.parseOperand(lower) || parser.parseKeyword("to") ||
      parser.parseOperand(upper) || parseTags(parser, properties) ||
      parser.parseKeyword("over") ||
      parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, [&] {
        return parseSegment(parser, variable, segments);
      }))
    return failure();
  int32_t numSegments = segments.size();
  if (!variable.positions.empty()) {
    int64_t positions = findSegment(segments, variable.positions);
    if (positions == numSegments)
      return parser.emitError(variable.positionsLoc)
             << "unknown segment '" << variable.positions << "'";
    properties.positions = builder.getI64IntegerAttr(positions);
  }

  SmallVector<OpAsmParser::UnresolvedOperand> inits;
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
  if (succeeded(parser.parseOptionalKeyword("until")) &&
      parser.parseAttribute(properties.exits))
    return failure();

  SmallVector<Attribute> points;
  if (parser.parseLBrace())
    return failure();
  auto parseOnePoint = [&] { return parsePoint(parser, segments, points); };
  auto parseBody = [&]() -> ParseResult {
    if (parser.parseRegion(*result.addRegion()))
      return failure();
    ensureTerminator(*result.regions.back(), builder, result.location);
    return success();
  };
  bool guarded = static_cast<bool>(properties.guarded);
  if (guarded && (parser.parseKeyword("points") ||
                  parser.parseCommaSeparatedList(parseOnePoint) ||
                  parseBody() || parser.parseRBrace()))
    return failure();
  while (!guarded && failed(parser.parseOptionalRBrace()))
    if (parser.parseKeyword("point") || parseOnePoint() || parseBody())
      return failure();
  if (parseParts(parser, result.attributes, properties))
    return failure();

  properties.name = variable.name;
  properties.originals = variable.originals;
  properties.points = builder.getArrayAttr(points);
  properties.segments = builder.getArrayAttr(llvm::map_to_vector(
      segments,
      [](const ParsedSegment &segment) -> Attribute { return segment.attr; }));
  Type index = builder.getIndexType();
  if (parser.resolveOperands({lower, upper}, index, result.operands) ||
      resolveSegments(parser, segments, result) ||
      parser.resolveOperands(variable.sizes, index, result.operands) ||
      parser.resolveOperands(variable.base, index, result.operands) ||
      parser.resolveOperands(inits, carriedTypes, carryLoc, result.operands))
    return failure();
  result.addTypes(carriedTypes);

  int32_t numCoords = 0, numOffsets = 0;
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
  return success();
}
