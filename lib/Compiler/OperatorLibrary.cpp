//===- OperatorLibrary.cpp - Operators that a user defined ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses a text in MLIR and refuses what the compiler could not make part of a
// kernel, so that nothing about an operator is left to go wrong later.
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/OperatorLibrary.h"

#include "CompilerContext.h"
#include "DiagnosticRecorder.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Compiler/Passes.h"
#include "weft/Dialect/Algebra/IR/Algebra.h"
#include "weft/Notation/Function.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace weft;

/// How deep brackets may nest: the parser recurses.
static constexpr unsigned kMaxNesting = 100;

static bool isNestedTooDeep(StringRef text) {
  unsigned depth = 0;
  for (char c : text) {
    if (StringRef("([{<").contains(c) && ++depth > kMaxNesting)
      return true;
    if (StringRef(")]}>").contains(c) && depth != 0)
      --depth;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// Whether a type is one of tensors in expressions.
static bool isElementType(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    type = complex.getElementType();
  else if (type.isSignlessInteger())
    return llvm::is_contained({1, 8, 16, 32, 64}, type.getIntOrFloatBitWidth());
  return type.isF32() || type.isF64();
}

/// Whether processors compute with a type in the body of an operator.
static bool isBodyType(Type type) {
  return isElementType(type) || type.isIndex() || type.isF16() || type.isBF16();
}

static LogicalResult checkOperation(Operation *op) {
  bool isKnown =
      isa<algebra::YieldOp, scf::IfOp, scf::YieldOp>(op) ||
      (isa<arith::ArithDialect, complex::ComplexDialect, math::MathDialect>(
           op->getDialect()) &&
       op->getNumRegions() == 0);
  if (!isKnown) {
    InFlightDiagnostic error = op->emitError()
                               << "'" << op->getName().getStringRef()
                               << "' cannot be part of an operator";
    error.attachNote()
        << "hint: operators are made of scalar operations of arith, math and "
           "complex, and of scf.if";
    return error;
  }
  for (Type type :
       llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
    if (!isBodyType(type))
      return op->emitError()
             << "values of type " << type << " cannot be part of an operator";
  return success();
}

static LogicalResult checkDefinition(algebra::OperatorOp definition) {
  StringRef name = definition.getSymName();
  if (notation::findFunction(std::string_view(name.data(), name.size())) ||
      notation::findReducer(std::string_view(name.data(), name.size()))) {
    InFlightDiagnostic error = definition.emitError()
                               << "the operator '" << name
                               << "' has the name of a function";
    error.attachNote() << "hint: rename it";
    return error;
  }
  for (Type type : llvm::concat<const Type>(definition.getArgumentTypes(),
                                            definition.getResultTypes()))
    if (!isElementType(type)) {
      InFlightDiagnostic error = definition.emitError()
                                 << "the operator '" << name << "' is of type "
                                 << type << ", which is none of expressions";
      error.attachNote() << "hint: i1, i8 to i64, f32, f64, complex<f32> and "
                            "complex<f64> are";
      return error;
    }
  WalkResult result = definition.getBody().walk(
      [](Operation *op) -> WalkResult { return checkOperation(op); });
  if (result.wasInterrupted())
    return failure();
  return checkDeclarations(definition);
}

/// A function with the body of an operator.
static void addFunction(OpBuilder &builder, algebra::OperatorOp definition) {
  auto function = func::FuncOp::create(builder, definition.getLoc(),
                                       definition.getSymName(),
                                       definition.getFunctionType());
  IRMapping mapping;
  definition.getBody().cloneInto(&function.getBody(), mapping);
  Operation *yield = function.getBody().front().getTerminator();
  OpBuilder atEnd(yield);
  func::ReturnOp::create(atEnd, yield->getLoc(), yield->getOperands());
  yield->erase();
}

/// Checks that all operations in the bodies of operators can be lowered, which
/// none of them says of itself: by lowering them.
static LogicalResult checkLowering(ModuleOp definitions) {
  MLIRContext *context = definitions.getContext();
  OwningOpRef<ModuleOp> module = ModuleOp::create(definitions.getLoc());
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  for (auto definition : definitions.getOps<algebra::OperatorOp>())
    addFunction(builder, definition);
  PassManager pm(context);
  pm.addNestedPass<func::FuncOp>(createLowerSmallFloats());
  pm.addPass(createConvertToLLVM());
  std::optional<Location> place;
  {
    ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
      if (!place)
        place = diagnostic.getLocation();
    });
    if (succeeded(pm.run(*module)))
      return success();
  }
  WalkResult result = definitions.walk([&](Operation *op) -> WalkResult {
    if (op->getLoc() != place || isa<algebra::OperatorOp, ModuleOp>(op))
      return WalkResult::advance();
    return op->emitError() << "'" << op->getName().getStringRef()
                           << "' cannot be part of an operator: there is no "
                              "code for it";
  });
  if (!result.wasInterrupted())
    definitions.emitError("an operator cannot be lowered");
  return failure();
}

//===----------------------------------------------------------------------===//
// OperatorLibrary
//===----------------------------------------------------------------------===//

/// The message of an error with the name of the text that it is about.
static llvm::Error addName(llvm::Error error, StringRef name) {
  std::string message = llvm::toString(std::move(error));
  StringRef rest = message;
  bool isLocated = rest.consume_front("error: ");
  return llvm::createStringError((isLocated ? "error: " : "") + name + ": " +
                                 rest);
}

llvm::Expected<std::shared_ptr<OperatorLibrary>>
OperatorLibrary::parse(StringRef text, StringRef name,
                       const OperatorLibrary *others) {
  if (isNestedTooDeep(text))
    return llvm::createStringError(name + ": brackets are nested more than " +
                                   llvm::Twine(kMaxNesting) + " deep");
  CompilerContext context;
  std::string source = text.str();
  DiagnosticRecorder recorder(context.get(), source);
  std::shared_ptr<OperatorLibrary> library(new OperatorLibrary);
  library->definitions = parseSourceString<ModuleOp>(
      source, ParserConfig(context.get()), "operators");
  if (!library->definitions)
    return addName(recorder.takeError("parsing operators"), name);
  for (Operation &op : *library->definitions->getBody()) {
    auto definition = dyn_cast<algebra::OperatorOp>(op);
    if (!definition)
      op.emitError() << "expected 'algebra.operator', got '"
                     << op.getName().getStringRef() << "'";
    if (definition && others &&
        others->operands.count(definition.getSymName().str())) {
      InFlightDiagnostic error = definition.emitError()
                                 << "the operator '" << definition.getSymName()
                                 << "' is one of a plugin";
      error.attachNote() << "hint: rename it";
      definition = nullptr;
    }
    if (!definition || failed(checkDefinition(definition)))
      return addName(recorder.takeError("checking operators"), name);
    library->operands[definition.getSymName().str()] =
        definition.getArgumentTypes().size();
  }
  if (failed(checkLowering(*library->definitions)))
    return addName(recorder.takeError("lowering operators"), name);
  if (others) {
    for (Operation &op : *others->module().getBody())
      library->definitions->getBody()->push_back(op.clone());
    library->operands.insert(others->operands.begin(), others->operands.end());
  }
  return library;
}

OperatorLibrary::~OperatorLibrary() {
  CompilerContext context;
  definitions = nullptr;
}
