//===- NatSums.cpp - Closed forms of sums -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Closed forms of sums. A sum is linear, so that each term of its body has a
// form of its own, but for differences of neighbours, which telescope:
// the sum of f(k + 1) - f(k) over k < n is f(n) - f(0).
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/Nat/Nat.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace weft::pattern;

using Atom = Nat::Atom;
using Kind = Nat::Kind;
using Term = Nat::Term;

/// The body for the next value of the variable.
static Nat advance(const Nat &body) {
  return body.shift(1, 1).instantiate(Nat::bound(0) + 1);
}

/// Takes pairs c * f(k + 1), d * f(k) with different signs out of the body and
/// returns the sum of c * (f(k + 1) - f(k)).
static Nat takeDifferences(const Nat &count, Nat &body) {
  Nat total;
  bool changed = true;
  while (changed) {
    changed = false;
    SmallVector<Term> terms(body.getTerms());
    for (const Term &next : terms) {
      auto precedes = [&](const Term &term) {
        Nat before = Nat::fromTerm({1, term.factors});
        return (term.coefficient < 0) != (next.coefficient < 0) &&
               before.usesBound(0) &&
               advance(before) == Nat::fromTerm({1, next.factors});
      };
      auto found = find_if(terms, precedes);
      if (found == terms.end())
        continue;
      Nat before = Nat::fromTerm({next.coefficient, found->factors});
      total = total + before.instantiate(count) - before.instantiate(0);
      body = body - Nat::fromTerm(next) + before;
      changed = true;
      break;
    }
  }
  return total;
}

static bool isVariable(const Nat::AtomRef &factor) {
  return factor->kind == Kind::Bound && factor->depth == 0;
}

/// The sum of one term.
static Nat sumTerm(const Nat &count, const Term &term) {
  Term varying{1, {}}, fixed{term.coefficient, {}};
  for (const Nat::AtomRef &factor : term.factors) {
    bool varies = Nat::fromTerm({1, {factor}}).usesBound(0);
    (varies ? varying : fixed).factors.push_back(factor);
  }
  Nat outer = Nat::fromTerm(fixed).instantiate(0);
  if (varying.factors.empty())
    return outer * count;
  if (varying.factors.size() == 1 && isVariable(varying.factors[0]))
    return outer * Nat::div(count * count - count, 2);
  return outer * Nat::sum(count, Nat::fromTerm(varying));
}

static Nat closeSum(const Nat &count, Nat body) {
  Nat total = takeDifferences(count, body);
  for (const Term &term : body.getTerms())
    total = total + sumTerm(count, term);
  return total;
}

Nat weft::pattern::simplifySums(const Nat &nat) {
  return nat.replace([](const Atom &atom, unsigned) -> std::optional<Nat> {
    if (atom.kind != Kind::Sum)
      return std::nullopt;
    return closeSum(atom.operands[0], atom.operands[1]);
  });
}

bool weft::pattern::hasSum(const Nat &nat) {
  bool found = false;
  nat.walk(
      [&](const Atom &atom, unsigned) { found |= atom.kind == Kind::Sum; });
  return found;
}
