//===- Scalars.cpp - Expressions of values ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes expressions of values: variables, constants, elements of arrays, and
// operations that are not statements.
//
//===----------------------------------------------------------------------===//

#include "FunctionPrinter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace weft::csource;

CType FunctionPrinter::typeOf(Value value, Operation *op) {
  Type type = value.getType();
  if (auto array = dyn_cast<MemRefType>(type))
    type = array.getElementType();
  if (isa<MemRefType>(type))
    return CType::Array;
  std::optional<CType> found = findType(type);
  if (!found) {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    (void)refuse(op, (facts.isCUDA ? "it has no type '" : "C99 has no type '") +
                         text + "'" +
                         (isa<FloatType>(type) ? "; choose f32 or f64" : ""));
    return CType::I64;
  }
  if (*found == CType::Bool)
    facts.prelude.include("stdbool.h");
  if (isShortFloat(*found))
    facts.prelude.includeDevice(*found == CType::F16 ? "cuda_fp16.h"
                                                     : "cuda_bf16.h");
  if (isComplex(*found) && facts.isCUDA)
    facts.prelude.require(getSpelling(*found));
  else if (isComplex(*found))
    facts.prelude.include("complex.h");
  return *found;
}

std::optional<CType> FunctionPrinter::findType(Type type) const {
  std::optional<CType> found = getCType(type);
  if (facts.isCUDA && found == CType::C64)
    return CType::CudaC64;
  if (facts.isCUDA && found == CType::C128)
    return CType::CudaC128;
  if (!facts.isCUDA && found && isShortFloat(*found))
    return std::nullopt;
  return found;
}

Expr FunctionPrinter::callHelper(StringRef name, ArrayRef<Expr> arguments,
                                 CType type) {
  facts.prelude.require(name);
  return makeCall(name, arguments, type);
}

Expr FunctionPrinter::get(Value value) {
  if (Variable *variable = variables.lookup(value))
    return {variable->name, variable->type};
  Operation *op = value.getDefiningOp();
  if (!op) {
    failed = true;
    return {"?"};
  }
  return getExpression(op);
}

Expr FunctionPrinter::getExact(Value value) {
  std::optional<CType> type = findType(value.getType());
  Expr expr = get(value);
  return type ? widenTo(expr, *type) : expr;
}

/// A number so that reading it gives the same number again.
static std::string getFloatText(APFloat value, CType type) {
  if (value.isNaN())
    return "NAN";
  if (value.isInfinity())
    return value.isNegative() ? "-INFINITY" : "INFINITY";
  SmallString<32> text;
  value.toString(text, /*FormatPrecision=*/0, /*FormatMaxPadding=*/4);
  if (StringRef(text).find_first_of(".E") == StringRef::npos)
    text += ".0";
  if (type == CType::F32)
    text += "f";
  return text.str().str();
}

Expr FunctionPrinter::getConstant(Operation *op, Attribute value) {
  CType type = typeOf(op->getResult(0), op);
  if (auto integer = dyn_cast<IntegerAttr>(value)) {
    if (type == CType::Bool)
      return {integer.getValue().isZero() ? "false" : "true", type};
    return makeLiteral(integer.getValue().getSExtValue(), type);
  }
  auto makeFloat = [&](APFloat number, CType type) -> Expr {
    if (!number.isFinite())
      facts.prelude.include("math.h");
    bool isNegative = number.isNegative() && !number.isNaN();
    if (isShortFloat(type)) {
      bool losesInfo = false;
      number.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                     &losesInfo);
      return castTo({getFloatText(number, CType::F32), CType::F32,
                     isNegative ? Binding::Unary : Binding::Primary},
                    type);
    }
    return {getFloatText(number, type), type,
            isNegative ? Binding::Unary : Binding::Primary};
  };
  if (auto number = dyn_cast<FloatAttr>(value))
    return makeFloat(number.getValue(), type);
  if (auto parts = dyn_cast<ArrayAttr>(value); parts && parts.size() == 2) {
    auto real = dyn_cast<FloatAttr>(parts[0]);
    auto imaginary = dyn_cast<FloatAttr>(parts[1]);
    if (real && imaginary)
      return makeComplex(makeFloat(real.getValue(), getPart(type)),
                         makeFloat(imaginary.getValue(), getPart(type)), type);
  }
  (void)refuse(op, "it is a constant of another kind");
  return {"0"};
}

ArrayExpr FunctionPrinter::getArray(Value value) {
  auto type = cast<MemRefType>(value.getType());
  if (Variable *variable = variables.lookup(value)) {
    ArrayExpr array{variable->name, {variable->length, CType::I64}};
    if (type.hasStaticShape() && variable->length.empty())
      array.length = makeLiteral(type.getNumElements(), CType::I64);
    // Launches hand over whole records, of which kernels view a part.
    SmallVector<int64_t> strides;
    int64_t offset = 0;
    if (isDevice() && isa<BlockArgument>(value) && type.getRank() == 1 &&
        succeeded(type.getStridesAndOffset(strides, offset)) &&
        !ShapedType::isDynamic(offset) && !ShapedType::isDynamic(strides[0])) {
      array.offset = offset;
      array.stride = strides[0];
    }
    return array;
  }
  Operation *op = value.getDefiningOp();
  if (auto cast = dyn_cast_if_present<memref::CastOp>(op))
    return getArray(cast.getSource());
  if (auto view = dyn_cast_if_present<memref::ReinterpretCastOp>(op)) {
    ArrayExpr array = getArray(view.getSource());
    int64_t offset = view.getStaticOffset(0), stride = view.getStaticStride(0);
    if (view.getType().getRank() == 1 && !ShapedType::isDynamic(offset) &&
        !ShapedType::isDynamic(stride) && array.offset == 0 &&
        array.stride == 1) {
      array.offset = offset;
      array.stride = stride;
      OpFoldResult size = view.getMixedSizes().front();
      if (auto length = dyn_cast<Attribute>(size))
        array.length =
            makeLiteral(cast<IntegerAttr>(length).getInt(), CType::I64);
      // An unused length need not have been computed.
      else if (facts.arrays.needsLength(view))
        array.length = get(cast<Value>(size));
      return array;
    }
  }
  (void)refuse(op ? op : function.getOperation(),
               "it views an array in a way that has no name in C");
  return {"?", {}};
}

Expr FunctionPrinter::getElement(Value array, ValueRange indices,
                                 Operation *op) {
  ArrayExpr source = getArray(array);
  if (indices.size() > 1)
    (void)refuse(op, "it accesses an array that is no list");
  if (indices.size() != 1)
    return {source.pointer + "[0]", typeOf(array, op)};
  Expr position = get(indices.front());
  auto combine = [&](StringRef symbol, int64_t number, Binding binding) {
    position = makeBinary(symbol, castTo(position, CType::I64),
                          makeLiteral(number, CType::I64), binding, CType::I64);
  };
  if (source.stride != 1)
    combine("*", source.stride, Binding::Product);
  if (source.offset != 0)
    combine("+", source.offset, Binding::Sum);
  return {source.pointer + "[" + position.assignedTo(CType::I64) + "]",
          typeOf(array, op)};
}

Expr FunctionPrinter::getExpression(Operation *op) {
  Attribute constant;
  if (matchPattern(op, m_Constant(&constant)))
    return getConstant(op, constant);
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    if (load.getIndices().size() <= 1)
      return getElement(load.getMemRef(), load.getIndices(), op);
  } else if (auto dim = dyn_cast<memref::DimOp>(op)) {
    return getArray(dim.getSource()).length;
  } else if (auto address =
                 dyn_cast<memref::ExtractAlignedPointerAsIndexOp>(op)) {
    return {"(intptr_t)" + getArray(address.getSource()).pointer, CType::I64,
            Binding::Unary};
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    Expr condition = get(branch.getCondition());
    Value yes = branch.thenYield().getOperand(0);
    Value no = branch.elseYield().getOperand(0);
    CType type = typeOf(branch.getResult(0), op);
    if (type == CType::Bool && (matchPattern(no, m_Zero())))
      return makeBinary("&&", condition, get(yes), Binding::And, type);
    if (type == CType::Bool && (matchPattern(yes, m_One())))
      return makeBinary("||", condition, get(no), Binding::Or, type);
    return {condition.within(Binding::Or) + " ? " +
                castTo(get(yes), type).within(Binding::Or) + " : " +
                castTo(get(no), type).within(Binding::Or),
            type, Binding::Conditional};
  }
  std::optional<Expr> expr;
  for (auto method :
       {&FunctionPrinter::getDeviceOp, &FunctionPrinter::getBooleanOp,
        &FunctionPrinter::getIntegerOp, &FunctionPrinter::getFloatOp,
        &FunctionPrinter::getConversion, &FunctionPrinter::getMathOp,
        &FunctionPrinter::getComplexOp})
    if (!expr)
      expr = (this->*method)(op);
  if (expr)
    return *expr;
  (void)refuse(op, "it uses '" + op->getName().getStringRef() + "'");
  return {"0"};
}
