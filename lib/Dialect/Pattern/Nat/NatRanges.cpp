//===- NatRanges.cpp - Ranges of natural-number expressions -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Atoms are natural numbers, so that an expression whose coefficients are not
// negative is one. A term of another one is replaced by a lower bound of it,
// until that is so or nothing is left to replace.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/Nat/NatRanges.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace weft::pattern;

using Atom = Nat::Atom;
using Kind = Nat::Kind;
using Term = Nat::Term;

/// How many replacements are tried one after the other, and in all.
static constexpr unsigned maxReplacements = 5;
static constexpr unsigned maxAttempts = 200;

/// Whether an atom is not negative for sure: a difference may be under it.
static bool isNatural(const Atom &atom, IsNaturalLeaf isLeaf);

static bool isNaturalSum(const Nat &nat, IsNaturalLeaf isLeaf) {
  return all_of(nat.getTerms(), [&](const Term &term) {
    return term.coefficient >= 0 &&
           all_of(term.factors, [&](const Nat::AtomRef &factor) {
             return isNatural(*factor, isLeaf);
           });
  });
}

static bool isNatural(const Atom &atom, IsNaturalLeaf isLeaf) {
  switch (atom.kind) {
  case Kind::Variable:
  case Kind::Bound:
  case Kind::Lookup:
    return isLeaf(atom);
  case Kind::Mod:
    return isNaturalSum(atom.operands[1], isLeaf);
  case Kind::Sum:
    return isNaturalSum(atom.operands[1], isLeaf);
  case Kind::IfZero:
  case Kind::IfNegative:
    return isNaturalSum(atom.operands[1], isLeaf) &&
           isNaturalSum(atom.operands[2], isLeaf);
  case Kind::Div:
  case Kind::Min:
    // A dividend of a length may subtract what is smaller: m + n - 1.
    return all_of(atom.operands, [&](const Nat &operand) {
      return isNonNegative(operand, {}, isLeaf);
    });
  }
  llvm_unreachable("all kinds are listed");
}

/// Upper bounds of an atom.
static SmallVector<Nat> getUpperBounds(const Atom &atom,
                                       const NatRanges &ranges) {
  SmallVector<Nat> bounds;
  switch (atom.kind) {
  case Kind::Variable:
    if (auto found = ranges.find(atom.name); found != ranges.end())
      bounds.push_back(found->second - 1);
    break;
  case Kind::Min:
    append_range(bounds, atom.operands);
    break;
  case Kind::Mod:
    bounds.push_back(atom.operands[1] - 1);
    break;
  default:
    break;
  }
  return bounds;
}

/// The term without one factor, which is natural if its rest is.
static std::optional<Nat> dropFactor(const Term &term, size_t factor,
                                     IsNaturalLeaf isLeaf) {
  Term rest = term;
  rest.factors.erase(rest.factors.begin() + factor);
  if (!all_of(rest.factors, [&](const Nat::AtomRef &other) {
        return isNatural(*other, isLeaf);
      }))
    return std::nullopt;
  return Nat::fromTerm(rest);
}

/// Lower bounds of a term through the quotient at `factor`: b * (a / b) is in
/// (a - b, a].
static void appendQuotientBounds(const Term &term, size_t factor,
                                 IsNaturalLeaf isLeaf,
                                 SmallVectorImpl<Nat> &bounds) {
  const Atom &atom = *term.factors[factor];
  std::optional<Nat> rest = dropFactor(term, factor, isLeaf);
  if (!rest || atom.kind != Kind::Div ||
      atom.operands[1].getTerms().size() != 1)
    return;
  Nat share = Nat::div(*rest, atom.operands[1]);
  if (share * atom.operands[1] != *rest)
    return;
  bounds.push_back(term.coefficient < 0
                       ? share * atom.operands[0]
                       : share * (atom.operands[0] - atom.operands[1] + 1));
}

/// Lower bounds of a term.
static SmallVector<Nat> getLowerBounds(const Term &term,
                                       const NatRanges &ranges,
                                       IsNaturalLeaf isLeaf) {
  SmallVector<Nat> bounds;
  for (size_t factor = 0; factor != term.factors.size(); ++factor) {
    appendQuotientBounds(term, factor, isLeaf, bounds);
    std::optional<Nat> rest = dropFactor(term, factor, isLeaf);
    if (!rest || term.coefficient > 0)
      continue;
    for (const Nat &bound : getUpperBounds(*term.factors[factor], ranges))
      bounds.push_back(*rest * bound);
  }
  return bounds;
}

static bool isNonNegativeIn(const Nat &nat, const NatRanges &ranges,
                            IsNaturalLeaf isLeaf, unsigned replacements,
                            unsigned &attempts) {
  if (isNaturalSum(nat, isLeaf))
    return true;
  if (replacements == 0 || attempts == 0)
    return false;
  --attempts;
  for (const Term &term : nat.getTerms())
    for (const Nat &bound : getLowerBounds(term, ranges, isLeaf))
      if (isNonNegativeIn(nat - Nat::fromTerm(term) + bound, ranges, isLeaf,
                          replacements - 1, attempts))
        return true;
  return false;
}

bool weft::pattern::isNonNegative(const Nat &nat, const NatRanges &ranges,
                                  IsNaturalLeaf isLeaf) {
  if (std::optional<int64_t> constant = nat.getConstant())
    return *constant >= 0;
  unsigned attempts = maxAttempts;
  return isNonNegativeIn(nat, ranges, isLeaf,
                         ranges.empty() ? 2 : maxReplacements, attempts);
}

bool weft::pattern::isNonNegative(const Nat &nat, const NatRanges &ranges) {
  return isNonNegative(nat, ranges, [](const Atom &) { return true; });
}

//===----------------------------------------------------------------------===//
// Folding
//===----------------------------------------------------------------------===//

static std::optional<Nat> foldInRanges(const Atom &atom,
                                       const NatRanges &ranges) {
  auto known = [&](const Nat &nat) { return isNonNegative(nat, ranges); };
  ArrayRef<Nat> operands = atom.operands;
  switch (atom.kind) {
  case Kind::Min:
    if (known(operands[1] - operands[0]))
      return operands[0];
    if (known(operands[0] - operands[1]))
      return operands[1];
    break;
  case Kind::IfZero:
    if (known(operands[0] - 1) || known(operands[0] * -1 - 1))
      return operands[2];
    break;
  case Kind::IfNegative:
    if (known(operands[0] * -1 - 1))
      return operands[1];
    if (known(operands[0]))
      return operands[2];
    break;
  case Kind::Div:
  case Kind::Mod:
    if (known(operands[0]) && known(operands[1] - operands[0] - 1))
      return atom.kind == Kind::Div ? Nat(0) : operands[0];
    break;
  default:
    break;
  }
  return std::nullopt;
}

Nat weft::pattern::simplifyInRanges(const Nat &nat, const NatRanges &ranges) {
  return nat.replace(
      [&](const Atom &atom, unsigned) { return foldInRanges(atom, ranges); });
}
