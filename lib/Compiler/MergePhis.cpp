//===- MergePhis.cpp - Merge equal phis of loops ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A memref has the pointer that was allocated and one that is aligned, which
// are the same in all arrays that kernels make. A loop that lets arrays grow
// carries both. The arrays of a coordinate list have one length each, and count
// what is appended to them, all alike. That such phis agree can be seen only by
// assuming it, and LLVM's passes that do are slower than all others together;
// so this pass partitions phis and what steps them alone. Everything else that
// depends on them is then equal in plain sight. Phis that carry what never
// changes, as the strides of arrays, go first.
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/MergePhis.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <map>
#include <vector>

using namespace llvm;
using namespace weft;

//===----------------------------------------------------------------------===//
// Results of calls
//===----------------------------------------------------------------------===//

/// Whether a function always returns the same two pointers in the first two
/// members of its result.
static bool returnsOnePointer(const Function &function) {
  auto *type = dyn_cast<StructType>(function.getReturnType());
  if (!type || type->getNumElements() < 2 || !function.hasExactDefinition() ||
      type->getElementType(0) != type->getElementType(1))
    return false;
  for (const BasicBlock &block : function) {
    auto *returned = dyn_cast<ReturnInst>(block.getTerminator());
    if (!returned)
      continue;
    Value *first = FindInsertedValue(returned->getReturnValue(), {0});
    if (!first || first != FindInsertedValue(returned->getReturnValue(), {1}))
      return false;
  }
  return true;
}

/// Takes the first pointer wherever the second one of such a result is used.
static bool unifyPointers(Function &callee) {
  bool changed = false;
  for (User *user : callee.users()) {
    auto *call = dyn_cast<CallInst>(user);
    if (!call || call->getCalledFunction() != &callee)
      continue;
    SmallVector<ExtractValueInst *> pointers;
    for (User *use : call->users())
      if (auto *taken = dyn_cast<ExtractValueInst>(use))
        if (taken->getNumIndices() == 1 && taken->getIndices()[0] < 2)
          pointers.push_back(taken);
    if (pointers.size() < 2)
      continue;
    IRBuilder<> builder(call->getNextNode());
    Value *pointer = builder.CreateExtractValue(call, {0});
    for (ExtractValueInst *taken : pointers) {
      taken->replaceAllUsesWith(pointer);
      taken->eraseFromParent();
    }
    changed = true;
  }
  return changed;
}

//===----------------------------------------------------------------------===//
// Phis
//===----------------------------------------------------------------------===//

namespace {
/// The phis of a function and the operations that step them, in classes that
/// are taken to be equal.
class Partition {
public:
  explicit Partition(Function &function) {
    for (BasicBlock &block : function) {
      DenseMap<Type *, unsigned> classOfType;
      for (PHINode &phi : block.phis()) {
        auto [type, isNew] = classOfType.try_emplace(phi.getType(), numClasses);
        numClasses += isNew;
        classes[&phi] = type->second;
      }
    }
    addSteps(function);
  }

  /// Splits the classes until the members of each have equal operands.
  void refine() {
    for (unsigned before = 0; before != numClasses;) {
      before = numClasses;
      // What a phi is told by: its class and those of its operands.
      std::map<std::vector<const void *>, unsigned> numbers;
      MapVector<Instruction *, unsigned> next;
      for (auto &[member, number] : classes)
        next[member] =
            numbers.try_emplace(getKey(member, number), numbers.size())
                .first->second;
      numClasses = numbers.size();
      classes = std::move(next);
    }
  }

  /// Keeps one phi of each class; returns whether any had more.
  bool merge() {
    DenseMap<unsigned, PHINode *> leaders;
    SmallVector<PHINode *> merged;
    for (auto &[value, number] : classes) {
      // Equal steps are left to others, who know which dominates which.
      auto *phi = dyn_cast<PHINode>(value);
      if (!phi)
        continue;
      auto [leader, isFirst] = leaders.try_emplace(number, phi);
      if (isFirst)
        continue;
      phi->replaceAllUsesWith(leader->second);
      merged.push_back(phi);
    }
    for (PHINode *phi : merged)
      phi->eraseFromParent();
    return !merged.empty();
  }

private:
  /// Adds the sums with phis that phis take.
  void addSteps(Function &function) {
    DenseMap<std::pair<Type *, unsigned>, unsigned> classOfType;
    for (BasicBlock &block : function)
      for (PHINode &phi : block.phis())
        for (Value *value : phi.incoming_values()) {
          auto *step = dyn_cast<BinaryOperator>(value);
          if (!step || step->getOpcode() != Instruction::Add ||
              !isa<PHINode>(step->getOperand(0)))
            continue;
          // Flags say when a sum is undefined.
          auto [type, isNew] = classOfType.try_emplace(
              {step->getType(), step->getRawSubclassOptionalData()},
              numClasses);
          numClasses += isNew;
          classes[step] = type->second;
        }
  }

  /// Classes are told from other values by their odd addresses.
  std::vector<const void *> getKey(Instruction *instruction, unsigned number) {
    auto toPointer = [](unsigned number) {
      return reinterpret_cast<const void *>(2 * uintptr_t(number) + 1);
    };
    std::vector<const void *> key{toPointer(number)};
    auto add = [&](Value *value) {
      auto *operand = dyn_cast<Instruction>(value);
      auto member = operand ? classes.find(operand) : classes.end();
      key.push_back(member != classes.end() ? toPointer(member->second)
                                            : value);
    };
    if (auto *phi = dyn_cast<PHINode>(instruction))
      for (BasicBlock *block : predecessors(phi->getParent()))
        add(phi->getIncomingValueForBlock(block));
    else
      llvm::for_each(instruction->operands(), add);
    return key;
  }

  MapVector<Instruction *, unsigned> classes;
  unsigned numClasses = 0;
};
} // namespace

static bool mergePhis(Function &function) {
  Partition partition(function);
  partition.refine();
  return partition.merge();
}

/// Replaces phis that carry a constant or an argument around, such as the
/// strides of arrays, by it.
static bool dropInvariantPhis(Function &function) {
  // What each phi is known to be; null before anything is, and the phi itself
  // if it is nothing in particular.
  DenseMap<PHINode *, Value *> known;
  for (BasicBlock &block : function)
    for (PHINode &phi : block.phis())
      known[&phi] = nullptr;
  auto evaluate = [&](PHINode &phi) {
    Value *same = nullptr;
    for (Value *value : phi.incoming_values()) {
      if (auto *operand = dyn_cast<PHINode>(value)) {
        Value *is = known.lookup(operand);
        if (is)
          value = is;
        else
          continue;
      }
      if (!isa<Constant, Argument>(value) || (same && same != value))
        return static_cast<Value *>(&phi);
      same = value;
    }
    return same;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock &block : function)
      for (PHINode &phi : block.phis())
        if (Value *&is = known[&phi]; is != &phi) {
          Value *now = evaluate(phi);
          changed |= now != is;
          is = now;
        }
  }
  bool changed = false;
  for (auto [phi, value] : known)
    if (value && value != phi) {
      phi->replaceAllUsesWith(value);
      phi->eraseFromParent();
      changed = true;
    }
  return changed;
}

PreservedAnalyses MergePhisPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : module)
    if (returnsOnePointer(function))
      changed |= unifyPointers(function);
  for (Function &function : module) {
    changed |= dropInvariantPhis(function);
    changed |= mergePhis(function);
  }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}
