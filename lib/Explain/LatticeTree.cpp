//===- LatticeTree.cpp - Lattices as loops are nested -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lattices are read from the `lattice` dialect (thesis, section 3.3), so that
// the printed lattices are those that are lowered.
//
//===----------------------------------------------------------------------===//

#include "weft/Explain/LatticeTree.h"
#include "weft/Support/Graphviz.h"

using namespace mlir;
using namespace weft;
using namespace weft::analysis;
using namespace weft::explain;

static std::vector<LatticeTree> getTrees(Region &region) {
  std::vector<LatticeTree> trees;
  region.walk<WalkOrder::PreOrder>([&](lattice::CoiterateOp coiterate) {
    LatticeTree tree;
    tree.name = coiterate.getName().str();
    tree.guarded = coiterate.getGuarded();
    tree.segments = getSegments(coiterate);
    tree.points = getPoints(coiterate);
    for (size_t number = 0; number != tree.points.size(); ++number) {
      bool hasRegion = !tree.guarded || number + 1 == tree.points.size();
      tree.nested.push_back(
          hasRegion ? getTrees(coiterate.getBodies()[tree.guarded ? 0 : number])
                    : std::vector<LatticeTree>());
    }
    trees.push_back(std::move(tree));
    return WalkResult::skip();
  });
  return trees;
}

std::vector<LatticeTree> weft::explain::getLatticeTrees(Operation *root) {
  std::vector<LatticeTree> trees;
  for (Region &region : root->getRegions())
    for (LatticeTree &tree : getTrees(region))
      trees.push_back(std::move(tree));
  return trees;
}

void LatticeTree::print(llvm::raw_ostream &os, unsigned depth) const {
  os.indent(4 * depth) << name << (guarded ? " guarded" : "") << "\n";
  for (auto [point, below] : llvm::zip_equal(points, nested)) {
    os.indent(4 * depth + 2);
    point.print(os, segments);
    os << "\n";
    for (const LatticeTree &tree : below)
      tree.print(os, depth + 1);
  }
}

LatticePoint LatticeTree::getGuardedLoop() const {
  LatticePoint loop{llvm::SmallBitVector(segments.size() + 1),
                    llvm::SmallBitVector(segments.size() + 1)};
  loop.iterators[loop.universeBit()] =
      anyPoint(points, [](const LatticePoint &point) {
        return point.iteratesUniverse();
      });
  for (auto [id, segment] : llvm::enumerate(segments))
    (segment.full && segment.locatable ? loop.locators : loop.iterators)
        .set(id);
  loop.iterators.reset(loop.locators);
  return loop;
}

/// Prints the one loop of a guarded coiteration and the points that it tells
/// apart.
static void printGuardedDot(const LatticeTree &tree, llvm::raw_ostream &os) {
  auto printNode = [&](const Twine &node, const LatticePoint &point) {
    std::string label;
    llvm::raw_string_ostream stream(label);
    point.print(stream, tree.segments);
    os << "  " << node << " [label=";
    printQuoted(os, label);
    os << "];\n";
  };
  os << "digraph lattice {\n";
  printNode("loop", tree.getGuardedLoop());
  for (auto [number, point] : llvm::enumerate(tree.points)) {
    printNode("p" + Twine(number), point);
    os << "  loop -> p" << number << " [style=dashed];\n";
  }
  os << "}\n";
}

void LatticeTree::printDot(llvm::raw_ostream &os) const {
  os << "// ";
  os.write_escaped(name) << "\n";
  if (guarded)
    printGuardedDot(*this, os);
  else
    IterationLattice::inOrder(points, segments).printDot(os, segments);
}
