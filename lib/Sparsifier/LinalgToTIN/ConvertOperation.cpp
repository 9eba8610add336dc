//===- ConvertOperation.cpp - Conversion of a linalg operation --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts one linalg operation to a tin.compute for each result. The loops
// that index the result become its free variables; the other loops are reduced.
// Each compute has a copy of the region.
//
//===----------------------------------------------------------------------===//

#include "ConvertOperation.h"

#include "ComputeEmitter.h"

#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Sparsifier/DestinationWrites.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace weft;
using namespace weft::linalg_to_tin;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Emits the size of a mode. That of a result of an operation that is converted
/// already is the extent of an index variable, so that the size does not depend
/// on the result.
static Value emitSize(OpBuilder &builder, Location loc, Value tensor,
                      int64_t mode) {
  while (auto cast = tensor.getDefiningOp<tensor::CastOp>())
    if (auto type = dyn_cast<RankedTensorType>(cast.getType());
        type && type.isDynamicDim(mode) &&
        isa<RankedTensorType>(cast.getSource().getType()))
      tensor = cast.getSource();
    else
      break;
  tin::ComputeOp compute = getValueCompute(tensor);
  Value extent = compute ? compute.getExtent(mode) : Value();
  return extent ? extent
                : builder.createOrFold<tensor::DimOp>(loc, tensor, mode);
}

LogicalResult ComputeEmitter::emitExtents() {
  // The mode that each loop alone indexes. A size that is known beats one that
  // is not.
  struct IndexedMode {
    Value tensor;
    int64_t mode = 0;
    bool isStatic = false;
  };
  SmallVector<IndexedMode> modes(op.getNumLoops());
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type)
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [mode, expr] : llvm::enumerate(map.getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(expr);
      if (!loop)
        continue;
      IndexedMode &known = modes[loop.getPosition()];
      bool isStatic = !type.isDynamicDim(mode);
      if (!known.tensor || (isStatic && !known.isStatic))
        known = {operand.get(), static_cast<int64_t>(mode), isStatic};
    }
  }
  for (auto [loop, mode] : llvm::enumerate(modes)) {
    if (!mode.tensor)
      return op.emitOpError("cannot be converted to index notation: no operand "
                            "has a mode that loop d")
             << loop << " alone indexes, so that its extent is not known";
    extents.push_back(emitSize(rewriter, loc, mode.tensor, mode.mode));
  }
  return success();
}

SmallVector<StringRef> ComputeEmitter::getNames(ArrayRef<unsigned> loops) {
  return llvm::map_to_vector(
      loops, [&](unsigned loop) { return StringRef(names[loop]); });
}

SmallVector<Value> ComputeEmitter::getExtents(ArrayRef<unsigned> loops) {
  return llvm::map_to_vector(loops,
                             [&](unsigned loop) { return extents[loop]; });
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

FailureOr<Value> ComputeEmitter::emitBody(OpOperand &init,
                                          ArrayRef<unsigned> reduced,
                                          CapturedScalars &captured) {
  if (!reduced.empty()) {
    FailureOr<Accumulation> accumulation = findAccumulation(op, init);
    if (failed(accumulation))
      return failure();
    // A custom reduction begins with its identity.
    if (accumulation->combiner)
      return emitCustomReduction(*accumulation,
                                 cast<RankedTensorType>(init.get().getType()),
                                 reduced, captured);
    if (strict && failed(verifyOrder(op, init.get(), *accumulation)))
      return failure();
    beginsWithOutput = strict && canBeginWith(init.get(), *accumulation);
    FailureOr<Value> reduction =
        emitReduction(*accumulation, reduced, captured);
    if (failed(reduction) || beginsWithOutput)
      return reduction;
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

FailureOr<Value> ComputeEmitter::emitCompute(OpOperand &init) {
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
  dropsInvalid = beginsWithOutput = false;
  for (auto [loop, variable] : llvm::zip_equal(free, compute.getVariables()))
    variables[loop] = variable;
  FailureOr<Value> value = emitBody(init, reduced, captured);
  if (failed(value)) {
    rewriter.eraseOp(compute);
    return failure();
  }
  tin::YieldOp::create(rewriter, loc, *value);
  if (beginsWithOutput)
    compute.getInitialMutable().assign(init.get());
  level::FormatAttr format = level::getFormat(type);
  compute.setDropFill(dropsInvalid && format && !format.isAllDense());
  if (Attribute schedule = op->getAttr(kScheduleAttr))
    compute->setAttr(kScheduleAttr, schedule);
  return compute.getResult();
}

FailureOr<SmallVector<Value>>
linalg_to_tin::emitComputes(RewriterBase &rewriter, linalg::LinalgOp op,
                            bool strict) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  ComputeEmitter emitter(rewriter, op, strict);
  if (failed(emitter.emitExtents()))
    return failure();
  SmallVector<Value> results;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    FailureOr<Value> result = emitter.emitCompute(init);
    if (failed(result))
      return failure();
    results.push_back(*result);
  }
  return results;
}
