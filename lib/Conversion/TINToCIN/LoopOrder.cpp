//===- LoopOrder.cpp - Orders of index variables -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constraints of accesses and results, and topological orders under them.
//
//===----------------------------------------------------------------------===//

#include "LoopOrder.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace weft;

SmallVector<OrderEdge> weft::getAccessEdges(tin::AccessOp access) {
  SmallVector<OrderEdge> edges;
  level::FormatAttr format = level::getFormat(access.getTensorType());
  for (int64_t inner = 0, e = format.getNumLevels(); inner != e; ++inner) {
    if (format.getLevelType(inner).hasLocate())
      continue;
    // A coordinate that an outer level binds, or a literal, is searched for.
    SmallVector<Value> outer;
    for (int64_t level = 0; level != inner; ++level)
      if (Value variable = access.getIndex(format.getLevelDim(level)))
        outer.push_back(variable);
    Value variable = access.getIndex(format.getLevelDim(inner));
    if (!variable || llvm::is_contained(outer, variable))
      continue;
    for (Value outerVariable : outer)
      edges.push_back({outerVariable, variable});
  }
  return edges;
}

SmallVector<OrderEdge> weft::getResultEdges(level::FormatAttr format,
                                            ValueRange variables,
                                            ValueRange reductions) {
  SmallVector<OrderEdge> edges;
  int64_t lastAppended = format.getNumLevels() - 1;
  while (lastAppended >= 0 && format.getLevelType(lastAppended).hasInsert())
    --lastAppended;
  for (int64_t inner = 0; inner <= lastAppended; ++inner) {
    // Segments are appended in the order of their parents, and whatever is
    // bound outside of an appended level repeats its segments; so only the
    // levels above may be, in their order.
    Value variable = variables[format.getLevelDim(inner)];
    for (int64_t outer = 0; outer != inner; ++outer)
      edges.push_back({variables[format.getLevelDim(outer)], variable});
    for (int64_t later = inner + 1; later != format.getNumLevels(); ++later)
      edges.push_back({variable, variables[format.getLevelDim(later)]});
    for (Value reduction : reductions)
      edges.push_back({variable, reduction});
  }
  return edges;
}

SmallVector<Value> LoopOrder::get() const {
  SmallVector<Value> order;
  while (order.size() != variables.size()) {
    auto isReady = [&](Value variable) {
      return !llvm::is_contained(order, variable) &&
             llvm::all_of(edges, [&](const OrderEdge &edge) {
               return edge.second != variable ||
                      llvm::is_contained(order, edge.first);
             });
    };
    auto it = llvm::find_if(variables, isReady);
    if (it == variables.end())
      return {};
    order.push_back(*it);
  }
  return order;
}

bool LoopOrder::tryAdd(ArrayRef<OrderEdge> added) {
  size_t before = edges.size();
  for (const OrderEdge &edge : added)
    if (llvm::is_contained(variables, edge.first) &&
        llvm::is_contained(variables, edge.second))
      edges.push_back(edge);
  if (get().size() == variables.size())
    return true;
  edges.truncate(before);
  return false;
}
