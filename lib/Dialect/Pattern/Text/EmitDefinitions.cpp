//===- EmitDefinitions.cpp - Programs and their parameters ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes programs of definitions. A parameter of a format stands for the arrays
// of its levels and for its components.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "weft/Dialect/Pattern/Formats/Signature.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

/// The format of levels that are dense (`d`) or compressed (`s`), in the order
/// of the dimensions; null for other letters.
static level::FormatAttr getFormat(StringRef letters, MLIRContext *context) {
  SmallVector<Attribute> types;
  for (char letter : letters) {
    if (letter == 'd')
      types.push_back(level::DenseAttr::get(context));
    else if (letter == 's')
      types.push_back(level::CompressedAttr::get(context, /*unique=*/true,
                                                 /*ordered=*/true));
    else
      return {};
  }
  return level::FormatAttr::get(
      context, AffineMap::getMultiDimIdentityMap(types.size(), context), types);
}

bool Emitter::addParam(StringRef name, Type type, size_t offset, Block *block,
                       SmallVectorImpl<Attribute> &names) {
  if (nats.contains(name) || values.contains(name)) {
    fail(offset, "two parameters are called '" + name + "'");
    return false;
  }
  names.push_back(builder.getStringAttr(name));
  values[name] = block->addArgument(type, getLoc(offset));
  if (type.isSignlessInteger())
    integers.insert(name);
  auto array = dyn_cast<ArrayType>(type);
  if (array && array.getElement().isSignlessInteger())
    arrays.insert(name);
  return true;
}

bool Emitter::addFormat(const Expr &param, Block *block,
                        SmallVectorImpl<Attribute> &names) {
  const TypeSyntax &syntax = *param.type;
  level::FormatAttr format = getFormat(syntax.name, builder.getContext());
  if (!format) {
    fail(syntax.offset, "no levels are called '" + syntax.name + "'",
         "levels are dense (d) or compressed (s): format(ds, float, n, m)");
    return false;
  }
  SmallVector<std::string> positions;
  Type component = emitType(*syntax.parts[0], positions);
  if (!component)
    return false;
  auto pair = dyn_cast<PairType>(component);
  bool isPacked = pair && syntax.name.ends_with("s") &&
                  pair.getFirst().isInteger(format.kDefaultWidth);
  if (isPacked) {
    format = getPacked(format);
    component = pair.getSecond();
  }
  if (!isScalar(component)) {
    fail(syntax.parts[0]->offset, "expected components that are scalars",
         "coordinates of a last level that is compressed are packed with "
         "components by format(ds, (int, float), n, m)");
    return false;
  }
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
    if (!addParam(name, type, param.offset, block, names))
      return false;
  tensors.push_back(describeTensor(param.text, format, sizes));
  return true;
}

/// Keeps the names that positions have in a text from those without one.
static void collectPositions(const Expr &expr, llvm::StringSet<> &names) {
  if (expr.kind == Expr::Kind::NFun)
    names.insert(expr.text);
  for (const ExprRef &part : expr.parts)
    collectPositions(*part, names);
}

bool Emitter::emitDefinition(const Definition &definition) {
  SmallVector<Attribute> natNames, paramNames;
  const Expr *body = definition.body.get();
  collectPositions(*body, positions);
  Location loc = getLoc(definition.offset);
  Region region;
  Block *block = &region.emplaceBlock();
  for (;; body = body->parts[0].get()) {
    bool isNFun = body->kind == Expr::Kind::NFun;
    if (!isNFun && body->kind != Expr::Kind::Fun)
      break;
    if (isNFun) {
      if (nats.contains(body->text) || values.contains(body->text)) {
        fail(body->offset, "two parameters are called '" + body->text + "'");
        return false;
      }
      nats.insert(body->text);
      natNames.push_back(builder.getStringAttr(body->text));
      continue;
    }
    if (!body->type) {
      fail(body->offset,
           "expected a type of the parameter '" + body->text + "'",
           "write fun(" + body->text + ": type => ...)");
      return false;
    }
    if (body->type->kind == TypeSyntax::Kind::Format) {
      if (!addFormat(*body, block, paramNames))
        return false;
      continue;
    }
    SmallVector<std::string> names;
    Type type = emitType(*body->type, names);
    if (!type || !addParam(body->text, type, body->offset, block, paramNames))
      return false;
  }
  Value result;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(block);
    result = emit(*body);
    if (!result)
      return false;
    YieldOp::create(builder, getLoc(body->offset), result);
  }
  auto program = ProgramOp::create(
      builder, loc, builder.getStringAttr(definition.name),
      builder.getArrayAttr(natNames), builder.getArrayAttr(paramNames),
      TypeAttr::get(result.getType()));
  program.getBody().takeBody(region);
  if (!tensors.empty())
    program->setAttr(kTensorsAttr, builder.getArrayAttr(tensors));
  return true;
}
