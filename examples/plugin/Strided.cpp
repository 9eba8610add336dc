//===- Strided.cpp - Level types of another project -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of the level types, emitted by external models, and the
// text of their attributes.
//
//===----------------------------------------------------------------------===//

#include "Strided.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Conversion/LevelToMemRef/LevelEmitter.h"
#include "weft/Runtime/TensorABI.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/DialectImplementation.h"

MLIR_DEFINE_EXPLICIT_TYPE_ID(strided::StridedDialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(strided::EveryAttr)
MLIR_DEFINE_EXPLICIT_TYPE_ID(strided::MarkedAttr)
MLIR_DEFINE_EXPLICIT_TYPE_ID(strided::DiagonalAttr)

using namespace mlir;
using namespace strided;
using weft::emitIndex;
using weft::LevelSite;
using weft::ValuePair;

//===----------------------------------------------------------------------===//
// Dialect
//===----------------------------------------------------------------------===//

StridedDialect::StridedDialect(MLIRContext *context)
    : Dialect(getDialectNamespace(), context, TypeID::get<StridedDialect>()) {
  addAttributes<EveryAttr, MarkedAttr, DiagonalAttr>();
}

Attribute StridedDialect::parseAttribute(DialectAsmParser &parser, Type) const {
  int64_t number;
  StringRef name;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&name))
    return {};
  if (name == "diagonal")
    return DiagonalAttr::get(parser.getContext());
  if (parser.parseLess() || parser.parseInteger(number) ||
      parser.parseGreater())
    return {};
  if (number < 1)
    return parser.emitError(loc) << "expected a positive number", Attribute();
  if (name == "every")
    return EveryAttr::get(parser.getContext(), number);
  if (name == "marked")
    return MarkedAttr::get(parser.getContext(), number);
  return parser.emitError(loc)
             << "expected 'every', 'marked' or 'diagonal', got '" << name
             << "'",
         Attribute();
}

void StridedDialect::printAttribute(Attribute attr,
                                    DialectAsmPrinter &printer) const {
  if (auto every = llvm::dyn_cast<EveryAttr>(attr))
    printer << "every<" << every.getStride() << ">";
  else if (auto marked = llvm::dyn_cast<MarkedAttr>(attr))
    printer << "marked<" << marked.getWidth() << ">";
  else
    printer << "diagonal";
}

//===----------------------------------------------------------------------===//
// Level functions
//===----------------------------------------------------------------------===//

namespace {
template <typename Base> struct EveryEmitter : Base {
  static Value emitStride(Attribute attr, const LevelSite &site) {
    return emitIndex(site.builder, llvm::cast<EveryAttr>(attr).getStride());
  }
  /// How many coordinates there are below each parent.
  static Value emitCount(Attribute attr, const LevelSite &site) {
    return arith::CeilDivUIOp::create(site.builder, site.size,
                                      emitStride(attr, site));
  }

  ValuePair posBounds(Attribute attr, const LevelSite &site, ValueRange,
                      Value parentBegin, Value parentEnd) const {
    Value count = emitCount(attr, site);
    Value begin = arith::MulIOp::create(site.builder, parentBegin, count);
    Value end = arith::MulIOp::create(site.builder, parentEnd, count);
    return ValuePair{begin, end};
  }
  ValuePair posAccess(Attribute attr, const LevelSite &site, ValueRange,
                      Value position, ValueRange) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value number = arith::RemUIOp::create(b, position, emitCount(attr, site));
    Value coordinate = arith::MulIOp::create(b, number, emitStride(attr, site));
    Value found = arith::ConstantOp::create(b, b.getBoolAttr(true));
    return ValuePair{coordinate, found};
  }
  ValuePair locate(Attribute attr, const LevelSite &site, ValueRange,
                   Value parent, ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value stride = emitStride(attr, site);
    Value begin = arith::MulIOp::create(b, parent, emitCount(attr, site));
    Value number = arith::DivUIOp::create(b, coords.back(), stride);
    Value rest = arith::RemUIOp::create(b, coords.back(), stride);
    Value found =
        weft::emitCompare(b, arith::CmpIPredicate::eq, rest, emitIndex(b, 0));
    return ValuePair{arith::AddIOp::create(b, begin, number), found};
  }
  Value search(Attribute attr, const LevelSite &site, ValueRange, Value begin,
               Value end, Value coordinate, ValueRange) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value before =
        arith::CeilDivUIOp::create(b, coordinate, emitStride(attr, site));
    Value position = arith::AddIOp::create(b, begin, before);
    return arith::MinUIOp::create(b, position, end).getResult();
  }
  Value parentOf(Attribute attr, const LevelSite &site, ValueRange,
                 Value position, Value, Value) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value count =
        arith::MaxUIOp::create(b, emitCount(attr, site), emitIndex(b, 1));
    return arith::DivUIOp::create(b, position, count).getResult();
  }

  // Assembly: the positions exist as soon as the parents do.
  bool isSizeFixed(Attribute) const { return true; }
  void getStateTypes(Attribute, Type, Type, SmallVectorImpl<Type> &) const {}
  void init(Attribute, const LevelSite &, Value, weft::ValueVector &) const {}
  Value size(Attribute attr, const LevelSite &site, ValueRange,
             Value parentSize) const {
    return weft::emitCheckedMul(site.builder, parentSize,
                                emitCount(attr, site));
  }
  void finalize(Attribute, const LevelSite &, ValueRange, Value,
                weft::ValueVector &) const {}
  Value insertCoord(Attribute attr, const LevelSite &site, weft::ValueVector &,
                    Value parent, ValueRange coords) const {
    auto [position, found] = locate(attr, site, {}, parent, coords);
    // No position is that of a coordinate between two strides.
    weft::emitFailUnless(site.builder, found, WEFT_RT_INVALID_ARGUMENT);
    return position;
  }
};

template <typename Base> struct MarkedEmitter : Base {
  /// The array of a level, which is its state as well.
  enum { kMarked };

  static Value emitWidth(Attribute attr, const LevelSite &site) {
    return emitIndex(site.builder, llvm::cast<MarkedAttr>(attr).getWidth());
  }
  /// How many bytes there are for each parent.
  static Value emitCount(Attribute attr, const LevelSite &site) {
    return arith::CeilDivUIOp::create(site.builder, site.size,
                                      emitWidth(attr, site));
  }
  static Value emitMark(ImplicitLocOpBuilder &b, bool isMarked) {
    return arith::ConstantOp::create(b, b.getI8IntegerAttr(isMarked));
  }
  /// The byte of a coordinate.
  static Value emitByte(Attribute attr, const LevelSite &site, Value parent,
                        Value coordinate) {
    ImplicitLocOpBuilder &b = site.builder;
    Value begin = arith::MulIOp::create(b, parent, emitCount(attr, site));
    Value number = arith::DivUIOp::create(b, coordinate, emitWidth(attr, site));
    return arith::AddIOp::create(b, begin, number);
  }

  ValuePair coordBounds(Attribute, const LevelSite &site, ValueRange, Value,
                        ValueRange) const {
    return ValuePair{emitIndex(site.builder, 0), site.size};
  }
  ValuePair coordAccess(Attribute attr, const LevelSite &site,
                        ValueRange arrays, Value parent,
                        ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value position = weft::emitDensePosition(site, parent, coords.back());
    Value mark = memref::LoadOp::create(
        b, arrays[kMarked], emitByte(attr, site, parent, coords.back()));
    Value found = weft::emitCompare(b, arith::CmpIPredicate::ne, mark,
                                    emitMark(b, false));
    return ValuePair{position, found};
  }
  ValuePair locate(Attribute attr, const LevelSite &site, ValueRange arrays,
                   Value parent, ValueRange coords) const {
    return coordAccess(attr, site, arrays, parent, coords);
  }

  // Assembly: positions are those of a dense level.
  bool isSizeFixed(Attribute) const { return true; }
  void getStateTypes(Attribute, Type posType, Type,
                     SmallVectorImpl<Type> &types) const {
    types.push_back(
        weft::getArrayType(IntegerType::get(posType.getContext(), 8)));
  }
  void init(Attribute attr, const LevelSite &site, Value parentSize,
            weft::ValueVector &state) const {
    ImplicitLocOpBuilder &b = site.builder;
    // Parents that are appended are no more than there are in the end.
    Value length =
        parentSize ? weft::emitCheckedMul(b, parentSize, emitCount(attr, site))
                   : emitIndex(b, 0);
    state.push_back(weft::emitFilled(b, length, emitMark(b, false)));
  }
  void reserve(Attribute attr, const LevelSite &site, weft::ValueVector &state,
               Value parentSize) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value needed = weft::emitCheckedMul(b, parentSize, emitCount(attr, site));
    state[kMarked] =
        weft::emitEnsureLength(b, state[kMarked], needed, emitMark(b, false));
  }
  Value size(Attribute, const LevelSite &site, ValueRange,
             Value parentSize) const {
    return weft::emitCheckedMul(site.builder, parentSize, site.size);
  }
  Value insertCoord(Attribute attr, const LevelSite &site,
                    weft::ValueVector &state, Value parent,
                    ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    if (!site.parentsKnown) {
      Value next = arith::AddIOp::create(b, parent, emitIndex(b, 1));
      reserve(attr, site, state, next);
    }
    memref::StoreOp::create(b, emitMark(b, true), state[kMarked],
                            emitByte(attr, site, parent, coords.back()));
    return weft::emitDensePosition(site, parent, coords.back());
  }
  void finalize(Attribute attr, const LevelSite &site, ValueRange state,
                Value parentSize, weft::ValueVector &arrays) const {
    arrays.push_back(state[kMarked]);
    if (site.parentsKnown)
      return;
    reserve(attr, site, arrays, parentSize);
    Value length =
        weft::emitCheckedMul(site.builder, parentSize, emitCount(attr, site));
    arrays.front() = weft::emitPrefix(site.builder, arrays.front(), length);
  }
};
} // namespace

namespace {
template <typename Base> struct DiagonalEmitter : Base {
  ValuePair posBounds(Attribute, const LevelSite &, ValueRange,
                      Value parentBegin, Value parentEnd) const {
    return ValuePair{parentBegin, parentEnd};
  }
  ValuePair posAccess(Attribute, const LevelSite &site, ValueRange, Value,
                      ValueRange coords) const {
    // Rows behind the last column have none.
    Value found = weft::emitCompare(site.builder, arith::CmpIPredicate::ult,
                                    coords.back(), site.size);
    return ValuePair{coords.back(), found};
  }
  Value search(Attribute, const LevelSite &site, ValueRange, Value begin,
               Value end, Value coordinate, ValueRange coords) const {
    ImplicitLocOpBuilder &b = site.builder;
    Value isBehind = weft::emitCompare(b, arith::CmpIPredicate::uge,
                                       coords.back(), coordinate);
    return arith::SelectOp::create(b, isBehind, begin, end).getResult();
  }
};
} // namespace

void strided::registerStrided(DialectRegistry &registry) {
  registry.insert<StridedDialect>();
  registry.addExtension(+[](MLIRContext *context, StridedDialect *) {
    weft::attachEmitter<
        EveryAttr, EveryEmitter, weft::PositionsEmitterInterface,
        weft::PositionIterateEmitterInterface, weft::SearchEmitterInterface,
        weft::RecoverEmitterInterface, weft::LocateEmitterInterface,
        weft::AssemblyEmitterInterface, weft::InsertEmitterInterface>(*context);
    weft::attachEmitter<
        MarkedAttr, MarkedEmitter, weft::CoordinateIterateEmitterInterface,
        weft::LocateEmitterInterface, weft::AssemblyEmitterInterface,
        weft::InsertEmitterInterface>(*context);
    weft::attachEmitter<
        DiagonalAttr, DiagonalEmitter, weft::PositionsEmitterInterface,
        weft::PositionIterateEmitterInterface, weft::SearchEmitterInterface>(
        *context);
  });
}
