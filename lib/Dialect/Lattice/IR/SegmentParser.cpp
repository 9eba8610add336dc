//===- SegmentParser.cpp - Text form of segments ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses the variable and the segments of `lattice.coiterate`, whose text has
// names for segments and variables where the operation has numbers.
//
//===----------------------------------------------------------------------===//

#include "SegmentParser.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

ParseResult lattice::parseVariable(OpAsmParser &parser,
                                   ParsedVariable &variable) {
  if (parser.parseAttribute(variable.name))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("positions"))) {
    if (parser.parseKeyword("of"))
      return failure();
    variable.positionsLoc = parser.getCurrentLocation();
    if (parser.parseKeywordOrString(&variable.positions))
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

/// Parses what a segment has beside its operands, up to where these go on.
static ParseResult parseSegmentAttr(OpAsmParser &parser,
                                    const ParsedVariable &variable,
                                    ParsedSegment &segment) {
  std::string name;
  int64_t first, stride = 0;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeywordOrString(&name) || parser.parseEqual() ||
      parser.parseOperand(segment.storage) || parser.parseKeyword("level") ||
      parser.parseInteger(first))
    return failure();
  int64_t last = first;
  if (succeeded(parser.parseOptionalKeyword("to")) && parser.parseInteger(last))
    return failure();
  if (last < first)
    return parser.emitError(loc)
           << "expected the last level of segment '" << name
           << "' at or below its first, " << first << ", got " << last;
  int64_t numLevels = last - first + 1;
  SmallVector<int64_t> dimensions;
  if (succeeded(parser.parseOptionalKeyword("along"))) {
    if (parseDimensions(parser, variable, dimensions))
      return failure();
  } else {
    int64_t numDimensions = variable.originals ? variable.originals.size() : 1;
    llvm::append_range(dimensions, llvm::seq(numDimensions));
  }
  if (static_cast<int64_t>(dimensions.size()) != numLevels)
    return parser.emitError(loc)
           << "expected segment '" << name << "' to be along " << numLevels
           << " variables, as many as it has levels, got " << dimensions.size();
  bool searched = succeeded(parser.parseOptionalKeyword("searched"));
  if (succeeded(parser.parseOptionalKeyword("strided"))) {
    if (parser.parseInteger(stride) || parser.parseKeyword("from") ||
        parser.parseOperand(segment.offset.emplace_back()))
      return failure();
    if (stride == 0)
      return parser.emitError(loc) << "expected segment '" << name
                                   << "' to have a positive stride, got 0";
  }
  segment.attr = parser.getChecked<SegmentAttr>(
      loc, parser.getContext(), parser.getBuilder().getStringAttr(name), first,
      ArrayRef<int64_t>(dimensions), searched, stride);
  return success(static_cast<bool>(segment.attr));
}

ParseResult lattice::parseSegment(OpAsmParser &parser,
                                  const ParsedVariable &variable,
                                  SmallVectorImpl<ParsedSegment> &segments) {
  ParsedSegment segment;
  if (parseSegmentAttr(parser, variable, segment) ||
      parser.parseKeyword("under") ||
      parser.parseOperand(segment.parentBegin) || parser.parseKeyword("to") ||
      parser.parseOperand(segment.parentEnd) || parser.parseKeyword("coords"))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(segment.coords, OpAsmParser::Delimiter::Paren))
    return failure();
  // The operation has the coordinates of all segments in one list, so that only
  // the text can have them at the wrong one.
  int64_t level = segment.attr.getFirstLevel();
  if (static_cast<int64_t>(segment.coords.size()) != level)
    return parser.emitError(loc)
           << "expected a coordinate for each of the " << level
           << " levels above, got " << segment.coords.size();
  if (parser.parseColonType(segment.type))
    return failure();
  segments.push_back(std::move(segment));
  return success();
}

int64_t lattice::findSegment(ArrayRef<ParsedSegment> segments, StringRef name) {
  return llvm::find_if(segments,
                       [&](const ParsedSegment &segment) {
                         return segment.attr.getName() == name;
                       }) -
         segments.begin();
}

ParseResult lattice::resolveSegments(OpAsmParser &parser,
                                     ArrayRef<ParsedSegment> segments,
                                     OperationState &result) {
  Type index = parser.getBuilder().getIndexType();
  for (const ParsedSegment &segment : segments)
    if (parser.resolveOperand(segment.storage, segment.type, result.operands))
      return failure();
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
  return success();
}
