//===- SplitAggregates.cpp - Scalars instead of structures ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A memref becomes a structure of two pointers, an offset, a size and a stride.
// LLVM splits structures in memory, but not structures in phis: all five fields
// of each array that a loop carries would stay alive, including constants and
// unused ones, and register allocation would dominate the compile time. This
// pass replaces such phis by phis of scalars, which later passes simplify. It
// also removes structures that are only taken apart again, so that a function
// takes only the fields that it needs.
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/SplitAggregates.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace weft;

namespace {
/// A scalar in an aggregate: how to reach it, and the phi that carries it.
struct Part {
  SmallVector<unsigned, 2> path;
  PHINode *phi;
};

/// A phi of an aggregate and its parts.
struct SplitPhi {
  PHINode *phi;
  SmallVector<Part, 0> parts;
};
} // namespace

/// Structures with more scalars than this are left alone.
static constexpr size_t kMaxParts = 64;

/// Lists the paths to all scalars of a type; false if they are too many.
static bool listPaths(Type *type, SmallVectorImpl<unsigned> &path,
                      SmallVectorImpl<Part> &parts) {
  if (!type->isAggregateType()) {
    parts.push_back({llvm::to_vector<2>(path), nullptr});
    return parts.size() <= kMaxParts;
  }
  uint64_t count = isa<StructType>(type) ? type->getStructNumElements()
                                         : type->getArrayNumElements();
  if (count > kMaxParts)
    return false;
  for (unsigned index = 0; index != count; ++index) {
    path.push_back(index);
    Type *element = isa<StructType>(type) ? type->getStructElementType(index)
                                          : type->getArrayElementType();
    if (!listPaths(element, path, parts))
      return false;
    path.pop_back();
  }
  return true;
}

/// Makes phis for the parts, without incoming values, and the aggregate of them
/// for all uses.
static void createPartitions(SplitPhi &split) {
  PHINode *phi = split.phi;
  IRBuilder<> builder(phi);
  for (Part &part : split.parts)
    part.phi = builder.CreatePHI(
        ExtractValueInst::getIndexedType(phi->getType(), part.path),
        phi->getNumIncomingValues());
  builder.SetInsertPoint(phi->getParent(),
                         phi->getParent()->getFirstInsertionPt());
  Value *whole = PoisonValue::get(phi->getType());
  for (const Part &part : split.parts)
    whole = builder.CreateInsertValue(whole, part.phi, part.path);
  phi->replaceAllUsesWith(whole);
}

/// The scalar at `path` of an aggregate, before `position`.
static Value *extract(Value *aggregate, ArrayRef<unsigned> path,
                      Instruction *position) {
  if (Value *known = FindInsertedValue(aggregate, path))
    return known;
  return IRBuilder<>(position).CreateExtractValue(aggregate, path);
}

PreservedAnalyses SplitAggregatesPass::run(Function &function,
                                           FunctionAnalysisManager &) {
  SmallVector<SplitPhi, 0> splits;
  for (BasicBlock &block : function)
    for (PHINode &phi : block.phis()) {
      SplitPhi split = {&phi, {}};
      SmallVector<unsigned> path;
      if (phi.getType()->isAggregateType() &&
          listPaths(phi.getType(), path, split.parts))
        splits.push_back(std::move(split));
    }
  bool changed = !splits.empty();
  for (SplitPhi &split : splits)
    createPartitions(split);
  for (SplitPhi &split : splits)
    for (auto [incoming, block] :
         zip_equal(split.phi->incoming_values(), split.phi->blocks()))
      for (const Part &part : split.parts) {
        // A switch may list a predecessor twice, with one value.
        int known = part.phi->getBasicBlockIndex(block);
        part.phi->addIncoming(
            known >= 0 ? part.phi->getIncomingValue(known)
                       : extract(incoming, part.path, block->getTerminator()),
            block);
      }
  for (SplitPhi &split : splits)
    split.phi->eraseFromParent();

  // What is taken out of an aggregate that was just put together is known.
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *taken = dyn_cast<ExtractValueInst>(&instruction))
      if (Value *known = FindInsertedValue(taken->getAggregateOperand(),
                                           taken->getIndices())) {
        taken->replaceAllUsesWith(known);
        taken->eraseFromParent();
        changed = true;
      }
  // What was put together and is not used as a whole would keep parts alive.
  SmallVector<WeakTrackingVH> dead;
  for (Instruction &instruction : instructions(function))
    if (isa<InsertValueInst>(instruction) && instruction.use_empty())
      dead.push_back(&instruction);
  changed |= RecursivelyDeleteTriviallyDeadInstructionsPermissive(dead);
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}
