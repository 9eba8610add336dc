//===- Environment.cpp - Derivations and tags after a statement -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints relations and tags in the grammar of thesis figure 4-11, with the
// position relation of the transformation framework paper (section 3) and the
// merge strategy besides.
//
//===----------------------------------------------------------------------===//

#include "Environment.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;
using namespace weft::explain;

std::string VariableRelation::str() const {
  return llvm::join(from, " ") + " -" + name + "-> " + llvm::join(to, " ");
}

/// The tail strategy of a split, behind a comma; empty if it has none.
static std::string describeTail(cin::SplitOp split) {
  auto inner = dyn_cast<BlockArgument>(split.getInner());
  auto forall = inner ? dyn_cast<cin::ForallOp>(inner.getOwner()->getParentOp())
                      : cin::ForallOp();
  std::optional<cin::TailStrategy> tail =
      forall ? forall.getTail() : std::nullopt;
  if (split.isShifted())
    tail = cin::TailStrategy::ShiftInwards;
  return tail ? ("," + cin::stringifyTailStrategy(*tail)).str() : "";
}

SmallVector<VariableRelation>
weft::explain::getVariableRelations(cin::KernelOp kernel,
                                    const KernelNames &names) {
  SmallVector<VariableRelation> relations;
  kernel.walk([&](Operation *op) {
    if (auto split = dyn_cast<cin::SplitOp>(op))
      relations.push_back(
          {{split.getName().str()},
           {names.getIndex(split.getOuter()), names.getIndex(split.getInner())},
           ("split(" + cin::stringifySplitDirection(split.getDirection()) +
            "," + Twine(split.getSize()) +
            (split.getRef() ? "," + names.getTensor(split.getRef()) : "") +
            describeTail(split) + ")")
               .str()});
    else if (auto collapse = dyn_cast<cin::CollapseOp>(op))
      relations.push_back(
          {{collapse.getOuterName().str(), collapse.getInnerName().str()},
           {names.getIndex(collapse.getCollapsed())},
           "collapse"});
    else if (auto position = dyn_cast<cin::PositionOp>(op))
      relations.push_back(
          {{position.getName().str()},
           {names.getIndex(position.getPosition())},
           ("pos(" + names.getTensor(position.getRef()) + ")").str()});
  });
  return relations;
}

SmallVector<std::string> weft::explain::getRelations(cin::KernelOp kernel,
                                                     const KernelNames &names) {
  return llvm::map_to_vector(
      getVariableRelations(kernel, names),
      [](const VariableRelation &relation) { return relation.str(); });
}

SmallVector<std::string> weft::explain::getTags(cin::KernelOp kernel) {
  SmallVector<std::string> tags;
  kernel.walk<WalkOrder::PreOrder>([&](cin::ForallOp forall) {
    auto add = [&](StringRef tag, ArrayRef<std::string> arguments) {
      tags.push_back((tag + "(" + forall.getName() + ", " +
                      llvm::join(arguments, ", ") + ")")
                         .str());
    };
    SmallVector<std::string> parallel;
    if (auto unit = forall.getUnit())
      parallel.push_back(cin::stringifyParallelUnit(*unit).str());
    if (auto races = forall.getRaces())
      parallel.push_back(cin::stringifyRaceStrategy(*races).str());
    if (auto distribution = forall.getDistribution()) {
      parallel.push_back(
          stringifyDistributionKind(distribution->getKind()).str());
      if (auto chunk = distribution->getChunk())
        parallel.push_back(std::to_string(*chunk));
    }
    if (!parallel.empty())
      add("parallelize", parallel);
    if (auto unroll = forall.getUnroll())
      add("unroll", std::to_string(*unroll));
    if (auto merge = forall.getMerge())
      add("merge", cin::stringifyMergeStrategy(*merge).str());
  });
  return tags;
}

void weft::explain::printEnvironment(llvm::raw_ostream &os,
                                     ArrayRef<std::string> environment) {
  if (!environment.empty())
    os << " : " << llvm::join(environment, ", ");
}
