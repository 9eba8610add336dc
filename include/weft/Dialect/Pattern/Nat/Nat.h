//===- Nat.h - Natural-number expressions of types --------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lengths of arrays and the positions of their elements are polynomials
// over atoms: variables, elements of integer arrays (`toNat(a@i)`), quotients,
// remainders, minima, conditionals and sums. An expression is always in normal
// form, so that two lengths are equal if their expressions are. Differences are
// integers that are assumed not to be negative.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_PATTERN_NAT_NAT_H
#define WEFT_DIALECT_PATTERN_NAT_NAT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace weft {
namespace pattern {

/// A natural-number expression in normal form: terms in descending order with
/// coefficients that are not zero.
class Nat {
public:
  enum class Kind {
    Variable,   ///< A variable of the program, by name.
    Bound,      ///< The variable of the array type or sum `depth` further out.
    Lookup,     ///< The element of the array `name` at an index.
    Div,        ///< A quotient, rounded down.
    Mod,        ///< The remainder of that quotient.
    Min,        ///< The smaller of two numbers.
    IfZero,     ///< One of two numbers, by whether a third one is zero.
    IfNegative, ///< One of two numbers, by whether a third one is negative.
    Sum         ///< The sum of a body for all values of its variable below a
                ///< count.
  };
  struct Atom;
  using AtomRef = std::shared_ptr<const Atom>;
  struct Term {
    int64_t coefficient;
    std::vector<AtomRef> factors;
  };

  Nat(int64_t constant = 0);

  static Nat variable(llvm::StringRef name);
  static Nat bound(unsigned depth);
  static Nat lookup(llvm::StringRef array, const Nat &index);
  /// The quotient and the remainder by a number that is not zero.
  static Nat div(const Nat &lhs, const Nat &rhs);
  static Nat mod(const Nat &lhs, const Nat &rhs);
  static Nat ceilDiv(const Nat &lhs, const Nat &rhs);
  static Nat min(const Nat &lhs, const Nat &rhs);
  static Nat ifEqual(const Nat &lhs, const Nat &rhs, const Nat &then,
                     const Nat &otherwise);
  static Nat ifLess(const Nat &lhs, const Nat &rhs, const Nat &then,
                    const Nat &otherwise);
  /// The sum of `body`, whose variable is `bound(0)`, as it is written: see
  /// `simplifySums`.
  static Nat sum(const Nat &count, const Nat &body);

  /// An atom of this kind, folded.
  static Nat make(const Atom &atom);

  Nat operator+(const Nat &other) const;
  Nat operator-(const Nat &other) const;
  Nat operator*(const Nat &other) const;
  bool operator==(const Nat &other) const { return compare(other) == 0; }
  bool operator!=(const Nat &other) const { return compare(other) != 0; }

  /// A total order, of no meaning.
  int compare(const Nat &other) const;

  llvm::ArrayRef<Term> getTerms() const;
  bool isZero() const { return getTerms().empty(); }
  std::optional<int64_t> getConstant() const;
  /// The atom that the expression is; null for another one.
  const Atom *getAtom() const;
  static Nat fromTerm(const Term &term);

  /// Replaces atoms from the inside out. `depth` is the number of sums around
  /// an atom inside of the expression.
  using Replacement =
      llvm::function_ref<std::optional<Nat>(const Atom &atom, unsigned depth)>;
  Nat replace(Replacement function, unsigned depth = 0) const;
  void walk(llvm::function_ref<void(const Atom &, unsigned)> function,
            unsigned depth = 0) const;

  /// The value for the variable `bound(depth)`; those further out move inwards.
  Nat instantiate(const Nat &value, unsigned depth = 0) const;
  /// The variable `name` becomes `bound(depth)`; those further out move
  /// outwards.
  Nat abstract(llvm::StringRef name, unsigned depth = 0) const;
  Nat substitute(llvm::StringRef name, const Nat &value) const;
  Nat shift(int amount, unsigned cutoff = 0) const;
  bool usesBound(unsigned depth) const;
  bool usesVariable(llvm::StringRef name) const;

  /// The text that `parseNat` reads; `names` are those of bound variables, the
  /// innermost one last.
  std::string toString(llvm::ArrayRef<std::string> names = {}) const;

private:
  explicit Nat(std::vector<Term> list);
  std::shared_ptr<const std::vector<Term>> terms;
};

struct Nat::Atom {
  Kind kind;
  std::string name;
  unsigned depth = 0;
  std::vector<Nat> operands;
};

inline llvm::hash_code hash_value(const Nat &nat) {
  return llvm::hash_value(nat.toString());
}

/// What is known of variables: each is below its bound.
using NatRanges = llvm::StringMap<Nat>;

/// Whether an expression is known not to be negative.
bool isNonNegative(const Nat &nat, const NatRanges &ranges = {});

/// Folds minima, conditionals, quotients and remainders by what is known.
Nat simplifyInRanges(const Nat &nat, const NatRanges &ranges);

/// Replaces sums by closed forms: of what does not depend on the variable, of
/// the variable itself, and of differences `f(k + 1) - f(k)`. Sums of anything
/// else stay.
Nat simplifySums(const Nat &nat);

/// Whether a sum is left in an expression.
bool hasSum(const Nat &nat);

/// The value of an expression. Nothing if a variable or an element is unknown.
std::optional<int64_t> evaluateNat(
    const Nat &nat,
    llvm::function_ref<std::optional<int64_t>(llvm::StringRef)> variable,
    llvm::function_ref<std::optional<int64_t>(llvm::StringRef, int64_t)>
        lookup);

/// A text that is no expression: what was expected and where.
struct NatError {
  std::string message;
  size_t offset;
  std::string hint;
};

/// Parses an expression; `names` are those of bound variables, the innermost
/// one last. Nothing with an error.
std::optional<Nat> parseNat(llvm::StringRef text,
                            llvm::ArrayRef<std::string> names, NatError &error);

} // namespace pattern
} // namespace weft

#endif // WEFT_DIALECT_PATTERN_NAT_NAT_H
