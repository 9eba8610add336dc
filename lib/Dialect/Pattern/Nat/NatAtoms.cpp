//===- NatAtoms.cpp - Construction of atoms ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Folds quotients, remainders, minima and conditionals by what holds for all
// natural numbers, and evaluates expressions.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/Nat/Nat.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace weft::pattern;

using Atom = Nat::Atom;
using Kind = Nat::Kind;
using Term = Nat::Term;

static Nat makeAtom(Kind kind, std::vector<Nat> operands, StringRef name = "",
                    unsigned depth = 0) {
  auto atom = std::make_shared<Atom>();
  atom->kind = kind;
  atom->name = name.str();
  atom->depth = depth;
  atom->operands = std::move(operands);
  return Nat::fromTerm({1, {std::move(atom)}});
}

Nat Nat::variable(StringRef name) { return makeAtom(Kind::Variable, {}, name); }

Nat Nat::bound(unsigned depth) { return makeAtom(Kind::Bound, {}, "", depth); }

Nat Nat::lookup(StringRef array, const Nat &index) {
  return makeAtom(Kind::Lookup, {index}, array);
}

static int64_t floorDiv(int64_t lhs, int64_t rhs) {
  if (rhs == 0)
    return 0;
  if (rhs == -1)
    return static_cast<int64_t>(-static_cast<uint64_t>(lhs));
  int64_t quotient = lhs / rhs;
  return quotient - (lhs % rhs != 0 && (lhs < 0) != (rhs < 0));
}

static int64_t floorMod(int64_t lhs, int64_t rhs) {
  return static_cast<int64_t>(static_cast<uint64_t>(lhs) -
                              static_cast<uint64_t>(floorDiv(lhs, rhs)) *
                                  static_cast<uint64_t>(rhs));
}

/// The quotient of two terms if the second one divides the first.
static std::optional<Term> divideTerm(Term term, const Term &divisor) {
  if (divisor.coefficient == 0 || divisor.coefficient == -1 ||
      term.coefficient % divisor.coefficient != 0)
    return std::nullopt;
  term.coefficient /= divisor.coefficient;
  for (const Nat::AtomRef &factor : divisor.factors) {
    Nat wanted = Nat::fromTerm({1, {factor}});
    auto found = find_if(term.factors, [&](const Nat::AtomRef &other) {
      return Nat::fromTerm({1, {other}}) == wanted;
    });
    if (found == term.factors.end())
      return std::nullopt;
    term.factors.erase(found);
  }
  return term;
}

/// The parts of a dividend: `divisor * first + second`.
static std::pair<Nat, Nat> splitDividend(const Nat &lhs, const Nat &rhs) {
  Nat quotient, rest;
  if (rhs.getTerms().size() != 1)
    return lhs == rhs ? std::make_pair(Nat(1), Nat(0))
                      : std::make_pair(Nat(0), lhs);
  for (const Term &term : lhs.getTerms()) {
    if (std::optional<Term> part = divideTerm(term, rhs.getTerms()[0]))
      quotient = quotient + Nat::fromTerm(*part);
    else
      rest = rest + Nat::fromTerm(term);
  }
  return {quotient, rest};
}

/// Whether a number is in `[0, bound)`.
static bool isBelow(const Nat &nat, const Nat &bound) {
  return isNonNegative(nat) && isNonNegative(bound - nat - 1);
}

Nat Nat::div(const Nat &lhs, const Nat &rhs) {
  std::optional<int64_t> a = lhs.getConstant(), b = rhs.getConstant();
  if (a && b && *b != 0)
    return floorDiv(*a, *b);
  auto [quotient, rest] = splitDividend(lhs, rhs);
  if (rest.isZero() || isBelow(rest, rhs))
    return quotient;
  if (!quotient.isZero() && isNonNegative(rest))
    return quotient + div(rest, rhs);
  return makeAtom(Kind::Div, {lhs, rhs});
}

Nat Nat::mod(const Nat &lhs, const Nat &rhs) {
  std::optional<int64_t> a = lhs.getConstant(), b = rhs.getConstant();
  if (a && b && *b != 0)
    return floorMod(*a, *b);
  auto [quotient, rest] = splitDividend(lhs, rhs);
  if (rest.isZero() || isBelow(rest, rhs))
    return rest;
  if (!quotient.isZero() && isNonNegative(rest))
    return mod(rest, rhs);
  return makeAtom(Kind::Mod, {lhs, rhs});
}

Nat Nat::ceilDiv(const Nat &lhs, const Nat &rhs) {
  return div(lhs + rhs - 1, rhs);
}

Nat Nat::min(const Nat &lhs, const Nat &rhs) {
  if (isNonNegative(rhs - lhs))
    return lhs;
  if (isNonNegative(lhs - rhs))
    return rhs;
  return lhs.compare(rhs) < 0 ? makeAtom(Kind::Min, {lhs, rhs})
                              : makeAtom(Kind::Min, {rhs, lhs});
}

Nat Nat::ifEqual(const Nat &lhs, const Nat &rhs, const Nat &then,
                 const Nat &otherwise) {
  Nat difference = lhs - rhs;
  if (difference.isZero() || then == otherwise)
    return then;
  if (isNonNegative(difference - 1) || isNonNegative(difference * -1 - 1))
    return otherwise;
  if (difference.getTerms()[0].coefficient < 0)
    difference = difference * -1;
  return makeAtom(Kind::IfZero, {difference, then, otherwise});
}

Nat Nat::ifLess(const Nat &lhs, const Nat &rhs, const Nat &then,
                const Nat &otherwise) {
  Nat difference = lhs - rhs;
  if (isNonNegative(difference * -1 - 1) || then == otherwise)
    return then;
  if (isNonNegative(difference))
    return otherwise;
  return makeAtom(Kind::IfNegative, {difference, then, otherwise});
}

Nat Nat::sum(const Nat &count, const Nat &body) {
  if (count.isZero() || body.isZero())
    return Nat(0);
  return makeAtom(Kind::Sum, {count, body});
}

Nat Nat::make(const Atom &atom) {
  ArrayRef<Nat> operands = atom.operands;
  switch (atom.kind) {
  case Kind::Variable:
    return variable(atom.name);
  case Kind::Bound:
    return bound(atom.depth);
  case Kind::Lookup:
    return lookup(atom.name, operands[0]);
  case Kind::Div:
    return div(operands[0], operands[1]);
  case Kind::Mod:
    return mod(operands[0], operands[1]);
  case Kind::Min:
    return min(operands[0], operands[1]);
  case Kind::IfZero:
    return ifEqual(operands[0], 0, operands[1], operands[2]);
  case Kind::IfNegative:
    return ifLess(operands[0], 0, operands[1], operands[2]);
  case Kind::Sum:
    return sum(operands[0], operands[1]);
  }
  llvm_unreachable("all kinds are listed");
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

namespace {
/// Evaluates with the values of the variables of sums.
class Evaluator {
public:
  Evaluator(function_ref<std::optional<int64_t>(StringRef)> variable,
            function_ref<std::optional<int64_t>(StringRef, int64_t)> lookup)
      : variable(variable), lookup(lookup) {}

  std::optional<int64_t> evaluate(const Nat &nat) {
    uint64_t total = 0;
    for (const Term &term : nat.getTerms()) {
      auto product = static_cast<uint64_t>(term.coefficient);
      for (const Nat::AtomRef &factor : term.factors) {
        std::optional<int64_t> value = evaluateAtom(*factor);
        if (!value)
          return std::nullopt;
        product *= static_cast<uint64_t>(*value);
      }
      total += product;
    }
    return static_cast<int64_t>(total);
  }

private:
  std::optional<int64_t> evaluateSum(const Atom &atom, int64_t count) {
    uint64_t total = 0;
    for (int64_t k = 0; k < count; ++k) {
      values.push_back(k);
      std::optional<int64_t> value = evaluate(atom.operands[1]);
      values.pop_back();
      if (!value)
        return std::nullopt;
      total += static_cast<uint64_t>(*value);
    }
    return static_cast<int64_t>(total);
  }

  std::optional<int64_t> evaluateAtom(const Atom &atom) {
    if (atom.kind == Kind::Variable)
      return variable(atom.name);
    if (atom.kind == Kind::Bound) {
      if (atom.depth >= values.size())
        return std::nullopt;
      return values[values.size() - 1 - atom.depth];
    }
    std::optional<int64_t> first = evaluate(atom.operands[0]);
    if (!first)
      return std::nullopt;
    switch (atom.kind) {
    case Kind::Lookup:
      return lookup(atom.name, *first);
    case Kind::Sum:
      return evaluateSum(atom, *first);
    case Kind::IfZero:
      return evaluate(atom.operands[*first == 0 ? 1 : 2]);
    case Kind::IfNegative:
      return evaluate(atom.operands[*first < 0 ? 1 : 2]);
    default:
      break;
    }
    std::optional<int64_t> second = evaluate(atom.operands[1]);
    if (!second)
      return std::nullopt;
    if (atom.kind == Kind::Min)
      return std::min(*first, *second);
    return atom.kind == Kind::Div ? floorDiv(*first, *second)
                                  : floorMod(*first, *second);
  }

  function_ref<std::optional<int64_t>(StringRef)> variable;
  function_ref<std::optional<int64_t>(StringRef, int64_t)> lookup;
  SmallVector<int64_t> values;
};
} // namespace

std::optional<int64_t> weft::pattern::evaluateNat(
    const Nat &nat, function_ref<std::optional<int64_t>(StringRef)> variable,
    function_ref<std::optional<int64_t>(StringRef, int64_t)> lookup) {
  return Evaluator(variable, lookup).evaluate(nat);
}
