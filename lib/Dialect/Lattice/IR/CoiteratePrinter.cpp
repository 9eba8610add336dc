//===- CoiteratePrinter.cpp - Text form of coiteration ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints `lattice.coiterate` in the form that CoiterateParser.cpp parses.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Lattice/IR/Lattice.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::lattice;

static StringRef getSegmentName(CoiterateOp op, int64_t segment) {
  return segment == op.getNumSegments()
             ? StringRef(CoiterateOp::kUniverse)
             : op.getSegment(segment).getName().getValue();
}

/// Prints `[B2, U, ([c1], [d1]) | e1]`.
static void printPoint(OpAsmPrinter &printer, CoiterateOp op, PointAttr point) {
  auto printName = [&](int64_t segment) {
    printer.printKeywordOrString(getSegmentName(op, segment));
  };
  llvm::ListSeparator comma;
  printer << "[";
  for (int64_t segment : point.getIterators()) {
    printer << StringRef(comma);
    printName(segment);
  }
  for (ArrayAttr alternatives : point.getUnions()) {
    printer << StringRef(comma) << "(";
    llvm::interleaveComma(
        alternatives.getAsRange<PointAttr>(), printer,
        [&](PointAttr inner) { printPoint(printer, op, inner); });
    printer << ")";
  }
  if (!point.getLocators().empty()) {
    bool isFirst = point.getIterators().empty() && point.getUnions().empty();
    printer << (isFirst ? "| " : " | ");
    llvm::interleaveComma(point.getLocators(), printer, printName);
  }
  printer << "]";
}

static void printVariable(OpAsmPrinter &printer, CoiterateOp op) {
  printer << " ";
  printer.printAttributeWithoutType(op.getNameAttr());
  if (op.getPositions()) {
    printer << " positions of ";
    printer.printKeywordOrString(getSegmentName(op, *op.getPositions()));
  }
  if (!op.getOriginals())
    return;
  printer << " original (";
  llvm::interleaveComma(*op.getOriginals(), printer, [&](Attribute name) {
    printer.printAttributeWithoutType(name);
  });
  printer << ")";
  if (!op.getSizes().empty())
    printer << " of (" << op.getSizes() << ")";
  if (op.getBase())
    printer << " from " << op.getBase();
}

static void printSegment(OpAsmPrinter &printer, CoiterateOp op,
                         unsigned segment) {
  SegmentAttr attr = op.getSegment(segment);
  printer.printKeywordOrString(attr.getName().getValue());
  printer << " = " << op.getStorages()[segment] << " level "
          << attr.getFirstLevel();
  if (attr.getNumLevels() != 1)
    printer << " to " << attr.getLastLevel();
  ArrayRef<int64_t> dimensions = attr.getDimensions();
  if (!llvm::equal(dimensions, llvm::seq<int64_t>(0, op.getNumDimensions()))) {
    printer << " along (";
    llvm::interleaveComma(dimensions, printer, [&](int64_t dimension) {
      Attribute name = op.getNameAttr();
      if (dimension != op.getNumDimensions())
        name = (*op.getOriginals())[dimension];
      printer.printAttributeWithoutType(name);
    });
    printer << ")";
  }
  if (attr.getSearched())
    printer << " searched";
  if (attr.isShifted())
    printer << " strided " << attr.getStride() << " from "
            << op.getOffset(segment);
  printer << " under " << op.getParentBegins()[segment] << " to "
          << op.getParentEnds()[segment] << " coords("
          << op.getCoordsOf(segment)
          << ") : " << op.getStorages()[segment].getType();
}

void CoiterateOp::print(OpAsmPrinter &printer) {
  printVariable(printer, *this);
  printer << " in " << getLower() << " to " << getUpper();
  if (getWindowed())
    printer << " windowed";
  if (getGuarded())
    printer << " guarded";
  if (CopiesAttr copies = getCopiesAttr()) {
    printer << " copies(";
    if (copies.getNumber())
      printer << *copies.getNumber() << ", ";
    printer << "limit " << copies.getLimit() << ")";
  }
  if (getGallop())
    printer << " gallop(" << getGallopAttr().getInt() << ")";
  LoopInfo info = getLoopInfo();
  if (DistributionAttr distribution = info.parallel) {
    printer << " parallel(";
    printDistribution(printer, distribution);
    printer << ")";
    if (DenseI64ArrayAttr partitions = getPartitionsAttr()) {
      printer << " partitions(";
      llvm::interleaveComma(partitions.asArrayRef(), printer);
      printer << ")";
    }
  }
  if (info.gpu) {
    printer << " ";
    printGPUUnit(printer, *info.gpu, info.gpuSize);
  }
  auto printLength = [&](StringRef name, int64_t length) {
    if (length != 0)
      printer << " " << name << "(" << length << ")";
  };
  printLength("unroll", info.unroll);
  if (info.vector) {
    printer << " vector";
    if (*info.vector != 0)
      printer << "(" << *info.vector << ")";
  }
  printLength("guard", info.guard);
  printLength("predicate", info.predicate);
  printLength("tiles", info.tiles);
  if (info.isOptional)
    printer << " optional";
  if (getPieces())
    printer << " pieces";
  if (getConfig())
    printer << " config(" << *getConfig() << ")";
  printer << " over (";
  llvm::interleaveComma(llvm::seq<unsigned>(0, getNumSegments()), printer,
                        [&](unsigned s) { printSegment(printer, *this, s); });
  printer << ")";
  if (!getInits().empty()) {
    printer << " carry (";
    llvm::interleaveComma(getInits(), printer, [&](Value init) {
      printer << init << " : " << init.getType();
    });
    printer << ")";
  }
  if (getExits())
    printer << " until " << *getExits();
  printer << " {";
  printer.increaseIndent();
  auto printOne = [&](unsigned point) {
    printPoint(printer, *this, getPoint(point));
  };
  for (auto [index, body] : llvm::enumerate(getBodies())) {
    printer.printNewline();
    printer << (getGuarded() ? "points " : "point ");
    if (getGuarded())
      llvm::interleaveComma(llvm::seq(getNumPoints()), printer, printOne);
    else
      printOne(index);
    printer << " ";
    printer.printRegion(body, /*printEntryBlockArgs=*/true,
                        /*printBlockTerminators=*/!getInits().empty());
  }
  printer.decreaseIndent();
  printer.printNewline();
  printer << "}";
  SmallVector<StringRef> inText(getAttributeNames());
  llvm::erase(inText, getPartsAttrName().getValue());
  inText.push_back(getOperandSegmentSizesAttrName());
  printer.printOptionalAttrDict((*this)->getAttrs(), inText);
}
