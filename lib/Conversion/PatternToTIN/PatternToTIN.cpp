//===- PatternToTIN.cpp - Patterns that are index notation ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the function of a program, whose results are computed for each value of
// their index variables.
//
//===----------------------------------------------------------------------===//

#include "weft/Conversion/PatternToTIN/PatternToTIN.h"

#include "Evaluator.h"

#include "weft/Conversion/Passes.h"
#include "weft/Dialect/TIN/IR/TIN.h"
#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace weft {
#define GEN_PASS_DEF_CONVERTPATTERNTOTIN
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::pattern;
using namespace weft::pattern_to_tin;

namespace {
class ProgramConversion {
public:
  ProgramConversion(ProgramOp program, const Signature &signature)
      : program(program), signature(signature), builder(program),
        evaluator(builder,
                  [this](const Nat &size) { return findExtent(size); }) {}

  /// The kernel; null, with a reason, if there is none.
  func::FuncOp run(std::string &reason);

private:
  void createFunction();
  void bindParams();
  TermRef bindParam(Type type);
  Value findExtent(const Nat &size);
  Value findOperandSize(const Nat &size, const Nat &difference);
  Value findResultSize(const Nat &size);
  Value emitResult(TermRef term, const SignatureTensor &result);
  bool emitResults(const TermRef &term, Type type,
                   SmallVectorImpl<Value> &results);

  ProgramOp program;
  const Signature &signature;
  OpBuilder builder;
  Evaluator evaluator;
  func::FuncOp function;
  EnvironmentRef environment = std::make_shared<Environment>();
  /// The operand whose arrays are bound next, and which of them.
  unsigned operand = 0, array = 0;
  unsigned numResults = 0;
  /// The computation that expressions are emitted in; null outside.
  Operation *compute = nullptr;
};
} // namespace

static RankedTensorType getTensorType(const SignatureTensor &tensor) {
  SmallVector<int64_t> shape(tensor.sizes.size(), ShapedType::kDynamic);
  return RankedTensorType::get(shape, tensor.component, tensor.format);
}

void ProgramConversion::createFunction() {
  auto list = [&](ArrayRef<SignatureTensor> tensors,
                  SmallVectorImpl<Type> &types,
                  SmallVectorImpl<DictionaryAttr> &names) {
    for (const SignatureTensor &tensor : tensors) {
      types.push_back(getTensorType(tensor));
      names.push_back(builder.getDictionaryAttr(builder.getNamedAttr(
          kTensorNameAttr, builder.getStringAttr(tensor.name))));
    }
  };
  SmallVector<Type> inputs, results;
  SmallVector<DictionaryAttr> inputNames, resultNames;
  list(signature.operands, inputs, inputNames);
  list(signature.results, results, resultNames);
  function =
      func::FuncOp::create(builder, program.getLoc(), program.getSymName(),
                           builder.getFunctionType(inputs, results));
  function->setAttr(kKernelAttr, builder.getUnitAttr());
  function.setAllArgAttrs(inputNames);
  function.setAllResultAttrs(resultNames);
  Block *entry = function.addEntryBlock();
  builder.setInsertionPointToStart(entry);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Arrays of pairs of the elements of two arrays, `depth` arrays further in.
static TermRef zipTerms(TermRef first, TermRef second, unsigned depth) {
  if (depth == 0)
    return makePair(first, second);
  if (!first->at || !second->at)
    return first->at ? second : first;
  return makeArray(*first, [=](Value variable) -> TermRef {
    return zipTerms(first->at(variable), second->at(variable), depth - 1);
  });
}

TermRef ProgramConversion::bindParam(Type type) {
  const SignatureTensor &tensor = signature.operands[operand];
  bool isArray = type == tensor.arrays[array];
  if (auto pair = dyn_cast<PairType>(type); pair && !isArray) {
    TermRef first = bindParam(pair.getFirst());
    return makePair(first, bindParam(pair.getSecond()));
  }
  std::optional<unsigned> depth = getUnzippedDepth(type);
  if (depth && !isArray) {
    TermRef first = bindParam(unzip(type, /*isFirst=*/true));
    TermRef second = bindParam(unzip(type, /*isFirst=*/false));
    return zipTerms(first, second, *depth);
  }
  TermRef term =
      makeOperand(builder, tensor, function.getArgument(operand), array);
  if (++array == tensor.arrays.size()) {
    ++operand;
    array = 0;
  }
  return term;
}

void ProgramConversion::bindParams() {
  for (BlockArgument param : program.getBlock()->getArguments())
    environment->values[param] = bindParam(param.getType());
}

/// The size of an operand's mode that is `size`, or differs by a constant if
/// `difference` is one.
Value ProgramConversion::findOperandSize(const Nat &size,
                                         const Nat &difference) {
  for (auto [tensor, argument] :
       llvm::zip_first(signature.operands, function.getArguments()))
    for (auto [mode, found] : llvm::enumerate(tensor.sizes))
      if (found == size + difference) {
        Value dim = tensor::DimOp::create(builder, argument.getLoc(), argument,
                                          static_cast<int64_t>(mode));
        if (difference.isZero())
          return dim;
        return arith::SubIOp::create(
            builder, argument.getLoc(), dim,
            arith::ConstantIndexOp::create(builder, argument.getLoc(),
                                           *difference.getConstant()));
      }
  return {};
}

/// An argument for the size of a result's mode.
Value ProgramConversion::findResultSize(const Nat &size) {
  for (auto [result, tensor] : llvm::enumerate(signature.results))
    for (auto [mode, found] : llvm::enumerate(tensor.sizes)) {
      if (found != size)
        continue;
      auto place = builder.getDenseI64ArrayAttr(
          {static_cast<int64_t>(result), static_cast<int64_t>(mode)});
      for (unsigned number = signature.operands.size();
           number != function.getNumArguments(); ++number)
        if (function.getArgAttr(number, kExtentAttr) == place)
          return function.getArgument(number);
      unsigned number = function.getNumArguments();
      (void)function.insertArgument(
          number, builder.getIndexType(),
          builder.getDictionaryAttr(builder.getNamedAttr(kExtentAttr, place)),
          program.getLoc());
      return function.getArgument(number);
    }
  return {};
}

Value ProgramConversion::findExtent(const Nat &size) {
  OpBuilder::InsertionGuard guard(builder);
  if (compute)
    builder.setInsertionPoint(compute);
  if (std::optional<int64_t> constant = size.getConstant())
    return arith::ConstantIndexOp::create(builder, program.getLoc(), *constant);
  if (Value value = findOperandSize(size, 0))
    return value;
  for (const SignatureTensor &tensor : signature.operands)
    for (const Nat &found : tensor.sizes)
      if ((found - size).getConstant())
        return findOperandSize(size, found - size);
  return findResultSize(size);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// The names of the index variables of a result, by its maps.
static void collectNames(TermRef term, size_t count, Evaluator &evaluator,
                         SmallVectorImpl<StringRef> &names) {
  for (size_t mode = 0; mode != count; ++mode)
    names.push_back(
        evaluator.chooseName(mode == 0 && term ? StringRef(term->name) : ""));
}

Value ProgramConversion::emitResult(TermRef term,
                                    const SignatureTensor &result) {
  Location loc = program.getLoc();
  SmallVector<Value> extents;
  for (const Nat &size : result.sizes) {
    extents.push_back(evaluator.getExtent(size));
    if (!extents.back())
      return {};
  }
  SmallVector<StringRef> names;
  collectNames(term, result.sizes.size(), evaluator, names);
  auto op = tin::ComputeOp::create(builder, loc, getTensorType(result), names,
                                   extents);
  compute = op;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(op.getBlock());
  for (auto [variable, size] :
       llvm::zip_equal(op.getVariables(), result.sizes)) {
    if (!term || !term->at) {
      (void)evaluator.getScalar(term);
      return evaluator.fail("the result is no array of its type");
    }
    if (term->stored || term->extent != size)
      return evaluator.fail("the result has the entries of a tensor");
    term = term->at(variable);
  }
  Value value = evaluator.getScalar(term);
  if (!value)
    return {};
  tin::YieldOp::create(builder, loc, value);
  compute = nullptr;
  return op.getResult();
}

bool ProgramConversion::emitResults(const TermRef &term, Type type,
                                    SmallVectorImpl<Value> &results) {
  if (auto pair = dyn_cast<PairType>(type))
    return emitResults(term->first, pair.getFirst(), results) &&
           emitResults(term->second, pair.getSecond(), results);
  if (getUnzippedDepth(type)) {
    evaluator.fail("the result has pairs of different scalars");
    return false;
  }
  const SignatureTensor &result = signature.results[numResults++];
  Type element = type;
  size_t depth = 0;
  for (; auto array = dyn_cast<ArrayType>(element); ++depth)
    element = array.getElement();
  if (depth != result.sizes.size() || !isScalar(element)) {
    evaluator.fail("the lengths of the result depend on positions");
    return false;
  }
  results.push_back(emitResult(term, result));
  return results.back() != nullptr;
}

func::FuncOp ProgramConversion::run(std::string &reason) {
  createFunction();
  bindParams();
  TermRef term = evaluator.evaluate(*program.getBlock(), environment);
  SmallVector<Value> results;
  if (!term || !emitResults(term, program.getResult(), results)) {
    reason = evaluator.getReason();
    function.erase();
    return {};
  }
  builder.setInsertionPointToEnd(&function.getBody().front());
  func::ReturnOp::create(builder, program.getLoc(), results);
  return function;
}

LogicalResult weft::convertToIndexNotation(ProgramOp program,
                                           std::string &reason) {
  std::optional<Signature> signature = getSignature(program, reason);
  if (!signature || !ProgramConversion(program, *signature).run(reason))
    return failure();
  program.erase();
  return success();
}

namespace {
struct ConvertPatternToTIN
    : public weft::impl::ConvertPatternToTINBase<ConvertPatternToTIN> {
  void runOnOperation() override {
    SmallVector<ProgramOp> programs;
    getOperation().walk([&](ProgramOp op) { programs.push_back(op); });
    for (ProgramOp program : programs) {
      std::string reason;
      if (succeeded(convertToIndexNotation(program, reason)))
        continue;
      program.emitOpError("is no index notation: ") << reason;
      return signalPassFailure();
    }
  }
};
} // namespace
