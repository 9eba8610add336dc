//===- NotationToTIN.cpp - Index notation to the tin dialect ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the function: its arguments and results, and one tin.compute per
// assignment.
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/NotationToTIN/NotationToTIN.h"

#include "ExpressionEmitter.h"
#include "Extents.h"

#include "weft/Dialect/TIN/IR/TIN.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace weft;
using namespace weft::notation;

namespace {

/// Translates one program.
class Translator {
public:
  Translator(const Program &program, StringRef text,
             const TranslationOptions &options, MLIRContext *context)
      : program(program), options(options),
        locations(context, options.textName, text),
        loc(locations.get(0, text.size())), builder(context),
        extents(builder, locations, program, options, tensors) {}

  OwningOpRef<ModuleOp> run();

private:
  /// Makes the function with an argument for each input.
  void createFunction(ModuleOp module);
  LogicalResult translate(const Statement &statement);
  /// The operator of a name in the text, which is copied when it is used first.
  algebra::OperatorOp getOperator(StringRef name);
  ScalarType getScalarType(size_t tensor) const {
    return ScalarType::get(options.storage[tensor].type);
  }
  RankedTensorType getType(size_t tensor) {
    return getTensorType(builder.getContext(), program.tensors[tensor].order,
                         options.storage[tensor]);
  }

  const Program &program;
  const TranslationOptions &options;
  TextLocations locations;
  Location loc;
  OpBuilder builder;
  func::FuncOp function;
  /// The current values of the tensors.
  llvm::StringMap<Value> tensors;
  ExtentFinder extents;
};

} // namespace

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

/// The name of the function in the module. The name of the kernel could be that
/// of a function that it calls.
static constexpr StringLiteral kFunctionName = "kernel";

void Translator::createFunction(ModuleOp module) {
  SmallVector<Type> inputs, results;
  SmallVector<DictionaryAttr> inputNames, resultNames;
  SmallVector<const Tensor *> operands;
  for (auto [number, tensor] : llvm::enumerate(program.tensors)) {
    DictionaryAttr name = builder.getDictionaryAttr(builder.getNamedAttr(
        kTensorNameAttr, builder.getStringAttr(tensor.name)));
    if (tensor.isInput) {
      inputs.push_back(getType(number));
      inputNames.push_back(name);
      operands.push_back(&tensor);
    }
    if (tensor.isResult) {
      results.push_back(getType(number));
      resultNames.push_back(name);
    }
  }
  builder.setInsertionPointToEnd(module.getBody());
  function = func::FuncOp::create(builder, loc, kFunctionName,
                                  builder.getFunctionType(inputs, results));
  function->setAttr(kKernelAttr,
                    options.name == kFunctionName
                        ? Attribute(builder.getUnitAttr())
                        : Attribute(builder.getStringAttr(options.name)));
  extents.setFunction(function);
  function.setAllArgAttrs(inputNames);
  function.setAllResultAttrs(resultNames);
  Block *entry = function.addEntryBlock();
  for (auto [tensor, argument] :
       llvm::zip_equal(operands, entry->getArguments())) {
    argument.setLoc(locations.get(tensor->range));
    tensors[tensor->name] = argument;
  }
  builder.setInsertionPointToStart(entry);
}

OwningOpRef<ModuleOp> Translator::run() {
  builder.getContext()
      ->loadDialect<algebra::AlgebraDialect, arith::ArithDialect,
                    complex::ComplexDialect, func::FuncDialect,
                    math::MathDialect, tensor::TensorDialect,
                    tin::TINDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  createFunction(*module);
  for (const Statement &statement : program.statements)
    if (failed(translate(statement)))
      return {};
  SmallVector<Value> results;
  for (const Tensor &tensor : program.tensors)
    if (tensor.isResult)
      results.push_back(tensors.lookup(tensor.name));
  func::ReturnOp::create(builder, loc, results);
  return module;
}

algebra::OperatorOp Translator::getOperator(StringRef name) {
  auto module = function->getParentOfType<ModuleOp>();
  // A name that is not one of a function of the module.
  std::string symbol = ("operator." + name).str();
  if (auto known = module.lookupSymbol<algebra::OperatorOp>(symbol))
    return known;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(function);
  auto copy = cast<algebra::OperatorOp>(
      builder.clone(*SymbolTable::lookupSymbolIn(options.operators, name)));
  copy.setSymName(symbol);
  copy->walk([&](Operation *op) { op->setLoc(loc); });
  return copy;
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

LogicalResult Translator::translate(const Statement &statement) {
  const Assignment &assignment = statement.assignment;
  ScalarType resultType = getScalarType(statement.result);
  TypeInference types(
      locations,
      [&](StringRef name) {
        const Tensor *tensor = program.findTensor(name);
        return getScalarType(tensor - program.tensors.data());
      },
      [&](StringRef name) { return getOperator(name); });
  FailureOr<ScalarType> valueType = types.infer(*assignment.value);
  if (failed(valueType) ||
      failed(types.checkResult(assignment, *valueType, resultType)) ||
      failed(extents.find(statement)))
    return failure();

  SmallVector<StringRef> names;
  SmallVector<Value> resultSizes;
  for (const Index &index : assignment.result.indices) {
    names.push_back(index.variable);
    resultSizes.push_back(extents.get().lookup(index.variable));
  }
  auto compute =
      tin::ComputeOp::create(builder, locations.get(assignment.result.range),
                             getType(statement.result), names, resultSizes);
  if (std::optional<level::Workspace> workspace =
          options.storage[statement.result].workspace)
    compute.setWorkspace(*workspace);
  compute.setStrictZero(options.strictZero);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(compute.getBlock());
  ExpressionEmitter emitter(builder, locations, types, tensors, extents.get());
  for (auto [name, variable] : llvm::zip_equal(names, compute.getVariables()))
    emitter.bind(name, variable);

  // What adapts is computed in the result's type. An accumulating assignment is
  // a sum with the former value.
  bool adapts = assignment.accumulates || valueType->isAdaptive();
  ScalarType type = adapts ? promote(*valueType, resultType) : *valueType;
  // The sum may be of a wider kind than both, as that of u64 and i64 is.
  if (failed(types.checkResult(assignment, type, resultType)))
    return failure();
  Value value = emitter.emit(*assignment.value, type);
  if (!value)
    return failure();
  Location valueLoc = locations.get(assignment.range);
  ScalarBuilder &scalars = emitter.getScalars();
  if (assignment.accumulates) {
    Value former = scalars.convert(
        valueLoc, emitter.emitAccess(assignment.result), resultType, type);
    value = scalars.arithmetic(valueLoc, BinaryOp::Add, type, former, value,
                               /*isSafeDivisor=*/false);
  }
  value = scalars.convertStored(valueLoc, value, type,
                                options.storage[statement.result].type);
  tin::YieldOp::create(builder, valueLoc, value);

  tensors[program.tensors[statement.result].name] = compute.getResult();
  extents.setSizes(statement.result, std::move(resultSizes));
  return success();
}

OwningOpRef<ModuleOp> weft::translateToTIN(const Program &program,
                                           StringRef text,
                                           const TranslationOptions &options,
                                           MLIRContext *context) {
  return Translator(program, text, options, context).run();
}
