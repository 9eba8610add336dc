//===- ConvertOperation.cpp - One linalg operation ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops that index a result are the free variables of its compute, all
// others are reduced. The region is copied once for each result.
//
//===----------------------------------------------------------------------===//

#include "ConvertOperation.h"

#include "Accumulation.h"
#include "ScalarEmitter.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/TIN/IR/TIN.h"
#include "weft/Support/Combiner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace weft;
using namespace weft::linalg_to_tin;

namespace {
/// Converts one operation.
class Converter {
public:
  Converter(RewriterBase &rewriter, linalg::LinalgOp op)
      : rewriter(rewriter), op(op), loc(op.getLoc()) {
    for (unsigned loop : llvm::seq(op.getNumLoops()))
      names.push_back("d" + std::to_string(loop));
  }

  /// Emits the number of iterations of each loop.
  LogicalResult emitExtents();
  FailureOr<Value> emitCompute(OpOperand &init);

private:
  /// The value of the body, whose free variables are bound.
  FailureOr<Value> emitBody(OpOperand &init, ArrayRef<unsigned> reduced,
                            CapturedScalars &captured);
  FailureOr<Value> emitReduction(const Accumulation &accumulation,
                                 ArrayRef<unsigned> reduced,
                                 CapturedScalars &captured);
  /// Emits a reduction by `sparse_tensor.reduce`.
  FailureOr<Value> emitCustomReduction(const Accumulation &accumulation,
                                       RankedTensorType type,
                                       ArrayRef<unsigned> reduced,
                                       CapturedScalars &captured);
  /// Binds the variables of a reduction, and emits what `emitTerm` does into it.
  LogicalResult
  fillReduction(tin::ReduceOp reduce, ArrayRef<unsigned> reduced,
                CapturedScalars &captured,
                function_ref<FailureOr<Value>(ScalarEmitter &)> emitTerm);
  /// Combines a reduction with the initial value.
  FailureOr<Value> emitLast(const Accumulation &accumulation, OpOperand &init,
                            Value reduction, CapturedScalars &captured);
  /// Combines two values as an operation does.
  Value emitLike(Operation *combination, StringRef name, Value lhs, Value rhs);
  Value emitNumber(Attribute number, Type type) {
    return emitScalar(rewriter, loc, number, type);
  }
  SmallVector<StringRef> getNames(ArrayRef<unsigned> loops);
  SmallVector<Value> getExtents(ArrayRef<unsigned> loops);

  RewriterBase &rewriter;
  linalg::LinalgOp op;
  Location loc;
  SmallVector<std::string> names;
  SmallVector<Value> extents;
  /// The index variables of the loops that are bound.
  SmallVector<Value> variables;
  /// Whether components that are zero stand for none.
  bool dropsInvalid = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Emits the size of a mode. That of what was converted before is the extent of
/// an index variable, so that its compute is not asked for it.
static Value emitSize(OpBuilder &builder, Location loc, Value tensor,
                      int64_t mode) {
  auto compute = tensor.getDefiningOp<tin::ComputeOp>();
  Value extent = compute ? compute.getExtent(mode) : Value();
  return extent ? extent
                : builder.createOrFold<tensor::DimOp>(loc, tensor, mode);
}

LogicalResult Converter::emitExtents() {
  extents.resize(op.getNumLoops());
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type)
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [mode, expr] : llvm::enumerate(map.getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(expr);
      // A size that is known beats one that is not.
      if (!loop || (extents[loop.getPosition()] && type.isDynamicDim(mode)))
        continue;
      extents[loop.getPosition()] =
          emitSize(rewriter, loc, operand.get(), mode);
    }
  }
  for (auto [loop, extent] : llvm::enumerate(extents))
    if (!extent)
      return op.emitOpError("cannot be converted to index notation: no operand "
                            "has a mode that loop d")
             << loop << " alone indexes, so that its extent is not known";
  return success();
}

SmallVector<StringRef> Converter::getNames(ArrayRef<unsigned> loops) {
  return llvm::map_to_vector(
      loops, [&](unsigned loop) { return StringRef(names[loop]); });
}

SmallVector<Value> Converter::getExtents(ArrayRef<unsigned> loops) {
  return llvm::map_to_vector(loops,
                             [&](unsigned loop) { return extents[loop]; });
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

Value Converter::emitLike(Operation *combination, StringRef name, Value lhs,
                          Value rhs) {
  OperationState state(combination->getLoc(), name);
  state.addOperands({lhs, rhs});
  state.addTypes(lhs.getType());
  if (combination->getName().getStringRef() == name) {
    state.addAttributes(combination->getDiscardableAttrDictionary().getValue());
    state.propertiesAttr = combination->getPropertiesAsAttribute();
  }
  return rewriter.create(state)->getResult(0);
}

LogicalResult Converter::fillReduction(
    tin::ReduceOp reduce, ArrayRef<unsigned> reduced, CapturedScalars &captured,
    function_ref<FailureOr<Value>(ScalarEmitter &)> emitTerm) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToEnd(reduce.getBlock());
  for (auto [loop, variable] :
       llvm::zip_equal(reduced, reduce.getVariables()))
    variables[loop] = variable;
  ScalarEmitter emitter(rewriter, op, variables, captured);
  FailureOr<Value> term = emitTerm(emitter);
  if (failed(term))
    return failure();
  tin::YieldOp::create(rewriter, loc, *term);
  return success();
}

FailureOr<Value> Converter::emitReduction(const Accumulation &accumulation,
                                          ArrayRef<unsigned> reduced,
                                          CapturedScalars &captured) {
  auto reduce = tin::ReduceOp::create(
      rewriter, loc, accumulation.last->getResult(0).getType(),
      accumulation.name, reduced.size(), getNames(reduced),
      getExtents(reduced));
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
    return value;
  };
  if (failed(fillReduction(reduce, reduced, captured, emitTerms)))
    return failure();
  return reduce.getResult();
}

FailureOr<Value>
Converter::emitCustomReduction(const Accumulation &accumulation,
                               RankedTensorType resultType,
                               ArrayRef<unsigned> reduced,
                               CapturedScalars &captured) {
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
  if (!declared || !areSameScalar(identity, declared)) {
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

FailureOr<Value> Converter::emitLast(const Accumulation &accumulation,
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

FailureOr<Value> Converter::emitBody(OpOperand &init,
                                     ArrayRef<unsigned> reduced,
                                     CapturedScalars &captured) {
  if (!reduced.empty()) {
    FailureOr<Accumulation> accumulation = findAccumulation(op, init);
    if (failed(accumulation))
      return failure();
    // A custom reduction begins with its identity.
    if (accumulation->combiner)
      return emitCustomReduction(
          *accumulation, cast<RankedTensorType>(init.get().getType()), reduced,
          captured);
    FailureOr<Value> reduction =
        emitReduction(*accumulation, reduced, captured);
    if (failed(reduction))
      return failure();
    return emitLast(*accumulation, init, *reduction, captured);
  }
  ScalarEmitter emitter(rewriter, op, variables, captured);
  BlockArgument former = op.getMatchingBlockArgument(&init);
  if (Attribute number = getInitialValue(init.get()).number;
      number && !former.use_empty())
    emitter.define(former, emitNumber(number, former.getType()));
  unsigned result = init.getOperandNumber() - op.getNumDpsInputs();
  FailureOr<Value> value =
      emitter.emit(op.getBlock()->getTerminator()->getOperand(result));
  dropsInvalid = emitter.hasInvalid();
  return value;
}

FailureOr<Value> Converter::emitCompute(OpOperand &init) {
  AffineMap map = op.getMatchingIndexingMap(&init);
  if (!map.isProjectedPermutation())
    return op.emitOpError("cannot be converted to index notation: the output "
                          "is indexed by '")
           << AffineMapAttr::get(map) << "', not by one loop for each mode";
  SmallVector<unsigned> free, reduced;
  for (AffineExpr expr : map.getResults())
    free.push_back(cast<AffineDimExpr>(expr).getPosition());
  for (unsigned loop : llvm::seq(op.getNumLoops()))
    if (!llvm::is_contained(free, loop))
      reduced.push_back(loop);
  auto type = cast<RankedTensorType>(init.get().getType());
  auto compute = tin::ComputeOp::create(rewriter, loc, type, getNames(free),
                                        getExtents(free));
  OpBuilder outside(compute);
  CapturedScalars captured(outside);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToEnd(compute.getBlock());
  variables.assign(op.getNumLoops(), Value());
  dropsInvalid = false;
  for (auto [loop, variable] : llvm::zip_equal(free, compute.getVariables()))
    variables[loop] = variable;
  FailureOr<Value> value = emitBody(init, reduced, captured);
  if (failed(value)) {
    rewriter.eraseOp(compute);
    return failure();
  }
  tin::YieldOp::create(rewriter, loc, *value);
  level::FormatAttr format = level::getFormat(type);
  compute.setDropFill(dropsInvalid && format && !format.isAllDense());
  return compute.getResult();
}

FailureOr<SmallVector<Value>>
linalg_to_tin::emitComputes(RewriterBase &rewriter, linalg::LinalgOp op) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Converter converter(rewriter, op);
  if (failed(converter.emitExtents()))
    return failure();
  SmallVector<Value> results;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    FailureOr<Value> result = converter.emitCompute(init);
    if (failed(result))
      return failure();
    results.push_back(*result);
  }
  return results;
}
