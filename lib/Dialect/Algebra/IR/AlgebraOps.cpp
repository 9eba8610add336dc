//===- AlgebraOps.cpp - Operators that users define -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text form and verification of operators: that they are functions of scalars
// which may be evaluated anywhere, and that what is declared has the types for
// it. Whether it is true is no question of form.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Algebra/IR/Algebra.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace weft;
using namespace weft::algebra;

#define GET_OP_CLASSES
#include "weft/Dialect/Algebra/IR/AlgebraOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

ParseResult OperatorOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildType = [](Builder &builder, ArrayRef<Type> inputs,
                      ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag, std::string &) {
    return builder.getFunctionType(inputs, results);
  };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false,
      getFunctionTypeAttrName(result.name), buildType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void OperatorOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(
      printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
      getArgAttrsAttrName(), getResAttrsAttrName());
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

bool OperatorOp::isBinary() {
  return getArgumentTypes().size() == 2 &&
         llvm::all_of(getArgumentTypes(),
                      [&](Type type) { return type == getResultType(); });
}

static bool isScalar(Type type) {
  return type.isSignlessInteger() || isa<FloatType, ComplexType>(type);
}

/// Checks that no property of the algebra is misspelt or misplaced: nothing
/// would be said of it, and nothing come of it.
static LogicalResult verifyAttributes(OperatorOp op) {
  auto isOwn = [](NamedAttribute attribute) {
    return attribute.getName().strref().starts_with("algebra.");
  };
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (isOwn(attribute) || !attribute.getName().strref().contains('.'))
      return op.emitOpError("expected 'associative', 'commutative', "
                            "'idempotent' or 'identity', got '")
             << attribute.getName().strref() << "'";
  for (unsigned number = 0; number != op.getNumArguments(); ++number)
    for (NamedAttribute attribute :
         function_interface_impl::getArgAttrs(op, number))
      if (isOwn(attribute) &&
          attribute.getName() != OperatorOp::getAnnihilatorAttrName())
        return op.emitOpError("expected '")
               << OperatorOp::getAnnihilatorAttrName() << "' of parameter "
               << number << ", got '" << attribute.getName().strref() << "'";
  for (unsigned number = 0; number != op.getNumResults(); ++number)
    for (NamedAttribute attribute :
         function_interface_impl::getResultAttrs(op, number))
      if (isOwn(attribute))
        return op.emitOpError("expected no property of the result, got '")
               << attribute.getName().strref() << "'";
  return success();
}

LogicalResult OperatorOp::verify() {
  if (getBody().empty())
    return emitOpError("expected a body");
  if (getArgumentTypes().empty() || getResultTypes().size() != 1)
    return emitOpError("expected parameters and one result, got ")
           << getFunctionType();
  for (Type type :
       llvm::concat<const Type>(getArgumentTypes(), getResultTypes()))
    if (!isScalar(type))
      return emitOpError("expected scalars as parameters and result, got ")
             << type;
  StringRef declared = getAssociative()    ? "associative"
                       : getCommutative()  ? "commutative"
                       : getIdempotent()   ? "idempotent"
                       : getIdentityAttr() ? "with an identity"
                                           : "";
  if (!declared.empty() && !isBinary())
    return emitOpError("expected an operator that is declared ")
           << declared << " to take two values of the type that it gives, got "
           << getFunctionType();
  if (Attribute identity = getIdentityAttr();
      identity && !level::isScalarOfType(identity, getResultType()))
    return emitOpError("expected an identity of type ")
           << getResultType() << ", got " << identity;
  for (auto [number, type] : llvm::enumerate(getArgumentTypes()))
    if (Attribute value = getAnnihilator(number);
        value && !level::isScalarOfType(value, type))
      return emitOpError("expected an annihilator of type ")
             << type << " for parameter " << number << ", got " << value;
  return verifyAttributes(*this);
}

/// Whether an operation stops the program for some operands: a division by
/// zero, or one of the smallest integer by minus one. Upstream calls some of
/// them speculatable.
static bool mayTrap(Operation *op) {
  bool isSigned = isa<arith::DivSIOp, arith::RemSIOp, arith::CeilDivSIOp,
                      arith::FloorDivSIOp>(op);
  if (!isSigned && !isa<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp>(op))
    return false;
  APInt divisor;
  return !matchPattern(op->getOperand(1), m_ConstantInt(&divisor)) ||
         divisor.isZero() || (isSigned && divisor.isAllOnes());
}

/// Checks that no operation in a block may trap, also where a condition keeps
/// it from that, since operators are evaluated speculatively.
static LogicalResult verifyDivisions(Block &block) {
  WalkResult result = block.walk([](Operation *op) -> WalkResult {
    if (!mayTrap(op))
      return WalkResult::advance();
    return op->emitOpError("expected a constant divisor other than 0 and -1, "
                           "since an operator is defined for all values");
  });
  return failure(result.wasInterrupted());
}

LogicalResult OperatorOp::verifyRegions() {
  if (!getBody().hasOneBlock())
    return emitOpError("expected a body of one block");
  Block &block = getBody().front();
  if (failed(verifyDivisions(block)))
    return failure();
  for (Operation &op : block.without_terminator())
    if (!isPure(&op) || isa<ApplyOp>(op))
      return op.emitOpError("expected operations without side effects that are "
                            "defined for all values and apply no operator, "
                            "got '")
             << op.getName() << "'";
  auto yield = dyn_cast<YieldOp>(block.getTerminator());
  if (!yield)
    return emitOpError("expected a body that ends with 'algebra.yield'");
  if (yield.getValue().getType() != getResultType())
    return yield.emitOpError("expected a value of type ")
           << getResultType() << ", got " << yield.getValue().getType();
  return success();
}

OperatorOp ApplyOp::getOperator() {
  return SymbolTable::lookupNearestSymbolFrom<OperatorOp>(*this,
                                                          getCalleeAttr());
}

LogicalResult ApplyOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto definition =
      symbols.lookupNearestSymbolFrom<OperatorOp>(*this, getCalleeAttr());
  if (!definition)
    return emitOpError("expected an 'algebra.operator', got ")
           << getCalleeAttr();
  auto type = FunctionType::get(getContext(), getOperandTypes(),
                                getOperation()->getResultTypes());
  if (definition.getFunctionType() != type)
    return emitOpError("expected ")
           << getCalleeAttr() << " to be of type " << type << ", got "
           << definition.getFunctionType();
  return success();
}
