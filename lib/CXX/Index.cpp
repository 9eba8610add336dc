//===- Index.cpp - Index variables and what is made of them ---------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums of variables, with checked arithmetic.
//
//===----------------------------------------------------------------------===//

#include "Printer.h"

#include "weft-cxx/Error.h"

#include <ostream>

using namespace weft;
using namespace weft::cxx_impl;

IndexVar::IndexVar() : IndexVar("") {}

IndexVar::IndexVar(const std::string &name)
    : variable(std::make_shared<const Variable>(Variable{name, -1})) {}

IndexVar::IndexVar(const std::string &name, int64_t size)
    : variable(std::make_shared<const Variable>(Variable{name, size})) {
  if (size < 0)
    throw Error("expected the size of an index variable not to be negative, "
                "got " +
                std::to_string(size));
}

const std::string &IndexVar::getName() const { return variable->name; }

Index IndexVar::operator()(int64_t begin, int64_t end, int64_t step) const {
  return Index(*this, begin, end, step);
}

Index::Index(const IndexVar &variable) : terms{{variable, 1}} {}

Index::Index(const IndexVar &variable, int64_t begin, int64_t end, int64_t step)
    : terms{{variable, step}}, constant(begin), slice(true), end(end) {
  if (begin < 0 || end < begin || step <= 0)
    throw Error("expected a slice from a coordinate up to another one with a "
                "positive step, got (" +
                std::to_string(begin) + ", " + std::to_string(end) + ", " +
                std::to_string(step) + ")");
}

bool Index::isVariable() const {
  return !slice && constant == 0 && terms.size() == 1 &&
         terms.front().factor == 1;
}

[[noreturn]] static void failSlice() {
  throw Error("expected a variable or a number in a sum, got a slice");
}

/// Adds a number to a factor or constant.
static void add(int64_t &number, int64_t other) {
  if (__builtin_add_overflow(number, other, &number))
    throw Error("a sum of index variables has a number that overflows");
}

static void multiply(int64_t &number, int64_t factor) {
  if (__builtin_mul_overflow(number, factor, &number))
    throw Error("a sum of index variables has a number that overflows");
}

Index Index::plus(const Index &other) const {
  if (slice || other.slice)
    failSlice();
  Index sum = *this;
  add(sum.constant, other.constant);
  for (const Term &term : other.terms) {
    bool isKnown = false;
    for (Term &known : sum.terms)
      if (known.variable.getVariable() == term.variable.getVariable()) {
        add(known.factor, term.factor);
        isKnown = true;
      }
    if (!isKnown)
      sum.terms.push_back(term);
  }
  // A variable that cancels is not in the sum.
  for (size_t k = sum.terms.size(); k-- > 0;)
    if (sum.terms[k].factor == 0)
      sum.terms.erase(sum.terms.begin() + static_cast<std::ptrdiff_t>(k));
  return sum;
}

Index Index::times(int64_t factor) const {
  if (slice)
    failSlice();
  Index product(0);
  if (factor == 0)
    return product;
  product = *this;
  multiply(product.constant, factor);
  for (Term &term : product.terms)
    multiply(term.factor, factor);
  return product;
}

std::ostream &cxx::operator<<(std::ostream &out, const IndexVar &variable) {
  return out << print(*IndexExpr(variable).getNode());
}
