//===- LoopCostBuilder.h - Costs of coiterations ----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The walk over coiterations that finds their costs. It is split over three
// files: what things are called and which relations segments stand for
// (LoopCostNames.cpp), which loops are the parts of one (LoopCostSplits.cpp),
// and what is counted (LoopCosts.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_ANALYSIS_LOOPCOSTBUILDER_H
#define WEFT_LIB_ANALYSIS_LOOPCOSTBUILDER_H

#include "weft/Analysis/LoopCosts.h"
#include "weft/Dialect/Lattice/IR/Lattice.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

#include <map>
#include <optional>

namespace weft {
namespace analysis {
/// The costs of the coiterations in an operation, while they are found.
class LoopCostBuilder {
public:
  LoopCostBuilder(mlir::Operation *root, LoopCosts &result) : result(result) {
    collectTensorNames(root);
    nameSizes(root);
    nameSplitSizes(root);
    Cost parts;
    parts.add(CostTerm());
    for (mlir::Region &region : root->getRegions())
      visitRegion(region, parts, /*loop=*/0, /*depth=*/0);
    for (const LoopCosts::Line &line : result.lines)
      result.total.add(line.cost);
    describeParts();
    // What the sizes of parts are is said in terms of these.
    llvm::append_range(result.sizes, wholeSizes);
    addTemporaries();
  }

private:
  /// Collects the names that the names of levels must differ from.
  void collectTensorNames(mlir::Operation *root);
  void nameSizes(mlir::Operation *root);
  /// Names the sizes of variables that were split which have no other name.
  void nameSplitSizes(mlir::Operation *root);
  std::string getSize(mlir::Value size) const;
  /// Remembers what a size is that a text stands for.
  void recordSize(mlir::Value size, llvm::StringRef text);
  /// A variable inside of the loop with the number `loop`.
  CostVariableId getVariable(unsigned loop, llvm::StringRef name,
                             mlir::Value size);
  /// The line of something inside of a loop, or of none if that is 0, as a
  /// number from 1 on.
  unsigned getLine(unsigned loop, llvm::StringRef label, unsigned depth);
  unsigned addLine(llvm::StringRef label, unsigned depth);
  /// The name of a tensor that has been assembled.
  std::string getAssembledName(level::FinalizeOp finalize) const;
  /// The name of a tensor that is read, whose size is explained if it has been
  /// assembled before.
  std::string getStorageName(mlir::Value storage);

  void visitRegion(mlir::Region &region, const Cost &parts, unsigned loop,
                   unsigned depth);
  void visitCoiterate(lattice::CoiterateOp coiterate, const Cost &parts,
                      unsigned loop, unsigned depth);
  void visitInit(level::InitOp init, const Cost &parts, unsigned loop,
                 unsigned depth);
  void visitSearch(level::SearchOp search, const Cost &parts, unsigned loop,
                   unsigned depth);
  void visitFinalize(level::FinalizeOp finalize, unsigned loop, unsigned depth);
  void addTemporaries();
  /// Notes that the lines from `first` on are those of a nest that changes the
  /// builders in `changed`.
  void addNest(size_t first);
  /// Notes which builder an operation changes.
  void visitChange(mlir::Operation *op);

  /// The variable of a coordinate; none for what is no loop's.
  int getVariableOf(mlir::Value coordinate) const;
  /// What holds where a segment has a coordinate; nothing if it always has.
  std::optional<CostRelation> getRelation(lattice::CoiterateOp coiterate,
                                          unsigned segment);
  /// `part` where segments have a coordinate, or at all coordinates.
  CostTerm restrict(const CostTerm &part, lattice::CoiterateOp coiterate,
                    llvm::ArrayRef<int64_t> segments);

  /// The variables of a coiteration: the original ones and its own, and those
  /// that its own is a part of, from the innermost split on.
  struct Loop {
    llvm::SmallVector<CostVariableId, 2> originals;
    CostVariableId own = 0;
    llvm::SmallVector<std::pair<mlir::StringAttr, CostVariableId>, 1> wholes;
  };

  /// A variable that was split, and its parts, as far as loops were visited.
  struct Split {
    CostVariableId whole;
    std::optional<CostVariableId> outer, inner;
    lattice::PartAttr outerAttr, innerAttr;
    /// Whether all tiles are full, whatever the extent is, so that the loops of
    /// the parts may make more steps than the variable has values.
    bool hasFullTiles = false;
    /// The variables whose coordinates the loop of the last part finds.
    llvm::SmallVector<CostVariableId, 2> originals;

    /// The places in a tile, if they are a constant number.
    std::optional<int64_t> getWidth() const;
  };

  /// A variable in a sum, and what it is multiplied by, if that is constant.
  using Addend = std::pair<CostVariableId, std::optional<int64_t>>;

  /// States the sizes of the original variables of a coiteration that counts
  /// positions, which it has no bounds of: those of the modes of the tensor.
  void nameCountedSizes(lattice::CoiterateOp coiterate, const Loop &loop);

  /// The loop whose own variable a value is, or null.
  const Loop *getLoopOf(mlir::Value variable) const;
  /// Adds the splits that the variable of a coiteration is a part of.
  void findSplits(lattice::CoiterateOp coiterate, unsigned line);
  /// The split of a variable that a coiteration, or one around it, has a part
  /// of.
  Split &getSplit(lattice::CoiterateOp coiterate, mlir::StringAttr whole,
                  unsigned line);
  /// Sets the size of a variable that is no part itself, if bounds tell it.
  void nameWhole(CostVariableId whole, mlir::Value upper);
  /// How many positions there are; empty if no cost has a name for it.
  std::string getPositionsText(level::PosBoundsOp bounds) const;
  /// Says what the sizes of parts are.
  void describeParts();
  void describePart(CostVariableId part, CostVariableId whole,
                    lattice::PartAttr attr);

  /// Collects the addends of a coordinate; false if it is no sum of multiples
  /// of variables.
  bool collectAddends(mlir::Value value, std::optional<int64_t> factor,
                      llvm::SmallVectorImpl<Addend> &addends) const;
  /// The parts of a variable that have loops, as the sum that it is.
  void collectParts(CostVariableId variable, std::optional<int64_t> factor,
                    llvm::SmallVectorImpl<Addend> &addends) const;
  /// The variable that is the sum of its parts; none if there is no such.
  std::optional<CostVariableId> findWhole(llvm::ArrayRef<Addend> addends) const;
  /// Whether the loops of both parts of a variable count as one loop over it.
  bool countsAsWhole(const Split &split) const;
  /// Replaces all parts of a variable by the variable unless its tiles are
  /// full, and leaves out parts of what relations have.
  void combineParts(CostTerm &term) const;
  /// Adds the variable of a loop to a term, unless its coordinates are among
  /// those that are stored.
  void addOwn(CostTerm &term, const Loop &loop, bool hasCoordinates) const;

  LoopCosts &result;
  llvm::DenseMap<mlir::Value, std::string> sizes;
  std::map<std::pair<unsigned, std::string>, unsigned> lineNumbers;
  std::map<std::pair<unsigned, std::string>, CostVariableId> variableNumbers;
  llvm::MapVector<mlir::Operation *, Loop> loops;
  llvm::SmallVector<Split, 2> splits;
  /// The sizes of variables that were split, each with what it is.
  llvm::SmallVector<std::pair<std::string, std::string>, 0> wholeSizes;
  /// What makes the builders that the nest at work changes, and what it takes
  /// to fill each builder.
  llvm::SmallSetVector<mlir::Operation *, 4> changed;
  llvm::DenseMap<mlir::Operation *, Cost> filling;
  /// The components that are stored in builders, by what makes these.
  llvm::DenseMap<mlir::Operation *, Cost> stored;
  /// The storages of what is assembled and read again, by their names.
  llvm::MapVector<mlir::Operation *, std::string> read;
};
} // namespace analysis
} // namespace weft

#endif // WEFT_LIB_ANALYSIS_LOOPCOSTBUILDER_H
