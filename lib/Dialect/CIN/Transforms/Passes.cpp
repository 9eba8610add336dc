//===- Passes.cpp - Passes on concrete notation -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What to transform; how is in the functions of Transforms.h.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/Transforms/Passes.h"
#include "weft/Dialect/CIN/Transforms/Transforms.h"

#include "RefusalListener.h"

#include "weft/Analysis/Races.h"
#include "weft/Dialect/Weft/IR/Remarks.h"

#include "mlir/IR/Remarks.h"

namespace weft {
namespace cin {
#define GEN_PASS_DEF_CINFUSEKERNELS
#define GEN_PASS_DEF_CINPROMOTEREDUCTIONS
#define GEN_PASS_DEF_CINSETASSEMBLY
#define GEN_PASS_DEF_CINSHAREKERNELS
#include "weft/Dialect/CIN/Transforms/Passes.h.inc"
} // namespace cin
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::cin;

llvm::cl::ValuesClass cin::getAssemblyValues() {
  using level::Assembly;
  return llvm::cl::values(
      clEnumValN(Assembly::Fused, "fused", "structure and values"),
      clEnumValN(Assembly::Assemble, "assemble", "the structure only"),
      clEnumValN(Assembly::Compute, "compute",
                 "the values only, in a structure that exists"),
      clEnumValN(Assembly::TwoPhase, "two_phase",
                 "structure and values, after the entries of each segment have "
                 "been counted"));
}

/// Whether all results of a kernel are returned by its function.
static bool definesResults(KernelOp kernel) {
  return llvm::all_of(kernel.getResults(), [](Value result) {
    return llvm::any_of(result.getUsers(), llvm::IsaPred<func::ReturnOp>);
  });
}

namespace {
struct CINFuseKernels
    : public weft::cin::impl::CINFuseKernelsBase<CINFuseKernels> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    for (Block &block : getOperation().getBody()) {
      KernelOp previous;
      for (KernelOp kernel : llvm::to_vector(block.getOps<KernelOp>())) {
        if (!definesResults(kernel)) {
          previous = nullptr;
          continue;
        }
        FailureOr<KernelOp> fused = failure();
        if (previous)
          fused = fuseKernels(rewriter, previous, kernel);
        previous = succeeded(fused) ? *fused : kernel;
        if (succeeded(fused))
          remark::passed(previous.getLoc(),
                         remark::RemarkOpts::name("fuse_kernels")
                             .category("cin-fuse-kernels"))
              << remark::add("assigns {0} results in one kernel",
                             previous.getNumResults());
      }
    }
  }
};

} // namespace

/// Gives a forall on units of a GPU that ignores its races the atomic updates
/// of a forall inside of it, if they cover them all: scalars that are promoted
/// leave the one inside.
static void adoptAtomics(ForallOp forall) {
  SmallVector<analysis::Race> races = analysis::findRaces(forall);
  if (!races.empty() && llvm::all_of(races, [&](const analysis::Race &race) {
        return analysis::isAtomicInside(forall, race);
      }))
    forall.setRaces(RaceStrategy::Atomics);
}

namespace {
struct CINPromoteReductions
    : public weft::cin::impl::CINPromoteReductionsBase<CINPromoteReductions> {
  void runOnOperation() override {
    SmallVector<AssignOp> assigns;
    getOperation().walk([&](AssignOp assign) { assigns.push_back(assign); });
    getOperation().walk(adoptAtomics);
    for (AssignOp assign : assigns)
      promote(assign);
  }

private:
  /// Promotes the reduction of an assignment, or reports why one that combines
  /// into memory stays there.
  void promote(AssignOp assign) {
    RefusalListener refusals;
    IRRewriter rewriter(&getContext(), &refusals);
    auto options = remark::RemarkOpts::name("promote_reductions")
                       .category("cin-promote-reductions");
    bool isCandidate = isStoredReduction(assign);
    Location loc = assign.getLoc();
    FailureOr<WhereOp> where = promoteReduction(rewriter, assign);
    if (succeeded(where))
      remark::passed(loc, options) << remark::add(
          "combines into the scalar {0}", where->getName().str());
    else if (isCandidate)
      remark::missed(loc, options) << refusals.getReason();
  }
};

/// A function with more parts than this makes each of them a function.
constexpr size_t kMaxParts = 8;

struct CINShareKernels
    : public weft::cin::impl::CINShareKernelsBase<CINShareKernels> {
  void runOnOperation() override {
    if (!isChosen(getOperation(), LoweringOption::ShareKernels))
      return;
    IRRewriter rewriter(&getContext());
    llvm::SmallDenseSet<func::FuncOp> isLong = splitLongFunctions(rewriter);
    SmallVector<SmallVector<KernelOp>> classes;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      // Symbols of other tables are not seen here.
      if (op != getOperation() && op->hasTrait<OpTrait::SymbolTable>())
        return WalkResult::skip();
      auto kernel = dyn_cast<KernelOp>(op);
      if (!kernel || !kernel->getParentOfType<func::FuncOp>())
        return WalkResult::advance();
      auto found = llvm::find_if(classes, [&](const auto &members) {
        return areAlike(members.front(), kernel);
      });
      if (found == classes.end())
        classes.push_back({kernel});
      else
        found->push_back(kernel);
      return WalkResult::advance();
    });
    SymbolTable symbols(getOperation());
    for (const SmallVector<KernelOp> &alike : classes) {
      KernelOp first = alike.front();
      bool isShared = alike.size() > 1;
      if (!isShared &&
          !(isLong.contains(first->getParentOfType<func::FuncOp>()) &&
            isNewlyAssembled(first)))
        continue;
      if (isShared)
        reportPassed(first, LoweringOption::ShareKernels,
                     "compiles " + Twine(alike.size()) +
                         " kernels once, as one function");
      else
        reportPassed(first, LoweringOption::ShareKernels,
                     "compiles the kernel as a function of its own in a "
                     "function of more than " +
                         Twine(kMaxParts) + " parts");
      shareKernels(rewriter, symbols, alike);
    }
  }

private:
  /// Gives each part of the kernels of a function that has many a kernel of its
  /// own; returns these functions.
  llvm::SmallDenseSet<func::FuncOp> splitLongFunctions(RewriterBase &rewriter) {
    llvm::SmallDenseSet<func::FuncOp> isLong;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      SmallVector<KernelOp> kernels;
      size_t numParts = 0;
      function.walk([&](KernelOp kernel) {
        kernels.push_back(kernel);
        numParts += getParts(kernel).size();
      });
      if (numParts <= kMaxParts)
        continue;
      isLong.insert(function);
      for (KernelOp kernel : kernels)
        if (getParts(kernel).size() > 1)
          (void)splitKernel(rewriter, kernel);
    }
    return isLong;
  }
};

struct CINSetAssembly
    : public weft::cin::impl::CINSetAssemblyBase<CINSetAssembly> {
  using CINSetAssemblyBase::CINSetAssemblyBase;

  void runOnOperation() override {
    FailedPreconditions failed;
    IRRewriter rewriter(&getContext(), &failed);
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isDeclaration() ||
          succeeded(setAssembly(rewriter, function, assembly, dropFill, reuse)))
        continue;
      failed.emit();
      return signalPassFailure();
    }
  }
};
} // namespace
