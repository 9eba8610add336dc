//===- Nat.cpp - Polynomials over atoms -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The normal form of natural-number expressions, and substitution in it. The
// arithmetic of coefficients wraps around, which is defined.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/Nat/Nat.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;
using namespace weft::pattern;

using Term = Nat::Term;
using Atom = Nat::Atom;

static int64_t wrapAdd(int64_t lhs, int64_t rhs) {
  return static_cast<int64_t>(static_cast<uint64_t>(lhs) +
                              static_cast<uint64_t>(rhs));
}

static int64_t wrapMul(int64_t lhs, int64_t rhs) {
  return static_cast<int64_t>(static_cast<uint64_t>(lhs) *
                              static_cast<uint64_t>(rhs));
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

template <typename T> static int compareNumbers(T lhs, T rhs) {
  return lhs < rhs ? -1 : lhs > rhs;
}

static int compareAtoms(const Atom &lhs, const Atom &rhs) {
  if (int order = compareNumbers(lhs.kind, rhs.kind))
    return order;
  if (int order = StringRef(lhs.name).compare(rhs.name))
    return order;
  if (int order = compareNumbers(lhs.depth, rhs.depth))
    return order;
  if (int order = compareNumbers(lhs.operands.size(), rhs.operands.size()))
    return order;
  for (auto [a, b] : zip_equal(lhs.operands, rhs.operands))
    if (int order = a.compare(b))
      return order;
  return 0;
}

/// Products of more factors come first, so that a constant is the last term.
static int compareFactors(const Term &lhs, const Term &rhs) {
  if (int order = compareNumbers(rhs.factors.size(), lhs.factors.size()))
    return order;
  for (auto [a, b] : zip_equal(lhs.factors, rhs.factors))
    if (int order = compareAtoms(*a, *b))
      return order;
  return 0;
}

int Nat::compare(const Nat &other) const {
  if (terms == other.terms)
    return 0;
  ArrayRef<Term> lhs = getTerms(), rhs = other.getTerms();
  if (int order = compareNumbers(lhs.size(), rhs.size()))
    return order;
  for (auto [a, b] : zip_equal(lhs, rhs)) {
    if (int order = compareFactors(a, b))
      return order;
    if (int order = compareNumbers(a.coefficient, b.coefficient))
      return order;
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

Nat::Nat(int64_t constant) {
  if (constant != 0)
    terms = std::make_shared<const std::vector<Term>>(
        std::vector<Term>{{constant, {}}});
}

Nat::Nat(std::vector<Term> list) {
  std::sort(list.begin(), list.end(), [](const Term &a, const Term &b) {
    return compareFactors(a, b) < 0;
  });
  std::vector<Term> merged;
  for (Term &term : list) {
    if (!merged.empty() && compareFactors(merged.back(), term) == 0)
      merged.back().coefficient =
          wrapAdd(merged.back().coefficient, term.coefficient);
    else
      merged.push_back(std::move(term));
  }
  erase_if(merged, [](const Term &term) { return term.coefficient == 0; });
  if (!merged.empty())
    terms = std::make_shared<const std::vector<Term>>(std::move(merged));
}

ArrayRef<Term> Nat::getTerms() const {
  return terms ? ArrayRef<Term>(*terms) : ArrayRef<Term>();
}

std::optional<int64_t> Nat::getConstant() const {
  if (isZero())
    return 0;
  if (getTerms().size() == 1 && getTerms()[0].factors.empty())
    return getTerms()[0].coefficient;
  return std::nullopt;
}

const Atom *Nat::getAtom() const {
  if (getTerms().size() != 1 || getTerms()[0].coefficient != 1 ||
      getTerms()[0].factors.size() != 1)
    return nullptr;
  return getTerms()[0].factors[0].get();
}

Nat Nat::fromTerm(const Term &term) { return Nat(std::vector<Term>{term}); }

Nat Nat::operator+(const Nat &other) const {
  std::vector<Term> all(getTerms());
  append_range(all, other.getTerms());
  return Nat(std::move(all));
}

Nat Nat::operator-(const Nat &other) const { return *this + other * Nat(-1); }

Nat Nat::operator*(const Nat &other) const {
  std::vector<Term> all;
  for (const Term &a : getTerms()) {
    for (const Term &b : other.getTerms()) {
      Term term{wrapMul(a.coefficient, b.coefficient), a.factors};
      append_range(term.factors, b.factors);
      std::sort(term.factors.begin(), term.factors.end(),
                [](const AtomRef &x, const AtomRef &y) {
                  return compareAtoms(*x, *y) < 0;
                });
      all.push_back(std::move(term));
    }
  }
  return Nat(std::move(all));
}

//===----------------------------------------------------------------------===//
// Substitution
//===----------------------------------------------------------------------===//

static unsigned depthOfOperand(const Atom &atom, size_t operand,
                               unsigned depth) {
  return atom.kind == Nat::Kind::Sum && operand == 1 ? depth + 1 : depth;
}

Nat Nat::replace(Replacement function, unsigned depth) const {
  Nat result;
  for (const Term &term : getTerms()) {
    Nat product(term.coefficient);
    for (const AtomRef &factor : term.factors) {
      Atom atom = *factor;
      for (auto [index, operand] : enumerate(atom.operands))
        operand = operand.replace(function, depthOfOperand(atom, index, depth));
      std::optional<Nat> replaced = function(atom, depth);
      product = product * (replaced ? *replaced : Nat::make(atom));
    }
    result = result + product;
  }
  return result;
}

void Nat::walk(function_ref<void(const Atom &, unsigned)> function,
               unsigned depth) const {
  for (const Term &term : getTerms()) {
    for (const AtomRef &factor : term.factors) {
      function(*factor, depth);
      for (auto [index, operand] : enumerate(factor->operands))
        operand.walk(function, depthOfOperand(*factor, index, depth));
    }
  }
}

Nat Nat::shift(int amount, unsigned cutoff) const {
  if (amount == 0)
    return *this;
  return replace([&](const Atom &atom, unsigned depth) -> std::optional<Nat> {
    if (atom.kind != Kind::Bound || atom.depth < cutoff + depth)
      return std::nullopt;
    return bound(atom.depth + amount);
  });
}

Nat Nat::instantiate(const Nat &value, unsigned at) const {
  return replace([&](const Atom &atom, unsigned depth) -> std::optional<Nat> {
    if (atom.kind != Kind::Bound || atom.depth < at + depth)
      return std::nullopt;
    if (atom.depth > at + depth)
      return bound(atom.depth - 1);
    return value.shift(at + depth);
  });
}

Nat Nat::abstract(StringRef name, unsigned at) const {
  return replace([&](const Atom &atom, unsigned depth) -> std::optional<Nat> {
    if (atom.kind == Kind::Variable && atom.name == name)
      return bound(at + depth);
    if (atom.kind == Kind::Bound && atom.depth >= at + depth)
      return bound(atom.depth + 1);
    return std::nullopt;
  });
}

Nat Nat::substitute(StringRef name, const Nat &value) const {
  return replace([&](const Atom &atom, unsigned depth) -> std::optional<Nat> {
    if (atom.kind != Kind::Variable || atom.name != name)
      return std::nullopt;
    return value.shift(depth);
  });
}

bool Nat::usesBound(unsigned at) const {
  bool uses = false;
  walk([&](const Atom &atom, unsigned depth) {
    uses |= atom.kind == Kind::Bound && atom.depth == at + depth;
  });
  return uses;
}

bool Nat::usesVariable(StringRef name) const {
  bool uses = false;
  walk([&](const Atom &atom, unsigned) {
    uses |= (atom.kind == Kind::Variable || atom.kind == Kind::Lookup) &&
            atom.name == name;
  });
  return uses;
}
