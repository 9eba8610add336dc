//===- LatticeOps.cpp - Coiteration --------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text form of `lattice.coiterate` and what can be asked of it.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Lattice/IR/Lattice.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

#define GET_OP_CLASSES
#include "weft/Dialect/Lattice/IR/LatticeOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

ArrayRef<int64_t> CoiterateOp::getIteratorsOf(unsigned point) {
  return cast<DenseI64ArrayAttr>(getIterators()[point]).asArrayRef();
}

ArrayRef<int64_t> CoiterateOp::getLocatorsOf(unsigned point) {
  return cast<DenseI64ArrayAttr>(getLocators()[point]).asArrayRef();
}

SmallVector<int64_t> CoiterateOp::getSegmentsOf(unsigned point) {
  SmallVector<int64_t> segments;
  for (ArrayRef<int64_t> list : {getIteratorsOf(point), getLocatorsOf(point)})
    for (int64_t segment : list)
      if (segment != getNumSegments())
        segments.push_back(segment);
  return segments;
}

SmallVector<int64_t> CoiterateOp::getSegmentsOfRegion(unsigned region) {
  if (!getGuarded())
    return getSegmentsOf(region);
  return llvm::to_vector(llvm::seq<int64_t>(0, getNumSegments()));
}

SmallVector<Type> CoiterateOp::getRegionArgumentTypes(unsigned region) {
  Builder builder(getContext());
  SmallVector<Type> types = {builder.getIndexType()};
  for (int64_t segment : getSegmentsOfRegion(region)) {
    types.append(hasPositionRange(segment) ? 2 : 1, builder.getIndexType());
    if (getGuarded())
      types.push_back(builder.getI1Type());
  }
  llvm::append_range(types, getInits().getTypes());
  return types;
}

level::LevelTypeAttrInterface CoiterateOp::getLevelType(unsigned segment) {
  auto storage = cast<level::StorageType>(getStorages()[segment].getType());
  return storage.getFormat().getLevelType(getLevels()[segment]);
}

bool CoiterateOp::hasPositionRange(unsigned segment) {
  return !getLevelType(segment).isUnique();
}

OperandRange CoiterateOp::getCoordsOf(unsigned segment) {
  int64_t begin = 0;
  for (unsigned other = 0; other != segment; ++other)
    begin += getLevels()[other];
  return getCoords().slice(begin, getLevels()[segment]);
}

void CoiterateOp::getAsmBlockArgumentNames(Region &region,
                                           OpAsmSetValueNameFn setName) {
  // The naming conventions of thesis section 5.2: pB2 is the position in B2.
  Block::BlockArgListType args = region.getArguments();
  auto nameNext = [&](const Twine &name) {
    if (args.empty())
      return;
    setName(args.front(), name.str());
    args = args.drop_front();
  };
  nameNext(getName());
  for (int64_t segment : getSegmentsOfRegion(region.getRegionNumber())) {
    StringRef suffix = cast<StringAttr>(getSegments()[segment]).getValue();
    nameNext("p" + suffix);
    if (hasPositionRange(segment))
      nameNext("p" + suffix + "_end");
    if (getGuarded())
      nameNext("has" + suffix);
  }
}

//===----------------------------------------------------------------------===//
// Text form
//===----------------------------------------------------------------------===//

namespace {
/// What is parsed of one segment.
struct ParsedSegment {
  OpAsmParser::UnresolvedOperand storage, parentBegin, parentEnd;
  SmallVector<OpAsmParser::UnresolvedOperand> coords;
  Type type;
  int64_t level;
};
} // namespace

static ParseResult parseSegment(OpAsmParser &parser,
                                SmallVectorImpl<StringRef> &names,
                                SmallVectorImpl<ParsedSegment> &segments) {
  ParsedSegment segment;
  StringRef name;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&name))
    return failure();
  if (name == CoiterateOp::kUniverse || llvm::is_contained(names, name))
    return parser.emitError(loc)
           << "the segment name '" << name << "' is taken";
  if (parser.parseEqual() || parser.parseOperand(segment.storage) ||
      parser.parseKeyword("level") || parser.parseInteger(segment.level) ||
      parser.parseKeyword("under") ||
      parser.parseOperand(segment.parentBegin) || parser.parseKeyword("to") ||
      parser.parseOperand(segment.parentEnd) || parser.parseKeyword("coords"))
    return failure();
  loc = parser.getCurrentLocation();
  if (parser.parseOperandList(segment.coords, OpAsmParser::Delimiter::Paren))
    return failure();
  if (static_cast<int64_t>(segment.coords.size()) != segment.level)
    return parser.emitError(loc)
           << "expected a coordinate for each of the " << segment.level
           << " levels above, got " << segment.coords.size();
  if (parser.parseColonType(segment.type))
    return failure();
  names.push_back(name);
  segments.push_back(segment);
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

ParseResult CoiterateOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  StringAttr name;
  OpAsmParser::UnresolvedOperand lower, upper;
  SmallVector<StringRef> names;
  SmallVector<ParsedSegment> segments;
  if (parser.parseAttribute(name) || parser.parseKeyword("in") ||
      parser.parseOperand(lower) || parser.parseKeyword("to") ||
      parser.parseOperand(upper))
    return failure();
  bool windowed = succeeded(parser.parseOptionalKeyword("windowed"));
  bool guarded = succeeded(parser.parseOptionalKeyword("guarded"));
  if (parser.parseKeyword("over") ||
      parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, [&] {
        return parseSegment(parser, names, segments);
      }))
    return failure();

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

  Type index = builder.getIndexType();
  SmallVector<int64_t> levels;
  if (parser.resolveOperands({lower, upper}, index, result.operands))
    return failure();
  for (ParsedSegment &segment : segments) {
    levels.push_back(segment.level);
    if (parser.resolveOperand(segment.storage, segment.type, result.operands))
      return failure();
  }
  for (auto member : {&ParsedSegment::parentBegin, &ParsedSegment::parentEnd})
    for (ParsedSegment &segment : segments)
      if (parser.resolveOperand(segment.*member, index, result.operands))
        return failure();
  int32_t numCoords = 0;
  for (ParsedSegment &segment : segments) {
    numCoords += segment.coords.size();
    if (parser.resolveOperands(segment.coords, index, result.operands))
      return failure();
  }
  if (parser.resolveOperands(inits, carriedTypes, carryLoc, result.operands))
    return failure();
  result.addTypes(carriedTypes);

  int32_t numSegments = segments.size();
  auto &properties = result.getOrAddProperties<Properties>();
  llvm::copy(ArrayRef<int32_t>{1, 1, numSegments, numSegments, numSegments,
                               numCoords, static_cast<int32_t>(inits.size())},
             properties.operandSegmentSizes.begin());
  properties.name = name;
  properties.segments = builder.getStrArrayAttr(names);
  properties.levels = builder.getDenseI64ArrayAttr(levels);
  properties.iterators = builder.getArrayAttr(iterators);
  properties.locators = builder.getArrayAttr(locators);
  if (windowed)
    properties.windowed = builder.getUnitAttr();
  if (guarded)
    properties.guarded = builder.getUnitAttr();
  return success();
}

void CoiterateOp::print(OpAsmPrinter &printer) {
  auto segmentName = [&](int64_t segment) {
    return segment == getNumSegments()
               ? StringRef(kUniverse)
               : cast<StringAttr>(getSegments()[segment]).getValue();
  };
  printer << " ";
  printer.printAttributeWithoutType(getNameAttr());
  printer << " in " << getLower() << " to " << getUpper();
  if (getWindowed())
    printer << " windowed";
  if (getGuarded())
    printer << " guarded";
  printer << " over (";
  llvm::interleaveComma(
      llvm::seq<unsigned>(0, getNumSegments()), printer, [&](unsigned s) {
        printer << segmentName(s) << " = " << getStorages()[s] << " level "
                << getLevels()[s] << " under " << getParentBegins()[s] << " to "
                << getParentEnds()[s] << " coords(" << getCoordsOf(s)
                << ") : " << getStorages()[s].getType();
      });
  printer << ")";
  if (!getInits().empty()) {
    printer << " carry (";
    llvm::interleaveComma(getInits(), printer, [&](Value init) {
      printer << init << " : " << init.getType();
    });
    printer << ")";
  }
  printer << " {";
  printer.increaseIndent();
  auto printPoint = [&](unsigned point) {
    printer << "[";
    llvm::interleaveComma(getIteratorsOf(point), printer,
                          [&](int64_t s) { printer << segmentName(s); });
    if (!getLocatorsOf(point).empty()) {
      printer << " | ";
      llvm::interleaveComma(getLocatorsOf(point), printer,
                            [&](int64_t s) { printer << segmentName(s); });
    }
    printer << "]";
  };
  for (auto [index, body] : llvm::enumerate(getBodies())) {
    printer.printNewline();
    printer << (getGuarded() ? "points " : "point ");
    if (getGuarded())
      llvm::interleaveComma(llvm::seq(getNumPoints()), printer, printPoint);
    else
      printPoint(index);
    printer << " ";
    printer.printRegion(body, /*printEntryBlockArgs=*/true,
                        /*printBlockTerminators=*/!getInits().empty());
  }
  printer.decreaseIndent();
  printer.printNewline();
  printer << "}";
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {"name", "segments", "levels", "iterators",
                                 "locators", "windowed", "guarded",
                                 getOperandSegmentSizesAttrName()});
}
