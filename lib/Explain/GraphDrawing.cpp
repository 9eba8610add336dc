//===- GraphDrawing.cpp - Iteration graphs as drawings ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws an iteration graph as the thesis does: a node for each index variable,
// those of inner loops below, and a coloured path for each coordinate tree
// through the variables that iterate over its levels.
//
//===----------------------------------------------------------------------===//

#include "Drawing.h"
#include "Html.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <algorithm>

using namespace weft::analysis;
using namespace weft::explain;

namespace {
constexpr int kMargin = 20, kHeight = 48, kRowGap = 74, kColumnGap = 36,
              kLane = 20, kStub = 40, kNumColours = 8;

/// A variable with its domain, and where the paths through it go.
struct Node {
  std::string name, domain;
  unsigned depth = 0;
  llvm::SmallVector<unsigned> children;
  /// The paths that reach it with their labels, from left to right.
  llvm::SmallVector<std::pair<unsigned, std::string>> ports;
  int x = 0, y = 0, width = 0, total = 0;

  int right() const { return x + width; }
  int middle() const { return x + width / 2; }
  int port(unsigned path) const;
};

class GraphLayout {
public:
  explicit GraphLayout(const IterationGraph &graph);

  void draw(llvm::raw_ostream &os, unsigned id, llvm::StringRef title);

private:
  void measure(unsigned node);
  void place(unsigned node, int left);
  void drawPath(unsigned number, llvm::raw_ostream &os);
  void drawStep(const Node &from, const Node &to, unsigned path,
                llvm::raw_ostream &os);
  void drawNode(const Node &node, llvm::raw_ostream &os);

  const IterationGraph &graph;
  std::vector<Node> nodes;
  llvm::DenseMap<mlir::Value, unsigned> numbers;
  llvm::SmallVector<unsigned> roots;
  int width = 0, height = 0, right = 0, lanes = 0;
};
} // namespace

static int getPortWidth(llvm::StringRef label) {
  return int(getColumns(label)) * kNarrowColumn + 14;
}

int Node::port(unsigned path) const {
  int total = 0;
  for (auto &[other, label] : ports)
    total += getPortWidth(label);
  int left = middle() - total / 2 + 5;
  for (auto &[other, label] : ports) {
    if (other == path)
      return left;
    left += getPortWidth(label);
  }
  return middle();
}

GraphLayout::GraphLayout(const IterationGraph &graph) : graph(graph) {
  const KernelNames &names = graph.getNames();
  for (const IterationGraph::Variable &variable : graph.getVariables()) {
    Node node;
    node.name = names.getIndex(variable.value);
    llvm::raw_string_ostream os(node.domain);
    os << "∈ ";
    variable.domain.print(os, variable.segments);
    unsigned number = nodes.size();
    numbers[variable.value] = number;
    if (variable.parent) {
      node.depth = nodes[*variable.parent].depth + 1;
      nodes[*variable.parent].children.push_back(number);
    } else {
      roots.push_back(number);
    }
    node.y = kMargin + kStub + 14 + int(node.depth) * (kHeight + kRowGap);
    height = std::max(height, node.y + kHeight + kMargin);
    nodes.push_back(std::move(node));
  }
  for (auto [number, path] : llvm::enumerate(graph.getPaths()))
    for (auto [level, variable] : path.steps) {
      Node &node = nodes[numbers.lookup(variable)];
      // A diagonal passes through a variable twice.
      std::string label =
          (names.getTensor(path.ref) + llvm::Twine(level + 1)).str();
      if (!node.ports.empty() && node.ports.back().first == number)
        node.ports.back().second += "," + label;
      else
        node.ports.push_back({unsigned(number), label});
    }
  int left = kMargin;
  for (unsigned root : roots) {
    measure(root);
    place(root, left);
    left += nodes[root].total + kColumnGap;
  }
  right = left - kColumnGap;
  width = right + kMargin;
}

void GraphLayout::measure(unsigned number) {
  Node &node = nodes[number];
  int ports = 10;
  for (auto &[path, label] : node.ports)
    ports += getPortWidth(label);
  node.width =
      std::max({int(getColumns(node.name)) * kWideColumn + 24,
                int(getColumns(node.domain)) * kNarrowColumn + 24, ports, 56});
  int below = -kColumnGap;
  for (unsigned child : node.children) {
    measure(child);
    below += nodes[child].total + kColumnGap;
  }
  node.total = std::max(node.width, below);
}

void GraphLayout::place(unsigned number, int left) {
  Node &node = nodes[number];
  node.x = left + (node.total - node.width) / 2;
  int below = -kColumnGap;
  for (unsigned child : node.children)
    below += nodes[child].total + kColumnGap;
  int next = left + (node.total - below) / 2;
  for (unsigned child : node.children) {
    place(child, next);
    next += nodes[child].total + kColumnGap;
  }
}

void GraphLayout::drawStep(const Node &from, const Node &to, unsigned path,
                           llvm::raw_ostream &os) {
  os << "<path class=\"e\" marker-end=\"url(#arrow)\" d=\"M";
  if (to.depth == from.depth + 1) {
    int begin = from.y + kHeight, end = to.y - 3;
    os << from.port(path) << "," << begin << " C" << from.port(path) << ","
       << begin + kRowGap / 2 << " " << to.port(path) << ","
       << end - kRowGap / 2 << " " << to.port(path) << "," << end;
  } else {
    // Around what is in between, from above if that can be.
    bool isBelow = to.depth > from.depth;
    int begin = from.y + kHeight / 2;
    int endX = isBelow ? to.port(path) : to.right() + 3;
    int endY = isBelow ? to.y - 3 : to.y + kHeight / 2;
    int bend = right + kLane * ++lanes;
    int control = (8 * bend - from.right() - endX) / 6;
    os << from.right() << "," << begin << " C" << control << "," << begin << " "
       << control << "," << (isBelow ? endY - kRowGap / 2 : endY) << " " << endX
       << "," << endY;
    width = std::max(width, bend + kMargin);
  }
  os << "\"/>\n";
}

void GraphLayout::drawPath(unsigned number, llvm::raw_ostream &os) {
  const IterationGraph::Path &path = graph.getPaths()[number];
  llvm::StringRef tensor = graph.getNames().getTensor(path.ref);
  os << "<g class=\"path p" << number % kNumColours << "\"";
  printAttribute(os, "data-n", tensor);
  os << ">\n";
  const Node *from = nullptr;
  llvm::SmallPtrSet<const Node *, 4> labelled;
  for (auto [level, variable] : path.steps) {
    const Node &to = nodes[numbers.lookup(variable)];
    if (&to == from)
      continue;
    int port = to.port(number);
    if (from) {
      drawStep(*from, to, number, os);
    } else {
      os << "<path class=\"e\" marker-end=\"url(#arrow)\" d=\"M" << port << ","
         << to.y - kStub << " V" << to.y - 3 << "\"/>\n";
      drawText(os, port - 4, to.y - kStub - 6, "tensor", tensor);
      width = std::max(width,
                       port + int(getColumns(tensor)) * kWideColumn + kMargin);
    }
    for (auto &[other, label] : to.ports)
      if (other == number && labelled.insert(&to).second)
        drawText(os, port + 5, to.y - 10, "label", label);
    from = &to;
  }
  os << "</g>\n";
}

void GraphLayout::drawNode(const Node &node, llvm::raw_ostream &os) {
  os << "<g class=\"box\"";
  printAttribute(os, "data-n", node.name);
  os << "><rect x=\"" << node.x << "\" y=\"" << node.y << "\" width=\""
     << node.width << "\" height=\"" << kHeight << "\" rx=\"24\"/>";
  drawText(os, node.middle(), node.y + 20, "variable", node.name);
  drawText(os, node.middle(), node.y + 38, "mid", node.domain);
  os << "</g>\n";
}

void GraphLayout::draw(llvm::raw_ostream &os, unsigned id,
                       llvm::StringRef title) {
  std::string body, description;
  llvm::raw_string_ostream bodyOs(body), descriptionOs(description);
  for (const IterationGraph::Variable &variable : graph.getVariables())
    if (variable.parent) {
      const Node &from = nodes[*variable.parent];
      const Node &to = nodes[numbers.lookup(variable.value)];
      bodyOs << "<path class=\"nest\" d=\"M" << from.middle() << ","
             << from.y + kHeight << " L" << to.middle() << "," << to.y
             << "\"/>\n";
    }
  for (unsigned number = 0; number != graph.getPaths().size(); ++number)
    drawPath(number, bodyOs);
  for (const Node &node : nodes)
    drawNode(node, bodyOs);
  graph.print(descriptionOs);
  beginDrawing(os, id, title, description, width, height);
  os << body;
  endDrawing(os);
}

bool weft::explain::canBeDrawn(const IterationGraph &graph) {
  return !graph.getVariables().empty() &&
         graph.getVariables().size() <= kMaxDrawn &&
         graph.getPaths().size() <= kMaxDrawn;
}

void weft::explain::draw(const IterationGraph &graph, llvm::raw_ostream &os,
                         unsigned id, llvm::StringRef title) {
  GraphLayout(graph).draw(os, id, title);
}
