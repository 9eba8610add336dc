//===- Printing.cpp - Kernels as people read them ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shows all kernels and coiterations of a piece of IR. Lattices are read off
// the `lattice` dialect (thesis, section 3.3), so that what is shown is what is
// lowered, whoever built it.
//
//===----------------------------------------------------------------------===//

#include "weft/Analysis/Printing.h"

#include "Graphviz.h"

#include "weft/Analysis/IterationGraph.h"
#include "weft/Analysis/LatticeFromIR.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;

LogicalResult weft::analysis::printIterationGraphs(Operation *root,
                                                   GraphFormat format,
                                                   llvm::raw_ostream &os) {
  WalkResult result = root->walk([&](cin::KernelOp kernel) -> WalkResult {
    FailureOr<IterationGraph> graph = IterationGraph::build(kernel);
    if (failed(graph))
      return WalkResult::interrupt();
    if (format == GraphFormat::Text)
      graph->print(os);
    else
      graph->printDot(os);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

void weft::analysis::printConcreteNotations(Operation *root,
                                            llvm::raw_ostream &os) {
  root->walk([&](cin::KernelOp kernel) {
    printConcreteNotation(kernel, os);
    os << "\n";
  });
}

//===----------------------------------------------------------------------===//
// Lattices
//===----------------------------------------------------------------------===//

/// Prints the lattices in a region, those nested in another one below the point
/// of that one whose region they are in. The points of a guarded coiteration
/// share their region.
static void printNested(Region &region, unsigned depth, llvm::raw_ostream &os) {
  region.walk<WalkOrder::PreOrder>([&](lattice::CoiterateOp coiterate) {
    bool guarded = coiterate.getGuarded();
    os.indent(4 * depth) << coiterate.getName() << (guarded ? " guarded" : "")
                         << "\n";
    SmallVector<Segment> segments = getSegments(coiterate);
    SmallVector<LatticePoint, 4> points = getPoints(coiterate);
    for (auto [number, point] : llvm::enumerate(points)) {
      os.indent(4 * depth + 2);
      point.print(os, segments);
      os << "\n";
      if (!guarded || number + 1 == points.size())
        printNested(coiterate.getBodies()[guarded ? 0 : number], depth + 1, os);
    }
    return WalkResult::skip();
  });
}

/// Prints the one loop of a guarded coiteration and the points that it tells
/// apart.
static void printGuardedDot(ArrayRef<LatticePoint> points,
                            ArrayRef<Segment> segments, llvm::raw_ostream &os) {
  auto printNode = [&](const Twine &node, const LatticePoint &point) {
    std::string label;
    llvm::raw_string_ostream stream(label);
    point.print(stream, segments);
    os << "  " << node << " [label=";
    printQuoted(os, label);
    os << "];\n";
  };
  LatticePoint loop{llvm::SmallBitVector(segments.size() + 1),
                    llvm::SmallBitVector(segments.size() + 1)};
  for (const LatticePoint &point : points)
    loop.iterators |= point.iterators;
  for (auto [id, segment] : llvm::enumerate(segments))
    (segment.full && segment.locatable ? loop.locators : loop.iterators)
        .set(id);
  loop.iterators.reset(loop.locators);
  os << "digraph lattice {\n";
  printNode("loop", loop);
  for (auto [number, point] : llvm::enumerate(points)) {
    printNode("p" + Twine(number), point);
    os << "  loop -> p" << number << " [style=dashed];\n";
  }
  os << "}\n";
}

static void printDot(lattice::CoiterateOp coiterate, llvm::raw_ostream &os) {
  SmallVector<LatticePoint, 4> points = getPoints(coiterate);
  SmallVector<Segment> segments = getSegments(coiterate);
  os << "// ";
  os.write_escaped(coiterate.getName()) << "\n";
  if (coiterate.getGuarded())
    printGuardedDot(points, segments, os);
  else
    IterationLattice::inOrder(std::move(points), segments)
        .printDot(os, segments);
}

void weft::analysis::printIterationLattices(Operation *root, GraphFormat format,
                                            llvm::raw_ostream &os) {
  if (format == GraphFormat::Text) {
    for (Region &region : root->getRegions())
      printNested(region, 0, os);
    return;
  }
  root->walk<WalkOrder::PreOrder>(
      [&](lattice::CoiterateOp coiterate) { printDot(coiterate, os); });
}
