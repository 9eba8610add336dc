//===- Explanation.h - Explanation of a kernel ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How kernels work and why, as it is read off the IR: statements with their
// domains and the reasons for their form, and coiterations with their lattices
// and costs. Explanations are printed as text and as a page, which show the
// same and know nothing else (docs/decisions/explanations-and-remarks.md).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_EXPLAIN_EXPLANATION_H
#define WEFT_EXPLAIN_EXPLANATION_H

#include "weft/Analysis/LoopCosts.h"
#include "weft/Analysis/SegmentLookup.h"
#include "weft/Explain/IterationGraph.h"
#include "weft/Explain/LatticeTree.h"
#include "weft/Explain/RunMeasurements.h"

#include <memory>

namespace weft {
namespace explain {

/// Sentences about one thing.
struct ExplanationSection {
  std::string title;
  llvm::SmallVector<std::string> lines;
};

/// A nest of loops that units of a GPU run.
struct LaunchNest {
  /// These loops, from the outermost.
  llvm::SmallVector<std::string> loops;
  /// The loop of the processor that it is directly inside of; empty if there is
  /// none.
  std::string around;
  /// Whether the iterations of the outermost loop are blocks; one block runs
  /// them otherwise.
  bool isOfBlocks = false;
  /// How many blocks all launches have together; empty if that is not known.
  std::string blocks;
  /// Which units run which loops, and what mapped them.
  std::string mapping;
};

/// What is said of a `cin.kernel`.
struct KernelExplanation {
  /// `Kernel`, or `Kernel 2` if there are several, and `(version 1)` if the
  /// function has two versions.
  std::string title;
  std::string notation;
  /// What the kernel is for and what it works on, before its graph is shown.
  std::vector<ExplanationSection> context;
  /// The name of a tensor that is computed for another kernel; empty if it is
  /// none.
  std::string temporary;
  IterationGraph graph;
  /// Why the kernel is as it is.
  std::vector<ExplanationSection> reasons;
};

/// What is said of the coiterations of a function.
struct CoiterationExplanation {
  std::vector<LatticeTree> lattices;
  /// Which lattices are exact, and why others are not.
  llvm::SmallVector<std::string> remarks;
  analysis::LoopCosts costs;
  /// The number of the version that the function is; zero if it has none.
  unsigned version = 0;
  /// The function, and the nests of it that units of a GPU run.
  std::string function;
  std::vector<LaunchNest> nests;
  /// The launches of the function on a GPU, in their order.
  ExplanationSection launches = {"Launches", {}};
};

/// What is said of the functions in an operation, or in several that stand for
/// the same at different levels. Refers to the IR, which must stay as it is.
class Explanation {
public:
  /// Adds what `root` says: kernels if it is at the level of `cin`,
  /// coiterations if it is at that of `lattice`. With `lookups`, these are
  /// lowered as `convert-lattice-to-scf` does with the option of that name.
  void add(mlir::Operation *root,
           analysis::Lookups lookups = analysis::Lookups::None);

  llvm::ArrayRef<KernelExplanation> getKernels() const { return kernels; }
  llvm::ArrayRef<CoiterationExplanation> getCoiterations() const {
    return coiterations;
  }

  /// A statement that is computed in place of those of the text.
  void addPlanned(std::string statement) {
    plan.lines.push_back(std::move(statement));
  }
  const ExplanationSection &getPlan() const { return plan; }

  /// What is done with results after the kernels, which the IR does not say.
  void addConversion(std::string line) {
    conversions.lines.push_back(std::move(line));
  }
  const ExplanationSection &getConversions() const { return conversions; }

  /// Adds the launches in `root`, which is a module behind `weft-map-to-gpu`
  /// and the outlining of kernels.
  void addLaunches(mlir::Operation *root);

  /// Adds what a run took. Costs are printed with their numbers.
  void setMeasurements(RunMeasurements run) { measurements = std::move(run); }
  /// The numbers of costs; null if there is no run.
  std::unique_ptr<analysis::CostNumbers>
  getNumbers(const CoiterationExplanation &part) const;
  /// The lines on the run; none if there is none.
  ExplanationSection getMeasurements() const;

  /// Prints everything as text.
  void print(llvm::raw_ostream &os) const;

private:
  void addKernels(mlir::Operation *function);
  void addCoiterations(mlir::Operation *function, analysis::Lookups lookups);
  /// Adds the nests of a function that run on a GPU, with their blocks.
  void addNests(CoiterationExplanation &part);
  /// Says with a tensor that is computed for another kernel what that takes.
  void addCosts(const analysis::LoopCosts &costs);

  std::vector<KernelExplanation> kernels;
  std::vector<CoiterationExplanation> coiterations;
  ExplanationSection plan = {"Plan", {}};
  ExplanationSection conversions = {"Conversions", {}};
  /// The nests of each function that units of a GPU run, by its name.
  llvm::StringMap<std::vector<LaunchNest>> launchNests;
  std::optional<RunMeasurements> measurements;
};

} // namespace explain
} // namespace weft

#endif // WEFT_EXPLAIN_EXPLANATION_H
