//===- NotationToTIN.cpp - Index notation to the tin dialect ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the function: its arguments and results, the sizes of the index
// variables, and one tin.compute per assignment.
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/NotationToTIN/NotationToTIN.h"

#include "ExpressionEmitter.h"

#include "weft/Conversion/KernelAttributes.h"
#include "weft/Dialect/TIN/IR/TIN.h"
#include "weft/Notation/Sizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace weft;
using namespace weft::notation;

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

static Attribute getLevelType(MLIRContext *context,
                              const runtime::Level &level) {
  switch (level.kind) {
  case runtime::LevelKind::Dense:
    return level::DenseAttr::get(context);
  case runtime::LevelKind::Compressed:
    return level::CompressedAttr::get(context, level.unique, level.ordered);
  case runtime::LevelKind::Singleton:
    return level::SingletonAttr::get(context, level.unique, level.ordered);
  case runtime::LevelKind::Bitmap:
    return level::BitmapAttr::get(context);
  case runtime::LevelKind::Hashed:
    return level::HashedAttr::get(context);
  case runtime::LevelKind::Range:
    return level::RangeAttr::get(context);
  case runtime::LevelKind::Offset:
    return level::OffsetAttr::get(context);
  case runtime::LevelKind::Padded:
    return level::PaddedAttr::get(context);
  case runtime::LevelKind::LooseCompressed:
    return level::LooseCompressedAttr::get(context);
  case runtime::LevelKind::Listed:
    return level::ListedAttr::get(context);
  case runtime::LevelKind::RunLength:
    return level::RunLengthAttr::get(context);
  case runtime::LevelKind::Interval:
    return level::IntervalAttr::get(context);
  case runtime::LevelKind::Structured:
    return level::StructuredAttr::get(context, level.room);
  }
  llvm_unreachable("unknown level type");
}

/// The fill of a format as a component of a type; null if it is zero.
static Attribute getFill(MLIRContext *context, const TensorStorage &storage) {
  if (!storage.format.fill)
    return {};
  // Rounded as a component is, and loaded again.
  alignas(16) char component[16];
  if (!runtime::storeNumber(*storage.format.fill, storage.type, component))
    return {};
  runtime::Number number = runtime::loadNumber(storage.type, component);
  Builder builder(context);
  Type type = getStoredType(context, storage.type);
  if (auto integer = dyn_cast<mlir::IntegerType>(type)) {
    APInt bits(64, number.magnitude);
    if (number.isNegative)
      bits.negate();
    return builder.getIntegerAttr(type, bits.trunc(integer.getWidth()));
  }
  auto complex = dyn_cast<ComplexType>(type);
  if (!complex)
    return builder.getFloatAttr(type, number.real);
  Type part = complex.getElementType();
  return builder.getArrayAttr({builder.getFloatAttr(part, number.real),
                               builder.getFloatAttr(part, number.imaginary)});
}

/// The encoding for a storage; null for a dense array in row-major order.
static Attribute getEncoding(MLIRContext *context,
                             const TensorStorage &storage) {
  const runtime::Format &format = storage.format;
  SmallVector<AffineExpr> modes;
  SmallVector<Attribute> levelTypes;
  bool isRowMajor = true;
  for (auto [number, level] : llvm::enumerate(format.levels)) {
    bool isSlot = level.part == runtime::LevelPart::Slot;
    AffineExpr mode = isSlot ? getAffineSymbolExpr(0, context)
                             : getAffineDimExpr(level.mode, context);
    if (level.part == runtime::LevelPart::Quotient)
      mode = mode.floorDiv(level.block);
    else if (level.part == runtime::LevelPart::Remainder)
      mode = mode % level.block;
    modes.push_back(mode);
    levelTypes.push_back(getLevelType(context, level));
    isRowMajor &= level.kind == runtime::LevelKind::Dense &&
                  level.part == runtime::LevelPart::Whole &&
                  level.mode == static_cast<int64_t>(number);
  }
  Attribute fill = getFill(context, storage);
  if (isRowMajor && !fill)
    return {};
  return level::FormatAttr::get(
      context,
      AffineMap::get(format.order(), format.hasSlots() ? 1 : 0, modes, context),
      levelTypes, format.positionBits, format.coordinateBits, fill);
}

RankedTensorType weft::getTensorType(MLIRContext *context, int64_t order,
                                     const TensorStorage &storage) {
  SmallVector<int64_t> shape(order, ShapedType::kDynamic);
  return RankedTensorType::get(shape, getStoredType(context, storage.type),
                               getEncoding(context, storage));
}

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

namespace {

/// Translates one program.
class Translator {
public:
  Translator(const Program &program, StringRef text,
             const TranslationOptions &options, MLIRContext *context)
      : program(program), options(options),
        locations(context, options.textName, text),
        loc(locations.get({0, text.size()})), builder(context),
        sizes(program.tensors.size()) {}

  OwningOpRef<ModuleOp> run();

private:
  /// Makes the function with an argument for each input.
  void createFunction(ModuleOp module);
  LogicalResult translate(const Statement &statement);
  /// Finds the extents of the variables of a statement.
  LogicalResult findExtents(const Statement &statement);
  Value findExtent(const Statement &statement, const SizeSource &source);
  /// The largest extent with which sums that index operands stay inside.
  Value findExtentOfSums(const Statement &statement, const SizeSource &source);
  /// The size of a mode of a tensor as it is now; null before it is assigned.
  Value getSize(size_t tensor, size_t mode);
  /// A new argument for the size of a result's mode.
  Value addExtentArgument(const ModeUse &use);
  unsigned getResultNumber(size_t tensor) const;
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
  /// The current values and sizes of the tensors.
  llvm::StringMap<Value> tensors;
  std::vector<SmallVector<Value>> sizes;
  /// The extents of the current statement's variables.
  llvm::StringMap<Value> extents;
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

unsigned Translator::getResultNumber(size_t tensor) const {
  return llvm::count_if(llvm::ArrayRef(program.tensors).take_front(tensor),
                        [](const Tensor &earlier) { return earlier.isResult; });
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
// Sizes
//===----------------------------------------------------------------------===//

Value Translator::getSize(size_t tensor, size_t mode) {
  Value value = tensors.lookup(program.tensors[tensor].name);
  if (!value)
    return {};
  SmallVector<Value> &known = sizes[tensor];
  known.resize(program.tensors[tensor].order);
  if (!known[mode])
    known[mode] = tensor::DimOp::create(builder, value.getLoc(), value, mode);
  return known[mode];
}

Value Translator::addExtentArgument(const ModeUse &use) {
  int64_t place[] = {getResultNumber(use.tensor),
                     static_cast<int64_t>(use.mode)};
  DictionaryAttr attributes = builder.getDictionaryAttr(
      builder.getNamedAttr(kExtentAttr, builder.getDenseI64ArrayAttr(place)));
  unsigned number = function.getNumArguments();
  // Inserting cannot fail for a function with a body.
  (void)function.insertArgument(number, builder.getIndexType(), attributes,
                                locations.get(use.range));
  return function.getArgument(number);
}

Value Translator::findExtentOfSums(const Statement &statement,
                                   const SizeSource &source) {
  const IndexVariable &variable = statement.variables[source.variable];
  Location loc = locations.get(variable.range);
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value zero = constant(0), one = constant(1), least;
  for (size_t number : source.sums) {
    const SumUse &sum = statement.sums[number];
    // How far the sum can go with the variable, and the others at their best.
    int64_t factor = 0;
    for (const IndexTerm &term : sum.index.terms)
      if (term.variable == variable.name)
        factor = term.factor;
    Value rest = constant(sum.index.constant);
    for (const IndexTerm &term : sum.index.terms) {
      if (term.variable == variable.name || (term.factor > 0) != (factor > 0))
        continue;
      Value last = extents.lookup(term.variable);
      last = arith::MaxSIOp::create(builder, loc, last, one);
      last = arith::SubIOp::create(builder, loc, last, one);
      last = arith::MulIOp::create(builder, loc, last, constant(term.factor));
      rest = arith::AddIOp::create(builder, loc, rest, last);
    }
    Value room = rest;
    if (factor > 0) {
      room = arith::SubIOp::create(builder, loc,
                                   getSize(sum.use.tensor, sum.use.mode), rest);
      room = arith::SubIOp::create(builder, loc, room, one);
    }
    // No room is less than none.
    Value step = constant(std::abs(factor));
    Value limit = arith::AddIOp::create(builder, loc, room, step);
    limit = arith::MaxSIOp::create(builder, loc, limit, zero);
    limit = arith::DivUIOp::create(builder, loc, limit, step);
    least = least ? arith::MinSIOp::create(builder, loc, least, limit) : limit;
  }
  return least;
}

Value Translator::findExtent(const Statement &statement,
                             const SizeSource &source) {
  const IndexVariable &variable = statement.variables[source.variable];
  const ModeUse *assigned = nullptr;
  for (const ModeUse &use : variable.uses) {
    if (use.isResult)
      assigned = &use;
    if (Value size = getSize(use.tensor, use.mode))
      return size;
  }
  if (assigned)
    return addExtentArgument(*assigned);
  if (source.kind == SizeSource::Kind::Slice)
    for (const SumUse &sum : statement.sums)
      if (sum.index.end && sum.index.terms.front().variable == variable.name)
        return arith::ConstantIndexOp::create(
            builder, locations.get(variable.range), sum.index.getSliceSize());
  if (source.kind == SizeSource::Kind::Sums)
    return findExtentOfSums(statement, source);
  auto given = options.sizes.find(variable.name);
  if (given == options.sizes.end())
    return {};
  return arith::ConstantIndexOp::create(builder, locations.get(variable.range),
                                        given->second);
}

LogicalResult Translator::findExtents(const Statement &statement) {
  extents.clear();
  auto isStated = [&](const std::string &name) {
    return options.sizes.count(name) != 0;
  };
  for (const SizeSource &source : orderSizes(statement, isStated)) {
    const IndexVariable &variable = statement.variables[source.variable];
    Value extent = findExtent(statement, source);
    if (!extent) {
      InFlightDiagnostic error = locations.emitError(variable.range)
                                 << "the size of index variable '"
                                 << variable.name
                                 << "' is unknown: no operand is indexed by it";
      error.attachNote() << "hint: give its size, as in -d=" << variable.name
                         << ":10";
      return error;
    }
    extents[variable.name] = extent;
  }
  return success();
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
      failed(findExtents(statement)))
    return failure();

  SmallVector<StringRef> names;
  SmallVector<Value> resultSizes;
  for (const Index &index : assignment.result.indices) {
    names.push_back(index.variable);
    resultSizes.push_back(extents.lookup(index.variable));
  }
  auto compute =
      tin::ComputeOp::create(builder, locations.get(assignment.result.range),
                             getType(statement.result), names, resultSizes);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(compute.getBlock());
  ExpressionEmitter emitter(builder, locations, types, tensors, extents,
                            options.strictZero);
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
  sizes[statement.result] = std::move(resultSizes);
  return success();
}

OwningOpRef<ModuleOp> weft::translateToTIN(const Program &program,
                                           StringRef text,
                                           const TranslationOptions &options,
                                           MLIRContext *context) {
  return Translator(program, text, options, context).run();
}
