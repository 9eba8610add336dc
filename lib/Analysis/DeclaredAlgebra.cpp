//===- DeclaredAlgebra.cpp - Check of declared algebra ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel for an operator whose declared algebra is wrong would be wrong. What
// is declared holds for all values, so that evaluating it for a few finds most
// mistakes: a sign, an order of operands, an identity of non-negative numbers
// only.
//
//===----------------------------------------------------------------------===//

#include "OperatorModels.h"

#include "weft/Analysis/Passes.h"
#include "weft/Dialect/Algebra/IR/Algebra.h"
#include "weft/Support/ScalarText.h"

namespace weft::analysis {
#define GEN_PASS_DEF_CHECKOPERATORS
#include "weft/Analysis/Passes.h.inc"
} // namespace weft::analysis

using namespace mlir;
using namespace weft;
using namespace weft::models;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// A small number of a type; of a complex one, with another imaginary part.
static Attribute getSample(Type type, double number) {
  Builder builder(type.getContext());
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Attribute real = getSample(complex.getElementType(), number);
    Attribute imaginary = getSample(complex.getElementType(), 1 - number);
    return builder.getArrayAttr({real, imaginary});
  }
  if (isa<FloatType>(type))
    return builder.getFloatAttr(type, number);
  unsigned width = type.getIntOrFloatBitWidth();
  return builder.getIntegerAttr(type, APInt(width, static_cast<int64_t>(number),
                                            /*isSigned=*/true,
                                            /*implicitTrunc=*/true));
}

/// Numbers for a parameter: small ones, and those that declarations name.
static SmallVector<Attribute> getSamples(algebra::OperatorOp definition,
                                         Type type) {
  SmallVector<Attribute> samples;
  auto add = [&](Attribute sample) {
    sample = normalizeScalar(sample);
    if (sample && !llvm::is_contained(samples, sample))
      samples.push_back(sample);
  };
  for (double number : {0.0, 1.0, -1.0, 2.0, 3.0})
    add(getSample(type, number));
  if (type == definition.getResultType())
    add(definition.getIdentityAttr());
  return samples;
}

/// Whether two values are the same number up to rounding.
static bool areNear(Attribute left, Attribute right) {
  if (areSameScalar(left, right))
    return true;
  auto leftParts = dyn_cast<ArrayAttr>(left);
  auto rightParts = dyn_cast<ArrayAttr>(right);
  if (leftParts && rightParts)
    return llvm::all_of_zip(leftParts, rightParts, areNear);
  auto leftFloat = dyn_cast<FloatAttr>(left);
  auto rightFloat = dyn_cast<FloatAttr>(right);
  if (!leftFloat || !rightFloat)
    return false;
  double a = leftFloat.getValueAsDouble(), b = rightFloat.getValueAsDouble();
  // Some operations on numbers of a few digits; the least has eight bits.
  double tolerance =
      leftFloat.getType().getIntOrFloatBitWidth() < 32 ? 0.1 : 1e-4;
  return std::fabs(a - b) <=
         tolerance * std::max({1.0, std::fabs(a), std::fabs(b)});
}

//===----------------------------------------------------------------------===//
// Laws
//===----------------------------------------------------------------------===//

namespace {

/// Checks the declarations of one operator.
class Checker {
public:
  explicit Checker(algebra::OperatorOp definition)
      : definition(definition), name(definition.getSymName()) {}

  LogicalResult check();

private:
  LogicalResult checkBinary();
  LogicalResult checkAnnihilator(unsigned operand);

  Attribute call(ArrayRef<Attribute> operands) const {
    return evaluateOperator(definition, operands);
  }
  /// A call as text, with its value.
  std::string show(ArrayRef<Attribute> operands) const {
    std::string text = (name + "(").str();
    llvm::interleave(
        operands, [&](Attribute operand) { text += getScalarText(operand); },
        [&] { text += ", "; });
    return text + ") is " + getScalarText(call(operands));
  }
  /// Checks that two values are the same where both are known.
  LogicalResult expectSame(Attribute left, Attribute right,
                           const llvm::Twine &declared,
                           llvm::function_ref<std::string()> reason) {
    if (!left || !right || areNear(left, right))
      return success();
    return definition.emitOpError("'")
           << name << "' is declared " << declared << ", but " << reason();
  }

  algebra::OperatorOp definition;
  StringRef name;
};

} // namespace

LogicalResult Checker::checkBinary() {
  Attribute identity = normalizeScalar(definition.getIdentityAttr());
  SmallVector<Attribute> samples =
      getSamples(definition, definition.getResultType());
  for (Attribute x : samples) {
    if (identity)
      for (auto operands : {std::array{identity, x}, std::array{x, identity}})
        if (failed(expectSame(call(operands), x,
                              "to have the identity " + getScalarText(identity),
                              [&] { return show(operands); })))
          return failure();
    if (definition.getIdempotent() &&
        failed(expectSame(call({x, x}), x, "idempotent",
                          [&] { return show({x, x}); })))
      return failure();
    for (Attribute y : samples) {
      Attribute xy = call({x, y});
      if (definition.getCommutative() &&
          failed(expectSame(xy, call({y, x}), "commutative", [&] {
            return show({x, y}) + ", and " + show({y, x});
          })))
        return failure();
      for (Attribute z : definition.getAssociative() ? ArrayRef(samples)
                                                     : ArrayRef<Attribute>()) {
        Attribute yz = call({y, z});
        if (!xy || !yz)
          continue;
        if (failed(expectSame(call({xy, z}), call({x, yz}), "associative", [&] {
              return show({x, y}) + " and " + show({xy, z}) + ", but " +
                     show({y, z}) + " and " + show({x, yz});
            })))
          return failure();
      }
    }
  }
  return success();
}

LogicalResult Checker::checkAnnihilator(unsigned operand) {
  ArrayRef<Type> types = definition.getArgumentTypes();
  Attribute annihilated = getAnnihilated(definition, operand);
  if (!annihilated)
    return definition.emitOpError("'")
           << name << "' declares an annihilator of parameter " << operand
           << ", but its operations do not tell what the result is, and it has "
              "another type";
  // One sample in all other operands, and any two in two of them.
  SmallVector<Attribute> operands;
  for (Type type : types)
    operands.push_back(getSample(type, 1));
  operands[operand] = normalizeScalar(definition.getAnnihilator(operand));
  for (unsigned first = 0; first != types.size(); ++first)
    for (unsigned second = first; second != types.size(); ++second) {
      if (first == operand || second == operand)
        continue;
      for (Attribute x : getSamples(definition, types[first]))
        for (Attribute y : getSamples(definition, types[second])) {
          SmallVector<Attribute> others = operands;
          others[first] = x;
          others[second] = y;
          // What infinities break counts for numbers alone.
          Attribute result = call(others);
          auto isNumber = [](Attribute value) {
            auto number = dyn_cast_or_null<FloatAttr>(value);
            return !number || number.getValue().isFinite();
          };
          if (!isNumber(x) || !isNumber(y))
            continue;
          if (failed(expectSame(
                  result, annihilated,
                  "to be annihilated by " + getScalarText(operands[operand]) +
                      " of parameter " + llvm::Twine(operand),
                  [&] { return show(operands) + ", and " + show(others); })))
            return failure();
        }
    }
  return success();
}

LogicalResult Checker::check() {
  if (definition.isBinary() && failed(checkBinary()))
    return failure();
  for (unsigned operand = 0; operand != definition.getArgumentTypes().size();
       ++operand)
    if (definition.getAnnihilator(operand) && failed(checkAnnihilator(operand)))
      return failure();
  return success();
}

LogicalResult weft::checkDeclarations(algebra::OperatorOp definition) {
  return Checker(definition).check();
}

namespace {
struct CheckOperators
    : public analysis::impl::CheckOperatorsBase<CheckOperators> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    WalkResult result =
        getOperation()->walk([](algebra::OperatorOp definition) -> WalkResult {
          return checkDeclarations(definition);
        });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
