//===- Strided.cpp - A level type of another project ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The level functions of the level type, emitted by an external model, and the
// text of its attribute.
//
//===----------------------------------------------------------------------===//

#include "Strided.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Conversion/LevelToMemRef/LevelEmitter.h"

#include "mlir/IR/DialectImplementation.h"

MLIR_DEFINE_EXPLICIT_TYPE_ID(strided::StridedDialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(strided::EveryAttr)

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
  addAttributes<EveryAttr>();
}

Attribute StridedDialect::parseAttribute(DialectAsmParser &parser, Type) const {
  int64_t stride;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword("every") || parser.parseLess() ||
      parser.parseInteger(stride) || parser.parseGreater())
    return {};
  if (stride < 1)
    return parser.emitError(loc) << "expected a positive stride", Attribute();
  return EveryAttr::get(parser.getContext(), stride);
}

void StridedDialect::printAttribute(Attribute attr,
                                    DialectAsmPrinter &printer) const {
  printer << "every<" << llvm::cast<EveryAttr>(attr).getStride() << ">";
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
};
} // namespace

void strided::registerStrided(DialectRegistry &registry) {
  registry.insert<StridedDialect>();
  registry.addExtension(+[](MLIRContext *context, StridedDialect *) {
    weft::attachEmitter<
        EveryAttr, EveryEmitter, weft::PositionsEmitterInterface,
        weft::PositionIterateEmitterInterface, weft::SearchEmitterInterface,
        weft::RecoverEmitterInterface, weft::LocateEmitterInterface>(*context);
  });
}
