//===- ChooseSchedule.cpp - Default schedule --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules by which kernels without a schedule get one (see "The default" in
// docs/schedules.md). They look at foralls and formats alone, and transform by
// the functions of Scheduling.h, so that a user could write what they choose.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/IR/Requests.h"
#include "weft/Dialect/CIN/Transforms/Passes.h"

#include "weft/Dialect/CIN/Transforms/AppliedSchedule.h"

#include "ScheduleRules.h"

#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Explain/ScheduleReasons.h"
#include "llvm/ADT/StringExtras.h"

namespace weft {
namespace cin {
#define GEN_PASS_DEF_CINCHOOSESCHEDULE
#include "weft/Dialect/CIN/Transforms/Passes.h.inc"
} // namespace cin
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::cin;

RefusalAttr cin::refuseFactors(StringRef command, AssignOp assign,
                               RefusalReason reason) {
  auto innermost = cast<ForallOp>(assign->getParentOp());
  return RefusalAttr::get(assign.getContext(), reason,
                          (command + "(" + getLoopName(innermost) + ")").str(),
                          ArrayRef<StringAttr>());
}

void cin::noteChoice(RewriterBase &rewriter, Operation *op,
                     StringRef transformation, ScheduleRule rule,
                     ArrayRef<std::string> commands) {
  std::string list = llvm::join(commands, ",");
  addChoice(rewriter, op, ChoiceAttr::get(rewriter.getContext(), rule, list));
  for (StringRef command : commands)
    recordCommand(rewriter, op, command);
  reportPassed(op, transformation, "chooses " + list);
}

void cin::noteRefusal(RewriterBase &rewriter, Operation *op,
                      StringRef transformation, RefusalAttr refusal) {
  addRefusal(rewriter, op, refusal);
  (void)reportMissed(
      op, transformation,
      explain::describeRefusal(refusal, op->getParentOfType<KernelOp>()));
}

/// Whether the default schedule chose the threads of a parallel forall, as for
/// a version of a kernel.
static bool isByDefault(ForallOp forall) {
  auto kernel = forall->getParentOfType<KernelOp>();
  auto chosen =
      kernel ? kernel->getAttrOfType<ArrayAttr>(kChosenAttr) : nullptr;
  return chosen &&
         llvm::any_of(chosen.getAsRange<ChoiceAttr>(), [](ChoiceAttr choice) {
           return choice.getRule() != ScheduleRule::InnermostLanes;
         });
}

namespace {
struct CINChooseSchedule
    : public weft::cin::impl::CINChooseScheduleBase<CINChooseSchedule> {
  using Base::Base;
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    if (vectors) {
      SmallVector<AssignOp> assigns;
      getOperation().walk([&](AssignOp assign) { assigns.push_back(assign); });
      for (AssignOp assign : assigns)
        chooseLanes(rewriter, assign,
                    guardTiles ? std::optional(TailStrategy::Guard)
                               : std::nullopt);
    }
    if (!threads && !gpu)
      return;
    // Lanes may have other loops around.
    SmallVector<ForallOp> outermost;
    bool hasThreads = false, isChosen = false;
    getOperation().walk([&](ForallOp forall) {
      if (!forall->getParentOfType<ForallOp>())
        outermost.push_back(forall);
      if (!forall.getUnit() || forall.getUnit() == ParallelUnit::CPUVector)
        return;
      hasThreads = true;
      isChosen |= isByDefault(forall);
    });
    if (isChosen)
      return;
    for (ForallOp forall : outermost)
      // A schedule that assigns threads replaces the default assignment.
      if (hasThreads)
        noteRefusal(rewriter, forall, kChooseSchedule,
                    RefusalAttr::get(&getContext(),
                                     RefusalReason::ScheduledThreads,
                                     getSharingCommand(forall, gpu),
                                     ArrayRef<StringAttr>()));
      else if (gpu)
        chooseGPU(rewriter, forall, strict, deterministic);
      else
        chooseThreads(rewriter, forall, strict);
  }
};
} // namespace
