//===- NatPrinter.cpp - Natural-number expressions as text ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints expressions as `parseNat` reads them.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/Nat/Nat.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace weft::pattern;

using Atom = Nat::Atom;
using Kind = Nat::Kind;
using Term = Nat::Term;

using Names = SmallVector<std::string>;

static std::string printNat(const Nat &nat, Names &names);

/// Whether an expression is printed as one word.
static bool isWord(const Nat &nat) {
  if (std::optional<int64_t> constant = nat.getConstant())
    return *constant >= 0;
  const Atom *atom = nat.getAtom();
  return atom && (atom->kind == Kind::Variable || atom->kind == Kind::Bound ||
                  atom->kind == Kind::Lookup || atom->kind == Kind::Min ||
                  atom->kind == Kind::Sum);
}

static std::string printOperand(const Nat &nat, Names &names) {
  std::string text = printNat(nat, names);
  return isWord(nat) ? text : "(" + text + ")";
}

/// A name of a variable of a sum that the body does not mean otherwise.
static std::string chooseName(const Nat &body, const Names &names) {
  for (unsigned number = 0;; ++number) {
    std::string name = number == 0 ? "k" : "k" + std::to_string(number);
    if (!body.usesVariable(name) && !is_contained(names, name))
      return name;
  }
}

static std::string printSum(const Atom &atom, Names &names) {
  std::string count = printNat(atom.operands[0], names);
  names.push_back(chooseName(atom.operands[1], names));
  std::string body = printNat(atom.operands[1], names);
  std::string name = names.pop_back_val();
  return "sum(" + name + " < " + count + ", " + body + ")";
}

/// A side of a comparison, which may not be another conditional.
static std::string printSide(const Nat &nat, Names &names) {
  const Atom *atom = nat.getAtom();
  bool isConditional =
      atom && (atom->kind == Kind::IfZero || atom->kind == Kind::IfNegative);
  return isConditional ? printOperand(nat, names) : printNat(nat, names);
}

/// A conditional compares the terms that are added with those subtracted.
static std::string printConditional(const Atom &atom, Names &names) {
  Nat lhs, rhs;
  for (const Term &term : atom.operands[0].getTerms()) {
    Nat part = Nat::fromTerm(term);
    if (term.coefficient >= 0)
      lhs = lhs + part;
    else
      rhs = rhs - part;
  }
  return printSide(lhs, names) + (atom.kind == Kind::IfZero ? " == " : " < ") +
         printSide(rhs, names) + " ? " + printOperand(atom.operands[1], names) +
         " : " + printOperand(atom.operands[2], names);
}

/// `isTerm` says that nothing is multiplied with the atom, and `isAlone` that
/// nothing is added either.
static std::string printAtom(const Atom &atom, bool isTerm, bool isAlone,
                             Names &names) {
  switch (atom.kind) {
  case Kind::Variable:
    return atom.name;
  case Kind::Bound:
    if (atom.depth < names.size())
      return names[names.size() - 1 - atom.depth];
    return "#" + std::to_string(atom.depth);
  case Kind::Lookup:
    return "toNat(" + atom.name + "@" + printOperand(atom.operands[0], names) +
           ")";
  case Kind::Min:
    return "min(" + printNat(atom.operands[0], names) + ", " +
           printNat(atom.operands[1], names) + ")";
  case Kind::Sum:
    return printSum(atom, names);
  case Kind::IfZero:
  case Kind::IfNegative: {
    std::string text = printConditional(atom, names);
    return isAlone ? text : "(" + text + ")";
  }
  case Kind::Div:
  case Kind::Mod: {
    std::string text = printOperand(atom.operands[0], names) +
                       (atom.kind == Kind::Div ? " / " : " mod ") +
                       printOperand(atom.operands[1], names);
    return isTerm ? text : "(" + text + ")";
  }
  }
  llvm_unreachable("all kinds are listed");
}

/// A term without its sign.
static std::string printTerm(const Term &term, bool isAlone, Names &names) {
  uint64_t magnitude = static_cast<uint64_t>(term.coefficient);
  if (term.coefficient < 0)
    magnitude = -magnitude;
  SmallVector<std::string> words;
  if (magnitude != 1 || term.factors.empty())
    words.push_back(std::to_string(magnitude));
  bool isTerm = magnitude == 1 && term.factors.size() == 1;
  for (const Nat::AtomRef &factor : term.factors)
    words.push_back(printAtom(*factor, isTerm, isTerm && isAlone, names));
  return join(words, " * ");
}

static std::string printNat(const Nat &nat, Names &names) {
  if (nat.isZero())
    return "0";
  ArrayRef<Term> terms = nat.getTerms();
  std::string text;
  for (bool negative : {false, true}) {
    for (const Term &term : terms) {
      if ((term.coefficient < 0) != negative)
        continue;
      if (!text.empty())
        text += negative ? " - " : " + ";
      else if (negative)
        text += "0 - ";
      text += printTerm(term, terms.size() == 1 && !negative, names);
    }
  }
  return text;
}

std::string Nat::toString(ArrayRef<std::string> names) const {
  Names stack(names);
  return printNat(*this, stack);
}
