//===- Index.h - Index variables and what is made of them -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Index variables, and the indices of accesses: variables, numbers, sums of
// variables with constant factors, and slices.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CXX_INDEX_H
#define WEFT_CXX_INDEX_H

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace weft {

namespace cxx_impl {
struct Variable;
} // namespace cxx_impl

inline namespace cxx {

/// The base of all classes whose operators make expressions.
struct Operand {};

class Index;

/// An index variable. Copies are the same variable; two variables differ even
/// if they have the same name.
class IndexVar : public Operand {
public:
  /// A variable that gets a name in each statement: i, j, k and so on.
  IndexVar();
  /// A variable with a name. Where the name is taken, or no name of index
  /// notation, it gets a similar one.
  explicit IndexVar(const std::string &name);
  /// A variable that ranges over the coordinates from 0 to before `size`. The
  /// size is needed only if no tensor has a mode for the variable, as in
  /// `sum(j, 1)`. Throws if it is negative.
  IndexVar(const std::string &name, int64_t size);
  /// Moving copies, so that no variable is without an identity.
  IndexVar(const IndexVar &) = default;
  IndexVar &operator=(const IndexVar &) = default;

  /// The name that was given; empty if none was.
  const std::string &getName() const;

  /// The slice of the coordinates from `begin` to before `end`, every `step`th
  /// one, which the variable counts from zero: `x(i(0, 10, 2))`. An index of an
  /// operand.
  Index operator()(int64_t begin, int64_t end, int64_t step = 1) const;

  /// The variable in the library.
  const cxx_impl::Variable *getVariable() const { return variable.get(); }

private:
  std::shared_ptr<const cxx_impl::Variable> variable;
};

/// An index of an access: a variable `i`, a number `3`, a sum such as `2 * i +
/// j - 1`, or a slice. A result has variables only. In an expression, a sum
/// stands for its number.
class Index : public Operand {
public:
  struct Term {
    IndexVar variable;
    int64_t factor;
  };

  Index(const IndexVar &variable);
  template <typename T,
            typename = std::enable_if_t<std::is_integral<T>::value &&
                                        !std::is_same<T, bool>::value>>
  Index(T constant) : constant(static_cast<int64_t>(constant)) {}
  /// A slice.
  Index(const IndexVar &variable, int64_t begin, int64_t end, int64_t step);

  /// Sums and multiples. They throw for slices, and where a factor or the
  /// constant overflows.
  Index plus(const Index &other) const;
  Index times(int64_t factor) const;

  const std::vector<Term> &getTerms() const { return terms; }
  int64_t getConstant() const { return constant; }
  bool isVariable() const;
  bool isSlice() const { return slice; }
  int64_t getEnd() const { return end; }

private:
  /// Of a slice, the variable with the step as its factor.
  std::vector<Term> terms;
  /// Of a slice, where it begins.
  int64_t constant = 0;
  bool slice = false;
  int64_t end = 0;
};

/// Whether the sum of a `L` and a `R` is an index.
template <typename T>
inline constexpr bool isIndex =
    std::is_same<T, IndexVar>::value || std::is_same<T, Index>::value;
template <typename T>
inline constexpr bool isIndexNumber =
    std::is_integral<T>::value && !std::is_same<T, bool>::value;
template <typename L, typename R>
inline constexpr bool isIndexSum =
    (isIndex<L> && isIndex<R>) || (isIndex<L> && isIndexNumber<R>) ||
    (isIndexNumber<L> && isIndex<R>);
/// Whether the product of a `L` and a `R` is an index.
template <typename L, typename R>
inline constexpr bool isIndexMultiple =
    (isIndex<L> && isIndexNumber<R>) || (isIndexNumber<L> && isIndex<R>);

template <typename L, typename R, std::enable_if_t<isIndexSum<L, R>, int> = 0>
Index operator+(const L &lhs, const R &rhs) {
  return Index(lhs).plus(Index(rhs));
}
template <typename L, typename R, std::enable_if_t<isIndexSum<L, R>, int> = 0>
Index operator-(const L &lhs, const R &rhs) {
  return Index(lhs).plus(Index(rhs).times(-1));
}
template <typename L, typename R,
          std::enable_if_t<isIndexMultiple<L, R>, int> = 0>
Index operator*(const L &lhs, const R &rhs) {
  if constexpr (isIndex<L>)
    return Index(lhs).times(static_cast<int64_t>(rhs));
  else
    return Index(rhs).times(static_cast<int64_t>(lhs));
}
template <typename T, std::enable_if_t<isIndex<T>, int> = 0>
Index operator-(const T &index) {
  return Index(index).times(-1);
}

/// Prints the name of a variable, or one that an unnamed one gets.
std::ostream &operator<<(std::ostream &out, const IndexVar &variable);

} // namespace cxx
} // namespace weft

#endif // WEFT_CXX_INDEX_H
