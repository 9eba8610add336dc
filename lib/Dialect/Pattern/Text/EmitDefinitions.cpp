//===- EmitDefinitions.cpp - Programs and their parameters ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes programs of definitions.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "weft/Dialect/Pattern/Formats/Signature.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

bool Emitter::addParam(StringRef name, Type type, const Expr &param,
                       Block *block, SmallVectorImpl<Attribute> &names) {
  if (nats.contains(name) || values.contains(name)) {
    fail(param.offset, "two parameters are called '" + name + "'");
    return false;
  }
  names.push_back(builder.getStringAttr(name));
  values[name] = block->addArgument(type, getNameLoc(param.text));
  if (type.isSignlessInteger())
    integers.insert(name);
  auto array = dyn_cast<ArrayType>(type);
  if (array && array.getElement().isSignlessInteger())
    arrays.insert(name);
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
    if (!type || !addParam(body->text, type, *body, block, paramNames))
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
