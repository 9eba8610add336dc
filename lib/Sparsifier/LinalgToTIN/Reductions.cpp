//===- Reductions.cpp - Reductions of linalg operations ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the reduction of the terms of all iterations, and its combination with
// the initial value.
//
//===----------------------------------------------------------------------===//

#include "ComputeEmitter.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Support/Combiner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace weft;
using namespace weft::linalg_to_tin;

Value ComputeEmitter::emitLike(Operation *combination, StringRef name,
                               Value lhs, Value rhs) {
  OperationState state(combination->getLoc(), name);
  state.addOperands({lhs, rhs});
  state.addTypes(lhs.getType());
  // Overflow flags do not hold in another order.
  if (combination->getName().getStringRef() == name &&
      isa<arith::ArithFastMathInterface>(combination))
    state.propertiesAttr = combination->getPropertiesAsAttribute();
  return rewriter.create(state)->getResult(0);
}

LogicalResult ComputeEmitter::fillReduction(
    tin::ReduceOp reduce, ArrayRef<unsigned> reduced, CapturedScalars &captured,
    function_ref<FailureOr<Value>(ScalarEmitter &)> emitTerm) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToEnd(reduce.getBlock());
  for (auto [loop, variable] : llvm::zip_equal(reduced, reduce.getVariables()))
    variables[loop] = variable;
  ScalarEmitter emitter(rewriter, op, variables, captured);
  FailureOr<Value> term = emitTerm(emitter);
  if (failed(term))
    return failure();
  tin::YieldOp::create(rewriter, loc, *term);
  return success();
}

FailureOr<Value> ComputeEmitter::emitReduction(const Accumulation &accumulation,
                                               ArrayRef<unsigned> reduced,
                                               CapturedScalars &captured) {
  auto reduce = tin::ReduceOp::create(rewriter, loc,
                                      accumulation.last->getResult(0).getType(),
                                      accumulation.name, reduced.size(),
                                      getNames(reduced), getExtents(reduced));
  auto emitTerms = [&](ScalarEmitter &emitter) -> FailureOr<Value> {
    Value value;
    for (Value term : llvm::reverse(accumulation.terms)) {
      FailureOr<Value> emitted = emitter.emit(term);
      if (failed(emitted))
        return failure();
      value = value ? emitLike(accumulation.last, accumulation.name, value,
                               *emitted)
                    : *emitted;
    }
    // A reduction that starts from the output adds the negated subtrahend.
    if (beginsWithOutput && isa<arith::SubFOp>(accumulation.last))
      return arith::NegFOp::create(rewriter, loc, value).getResult();
    if (beginsWithOutput && isa<complex::SubOp>(accumulation.last))
      return complex::NegOp::create(rewriter, loc, value).getResult();
    return value;
  };
  if (failed(fillReduction(reduce, reduced, captured, emitTerms)))
    return failure();
  return reduce.getResult();
}

FailureOr<Value> ComputeEmitter::emitCustomReduction(
    const Accumulation &accumulation, RankedTensorType resultType,
    ArrayRef<unsigned> reduced, CapturedScalars &captured) {
  Attribute declared = getConstantScalar(accumulation.identity);
  // Terms may be combined in parts, each of which begins with the identity. An
  // operation knows its own, which another one is combined with once.
  Operation *simple = getSimpleCombinerOp(*accumulation.combiner);
  Attribute own = simple ? getIdentity(simple) : Attribute();
  Attribute identity = own ? own : declared;
  if (!identity)
    return accumulation.last->emitOpError("cannot be converted to index "
                                          "notation: its identity is not a "
                                          "constant, and the operations of its "
                                          "region do not tell theirs");
  Value term = accumulation.terms.front();
  bool beginsWithOwn = declared && areSameScalar(identity, declared);
  // There is an operation: without one, the identity is the declared one.
  if (strict && !beginsWithOwn && !isExact(simple) &&
      isa<FloatType, ComplexType>(resultType.getElementType()))
    return accumulation.last->emitOpError("cannot keep its order of "
                                          "floating-point operations: its "
                                          "identity is combined last; use that "
                                          "of '")
           << simple->getName() << "', and combine the other number in another "
           << "operation";
  auto reduce = tin::ReduceOp::create(
      rewriter, loc, accumulation.last->getResult(0).getType(), StringRef(),
      reduced.size(), getNames(reduced), getExtents(reduced),
      own ? Attribute() : declared);
  copyCombiner(rewriter, *accumulation.combiner,
               tin::YieldOp::getOperationName(), reduce.getCombiner());
  auto emitTerm = [&](ScalarEmitter &emitter) -> FailureOr<Value> {
    FailureOr<OptionalScalar> optional = emitter.emitOptional(term);
    if (failed(optional))
      return failure();
    return arith::SelectOp::create(rewriter, loc, optional->isValid,
                                   optional->value,
                                   emitNumber(identity, reduce.getType()))
        .getResult();
  };
  if (failed(fillReduction(reduce, reduced, captured, emitTerm)))
    return failure();
  Value value = reduce.getResult();
  if (!beginsWithOwn) {
    ScalarEmitter emitter(rewriter, op, variables, captured);
    FailureOr<Value> first = emitter.emit(accumulation.identity);
    if (failed(first))
      return failure();
    value = inlineCombiner(rewriter, *accumulation.combiner, *first, value);
  }
  level::FormatAttr format = level::getFormat(resultType);
  if (!format || format.isAllDense())
    return value;
  // A sparse result has no component where nothing was combined.
  auto isAny = tin::ReduceOp::create(
      rewriter, loc, rewriter.getI1Type(), arith::OrIOp::getOperationName(),
      reduced.size(), ArrayRef<StringRef>(), getExtents(reduced));
  auto emitValidity = [&](ScalarEmitter &emitter) -> FailureOr<Value> {
    FailureOr<OptionalScalar> optional = emitter.emitOptional(term);
    if (failed(optional))
      return failure();
    return optional->isValid;
  };
  if (failed(fillReduction(isAny, reduced, captured, emitValidity)))
    return failure();
  Attribute fill = level::getFill(resultType);
  return arith::SelectOp::create(rewriter, loc, isAny.getResult(), value,
                                 emitNumber(fill, value.getType()))
      .getResult();
}

FailureOr<Value> ComputeEmitter::emitLast(const Accumulation &accumulation,
                                          OpOperand &init, Value reduction,
                                          CapturedScalars &captured) {
  InitialValue initial = getInitialValue(init.get());
  Operation *last = accumulation.last;
  bool isSimple = last->getName().getStringRef() == accumulation.name;
  if (initial.isUndefined && isSimple)
    return reduction;
  Attribute identity = getIdentity(last);
  if (isSimple && initial.number && identity &&
      areSameScalar(initial.number, identity))
    return reduction;
  Value former;
  if (initial.number) {
    former = emitNumber(initial.number, reduction.getType());
  } else {
    ScalarEmitter emitter(rewriter, op, variables, captured);
    FailureOr<Value> access = emitter.emitAccess(init);
    if (failed(access))
      return failure();
    former = *access;
  }
  return emitLike(last, last->getName().getStringRef(), former, reduction);
}
