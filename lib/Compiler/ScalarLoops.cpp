//===- ScalarLoops.cpp - Loops that vectors do not pay off in ---*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most innermost loops of a kernel merge, append, count or scatter. LLVM's
// vectorizer turns few of them into vector code and none into faster code, but
// looking at them, and generating code for what it makes of some, takes a third
// of the time to compile. What pays off are reductions and loops over dense
// arrays, which are told here by their shape.
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/ScalarLoops.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace weft;

/// Whether `test` holds for an instruction of the loop that `value` is computed
/// from, itself included, within one iteration.
static bool dependsOn(Value *value, const Loop &loop,
                      function_ref<bool(const Instruction &)> test) {
  SmallVector<Value *> open = {value};
  SmallPtrSet<Value *, 16> seen = {value};
  while (!open.empty()) {
    auto *instruction = dyn_cast<Instruction>(open.pop_back_val());
    if (!instruction || !loop.contains(instruction))
      continue;
    if (test(*instruction))
      return true;
    // A phi of the header is of the iteration before.
    if (isa<PHINode>(instruction) &&
        instruction->getParent() == loop.getHeader())
      continue;
    for (Value *operand : instruction->operands())
      if (seen.insert(operand).second)
        open.push_back(operand);
  }
  return false;
}

/// Whether a phi counts in constant steps.
static bool isCounter(const PHINode &phi, const Loop &loop) {
  auto *step = dyn_cast<BinaryOperator>(
      phi.getIncomingValueForBlock(loop.getLoopLatch()));
  return step && step->getOpcode() == Instruction::Add &&
         step->getOperand(0) == &phi && isa<ConstantInt>(step->getOperand(1));
}

/// Whether all values that the loop carries are a counter and reductions. A
/// second counter is that of an array that is appended to.
static bool onlyReduces(const Loop &loop) {
  unsigned numCounters = 0;
  for (const PHINode &phi : loop.getHeader()->phis()) {
    if (isCounter(phi, loop)) {
      ++numCounters;
      continue;
    }
    // What does not build on its own value is the one of the iteration before.
    Value *next = phi.getIncomingValueForBlock(loop.getLoopLatch());
    if (!dependsOn(next, loop, [&](const Instruction &instruction) {
          return &instruction == &phi;
        }))
      return false;
  }
  return numCounters == 1;
}

/// Whether an instruction may be part of a loop on vectors.
static bool isVectorizable(const Instruction &instruction, const Loop &loop) {
  if (isa<CallBase>(instruction))
    return isa<IntrinsicInst>(instruction);
  auto *store = dyn_cast<StoreInst>(&instruction);
  if (!store)
    return true;
  // A place that is read from memory is scattered to; one that does not depend
  // on the counter is the same in each iteration.
  auto *address = const_cast<Value *>(store->getPointerOperand());
  return !dependsOn(address, loop, [](const Instruction &instruction) {
    return isa<LoadInst>(instruction);
  }) && dependsOn(address, loop, [](const Instruction &instruction) {
    return isa<PHINode>(instruction);
  });
}

/// Whether a loop reduces what a condition on the elements of dense arrays
/// selects, and ends at its latch only.
static bool isConditionalReduction(const Loop &loop) {
  auto isLoad = [](const Instruction &instruction) {
    return isa<LoadInst>(instruction);
  };
  return loop.getExitingBlock() == loop.getLoopLatch() &&
         all_of(loop.blocks(), [&](const BasicBlock *block) {
           return all_of(*block, [&](const Instruction &instruction) {
             auto *load = dyn_cast<LoadInst>(&instruction);
             return !isa<StoreInst>(instruction) &&
                    !(load &&
                      dependsOn(const_cast<Value *>(load->getPointerOperand()),
                                loop, isLoad));
           });
         });
}

static bool paysOff(const Loop &loop) {
  return (loop.getNumBlocks() == 1 || isConditionalReduction(loop)) &&
         !(hasVectorizeTransformation(&loop) & TM_Disable) &&
         onlyReduces(loop) &&
         all_of(loop.blocks(), [&](const BasicBlock *block) {
           return all_of(*block, [&](const Instruction &instruction) {
             return isVectorizable(instruction, loop);
           });
         });
}

PreservedAnalyses ScalarLoopsPass::run(Function &function,
                                       FunctionAnalysisManager &analyses) {
  bool isCold = function.hasFnAttribute(Attribute::Cold);
  for (Loop *loop :
       analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (loop->isInnermost() && loop->getLoopLatch() &&
        (isCold || !paysOff(*loop)))
      addStringMetadataToLoop(loop, "llvm.loop.isvectorized", 1);
  return PreservedAnalyses::all();
}
