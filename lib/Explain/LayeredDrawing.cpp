//===- LayeredDrawing.cpp - Boxes in rows -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lays out a graph by the longest path to each node: lattices, whose points
// stand above those that they lead to, and relations of index variables, whose
// results stand below what they are made of.
//
//===----------------------------------------------------------------------===//

#include "Drawing.h"
#include "Html.h"

#include "llvm/ADT/StringMap.h"

#include <algorithm>

using namespace weft::analysis;
using namespace weft::explain;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

void weft::explain::beginDrawing(llvm::raw_ostream &os, unsigned id,
                                 llvm::StringRef title,
                                 llvm::StringRef description, int width,
                                 int height) {
  os << "<svg role=\"img\" aria-labelledby=\"t" << id << " d" << id
     << "\" width=\"" << width << "\" height=\"" << height
     << "\" viewBox=\"0 0 " << width << " " << height << "\">\n<title id=\"t"
     << id << "\">";
  printEscaped(os, title);
  os << "</title>\n<desc id=\"d" << id << "\">";
  printEscaped(os, description);
  os << "</desc>\n";
}

void weft::explain::endDrawing(llvm::raw_ostream &os) { os << "</svg>\n"; }

void weft::explain::drawText(llvm::raw_ostream &os, int x, int y,
                             llvm::StringRef kind, llvm::StringRef text) {
  os << "<text x=\"" << x << "\" y=\"" << y << "\" class=\"" << kind << "\">";
  printEscaped(os, text);
  os << "</text>\n";
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

namespace {
constexpr int kMargin = 16, kHeight = 30, kRowGap = 58, kColumnGap = 28,
              kLane = 22;

struct Box {
  int x = 0, y = 0, width = 0;

  int middle() const { return x + width / 2; }
  int right() const { return x + width; }
};

class Layout {
public:
  explicit Layout(const LayeredGraph &graph);

  void draw(llvm::raw_ostream &os, unsigned id, llvm::StringRef title);

private:
  void rank(unsigned node, std::vector<bool> &onPath);
  void drawEdge(const LayeredGraph::Edge &edge, std::string &body);
  void drawNode(unsigned node, std::string &body);

  const LayeredGraph &graph;
  std::vector<unsigned> ranks;
  std::vector<Box> boxes;
  int width = 0, height = 0;
  int lanes = 0, right = 0;
};
} // namespace

/// Puts the nodes that a node leads to below it. Edges of a cycle, which names
/// that are not unique can make, do not count.
void Layout::rank(unsigned node, std::vector<bool> &onPath) {
  onPath[node] = true;
  for (const LayeredGraph::Edge &edge : graph.edges) {
    if (edge.from != node || onPath[edge.to] || ranks[edge.to] > ranks[node])
      continue;
    ranks[edge.to] = ranks[node] + 1;
    rank(edge.to, onPath);
  }
  onPath[node] = false;
}

Layout::Layout(const LayeredGraph &graph)
    : graph(graph), ranks(graph.nodes.size()), boxes(graph.nodes.size()) {
  std::vector<bool> onPath(graph.nodes.size());
  for (unsigned node = 0; node != graph.nodes.size(); ++node)
    if (ranks[node] == 0)
      rank(node, onPath);

  unsigned numRows = 1 + *std::max_element(ranks.begin(), ranks.end());
  std::vector<int> widths(numRows, -kColumnGap);
  for (unsigned node = 0; node != graph.nodes.size(); ++node) {
    boxes[node].width =
        int(getColumns(graph.nodes[node].text)) * kNarrowColumn + 20;
    widths[ranks[node]] += boxes[node].width + kColumnGap;
  }
  right = *std::max_element(widths.begin(), widths.end()) + kMargin;
  std::vector<int> next;
  for (int row : widths)
    next.push_back(kMargin + (right - kMargin - row) / 2);
  for (unsigned node = 0; node != graph.nodes.size(); ++node) {
    Box &box = boxes[node];
    box.x = next[ranks[node]];
    box.y = kMargin + int(ranks[node]) * (kHeight + kRowGap);
    next[ranks[node]] += box.width + kColumnGap;
  }
  width = right + kMargin;
  height = 2 * kMargin + int(numRows) * (kHeight + kRowGap) - kRowGap;
}

void Layout::drawEdge(const LayeredGraph::Edge &edge, std::string &body) {
  llvm::raw_string_ostream os(body);
  const Box &from = boxes[edge.from], &to = boxes[edge.to];
  int labelX, labelY;
  os << "<path class=\"e" << (edge.dashed ? " dashed" : "")
     << "\" marker-end=\"url(#arrow)\" d=\"M";
  if (ranks[edge.to] == ranks[edge.from] + 1) {
    int begin = from.y + kHeight, end = to.y - 3;
    os << from.middle() << "," << begin << " C" << from.middle() << ","
       << begin + kRowGap / 2 << " " << to.middle() << "," << end - kRowGap / 2
       << " " << to.middle() << "," << end;
    labelX = (from.middle() + to.middle()) / 2 + 5;
    labelY = (begin + end) / 2 + 4;
  } else {
    // Around what is in between.
    int begin = from.y + kHeight / 2, end = to.y + kHeight / 2;
    int bend = right + kLane * ++lanes;
    int control = (8 * bend - from.right() - to.right()) / 6;
    os << from.right() << "," << begin << " C" << control << "," << begin << " "
       << control << "," << end << " " << to.right() + 3 << "," << end;
    labelX = bend + 4;
    labelY = (begin + end) / 2 + 4;
  }
  os << "\"/>\n";
  if (edge.label.empty())
    return;
  drawText(os, labelX, labelY, "label", edge.label);
  width = std::max(width, labelX + int(getColumns(edge.label)) * kNarrowColumn +
                              kMargin);
}

void Layout::drawNode(unsigned node, std::string &body) {
  llvm::raw_string_ostream os(body);
  const Box &box = boxes[node];
  os << "<g class=\"box\"";
  if (!graph.nodes[node].name.empty())
    printAttribute(os, "data-n", graph.nodes[node].name);
  os << "><rect x=\"" << box.x << "\" y=\"" << box.y << "\" width=\""
     << box.width << "\" height=\"" << kHeight << "\" rx=\"8\"/>";
  drawText(os, box.middle(), box.y + kHeight / 2 + 5, "mid",
           graph.nodes[node].text);
  os << "</g>\n";
}

void Layout::draw(llvm::raw_ostream &os, unsigned id, llvm::StringRef title) {
  std::string body, description;
  for (const LayeredGraph::Edge &edge : graph.edges) {
    drawEdge(edge, body);
    description +=
        (description.empty() ? "" : "; ") + graph.nodes[edge.from].text +
        (edge.label.empty() ? " to " : " by " + edge.label + " to ") +
        graph.nodes[edge.to].text;
  }
  for (unsigned node = 0; node != graph.nodes.size(); ++node)
    drawNode(node, body);
  width = std::max(width, right + kLane * (lanes + 1));
  beginDrawing(os, id, title, description, width, height);
  os << body;
  endDrawing(os);
}

void LayeredGraph::draw(llvm::raw_ostream &os, unsigned id,
                        llvm::StringRef title) const {
  Layout(*this).draw(os, id, title);
}

//===----------------------------------------------------------------------===//
// Lattices and relations
//===----------------------------------------------------------------------===//

LayeredGraph weft::explain::getLayeredGraph(const LatticeTree &tree) {
  LayeredGraph graph;
  auto add = [&](const LatticePoint &point) {
    std::string text;
    llvm::raw_string_ostream os(text);
    point.print(os, tree.segments);
    graph.nodes.push_back({text, ""});
  };
  if (tree.points.size() >= kMaxDrawn)
    return graph;
  if (tree.guarded) {
    add(tree.getGuardedLoop());
    for (const LatticePoint &point : tree.points) {
      add(point);
      graph.edges.push_back(
          {0, unsigned(graph.nodes.size() - 1), "", /*dashed=*/true});
    }
    return graph;
  }
  for (const LatticePoint &point : tree.points)
    add(point);
  unsigned bottom = graph.nodes.size();
  graph.nodes.push_back({"{}", ""});
  for (const LatticeEdge &edge :
       IterationLattice::inOrder(tree.points, tree.segments).getEdges())
    graph.edges.push_back({edge.from, edge.to.value_or(bottom),
                           edge.getLabel(tree.segments),
                           edge.iterators.empty()});
  return graph;
}

LayeredGraph
weft::explain::getLayeredGraph(llvm::ArrayRef<VariableRelation> relations) {
  LayeredGraph graph;
  llvm::StringMap<unsigned> numbers;
  auto getNode = [&](llvm::StringRef name) {
    auto [number, isNew] = numbers.try_emplace(name, graph.nodes.size());
    if (isNew)
      graph.nodes.push_back({name.str(), name.str()});
    return number->second;
  };
  for (const VariableRelation &relation : relations)
    for (const std::string &from : relation.from)
      for (const std::string &to : relation.to) {
        unsigned source = getNode(from), target = getNode(to);
        // One of several edges of a relation bears its name.
        bool isFirst =
            from == relation.from.front() && to == relation.to.front();
        graph.edges.push_back({source, target, isFirst ? relation.name : ""});
      }
  return graph;
}
