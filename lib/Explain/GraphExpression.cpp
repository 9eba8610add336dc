//===- GraphExpression.cpp - Iteration graphs as expressions ----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds iteration graph expressions and applies the laws of sets to them, so
// that an operand that occurs twice is shown once (thesis, section 3.2).
//
//===----------------------------------------------------------------------===//

#include "weft/Explain/GraphExpression.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace weft::explain;

GraphExpression GraphExpression::empty() {
  return GraphExpression({Kind::Empty});
}

GraphExpression GraphExpression::universe() {
  return GraphExpression({Kind::Universe});
}

GraphExpression GraphExpression::scalar(std::string text) {
  return GraphExpression({Kind::Scalar, std::move(text)});
}

GraphExpression GraphExpression::relation(mlir::Value ref,
                                          llvm::ArrayRef<mlir::Value> indices,
                                          uint64_t size) {
  Node node{Kind::Relation};
  node.value = ref;
  node.indices.assign(indices.begin(), indices.end());
  node.size = size;
  return GraphExpression(std::move(node));
}

GraphExpression GraphExpression::combine(Kind kind, const GraphExpression &left,
                                         const GraphExpression &right) {
  auto operandsOf = [&](const GraphExpression &side) {
    return side.getKind() == kind ? side.getOperands() : llvm::ArrayRef(side);
  };
  Node node{kind};
  llvm::append_range(node.operands, operandsOf(left));
  for (const GraphExpression &operand : operandsOf(right))
    if (!llvm::is_contained(node.operands, operand))
      node.operands.push_back(operand);
  for (const GraphExpression &operand : node.operands)
    node.size = llvm::SaturatingAdd(node.size, operand.getSize());
  if (node.operands.size() == 1)
    return node.operands.front();
  return GraphExpression(std::move(node));
}

GraphExpression GraphExpression::intersect(const GraphExpression &left,
                                           const GraphExpression &right) {
  if (left.isEmpty() || right.getKind() == Kind::Universe)
    return left;
  if (right.isEmpty() || left.getKind() == Kind::Universe)
    return right;
  return combine(Kind::Intersection, left, right);
}

GraphExpression GraphExpression::unite(const GraphExpression &left,
                                       const GraphExpression &right) {
  if (right.isEmpty())
    return left;
  if (left.isEmpty())
    return right;
  return combine(Kind::Union, left, right);
}

GraphExpression GraphExpression::forall(mlir::Value variable,
                                        GraphExpression body) {
  Node node{Kind::Forall};
  node.value = variable;
  node.size = llvm::SaturatingAdd<uint64_t>(1, body.getSize());
  node.operands.push_back(std::move(body));
  return GraphExpression(std::move(node));
}

GraphExpression GraphExpression::where(mlir::Value workspace,
                                       GraphExpression consumer,
                                       GraphExpression producer) {
  Node node{Kind::Where};
  node.value = workspace;
  node.size =
      llvm::SaturatingAdd<uint64_t>(1, consumer.getSize(), producer.getSize());
  node.operands = {std::move(consumer), std::move(producer)};
  return GraphExpression(std::move(node));
}

bool GraphExpression::operator==(const GraphExpression &other) const {
  return node == other.node ||
         (node->kind == other.node->kind && node->size == other.node->size &&
          node->text == other.node->text && node->value == other.node->value &&
          node->indices == other.node->indices &&
          node->operands == other.node->operands);
}
