//===- Printing.h - Kernels as people read them -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The doors to the views of a kernel that are not IR: iteration graphs (thesis,
// section 3.2), iteration lattices (section 3.3) and concrete notation (section
// 4.3). The print passes and the driver's `--emit` both come through here.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_EXPLAIN_PRINTING_H
#define WEFT_EXPLAIN_PRINTING_H

#include "weft/Analysis/SegmentLookup.h"
#include "weft/Dialect/CIN/IR/CIN.h"

#include "llvm/Support/raw_ostream.h"

namespace weft {
namespace explain {

enum class GraphFormat { Text, Graphviz };

/// Prints the iteration graph of every kernel in `root`. Fails with a
/// diagnostic if one is too large to be shown.
mlir::LogicalResult printIterationGraphs(mlir::Operation *root,
                                         GraphFormat format,
                                         llvm::raw_ostream &os);

/// Prints the iteration lattice of every coiteration in `root`: the index
/// variable and below it the points, top first, each followed by the
/// coiterations in its region. A guarded coiteration has one loop, and its
/// points are those that are told apart inside. For Graphviz, one graph after
/// the other.
void printIterationLattices(mlir::Operation *root, GraphFormat format,
                            llvm::raw_ostream &os);

/// Prints a kernel on one line, without a newline:
/// `∀i (y(i) = t where ∀j t += A(i,j) * x(j))`.
void printConcreteNotation(cin::KernelOp kernel, llvm::raw_ostream &os);

/// Prints every kernel in `root`, one line each.
void printConcreteNotations(mlir::Operation *root, llvm::raw_ostream &os);

/// Explains what is in `root`. For each kernel: its concrete notation, its
/// iteration graph, and why its loops are in their order and it has workspaces.
/// For coiterations: their lattices, whether they are exact, and their cost;
/// with `lookups`, also what they look up.
void printExplanation(mlir::Operation *root, llvm::raw_ostream &os,
                      analysis::Lookups lookups = analysis::Lookups::None);

/// Prints the same explanation as a page (ExplanationPage.h), with the IR of
/// `root` behind it.
void printExplanationPage(mlir::Operation *root, llvm::raw_ostream &os,
                          analysis::Lookups lookups = analysis::Lookups::None);

} // namespace explain
} // namespace weft

#endif // WEFT_EXPLAIN_PRINTING_H
