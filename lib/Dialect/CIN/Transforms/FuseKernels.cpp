//===- FuseKernels.cpp - Join the kernels of a function ------*- C++ -*-===//
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

#include "weft/Dialect/CIN/Transforms/Passes.h"

#include "llvm/ADT/StringSet.h"

namespace weft {
namespace cin {
#define GEN_PASS_DEF_CINFUSEKERNELS
#include "weft/Dialect/CIN/Transforms/Passes.h.inc"
} // namespace cin
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::cin;

/// Whether all results of a kernel are returned by its function.
static bool definesResults(KernelOp kernel) {
  return llvm::all_of(kernel.getResults(), [](Value result) {
    return llvm::any_of(result.getUsers(), llvm::IsaPred<func::ReturnOp>);
  });
}

/// Renames the variables and workspaces of `statement` that `taken` has.
static void renameApart(Operation *statement, llvm::StringSet<> &taken) {
  auto rename = [&](StringAttr name) {
    std::string unique = name.str();
    for (unsigned copy = 1; !taken.insert(unique).second; ++copy)
      unique = (name.getValue() + llvm::Twine(copy)).str();
    return StringAttr::get(name.getContext(), unique);
  };
  statement->walk<WalkOrder::PreOrder>([&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case<ForallOp, SplitOp, PositionOp, WhereOp>(
            [&](auto named) { named.setNameAttr(rename(named.getNameAttr())); })
        .Case([&](CollapseOp collapse) {
          collapse.setOuterNameAttr(rename(collapse.getOuterNameAttr()));
          collapse.setInnerNameAttr(rename(collapse.getInnerNameAttr()));
        });
  });
}

/// Joins two kernels, the second of which comes later in the same block.
static KernelOp fuse(KernelOp first, KernelOp second, OpBuilder &builder) {
  Location loc = builder.getFusedLoc({first.getLoc(), second.getLoc()});
  // Tensors and extents of both, each once; what the second reads of the
  // first's results it reads from its output.
  llvm::SetVector<Value> inputs(first.getInputs().begin(),
                                first.getInputs().end());
  for (Value input : second.getInputs())
    if (input.getDefiningOp() != first.getOperation())
      inputs.insert(input);
  SmallVector<Value> outputs(first.getOutputs()), extents(first.getExtents());
  llvm::append_range(outputs, second.getOutputs());
  llvm::append_range(extents, second.getExtents());

  builder.setInsertionPoint(second);
  auto fused = KernelOp::create(builder, loc, TypeRange(ValueRange(outputs)),
                                inputs.getArrayRef(), outputs, extents,
                                first.getAssembly(), first.getDropFill());
  SmallVector<Type> types;
  for (Value tensor :
       llvm::concat<Value>(SmallVector<Value>(inputs.getArrayRef()), outputs))
    types.push_back(RefType::get(cast<RankedTensorType>(tensor.getType())));
  types.append(extents.size(), builder.getIndexType());
  builder.createBlock(&fused.getBody(), {}, types,
                      SmallVector<Location>(types.size(), loc));
  auto refOf = [&](Value tensor) -> Value {
    auto it = llvm::find(inputs, tensor);
    if (it != inputs.end())
      return fused.getInputRefs()[it - inputs.begin()];
    return fused.getOutputRefs()[cast<OpResult>(tensor).getResultNumber()];
  };

  bool dependent = llvm::any_of(second.getInputs(), [&](Value input) {
    return input.getDefiningOp() == first.getOperation();
  });
  Operation *both = dependent ? SequenceOp::create(builder, loc).getOperation()
                              : MultiOp::create(builder, loc).getOperation();
  unsigned numOutputs = 0, numExtents = 0;
  KernelOp kernels[] = {first, second};
  for (auto [kernel, region] : llvm::zip_equal(kernels, both->getRegions())) {
    Block *block = kernel.getBlock();
    for (auto [ref, tensor] :
         llvm::zip_equal(kernel.getInputRefs(), kernel.getInputs()))
      ref.replaceAllUsesWith(refOf(tensor));
    for (Value ref : kernel.getOutputRefs())
      ref.replaceAllUsesWith(fused.getOutputRefs()[numOutputs++]);
    for (Value extent : kernel.getExtentArgs())
      extent.replaceAllUsesWith(fused.getExtentArgs()[numExtents++]);
    Block *target = builder.createBlock(&region);
    target->getOperations().splice(target->end(), block->getOperations());
  }
  llvm::StringSet<> taken;
  renameApart(getStatement(both->getRegion(0).front()), taken);
  renameApart(getStatement(both->getRegion(1).front()), taken);

  unsigned numFirst = first.getNumResults();
  first.replaceAllUsesWith(fused.getResults().take_front(numFirst));
  second.replaceAllUsesWith(fused.getResults().drop_front(numFirst));
  second.erase();
  first.erase();
  return fused;
}

/// Whether the first kernel can stand in the place of the second: what else
/// uses its results comes later, and the second only reads them. The fused
/// kernel could not take its own result as the value to compute another into.
static bool canFuse(KernelOp first, KernelOp second) {
  if (first.getAssembly() != second.getAssembly() ||
      first.getDropFill() != second.getDropFill() ||
      llvm::any_of(second.getOutputs(), [&](Value output) {
        return output.getDefiningOp() == first.getOperation();
      }))
    return false;
  return llvm::all_of(first->getUsers(), [&](Operation *user) {
    Operation *inBlock = second->getBlock()->findAncestorOpInBlock(*user);
    return inBlock == second || (inBlock && second->isBeforeInBlock(inBlock));
  });
}

namespace {
struct CINFuseKernels
    : public weft::cin::impl::CINFuseKernelsBase<CINFuseKernels> {
  void runOnOperation() override {
    OpBuilder builder(&getContext());
    for (Block &block : getOperation().getBody()) {
      KernelOp previous;
      for (KernelOp kernel : llvm::to_vector(block.getOps<KernelOp>())) {
        if (!definesResults(kernel)) {
          previous = nullptr;
          continue;
        }
        previous = previous && canFuse(previous, kernel)
                       ? fuse(previous, kernel, builder)
                       : kernel;
      }
    }
  }
};
} // namespace
