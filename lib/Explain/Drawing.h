//===- Drawing.h - Graphs as drawings in pages ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Graphs laid out by ourselves, as SVG inside a page: iteration graphs like the
// figures of the thesis (3-9 to 3-16), and boxes in rows for lattices (figures
// 3-23 and 3-27) and for relations of index variables. Sizes are those of a
// font of fixed width. What is too large to be drawn is shown as text only.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_EXPLAIN_DRAWING_H
#define WEFT_LIB_EXPLAIN_DRAWING_H

#include "Environment.h"

#include "weft/Explain/IterationGraph.h"
#include "weft/Explain/LatticeTree.h"

#include <vector>

namespace weft {
namespace explain {

/// The most nodes, and the most paths, of a drawing.
inline constexpr size_t kMaxDrawn = 64;

/// The widths of characters.
inline constexpr int kWideColumn = 9, kNarrowColumn = 8;

/// Begins and ends a drawing. `id` is unique in the page.
void beginDrawing(llvm::raw_ostream &os, unsigned id, llvm::StringRef title,
                  llvm::StringRef description, int width, int height);
void endDrawing(llvm::raw_ostream &os);

/// A text in a drawing. `kind` is a class of the style sheet.
void drawText(llvm::raw_ostream &os, int x, int y, llvm::StringRef kind,
              llvm::StringRef text);

/// Boxes in rows, each below those with an edge to it.
struct LayeredGraph {
  struct Node {
    std::string text;
    /// What lights up together with it; may be empty.
    std::string name;
  };
  struct Edge {
    unsigned from, to;
    std::string label;
    bool dashed = false;
  };
  std::vector<Node> nodes;
  std::vector<Edge> edges;

  bool canBeDrawn() const {
    return !nodes.empty() && nodes.size() <= kMaxDrawn;
  }
  void draw(llvm::raw_ostream &os, unsigned id, llvm::StringRef title) const;
};

LayeredGraph getLayeredGraph(const LatticeTree &tree);
LayeredGraph getLayeredGraph(llvm::ArrayRef<VariableRelation> relations);

/// Whether an iteration graph can be drawn.
bool canBeDrawn(const IterationGraph &graph);
void draw(const IterationGraph &graph, llvm::raw_ostream &os, unsigned id,
          llvm::StringRef title);

} // namespace explain
} // namespace weft

#endif // WEFT_LIB_EXPLAIN_DRAWING_H
