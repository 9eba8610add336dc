//===- FuseKernels.cpp - Join kernels ---------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several assignments in one program are one kernel: a multi statement where
// they are independent, a sequence statement where one reads what another
// defines (thesis, section 4.3).
//
//===----------------------------------------------------------------------===//

#include "KernelCreation.h"

#include "weft/Dialect/CIN/IR/Requests.h"
#include "weft/Dialect/CIN/Transforms/Transforms.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

void cin::renameVariables(RewriterBase &rewriter, Operation *statement,
                          function_ref<StringAttr(StringAttr)> rename) {
  statement->walk<WalkOrder::PreOrder>([&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case<ForallOp, SplitOp, PositionOp, WhereOp>([&](auto named) {
          rewriter.modifyOpInPlace(
              named, [&] { named.setNameAttr(rename(named.getNameAttr())); });
        })
        .Case([&](CollapseOp collapse) {
          rewriter.modifyOpInPlace(collapse, [&] {
            collapse.setOuterNameAttr(rename(collapse.getOuterNameAttr()));
            collapse.setInnerNameAttr(rename(collapse.getInnerNameAttr()));
          });
        });
  });
}

/// Renames the variables and workspaces of `statement` that `taken` has: `i` of
/// the second statement is `i_2`. Schedules, and blocked formats, call the
/// parts of `i` `i0` and `i1`. Returns the new names by the old ones.
static llvm::StringMap<std::string> renameApart(RewriterBase &rewriter,
                                                Operation *statement,
                                                llvm::StringSet<> &taken) {
  llvm::StringMap<std::string> renamed;
  renameVariables(rewriter, statement, [&](StringAttr name) {
    std::string unique = name.str();
    for (unsigned copy = 2; !taken.insert(unique).second; ++copy)
      unique = (name.getValue() + "_" + llvm::Twine(copy)).str();
    renamed[name] = unique;
    return StringAttr::get(name.getContext(), unique);
  });
  return renamed;
}

/// Adds the variables that the notes of a kernel name to those of the fused
/// one, where they may have other names.
static void addVariableNotes(KernelOp fused, KernelOp kernel,
                             const llvm::StringMap<std::string> &renamed) {
  for (StringRef note : getVariableNoteNames())
    if (auto names = kernel->getAttrOfType<ArrayAttr>(note))
      for (auto name : names.getAsRange<StringAttr>())
        if (auto variable = renamed.find(name); variable != renamed.end())
          noteRequest(fused, note, {variable->second});
}

/// The attributes of a kernel that a fused one cannot have of two kernels.
static DictionaryAttr getUnfusibleAttributes(KernelOp kernel) {
  NamedAttrList attributes(kernel->getDiscardableAttrDictionary());
  for (StringRef note : getVariableNoteNames())
    attributes.erase(note);
  return attributes.getDictionary(kernel.getContext());
}

/// Whether an operand is a result of a kernel.
static bool isResultOf(Value operand, KernelOp kernel) {
  return operand.getDefiningOp() == kernel.getOperation();
}

/// Whether the first kernel can stand in the place of the second: what else
/// uses its results comes later, and the second only reads them. The fused
/// kernel could not take its own result as the value to compute another into.
static LogicalResult verifyFusible(RewriterBase &rewriter, KernelOp first,
                                   KernelOp second) {
  if (first->getBlock() != second->getBlock() ||
      !first->isBeforeInBlock(second))
    return rewriter.notifyMatchFailure(
        second, "the other kernel does not come earlier in the same block");
  KernelOp::Properties how = first.getProperties();
  how.operandSegmentSizes = second.getProperties().operandSegmentSizes;
  if (how != second.getProperties())
    return rewriter.notifyMatchFailure(
        second, "the other kernel assembles its results in another way");
  if (getUnfusibleAttributes(first) != getUnfusibleAttributes(second))
    return rewriter.notifyMatchFailure(second,
                                       "the other kernel has other attributes");
  if (llvm::any_of(second.getOutputs(),
                   [&](Value output) { return isResultOf(output, first); }))
    return rewriter.notifyMatchFailure(
        second, "computes into a result of the other kernel");
  for (Operation *user : first->getUsers()) {
    Operation *inBlock = second->getBlock()->findAncestorOpInBlock(*user);
    if (inBlock != second && !(inBlock && second->isBeforeInBlock(inBlock)))
      return rewriter.notifyMatchFailure(
          user, "uses a result of the first kernel before the second");
  }
  return success();
}

/// Makes a kernel without a statement that takes what two kernels take: inputs
/// each once, outputs and extents of both.
static KernelOp createJoined(RewriterBase &rewriter, KernelOp first,
                             KernelOp second) {
  // What the second reads of the first's results it reads from its output.
  llvm::SetVector<Value> inputs(first.getInputs().begin(),
                                first.getInputs().end());
  for (Value input : second.getInputs())
    if (!isResultOf(input, first))
      inputs.insert(input);
  SmallVector<Value> outputs(first.getOutputs()), extents(first.getExtents());
  llvm::append_range(outputs, second.getOutputs());
  llvm::append_range(extents, second.getExtents());

  Location loc = rewriter.getFusedLoc({first.getLoc(), second.getLoc()});
  rewriter.setInsertionPoint(second);
  return createLike(rewriter, loc, first, inputs.getArrayRef(), outputs,
                    extents);
}

FailureOr<KernelOp> cin::fuseKernels(RewriterBase &rewriter, KernelOp first,
                                     KernelOp second) {
  if (failed(verifyFusible(rewriter, first, second)))
    return failure();
  OpBuilder::InsertionGuard guard(rewriter);
  KernelOp fused = createJoined(rewriter, first, second);
  auto refOf = [&](Value tensor) -> Value {
    if (isResultOf(tensor, first))
      return fused.getOutputRefs()[cast<OpResult>(tensor).getResultNumber()];
    auto it = llvm::find(fused.getInputs(), tensor);
    return fused.getInputRefs()[it - fused.getInputs().begin()];
  };

  bool dependent = llvm::any_of(second.getInputs(), [&](Value input) {
    return isResultOf(input, first);
  });
  Operation *both =
      dependent ? SequenceOp::create(rewriter, fused.getLoc()).getOperation()
                : MultiOp::create(rewriter, fused.getLoc()).getOperation();
  llvm::StringSet<> taken;
  ValueRange outputs = fused.getOutputRefs(), extents = fused.getExtentArgs();
  KernelOp kernels[] = {first, second};
  for (auto [kernel, region] : llvm::zip_equal(kernels, both->getRegions())) {
    auto args = llvm::map_to_vector(kernel.getInputs(), refOf);
    llvm::append_range(args, outputs.take_front(kernel.getNumResults()));
    llvm::append_range(args, extents.take_front(kernel.getExtents().size()));
    outputs = outputs.drop_front(kernel.getNumResults());
    extents = extents.drop_front(kernel.getExtents().size());
    Block *target = rewriter.createBlock(&region);
    rewriter.inlineBlockBefore(kernel.getBlock(), target, target->end(), args);
    auto renamed = renameApart(rewriter, getStatement(*target), taken);
    addVariableNotes(fused, kernel, renamed);
  }

  unsigned numFirst = first.getNumResults();
  rewriter.replaceOp(second, fused.getResults().drop_front(numFirst));
  rewriter.replaceOp(first, fused.getResults().take_front(numFirst));
  return fused;
}
