//===- OperatorTrial.cpp - Operations under test --------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses the operation and its scalars.
//
//===----------------------------------------------------------------------===//

#include "OperatorTrial.h"

#include "weft/Analysis/OperatorAlgebra.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::test;

void test::makeStrict(Operation *op) {
  OpBuilder builder(op);
  OperationState state(op->getLoc(), "test.strict");
  state.addRegion();
  state.propertiesAttr = builder.getDictionaryAttr(
      builder.getNamedAttr("strict_zero", builder.getUnitAttr()));
  Block &body = builder.create(state)->getRegion(0).emplaceBlock();
  op->moveBefore(&body, body.end());
}

Subject::Subject(StringRef arguments, StringRef text, StringRef constants) {
  DialectRegistry registry;
  registry.insert<arith::ArithDialect, complex::ComplexDialect,
                  func::FuncDialect, math::MathDialect>();
  registerOperatorAlgebraModels(registry);
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
  context.allowUnregisteredDialects();
  std::string source = ("func.func @f(" + arguments + ") {\n" + constants +
                        "\n%r = " + text + "\nreturn\n}\n")
                           .str();
  module = parseSourceString<ModuleOp>(source, &context);
  if (!module)
    return;
  func::FuncOp function = *module->getOps<func::FuncOp>().begin();
  op = function.front().back().getPrevNode();
  // As of a statement around the operation.
  if (op->removeAttr("strict_zero"))
    makeStrict(op);
}

SmallVector<Attribute> Subject::scalars(StringRef text) {
  SmallVector<StringRef> parts;
  text.split(parts, ';');
  return llvm::map_to_vector(parts, [&](StringRef part) {
    part = part.trim();
    return part == "-" ? Attribute() : parseAttribute(part, &context);
  });
}

std::string test::toString(Attribute attribute) {
  if (!attribute)
    return "-";
  std::string text;
  llvm::raw_string_ostream(text) << attribute;
  return text;
}

std::string test::getEffects(Operation *op, ArrayRef<Attribute> fills) {
  std::string effects;
  for (unsigned operand = 0; operand != op->getNumOperands(); ++operand)
    effects += "NAI"[static_cast<int>(getFillEffect(op, operand, fills))];
  return effects;
}
