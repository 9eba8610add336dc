//===- Expression.h - Expressions of index notation -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expressions that operators, functions and reductions make. They are trees
// that are shared and never change, and compute nothing. docs/notation.md says
// which there are and docs/semantics.md what they mean.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CXX_EXPRESSION_H
#define WEFT_CXX_EXPRESSION_H

#include "weft-cxx/Half.h"
#include "weft-cxx/Index.h"

#include <complex>
#include <initializer_list>

namespace weft {

namespace cxx_impl {
struct Definition;
struct Node;
struct TensorState;
} // namespace cxx_impl

inline namespace cxx {

class Access;
class IndexStmt;
class TensorBase;

/// An expression: a number, an access, or what operators make of others.
///
/// Numbers are literals of the kernel: an expression with another number is
/// another kernel. A number that changes from run to run is a tensor without
/// modes. Numbers that are not finite are always such tensors.
class IndexExpr : public Operand {
public:
  template <typename T,
            typename = std::enable_if_t<std::is_arithmetic<T>::value>>
  IndexExpr(T number) {
    if constexpr (std::is_floating_point<T>::value)
      *this = makeReal(static_cast<double>(number));
    else if constexpr (std::is_signed<T>::value)
      *this = makeInteger(static_cast<int64_t>(number));
    else
      *this = makeUnsigned(static_cast<uint64_t>(number));
  }
  IndexExpr(Float16 number) : IndexExpr(static_cast<float>(number)) {}
  IndexExpr(BFloat16 number) : IndexExpr(static_cast<float>(number)) {}
  IndexExpr(std::complex<float> number);
  IndexExpr(std::complex<double> number);
  /// The coordinate of a variable, or a sum of coordinates, as a number. Throws
  /// for slices.
  IndexExpr(const IndexVar &variable);
  IndexExpr(const Index &index);
  IndexExpr(const Access &access);
  /// The component of a tensor without modes. Throws if it has some.
  IndexExpr(const TensorBase &scalar);

  IndexExpr(const IndexExpr &) = default;
  /// Not for temporary expressions: accesses of constant tensors are such, and
  /// are not assigned to.
  IndexExpr &operator=(const IndexExpr &) & = default;

  /// For the library: an expression with a node.
  explicit IndexExpr(std::shared_ptr<const cxx_impl::Node> node)
      : node(std::move(node)) {}
  const std::shared_ptr<const cxx_impl::Node> &getNode() const { return node; }

  /// The expression as text.
  std::string toString() const;

private:
  static IndexExpr makeReal(double number);
  static IndexExpr makeInteger(int64_t number);
  static IndexExpr makeUnsigned(uint64_t number);

  std::shared_ptr<const cxx_impl::Node> node;
};

/// An access of a tensor, `A(i, j)`. Assigning to one records a statement,
/// which is computed when the tensor is read.
class Access : public Operand {
public:
  Access(std::shared_ptr<cxx_impl::TensorState> tensor,
         std::vector<Index> indices);
  Access(const Access &) = default;

  /// Records `tensor(indices) = value`. The values of all operands are those
  /// that they have now: what is assigned or inserted later does not change the
  /// result. Index variables that are missing on the left are summed over the
  /// additive term that they occur in.
  ///
  /// The indices are distinct variables, and all operands have values.
  /// Otherwise it throws, and nothing is recorded.
  IndexStmt operator=(const IndexExpr &value) const;
  IndexStmt operator=(const Access &value) const;
  /// Records the sum of the value that the tensor has and another. It has one.
  IndexStmt operator+=(const IndexExpr &value) const;

  const std::shared_ptr<cxx_impl::TensorState> &getTensor() const {
    return tensor;
  }
  const std::vector<Index> &getIndices() const { return indices; }

private:
  std::shared_ptr<cxx_impl::TensorState> tensor;
  std::vector<Index> indices;
};

/// For the library: expressions of operators, functions and reductions. A
/// function that a program defines has a definition.
IndexExpr makeNegation(const IndexExpr &operand);
IndexExpr makeBinary(const char *op, const IndexExpr &lhs,
                     const IndexExpr &rhs);
IndexExpr
makeCall(const char *function, std::vector<IndexExpr> arguments,
         std::shared_ptr<const cxx_impl::Definition> definition = nullptr);
IndexExpr
makeReduction(const char *reducer, std::vector<IndexVar> variables,
              const IndexExpr &body,
              std::shared_ptr<const cxx_impl::Definition> definition = nullptr);

/// Whether an operator of a `L` and a `R` makes an expression.
template <typename T>
inline constexpr bool isOperand = std::is_base_of<Operand, T>::value;
template <typename L, typename R>
inline constexpr bool isExpression = (isOperand<L> || isOperand<R>) &&
                                     std::is_convertible<L, IndexExpr>::value &&
                                     std::is_convertible<R, IndexExpr>::value;

} // namespace cxx
} // namespace weft

#include "weft-cxx/Operators.h"

#endif // WEFT_CXX_EXPRESSION_H
