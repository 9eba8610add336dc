//===- SplitKernel.cpp - Kernels of one statement each ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inverse of FuseKernels.cpp, for long programs: what LLVM does with the
// loops of a function takes longer for each the more there are.
//
//===----------------------------------------------------------------------===//

#include "KernelCreation.h"

#include "weft/Dialect/CIN/IR/Requests.h"
#include "weft/Dialect/CIN/Transforms/Transforms.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

/// Lists the statements that multi and sequence statements are made of, in
/// their order.
static void listStatements(Operation *statement,
                           SmallVectorImpl<Operation *> &parts) {
  if (!isa<MultiOp, SequenceOp>(statement)) {
    parts.push_back(statement);
    return;
  }
  for (Region &region : statement->getRegions())
    listStatements(getStatement(region.front()), parts);
}

SmallVector<Operation *> cin::getParts(KernelOp kernel) {
  SmallVector<Operation *> parts;
  listStatements(getStatement(*kernel.getBlock()), parts);
  return parts;
}

namespace {
/// What a part uses of the kernel around it, each by its position among its
/// like; values that are computed around the part come with what they are
/// computed from.
struct Uses {
  llvm::SetVector<Value> inputs, outputs, extents;
  llvm::SetVector<Operation *> scalars;
};
} // namespace

static void addScalar(Operation *op, Uses &uses, KernelOp kernel,
                      Operation *part);

static void addUse(Value value, Uses &uses, KernelOp kernel, Operation *part) {
  if (part->isAncestor(value.getParentRegion()->getParentOp()))
    return;
  if (Operation *op = value.getDefiningOp())
    addScalar(op, uses, kernel, part);
  else if (llvm::is_contained(kernel.getInputRefs(), value))
    uses.inputs.insert(value);
  else if (llvm::is_contained(kernel.getOutputRefs(), value))
    uses.outputs.insert(value);
  else
    uses.extents.insert(value);
}

static void addScalar(Operation *op, Uses &uses, KernelOp kernel,
                      Operation *part) {
  for (Value operand : op->getOperands())
    addUse(operand, uses, kernel, part);
  uses.scalars.insert(op);
}

/// The part that assigns each output. Fails if several parts assign one, or
/// none does.
static FailureOr<llvm::MapVector<Value, Operation *>>
findAssigningParts(RewriterBase &rewriter, KernelOp kernel,
                   ArrayRef<Operation *> parts) {
  llvm::MapVector<Value, Operation *> assigned;
  for (Operation *part : parts) {
    WalkResult result = part->walk([&](AssignOp assign) {
      Value target = assign.getRef();
      if (target.getParentBlock() != kernel.getBlock())
        return WalkResult::advance();
      auto [known, isNew] = assigned.insert({target, part});
      return isNew || known->second == part ? WalkResult::advance()
                                            : WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      return rewriter.notifyMatchFailure(
          part, "assigns what another statement assigns");
  }
  if (assigned.size() != kernel.getOutputs().size())
    return rewriter.notifyMatchFailure(kernel, "an output is not assigned");
  return assigned;
}

/// Checks that each part reads only outputs of parts before it and its own.
static LogicalResult
verifyOrder(RewriterBase &rewriter, ArrayRef<Operation *> parts,
            const llvm::MapVector<Value, Operation *> &assigned) {
  llvm::SmallDenseSet<Value> known;
  for (Operation *part : parts) {
    WalkResult result = part->walk([&](Operation *op) {
      for (Value operand : op->getOperands())
        if (assigned.contains(operand) && assigned.lookup(operand) != part &&
            !known.contains(operand))
          return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return rewriter.notifyMatchFailure(part, "reads what comes later");
    for (auto [output, assigning] : assigned)
      if (assigning == part)
        known.insert(output);
  }
  return success();
}

/// Makes a kernel of a part of another one. `outside` maps the arguments of the
/// other kernel to values around it, and takes the results of the new one.
static KernelOp
makePartKernel(RewriterBase &rewriter, KernelOp kernel, Operation *part,
               const llvm::MapVector<Value, Operation *> &assigned,
               IRMapping &outside) {
  Uses uses;
  part->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      addUse(operand, uses, kernel, part);
  });
  // What is assigned before is read from its result.
  SmallVector<Value> inputs, inputRefs, outputs, outputRefs, extents;
  for (Value ref : uses.inputs)
    inputRefs.push_back(ref);
  for (Value ref : uses.outputs)
    (assigned.lookup(ref) == part ? outputRefs : inputRefs).push_back(ref);
  for (Value ref : inputRefs)
    inputs.push_back(outside.lookup(ref));
  ValueRange allRefs = kernel.getOutputRefs();
  for (Value ref : outputRefs)
    outputs.push_back(
        kernel.getOutputs()[llvm::find(allRefs, ref) - allRefs.begin()]);
  for (Value extent : uses.extents)
    extents.push_back(outside.lookup(extent));

  rewriter.setInsertionPoint(kernel);
  KernelOp own =
      createLike(rewriter, kernel.getLoc(), kernel, inputs, outputs, extents);
  // It names loops of all parts, by other names.
  own->removeAttr(kNotChosenAttr);
  SmallVector<Value> args(inputRefs);
  llvm::append_range(args, outputRefs);
  llvm::append_range(args, uses.extents);
  IRMapping inside;
  inside.map(args, own.getBlock()->getArguments());
  for (Operation *scalar : uses.scalars)
    rewriter.clone(*scalar, inside);
  int64_t number = 0;
  renameVariables(
      rewriter, rewriter.clone(*part, inside), [&](StringAttr name) {
        return StringAttr::get(name.getContext(), "i" + Twine(number++));
      });
  for (auto [ref, result] : llvm::zip_equal(outputRefs, own.getResults()))
    outside.map(ref, result);
  return own;
}

FailureOr<SmallVector<KernelOp>> cin::splitKernel(RewriterBase &rewriter,
                                                  KernelOp kernel) {
  SmallVector<Operation *> parts = getParts(kernel);
  auto assigned = findAssigningParts(rewriter, kernel, parts);
  if (failed(assigned) || failed(verifyOrder(rewriter, parts, *assigned)))
    return failure();

  OpBuilder::InsertionGuard guard(rewriter);
  SmallVector<KernelOp> kernels;
  IRMapping outside;
  outside.map(kernel.getInputRefs(), kernel.getInputs());
  outside.map(kernel.getExtentArgs(), kernel.getExtents());
  for (Operation *part : parts)
    kernels.push_back(
        makePartKernel(rewriter, kernel, part, *assigned, outside));
  rewriter.replaceOp(
      kernel, llvm::map_to_vector(kernel.getOutputRefs(), [&](Value ref) {
        return outside.lookup(ref);
      }));
  return kernels;
}
