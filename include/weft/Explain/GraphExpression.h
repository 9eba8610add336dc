//===- GraphExpression.h - Iteration graphs as expressions ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The symbolic form of iteration graphs (thesis, section 3.2): set expressions
// over coordinate relations whose index variables are bound by nested foralls.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_EXPLAIN_GRAPHEXPRESSION_H
#define WEFT_EXPLAIN_GRAPHEXPRESSION_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <string>
#include <vector>

namespace weft {
namespace explain {

/// An immutable value: copies share their nodes.
class GraphExpression {
public:
  enum class Kind {
    /// No coordinates.
    Empty,
    /// All coordinates.
    Universe,
    /// The relation of a scalar, which is broadcast.
    Scalar,
    /// An indexed coordinate relation.
    Relation,
    Intersection,
    Union,
    /// Iteration over one index variable.
    Forall,
    /// A consumer, iterated after the producer of a tensor that it reads.
    Where
  };

  static GraphExpression empty();
  static GraphExpression universe();
  static GraphExpression scalar(std::string text);
  /// `size` is what the relation stands for, in nodes.
  static GraphExpression relation(mlir::Value ref,
                                  llvm::ArrayRef<mlir::Value> indices,
                                  uint64_t size = 1);
  /// Sets of operands with the laws of idempotence, associativity, the empty
  /// set and the universe applied; a universe in a union stays, because it
  /// tells that nothing is skipped.
  static GraphExpression intersect(const GraphExpression &left,
                                   const GraphExpression &right);
  static GraphExpression unite(const GraphExpression &left,
                               const GraphExpression &right);
  static GraphExpression forall(mlir::Value variable, GraphExpression body);
  static GraphExpression where(mlir::Value workspace, GraphExpression consumer,
                               GraphExpression producer);

  Kind getKind() const { return node->kind; }
  bool isEmpty() const { return getKind() == Kind::Empty; }
  /// How many nodes the expression has if it is written out, saturated.
  uint64_t getSize() const { return node->size; }

  /// The literal of a `Scalar`.
  llvm::StringRef getText() const { return node->text; }
  /// The tensor of a `Relation`, the variable of a `Forall`, or the workspace
  /// of a `Where`.
  mlir::Value getValue() const { return node->value; }
  /// The indices of a `Relation`, one for each mode.
  llvm::ArrayRef<mlir::Value> getIndices() const { return node->indices; }
  /// The operands of a set operator, of which there are at least two, the body
  /// of a `Forall`, or the consumer and the producer of a `Where`.
  llvm::ArrayRef<GraphExpression> getOperands() const { return node->operands; }

  /// Structural equality.
  bool operator==(const GraphExpression &other) const;

private:
  struct Node {
    Kind kind;
    std::string text = {};
    mlir::Value value = {};
    llvm::SmallVector<mlir::Value, 3> indices = {};
    std::vector<GraphExpression> operands = {};
    uint64_t size = 1;
  };

  explicit GraphExpression(Node node)
      : node(std::make_shared<const Node>(std::move(node))) {}
  static GraphExpression combine(Kind kind, const GraphExpression &left,
                                 const GraphExpression &right);

  std::shared_ptr<const Node> node;
};

} // namespace explain
} // namespace weft

#endif // WEFT_EXPLAIN_GRAPHEXPRESSION_H
